"""Screens that a phone and a desktop show whole: set up, solve, review, six players, what is pressed at a real table."""

from __future__ import annotations

import re

import pytest

from ..browser import Browser, overflow
from .paging import answer_with, expect, looks, opened, put_position, show_game, wait
from .running import Running
from .test_play import OVERLAPS

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (390, 844), (360, 640)]

NAMES = ["You", "Ann", "Bob", "Cy", "Di", "Eve"]
PASSING = f"diamonds 1\nplayers {' '.join(NAMES)}\nphase pass\npass 3\nhand You D15,12,8,1 H13,8 S12,7,6 C2\nsee You\n"
ROBBING = """diamonds 1
players You Ann Bob Cy Di Eve
teams yes
hand You C9 D3
hand Ann H4 S1
hand Bob H5 S2
hand Cy H1 S3
hand Di H2 S5
hand Eve H3 S6
lead Ann
showroom 3 2 0 3 1 2
play H4 H5 H1 H2 H3
"""
LONG = """diamonds 1
players Ann Bob Cy Di Ed
hand Ann D7,10 H1,6 S1,2,7,12 C5,13
hand Bob D1,5,9 H4,8,12,15 S6,10,14
hand Cy D8,13,15 H7,10 S4 C2,4,6,15
hand Di D2,12 H3,11,14 S3,5,15 C1,14
hand Ed D3,14 H2,5,13 S8,9,11 C7,8
lead Ann
"""
"""Takes more than 200 million nodes."""


def test_a_proof_that_is_stopped_goes_on(browser: Browser, server: Running) -> None:
    """The bounds stay, and only narrow; what goes on is not begun anew."""
    with opened(browser, server, "solve") as page:
        put_position(page, LONG)
        page.locator("#solve").click()
        bounds = page.locator(".gb .bounds")
        expect(bounds).to_be_visible()
        expect(bounds).to_contain_text(re.compile("open: |the rest is open"))  # the best value may be proven by now
        page.locator("#stop").click()
        for _ in looks(page, SIZES):
            expect(page.locator("#go-on")).to_be_in_viewport()
        before = numbers(bounds.inner_text())
        page.locator("#go-on").click()
        expect(page.locator("#stop")).to_be_visible()
        after = numbers(bounds.inner_text())
        assert before[0] <= after[0] <= after[-1] <= before[-1]
        page.keyboard.press("s")
        expect(page.locator("#go-on")).to_be_visible()


def numbers(text: str) -> list[float]:
    return [float(each.replace("−", "-")) for each in re.findall(r"[−+]?\d+(?:\.\d+)?", text)]


def test_set_up_drops_no_card(browser: Browser, server: Running) -> None:
    """Done waits for a position that can be; what is wrong is said of hands, not of lines; Clear clears crystals, too."""
    with opened(browser, server, "solve") as page:
        expect(page.locator(".line .lab")).to_contain_text("Best play")
        page.locator("#set-up").click()
        for width, _ in looks(page, SIZES):
            expect(page.locator(".deck")).to_be_in_viewport()
            before = page.locator(".deck").bounding_box()
            assert width > 700 or before["y"] < 260
            page.locator(".deck [data-card=D1]").click()
            expect(page.locator(".problems")).to_have_text(re.compile("^Ann has 5 cards, the others have 4: everybody needs as many *$"))
            assert page.locator(".deck").bounding_box() == before, "the next key is where it was"
            expect(page.locator("#done")).to_be_disabled()
            expect(page.locator("#done")).to_be_in_viewport()
            page.locator(".deck [data-card=D1]").click()
            expect(page.locator("#done")).to_be_enabled()
        page.get_by_role("group", name="Ann").get_by_role("button", name="one crystal more in the vault of Ann").click()
        expect(page.locator(".stp .vault b")).to_have_text("1")
        expect(page.locator(".rc .now .vault b")).to_have_text("1")
        page.locator("#clear").click()
        expect(page.locator(".rc .show b")).to_have_text(["3"] * 4)
        expect(page.locator(".rc .vault b")).to_have_text(["0"] * 4)
        for receiver, card in zip(("Ann", "Bob", "Cy", "Di"), ("D1", "D2", "H5", "C9"), strict=True):
            page.locator(".rc button", has_text=receiver).click()
            page.locator(f".deck [data-card={card}]").click()
        expect(page.locator("#done")).to_be_enabled()
        page.locator("#done").click()
        expect(page.locator(".line .lab")).to_contain_text("Best play")


def test_a_review_lays_no_card_on_a_plate(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        answer_with(page, "analyse", {"whole": True})
        page.evaluate("location.hash = 'review'")
        expect(page.locator(".brd .slot").first).to_be_visible()
        for size in looks(page, SIZES):
            for _ in range(4):
                before = page.locator(".brd h1").inner_text()
                page.keyboard.press("ArrowRight")
                expect(page.locator(".brd h1")).not_to_have_text(before)
                assert page.evaluate(OVERLAPS) == [], size


def test_who_is_to_play_is_in_sight(browser: Browser, server: Running) -> None:
    with opened(browser, server, "solve") as page:
        for _ in looks(page, SIZES):
            expect(page.locator(".turn .best")).to_be_in_viewport(ratio=0.9)
        hands = ("D15,12,8,1 H13,8 S12,7,6 C2", "D2,3,4 H1,2 S1,2,3 C3,4", "D5,6 H3,4,5 S4,5 C5,6,7", "D7 H6,7 S8,9 C8,9,10,11,12")
        deal = "".join(f"hand {name} {cards}\n" for name, cards in zip(("Ann", "Bob", "Cy", "Di"), hands, strict=True))
        put_position(page, f"diamonds 1\nplayers Ann Bob Cy Di\n{deal}lead Ann\n")
        expect(page.locator(".turn .card")).to_have_count(10)
        for size in looks(page, SIZES):
            sizes = page.locator(".slot .hole").evaluate_all("holes => holes.map(hole => hole.getBoundingClientRect().width)")
            assert all(not each or each >= 20 for each in sizes), f"a place for a card is one, or is not there: {size}"


def test_what_was_pressed_at_a_real_table_is_kept(browser: Browser, server: Running) -> None:
    with opened(browser, server, width=390, height=844) as page:
        page.locator("#tile-companion").click()
        page.locator("#begin-companion").click()
        for card in ("D15", "D9", "H3"):
            page.locator(f".deck [data-card={card}]").click()
        page.locator(".deck [data-card=D9]").click()
        page.reload()
        expect(page.locator("#confirm")).to_have_text("8 more")
        assert page.locator(".deck [aria-pressed=true]").evaluate_all("keys => keys.map(key => key.dataset.card)") == ["D15", "H3"]


def test_the_own_hand_at_a_real_table_can_be_read(browser: Browser, server: Running) -> None:
    """While others play the number of each card is left of the next card, and crystals are in the plate of whose they are."""
    text = "diamonds 1\nplayers You Ann Bob Cy\nhand You D15,12,8,1 H13,8 S12,7,6 C2\nlead Ann\nshowroom 3 0 9 1\nvault 4 1 10 0\n"
    six = (
        f"diamonds 1\nplayers {' '.join(NAMES)}\nhand You D15,12,8,1 H13,8 S12,7,6\nlead Ann\nshowroom 3 0 9 1 12 2\nvault 4 1 10 0 12 9\n"
    )
    outside = """boxes => boxes.filter(box => { const one = box.getBoundingClientRect(), two = box.closest("li").getBoundingClientRect();
        return one.width && (one.left < two.left || one.right > two.right); }).map(box => box.textContent)"""
    under = """cards => cards.filter((card, place) => {
        const next = cards[place + 1]?.getBoundingClientRect(), range = document.createRange();
        range.selectNodeContents(card.querySelector("b"));
        return next && range.getBoundingClientRect().right > next.left + 1; }).map(card => card.dataset.card)"""
    with opened(browser, server) as page:
        show_game(page, server.answer("play", {"action": "begin", "text": text, "sources": ["me", *["table"] * 3]})["id"])
        expect(page.locator(".entering .hand .card")).to_have_count(10)
        for width, _ in looks(page, SIZES):
            expect(page.locator(".order")).to_be_visible(visible=width < 700)
            expect(page.locator(".seat:visible")).to_have_count(0 if width < 700 else 3)
            assert page.locator(".entering .hand .card").evaluate_all(under) == [], width
            assert page.locator(".order .cr > *").evaluate_all(outside) == [], width
        show_game(page, server.answer("play", {"action": "begin", "text": six, "sources": ["me", *["table"] * 5]})["id"])
        expect(page.locator(".order li")).to_have_count(6)
        for width, _ in looks(page, SIZES):
            assert page.locator(".order .cr > *").evaluate_all(outside) == [], width


def test_six_players_pass_and_rob(browser: Browser, server: Running) -> None:
    """The button that passes lies on no plate; those that rob lie on no card."""
    on_cards = """buttons => buttons.filter(button => { const one = button.getBoundingClientRect();
        return [...document.querySelectorAll(".slot .card")].some(card => { const two = card.getBoundingClientRect();
            return Math.min(one.right, two.right) - Math.max(one.left, two.left) > 2
                && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 2; }); }).map(button => button.textContent)"""
    with opened(browser, server) as page:
        found = server.answer("play", {"action": "begin", "text": PASSING, "sources": ["me", *["table"] * 5]})
        show_game(page, found["id"])
        for card in ("C2", "S6", "S7"):
            page.locator(f".hand [data-card={card}]").click()
        expect(page.locator("#confirm")).to_be_enabled()
        for size in looks(page, SIZES):
            assert page.evaluate(OVERLAPS) == [], size
        found = server.answer("play", {"action": "begin", "text": ROBBING, "sources": ["me", *["easy"] * 5]})
        show_game(page, found["id"])
        wait(page)
        page.locator(".hand [data-card=C9]").click()
        expect(page.locator(".rob")).to_have_count(4)
        expect(page.locator("[data-seat='2'].seat")).to_contain_text("nothing to rob")
        for size in looks(page, SIZES):
            widths = page.locator(".seat").evaluate_all("plates => plates.map(plate => Math.round(plate.getBoundingClientRect().width))")
            assert len(set(widths)) == 1, size
            assert overflow(page) == 0, size
            assert page.locator(".rob").evaluate_all(on_cards) == [], size


def test_the_verdict_of_a_review_is_in_sight(browser: Browser, server: Running) -> None:
    """On phones in the bar that stays; the curve has its legend; steps keep to one's own decisions where that is chosen."""
    with opened(browser, server, "review") as page:
        for width, _ in looks(page, SIZES):
            said = page.locator(".said" if width < 1000 else ".verdict p").first
            expect(said).to_be_in_viewport(ratio=0.9)
            expect(said).not_to_have_text("")
            expect(page.locator(".leg li").first).to_be_in_viewport()
        page.get_by_role("button", name="Forward").click()
        expect(page.locator(".side #only-own")).to_have_count(0)


def test_the_first_screen(browser: Browser, server: Running) -> None:
    """The fan of cards does not lie on the gold button; on a phone it gives its place to the deal of the day, which is in sight.

    The screen after it begins at its top.
    """
    with opened(browser, server) as page:
        for width, _ in looks(page, SIZES):
            expect(page.locator("#day")).to_be_in_viewport()
            top = page.locator("#deal").bounding_box()["y"]
            boxes = [card.bounding_box() for card in page.locator(".art .card:visible").all()]
            assert all(box["y"] + box["height"] <= top for box in boxes)
            assert bool(boxes) == (width >= 720)
        page.locator("#tile-record").scroll_into_view_if_needed()
        page.locator("#tile-record").click()
        expect(page.locator("main h1")).to_have_text("My record")
        expect(page.locator("main h1")).to_be_focused()
        assert page.evaluate("scrollY") == 0
