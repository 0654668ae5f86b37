"""The worlds of a view: every way to deal the unseen cards to the hidden seats and to the pile, and to split what each has into hand and
piles, that agrees with all that is known. They are equally likely, counted exactly, and drawn one by one.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, combinations, product
from math import comb, prod
from random import Random
from typing import NamedTuple

from diamonds_solver.games.diams.record.knowledge import Knowledge, Seat
from diamonds_solver.games.diams.rules.cards import HIDDEN, Cards, X, diamond
from diamonds_solver.games.diams.rules.state import Safe, State, safe_of

from .plans import Again, Laid, Plan, each_plan, plans


class Lot(NamedTuple):
    """One plan for every hidden seat, and in how many worlds it is theirs."""

    plans: tuple[Plan, ...]
    ways: int
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
        return [Lot(chosen, ways * hands.count, hands) for chosen, ways, hands in self._fitting(plans)]

    def _fitting(self, planned: Callable[[Seat, int, Counter[int]], Iterable[Plan]]) -> Iterator[tuple[tuple[Plan, ...], int, _Hands]]:
        """The plans that fit together, in how many ways their piles can be filled, and how the hands then can be."""
        seats, now = [self._knowledge.seats[seat] for seat in self._seats], self._knowledge.time
        lows = [{kind: seat.low(kind, now) for kind in self._unseen} for seat in seats]
        for chosen, left, ways in _joined([planned(seat, now, self._unseen) for seat in seats], self._unseen):
            if sum(left.values()) - sum(len(plan.free) for plan in chosen) == self._pile_rest:
                hands = _Hands(lows, chosen, left)
                if hands.count:
                    yield chosen, ways, hands

    @cached_property
    def is_possible(self) -> bool:
        """Whether there is a world: much faster than to count them."""
        return any(True for _ in self._fitting(lambda seat, now, unseen: Again(each_plan(seat, now, unseen))))

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(lot.ways for lot in self._lots))

    @property
    def count(self) -> int:
        """How many worlds there are, exactly; 0 where what is known contradicts itself."""
        return self._ends[-1] if self._lots else 0

    def draw(self, rng: Random) -> State:
        """One world, each as likely as another. There has to be one."""
        lot = self._lots[bisect(self._ends, rng.randrange(self.count))]
        left = list(self._unseen.elements())
        safes = [tuple(_filled(pile, left) for pile in plan.piles) for plan in lot.plans]
        hands = lot.hands.draw(left, rng)
        return self._world([(*plan.hand, *hand) for plan, hand in zip(lot.plans, hands, strict=True)], safes, left)

    def looks(self) -> dict[State, int]:
        """All worlds that look different, each with the number of worlds that look like it. Ask `count` first whether they are few."""
        found: Counter[State] = Counter()
        for lot in self._lots:
            for safes, left, ways in _all_piles(lot.plans, self._unseen):
                for hands, rest, of_hands in lot.hands.all(left):
                    cards = [(*plan.hand, *hand) for plan, hand in zip(lot.plans, hands, strict=True)]
                    found[self._world(cards, safes, list(rest.elements()))] += ways * of_hands
        return found

    def chances_of_piles(self, seat: int) -> list[dict[int, float]]:
        """For each pile of a hidden seat the chance of every quality that it may have."""
        at = self._seats.index(seat)
        found: list[Counter[int]] = [Counter() for _ in self._knowledge.seats[seat].piles]
        for lot in self._lots:
            for pile, counts in zip(lot.plans[at].piles, found, strict=True):
                counts[pile.quality] += lot.ways
        return [{each: ways / self.count for each, ways in sorted(counts.items())} for counts in found]

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
    """All ways to fill the hands of one lot: cards that came after what a seat is known to lack are at most as many as came since."""

    def __init__(self, lows: Sequence[Mapping[int, int]], chosen: Sequence[Plan], left: Counter[int]) -> None:
        """`lows`: for every seat after what time a card of each kind came that is in the hand now."""
        self._sizes = [len(plan.free) for plan in chosen]
        self._left = +left
        self._bound = [at for at, plan in enumerate(chosen) if plan.free and any(lows[at][kind] >= plan.free[0] for kind in self._left)]
        self._others = [at for at in range(len(chosen)) if at not in self._bound]
        self._classes: dict[tuple[int, ...], list[int]] = {}
        for kind in sorted(self._left):
            self._classes.setdefault(tuple(lows[at][kind] for at in self._bound), []).append(kind)
        self._keys = sorted(self._classes)
        self._free = [chosen[at].free for at in self._bound]
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self.count = self._ways(0, tuple(sum(self._left[kind] for kind in self._classes[key]) for key in self._keys))

    def draw(self, left: list[int], rng: Random) -> list[Cards]:
        """The hands; their cards are taken out of `left`."""
        hands: list[Cards] = [()] * len(self._sizes)
        of_class = {kind: at for at, key in enumerate(self._keys) for kind in self._classes[key]}
        cards: list[list[int]] = [[] for _ in self._keys]
        rng.shuffle(left)
        for kind in left:
            cards[of_class[kind]].append(kind)
        for step, at in enumerate(self._bound):
            sizes = tuple(map(len, cards))
            mark = rng.randrange(self._ways(step, sizes))
            for taken, ways in self._splits(step, sizes):
                mark -= ways
                if mark < 0:
                    hands[at] = tuple(pool.pop() for pool, count in zip(cards, taken, strict=True) for _ in range(count))
                    break
        left[:] = [kind for pool in cards for kind in pool]
        rng.shuffle(left)
        for at in self._others:
            hands[at] = tuple(left.pop() for _ in range(self._sizes[at]))
        return hands

    def all(self, left: Counter[int]) -> Iterator[tuple[list[Cards], Counter[int], int]]:
        """All hands that look different, the cards that are left, and in how many ways."""
        for hands, rest, ways in self._all(0, +left):
            in_order: list[Cards] = [()] * len(self._sizes)
            for at, hand in zip((*self._bound, *self._others), hands, strict=True):
                in_order[at] = hand
            yield in_order, rest, ways

    def _all(self, step: int, left: Counter[int]) -> Iterator[tuple[tuple[Cards, ...], Counter[int], int]]:
        order = (*self._bound, *self._others)
        if step == len(order):
            yield (), left, 1
            return
        for hand in dict.fromkeys(combinations(sorted(left.elements()), self._sizes[order[step]])):
            counts = Counter(hand)
            if step < len(self._bound) and not self._fits(step, tuple(sum(counts[k] for k in self._classes[key]) for key in self._keys)):
                continue
            ways = prod(comb(left[kind], count) for kind, count in counts.items())
            for others, rest, more in self._all(step + 1, left - counts):
                yield (hand, *others), rest, ways * more

    def _ways(self, step: int, sizes: tuple[int, ...]) -> int:
        """In how many ways the hands from this one on can be filled from classes of these sizes."""
        if step == len(self._bound):
            total, ways = sum(sizes), 1
            for at in self._others:
                ways *= comb(total, self._sizes[at])
                total -= self._sizes[at]
            return ways if total >= 0 else 0
        known = self._known.get((step, sizes))
        if known is None:
            known = self._known[step, sizes] = sum(ways for _, ways in self._splits(step, sizes))
        return known

    def _splits(self, step: int, sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """How many cards of each class a bound hand may get, and in how many ways all else can be dealt then."""
        need = self._sizes[self._bound[step]]
        for taken in product(*(range(min(size, need) + 1) for size in sizes)):
            if sum(taken) == need and self._fits(step, taken):
                after = tuple(size - count for size, count in zip(sizes, taken, strict=True))
                ways = prod(map(comb, sizes, taken)) * self._ways(step + 1, after)
                if ways:
                    yield taken, ways

    def _fits(self, step: int, taken: Sequence[int]) -> bool:
        """Whether there are enough arrivals after each time."""
        free = self._free[step]
        for low in {key[step] for key in self._keys}:
            late = sum(count for key, count in zip(self._keys, taken, strict=True) if key[step] >= low)
            if late > sum(time > low for time in free):
                return False
        return True
