"""Records solved one after the other: a ``diamonds_solver.game.RecordSolver``."""

from __future__ import annotations

from typing import cast

from diamonds_solver.game import SolveAsk, Watch
from diamonds_solver.games.diamonds.record.game_record import AnyRecord

from .solution import Model, Objective, Solution
from .solve import Solver


class RecordSolver:
    """One `Solver`, cleared before each record: node counts do not depend on the records before."""

    def __init__(self, memory: int, threads: int) -> None:
        self._solver = Solver(memory, threads=threads)

    def solve(self, record: AnyRecord, ask: SolveAsk, watch: Watch) -> Solution:
        """The solution of the position after the play; see ``game.RecordSolver``."""
        position = record.position()
        self._solver.clear()
        return self._solver.solve(
            position,
            objective=cast(Objective, ask.objective),
            model=cast(Model, ask.model),
            all_moves=ask.all_moves,
            node_limit=ask.node_limit,
            time_limit=ask.time_limit,
            on_progress=watch.on_progress,
            on_move=watch.on_move,
            should_stop=watch.should_stop,
        )
