"""Cards: one small number each.

A card is ``16 * suit + rank``: suits are 0..3 in the order D H S C, ranks 1..15, so ``D15 == 15`` and ``C1 == 49``.
Sixteen numbers a suit, not fifteen, let the C core keep a set of cards as four 16-bit lanes of one word; both sides use the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

DIAMONDS, HEARTS, SPADES, CLUBS = range(4)
SUITS = range(4)
SUIT_LETTERS = "DHSC"
SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")
SUIT_SYMBOLS = "♦♥♠♣"
MAX_RANK = 15


def make_card(suit: int, rank: int) -> int:
    """The card of `suit` (0..3) and `rank` (1..15)."""
    return 16 * suit + rank


def suit_of(card: int) -> int:
    """0..3 for D H S C."""
    return card >> 4


def rank_of(card: int) -> int:
    """1..15."""
    return card & 15


def card_name(card: int) -> str:
    """``D15``: the suit's letter and the rank."""
    return f"{SUIT_LETTERS[suit_of(card)]}{rank_of(card)}"


def sort_key(card: int) -> tuple[int, int]:
    """Sorts cards as they are written: suits D H S C, high ranks first."""
    return suit_of(card), -rank_of(card)


def format_cards(cards: Iterable[int], between: str = " ") -> str:
    """``D15,9,3 H12``: each suit's letter once, ranks falling, suits apart by `between`."""
    ranks: dict[int, list[str]] = {}
    for card in sorted(cards, key=sort_key):
        ranks.setdefault(suit_of(card), []).append(str(rank_of(card)))
    return between.join(SUIT_LETTERS[suit] + ",".join(rs) for suit, rs in ranks.items())
