"""What the engines of Diamoniak share: the decision of a state. Nothing is hidden, so a sample is a course of chance."""

from __future__ import annotations

from collections.abc import Sequence

from diamonds_solver.errors import ObjectiveError, PositionError
from diamonds_solver.games.diamoniak.rules.game import Price
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.search.engine import SampleEngine


class StateEngine(SampleEngine[Move]):
    """An engine for one decision: the chance to win with each move.

    Raises ObjectiveError for another objective than ``win``, PositionError where the game is over.
    """

    def __init__(self, state: State, objective: str = "win", seed: int = 0) -> None:
        if objective != "win":
            raise ObjectiveError(f"Diamoniak has no points: there is no objective {objective!r}", hint="the objective is win")
        if state.winner is not None:
            raise PositionError("the game is over: there is nothing to decide", code="E-OVER")
        self.state = state
        self.moves = state.moves()
        self.to_move = state.turn
        self.decision = str(state.phase)
        self.objective = objective
        self.seed = seed

    def notes(self) -> Sequence[str]:
        """What a reader should also know: what the rules leave open and the answer rests on."""
        to_seller = self.state.rules.price is Price.SELLER
        return ("the price of a purchase goes to the seller, which the rules do not say",) if to_seller else ()
