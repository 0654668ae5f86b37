"""Tasks worked out in processes of their own, for work that holds the interpreter: an executor as those of ``executors``."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from diamonds_solver.errors import DiamondsError

from .executors import Function, Result, Task
from .interrupts import LISTENING, MOST_PROCESSES, deaf_to_interrupts

_AHEAD = 2  # tasks per process that are handed out before their turn


class WorkerError(DiamondsError, RuntimeError):
    """A process is gone, or could not be started."""

    code = "E-WORKER"


class Processes:
    """Processes of their own, each with a copy of the function. They end with the process that started them, however it ends."""

    def __init__(self, processes: int, work: str) -> None:
        """`work`: what they do, in messages."""
        self._processes = min(processes, MOST_PROCESSES)
        self._work = work

    def map(self, function: Function[Task, Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """As `Executor.map`.

        Raises WorkerError when one of the processes is killed, after the results that are finished, and when one cannot be started.
        """
        context = multiprocessing.get_context("spawn")
        others = set(multiprocessing.active_children())
        with _starting():
            stop = context.Event()
            pool = ProcessPoolExecutor(self._processes, context, _start_worker, (function, stop))
        pending: set[Future[Result | None]] = set()
        todo = iter(tasks)
        try:
            while True:
                with _starting(), deaf_to_interrupts():
                    room = _AHEAD * self._processes - len(pending)
                    pending |= {pool.submit(_worked_out, task) for _, task in zip(range(room), todo, strict=False)}
                if not pending:
                    return
                done, pending = wait(pending, LISTENING, FIRST_COMPLETED)
                yield from _finished(done)
        except KeyboardInterrupt:
            stop.set()
            yield from _finished([future for future in pending if not future.cancel()])
            raise
        except BrokenProcessPool as error:  # tasks are handed out to nobody
            hint = "is there too little memory? fewer --threads need less"
            raise WorkerError(f"a process that {self._work} was killed, or ended by itself", hint=hint) from error
        finally:
            stop.set()
            try:
                pool.shutdown(cancel_futures=True)  # waits: a worker that is just starting still looks for `stop`
            except RuntimeError:  # the thread that would end the processes could not be started
                for process in set(multiprocessing.active_children()) - others:
                    process.terminate()


@contextmanager
def _starting() -> Iterator[None]:
    """What the system does not start, a process or the thread that looks after them, is a WorkerError."""
    try:
        yield
    except BrokenProcessPool:
        raise
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise WorkerError(f"the system cannot start more processes: {reason}", hint="--threads 1 needs none") from error


def _finished(futures: Iterable[Future[Result | None]]) -> Iterator[Result]:
    """The results that are there; only then what went wrong with the others."""
    for future in sorted(futures, key=lambda future: future.exception() is not None):
        result = future.result()
        if result is not None:
            yield result


_worker: tuple[Function[Any, Any], Callable[[], bool]]
"""In a process of its own: what it does, and whether it is to stop."""


def _start_worker(function: Function[Any, Any], stop: Any) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one tells the others
    try:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:  # the system has no more threads; a traceback of this process would help nobody
        os._exit(1)
    _worker = function, stop.is_set


def _end_with_parent() -> None:
    """A process that was killed tells nobody: its workers have to see to it themselves."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _worked_out(task: Any) -> Any:
    function, should_stop = _worker
    return function(task, should_stop)
