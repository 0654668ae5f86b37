"""Moves of Diamoniak in words, for the buttons of pages, and the cards that a draw may bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from diamonds_solver.game import Said
from diamonds_solver.games.diamoniak.record.record import Record, Step
from diamonds_solver.games.diamoniak.rules.cards import NAMES, Cards
from diamonds_solver.games.diamoniak.rules.moves import DRAW, Kind, Move

_ALONE = {Kind.DRAW: "draw a card", Kind.STOP: "stop"}


def said(record: Record) -> Callable[[object], Said]:
    """See ``diamonds_solver.game.WordedGame``; a draw at a real table comes with its card."""

    def worded(move: object) -> Said:
        if isinstance(move, Step):
            return worded(move.move) if move.card is None else Said("Draw; the card that came", NAMES[move.card])
        if not isinstance(move, Move):
            return Said("", str(move))
        if move.kind is Kind.GIVE:
            return Said("Give up", listed_cards(move.cards))
        return Said("", _ALONE.get(move.kind) or f"buy from {record.seat_name(move.seller)}")

    return worded


def listed_cards(cards: Cards) -> str:
    """``2 diamonds, castle card R``."""
    counts = ((name, count) for name, count in zip(NAMES, cards, strict=True) if count)
    return ", ".join(name if count == 1 else f"{count} {_plural(name)}" for name, count in counts)


def _plural(name: str) -> str:
    thing, _, letter = name.rpartition(" ")
    return f"{thing}s {letter}" if thing else "fairies" if name == "fairy" else f"{name}s"


def outcomes(record: Record, move: Move) -> Mapping[str, Step]:
    """See ``diamonds_solver.game.WordedGame``."""
    if move != DRAW:
        return {}
    return {NAMES[kind]: Step(DRAW, kind) for kind, count in enumerate(record.state.draw_pile()) if count}
