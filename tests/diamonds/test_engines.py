"""The engines of advice: fair, repeatable, right where the truth can be counted, and there for every decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diamonds_solver.advice import advice as comparison
from diamonds_solver.advice.ask import advise
from diamonds_solver.errors import DiamondsError, PositionError
from diamonds_solver.games.diamonds.advising import advise as make
from diamonds_solver.games.diamonds.advising import engines
from diamonds_solver.games.diamonds.advising.advise import EngineSpec, auto_plan, make_engine
from diamonds_solver.games.diamonds.advising.engines import FEW_DEALS, ExactEngine, IsmctsEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import ALL_CARDS, Worlds
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import card_mask
from diamonds_solver.games.diamonds.records.notation import example_text
from diamonds_solver.games.diamonds.records.record import Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.reference import move_values
from diamonds_solver.games.diamonds.solving.solve import Solver, solve
from diamonds_solver.games.records import loads
from tests.conftest import COSTLY, PROFILE

from .decisions import MOST_CARDS, decided_view, small_engines
from .positions import ALL_RULES, random_position
from .rounds import agrees, all_deals, open_hands, played_by, revealed_by

SEEDS = st.integers(0, 2**32)
# -- fairness -----------------------------------------------------------------------------------------------------------------------------


def redealt(record: Record, view: View, seed: int) -> Record:
    """The same record with other hidden cards, between which the viewer cannot tell."""
    (world,) = Worlds(view).positions(Worlds(view).sample(seed, 0, 1))
    changed = revealed_by(view, world)
    changed = replace(changed, id="other", see=None)
    assert agrees(changed, world.hands) or record.phase is not Phase.PLAY
    return changed


@COSTLY
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
        assert np.array_equal(one.samples(0, count), two.samples(0, count))
        first, second = (
            comparison.advise(engine, worlds=5, time_limit=None, threads=1).to_dict() | {"seconds": 0} for engine in (one, two)
        )
        assert first == second


def test_the_hidden_cards_do_differ() -> None:
    """The test above would pass, too, if nothing were redealt."""
    record, view = decided_view(random.Random(1), Rules(4), 6)
    assert redealt(record, view, 1).hands != record.hands


# -- samples ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@COSTLY
@given(SEEDS)
def test_columns_depend_on_their_index_only(seed: int) -> None:
    _, view = decided_view(random.Random(seed))
    for engine in small_engines(view, seed):
        count = engine.total or 7
        whole = engine.samples(0, count)
        assert whole.shape == (len(engine.moves), count)
        assert np.isfinite(whole).all()
        cuts = sorted({0, count // 3, count // 2, count})
        parts = [engine.samples(first, after - first) for first, after in reversed(list(pairwise(cuts)))]
        assert np.array_equal(np.concatenate(parts[::-1], axis=1), whole)
        again = small_engines(view, seed)
        assert any(np.array_equal(other.samples(0, count), whole) for other in again if type(other) is type(engine))


@pytest.mark.parametrize("spec", ["exact", "playout", "ismcts:simulations=200"])
def test_any_number_of_threads_gives_the_same(spec: str) -> None:
    _, view = decided_view(random.Random(8), Rules(3), 5)
    answers = [advise(view, engine=spec, worlds=40, seed=3, threads=threads).to_dict() | {"seconds": 0} for threads in (1, 2, 5)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0] != advise(view, engine=spec, worlds=40, seed=4).to_dict() | {"seconds": 0}


def test_stopping_leaves_no_gaps() -> None:
    _, view = decided_view(random.Random(8), Rules(3), 5)
    for engine in small_engines(view, 1):
        assert engine.samples(3, 9, lambda: True).shape == (len(engine.moves), 0)
        assert engine.samples(3, 9, lambda: False).shape == (len(engine.moves), 9)


# -- truth --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["margin", "points"])
def test_exact_over_all_deals_is_brute_force(objective: str) -> None:
    """Endings with few deals: every deal that plain enumeration finds, each solved by the Python reference."""
    rng, found = random.Random(4), 0
    while found < (4 if PROFILE == "dev" else 12):
        rules = rng.choice(
            [Rules(3), Rules(4, teams=True), Rules(6), Rules(2, perfect=True), Rules(3, perfect=True), Rules(5, perfect=True)]
        )
        record, view = decided_view(rng, rules, 2)
        if not 1 < view.count <= 60 or len(view.unseen) > 7:
            continue
        found += 1
        needs = view.information.needs()
        deals = []
        for hidden in all_deals(view.unseen, needs):
            hands = [own | more for own, more in zip(view.pinned, hidden, strict=True)]
            if agrees(replace(record, hands=open_hands(tuple(a | b for a, b in zip(hands, played_by(record), strict=True)))), hands):
                deals.append(Position(view.table, tuple(hands)))
        values = [move_values(deal, objective) for deal in deals]
        advice = advise(view, engine="exact", objective=objective, seed=0, worlds=1)
        assert advice.exact
        assert advice.worlds == view.count
        if not any(view.information.gone):
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
    from diamonds_solver.games.diamonds.solving.solve import solve

    return {move.move: float(move.value) for move in solve(record.position()).moves if isinstance(move.value, int | float)}


# -- equal moves --------------------------------------------------------------------------------------------------------------------------


def classes_of(position: Position, objective: Literal["margin", "points", "win"]) -> list[int]:
    """Those of a seat that has seen all cards that nobody holds: as many moves are equal as can be."""
    seen = ALL_CARDS & ~card_mask(frozenset().union(*position.hands))
    return _players.move_classes(layout.pack([position]).view(np.uint8), seen, goal=objective)


@pytest.mark.parametrize("objective", ["margin", "points"])
def test_equal_moves_are_worth_the_same(objective: Literal["margin", "points"]) -> None:
    """Cards, victims and actors, by the solver: 600 positions of all kinds, many with hardly a crystal."""
    rng = random.Random(f"equal {objective}")
    found = Counter[str]()
    for _ in range(600):
        position = random_position(rng)
        values = {m.move: m.value for m in solve(position, objective=objective).moves}
        for move, first in zip(position.moves(), map(position.moves().__getitem__, classes_of(position, objective)), strict=True):
            assert values[move] == pytest.approx(values[first], abs=1e-9)
            found["card" if move.card != first.card else "victim" if move.victim != first.victim else "actor"] += move != first
    assert min(found.values()) >= 15


def test_the_chance_to_win_tells_victims_of_other_sides_apart() -> None:
    """Whom a robbery sets back matters for it; who of one team does not, nor do equal cards."""
    rng = random.Random(5)
    parted = 0
    for _ in range(2000):
        position = random_position(rng)
        moves, by_points, by_win = position.moves(), classes_of(position, "points"), classes_of(position, "win")
        side = position.rules.side_of
        for move, first in zip(moves, map(moves.__getitem__, by_win), strict=True):
            assert by_points[moves.index(move)] == by_points[moves.index(first)]
            assert move.victim is None or first.victim is None or side(move.victim) == side(first.victim)
        parted += by_points != by_win
    assert parted >= 100


def test_engines_value_one_of_equal_moves() -> None:
    """The others have its values, in every sample."""
    rng = random.Random(11)
    found = Counter[str]()
    for _ in range(60):
        _, view = decided_view(rng)
        if view.phase is not Phase.PLAY:
            continue
        for engine in small_engines(view, 5):
            values = engine.samples(0, min(5, engine.total or 5))
            assert [engine.classes[first] for first in engine.classes] == list(engine.classes)
            assert np.array_equal(values, values[list(engine.classes)])
            found[engine.name] += len(set(engine.classes)) < len(engine.moves)
    assert min(found[name] for name in ("exact", "ismcts", "playout")) >= 3


def test_trees_that_grow_in_turns_count_equal_moves_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As samples do that are whole trees: equal cards do not keep a verdict open."""
    monkeypatch.setattr(make, "USUAL_TREE", make.USUAL_TREE // 10)
    rng, found = random.Random(12), 0
    while found < 4:
        _, view = decided_view(rng)
        if view.phase is not Phase.PLAY or not 1 < len(set(view_classes := make_engine(view, "ismcts").classes)) < len(view_classes):
            continue
        found += 1
        advice = advise(view, engine="ismcts", seed=1)
        by_move = {m.move: (m.mean, m.loss, m.interval, m.excluded) for m in advice.moves}
        for move, first in zip(view.moves(), map(view.moves().__getitem__, view_classes), strict=True):
            assert by_move[move] == by_move[first]


def test_trees_tell_how_far_they_are_from_settled() -> None:
    """The estimate is that of the values of the same trees at a quarter of their size; small trees say more than large ones."""
    view = View.of(loads(example_text("advice")))
    changes = []
    for simulations in (1000, 16_000):
        engine = IsmctsEngine(view, seed=3, simulations=simulations)
        values = engine.samples(0, 4)
        assert np.array_equal(values, IsmctsEngine(view, seed=3, simulations=simulations).samples(0, 4))
        assert engine.change is not None
        changes.append(engine.change)
        assert engine.notes()[-1].endswith(f"may change a loss by {engine.change:.2f}")
        said = [list(engine.history[index].items()) for index in range(4)]
        assert all({simulations // 4, simulations} <= {size for size, _ in each} for each in said)
    assert changes[1] < changes[0]
    assert IsmctsEngine(view, seed=3).change is None


# -- worlds that are too large ------------------------------------------------------------------------------------------------------------


def test_cut_worlds_are_no_pretence() -> None:
    """With hardly any nodes: values within the proven bounds, said in a note, and never exact."""
    _, view = decided_view(random.Random(3), Rules(4), 7)
    engine = ExactEngine(view, seed=1, nodes=50)
    advice = comparison.advise(engine, worlds=10, time_limit=None, threads=1)
    assert not advice.exact
    assert any("10 worlds were not solved to the end" in note for note in advice.notes)
    alone = ExactEngine(decided_view(random.Random(2), Rules(2, perfect=True), 16)[1], seed=1, nodes=20)
    advice = comparison.advise(alone, worlds=None, time_limit=None, threads=1)
    assert (advice.exact, advice.total, advice.worlds) == (False, 1, 1)
    assert any("the deal was not solved" in note for note in advice.notes)


def test_more_worlds_are_asked_for_than_are_ever_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    _, view = decided_view(random.Random(1), Rules(3, perfect=True), 8)
    assert view.count > FEW_DEALS
    assert make_engine(view, "exact", worlds=view.count).total == view.count
    monkeypatch.setattr(make, "_MOST_DEALS", view.count - 1)
    assert make_engine(view, "exact", worlds=view.count).total is None


def test_a_cut_world_is_cut_the_same_after_any_other() -> None:
    _, view = decided_view(random.Random(6), Rules(4), 5)
    values = ExactEngine(view, seed=1, nodes=3000, few_deals=0).samples(0, 30)
    late = ExactEngine(view, seed=1, nodes=3000, few_deals=0)
    assert np.array_equal(late.samples(20, 10), values[:, 20:])


KEPT_ROUNDS, KEPT_SAMPLES = 4 if PROFILE == "dev" else 6, 40


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_kept_proofs_change_no_sample(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn and listed, with inference and without, for every objective, in any order, by several threads, with a table that is often
    full or forgotten: as with a table that is cleared before every world, for fewer nodes."""
    rng = random.Random(35)
    fresh, kept = Spent(), Spent()
    for number in range(KEPT_ROUNDS):
        view = decided_view(rng, rules, rng.randint(2, MOST_CARDS[rules.players]))[1]
        objectives = ("margin", "points", "win") if len(rules.sides) == 2 else ("margin", "points")
        objective, inference, few_deals = objectives[number % len(objectives)], number % 3 == 0, rng.choice([0, 2 * KEPT_SAMPLES])
        monkeypatch.setattr(engines, "KEPT_NODES", rng.choice([2_000_000, 2_000, 20]))
        pair = [ExactEngine(view, objective, number, few_deals=few_deals, inference=inference) for _ in range(2)]
        count = pair[0].total or KEPT_SAMPLES
        assert pair[0].keeps_proofs
        pair[1].keeps_proofs = False
        with monkeypatch.context() as counted:
            counted.setattr(Solver, "solve_packed", kept.watch(Solver.solve_packed))
            values = pair[0].samples(0, count)
        with monkeypatch.context() as counted:
            counted.setattr(Solver, "solve_packed", fresh.watch(Solver.solve_packed))
            assert np.array_equal(pair[1].samples(0, count), values)
        assert np.array_equal(pair[0].samples(count // 2, count - count // 2), values[:, count // 2 :])
        with ThreadPoolExecutor(3) as pool:
            columns = list(pool.map(lambda index, engine=pair[0]: engine.samples(index, 1), reversed(range(count))))
        assert np.array_equal(np.concatenate(columns[::-1], axis=1), values)
        assert pair[0].cut == pair[1].cut == 0
    assert 0 < kept.nodes < fresh.nodes


class Spent:
    """Nodes of a solver."""

    def __init__(self) -> None:
        self.nodes = 0

    def watch(self, solve: Callable[..., NDArray[np.void]]) -> Callable[..., NDArray[np.void]]:
        def watched(*arguments: Any, **options: Any) -> NDArray[np.void]:
            results = solve(*arguments, **options)
            self.nodes += int(results["nodes"].sum())
            return results

        return watched


def test_where_a_limit_may_cut_no_proofs_are_kept() -> None:
    _, view = decided_view(random.Random(6), Rules(4), 5)
    engine = ExactEngine(view, seed=1, few_deals=0)
    limited = ExactEngine(view, seed=1, nodes=100_000, few_deals=0)
    assert engine.keeps_proofs
    assert not limited.keeps_proofs
    assert np.array_equal(limited.samples(0, 30), engine.samples(0, 30))
    assert not ExactEngine(decided_view(random.Random(6), Rules(4), 9)[1], seed=1, few_deals=0).keeps_proofs


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
    wanted: set[object] = {"card", "victim", "pass", "count", *((rules, phase) for rules in ALL_RULES for phase in Phase)}
    for round_number in range(150):
        if wanted <= seen:
            break
        rules = ALL_RULES[round_number % len(ALL_RULES)]
        record, view = decided_view(rng, rules)
        if {(rules, view.phase), view.decision} <= seen:
            continue
        seen |= {(rules, view.phase), view.decision}
        for engine in small_engines(view, 1):
            values = engine.samples(0, min(2, engine.total or 2))
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
    assert wanted <= seen


def pass_name(cards: tuple[int, ...]) -> str:
    from diamonds_solver.games.diamonds.round.rules import card_name

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
    exact = {move.move: move.mean for move in advise(view, engine="exact", seed=1, worlds=1).moves}
    assert exact == pytest.approx({move: value * side_sign(view) for move, value in brute.items()})


def side_sign(view: View) -> int:
    return 1 if view.rules.side_of(view.to_move) == view.rules.side_of(view.seat) else -1


def test_which_engine_is_chosen() -> None:
    for rules, objective, name in (
        (Rules(4), "margin", "playout"),
        (Rules(4), "points", "ismcts"),
        (Rules(4, perfect=True), "margin", "ismcts"),
        (Rules(4, thief=True), "margin", "ismcts"),
        (Rules(3), "margin", "playout"),
        (Rules(5), "margin", "ismcts"),
        (Rules(6), "margin", "ismcts"),
    ):
        assert auto_plan(decided_view(random.Random(1), rules, 9)[1], objective)[0] == name
    assert auto_plan(decided_view(random.Random(1), Rules(4, teams=True), 9)[1], "margin")[0] == "playout"
    assert auto_plan(decided_view(random.Random(1), Rules(4, teams=True), 9)[1], "win")[0] == "ismcts"
    for rules in (Rules(6, teams=True), Rules(4, teams=True, perfect=True)):
        view, robbed = (decided_view(random.Random(1), replace(rules, thief=thief), 9)[1] for thief in (False, True))
        assert auto_plan(view, "margin") == ("playout", {"share": 0.5})
        assert (auto_plan(view, "points")[0], auto_plan(robbed, "margin")[0]) == ("ismcts", "ismcts")
    assert auto_plan(decided_view(random.Random(1), Rules(2), 4)[1], "margin")[0] == "exact"
    assert auto_plan(decided_view(random.Random(1), Rules(2), 4)[1], "win")[0] == "ismcts"
    for objective in ("margin", "win"):
        assert auto_plan(decided_view(random.Random(1), Rules(2, perfect=True), 9)[1], objective)[0] == "exact"


def test_options_have_two_names_and_units() -> None:
    assert EngineSpec.parse("ismcts:sims=2K,c=3,inference=yes") == EngineSpec.parse("ismcts:simulations=2000,exploration=3,inference=1")
    with pytest.raises(DiamondsError) as caught:
        EngineSpec.parse("ismcts:sim=3")
    assert caught.value.hint == "did you mean sims? options: simulations, exploration, inference"
    assert EngineSpec.parse("exact:nodes=0.1M,inference=0") == EngineSpec.parse("exact:nodes=100000,inference=no")
    with pytest.raises(
        DiamondsError, match="simulations must be a whole number from 1 to 1000000000, such as 500 or 20K, not '99999999999999999999'"
    ):
        EngineSpec.parse("ismcts:simulations=99999999999999999999")


@pytest.mark.parametrize(
    "spec",
    [
        "exakt",
        "ismcts:simulation=3",
        "ismcts:simulations=x",
        "exact:nodes=0",
        "playout:nodes=3",
        "ismcts:simulations=1e99",
        "playout:inference=2",
        "auto:inference=ja",
        "exact:inference=",
        "exact:nodes=2K,nodes=3K",
        "ismcts:sims=2,simulations=2",
        "ismcts:exploration=inf",
    ],
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


def test_a_tree_that_was_stopped_is_told() -> None:
    view = decided_view(random.Random(1), Rules(3), 8)[1]
    engine = IsmctsEngine(view, seed=1, simulations=5000)
    assert engine.notes() == ()
    calls = iter([False, False, True])
    values = engine.samples(0, 1, lambda: next(calls))
    assert values.shape[1] == 1
    assert engine.notes()[-1] == "the first search was stopped before it had its 5,000 simulated deals"
