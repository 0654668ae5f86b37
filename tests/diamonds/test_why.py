"""Reasons: their parts are the whole, and best play explains exact differences."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.advice.adviser import advise
from diamonds_solver.games.diamonds.engines.make import make_engine
from diamonds_solver.games.diamonds.engines.why import _compared, _number, explain
from diamonds_solver.games.diamonds.rules.rules import Rules

from .decisions import decided_view, small_engines

SEEDS = st.integers(0, 2**32)


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_parts_of_a_reason_are_the_whole(seed: int) -> None:
    """The sources add up to the margin of the very lines; where all deals are solved, to the values."""
    rng = random.Random(seed)
    _, view = decided_view(rng)
    engine = small_engines(view, seed)[-1]
    if len(engine.moves) < 2:
        return
    why = explain(engine, engine.moves[0], engine.moves[1], worlds=4)
    assert why is not None
    for pair in zip(*why.parts.values(), strict=True):
        assert np.isfinite(pair).all()
    assert all(0 <= chance <= 1 for pair in (*why.awards, why.no_trick) for chance in pair)
    assert why.text().startswith(f"why: in {why.basis}, {engine.moves[0]}")


def test_equal_counts_are_no_detail() -> None:
    assert _compared("{} tricks", (0.52, 0.48), _number) == ""
    assert _compared("{} tricks", (1.0, 0.5), _number) == " (1.0 against 0.5 tricks)"


def test_best_play_explains_an_exact_difference() -> None:
    rng, found = random.Random(5), 0
    while found < 8:
        _, view = decided_view(rng, Rules(2, perfect=True), rng.choice([4, 6, 8]))
        advice = advise(view, seed=1)
        if len(advice.moves) < 2:
            continue
        found += 1
        why = explain(make_engine(view, seed=1), advice.moves[0].move, advice.moves[-1].move)
        assert why is not None
        assert why.basis == "best play"
        assert sum(map(why.difference, why.parts)) == pytest.approx(advice.moves[-1].loss)
        assert sum(pair[0] for pair in why.parts.values()) == pytest.approx(advice.moves[0].mean)
