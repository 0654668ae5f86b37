"""Games that the page does not lay out by itself: their tables are pictures, their moves buttons with words."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from diamonds_solver.games.records import examples

from ..browser import Browser, accessibility_problems, overflow
from .paging import expect, opened, put
from .running import Running

pytestmark = pytest.mark.browser

MOST = 400  # clicks of one game
SHORT = "diamoniak 1\nplayers Ann Bob Cy\nplay D R Y D D D stop / W / R D stop / buy>Cy\n"


def example(name: str) -> str:
    return examples()[name].read_text(encoding="utf-8")


def begin(page: Any, game: str, players: int, **settings: str) -> None:
    """Begins a game against the weakest opponents; `settings` are options by what the page calls them."""
    page.get_by_label("game", exact=True).select_option(game)
    page.get_by_label("players", exact=True).select_option(str(players))
    page.get_by_label("opponents", exact=True).select_option("easy")
    page.locator(".more summary").click()
    for label, value in settings.items():
        field = page.get_by_label(re.compile(label.replace("_", " ")))
        field.fill(value) if field.evaluate("box => box.tagName") == "INPUT" else field.select_option(value)
    page.locator("#begin").click()


def play(page: Any, choose: Any) -> int:
    """Plays the game to its end by clicks; how many there were. `choose`: which of so many buttons."""
    for clicks in range(MOST):
        expect(page.locator(".move-groups, .score").first).to_be_visible()
        if page.locator(".score").count():
            return clicks
        before = page.locator("#record-text").input_value()
        while (closed := page.locator(".move-groups details:not([open]) summary")).count():
            closed.first.click()
        buttons = page.locator(".move-groups button")
        buttons.nth(choose(clicks, buttons.count())).click()
        expect(page.locator("#record-text")).not_to_have_value(before)  # until then the page shows what was
    raise AssertionError("the game does not end")


@pytest.mark.long
def test_a_round_of_diams_by_clicks(browser: Browser, server: Running) -> None:
    with opened(browser, server, "table") as page:
        begin(page, "diams", 4, one_round="1")
        assert play(page, lambda clicks, count: clicks % count) > 5
        expect(page.locator(".turn-text")).to_have_text("The game is over.")
        expect(page.locator(".score")).to_contain_text("points")
        assert "see" not in page.locator("#record-text").input_value(), "of a round that is over everybody knows all"
        page.locator("#review").click()
        expect(page.locator(".chip").first).to_contain_text(re.compile("draw a card|open two cards"))


def test_a_game_of_diamoniak_by_clicks(browser: Browser, server: Running) -> None:
    with opened(browser, server, "table") as page:
        begin(page, "diamoniak", 3, deck="R2G2B2D3W")
        assert play(page, lambda _, count: 0) >= 1  # a draw; an opponent may be quick
        expect(page.locator(".score")).to_contain_text("wins")
        expect(page.locator(".story li").last).to_contain_text("a castle card")
        expect(page.locator("img.picture")).to_be_visible()


def test_other_hands_are_not_on_the_page(browser: Browser, server: Running) -> None:
    """What the server sends while a round goes on has the own hand, and of the other one its size."""
    with opened(browser, server, "table") as page:
        begin(page, "diams", 2, one_round="1")
        expect(page.locator(".move-groups button").first).to_be_visible()
        text = page.locator("#record-text").input_value()
        assert re.search(r"^hand Ann [^+]+$", text, re.MULTILINE)
        assert re.search(r"^hand Bob \+3$", text, re.MULTILINE)
        expect(page.locator(".turn-text")).to_contain_text("draw a card or to open two")
        page.locator("#hint").click()
        expect(page.locator(".verdict")).to_be_visible()
        expect(page.locator(".move-groups .best .worth")).to_be_visible()
        page.get_by_label("move", exact=True).fill("d")
        page.get_by_label("move", exact=True).press("Enter")
        expect(page.locator(".story li").first).to_contain_text(re.compile("^Ann draws a card: [0-9TBSX*]+"))
        expect(page.locator(".story li .notation").first).to_contain_text("draw:")


@pytest.mark.long
def test_beside_a_real_table(browser: Browser, server: Running) -> None:
    """A companion tells the market and the own hand, what is drawn and what others do; a mistake is undone."""
    with opened(browser, server, "table") as page:
        page.get_by_label("game", exact=True).select_option("diams")
        page.get_by_label("players", exact=True).select_option("3")
        page.locator("[data-mode=companion]").click()
        page.locator("#begin").click()
        expect(page.locator(".turn-text")).to_have_text("The cards turned up for the market.")
        tell(page, "9", "5", "2")
        expect(page.locator(".turn-text")).to_have_text("Your turn, Ann: the cards dealt to you.")
        tell(page, "7", "6", "5")
        page.locator(".move-groups button", has_text="draw a card").click()
        tell(page, "9")
        page.get_by_label("think").select_option("1")
        page.locator("#hint").click()
        expect(page.locator(".verdict")).to_be_visible()
        page.locator(".move-groups [data-move='=9']").click()
        expect(page.locator(".turn-text")).to_contain_text("Bob")
        page.locator(".move-groups button", has_text="open two").click()
        tell(page, "4", "3")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".turn-text")).to_have_text("The cards turned up.")
        tell(page, "4", "1*")
        page.locator("summary", has_text="Put on the market").click()
        page.locator(".move-groups [data-move='put:8']").click()
        expect(page.locator("#record-text")).to_have_value(re.compile(r"^play draw:9 =9 / open:4\+1\* put:8", re.MULTILINE))


def tell(page: Any, *cards: str) -> None:
    for card in cards:
        page.locator(f".picker .move-group [data-card='{card}']").click()
    before = page.locator("#record-text").input_value(), page.locator(".turn-text").inner_text()
    page.locator("#confirm").click()
    expect(page.locator(".turn-text")).not_to_have_text(before[1])


@pytest.mark.long
def test_a_random_deal_of_another_game(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.get_by_label("game", exact=True).select_option("diams")
        expect(page.locator(".turn-text")).to_contain_text("draw a card or to open two")
        expect(page.get_by_role("button", name="Set up")).to_be_hidden()
        page.get_by_role("button", name="Random deal").click()
        page.locator(".move-groups button", has_text="draw a card").click()
        expect(page.locator("#record-text")).to_have_value(re.compile("^play draw:", re.MULTILINE))
        expect(page.locator(".turn-text")).to_contain_text("a move of phase 2")


@pytest.mark.long
def test_moves_of_a_position_are_solved_and_stepped_through(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        put(page, example("diams-lap"))
        expect(page.locator(".turn-text")).to_have_text("Cy decides: a move of phase 2.")
        page.locator("#solve").click()
        expect(page.locator(".verdict")).to_contain_text("Best: Secur'express: add to a pile: 6 + 6, worth +13.50")
        assert page.locator(".move-group .worth").count() == 10, "a value on every move"
        page.get_by_role("button", name="the next move of the line").click()
        expect(page.locator("#record-text")).to_have_value(re.compile(r"^play S:6\+6", re.MULTILINE))
        expect(page.locator(".steps")).to_contain_text("1 of 2")
        expect(page.locator(".line li").last).to_have_text("9Show one, take all of its quality")
        page.get_by_role("button", name="a move back").click()
        expect(page.locator("#record-text")).not_to_have_value(re.compile("^play ", re.MULTILINE))
        page.locator(".move-group button", has_text="7 for 7*").click()
        expect(page.locator("#record-text")).to_have_value(re.compile(r"^play 7=7\*", re.MULTILINE))
        put(page, example("diams-lap").replace("7,6,6,S", "7,6,11,S"))
        expect(page.locator(".problems .place")).to_be_visible()


@pytest.mark.long
def test_what_chance_adds_is_chosen(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        put(page, example("diamoniak-draw"))
        expect(page.locator(".turn-text")).to_have_text("Cy decides: whether to draw again or to stop.")
        page.locator("#advise").click()
        expect(page.locator(".verdict")).to_contain_text("draw a card")
        page.locator("#evaluate-position").click()
        expect(page.locator(".answer pre")).to_contain_text("Cy")
        page.locator(".move-groups button", has_text="draw a card").click()
        page.locator(".outcomes button", has_text="witch").click()
        expect(page.locator("#record-text")).to_have_value(re.compile("^play G D F D W$", re.MULTILINE))
        expect(page.locator(".turn-text")).to_have_text("Cy decides: what to give up.")
        expect(page.locator(".group-title").first).to_have_text(re.compile("Give up"))


@pytest.mark.long
def test_a_game_without_hindsight_is_reviewed(browser: Browser, server: Running) -> None:
    with opened(browser, server, "game") as page:
        expect(page.locator(".chip").first).to_be_visible()
        put(page, SHORT)
        expect(page.get_by_role("tab")).to_have_count(1)
        page.get_by_role("button", name="to the end").click()
        expect(page.locator(".turn-text")).to_have_text("The end of the game.")
        page.locator(".chip", has_text="buy from Cy").click()
        expect(page.locator(".turn-text")).to_contain_text("Ann: buy from Cy")
        page.locator("#review-game").click()
        expect(page.locator(".curve")).to_be_visible()
        expect(page.locator(".legend")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(("screen", "name"), [("position", "diams-view"), ("game", "diamoniak-draw")])
def test_it_fits_a_phone_and_axe_finds_nothing(browser: Browser, server: Running, screen: str, name: str) -> None:
    with opened(browser, server, screen, width=360, height=640, bypass_csp=True) as page:
        expect(page.locator(".seat, .chip").first).to_be_visible()
        put(page, example(name))
        expect(page.locator("img.picture").first).to_be_visible()
        assert overflow(page) == 0
        assert accessibility_problems(page) == []
        if screen == "game":
            page.locator("#review-game").click()
            expect(page.locator("table.values th", has_text="player")).to_be_visible()  # of the players, when all is judged
            assert overflow(page) == 0
            assert accessibility_problems(page) == []


@pytest.mark.long
def test_a_review_grows(browser: Browser, server: Running) -> None:
    """What was judged stays, also where the answer breaks off: here after one decision."""
    known = {"mean": 0.5, "best": ["draw"], "loss": 0.2, "interval": [0.15, 0.25], "verdict": "clear", "worlds": 9, "exact": False}
    said = {"number": 7, "seat": "P1", "decision": "more", "move": "stop", "forced": False, "hindsight": None, "known": known, "mark": "??"}
    judged = {**said, "refutation": ["draw", "-2D"], "why": None}  # the second one is no move of the table that is shown
    words = [{"move": "-2D", "written": "-2D", "group": "Give up", "words": "2 diamonds"}]
    lines = [{"event": "start"}, {"event": "judged", "decision": judged, "words": words}]
    with opened(browser, server, "game") as page:
        expect(page.locator(".chip").first).to_be_visible()
        put(page, SHORT)
        expect(page.get_by_role("tab")).to_have_count(1)
        page.route("**/api/analyse", lambda route: route.fulfill(body="".join(f"{json.dumps(line)}\n" for line in lines)))
        page.locator("#review-game").click()
        expect(page.locator(".chip.marked")).to_contain_text("??")
        expect(page.locator(".curve .loss.marked")).to_have_count(1)
        page.keyboard.press("n")
        expect(page.locator(".verdict")).to_contain_text("best was draw a card")
        expect(page.locator(".line li").last).to_have_text("2 diamondsGive up")
        expect(page.locator(".line .told").last).to_have_attribute("title", "-2D")
