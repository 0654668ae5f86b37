"""Tasks worked out elsewhere: on threads of this process, or on a cluster of Dask.

    with executor("local:4", threads=0) as workers:
        for result in workers.map(function, tasks): ...

A task is a value that can be copied to another machine, and depends on nothing but itself: results are the same wherever it runs, and one
that was lost with its worker is worked out again.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Protocol, TypeVar

from diamonds_solver.common.interrupts import deaf_to_interrupts, remembered_interrupts
from diamonds_solver.common.version import build_id
from diamonds_solver.errors import DiamondsError, MissingExtraError

from .parallel import ordered_map, thread_count

Task = TypeVar("Task")
Result = TypeVar("Result")
Function = Callable[[Task, Callable[[], bool] | None], Result | None]
"""function(task, should_stop); None when `should_stop` said so before the end."""

_PATIENCE = 15  # seconds to reach a scheduler
_LONELY = 60  # seconds without a worker: one that was lost is started again meanwhile
_AHEAD = 4  # tasks per thread of a worker that are handed out before their turn
_RETRIES = 5  # of a task whose worker was lost


class ClusterError(DiamondsError, RuntimeError):
    """A cluster that cannot be reached, or whose workers are gone."""

    code = "E-CLUSTER"


class Executor(Protocol):
    """Where tasks are worked out."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...

    def map(self, function: Function[Task, Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """The results as they come. On Ctrl-C those that are finished still come, then KeyboardInterrupt."""
        ...


def executor(cluster: str | None, threads: int) -> Executor:
    """``None``: `threads` of this process (0: one per processor); ``local:4``: four processes; ``tcp://host:8786``: a scheduler."""
    return Threads(threads) if cluster is None else Cluster(cluster)


class Threads:
    """Threads of this process."""

    def __init__(self, threads: int) -> None:
        self._threads = thread_count(threads)
        self._stop = threading.Event()

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()

    def map(self, function: Function[Task, Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        results = ordered_map(lambda task: function(task, self._stop.is_set), tasks, self._threads, self._stop.set)
        for result in results:
            if result is not None:
                yield result
        if self._stop.is_set():
            raise KeyboardInterrupt


class Cluster:
    """A cluster of Dask ``distributed``."""

    def __init__(self, address: str) -> None:
        """Raises MissingExtraError without distributed, ClusterError for an address that leads nowhere and a scheduler without workers."""
        try:
            import distributed
        except ImportError as error:
            message = "a cluster needs distributed, which is not installed"
            raise MissingExtraError.of("dask", message) from error
        self._dask: Any = distributed  # its types are not told
        for name in ("distributed", "distributed.client"):  # a lost worker is nothing to tell: its tasks go to another one
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._local: Any = None
        kind, _, count = address.partition(":")
        if kind == "local":
            if not count.isdecimal() or not 1 <= int(count) <= 1024:
                raise ClusterError(f"{address!r} is not a cluster", hint="write local:4 for four processes here, or tcp://host:8786")
            with deaf_to_interrupts():
                self._local = self._dask.LocalCluster(
                    n_workers=int(count), threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
                )
            address = self._local.scheduler_address
        try:
            self._client: Any = self._dask.Client(address, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no scheduler answers at {address}", hint="start one: dask scheduler") from error
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError as error:
            self._client.close()
            raise ClusterError(f"the scheduler at {address} has no workers", hint=f"start some: dask worker {address}") from error

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._client.close()
        if self._local is not None:
            self._local.close()

    def map(self, function: Function[Task, Result], tasks: Iterable[Task]) -> Generator[Result, None, None]:
        todo = iter(tasks)
        arrived: SimpleQueue[Any] = SimpleQueue()
        pending: set[Any] = set()
        looked, room = -math.inf, 0
        with remembered_interrupts() as was_interrupted:  # futures of Dask have a `__del__`

            def arrival() -> Any:
                if was_interrupted():
                    raise KeyboardInterrupt
                return arrived.get(timeout=1)

            try:
                while True:
                    if time.monotonic() - looked >= 1:  # workers come and go
                        looked, room = time.monotonic(), _AHEAD * max(1, sum(self._client.nthreads().values()))
                    for _, task in zip(range(room - len(pending)), todo, strict=False):
                        future = self._client.submit(_checked, build_id(), function, task, retries=_RETRIES, pure=False)
                        pending.add(future)
                        future.add_done_callback(arrived.put)
                    if not pending:
                        return
                    future = self._waited_for(arrival, Empty)
                    pending.remove(future)
                    yield self._result(future)
            except KeyboardInterrupt:
                yield from [self._result(future) for future in pending if future.status == "finished"]
                raise
            finally:
                with suppress(Exception):  # the scheduler may be gone
                    self._client.cancel(list(pending))

    def _waited_for(self, get: Callable[[], Any], nothing: type[Exception]) -> Any:
        """What `get` returns, which raises `nothing` after a second in vain. Raises ClusterError where all workers stay away."""
        alone_since: float | None = None
        while True:
            try:
                return get()
            except nothing:
                now = time.monotonic()
                alone_since = None if self._client.nthreads() else now if alone_since is None else alone_since
                if alone_since is not None and now - alone_since > _LONELY:
                    hint = "look at the workers' own messages, and start some"
                    raise ClusterError("the cluster has no workers any more", hint=hint) from None

    def _result(self, future: Any) -> Any:
        try:
            return self._waited_for(lambda: future.result(timeout=1), TimeoutError)  # it may have been lost with its worker
        except DiamondsError:
            raise
        except self._dask.KilledWorker as error:
            hint = "is there too little memory? look at the workers' own messages"
            raise ClusterError("workers were killed again and again on the same task", hint=hint) from error
        except (self._dask.CancelledError, OSError) as error:
            raise ClusterError("the scheduler of the cluster is gone", hint="start it and its workers again") from error
        except ImportError as error:
            raise ClusterError(f"a worker cannot load the program: {error}", hint=_INSTALL) from error


_INSTALL = "install the same version of it on every machine of the cluster"


def _checked(build: str, function: Function[Task, Result], task: Task) -> Result | None:
    """On a worker: the result, unless the program there is another one."""
    if build_id() != build:
        raise ClusterError(f"a worker has build {build_id()} of the program, here is build {build}", hint=_INSTALL)
    return function(task, None)
