"""The model of how players of known kinds choose cards: what the C core computes is what the header's numbers say."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.round.rules import Rules

from .playing import mask, other_world, outside, packed
from .positions import ALL_RULES, random_position

HEADER = Path(__file__).parents[2] / "csrc" / "diamonds" / "players" / "modelweights.h"
HIDDEN = 8

seeds = st.integers(0, 2**32)


def table_of(rules: Rules) -> tuple[NDArray[np.float64], ...]:
    """The weights of the header for a kind of game: bias, hidden, direct, kind."""
    name = "MODEL_TEAMS" if rules.teams else "MODEL_TWO_PLAYERS" if rules.players == 2 else "MODEL_SINGLES"
    text = HEADER.read_text(encoding="utf-8").split(f"#define {name}")[1].split("#define")[0].split("/*")[0]
    numbers = np.array([float(number) for number in re.findall(r"-?[0-9.]+(?:e[-+][0-9]+)?(?=f)", text)])
    inputs = (len(numbers) - HIDDEN - HIDDEN * _players.MODEL_KINDS - _players.MODEL_CARD_INPUTS * _players.MODEL_KINDS) // HIDDEN
    sizes = (HIDDEN, inputs * HIDDEN, _players.MODEL_CARD_INPUTS * _players.MODEL_KINDS, HIDDEN * _players.MODEL_KINDS)
    assert sum(sizes) == len(numbers)
    bias, hidden, direct, kind = np.split(numbers, np.cumsum(sizes)[:-1])
    kinds = _players.MODEL_KINDS
    return bias, hidden.reshape(-1, HIDDEN), direct.reshape(-1, kinds), kind.reshape(-1, kinds)


def chances_of(position: Position, seen: int, slip: float) -> tuple[list[int], NDArray[np.float64]]:
    """By legal card and kind, from C."""
    cards = sorted({move.card for move in position.moves() if move.card is not None})
    hand = np.array([mask(position.hands[position.to_move])], np.uint64)
    rows = np.ones((len(cards), 1, _players.MODEL_KINDS))
    for card, row in zip(cards, rows, strict=True):
        _players.model_chances(packed(position), seen, hand, card, slip, row)
    return cards, rows[:, 0]


def card_position(seed: int) -> Position:
    position = random_position(random.Random(seed))
    assume(position.decision is Decision.CARD)
    return position


@given(seeds)
def test_chances_are_what_the_weights_say(seed: int) -> None:
    """The network written out in doubles."""
    position = card_position(seed)
    cards, inputs = _players.model_inputs(packed(position), 0)
    bias, hidden, direct, kind = table_of(position.rules)
    scores = np.maximum(inputs @ hidden + bias, 0) @ kind + inputs[:, : _players.MODEL_CARD_INPUTS] @ direct
    powers = np.exp(scores - scores.max(axis=0))
    legal, chances = chances_of(position, 0, 0.1)
    assert legal == cards
    assert chances == pytest.approx(0.9 * powers / powers.sum(axis=0) + 0.1 / len(cards), rel=1e-3, abs=1e-6)
    assert chances.sum(axis=0) == pytest.approx(np.ones(_players.MODEL_KINDS))


@given(seeds)
def test_hidden_hands_do_not_matter(seed: int) -> None:
    position = card_position(seed)
    world = other_world(position, random.Random(seed))
    assume(world is not None)
    assert world is not None
    seen = outside(position.rules)
    assert np.array_equal(chances_of(position, seen, 0.1)[1], chances_of(world, seen, 0.1)[1])


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_many_hands_are_weighed_as_one_by_one(rules: Rules) -> None:
    rng = np.random.default_rng(3)
    position = deal(rules, rng)
    own = position.hands[position.to_move]
    card = min(own)
    others = [other for other in rules.deck if other != card]
    hands = [mask(frozenset(rng.choice(others, len(own) - 1, replace=False).tolist()) | {card}) for _ in range(20)]
    together = np.ones((len(hands), _players.MODEL_KINDS))
    _players.model_chances(packed(position), 0, np.array(hands, np.uint64), card, 0.1, together)
    for hand, row in zip(hands, together, strict=True):
        alone = np.full((1, _players.MODEL_KINDS), 0.5)
        _players.model_chances(packed(position), 0, np.array([hand], np.uint64), card, 0.1, alone)
        assert np.array_equal(2 * alone[0], row)


def test_a_card_that_cannot_be_played_has_no_chance() -> None:
    position = deal(Rules(3), np.random.default_rng(1))
    chances = np.ones((1, _players.MODEL_KINDS))
    held_by_another = next(iter(position.hands[0]))
    hand = np.array([mask(position.hands[position.to_move])], np.uint64)
    _players.model_chances(packed(position), 0, hand, held_by_another, 0.1, chances)
    assert not chances.any()


def test_what_is_no_decision_is_refused() -> None:
    position = deal(Rules(3), np.random.default_rng(1))
    table, hand = packed(position), np.array([mask(position.hands[1])], np.uint64)
    row = np.ones((1, _players.MODEL_KINDS))

    def chances(**changed: Any) -> None:
        given: dict[str, Any] = {"table": table, "seen": 0, "hands": hand, "card": 1, "slip": 0.1, "chances": row} | changed
        _players.model_chances(**given)

    with pytest.raises(ValueError, match="one row"):
        chances(chances=np.ones((2, _players.MODEL_KINDS)))
    with pytest.raises(ValueError, match="slip"):
        chances(slip=1.5)
    with pytest.raises(_players.PlayerError, match="a hand has 1 to"):
        chances(hands=np.zeros(1, np.uint64))
    with pytest.raises(_players.PlayerError):
        chances(seen=int(hand[0]))
    over = layout.pack([position])
    over["award"] = layout.ROUND_OVER
    over["tricks_left"] = 0
    with pytest.raises(_players.PlayerError, match="no card"):
        chances(table=over.view(np.uint8))
