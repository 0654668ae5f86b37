"""Cards: one small number each.

A card is ``16 * suit + rank``: suits are 0..3 in the order D H S C, ranks 1..15, so ``D15 == 15`` and ``C1 == 49``.
Sixteen numbers a suit, not fifteen, let the C core keep a set of cards as four 16-bit lanes of one word; both sides use the same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from numbers import Integral

from diamonds_solver.errors import PositionError

DIAMONDS, HEARTS, SPADES, CLUBS = range(4)
SUITS = range(4)
SUIT_LETTERS = "DHSC"
SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")
SUIT_SYMBOLS = "♦♥♠♣"
MAX_RANK = 15

_NAME = re.compile(r"([DHSCdhsc])(\d{1,2})")
_HAND = re.compile(r"\s*(?:[DHSCdhsc]\s*\d{1,2}(?:[\s,]+\d{1,2})*[\s,]*)*")


def make_card(suit: int, rank: int) -> int:
    """The card of `suit` (0..3) and `rank` (1..15)."""
    return 16 * suit + rank


_CARDS = frozenset(make_card(suit, rank) for suit in SUITS for rank in range(1, MAX_RANK + 1))


def suit_of(card: int) -> int:
    """0..3 for D H S C."""
    return card >> 4


def rank_of(card: int) -> int:
    """1..15."""
    return card & 15


def card_name(card: int) -> str:
    """``D15``: the suit's letter and the rank."""
    return f"{SUIT_LETTERS[suit_of(card)]}{rank_of(card)}"


def card_of(card: str | int) -> int:
    """A card by its name, ``D15``, or by its number.

    Raises PositionError for a card that does not exist, TypeError for what is no name and no number.
    """
    if type(card) is int and card in _CARDS:  # most are, and a million deals have many
        return card
    if isinstance(card, str):
        match = _NAME.fullmatch(card)
        number = make_card(SUIT_LETTERS.index(match[1].upper()), int(match[2])) if match else 0
    elif isinstance(card, bool) or not isinstance(card, Integral):
        raise TypeError(f"a card is a name, such as 'D15', or its number, not {card!r}")
    else:
        number = int(card)
    if number not in _CARDS:
        raise PositionError(f"{card!r} is not a card", code="E-CARD", hint="a card is a suit and a rank: D15")
    return number


def cards_of(hand: str | Iterable[str | int]) -> frozenset[int]:
    """Cards by a text, ``D15,9,3 H12``, or each by its name or number.

    Raises PositionError for what is no card or is there twice, TypeError for what holds no names or numbers.
    """
    names = hand
    if isinstance(hand, str):
        if not _HAND.fullmatch(hand):
            raise PositionError(f"{hand!r} are not cards", code="E-CARD", hint="write cards like D15,9,3 H12")
        names = [run[0] + rank for run in re.findall(r"[A-Za-z][\d\s,]+", hand) for rank in re.findall(r"\d+", run)]
    cards = [card_of(card) for card in names]
    found = frozenset(cards)
    if len(found) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise PositionError(f"{card_name(twice)} is there twice", code="E-CARD-TWICE")
    return found


def sort_key(card: int) -> tuple[int, int]:
    """Sorts cards as they are written: suits D H S C, high ranks first."""
    return suit_of(card), -rank_of(card)


def format_cards(cards: Iterable[int], between: str = " ") -> str:
    """``D15,9,3 H12``: each suit's letter once, ranks falling, suits apart by `between`."""
    ranks: dict[int, list[str]] = {}
    for card in sorted(cards, key=sort_key):
        ranks.setdefault(suit_of(card), []).append(str(rank_of(card)))
    return between.join(SUIT_LETTERS[suit] + ",".join(rs) for suit, rs in ranks.items())
