"""What the engines of Diamoniak share: the decision of a state. Nothing is hidden, so a sample is a course of chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import ObjectiveError, PositionError
from diamonds_solver.games.diamoniak.rules.game import Price
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State


class StateEngine(ABC):
    """An engine for one decision: the chance to win with each move.

    Raises ObjectiveError for another objective than ``win``, PositionError where the game is over.
    """

    name = ""

    def __init__(self, state: State, objective: str = "win", seed: int = 0) -> None:
        if objective != "win":
            raise ObjectiveError(f"Diamoniak has no points: there is no objective {objective!r}", hint="the objective is win")
        if state.winner is not None:
            raise PositionError("the game is over: there is nothing to decide", code="E-OVER")
        self.state = state
        self.moves: tuple[Move, ...] = state.moves()
        self.to_move = state.turn
        self.decision = str(state.phase)
        self.objective = objective
        self.seed = seed

    @property
    def total(self) -> int | None:
        """How many samples there are; None: as many as are asked for."""
        return None

    @property
    def enumerates(self) -> bool:
        """Whether the `total` samples are all there is."""
        return False

    @property
    def exact(self) -> bool:
        """Whether no sample has an error of its own."""
        return False

    @abstractmethod
    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values of all moves in samples `first` to `first + count - 1`; see ``game.Engine``."""

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How likely samples are; None: all are equally likely."""
        return None

    def notes(self) -> Sequence[str]:
        """What a reader should know besides: what the rules leave open and the answer rests on."""
        to_seller = self.state.rules.price is Price.SELLER
        return ("the price of a purchase goes to the seller, which the rules do not say",) if to_seller else ()
