"""Engines by their names, with options, fitted to the time there is."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from diamonds_solver.common.options import Option, positive, read_engine, whole
from diamonds_solver.game import Ask
from diamonds_solver.games.diams.rules.state import Phase
from diamonds_solver.games.diams.view.view import View, check_decides

from .base import ViewEngine
from .exact import FEW_WORLDS, ExactEngine
from .ismcts import LEAST_SIMULATIONS, SIMULATIONS, IsmctsEngine
from .playout import PlayoutEngine

OPTIONS: Mapping[str, Mapping[str, Option]] = {
    "auto": {},
    "ismcts": {
        "simulations": Option("simulations of a tree", whole, "sims"),
        "exploration": Option("how much the tree search explores", positive, "c"),
    },
    "exact": {"nodes": Option("limit of states per world", whole)},
    "playout": {},
}
ENGINES = tuple(OPTIONS)
TREES = 16
"""Independent trees that a time limit is split into, unless they would be too small:"""
LEAST_TREE = 2_000
"""simulations of a tree for which fewer trees are grown."""
MOST_TREE = 50_000
"""Simulations of a tree beyond which more trees are grown: a second or less, so that Ctrl-C loses little."""
_AUTO_CARDS = 4  # cards in the hands that are still to play for which auto solves the last lap


def make_engine(view: View, ask: Ask) -> ViewEngine:
    """The engine for the decision of a view: ``auto`` is exact where the last turns can be solved, else ismcts.

    With a time limit, and without a number of worlds, trees are sized by a measurement on this machine. Raises DiamondsError for a name or
    an option that does not exist and for an objective that the engine does not have, PositionError where there is nothing to decide.
    """
    name, options = read_engine(ask.engine, OPTIONS)
    check_decides(view)
    if name == "auto":
        name = "exact" if _is_short(view) and ask.objective != "win" else "ismcts"
    if name == "exact":
        return ExactEngine(view, ask.objective, ask.seed, nodes=options.get("nodes"))
    if name == "playout":
        return PlayoutEngine(view, ask.objective, ask.seed)
    return _ismcts(view, ask, options)


def _is_short(view: View) -> bool:
    """Whether it is the last lap, with so little left and hidden that all worlds can be solved."""
    state = view.state
    if state.closed is None or view.worlds.count > FEW_WORLDS:
        return False
    players = state.rules.players
    to_come = [(state.turn + step) % players for step in range(1, players)]
    if state.closed in to_come:
        to_come = to_come[: to_come.index(state.closed)]
    return state.phase in (Phase.ACT, Phase.TRIM) and sum(len(state.hands[seat]) for seat in to_come) <= _AUTO_CARDS


def _ismcts(view: View, ask: Ask, options: Mapping[str, Any]) -> IsmctsEngine:
    given, exploration = options.get("simulations"), options.get("exploration")
    engine = IsmctsEngine(view, ask.objective, ask.seed, simulations=given or SIMULATIONS, exploration=exploration)
    if given is None and ask.fitted is not None:
        started = time.perf_counter()
        probe = IsmctsEngine(view, ask.objective, ask.seed, simulations=LEAST_SIMULATIONS)
        probe.samples(0, 1)
        speed = probe.simulations / (time.perf_counter() - started)
        seconds = ask.fitted * ask.threads
        engine.simulations = max(
            LEAST_SIMULATIONS, len(engine.moves), int(min(LEAST_TREE, speed * ask.fitted / 2)), min(MOST_TREE, int(speed * seconds / TREES))
        )
    return engine
