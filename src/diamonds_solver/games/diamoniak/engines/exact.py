"""Exact values where few states are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.games.diamoniak.solve.solve import solve

from .base import StateEngine

FEW_STATES = 200_000
"""Listed at most, some seconds of work."""


class ExactEngine(StateEngine):
    """One sample: the values of `solve`, against all others together."""

    name = "exact"

    def __init__(
        self, state: State, objective: str = "win", seed: int = 0, *, max_states: int = FEW_STATES, time_limit: float | None = None
    ) -> None:
        """Solves at once. Raises as StateEngine, and DiamondsError with E-ENGINE where a limit is met first."""
        super().__init__(state, objective, seed)
        solution = solve(state, max_states=max_states, time_limit=time_limit)
        if any(m.value is None for m in solution.moves):
            hint = "take mcts or playout; solve has bounds within some turns"
            raise DiamondsError("there are too many states for the engine exact", code="E-ENGINE", hint=hint)
        values = {m.move: m.value for m in solution.moves}
        self._values = np.array([[values[move]] for move in self.moves], np.float64)

    @property
    def total(self) -> int | None:
        """One sample is all there is."""
        return 1

    @property
    def enumerates(self) -> bool:
        """It is."""
        return True

    @property
    def exact(self) -> bool:
        """It has no error."""
        return True

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values; see ``game.Engine``."""
        return self._values[:, first : first + count]

    def notes(self) -> Sequence[str]:
        """What the values mean with three or four players."""
        return (*super().notes(), *(("all others count as one opponent",) if self.state.rules.players > 2 else ()))
