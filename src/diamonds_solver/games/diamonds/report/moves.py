"""How moves are written for people: with the players' names, and sets of cards as in a hand."""

from __future__ import annotations

from collections.abc import Callable

from diamonds_solver.games.diamonds.engines.passing import Pass
from diamonds_solver.games.diamonds.notation.write import seat_names
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.cards import format_cards
from diamonds_solver.games.diamonds.rules.public import Move


def move_writer(record: Record) -> Callable[[object], str]:
    """A function that writes a move of the record: ``C15>Ann``, ``H12,4 S7`` for cards to pass, ``2`` for how many."""
    names = seat_names(record)

    def written(move: object) -> str:
        if isinstance(move, Move):
            return move.named(names)
        return format_cards(move.cards) if isinstance(move, Pass) else str(move)

    return written
