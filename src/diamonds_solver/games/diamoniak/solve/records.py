"""Records solved one after the other: a ``diamonds_solver.game.RecordSolver``."""

from __future__ import annotations

from diamonds_solver.game import SolveAsk, Watch
from diamonds_solver.games.diamoniak.record.record import Record

from .solution import Solution
from .solve import solve

STATE_BYTES = 512
"""Approximate bytes for a listed state with its successors."""


class RecordSolver:
    """Lists the states of each record anew: nothing is kept from one to the next."""

    def __init__(self, memory: int) -> None:
        self._max_states = max(1, memory // STATE_BYTES)

    def solve(self, record: Record, ask: SolveAsk, watch: Watch) -> Solution:
        """The solution of the state after the play; all moves are valued together, ``on_move`` is not told."""
        return solve(
            record.state,
            turns=ask.turns,
            objective=ask.objective,
            model=ask.model,
            max_states=min(self._max_states, ask.node_limit or self._max_states),
            time_limit=ask.time_limit,
            on_progress=watch.on_progress,
            should_stop=watch.should_stop,
        )
