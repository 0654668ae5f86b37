"""A `View`: the decision of one player. Everything lies open, so it is the same for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.games.diamoniak.rules.cards import with_counts
from diamonds_solver.games.diamoniak.rules.state import State


@dataclass(frozen=True)
class View:
    """What the seat to move sees."""

    game: ClassVar[str] = "diamoniak"
    state: State

    @classmethod
    def of(cls, record: Record, seat: int | None = None) -> View:
        """The view of who decides after the play of a record.

        Raises PositionError if the game is over, and if `seat` has nothing to decide.
        """
        state = record.state
        if state.winner is not None:
            raise PositionError(f"{record.seat_name(state.turn)} has won: there is nothing to decide", code="E-OVER")
        if seat is not None and seat != state.turn:
            message = f"{record.seat_name(seat)} has nothing to decide: it is the turn of {record.seat_name(state.turn)}"
            raise PositionError(message, code="E-TURN")
        return cls(state)

    @property
    def seat(self) -> int:
        """The viewer: who decides."""
        return self.state.turn

    @property
    def decision(self) -> str:
        """``turn``, ``more`` or ``witch``."""
        return str(self.state.phase)

    def hidden(self) -> str:
        """How much is hidden, in words."""
        return f"nothing is hidden but the order of the {sum(self.state.draw_pile())} cards to be drawn"

    def to_dict(self) -> dict[str, Any]:
        """The ``view`` of an answer as JSON."""
        return {"seat": f"P{self.seat + 1}", "pile": with_counts(self.state.draw_pile())}
