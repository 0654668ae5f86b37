"""Engines by their names, with options, fitted to the time there is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from diamonds_solver.common.options import Option, positive, read_engine, whole
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import EngineRequest

from .engines import EXPLORATION, SIMULATIONS, STATES, MctsEngine, PlayoutEngine, StateEngine, TurnEngine
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
TREES, TREE = 24, 32_000
"""Trees of a hint, and their simulations, where nobody says how much is done;"""
REVIEW_TREES, REVIEW_TREE = 48, 1_000
"""of a decision that is judged with many others."""
_USUAL_GAMES = (32_000, 16_000)  # of playouts
_TURN_STATES = 60_000  # states of a turn to solve for each second of the limit: about a quarter of the time
_WHOLE_GAME_STATES = 100_000  # of a game with a small deck, which auto lists and keeps: about 50 MB
_AUTO_STATES = 20_000  # that follow from one state, listed where the whole game has more
_SMALL_DECK = 16  # cards of a deck for which auto tries that
_AUTO_SHARE = 0.25  # of the time limit, for each of the two


def make_engine(state: State, ask: EngineRequest) -> StateEngine:
    """The engine for a decision, by its name and options: ``mcts:simulations=2000``. ``auto`` is exact in small decks, mcts with the
    whole deck, else playout.

    Raises DiamondsError for a name or an option that does not exist and where the engine cannot value the decision, ObjectiveError,
    PositionError where the game is over.
    """
    name, options = read_engine(ask.engine, OPTIONS)
    if name == "auto":
        return _auto(state, ask)
    if name == "exact":
        return _exact(state, ask.objective, ask.seed, options.get("states"), ask.time_limit)
    if name == "playout":
        return _playout(state, ask)
    if name == "turn":
        most = int((ask.time_limit or 0) * _TURN_STATES) if ask.is_open else STATES
        return TurnEngine(state, ask.objective, ask.seed, states=options.get("states", most))
    return _mcts(state, ask, options)


def _auto(state: State, ask: EngineRequest) -> StateEngine:
    share = _AUTO_SHARE * (ask.time_limit or 0) if ask.is_open else None
    objective, seed = ask.objective, ask.seed
    if sum(state.rules.deck) <= _SMALL_DECK and state.winner is None:
        if (values := _whole_game(state.rules).values(state, share)) is not None:
            return ExactEngine(state, values, objective, seed)
        try:
            return _exact(state, objective, seed, _AUTO_STATES, share)
        except DiamondsError as error:
            if error.code != "E-ENGINE":
                raise
    if state.rules.deck == BOX:
        return _mcts(state, ask, {})
    return _playout(state, ask)


@lru_cache(maxsize=2)
def _whole_game(rules: Rules) -> WholeGame:
    return WholeGame(rules, _WHOLE_GAME_STATES)


def _exact(state: State, objective: str, seed: int, states: int | None, time_limit: float | None) -> StateEngine:
    return ExactEngine(state, exact_values(state, states or FEW_STATES, time_limit), objective, seed)


def _playout(state: State, ask: EngineRequest) -> PlayoutEngine:
    engine = PlayoutEngine(state, ask.objective, ask.seed)
    engine.usual = _USUAL_GAMES[ask.is_review]
    return engine


def _mcts(state: State, ask: EngineRequest, options: Mapping[str, Any]) -> MctsEngine:
    given, exploration = options.get("simulations"), options.get("exploration", EXPLORATION)
    size = given or (REVIEW_TREE if ask.is_usual else SIMULATIONS)
    engine = MctsEngine(state, ask.objective, ask.seed, simulations=size, exploration=exploration)
    engine.usual = REVIEW_TREES if ask.is_review else TREES
    if given is None and (ask.is_open or (ask.is_usual and not ask.is_review)):
        engine.grow_in_turns(TREES, TREE)
    return engine
