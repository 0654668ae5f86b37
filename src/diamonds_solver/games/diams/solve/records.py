"""Records solved one after the other: a ``diamonds_solver.game.RecordSolver``."""

from __future__ import annotations

from typing import cast

from diamonds_solver.errors import HiddenCardsError
from diamonds_solver.game import SolveAsk, Watch
from diamonds_solver.games.diams.record.record import Record

from .goals import Model, Objective
from .solution import Solution
from .solve import solve


class RecordSolver:
    """Values the states of each record anew: nothing is kept from one to the next."""

    def __init__(self, memory: int) -> None:
        self._memory = memory

    def solve(self, record: Record, ask: SolveAsk, watch: Watch) -> Solution:
        """The solution of the state after the play; see ``game.RecordSolver``."""
        if not record.is_open:
            raise HiddenCardsError("cards are hidden: values need all hands and safes", hint="'diamonds advise' takes what a player knows")
        return solve(
            record.state,
            objective=cast(Objective, ask.objective),
            model=cast(Model, ask.model),
            max_nodes=ask.node_limit,
            time_limit=ask.time_limit,
            should_stop=watch.should_stop,
            on_move=watch.on_move,
            memory=self._memory,
        )
