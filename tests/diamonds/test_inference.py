"""Deals weighed by how plausible the moves of the others are in them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diamonds_solver.advice.ask import advise
from diamonds_solver.games.diamonds.advising.advise import make_engine
from diamonds_solver.games.diamonds.advising.engines import PlayEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import ALL_CARDS, BLOCK, Inference, Worlds, _cards, _given, observed_of
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core._players import BELIEFS_APART, BELIEFS_LEAST_SHARE, BELIEFS_POOL, BELIEFS_SLIP, BELIEFS_UNIFORM
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask
from diamonds_solver.games.diamonds.playing.players import greedy_pass
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules, card_name
from diamonds_solver.games.records import loads

from .rounds import random_round

Floats = NDArray[np.float64]
BITS = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))


class Oracle:
    """What beliefs.c works out, by numpy, from the chances of single moves and passes."""

    def __init__(self, view: View, seed: int, block: int = BLOCK) -> None:
        self.view, self.seed, self.block = view, seed, block
        uniform = Worlds(view).sample(seed, BELIEFS_APART, BELIEFS_UNIFORM)
        by_seat = self._logs_by_seat(uniform)
        logs = sum(by_seat.values(), np.zeros(len(uniform)))
        self.top, self.power = logs.max(), power_of(logs - logs.max())
        self.tilt = np.zeros((64, view.rules.players), np.int64)
        for seat, own in by_seat.items():
            self.tilt[:, seat] = tilt_of(cards_at(uniform, seat), self.power * own)

    def logs(self, worlds: NDArray[np.void]) -> Floats:
        return sum(self._logs_by_seat(worlds).values(), np.zeros(len(worlds)))

    def _logs_by_seat(self, worlds: NDArray[np.void]) -> dict[int, Floats]:
        rules, given, logs = self.view.rules, _given(self.view), dict[int, Floats]()
        deck, sides, chances = deck_mask(rules), len(rules.sides), dict[int, Floats]()
        if given is not None:
            giver, got, played, gave = given
            hands = np.ascontiguousarray(worlds["hand"][:, giver] | np.uint64(played))
            count, passed = np.full(len(hands), got.bit_count(), np.uint8), np.full(len(hands), got, np.uint64)
            lost = passed * 0 + np.uint64(gave or 0)
            if gave is None:
                lost = _players.policy_passes(hands.reshape(-1, 1), count, deck, rules.players, sides)[:, 0]
            logs[giver] = np.log(_players.pass_chances(hands & ~lost | passed, passed, deck, rules.players, sides, BELIEFS_SLIP))
        for seat, table, later, seen, card in reversed(_cards(self.view)):
            own = chances.setdefault(seat, np.ones((len(worlds), _players.MODEL_KINDS)))
            _players.model_chances(table, seen, worlds["hand"][:, seat] | np.uint64(later), card, BELIEFS_SLIP, own)
        return logs | {seat: logs.get(seat, 0.0) + np.log(np.maximum(own.mean(axis=1), 1e-300)) for seat, own in chances.items()}

    def weights(self, worlds: NDArray[np.void]) -> Floats:
        weights: Floats = np.exp(self.power * (self.logs(worlds) - self.top))
        return weights

    def plain(self, worlds: NDArray[np.void]) -> Floats:
        plain: Floats = np.exp(-0.01 * sum(cards_at(worlds, seat) @ tilt for seat, tilt in enumerate(self.tilt.T)))
        return plain

    def draw(self, number: int) -> tuple[NDArray[np.void], Floats, Floats]:
        """Block `number`."""
        pool = Worlds(self.view, np.exp(0.01 * self.tilt)).sample(self.seed, number * BELIEFS_POOL, BELIEFS_POOL)
        plain = self.plain(pool)
        weights = np.maximum(self.weights(pool) * plain, 1e-300)
        chances = np.minimum(1, scale_of(weights, self.block) * weights)
        marks = np.floor(np.cumsum(chances) + np.random.default_rng((self.seed, 1, number)).random())
        marks[-1] = self.block
        kept = np.flatnonzero(np.diff(marks, prepend=0) > 0)
        return pool[kept], weights[kept] / chances[kept], plain[kept] / chances[kept]


def cards_at(worlds: NDArray[np.void], seat: int) -> NDArray[np.int64]:
    """int64[worlds, 64]: 1 for the cards that the seat has."""
    return np.asarray(worlds["hand"][:, seat, None] & BITS != 0, np.int64)


def power_of(logs: Floats) -> float:
    """The largest power, up to 1, that leaves enough effective worlds."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if effective(np.exp(middle * logs)) >= BELIEFS_LEAST_SHARE * len(logs) else (low, middle)
    return 1.0 if effective(np.exp(logs)) >= BELIEFS_LEAST_SHARE * len(logs) else low


def tilt_of(cards: NDArray[np.int64], logs: Floats) -> NDArray[np.int64]:
    """Ridge regression, in steps of 0.01."""
    data = np.column_stack([cards, logs])
    products = (data - data.mean(axis=0)).T @ (data - data.mean(axis=0))
    slopes = np.linalg.solve(products[:64, :64] + np.eye(64), products[:64, 64])
    return np.rint(np.clip(slopes, -4, 4) / 0.01).astype(np.int64)


def scale_of(weights: Floats, count: int) -> float:
    """The factor with which the weights, cut at 1, add up to `count`."""
    rising = np.sort(weights)
    scales = (count - np.arange(count)) / np.cumsum(rising)[::-1][:count]
    return float(scales[np.argmax(scales * rising[::-1][:count] <= 1)])


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True), Rules(6)], ids=str)
def test_the_core_finds_what_numpy_finds(rules: Rules) -> None:
    """Weights of any worlds, and which are kept of a pool, after a pass and with cards played."""
    for seed, block in ((1, BLOCK), (2, 100)):
        record, position = passed_by_rules(seed, rules)
        for _ in range(3 * rules.players):
            record, position = replace(record, play=(*record.play, move := position.moves()[0])), position.play(move)
        view = View.of(record, position.to_move)
        oracle, inference, worlds = Oracle(view, seed, block), Inference(view, Worlds(view), seed, block), Worlds(view).sample(9, 0, 50)
        assert inference.observed.logs(worlds.view(np.uint8)) == pytest.approx(oracle.logs(worlds), abs=1e-9)
        assert inference.weights(worlds) == pytest.approx(oracle.weights(worlds), rel=1e-6)
        assert inference.beliefs.likelihood() == pytest.approx(np.exp(0.01 * oracle.tilt), rel=1e-9)
        for number in (0, 3):
            found, expected = inference.draw(number * block, block), oracle.draw(number)
            assert np.array_equal(found.worlds, expected[0])
            assert found.weights == pytest.approx(expected[1], rel=1e-6)
            assert found.plain == pytest.approx(expected[2], rel=1e-6)


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=4))
def test_seeds_are_those_of_numpy(numbers: list[int]) -> None:
    assert _players.seed_random(*numbers) == np.random.default_rng(tuple(numbers)).random()


def logs_of(view: View, worlds: NDArray[np.void]) -> Floats:
    return observed_of(view).logs(worlds.view(np.uint8))


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
        truth = logs_of(view, layout.pack([position]))[0]
        gains.append(truth - np.log(np.exp(logs_of(view, sampled)).mean()))
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
        truth = logs_of(view, layout.pack([position]))[0]
        gains.append(truth - np.log(np.exp(logs_of(view, sampled)).mean()))
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
        expected = _players.pass_chances(before * ones, card_mask(got) * ones, deck, 2, 2, BELIEFS_SLIP)[0]
        by_pass = _players.Observed(deck, 2, 2, 0, (), _given(view)).logs(layout.pack([position.play(first)]).view(np.uint8))
        assert by_pass == pytest.approx(np.log(expected))


def test_a_pass_of_unknown_origin_is_no_evidence() -> None:
    """Where tricks are missing in the record nobody knows what the giver has played."""
    text = "diamonds 1; players 3; hand P1 D4,3 H7; see P1; got P1 H7; took P2 D6 H8 S5 C2; lead P2; play S3"
    view = View.of(loads(text))
    assert _given(view) is None


def effective(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return float(weights.sum() ** 2 / (weights**2).sum())


def test_weights_are_flattened() -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    inference = Inference(view, Worlds(view), 1)
    weights = inference.weights(Worlds(view).sample(1, BELIEFS_APART, BELIEFS_UNIFORM))
    assert weights.max() == pytest.approx(1)
    assert effective(weights) >= 0.2 * BELIEFS_UNIFORM - 1e-6
    assert inference.effective == pytest.approx(effective(weights) / BELIEFS_UNIFORM)


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
        pool = inference.worlds.sample(1, block * BELIEFS_POOL, BELIEFS_POOL)
        known, chosen = enumerate(pool["hand"].tolist()), worlds["hand"].tolist()
        kept = [next(index for index, hands in known if hands == own_hands) for own_hands in chosen]  # the order is that of the pool
        plain_of_pool = inference.beliefs.plain(pool.view(np.uint8))
        own = inference.weights(pool) * plain_of_pool
        assert len(kept) == BLOCK
        assert (weights >= own[kept] * (1 - 1e-9)).all()
        assert effective(weights) > 0.7 * min(BLOCK, effective(own))
        assert weights == pytest.approx(inference.weights(worlds) * plain)
        gaps.append((weights.sum() - own.sum(), plain.sum() - plain_of_pool.sum()))
    assert (abs(np.mean(gaps, axis=0)) < 4 * np.std(gaps, axis=0) / len(gaps) ** 0.5 + 1e-9).all()


def places(worlds: np.ndarray, weights: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
    """The chance of each card at each seat, by weighted worlds, and its squared standard error."""
    cards = np.stack([cards_at(worlds, seat) for seat in range(players)], axis=1)
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
        dealt = inference.worlds.sample(5, 0, BELIEFS_POOL)
        shares.append(effective(inference.weights(dealt) * inference.beliefs.plain(dealt.view(np.uint8))) / BELIEFS_POOL)
        many, few = (Inference(view, Worlds(view), 1, block).draw(0, block).weights for block in (300, 100))
        assert effective(few) / 100 > effective(many) / 300
    assert np.mean(shares) > 1.5 * BELIEFS_LEAST_SHARE


def test_shares_of_kinds_follow_from_what_a_player_did() -> None:
    """The chances of all moves of one player are multiplied kind by kind before the kinds are mixed: the mixture of products."""
    view, position = played_by_rules(5, Rules(2), 8)
    view = View.of(replace(view.record, gave=(None, None), got=(None, None)), view.seat)
    truth, products = layout.pack([position]), np.ones((1, _players.MODEL_KINDS))
    for seat, table, later, seen, card in _cards(view):
        _players.model_chances(table, seen, truth["hand"][:, seat] | np.uint64(later), card, BELIEFS_SLIP, products)
    assert len(_cards(view)) == 4
    assert _given(view) is None
    assert logs_of(view, truth)[0] == pytest.approx(np.log(products.mean()))


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
        assert note.endswith("would be the same") if same[-1] else f"revealed nothing, {without} would be best" in note
    assert any(same)
    assert not all(same)


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
    assert [card_name(card) for *_, card in _cards(forgotten)] == ["S5"]
    assert [card_name(card) for *_, card in _cards(known)] == ["S8", "S7", "S5"]
    assert advise(forgotten, worlds=20, seed=1).worlds > 0
