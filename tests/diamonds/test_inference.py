"""Deals weighed by how plausible the moves of the others are in them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from diamonds_solver.advice.ask import advise
from diamonds_solver.games.diamonds import engines as inference
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.engines import Inference, _power
from diamonds_solver.games.diamonds.information import giver_of
from diamonds_solver.games.diamonds.passing import card_mask, deck_mask
from diamonds_solver.games.diamonds.players import greedy_pass
from diamonds_solver.games.diamonds.position import Position
from diamonds_solver.games.diamonds.public import Move
from diamonds_solver.games.diamonds.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.rules import Rules
from diamonds_solver.games.diamonds.view import View
from diamonds_solver.games.diamonds.worlds import ALL_CARDS, Worlds
from diamonds_solver.games.records import loads

from .rounds import random_round


def played_by_rules(seed: int, rules: Rules, cards: int) -> tuple[View, Position]:
    """The view of who decides after rule-based players have played `cards` cards, and the truth."""
    record = random_round(random.Random(seed), rules, rules.hand_size)
    record = replace(record, play=())
    position = record.position()
    play: list[Move] = []
    for _ in range(cards):
        packed = layout.pack([position]).view(np.uint8)
        seen = ALL_CARDS & ~sum(1 << card for card in rules.deck) | sum(1 << move.card for move in play if move.card is not None)
        move = layout.unpack_move(_players.policy_move(packed, seen, seed))
        play.append(move)
        position = position.play(move)
    return View.of(replace(record, play=tuple(play))), position


def test_true_deals_are_more_plausible() -> None:
    """Where the others do play by the rules: the true deal's likelihood against the mean one, over many rounds."""
    gains = []
    for seed in range(40):
        view, position = played_by_rules(seed, Rules(4), 18)
        sampled = Worlds(view).sample(1, 0, 200)
        weighs = Inference(view, sampled)
        truth = weighs.log_likelihood(layout.pack([position]))[0]
        gains.append(truth - np.log(np.exp(weighs.log_likelihood(sampled)).mean()))
    assert np.mean(gains) > 2 * np.std(gains) / np.sqrt(len(gains)) > 0


def passed_by_rules(seed: int, rules: Rules) -> tuple[Record, Position]:
    """A record at the first lead whose players passed by rules, and the position."""
    rng = random.Random(seed)
    while True:
        record = random_round(rng, rules)
        if record.phase is Phase.PASS:
            break
    assert record.pass_count is not None
    hands = [hand.known for hand in record.hands]
    gave = [greedy_pass(rules, hand, record.pass_count) for hand in hands]
    got = [gave[giver_of(record, seat)] for seat in range(rules.players)]
    after = tuple(Hand((hand - lost) | gained, 0) for hand, lost, gained in zip(hands, gave, got, strict=True))
    record = replace(record, phase=Phase.PLAY, hands=after, gave=tuple(gave), got=tuple(got))
    return record, record.position()


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4), Rules(4, teams=True), Rules(6, teams=True)], ids=str)
def test_the_pass_tells_of_the_giver(rules: Rules) -> None:
    gains = []
    for seed in range(30):
        record, position = passed_by_rules(seed, rules)
        view = View.of(record, seed % rules.players)
        sampled = Worlds(view).sample(1, 0, 200)
        weighs = Inference(view, sampled)
        truth = weighs.log_likelihood(layout.pack([position]))[0]
        gains.append(truth - np.log(np.exp(weighs.log_likelihood(sampled)).mean()))
    assert np.mean(gains) > 2 * np.std(gains) / np.sqrt(len(gains)) > 0


def test_the_chance_of_a_pass_is_that_of_the_hand_before_it() -> None:
    """With two players all of it is known: what the giver was passed is the viewer's own pass."""
    rules = Rules(2)
    for seed in range(5):
        record, position = passed_by_rules(seed, rules)
        record = replace(record, play=(first := position.moves()[0],))
        view = View.of(record, 0)
        gave, got = record.gave[0], record.got[0]
        assert gave is not None
        assert got is not None
        before = card_mask((position.hands[1] - gave) | got)
        deck, ones = deck_mask(rules), np.ones(1, np.uint64)
        expected = _players.pass_chances(before * ones, card_mask(got) * ones, deck, 2, 2, inference.PASS_TEMPERATURE, inference.SLIP)[0]
        weighs = Inference(view, Worlds(view).sample(1, 0, 2))
        assert weighs._given is not None
        assert weighs._pass_chances(layout.pack([position.play(first)]), weighs._given)[0] == pytest.approx(expected)


def test_a_pass_of_unknown_origin_is_no_evidence() -> None:
    """Where tricks are missing in the record nobody knows what the giver has played."""
    text = "diamonds 1; players 3; hand P1 D4,3 H7; see P1; got P1 H7; took P2 D6 H8 S5 C2; lead P2; play S3"
    view = View.of(loads(text))
    assert Inference(view, Worlds(view).sample(1, 0, 2))._given is None


def effective(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return float(weights.sum() ** 2 / (weights**2).sum())


def test_weights_are_flattened() -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    worlds = Worlds(view).sample(1, 0, 300)
    weights = Inference(view, worlds).weights(worlds)
    assert weights is not None
    assert weights.max() == pytest.approx(1)
    assert effective(weights) >= 0.2 * 300 - 1e-6
    sharp = np.linspace(-500, 0, 300)
    assert effective(np.exp(_power(sharp) * sharp)) == pytest.approx(60, rel=1e-3)
    assert _power(np.zeros(300)) == 1


def test_a_weight_does_not_depend_on_what_else_is_weighed() -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    weighs, worlds = Inference(view, Worlds(view).sample(1, 0, 100)), Worlds(view).sample(2, 0, 60)
    whole, parts = weighs.weights(worlds), [weighs.weights(worlds[:25]), weighs.weights(worlds[25:])]
    assert whole is not None
    assert np.array_equal(whole, np.concatenate([part for part in parts if part is not None]))
    assert weighs.pool_weights.max() == 1


def test_nothing_observed_weighs_nothing() -> None:
    view = View.of(loads("diamonds 1; players 3; hand P1 D4,3; see P1; lead P1"))
    worlds = Worlds(view).sample(1, 0, 5)
    assert Inference(view, worlds).weights(worlds) is None


@pytest.mark.parametrize("spec", ["playout:inference=1", "exact:inference=1", "ismcts:simulations=300,inference=1"])
def test_inference_is_said(spec: str) -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    advice = advise(view, engine=spec, worlds=30, seed=1)
    assert any("fit a rule-based player" in note for note in advice.notes)
    assert advice.ess < 29.9 or spec.startswith("ismcts")
    without, switched_off = (
        advise(view, engine=other, worlds=30, seed=1) for other in (spec.replace("inference=1", "").rstrip(":,"), spec.replace("=1", "=0"))
    )
    assert advice.moves != without.moves == switched_off.moves
    assert switched_off.notes == without.notes
