"""Makes the pictures of the page that the documentation shows: `make screenshots`. It needs playwright and a Chromium, as the tests do.

The numbers on them depend on the machine's speed, so no test compares them with the page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from diamonds_solver.games.records import examples

FOLDER = Path(__file__).parent / "pictures"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
WAIT = 60_000  # milliseconds


def position(page: Any) -> None:
    """A table with the values of all moves."""
    show(page, "solve", "ending")
    expect(page.locator(".line .lab")).to_contain_text("Best play")


def table(page: Any) -> None:
    """A game against the program, some tricks later, with a hint."""
    text = examples()["full4"].read_text(encoding="utf-8")
    show_text(page, "solve", text.replace("players 4", "players Cy You Ann Bob"))
    page.locator(".ctl .more").click()
    page.locator("#play-here").click()
    for count in range(3):
        expect(page.locator(".play[data-busy=false] .me.turn")).to_be_visible()
        expect(page.locator(".hand .card")).to_have_count(10 - count)
        page.locator(".hand button:not([aria-disabled])").last.click()
        if page.locator(".rob").count():
            page.locator(".rob").first.click()
        expect(page.locator(".hand .card")).to_have_count(9 - count)
    expect(page.locator(".play[data-busy=false] .me.turn")).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator(".hint[aria-busy=false]")).to_be_visible()


def game(page: Any) -> None:
    """A game reviewed, at the card that cost most."""
    page.evaluate("text => sessionStorage.setItem('diamonds.game', text)", examples()["game4"].read_text(encoding="utf-8"))
    page.evaluate("location.hash = 'review'")
    expect(page.locator(".moves")).to_be_visible()
    expect(page.locator(".work")).to_have_count(0, timeout=5 * WAIT)  # the review is at its end
    for decision in page.locator(".worst button").all():
        decision.click()
        if "trick" in page.locator(".brd h1").inner_text():
            break
    expect(page.locator(".hand .card.best").first).to_be_visible()


def diams(page: Any) -> None:
    """A game whose moves are told in words, with a hint."""
    page.evaluate("localStorage.setItem('diamonds.pace', 'instant')")
    page.get_by_role("button", name="Diam's").click()
    page.locator("#deal").click()
    for _ in range(2):
        expect(page.locator(".play[data-busy=false] .turns")).to_be_visible()
        steps = page.locator(".play").get_attribute("data-steps")
        page.locator(".all-moves").evaluate("details => details.open = true")
        page.locator(".all-moves .mv button").first.click()
        expect(page.locator(f".play[data-steps='{steps}']")).to_have_count(0)
    expect(page.locator(".play[data-busy=false] .turns")).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator(".hint[aria-busy=false]")).to_be_visible()


PICTURES = {
    "page-position": (position, 1000, 700, "light"),
    "page-table": (table, 390, 800, "dark"),
    "page-diams": (diams, 390, 800, "light"),
    "page-game": (game, 1280, 800, "light"),
}
"""What is shown, the width and height of the window, and the colours."""


def show(page: Any, screen: str, example: str) -> None:
    """Goes to a screen that finds an example there."""
    show_text(page, screen, examples()[example].read_text(encoding="utf-8"))


def show_text(page: Any, screen: str, text: str) -> None:
    kept = "diamonds." + ("position" if screen == "solve" else screen)
    page.evaluate("([kept, text]) => (sessionStorage.setItem(kept, text), localStorage.setItem('diamonds.pace', 'instant'))", [kept, text])
    page.goto(f"{page.url.partition('#')[0]}#{screen}")
    page.reload()


def main() -> None:
    expect.set_options(timeout=WAIT)
    FOLDER.mkdir(exist_ok=True)
    program = os.environ.get("DIAMONDS_CHROMIUM") or shutil.which("chromium")
    for name, (make, width, height, scheme) in PICTURES.items():
        command = [sys.executable, "-m", "diamonds_solver", "web", "--no-browser", "--quiet"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
            try:
                assert server.stdout is not None
                chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
                page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
                page.goto(server.stdout.readline().strip())
                make(page)
                page.screenshot(path=FOLDER / f"{name}.png")
                chromium.close()
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
