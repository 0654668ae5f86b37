"""Diam's by pressing cards: the hand, then what is taken; a market of 28 cards on a desktop and on two phones; the sums of a round."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from ..browser import Browser, accessibility_problems, overflow
from .paging import expect, looks, moved, opened, record, show_game
from .running import Running
from .test_play import OUTSIDE

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (390, 844), (360, 640)]
MARKET = "10*,10,10,10,10,10,9*,9,9,9,9,9,8*,8,8,8,8,8,7,2*,2,2,2,1*,1,1,1,1"
HAND = "8,3*,3,3,T,S"


def shown(page: Any, server: Running) -> None:
    """A turn of a large market, in place of what the server sends. The moves are those of the rules: sums of 8 are counted out."""
    live = server.answer("play", {"action": "begin", "game": "diams", "players": 4, "sources": ["me", "table", "table", "table"]})
    cards = MARKET.split(",")
    sums = {
        "+".join(found)
        for size in range(2, 8)
        for found in itertools.combinations(cards[19:], size)
        if sum(int(card.rstrip("*")) for card in found) == 8
    }
    sale = [f"S?P{seat}:{card}" for seat in (2, 3, 4) for card in ("8", "3")]
    moves = [*(f"8={each}" for each in sums), "=8", "=3", *(f"put:{card}" for card in ("8", "3*", "3")), "safe:3*+3+3", *sale]
    moves += [f"T:{card}" for card in dict.fromkeys(cards)]
    table = {"round": "2/3", "chips": [3, 4, 2, 1], "market": MARKET, "pile": 13, "used": "B", "turn": "P1", "phase": "act"}
    table |= {"hand": {"P1": HAND, "P2": "+5", "P3": "+4", "P4": "+5"}, "safe": {"P1": "5,5,5", "P2": "+3", "P3": "+3 +4"}}
    turn: dict[str, Any] = {"seat": "P1", "source": "me", "decision": "act", "text": "a move of phase 2", "needs": None, "pool": []}
    texts = [{"move": move, "written": move, "group": "", "words": move} for move in moves]
    body = json.dumps({**live, "turn": turn, "table": table, "moves": texts, "companion": False, "viewer": "P1"})
    page.route("**/api/play", lambda route: route.fulfill(body=body, content_type="application/json"))
    show_game(page, live["id"])


def test_a_market_of_28_cards(browser: Browser, server: Running) -> None:
    """Nothing runs off the screen or lies on another; what does not fit into the sum is dimmed; the button says what is taken."""
    with opened(browser, server, bypass_csp=True) as page:
        shown(page, server)
        expect(page.locator(".mk button.card")).to_have_count(28)
        for size in looks(page, SIZES):
            assert page.evaluate(OUTSIDE) <= 0, size
            assert overflow(page) == 0, size
            market, dock = page.locator(".mk").bounding_box(), page.locator(".dock").bounding_box()
            plates = [plate.bounding_box() for plate in page.locator(".seat").all()]
            assert max(plate["y"] + plate["height"] for plate in plates) <= market["y"] + 1, size
            assert market["y"] + market["height"] <= dock["y"], size
        page.locator(".hand [data-card='8']").click()
        expect(page.locator(".mk .dim")).to_have_count(19)
        for card in ("2*", "2", "1*"):
            page.locator(f".mk [data-card='{card}']").first.click()
        expect(page.locator(".sum")).to_contain_text("2 + 2 + 1 = 5 of 8")
        page.locator(".mk [data-card='2']").nth(1).click()
        page.locator(".mk [data-card='1']").first.click()
        expect(page.locator(".turns .main")).to_have_text("Take 5 cards for the 8")
        for size in looks(page, SIZES):
            for button in page.locator(".turns button:visible, .acts button:visible, .dock .log").all():
                expect(button).to_be_in_viewport(ratio=0.9)
            assert page.evaluate(OUTSIDE) <= 0, size
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        page.locator(".hand [data-card='3']").first.click()
        page.locator(".hand [data-card='3']").nth(1).click()
        page.locator(".hand [data-card='3*']").click()
        expect(page.locator(".turns .main")).to_have_text("Lay 3° 3 3 in the safe")
        page.locator(".hand [data-card=S]").click()
        page.locator(".hand [data-card='8']").click()
        expect(page.locator(".turns button")).to_have_count(3)
        expect(page.locator(".turns button").first).to_have_text("Show 8 to P2")


def test_a_turn_by_pressing(browser: Browser, server: Running) -> None:
    with opened(browser, server, choices={"players": "2", "first": "1"}) as page:
        page.get_by_role("group", name="Game", exact=True).get_by_role("button", name="Diam's", exact=True).click()
        page.locator("#deal").click()
        moved(page, page.locator(".turns button", has_text="Draw a card").click)
        page.locator(".hand button").first.click()
        card = page.locator(".hand .up").get_attribute("data-card")
        moved(page, page.locator(".turns button", has_text="on the market").click)
        assert f"put:{card}" in record(page)
