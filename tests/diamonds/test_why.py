"""Reasons: their parts are the whole, and best play explains exact differences."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diamonds_solver.advice.ask import advise
from diamonds_solver.games.diamonds.advising.advise import make_engine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.why import Explanation, _compared, _number, explain
from diamonds_solver.games.diamonds.round.public import BONUS, Move
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.round.scoring import SOURCES, attribute_points

from .decisions import decided_view, small_engines
from .rounds import random_round

SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_the_sources_are_all_points(seed: int) -> None:
    """Every point that a side gains along a random line has one source; the bonus is that of the rules, not what is left over."""
    rng = random.Random(seed)
    start = random_round(rng, None, rng.randint(1, 5)).position()
    line: list[Move] = []
    position = start
    while not position.is_over:
        line.append(rng.choice(position.moves()))
        position = position.play(line[-1])
    gains = [after - before for before, after in zip(start.table.points(), position.table.points(), strict=True)]
    sides = start.rules.sides
    for side, seats in enumerate(sides):
        found = attribute_points(start.table, line, side)
        own = sum(gains[seat] for seat in seats)
        assert sum(found.points.values()) == own
        assert found.others == pytest.approx((sum(gains) - own) / (len(sides) - 1))
        assert found.points["bonus"] == BONUS * sum(seat not in position.table.winners for seat in seats)


@pytest.mark.long
@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_parts_of_a_reason_are_the_whole(seed: int) -> None:
    """In the numbers and in the sentence, to the last digit that is written."""
    rng = random.Random(seed)
    _, view = decided_view(rng)
    engine = small_engines(view, seed)[-1]
    assume(len(engine.moves) > 1)
    why = explain(engine, engine.moves[0], engine.moves[1], worlds=4)
    assert why is not None
    for pair in zip(*why.parts.values(), strict=True):
        assert np.isfinite(pair).all()
    assert all(0 <= chance <= 1 for pair in (*why.awards, why.no_trick) for chance in pair)
    assert f": in {why.basis}, {engine.moves[0]} comes out " in why.text()
    assert_adds_up(why)


@pytest.mark.parametrize(
    ("rules", "spec", "who"),
    [
        (Rules(3), "playout", "the net"),
        (Rules(4), "auto", "the net"),
        (Rules(4), "playout", "simple rules"),
        (Rules(3), "ismcts", "simple rules"),
    ],
    ids=str,
)
def test_a_reason_is_found_by_who_finishes_the_rounds(rules: Rules, spec: str, who: str) -> None:
    engine = make_engine(View.of(random_round(random.Random(1), rules, cards_left=8)), spec, seed=1)
    why = explain(engine, engine.moves[0], engine.moves[-1], worlds=3)
    assert why is not None
    assert why.basis == f"3 deals played out by {who}"


def assert_adds_up(why: Explanation) -> None:
    head, _, parts = why.text().removeprefix("why: ").rpartition(": ")
    if "from" in parts:
        numbers = [round(100 * float(number)) for number in re.findall(r"[+-]\d+\.\d\d(?= from)", parts)]
        total = round(100 * float(re.findall(r"comes out (\d+\.\d\d)", head)[0]))
        assert sum(numbers) == (-total if "behind" in head else total)


def reason(parts: list[float], worlds: int = 1, error: float = 0.0) -> Explanation:
    sources = dict(zip((*SOURCES, "others"), ((part, 0.0) for part in parts), strict=True))
    errors = dict.fromkeys((*sources, "total"), error)
    return Explanation("S3", "C5", "best play", worlds, sources, errors, (0, 0), ((0, 0),) * 4, (0, 0), (0, 0))


def test_what_is_not_named_is_the_rest() -> None:
    assert reason([3, 1, -0.5, 2, 0, 0.25]).text() == (
        "why: in best play, S3 comes out 5.75 points ahead of C5: +3.00 from tricks won, +2.00 from the bonus for winning no trick, "
        "+1.00 from discards, -0.25 from the rest"
    )
    assert reason([-2, 0, 0, 0, 0, 0]).text() == "why: no reason was found: in best play, S3 comes out 2.00 points behind C5"
    assert reason([0, 0, 0, 0, 0, 0]).text() == "why: in best play, S3 comes out 0.00 points ahead of C5; no source of points stands out"
    thirds = reason([1 / 3, 1 / 3, 1 / 3, 0, 0, 0])
    assert "1.00 points ahead of C5: +0.34 from" in thirds.text()
    assert_adds_up(thirds)
    sampled = reason([0.5, 0.1, 0, 0, 0, 0], worlds=60, error=0.1)
    assert "0.60 points ahead of C5 (95 %: 0.40 to 0.80): +0.50 from tricks won, +0.10 from the rest" in sampled.text()


def test_equal_counts_are_no_detail() -> None:
    assert _compared("{} tricks", (0.52, 0.48), _number) == ""
    assert _compared("{} tricks", (1.0, 0.5), _number) == " (1.0 against 0.5 tricks)"


def test_best_play_explains_an_exact_difference() -> None:
    rng, found = random.Random(5), 0
    while found < 8:
        _, view = decided_view(rng, Rules(2, perfect=True), rng.choice([4, 6, 8]))
        advice = advise(view, seed=1, worlds=1)
        if len(advice.moves) < 2:
            continue
        found += 1
        why = explain(make_engine(view, seed=1), advice.moves[0].move, advice.moves[-1].move)
        assert why is not None
        assert why.basis == "best play"
        assert sum(map(why.difference, why.parts)) == pytest.approx(advice.moves[-1].loss)
        assert sum(pair[0] for pair in why.parts.values()) == pytest.approx(advice.moves[0].mean)
