"""Every move tried by rule-based players, in one course of chance after the other (flat Monte Carlo)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.core import _players
from diamonds_solver.games.diamoniak.core.layout import pack, pack_moves

from .base import StateEngine

_GAMES = 2048  # between two looks at the clock: some hundredths of a second


class PlayoutEngine(StateEngine):
    """Sample i: each move, then greedy players to the end, all with the same luck; 1 for a game that is won, 0 for others."""

    name = "playout"

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in courses `first` to `first + count - 1`; see ``game.Engine``."""
        state, moves = pack([self.state]), pack_moves(self.moves)

        def block(start: int, size: int) -> NDArray[np.float64]:
            return _players.playouts(state, moves, self.seed, start, size)

        return self._in_blocks(block, first, count, max(1, _GAMES // len(self.moves)), should_stop)
