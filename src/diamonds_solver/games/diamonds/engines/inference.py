"""How plausible a deal is, given what the others passed and played: the rule-based player's chance of it, with room for error.

Off unless asked for (option ``inference=1`` of an engine): a confident wrong model of the others is worse than none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.layout import pack_moves
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Decision
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.games.diamonds.view.worlds import seen_cards

TEMPERATURE = 1.0
"""Of the softmax over the policy's scores, in points."""
PASS_TEMPERATURE = 0.3
"""The same over the scores of the passing rules."""
SLIP = 0.3
"""Chance of any legal move, or of any cards to pass, instead."""
LEAST_SHARE = 0.2
"""Of the pool of deals: with fewer effective ones the weights are flattened."""
POOL = 500
"""Deals of the pool, where it is not given."""
_HALVINGS = 30


class _Step(NamedTuple):
    """One move of another player."""

    base: NDArray[np.void]
    """The table before it, without hands."""
    later: tuple[int, ...]
    """Cards that each seat has played since, this move included."""
    seen: int
    move: NDArray[np.uint8]


class _Given(NamedTuple):
    """The cards that the viewer was passed, and what is known of the hand that they come from."""

    giver: int
    cards: int
    played: int
    """What the giver has played by now."""
    got: int | None
    """What it was passed itself; None: not known to the viewer."""


class Inference:
    """How likely the worlds of a view are. That depends on what the viewer knows only.

    A pool of worlds tells how far the likelihoods are flattened, so that a world's weight does not depend on the others that are weighed.
    """

    def __init__(self, view: View, pool: NDArray[np.void]) -> None:
        self._rules, self._players = view.rules, view.rules.players
        self._steps, self._given = _steps(view), _given(view)
        self.pool, self._logs = pool, self.log_likelihood(pool)
        self._power = _power(self._logs)

    @property
    def is_informed(self) -> bool:
        """Whether anything was observed; if not all worlds weigh the same."""
        return bool(self._steps) or self._given is not None

    def weights(self, worlds: NDArray[np.void]) -> NDArray[np.float64] | None:
        """float64[worlds], that of the likeliest world of the pool 1; None where nothing was observed."""
        return self._flattened(self.log_likelihood(worlds)) if self.is_informed else None

    @property
    def pool_weights(self) -> NDArray[np.float64]:
        """The same of the pool."""
        return self._flattened(self._logs)

    def _flattened(self, logs: NDArray[np.float64]) -> NDArray[np.float64]:
        weights: NDArray[np.float64] = np.exp(self._power * (logs - self._logs.max()))
        return weights

    def log_likelihood(self, worlds: NDArray[np.void]) -> NDArray[np.float64]:
        """float64[worlds]: the logarithm of the chance of the pass to the viewer and of all moves of the others."""
        total = np.zeros(len(worlds)) if self._given is None else np.log(self._pass_chances(worlds, self._given))
        for step in self._steps:
            positions = np.repeat(step.base, len(worlds))
            positions["hand"] = worlds["hand"]
            positions["hand"][:, : self._players] |= np.array(step.later, np.uint64)
            moves = np.repeat(step.move, len(worlds), axis=0)
            seen = np.full(len(worlds), step.seen, np.uint64)
            total += np.log(_players.policy_chances(positions.view(np.uint8), seen, moves, TEMPERATURE, SLIP))
        return total

    def _pass_chances(self, worlds: NDArray[np.void], given: _Given) -> NDArray[np.float64]:
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
        return _players.pass_chances(hands & ~got | cards, cards, deck, rules.players, sides, PASS_TEMPERATURE, SLIP)


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
    """The moves of the others in the record's play, with what was played after each."""
    record, table = view.record, view.record.start_table()
    tables, later = [], [0] * view.rules.players
    for move in record.play:
        tables.append(table)
        table = table.play_card(move.card, move.victim) if move.card is not None else table.choose(move)
    steps: list[_Step] = []
    nobody = (frozenset[int](),) * view.rules.players
    seen = seen_cards(view)
    lost = {one.index for one in record.forgotten}
    for index in reversed(range(len(record.play))):
        before, move = tables[index], record.play[index]
        seat = before.to_move
        if index in lost:
            continue
        if move.card is not None:
            later[seat] |= card_mask((move.card,))
            seen &= ~card_mask((move.card,))
        if seat != view.seat and before.decision is not Decision.ACTOR:
            steps.append(_Step(layout.pack([Position(before, nobody)]), tuple(later), seen, pack_moves([move])))
    return steps


def _power(logs: NDArray[np.float64]) -> float:
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
