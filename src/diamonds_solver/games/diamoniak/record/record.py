"""A `Record`: what one text or JSON object says of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from diamonds_solver.games.diamoniak.rules.game import Rules
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.notation.record import PlayedRecord


class Step(NamedTuple):
    """One move that was made, and what chance added."""

    move: Move
    card: int | None = None
    """With a draw: the kind of the card."""


@dataclass(frozen=True)
class Record(PlayedRecord[State, Step]):
    """One record of a game. Nothing is hidden, so it is also what every player sees."""

    game: ClassVar[str] = "diamoniak"

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

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from diamonds_solver.games.diamoniak.rules.picture import draw  # loaded only where a picture is wanted

        return draw(self.state, tuple(self.seat_name(seat) for seat in range(self.players)))

    def notes(self) -> Sequence[str]:
        """What a reader of answers should know about the record: nothing."""
        return ()
