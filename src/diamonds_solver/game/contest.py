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
    """How long each decision took in which there was a choice."""


class Contest(Protocol):
    """A game that named players play against each other. It is copied to other processes: keep it small."""

    @property
    def sides(self) -> int: ...

    def title(self) -> str:
        """The game and its settings, in words."""
        ...

    def settings(self) -> Mapping[str, object]:
        """Everything that results depend on, other than the players and the number of the deal, as JSON has it; the seed among it."""
        ...

    def play(self, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal` with `players[i]` as side i; None when `should_stop` said so before the end.

        What happens by chance depends on the settings, the deal and the side, not on who else plays.
        """
        ...


@runtime_checkable
class RecordingContest(Protocol):
    """A `Contest` that can tell how its games went."""

    def record(self, deal: int, players: Sequence[str], name: str | None = None) -> Any:
        """The record, with the id `name`, of the game that `Contest.play` plays with the same deal and players."""
        ...
