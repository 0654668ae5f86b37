"""Games between named players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True)
class Played:
    """How one game between named players ended. Everything is by side."""

    points: tuple[float, ...]
    """What each side won; the arena compares them."""
    shares: tuple[float, ...]
    """Each side's share of the victory: together 1, a shared victory in equal parts."""
    seconds: tuple[tuple[float, ...], ...]
    """Seconds taken by each decision with a choice."""


class Contest(Protocol):
    """A game that named players play against each other. It is sent to other processes, so keep it small."""

    @property
    def sides(self) -> int: ...

    def title(self) -> str:
        """The game and its settings, in words."""
        ...

    def settings(self) -> Mapping[str, object]:
        """Everything that results depend on besides the players and the deal number, the seed included, as JSON values."""
        ...

    def play(self, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal` with `players[i]` as side i; None if `should_stop` returned True before the end.

        Chance depends on the settings, the deal and the side, not on who else plays.
        """
        ...


@runtime_checkable
class RecordingContest(Protocol):
    """A `Contest` that can write down its games."""

    def record(self, deal: int, players: Sequence[str], name: str | None = None) -> Any:
        """The record, with the id `name`, of the game that `Contest.play` plays with the same deal and players."""
        ...
