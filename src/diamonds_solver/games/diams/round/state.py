"""A `State`: everything on the table and in hands. Chance is what the pile turns up; whoever calls says which cards it was."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import NamedTuple, TypeVar

from diamonds_solver.errors import IllegalMoveError

from .rules import (
    COLLECTION,
    DIAMONDS,
    DRAW,
    FORCED_SALES,
    HAND_LIMIT,
    HIDDEN,
    LAST_CARDS,
    MARKET,
    OPEN,
    PASS,
    QUALITIES,
    B,
    Cards,
    Cloture,
    Kind,
    Move,
    Rules,
    S,
    T,
    X,
    added,
    diamond,
    has_loupe,
    of_quality,
    points,
    qualities,
    quality,
    taken_away,
    written,
)

# -- which cards a move can name ----------------------------------------------------------------------------------------------------------
# Subsets of cards, equal cards counted once.


@lru_cache(maxsize=1 << 14)
def kinds(held: Cards) -> Cards:
    """The different diamonds, the highest first."""
    return tuple(dict.fromkeys(kind for kind in held if kind < DIAMONDS))


@lru_cache(maxsize=1 << 14)
def sums(market: Cards, total: int) -> tuple[Cards, ...]:
    """All ways to take diamonds whose qualities add up to `total`."""
    return tuple(_sums(market, total))


def _sums(rest: Cards, total: int) -> Iterator[Cards]:
    if not total:
        yield ()
        return
    for at, kind in enumerate(rest):
        if quality(kind) <= total and (not at or rest[at - 1] != kind):
            for more in _sums(rest[at + 1 :], total - quality(kind)):
                yield (kind, *more)


@lru_cache(maxsize=1 << 14)
def parts(held: Cards, size: int) -> tuple[Cards, ...]:
    """All ways to choose that many of these cards."""
    return tuple(dict.fromkeys(combinations(held, size)))


@lru_cache(maxsize=1 << 14)
def some(held: Cards) -> tuple[Cards, ...]:
    """All ways to choose one or more of these cards."""
    return tuple(choice for size in range(1, len(held) + 1) for choice in parts(held, size))


@lru_cache(maxsize=1 << 14)
def layings(held: Cards, in_safe: Cards) -> tuple[Cards, ...]:
    """All ways to lay collections; cards of the qualities `in_safe` may go along with a new one."""
    by_quality = []
    for each in qualities(held):
        own = some(of_quality(held, each))
        by_quality.append(((), *(choice for choice in own if len(choice) >= COLLECTION or each in in_safe)))
    return tuple(sum(choice, ()) for choice in product(*by_quality) if any(len(of_one_quality) >= COLLECTION for of_one_quality in choice))


# -- the state ----------------------------------------------------------------------------------------------------------------------------

_Item = TypeVar("_Item")
Safe = tuple[Cards, ...]
"""Piles of one quality each, the highest first."""


class Phase(StrEnum):
    """What is decided now, or what the pile turns up."""

    DRAW = "draw"
    ACT = "act"
    TRIM = "trim"
    GIVE = "give"
    """The owner of a pile that was broken into chooses the copy."""
    OVER = "over"
    DRAWN = "drawn"
    """Chance: one card to the hand."""
    OPENED = "opened"
    """Chance: two cards to the market."""
    REFILL = "refill"
    """Chance: three diamonds to the empty market."""


CHANCE = (Phase.DRAWN, Phase.OPENED, Phase.REFILL)
_PLACES = {Phase.DRAWN: 1, Phase.OPENED: 2, Phase.REFILL: MARKET}


class State(NamedTuple):
    """One moment of a round. States never change: moves and chance give new ones."""

    rules: Rules
    hands: tuple[Cards, ...]
    safes: tuple[Safe, ...]
    market: Cards
    pile: Cards
    """From the top where the order is known, else sorted."""
    is_stack: bool
    """Whether the order of the pile is known."""
    used: Cards
    """Forced-sale cards that are gone."""
    closed: int | None
    """In whose turn the closing card came."""
    turn: int
    phase: Phase
    broken: int = 0
    """In phase give: the quality that is asked for; `owner` is who gives."""
    owner: int = -1

    # -- what is to be decided --------------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int:
        """The seat that decides."""
        return self.owner if self.phase is Phase.GIVE else self.turn

    @property
    def is_chance(self) -> bool:
        """Whether the pile turns up cards next."""
        return self.phase in CHANCE

    def moves(self) -> tuple[Move, ...]:
        """All legal moves; none if chance is next or the round is over."""
        if self.phase is Phase.DRAW:
            return (DRAW, OPEN)
        if self.phase is Phase.ACT:
            return tuple(self._acts())
        if self.phase is Phase.TRIM:
            hand = self.hands[self.turn]
            return tuple(Move(Kind.TRIM, choice) for choice in parts(hand, len(hand) - HAND_LIMIT))
        if self.phase is Phase.GIVE:
            return tuple(Move(Kind.GIVE, (kind,)) for kind in kinds(self._pile_of(self.owner, self.broken)))
        return ()

    def _acts(self) -> Iterator[Move]:
        hand, market = self.hands[self.turn], self.market
        own = kinds(hand)
        if not own:
            yield from self._powers()
            yield PASS
            return
        offered = {quality(kind) for kind in market}
        shown: dict[int, int] = {}
        for kind in own:
            shown[quality(kind)] = kind  # a plain copy comes last
        yield from (Move(Kind.SHOW, (kind,)) for each, kind in shown.items() if each in offered)
        yield from (Move(Kind.SUM, (kind,), taken) for kind in own for taken in sums(market, quality(kind)))
        in_safe = tuple(quality(pile[0]) for pile in self.safes[self.turn])
        yield from (Move(Kind.SAFE, choice) for choice in layings(hand, in_safe))
        yield from (Move(Kind.PUT, (kind,)) for kind in own)
        yield from self._powers()
        for tool in FORCED_SALES:
            if tool in hand:
                yield from (Move(Kind.SALE, (kind,), target=seat, tool=tool) for seat in self._others() for kind in own)

    def _powers(self) -> Iterator[Move]:
        """What forced-sale cards do instead."""
        hand = self.hands[self.turn]
        if T in hand:
            yield from (Move(Kind.TAKE, (kind,)) for kind in kinds(self.market))
        if B in hand:
            for seat in self._others():
                for each in reversed(QUALITIES):
                    yield Move(Kind.BREAK, (diamond(each),), target=seat)
                    if self.rules.loupes[each - 1]:
                        yield Move(Kind.BREAK, (diamond(each, True),), target=seat)
        if S in hand:
            for pile in self.safes[self.turn]:
                yield from (Move(Kind.SECURE, choice) for choice in some(of_quality(hand, quality(pile[0]))))

    def _others(self) -> Iterator[int]:
        players = self.rules.players
        return ((self.turn + step) % players for step in range(1, players))

    def can_act(self, seat: int) -> bool:
        """Whether the seat has, or may have, anything to do in phase 2: a diamond, or a forced-sale card that works without."""
        hand = self.hands[seat]
        return bool(hand) and (hand[0] < DIAMONDS or hand[-1] == HIDDEN or B in hand or (T in hand and bool(self.market)))

    def points(self) -> tuple[int, ...]:
        """Every seat's points if the round ended here."""
        return points(self.rules, self.hands, self.safes)

    # -- moves ------------------------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> State:
        """The state after `move`, which may then wait for chance.

        Raises IllegalMoveError when the rules do not allow it.
        """
        if move not in self.moves():
            raise IllegalMoveError(f"{move} is not a legal move", hint=f"legal moves: {', '.join(map(str, self.moves())) or 'none'}")
        return self.after(move)

    def after(self, move: Move) -> State:
        """As `play`, for a move that is known to be legal."""
        kind, cards = move.kind, move.cards
        if kind is Kind.DRAW:
            return self._replace(phase=Phase.DRAWN)
        if kind is Kind.OPEN:
            return self._replace(phase=Phase.OPENED)
        if kind is Kind.SHOW:
            return self._shown(quality(cards[0])).acted()
        if kind is Kind.SUM:
            return self._held(taken=cards, got=move.taken, to_market=cards).acted()
        if kind in (Kind.SAFE, Kind.SECURE):
            return self._laid(cards, S if kind is Kind.SECURE else None).acted()
        if kind is Kind.PUT:
            return self._held(taken=cards, to_market=cards).acted()
        if kind is Kind.TAKE:
            return self._using(T)._held(got=cards).acted()
        if kind is Kind.BREAK:
            return self._using(B)._broken_into(move.target, cards[0])
        if kind is Kind.SALE:
            return self._using(move.tool)._sold(move.target, cards[0])
        if kind is Kind.GIVE:
            return self._given(cards[0])
        if kind is Kind.TRIM:
            diamonds = tuple(kind for kind in cards if kind < DIAMONDS)
            state = self._held(taken=cards, to_market=diamonds)
            return state._replace(used=added(self.used, cards[len(diamonds) :]))._passed_on()
        return self.acted()

    def _held(self, *, taken: Cards = (), got: Cards = (), to_market: Cards = ()) -> State:
        """The own hand gives up `taken`, and gets `got` from the market; `to_market` goes there."""
        hand = added(taken_away(self.hands[self.turn], taken), got)
        market = added(taken_away(self.market, got), to_market)
        return self._replace(hands=_with(self.hands, self.turn, hand), market=market)

    def _shown(self, wanted: int) -> State:
        return self._held(got=of_quality(self.market, wanted))

    def _using(self, tool: int) -> State:
        """A forced-sale card is discarded."""
        hand = taken_away(self.hands[self.turn], (tool,))
        return self._replace(hands=_with(self.hands, self.turn, hand), used=added(self.used, (tool,)))

    def _laid(self, cards: Cards, tool: int | None) -> State:
        state = self if tool is None else self._using(tool)
        hand = taken_away(state.hands[self.turn], cards)
        safe = safe_of((*(kind for pile in self.safes[self.turn] for kind in pile), *cards))
        return state._replace(hands=_with(state.hands, self.turn, hand), safes=_with(self.safes, self.turn, safe))

    def _pile_of(self, seat: int, wanted: int) -> Cards:
        return next((pile for pile in self.safes[seat] if quality(pile[0]) == wanted), ())

    def _broken_into(self, owner: int, named: int) -> State:
        wanted = quality(named)
        copies = kinds(self._pile_of(owner, wanted))
        if has_loupe(named):
            copies = tuple(kind for kind in copies if has_loupe(kind))
        state = self._replace(phase=Phase.GIVE, broken=wanted, owner=owner)
        if len(copies) > 1:
            return state
        return state._given(copies[0] if copies else None)

    def _given(self, kind: int | None) -> State:
        """What comes out of a safe goes to the hand of who asked."""
        state = self._replace(phase=Phase.ACT, broken=0, owner=-1)
        if kind is None:
            return state.acted()
        safe = safe_of(taken_away(tuple(each for pile in self.safes[self.owner] for each in pile), (kind,)))
        hand = added(self.hands[self.turn], (kind,))
        return state._replace(hands=_with(self.hands, self.turn, hand), safes=_with(self.safes, self.owner, safe)).acted()

    def _sold(self, seller: int, shown: int) -> State:
        """All of the seller's diamonds of the quality go to the market and at once to the hand; if there are none, the shown one stays."""
        sold = of_quality(self.hands[seller], quality(shown))
        if not sold:
            return self._held(taken=(shown,), to_market=(shown,)).acted()
        hands = _with(self.hands, seller, taken_away(self.hands[seller], sold))
        return self._replace(hands=hands, market=added(self.market, sold))._shown(quality(shown)).acted()

    # -- how a turn goes on -----------------------------------------------------------------------------------------------------------

    def settled(self) -> State:
        """What comes next, where the seat to move has nothing to do in phase 2."""
        if self.phase is not Phase.ACT or self.can_act(self.turn):
            return self
        return self.acted()

    def acted(self) -> State:
        """What comes next where phase 2 is done, or is left out."""
        if not self.market and self.pile:
            return self._replace(phase=Phase.REFILL)
        return self._refilled()

    def _refilled(self) -> State:
        if len(self.hands[self.turn]) > HAND_LIMIT:
            return self._replace(phase=Phase.TRIM)
        return self._passed_on()

    def _passed_on(self) -> State:
        """The next turn; after the closing card only of seats that can move, and up to the seat in whose turn it came."""
        seat = (self.turn + 1) % self.rules.players
        if self.closed is None:
            return self._replace(turn=seat, phase=Phase.DRAW)
        while seat != self.closed and not self.can_act(seat):
            seat = (seat + 1) % self.rules.players
        if seat == self.closed:
            return self._replace(turn=seat, phase=Phase.OVER)
        return self._replace(turn=seat, phase=Phase.ACT)

    # -- chance -----------------------------------------------------------------------------------------------------------------------

    def turned_up(self, cards: Cards) -> State:
        """The state after the pile has turned up these cards, in this order.

        Raises ValueError if they are not in the pile.
        """
        if self.is_stack and self.pile[: len(cards)] != cards:
            raise ValueError(f"the pile does not begin with {written(cards)}")
        pile = self.pile[len(cards) :] if self.is_stack else taken_away(self.pile, cards)
        state = self._replace(pile=pile, closed=self.turn if X in cards else self.closed)
        if self.phase is Phase.DRAWN:
            hand = added(self.hands[self.turn], (kind for kind in cards if kind != X))
            return state._replace(hands=_with(self.hands, self.turn, hand), phase=Phase.ACT).settled()
        market = added(self.market, (kind for kind in cards if kind < DIAMONDS))
        used = added(self.used, (kind for kind in cards if kind in FORCED_SALES))
        state = state._replace(market=market, used=used)
        return state._refilled() if self.phase is Phase.REFILL else state._replace(phase=Phase.ACT).settled()

    def is_enough(self, cards: Cards) -> bool:
        """Whether the pile turns up no more cards after these."""
        return self.still_to_come(cards) <= 0

    def still_to_come(self, cards: Cards = ()) -> int:
        """How many cards the pile turns up at least after these; forced-sale cards among them are replaced by more."""
        return min(len(self.pile) - len(cards), _PLACES[self.phase] - sum(map(self._takes_place, cards)))

    def _takes_place(self, kind: int) -> bool:
        if self.phase is Phase.DRAWN:
            return True
        return kind < DIAMONDS or (kind == X and self.phase is Phase.OPENED)

    def chances(self) -> dict[Cards, float]:
        """What the pile may turn up next, and how likely that is; of cards that come in another order only one order is listed."""
        if self.is_stack:
            count = next(count for count in range(1, len(self.pile) + 1) if self.is_enough(self.pile[:count]))
            return {self.pile[:count]: 1.0}
        chances: dict[Cards, float] = {}
        for cards, chance in self._orders((), self.pile, 1.0):
            key = tuple(sorted(cards))
            chances[key] = chances.get(key, 0.0) + chance
        return chances

    def drawn(self, rng: Random) -> Cards:
        """What the pile turns up next, in order, drawn by chance."""
        pile = self.pile
        cards: Cards = ()
        while not cards or not self.is_enough(cards):
            kind = pile[0] if self.is_stack else pile[int(rng.random() * _candidates(self.rules, pile))]
            pile, cards = taken_away(pile, (kind,)), (*cards, kind)
        return cards

    def _orders(self, before: Cards, pile: Cards, chance: float) -> Iterator[tuple[Cards, float]]:
        if before and self.is_enough(before):
            yield before, chance
            return
        for kind, share in next_card(self.rules, pile).items():
            yield from self._orders((*before, kind), taken_away(pile, (kind,)), chance * share)


def next_card(rules: Rules, pile: Cards) -> dict[int, float]:
    """How likely each card is the next of a pile whose order is not known."""
    left = len(pile)
    closing = 0.0
    if X in pile:
        closing = float(left == 1) if rules.cloture is Cloture.LAST else 1 / left if left <= LAST_CARDS else 0.0
        left -= 1
    chances = {kind: (1 - closing) * pile.count(kind) / left for kind in dict.fromkeys(pile) if kind != X}
    return {**chances, X: closing} if closing else chances


def _candidates(rules: Rules, pile: Cards) -> int:
    """How many of the cards of a sorted pile can be the next: X is the last, and none of them while it is further down."""
    is_further_down = pile[-1] == X and len(pile) > (1 if rules.cloture is Cloture.LAST else LAST_CARDS)
    return len(pile) - is_further_down


def safe_of(cards: Cards) -> Safe:
    """The piles that these cards make: one of each quality."""
    held = tuple(sorted(cards))
    return tuple(of_quality(held, each) for each in dict.fromkeys(map(quality, held)))


def _with(items: tuple[_Item, ...], seat: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
