"""A record as a picture, seen by all or from one seat."""

from __future__ import annotations

from dataclasses import replace

from diamonds_solver.games.diamonds.record.game_record import AnyRecord, last_round
from diamonds_solver.games.diamonds.record.record import scene
from diamonds_solver.games.diamonds.rules.picture import draw
from diamonds_solver.games.diamonds.view.view import View


def picture(record: AnyRecord, seat: int | None = None) -> str:
    """The table after the play as SVG, of a game after its last round. With a `seat` only what that seat knows: its own cards, those it
    passed, who has no card of a suit.

    Raises HiddenCardsError where that seat's own cards are hidden, PositionError for a record that contradicts itself.
    """
    if seat is None:
        return draw(scene(last_round(record)))
    view = View.of(last_round(record), seat)
    information = view.information
    hands = tuple(zip(information.pinned, information.needs(), strict=True))
    return draw(replace(scene(view.record), hands=hands, voids=information.voids))
