"""While one plays: quiet, a question before a costly card, cards tinted by value."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from diamonds_solver.analysis.analyse import POINTS

from ..browser import Browser, accessibility_problems, overflow
from .paging import HINT, answer_with, expect, looks, moved, opened, record, show_game, wait
from .running import Running
from .test_hint import ON_OTHERS, advice, other

pytestmark = pytest.mark.browser

ROUND = """diamonds 1
players You Ann Bob Cy
hand You D13,9 H14,3 S12,8 C14,8,3,1
hand Ann D14,12,7,4 H15,11,8,6 C15,11
hand Bob D11,6,2 H13,10,7,1 S1 C12,10
hand Cy D8,3 H9 S13,6,4,3,2 C6,2
lead P1
"""
SIZES = [(1280, 800), (390, 844), (360, 640)]
MARKED = advice(
    ("D13", 0.0, 0.0, (0.0, 0.0)),
    other(0.02, 0.01, -0.02, 0.06, "H14"),
    other(0.15, 0.01, 0.13, 0.17, "S12"),
    other(0.3, 0.01, 0.27, 0.33, "S8"),
    other(0.9, 0.1, 0.6, 1.2, "H3"),
    other(1.9, 0.1, 1.6, 2.2, "C14"),
    verdict="clear",
)
for row, mark in zip(MARKED["moves"], ["", "", "", "?!", "?", "??"], strict=True):
    row["mark"] = mark


def begin(server: Running, sources: tuple[str, ...] = ("me", "easy", "easy", "easy")) -> str:
    return str(server.answer("play", {"action": "begin", "text": ROUND, "sources": [*sources], "seed": 1})["id"])


def mode(page: Any, name: str) -> None:
    page.locator("#mode").click()
    page.get_by_role("radio", name=name).check()
    page.keyboard.press("Escape")
    expect(page.locator("#mode")).to_have_text(name)


def test_quiet_asks_for_nothing(browser: Browser, server: Running) -> None:
    """The usual mode: no search is begun, and what a card costs is not known."""
    with opened(browser, server) as page:
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        show_game(page, begin(server))
        wait(page)
        expect(page.locator("#mode")).to_have_text("quiet")
        moved(page, page.locator('.hand [data-card="H3"]').click)
        assert [url for url in asked if url.endswith("/api/hint")] == []


def test_a_costly_card_is_asked_about_once(browser: Browser, server: Running) -> None:
    with opened(browser, server, bypass_csp=True) as page:
        answer_with(page, "hint", MARKED)
        show_game(page, begin(server))
        wait(page)
        mode(page, "warn me")
        steps = page.locator(".play").get_attribute("data-steps")
        page.locator('.hand [data-card="H3"]').click()
        question = page.get_by_role("alertdialog")
        expect(question).to_contain_text("gives away about 0.9 points.")
        expect(page.locator("#think-again")).to_be_focused()
        expect(page.locator('.hand .up[data-card="H3"]')).to_be_visible()
        for width, _ in looks(page, SIZES):
            box, bar = page.locator(".asks").bounding_box(), page.locator(".play .bar").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] >= bar["y"] + bar["height"]
            assert overflow(page) == 0
            assert accessibility_problems(page) == []
        page.keyboard.press("Escape")
        expect(question).to_have_count(0)
        assert page.locator(".play").get_attribute("data-steps") == steps
        moved(page, page.locator('.hand [data-card="H3"]').click)
        assert "H3" in record(page)


def test_a_warning_and_none(browser: Browser, server: Running) -> None:
    """None of what is fine, nor of what costs less than half a point. Something better is shown by the hint that is there already; then
    any card is played without another question.
    """
    with opened(browser, server) as page:
        answer_with(page, "hint", MARKED)
        show_game(page, begin(server))
        wait(page)
        mode(page, "warn me")
        for card in ("D13", "S8"):
            show_game(page, begin(server))
            wait(page)
            moved(page, page.locator(f'.hand [data-card="{card}"]').click)
            expect(page.get_by_role("alertdialog")).to_have_count(0)
        show_game(page, begin(server))
        wait(page)
        page.locator('.hand [data-card="C14"]').click()
        page.locator("#show-better").click()
        expect(page.locator(HINT)).to_contain_text("13")
        expect(page.locator(".hand .up")).to_have_count(0)
        moved(page, page.locator('.hand [data-card="H3"]').click)


def test_cards_are_tinted_by_what_they_lose(browser: Browser, server: Running) -> None:
    """With the marks of a review, not by colour alone; no sheet lies over the table."""
    with opened(browser, server, bypass_csp=True) as page:
        answer_with(page, "hint", MARKED)
        show_game(page, begin(server))
        wait(page)
        mode(page, "shade")
        expect(page.locator(".hand .sh3")).to_have_count(1)
        notes = {card.get_attribute("data-card"): card.locator(".v").inner_text() for card in page.locator(".hand .card:has(.v)").all()}
        assert notes == {"D13": "✓", "H14": "✓", "S8": "?!", "H3": "?", "C14": "??"}
        assert page.evaluate("[1, 2, 3].map(tint => document.querySelector(`.hand .sh${tint}`).dataset.card)") == ["S8", "H3", "C14"]
        expect(page.get_by_role("button", name="3 of hearts, a mistake, loses 0.9")).to_be_visible()
        assert page.locator(".hint").count() == 0
        for size in looks(page, SIZES, ("light", "dark")):
            assert (page.evaluate(ON_OTHERS), overflow(page), accessibility_problems(page)) == ([], 0, []), size
        page.locator("#hint").click()
        expect(page.locator(HINT)).to_be_visible()
        expect(page.locator(".hand .sh3")).to_have_count(0)
        for _ in range(2):  # the first one closes the hint, and the tints are there again; the second one has nothing to close
            page.keyboard.press("Escape")
            expect(page.locator(".hand .sh3")).to_have_count(1)


def test_the_key_and_other_tables(browser: Browser, server: Running) -> None:
    """`w` goes through the modes. Where several people play, and in another game, the sheet says why there is no choice; at a real table
    the hint comes by itself.
    """
    with opened(browser, server) as page:
        show_game(page, begin(server))
        wait(page)
        for name in ("warn me", "shade", "quiet"):
            page.keyboard.press("w")
            expect(page.locator("#mode")).to_have_text(name)
        page.keyboard.press("w")
        for game, sources, why in (
            ("diamonds", ("human", "human", "easy", "easy"), "Several people play here"),
            ("diams", ("me", "easy", "easy"), "in Diamonds alone"),
            ("diamonds", ("me", "table", "table", "table"), ""),
        ):
            show_game(page, server.answer("play", {"action": "begin", "game": game, "sources": sources, "seed": 1})["id"])
            expect(page.locator("#look, .me.turn, .turns").first).to_be_visible()
            expect(page.locator("#mode")).to_have_count(int(bool(why)))
            if why:
                expect(page.locator("#mode")).to_have_text("quiet")
                page.locator("#mode").click()
                expect(page.get_by_role("dialog")).to_contain_text(why)
                expect(page.locator(".modes input:enabled")).to_have_count(0)
                page.keyboard.press("Escape")


def test_the_chip_stands_beside_the_points_of_teams(browser: Browser, server: Running) -> None:
    """In a low and wide window, where these are in the bar."""
    with opened(browser, server, width=740, height=360) as page:
        show_game(page, server.answer("play", {"action": "begin", "sources": ["me", *["easy"] * 5], "teams": "yes", "seed": 1})["id"])
        wait(page)
        parts = [page.locator(found).bounding_box() for found in (".bar h1", "#mode", ".teams")]
        for left, right in itertools.pairwise(parts):
            assert left["x"] + left["width"] <= right["x"]


def test_the_program_marks_every_move(server: Running) -> None:
    """As a review of the same decision would, with so much proven: none has the move that is recommended, nor a card that is its equal."""
    name = begin(server)
    answer = server.lines("hint", {"id": name, "seat": "P1", "worlds": 5})[-1]
    for row in answer["moves"]:
        assert row["mark"] == POINTS.mark(row["sure_loss"])
