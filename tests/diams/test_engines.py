"""Engines: what they value, that they repeat, and that they do not look at hidden cards."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diamonds_solver.errors import DiamondsError, ObjectiveError, PositionError
from diamonds_solver.game import EngineRequest
from diamonds_solver.games.diams.advising.advise import ExactEngine, make_engine
from diamonds_solver.games.diams.advising.engines import IsmctsEngine, Utility, ViewEngine, greedy, shares, shares_to_come, trimmed, worth
from diamonds_solver.games.diams.advising.view import View
from diamonds_solver.games.diams.records.notation import WRITER, example_path
from diamonds_solver.games.diams.records.record import Record
from diamonds_solver.games.diams.round.rules import HIDDEN, VALUES, cards
from diamonds_solver.games.diams.round.state import Phase, safe_of
from diamonds_solver.games.diams.solve import solve
from diamonds_solver.games.records import loads

from .states import dealt, played, table

VIEW = View.of(loads(example_path("diams-view").read_text("utf-8")))
LAP = View.of(loads(example_path("diams-lap").read_text("utf-8")))
ENGINES = ["ismcts:simulations=20", "playout", "exact:nodes=30"]


def make(view: View, spec: str, objective: str = "margin", seed: int = 4) -> ViewEngine:
    return make_engine(view, EngineRequest(spec, objective, seed, 1))


@pytest.mark.parametrize("spec", ENGINES)
def test_samples_depend_on_seed_and_number_alone(spec: str) -> None:
    whole = make(VIEW, spec).samples(0, 4)
    apart = np.concatenate([make(VIEW, spec).samples(first, 2) for first in (2, 0)], axis=1)
    assert np.array_equal(whole, apart[:, [2, 3, 0, 1]])
    assert whole.shape == (2, 4)
    assert not np.array_equal(whole, make(VIEW, spec, seed=5).samples(0, 4))


# -- fairness ---------------------------------------------------------------------------------------------------------------------------


def dealt_anew(record: Record, seat: int, rng: Random) -> Record:
    """The record with the hidden cards as in some world of the view; it looks the same to `seat`."""
    world = View.of(record, seat).worlds.drawn(rng.getrandbits(32), 0)
    return Record(world, round=record.round, chips=record.chips)


@pytest.mark.long
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(0, 60), st.sampled_from(ENGINES), st.sampled_from(["margin", "chips"]))
def test_advice_does_not_change_when_hidden_cards_are_dealt_anew(seed: int, players: int, moves: int, spec: str, objective: str) -> None:
    """Two open records that look the same to the one who decides get the same samples."""
    rng = Random(seed)
    start = played(rng, dealt(rng, players), moves).state
    assume(start.phase is not Phase.OVER)
    seat = start.to_move
    first = Record(start)
    other = dealt_anew(first, seat, rng)
    assert View.of(first, seat).record == View.of(other, seat).record
    one, two = (make(View.of(record, seat), spec, objective).samples(0, 2) for record in (first, other))
    assert np.array_equal(one, two)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.integers(5, 40))
def test_a_play_seen_the_same_way_is_valued_the_same_way(seed: int, moves: int) -> None:
    """The order of the pile, and cards drawn unseen and kept, change nothing."""
    rng = Random(seed)
    record = played(rng, dealt(rng, 3), moves)
    assume(record.state.phase is not Phase.OVER)
    view = View.of(record)
    again = View.of(loads(WRITER.dumps(view.record)), view.seat)
    one, two = (make(each, "ismcts:simulations=20").samples(0, 1) for each in (view, again))
    assert np.array_equal(one, two)


def test_views_do_not_hold_hidden_cards() -> None:
    rng = Random(3)
    record = played(rng, dealt(rng, 3), 30)
    view = View.of(record)
    others = [seat for seat in range(3) if seat != view.seat]
    assert all(set(view.state.hands[seat]) <= {HIDDEN} for seat in others)
    assert set(view.state.pile) == {HIDDEN}
    assert all(set(pile) == {HIDDEN} for seat in others for pile in view.state.safes[seat])


# -- what they value ----------------------------------------------------------------------------------------------------------------------


def test_exact_is_the_mean_of_solved_worlds() -> None:
    engine = make(LAP, "exact")
    assert isinstance(engine, ExactEngine)
    assert engine.total is not None
    assert engine.enumerates
    values, weights = engine.samples(0, engine.total), engine.weights(0, engine.total)
    assert weights is not None
    assert engine.exact
    assert weights.sum() == pytest.approx(LAP.worlds.count)
    columns = []
    for state, ways in LAP.worlds.looks().items():
        found = {answer.move: answer.value for answer in solve(state).moves}
        columns.append((ways, *(found[move] for move in engine.moves)))
    assert sorted(zip(weights.tolist(), *values.tolist(), strict=True)) == sorted(columns)  # they come in random order


def test_auto_is_exact_at_the_end() -> None:
    late = View.of(loads("diams 1; players 2; see P1; hand P1 9,9; hand P2 +1; market 9,2; unseen 9,9*,T; closed P2; turn P1"))
    assert make(late, "auto").name == "exact"
    assert make(late, "auto", "win").name == "ismcts"
    assert make(VIEW, "auto").name == "ismcts"


def test_a_tree_finds_the_move_that_wins() -> None:
    """Laying three nines before the end is worth nine points, whatever is hidden."""
    record = loads("diams 1; players 2; see P1; hand P1 7,7,7,2; hand P2 +2; market 9,2; closed P2; turn P1")
    view = View.of(record)
    for spec in ("ismcts:simulations=300", "playout"):
        engine = make(view, spec)
        assert str(engine.moves[int(np.argmax(engine.samples(0, 3).mean(axis=1)))]) == "safe:7+7+7"


def test_a_tree_is_stopped_but_never_the_first() -> None:
    engine = IsmctsEngine(VIEW, simulations=20_000)
    assert engine.samples(0, 3, lambda: True).shape == (2, 0)
    asked = iter([False, True, True])
    assert engine.samples(0, 3, lambda: next(asked, True)).shape == (2, 1)
    assert any("was stopped before" in note for note in engine.notes())
    assert any("values are invented" in note for note in engine.notes())


def test_what_engines_refuse() -> None:
    for spec in ("mcts", "ismcts:nodes=3", "exact:worlds=2"):
        with pytest.raises(DiamondsError) as refused:
            make(VIEW, spec)
        assert refused.value.code == "E-ENGINE"
    with pytest.raises(DiamondsError, match="win"):
        make(LAP, "exact", "win")
    for spec in ("playout", "exact"):
        with pytest.raises(ObjectiveError):
            make(VIEW, spec, "gain")
    with pytest.raises(PositionError) as caught:
        make(View.of(loads("diams 1; players 2; see P1; hand P1 9; hand P2 +3; market 3; turn P2")), "playout")
    assert caught.value.code == "E-TURN"


# -- goals ------------------------------------------------------------------------------------------------------------------------------


def test_utilities() -> None:
    assert Utility("margin", 3).values((8, 12, 7)) == [8 - 9.5, 12 - 7.5, 7 - 10]
    assert Utility("chips", 3).values((8, 12, 7)) == [3 - 3, 4 - 2.5, 2 - 3.5]
    assert Utility("win", 2, (7, 7), 3).values((9, 3)) == [1.0, 0.0]
    assert Utility("win", 2, (8, 6), 3).values((3, 9)) == [1.0, 0.0]
    assert shares((7, 7, 6), (9, 9, 12)) == [0.5, 0.5, 0.0]


def test_rounds_to_come_are_counted_as_the_match_ends() -> None:
    """With two players who has won two rounds has won; one round each leaves half."""
    assert shares_to_come((8, 6), 1) == (1.0, 0.0)
    assert shares_to_come((7, 7), 1) == (0.5, 0.5)
    assert shares_to_come((4, 3), 2) == (0.75, 0.25)
    assert sum(shares_to_come((4, 3, 2, 1, 0), 2)) == pytest.approx(1)


# -- rules of thumb ----------------------------------------------------------------------------------------------------------------------


def test_what_cards_are_worth() -> None:
    hand, safe = cards("7,7,3,T"), safe_of(cards("5,5,5"))
    assert worth(VALUES, hand, safe, False) == 500 + 45 * 7 + 15 * 3
    assert worth(VALUES, hand, safe, True) == 500
    assert worth(VALUES, cards("5"), safe, False) == 500 + 15 * 5
    assert worth(VALUES, (), safe_of(cards("5,5")), False) == 0


def test_greedy() -> None:
    assert str(greedy(table("9", "8", market="9", phase="draw"))) == "draw"
    assert str(greedy(table("7,7,7,2", "8", market="2"))) == "safe:7+7+7"
    assert str(greedy(table("7,7,9", "8", market="7,9"))) == "=7"
    assert str(greedy(table("9,7,7", "8", market="7,2,1"))) in ("=7", "9=7+2")
    assert trimmed(VALUES, cards("7,7,7,6,6,1*,1"), ()) == cards("1*,1")
    assert str(greedy(table("6,S", "8", market="1", rules=None))) != "S:6"
