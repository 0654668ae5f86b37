"""A hint: what it says of how sure it is, what stands on the cards, and where."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ..browser import Browser, accessibility_problems, overflow
from .paging import HINT, answer_with, expect, looks, opened, show_game, wait
from .running import Running

pytestmark = pytest.mark.browser

ROWS = "diamonds 1\nplayers You Ann Bob Cy\nhand You D13,9 H14,3 S12,8 C14,8,3,1\nlead P1\n"
"""Ten cards, which a phone has in two rows."""
SIXTEEN = "diamonds 1\nplayers You Ann\nvariant perfect\nhand You D8,7,5,2 H8,6,5,1 S7,5,3,2 C8,6,4,1\nlead P1\n"
ON_OTHERS = """() => [...document.querySelectorAll(".hand .card .v")].filter(badge => {
    const {left, right, top} = badge.getBoundingClientRect();
    badge.style.visibility = "hidden";
    const under = [left + 1, (left + right) / 2, right - 1].map(x => document.elementFromPoint(x, top + 3)?.closest(".card"));
    badge.style.visibility = "";
    return under.some(card => card !== badge.closest(".card"));
}).map(badge => badge.textContent)"""
"""The badges that do not lie on the part of their own card that shows."""
COVERED = """() => {
    const {bottom, top} = document.querySelector(".hint, .awards").getBoundingClientRect();
    const parts = [...document.querySelectorAll(".me, .hand, .bar")].map(part => part.getBoundingClientRect());
    return parts.filter(part => Math.min(bottom, part.bottom) - Math.max(top, part.top) > 1).length; }"""
"""How many of what has to stay in sight lie under the sheet."""


def advice(*moves: tuple[str, float, float, tuple[float, float] | None], **changes: Any) -> dict[str, Any]:
    """An answer of the server: moves with their loss, its standard error and interval; the first one is the best."""
    rows = [
        {
            "move": move,
            "mean": 2.0 - loss,
            "loss": loss,
            "loss_sem": error,
            "interval": interval or [None, None],
            "best": not place or (changes.get("exact", False) and not loss),
            "excluded": bool(interval and interval[0] > 0),
        }
        for place, (move, loss, error, interval) in enumerate(moves)
    ]
    usual = {"decision": "card", "best": moves[0][0], "exact": False, "worlds": 40, "engine": "ismcts", "delta": 0.1, "objective": "margin"}
    return {**usual, "verdict": "too close", "simulations": None, "moves": rows, "why": None, **changes}


BEST = ("H15", 0.0, 0.0, (0.0, 0.0))


def other(loss: float, error: float, low: float, high: float, move: str = "H4") -> tuple[str, float, float, tuple[float, float]]:
    return move, loss, error, (low, high)


def begin(server: Running, text: str) -> str:
    players = text.split("\nplayers ")[1].split("\n")[0].split()
    return str(server.answer("play", {"action": "begin", "text": text, "sources": ["me", *["table"] * (len(players) - 1)]})["id"])


ON_TRICK = """() => { const box = document.querySelector(".hint").getBoundingClientRect();
    return [...document.querySelectorAll(".slot .card")].filter(card => { const at = card.getBoundingClientRect();
        return Math.min(box.right, at.right) - Math.max(box.left, at.left) > 1
            && Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top) > 1; }).map(card => card.dataset.card); }"""
"""Cards of the trick that lie under the hint."""


def test_badges_lie_on_their_own_card(browser: Browser, server: Running) -> None:
    """Also those of the upper of two rows; and own plate and hand stay in sight under the sheet."""
    with opened(browser, server) as page:
        for text in (ROWS, SIXTEEN):
            cards = [f"{word[0]}{rank}" for word in re.findall("[DHSC][0-9,]+", text.split("hand You")[1]) for rank in word[1:].split(",")]
            losses = [(card, 0.2 * place, 0.01, (0.2 * place - 0.02, 0.2 * place + 0.02)) for place, card in enumerate(cards)]
            answer_with(page, "hint", advice((losses[0][0], *BEST[1:]), *losses[1:], verdict="clear"))
            show_game(page, begin(server, text))
            wait(page)
            page.locator("#hint").click()
            expect(page.locator(HINT)).to_be_visible()
            expect(page.locator(".hand .card .v")).to_have_count(len(cards))
            for width, height in looks(page, [(1280, 800), (390, 844), (360, 640), (800, 900), (640, 360)]):
                assert page.evaluate(ON_OTHERS) == [], width
                assert overflow(page) == 0
                if height > 520:
                    assert page.evaluate(COVERED) == 0, width
                    assert page.evaluate(ON_TRICK) == [], width


def test_a_hint_in_three_layers(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        answer_with(page, "hint", advice(("H14", 0.0, 0.0, (0.0, 0.0)), other(0.5, 0.1, 0.3, 0.7, "C8"), verdict="clear"))
        show_game(page, begin(server, ROWS))
        expect(page.locator(HINT)).to_be_visible()  # at a real table it comes by itself
        expect(page.locator(".hand .best").first).to_be_visible()
        expect(page.locator(".hint h2")).to_contain_text("better than")
        expect(page.locator("#live")).not_to_be_empty()
        assert page.locator(".hint table").count() == 0
        page.keyboard.press("a")
        expect(page.locator(".hint table tbody tr").first).to_contain_text("best")
        page.keyboard.press("z")
        assert page.locator(".hand .best, .hint").count() == 0
        page.keyboard.press("z")
        expect(page.locator(".hint")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".hint")).to_have_count(0)


def test_no_choice_is_no_question(browser: Browser, server: Running) -> None:
    """One card may be played: the hint says so at once, without a search."""
    text = "diamonds 1\nplayers Ann You Bob Cy\nhand You D12 H9 S8,2\nlead P1\nplay H12\n"
    with opened(browser, server) as page:
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        show_game(page, str(server.answer("play", {"action": "begin", "text": text, "sources": ["table", "me", "table", "table"]})["id"]))
        expect(page.locator(".me.turn")).to_be_visible()
        page.locator("#hint").click()
        expect(page.locator(".hint h2")).to_contain_text("Nothing to choose: only")
        expect(page.locator(".hint h2")).to_contain_text("follows hearts")
        expect(page.locator("#hint-none")).to_have_text("Play it, and it goes on.")
        expect(page.locator(".hint button")).to_have_count(1)
        expect(page.locator(".hand .best .v")).to_have_text("only")
        assert [url for url in asked if url.endswith("/api/hint")] == []


def test_no_number_is_shown_while_the_search_runs(browser: Browser, server: Running) -> None:
    """What is known so far leans to a card; a longer search that finds another one says so."""
    first = advice(("H14", 0.0, 0.0, (0.0, 0.0)), other(0.4, 0.3, -0.2, 1.0, "C8"))
    then = advice(("C8", 0.0, 0.0, (0.0, 0.0)), other(0.2, 0.1, -0.01, 0.41, "H14"))
    with opened(browser, server, bypass_csp=True) as page:
        answer_with(page, "hint", first)
        show_game(page, begin(server, ROWS))
        wait(page)
        page.locator("#hint").click()
        expect(page.locator(".hint h2")).to_contain_text("probably 0.4 points better than")
        answer_with(page, "hint", {"event": "advice", **then}, then)
        page.locator("#hint-longer").click()
        expect(page.locator(".hint h2")).to_contain_text("Changed: now")
        expect(page.locator(".hint h2")).to_contain_text("probably 0.2 points better than")
        found = page.evaluate(
            """advice => import("/hint.js").then(({marksOf}) => [...marksOf(advice, false, true)].map(([move, {note}]) => [move, note]))""",
            then,
        )
        assert found == [["C8", "so far"]]
        page.locator("#hint-details").click()
        assert accessibility_problems(page) == []


def test_a_hint_leaves_the_question_before_a_trick_in_sight(browser: Browser, server: Running) -> None:
    """Buttons that say how many cards are passed are not under the sheet."""
    body = {"action": "begin", "sources": ["easy", "easy", "me", "easy"], "names": ["Ann", "Bob", "You", "Cy"], "seed": 3}
    under = """() => {
        const sheet = document.querySelector(".hint").getBoundingClientRect();
        return [...document.querySelectorAll(".passing :is(h2, button)")].filter(one => {
            const at = one.getBoundingClientRect();
            return Math.min(at.right, sheet.right) - Math.max(at.left, sheet.left) > 0
                && Math.min(at.bottom, sheet.bottom) - Math.max(at.top, sheet.top) > 0; }).map(one => one.textContent); }"""
    with opened(browser, server) as page:
        answer_with(page, "hint", advice(("1", 0.0, 0.0, (0.0, 0.0)), other(0.5, 0.1, 0.3, 0.7, "3"), decision="count", verdict="clear"))
        show_game(page, server.answer("play", body)["id"])
        wait(page)
        expect(page.locator(".passing")).to_be_visible()
        page.locator("#hint").click()
        expect(page.locator(HINT)).to_be_visible()
        for size in looks(page, [(360, 640), (390, 844), (760, 700), (900, 640)]):
            assert page.evaluate(under) == [], size
