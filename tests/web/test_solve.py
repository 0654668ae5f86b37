"""The screens Solve and Pass in a real browser: a table set up and solved, advice on what is hidden, cards to give away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diamonds_solver.games.records import examples

from ..browser import Browser, accessibility_problems, overflow
from .paging import expect, looks, more, opened, put_position, wait
from .running import Running
from .test_play import SHIFTED

pytestmark = pytest.mark.browser

HIDDEN = examples()["advice"].read_text(encoding="utf-8")
THIEF = "diamonds 1\nplayers Ann Bob Cy\nhand Ann C9 D2\nhand Bob C4 D3\nhand Cy C2 H5\nthief Bob\nlead Ann\n"
WRONG = "diamonds 1\nplayers 2\nhand P1 D15,9\nhand P2 D15,2\n"
MARKED = "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"


def solved(page: Any) -> None:
    expect(page.locator(".line .lab")).to_contain_text("Best play")
    expect(page.locator(".status")).to_contain_text("Solved")


def test_a_position_is_set_up_and_solved(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        solved(page)
        page.locator("#set-up").click()
        page.get_by_role("group", name="Players").get_by_role("button", name="2").click()
        for receiver, cards in (("Ann", ("D9", "C2", "H7", "S5")), ("Bob", ("H4", "C15", "S12", "D3"))):
            page.locator(".rc button", has_text=receiver).click()
            for card in cards:
                page.locator(f".deck [data-card={card}]").click()
        expect(page.locator(".problems")).to_have_count(0)
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator("#done")).to_be_in_viewport(ratio=1)
        page.locator("#done").click()
        solved(page)
        assert page.locator(".oh.turn .v").count() == 4, "a value on every card"
        expect(page.locator(".ev b")).to_have_count(2)
        page.get_by_role("button", name="The next move of best play").click()
        expect(page.locator(".lab")).to_contain_text("1 of")
        solved(page)
        expect(page.locator(".trick .card")).to_have_count(1)
        more(page, "undo")
        expect(page.locator(".trick .card")).to_have_count(0)
        more(page, "show-record")
        assert "hand P1 D9 H7 S5 C2" in page.locator("#record-text").input_value().replace("hand Ann", "hand P1")


def test_the_thief_is_set_up(browser: Browser, server: Running) -> None:
    """Who has the token is chosen, and stays in the record while cards are given; a random deal has it too."""
    with opened(browser, server, "solve") as page:
        put_position(page, THIEF)
        solved(page)
        assert page.locator(".oh:has(.token) h2").inner_text() == "Bob"
        page.locator("#set-up").click()
        page.locator(".rc button", has_text="Cy").click()
        page.locator(".deck [data-card=C2]").click()
        page.locator(".deck [data-card=C3]").click()
        page.locator(".rc button", has_text="Ann").click()
        page.get_by_role("group", name="Ann").get_by_role("button", name="has the thief").click()
        page.locator("#done").click()
        solved(page)
        assert page.locator(".oh:has(.token) h2").inner_text() == "Ann"
        more(page, "random")
        expect(page.locator(".token")).to_have_count(1)
        page.locator("#set-up").click()
        page.get_by_role("group", name="Clubs rob").get_by_text("whom one chooses").click()
        expect(page.get_by_role("button", name="has the thief", exact=True)).to_have_count(0)


def test_a_line_and_its_bar(browser: Browser, server: Running) -> None:
    """What each still gains is what they end with less what they have. The table along the line is shown while a card of it is pointed at,
    by the mouse or the focus; leaving goes back, pressing goes there.
    """
    with opened(browser, server, "solve", width=1280) as page:
        solved(page)
        ends = [int(text) for text in page.locator(".ev b").all_inner_texts()]
        now = [int(text.split()[0]) for text in page.locator(".ev .now").all_inner_texts()]
        names = page.locator(".oh h2").all_inner_texts()
        gains = dict(zip(names, (end - has for end, has in zip(ends, now, strict=True)), strict=True))
        said = page.locator(".gb").get_attribute("aria-label").removeprefix("still to gain: ")
        assert {name: int(gain.replace("−", "-")) for name, gain in (each.split() for each in said.split(", "))} == gains
        hands = [hand.locator(".card").count() for hand in page.locator(".oh .hand").all()]
        page.locator(".pc").nth(3).hover()
        expect(page.locator(".oh .hand .card")).to_have_count(sum(hands) - 4)
        expect(page.locator(".lab")).to_contain_text("4 of")
        assert page.locator(".oh .v").count() == 0, "values are of the position, not of what is pointed at"
        page.mouse.move(640, 5)
        expect(page.locator(".oh .hand .card")).to_have_count(sum(hands))
        page.locator(".pc[tabindex='0']").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".lab")).to_contain_text("2 of")
        page.keyboard.press("Enter")
        expect(page.locator(".trick .card")).to_have_count(2)
        solved(page)
        expect(page.locator(".oh.turn .v").first).to_be_visible()


def test_a_card_is_taken_back_and_crystals_are_counted(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        solved(page)
        page.locator("#set-up").click()
        card = page.locator(".deck [data-card=H15]")
        expect(card).to_have_attribute("data-o", "A")
        card.click()
        expect(card).to_have_attribute("aria-pressed", "false")
        assert card.get_attribute("data-o") is None
        page.locator(".rc button", has_text="Bob").click()
        page.locator(".deck [data-card=H15]").click()
        expect(card).to_have_attribute("data-o", "B")
        page.get_by_role("button", name="one crystal more in the vault of Bob").click()
        expect(page.get_by_role("group", name="Bob", exact=True).locator(".vault b")).to_have_text("1")


def test_no_card_goes_to_a_seat_that_is_not_there(browser: Browser, server: Running) -> None:
    """The last of four is given cards; of two players the first is."""
    with opened(browser, server, "solve") as page:
        solved(page)
        page.locator("#set-up").click()
        page.locator(".rc button", has_text="Di").click()
        page.get_by_role("group", name="Players").get_by_role("button", name="2").click()
        page.locator(".deck [data-card=D9]").click()
        expect(page.locator(".deck [data-card=D9]")).to_have_attribute("data-o", "A")


def test_a_card_takes_the_place_of_an_unknown_one(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        put_position(page, THIEF.replace("C4 D3", "C4 +1"))
        page.locator("#set-up").click()
        bob = page.locator(".rc button", has_text="Bob")
        expect(bob).to_contain_text("2 cards")
        bob.click()
        page.locator(".deck [data-card=H9]").click()
        expect(bob).to_contain_text("2 cards")
        page.locator("#done").click()
        solved(page)


def test_clear_leaves_nothing_of_the_pass(browser: Browser, server: Running) -> None:
    """What a record says of the pass and of suits that somebody is out of has no place on the screen: it would hold against new hands."""
    with opened(browser, server, "solve") as page:
        put_position(page, HIDDEN)
        page.locator("#set-up").click()
        page.locator("#clear").click()
        for receiver, card in zip(("Ann", "Bob", "Cy"), ("D1", "D2", "H5"), strict=True):
            page.locator(".rc button", has_text=receiver).click()
            page.locator(f".deck [data-card={card}]").click()
        expect(page.locator(".problems")).to_have_count(0)
        page.locator("#done").click()
        solved(page)


def test_a_mistake_is_shown_at_its_place(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        solved(page)
        put_position(page, WRONG)
        expect(page.get_by_role("dialog").locator(".problems")).to_contain_text("D15 is in the hand of P1 already")
        page.get_by_role("dialog").locator(".problems .link").click()
        assert page.evaluate(MARKED) == "D15"
        page.locator("#record-text").fill(WRONG.replace("D15,2", "D1,2"))
        page.locator("#open-text").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        solved(page)


def test_advice_comes_in_parts_and_is_stopped(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        solved(page)
        put_position(page, HIDDEN)
        expect(page.locator(".turn-text")).to_contain_text("Bob is to play")
        expect(page.locator("#solve")).to_have_count(0)
        page.locator("#advise").click()
        expect(page.locator(".oh.turn .v").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".status")).to_contain_text("Stopped")
        assert page.locator(".oh.turn .v").count() == 6, "what was known stays"
        page.locator("#hint-details").click()
        expect(page.locator(".hint tbody tr")).to_have_count(6)


def test_a_position_is_played_on(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        solved(page)
        page.locator("#play-on").click()
        wait(page)
        expect(page.locator(".me h2")).to_have_text("Di")


def test_a_record_is_saved_copied_and_opened(browser: Browser, server: Running, tmp_path: Path) -> None:
    with opened(browser, server, "solve", permissions=["clipboard-read", "clipboard-write"]) as page:
        solved(page)
        more(page, "show-record")
        text = page.locator("#record-text").input_value()
        page.get_by_role("button", name="Copy").click()
        expect(page.locator("#live")).to_have_text("copied")
        assert page.evaluate("navigator.clipboard.readText()") == text
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save").click()
        file = tmp_path / "round.dia"
        saved.value.save_as(file)
        assert file.read_text(encoding="utf-8") == text
        page.keyboard.press("Escape")
        page.goto(f"{page.url.partition('#')[0]}#start")
        page.locator("#file").set_input_files(file)
        solved(page)


def test_what_a_screen_reader_hears(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        expect(page.locator("#live")).to_contain_text("Best: 3 of spades")
        expect(page.get_by_role("button", name="3 of spades, value −0.33, best")).to_have_count(1)
        assert page.locator(".oh.turn .hand button[tabindex='0']").count() == 1, "one stop for Tab in a hand"


def test_a_hand_is_evaluated(browser: Browser, server: Running) -> None:
    with opened(browser, server, "pass") as page:
        for card in ("D15", "D9", "D3", "H12", "H4", "S7", "S2", "C14", "C4", "C1"):
            page.locator(f".deck [data-card={card}]").click()
        expect(page.locator(".finding")).to_contain_text("Give away")
        expect(page.locator(".pick .turn-text")).to_contain_text("Give away")
        expect(page.locator(".o3 li")).to_have_count(3)
        page.locator(".o3 button").last.click()
        expect(page.locator(".hand .up")).to_have_count(3)
        expect(page.locator(".res")).to_contain_text("of 100 hands")


def test_a_hand_of_another_game_by_clicks(browser: Browser, server: Running) -> None:
    """Three cards, of which two are alike: pressed, taken back, typed wrongly, evaluated."""
    with opened(browser, server, "pass", width=360, height=740, bypass_csp=True, is_new=True) as page:
        expect(page.locator(".turn-text")).to_have_text("Choose 10 cards")
        assert page.evaluate(SHIFTED) < 0.1
        page.locator(".opts summary").click()
        assert page.get_by_role("button", name="Diamoniak").count() == 0, "a game without hands to evaluate"
        page.get_by_role("button", name="Diam's").click()
        nine = page.locator(".kind [data-card='9']")
        nine.click()
        nine.click()
        page.locator(".kind [data-card=T]").click()
        typed = page.get_by_label("The hand as text")
        expect(typed).to_have_value("9,9,T")
        expect(page.locator(".kind [data-card='8']")).to_be_disabled()
        page.get_by_role("button", name="take back T").click()
        expect(page.locator(".turn-text")).to_have_text("Choose 1 more card")
        typed.fill("nonsense 9 9* t t")
        typed.press("Enter")
        expect(page.locator(".turn-text")).to_have_text("3 cards")
        expect(page.locator(".told-text")).to_contain_text("the hand 9*,9,T of 2 players")
        assert overflow(page) == 0
        assert accessibility_problems(page) == []


def test_it_fits_and_axe_finds_nothing(browser: Browser, server: Running) -> None:
    def fits() -> None:
        for scheme, sizes in (("light", [(720, 800), (1280, 800), (360, 640)]), ("dark", [(550, 400)])):
            for size in looks(page, sizes, (scheme,)):
                assert (overflow(page), accessibility_problems(page)) == (0, []), size

    with opened(browser, server, "solve", bypass_csp=True) as page:
        expect(page.locator(".oh .v").first).to_be_visible()
        fits()
        page.locator("#set-up").click()
        expect(page.locator(".setup")).to_be_visible()
        fits()
        page.goto(f"{page.url.partition('#')[0]}#pass")
        expect(page.locator(".pick .deck")).to_be_visible()
        fits()
