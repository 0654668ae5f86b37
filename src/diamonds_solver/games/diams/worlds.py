"""Worlds of a view of Diam's: when hidden cards can have come, and where they lie."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, combinations, permutations, product
from math import comb, factorial, gcd, perm, prod
from random import Random
from typing import Generic, NamedTuple, TypeVar

from .knowledge import EVER, LONG_AGO, Knowledge, Named, Pile, Seat, Window, sort
from .rules import HIDDEN, QUALITIES, Cards, X, diamond, has_loupe
from .state import Safe, State, safe_of

# -- arrivals -----------------------------------------------------------------------------------------------------------------------------
# When the unknown cards of a hidden seat can have come, and in how many ways.
#
# Each unknown card came by one arrival: before the play, or by a draw that was not told. What became of a card gives a window in which it
# must have come; so what a seat may hold is the likelier, the more ways there are to give every card an arrival of its own.

Free = tuple[tuple[tuple[int, ...], int], ...]
"""How many arrivals of each segment are left for the hand, and in how many ways the others can be given to cards."""


class Arrivals:
    """The arrivals of one seat, in segments: between two of them, in time, it was seen that the hand lacked something."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        lacks = sorted({LONG_AGO, *(when for times in seat.lacks.values() for when in times)})
        self._times = sorted((time, lacks[bisect_left(lacks, time) - 1]) for time in seat.arrivals)
        self._cuts = sorted({cut for _, cut in self._times})
        self.free = cache(self._free)  # most plans have the same windows

    def segment(self, low: int) -> int:
        """The first segment in which a card can have come that came after `low`; the number of segments if there is none."""
        return bisect_left(self._cuts, low)

    def _free(self, unknown: tuple[Window, ...]) -> Free:
        """What is left when each of these windows, sorted by `high`, has an arrival; empty if they cannot have."""
        states = {(0,) * len(self._cuts): 1}
        came = 0
        for window in unknown:
            while came < len(self._times) and self._times[came][0] <= window.high:
                states = self._came(states, came)
                came += 1
            given: Counter[tuple[int, ...]] = Counter()
            for counts, ways in states.items():
                for at in range(self.segment(window.low), len(counts)):
                    if counts[at]:
                        given[(*counts[:at], counts[at] - 1, *counts[at + 1 :])] += ways * counts[at]
            states = given
        for at in range(came, len(self._times)):
            states = self._came(states, at)
        return tuple(sorted(states.items()))

    def _came(self, states: dict[tuple[int, ...], int], number: int) -> dict[tuple[int, ...], int]:
        at = self.segment(self._times[number][1])
        return {(*counts[:at], counts[at] + 1, *counts[at + 1 :]): ways for counts, ways in states.items()}


def unknown_windows(seat: Seat, kind: int, windows: Iterable[Window]) -> Sequence[Window] | None:
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


# -- plans --------------------------------------------------------------------------------------------------------------------------------
# What one hidden seat may have laid face down. The rest of its cards is its hand, for which a plan says how free they are.


T = TypeVar("T")
_Lay = tuple[tuple[int, Window], ...]
"""Each card's kind and window."""


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
    free: Free
    """When the unseen cards of the hand can have come."""
    ways: int
    """In how many ways equal named cards can be told apart."""

    @property
    def size(self) -> int:
        """How many unseen cards are in the hand."""
        return sum(self.free[0][0])

    def unseen(self) -> Counter[int]:
        """The unseen cards in the piles."""
        counts: Counter[int] = Counter()
        for pile in self.piles:
            counts[diamond(pile.quality)] += pile.plain
            counts[diamond(pile.quality, True)] += pile.loupes
        return +counts


class _Choice(NamedTuple):
    """One pile and the named cards in it."""

    laid: Laid
    named: tuple[Named, ...]
    lays: Sequence[tuple[_Lay, int]]
    """All ways in which its cards, and those that went out of it, may have been laid; equal cards make each of them so often."""


class Again(Generic[T]):
    """Items that are found when they are asked for, and can be gone through again."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source, self._items = source, list[T]()

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < len(self._items) or self._find():
            yield self._items[at]
            at += 1

    def _find(self) -> bool:
        for item in self._source:
            self._items.append(item)
            return True
        return False


def plans(seat: Seat, now: int, unseen: Mapping[int, int]) -> list[Plan]:
    """All plans of a seat; those that differ only in which of equal cards is where are one."""
    return [plan._replace(ways=ways) for plan, ways in Counter(each_plan(seat, now, unseen)).items()]


def each_plan(seat: Seat, now: int, unseen: Mapping[int, int]) -> Iterator[Plan]:
    """The plans of a seat one by one, with 0 as their `ways`: those that differ in which of equal cards is where come apart."""
    arrivals, options = _Chances(seat, now), [Again(_options(seat, pile, unseen)) for pile in seat.piles]
    for choices in _all_choices(options, frozenset(), len(seat.named) - seat.size):
        left = list(seat.named)
        for choice in choices:
            for card in choice.named:
                left.remove(card)
        if not all(seat.may_be_in_hand(card, now) for card in left):
            continue
        plan = Plan(tuple(choice.laid for choice in choices), tuple(sorted(card.kind for card in left)), arrivals.left(left, choices), 0)
        if plan.free and plan.size + len(left) == seat.size:
            yield plan


class _Chances:
    """When the unseen cards of a hand can have come, as it depends on what was laid; for many plans of one seat."""

    def __init__(self, seat: Seat, now: int) -> None:
        self._seat, self._now, self._arrivals = seat, now, Arrivals(seat)
        self._rest = cache(self._rest_of)  # most kinds have the same windows in most plans
        self._kinds = {*seat.gone, *seat.public}

    def left(self, hand: Iterable[Named], choices: Sequence[_Choice]) -> Free:
        """What is left for the hand where these named cards are in it; empty if the play is not possible."""
        ways_by_room: Counter[tuple[int, ...]] = Counter()
        counts = Counter(card.kind for card in hand)
        for lays in product(*(choice.lays for choice in choices)):
            laid: dict[int, tuple[Window, ...]] = {}
            for kind, window in (each for lay, _ in lays for each in lay):
                laid[kind] = (*laid.get(kind, ()), window)
            unknown: list[Window] = []
            for kind in {*self._kinds, *counts, *laid}:
                rest = self._rest(kind, counts[kind], laid.get(kind, ()))
                if rest is None:
                    break
                unknown += rest
            else:
                often = prod(ways for _, ways in lays)
                for free, ways in self._arrivals.free(tuple(sorted(unknown, key=lambda window: (window.high, window.low)))):
                    ways_by_room[free] += often * ways
        return tuple(sorted(ways_by_room.items()))

    def _rest_of(self, kind: int, in_hand: int, laid: tuple[Window, ...]) -> Sequence[Window] | None:
        seat = self._seat
        held = [Window(seat.low(kind, self._now), EVER)] * in_hand
        return unknown_windows(seat, kind, [*seat.gone.get(kind, ()), *held, *laid])


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
    gone = sum(has_loupe(kind) for kind, _ in pile.taken)
    for count in range(min(len(named), size) + 1):
        for subset in combinations(named, count):
            for loupes in range(min(size - count, unseen.get(loupe, 0)) + 1):
                rest = size - count - loupes
                cards = tuple(sorted((*pile.cards, *(card.kind for card in subset))))
                with_loupe = loupes + sum(has_loupe(card.kind) for card in subset)
                if rest <= unseen.get(plain, 0) and not _is_denied(seat, pile, wanted, with_loupe + gone):
                    lays = _lays(pile, wanted, places, subset, with_loupe)
                    if lays:
                        yield _Choice(Laid(cards, rest, loupes, wanted), subset, lays)


def _lays(pile: Pile, wanted: int, places: Sequence[Window], named: Sequence[Named], loupes: int) -> Sequence[tuple[_Lay, int]]:
    """The ways in which the cards of a pile may have been laid, those that went out of it among them."""
    lays: Counter[_Lay] = Counter()
    for out in permutations(range(len(places)), len(pile.taken)):
        if any(places[at].high >= when for at, (_, when) in zip(out, pile.taken, strict=True)):
            continue
        rest = [at for at in range(len(places)) if at not in out]
        kinds = {at: kind for at, (kind, _) in zip(out, pile.taken, strict=True)}
        for chosen in combinations(rest, loupes):
            ways = 1
            for is_loupe in (False, True):
                own = Counter(places[at] for at in rest if (at in chosen) is is_loupe)
                ways *= _ways_to_lay(own, [card for card in named if has_loupe(card.kind) is is_loupe])
            if ways:
                with_loupe = dict.fromkeys(chosen, diamond(wanted, True))
                lay = sorted((({**kinds, **with_loupe}).get(at, diamond(wanted)), window) for at, window in enumerate(places))
                lays[tuple(lay)] += ways
    return list(lays.items())


def _ways_to_lay(places: Counter[Window], named: Sequence[Named]) -> int:
    """In how many ways cards can fill these places, named ones among them: each of those was known to be in the hand before."""
    if not named:
        return factorial(places.total())
    card, *others = named
    fitting = [(place, count) for place, count in places.items() if place.low <= card.since < place.high]
    return sum(count * _ways_to_lay(places - Counter([place]), others) for place, count in fitting)


def _is_denied(seat: Seat, pile: Pile, wanted: int, loupes: int) -> bool:
    """Whether a vain Perce-blindage says that the pile is not so."""
    for each, only_loupes, when in seat.denied:
        if each == wanted:
            later = sum(count for count, time in pile.lays if time > when)
            if loupes > later if only_loupes else pile.cards or any(time < when for _, time in pile.lays):
                return True
    return False


# -- worlds of a view ---------------------------------------------------------------------------------------------------------------------
# The worlds of a view: every way to deal the unseen cards to the hidden seats and to the pile, and to split what each has into hand and
# piles, that agrees with all that is known. They are counted exactly, and drawn one by one. A world is the likelier, the more ways there
# are in which its unknown cards can have come: where nobody was seen to lack anything, and nothing was laid, all are equally likely.


class Ways(NamedTuple):
    """Of some worlds."""

    worlds: int
    """How many they are."""
    weight: int
    """In how many ways their cards can have come, all together."""
    unit: int
    """A divisor of the weight of each of them."""

    def times(self, count: int, weight: int = 1) -> Ways:
        """So many times as many worlds, each that many times as heavy."""
        return Ways(self.worlds * count, self.weight * count * weight, self.unit * weight)


class Lot(NamedTuple):
    """One plan for every hidden seat, and in how many worlds it is theirs."""

    plans: tuple[Plan, ...]
    ways: Ways
    hands: _Hands


class Worlds:
    """The states that agree with what is known. Cards of one kind count as different cards, as they do in a deal."""

    def __init__(self, state: State, knowledge: Knowledge) -> None:
        """`state`: in which HIDDEN stands for what is not told."""
        self._state, self._knowledge = state, knowledge
        self._seats = sorted(knowledge.seats)
        self._unseen = +knowledge.unseen
        self._pile_rest = 0 if knowledge.is_pile_told else len(state.pile) - (state.closed is None)

    @cached_property
    def _lots(self) -> list[Lot]:
        return [Lot(chosen, hands.ways.times(ways), hands) for chosen, ways, hands in self._fitting(plans)]

    def _fitting(self, planned: Callable[[Seat, int, Counter[int]], Iterable[Plan]]) -> Iterator[tuple[tuple[Plan, ...], int, _Hands]]:
        """The plans that fit together, in how many ways their piles can be filled, and how the hands then can be."""
        seats, now = [self._knowledge.seats[seat] for seat in self._seats], self._knowledge.time
        levels = [
            {kind: arrivals.segment(seat.low(kind, now)) for kind in self._unseen}
            for seat, arrivals in zip(seats, map(Arrivals, seats), strict=True)
        ]
        for chosen, left, ways in _joined([planned(seat, now, self._unseen) for seat in seats], self._unseen):
            if sum(left.values()) - sum(plan.size for plan in chosen) == self._pile_rest:
                hands = _Hands(levels, chosen, left)
                if hands.ways.worlds:
                    yield chosen, ways, hands

    @cached_property
    def is_possible(self) -> bool:
        """Whether there is a world: much faster than to count them."""
        return any(True for _ in self._fitting(lambda seat, now, unseen: Again(each_plan(seat, now, unseen))))

    @cached_property
    def _unit(self) -> int:
        return gcd(*(lot.ways.unit for lot in self._lots))

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(lot.ways.weight // self._unit for lot in self._lots))

    @property
    def count(self) -> int:
        """How many worlds there are, exactly; 0 where what is known contradicts itself."""
        return sum(lot.ways.worlds for lot in self._lots)

    def draw(self, rng: Random) -> State:
        """One world, as likely as its weight says. There has to be one."""
        lot = self._lots[bisect(self._ends, rng.randrange(self._ends[-1]))]
        left = list(self._unseen.elements())
        safes = [tuple(_filled(pile, left) for pile in plan.piles) for plan in lot.plans]
        hands = lot.hands.draw(left, rng)
        return self._world([(*plan.hand, *hand) for plan, hand in zip(lot.plans, hands, strict=True)], safes, left)

    def looks(self) -> dict[State, int]:
        """All worlds that look different, each with its weight: the number of worlds that look like it where all are equally likely. Ask
        `count` first whether they are few."""
        counts: Counter[State] = Counter()
        for lot in self._lots:
            for safes, left, ways in _all_piles(lot.plans, self._unseen):
                for hands, rest, of_hands in lot.hands.all(left):
                    cards = [(*plan.hand, *hand) for plan, hand in zip(lot.plans, hands, strict=True)]
                    counts[self._world(cards, safes, list(rest.elements()))] += ways * of_hands // self._unit
        return counts

    def chances_of_piles(self, seat: int) -> list[dict[int, float]]:
        """For each pile of a hidden seat the chance of every quality that it may have."""
        at = self._seats.index(seat)
        totals: list[Counter[int]] = [Counter() for _ in self._knowledge.seats[seat].piles]
        for lot in self._lots:
            for pile, counts in zip(lot.plans[at].piles, totals, strict=True):
                counts[pile.quality] += lot.ways.weight // self._unit
        return [{each: ways / self._ends[-1] for each, ways in sorted(counts.items())} for counts in totals]

    def _world(self, hands: Sequence[Sequence[int]], safes: Sequence[Safe], rest: Sequence[int]) -> State:
        state = self._state
        all_hands, all_safes = list(state.hands), list(state.safes)
        for seat, hand, safe in zip(self._seats, hands, safes, strict=True):
            all_hands[seat] = tuple(sorted(hand))
            all_safes[seat] = safe_of(sum(safe, ()))
        pile = state.pile if HIDDEN not in state.pile else tuple(sorted((*rest, X) if state.closed is None else rest))
        return state._replace(hands=tuple(all_hands), safes=tuple(all_safes), pile=pile)


# -- piles ----------------------------------------------------------------------------------------------------------------------------


def _joined(each: Sequence[Iterable[Plan]], unseen: Counter[int]) -> Iterator[tuple[tuple[Plan, ...], Counter[int], int]]:
    """Plans of all seats for which there are enough cards, the cards that are left, and in how many ways."""
    if not each:
        yield (), unseen, 1
        return
    for plan in each[0]:
        needs = plan.unseen()
        if all(unseen[kind] >= count for kind, count in needs.items()):
            ways = plan.ways * prod(comb(unseen[kind], count) for kind, count in needs.items())
            for others, left, more in _joined(each[1:], unseen - needs):
                yield (plan, *others), left, ways * more


def _filled(pile: Laid, left: list[int]) -> Cards:
    """The pile with unseen cards, which are taken out of `left`."""
    cards = list(pile.cards)
    for kind, count in ((diamond(pile.quality), pile.plain), (diamond(pile.quality, True), pile.loupes)):
        for _ in range(count):
            left.remove(kind)  # which of equal cards it is does not show
            cards.append(kind)
    return tuple(sorted(cards))


def _all_piles(chosen: Sequence[Plan], unseen: Counter[int]) -> Iterator[tuple[list[Safe], Counter[int], int]]:
    """The piles of the plans, and in how many ways."""
    for plans_, left, ways in _joined([[plan] for plan in chosen], unseen):
        safes: list[Safe] = []
        for plan in plans_:
            piles = []
            for pile in plan.piles:
                cards = (*pile.cards, *[diamond(pile.quality)] * pile.plain, *[diamond(pile.quality, True)] * pile.loupes)
                piles.append(tuple(sorted(cards)))
            safes.append(tuple(piles))
        yield safes, left, ways


# -- hands ----------------------------------------------------------------------------------------------------------------------------


class _Hands:
    """All ways to fill the hands of one lot: each card came by an arrival after the hand was last seen to lack such cards."""

    def __init__(self, levels: Sequence[Mapping[int, int]], chosen: Sequence[Plan], left: Counter[int]) -> None:
        """`levels`: for every seat the first segment of its arrivals by which a card of each kind can have come that is in the hand now."""
        self._sizes = [plan.size for plan in chosen]
        self._left = +left
        self._bound = [
            at
            for at, plan in enumerate(chosen)
            if any(any(free[: levels[at][kind]]) for free in {free for free, _ in plan.free} for kind in self._left)
        ]
        self._others = [at for at in range(len(chosen)) if at not in self._bound]
        self._weight_of_others = prod(factorial(self._sizes[at]) * sum(ways for _, ways in chosen[at].free) for at in self._others)
        self._classes: dict[tuple[int, ...], list[int]] = {}
        for kind in sorted(self._left):
            self._classes.setdefault(tuple(levels[at][kind] for at in self._bound), []).append(kind)
        self._keys = sorted(self._classes)
        self._free = [chosen[at].free for at in self._bound]
        self._weights: dict[tuple[int, tuple[int, ...]], int] = {}
        self._known: dict[tuple[int, tuple[int, ...]], list[tuple[tuple[int, ...], Ways]]] = {}
        self.ways = self._ways(0, self._sizes_of(self._left))

    def draw(self, left: list[int], rng: Random) -> list[Cards]:
        """The hands; their cards are taken out of `left`."""
        hands: list[Cards] = [()] * len(self._sizes)
        of_class = {kind: at for at, key in enumerate(self._keys) for kind in self._classes[key]}
        cards: list[list[int]] = [[] for _ in self._keys]
        rng.shuffle(left)
        for kind in left:
            cards[of_class[kind]].append(kind)
        for step, at in enumerate(self._bound):
            splits = self._splits(step, tuple(map(len, cards)))
            mark = rng.randrange(sum(ways.weight for _, ways in splits))
            for taken, ways in splits:
                mark -= ways.weight
                if mark < 0:
                    hands[at] = tuple(pool.pop() for pool, count in zip(cards, taken, strict=True) for _ in range(count))
                    break
        left[:] = [kind for pool in cards for kind in pool]
        rng.shuffle(left)
        for at in self._others:
            hands[at] = tuple(left.pop() for _ in range(self._sizes[at]))
        return hands

    def all(self, left: Counter[int]) -> Iterator[tuple[list[Cards], Counter[int], int]]:
        """All hands that look different, the cards that are left, and the weight."""
        for hands, rest, weight in self._all(0, +left):
            in_order: list[Cards] = [()] * len(self._sizes)
            for at, hand in zip((*self._bound, *self._others), hands, strict=True):
                in_order[at] = hand
            yield in_order, rest, weight

    def _all(self, step: int, left: Counter[int]) -> Iterator[tuple[tuple[Cards, ...], Counter[int], int]]:
        order = (*self._bound, *self._others)
        if step == len(order):
            yield (), left, self._weight_of_others
            return
        for hand in dict.fromkeys(combinations(sorted(left.elements()), self._sizes[order[step]])):
            counts = Counter(hand)
            weight = self._weight(step, self._sizes_of(counts)) if step < len(self._bound) else 1
            if weight:
                weight *= prod(comb(left[kind], count) for kind, count in counts.items())
                for others, rest, more in self._all(step + 1, left - counts):
                    yield (hand, *others), rest, weight * more

    def _sizes_of(self, cards: Counter[int]) -> tuple[int, ...]:
        """How many of the cards are of each class."""
        return tuple(sum(cards[kind] for kind in self._classes[key]) for key in self._keys)

    def _ways(self, step: int, sizes: tuple[int, ...]) -> Ways:
        """The ways to fill the hands from this one on from classes of these sizes."""
        if step == len(self._bound):
            total, count = sum(sizes), 1
            for at in self._others:
                count *= comb(total, self._sizes[at])
                total -= self._sizes[at]
            return Ways(1, 1, 1).times(count if total >= 0 else 0, self._weight_of_others)
        ways = [each for _, each in self._splits(step, sizes)]
        return Ways(sum(each.worlds for each in ways), sum(each.weight for each in ways), gcd(*(each.unit for each in ways)))

    def _splits(self, step: int, sizes: tuple[int, ...]) -> list[tuple[tuple[int, ...], Ways]]:
        """How many cards of each class a bound hand may get, and the ways to deal all else then."""
        known = self._known.get((step, sizes))
        if known is not None:
            return known
        splits = self._known[step, sizes] = []
        need = self._sizes[self._bound[step]]
        for taken in product(*(range(min(size, need) + 1) for size in sizes)):
            weight = self._weight(step, taken) if sum(taken) == need else 0
            if weight:
                after = tuple(size - count for size, count in zip(sizes, taken, strict=True))
                ways = self._ways(step + 1, after).times(prod(map(comb, sizes, taken)), weight)
                if ways.worlds:
                    splits.append((taken, ways))
        return splits

    def _weight(self, step: int, taken: tuple[int, ...]) -> int:
        """In how many ways these cards of a bound hand can have come, and with them those that the seat laid or gave up."""
        known = self._weights.get((step, taken))
        if known is None:
            wanted = Counter[int]()
            for key, count in zip(self._keys, taken, strict=True):
                wanted[key[step]] += count
            known = self._weights[step, taken] = sum(ways * _orders(free, wanted) for free, ways in self._free[step])
        return known


def _orders(free: Sequence[int], wanted: Mapping[int, int]) -> int:
    """In how many ways cards can take the free arrivals, so many of which are in each segment; `wanted`: by the first segment that is
    possible for them, how many cards."""
    ways, used = 1, 0
    for level, count in sorted(wanted.items(), reverse=True):
        ways *= perm(max(0, sum(free[level:]) - used), count)
        used += count
    return ways
