"""The page in a real browser when something comes between: Stop, other screens, other tabs, a program that ends."""

from __future__ import annotations

import json
import socket
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ..browser import Browser
from ..program import PATIENCE
from .paging import HINT, cookie_of, decide, expect, opened, record, show_game, wait
from .running import Running, Stream, example, running

pytestmark = pytest.mark.browser

SLOW = "strong:time=1"


def begin(server: Running, *sources: str, seed: int = 1) -> str:
    """A game of two rounds and two players in which the first seat is to play a card; its name."""
    body = {"action": "begin", "sources": list(sources), "names": ["Ann", "Bob"], "seed": seed, "rounds": 2, "pass": False}
    return str(server.answer("play", body)["id"])


def settled(server: Running, name: str) -> str:
    """The record when the engine has moved."""
    while (state := server.answer("play", {"action": "state", "id": name}))["turn"]["source"] != "me":
        time.sleep(0.05)
    return str(state["record"])


def kept(page: Any, steps: int) -> None:
    """Waits until the browser keeps a game with at least so many moves; fails where it never does."""
    ends = time.monotonic() + PATIENCE
    while not page.evaluate("steps => JSON.parse(localStorage.getItem('diamonds.games') ?? '[]').some(game => game.steps >= steps)", steps):
        assert time.monotonic() < ends
        time.sleep(0.05)


@contextmanager
def at_table(browser: Browser, server: Running, *sources: str, **options: Any) -> Any:
    """A page that shows such a game."""
    with opened(browser, server, is_new=True, **options) as page:
        show_game(page, begin(server, *sources))
        yield page


def test_a_game_goes_on_after_stop(browser: Browser, server: Running) -> None:
    with at_table(browser, server, SLOW, "me") as page:
        expect(page.locator(".dots")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#go-on")).to_be_focused()
        page.keyboard.press("Enter")
        wait(page)
        expect(page.locator("#go-on")).to_have_count(0)


def test_a_game_goes_on_after_another_screen(browser: Browser, server: Running) -> None:
    with at_table(browser, server, SLOW, "me") as page:
        expect(page.locator(".dots")).to_be_visible()
        page.goto(f"{page.url.partition('#')[0]}#start")
        expect(page.locator("#deal")).to_be_visible()
        page.go_back()
        wait(page)


def test_a_game_does_not_wait_for_another_tab_but_a_question_does(browser: Browser, server: Running) -> None:
    stream = Stream(server, "solve", "another", {"text": example("full6")})
    assert stream.line()["event"] == "start"
    with opened(browser, server, is_new=True) as page:
        show_game(page, begin(server, "normal", "me", seed=2))  # a deal in which there is a choice: else nothing is computed
        wait(page)
        page.locator("#hint").click()
        expect(page.locator("#connection")).to_contain_text("Another tab is computing.")
        stream.close()
        expect(page.locator(HINT)).to_be_visible()
        expect(page.locator("#connection")).to_be_empty()


def second_tab(page: Any, script: str = "") -> Any:
    """Another tab of the same browser, at the same game; `script` is run before the page's own."""
    other = page.context.new_page()
    table = json.dumps(page.evaluate("sessionStorage.getItem('diamonds.table')"))
    other.add_init_script(f"sessionStorage.setItem('diamonds.table', {table}); {script}")
    other.goto(page.url)
    expect(other.locator(".play h1")).to_be_visible()
    return other


def test_a_review_is_taken_over(browser: Browser, server: Running) -> None:
    """Where two tabs compute, the second one says so; after *Take over* it goes on, and the first one says what became of its own."""
    with opened(browser, server, is_new=True) as page:
        page.evaluate("text => sessionStorage.setItem('diamonds.game', text)", example("game4"))
        page.evaluate("location.hash = 'review'")
        expect(page.locator("#stop")).to_be_visible()
        other = page.context.new_page()
        other.goto(page.url)  # which shows the same example
        expect(other.locator("#connection")).to_contain_text("Another tab is computing.")
        other.get_by_role("button", name="Take over").click()
        expect(other.locator("#connection")).to_be_empty()
        expect(other.locator(".cell .m").first).to_be_visible()
        expect(page.locator(".problems")).to_contain_text("another tab has taken over")
        expect(page.locator("#go-on")).to_be_visible()


def test_an_engine_is_taken_over(browser: Browser, server: Running) -> None:
    """Both tabs show one game whose engine thinks for long in the first one: the second one can have it think there."""
    with at_table(browser, server, "strong:time=600", "me") as page:
        expect(page.locator(".dots")).to_be_visible()
        other = second_tab(page)
        expect(other.locator("#connection")).to_contain_text("Another tab is computing.")
        other.get_by_role("button", name="Take over").click()
        expect(other.locator(".dots")).to_be_visible()
        expect(page.locator(".trouble")).to_contain_text("Another tab has taken over")
        expect(page.locator("#go-on")).to_be_visible()


def test_a_second_tab_follows_the_game(browser: Browser, server: Running) -> None:
    """What is played in one tab is shown in the other one, which asks no engine for it."""
    with at_table(browser, server, "me", "normal") as page:
        wait(page)
        other = second_tab(page)
        wait(other)
        asked = list[str]()
        other.on("request", lambda request: asked.append(request.url))
        decide(page)
        wait(page)
        expect(other.locator(".trouble")).to_contain_text("This game goes on in another tab.")
        expect(other.locator(f".play[data-steps='{page.locator('.play').get_attribute('data-steps')}']")).to_be_visible()
        wait(other)
        assert record(other) == record(page)
        assert [url for url in asked if url.endswith("/api/turn")] == []


def test_what_went_wrong_stands_in_the_hint(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "me", "normal", refused=("500",)) as page:
        wait(page)
        errors = {"errors": [{"code": "E-MEMORY", "message": "there is not enough memory", "hint": None}]}
        page.route("**/api/hint", lambda route: route.fulfill(status=500, json=errors))
        page.locator("#hint").click()
        expect(page.locator(".hint .problems")).to_contain_text("There is not enough memory")


def test_two_windows_of_one_game(browser: Browser, server: Running) -> None:
    """A change in one is not made on top of what the other has not seen: that one shows it first. Here it does not hear of it before."""
    with at_table(browser, server, "me", "normal") as page:
        wait(page)
        name = page.evaluate("sessionStorage.getItem('diamonds.table')")
        other = second_tab(page, "addEventListener('storage', event => event.stopImmediatePropagation(), true)")
        wait(other)
        for is_undo in (False, True):
            decide(page)
            wait(page)
            shown = settled(server, name)
            assert record(page) == shown
            if is_undo:
                other.keyboard.press("u")
            else:
                other.locator(".hand button:not([aria-disabled])").first.click()
            expect(other.locator(".trouble")).to_contain_text("another window")
            wait(other)
            assert record(other) == shown
            assert settled(server, name) == shown


def test_a_game_outlives_the_program(browser: Browser) -> None:
    """The program is killed and started again: the open page goes on, and a new one offers the game."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with running("--port", port) as first:
        first.open()
        with at_table(browser, first, "me", "normal", refused=("ERR_", "403")) as page:
            wait(page)
            kept(page, 0)
            before = record(page)
            first.process.kill()
            first.process.wait()
            page.get_by_role("button", name="Menu").click()
            with page.expect_download() as saved:
                page.get_by_role("button", name="Save").first.click()
            assert "x-sealed" in Path(saved.value.path()).read_text(encoding="utf-8")
            page.keyboard.press("Escape")
            page.locator(".hand button:not([aria-disabled])").first.click()
            expect(page.locator("#connection")).to_have_text("Reconnecting …")
            page.context.set_offline(True)  # until it has the cookie: without it the new program would turn it away
            with running("--port", port) as second:
                second.open()
                page.context.add_cookies([cookie_of(second)])
                page.context.set_offline(False)
                expect(page.locator(".trouble")).to_contain_text("started again")
                expect(page.locator("#connection")).to_be_empty()
                assert record(page) == before
                decide(page)
                wait(page)
                assert "\nplay " in record(page)
                kept(page, 1)
                shown = record(page)
                other = page.context.new_page()
                other.goto(f"http://{second.host}/#start")
                other.locator("#tile-resume").click()
                wait(other)
                assert record(other) == shown


def test_a_program_that_stays_away_leaves_the_game(browser: Browser) -> None:
    with running() as fresh:
        fresh.open()
        with at_table(browser, fresh, "me", "normal", refused=("ERR_",)) as page:
            wait(page)
            kept(page, 0)
            fresh.process.kill()
            fresh.process.wait()
            page.locator(".hand button:not([aria-disabled])").first.click()
            expect(page.locator(".trouble")).to_contain_text("Your game is kept here")
            with page.expect_download() as saved:
                page.locator(".trouble").get_by_role("button", name="Save").click()
            assert "x-sealed" in Path(saved.value.path()).read_text(encoding="utf-8")


def test_a_game_is_not_left_unasked(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "me", "normal") as page:
        wait(page)
        kept(page, 0)
        for _ in range(2):
            page.get_by_role("button", name="Menu").click()
            page.locator("#new-game").click()
            expect(page.get_by_role("dialog")).to_contain_text("stays under Resume")
            page.keyboard.press("Escape")
            wait(page)
        page.get_by_role("button", name="Menu").click()
        page.locator("#new-game").click()
        page.locator("#sure").click()
        page.locator("#tile-resume").click()
        wait(page)


def test_the_file_that_the_browser_is_started_with(browser: Browser, tmp_path: Path) -> None:
    """It leads to the page, and the cookie is sent, though a file is another site."""
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\ncp "${{1#file://}}" {tmp_path}/new && mv {tmp_path}/new {tmp_path}/open.html\n')
    program.chmod(0o755)
    with running(browser=str(program)) as fresh:
        fresh.wait_for(tmp_path / "open.html")
        link = (tmp_path / "open.html").as_uri()
        with browser.open(link, origin=f"http://{fresh.host}/") as page:
            expect(page.locator("#deal")).to_be_visible()
            assert page.url == f"http://{fresh.host}/"


def test_the_address_opens_once_and_leaves_the_bar(browser: Browser) -> None:
    with running() as fresh:
        with browser.open(fresh.address, origin=f"http://{fresh.host}/") as page:
            expect(page.locator("#deal")).to_be_visible()
            assert page.url == f"http://{fresh.host}/"
            page.go_back()
            assert "code" not in page.url
        status, _, body = fresh.get("/?" + fresh.address.partition("?")[2], cookie="")
        assert status == 403
        assert b"press Enter" in body
