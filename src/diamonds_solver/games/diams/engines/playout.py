"""Flat Monte Carlo: in one world after the other every move is followed by rule-based players to the end of the round."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diams.core._players import playouts
from diamonds_solver.games.diams.core.layout import pack, pack_moves

from .base import ViewEngine

_ROUNDS = 256  # between two looks at the clock: some hundredths of a second


class PlayoutEngine(ViewEngine):
    """Sample i: in world i each move, then ``greedy`` in all seats, which sees no hidden card; all moves with the same luck."""

    name = "playout"

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        moves = pack_moves(self.moves)

        def block(start: int, size: int) -> NDArray[np.float64]:
            worlds = pack(self.draw(number) for number in range(start, start + size))
            return playouts(self.players, self.utility.goal, worlds, moves, self.seed, start)

        return self._in_blocks(block, first, count, max(1, _ROUNDS // len(self.moves)), should_stop)
