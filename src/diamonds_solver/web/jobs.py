"""Computations, each in a thread of its own, told to stop as soon as nobody waits for it any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from diamonds_solver.errors import DiamondsError

Emit = Callable[[dict[str, Any]], None]
"""Sends one object to the page."""
Work = Callable[[Emit, Callable[[], bool]], dict[str, Any]]
"""A computation: it sends objects on the way, asks whether to stop, and returns the last object."""

_PATIENCE = 5.0  # seconds that the computation before gets to end; it asks some times in a tenth of a second


class BusyError(Exception):
    """Another tab's computation has the slot."""


class GoneError(Exception):
    """Nobody waits for the answer any more."""


class Job:
    """A computation that runs in its thread."""

    def __init__(self, tab: str) -> None:
        self.tab = tab
        self.lines: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        """What was sent, in order; None after the last one."""
        self._stop = threading.Event()
        self._instead: dict[str, Any] | None = None
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def stop(self, instead: dict[str, Any] | None = None) -> None:
        """Makes the computation end soon; from any thread. `instead`: the last line, in place of what the computation returns."""
        self._instead = self._instead or instead
        self._stop.set()

    async def ended(self) -> None:
        await self._ended.wait()

    def run(self, work: Work, on_failure: Callable[[BaseException], dict[str, Any]]) -> None:
        """Starts the thread. It is a daemon: a computation never keeps the program from ending."""
        threading.Thread(target=self._run, args=(work, on_failure), daemon=True).start()

    def _run(self, work: Work, on_failure: Callable[[BaseException], dict[str, Any]]) -> None:
        try:
            last = work(self._send, self._stop.is_set)
        except BaseException as failure:
            last = on_failure(failure)
        self._call(self._end, last)

    def _send(self, line: dict[str, Any]) -> None:
        self._call(self.lines.put_nowait, line)

    def _end(self, last: dict[str, Any]) -> None:
        self.lines.put_nowait(self._instead or last)
        self.lines.put_nowait(None)
        self._ended.set()

    def _call(self, function: Callable[[Any], None], argument: dict[str, Any]) -> None:
        try:
            self._loop.call_soon_threadsafe(function, argument)
        except RuntimeError:  # the server has ended, and nobody reads
            self._stop.set()


class JobRunner:
    """Runs computations, one at a time in each slot: a newer one of the same tab ends the older one; another tab waits, or takes over."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """For each slot in which somebody starts a computation or waits to."""

    async def start(
        self,
        slot: str,
        tab: str,
        work: Work,
        on_failure: Callable[[BaseException], dict[str, Any]],
        *,
        takes_over: bool = False,
        is_gone: Callable[[], bool] = lambda: False,
    ) -> Job:
        """Raises BusyError while another tab's computation has the slot. `takes_over`: that one ends, and its tab is sent why.

        `is_gone`: whether nobody waits for the answer any more; then nothing is started, and GoneError raised.
        """
        async with self._turns.setdefault(slot, asyncio.Lock()):
            if is_gone():
                raise GoneError
            older = self._jobs.get(slot)
            if older is not None and older.tab != tab and not takes_over:
                raise BusyError
            if older is not None:
                older.stop(None if older.tab == tab else on_failure(DiamondsError("another tab has taken over", code="E-TAKEN")))
                try:
                    await asyncio.wait_for(older.ended(), _PATIENCE)
                except TimeoutError:
                    raise BusyError from None
                if is_gone():
                    raise GoneError
            job = Job(tab)
            job.run(work, on_failure)  # where no thread can be started, nothing is to be waited for
            self._jobs[slot] = job
        asyncio.get_running_loop().create_task(self._leave(slot, job))
        return job

    def stop(self) -> None:
        """Makes whatever runs end soon; from any thread."""
        for job in list(self._jobs.values()):
            job.stop()

    async def _leave(self, slot: str, job: Job) -> None:
        await job.ended()
        if self._jobs.get(slot) is job:
            del self._jobs[slot]
