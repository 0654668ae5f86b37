"""The first round: somebody who has never seen the game plays it by what the page says, and all that is said is true."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ..browser import Browser, accessibility_problems, overflow
from .paging import READY, expect, is_over, looks, opened
from .running import Running

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (360, 640)]
FREE = ".hand button:not([aria-disabled])"
STATE = """async () => {
    const { ask } = await import("./api.js");
    return ask("play", { action: "state", id: sessionStorage.getItem("diamonds.table") });
}"""
COVERED = """() => { const box = document.querySelector(".coach").getBoundingClientRect();
    return [...document.querySelectorAll(".seat, .me, .slot .card, .slot.now .hole, .hand .card, .bar, .acts button")].filter(one => {
        const other = one.getBoundingClientRect();
        return Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
            && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1; }).map(one => one.className); }"""
"""What the bubble lies on."""


def suits(cards: list[Any]) -> set[str]:
    return {card.get_attribute("data-card")[0] for card in cards}


def by_tab(page: Any, selector: str) -> None:
    """Presses what the key Tab reaches."""
    expect(page.locator(selector)).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def play_by_texts(page: Any, by_keys: bool = False) -> dict[str, Any]:
    """Plays a round as the bubble and the cards say; what they promised by step, and what the bubble said."""

    def rob() -> None:
        if by_keys:
            expect(page.locator(".rob").first).to_be_focused()
            page.keyboard.press("Enter")
        else:
            page.locator(".rob").first.click()

    promised, said, events = dict[int, str](), list[str](), dict[int, list[Any]]()
    while True:
        expect(page.locator(READY).first).to_be_visible()
        told = page.evaluate(STATE)["events"]
        events |= {step: [event for event in told if event["step"] == step] for step in {event["step"] for event in told}}
        if is_over(page):
            return {"promised": promised, "said": said, "events": events}
        text = page.locator(".coach").inner_text()
        said.append(text)
        steps = page.locator(".play").get_attribute("data-steps")
        free = page.locator(FREE).all()
        if "Whom do you rob?" in text:
            rob()
        else:
            must = re.search(r"You have (\w+), so you must play one", text)
            off = page.locator(".hand [aria-disabled]")
            assert bool(off.count()) <= bool(must)
            if must:
                assert suits(free) == {must[1][0].upper()}
            else:
                assert "play any card" in text
            notes = {card.get_attribute("data-card"): (card.locator(".v").all_inner_texts() or [""])[0] for card in free}
            assert all(badge.bounding_box()["width"] > 9 for badge in page.locator(".hand .v").all()), "also on the last card"
            best = max(notes, key=lambda card: int((re.findall(r"\+(\d)", notes[card]) or ["0"])[0]))
            promised[int(steps) + 1] = notes[best]
            if by_keys:
                page.keyboard.press(str(list(notes).index(best) + 1))
            else:
                page.locator(f".hand [data-card={best}]").click()
            if page.locator(".rob").count():
                expect(page.locator(".coach")).to_contain_text("Whom do you rob?")
                said.append("Whom do you rob?")
                rob()
        expect(page.locator(f".play[data-steps='{steps}']")).to_have_count(0)


def check(found: dict[str, Any], *heads: str) -> None:
    """What stood on the cards came true, and each of the suits was told of."""
    for step, note in found["promised"].items():
        events = [event for event in found["events"][step] if event["seat"] == "P1"]
        gains = sum(event["gains"][0] for event in events if event["kind"] == "action")
        assert gains == int((re.findall(r"\+(\d)", note) or ["0"])[0]), note
        wins = any(event["kind"] == "trick" for event in events)
        assert wins if note.startswith("wins") else not wins or not note, note
    said = " ".join(found["said"])
    for told in ("so you must play one", "secure", "collect", "bank", "rob", "last trick", *heads):
        assert told in said, told


def test_the_first_round(browser: Browser, server: Running) -> None:
    """By the keyboard alone."""
    with opened(browser, server, bypass_csp=True) as page:
        by_tab(page, "#tile-learn")
        expect(page.locator(".coach")).to_contain_text("Ann led a heart. You have hearts, so you must play one.")
        expect(page.locator(".hand [data-card=H4] .v")).to_have_text("saves 14")
        expect(page.locator("#live")).to_contain_text("Your 14 of hearts beats Bob's 12 of hearts.")
        for size in looks(page, SIZES, ("light", "dark")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
            expect(page.locator(".coach")).to_be_in_viewport(ratio=1)
            assert page.evaluate(COVERED) == [], size
        expect(page.locator(".hand [data-card=H14]")).to_be_focused()
        while not page.locator(".hand [data-card=S9]:focus").count():
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator(".coach")).to_contain_text("Only somebody who has none may play another suit.")
        by_tab(page, "#all-rules")
        expect(page.get_by_role("dialog")).to_contain_text("The thief")
        page.keyboard.press("Escape")
        page.reload()
        expect(page.locator("h1")).to_have_text("First round trick 1 of 7")
        check(play_by_texts(page, by_keys=True), "You lead", "you have none", "Whom do you rob?")
        for size in looks(page, SIZES, ("dark", "light")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        by_tab(page, "#whole-round")
        expect(page.locator("#explain")).to_be_visible()
        expect(page.locator(".coach")).to_have_count(0)
        page.keyboard.press("e")
        expect(page.locator(".coach")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".coach")).to_have_count(0)
        page.goto(f"{page.url.partition('#')[0]}#start")
        expect(page.locator("#tile-learn")).to_have_count(0)
        expect(page.locator("#tile-record")).to_contain_text("Games and points")
        expect(page.locator("#learn")).to_be_visible()
