"""Moves of Diam's in numbers: what is done, then its cards one after the other, each as its kind."""

from __future__ import annotations

from diamonds_solver.games.diams.rules.cards import FORCED_SALES, NAMES, X
from diamonds_solver.games.diams.rules.game import MAX_PLAYERS
from diamonds_solver.games.diams.rules.moves import Kind, Move

END = X
"""No more cards are laid. Numbers below it are kinds of cards."""
_PLAIN = (Kind.DRAW, Kind.OPEN, Kind.PASS, Kind.SHOW, Kind.SUM, Kind.SAFE, Kind.PUT, Kind.TAKE, Kind.SECURE)
_PLAIN_NUMBERS = {kind: END + 1 + at for at, kind in enumerate(_PLAIN)}
_BREAK = END + 1 + len(_PLAIN)
_SALE = _BREAK + MAX_PLAYERS
NUMBERS = _SALE + len(FORCED_SALES) * MAX_PLAYERS

NAMES_OF_NUMBERS: tuple[str, ...] = (
    *NAMES[:END],
    "end",
    *(kind.name.lower() for kind in _PLAIN),
    *(f"B>P{seat + 1}" for seat in range(MAX_PLAYERS)),
    *(f"{NAMES[tool]}?P{seat + 1}" for tool in FORCED_SALES for seat in range(MAX_PLAYERS)),
)


def spelled(move: Move) -> tuple[int, ...]:
    """The numbers of a move.

    Cards come in the order of their kinds. `END` follows where it is not clear without it how many they are: when cards are laid. What a
    surplus or a Perce-blindage takes is cards alone, as nothing else can be done then.
    """
    kind, cards = move.kind, move.cards
    if kind in (Kind.TRIM, Kind.GIVE):
        return cards
    if kind is Kind.BREAK:
        return (_BREAK + move.target, *cards)
    if kind is Kind.SALE:
        return (_SALE + MAX_PLAYERS * FORCED_SALES.index(move.tool) + move.target, *cards)
    return (_PLAIN_NUMBERS[kind], *cards, *move.taken, *[END] * (kind in (Kind.SAFE, Kind.SECURE)))
