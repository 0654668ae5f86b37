"""Engines by their names, with options, fitted to the time there is."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from diamonds_solver.common.options import Option, positive, read_engine, whole
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import EngineRequest

from .engines import EXPLORATION, LEAST_SIMULATIONS, SIMULATIONS, STATES, MctsEngine, PlayoutEngine, StateEngine, TurnEngine
from .rules import BOX, Rules, State
from .solve import FEW_STATES, ExactEngine, WholeGame, exact_values

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
_WHOLE_GAME_STATES = 100_000  # of a game with a small deck, which auto lists and keeps: about 50 MB
_AUTO_STATES = 20_000  # that follow from one state, listed where the whole game has more
_SMALL_DECK = 16  # cards of a deck for which auto tries that
_AUTO_SHARE = 0.25  # of the time limit, for each of the two


def make_engine(state: State, ask: EngineRequest) -> StateEngine:
    """The engine for a decision, by its name and options: ``mcts:simulations=2000``. ``auto`` is exact in small decks, mcts with the
    whole deck, else playout.

    With a time limit, and without a number of worlds, trees are sized by a measurement on this machine. Raises DiamondsError for a name or
    an option that does not exist and where the engine cannot value the decision, ObjectiveError, PositionError where the game is over.
    """
    name, options = read_engine(ask.engine, OPTIONS)
    if name == "auto":
        return _auto(state, ask.objective, ask.seed, ask.fitted)
    if name == "exact":
        return _exact(state, ask.objective, ask.seed, options.get("states"), ask.time_limit)
    if name == "playout":
        return PlayoutEngine(state, ask.objective, ask.seed)
    if name == "turn":
        most = STATES if ask.fitted is None else int(ask.fitted * _TURN_STATES)
        return TurnEngine(state, ask.objective, ask.seed, states=options.get("states", most))
    return _mcts(state, ask.objective, ask.seed, ask.fitted, options)


def _auto(state: State, objective: str, seed: int, time_limit: float | None) -> StateEngine:
    share = None if time_limit is None else _AUTO_SHARE * time_limit
    if sum(state.rules.deck) <= _SMALL_DECK and state.winner is None:
        if (values := _whole_game(state.rules).values(state, share)) is not None:
            return ExactEngine(state, values, objective, seed)
        try:
            return _exact(state, objective, seed, _AUTO_STATES, share)
        except DiamondsError as error:
            if error.code != "E-ENGINE":
                raise
    if state.rules.deck == BOX:
        return _mcts(state, objective, seed, time_limit, {})
    return PlayoutEngine(state, objective, seed)


@lru_cache(maxsize=2)
def _whole_game(rules: Rules) -> WholeGame:
    return WholeGame(rules, _WHOLE_GAME_STATES)


def _exact(state: State, objective: str, seed: int, states: int | None, time_limit: float | None) -> StateEngine:
    return ExactEngine(state, exact_values(state, states or FEW_STATES, time_limit), objective, seed)


def _mcts(state: State, objective: str, seed: int, time_limit: float | None, options: Mapping[str, Any]) -> MctsEngine:
    given, exploration = options.get("simulations"), options.get("exploration", EXPLORATION)
    engine = MctsEngine(state, objective, seed, simulations=given or SIMULATIONS, exploration=exploration)
    if given is None and time_limit is not None:
        started = time.perf_counter()
        MctsEngine(state, objective, seed, simulations=_PROBE).samples(0, 1)
        speed = _PROBE / (time.perf_counter() - started)
        engine.simulations = max(LEAST_SIMULATIONS, int(min(LEAST_TREE, speed * time_limit / 2)), int(speed * time_limit / TREES))
    return engine


def standard_name(text: str) -> str:
    """The name of an engine with its options, as given. Raises DiamondsError if there is no such engine."""
    read_engine(text, OPTIONS)
    return text
