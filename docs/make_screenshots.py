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
    show(page, "position", "ending")
    expect(page.locator(".turn-text")).to_contain_text("to move")
    page.locator("#solve").click()
    expect(page.locator(".verdict")).to_be_visible(timeout=WAIT)


def table(page: Any) -> None:
    """A game against the program, some tricks later, with a hint."""
    show(page, "position", "full4")
    expect(page.locator(".turn-text")).to_contain_text("to move")
    page.get_by_role("link", name="Table").click()
    page.locator("#go-on").click()
    for count in range(3):
        expect(page.locator(".mine.turn")).to_be_visible(timeout=WAIT)
        expect(page.locator(".mine .hand > *")).to_have_count(10 - count)
        page.locator(".mine .hand button.card").last.click()
        if page.locator(".victims").count():
            page.locator(".victims button").first.click()
    expect(page.locator(".mine .hand > *")).to_have_count(7)
    expect(page.locator(".mine.turn")).to_be_visible(timeout=WAIT)
    page.get_by_label("think").select_option("15")
    page.locator("#hint").click()
    expect(page.locator(".verdict")).to_be_visible(timeout=WAIT)


def game(page: Any) -> None:
    """A round reviewed, at its first mistake."""
    show(page, "game", "game4")
    expect(page.locator(".chip").first).to_be_visible()
    page.locator("#review-game").click()
    expect(page.locator("#retry")).to_be_enabled(timeout=WAIT)  # the review is at its end
    page.keyboard.press("n")
    expect(page.locator(".chip.marked[aria-current]")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def diams(page: Any) -> None:
    """A round of a game with its moves in words, after a few of them, with a hint."""
    record = "diams 1; players Ann Bob; hand Ann 9,7,7,7,4; hand Bob 10,5,3; safe Bob 6,6,6; market 9*,7*,3,2,1; turn Ann; phase act"
    show_text(page, "position", record)
    expect(page.locator(".turn-text")).to_contain_text("decides")
    page.locator("#advise").click()
    expect(page.locator(".verdict")).to_be_visible(timeout=WAIT)


PICTURES = {
    "page-position": (position, 1000, 730, "light"),
    "page-table": (table, 400, 1180, "dark"),
    "page-diams": (diams, 400, 1180, "light"),
    "page-game": (game, 1000, 1180, "light"),
}
"""What is shown, the width and height of the window, and the colours."""


def show(page: Any, screen: str, example: str) -> None:
    """Goes to a screen that finds an example there."""
    show_text(page, screen, examples()[example].read_text(encoding="utf-8"))


def show_text(page: Any, screen: str, text: str) -> None:
    page.evaluate("([screen, text]) => sessionStorage.setItem(screen, text)", [screen, text])
    page.goto(f"{page.url.partition('#')[0]}#{screen}")
    page.reload()


def main() -> None:
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
