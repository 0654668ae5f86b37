"""The rules of Diam's: cards, kinds of game, moves and scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property
from itertools import product
from typing import NamedTuple

from diamonds_solver.errors import RulesError
from diamonds_solver.game import Objective, Use, Words

# -- cards --------------------------------------------------------------------------------------------------------------------------------
# The kinds of cards, and cards as sorted tuples of them.

ROUNDS = 3
"""Of a match."""

INVENTED = {name: f"the {name} are invented: the rules' text does not give the printed ones" for name in ("values", "loupes")}
"""The fields for which we have numbers of our own, and what is said of an answer that rests on them."""
DIAMONDS = 20
"""Kinds below this one are diamonds: 10*, 10, 9*, 9 .. 1*, 1. So cards are sorted in the order in which they are written."""
T, B, S, X = range(DIAMONDS, DIAMONDS + 4)
"""Passe-passe, Perce-blindage, Secur'express; the closing card."""
HIDDEN = X + 1
"""Stands for a card whose kind is unknown."""
FORCED_SALES = (T, B, S)
QUALITIES = range(1, 11)
COPIES = 5
"""Diamonds of one quality."""
COLLECTION = 3
"""The fewest cards of a collection."""

NAMES = (*(f"{quality}{sign}" for quality in range(10, 0, -1) for sign in ("*", "")), *"TBSX?")
"""How each kind is written."""

Cards = tuple[int, ...]
"""Kinds, sorted; equal cards side by side."""


def diamond(quality: int, has_loupe: bool = False) -> int:
    """The kind of a diamond."""
    return 2 * (10 - quality) + (not has_loupe)


def quality(kind: int) -> int:
    """1 to 10, of a diamond."""
    return 10 - kind // 2


def has_loupe(kind: int) -> bool:
    return kind < DIAMONDS and kind % 2 == 0


def of_quality(held: Cards, wanted: int) -> Cards:
    """The diamonds of one quality among these cards."""
    first = diamond(wanted, True)
    return tuple(kind for kind in held if kind in (first, first + 1))


def qualities(held: Cards) -> list[int]:
    """The qualities among these cards, the highest first."""
    return list(dict.fromkeys(quality(kind) for kind in held if kind < DIAMONDS))


def added(left: Cards, right: Iterable[int]) -> Cards:
    return tuple(sorted((*left, *right)))


def taken_away(held: Cards, cards: Iterable[int]) -> Cards:
    """Raises ValueError if one of the cards is not there."""
    rest = list(held)
    for kind in cards:
        rest.remove(kind)
    return tuple(rest)


def cards(text: str) -> Cards:
    """The cards that a text names: ``cards("9,3*,T")``, ``cards("9+3")``."""
    return tuple(sorted(NAMES.index(name) for name in text.replace("+", ",").split(",") if name))


def written(held: Iterable[int], between: str = "+") -> str:
    return between.join(NAMES[kind] for kind in held)


# -- kinds of game ------------------------------------------------------------------------------------------------------------------------
# What is fixed for a round: the players, and what the printed rules leave out, which is the values of collections and the cards with a
# loupe.


MIN_PLAYERS, MAX_PLAYERS = 2, 5
HAND_LIMIT = 5
"""Who holds more at the end of a turn puts the surplus on the market."""
MARKET = 3
"""Cards dealt to each hand, and diamonds on the market at the start and when it was empty."""
LAST_CARDS = 16
"""How many cards at the bottom of the pile the closing card is shuffled with, itself included."""

MAX_VALUE = 999_999
"""Of a collection."""
Triple = tuple[int, int, int]
"""What three, four and five cards of a quality are worth."""


def _invented_values() -> tuple[Triple, ...]:
    worth = [quality if quality <= 7 else 1 for quality in QUALITIES]
    return tuple((each, 2 * each, 3 * each) for each in worth)


VALUES = _invented_values()
"""By quality from 1; invented in the spirit of the rules' text, which does not give the printed numbers."""
LOUPES = (1,) * len(QUALITIES)
"""Cards with a loupe of each quality, from 1; invented, too."""


class Cloture(StrEnum):
    """Where the closing card is."""

    MIXED = "mixed"
    """Anywhere among the last cards of the pile."""
    LAST = "last"
    """At the bottom."""


def _is_triple(values: Sequence[int]) -> bool:
    return len(values) == 3 and 0 <= values[0] <= values[1] <= values[2] <= MAX_VALUE


@dataclass(frozen=True)
class Rules:
    """One way to play a round of Diam's. Seats are 0..players-1 clockwise.

    Raises RulesError for what cannot be played.
    """

    players: int
    values: tuple[Triple, ...] = VALUES
    loupes: tuple[int, ...] = LOUPES
    cloture: Cloture = Cloture.MIXED

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(f"Diam's is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {self.players}", code="E-PLAYERS")
        if len(self.values) != len(QUALITIES) or not all(map(_is_triple, self.values)):
            hint = "write what 3, 4 and 5 cards are worth, ten times, from quality 1: 1/2/3 2/4/6 .."
            raise RulesError(
                f"values must be ten triples of numbers up to {MAX_VALUE:,}, none below the one before", code="E-VALUES", hint=hint
            )
        if len(self.loupes) != len(QUALITIES) or not all(0 <= each <= COPIES for each in self.loupes):
            hint = "write one number for all qualities, or ten from quality 1"
            raise RulesError(f"loupes must be ten numbers from 0 to {COPIES}", code="E-LOUPES", hint=hint)

    @cached_property
    def deck(self) -> Cards:
        """All 54 cards."""
        diamonds = [diamond(q, copy < self.loupes[q - 1]) for q in QUALITIES for copy in range(COPIES)]
        return tuple(sorted((*diamonds, *FORCED_SALES, X)))

    def value(self, quality: int, count: int) -> int:
        """What a number of cards of one quality is worth in a safe."""
        return self.values[quality - 1][min(count, COPIES) - COLLECTION] if count >= COLLECTION else 0


# -- moves --------------------------------------------------------------------------------------------------------------------------------
# As records write them: ``8=4+2+2``, ``safe:7+7+7``, ``B>P2:7*``.


class Kind(Enum):
    """What a player may do; the value is how it is written, with the fields of a Move to be filled in."""

    DRAW = "draw"
    OPEN = "open"
    """Two cards from the pile to the market."""
    SHOW = "={cards}"
    """Show a diamond, and take all of its quality."""
    SUM = "{cards}={taken}"
    """Put a diamond, and take others that add up to it."""
    SAFE = "safe:{cards}"
    PUT = "put:{cards}"
    TAKE = "T:{cards}"
    BREAK = "B>P{target}:{cards}"
    SECURE = "S:{cards}"
    SALE = "{tool}?P{target}:{cards}"
    """A forced sale: `tool` is the card that is used for it, `cards` the diamond shown."""
    PASS = "pass"
    TRIM = "-{cards}"
    """The surplus of a hand."""
    GIVE = "give:{cards}"
    """The copy that comes out of the asked player's safe."""


class Move(NamedTuple):
    """One move; ``str(move)`` writes it. Cards are named by kind, so equal cards make one move."""

    kind: Kind
    cards: Cards = ()
    taken: Cards = ()
    target: int = -1
    """The seat of a break or of a forced sale."""
    tool: int = -1

    def __str__(self) -> str:
        tool = NAMES[self.tool] if self.tool >= 0 else ""
        return self.kind.value.format(cards=written(self.cards), taken=written(self.taken), target=self.target + 1, tool=tool)


DRAW, OPEN, PASS = Move(Kind.DRAW), Move(Kind.OPEN), Move(Kind.PASS)


# -- scores -------------------------------------------------------------------------------------------------------------------------------
# What the end of a round is worth: points, and chips by place.


HIGHEST_SUM = 3
"""For the largest sum of qualities left in hand; each on a tie."""
MOST_LOUPES, MOST_LOUPES_TIED = 5, 2
CHIPS = (4, 3, 2, 1, 0)
"""By place from the top."""


def points(rules: Rules, hands: Sequence[Cards], safes: Sequence[Sequence[Cards]]) -> tuple[int, ...]:
    """Every seat's points when the round is over."""
    return tuple(map(sum, points_by_source(rules, hands, safes)))


def points_by_source(rules: Rules, hands: Sequence[Cards], safes: Sequence[Sequence[Cards]]) -> tuple[tuple[int, int, int], ...]:
    """Every seat's points when the round is over: for piles, for the largest sum in hand, for most loupes."""
    sums = [sum(quality(kind) for kind in hand if kind < DIAMONDS) for hand in hands]
    loupes = [sum(has_loupe(kind) for pile in safe for kind in pile) for safe in safes]
    for_loupes = MOST_LOUPES if loupes.count(max(loupes)) == 1 else MOST_LOUPES_TIED
    return tuple(
        (
            sum(rules.value(quality(pile[0]), len(pile)) for pile in safe),
            HIGHEST_SUM * (own_sum == max(sums)),
            for_loupes * (own_loupes == max(loupes)),
        )
        for safe, own_sum, own_loupes in zip(safes, sums, loupes, strict=True)
    )


def chips(scores: Sequence[int]) -> tuple[int, ...]:
    """Chips by place: players who tie get the chips of the lowest of their places."""
    return tuple(CHIPS[sum(other >= own for other in scores) - 1] for own in scores)


def are_won(won: Sequence[int], rounds: int) -> bool:
    """Whether the players can have these chips after that many rounds, at most two."""
    once = {chips(scores) for scores in product(range(len(won)), repeat=len(won))}
    if rounds < 2:
        return tuple(won) in once if rounds else not any(won)
    return any(tuple(own - before for own, before in zip(won, first, strict=True)) in once for first in once)


WORDS = Words(
    title="Diam's",
    decisions={
        "draw": "draw a card or open two",
        "act": "a move of phase 2",
        "trim": "what to put away",
        "give": "which copy to give",
        "over": "nothing: the round is over",
    },
    kinds={"draw": "draw or open", "act": "phase 2", "trim": "put away"},
    objectives={
        "margin": Objective("own points minus the others' mean", 0.1),
        "points": Objective("points at the end of the round", 0.1),
        "chips": Objective("own chips minus the others' mean", 0.05),
        "win": Objective("the chance to win the match", 0.01, is_chance=True, uses=Use.ADVISE | Use.EVALUATE),
    },
)
"""What the game decides and counts."""
