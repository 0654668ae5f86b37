"""Work spread over threads. The C core releases the GIL while it searches, so threads are enough; each needs a solver of its own."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4  # items per thread that are taken before their turn: enough to keep all busy, few enough to hold in memory


def thread_count(threads: int) -> int:
    """The number of threads that is meant: 0 is one for each processor that this program may use."""
    if threads:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ordered_map(
    function: Callable[[Item], Result], items: Iterable[Item], threads: int, on_interrupt: Callable[[], None]
) -> Generator[Result, None, None]:
    """`function` of each item, in the order of the items. With one thread it runs in this one.

    On Ctrl-C `on_interrupt` is called, which should make running calls end soon; their results still come, items not begun are dropped.
    """
    if threads == 1:
        yield from map(function, items)
        return
    from concurrent.futures import ThreadPoolExecutor  # it takes a while to load

    with ThreadPoolExecutor(threads) as pool:
        pending: deque[Future[Result]] = deque()
        try:
            for item in items:
                pending.append(pool.submit(function, item))
                while len(pending) >= _AHEAD * threads:
                    yield pending[0].result()
                    pending.popleft()
            while pending:
                yield pending[0].result()
                pending.popleft()
        except KeyboardInterrupt:
            on_interrupt()
            for future in [future for future in pending if not future.cancel()]:
                yield future.result()
        finally:
            for future in pending:
                future.cancel()
