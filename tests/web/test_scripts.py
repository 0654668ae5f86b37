"""What functions of the page say and choose: a hint, an award, a tie, the deal of a day. They are asked without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

from diamonds_solver.live.live_game import LiveGame

from ..test_javascript import STORE, answered
from .test_hint import BEST, advice, other

pytestmark = pytest.mark.extra

HINTS = [
    pytest.param(
        advice(BEST, other(0.5, 0.1, 0.25, 0.75), verdict="clear"),
        "Play 15 of hearts: about 0.5 points better than 4 of hearts. Clear.",
        3,
        {"H15": "best", "H4": "−0.5"},
        id="clear",
    ),
    pytest.param(
        advice(BEST, other(0.01, 0.005, 0.001, 0.02), verdict="clear"),
        "15 of hearts or 4 of hearts: either is fine. They are less than 0.1 points apart.",
        3,
        {"H15": "fine", "H4": "fine"},
        id="a clear difference of nothing",
    ),
    pytest.param(
        advice(BEST, other(0.3, 0.1, 0.05, 0.55), verdict="clear"),
        "Play 15 of hearts: probably 0.3 points better than 4 of hearts. Fairly sure.",
        2,
        {"H15": "best", "H4": "−0.3"},
        id="clear, but perhaps within the margin",
    ),
    pytest.param(
        advice(BEST, other(0.07, 0.02, 0.02, 0.12), verdict="clear"),
        "15 of hearts or 4 of hearts: either is fine so far. They are less than 0.1 points apart so far.",
        1,
        {"H15": "so far", "H4": "so far"},
        id="clear, and probably within the margin",
    ),
    pytest.param(
        advice(BEST, other(0.03, 0.02, -0.03, 0.09), other(0.9, 0.1, 0.6, 1.2, "C3"), verdict="equal"),
        "15 of hearts or 4 of hearts: either is fine. They are less than 0.1 points apart.",
        3,
        {"H15": "fine", "H4": "fine", "C3": "−0.9"},
        id="equal",
    ),
    pytest.param(
        advice(BEST, other(0.0, 0.0, 0.0, 0.0), other(0.0, 0.0, 0.0, 0.0, "H3"), verdict="equal"),
        "15 of hearts, 4 of hearts or 3 of hearts: all are fine. All are within 0.1 points.",
        3,
        {"H15": "fine", "H4": "fine", "H3": "fine"},
        id="equal, three",
    ),
    pytest.param(
        advice(BEST, other(0.8, 0.6, -0.6, 2.2)),
        "Play 15 of hearts: probably 0.8 points better than 4 of hearts. Fairly sure.",
        2,
        {"H15": "best", "H4": "−0.8"},
        id="fairly sure",
    ),
    pytest.param(
        advice(BEST, other(0.8, 0.7, -0.9, 2.5), simulations=8600, worlds=12),
        "Leaning to 15 of hearts: whether it is better than 4 of hearts is open. 12 searches of 8,600 games each.",
        1,
        {"H15": "so far", "H4": "−0.8"},
        id="open",
    ),
    pytest.param(
        advice(BEST, other(0.05, 0.7, -1.9, 2.0)),
        "15 of hearts or 4 of hearts: either is fine so far. They are less than 0.1 points apart so far.",
        1,
        {"H15": "so far", "H4": "so far"},
        id="no difference so far",
    ),
    pytest.param(
        advice(BEST, other(0.3, 0.1, 0.02, 0.6), other(0.5, 0.9, -2.0, 3.0, "C3")),
        "Leaning to 15 of hearts: whether it is better than 3 of clubs is open. 40 possible deals.",
        1,
        {"H15": "so far", "H4": "−0.3", "C3": "−0.5"},
        id="the third is in doubt",
    ),
    pytest.param(
        advice(BEST, ("H4", 0.8, 0.0, None), worlds=7, simulations=8600),
        "Leaning to 15 of hearts: whether it is better than 4 of hearts is open. 7 searches of 8,600 games each.",
        0,
        {"H15": "so far", "H4": "−0.8"},
        id="few searches",
    ),
    pytest.param(
        advice(BEST, other(0.0, 0.0, 0.0, 0.0), exact=True, verdict="equal"),
        "Nothing to choose: every card ends the same.",
        3,
        {"H15": "fine", "H4": "fine"},
        id="all the same",
    ),
    pytest.param(
        {**advice(BEST, other(0.3, 0.05, 0.2, 0.4), verdict="clear"), "recommended": "H4"},
        "Play 4 of hearts: chosen by experience of many games. The deals tried prefer another by 0.3 points, but experience weighs more.",
        1,
        {"H4": "play it"},
        id="by experience",
    ),
    pytest.param(advice(BEST, verdict="clear"), "Nothing to choose: only 15 of hearts follows hearts.", 3, {"H15": "only"}, id="one card"),
]


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    """What is said of each of the hints."""
    hints = json.dumps([case.values[0] for case in HINTS])
    said = """advice => ({
        sentence: it.hintText(advice, [], false, {led: "H"}), lights: it.verdictOf(advice).lights,
        notes: Object.fromEntries([...it.marksOf(advice, false)].map(([move, {note}]) => [move, note])),
        rings: [...it.marksOf(advice, false)].filter(([, {best}]) => best).map(([move]) => move), best: it.verdictOf(advice).best})"""
    return list(answered("hint", f"{hints}.map({said})"))


@pytest.mark.parametrize(("answer", "sentence", "lights", "notes"), HINTS)
def test_how_sure_a_hint_is(told: list[dict[str, Any]], answer: dict[str, Any], sentence: str, lights: int, notes: dict[str, str]) -> None:
    """Never "clear" of a difference below the margin; "either is fine" wherever the verdict is "equal"; no number within the margin."""
    found = next(one for one, case in zip(told, HINTS, strict=True) if case.values[0] is answer)
    assert found["sentence"] == sentence
    assert found["lights"] == lights
    assert found["notes"] == notes
    assert found["rings"] == [move for move in notes if move in found["best"]], "the cards that are named are those with a ring"


def test_why_nobody_gets_an_award() -> None:
    """A tie is one of sides, partners together; whoever has most may have no crystal to bank."""
    said = """const said = (it, teams, suit, counts) => {
        const {text, detail} = it.nobodyStep({players: ["You", "Bob", "Cy", "Di"], teams}, suit, counts);
        return [text, detail]; }"""
    asked = [(0, "S", [0, 0, 0, 0]), (0, "S", [1, 2, 2, 0]), (0, "S", [3, 2, 2, 0]), (2, "C", [3, 1, 0, 2]), (2, "S", [3, 1, 0, 0])]
    asked += [(2, "C", [0, 3, 2, 0])]
    assert answered("motion", f"{json.dumps(asked)}.flatMap(each => said(it, ...each))", said) == [
        *("Nobody took spades", ""),
        *("Nobody: a tie for most spades", "Bob and Cy took 2 cards each"),
        *("Nobody: no crystal to bank", "You took the most spades"),
        *("Nobody: a tie for most clubs", "You + Cy and Bob + Di took 3 cards each"),
        *("Nobody: no crystal to bank", "You and Cy took the most spades"),
        *("Nobody: no crystal to rob", "Bob and Di took the most clubs"),
    ]


def test_a_tie_says_what_decides() -> None:
    """Where the most points are those of several the vault decides: a sentence, its column, and the winner alone is bold."""
    games = """const live = (points, vault, shares) => ({players: ["You", "Bob", "Cy"].map(name => ({name})), table: {vault},
            score: {sides: [["P1"], ["P2"], ["P3"]], points, shares}});
        const teams = {players: ["You", "Bob", "Cy", "Di"].map(name => ({name})), table: {vault: [1, 2, 2, 2]},
            score: {sides: [["P1", "P3"], ["P2", "P4"]], points: [9, 9], shares: [0, 1]}}"""
    asked = "live([9, 9, 7], [3, 4, 0], [0, 1, 0]), live([9, 9, 9], [4, 4, 0], [0.5, 0.5, 0]), live([9, 8, 7], [4, 4, 0], [1, 0, 0]), teams"
    assert answered("ends", f"[{asked}].flatMap(one => [it.resultText(one), it.tieText(one)])", games) == [
        *("Bob wins, 9 : 9", "Bob has more in the vault: 4 to your 3"),
        *("You and Bob share the victory, 9 : 9", "They have as much in the vault too: 4 each"),
        *("You win, 9 : 8", ""),
        *("Bob and Di win, 9 : 9", "Bob and Di have more in the vault: 4 to your and Cy's 3"),
    ]


def test_a_loss_of_nothing_is_fine() -> None:
    """No card has the badge −0: what a loss rounds to nothing of is as good as the best."""
    rows = "[{move: 'D1', value: 1, loss: 0.02, best: false}, {move: 'D2', value: 0, loss: 1, best: false}]"
    found = answered("choosing", f"[...it.marksOf({rows}, 'D2', false)].map(([card, mark]) => [card, mark.note, mark.said])")
    assert found == [["D1", "fine", "fine"], ["D2", "−1", "loses 1, played"]]


def test_every_move_can_be_pressed() -> None:
    """Of the moves of whole rounds of Diam's each is reached: exactly the cards that it is made of lead to it, among few others."""
    texts = {"S:6+6", "T:9*", "T:X"}
    for seed in range(20):
        game = LiveGame.new(["random"] * 3, game="diams", seed=seed, options={"rounds": 1})
        while game.turn is not None:
            texts |= set(map(str, game.moves())) if game.turn.needs is None else set()
            game.engine_step()
    found = answered("market", f"{json.dumps(sorted(texts))}.map(move => it.partsOf(move))")
    kinds = {each["kind"] for each in found}
    assert {"draw", "open", "take", "show", "put", "safe", "trim", "sale", "break", "pile"} <= kinds
    assert kinds <= {"draw", "open", "take", "show", "put", "safe", "trim", "sale", "break", "pile", "swap"}
    for each in found:
        same = [other for other in found if (other["hand"], other["market"]) == (each["hand"], each["market"])]
        assert len({(other["kind"], other["seat"], other["quality"]) for other in same}) == len(same), each


def test_the_cards_follow_from_the_date() -> None:
    hands = answered("daily", "['2026-11-26', '2026-11-27'].map(it.handsOf)")
    assert hands[0][0] == ["D3", "H14", "H13", "H12", "H6", "H3", "H1", "C11", "C9", "C5"], "on every day the cards of that day"
    assert hands[0] != hands[1]
    for day in hands:
        assert [len(hand) for hand in day] == [10] * 4
        assert len({card for hand in day for card in hand}) == 40


def test_a_day_that_was_begun_is_kept() -> None:
    """However many other games are begun beside it."""
    games = ["day", "one", "two", "three", "four", "five"]
    begun = f"{json.dumps(games)}.forEach(id => it.keepGame({{id, text: '', steps: 1, title: id, when: 1}}))"
    kept = f"(it.keepPurpose('day', 'day 2026-11-27'), {begun}, it.keptGames().map(({{id}}) => id))"
    before = f"{STORE}; globalThis.localStorage = globalThis.sessionStorage = store()"
    assert answered("kept", kept, before) == ["five", "four", "three", "two", "day"]
