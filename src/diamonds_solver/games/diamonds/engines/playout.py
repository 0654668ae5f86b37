"""Flat Monte Carlo: in one world after the other every move is followed by rule-based players."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.view.view import View

from .base import PlayEngine

_BLOCK = 256  # worlds between two looks at the clock: a few milliseconds each


class PlayoutEngine(PlayEngine):
    """Sample i: in world i each move, then the policy in all seats to the end of the round, which sees no hidden card."""

    name = "playout"

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, inference: bool = False) -> None:
        """Raises PositionError where there is nothing to decide."""
        super().__init__(view, objective, seed, inference)

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        return self._in_blocks(self._values, first, count, _BLOCK, should_stop)

    def _values(self, first: int, count: int) -> NDArray[np.float64]:
        worlds = self.worlds.sample(self.seed, first, count)
        return _players.playouts(worlds.view(np.uint8), self.seen, self.packed, self.seed, first, **self.utility.options())[1]

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How plausible the deals are; None without inference."""
        return None if self.inference is None else self.inference.weights(self.worlds.sample(self.seed, first, count))
