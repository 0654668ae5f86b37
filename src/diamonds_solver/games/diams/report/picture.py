"""A record as a picture, seen by all or from one seat."""

from __future__ import annotations

from diamonds_solver.games.diams.record.record import Record, scene
from diamonds_solver.games.diams.rules.picture import draw
from diamonds_solver.games.diams.view.view import View


def picture(record: Record, seat: int | None = None) -> str:
    """The table after the play as SVG. With a `seat` only what that seat knows.

    Raises HiddenCardsError if that seat's own cards are hidden, PositionError for a record that contradicts itself.
    """
    return draw(scene(record if seat is None else View.of(record, seat).record))
