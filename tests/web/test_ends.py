"""The end of a round and of a game: who won, and where the points came from."""

from __future__ import annotations

import pytest

from ..browser import Browser, overflow
from .paging import expect, opened, show_game, wait
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
            for size in (320, 360, 375, 390, 768):
                page.set_viewport_size({"width": size, "height": 800})
                assert overflow(page) == 0
                if names == NAMES:
                    assert page.evaluate(CUT) == [], size
                if names != LONG_NAMES or size > 700:
                    assert page.evaluate(BROKEN) == [], size
