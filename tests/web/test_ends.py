"""The end of a round and of a game: who won, and where the points came from."""

from __future__ import annotations

from typing import Any

import pytest

from ..browser import Browser, accessibility_problems, overflow
from .paging import answer_with, expect, looks, opened, show_game, wait
from .running import Running

pytestmark = pytest.mark.browser

NAMES = ["You", "Ann", "Bob", "Cy", "Di", "Eve"]
LAST_CARDS = "diamonds 1\nplayers {}\n{}round 4/4\n{}lead {}\nshowroom {}\nvault {}\n"
"""The last trick of a round: everybody has a card left."""
TEN_LETTERS = ["You", "Maximilian", "Alexandria", "Bartholomy", "Konstantin", "Philippine"]
LONG_NAMES = ["You", "Annemarie-Theresa-Charlot", "Bartholomew of Canterbury", "Cy", "Di", "Evangelina Featherstonehaugh"]
BROKEN = """() => [...document.querySelectorAll(".aw :is(th, td, h2, h3, li, p, summary, button)")].flatMap(cell => {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) for (const word of node.textContent.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter(one => one.width > 0).map(one => Math.round(one.top)));
        if (lines.size > 1) found.push(word[0]);
    }
    return found; })"""
"""The words of the sheet that are broken in two."""
CUT = """() => [...document.querySelectorAll(".ends :is(td, th)")].filter(cell => cell.scrollWidth > cell.clientWidth + 1)
    .map(cell => cell.textContent.trim())"""
"""The cells whose text is wider than they are."""


def last_trick(server: Running, names: list[str], teams: bool) -> str:
    """A game in which one card is left to each, and the others' are played by the program."""
    quoted = [f'"{name}"' if " " in name else name for name in names]
    hands = "".join(f"hand {name} D{4 + place}\n" for place, name in enumerate(quoted))
    crystals = " ".join(["3"] * len(names))
    text = LAST_CARDS.format(" ".join(quoted), "teams yes\n" if teams else "", hands, quoted[0], crystals, crystals)
    return str(server.answer("play", {"action": "begin", "text": text, "sources": ["me", *["easy"] * (len(names) - 1)]})["id"])


@pytest.mark.parametrize(("players", "teams"), [(4, False), (6, True)], ids=["four", "six in teams"])
def test_no_word_of_the_end_is_broken(browser: Browser, server: Running, players: int, teams: bool) -> None:
    """From 320 pixels on, with usual names; longer ones end in …, and whoever has them can still press what there is."""
    with opened(browser, server, width=360, height=640) as page:
        for names in (NAMES, TEN_LETTERS, LONG_NAMES) if players == 6 else (NAMES, TEN_LETTERS):
            page.set_viewport_size({"width": 360, "height": 640})
            show_game(page, last_trick(server, names[:players], teams))
            wait(page)
            expect(page.locator("#hint")).to_be_in_viewport(ratio=1)
            assert overflow(page) == 0
            page.locator(".hand button").click()
            expect(page.locator("#end-title")).to_be_visible()
            page.locator(".aw details").evaluate_all("all => all.forEach(each => each.open = true)")
            for size in (320, 360, 375, 390, 768):
                page.set_viewport_size({"width": size, "height": 800})
                assert overflow(page) == 0
                if names == NAMES:
                    assert page.evaluate(CUT) == [], size
                if names != LONG_NAMES or size > 700:
                    assert page.evaluate(BROKEN) == [], size


def judged(number: int, made: str, *moves: tuple[str, float], mark: str = "") -> dict[str, Any]:
    """A decision as a review tells it, its moves with what each loses, surely."""
    best = [move for move, loss in moves if not loss]
    loss = dict(moves)[made]
    rows = [
        {"move": each, "mean": 1 - lost, "loss": lost, "interval": [lost, lost], "excluded": lost > 0, "sure_loss": lost}
        for each, lost in moves
    ]
    known = {
        "mean": 1,
        "best": best,
        "loss": loss,
        "split_loss": loss,
        "sure_loss": loss,
        "verdict": "clear",
        "worlds": 100,
        "exact": False,
        "moves": rows,
    }
    return {"event": "judged", "reply": [], "words": [], "decision": {"number": number, "mark": mark, "known": known, "hindsight": None}}


TOPS = """() => ["#end-title", ".over .aw", ".race", ".moments", ".over .foot"]
    .map(each => document.querySelector(each).getBoundingClientRect().y)"""

WIDE = """() => ["pass", "count", "actor", "victim"].filter(word => {
    const place = document.querySelector(".moment-at"), text = place.firstChild.firstChild, before = text.data;
    text.data = word;
    const isWide = place.firstChild.getBoundingClientRect().width > place.clientWidth;
    text.data = before;
    return isWide; })"""
"""Kinds of decisions that have no room beside a moment."""


def test_the_round_as_a_story(browser: Browser, server: Running) -> None:
    """The race of points and the moments, for which nothing above or below them makes room; one is looked at, and played again from there;
    the table of points is one press away.
    """
    text = "diamonds 1\nplayers You Bob Cy\nhand You H9 S4,3\nhand Bob H12,13,14\nhand Cy C5,7,8\nlead You\n"
    live = server.answer("play", {"action": "begin", "text": text, "sources": ["me", "easy", "easy"], "seed": 1})
    for card in ("H9", "S4", "S3"):
        move = next(one["move"] for one in live["moves"] if one["move"].startswith(card))
        live = server.answer("play", {"action": "move", "id": live["id"], "move": move})
        live = server.lines("turn", {"id": live["id"]})[-1] if live["turn"] else live
    game = server.answer("game", {"text": live["record"]})
    first, second = [each["number"] for each in game["decisions"] if each["seat"] == "P1" and not each["forced"]]
    with opened(browser, server, bypass_csp=True) as page:
        lines = (judged(first, "H9", ("S4", 0), ("S3", 0.5), ("H9", 1.9), mark="?"), judged(second, "S4", ("S4", 0), ("S3", 1.2)))
        answer_with(page, "analyse", *lines, {"whole": True})
        waiting: list[Any] = []
        page.route("**/api/analyse", lambda route: waiting.append(route))
        for size in looks(page, [(360, 640), (1280, 800)]):
            with page.expect_request("**/api/analyse"):
                show_game(page, live["id"])
            before = page.evaluate(TOPS)
            waiting.pop().fallback()
            expect(page.locator(".moment-do")).to_have_count(3)
            assert page.evaluate(TOPS) == before, size
        page.unroute("**/api/analyse")
        answer_with(page, "analyse", *lines, {"whole": True})
        expect(page.locator(".moments .worst")).to_contain_text("gave away about 1.9 points")
        expect(page.locator(".moments .best")).to_contain_text("worth about 1.2 points")
        expect(page.locator(".moments .luck")).to_contain_text("it fell your way: 1.9 points")
        points = [str(trick["points"][0]) for trick in live["table"]["tricks"]]
        said = page.locator(".race").get_attribute("aria-label")
        assert f"You 3, {', '.join(points)};" in said
        page.get_by_text("Table of points").click()
        expect(page.locator(".ends").first).to_be_visible()
        for size in looks(page, [(1280, 800), (360, 640)], ("light", "dark")):
            assert (overflow(page), accessibility_problems(page), page.evaluate(BROKEN)) == (0, [], []), size
            assert page.evaluate(WIDE) == [], size
        page.locator(".worst").get_by_role("button", name="Look").click()
        expect(page.locator(".brd h1")).to_contain_text("You played")
        assert page.locator(".brd h1 .k").get_attribute("aria-label") == "9 of hearts"
        page.go_back()
        page.locator(".best .moment-try").click()
        expect(page.locator(".play h1")).to_have_text("Trick 2 of 3")
        expect(page.locator(".hand .card")).to_have_count(2)
        assert page.evaluate("localStorage.getItem('diamonds.played')").count('"id"') == 1, "what is tried is not counted"
