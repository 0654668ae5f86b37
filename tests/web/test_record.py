"""My record: what is counted, by level with intervals, luck apart from skill; kept in the browser alone."""

from __future__ import annotations

import json
import math
import time
from typing import Any

import pytest
from scipy import stats

from tests.test_habits import sent as sent_game

from ..browser import Browser, accessibility_problems, overflow
from ..test_javascript import answered
from .paging import decide, expect, is_over, looks, opened, show_game, wait
from .running import Running
from .test_modes import SIZES

pytestmark = pytest.mark.browser


def games(level: str, margins: list[float], text: str = "") -> list[dict[str, Any]]:
    return [
        {
            "id": f"{level}{number}",
            "when": 1_700_000_000_000 + number,
            "level": level,
            "players": 4,
            "rounds": 1,
            "margin": margin,
            "share": int(margin > 0),
            "result": [9, 9 - round(margin)],
            "text": text,
        }
        for number, margin in enumerate(margins)
    ]


STRONG = [-3.0, -1.5, -2.5, -4.0, -0.5, -2.0, -3.5]
REVIEW = {
    "game": "diamonds",
    "text": "a record",
    "players": ["You", "Ann", "Bob", "Cy"],
    "chance": False,
    "mistakes": [],
    "losses": [{"lead": [0.75, 3], "follow": [0.5, 4]}, {}, {}, {}],
}


def keep(page: Any, found: list[dict[str, Any]], reviews: list[dict[str, Any]]) -> None:
    page.evaluate("kept => Object.entries(kept).forEach(([name, value]) => localStorage.setItem(`diamonds.${name}`, value))",
        {"played": json.dumps(found), "reviews": json.dumps(reviews)})  # fmt: skip
    page.evaluate("location.hash = 'record'")
    expect(page.locator(".boxes")).to_be_visible()


def test_levels_have_their_intervals(browser: Browser, server: Running) -> None:
    """Student's; of few games there is none. What was given away in a reviewed game is told apart from the rest."""
    with opened(browser, server, bypass_csp=True) as page:
        keep(page, games("strong", STRONG) + games("easy", [2.0, 3.0], "a record"), [REVIEW])
        expect(page.locator(".boxes")).to_contain_text("9")
        half = stats.t.ppf(0.975, 6) * stats.tstd(STRONG) / math.sqrt(7)
        mean = sum(STRONG) / 7
        low, high = (f"{value:.2f}".replace("-", "−") for value in (mean - half, mean + half))
        expect(page.get_by_role("img", name=f"strong, 7 games: −2.43 points a round, between {low} and {high}")).to_be_visible()
        expect(page.get_by_role("img", name="easy, 2 games: +2.50")).to_be_visible()
        expect(page.get_by_role("img", name="Given away, by your mistakes: −1.25")).to_be_visible()
        expect(page.get_by_role("img", name="The cards, and the others: +3.75")).to_be_visible()
        for size in looks(page, SIZES, ("light", "dark")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size


def test_habits(browser: Browser, server: Running) -> None:
    """Named as the command names them, each with its positions; before that it is said how many games are wanted."""
    mistake = {"key": "k", "weight": 1, "loss": 0.7, "mark": "?", "why": "", "rows": []}
    reviews = []
    for number in range(42):
        text, losses = sent_game(number).values()
        place = next(iter(losses))
        one = {"number": int(place), "seat": "P4", "kind": "follow", "decision": "card", "trick": 2, "move": next(iter(losses[place]))}
        every = [mistake | {"one": one | {"number": int(each)}, "key": f"{number} {each}"} for each in losses]
        cards = [{}, {}, {}, losses]
        reviews.append(REVIEW | {"text": text, "players": ["Ann", "Bob", "Cy", "You"], "mistakes": every, "cards": cards})
    with opened(browser, server, bypass_csp=True) as page:
        keep(page, games("easy", [1.0]), reviews[:2])
        expect(page.locator("#habits")).to_contain_text("there are 30: review about 18 more games of four rounds.")
        page.evaluate("location.hash = 'start'")
        page.route("**/api/habits", lambda route: None)  # never answered
        keep(page, games("easy", [1.0]), reviews)
        expect(page.locator("#habits progress")).to_have_attribute("max", "42")
        page.locator("#stop-habits").click()
        page.unroute("**/api/habits")
        page.locator("#look").click()
        first = page.locator("#habits li").first
        expect(first).to_contain_text("You stay below in spades when you play last: 0.69 points each time, 42 times")
        expect(first).to_contain_text("100 % of 42 decisions, others 23 %")
        expect(first).to_contain_text("Found after 40 games; in 2 games since then 100 % of 2 decisions")
        for size in looks(page, SIZES):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        first.locator("button").click()
        expect(page.locator(".side")).to_contain_text("42 to go")


def test_weeks(browser: Browser, server: Running) -> None:
    """What was given away a round, by weeks: rounds of one week count alike, weeks without a review are left out, one week is no course."""
    now, day = int(time.time() * 1000), 86_400_000
    texts = [f"record {number}" for number in range(4)]
    whens = [now, now - 21 * day, now - 21 * day, now - 100 * day]
    found = [game | {"when": when, "text": text} for game, when, text in zip(games("easy", [1.0] * 4), whens, texts, strict=True)]
    found[1]["rounds"] = 4
    reviews = [
        REVIEW | {"text": text, "losses": [{"lead": [loss, 1]}, {}, {}, {}]} for text, loss in zip(texts, (2, 6, 9, 50), strict=True)
    ]
    with opened(browser, server, bypass_csp=True) as page:
        keep(page, found, reviews)
        expect(page.get_by_role("heading", name="Given away a round: 3.0, now 2.0")).to_be_visible()
        expect(page.get_by_role("img", name="3 weeks ago 3.0, this week 2.0")).to_be_visible()
        for size in looks(page, SIZES):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        page.evaluate("location.hash = 'start'")
        keep(page, found[:1], reviews)
        expect(page.locator(".boxes")).to_contain_text("1")
        expect(page.locator(".weeks")).to_have_count(0)


def test_intervals_are_students() -> None:
    rows = [[float(number % 5) for number in range(count)] for count in (5, 6, 10, 40)]
    for values, found in zip(rows, answered("record", f"{rows}.map(it.meanOf)"), strict=True):
        reach = stats.t.ppf(0.975, len(values) - 1) * stats.tstd(values) / math.sqrt(len(values))
        assert found["reach"] == pytest.approx(reach, rel=0.005)


def test_a_game_is_counted_once_and_forgotten(browser: Browser, server: Running) -> None:
    with opened(browser, server, choices={"level": "easy", "rounds": "1", "players": "2", "pass": "no"}) as page:
        page.evaluate("location.hash = 'record'")
        expect(page.locator("#none")).to_contain_text("Play a game, and it is counted here")
        text = "diamonds 1\nplayers You Bob\nhand You H9,2\nhand Bob C4 H3\nlead You\n"
        show_game(page, server.answer("play", {"action": "begin", "text": text, "sources": ["me", "easy"]})["id"])
        wait(page)
        while not is_over(page):
            decide(page)
            wait(page)  # the others may end the round
        page.reload()
        expect(page.locator("#end-title")).to_be_visible()
        page.evaluate("location.hash = 'start'")
        expect(page.locator("#tile-record")).to_contain_text("1 game, ")
        page.locator("#tile-record").click()
        expect(page.get_by_role("img", name="easy, 1 game:")).to_be_visible()
        expect(page.locator(".played li")).to_have_count(1)
        page.locator("#forget").click()
        page.locator("#sure").click()
        expect(page.locator("#none")).to_be_visible()
