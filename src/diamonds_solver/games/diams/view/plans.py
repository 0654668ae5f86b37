"""What one hidden seat may have laid face down: its plans. The rest of its cards is its hand, for which a plan says how free they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Generic, NamedTuple, TypeVar

from diamonds_solver.games.diams.record.knowledge import EVER, Named, Pile, Seat, Window, free_arrivals, sort, without_public
from diamonds_solver.games.diams.rules.cards import QUALITIES, Cards, diamond, has_loupe

T = TypeVar("T")


class Laid(NamedTuple):
    """One pile of a plan."""

    cards: Cards
    """Told and named ones."""
    plain: int
    """Unseen cards without a loupe, and with one."""
    loupes: int
    quality: int


class Plan(NamedTuple):
    """One way in which a seat may have laid its piles."""

    piles: tuple[Laid, ...]
    hand: Cards
    """The named cards in the hand."""
    free: tuple[int, ...]
    """When the unseen cards of the hand came, the latest possible times, in order."""
    ways: int
    """In how many ways equal named cards can be told apart."""

    def unseen(self) -> Counter[int]:
        """The unseen cards in the piles."""
        found: Counter[int] = Counter()
        for pile in self.piles:
            found[diamond(pile.quality)] += pile.plain
            found[diamond(pile.quality, True)] += pile.loupes
        return +found


class _Choice(NamedTuple):
    """One pile and the named cards in it."""

    laid: Laid
    named: tuple[Named, ...]
    lays: tuple[tuple[tuple[int, Window], ...], ...]
    """All ways in which its cards may have been laid: each one's kind and window."""


class Again(Generic[T]):
    """Items that are found when they are asked for, and can be gone through again."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source, self._found = source, list[T]()

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < len(self._found) or self._find():
            yield self._found[at]
            at += 1

    def _find(self) -> bool:
        for item in self._source:
            self._found.append(item)
            return True
        return False


def plans(seat: Seat, now: int, unseen: Mapping[int, int]) -> list[Plan]:
    """All plans of a seat; those that differ only in which of equal cards is where are one."""
    return [plan._replace(ways=ways) for plan, ways in Counter(each_plan(seat, now, unseen)).items()]


def each_plan(seat: Seat, now: int, unseen: Mapping[int, int]) -> Iterator[Plan]:
    """The plans of a seat one by one, with 0 as their `ways`: those that differ in which of equal cards is where come apart."""
    arrivals, options = _Arrivals(seat, now), [Again(_options(seat, pile, unseen)) for pile in seat.piles]
    for choices in _all_choices(options, frozenset(), len(seat.named) - seat.size):
        left = list(seat.named)
        for choice in choices:
            for card in choice.named:
                left.remove(card)
        if not all(seat.may_be_in_hand(card, now) for card in left):
            continue
        free = arrivals.left([card.kind for card in left], choices)
        if free is not None and len(free) + len(left) == seat.size:
            yield Plan(tuple(choice.laid for choice in choices), tuple(sorted(card.kind for card in left)), free, 0)


class _Arrivals:
    """When the unseen cards of a hand came, as it depends on what was laid; for many plans of one seat."""

    def __init__(self, seat: Seat, now: int) -> None:
        self._seat, self._now = seat, now
        self._rest = cache(self._rest_of)  # most kinds have the same windows in most plans
        self._kinds = {*seat.gone, *seat.public}

    def left(self, hand: Sequence[int], choices: Sequence[_Choice]) -> tuple[int, ...] | None:
        """The latest possible times, where these named cards are in the hand; None if the play is not possible."""
        best: tuple[int, ...] | None = None
        counts = Counter(hand)
        for lays in product(*(choice.lays for choice in choices)):
            laid: dict[int, tuple[Window, ...]] = {}
            for kind, window in (each for pile in lays for each in pile):
                laid[kind] = (*laid.get(kind, ()), window)
            unknown: list[Window] = []
            for kind in {*self._kinds, *counts, *laid}:
                rest = self._rest(kind, counts[kind], laid.get(kind, ()))
                if rest is None:
                    break
                unknown += rest
            else:
                free = free_arrivals(self._seat, unknown)
                if free is not None and (best is None or free > best):
                    best = free
        return best

    def _rest_of(self, kind: int, in_hand: int, laid: tuple[Window, ...]) -> list[Window] | None:
        seat = self._seat
        held = [Window(seat.low(kind, self._now), EVER)] * in_hand
        return without_public(seat, kind, [*seat.gone.get(kind, ()), *held, *laid])


def _all_choices(options: Sequence[Iterable[_Choice]], used: frozenset[int], least: int) -> Iterator[tuple[_Choice, ...]]:
    """One choice for each pile, of different qualities, with at least so many named cards: there is no room for more in the hand."""
    if not options:
        if least <= 0:
            yield ()
        return
    for choice in options[0]:
        if choice.laid.quality not in used:
            for rest in _all_choices(options[1:], used | {choice.laid.quality}, least - len(choice.named)):
                yield (choice, *rest)


def _options(seat: Seat, pile: Pile, unseen: Mapping[int, int]) -> Iterator[_Choice]:
    """What the pile may consist of, whatever the others are."""
    known = {each.quality for each in seat.piles if each.quality is not None}
    for each in QUALITIES if pile.quality is None else (pile.quality,):
        if pile.quality is not None or each not in known:
            yield from _choices(seat, pile, each, unseen)


def _choices(seat: Seat, pile: Pile, wanted: int, unseen: Mapping[int, int]) -> Iterator[_Choice]:
    """What the pile may consist of if it is of this quality."""
    plain, loupe = diamond(wanted), diamond(wanted, True)
    named = [card for card in seat.named if sort(card.kind) == wanted]
    size = pile.unknown
    if size > len(named) + unseen.get(plain, 0) + unseen.get(loupe, 0):
        return
    places = [Window(seat.low(plain, time), time) for count, time in pile.lays for _ in range(count)]
    for count in range(min(len(named), size) + 1):
        for subset in combinations(named, count):
            if not _can_be_laid(places, subset):
                continue
            for loupes in range(min(size - count, unseen.get(loupe, 0)) + 1):
                rest = size - count - loupes
                cards = tuple(sorted((*pile.cards, *(card.kind for card in subset))))
                with_loupe = loupes + sum(has_loupe(card.kind) for card in subset)
                if rest <= unseen.get(plain, 0) and not _is_denied(seat, pile, wanted, with_loupe):
                    ways = tuple(
                        tuple((loupe if at in chosen else plain, window) for at, window in enumerate(places))
                        for chosen in _different(places, with_loupe)
                    )
                    yield _Choice(Laid(cards, rest, loupes, wanted), subset, ways)


def _different(places: Sequence[Window], count: int) -> Iterator[tuple[int, ...]]:
    """The ways to choose that many of the places, equal places counted once."""
    seen = set()
    for chosen in combinations(range(len(places)), count):
        windows = tuple(places[at] for at in chosen)
        if windows not in seen:
            seen.add(windows)
            yield chosen


def _can_be_laid(places: Sequence[Window], subset: Sequence[Named]) -> bool:
    """Whether named cards can be in a pile: each was known to be in the hand before a place was filled."""
    left = sorted(subset, key=lambda card: card.since)
    for place in places:  # from the first one that was filled: it takes the card that came first of those that it can take
        fitting = next((card for card in left if place.low <= card.since < place.high), None)
        if fitting is not None:
            left.remove(fitting)
    return not left


def _is_denied(seat: Seat, pile: Pile, wanted: int, loupes: int) -> bool:
    """Whether a vain Perce-blindage says that the pile is not so."""
    for each, only_loupes, when in seat.denied:
        if each == wanted:
            later = sum(count for count, time in pile.lays if time > when)
            if loupes > later if only_loupes else pile.cards or any(time < when for _, time in pile.lays):
                return True
    return False
