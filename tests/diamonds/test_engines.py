"""The engines of advice: fair, repeatable, right where the truth can be counted, and there for every decision."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.adviser import advise, compare
from diamonds_solver.errors import DiamondsError, PositionError
from diamonds_solver.games.diamonds import _players, layout
from diamonds_solver.games.diamonds.engines import (
    ExactEngine,
    Goal,
    IsmctsEngine,
    PassEngine,
    PlayoutEngine,
    ViewEngine,
    choose_engine,
    make_engine,
)
from diamonds_solver.games.diamonds.engines.goal import SIGMAS, sigma_of
from diamonds_solver.games.diamonds.engines.inference import Inference, _flattened
from diamonds_solver.games.diamonds.engines.packing import ALL_CARDS
from diamonds_solver.games.diamonds.notation import loads
from diamonds_solver.games.diamonds.position import Position
from diamonds_solver.games.diamonds.record import Phase, Record
from diamonds_solver.games.diamonds.reference import move_values
from diamonds_solver.games.diamonds.rules import Rules
from diamonds_solver.games.diamonds.table import Move
from diamonds_solver.games.diamonds.view import View
from diamonds_solver.games.diamonds.why import explain
from diamonds_solver.games.diamonds.worlds import Worlds

from .positions import ALL_RULES
from .rounds import agrees, all_deals, open_hands, played_by, random_round

SEEDS = st.integers(0, 2**32)
MOST_CARDS = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}
"""So many cards in hand leave worlds that are solved at once."""


def decided_view(rng: random.Random, rules: Rules | None = None, cards_left: int | None = None) -> tuple[Record, View]:
    """A random open record and the view of who decides in it."""
    while True:
        record = random_round(rng, rules, cards_left)
        view = View.of(record, record.dealer if record.phase is not Phase.PLAY else None)
        if view.is_to_move:
            return record, view


def small_engines(view: View, seed: int) -> list[ViewEngine]:
    """All engines that can take the decision, small enough for a test."""
    if view.phase is not Phase.PLAY:
        engine = make_engine(view, seed=seed, worlds=4)
        return [PassEngine(view, seed=seed, screen=1, kept=5) if view.phase is Phase.PASS else engine]
    engines: list[ViewEngine] = [PlayoutEngine(view, seed=seed), IsmctsEngine(view, seed=seed, simulations=150)]
    engines += [PlayoutEngine(view, seed=seed, inference=True), IsmctsEngine(view, seed=seed, simulations=150, inference=True)]
    if len(view.hand) <= MOST_CARDS[view.rules.players]:
        engines.append(ExactEngine(view, seed=seed, nodes=30_000, few_deals=8))
    return engines


# -- fairness -----------------------------------------------------------------------------------------------------------------------------


def redealt(record: Record, view: View, seed: int) -> Record:
    """The same record with other hidden cards, between which the viewer cannot tell."""
    (world,) = Worlds(view).positions(Worlds(view).sample(seed, 0, 1))
    changed = view.reveal(world)
    changed = replace(changed, id="other", see=None)
    assert agrees(changed, world.hands) or record.phase is not Phase.PLAY
    return changed


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_hidden_cards_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    record, view = decided_view(rng)
    other = redealt(record, view, seed)
    same = View.of(other, view.seat)
    for one, two in zip(small_engines(view, 5), small_engines(same, 5), strict=True):
        assert one.moves == two.moves
        assert one.total == two.total
        count = one.total or 5
        assert np.array_equal(one.columns(0, count), two.columns(0, count))
        first, second = (compare(engine, worlds=5, time_limit=None, threads=1).to_dict() | {"seconds": 0} for engine in (one, two))
        assert first == second


def test_the_hidden_cards_do_differ() -> None:
    """The test above would pass, too, if nothing were redealt."""
    record, view = decided_view(random.Random(1), Rules(4), 6)
    assert redealt(record, view, 1).hands != record.hands


# -- columns ------------------------------------------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_columns_depend_on_their_index_only(seed: int) -> None:
    _, view = decided_view(random.Random(seed))
    for engine in small_engines(view, seed):
        count = engine.total or 7
        whole = engine.columns(0, count)
        assert whole.shape == (len(engine.moves), count)
        assert np.isfinite(whole).all()
        cuts = sorted({0, count // 3, count // 2, count})
        parts = [engine.columns(first, after - first) for first, after in reversed(list(pairwise(cuts)))]
        assert np.array_equal(np.concatenate(parts[::-1], axis=1), whole)
        again = small_engines(view, seed)
        assert any(np.array_equal(other.columns(0, count), whole) for other in again if type(other) is type(engine))


@pytest.mark.parametrize("spec", ["exact", "playout", "ismcts:simulations=200"])
def test_any_number_of_threads_gives_the_same(spec: str) -> None:
    _, view = decided_view(random.Random(8), Rules(3), 5)
    answers = [advise(view, engine=spec, worlds=40, seed=3, threads=threads).to_dict() | {"seconds": 0} for threads in (1, 2, 5)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0] != advise(view, engine=spec, worlds=40, seed=4).to_dict() | {"seconds": 0}


def test_stopping_leaves_no_gaps() -> None:
    _, view = decided_view(random.Random(8), Rules(3), 5)
    for engine in small_engines(view, 1):
        assert engine.columns(3, 9, lambda: True).shape == (len(engine.moves), 0)
        assert engine.columns(3, 9, lambda: False).shape == (len(engine.moves), 9)


# -- truth --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["margin", "points"])
def test_exact_over_all_deals_is_brute_force(objective: str) -> None:
    """Endings with few deals: every deal that plain enumeration finds, each solved by the Python reference."""
    rng, found = random.Random(4), 0
    while found < 12:
        rules = rng.choice(
            [Rules(3), Rules(4, teams=True), Rules(6), Rules(2, perfect=True), Rules(3, perfect=True), Rules(5, perfect=True)]
        )
        record, view = decided_view(rng, rules, 2)
        if not 1 < view.count <= 60 or len(view.unseen) > 7:
            continue
        found += 1
        needs = view.knowledge.needs()
        deals = []
        for hidden in all_deals(view.unseen, needs):
            hands = [own | more for own, more in zip(view.pinned, hidden, strict=True)]
            if agrees(replace(record, hands=open_hands(tuple(a | b for a, b in zip(hands, played_by(record), strict=True)))), hands):
                deals.append(Position(view.table, tuple(hands)))
        values = [move_values(deal, objective) for deal in deals]
        advice = advise(view, engine="exact", objective=objective, seed=0)
        assert advice.exact
        assert advice.worlds == view.count
        if not any(view.knowledge.gone):
            assert len(deals) == view.count
        for move in advice.moves:
            assert isinstance(move.move, Move)
            expected = sum(row[move.move] for row in values) / len(values)
            assert move.mean == pytest.approx(expected, abs=1e-9)


def test_nothing_hidden_is_solved_and_said_so() -> None:
    """Two players, Perfect Diamonds: after the pass each knows the other's hand."""
    record, view = decided_view(random.Random(2), Rules(2, perfect=True), 10)
    advice = advise(view, seed=1)
    assert (advice.engine, advice.exact, advice.total) == ("exact", True, 1)
    assert "the only possible deal" in advice.notes
    assert advice.moves[0].mean == pytest.approx(max(move_value(record).values()))


def move_value(record: Record) -> dict[object, float]:
    from diamonds_solver.games.diamonds.solve import solve

    return {move.move: float(move.value) for move in solve(record.position()).moves if isinstance(move.value, int | float)}


def test_cut_worlds_are_no_pretence() -> None:
    """With hardly any nodes: values within the proven bounds, said in a note, and never exact."""
    _, view = decided_view(random.Random(3), Rules(4), 7)
    engine = ExactEngine(view, seed=1, nodes=50)
    advice = compare(engine, worlds=10, time_limit=None, threads=1)
    assert not advice.exact
    assert any("10 worlds were not solved to the end" in note for note in advice.notes)
    alone = ExactEngine(decided_view(random.Random(2), Rules(2, perfect=True), 16)[1], seed=1, nodes=20)
    advice = compare(alone, worlds=None, time_limit=None, threads=1)
    assert (advice.exact, advice.total, advice.worlds) == (False, None, 1)
    assert any("the deal was not solved" in note for note in advice.notes)


def test_a_cut_world_is_cut_the_same_after_any_other() -> None:
    _, view = decided_view(random.Random(6), Rules(4), 5)
    values = ExactEngine(view, seed=1, nodes=3000, few_deals=0).columns(0, 30)
    late = ExactEngine(view, seed=1, nodes=3000, few_deals=0)
    assert np.array_equal(late.columns(20, 10), values[:, 20:])


def test_engines_agree_on_what_is_obvious() -> None:
    """The last trick: whoever can win the diamond trick should, whatever the other holds."""
    view = View.of(loads("diamonds 1; players 2; hand P1 D15,1; void P2 H S C; took P1 H8; took P2 S8; lead P1; see P1"))
    for spec in ("exact", "playout", "ismcts"):
        values = {str(move.move): move.mean for move in advise(view, engine=spec, worlds=30, seed=1).moves}
        assert set(values) == {"D15", "D1"}
        assert all(value > 0 for value in values.values())


# -- every decision -----------------------------------------------------------------------------------------------------------------------


def test_every_decision_and_every_game() -> None:
    """All engines answer all decisions of all games; what they say is legal."""
    rng = random.Random(12)
    seen: set[object] = set()
    for round_number in range(150):
        rules = ALL_RULES[round_number % len(ALL_RULES)]
        record, view = decided_view(rng, rules)
        seen.add((rules, view.phase))
        seen.add(view.decision)
        for engine in small_engines(view, 1):
            values = engine.columns(0, min(2, engine.total or 2))
            assert np.isfinite(values).all()
            legal = {
                Phase.PASS: view.passes(),
                Phase.CHOOSE: (1, 2, 3),
                Phase.PLAY: record.position().moves() if view.phase is Phase.PLAY else (),
            }
            assert set(map(str, engine.moves)) <= {
                str(m) if not isinstance(m, tuple) or hasattr(m, "card") else pass_name(m) for m in legal[view.phase]
            }
            assert (engine.to_move, engine.decision) == (view.to_move, view.decision)
    assert {"card", "victim", "pass", "count"} <= seen
    assert {(rules, phase) for rules in ALL_RULES for phase in Phase} <= seen


def pass_name(cards: tuple[int, ...]) -> str:
    from diamonds_solver.games.diamonds.cards import card_name

    return "+".join(map(card_name, cards))


ACTOR = """diamonds 1; players 4; teams yes; lead P1; took P1 D3 H5 C4; took P2 S4; took P4 C4 D4
hand P1 D15; hand P2 H1; hand P3 C14; hand P4 S2; showroom 3 0 3 2; see P3; play D15 H1 C14>P1 S2"""


def test_who_acts_for_a_team() -> None:
    view = View.of(loads(ACTOR))
    assert view.decision == "actor"
    for spec in ("exact", "playout", "ismcts"):
        advice = advise(view, engine=spec, worlds=20, seed=1)
        assert advice.decision == "actor"
        assert len(advice.moves) == len(view.moves()) > 1
    brute = move_values(Position(view.table, (frozenset(),) * 4))
    exact = {move.move: move.mean for move in advise(view, engine="exact", seed=1).moves}
    assert exact == pytest.approx({move: value * side_sign(view) for move, value in brute.items()})


def side_sign(view: View) -> int:
    return 1 if view.rules.side_of(view.to_move) == view.rules.side_of(view.seat) else -1


def test_which_engine_is_chosen() -> None:
    assert choose_engine(decided_view(random.Random(1), Rules(4), 9)[1], "margin") == "ismcts"
    assert choose_engine(decided_view(random.Random(1), Rules(2), 4)[1], "margin") == "exact"
    assert choose_engine(decided_view(random.Random(1), Rules(2), 4)[1], "win") == "ismcts"
    for objective in ("margin", "win"):
        assert choose_engine(decided_view(random.Random(1), Rules(2, perfect=True), 9)[1], objective) == "exact"


@pytest.mark.parametrize(
    "spec", ["exakt", "ismcts:simulation=3", "ismcts:simulations=x", "exact:nodes=0", "playout:nodes=3", "ismcts:simulations=1e99"]
)
def test_engines_that_do_not_exist(spec: str) -> None:
    _, view = decided_view(random.Random(1), Rules(4), 3)
    with pytest.raises(DiamondsError) as caught:
        advise(view, engine=spec)
    assert caught.value.code == "E-ENGINE"


def test_nothing_to_decide() -> None:
    over = loads("diamonds 1; players 3; hand P1 D4; hand P2 D3; hand P3 D2; lead P1; play D4 D3 D2")
    with pytest.raises(PositionError) as caught:
        advise(over)
    assert caught.value.code == "E-OVER"
    with pytest.raises(PositionError) as caught:
        advise(loads("diamonds 1; players 3; hand P1 D4,3; lead P2; see P1"))
    assert caught.value.code == "E-TURN"


# -- passing ------------------------------------------------------------------------------------------------------------------------------

PASSING = "diamonds 1; players 4; phase pass; pass 2; dealer P4; hand P1 D15,14,13,1 H2 S15,3 C9,8,2; see P1"


def test_passing_moves_the_cards_where_they_belong() -> None:
    view = View.of(loads(PASSING))
    engine = PassEngine(view, seed=1, screen=0)
    assert len(engine.moves) == 45
    before = engine.worlds.sample(1, 0, 20)["hand"]
    for move in engine.moves[:3]:
        own = engine.pass_of(move)
        (after,) = engine.after_passing(2, [own], 0, 20)
        for old, new in zip(before.tolist(), after["hand"].tolist(), strict=True):
            given = [a & ~b for a, b in zip(old, new, strict=True)]
            assert given[0] == sum(1 << card for card in own.cards)
            assert [mask.bit_count() for mask in new[:4]] == [10] * 4
            assert all(given[seat] & new[(seat + 1) % 4] == given[seat] for seat in range(4))


def test_screening_keeps_good_passes() -> None:
    """The best of all passes, by many worlds, is among those that are kept, or one that is as good."""
    view = View.of(loads(PASSING))
    everything = PassEngine(view, seed=2, screen=0)
    means = dict(zip(map(str, everything.moves), everything.columns(0, 600).mean(axis=1), strict=True))
    kept = PassEngine(view, seed=1)
    assert len(kept.moves) == 12
    assert max(means[str(move)] for move in kept.moves) > max(means.values()) - 0.2


# -- the goal -----------------------------------------------------------------------------------------------------------------------------


def test_spreads_for_all_games() -> None:
    assert set(SIGMAS) == {(rules.players, len(rules.sides), rules.perfect) for rules in ALL_RULES}
    assert all(1 < sigma_of(rules) < 10 for rules in ALL_RULES)


def test_winning_in_the_last_round_is_counted_exactly() -> None:
    """P1 leads by far: nothing can be lost."""
    record = loads("diamonds 1; players 2; round 4/4; hand P1 D4,3; hand P2 D2,1; vault 40 0; took P1 D4 H4; took P2 H4 S4; lead P1")
    goal = Goal.of(View.of(record), "win")
    assert goal.rounds_left == 0
    advice = advise(record, objective="win", worlds=20, seed=1)
    assert [move.mean for move in advice.moves] == pytest.approx([1.0] * len(advice.moves))
    assert advice.delta == 0.01


def test_rounds_to_come_make_a_lead_less_sure() -> None:
    text = "diamonds 1; players 2; round {}/4; hand P1 D4,3; hand P2 D2,1; vault 8 4; took P1 D4 H4; took P2 H4 S4; lead P1"
    chances = [advise(loads(text.format(number)), objective="win", worlds=20, seed=1).moves[0].mean for number in (1, 2, 3, 4)]
    assert chances == sorted(chances)
    assert 0.5 < chances[0] < chances[2] < 1


def win_chance(position: Position, goal: Goal, side: int) -> float:
    """The chance to win the match when `side` and the other side both play for it, all cards open."""
    if position.is_over:
        end = layout.pack([position])
        return float(goal.values(end, end, side)[0])
    best = max if position.rules.side_of(position.to_move) == side else min
    return best(win_chance(position.play(move), goal, side) for move in position.moves())


@pytest.mark.parametrize(("rules", "cards"), [(Rules(2), 3), (Rules(2, perfect=True), 3), (Rules(4, teams=True), 2)], ids=str)
@pytest.mark.parametrize("last", [True, False], ids=["last round", "round 2"])
def test_two_sides_win_by_their_margin(rules: Rules, cards: int, last: bool) -> None:
    """The chance that follows from the solved margin is the one that a search for victory finds, unless points end equal."""
    rng, seen, ties = random.Random(3), set[float](), 0
    for _ in range(12):
        record, _ = decided_view(rng, rules, cards)
        view = View.of(replace(record, round=(4 if last else 2, 4)))
        engine = ExactEngine(view, "win", seed=1, few_deals=0)
        (world,) = engine.worlds.positions(engine.worlds.sample(1, 0, 1))
        found = engine.columns(0, 1)[:, 0].tolist()
        true = [win_chance(world.play(move), engine.goal, engine.side) for move in engine.moves]
        if last:
            seen.update(found)
            ties += sum(chance == 0.5 for chance in found)
            true = [0.5 if chance == 0.5 else exact for chance, exact in zip(found, true, strict=True)]
            assert any("victory counts half" in note for note in engine.notes()) == (0.5 in found)
        assert found == pytest.approx(true, abs=1e-9)
    assert not last or {0.0, 1.0} <= seen
    assert ties < 20


def test_exact_counts_wins_of_two_sides_only() -> None:
    _, view = decided_view(random.Random(1), Rules(4), 3)
    with pytest.raises(DiamondsError, match="two sides only") as caught:
        advise(view, engine="exact", objective="win")
    assert caught.value.code == "E-ENGINE"
    with pytest.raises(DiamondsError) as caught:
        advise(view, objective="wins")
    assert caught.value.code == "E-OBJECTIVE"


# -- why ----------------------------------------------------------------------------------------------------------------------------------


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


# -- inference ----------------------------------------------------------------------------------------------------------------------------


def played_by_rules(seed: int, rules: Rules, cards: int) -> tuple[View, Position]:
    """The view of who decides after rule-based players have played `cards` cards, and the truth."""
    record = random_round(random.Random(seed), rules, rules.hand_size)
    record = replace(record, play=())
    position = record.position()
    play: list[Move] = []
    for _ in range(cards):
        packed = layout.pack([position]).view(np.uint8)
        seen = ALL_CARDS & ~sum(1 << card for card in rules.deck) | sum(1 << move.card for move in play if move.card is not None)
        move = Move(*(None if part == layout.NONE else part for part in _players.policy_move(packed, seen, seed)))
        play.append(move)
        position = position.play(move)
    return View.of(replace(record, play=tuple(play))), position


def test_true_deals_are_more_plausible() -> None:
    """Where the others do play by the rules: the true deal's likelihood against the mean one, over many rounds."""
    gains = []
    for seed in range(40):
        view, position = played_by_rules(seed, Rules(4), 18)
        inference = Inference(view)
        sampled = Worlds(view).sample(1, 0, 200)
        truth = inference.log_likelihood(layout.pack([position]))[0]
        gains.append(truth - np.log(np.exp(inference.log_likelihood(sampled)).mean()))
    assert np.mean(gains) > 2 * np.std(gains) / np.sqrt(len(gains)) > 0


def test_weights_are_flattened() -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    worlds = Worlds(view).sample(1, 0, 300)
    weights = Inference(view).weights(worlds)
    assert weights is not None
    assert weights.max() == pytest.approx(1)
    assert weights.sum() ** 2 / (weights**2).sum() >= 0.2 * 300 - 1e-6
    sharp = _flattened(np.linspace(-500, 0, 300))
    assert sharp.sum() ** 2 / (sharp**2).sum() == pytest.approx(60, rel=1e-3)


def test_nothing_observed_weighs_nothing() -> None:
    view = View.of(loads("diamonds 1; players 3; hand P1 D4,3; see P1; lead P1"))
    assert Inference(view).weights(Worlds(view).sample(1, 0, 5)) is None


@pytest.mark.parametrize("spec", ["playout:inference=1", "exact:inference=1", "ismcts:simulations=300,inference=1"])
def test_inference_is_said(spec: str) -> None:
    view, _ = played_by_rules(3, Rules(3), 20)
    advice = advise(view, engine=spec, worlds=30, seed=1)
    assert any("fit the rule-based player" in note for note in advice.notes)
    assert advice.ess < 29.9 or spec.startswith("ismcts")
    assert (
        advice.to_dict()["moves"] != advise(view, engine=spec.replace("inference=1", "").rstrip(":,"), worlds=30, seed=1).to_dict()["moves"]
    )
