"""Sentences of the page about the player called You, and about one of a thing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ..browser import Browser
from .paging import decide, expect, opened, show_game, wait
from .running import Running

pytestmark = pytest.mark.browser

WRONG = (
    re.compile(r"\bYou (?:is|has|does|\w*(?:[^s]s|sses|shes|ches|xes))\b"),
    re.compile(r"\b(?:[Rr]obs?|to|from|of|by|did|would|than) You\b|\bYou's\b"),
    re.compile(r"(?<![\d.,−])\b1 (?:\w+ )?(?:points|cards|chips|deals|moves|loupes|decisions|games|days|positions|tricks|fairys|witchs)\b"),
    re.compile(r"\d \w+(?:ys|chs)\b"),
)
"""What no sentence has: ``You robs``, ``robs You``, ``1 points``, ``2 witchs``."""

BUILT = """async () => {
    const names = ["words", "ends", "motion", "board", "hint"];
    const [words, ends, motion, board, hint] = await Promise.all(names.map(name => import(`/${name}.js`)));
    const lines = [];
    const players = ["You", "Ann", "Bob"];
    for (const verb of ["is", "has", "plays", "passes", "robs", "takes the trick", "wins", "leads"]) lines.push(words.clause("You", verb));
    for (const noun of ["point", "card", "witch", "fairy", "castle card"])
        for (const number of [0, 1, 2]) lines.push(words.counted(number, noun));
    for (const value of [0.52, 1, 1.5]) lines.push(words.pointsOf(value, false));
    for (const move of ["C3>P1", "P1", "1", "2", ">P1", "D4+S3", "P1>P2"]) lines.push(words.spokenMove(move, players));
    for (const seat of [0, 1]) for (const suit of "DHSC") {
        const gains = players.map((_, at) => at === seat ? 1 : at === 1 - seat && suit === "C" ? -1 : 0);
        const text = motion.actionText(players, {seat: `P${seat + 1}`, suit, gains});
        lines.push(text, ends.awardText({seat, suit, text}, players), ends.awardText({seat, suit, text: ""}, players));
    }
    const live = (sides, points, shares) => ({players: players.map(name => ({name})), score: {sides, points, shares}, table: {}});
    const alone = [["P1"], ["P2"], ["P3"]];
    for (const points of [[1, 0, 0], [3, 1, 1], [1, 1, 0], [2, 2, 2], [0, 5, 4]]) {
        const shares = points.map(each => Number(each === Math.max(...points)));
        for (const text of [ends.resultText, ends.resultSentence]) lines.push(text(live(alone, points, shares)));
        lines.push(ends.resultText(live(alone, points, null)));
    }
    lines.push(ends.resultText(live([["P1", "P3"], ["P2"]], [4, 3], null)), ends.resultText(live([["P1", "P3"], ["P2"]], [4, 3], [1, 0])));
    const view = {players, first: 0, turn: 0, dealer: 0, teams: 0, showroom: [1, 1, 1], vault: [0, 0, 0],
        points: [1, 1, 1],
        hands: [["D1"], [], []], unknown: [0, 1, 1], voids: [["H"], [], []], leader: -1, trick: [], plays: 3, number: 1, tricks: 1,
        round: ""};
    for (const seat of [0, 1]) lines.push(board.seatSentence(view, seat));
    const row = (move, loss, best) => ({move, mean: 2 - loss, loss, interval: [loss, loss], best,
        excluded: !best});
    const moves = [row("H15", 0, true), row("C4>P1", 1, false)];
    const advice = {decision: "card", best: "H15", verdict: "clear", exact: false, worlds: 1, delta: 0.1, engine: "x",
        moves};
    for (const worlds of [1, 40]) for (const verdict of ["clear", "too close"])
        lines.push(hint.hintText({...advice, verdict, worlds}, players, false));
    for (const move of moves) lines.push(hint.hintText(hint.onlyMove(move.move, "card"), players, false));
    const robs = [row(">P2", 0, true), row(">P3", 1, false)];
    lines.push(hint.hintText({...advice, decision: "pass", worlds: 40}, players, false));
    lines.push(hint.hintText({...advice, decision: "victim", best: ">P2", worlds: 40, moves: robs}, players, false));
    return lines;
}"""

TEXTS = """() => [document.body.innerText, document.getElementById("live").textContent,
    ...[...document.querySelectorAll(".sr")].map(one => one.textContent),
    ...[...document.querySelectorAll("[aria-label]")].map(one => one.getAttribute("aria-label"))].join("\\n").split("\\n")"""


def mistakes(lines: list[str]) -> list[str]:
    return [line for line in lines if any(wrong.search(line) for wrong in WRONG)]


def test_the_check_sees_mistakes() -> None:
    wrong = ["You robs Ann", "You passes", "You has none", "Ann robs You", "You's hand", "about 1 points", "2 witchs", "1 other moves"]
    assert mistakes(wrong) == wrong
    assert mistakes(["You pass 2 cards", "Ann robs you", "0.1 points", "11 points", "1 point", "2 fairies", "1 of diamonds"]) == []


def test_sentences_speak_to_you(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        lines = page.evaluate(BUILT)
        assert mistakes(lines) == []
        assert {"You rob Ann", "Ann robs you", "You win, 1 : 0", "You lead by 2", "You and Ann lead with 1 point"} <= set(lines)
        assert "The game is over. You win, 3 : 1." in lines
        assert "Play 15 of hearts: about 1 point better than 4 of clubs, robs you. Clear." in lines
        assert "Pass 15 of hearts: about 1 point better than 4 of clubs, robs you. Clear." in lines
        assert "Rob Ann: about 1 point better than rob Bob. Clear." in lines


def test_what_is_seen_and_heard_of_a_round(browser: Browser, server: Running) -> None:
    """The last tricks of a round of two, by a player called You, with a look at the log and the table as text."""
    text = "diamonds 1\nplayers You Bob Cy\nhand You H9 D2\nhand Bob D3 C4\nhand Cy H5 S1\nlead P1\nshowroom 1 1 0\n"
    lines = list[str]()

    def heard(page: Any) -> None:
        page.wait_for_timeout(100)
        lines.extend(page.evaluate(TEXTS))

    with opened(browser, server) as page:
        body = {"action": "begin", "text": text, "sources": ["me", "easy", "easy"]}
        show_game(page, server.answer("play", body)["id"])
        for key in ("l", "t"):
            wait(page)
            heard(page)
            page.keyboard.press(key)
            expect(page.get_by_role("dialog")).to_be_visible()
            heard(page)
            page.keyboard.press("Escape")
            decide(page)
        expect(page.locator("#end-title")).to_be_visible()
        heard(page)
    assert any(line.startswith("You ") for line in lines)
    assert mistakes(lines) == []
