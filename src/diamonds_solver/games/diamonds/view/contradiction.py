"""Whether the hidden cards fit at all: Hall's condition. Who cannot have enough cards is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUIT_NAMES, format_cards, suit_of

from .information import NOBODY, CardKind, InformationSet, information_set


@dataclass(frozen=True)
class _Room:
    """One place that takes cards: a hand, the cards of a suit that were won, other cards won, a forgotten card, or else the stub."""

    need: int
    seat: int | None = None
    suit: int | None = None
    is_earlier: bool = False
    forgotten: int | None = None

    def takes(self, known: InformationSet, kind: CardKind) -> bool:
        if self.seat is not None:
            return known.may_hold(self.seat, kind)
        if self.suit is not None:
            return kind.suit == self.suit and not kind.is_held
        if self.forgotten is not None:
            return self.forgotten in kind.forgotten
        return not kind.is_held if self.is_earlier else known.may_be_stub(kind)


def check_record(record: Record) -> None:
    """Raises PositionError when no deal agrees with all that the record says."""
    record = record.composed()
    check_room(record, information_set(record))


def check_room(record: Record, known: InformationSet) -> None:
    """Raises PositionError when no deal agrees with what is known, and says why.

    The cards fit unless some places need more cards than there are of those that at least one of them takes. A place that takes every
    card is never among them: without voids there is nothing to try.
    """
    _check_traced(record, known)
    rooms = [_Room(need, seat=seat) for seat, need in enumerate(known.needs()) if need]
    rooms += [_Room(need, suit=suit) for suit, need in enumerate(known.gone) if need]
    rooms += [_Room(known.stub)] if known.stub else []
    rooms += [_Room(known.earlier, is_earlier=True)] if known.earlier else []
    rooms += [_Room(1, forgotten=index) for index in range(len(known.forgotten))]
    kinds = Counter(map(known.kind, known.placed))
    takes = [frozenset(kind for kind in kinds if room.takes(known, kind)) for room in rooms]
    narrow = [index for index, taken in enumerate(takes) if len(taken) < len(kinds)]
    for count in range(1, len(narrow) + 1):
        for chosen in combinations(narrow, count):
            need = sum(rooms[index].need for index in chosen)
            have = sum(kinds[kind] for kind in frozenset().union(*(takes[index] for index in chosen)))
            if need > have:
                _refuse_orphans(record, known, kinds.keys() - frozenset().union(*takes))
                _refuse(record, known, [rooms[index] for index in chosen], have)


def _check_traced(record: Record, known: InformationSet) -> None:
    """A passed card that was not played before the record begins is still with the player who got it."""
    lost = [card for card, holder in known.traced.items() if holder == NOBODY and not known.earlier and not known.is_stub_played]
    lost = [card for card in lost if not known.gone[suit_of(card)]]
    if lost:
        message = f"{format_cards(lost)} cannot have been played before: 'took' has no cards of that suit"
        raise PositionError(message, code="E-GAVE", hint="the hands are those after the pass, before the first card of 'play'")
    for seat, need in enumerate(known.needs()):
        kept = [card for card, receiver in known.traced.items() if receiver == seat and not known.is_stub_played and not known.earlier]
        kept = [card for card in kept if not known.gone[suit_of(card)]]
        void = [card for card in kept if suit_of(card) in known.voids[seat]]
        if void or len(kept) > need:
            name = record.seat_name(seat)
            why = f"is void in {SUIT_LETTERS[suit_of(void[0])]}" if void else f"has only {need} hidden cards"
            message = f"{name} was passed {format_cards(void or kept)} and cannot have played that before, but {name} {why}"
            raise PositionError(message, code="E-GAVE")


def _refuse_orphans(record: Record, known: InformationSet, orphans: set[CardKind]) -> None:
    """Cards that nobody can have are the clearest reason, where there are any."""
    cards = [card for card in known.placed if known.kind(card) in orphans]
    if not cards:
        return
    hands = [seat for seat, need in enumerate(known.needs()) if need]
    message = f"{format_cards(cards)} can be nowhere: every other card is known or needed elsewhere"
    if hands:
        message = f"nobody can hold {format_cards(cards)}: {_reasons(record, known, hands, every=True).removesuffix('; ')}"
    raise PositionError(message, code="E-UNSEEN")


def _refuse(record: Record, known: InformationSet, rooms: list[_Room], have: int) -> None:
    seats = [room.seat for room in rooms if room.seat is not None]
    suits = [room.suit for room in rooms if room.suit is not None]
    won = " and ".join(f"{known.gone[suit]} {SUIT_NAMES[suit]}" for suit in suits)
    if not seats and not suits:
        message = f"{counted(len(rooms), 'card')} of the play are forgotten, and only {have} are left that they can have been"
        raise PositionError(message, code="E-FORGOTTEN")
    if not seats:
        raise PositionError(f"{won} cannot have been won: only {have} cards are left that they can be", code="E-TOOK")
    held = sum(room.need for room in rooms if room.seat is not None)
    names = " and ".join(map(record.seat_name, seats))
    besides = " more" if any(known.pinned[seat] for seat in seats) else ""
    reasons = _reasons(record, known, seats, every=len(seats) > 1)
    who = f"{'it' if len(seats) == 1 else 'they'} may hold" + (f", and {won} of them were won" if won else "")
    message = f"{names} cannot hold {held}{besides} cards: {reasons}only {have} cards are left that {who}"
    raise PositionError(message, code="E-UNSEEN")


def _reasons(record: Record, known: InformationSet, seats: list[int], every: bool) -> str:
    """``void in D, S; ``, with names where there are several seats; nothing where other reasons count."""
    told = ""
    for seat in seats:
        if known.voids[seat]:
            told += f"{record.seat_name(seat)} " if every else ""
            told += f"void in {', '.join(SUIT_LETTERS[suit] for suit in sorted(known.voids[seat]))}; "
    return told
