"""Games without suits: their tables are pieces, their moves buttons with words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from diamonds_solver.games.records import examples

from ..browser import Browser, accessibility_problems, overflow
from .paging import HINT, expect, looks, more, moved, opened, put_position, record, show_game
from .running import Running

pytestmark = pytest.mark.browser

MOST = 400  # clicks of one game
SHORT = "diamoniak 1\nplayers Ann Bob Cy\nplay D R Y D D D stop / W / R D stop / buy>Cy\n"


def example(name: str) -> str:
    return examples()[name].read_text(encoding="utf-8")


def begin(page: Any, game: str, **options: str) -> None:
    """Begins a game against the weakest opponents."""
    page.get_by_role("group", name="Game", exact=True).get_by_role("button", name=game, exact=True).click()
    for label, value in options.items():
        page.locator("#options").evaluate("details => details.open = true")
        page.locator(f"#{label}").fill(value)
    page.locator("#deal").click()


def all_moves(page: Any) -> None:
    """Unfolds the list of all moves, and its groups."""
    page.locator(".all-moves, .mv details").evaluate_all("all => all.forEach(details => details.open = true)")


def play(page: Any, choose: Any) -> int:
    """Plays the game to its end by clicks; how many moves there were. `choose`: which of so many buttons."""
    for moves in range(MOST):
        expect(page.locator("#end-title, .play[data-busy=false] .mv").first).to_be_visible()
        if page.locator("#end-title").count():
            return moves
        all_moves(page)
        buttons = page.locator(".mv:not(.turns) button")
        moved(page, buttons.nth(choose(moves, buttons.count())).click)
    raise AssertionError("the game does not end")


@pytest.mark.long
def test_a_round_of_diams_by_clicks(browser: Browser, server: Running) -> None:
    with opened(browser, server, choices={"players": "4"}) as page:
        begin(page, "Diam's")
        assert play(page, lambda moves, count: moves % count) > 5
        expect(page.locator("#end-title")).to_contain_text("win")
        page.locator("#review").click()
        expect(page.locator(".moves, .compared").first).to_contain_text(re.compile("draw a card|open two cards"))


def test_the_sums_of_a_round_of_diams(browser: Browser, server: Running) -> None:
    """Each player's points add up: piles, the most left in hand, most loupes; as a round of a match with chips."""
    lap = re.sub("^#.*\n", "", example("diams-lap")).replace("id diams-lap", "round 1/3\nchips 0 0 0")
    with opened(browser, server, width=360, height=640) as page:
        show_game(page, server.answer("play", {"action": "begin", "text": lap, "sources": ["easy", "easy", "me"]})["id"])
        page.locator(".hand [data-card='7']").click()
        page.locator(".mk [data-card='7*']").click()
        moved(page, page.locator(".turns .main", has_text="Take 1 card for the 7").click)
        expect(page.locator("#end-title")).to_contain_text("after round 1 of 3")
        rows = [" ".join(row.inner_text().split()) for row in page.locator(".sums > li").all()]
        assert len(rows) == 3
        for row in rows:
            sums = re.fullmatch(r"\w+ \+(\d) = (\d) chips (\d+) \d+ ×\d (?:\+ (\d) )?\d+ left (?:\+ (\d) )?\d loupes? = (\d+)", row)
            assert sums, row
            gained, chips, piles, most, loupes, points = (int(each or 0) for each in sums.groups())
            assert (piles + most + loupes, gained) == (points, chips)
        assert overflow(page) == 0


def test_a_game_of_diamoniak_by_clicks(browser: Browser, server: Running) -> None:
    with opened(browser, server, choices={"players": "3"}) as page:
        begin(page, "Diamoniak", deck="R2G2B2D3W")
        play(page, lambda _, count: 0)
        expect(page.locator("#end-title")).to_contain_text("win")
        page.get_by_role("button", name="Look at the table").click()
        page.keyboard.press("l")
        expect(page.locator(".story li").first).to_contain_text(re.compile("a (red|green|blue) castle card"))


def test_what_others_do_is_told_on_the_table(browser: Browser, server: Running) -> None:
    """Move by move at the pace that was chosen, beside whoever does it; a click goes on. Then all at once; what is given up is drawn."""
    text = "diamoniak 1\nplayers Ann Bob Cy\nplay D R Y D D D Y F W\n"
    with opened(browser, server, pace="slow", width=360, height=640, bypass_csp=True) as page:
        show_game(page, server.answer("play", {"action": "begin", "text": text, "sources": ["me", "easy", "easy"]})["id"])
        expect(page.locator(".turn-text")).to_have_text("Your turn, Ann: what to give up")
        expect(page.get_by_role("button", name="red castle card 2 yellow castle cards")).to_be_visible()
        page.locator("[data-move='-F']").click()
        expect(page.locator(".say")).to_contain_text(re.compile("^Bob "))
        expect(page.locator(".say")).to_be_in_viewport(ratio=1)
        expect(page.locator(".play")).to_have_attribute("data-busy", "true")
        expect(page.locator(".mv")).to_have_count(0)
        while page.locator(".play[data-busy=true]").count():
            page.locator(".felt").click()
        expect(page.locator(".turn-text")).to_have_text(re.compile("^Your turn, Ann: buy or draw$"))
        expect(page.locator(".since li").first).to_have_text(re.compile("^Bob "))
        expect(page.locator(".since li").last).to_have_text(re.compile("^Cy "))
        for size in looks(page, [(1280, 800), (360, 640)], ("dark", "light")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        page.get_by_role("button", name="Rules and keys").click()
        expect(page.get_by_role("dialog")).to_contain_text("A witch ends your turn")


def test_other_hands_are_not_on_the_page(browser: Browser, server: Running) -> None:
    """What the server sends while a round goes on has the own hand, and of the other one its size."""
    with opened(browser, server, choices={"players": "2", "first": "1"}) as page:
        begin(page, "Diam's")
        expect(page.locator(".mv button").first).to_be_visible()
        text = record(page)
        assert re.search(r"^hand You [^+]+$", text, re.MULTILINE)
        assert re.search(r"^hand Ann \+3$", text, re.MULTILINE)
        page.locator("#hint").click()
        expect(page.locator(HINT)).to_be_visible()
        expect(page.locator(".mv .main")).not_to_have_count(0)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Menu").click()
        page.locator("#type-move").click()
        page.locator("#typed").fill("d")
        moved(page, lambda: page.locator("#typed").press("Enter"))
        page.keyboard.press("l")
        expect(page.locator(".story li").last).to_contain_text(re.compile("^You draw a card: [0-9TBSX*]+"))


@pytest.mark.long
def test_beside_a_real_table(browser: Browser, server: Running) -> None:
    """A companion tells the market and the own hand, what is drawn and what others do; a mistake is undone."""
    with opened(browser, server, choices={"players": "3"}) as page:
        page.get_by_role("button", name="Diam's", exact=True).click()
        page.locator("#tile-companion").click()
        page.locator("#begin-companion").click()
        tell(page, "9", "5", "2")
        tell(page, "7", "6", "5")
        moved(page, page.locator(".turns button", has_text="Draw a card").click)
        tell(page, "9")
        page.locator("#hint").click()
        expect(page.locator(HINT)).to_be_visible()
        page.keyboard.press("Escape")
        page.locator(".hand [data-card='9']").first.click()
        moved(page, page.locator(".turns [data-move='=9']").click)
        moved(page, page.locator(".mv:visible button", has_text="open two").first.click)
        tell(page, "4", "3")
        moved(page, page.locator("#undo").click)
        tell(page, "4", "1*")
        all_moves(page)
        moved(page, page.locator(".mv:not(.turns) [data-move='put:8']").click)
        assert re.search(r"^play draw:9 =9 / open:4\+1\* put:8", record(page), re.MULTILINE)


def tell(page: Any, *cards: str) -> None:
    for card in cards:
        page.locator(f".mv [data-card='{card}']").click()
    moved(page, page.locator("#confirm").click)


@pytest.mark.long
def test_a_random_deal_of_another_game(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        more(page, "show-record")
        page.get_by_role("button", name="Random Diam's").click()
        expect(page.locator(".turn-text")).to_contain_text("draw a card or to open two")
        expect(page.locator("#set-up")).to_have_count(0)
        page.locator(".mv button", has_text="draw a card").click()
        expect(page.locator(".turn-text")).to_contain_text("a move of phase 2")


@pytest.mark.long
def test_moves_of_a_position_are_solved_and_stepped_through(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        put_position(page, example("diams-lap"))
        expect(page.locator(".turn-text")).to_have_text("Cy decides: a move of phase 2.")
        expect(page.locator(".line .lab")).to_contain_text("Secur'express: add to a pile: 6 + 6")
        assert page.locator(".mv small").count() == 10, "a value on every move"
        page.get_by_role("button", name="The next move of best play").click()
        expect(page.locator(".lab")).to_contain_text("1 of 2")
        page.get_by_role("button", name="A move back").click()
        expect(page.locator(".lab")).to_contain_text("2 moves")
        page.locator(".mv button", has_text="7 for 7*").click()
        more(page, "show-record")
        expect(page.locator("#record-text")).to_have_value(re.compile(r"^play 7=7\*", re.MULTILINE))


@pytest.mark.long
def test_what_chance_adds_is_chosen(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        put_position(page, example("diamoniak-draw"))
        expect(page.locator(".turn-text")).to_have_text("Cy decides: draw again or stop.")
        more(page, "evaluate-position")
        expect(page.locator(".told-text")).to_contain_text("Cy")
        page.locator(".mv button", has_text="draw a card").click()
        page.locator(".mv button", has_text="witch").click()
        expect(page.locator(".turn-text")).to_have_text("Cy decides: what to give up.")


@pytest.mark.long
def test_it_fits_a_phone_and_axe_finds_nothing(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve", width=360, height=640, bypass_csp=True) as page:
        expect(page.locator(".oh").first).to_be_visible()
        put_position(page, example("diams-view"))
        expect(page.locator(".mk").first).to_be_visible()
        assert overflow(page) == 0
        assert accessibility_problems(page) == []
