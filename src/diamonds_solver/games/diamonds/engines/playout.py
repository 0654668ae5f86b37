"""Every move tried by rule-based players, in one world after the other (flat Monte Carlo)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.view.view import View

from .base import PlayEngine

_BLOCK = 256  # worlds between two looks at the clock: a few milliseconds each


class PlayoutEngine(PlayEngine):
    """Column i: in world i each move, then the policy in all seats to the end of the round, which sees no hidden card."""

    name = "playout"

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, inference: bool = False) -> None:
        """Raises PositionError where there is nothing to decide."""
        super().__init__(view, objective, seed, inference)

    def columns(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        blocks = [np.empty((len(self.moves), 0))]
        for start in range(first, first + count, _BLOCK):
            if should_stop is not None and should_stop():
                break
            worlds = self.worlds.sample(self.seed, start, min(_BLOCK, first + count - start))
            _, values = _players.playouts(worlds.view(np.uint8), self.seen, self.packed, self.seed, start, **self.goal.options())
            blocks.append(values)
        return np.concatenate(blocks, axis=1)

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How plausible the deals are; None without inference."""
        return None if self.inference is None else self.inference.weights(self.worlds.sample(self.seed, first, count))
