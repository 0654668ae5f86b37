"""``diamonds web``: the page, on this machine alone."""

from __future__ import annotations

import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory

import click

from diamonds_solver.common.files import is_terminal, reason_of
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.errors import DiamondsError

from .limits import Duration, Memory, Whole
from .options import note, quiet_option

_MOST_PORT = 65535
_USUAL_PORT = 8237  # what a browser keeps of a game belongs to the port, too
_TERMINATED = 128 + signal.SIGTERM


@click.command()
@click.option(
    "--port",
    type=Whole(0, _MOST_PORT),
    show_default=f"{_USUAL_PORT}, or a free one",
    help="The port on loopback; 0: any free one.",
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option("--time-limit", type=Duration(), default="60s", show_default=True, help="Time limit for one computation.")
@click.option("--memory", type=Memory(), default="256M", show_default=True, help="Memory limit for the solver's table.")
@click.option("--threads", type=Whole(0, 1024), default=0, show_default="0, all processors", help="Threads for one computation.")
@quiet_option
def command(port: int | None, no_browser: bool, time_limit: float, memory: int, threads: int, quiet: bool) -> None:
    """Open the page in a browser: play, set up positions, review games, pass cards.

    It needs no network: the server listens on this machine only, and answers only the browser that opens the printed address; Enter prints
    a new address for another browser. Ctrl-C ends it; the exit code is then 0.
    """
    from diamonds_solver.web.fields import Limits
    from diamonds_solver.web.server import serve  # with starlette and uvicorn, which no other command needs

    limits = Limits(seconds=time_limit, memory=memory, threads=thread_count(threads))
    try:
        listener = _listener(port)
    except OSError as error:
        hint = "without --port a free one is taken"
        raise DiamondsError(f"port {port} on loopback: {error.strerror or error}", code="E-PORT", hint=hint) from error
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))  # after the server's end, with the folder removed
    with listener, ExitStack() as stack:
        folder = None
        if not no_browser and _has_display():
            try:
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="diamonds-")))
            except OSError as error:
                note(f"the browser is not opened: {reason_of(error)}", quiet)
        try:
            serve(listener, limits, _Opener(folder, quiet).start)
        except KeyboardInterrupt:
            note("ended", quiet)


def _listener(port: int | None) -> socket:
    """Raises OSError where the port is taken; without one the usual port, or a free one."""
    from diamonds_solver.web.server import listen

    if port is not None:
        return listen(port)
    try:
        return listen(_USUAL_PORT)
    except OSError:
        return listen(0)


class _Opener:
    """Tells the address, opens it, and tells a new one for each Enter."""

    def __init__(self, folder: Path | None, quiet: bool) -> None:
        """`folder`: for what the browser opens; None: it opens nothing."""
        self._folder, self._quiet = folder, quiet

    def start(self, new_address: Callable[[], str]) -> None:
        address = new_address()
        click.echo(address)
        sys.stdout.flush()
        is_asked = sys.stdin is not None and is_terminal(sys.stdin)
        more = "Enter prints another; " if is_asked else ""
        note(f"the address works once, for one browser; {more}Ctrl-C ends the program", self._quiet)
        if self._folder is not None:
            threading.Thread(target=webbrowser.open, args=(_link(self._folder, address),), daemon=True).start()
        if is_asked:
            if hasattr(signal, "SIGTTIN"):
                signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # in the background reading fails, and does not stop the program
            threading.Thread(target=self._answer, args=(new_address,), daemon=True).start()

    def _answer(self, new_address: Callable[[], str]) -> None:
        try:
            while sys.stdin.readline():
                click.echo(new_address())
                sys.stdout.flush()
        except (OSError, ValueError):  # no terminal any more
            pass


def _link(folder: Path, address: str) -> str:
    """A file, for its user's eyes alone, that leads to the address: all users see the arguments of a browser."""
    path = folder / "open.html"
    link = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={address}"><a href="{address}">Diamonds</a>'
    with open(path, "x", encoding="utf-8", opener=partial(os.open, mode=0o600)) as file:
        file.write(link)
    return path.as_uri()


def _has_display() -> bool:
    """Over ssh and in containers a browser of the terminal would open."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
