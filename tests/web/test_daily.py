"""The deal of the day: the same for everybody, played once, compared with the solver and with earlier days."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest

from ..browser import Browser, accessibility_problems, overflow
from .paging import READY, answer_with, asks_whom, expect, looks, opened
from .running import Running
from .test_modes import SIZES

pytestmark = pytest.mark.browser

PLAY_FIRST = """async day => {
    const [{ bodyOf }, { ask, Question }] = await Promise.all([import("./daily.js"), import("./api.js")]);
    let live = await ask("play", { action: "begin", ...bodyOf(day) });
    while (live.turn) {
        const { id, steps } = live;
        if (live.turn.source === "me") live = await ask("play", { action: "move", id, steps, move: live.moves[0].move });
        else live = await Question.ask("turn", { id, seat: "" }, () => {});
    }
    return live.table.tricks.map(({ moves }) => moves.join(" "));
}"""
"""The first move that there is, at every turn of a day."""


def play(page: Any) -> None:
    """The round of the day to its end, by pressing."""
    while True:
        expect(page.locator(f"{READY}, .rob, .score").first).to_be_visible()
        if page.locator(".score").count():
            return
        steps = page.locator(".play").get_attribute("data-steps")
        is_robbing = bool(page.locator(".rob").count())
        if not is_robbing:
            page.locator(".hand button:not([aria-disabled])").first.click()
            is_robbing = asks_whom(page, steps)
        if is_robbing:
            page.locator(".rob").first.click()
        expect(page.locator(f".play[data-steps='{steps}']")).to_have_count(0)


def test_a_day_is_played_and_compared(browser: Browser, server: Running) -> None:
    """No hint, nothing taken back; the first game counts, and the solver plays the same cards."""
    with opened(browser, server) as page:
        page.locator("#day").click()
        expect(page.locator(".me.turn")).to_be_visible()
        expect(page.locator("#hint")).to_be_disabled()
        page.locator("#mode").click()
        expect(page.get_by_role("dialog")).to_contain_text("deal of the day")
        expect(page.locator(".modes input:enabled")).to_have_count(0)
        page.keyboard.press("Escape")
        page.keyboard.press("a")
        expect(page.locator(".hint")).to_have_count(0)
        page.locator(".hand button:not([aria-disabled])").first.click()
        expect(page.locator(READY).first).to_be_visible()
        expect(page.locator("#undo")).to_be_disabled()
        page.goto(f"{page.url.partition('#')[0]}#start")
        expect(page.locator("#day")).to_have_text("Go on")
        page.locator("#day").click()
        play(page)
        points = int(page.locator(".score .big b").first.inner_text())
        expect(page.locator(".score h1")).not_to_contain_text("You made", timeout=120_000)
        solver = int(page.locator(".score .big b").last.inner_text())
        behind = solver - points
        assert {name.inner_text() for name in page.locator(".beside span:first-child").all()} == {"solver", "you", "normal", "easy"}
        words = f"You beat the solver by {-behind}" if behind < 0 else f"{'One' if behind == 1 else behind} behind the solver"
        expect(page.locator(".score h1")).to_have_text(words if behind else "Level with the solver")
        page.goto(f"{page.url.partition('#')[0]}#start")
        expect(page.locator("#day")).to_have_text("See it")
        expect(page.locator(".when p")).to_have_text(f"{points} : {solver} today, the next one at midnight")


def test_days_fit_and_can_be_read(browser: Browser, server: Running) -> None:
    with opened(browser, server, bypass_csp=True) as page:
        expect(page.locator(".ten .card")).to_have_count(10)
        for _ in looks(page, SIZES):
            box, cards = page.locator(".ten").bounding_box(), [card.bounding_box() for card in page.locator(".ten .card").all()]
            assert all(box["x"] - 1 <= card["x"] and card["x"] + card["width"] <= box["x"] + box["width"] + 1 for card in cards)
        today = date.fromisoformat(page.evaluate("import('/daily.js').then(({ today }) => today())"))
        days = {str(today - timedelta(days=back)): {"points": 12 + back, "solver": 14, "text": "x"} for back in range(4)}
        page.evaluate("days => localStorage.setItem('diamonds.days', days)", json.dumps(days))
        page.reload()
        expect(page.locator(".week .won")).to_have_count(2)
        for size in looks(page, SIZES, ("light", "dark")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        page.locator("#day").click()
        expect(page.locator(".score h1")).to_have_text("2 behind the solver")
        expect(page.get_by_role("list", name="The last seven days")).to_contain_text("15 points, the solver 14")
        for size in looks(page, SIZES, ("dark", "light")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size


def test_playing_again_does_not_count(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        today = page.evaluate("import('/daily.js').then(({ today }) => today())")
        page.evaluate("days => localStorage.setItem('diamonds.days', days)", json.dumps({today: {"points": 1, "solver": 14, "text": "x"}}))
        answer_with(page, "hint")
        page.goto(f"{page.url.partition('#')[0]}#daily")
        page.locator("#day-again").click()
        expect(page.locator(".me.turn")).to_be_visible()
        expect(page.locator("#hint")).to_be_enabled()
        expect(page.locator("#mode")).to_be_visible()
