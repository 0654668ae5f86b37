"""What the engines of Diamonds share: the decision of a view in the form in which the C code takes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.view.view import View, check_decides
from diamonds_solver.games.diamonds.view.worlds import Worlds

from .goal import Goal
from .inference import POOL, Inference
from .packing import pack_moves, seen_cards


class ViewEngine(ABC):
    """An engine for one decision of one player. It keeps the view and what follows from it, never a true hand."""

    name = ""

    def __init__(self, view: View, moves: Sequence[object], objective: str, seed: int) -> None:
        self.view = view
        self.moves: tuple[object, ...] = tuple(moves)
        self.goal = Goal.of(view, objective)
        self.seed = seed
        self.to_move = view.to_move
        self.decision = view.decision
        self.side = view.rules.side_of(view.seat)
        self.worlds = Worlds(view)

    @property
    def objective(self) -> str:
        return self.goal.aim

    @property
    def total(self) -> int | None:
        """How many columns there are; None: as many as are asked for."""
        return None

    @property
    def enumerates(self) -> bool:
        """Whether the `total` columns are all deals, each once."""
        return False

    @property
    def exact(self) -> bool:
        """Whether besides no column so far has an error of its own."""
        return False

    @abstractmethod
    def columns(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values of all moves in columns `first` to `first + count - 1`; see ``game.Engine``."""

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How likely columns are; None: all deals are equally likely."""
        return None

    def notes(self) -> Sequence[str]:
        """What a reader should know besides."""
        return self.view.record.notes()


class PlayEngine(ViewEngine):
    """An engine for decisions of the play: a card, a victim, an actor."""

    moves: tuple[Move, ...]

    def __init__(self, view: View, objective: str, seed: int, inference: bool = False) -> None:
        """`inference`: deals count by how plausible the others' moves are in them."""
        check_decides(view)
        if view.phase is not Phase.PLAY:
            raise PositionError(f"the engine {self.name} values moves of the play only", code="E-ENGINE")
        super().__init__(view, view.moves(), objective, seed)
        self.packed = pack_moves(self.moves)
        self.seen = seen_cards(view)
        self.inference = Inference(view, self.pool()) if inference else None

    def pool(self) -> NDArray[np.void]:
        """POSITION[count]: the worlds that tell how far weights are flattened."""
        return self.worlds.sample(self.seed, 0, POOL)

    def notes(self) -> Sequence[str]:
        if self.inference is None:
            return super().notes()
        return (*super().notes(), "deals count by how well the moves of the others fit the rule-based player in them")
