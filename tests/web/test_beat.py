"""Beat me on the same cards: a link has a deal and how it was played; nothing of it is shown before one has played."""

from __future__ import annotations

import re

import pytest

from ..browser import Browser, accessibility_problems, overflow
from .paging import expect, looks, opened
from .running import Running
from .test_daily import play

pytestmark = pytest.mark.browser

PLAY_LAST = """async day => {
    const [{ bodyOf }, { ask, Question }, beat] = await Promise.all(["./daily.js", "./api.js", "./beat.js"].map(name => import(name)));
    let live = await ask("play", { action: "begin", ...bodyOf(day) });
    while (live.turn) {
        const { id, steps } = live;
        const { source, needs, pool } = live.turn;
        const move = needs ? pool.sort().slice(-needs).join(" ") : live.moves.at(-1)?.move;
        if (source === "me") live = await ask("play", { action: "move", id, steps, move });
        else live = await Question.ask("turn", { id, seat: "" }, () => {});
    }
    const { decisions } = await ask("game", { text: live.record });
    const moves = decisions.filter(({ decision }) => decision !== "count").map(({ move }) => move);
    return { code: beat.codeOf({ day, moves, name: "Mira" }), moves, points: live.table.points[0], record: live.record };
}"""
"""A day played by the last move that there is, and its link."""
PASSED_ON = "2-123456789"
"""Cards of a number, of which some are passed."""


def test_the_same_cards_are_played_first(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        theirs = page.evaluate(PLAY_LAST, "2026-11-20")
        read = page.evaluate("code => import('./beat.js').then(({ readChallenge }) => readChallenge(code))", theirs["code"])
        assert read == {"day": "2026-11-20", "moves": theirs["moves"], "name": "Mira"}
        assert len(theirs["code"]) < 80
    with opened(browser, server, f"beat/{theirs['code']}", bypass_csp=True) as page:
        expect(page.locator("h1")).to_have_text("Mira has played these cards")
        expect(page.locator(".ten .card")).to_have_count(10)
        expect(page.locator(".big, .beat-lines, .sheet")).to_have_count(0)
        page.locator("#beat").click()
        expect(page.locator(".me.turn")).to_be_visible()
        expect(page.locator("#hint")).to_be_disabled()
        play(page)
        expect(page.locator(".score .big b")).to_have_count(2)
        mine, others = (int(each.inner_text()) for each in page.locator(".score .big b").all())
        assert others == theirs["points"]
        ahead = mine - others
        words = f"You beat Mira by {ahead}" if ahead > 0 else f"Mira is {-ahead} ahead of you" if ahead else "Level with Mira"
        expect(page.locator("h1")).to_have_text(words)
        expect(page.locator(".beat-lines .parted")).to_have_count(1)
        expect(page.get_by_role("status").filter(has_text="you chose")).to_have_text(re.compile("worth about|as good as"))
        page.locator("#own-name").fill("Ödön/1")
        link = page.locator("#beat-link").inner_text()
        assert link.startswith(page.url.partition("#")[0])
        for size in looks(page, [(1280, 800), (360, 640)], ("light", "dark")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        page.goto(f"{page.url.partition('#')[0]}#beat")
        page.locator("#beat-pasted").fill("https://example.org/")
        page.locator("#beat-open").click()
        expect(page.get_by_role("alert")).to_contain_text("not a link")
        page.locator("#beat-pasted").fill(link)
        page.locator("#beat-open").click()
        expect(page.locator("h1")).to_have_text("Level with Ödön/1")
        expect(page.get_by_role("status").filter(has_text="You played")).to_contain_text("the same cards")
        page.goto(f"{page.url.partition('#')[0]}#beat")
        for size in looks(page, [(1280, 800), (360, 640)], ("light", "dark")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
        page.locator("#beat-new").click()
        expect(page.locator("#undo")).to_be_visible()


def test_a_pass_is_made_first(browser: Browser, server: Running) -> None:
    """The others pass what they passed before, as they see nothing of one's own pass; what that cost is said."""
    with opened(browser, server) as page:
        theirs = page.evaluate(PLAY_LAST, PASSED_ON)
        read = page.evaluate("code => import('./beat.js').then(({ readChallenge }) => readChallenge(code))", theirs["code"])
        assert read == {"day": PASSED_ON, "moves": theirs["moves"], "name": "Mira"}
    with opened(browser, server, f"beat/{theirs['code']}", bypass_csp=True) as page:
        expect(page.locator(".when")).to_contain_text("Cards are passed")
        page.locator("#beat").click()
        expect(page.locator(".me.turn")).to_be_visible()
        expect(page.locator("#hint")).to_be_disabled()
        count = theirs["moves"][0].count("+") + 1
        for card in page.locator(".hand button").all()[:count]:
            card.click()
        page.locator("#confirm").click()
        play(page)
        mine = page.locator("#beat-link").inner_text().partition("#")[2]
        passed = page.evaluate("code => import('./beat.js').then(({ readChallenge }) => readChallenge(code).moves)", mine)[:4]
        assert passed[0] != theirs["moves"][0]
        assert passed[1:] == theirs["moves"][1:4]
        expect(page.locator(".beat-lines.passed .k")).to_have_count(2 * count)
        expect(page.locator(".beat-lines:not(.passed) li")).to_have_count(10)
        expect(page.locator(".beat-lines .parted")).to_have_count(1)
        expect(page.locator(".beat-lines.passed .parted")).to_have_count(1)
        told = page.get_by_role("status").filter(has_text="you passed")
        expect(told).to_have_text(re.compile("^Before the first trick you passed .+ and Mira passed .+(worth about|as good as)"))
        for size in looks(page, [(1280, 800), (360, 640)], ("light", "dark")):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size
