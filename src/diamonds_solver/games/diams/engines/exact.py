"""Perfect-information Monte Carlo (PIMC): solves every move in one world after the other, all cards open. For last laps, short piles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diams.core._players import playouts
from diamonds_solver.games.diams.core.layout import pack, pack_moves
from diamonds_solver.games.diams.rules.state import State
from diamonds_solver.games.diams.solve.goals import Objective
from diamonds_solver.games.diams.solve.solution import MoveValue
from diamonds_solver.games.diams.solve.solve import solve
from diamonds_solver.games.diams.view.view import View

from .base import ViewEngine

NODE_LIMIT = 200_000
"""Limit of states for one world, about half a second. If it is met the values are those of a playout, clipped to the proven bounds."""
FEW_WORLDS = 300
"""With at most this many worlds, all of them are solved."""


class ExactEngine(ViewEngine):
    """Sample i: the values of all moves in world i, or in world i of all when these are few. All others count as one opponent."""

    name = "exact"

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, nodes: int | None = None) -> None:
        """`nodes`: limit for each world (default NODE_LIMIT). Raises as ViewEngine, and DiamondsError for the objective ``win``."""
        super().__init__(view, objective, seed)
        if self.objective == "win":
            hint = "take ismcts or playout, or the objective chips"
            raise DiamondsError("the engine exact does not have the objective win", code="E-ENGINE", hint=hint)
        self._objective: Objective = "points" if objective == "points" else "chips" if objective == "chips" else "margin"
        self._nodes = nodes or NODE_LIMIT
        looks = view.worlds.looks() if view.worlds.count <= FEW_WORLDS else None
        self._worlds = None if looks is None else list(looks.items())
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
        state = self.draw(number) if self._worlds is None else self._worlds[number][0]
        solution = solve(state, objective=self._objective, max_nodes=self._nodes, should_stop=should_stop)
        if solution.interrupted and number > 0:
            return None  # cut by the clock, not by its nodes
        if not solution.exact:
            self._cut.add(number)
        found = {answer.move: answer for answer in solution.moves}
        return [self._value(state, found[move], number) for move in self.moves]

    def _value(self, state: State, answer: MoveValue, number: int) -> float:
        if isinstance(answer.value, float | int):
            return answer.value
        value = playouts(self.players, self.utility.goal, pack([state]), pack_moves([answer.move]), self.seed, number)
        assert answer.bounds is not None
        return min(max(float(value[0, 0]), answer.bounds[0]), answer.bounds[1])
