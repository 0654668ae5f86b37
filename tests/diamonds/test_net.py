"""The nets by which playouts finish rounds: what the C core computes is what the header's numbers say."""

from __future__ import annotations

import math
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diamonds_solver.common.parallel import ordered_map
from diamonds_solver.games.diamonds.advising.advise import make_engine
from diamonds_solver.games.diamonds.advising.engines import PlayoutEngine, rollout_weights
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import Worlds, seen_cards
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.round.rules import Rules

from .playing import as_move, other_world, outside, packed, policy_weights
from .positions import ALL_RULES, THIEF_RULES, random_position
from .rounds import random_round

HEADER = Path(__file__).parents[2] / "csrc" / "diamonds" / "players" / "modelweights.h"
HIDDEN = 16
WITH_NETS = [rules for rules in ALL_RULES if rules.players > 2]

seeds = st.integers(0, 2**32)


def numbers_of(rules: Rules) -> NDArray[np.float32]:
    """The numbers of the header for a kind of game."""
    text = HEADER.read_text(encoding="utf-8").split(f"#define {'NET_TEAMS' if len(rules.sides) == 2 else 'NET_SINGLES'}")[1]
    return np.array(re.findall(r"-?[0-9.]+(?:e[-+][0-9]+)?(?=f)", text.split("#define")[0].split("/*")[0]), np.float32)


def net_weights(rules: Rules) -> NDArray[np.float32]:
    return _players.net_weights(packed(deal(rules, np.random.default_rng(0))))


def scores_of(position: Position, seen: int) -> dict[int, float]:
    """Of each legal card, its victims apart, from C."""
    found = _players.policy_scores(packed(position), seen, net_weights(position.rules))
    return {card: score for (card, _, victim), score in found if victim == layout.NONE}


def card_position(seed: int) -> Position:
    rng = random.Random(seed)
    position = random_position(rng, rng.choice(WITH_NETS))
    assume(position.decision is Decision.CARD)
    return position


@pytest.mark.parametrize("rules", WITH_NETS, ids=str)
def test_the_weights_are_those_of_the_header(rules: Rules) -> None:
    assert net_weights(rules).tolist() == numbers_of(rules).tolist()


def test_two_players_have_no_net() -> None:
    assert net_weights(Rules(2)).tolist() == policy_weights(Rules(2)).tolist()


BY_ITSELF = (Rules(3), Rules(6))
"""The games in which playouts take the net by themselves: those whose gate it passed (benchmarks/results/strength.md)."""


@pytest.mark.parametrize("rules", [*ALL_RULES, *THIEF_RULES], ids=str)
def test_by_whom_rounds_are_finished_unless_it_is_told(rules: Rules) -> None:
    """In every kind of game, whatever there is of it: a whole round and its end."""
    for cards_left in (rules.hand_size, 2):
        record = random_round(random.Random(3), rules, cards_left=cards_left)
        told = "net" if rules in BY_ITSELF else "rules"
        position = packed(record.position())
        weights = net_weights(rules) if told == "net" else policy_weights(rules)
        assert _players.rollout_weights(position, rules.perfect).tolist() == weights.tolist()
        default, same = (make_engine(View.of(record), name, seed=5) for name in ("playout", f"playout:rollouts={told}"))
        assert np.array_equal(default.samples(0, 20), same.samples(0, 20))
        assert default.usual == same.usual == (19_200 if told == "net" else 32_000)


@given(seeds)
def test_scores_are_what_the_numbers_say(seed: int) -> None:
    """The network written out in doubles."""
    position = card_position(seed)
    cards, inputs = _players.net_inputs(packed(position), 0)
    direct_inputs, rows = _players.MODEL_CARD_INPUTS, _players.NET_INPUTS
    ends = np.cumsum((HIDDEN, rows * HIDDEN, direct_inputs))
    bias, hidden, direct, out = np.split(numbers_of(position.rules).astype(float), ends)
    scores = np.maximum(inputs @ hidden.reshape(rows, HIDDEN) + bias, 0) @ out + inputs[:, :direct_inputs] @ direct
    for card, score in scores_of(position, 0).items():
        assert score == pytest.approx(scores[cards.index(card)], abs=1e-4)


@given(seeds)
def test_the_best_card_is_played(seed: int) -> None:
    position = card_position(seed)
    weights = net_weights(position.rules)
    scores = {as_move(fields): score for fields, score in _players.policy_scores(packed(position), outside(position.rules), weights)}
    _, inputs = _players.net_inputs(packed(position), outside(position.rules))
    distinct = dict(zip(_players.net_inputs(packed(position), outside(position.rules))[0], inputs[:, _players.MODEL_DISTINCT], strict=True))
    played = as_move(_players.policy_move(packed(position), outside(position.rules), seed, weights=weights))
    best_of_card = max(score for move, score in scores.items() if move.card == played.card)
    assert best_of_card == scores[played]
    known = scores_of(position, outside(position.rules))
    assert all(scores[played] >= known[card] - 1e-6 for card in distinct if distinct[card] and card in known)  # else victims count


@given(seeds)
def test_the_net_sees_no_hidden_card(seed: int) -> None:
    position = card_position(seed)
    world = other_world(position, random.Random(seed))
    assume(world is not None)
    assert world is not None
    assert scores_of(position, outside(position.rules)) == scores_of(world, outside(position.rules))


@pytest.mark.parametrize("rules", WITH_NETS, ids=str)
def test_whole_rounds_obey_the_python_rules(rules: Rules) -> None:
    start = end = deal(rules, np.random.default_rng(5))
    for fields in _players.play_line(packed(start), outside(rules), 3, 0, [net_weights(rules)] * rules.players):
        end = end.play(as_move(fields))  # raises for a move that is not legal
    assert end.is_over


@pytest.mark.parametrize("rules", WITH_NETS, ids=str)
def test_the_net_beats_the_rules(rules: Rules) -> None:
    """The margin of the first side in 1,500 deals, by the net against rules and the other way round: without the pass."""
    count = 1500
    positions = packed(*(deal(rules, np.random.default_rng((2, index))) for index in range(count)))
    seen, margins = np.full(count, outside(rules), np.uint64), []
    for mine, others in ((net_weights(rules), policy_weights(rules)), (policy_weights(rules), net_weights(rules))):
        seats = [others if rules.side_of(seat) else mine for seat in range(rules.players)]
        points = _players.play_out(positions, seen, 4, 0, seats).mean(axis=0)
        totals = [points[list(side)].sum() for side in rules.sides]
        margins.append(totals[0] - (sum(totals) - totals[0]) / (len(totals) - 1))
    assert margins[0] > margins[1]


def test_threads_and_blocks_do_not_matter() -> None:
    """Samples of the engine, in blocks on three threads and in one, are equal to the last bit."""
    record = random_round(random.Random(7), Rules(4), cards_left=8)
    engine = PlayoutEngine(View.of(record), seed=5, rollouts="net")
    together = engine.samples(0, 60)
    parts = list(ordered_map(lambda first: engine.samples(first, 7), range(0, 60, 7), 3, lambda: None))
    assert np.array_equal(np.concatenate(parts, axis=1)[:, :60], together)
    assert not np.array_equal(PlayoutEngine(View.of(record), seed=5, rollouts="rules").samples(0, 60), together)


@pytest.mark.parametrize("rollouts", ["rules", "net"])
def test_with_a_margin_the_move_of_who_finishes_the_rounds_is_preferred(rollouts: str) -> None:
    """At every decision of a round; without end in the tricks that are early, counted from the first of the whole round."""
    rules = Rules(4, teams=True)
    for cards_left in range(1, 11):
        view = View.of(random_round(random.Random(cards_left), rules, cards_left=cards_left))
        weights = rollout_weights(packed(deal(rules, np.random.default_rng(0))).view(layout.POSITION), rollouts, rules.perfect)
        world = Worlds(view).sample(5, 0, 1).view(np.uint8)
        preferred = view.moves().index(as_move(_players.policy_move(world, seen_cards(view), 5, weights=weights)))
        for options, margin in (("", None), (",margin=0.3", 0.3), (",early=3", math.inf if cards_left > 7 else None)):
            preference = make_engine(view, f"playout:rollouts={rollouts}{options}", seed=5).preference
            assert (preference is None) == (margin is None)
            assert preference is None or preference.gains[preferred] == max(preference.gains) == margin


def test_auto_recommends_the_card_of_the_net_in_the_first_tricks() -> None:
    """Where it takes playouts by the net, and nowhere else; its samples are those of `playout` told to do the same."""
    for cards_left in range(4, 11):
        view = View.of(random_round(random.Random(cards_left), Rules(4), cards_left=cards_left))
        auto, told = (make_engine(view, name, seed=5) for name in ("auto", "playout:rollouts=net,early=3"))
        assert auto.preference == told.preference
        assert (auto.preference is None) == (cards_left <= 7)
        assert np.array_equal(auto.samples(0, 8), told.samples(0, 8))
    for rules in (Rules(4, perfect=True), Rules(4, thief=True), Rules(6)):
        assert make_engine(View.of(random_round(random.Random(1), rules, cards_left=10)), seed=5).preference is None


def test_weights_of_neither_kind_are_refused() -> None:
    position = packed(deal(Rules(3), np.random.default_rng(1)))
    with pytest.raises(ValueError, match="a net 781"):
        _players.policy_scores(position, 0, np.zeros(20, np.float32))
