"""A `Record`: what one text or JSON object says of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from diamonds_solver.games.diamoniak.rules.game import Rules
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.notation.problems import Location


class Step(NamedTuple):
    """One move that was made, and what chance added."""

    move: Move
    card: int | None = None
    """With a draw: the kind of the card."""


@dataclass(frozen=True)
class Record:
    """One record. Nothing is hidden, so it is also what every player sees.

    Records come from the reader and are whole and checked; one made by hand can be checked by writing and reading it.
    """

    game: ClassVar[str] = "diamoniak"

    start: State
    """Before the first move of `play`."""
    names: tuple[str, ...] | None = None
    play: tuple[Step, ...] = ()
    id: str | None = None
    best: tuple[str, ...] = ()
    """Expected best moves, as written in results (``draw``, ``-RDD``)."""
    value: float | None = None
    """Expected chance to win."""
    extra: tuple[tuple[str, str], ...] = ()
    """The ``x-`` fields, in order, as text."""
    origin: Location | None = field(default=None, compare=False, repr=False)
    """Where it was read; None for a record made by hand. It is no part of what the record says."""

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @cached_property
    def state(self) -> State:
        """After all moves of `play`."""
        state = self.start
        for step in self.play:
            state = state.after(step.move, step.card)
        return state

    def seat_name(self, seat: int) -> str:
        """The player's name, or P1.. where there are no names."""
        return self.names[seat] if self.names else f"P{seat + 1}"

    def notes(self) -> Sequence[str]:
        """What a reader of answers should know about the record: nothing."""
        return ()
