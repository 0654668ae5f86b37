"""The rules of Diamoniak: cards, kinds of game, moves and states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from diamonds_solver.common.quantities import is_whole
from diamonds_solver.errors import IllegalMoveError, RulesError
from diamonds_solver.game import Objective, Words

# -- cards --------------------------------------------------------------------------------------------------------------------------------
# Kinds of cards, and cards as counts of each kind.

KINDS = "RGBYDFW"
"""The letters of the kinds in their order: castles of four colours, diamond, fairy, witch. A kind is its place here."""
COLOURS = range(4)
DIAMOND, FAIRY, WITCH = 4, 5, 6
NAMES = ("castle card R", "castle card G", "castle card B", "castle card Y", "diamond", "fairy", "witch")

Cards = tuple[int, ...]
"""How many there are of each kind, in the order of KINDS."""
NO_CARDS: Cards = (0,) * len(KINDS)


def cards(text: str) -> Cards:
    """The cards that letters stand for: ``cards("DDFG")`` is one castle card, two diamonds and a fairy."""
    return tuple(text.count(letter) for letter in KINDS)


def added(left: Cards, right: Cards) -> Cards:
    return tuple(a + b for a, b in zip(left, right, strict=True))


def taken_away(left: Cards, right: Cards) -> Cards:
    """`left` less `right`; counts below zero where these are not among them."""
    return tuple(a - b for a, b in zip(left, right, strict=True))


def changed(counts: Cards, kind: int, by: int) -> Cards:
    """The cards with a number of cards of one kind added."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def are_among(part: Cards, whole: Cards) -> bool:
    """Whether `whole` has all cards of `part`."""
    return all(a <= b for a, b in zip(part, whole, strict=True))


def choices(counts: Cards, size: int) -> Iterator[Cards]:
    """All different ways to take `size` of these cards, those with the first kinds first."""
    held = [kind for kind, count in enumerate(counts) if count]
    for kinds in combinations_with_replacement(held, size):
        choice = counted(kinds)
        if are_among(choice, counts):
            yield choice


def counted(kinds: Iterable[int]) -> Cards:
    """Counts of the kinds in a list."""
    listed = list(kinds)
    return tuple(listed.count(kind) for kind in range(len(KINDS)))


def letters(counts: Cards) -> str:
    """``RDD``: as moves write cards."""
    return "".join(letter * count for letter, count in zip(KINDS, counts, strict=True))


def with_counts(counts: Cards) -> str:
    """``R D2``: as fields write cards."""
    return " ".join(letter if count == 1 else f"{letter}{count}" for letter, count in zip(KINDS, counts, strict=True) if count)


# -- kinds of game ------------------------------------------------------------------------------------------------------------------------
# What is fixed for a whole game: the players, the deck, and who gets the price of a castle card.


MIN_PLAYERS, MAX_PLAYERS = 2, 4
BOX: Cards = (6, 6, 6, 6, 20, 3, 8)
"""The 55 cards of the rules' text."""
LEAST_CASTLE = 2
PRICE = 3
"""Diamonds for a castle card."""
PENALTY = 3
"""Cards that a witch costs."""


class Price(StrEnum):
    """Where the three diamonds of a purchase go; the text does not say."""

    SELLER = "seller"
    DISCARD = "discard"


SELLER_PAID = "the price of a purchase goes to the seller; the rules do not say so"
"""What is said of an answer that rests on this reading."""


@dataclass(frozen=True)
class Rules:
    """One way to play Diamoniak. Seats are 0..players-1 clockwise.

    Raises RulesError for a game that cannot be played, TypeError if the number of players is no whole number.
    """

    players: int
    deck: Cards = BOX
    price: Price = Price.SELLER

    def __post_init__(self) -> None:
        if not is_whole(self.players):
            raise TypeError(f"players must be a whole number, not {self.players!r}")
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(f"Diamoniak is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {self.players}", code="E-PLAYERS")
        if len(self.deck) != len(KINDS) or min(self.deck) < 0:
            raise ValueError(f"a deck must have a count for each of {KINDS}, not {self.deck!r}")
        if not are_among(self.deck, BOX):
            kind = next(kind for kind, count in enumerate(self.deck) if count > BOX[kind])
            raise _unplayable(f"the deck has {self.deck[kind]} {KINDS[kind]} cards ({NAMES[kind]}), the box only {BOX[kind]}")
        for colour in self.colours:
            if self.deck[colour] < LEAST_CASTLE:
                raise _unplayable(f"a castle of one card ({KINDS[colour]}) is complete as soon as it is begun")
        if len(self.colours) < self.players:
            raise _unplayable(f"the deck has too few colours for {self.players} players: {len(self.colours)}")
        if not self.deck[WITCH]:
            raise _unplayable("a deck without a witch can run out in the middle of a turn")

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours in the deck."""
        return tuple(colour for colour in COLOURS if self.deck[colour])


def _unplayable(message: str) -> RulesError:
    return RulesError(
        message, code="E-DECK", hint=f"two to six cards of each colour, a colour for each player, a witch; the box is {with_counts(BOX)}"
    )


# -- moves --------------------------------------------------------------------------------------------------------------------------------
# As records write them: ``draw``, ``stop``, ``buy>P2``, ``-RDD``.


class Kind(IntEnum):
    """What a player may do."""

    DRAW = 0
    STOP = 1
    BUY = 2
    GIVE = 3
    """Give up cards after a witch."""


class Move(NamedTuple):
    """One move; ``str(move)`` writes it."""

    kind: Kind
    seller: int = -1
    """With BUY: the seat that sells a castle card."""
    cards: Cards = NO_CARDS
    """With GIVE: the cards given up."""

    def __str__(self) -> str:
        if self.kind is Kind.BUY:
            return f"buy>P{self.seller + 1}"
        if self.kind is Kind.GIVE:
            return f"-{letters(self.cards)}"
        return self.kind.name.lower()


DRAW = Move(Kind.DRAW)
STOP = Move(Kind.STOP)
ONE_FAIRY = Move(Kind.GIVE, cards=tuple(int(kind == FAIRY) for kind in range(len(KINDS))))
"""A fairy instead of three cards."""


def buy(seller: int) -> Move:
    return Move(Kind.BUY, seller=seller)


def give(cards: Cards) -> Move:
    return Move(Kind.GIVE, cards=cards)


# -- states -------------------------------------------------------------------------------------------------------------------------------
# Everything on the table, all of it known to all. Chance is the draw alone; the caller says which card it was.


class Phase(StrEnum):
    """What is decided now."""

    TURN = "turn"
    """Buy, or draw."""
    MORE = "more"
    """Draw again, or stop."""
    WITCH = "witch"
    """What to give up. The witch lies neither in the pile nor among the discards."""
    OVER = "over"
    """The castle of the seat to move is complete."""


class State(NamedTuple):
    """One moment of a game. States never change: `play` gives a new one."""

    rules: Rules
    colours: tuple[int | None, ...]
    """The colour of each seat's castle; kept even when all its cards are lost."""
    held: tuple[Cards, ...]
    """All cards of each seat: its castle, and what lies on the right."""
    discards: Cards
    pile: Cards
    turn: int
    """The seat to move; when the game is over, the winner."""
    phase: Phase

    @classmethod
    def start(cls, rules: Rules, first: int = 0) -> State:
        """The start of a game: all cards in the pile."""
        return cls(rules, (None,) * rules.players, (NO_CARDS,) * rules.players, NO_CARDS, rules.deck, first, Phase.TURN)

    @property
    def winner(self) -> int | None:
        return self.turn if self.phase is Phase.OVER else None

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: ``draw`` before the others, purchases by seat, what is given up by kinds. Empty once the game is over."""
        if self.phase is Phase.TURN:
            return (DRAW, *map(buy, self.sellers()))
        if self.phase is Phase.MORE:
            return (DRAW, STOP)
        if self.phase is Phase.WITCH:
            return payments(self.held[self.turn])
        return ()

    def sellers(self) -> Sequence[int]:
        """Who can be made to sell a card to the seat to move: whoever has one of its colour, if it has the price."""
        colour = self.colours[self.turn]
        if colour is None or self.held[self.turn][DIAMOND] < PRICE:
            return ()
        return [seat for seat, cards in enumerate(self.held) if seat != self.turn and cards[colour]]

    def draw_pile(self) -> Cards:
        """The cards of which the next one is drawn: the pile, or the discards shuffled when it is used up."""
        return self.pile if any(self.pile) else self.discards

    def play(self, move: Move, card: int | None = None) -> State:
        """The state after `move`; with ``draw``, `card` is the kind of the card that came.

        Raises IllegalMoveError when the rules do not allow it, or when no such card is there.
        """
        if move not in self.moves():
            legal = ", ".join(map(str, self.moves())) or "none, the game is over"
            raise IllegalMoveError(f"{move} is not a legal move", hint=f"legal moves: {legal}")
        if (move.kind is Kind.DRAW) != (card is not None):
            raise TypeError("a draw, and nothing else, comes with a card")
        return self.after(move, card)

    def after(self, move: Move, card: int | None = None) -> State:
        """As `play`, for a move that is known to be legal."""
        if move.kind is Kind.STOP:
            return self._passed_on()
        if move.kind is Kind.BUY:
            return self._bought(move.seller)
        if card is not None:
            return self._drawn(card)
        return self._given_up(move.cards)

    def _drawn(self, card: int) -> State:
        is_used_up = not any(self.pile)
        pile, discards = (self.discards, NO_CARDS) if is_used_up else (self.pile, self.discards)
        if not pile[card]:
            raise IllegalMoveError(f"no {KINDS[card]} can be drawn", hint=f"the {'discards' if is_used_up else 'pile'} has none")
        state = self._replace(pile=changed(pile, card, -1), discards=discards)
        if card != WITCH:
            return state._received(card)._or_won(Phase.MORE)
        ways = payments(self.held[self.turn])
        return state._replace(phase=Phase.WITCH) if len(ways) > 1 else state._given_up(ways[0].cards)

    def _received(self, card: int) -> State:
        """With one more card before the seat to move; it may begin a castle."""
        turn, colours = self.turn, self.colours
        if colours[turn] is None and card in COLOURS and card not in colours:
            colours = (*colours[:turn], card, *colours[turn + 1 :])
        return self._replace(colours=colours, held=_with(self.held, turn, changed(self.held[turn], card, 1)))

    def _given_up(self, cards: Cards) -> State:
        """These cards and the witch are discarded, and the turn ends."""
        held = _with(self.held, self.turn, taken_away(self.held[self.turn], cards))
        return self._replace(held=held, discards=changed(added(self.discards, cards), WITCH, 1))._passed_on()

    def _bought(self, seller: int) -> State:
        """A card of the buyer's own colour from the seller for three diamonds; that was the turn."""
        colour = self.colours[self.turn]
        assert colour is not None
        own = changed(changed(self.held[self.turn], colour, 1), DIAMOND, -PRICE)
        sold, discards = changed(self.held[seller], colour, -1), self.discards
        if self.rules.price is Price.SELLER:
            sold = changed(sold, DIAMOND, PRICE)
        else:
            discards = changed(discards, DIAMOND, PRICE)
        state = self._replace(held=_with(_with(self.held, self.turn, own), seller, sold), discards=discards)._or_won(Phase.TURN)
        return state if state.phase is Phase.OVER else state._passed_on()

    def _or_won(self, phase: Phase) -> State:
        """In this phase, or over if the castle of the seat to move is complete."""
        return self._replace(phase=Phase.OVER if is_complete(self, self.turn) else phase)

    def _passed_on(self) -> State:
        return self._replace(turn=(self.turn + 1) % self.rules.players, phase=Phase.TURN)


def successors(state: State, move: Move) -> Iterator[tuple[float, State]]:
    """What may come of a legal move, with its chances."""
    if move != DRAW:
        yield 1.0, state.after(move)
        return
    pile = state.draw_pile()
    total = sum(pile)
    for kind, count in enumerate(pile):
        if count:
            yield count / total, state.after(move, kind)


def is_complete(state: State, seat: int) -> bool:
    """Whether the seat has every card of its colour."""
    colour = state.colours[seat]
    return colour is not None and state.held[seat][colour] == state.rules.deck[colour]


@lru_cache(maxsize=1 << 14)
def payments(held: Cards) -> tuple[Move, ...]:
    """The ways to pay a witch: one fairy, or three cards of own choice (all, if there are fewer). One way: no decision."""
    whole = tuple(give(cards) for cards in choices(held, min(PENALTY, sum(held))))
    return whole if not held[FAIRY] or ONE_FAIRY in whole else (ONE_FAIRY, *whole)


def _with(held: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*held[:seat], cards, *held[seat + 1 :])


WORDS = Words(
    title="Diamoniak",
    decisions={
        "turn": "buy or draw",
        "more": "draw again or stop",
        "witch": "what to give up",
        "over": "nothing: the game is over",
    },
    kinds={"turn": "buy or draw", "more": "draw or stop", "witch": "give up"},
    objectives={"win": Objective("the chance to win", 0.01, is_chance=True)},
)
"""What the game decides and counts."""
