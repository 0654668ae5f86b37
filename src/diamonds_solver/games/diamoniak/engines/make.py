"""Engines by their names, with options, fitted to the time there is."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from diamonds_solver.common.options import Option, positive, read_engine, whole
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamoniak.rules.game import BOX
from diamonds_solver.games.diamoniak.rules.state import State

from .base import StateEngine
from .mcts import EXPLORATION, LEAST_SIMULATIONS, SIMULATIONS, MctsEngine
from .playout import PlayoutEngine
from .turn import STATES, TurnEngine

OPTIONS: Mapping[str, Mapping[str, Option]] = {
    "auto": {},
    "mcts": {
        "simulations": Option("simulations of a tree", whole, "sims"),
        "exploration": Option("how much the tree search explores", positive, "c"),
    },
    "turn": {"states": Option("most states of the turn to solve", whole)},
    "playout": {},
    "exact": {"states": Option("states listed at most", whole)},
}
ENGINES = tuple(OPTIONS)
TREES = 12
"""Independent trees that a time limit is split into, unless they would be too small:"""
LEAST_TREE = 2000
"""simulations of a tree for which fewer trees are grown."""
_TURN_STATES = 60_000  # states of a turn to solve for each second of the limit: about a quarter of the time
_PROBE = 500  # simulations by which the speed is measured
_AUTO_STATES = 20_000  # states that auto lists to see whether a state can be solved
_SMALL_DECK = 16  # cards of a deck for which it tries
_AUTO_SHARE = 0.5  # of the time limit that it may use


def make_engine(
    state: State, spec: str = "auto", *, objective: str = "win", seed: int = 0, worlds: int | None = None, time_limit: float | None = None
) -> StateEngine:
    """The engine for a decision, by its name and options: ``mcts:simulations=2000``. ``auto`` is exact in small decks, mcts with the
    whole deck, else playout.

    With `time_limit` (seconds), and without `worlds`, trees are sized by a measurement on this machine. Raises DiamondsError for a name or
    an option that does not exist and where the engine cannot value the decision, ObjectiveError, PositionError where the game is over.
    """
    name, options = read_engine(spec, OPTIONS)
    fitted = time_limit if worlds is None else None
    if name == "auto":
        return _auto(state, objective, seed, fitted)
    if name == "exact":
        return _exact(state, objective, seed, options.get("states"), time_limit)
    if name == "playout":
        return PlayoutEngine(state, objective, seed)
    if name == "turn":
        most = STATES if fitted is None else int(fitted * _TURN_STATES)
        return TurnEngine(state, objective, seed, states=options.get("states", most))
    return _mcts(state, objective, seed, fitted, options)


def _auto(state: State, objective: str, seed: int, time_limit: float | None) -> StateEngine:
    try:
        if sum(state.rules.deck) <= _SMALL_DECK:
            limit = None if time_limit is None else _AUTO_SHARE * time_limit
            return _exact(state, objective, seed, _AUTO_STATES, limit)
    except DiamondsError as error:
        if error.code != "E-ENGINE":
            raise
    if state.rules.deck == BOX:
        return _mcts(state, objective, seed, time_limit, {})
    return PlayoutEngine(state, objective, seed)


def _exact(state: State, objective: str, seed: int, states: int | None, time_limit: float | None) -> StateEngine:
    from .exact import FEW_STATES, ExactEngine  # here: scipy's matrices take a while to load

    return ExactEngine(state, objective, seed, max_states=states or FEW_STATES, time_limit=time_limit)


def _mcts(state: State, objective: str, seed: int, time_limit: float | None, options: Mapping[str, Any]) -> MctsEngine:
    given, exploration = options.get("simulations"), options.get("exploration", EXPLORATION)
    engine = MctsEngine(state, objective, seed, simulations=given or SIMULATIONS, exploration=exploration)
    if given is None and time_limit is not None:
        started = time.perf_counter()
        MctsEngine(state, objective, seed, simulations=_PROBE).samples(0, 1)
        speed = _PROBE / (time.perf_counter() - started)
        engine.simulations = max(LEAST_SIMULATIONS, int(min(LEAST_TREE, speed * time_limit / 2)), int(speed * time_limit / TREES))
    return engine
