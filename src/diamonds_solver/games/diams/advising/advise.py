"""Engines of Diam's by name, and the one that solves worlds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.options import Option, positive, read_engine, whole
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import EngineRequest

from ..core._players import playouts
from ..core.layout import pack, pack_moves
from ..round.state import Phase, State
from ..solve import MoveValue, known_objective, solve
from .engines import SIMULATIONS, IsmctsEngine, PlayoutEngine, ViewEngine
from .view import View, check_decides

# -- perfect-information Monte Carlo ------------------------------------------------------------------------------------------------------
# Perfect-information Monte Carlo (PIMC): solves every move in one world after the other, all cards open. For last laps, short piles.

NODE_LIMIT = 200_000
"""Limit of states for one world, up to a second. If it is met the values are those of a playout, clipped to the proven bounds."""
FEW_WORLDS = 300
"""With at most this many worlds, all of them are solved."""


class ExactEngine(ViewEngine):
    """Sample i: the values of all moves in world i, or in world i of all when these are few. All others count as one opponent."""

    name = "exact"

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, nodes: int | None = None) -> None:
        """`nodes`: limit for each world (default NODE_LIMIT). Raises as ViewEngine, and DiamondsError for the objective ``win``."""
        super().__init__(view, objective, seed)
        if self.objective == "win":
            hint = "use ismcts or playout, or the objective chips"
            raise DiamondsError("the engine exact does not have the objective win", code="E-ENGINE", hint=hint)
        self._objective = known_objective(objective)
        self._nodes = nodes or NODE_LIMIT
        looks = view.worlds.looks() if view.worlds.count <= FEW_WORLDS else None
        self._worlds = None if looks is None else Random(f"{seed}").sample(list(looks.items()), len(looks))
        self._cut: set[int] = set()

    @property
    def total(self) -> int | None:
        return None if self._worlds is None else len(self._worlds)

    @property
    def enumerates(self) -> bool:
        """Whether sample i is world i of all."""
        return self._worlds is not None

    @property
    def exact(self) -> bool:
        """Whether all worlds are solved, and no search was cut so far."""
        return self.enumerates and not self._cut

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        return self._one_by_one(lambda number: self._values(number, should_stop), first, count, should_stop)

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How many worlds look like each of these; None if they are drawn."""
        if self._worlds is None:
            return None
        return np.array([ways for _, ways in self._worlds[first : first + count]], np.float64)

    def notes(self) -> Sequence[str]:
        """What the values mean, and where they are not exact."""
        cut = len(self._cut)
        worlds = "1 world was" if cut == 1 else f"{cut} worlds were"
        return (
            *super().notes(),
            *(("all others count as one opponent",) if self.view.record.players > 2 else ()),
            *((f"{worlds} not solved to the end: the values there are those of playouts, kept within proven bounds",) if cut else ()),
        )

    def _values(self, number: int, should_stop: Callable[[], bool] | None) -> list[float] | None:
        state = self.view.worlds.drawn(self.seed, number) if self._worlds is None else self._worlds[number][0]
        solution = solve(state, objective=self._objective, max_nodes=self._nodes, should_stop=should_stop)
        if solution.interrupted and number > 0:
            return None  # cut by the clock, not by its nodes
        if not solution.exact:
            self._cut.add(number)
        answers = {answer.move: answer for answer in solution.moves}
        return [self._value(state, answers[move], number) for move in self.moves]

    def _value(self, state: State, answer: MoveValue, number: int) -> float:
        if isinstance(answer.value, float | int):
            return answer.value
        value = playouts(self.players, self.utility.goal, pack([state]), pack_moves([answer.move]), self.seed, number)
        assert answer.bounds is not None
        return min(max(float(value[0, 0]), answer.bounds[0]), answer.bounds[1])


# -- engines by name ----------------------------------------------------------------------------------------------------------------------
# With options, fitted to the time there is.


OPTIONS: Mapping[str, Mapping[str, Option]] = {
    "auto": {},
    "ismcts": {
        "simulations": Option("simulations of a tree", whole, "sims"),
        "exploration": Option("how much the tree search explores", positive, "c"),
    },
    "exact": {"nodes": Option("limit of states per world", whole)},
    "playout": {},
}
TREES, TREE = 24, 8_000
"""Trees of a hint, and their simulations, where nobody says how much is done;"""
REVIEW_TREES, REVIEW_TREE = 48, 1_000
"""of a decision that is judged with many others."""
_USUAL_PLAYOUTS = (4_000, 1_000)
_AUTO_CARDS = 4  # cards in the hands that are still to play for which auto solves the last lap


def make_engine(view: View, ask: EngineRequest) -> ViewEngine:
    """The engine for the decision of a view: ``auto`` is exact where the last turns can be solved, else ismcts.

    Raises DiamondsError for a name or an option that does not exist and for an objective that the engine does not have, PositionError where
    there is nothing to decide.
    """
    name, options = read_engine(ask.engine, OPTIONS)
    check_decides(view)
    if name == "auto":
        name = "exact" if _is_short(view) and ask.objective != "win" else "ismcts"
    if name == "exact":
        return ExactEngine(view, ask.objective, ask.seed, nodes=options.get("nodes"))
    if name == "playout":
        engine = PlayoutEngine(view, ask.objective, ask.seed)
        engine.usual = _USUAL_PLAYOUTS[ask.is_review]
        return engine
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


def _ismcts(view: View, ask: EngineRequest, options: Mapping[str, Any]) -> IsmctsEngine:
    given, exploration = options.get("simulations"), options.get("exploration")
    trees, tree = (REVIEW_TREES, REVIEW_TREE) if ask.is_review else (TREES, TREE)
    size = given or (tree if ask.is_usual else SIMULATIONS)
    engine = IsmctsEngine(view, ask.objective, ask.seed, simulations=size, exploration=exploration)
    engine.usual = trees
    if given is None and ask.is_open:
        engine.grow_in_turns(TREES, TREE)
    return engine
