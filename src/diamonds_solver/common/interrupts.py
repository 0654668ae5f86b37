"""Ctrl-C and other ends from outside, where systems differ: who hears them, and while what."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future
    from types import FrameType

Result = TypeVar("Result")

LISTENING = 0.2
"""Seconds: on Windows who waits without end hears no Ctrl-C."""
MOST_PROCESSES = 61 if sys.platform == "win32" else 1 << 16
"""That one pool can wait for."""
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]


def wait_for(future: Future[Result]) -> Result:
    """The result, waited for in a way that hears Ctrl-C."""
    while True:
        try:
            return future.result(LISTENING)
        except TimeoutError:  # of this look, or of the work
            if future.done():
                return future.result()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes and threads that are started here never hear Ctrl-C, which a terminal sends to all, also before they can say so; this one
    hears it after the block."""
    if sys.platform == "win32":
        from ctypes import windll

        windll.kernel32.SetConsoleCtrlHandler(None, True)  # processes inherit this; a Ctrl-C within the block is lost
        try:
            yield
        finally:
            windll.kernel32.SetConsoleCtrlHandler(None, False)
    else:
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # begun later it would let interrupts through again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def remembered_interrupts() -> Iterator[Callable[[], bool]]:
    """Gives a function that says whether Ctrl-C, or what is heard as it, came in the block, for who works with objects that have a
    `__del__`: it raises KeyboardInterrupt as ever, and Python drops that there. Only the main thread hears it."""
    came = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield came.is_set
        return

    def hearing(before: Callable[[int, FrameType | None], object]) -> Callable[[int, FrameType | None], None]:
        def hear(number: int, frame: FrameType | None) -> None:
            came.set()
            before(number, frame)

        return hear

    heard = {number: handler for number in (signal.SIGINT, *_ENDING) if callable(handler := signal.getsignal(number))}
    for number, handler in heard.items():
        signal.signal(number, hearing(handler))
    try:
        yield came.is_set
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler)


@contextmanager
def ending_signals() -> Iterator[None]:
    """In the block what ends a program (kill, a closed terminal or window, Ctrl-Break) is heard as Ctrl-C is."""
    before = {number: signal.getsignal(number) for number in _ENDING}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:  # nohup lets one be ignored
            signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
