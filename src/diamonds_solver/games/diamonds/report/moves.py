"""How moves are written for people: with the players' names, and sets of cards as in a hand."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from diamonds_solver.games.diamonds.notation.write import seat_names
from diamonds_solver.games.diamonds.record.game_record import AnyRecord
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, format_cards, rank_of, sort_key, suit_of
from diamonds_solver.games.diamonds.rules.public import Move, Pass


def move_writer(record: AnyRecord) -> Callable[[object], str]:
    """A function that writes a move of the record: ``C15>Ann``, ``H12,4 S7`` for cards to pass, ``2`` for how many."""
    names = seat_names(record)

    def written(move: object) -> str:
        if isinstance(move, Move):
            return move.named(names)
        return format_cards(move.cards) if isinstance(move, Pass) else str(move)

    return written


def html_writer(record: AnyRecord) -> Callable[[object], str]:
    """As `move_writer`, as HTML: a suit's letter is an element that a page shows as its shape."""
    names = [escape(name) for name in seat_names(record)]

    def card(number: int) -> str:
        return _suit(SUIT_LETTERS[suit_of(number)]) + str(rank_of(number))

    def written(move: object) -> str:
        if isinstance(move, Pass):
            return " ".join(map(card, sorted(move.cards, key=sort_key)))
        if not isinstance(move, Move):
            return escape(str(move))
        text = "" if move.card is None else card(move.card)
        text += "" if move.actor is None else names[move.actor]
        return text + ("" if move.victim is None else f"&gt;{names[move.victim]}")

    return written


def _suit(letter: str) -> str:
    return f'<i class="g g-{letter}">{letter}</i>'
