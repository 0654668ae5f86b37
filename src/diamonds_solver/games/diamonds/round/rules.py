"""Cards of Diamonds, its words, and what is fixed for a kind of game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from diamonds_solver.common.facts import FACTS, by_number
from diamonds_solver.common.quantities import check_kind, check_whole, is_whole
from diamonds_solver.common.wording import seen, spelled_plainly
from diamonds_solver.errors import DiamondsError, PositionError, RulesError
from diamonds_solver.game import Objective, Use, Words

# -- cards --------------------------------------------------------------------------------------------------------------------------------
# Cards: one small number each.
#
# A card is ``16 * suit + rank``: suits are 0..3 in the order D H S C, ranks 1..15, so ``D15 == 15`` and ``C1 == 49``. Sixteen numbers a
# suit, not fifteen, let the C core keep a set of cards as four 16-bit lanes of one word; both sides use the same numbers.

DIAMONDS, HEARTS, SPADES, CLUBS = range(4)
SUITS = range(4)
SUIT_LETTERS = "DHSC"
SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")
SUIT_SYMBOLS = "♦♥♠♣"
MAX_RANK: int = FACTS["game"]["max_rank"]

SUIT_SIGNS = {sign: suit for suit, signs in enumerate(("Dd♦♢", "Hh♥♡", "Ss♠♤", "Cc♣♧")) for sign in signs}
SUIT_CLASS = f"[{''.join(SUIT_SIGNS)}]\ufe0f?"  # an emoji's variation selector may follow a symbol

NO_NAME = re.compile(rf"{SUIT_CLASS}\d+|\d+{SUIT_CLASS}")
"""What no player can be called, as it is a card."""
_NAME = re.compile(rf"({SUIT_CLASS})(\d{{1,2}})")
_HAND = re.compile(rf"\s*(?:{SUIT_CLASS}\s*\d{{1,2}}(?:[\s,]+\d{{1,2}})*[\s,]*)*")
_SUIT_LAST = re.compile(rf"(?<![^\s,])(\d+)({SUIT_CLASS})(?=[\s,>]|$)(?!\s+\d+(?:[\s,]|$))")
"""A rank and its suit, unless the suit is that of a rank that follows: ``D15 9H 12``."""


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


def card_name(card: int, *, is_forgotten: bool = False) -> str:
    """``D15``: the suit's letter and the rank; ``D?`` where that is forgotten."""
    return f"{SUIT_LETTERS[suit_of(card)]}{'?' if is_forgotten else rank_of(card)}"


def suits_first(text: str) -> str:
    """``H10`` for ``10H``, wherever it stands in `text`; as long as `text`."""
    return _SUIT_LAST.sub(r"\2\1", text)


def card_of(card: str | int) -> int:
    """A card by its name, ``D15``, ``15♦``, or by its number.

    Raises PositionError for a card that does not exist, TypeError for what is no name and no number.
    """
    if type(card) is int and card in _CARDS:  # most are, and a million deals have many
        return card
    if isinstance(card, str):
        match = _NAME.fullmatch(suits_first(spelled_plainly(seen(card))))
        number = make_card(SUIT_SIGNS[match[1][0]], int(match[2])) if match else 0
    elif not is_whole(card):
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
    check_kind(hand, str | Iterable, "cards by a text, such as D15,9 H3, or by names or numbers")
    if isinstance(hand, str):
        text = suits_first(spelled_plainly(seen(hand)))
        if not _HAND.fullmatch(text):
            raise PositionError(f"{hand!r} are not cards", code="E-CARD", hint="write cards like D15,9,3 H12")
        names = [run[0] + rank for run in re.findall(rf"{SUIT_CLASS}[\d\s,]+", text) for rank in re.findall(r"\d+", run)]
    cards = [card_of(card) for card in names]
    check_distinct(cards, PositionError)
    return frozenset(cards)


def check_distinct(cards: Sequence[int], error: type[DiamondsError]) -> None:
    """Raises the error where a card appears twice."""
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise error(f"{card_name(twice)} appears twice", code="E-CARD-TWICE")


def sort_key(card: int) -> int:
    """Sorts cards as they are written: suits D H S C, high ranks first."""
    return card ^ 15  # the rank is in the low four bits


def format_cards(cards: Iterable[int]) -> str:
    """``D15,9,3 H12``: each suit's letter once, ranks falling."""
    ranks: dict[int, list[str]] = {}
    for card in sorted(cards, key=sort_key):
        ranks.setdefault(suit_of(card), []).append(str(rank_of(card)))
    return " ".join(SUIT_LETTERS[suit] + ",".join(rs) for suit, rs in ranks.items())


# -- kinds of game ------------------------------------------------------------------------------------------------------------------------
# What the number of players, the variant and teams fix: the table in ``docs/explanation/rules.md`` as code.


MIN_PLAYERS, MAX_PLAYERS = 2, 6
START_SHOWROOM: int = FACTS["game"]["start_showroom"]
POINTS_IN_BOX = 235

_ROUNDS = by_number(FACTS["game"]["rounds"])
_PERFECT_RANKS = by_number(FACTS["game"]["perfect_ranks"])


@dataclass(frozen=True)
class Rules:
    """One way to play Diamonds. Seats are 0..players-1 clockwise.

    Raises RulesError for a game that the rules do not define, TypeError where the number of players is no whole number, perfect,
    teams or thief no bool.
    """

    players: int
    perfect: bool = False
    teams: bool = False
    thief: bool = False
    """Whether clubs rob whoever has the thief token (second edition), and not whom the actor chooses."""

    def __post_init__(self) -> None:
        if not is_whole(self.players):  # 4.0 would pass for 4, and fail wherever seats are counted
            raise TypeError(f"players must be a whole number, not {self.players!r}")
        for name in ("perfect", "teams", "thief"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} must be True or False, not {getattr(self, name)!r}")
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(f"Diamonds is for 2 to 6 players, not {self.players}", code="E-PLAYERS")
        if self.perfect and self.players not in _PERFECT_RANKS:
            raise RulesError(
                "Perfect Diamonds is not defined for 6 players",
                code="E-VARIANT",
                hint="the rules give it for 2 to 5 players; six players deal out the whole deck in the standard game anyway",
            )
        if self.teams and self.players not in (4, 6):
            raise RulesError(
                f"team play is for 4 or 6 players, not {self.players}",
                code="E-TEAMS",
                hint="play without teams, or seat 4 or 6 players",
            )

    @property
    def variant(self) -> str:
        """``standard`` or ``perfect``."""
        return "perfect" if self.perfect else "standard"

    @property
    def rounds(self) -> int:
        """Rounds in a whole game."""
        return _ROUNDS[self.players]

    @property
    def max_rank(self) -> int:
        """The highest rank in the deck, the same in every suit."""
        return _PERFECT_RANKS[self.players] if self.perfect else MAX_RANK

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return 4 * self.max_rank // self.players if self.perfect else int(FACTS["game"]["hand"])

    @property
    def plays_per_trick(self) -> int:
        """Cards that one player plays to each trick: two with two players, else one."""
        return 2 if self.players == 2 else 1

    @property
    def tricks(self) -> int:
        """Tricks in a round."""
        return self.hand_size // self.plays_per_trick

    @property
    def trick_size(self) -> int:
        """Cards in a whole trick."""
        return self.players * self.plays_per_trick

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """All cards of the deck, in the order D1, D2, …, C15."""
        return _deck(self.max_rank)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, sides in the order of their first seat. Partners sit opposite: P1+P3; P1+P4."""
        if not self.teams:
            return tuple((seat,) for seat in range(self.players))
        count = self.players // 2
        return tuple((side, side + count) for side in range(count))

    def side_of(self, seat: int) -> int:
        """The index of the seat's side in `sides`."""
        self._check_seat(seat)
        return seat % len(self.sides)

    def left_of(self, seat: int) -> int:
        """The left neighbour: of the dealer it is who leads the first trick, and who deals the next round."""
        self._check_seat(seat)
        return (seat + 1) % self.players

    def receiver(self, seat: int) -> int:
        """The seat to which `seat` passes its cards: left neighbour, in team play the partner."""
        self._check_seat(seat)
        return (seat + self._pass_distance) % self.players

    def giver(self, seat: int) -> int:
        """The seat that passes its cards to `seat`."""
        self._check_seat(seat)
        return (seat - self._pass_distance) % self.players

    def _check_seat(self, seat: int) -> None:
        check_whole("seat", seat, 0, self.players - 1)

    @property
    def _pass_distance(self) -> int:
        return self.players // 2 if self.teams else 1


@cache
def _deck(max_rank: int) -> tuple[int, ...]:
    return tuple(make_card(suit, rank) for suit in SUITS for rank in range(1, max_rank + 1))


WORDS = Words(
    title="Diamonds",
    decisions={
        "card": "a card to play",
        "victim": "whom to rob",
        "actor": "which partner takes the award",
        "pass": "which cards to pass",
        "count": "how many cards to pass",
        "over": "nothing: the round is over",
    },
    kinds={"victim": "robbery", "actor": "award", "count": "number to pass"},
    objectives={
        "margin": Objective("own points minus the others' mean", 0.1),
        "points": Objective("own points", 0.1),
        "win": Objective("the chance to win the match", 0.01, is_chance=True, uses=Use.ADVISE),
    },
    symbols=SUIT_SYMBOLS,
)
"""What the game decides and counts."""
