"""Work spread over threads. The C core releases the GIL while it searches, so threads are enough; each needs a solver of its own."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from queue import Empty, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from diamonds_solver.common.interrupts import wait_for

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]
"""Called with what is done and with the total."""
Stop = Callable[[], bool]
"""Whether to end early; may be called from any thread."""

_AHEAD = 4  # items per thread that are taken before their turn: enough to keep all busy, few enough to hold in memory


def thread_count(threads: int) -> int:
    """The number of threads that is meant: 0 is one for each processor that this program may use."""
    if threads:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def arriving(items: Iterable[Item], patience: float) -> Iterator[Item | None]:
    """The items, read by a thread of its own; None whenever there has been none for `patience` seconds."""
    read: Queue[tuple[Item | None, BaseException | None]] = Queue(_AHEAD)

    def read_all() -> None:
        try:
            for item in items:
                read.put((item, None))
            read.put((None, StopIteration()))
        except BaseException as error:
            read.put((None, error))

    Thread(target=read_all, daemon=True).start()  # one that waits for its source must not keep the program alive
    while True:
        try:
            item, error = read.get(timeout=patience)
        except Empty:
            yield None
            continue
        if isinstance(error, StopIteration):
            return
        if error is not None:
            raise error
        yield item


def ordered_map(
    function: Callable[[Item], Result], items: Iterable[Item | None], threads: int, on_interrupt: Callable[[], None]
) -> Generator[Result, None, None]:
    """`function` of each item, in the order of the items. With one thread it runs in this one.

    None is no item: it is an opportunity to hand out a result while the next item is waited for.
    On Ctrl-C `on_interrupt` is called, which should make running calls end soon; their results still come, items not begun are dropped.
    It is also called before an exception of `items`, of a call or of a thread that cannot be started is raised.
    """
    if threads == 1:
        yield from (function(item) for item in items if item is not None)
        return
    from concurrent.futures import ThreadPoolExecutor  # it takes a while to load

    with ThreadPoolExecutor(threads) as pool:
        pending: deque[Future[Result]] = deque()
        try:
            for item in items:
                if item is not None:
                    pending.append(pool.submit(function, item))
                while pending and (pending[0].done() or len(pending) >= _AHEAD * threads):
                    yield wait_for(pending[0])
                    pending.popleft()
            while pending:
                yield wait_for(pending[0])
                pending.popleft()
        except KeyboardInterrupt:
            on_interrupt()
            for future in [future for future in pending if not future.cancel()]:
                yield future.result()
        except Exception:  # also of a thread that cannot be started: the pool waits for the calls that run
            on_interrupt()
            raise
        finally:
            for future in pending:
                future.cancel()


def in_blocks(
    function: Callable[[int, int], Result],
    total: int,
    size: int,
    threads: int,
    *,
    time_limit: float | None = None,
    on_progress: Progress | None = None,
    should_stop: Stop | None = None,
) -> tuple[list[Result], bool]:
    """`function(first, count)` of `total` items in blocks of `size`, in their order, and whether it was interrupted before the last one.

    No block is begun after `time_limit` seconds. `on_progress` is told after each block how many items are done, and of how many. Ctrl-C,
    and `should_stop`, leave the blocks that are done; KeyboardInterrupt where there is none.
    """
    started, stop = time.perf_counter(), Event()
    results: list[Result] = []
    try:
        starts = range(0, total, size)
        with closing(ordered_map(lambda first: function(first, min(size, total - first)), starts, threads, stop.set)) as blocks:
            for result in blocks:
                results.append(result)
                done = min(size * len(results), total)
                if on_progress is not None:
                    on_progress(done, total)
                if stop.is_set() or (should_stop is not None and should_stop()):
                    return results, done < total
                if time_limit is not None and time.perf_counter() - started >= time_limit:
                    break
    except KeyboardInterrupt:
        if not results:
            raise
        return results, True
    return results, False
