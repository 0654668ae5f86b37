"""Every move tried by rule-based players, in one course of chance after the other (flat Monte Carlo)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.rules.moves import Kind, Move
from diamonds_solver.games.diamoniak.rules.rows import HELD, Rows, Table

from .base import StateEngine
from .playouts import Seeds, drawn, play_out, seeds

_ROWS = 2048  # games between two looks at the clock: some tenths of a second


class PlayoutEngine(StateEngine):
    """Sample i: each move, then greedy players to the end, all with the same luck; 1 for a game that is won, 0 for others."""

    name = "playout"

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in courses `first` to `first + count - 1`; see ``game.Engine``."""
        return self._in_blocks(self._block, first, count, max(1, _ROWS // len(self.moves)), should_stop)

    def _block(self, first: int, count: int) -> NDArray[np.float64]:
        table = Table(self.state.rules)
        root = np.repeat(table.rows([self.state]), count, axis=0)
        after = [_after(table, root, seeds(self.seed, first, count), move) for move in self.moves]
        rows, luck = (np.concatenate(parts) for parts in zip(*after, strict=True))
        ends = play_out(table, rows, luck)
        values: NDArray[np.float64] = (ends.winners == self.to_move).reshape(len(self.moves), count).astype(np.float64)
        return values


def _after(table: Table, rows: Rows, luck: Seeds, move: Move) -> tuple[Rows, Seeds]:
    """The rows, all of one state, after a legal move, and the luck from then on."""
    if move.kind is Kind.DRAW:
        return drawn(table, rows, luck)
    rows = rows.copy()
    if move.kind is Kind.BUY:
        return table.bought(rows, move.seller), luck
    if move.kind is Kind.STOP:
        return table.passed_on(rows), luck
    return table.given_up(rows, np.array(move.cards[:HELD], np.int8)), luck
