"""Reasons: the parts of every sample are its points, by Python's rules too; the parts of two moves differ by the loss that is shown."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diamonds_solver.advice.ask import AdviseOptions, ask
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.why import Explanation, _rounded
from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import SUIT_NAMES, Rules

from .decisions import decided_view, small_engines
from .playing import packed
from .positions import packed_moves
from .rounds import random_round

SEEDS = st.integers(0, 2**32)
POINTS = _players.PARTS[: _players.PARTS.index("others")]
NAMES = ("tricks", "discards", *(f"most_{name}" for name in SUIT_NAMES), "bonus", "robbed", "others")


def parts_of(position: Position, line: Iterable[Move], side: int) -> dict[str, int]:
    """Where the points of a side come from along `line`, by what tables say that moves did."""
    seats, parts = position.rules.sides[side], dict.fromkeys(_players.PARTS, 0)
    for move in line:
        position = position.play(move)
        for act in position.table.acts:
            gains = act.gains(position.rules.players)
            own = sum(gains[seat] for seat in seats)
            parts["others"] += sum(gains) - own
            name = act.source if act.suit is None or act.source != "awards" else f"most_{SUIT_NAMES[act.suit]}"
            parts[name if act.seat in seats else "robbed"] += own
            parts["tricks_won"] += act.source == "tricks" and act.seat in seats
    return parts


@given(SEEDS)
def test_parts_are_those_of_the_rules_in_python(seed: int) -> None:
    """Of a round that rule-based players finish; and they are all points that the side has gained."""
    rng = random.Random(seed)
    start = random_round(rng, None, rng.randint(1, 5)).position()
    assume(not start.is_over)
    _, parts = _players.playouts(packed(start), 0, packed_moves(start), 5)
    side = start.rules.side_of(start.to_move)
    weights = [_players.default_weights(packed(start))] * start.rules.players
    for move, row in zip(start.moves(), parts[:, 0].tolist(), strict=True):
        after = start.play(move)
        seen = sum(1 << card for card in (*start.table.cards, move.card) if card is not None)
        line = [] if after.is_over else _players.play_line(packed(after), seen, 5, 0, weights)
        moves = [move, *(Move(*(None if field == 255 else field for field in fields)) for fields in line)]
        assert dict(zip(_players.PARTS, row, strict=True)) == parts_of(start, moves, side)


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_the_parts_of_a_sample_are_its_value(seed: int) -> None:
    """Of every engine, but for what search was cut and for chances to win."""
    rng = random.Random(seed)
    _, view = decided_view(rng)
    for engine in small_engines(view, seed):
        block = engine.sourced(0, min(4, engine.total or 4))
        assert np.array_equal(block[0], engine.samples(0, block.shape[2]))
        if engine.objective == "win" or not engine.sources or getattr(engine, "cut", False):
            continue
        assert block[1 : 1 + len(NAMES)].sum(axis=0) == pytest.approx(block[0], abs=1e-9)


@pytest.mark.parametrize(
    ("rules", "cards", "engine", "objective"),
    [
        (Rules(3), 4, "playout", "margin"),
        (Rules(3), 4, "ismcts:simulations=200", "points"),
        (Rules(4, teams=True), 5, "auto", "margin"),
        (Rules(2), 6, "auto", "margin"),
        (Rules(2, perfect=True), 6, "exact", "margin"),
        (Rules(4), 3, "exact", "points"),
        (Rules(3), 4, "playout", "win"),
    ],
    ids=str,
)
def test_a_reason_adds_up_to_the_loss(rules: Rules, cards: int, engine: str, objective: str) -> None:
    """In the numbers, and in the sentence to the last digit that is written. Of chances to win it gives the points."""
    found = 0
    for seed in range(6):
        view = View.of(random_round(random.Random(seed), rules, cards_left=cards))
        if len(view.moves()) < 2:
            continue
        answer = ask(view, AdviseOptions(engine=engine, objective=objective, worlds=40, seed=seed))
        if answer.advice.explained is None:
            continue
        found += 1
        why = answer.why
        assert isinstance(why, Explanation)
        assert (why.move, why.against) == (answer.advice.best, answer.advice.explained.move)
        if objective == "win":
            assert why.is_chance
            assert why.parts["rest"] == (0.0, 0.0)
        else:
            assert why.total[0] - why.total[1] == pytest.approx(answer.advice.explained.loss, abs=1e-9)
            assert why.difference("rest") == pytest.approx(0, abs=1e-9)
        assert why.text().startswith("why: ")
    assert found


def test_equal_lines_are_taken_in_the_order_of_moves() -> None:
    """What best play brings is told by one line, the same at every call, with one solver or another."""
    view = View.of(random_round(random.Random(3), Rules(2), cards_left=6))
    first, second = (small[0] for small in (small_engines(view, 1), small_engines(view, 1)))
    assert np.array_equal(
        first.sourced(0, 6), np.concatenate([second.sourced(3, 3), second.sourced(0, 3)], axis=2)[..., [3, 4, 5, 0, 1, 2]]
    )


def reason(parts: list[float], reach: float = 0.0) -> Explanation:
    pairs = dict(zip((*NAMES, "rest"), ((part, 0.0) for part in (*parts, *[0.0] * (10 - len(parts)))), strict=True))
    return Explanation("S3", "C5", False, pairs, dict.fromkeys(NAMES, reach), (0, 0), sum(parts), is_sure=True)


@pytest.mark.parametrize(
    ("parts", "reach", "said"),
    [
        ([3, 1], 0, "brings 3.00 in tricks"),
        ([3, 1, 0, 0, 0, 0, 2], 0, "brings 3.00 in tricks and 2.00 by the bonus for winning no trick (50 % against 0 %)"),
        ([-0.6, 1.1], 0, "costs 0.60 in tricks, but brings 1.10 by discards"),
        ([-0.6, 0.5, *[0.15] * 6], 0, "costs 0.60 in tricks, but brings 0.50 by discards and 0.90 by all else"),
        (
            [0, 0, 0, 0, 0, 0, 0, -0.6, 1.1],
            0,
            "costs 0.60 by being robbed more (0.6 against 0.0 crystals), but brings 1.10 as the others gain less",
        ),
        ([-0.5, 1.1], 0, "brings 1.10 by discards"),
        ([-2, *[0.6] * 4], 0, "costs 2.00 in tricks, but brings 2.40 by all else"),
        ([-0.7, -0.6, 0.55, 0.55, 0.55], 0, "costs 0.70 in tricks and 0.60 by discards, but brings 1.65 by all else"),
        ([-0.6, 0.6, 0.25], 0, "costs 0.60 in tricks, but brings 0.60 by discards and 0.25 by all else"),
        ([0.09] * 9, 0, "is better by many small things"),
        ([0.2] * 9, 0, "is better by many small things"),
        ([1, 0.9], 0.8, "is better by many small things"),
        ([], 0, "is better by many small things"),
    ],
    ids=str,
)
def test_the_sentence_names_what_stands_out(parts: list[float], reach: float, said: str) -> None:
    assert reason(parts, reach).text() == f"why: compared with C5, S3 {said}"


HUNDREDTHS = st.lists(st.integers(-300, 300), min_size=len(NAMES), max_size=len(NAMES))


@given(HUNDREDTHS, st.sampled_from([0.0, 0.2, 1.0]))
def test_the_rules_of_the_sentence(hundredths: list[int], reach: float) -> None:
    """As the page of advice has them, and what is written makes the move the better one."""
    lead = sum(hundredths)
    assume(lead >= 10)
    why = reason([each / 100 for each in hundredths], reach)
    stand_out = [each for each in hundredths if abs(each) > max(10, 0.25 * lead, 150 * reach)]
    largest = sorted(stand_out, key=abs, reverse=True)[:2]
    named = largest if len(largest) < 2 or abs(largest[1]) >= abs(largest[0]) / 2 else largest[:1]
    assert sorted(round(100 * why.difference(part)) for part in why.named) == sorted(named)
    said = re.sub(r" \([^)]*\)", "", why.text()).partition("S3 ")[2]
    assert ("many small things" in said) == (not named)
    costs, _, gains = said.rpartition(", but ")
    written = [round(100 * sign * float(text)) for sign, part in ((-1, costs), (1, gains)) for text in re.findall(r"\d+\.\d\d", part)]
    rest = written[len(named) :]
    assert sorted(written[: len(named)]) == sorted(named)
    assert sum(written) > 0 or not named
    assert rest == ([lead - sum(named)] if named and sum(named) <= 0 else [])
    assert said.endswith(" by all else") == bool(rest)


def test_what_is_not_known_to_be_better_has_no_reason() -> None:
    assert replace(reason([]), is_sure=False).text() == "why: compared with C5, S3 stands out in nothing"


def test_points_are_no_chances_to_win() -> None:
    why = replace(reason([1]), is_chance=True)
    assert why.text() == "why: in points of this round, compared with C5, S3 brings 1.00 in tricks"
    worse = replace(reason([-1]), is_chance=True)
    assert worse.text() == "why: in points of this round, compared with C5, S3 brings fewer; it is better for the chance to win"


def test_equal_counts_are_no_detail() -> None:
    assert replace(reason([1]), tricks_won=(0.52, 0.48)).text().endswith("brings 1.00 in tricks")
    assert replace(reason([1]), tricks_won=(1.0, 0.5)).text().endswith("brings 1.00 in tricks (1.0 against 0.5 tricks)")
    assert _rounded((-0.0, 1 / 3)) == [0.0, 0.333333]
    assert math.copysign(1, _rounded((-0.0, 0))[0]) == 1
