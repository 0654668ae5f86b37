"""``diamonds web``: the page, on this machine alone."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

import click

from diamonds_solver.common.parallel import thread_count
from diamonds_solver.errors import DiamondsError

from .limits import Duration, Memory
from .options import note, quiet_option

_MOST_PORT = 65535


@click.command()
@click.option("--port", type=click.IntRange(0, _MOST_PORT), default=0, show_default="0, a free one", help="The port on loopback.")
@click.option("--no-browser", is_flag=True, help="Print the address, and open nothing.")
@click.option("--time-limit", type=Duration(), default="60s", show_default=True, help="Limit of time of one computation.")
@click.option("--memory", type=Memory(), default="256M", show_default=True, help="Limit of the solver's table.")
@click.option("--threads", type=click.IntRange(0, 1024), default=0, show_default="0, all processors", help="For one computation.")
@quiet_option
def command(port: int, no_browser: bool, time_limit: float, memory: int, threads: int, quiet: bool) -> None:
    """Open the page in a browser: play, set up positions, review games, pass cards.

    It needs no network: the server listens on this machine only, and answers the one browser that opens the address printed. Ctrl-C ends
    it; the exit code is then 0.
    """
    from diamonds_solver.web.limits import Limits
    from diamonds_solver.web.server import listen, serve  # with starlette and uvicorn, which no other command needs

    limits = Limits(seconds=time_limit, memory=memory, threads=thread_count(threads))
    try:
        listener = listen(port)
    except OSError as error:
        hint = "without --port a free one is taken"
        raise DiamondsError(f"port {port} on loopback: {error.strerror or error}", code="E-PORT", hint=hint) from error
    with listener:
        try:
            serve(listener, limits, lambda address: _tell(address, no_browser, quiet))
        except KeyboardInterrupt:
            note("ended", quiet)


def _tell(address: str, no_browser: bool, quiet: bool) -> None:
    click.echo(address)
    sys.stdout.flush()
    note("the address works once, for one browser; Ctrl-C ends the program", quiet)
    if not no_browser and _has_display():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_display() -> bool:
    """Over ssh and in containers a browser of the terminal would open."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
