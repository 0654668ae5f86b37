"""What the engines of Diamonds share: the decision of a view in the form in which the C code takes it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamonds.core.layout import pack_moves
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.view.view import View, check_decides
from diamonds_solver.games.diamonds.view.worlds import Worlds, seen_cards
from diamonds_solver.search.engine import SampleEngine

from .goal import Utility
from .inference import POOL, Inference

M = TypeVar("M")
"""What is decided: a `Move`, cards to pass, or a number of them."""


class ViewEngine(SampleEngine[M]):
    """An engine for one decision of one player. It keeps the view and what follows from it, never a true hand."""

    can_explain = True
    """Whether ``why`` can play moves out to compare them."""
    explains_by_best_play = False
    """Whether lines of best play are what the values are made of, and not games finished by simple rules."""

    def __init__(self, view: View, moves: Sequence[M], objective: str, seed: int) -> None:
        """Raises PositionError where the viewer has nothing to decide."""
        check_decides(view)
        self.view = view
        self.moves = tuple(moves)
        self.utility = Utility.of(view, objective)
        self.seed = seed
        self.to_move = view.to_move
        self.decision = view.decision
        self.side = view.rules.side_of(view.seat)
        self.worlds = Worlds(view)
        self.seen = seen_cards(view)

    @property
    def objective(self) -> str:
        return self.utility.objective

    @abstractmethod
    def begin(self, move: M, number: int) -> tuple[Position, list[Move]]:
        """What a move begins in world `number`: a position, and the moves with which it goes on: none where cards are passed."""

    def notes(self) -> Sequence[str]:
        """What else a reader should know."""
        return self.view.record.notes()


class PlayEngine(ViewEngine[Move]):
    """An engine for decisions of the play: a card, a victim, an actor."""

    def __init__(self, view: View, objective: str, seed: int, inference: bool = False) -> None:
        """`inference`: deals count by how plausible the others' moves are in them."""
        check_decides(view)
        if view.phase is not Phase.PLAY:
            raise PositionError(f"the engine {self.name} values moves of the play only", code="E-ENGINE")
        super().__init__(view, view.moves(), objective, seed)
        self.packed = pack_moves(self.moves)
        self.inference = Inference(view, self.pool()) if inference else None

    def begin(self, move: Move, number: int) -> tuple[Position, list[Move]]:
        return self.worlds.positions(self.worlds.sample(self.seed, number, 1))[0], [move]

    def pool(self) -> NDArray[np.void]:
        """POSITION[count]: the worlds that tell how far weights are flattened."""
        return self.worlds.sample(self.seed, 0, POOL)

    def notes(self) -> Sequence[str]:
        if self.inference is None:
            return super().notes()
        return (*super().notes(), "deals are weighted by how well the others' moves in them fit a rule-based player")
