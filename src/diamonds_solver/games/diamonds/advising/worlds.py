"""Deals that agree with a view: the worlds of engines, all alike or weighed by what the others did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from math import factorial, prod
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.facts import FACTS

from ..core import _players, layout
from ..core.layout import MAX_PLAYERS, SUIT_COUNT
from ..core.passing import card_mask, deck_mask
from ..records.record import Record
from ..round.position import Position
from ..round.public import Table
from ..round.rules import MAX_RANK, SUITS, make_card, suit_of
from .view import CARDS, View

# -- earlier tricks -----------------------------------------------------------------------------------------------------------------------
# Who won the tricks before a record, and what was in them, where it does not tell: drawn for every world, by a plain model.
#
# Any player who may have won one of these tricks is as likely as any other to have done so; who leads has won the last. All cards that can
# have been in them are equally likely. In a trick two of three players follow suit where a card of it is left, the others play any card.

_FOLLOWS = 2 / 3
_KEY = 1 << 64  # beyond the seed: these numbers have nothing to do with those that deal the cards
_STEP = 4  # random numbers of one step of Philox's counter


class EarlierTricks:
    """Draws the untold tricks of a record that has some (`Record.may_have_won`)."""

    def __init__(self, record: Record) -> None:
        self._seats = record.may_have_won
        self._tricks = record.tricks_before - record.tricks_taken
        self._size = record.rules.trick_size
        counts = list(_counts([_limits(record, seat, self._tricks) for seat in self._seats], self._tricks))
        ways = np.array([factorial(self._tricks) / prod(map(factorial, row)) for row in counts])
        self._chances = np.cumsum(ways / ways.sum())
        self._winners = np.array([np.repeat(self._seats, row) for row in counts], np.intp)

    def draw(self, places: NDArray[np.bool_], suits: NDArray[np.intp], seed: int, first: int) -> NDArray[np.uint8]:
        """uint8[worlds, MAX_PLAYERS, SUIT_COUNT]: the cards won, by seat and suit; a seat without any has won none of these tricks.

        `places`: bool[worlds, cards], which cards were in these tricks; `suits`: those of the cards. World i depends on its row, `seed` and
        `first` + i only.
        """
        random = _numbers(seed, first, len(places), 1 + self._tricks + 2 * self._tricks * self._size)
        pick, random = random[:, 0], random[:, 1:]
        rows = self._winners[np.minimum(np.searchsorted(self._chances, pick), len(self._winners) - 1)]
        order, random = np.argsort(random[:, : self._tricks], axis=1), random[:, self._tricks :]
        winners = np.take_along_axis(rows, order, axis=1)
        left = np.stack([(places & (suits == suit)).sum(axis=1) for suit in SUITS], axis=1)
        worlds = np.arange(len(places))
        taken = np.zeros((len(places), MAX_PLAYERS, SUIT_COUNT), np.uint8)
        led = np.zeros(len(places), np.intp)
        for card in range(self._tricks * self._size):
            any_suit = (random[:, 2 * card, None] * left.sum(axis=1, keepdims=True) >= left.cumsum(axis=1)).sum(axis=1)
            follows = (random[:, 2 * card + 1] < _FOLLOWS) & (left[worlds, led] > 0) & (card % self._size > 0)
            suit = np.where(follows, led, np.minimum(any_suit, SUITS[-1]))
            led = suit if card % self._size == 0 else led
            left[worlds, suit] -= 1
            taken[worlds, winners[:, card // self._size], suit] += 1
        return taken


def _limits(record: Record, seat: int, tricks: int) -> tuple[int, int]:
    """The least and the most of the tricks that a seat can have won."""
    if record.won is None:
        return int(seat == record.lead), tricks
    known = record.won[seat]
    return (1, tricks) if known is None else (known, known)


def _counts(limits: list[tuple[int, int]], tricks: int) -> Iterator[tuple[int, ...]]:
    """All ways in which that number of tricks can have been won, as counts by seat."""
    if not limits:
        yield from [()] if tricks == 0 else []
        return
    (least, most), *others = limits
    for mine in range(least, min(most, tricks) + 1):
        yield from ((mine, *rest) for rest in _counts(others, tricks - mine))


def _numbers(seed: int, first: int, rows: int, columns: int) -> NDArray[np.float64]:
    """float64[rows, columns]: random numbers of [0, 1); row i depends on `seed` and `first` + i only."""
    steps = -(-columns // _STEP)
    generator = np.random.Generator(np.random.Philox(key=_KEY + seed, counter=first * steps))
    return generator.random((rows, steps * _STEP))[:, :columns]


# -- worlds of a view ---------------------------------------------------------------------------------------------------------------------
# `Worlds` are deals that agree with a `View`, as packed positions for the C core. They know what the viewer knows and nothing else.


ALL_CARDS = sum(1 << make_card(suit, rank) for suit in SUITS for rank in range(1, MAX_RANK + 1))
_BITS = np.left_shift(np.uint64(1), np.arange(CARDS, dtype=np.uint64))


class Worlds:
    """The positions that are possible as far as a view tells, all deals equally likely or weighted. Any number of threads may use one.

    Where the record does not tell who won the tricks before it, every world has winners and cards of its own (``earlier``).

    In the phases before the play the hands are those before passing.
    """

    def __init__(self, view: View, likelihood: NDArray[np.float64] | None = None) -> None:
        """`likelihood`: float64[64, players], how much more likely card c is at seat j than usual (`View.weighted_dealer`)."""
        self.view = view
        self.dealer = view.dealer if likelihood is None else view.weighted_dealer(likelihood)
        placed = view.information.placed
        self._bits, self._suits = _BITS[list(placed)], np.array(list(map(suit_of, placed)), np.intp)
        self._base = layout.pack([Position(view.table, view.pinned)])
        self._earlier = EarlierTricks(view.record) if view.information.earlier else None

    def weighted(self, likelihood: NDArray[np.float64]) -> Worlds:
        """The same, with another likelihood."""
        return Worlds(self.view, likelihood)

    @property
    def are_drawn(self) -> bool:
        """Whether there is more to a world than its deal: who won earlier tricks, and their cards. Such worlds cannot be listed."""
        return self._earlier is not None

    @property
    def count(self) -> int:
        """The exact number of deals. Where cards were won unseen before the record begins, several of them can be the same position."""
        return self.dealer.count

    def sample(self, seed: int, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count]: random worlds. World i depends on the view, `seed` and `first` + i only, both below 2**64.

        Raises ValueError where the likelihood excludes every deal.
        """
        deals = self.dealer.deal(seed, first, count)
        worlds = self._positions(deals)
        if self._earlier is not None:
            taken = self._earlier.draw(deals == len(self.view.takers) + 1, self._suits, seed, first)
            worlds["taken"] += taken
            worlds["winners"] |= (taken.any(axis=2) << np.arange(layout.MAX_PLAYERS)).sum(axis=1).astype(np.uint8)
        return worlds

    def enumerate(self, seed: int = 0) -> NDArray[np.void]:
        """POSITION[count]: every deal once, in random order: the first ones are a random sample without replacement.

        Raises ValueError where there are more than ``sampling.MOST_DEALS``, and where they are drawn.
        """
        if self.are_drawn:
            raise ValueError("who won the tricks before the record is drawn: such worlds cannot be listed")
        return self._positions(self.dealer.all_deals(seed % (1 << 64)))

    def positions(self, worlds: NDArray[np.void]) -> list[Position]:
        """Worlds of this view as Python positions."""
        table, players = self.view.table, self.view.rules.players
        hands = [tuple(map(_cards_of, row[:players])) for row in worlds["hand"].tolist()]
        if not self.are_drawn:
            return [Position(table, cards) for cards in hands]
        return [Position(_with_tricks(table, world), cards) for world, cards in zip(worlds, hands, strict=True)]

    def _positions(self, deals: NDArray[np.uint8]) -> NDArray[np.void]:
        worlds: NDArray[np.void] = self._base.repeat(len(deals))
        for receiver, seat in enumerate(self.view.takers):
            worlds["hand"][:, seat] |= (deals == receiver) @ self._bits
        return worlds


def _with_tricks(table: Table, world: np.void) -> Table:
    """The table with the cards and winners of tricks that a world has."""
    players = table.rules.players
    taken = tuple((d, h, s, c) for d, h, s, c in world["taken"][:players].tolist())
    return replace(table, taken=taken, winners=frozenset(seat for seat in range(players) if world["winners"] >> seat & 1))


def _cards_of(mask: int) -> frozenset[int]:
    return frozenset(card for card in range(CARDS) if mask >> card & 1)


def known_to(view: View) -> tuple[list[int], list[int], int, int]:
    """What the net that learned by self-play asks (see `_players.learned_move`) about the play so far."""
    played = [0] * view.rules.players
    for card, seat in view.information.played.items():
        played[seat] |= 1 << card
    gave, got = (card_mask(cards or ()) for cards in (view.record.gave[view.seat], view.record.got[view.seat]))
    voids = [sum(1 << suit for suit in suits) for suits in view.voids]
    return played, voids, *((gave, got) if gave and got else (0, 0))


def seen_cards(view: View) -> int:
    """The cards that nobody can hold any more as far as the viewer knows, as a set of bits: what players in C take as seen."""
    return ALL_CARDS & ~card_mask(frozenset(view.unseen).union(*view.pinned))


# -- inference ----------------------------------------------------------------------------------------------------------------------------
# What the others' moves and the pass tell about their hands: worlds weighed, and drawn accordingly, by csrc/diamonds/seat/beliefs.h. Here
# is what a view has observed, and where its worlds come from.


Floats = NDArray[np.float64]

POOL_KINDS = ("greedy", "playout", "exact", "ismcts")
"""The players that the model was fitted to, in the order of its chances."""
BLOCK: int = FACTS["inference"]["block"]  # of playouts, which take no longer than the weighing
PICKED = 1000
"""Worlds of which `Inference.pick` picks."""
_KEPT = 16  # blocks that are remembered
_DRAW, _PICK = 1, 2  # apart from the random numbers that deal the cards


class Sampler(Protocol):
    """Random worlds: those of `Worlds`, or of a round of the C core."""

    def sample(self, seed: int, first: int, count: int) -> NDArray[np.void]: ...

    def weighted(self, likelihood: NDArray[np.float64]) -> Sampler: ...


class Drawn(NamedTuple):
    """Worlds, what each stands for, and what it would stand for if nothing were observed."""

    worlds: NDArray[np.void]
    weights: Floats
    plain: Floats


class Inference:
    """How likely the worlds of a view are, and worlds drawn accordingly. Both depend on what the viewer knows and the seed only."""

    def __init__(self, observed: View | _players.Observed, worlds: Sampler, seed: int, block: int = BLOCK) -> None:
        """`block`: how many of each pool of worlds are drawn. The fewer, the longer that takes, and the more alike they weigh."""
        self.observed = observed_of(observed) if isinstance(observed, View) else observed
        self._seed, self._size = seed, block
        self._block = lru_cache(_KEPT)(self._make_block)
        uniform = worlds.sample(seed, _players.BELIEFS_APART, _players.BELIEFS_UNIFORM)
        self.beliefs = _players.Beliefs(self.observed, uniform.view(np.uint8))
        self.worlds = worlds.weighted(self.beliefs.likelihood())

    @property
    def is_informed(self) -> bool:
        """Whether anything was observed; if not all worlds weigh the same."""
        return self.beliefs.tells

    @property
    def effective(self) -> float:
        """The share of uniform worlds that is as good as equally likely ones."""
        return self.beliefs.share

    def notes(self) -> Sequence[str]:
        """What a reader should know."""
        share = f"their moves leave {100 * self.effective:.0f} % of the deals"
        kinds = f"{', '.join(POOL_KINDS[:-1])} or {POOL_KINDS[-1]}"
        return (f"deals that fit what the others did count more, as if the others played like {kinds}: {share}",)

    def weights(self, worlds: NDArray[np.void]) -> Floats:
        """float64[worlds], that of the likeliest of the first uniform worlds 1."""
        return self.beliefs.weights(worlds.view(np.uint8)) if len(worlds) else np.empty(0)

    def draw(self, first: int, count: int) -> Drawn:
        """POSITION[count] and their weights, float64[count] each. World i depends on i only.

        Each block of worlds is a part of a pool of others, which are dealt as the first uniform worlds suggest: a likely world comes with
        more chance, and weights differ little.
        """
        blocks = [self._block(number) for number in range(first // self._size, (first + max(count, 1) - 1) // self._size + 1)]
        part = slice(first % self._size, first % self._size + count)
        worlds, weights, plain = (np.concatenate(parts)[part] for parts in zip(*blocks, strict=True))
        return Drawn(worlds, weights, plain)

    @cached_property
    def _pool(self) -> tuple[NDArray[np.void], Floats]:
        """POSITION[PICKED], and the running sums of their weights."""
        worlds = self.worlds.sample(self._seed, 0, PICKED)
        return worlds, np.cumsum(self.weights(worlds) * self.beliefs.plain(worlds.view(np.uint8)))

    def pick(self, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count] of PICKED, each world as often as its weight says."""
        worlds, sums = self._pool
        marks = np.random.default_rng((self._seed, _PICK, first)).random(count) * sums[-1]
        picked: NDArray[np.void] = worlds[np.minimum(np.searchsorted(sums, marks), len(sums) - 1)]
        return picked

    def _make_block(self, number: int) -> Drawn:
        pool = self.worlds.sample(self._seed, number * _players.BELIEFS_POOL, _players.BELIEFS_POOL)
        places, weights, plain = self.beliefs.keep(pool.view(np.uint8), self._size, _players.seed_random(self._seed, _DRAW, number))
        return Drawn(pool[places], weights, plain)


def observed_of(view: View) -> _players.Observed:
    """What the viewer has seen the others do: the cards of the record's play, and what it was passed."""
    rules = view.rules
    return _players.Observed(deck_mask(rules), rules.players, len(rules.sides), view.seat, _cards(view), _given(view))


def _cards(view: View) -> list[tuple[int, NDArray[np.uint8], int, int, int]]:
    """The cards of the others, as `_players.Observed` takes them. One that followed a forgotten card of its trick tells nothing: what it
    answered is not known."""
    record = view.record
    lost = {move.index for move in record.forgotten}
    is_clear, later = list[bool](), [0] * view.rules.players
    for index, table in enumerate(record.tables[:-1]):
        is_clear.append((not table.cards or is_clear[-1]) and index not in lost)
    cards: list[tuple[int, NDArray[np.uint8], int, int, int]] = []
    nobody = (frozenset[int](),) * view.rules.players
    seen = seen_cards(view)
    for index in reversed(range(len(record.play))):
        before, card = record.tables[index], record.play[index].card
        seat = before.to_move
        if index in lost or card is None:
            continue
        later[seat] |= card_mask((card,))
        seen &= ~card_mask((card,))
        if seat != view.seat and is_clear[index]:
            cards.append((seat, layout.pack([Position(before, nobody)]).view(np.uint8), later[seat], seen, card))
    return cards[::-1]


def _given(view: View) -> tuple[int, int, int, int | None] | None:
    """Who passed what to the viewer, where it has seen the play from its start, and so knows what the giver had."""
    record, giver, rules = view.record, view.giver, view.rules
    cards = record.got[view.seat]
    played = card_mask(frozenset(card for card, seat in view.information.played.items() if seat == giver))
    if cards is None or view.sizes[giver] + played.bit_count() != rules.hand_size:
        return None
    got = record.given(rules.giver(giver))
    return giver, card_mask(cards), played, None if got is None else card_mask(got)
