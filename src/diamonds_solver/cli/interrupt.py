"""Ctrl-C that ends a piece of work, not the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stopping_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Gives a function for `should_stop`: it says so after Ctrl-C, which in the block raises nothing.

    A KeyboardInterrupt could come anywhere, also where Python drops it or where what is done so far is lost.
    """
    stop = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield stop.is_set
    finally:
        signal.signal(signal.SIGINT, before)
