"""Deals weighed by how plausible the moves of the others are in them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from diamonds_solver.advice.ask import advise
from diamonds_solver.games.diamonds.advising.advise import make_engine
from diamonds_solver.games.diamonds.advising.engines import PlayEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import (
    _APART,
    ALL_CARDS,
    BLOCK,
    LEAST_SHARE,
    POOL,
    SLIP,
    UNIFORM,
    Inference,
    Worlds,
    _cards,
    _power,
    _scale,
    _steps,
)
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask
from diamonds_solver.games.diamonds.playing.players import greedy_pass
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules, card_name
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
        weighs = Inference(view, Worlds(view), 1)
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
    got = [gave[rules.giver(seat)] for seat in range(rules.players)]
    after = tuple(Hand((hand - lost) | gained, 0) for hand, lost, gained in zip(hands, gave, got, strict=True))
    record = replace(record, phase=Phase.PLAY, hands=after, gave=tuple(gave), got=tuple(got))
    return record, record.position()


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4), Rules(4, teams=True), Rules(6, teams=True)], ids=str)
def test_the_pass_tells_of_the_giver(rules: Rules) -> None:
    gains = []
    for seed in range(80):
        record, position = passed_by_rules(seed, rules)
        view = View.of(record, seed % rules.players)
        sampled = Worlds(view).sample(1, 0, 200)
        weighs = Inference(view, Worlds(view), 1)
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
        expected = _players.pass_chances(before * ones, card_mask(got) * ones, deck, 2, 2, SLIP)[0]
        weighs = Inference(view, Worlds(view), 1)
        assert weighs._given is not None
        assert weighs._pass_chances(layout.pack([position.play(first)]), weighs._given)[0] == pytest.approx(expected)


def test_a_pass_of_unknown_origin_is_no_evidence() -> None:
    """Where tricks are missing in the record nobody knows what the giver has played."""
    text = "diamonds 1; players 3; hand P1 D4,3 H7; see P1; got P1 H7; took P2 D6 H8 S5 C2; lead P2; play S3"
    view = View.of(loads(text))
    assert Inference(view, Worlds(view), 1)._given is None


def effective(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return float(weights.sum() ** 2 / (weights**2).sum())


def test_weights_are_flattened() -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    inference = Inference(view, Worlds(view), 1)
    weights = inference.weights(Worlds(view).sample(1, _APART, UNIFORM))
    assert weights.max() == pytest.approx(1)
    assert effective(weights) >= 0.2 * UNIFORM - 1e-6
    assert inference.effective == pytest.approx(effective(weights) / UNIFORM)
    sharp = np.linspace(-500, 0, 300)
    assert effective(np.exp(_power(sharp) * sharp)) == pytest.approx(60, rel=1e-3)
    assert _power(np.zeros(300)) == 1


def test_a_weight_does_not_depend_on_what_else_is_weighed() -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    weighs, worlds = Inference(view, Worlds(view), 1), Worlds(view).sample(2, 0, 60)
    parts = np.concatenate([weighs.weights(worlds[:25]), weighs.weights(worlds[25:])])
    assert np.array_equal(weighs.weights(worlds), parts)


def test_a_world_does_not_depend_on_what_else_is_drawn() -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    worlds, weights, plain = Inference(view, Worlds(view), 1).draw(0, 3 * BLOCK)
    again = Inference(view, Worlds(view), 1)
    for first, count in ((0, 1), (BLOCK - 3, 6), (7, 2 * BLOCK), (2 * BLOCK, BLOCK)):
        drawn = again.draw(first, count)
        for part, whole in zip(drawn, (worlds, weights, plain), strict=True):
            assert np.array_equal(part, whole[first : first + count])


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True)], ids=str)
def test_worlds_are_drawn_by_their_weights(rules: Rules) -> None:
    """None of the pool twice, nearly all as good as equally likely ones; what is drawn stands for all that it was drawn from."""
    view, _ = played_by_rules(4, rules, 8)
    inference, gaps = Inference(view, Worlds(view), 1), []
    for block in range(30):
        worlds, weights, plain = inference.draw(block * BLOCK, BLOCK)
        pool = inference._worlds.sample(1, block * POOL, POOL)
        known, chosen = enumerate(pool["hand"].tolist()), worlds["hand"].tolist()
        kept = [next(index for index, hands in known if hands == own_hands) for own_hands in chosen]  # the order is that of the pool
        own = inference.weights(pool) * inference._plain(pool)
        assert len(kept) == BLOCK
        assert (weights >= own[kept] * (1 - 1e-9)).all()
        assert effective(weights) > 0.7 * min(BLOCK, effective(own))
        assert weights == pytest.approx(inference.weights(worlds) * plain)
        gaps.append((weights.sum() - own.sum(), plain.sum() - inference._plain(pool).sum()))
    assert (abs(np.mean(gaps, axis=0)) < 4 * np.std(gaps, axis=0) / len(gaps) ** 0.5 + 1e-9).all()


def places(worlds: np.ndarray, weights: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
    """The chance of each card at each seat, by weighted worlds, and its squared standard error."""
    cards = np.stack([_cards(worlds, seat) for seat in range(players)], axis=1)
    shares = weights / weights.sum()
    means = np.tensordot(shares, cards, 1)
    return means, np.tensordot(shares**2, (cards - means) ** 2, 1)


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4), Rules(6), Rules(4, teams=True)], ids=str)
def test_cards_are_where_uniform_worlds_have_them(rules: Rules) -> None:
    """Worlds that were dealt with likelier cards tell by their weights what uniform ones tell, with inference and without."""
    view, _ = played_by_rules(4, rules, 3 * rules.players)
    inference = Inference(view, Worlds(view), 1)
    uniform, drawn = Worlds(view).sample(2, 0, 12000), inference.draw(0, 20 * BLOCK)
    by_moves, error = places(uniform, inference.weights(uniform), rules.players)
    by_chance = view.marginals()[:, : rules.players].T
    for expected, squared, weights in ((by_moves, error, drawn.weights), (by_chance, 0 * error, drawn.plain)):
        means, own = places(drawn.worlds, weights, rules.players)
        assert (abs(means - expected) < 5 * np.sqrt(own + squared) + 0.005).all()
    assert (abs(by_moves - by_chance) > 5 * np.sqrt(error) + 0.03).any()


def test_deals_with_the_likelier_cards_are_nearly_alike() -> None:
    """What is left for the weights is much less than what the others' moves tell."""
    shares = []
    for seed in range(12):
        view, _ = played_by_rules(seed, Rules(4), 18)
        inference = Inference(view, Worlds(view), 1)
        dealt = inference._worlds.sample(5, 0, POOL)
        shares.append(effective(inference.weights(dealt) * inference._plain(dealt)) / POOL)
        many, few = (Inference(view, Worlds(view), 1, block).draw(0, block).weights for block in (300, 100))
        assert effective(few) / 100 > effective(many) / 300
    assert np.mean(shares) > 1.5 * LEAST_SHARE


def test_shares_of_kinds_follow_from_what_a_player_did() -> None:
    """The chances of all moves of one player are multiplied kind by kind before the kinds are mixed: the mixture of products."""
    view, position = played_by_rules(5, Rules(2), 8)
    view = View.of(replace(view.record, gave=(None, None), got=(None, None)), view.seat)
    inference, truth = Inference(view, Worlds(view), 1), layout.pack([position])
    products = np.ones((1, _players.MODEL_KINDS))
    for step in inference._steps:
        hands = truth["hand"][:, step.seat] | np.uint64(step.later)
        _players.model_chances(step.table, step.seen, hands, step.card, SLIP, products)
    assert len(inference._steps) == 4
    assert inference._given is None
    assert inference.log_likelihood(truth)[0] == pytest.approx(np.log(products.mean()))


@pytest.mark.parametrize("spec", ["playout:inference=1", "exact:inference=1,nodes=1000", "ismcts:simulations=300,inference=1"])
def test_nothing_observed_changes_nothing(spec: str) -> None:
    view = View.of(loads("diamonds 1; players 3; hand P1 D4,3 H2; see P1; lead P1"))
    engine, without = make_engine(view, spec, seed=3), make_engine(view, spec.replace("inference=1", "inference=0"), seed=3)
    assert np.array_equal(engine.samples(0, 10), without.samples(0, 10))
    assert engine.weights(0, 10) is None
    assert engine.notes() == without.notes()


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True)], ids=str)
def test_what_the_viewer_cannot_see_changes_nothing(rules: Rules) -> None:
    """The hands of the others dealt anew."""
    view, position = played_by_rules(6, rules, 10)
    others = Worlds(view).positions(Worlds(view).sample(9, 0, 1))[0]
    assert others != position
    played = [frozenset(card for card, seat in view.information.played.items() if seat == player) for player in range(rules.players)]
    hands = tuple(Hand(hand | own, 0) for hand, own in zip(others.hands, played, strict=True))
    seen = View.of(replace(view.record, hands=hands), view.seat)
    drawn = [Inference(known, Worlds(known), 1).draw(0, 50) for known in (view, seen)]
    assert all(np.array_equal(a, b) for a, b in zip(*drawn, strict=True))


@pytest.mark.parametrize("spec", ["playout:inference=1", "exact:inference=1", "ismcts:simulations=300,inference=1"])
def test_inference_is_said(spec: str) -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    advice = advise(view, engine=spec, worlds=30, seed=1)
    assert any("as if the others played like greedy" in note for note in advice.notes)
    assert advice.ess < 29.9 or spec.startswith("ismcts")
    share = advice.to_dict()["effective_share"]
    assert 0 < share < 1
    assert any(note.endswith(f"their moves leave {100 * share:.0f} % of the deals") for note in advice.notes)
    without, switched_off = (
        advise(view, engine=other, worlds=30, seed=1) for other in (spec.replace("inference=1", "").rstrip(":,"), spec.replace("=1", "=0"))
    )
    assert advice.moves != without.moves == switched_off.moves
    assert switched_off.notes == without.notes
    assert without.to_dict()["effective_share"] is None


def test_how_far_the_answer_hangs_on_it_is_said() -> None:
    """The same worlds with the weights that they would have if nothing were observed; the more worlds, the more that is what one gets."""
    same = []
    for seed in range(24):
        view, _ = played_by_rules(seed, Rules(4, teams=True), 21)
        engine = make_engine(view, "playout:inference=yes", seed=1)
        if len(set(engine.classes)) < 2:
            continue
        values = engine.samples(0, 80)
        plain = Inference(view, Worlds(view), 1).draw(0, 80).plain
        weights = engine.weights(0, 80)
        assert weights is not None
        best, without = (engine.moves[int(np.argmax(means >= means.max() - 1e-9))] for means in (values @ weights, values @ plain))
        note = engine.notes()[-1]
        same.append(best == without)
        assert note.endswith("would be the same") if same[-1] else f"told nothing {without} would be best" in note
    assert any(same)
    assert not all(same)


def test_weights_that_differ_widely_leave_as_many_worlds_as_are_wanted() -> None:
    rng = np.random.default_rng(1)
    for spread in (0, 1, 10, 100, 500):
        weights = np.exp(-spread * rng.random(POOL))
        scale = _scale(weights, BLOCK)
        assert np.minimum(1, scale * weights).sum() == pytest.approx(BLOCK)


@pytest.mark.parametrize(
    ("rules", "engine", "infers"),
    [
        (Rules(2), "auto", True),
        (Rules(2), "auto:inference=no", False),
        (Rules(2), "exact", False),
        (Rules(2, perfect=True), "auto", False),
        (Rules(3), "auto", False),
    ],
    ids=str,
)
def test_auto_infers_where_that_passed_its_gate(rules: Rules, engine: str, infers: bool) -> None:
    view, _ = played_by_rules(3, rules, 8)
    made = make_engine(view, engine, seed=1, worlds=4)
    assert isinstance(made, PlayEngine)
    assert (made.inference is not None) is infers
    by_points = make_engine(view, "auto", objective="points", seed=1, worlds=4)
    assert isinstance(by_points, PlayEngine)
    assert by_points.inference is None


def test_a_card_after_a_forgotten_one_of_its_trick_tells_nothing() -> None:
    """Its stand-in in the record is a card that worlds deal to a hand. S7 answers it, and S5 is clear."""
    start = "diamonds 1; players 2; see P1; hand P1 S2 C4 H7 H9; hand P2 +4; lead P2; won -"
    forgotten = View.of(loads(f"{start}; play S? S2 S7 C4 / S5"))
    known = View.of(loads(f"{start}; play S8 S2 S7 C4 / S5"))
    assert [card_name(step.card) for step in _steps(forgotten)] == ["S5"]
    assert [card_name(step.card) for step in _steps(known)] == ["S5", "S7", "S8"]
    assert advise(forgotten, worlds=20, seed=1).worlds > 0
