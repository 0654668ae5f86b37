"""Games for programs that learn: played by numbers, seen as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # numpy takes long to load
    import numpy as np
    from numpy.typing import NDArray

Parts = Mapping[str, "NDArray[np.float32]"]


class NumberedPlay(Protocol):
    """A game, or one round of it, that is going on with nothing hidden. It changes; `copy.deepcopy` is cheap."""

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None where chance is next, and at the end."""
        ...

    @property
    def legal(self) -> Sequence[int]:
        """The actions of the seat that decides, or of chance, rising; empty at the end."""
        ...

    @property
    def is_over(self) -> bool: ...

    @property
    def is_cut(self) -> bool:
        """Whether it is over because it went on for too long, and not by the rules."""
        ...

    def chances(self) -> Sequence[tuple[int, float]]:
        """What chance may do next, and how likely that is; empty where a seat decides, and at the end."""
        ...

    def apply(self, action: int) -> None:
        """Goes on by one action, of a seat or of chance. Raises IllegalMoveError for one that is not in `legal`."""
        ...

    def action_name(self, action: int) -> str:
        """A word for one of `legal`."""
        ...

    def margins(self) -> list[float]:
        """By seat what it has won less the mean of what the others have; they sum to zero."""
        ...

    def observation(self, seat: int) -> str:
        """What the seat sees now."""
        ...

    def information(self, seat: int) -> str:
        """All that the seat knows."""
        ...


class NumberedGame(Protocol):
    """One kind of game (so many players, such a variant) as `NumberedPlay`."""

    @property
    def players(self) -> int: ...

    @property
    def actions(self) -> int:
        """Actions of seats are numbers below this one."""
        ...

    @property
    def outcomes(self) -> int:
        """Actions of chance are numbers below this one."""
        ...

    @property
    def longest(self) -> int:
        """No play has more actions of seats."""
        ...

    @property
    def most(self) -> float:
        """No margin is larger."""
        ...

    @property
    def highest(self) -> float:
        """No number of an observation is larger."""
        ...

    def start(self) -> Any:
        """A `NumberedPlay` before anything has happened, the deal included."""
        ...

    def parts(self, perfect_recall: bool) -> Mapping[str, tuple[int, ...]]:
        """The shapes of the arrays of an observation by name; with `perfect_recall` of all that a seat knows, else of what it sees now."""
        ...

    def observe(self, play: Any, seat: int, parts: Parts) -> None:
        """Writes what a seat sees of a play into such arrays, which are zeros. Nothing in them depends on what the seat does not know."""
        ...
