"""What a first visit to the page and to the phone costs: bytes, first paint, when a press does something, and how much moves by itself.

Each run has a profile of its own, so nothing is in a cache; server and browser are on this machine. `usable`: the first screen can be
pressed. Layout shift is as browsers measure it, added up, at the start and in a round that is played at the pace `fast`. Medians of the
runs, of shift the greatest. Needs `make app`, and the browser of the tests.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import click
from common.kinds import machine, markdown_table

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # for what the tests share
from tests.browser import Page, chromium  # noqa: E402
from tests.web.running import running  # noqa: E402

APP = ROOT / "build" / "app"
SIZES = ((1280, 800), (360, 640))
KEPT = {"diamonds.pace": "fast", "diamonds.start": '{"players":"4","level":"easy","rounds":"1"}'}
WATCH = """window.shifts = 0;
new PerformanceObserver(list => list.getEntries().forEach(one => { if (!one.hadRecentInput) window.shifts += one.value; }))
    .observe({ type: "layout-shift", buffered: true });
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    if (document.querySelector("#deal")) window.usable ??= performance.now();
}).observe(document.documentElement, { childList: true, subtree: true }));"""
PAINTED = """() => new Promise(done => {
    const look = () => {
        const paint = performance.getEntriesByName("first-paint")[0]?.startTime;
        if (paint && window.usable) done({ paint, usable: window.usable });
        else setTimeout(look, 50);
    };
    look();
})"""
PRESSED = (
    "#awards-next",
    ".play[data-busy=false] .rob",
    ".play[data-busy=false] #confirm:enabled",
    ".play[data-busy=false] .counts button",
    ".play[data-busy=false] .hand button:not([aria-disabled]):not(.up)",
)
"""What is pressed in a round, the first of them that is there."""


def play(page: Any) -> None:
    """A round to its end. The presses are those of a mouse: what moves just after one does not count as a shift."""
    from playwright import sync_api

    while not page.locator(".over").count():
        wanted = next((each for each in PRESSED if page.locator(each).count()), None)
        if wanted:
            with suppress(sync_api.TimeoutError):  # what was there is gone by now
                page.locator(wanted).first.click(timeout=1000)
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)


class Files(SimpleHTTPRequestHandler):
    """The phone's files, and the size of each that was sent."""

    def __init__(self, sent: list[int], *arguments: Any, **options: Any) -> None:
        self._sent = sent
        super().__init__(*arguments, directory=str(APP), **options)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        self._sent.append(len(content))
        outputfile.write(content)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass


@contextmanager
def phone() -> Iterator[tuple[str, list[int]]]:
    """The address of the phone's page, and the sizes of the files it has sent."""
    sent: list[int] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, sent))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", sent
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def desk() -> Iterator[tuple[str, list[int]]]:
    """The same of the page that `diamonds web` serves; the browser counts what comes."""
    with running() as server:
        yield server.address, []


def visit(browser: Any, kind: str, width: int, height: int) -> tuple[int, float, float, float, float, float]:
    """Requests, kilobytes, seconds to first paint and until usable, layout shift at the start and in a round."""
    with (phone if kind == "phone" else desk)() as (address, sent):
        opened = Page(browser, "about:blank", {}, "", viewport={"width": width, "height": height})
        page = opened.page
        with opened.closing():
            page.context.add_init_script(f"Object.assign(localStorage, {KEPT}); {WATCH}")
            if kind != "phone":
                page.on("requestfinished", lambda request: sent.append(request.sizes()["responseBodySize"]))
            page.goto(address)
            painted = page.evaluate(PAINTED)
            page.wait_for_load_state("networkidle")
            loaded, start = sent[:], page.evaluate("window.shifts")
            page.locator("#deal").click()
            play(page)
            shift = page.evaluate("window.shifts") - start
            return len(loaded), sum(loaded) / 1000, painted["paint"] / 1000, painted["usable"] / 1000, start, shift


@click.command(help=__doc__)
@click.option("--runs", default=5, show_default=True, help="Visits of each kind.")
def main(runs: int) -> None:
    if not (APP / "sw.js").exists():
        raise click.ClickException("this needs make app")
    rows = []
    with chromium() as browser:
        for kind in ("page", "phone"):
            for width, height in SIZES:
                requests, size, paint, usable, *shifts = zip(*(visit(browser, kind, width, height) for _ in range(runs)), strict=True)
                seconds = [f"{statistics.median(times):.2f}" for times in (paint, usable)]
                moved = [f"{max(each):.3f}" for each in shifts]
                loaded = [f"{statistics.median(each):.0f}" for each in (requests, size)]
                rows.append([f"{kind}, {width}x{height}", *loaded, *seconds, *moved])
    header = ["first visit", "requests", "kB", "first paint, s", "usable, s", "shift at start", "shift in a round"]
    click.echo(f"{machine()}.\n\n{markdown_table(header, rows)}")


if __name__ == "__main__":
    main()
