"""What the parts above the games ask of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Engine(Protocol):
    """Values every move of one decision, column by column: a column is one world, or one independent trial.

    Column i depends on the decision, on `seed` and on i only, so it does not matter who asks for which columns in what order.
    The methods may be called from several threads at the same time.
    """

    @property
    def name(self) -> str:
        """What the user calls it, such as ``ismcts``."""
        ...

    @property
    def moves(self) -> Sequence[object]:
        """The moves that are valued, the rows of `columns`; ``str(move)`` is how a move is written. Never empty."""
        ...

    @property
    def to_move(self) -> int:
        """The seat that decides, from 0."""
        ...

    @property
    def decision(self) -> str:
        """What is decided, such as ``card``."""
        ...

    @property
    def objective(self) -> str:
        """What the values count, such as ``margin``."""
        ...

    @property
    def seed(self) -> int: ...

    @property
    def total(self) -> int | None:
        """How many columns there are; None: as many as are asked for."""
        ...

    @property
    def enumerates(self) -> bool:
        """Whether the `total` columns are all worlds, each once: then they are asked for all, and the first of them are no sample."""
        ...

    @property
    def exact(self) -> bool:
        """Whether besides no column valued so far has an error of its own, so that the mean of all has none."""
        ...

    def columns(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The columns `first` to `first + count - 1` as float64[moves, count].

        When `should_stop` says so (once it does it always will) fewer may be returned, from `first` on and without gaps.
        """
        ...

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How likely these columns are, up to a common factor, as float64[count]; None: all are equally likely."""
        ...

    def notes(self) -> Sequence[str]:
        """What a reader of the advice should know besides, in words, such as a limit of the search that was met."""
        ...


@dataclass(frozen=True)
class Played:
    """How one game between named players ended. Everything is by side."""

    points: tuple[float, ...]
    """What each side won; the arena compares them."""
    shares: tuple[float, ...]
    """Each side's share of the victory: together 1, a shared victory in equal parts."""
    seconds: tuple[tuple[float, ...], ...]
    """How long each decision took in which there was a choice."""


class Contest(Protocol):
    """A game that named players play against each other. It is copied to other processes: keep it small."""

    @property
    def sides(self) -> int: ...

    def settings(self) -> Mapping[str, object]:
        """Everything that results depend on, besides the players and the number of the deal, as JSON would have it; the seed among it."""
        ...

    def play(self, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal` with `players[i]` as side i; None when `should_stop` said so before the end.

        What happens by chance depends on the settings, the deal and the side, not on who else plays.
        """
        ...
