"""Moments of a game: cards that are passed, awards, ties, long names, many crystals; on a desktop and on two phones."""

from __future__ import annotations

from typing import Any

import pytest

from ..browser import Browser, overflow
from .paging import HINT, answer_with, expect, looks, more, opened, show_game, wait
from .running import Running
from .test_hint import COVERED, ON_OTHERS, advice, other
from .test_play import OVERLAPS

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (390, 844), (360, 640)]

PASSED = """diamonds 1
players You Ann Bob Cy
pass 2
hand You D14,9 H15,9 S13,8 C14,8,3,1
gave You C6,4
got You S13 H9
lead You
"""
LONG = "Maximiliane-Wilhelmina"
WIDE = "nodes => nodes.filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.textContent)"


def begin(server: Running, text: str, *sources: str) -> str:
    found = server.answer("play", {"action": "begin", "text": text, "sources": list(sources)})
    return str(found["id"])


def test_received_cards_are_shown(browser: Browser, server: Running) -> None:
    """A halo, who passed them, a sentence to read and to hear; until one's first card. A badge takes the place of the caption."""
    with opened(browser, server) as page:
        show_game(page, begin(server, PASSED, "me", "table", "table", "table"))
        wait(page)
        expect(page.locator(".hand .got")).to_have_count(2)
        expect(page.locator(".hand [data-card=S13] .from")).to_have_text("from Cy")
        expect(page.locator(".hand [data-card=S13] .sr")).to_have_text("13 of spades, from Cy")
        expect(page.locator(".log .news")).to_contain_text("Cy passes you")
        expect(page.locator("#live")).to_contain_text("Cy passes you 9 of hearts and 13 of spades.")
        for size in looks(page, SIZES):
            assert page.evaluate(OVERLAPS) == [], size
        answer_with(page, "hint", advice(("S13", 0, 0, (0.0, 0.0)), other(0.5, 0.1, 0.3, 0.7, "H9"), verdict="clear"))
        page.locator("#hint").click()
        expect(page.locator(HINT)).to_be_visible()
        expect(page.locator(".hand .from")).to_have_count(0)
        expect(page.locator(".hand [data-card=S13] .sr")).to_have_text("13 of spades, best, from Cy")
        for size in looks(page, SIZES):
            assert page.evaluate(ON_OTHERS) == [], size
        page.reload()
        expect(page.locator(".hand .got")).to_have_count(2)
        page.locator(".hand [data-card=S8]").click()
        expect(page.locator(".hand .got")).to_have_count(0)
        expect(page.locator(".log .news")).to_have_count(0)


def test_awards_leave_the_own_plate_in_sight(browser: Browser, server: Running) -> None:
    """Each suit has a step, also one that nobody gets."""
    text = "diamonds 1\nplayers You Bob Cy\nhand You H9\nhand Bob D3\nhand Cy H5\nlead P1\ntook You H1 S2\ntook Bob H1 S2\n"
    with opened(browser, server, pace="fast") as page:
        show_game(page, begin(server, text, "me", "easy", "easy"))
        wait(page)
        page.locator(".hand [data-card=H9]").click()
        for head in (
            "You took the most diamonds",
            "You took the most hearts",
            "Nobody: a tie for most spades",
            "Nobody took clubs",
            "Cy won no trick",
        ):
            expect(page.locator(".award h2")).to_have_text(head)
            expect(page.locator("#awards-next")).to_be_focused()
            for size in looks(page, SIZES):
                assert page.evaluate(COVERED) == 0, size
                assert page.locator(".awards").evaluate_all(WIDE) == [], size
            page.keyboard.press("Enter")
        expect(page.locator("#end-title")).to_be_focused()


def test_the_thief_token_moves(browser: Browser, server: Running) -> None:
    """It lies beside the mark of the dealer, flies to the left after a club, and the line says who was robbed."""
    text = "diamonds 1\nplayers You Bob Cy\nhand You C9 H2\nhand Bob D3 C4\nhand Cy H5 H6\nthief Cy\ndealer Cy\nlead P1\n"
    with opened(browser, server, pace="slow", reduced_motion="no-preference") as page:
        show_game(page, begin(server, text, "me", "easy", "easy"))
        wait(page)
        for size in looks(page, SIZES):
            boxes = [chip.bounding_box() for chip in page.locator("[data-seat='2'] .chip").all()]
            assert len(boxes) == 2
            assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] or boxes[0]["y"] != boxes[1]["y"], size
        page.evaluate(
            """() => { const watch = () => { const token = document.querySelector(".token");
                if (token?.getAnimations().length) window.flew = true;
                requestAnimationFrame(watch); }; watch(); }"""
        )
        page.locator(".hand [data-card=C9]").click()
        expect(page.locator(".log")).to_contain_text("You rob Cy")
        expect(page.locator("[data-seat='0'] .token")).to_have_count(1)
        assert page.evaluate("window.flew")


def test_long_names_fit(browser: Browser, server: Running) -> None:
    """In plates and slots, on the button that robs, in the sheet of the end."""
    names = [f"{LONG}{letter}" for letter in "ABC"]
    hands = f"hand You C9\nhand {names[0]} H4\nhand {names[1]} H5\nhand {names[2]} H1\nlead {names[2]}\nshowroom 1 3 1 3\nplay H1\n"
    text = f"diamonds 1\nplayers You {' '.join(names)}\n{hands}"
    with opened(browser, server) as page:
        show_game(page, begin(server, text, "me", "easy", "easy", "easy"))
        wait(page)
        for size in looks(page, SIZES):
            assert page.locator(".slot > span:not(.card)").evaluate_all(WIDE) == [], size
        page.locator(".hand [data-card=C9]").click()
        expect(page.locator(".rob").first).to_be_visible()
        for size in looks(page, SIZES):
            assert page.locator(".rob").evaluate_all(WIDE) == [], size
        page.locator(".rob").first.click()
        expect(page.locator("#end-title")).to_be_visible()
        for size in looks(page, SIZES):
            assert overflow(page) == 0, size
            assert page.locator(".over .sheet").evaluate_all(WIDE) == [], size
            expect(page.locator("#again")).to_be_in_viewport()


def test_many_crystals_stay_in_their_plate(browser: Browser, server: Running) -> None:
    text = "diamonds 1\nplayers You Ann Bob Cy\nhand You D4 H2\nlead You\nshowroom 12 14 11 13\nvault 15 12 16 21\n"
    out = """nodes => nodes.filter(node => {
        const [at, plate] = [node, node.closest(".seat, .me")].map(each => each.getBoundingClientRect());
        return at.right > plate.right || at.left < plate.left; }).map(node => node.textContent)"""
    with opened(browser, server) as page:
        show_game(page, begin(server, text, "me", "table", "table", "table"))
        wait(page)
        for size in looks(page, SIZES):
            assert page.locator(":is(.seat, .me) :is(.show, .vault)").evaluate_all(out) == [], size


def test_a_copy_gives_a_sign(browser: Browser, server: Running) -> None:
    with opened(browser, server, permissions=["clipboard-read", "clipboard-write"]) as page:
        answer_with(page, "hint", advice(("S13", 0, 0, (0.0, 0.0)), other(0.5, 0.1, 0.3, 0.7, "H9"), verdict="clear"))
        show_game(page, begin(server, PASSED, "me", "table", "table", "table"))
        expect(page.locator("#live")).to_contain_text("Play ")  # the hint, which would come after what is looked for
        page.get_by_role("button", name="Menu").click()
        page.locator("#show-record").click()
        page.get_by_role("button", name="Copy").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        expect(page.locator("#live")).to_have_text("copied")


def test_the_record_fits_its_dialog(browser: Browser, server: Running) -> None:
    """Also with what is wrong with it."""
    with opened(browser, server, "solve") as page:
        more(page, "show-record")
        dialog = page.get_by_role("dialog")

        def fits(dialog: Any = dialog) -> None:
            out = "nodes => nodes.filter(n => n.getBoundingClientRect().right > innerWidth)"
            for size in looks(page, SIZES):
                assert dialog.evaluate_all(WIDE) == [], size
                assert page.locator("dialog button").evaluate_all(out) == [], size

        fits()
        page.locator("#record-text").fill("diamonds 1\nplayers 2\nhand P1 D15,9\nhand P2 D15,2\n" + "x" * 200)
        page.locator("#open-text").click()
        expect(dialog.locator(".problems")).to_be_visible()
        fits()
