"""What the engines of Diam's share: the decision of a view, and the worlds in which it is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from diamonds_solver.games.diams.core._players import Players
from diamonds_solver.games.diams.core.layout import pack_rules
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import State
from diamonds_solver.games.diams.view.view import View, check_decides
from diamonds_solver.search.engine import SampleEngine

from .goal import Utility


class ViewEngine(SampleEngine[Move]):
    """An engine for one decision of one player. It keeps the view and what follows from it, never a true hand.

    Raises PositionError if the viewer has nothing to decide, ObjectiveError for an objective that does not exist.
    """

    def __init__(self, view: View, objective: str = "margin", seed: int = 0) -> None:
        check_decides(view)
        self.view = view
        self.moves = view.moves()
        self.to_move = view.seat
        self.decision = view.decision
        self.utility = Utility.of(view.record, objective)
        self.seed = seed
        assert view.worlds.count, "a view has worlds"  # counted here, before threads ask for them

    @property
    def objective(self) -> str:
        return self.utility.objective

    @cached_property
    def players(self) -> Players:
        """Those of the C core, under the rules of the round."""
        return Players(pack_rules(self.view.record.rules))

    def draw(self, number: int) -> State:
        """World `number`, of as many as are wanted."""
        return self.view.worlds.draw(Random(f"{self.seed}/{number}"))

    def notes(self) -> Sequence[str]:
        """What else a reader should know: the numbers that the rules leave out and the answer depends on."""
        return self.view.record.notes()
