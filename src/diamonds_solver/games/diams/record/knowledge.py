"""What is known of hidden cards, followed through the play.

A card that is named (it was taken in public, or shown) is known to be in the hand, or in a pile that was laid since. A forced sale tells
that the hand has no card of a quality: all cards of it that the hand has later came later. So everything that became of a card gives a
window of time in which it must have come. Cards came openly, at a known time, or unseen: before the play, or by a draw that was not told. A
holding is possible if each of its windows finds a card that came within it: `without_public` and `free_arrivals` tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple, TypeVar

from diamonds_solver.games.diams.rules.cards import DIAMONDS, HIDDEN, NAMES, QUALITIES, B, Cards, S, T, X, has_loupe, of_quality, quality
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase, State

from .hidden import Hidden, Laying, Step, pile_given

_Item = TypeVar("_Item")
LONG_AGO, BEFORE, START = -2, -1, 0
"""Times: no lower bound; when cards came that may be in the piles of the start; and when these piles were laid."""
EVER = 1 << 30
"""A time after all others: a card that is still in the hand."""


class ImpossibleError(Exception):
    """A step is impossible."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


class Named(NamedTuple):
    """A card that a seat is known to have."""

    kind: int
    since: int
    """When it was last known to be in the hand; BEFORE: in the hand or a pile of the start."""


class Window(NamedTuple):
    """When a card came: after `low`, not after `high`."""

    low: int
    high: int


@dataclass
class Pile:
    """A pile of which cards are hidden, or may be."""

    cards: Cards
    """Those that are told."""
    lays: list[tuple[int, int]]
    """How many others were laid at each time, and are still there."""
    quality: int | None = None

    @property
    def unknown(self) -> int:
        return sum(count for count, _ in self.lays)


@dataclass
class Seat:
    """What is known of one hidden seat."""

    size: int
    """Cards in its hand."""
    named: list[Named] = field(default_factory=list)
    arrivals: list[int] = field(default_factory=list)
    """The times at which unknown cards came."""
    revealed: int = 0
    """How many of these cards have been named since."""
    public: dict[int, list[int]] = field(default_factory=dict)
    """By kind the times at which cards came openly; a card that is shown goes and comes at once."""
    gone: dict[int, list[Window]] = field(default_factory=dict)
    """By kind of the cards that went openly."""
    lacks: dict[int, list[int]] = field(default_factory=dict)
    """When the hand had no card of a quality, or (by its kind) a forced-sale card."""
    piles: list[Pile] = field(default_factory=list)
    denied: list[tuple[int, bool, int]] = field(default_factory=list)
    """Qualities that the safe did not have (true: not with a loupe), and when."""

    def low(self, kind: int, time: int) -> int:
        """After what time a card came that is in the hand at `time`."""
        return max((when for when in self.lacks.get(sort(kind), ()) if when <= time), default=LONG_AGO)

    def may_be_in_hand(self, card: Named, time: int) -> bool:
        return self.low(card.kind, time) <= card.since

    def came(self, kind: int, time: int) -> None:
        """A card came openly."""
        self.named.append(Named(kind, time))
        self.public.setdefault(kind, []).append(time)

    @property
    def unknown(self) -> int:
        """Cards in the hand and in piles that nothing is known of."""
        return len(self.arrivals) - self.revealed


def sort(kind: int) -> int:
    """The quality of a diamond; of a forced-sale card its kind."""
    return quality(kind) if kind < DIAMONDS else kind


def too_many(kind: int, left: int) -> tuple[str, str]:
    """What to say where more cards of a kind are told than the `left` that have not been seen: a message and a hint."""
    hint = f"{left} of them can still come" if left else "all of them have been told already"
    return f"there are more cards {NAMES[kind]} than the deck has", hint


class Knowledge:
    """Everything that follows from what a record says. Mutable: it follows the play step by step."""

    def __init__(self, start: State, hidden: Iterable[Hidden | None], unseen: Cards | None) -> None:
        """Raises ImpossibleError if more cards are told than there are."""
        self.time = START + 1
        self.hidden = {seat: told for seat, told in enumerate(hidden) if told is not None}
        self.seats = {seat: _seat(told) for seat, told in self.hidden.items()}
        self.is_pile_told = HIDDEN not in start.pile
        told = Counter(start.market) + Counter(start.used) + Counter(start.pile)
        told += Counter(kind for hand in start.hands for kind in hand) + Counter(
            kind for safe in start.safes for pile in safe for kind in pile
        )
        told += Counter(kind for each in self.hidden.values() for kind in (*each.known, *each.held))
        for kind in (HIDDEN, X):
            del told[kind]
        self.unseen = Counter(unseen) if unseen is not None else Counter(start.rules.deck)
        del self.unseen[X]
        if unseen is None:
            for kind, count in told.items():
                self._see(kind, count)

    def copy(self) -> Knowledge:
        """An independent copy."""
        other = object.__new__(Knowledge)
        other.time, other.hidden, other.is_pile_told = self.time, self.hidden, self.is_pile_told
        other.unseen = self.unseen.copy()
        other.seats = {seat: _copy(known) for seat, known in self.seats.items()}
        return other

    def showing(self, number: int, cards: Cards) -> Knowledge:
        """What would be known if that hidden seat showed these cards of its hand. Raises ImpossibleError if it cannot."""
        other = self.copy()
        other.time += 1
        seat = other.seats[number]
        for kind in cards:
            other._goes(seat, kind)
        for kind in cards:
            seat.came(kind, other.time)
        return other

    def follow(self, before: State, step: Step, now: State) -> None:
        """Learns from a step. Raises ImpossibleError if it cannot be."""
        self.time += 1
        actor, move = before.to_move, step.move
        if step.is_skip:
            self._lack(actor, (*QUALITIES, B, *([T] if before.market else [])))
        elif isinstance(move, Laying):
            self._lay(actor, move)
        else:
            self._learn(before, step, move, now)
        if step.turned_up:
            self.turned_up(before.turn, move.kind, step.turned_up)

    # -- moves ------------------------------------------------------------------------------------------------------------------------

    def _learn(self, before: State, step: Step, move: Move, now: State) -> None:
        actor, kind = before.to_move, move.kind
        if kind is Kind.SHOW:
            self._shows(actor, move.cards[0], of_quality(before.market, quality(move.cards[0])))
        elif kind in (Kind.SUM, Kind.PUT, Kind.TRIM):
            self._lose(actor, move.cards)
            self._gain(actor, move.taken)
        elif kind is Kind.TAKE:
            self._lose(actor, (T,))
            self._gain(actor, move.cards)
        elif kind is Kind.SALE:
            self._lose(actor, (move.tool,))
            self._sold(
                actor, move, before, of_quality(before.hands[move.target], quality(move.cards[0])) if step.given is None else step.given
            )
        elif kind is Kind.BREAK:
            self._lose(actor, (B,))
            self._broken(actor, before, move, step, now)
        elif kind is Kind.GIVE:
            self._gain(before.turn, move.cards)
        elif kind is Kind.PASS:
            self._lack(actor, QUALITIES)

    def _sold(self, actor: int, move: Move, before: State, given: Cards) -> None:
        wanted = quality(move.cards[0])
        self._lose(move.target, given)
        self._lack(move.target, (wanted,))
        if given:
            self._shows(actor, move.cards[0], (*given, *of_quality(before.market, wanted)))
        else:
            self._lose(actor, move.cards)

    def _broken(self, actor: int, before: State, move: Move, step: Step, now: State) -> None:
        if move.target not in self.seats:
            if now.phase is not Phase.GIVE:
                gone = Counter(kind for pile in before.safes[move.target] for kind in pile)
                gone -= Counter(kind for pile in now.safes[move.target] for kind in pile)
                self._gain(actor, gone.elements())
            return
        if not step.given:
            self.seats[move.target].denied.append((quality(move.cards[0]), has_loupe(move.cards[0]), self.time))
            return
        (kind,) = step.given
        at = pile_given(before, move.target, kind, step.pile)
        assert at is not None
        self._out_of_pile(self.seats[move.target], self.seats[move.target].piles[at], kind)
        self._gain(actor, (kind,))

    def _out_of_pile(self, seat: Seat, pile: Pile, kind: int) -> None:
        pile.quality = quality(kind)
        if kind in pile.cards:
            pile.cards = tuple(sorted((Counter(pile.cards) - Counter([kind])).elements()))
            return
        if not pile.lays:
            raise ImpossibleError("E-GIVE", "the pile does not have this card")
        fitting = [card for card in seat.named if card.kind == kind and any(card.since < time for _, time in pile.lays)]
        at = len(pile.lays) - 1
        if fitting:
            card = min(fitting, key=lambda card: (seat.may_be_in_hand(card, self.time), card.since))
            seat.named.remove(card)
            at = next(at for at, (_, time) in enumerate(pile.lays) if card.since < time)
        else:
            self._reveal(seat, kind)
        count, time = pile.lays[at]
        seat.gone.setdefault(kind, []).append(Window(seat.low(kind, time), time))
        pile.lays[at : at + 1] = [(count - 1, time)] if count > 1 else []

    def _lay(self, actor: int, move: Laying) -> None:
        if move.kind is Kind.SECURE:
            self._lose(actor, (S,))
        seat = self.seats[actor]
        for part in move.parts:
            if not part.pile:
                seat.piles.append(Pile((), []))
            pile = seat.piles[part.pile - 1]  # of a new one: the last
            if part.cards:
                self._lose(actor, part.cards)
                pile.cards = tuple(sorted((*pile.cards, *part.cards)))
                pile.quality = quality(part.cards[0])
            else:
                pile.lays.append((part.size, self.time))
                seat.size -= part.size

    # -- cards ------------------------------------------------------------------------------------------------------------------------

    def turned_up(self, turn: int, kind: Kind, cards: Cards) -> None:
        """Learns what the pile turned up after a move of that kind. Raises ImpossibleError if it cannot be."""
        seen = [each for each in cards if each not in (X, HIDDEN)]
        if not self.is_pile_told:
            for each in seen:
                self._see(each)
        if kind is not Kind.DRAW or turn not in self.seats:
            return
        self._gain(turn, seen)
        if HIDDEN in cards:
            self.seats[turn].arrivals.append(self.time)
            self.seats[turn].size += 1

    def _see(self, kind: int, count: int = 1) -> None:
        """Cards that were hidden from all are not any more."""
        if self.unseen[kind] < count:
            raise ImpossibleError("E-COPIES", *too_many(kind, self.unseen[kind]))
        self.unseen[kind] -= count

    def _reveal(self, seat: Seat, kind: int) -> None:
        """An unknown card of the seat is this one."""
        self._see(kind)
        if not seat.unknown:
            raise ImpossibleError("E-NOT-HELD", "no card is left that could be this one", "all cards of the player are known")
        seat.revealed += 1

    def _gain(self, seat: int, kinds: Iterable[int]) -> None:
        if seat in self.seats:
            for kind in kinds:
                self.seats[seat].came(kind, self.time)
                self.seats[seat].size += 1

    def _lose(self, number: int, kinds: Iterable[int]) -> None:
        if number not in self.seats:
            return
        seat = self.seats[number]
        for kind in kinds:
            self._goes(seat, kind)
            seat.size -= 1

    def _goes(self, seat: Seat, kind: int) -> None:
        """A card of the kind goes out of the hand: a named one, if one may be there."""
        named = self._in_hand(seat, kind)
        if named is not None:
            seat.named.remove(named)
        else:
            self._reveal(seat, kind)
        seat.gone.setdefault(kind, []).append(Window(seat.low(kind, self.time), self.time))

    def _in_hand(self, seat: Seat, kind: int) -> Named | None:
        """A named card of the kind that may be in the hand: the one that was last known to be there."""
        found = [card for card in seat.named if card.kind == kind and seat.may_be_in_hand(card, self.time)]
        return max(found, key=lambda card: card.since, default=None)

    def _shows(self, number: int, kind: int, taken: Iterable[int]) -> None:
        """The seat shows a card, and takes others."""
        if number in self.seats:
            self._goes(self.seats[number], kind)
            self.seats[number].came(kind, self.time)
            self._gain(number, taken)

    def _lack(self, number: int, sorts: Iterable[int]) -> None:
        if number in self.seats:
            for each in sorts:
                self.seats[number].lacks.setdefault(each, []).append(self.time)


def without_public(seat: Seat, kind: int, windows: Sequence[Window]) -> list[Window] | None:
    """The windows of cards of one kind that are left for unknown cards; None if a card that came openly has none.

    Cards that came openly are for the windows that end first, so that the others are as wide as possible.
    """
    rest = sorted(windows, key=lambda window: (window.high, -window.low))
    for time in sorted(seat.public.get(kind, ()), reverse=True):
        fitting = next((window for window in rest if window.low < time < window.high), None)
        if fitting is None:
            return None
        rest.remove(fitting)
    return rest


def free_arrivals(seat: Seat, unknown: Iterable[Window]) -> tuple[int, ...] | None:
    """The arrivals of unknown cards that are left when each of these windows has one; None if they cannot have.

    Each arrival in turn goes to the open window that ends first: those used are the earliest, and no other choice leaves more after any
    time.
    """
    waiting = sorted(unknown, reverse=True)
    highs: list[int] = []
    free = []
    for time in sorted(seat.arrivals):
        while waiting and waiting[-1].low < time:
            heappush(highs, waiting.pop().high)
        if not highs:
            free.append(time)
        elif heappop(highs) < time:
            return None
    return None if waiting or highs else tuple(free)


def _seat(told: Hidden) -> Seat:
    piles = [
        Pile(pile.cards, [(pile.unknown, START)] if pile.unknown else [], quality(pile.cards[0]) if pile.cards else None)
        for pile in told.piles
    ]
    now = START + 1
    seat = Seat(len(told.known) + told.unknown, arrivals=[BEFORE] * told.room(), lacks={each: [now] for each in told.lacks}, piles=piles)
    for kind in told.known:
        seat.came(kind, now)
    for kind in told.held:
        seat.came(kind, BEFORE)
    return seat


def _copy(seat: Seat) -> Seat:
    def lists(of: dict[int, list[_Item]]) -> dict[int, list[_Item]]:
        return {each: list(items) for each, items in of.items()}

    return Seat(
        size=seat.size,
        named=list(seat.named),
        arrivals=list(seat.arrivals),
        revealed=seat.revealed,
        public=lists(seat.public),
        gone=lists(seat.gone),
        lacks=lists(seat.lacks),
        piles=[Pile(pile.cards, list(pile.lays), pile.quality) for pile in seat.piles],
        denied=list(seat.denied),
    )
