"""What is known of hidden cards in a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from .rules import (
    DIAMONDS,
    HIDDEN,
    NAMES,
    QUALITIES,
    B,
    Cards,
    Kind,
    Move,
    S,
    T,
    X,
    added,
    has_loupe,
    of_quality,
    quality,
    taken_away,
    written,
)
from .state import Phase, State

# -- moves with hidden cards --------------------------------------------------------------------------------------------------------------
# Moves of a round with hidden cards: what is known of each, and the state after it, in which HIDDEN stands for unknown cards.
#
# Of a hidden seat a state has nothing but the sizes: its hand is HIDDEN cards, its safe the piles in the order in which they were laid or
# written, with the cards that are told. What is known beyond that is the business of `Knowledge`.


class HiddenPile(NamedTuple):
    """A pile of a safe of which cards are hidden, or may be."""

    cards: Cards
    """The known ones, which give the quality."""
    unknown: int = 0
    """How many unknown ones it has."""


class Hidden(NamedTuple):
    """What is known of a seat's cards before the play."""

    known: Cards = ()
    """In the hand."""
    unknown: int = 0
    """How many other cards the hand has."""
    held: Cards = ()
    """Cards known to be among the unknown ones of the hand or the piles."""
    lacks: tuple[int, ...] = ()
    """Qualities that are not in the hand."""
    piles: tuple[HiddenPile, ...] = ()

    def hand(self) -> Cards:
        """As a state has it."""
        return (HIDDEN,) * (len(self.known) + self.unknown)

    def safe(self) -> tuple[Cards, ...]:
        """As a state has it."""
        return tuple((*pile.cards, *[HIDDEN] * pile.unknown) for pile in self.piles)

    def room(self) -> int:
        """How many cards are hidden without being known to be held."""
        return self.unknown + sum(pile.unknown for pile in self.piles) - len(self.held)


class Part(NamedTuple):
    """Cards that a hidden seat lays on one pile."""

    size: int
    pile: int = 0
    """The number of the pile, from 1; 0: a new one."""
    cards: Cards = ()
    """All of them, if they are known."""

    def __str__(self) -> str:
        if self.cards:
            return written(self.cards)  # they tell the pile by their quality
        return f"+{self.size}#{self.pile}" if self.pile else f"+{self.size}"


class FaceDownLay(NamedTuple):
    """A hidden seat lays cards face down: ``safe:+3``, ``safe:+4+1#1``, ``S:+1#2``."""

    kind: Kind
    """SAFE or SECURE."""
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        texts = list(map(str, self.parts))
        text = texts[0] + "".join(each if each.startswith("+") else f"+{each}" for each in texts[1:])
        return ("S:" if self.kind is Kind.SECURE else "safe:") + text

    @property
    def size(self) -> int:
        """How many cards are laid."""
        return sum(part.size for part in self.parts)


class Step(NamedTuple):
    """One move that was made, and what else it showed."""

    move: Move | FaceDownLay
    turned_up: Cards = ()
    """In the order in which the cards came: the card of a draw (HIDDEN where it is not told), those of an open, or a refill of the market
    after any other move."""
    given: Cards | None = None
    """What a hidden seat gave to a forced sale, or out of its safe."""
    pile: int = 0
    """The pile out of which it was given, from 1, where it has more than one."""
    is_skip: bool = False
    """Whether this is not a move, but a turn without phase 2 of a hidden seat that has nothing to do in it. It is not written."""


SKIP = Step(Move(Kind.PASS), is_skip=True)


def after(state: State, step: Step, hidden: Collection[int] = ()) -> State:
    """The state after one step. Raises ValueError if the cards that it names are not there."""
    if not hidden:
        assert isinstance(step.move, Move)
        state = state.after(step.move)
        return state.turned_up(step.turned_up) if step.turned_up else state
    if step.is_skip:
        return state.acted()
    state = _moved(state, step, hidden)
    if step.turned_up:
        state = with_pile(state, step.turned_up).turned_up(step.turned_up)
    return hide(state, hidden)


def hide(state: State, seats: Iterable[int]) -> State:
    """The state without what is known of the hands of these seats."""
    return with_hands(state, {seat: (HIDDEN,) * len(state.hands[seat]) for seat in seats})


def with_cards(state: State, seat: int, cards: Iterable[int]) -> State:
    """The state in which the hidden hand of a seat has these cards.

    Raises ValueError if the hand is too small.
    """
    cards = tuple(cards)
    hand = added(taken_away(state.hands[seat], [HIDDEN] * len(cards)), cards)
    return with_hands(state, {seat: hand})


def with_pile(state: State, cards: Cards) -> State:
    """The state in which these cards are in the pile, where it is not told what that has. Raises ValueError for more cards than it has."""
    if HIDDEN not in state.pile:
        return state
    return state._replace(pile=added(taken_away(state.pile, [HIDDEN] * len(cards)), cards))


def with_hands(state: State, hands: dict[int, Cards]) -> State:
    return state._replace(hands=tuple(hands.get(seat, hand) for seat, hand in enumerate(state.hands)))


def shown_by(move: Move) -> Cards:
    """The cards that a move proves to be in the hand of who makes it."""
    tools = {Kind.TAKE: (T,), Kind.BREAK: (B,), Kind.SECURE: (S,), Kind.SALE: (move.tool,)}.get(move.kind, ())
    return added(() if move.kind in (Kind.TAKE, Kind.BREAK, Kind.GIVE) else move.cards, tools)


def pile_given(state: State, owner: int, kind: int, number: int) -> int | None:
    """The index of the pile of a hidden seat out of which a card comes; None if that has to be told."""
    safe = state.safes[owner]
    if number:
        return number - 1 if number <= len(safe) else None
    of_quality = [at for at, pile in enumerate(safe) if pile[0] != HIDDEN and quality(pile[0]) == quality(kind)]
    if of_quality:
        return of_quality[0]
    not_told = [at for at, pile in enumerate(safe) if pile[0] == HIDDEN]
    return not_told[0] if len(not_told) == 1 else None


def _moved(state: State, step: Step, hidden: Collection[int]) -> State:
    actor, move = state.to_move, step.move
    if isinstance(move, FaceDownLay):
        return _laid(state, move)
    if actor in hidden:
        state = with_cards(state, actor, shown_by(move))
    if move.target in hidden and step.given is not None:
        if move.kind is Kind.BREAK:
            return _broken_into(state, move, step)
        state = with_cards(state, move.target, step.given)
    return state.after(move)


def _laid(state: State, move: FaceDownLay) -> State:
    seat = state.turn
    safe = list(state.safes[seat])
    for part in move.parts:
        cards = part.cards or (HIDDEN,) * part.size
        if part.pile:
            safe[part.pile - 1] = added(safe[part.pile - 1], cards)
        else:
            safe.append(cards)
    size = len(state.hands[seat]) - move.size - (move.kind is Kind.SECURE)
    if size < 0:
        raise ValueError("more cards are laid than there are")
    used = added(state.used, (S,)) if move.kind is Kind.SECURE else state.used
    state = with_hands(state, {seat: (HIDDEN,) * size})
    return state._replace(used=used, safes=_with_safe(state.safes, seat, safe)).acted()


def _broken_into(state: State, move: Move, step: Step) -> State:
    """A hidden seat gave a card out of its safe, or had none."""
    asker, owner = state.turn, move.target
    hand = taken_away(state.hands[asker], (B,))
    safe = list(state.safes[owner])
    for kind in step.given or ():
        at = pile_given(state, owner, kind, step.pile)
        assert at is not None
        safe[at] = taken_away(safe[at], (kind if kind in safe[at] else HIDDEN,))
        hand = added(hand, (kind,))
    state = with_hands(state, {asker: hand})
    return state._replace(used=added(state.used, (B,)), safes=_with_safe(state.safes, owner, safe)).acted()


def _with_safe(safes: Sequence[tuple[Cards, ...]], seat: int, safe: Sequence[Cards]) -> tuple[tuple[Cards, ...], ...]:
    return (*safes[:seat], tuple(safe), *safes[seat + 1 :])


# -- hidden hands -------------------------------------------------------------------------------------------------------------------------
# What is known of hidden cards, followed through the play. A card that is named (it was taken in public, or shown) is known to be in the
# hand, or in a pile that was laid since. A forced sale tells that the hand has no card of a quality: all cards of it that the hand has
# later came later. So everything that became of a card gives a window of time in which it must have come. Cards came openly, at a known
# time, or unseen: before the play, or by a draw that was not told. A holding is possible if each of its windows finds a card that came
# within it: ``worlds.py`` counts in how many ways.


_Item = TypeVar("_Item")
LONG_AGO, BEFORE, START = -2, -1, 0
"""Times: no lower bound; when cards came that may be in the piles of the start; and when these piles were laid."""


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
    """How many others were laid at each time."""
    quality: int | None = None
    taken: list[tuple[int, int]] = field(default_factory=list)
    """Which of these others went out again, and when. By which laying they came does not show."""

    @property
    def unknown(self) -> int:
        return sum(count for count, _ in self.lays) - len(self.taken)


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
    hint = f"{left} of them can still come" if left else "all of them have been named already"
    return f"there are more cards {NAMES[kind]} than the deck has", hint


class Knowledge:
    """Everything that follows from what a record says. Mutable: it follows the play step by step."""

    def __init__(self, start: State, hidden: Iterable[Hidden | None], unseen: Cards | None) -> None:
        """Raises ImpossibleError if more cards are told than there are."""
        self.time = START + 1
        self.hidden = {seat: given for seat, given in enumerate(hidden) if given is not None}
        self.seats = {seat: _seat(given) for seat, given in self.hidden.items()}
        self.is_pile_told = HIDDEN not in start.pile
        known = Counter(start.market) + Counter(start.used) + Counter(start.pile)
        known += Counter(kind for hand in start.hands for kind in hand) + Counter(
            kind for safe in start.safes for pile in safe for kind in pile
        )
        known += Counter(kind for each in self.hidden.values() for kind in (*each.known, *each.held))
        for kind in (HIDDEN, X):
            del known[kind]
        self.unseen = Counter(unseen) if unseen is not None else Counter(start.rules.deck)
        del self.unseen[X]
        if unseen is None:
            for kind, count in known.items():
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
        elif isinstance(move, FaceDownLay):
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
        elif kind is Kind.PASS and actor in self.seats:
            self._lack(actor, (*QUALITIES, S) if self.seats[actor].size == 1 else QUALITIES)  # with S alone the turn goes by unwritten
            named = {card.kind for card in self.seats[actor].named}
            usable = [each for each in ([T, B] if before.market else [B]) if self.unseen[each] or each in named]
            if len(usable) == 1:  # else the turn would have gone by; with both it is not known which one is there
                self._shows(actor, usable[0], ())

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
            self._denies(self.seats[move.target], move.cards[0])
            return
        (kind,) = step.given
        at = pile_given(before, move.target, kind, step.pile)
        assert at is not None
        self._out_of_pile(self.seats[move.target], self.seats[move.target].piles[at], kind)
        self._gain(actor, (kind,))

    def _denies(self, seat: Seat, wanted: int) -> None:
        """The safe has no card that a Perce-blindage wants: none of the quality, or none with a loupe."""
        for kind in (kind for pile in seat.piles for kind in pile.cards):
            if quality(kind) == quality(wanted) and (has_loupe(kind) or not has_loupe(wanted)):
                raise ImpossibleError(
                    "E-GIVE", "nothing was given, but the safe has such a card", f"it has {NAMES[kind]}: say what was given"
                )
        seat.denied.append((quality(wanted), has_loupe(wanted), self.time))

    def _out_of_pile(self, seat: Seat, pile: Pile, kind: int) -> None:
        pile.quality = quality(kind)
        if kind in pile.cards:
            pile.cards = tuple(sorted((Counter(pile.cards) - Counter([kind])).elements()))
            return
        if not pile.unknown:
            raise ImpossibleError("E-GIVE", "the pile does not have this card")
        fitting = [card for card in seat.named if card.kind == kind and any(card.since < time for _, time in pile.lays)]
        if fitting:
            seat.named.remove(min(fitting, key=lambda card: (seat.may_be_in_hand(card, self.time), card.since)))
        else:
            self._reveal(seat, kind)
        pile.taken.append((kind, self.time))

    def _lay(self, actor: int, move: FaceDownLay) -> None:
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
        cards = [card for card in seat.named if card.kind == kind and seat.may_be_in_hand(card, self.time)]
        return max(cards, key=lambda card: card.since, default=None)

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


def _seat(hidden: Hidden) -> Seat:
    piles = [
        Pile(pile.cards, [(pile.unknown, START)] if pile.unknown else [], quality(pile.cards[0]) if pile.cards else None)
        for pile in hidden.piles
    ]
    now = START + 1
    seat = Seat(
        len(hidden.known) + hidden.unknown, arrivals=[BEFORE] * hidden.room(), lacks={each: [now] for each in hidden.lacks}, piles=piles
    )
    for kind in hidden.known:
        seat.came(kind, now)
    for kind in hidden.held:
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
        piles=[Pile(pile.cards, list(pile.lays), pile.quality, list(pile.taken)) for pile in seat.piles],
        denied=list(seat.denied),
    )
