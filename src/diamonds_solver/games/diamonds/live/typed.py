"""Moves as people type them at the table: ``9`` where only one nine can be played, ``d9``, ``9♦``, ``c3>bob``, ``bob``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diamonds_solver.common.typed import MOST_SHOWN, only_one, seat_of
from diamonds_solver.common.wording import counted, listed, quote
from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.game import Record
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUIT_SYMBOLS, card_name, card_of, rank_of, sort_key, suit_of
from diamonds_solver.games.diamonds.rules.public import Move

NEXT = "next"
"""The only move between two rounds."""
_SUITS = str.maketrans(SUIT_SYMBOLS, SUIT_LETTERS)
_CARD = re.compile(r"(?P<suit>[DHSC])?\s*(?P<rank>\d{1,2})?\s*(?P<suit_after>[DHSC])?\s*(?:>\s*(?P<victim>.+))?", re.IGNORECASE)
_CHOICE = re.compile(r"(?P<actor>[^>]+?)?\s*(?:>\s*(?P<victim>.+))?")
_CARDS = re.compile(r"(?:\s*[DHSC]?\s*\d{1,2}\s*[,+]?)*", re.IGNORECASE)
_ONE_CARD = re.compile(r"([DHSC]?)\s*(\d{1,2})", re.IGNORECASE)


def read_move(text: str, moves: Sequence[object], record: Record) -> object:
    """The one of `moves` that is meant.

    Raises IllegalMoveError for a text that means none of them, or several.
    """
    typed = text.strip().translate(_SUITS)
    if moves == (NEXT,):
        meant: list[object] = [move for move in moves if NEXT.startswith(typed.lower())]
    elif any(isinstance(move, int) for move in moves):
        meant = [move for move in moves if str(move) == typed]
    else:
        meant = _meant([move for move in moves if isinstance(move, Move)], typed, record)
    return only_one(text, meant, moves)


def _meant(moves: Sequence[Move], typed: str, record: Record) -> list[object]:
    if all(move.card is None for move in moves):
        match = _CHOICE.fullmatch(typed)
        actor, victim = (match["actor"], match["victim"]) if match else (None, None)
        if all(move.actor is None for move in moves) and victim is None:
            actor, victim = None, actor  # a name alone is who is robbed
        if actor is None and victim is None:
            return []
        return [m for m in moves if _is_seat(actor, m.actor, record) and _is_seat(victim, m.victim, record)]
    match = _CARD.fullmatch(typed)
    suit, rank = (match["suit"] or match["suit_after"], match["rank"]) if match else (None, None)
    if match is None or (suit is None and rank is None) or (match["suit"] and match["suit_after"]):
        hint = "a card is a suit and a rank (D15), a card that robs names the victim (C3>P1); a rank alone does where it means one card"
        raise IllegalMoveError(f"{quote(typed)} is not a move", code="E-PLAY", hint=hint)
    fitting = [move for move in moves if move.card is not None and _is_card(suit, rank, move.card)]
    victim = match["victim"]
    # A victim who need not be named may be named.
    return [m for m in fitting if victim is None or m.victim is None or _is_seat(victim, m.victim, record)]


def _is_card(suit: str | None, rank: str | None, card: int) -> bool:
    return (suit is None or SUIT_LETTERS[suit_of(card)] == suit.upper()) and (rank is None or rank_of(card) == int(rank))


def _is_seat(typed: str | None, seat: int | None, record: Record) -> bool:
    """Whether a seat is meant by P1.., by a name, or by the beginning of one name only."""
    if typed is None or seat is None:
        return typed is None
    return seat_of(typed, [record.seat_name(each) for each in range(record.players)]) == seat


def read_cards(text: str, needs: int, pool: Sequence[str]) -> tuple[int, ...]:
    """The `needs` cards of `pool` that are meant, in the order D H S C and falling rank; ``D15,9 H3``, or ranks that are there only once.

    Raises IllegalMoveError for a text that means none, others, or another number of cards.
    """
    typed = text.strip().translate(_SUITS)
    if not typed or not _CARDS.fullmatch(typed):
        raise IllegalMoveError(f"{quote(text)} are not cards", code="E-PLAY", hint="write cards like D15,9 H3")
    cards, suit = list[int](), ""
    for letter, rank in _ONE_CARD.findall(typed):
        suit = letter.upper() or suit
        cards.append(_card_of(suit, int(rank), pool))
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise IllegalMoveError(f"{card_name(twice[0])} is there twice", code="E-CARD-TWICE")
    if len(cards) != needs:
        raise IllegalMoveError(f"{counted(needs, 'card')} are needed, not {len(cards)}", code="E-COUNT")
    return tuple(sorted(cards, key=sort_key))


def _card_of(suit: str, rank: int, pool: Sequence[str]) -> int:
    """The card of the pool with this rank, and with this suit unless it is empty."""
    found = [card for card in map(card_of, pool) if rank_of(card) == rank and (not suit or SUIT_LETTERS[suit_of(card)] == suit)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(map(card_name, found))
        raise IllegalMoveError(f"{rank} can be {names}", code="E-AMBIGUOUS", hint="write the suit, too")
    raise IllegalMoveError(f"{suit}{rank} is not one of the cards that can be meant", hint=f"cards: {listed(pool, MOST_SHOWN)}")
