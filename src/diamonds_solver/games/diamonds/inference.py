"""What the others' moves and the pass tell about their hands: worlds weighed by a model of players of known kinds.

The likelihood of a world is a product over the other players. Each may be of any kind of the pool (csrc/diamonds/players/model.h), so that
of a player is the mean over the kinds of the chance of all its moves: which kind it is follows from what it has done. A victim tells
nothing: its choice does not depend on the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .core import _players, layout
from .passing import card_mask, deck_mask
from .position import Position
from .view import View
from .worlds import Worlds, seen_cards

Floats = NDArray[np.float64]

POOL_KINDS = ("greedy", "playout", "exact", "ismcts")
"""The players that the model was fitted to, in the order of its chances."""
SLIP = 0.1
"""Chance that a player of any kind plays any legal card, or passes any cards, instead."""
LEAST_SHARE = 0.2
"""Of the pool of worlds: with fewer effective ones the weights are flattened."""
POOL = 200
"""Worlds that are weighed for each BLOCK of those that are drawn; the first of them tell how far weights are flattened."""
BLOCK = 40
_HALVINGS = 30
_KEPT = 16  # blocks that are remembered
_DRAW, _PICK = 1, 2  # apart from the random numbers that deal the cards
_LEAST = 1e-300


class _Step(NamedTuple):
    """A card of another player."""

    seat: int
    table: NDArray[np.uint8]
    """The bytes of the position before it, without hands."""
    later: int
    """Cards that the player has played since, this one included."""
    seen: int
    card: int


class _Given(NamedTuple):
    """The cards that the viewer was passed, and what is known of the hand that they come from."""

    giver: int
    cards: int
    played: int
    """What the giver has played by now."""
    got: int | None
    """What it was passed itself; None: not known to the viewer."""


class Drawn(NamedTuple):
    """Worlds, what each stands for, and what it would stand for if nothing were observed."""

    worlds: NDArray[np.void]
    weights: Floats
    plain: Floats


class Inference:
    """How likely the worlds of a view are, and worlds drawn accordingly. Both depend on what the viewer knows and the seed only."""

    def __init__(self, view: View, worlds: Worlds, seed: int, pool: int = POOL) -> None:
        """`pool`: how many worlds tell how far weights are flattened, and are there to `pick`."""
        self._rules = view.rules
        self._steps, self._given = _steps(view), _given(view)
        self._worlds, self._seed = worlds, seed
        self._block = lru_cache(_KEPT)(self._make_block)
        self.is_informed = bool(self._steps) or self._given is not None
        """Whether anything was observed; if not all worlds weigh the same."""
        self._pool = worlds.sample(seed, 0, pool)
        self._logs = self.log_likelihood(self._pool)
        self._top, self._power = float(self._logs.max()), _power(self._logs)

    @property
    def effective(self) -> float:
        """The share of the pool that is as good as equally likely worlds."""
        weights = self._flattened(self._logs)
        return float(weights.sum() ** 2 / (len(weights) * (weights**2).sum()))

    def notes(self) -> Sequence[str]:
        """What a reader should know."""
        share = f"their moves leave {100 * self.effective:.0f} % of the deals"
        return (f"deals are weighed as if the others played like {', '.join(POOL_KINDS[:-1])} or {POOL_KINDS[-1]}: {share}",)

    def weights(self, worlds: NDArray[np.void]) -> Floats:
        """float64[worlds], that of the likeliest world of the pool 1."""
        return self._flattened(self.log_likelihood(worlds))

    def draw(self, first: int, count: int) -> Drawn:
        """POSITION[count], no world twice, and their weights, float64[count] each. World i depends on i only.

        Each BLOCK of worlds is a part of POOL others, and a likely world comes with more chance: weights differ little.
        """
        blocks = [self._block(number) for number in range(first // BLOCK, (first + count - 1) // BLOCK + 1)]
        part = slice(first % BLOCK, first % BLOCK + count)
        worlds, weights, plain = (np.concatenate(parts)[part] for parts in zip(*blocks, strict=True))
        return Drawn(worlds, weights, plain)

    def pick(self, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count] of the pool, each world as often as its weight says."""
        sums = np.cumsum(self._flattened(self._logs))
        marks = np.random.default_rng((self._seed, _PICK, first)).random(count) * sums[-1]
        worlds: NDArray[np.void] = self._pool[np.minimum(np.searchsorted(sums, marks), len(sums) - 1)]
        return worlds

    def log_likelihood(self, worlds: NDArray[np.void]) -> Floats:
        """float64[worlds]: the logarithm of the chance of the pass to the viewer and of all moves of the others."""
        total = np.zeros(len(worlds)) if self._given is None else np.log(self._pass_chances(worlds, self._given))
        chances: dict[int, Floats] = {}
        for step in self._steps:
            own = chances.setdefault(step.seat, np.ones((len(worlds), _players.MODEL_KINDS)))
            hands = worlds["hand"][:, step.seat] | np.uint64(step.later)
            _players.model_chances(step.table, step.seen, hands, step.card, SLIP, own)
        for own in chances.values():
            total += np.log(np.maximum(own.mean(axis=1), _LEAST))
        return total

    def _flattened(self, logs: Floats) -> Floats:
        weights: Floats = np.exp(self._power * (logs - self._top))
        return weights

    def _make_block(self, number: int) -> Drawn:
        """BLOCK worlds: so many of POOL worlds, each kept with a chance that grows with its weight, as systematic
        sampling does it, and weighed by what that chance leaves over (Fearnhead and Clifford 2003)."""
        if number == 0:
            worlds, weights = self._pool[:POOL], self._flattened(self._logs[:POOL])
        else:
            worlds = self._worlds.sample(self._seed, number * POOL, POOL)
            weights = self.weights(worlds)
        weights = np.maximum(weights, _LEAST)
        scale = _scale(weights, BLOCK)
        start = np.random.default_rng((self._seed, _DRAW, number)).random()
        chances = np.minimum(1, scale * weights)
        marks = np.floor(np.cumsum(chances) + start)
        marks[-1] = BLOCK  # but for rounding it is
        kept = np.flatnonzero(np.diff(np.append(0, marks)) > 0)
        return Drawn(worlds[kept], weights[kept] / chances[kept], 1 / chances[kept])

    def _pass_chances(self, worlds: NDArray[np.void], given: _Given) -> Floats:
        """float64[worlds]: of the pass to the viewer.

        Where the viewer does not know what the giver was passed itself, that is taken to be what the giver would pass on most gladly: its
        own giver thinks alike.
        """
        rules, deck, sides = self._rules, deck_mask(self._rules), len(self._rules.sides)
        hands = np.ascontiguousarray(worlds["hand"][:, given.giver] | np.uint64(given.played))
        if given.got is None:
            count = np.full(len(hands), given.cards.bit_count(), np.uint8)
            got = _players.policy_passes(hands.reshape(-1, 1), count, deck, rules.players, sides)[:, 0]
        else:
            got = np.full(len(hands), given.got, np.uint64)
        cards = np.full(len(hands), given.cards, np.uint64)
        return _players.pass_chances(hands & ~got | cards, cards, deck, rules.players, sides, SLIP)


def _scale(weights: Floats, count: int) -> float:
    """The factor with which the weights, cut at 1, add up to `count`."""
    falling = np.sort(weights)[::-1]
    rest = falling.sum() - np.append(0, np.cumsum(falling)[:-1])
    for whole in range(count):
        scale = (count - whole) / max(float(rest[whole]), _LEAST)
        if scale * falling[whole] <= 1:
            return scale
    return float(1 / falling[count - 1])


def _given(view: View) -> _Given | None:
    """What the viewer was passed, where it has seen the play from its start, and so knows what the giver had."""
    record, giver, rules = view.record, view.giver, view.rules
    cards = record.got[view.seat]
    played = card_mask(frozenset(card for card, seat in view.information.played.items() if seat == giver))
    if cards is None or view.sizes[giver] + played.bit_count() != rules.hand_size:
        return None
    got = record.gave[view.seat] if view.receiver == giver else record.got[giver]
    return _Given(giver, card_mask(cards), played, None if got is None else card_mask(got))


def _steps(view: View) -> list[_Step]:
    """The cards of the others in the record's play, with what each played after it."""
    record, table = view.record, view.record.start_table()
    tables, later = [], [0] * view.rules.players
    for move in record.play:
        tables.append(table)
        table = table.play_card(move.card, move.victim) if move.card is not None else table.choose(move)
    steps: list[_Step] = []
    nobody = (frozenset[int](),) * view.rules.players
    seen = seen_cards(view)
    lost = {move.index for move in record.forgotten}
    for index in reversed(range(len(record.play))):
        before, card = tables[index], record.play[index].card
        seat = before.to_move
        if index in lost or card is None:
            continue
        later[seat] |= card_mask((card,))
        seen &= ~card_mask((card,))
        if seat != view.seat:
            steps.append(_Step(seat, layout.pack([Position(before, nobody)]).view(np.uint8), later[seat], seen, card))
    return steps


def _power(logs: Floats) -> float:
    """The largest power of the likelihoods, up to 1, that leaves enough effective worlds."""
    logs = logs - logs.max()

    def is_enough(power: float) -> bool:
        weights = np.exp(power * logs)
        return bool(weights.sum() ** 2 >= LEAST_SHARE * len(logs) * (weights**2).sum())

    if is_enough(1.0):
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_enough(middle) else (low, middle)
    return low
