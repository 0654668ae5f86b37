"""How the moves of a decision are valued."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from diamonds_solver.common.facts import FACTS

# numpy takes long to load, and commands that only read records do without.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

M_co = TypeVar("M_co", covariant=True)


GUARD: float = FACTS["seconds"]["guard"]
"""Seconds after which the usual amount of work is cut short: some ten times as many as it takes on an idle machine."""


@dataclass(frozen=True)
class EngineRequest:
    """A request for an engine."""

    engine: str = "auto"
    """Name and options: ``ismcts:simulations=2000``."""
    objective: str = "margin"
    seed: int = 0
    worlds: int | None = None
    """How many samples will be requested; None: as many as fit into the time, or the usual amount of work."""
    time_limit: float | None = None
    """Seconds."""
    threads: int = 1
    is_review: bool = False
    """Whether this is one decision of many that are judged: then the usual amount is smaller."""
    keep: tuple[object, ...] = ()
    """Moves to value even if the engine would drop them as unpromising."""

    @property
    def is_usual(self) -> bool:
        """Whether the engine chooses how much is done."""
        return self.worlds is None and self.time_limit is None

    @property
    def is_open(self) -> bool:
        """Whether the work ends when the time does: sizes that the options leave open then grow as long as there is time."""
        return self.worlds is None and self.time_limit is not None


@dataclass(frozen=True)
class Preference:
    """What speaks for the moves of a decision beside its samples."""

    gains: tuple[float, ...]
    """What each counts more than its mean, in units of the values, equals the same; math.inf for one: that is always recommended."""
    reason: str
    """Why, in words that follow "it is recommended, as"."""

    @property
    def always(self) -> int | None:
        """The index of the move that is recommended whatever the samples say; None: they have a say."""
        return self.gains.index(math.inf) if math.inf in self.gains else None

    def weighed(self, means: NDArray[np.float64]) -> NDArray[np.float64]:
        """The highest is the one to make."""
        weighed: NDArray[np.float64] = means + list(self.gains)
        return weighed


class Engine(Protocol[M_co]):
    """Values every move of one decision, sample by sample.

    A sample is the value of each move in one world (a determinization: a deal that agrees with what the player knows), or, for an engine
    that searches one tree through many worlds, in one such tree. Sample i depends only on the decision, `seed` and i, so samples can be
    requested in any order. The methods may be called from several threads at the same time.
    """

    @property
    def name(self) -> str:
        """Its name for users, such as ``ismcts``."""
        ...

    @property
    def moves(self) -> Sequence[M_co]:
        """The moves that are valued, the rows of `samples`; ``str(move)`` writes a move. Never empty."""
        ...

    @property
    def classes(self) -> Sequence[int]:
        """For each move the index of the first one that is its equal: worth the same whatever is hidden. Their rows of `samples` are equal.

        Equal moves are compared with the others as one. Where all are equal there is nothing to choose.
        """
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
    def usual(self) -> int:
        """How much work it is asked for where nobody says how much: samples, or the size of trees that grow in turns."""
        ...

    @property
    def total(self) -> int | None:
        """How many samples there are; None: no limit."""
        ...

    @property
    def enumerates(self) -> bool:
        """Whether the `total` samples are all worlds, each once, in random order: the first ones are a random sample without
        replacement."""
        ...

    @property
    def exact(self) -> bool:
        """Whether every sample so far is exact, and the worlds are enumerated: then the mean of all is exact, too."""
        ...

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The samples `first` to `first + count - 1` as float64[moves, count].

        If `should_stop` returns True (and then always will), fewer may be returned, from `first` on and without gaps.
        """
        ...

    @property
    def sources(self) -> Sequence[str]:
        """What the points of values are put down to, by names; empty where that is not known."""
        ...

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The same as `samples`, with a number for each of `sources` after the value: float64[1 + sources, moves, count]."""
        ...

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """Weights of these samples, up to a common factor, as float64[count]; None: all are equally likely."""
        ...

    @property
    def effective_share(self) -> float | None:
        """How much of the possible worlds is left by what others did, as a share of them, all alike; None: that is not weighed."""
        ...

    @property
    def preference(self) -> Preference | None:
        """What else speaks for moves; None: the one with the best mean is recommended."""
        ...

    def notes(self) -> Sequence[str]:
        """What else a reader of the advice should know, in words, such as a limit of the search that was met."""
        ...


class Why(Protocol):
    """Why one move is better than another."""

    def text(self, written: Callable[[object], str] = str) -> str:
        """`written`: how to write a move."""
        ...

    def to_dict(self) -> dict[str, Any]: ...
