"""What games by numbers share: what a seat sees as one array, and moves that are spelled in several numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.game import NumberedGame

M = TypeVar("M")


class Observation:
    """An array of a fixed shape for each kind of game: `tensor`, float32[size], whose parts `parts` names."""

    def __init__(self, game: NumberedGame, perfect_recall: bool) -> None:
        """`perfect_recall`: with all that the seat knows, its information state; else what it sees now."""
        self._made_of = game, perfect_recall
        shapes = game.parts(perfect_recall)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        split = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.parts = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), split, strict=True)}

    def fill(self, play: Any, seat: int) -> NDArray[np.float32]:
        """Writes what `seat` sees of a play into `tensor`, and returns that: the next call overwrites it."""
        self.tensor.fill(0)
        self._made_of[0].observe(play, seat, self.parts)
        return self.tensor

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has an array of its own: parts that are copied one by one would no longer lie in its `tensor`."""
        return Observation, self._made_of, self.tensor

    def __setstate__(self, tensor: NDArray[np.float32]) -> None:
        self.tensor[:] = tensor


class SpelledPlay(ABC, Generic[M]):
    """The base of a ``game.NumberedPlay`` over states that know their legal moves.

    A move is one number, or several that are chosen one after the other: so a few numbers tell any set of cards.

    The numbers of a legal move are never the beginning of another's. Others see nothing of a move before its last number.
    """

    def __init__(self) -> None:
        self.chosen: tuple[int, ...] = ()
        """The first numbers of the move of the seat that decides."""
        self.legal: list[int] = []
        self._moves: dict[tuple[int, ...], M] = {}
        self._look()

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat that decides; None where chance is next, and at the end."""

    @abstractmethod
    def chances(self) -> Sequence[tuple[int, float]]:
        """What chance may do next; empty where a seat decides, and at the end."""

    @abstractmethod
    def moves(self) -> Iterable[M]:
        """The legal moves of the seat that decides."""

    @abstractmethod
    def spelled(self, move: M) -> tuple[int, ...]:
        """The numbers of a legal move."""

    @abstractmethod
    def make(self, move: M) -> None:
        """Goes on by a legal move."""

    @abstractmethod
    def happen(self, outcome: int) -> None:
        """Goes on by what chance did."""

    @property
    def is_over(self) -> bool:
        return not self.legal

    def apply(self, action: int) -> None:
        """Goes on by one action, of a seat or of chance. Raises IllegalMoveError for one that is not in `legal`."""
        if action not in self.legal:
            raise IllegalMoveError(f"{action} is not one of the legal actions {self.legal}")
        if self.to_move is None:
            self.happen(action)
        else:
            self.chosen = (*self.chosen, action)
            if self.chosen in self._moves:
                move, self.chosen = self._moves[self.chosen], ()
                self.make(move)
        self._look()

    def _look(self) -> None:
        """Finds out which actions there are now."""
        if self.to_move is None:
            self.legal = [outcome for outcome, _ in self.chances()]
            return
        if not self.chosen:
            self._moves = {self.spelled(move): move for move in self.moves()}
        at = len(self.chosen)
        self.legal = sorted({numbers[at] for numbers in self._moves if numbers[:at] == self.chosen})


def margins(won: Sequence[float]) -> list[float]:
    """Everyone's own minus the mean of the others': they sum to zero."""
    return [own - (sum(won) - own) / (len(won) - 1) for own in won]
