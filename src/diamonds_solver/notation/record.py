"""Records that are a start and the moves after it: what several games share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from .problems import Location


class _Rules(Protocol):
    @property
    def players(self) -> int: ...


class _State(Protocol):
    @property
    def rules(self) -> _Rules: ...


S = TypeVar("S", bound=_State)
"""A state of the game."""
T = TypeVar("T")
"""One move that was made, with what chance added."""


@dataclass(frozen=True)
class PlayedRecord(Generic[S, T]):
    """One record. They come from the reader and are whole and checked; one made by hand can be checked by writing and reading it."""

    start: S
    """Before the first move of `play`."""
    names: tuple[str, ...] | None = None
    play: tuple[T, ...] = ()
    id: str | None = None
    best: tuple[str, ...] = ()
    """Expected best moves, as written in results."""
    value: float | None = None
    """Expected value."""
    extra: tuple[tuple[str, str], ...] = ()
    """The ``x-`` fields, in order, as text."""
    origin: Location | None = field(default=None, compare=False, repr=False)
    """Where it was read; None for a record made by hand. It is no part of what the record says."""

    @property
    def players(self) -> int:
        return self.start.rules.players

    def seat_name(self, seat: int) -> str:
        """The player's name, or P1.. where there are no names."""
        return self.names[seat] if self.names else f"P{seat + 1}"
