"""Engines: what they value, and that they repeat."""

from __future__ import annotations

import threading
from random import Random

import numpy as np
import pytest

from diamonds_solver.errors import DiamondsError, ObjectiveError, PositionError
from diamonds_solver.game import EngineRequest
from diamonds_solver.games.diamoniak.advise import make_engine
from diamonds_solver.games.diamoniak.engines import MctsEngine, PlayoutEngine, StateEngine, TurnEngine
from diamonds_solver.games.diamoniak.rules import Rules, State, successors
from diamonds_solver.games.diamoniak.solve import ExactEngine, WholeGame, solve

from .states import counts, play, table

SMALL = table("R1,D", "G1,D2", deck="R2 G2 D4 W", turn=1, phase="more")


def engine_of(state: State, spec: str = "mcts", objective: str = "win", *, seed: int = 0, time_limit: float | None = None) -> StateEngine:
    return make_engine(state, EngineRequest(spec, objective, seed, None, time_limit))


def middle() -> State:
    return play(table("R2,Y2 D", ",", "B2,R G D5", discard="F2 W4", turn=2), "G D F D")


@pytest.mark.parametrize("spec", ["mcts:simulations=100", "playout", "turn:states=2000"])
def test_samples_depend_on_seed_and_number_alone(spec: str) -> None:
    engine = engine_of(middle(), spec, seed=4)
    whole = engine.samples(0, 6)
    apart = np.concatenate([engine_of(middle(), spec, seed=4).samples(first, 2) for first in (4, 0, 2)], axis=1)
    assert np.array_equal(whole, apart[:, [2, 3, 4, 5, 0, 1]])
    assert not np.array_equal(whole, engine_of(middle(), spec, seed=5).samples(0, 6))
    assert whole.shape == (2, 6)
    assert ((whole >= 0) & (whole <= 1)).all()


@pytest.mark.parametrize("spec", ["mcts:simulations=100", "turn"])
def test_threads_change_nothing(spec: str) -> None:
    engine = engine_of(middle(), spec, seed=4)
    expected = engine.samples(0, 4)
    found: dict[int, np.ndarray] = {}

    def work(index: int) -> None:
        found[index] = engine.samples(index, 1)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(np.concatenate([found[index] for index in range(4)], axis=1), expected)


def test_moves_have_the_same_luck_in_playouts() -> None:
    """Two ways to pay end the same way more often than they would if each had a luck of its own."""
    state = table("R3,G2 D5", "B3,D3", discard="W3", phase="witch")
    engine = PlayoutEngine(state, seed=1)
    rows = dict(zip(map(str, engine.moves), engine.samples(0, 600), strict=True))
    one, other = rows["-GGD"], rows["-GDD"]
    apart = float(one.mean() * other.mean() + (1 - one.mean()) * (1 - other.mean()))
    assert float((one == other).mean()) > apart + 0.1


def test_the_tree_finds_what_is_best_and_about_its_value() -> None:
    solution = solve(SMALL)
    values = {m.move: m.value for m in solution.moves}
    engine = MctsEngine(SMALL, seed=1, simulations=3000)
    means = engine.samples(0, 4).mean(axis=1)
    assert engine.moves[int(np.argmax(means))] == solution.best_moves[0]
    for move, mean in zip(engine.moves, means, strict=True):
        assert values[move] == pytest.approx(mean, abs=0.1)


def test_the_turn_engine_says_what_it_rests_on() -> None:
    engine = TurnEngine(middle(), seed=1)
    solved = engine.solved()
    assert engine.samples(0, 4000).mean(axis=1) == pytest.approx(solved, abs=0.15)
    assert solved[0] > solved[1]  # draw before stop
    assert any("states of the turn solved" in note for note in engine.notes())
    assert any("fitted" in note for note in engine.notes())
    start = State.start(Rules(2))
    assert any("those of the next" in note for note in TurnEngine(start, states=2000).notes())
    assert not any("solved" in note for note in TurnEngine(table("R3,G2 D5", "B3,D3", discard="W3", phase="witch")).notes())
    other = TurnEngine(SMALL, seed=1)  # the function is fitted to the whole deck: with another one games are played to their ends
    assert set(np.unique(other.samples(0, 50))) <= {0.0, 1.0}
    assert not any("fitted" in note for note in other.notes())


def test_playouts_are_won_when_the_castle_can_be_bought() -> None:
    engine = PlayoutEngine(table("R5,D3", "G0,R"))
    assert dict(zip(map(str, engine.moves), engine.samples(0, 50).mean(axis=1).tolist(), strict=True))["buy>P2"] == 1.0


def test_exact_is_solve() -> None:
    engine = engine_of(SMALL, "exact")
    assert isinstance(engine, ExactEngine)
    assert engine.exact
    assert engine.enumerates
    assert engine.total == 1
    values = {m.move: m.value for m in solve(SMALL).moves}
    assert engine.samples(0, 1)[:, 0].tolist() == [values[move] for move in engine.moves]


def test_auto_is_exact_where_few_states_are_left() -> None:
    assert engine_of(table("R1,", "G1,", deck="R2 G2 D W"), "auto").name == "exact"
    assert engine_of(middle(), "auto").name == "mcts"
    assert engine_of(middle(), "auto", time_limit=0.05).name == "mcts"
    assert engine_of(table("R1,", "G1,", deck="R6 G6 B6 D20 W8"), "auto").name == "playout"


@pytest.mark.parametrize(("players", "deck", "states"), [(2, "R2 G2 D W", 4), (3, "R2 G2 B2 W", 1)])
def test_the_states_of_a_whole_game_have_the_values_of_solve(players: int, deck: str, states: int) -> None:
    rules, rng = Rules(players, counts(deck)), Random(5)
    game = WholeGame(rules, 200_000)
    for _ in range(states):
        state = State.start(rules)
        for _ in range(rng.randrange(12)):
            after = rng.choice(list(successors(state, rng.choice(state.moves()))))[1]
            state = after if after.moves() else state
        assert game.values(state) == pytest.approx({m.move: m.value for m in solve(state).moves}, abs=2e-9)


def test_a_whole_game_is_listed_bit_by_bit_within_a_limit() -> None:
    start = State.start(Rules(2, counts("R2 G2 D3 W")))
    game = WholeGame(start.rules, 50_000)
    answers = [game.values(start, 1e-9)]
    while answers[-1] is None:
        answers.append(game.values(start, 1e-9))
    assert len(answers) > 2
    assert answers[-1] == WholeGame(start.rules, 50_000).values(start)


def test_a_whole_game_has_no_values_of_too_many_states_and_of_what_cannot_be_reached() -> None:
    rules = Rules(2, counts("R2 G2 D3 W"))
    assert WholeGame(rules, 100).values(State.start(rules)) is None
    both_castles_of_red = table("R1,", "R1,", deck="R2 G2 D3 W")
    assert WholeGame(rules, 50_000).values(both_castles_of_red) is None


def test_a_tree_is_stopped_but_never_the_first() -> None:
    engine = engine_of(middle(), "mcts:simulations=5000")
    first = engine.samples(0, 3, lambda: True)
    assert first.shape == (2, 0)
    asked = iter([False, True, True])
    cut = engine.samples(0, 3, lambda: next(asked, True))
    assert cut.shape == (2, 1)
    assert any("was stopped before" in note for note in engine.notes())


def test_what_engines_refuse() -> None:
    over = play(State.start(Rules(2, counts("R2 G2 W"))), "R R")
    with pytest.raises(PositionError) as caught:
        engine_of(over)
    assert caught.value.code == "E-OVER"
    with pytest.raises(ObjectiveError):
        engine_of(middle(), objective="margin")
    for spec in ("ismcts", "mcts:nodes=3", "exact:states=1000"):
        with pytest.raises(DiamondsError) as refused:
            engine_of(middle(), spec)
        assert refused.value.code == "E-ENGINE"
