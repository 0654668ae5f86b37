"""A `View`: what one player knows of a round, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.games.diams.record.knowledge import Knowledge
from diamonds_solver.games.diams.record.observed import observed
from diamonds_solver.games.diams.record.record import Record, knowledge_of
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import Phase, State

from .contradiction import contradiction
from .worlds import Worlds

_MANY = 10_000_000  # a number of worlds that is written with fewer digits


@dataclass(frozen=True)
class View:
    """What a seat knows: a record that only it could have written."""

    game: ClassVar[str] = "diams"
    record: Record
    seat: int
    """The viewer."""

    @classmethod
    def of(cls, record: Record, seat: int | None = None) -> View:
        """The view of `seat`; by default of the record's `see`, else of who decides now.

        Raises HiddenCardsError if cards of that seat are hidden, PositionError if no world agrees with what it knows.
        """
        if seat is None:
            seat = record.state.to_move if record.see is None else record.see
        if seat in record.hidden_seats:
            name, other = record.seat_name(seat), "" if record.see is None else f": the record is what {record.seat_name(record.see)} knows"
            raise HiddenCardsError(f"cards of {name} are hidden{other}", hint=f"write the hand and the safe of {name}")
        view = cls(record if record.see == seat else observed(record, seat), seat)
        if not view.worlds.is_possible:
            raise contradiction(view.record)
        return view

    def __repr__(self) -> str:
        """One line."""
        return f"<View: what {self.record.seat_name(self.seat)} knows, {self.worlds.count:,} worlds>"

    @property
    def state(self) -> State:
        """The round now. Cards that the viewer does not know are HIDDEN."""
        return self.record.state

    @cached_property
    def knowledge(self) -> Knowledge:
        """What is known of the hidden cards."""
        return knowledge_of(self.record)

    @cached_property
    def worlds(self) -> Worlds:
        """All states that agree with it."""
        return Worlds(self.state, self.knowledge)

    @property
    def decision(self) -> str:
        """``draw``, ``act``, ``trim``, ``give``, or ``over``."""
        return str(self.state.phase)

    def moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves; empty where another seat decides."""
        return self.state.moves() if self.state.to_move == self.seat else ()

    def hidden(self) -> str:
        """How much is hidden, in words."""
        count = self.worlds.count
        if count == 1:
            return "nothing is hidden but the order of the pile"
        shown = f"{count:,}" if count < _MANY else f"about {count:.1e}"
        return f"{self.unseen} cards are unseen, {shown} worlds possible"

    @property
    def unseen(self) -> int:
        """How many cards the viewer does not know where they are."""
        return sum(self.knowledge.unseen.values()) + (self.state.closed is None)

    def to_dict(self) -> dict[str, Any]:
        """The ``view`` of an answer as JSON."""
        return {"seat": f"P{self.seat + 1}", "unseen": self.unseen, "worlds": self.worlds.count}


def check_record(record: Record) -> None:
    """Raises PositionError for a record whose hidden cards cannot be dealt in any way."""
    if not record.is_open and not Worlds(record.state, knowledge_of(record)).is_possible:
        raise contradiction(record)


def check_decides(view: View) -> None:
    """Raises PositionError if the viewer has nothing to decide."""
    state, record = view.state, view.record
    if state.phase is Phase.OVER:
        raise PositionError("there is nothing to decide: the round is over", code="E-OVER")
    if state.is_chance:
        raise PositionError("the pile is about to turn up cards", hint="tell which ones")
    if state.to_move != view.seat:
        name, other = record.seat_name(view.seat), record.seat_name(state.to_move)
        hint = f"play on until it is {name}'s turn, or advise {other}, whose cards then must be known"
        raise PositionError(f"it is {other} who decides now, not {name}", code="E-TURN", hint=hint)
