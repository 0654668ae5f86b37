"""How the moves of a decision are valued."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

# numpy takes long to load, and commands that only read records do without.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True)
class Ask:
    """What is asked of an engine."""

    engine: str = "auto"
    """Name and options: ``ismcts:simulations=2000``."""
    objective: str = "margin"
    seed: int = 0
    worlds: int | None = None
    """Samples that will be asked for; None: as many as fit into the time."""
    time_limit: float | None = None
    """Seconds."""
    threads: int = 1
    keep: tuple[object, ...] = ()
    """Moves that are to be valued, whatever an engine thinks of them: one that only values the promising moves would leave them out."""

    @property
    def fitted(self) -> float | None:
        """Seconds to which an engine fits the sizes that its options leave open, by a measurement on this machine; None: usual sizes."""
        return self.time_limit if self.worlds is None else None


class Engine(Protocol[M_co]):
    """Values every move of one decision, sample by sample.

    A sample is the value of each move in one world: a determinization, which is a deal that agrees with what the player knows. Where an
    engine searches a tree of its own through many worlds, it is one such tree. Sample i depends on the decision, on `seed` and on i only,
    so it does not matter who asks for which samples in what order. The methods may be called from several threads at the same time.
    """

    @property
    def name(self) -> str:
        """What the user calls it, such as ``ismcts``."""
        ...

    @property
    def moves(self) -> Sequence[M_co]:
        """The moves that are valued, the rows of `samples`; ``str(move)`` is how a move is written. Never empty."""
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
        """How many samples there are; None: as many as are asked for."""
        ...

    @property
    def enumerates(self) -> bool:
        """Whether the `total` samples are all worlds, each once. Then all are asked for: the first of them are not a random choice."""
        ...

    @property
    def exact(self) -> bool:
        """Whether every sample so far is exact, and the worlds are enumerated: then the mean of all is exact, too."""
        ...

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The samples `first` to `first + count - 1` as float64[moves, count].

        When `should_stop` says so (once it does it always will) fewer may be returned, from `first` on and without gaps.
        """
        ...

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How likely these samples are, up to a common factor, as float64[count]; None: all are equally likely."""
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
