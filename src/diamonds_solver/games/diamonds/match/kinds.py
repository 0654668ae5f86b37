"""Players of the arena, each a way to choose from a `View`: at random, by rules, and by an engine of advice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game import Ask
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask
from diamonds_solver.games.diamonds.engines.base import M, ViewEngine
from diamonds_solver.games.diamonds.engines.goal import Objective
from diamonds_solver.games.diamonds.engines.make import count_engine, pass_engine, play_engine
from diamonds_solver.games.diamonds.rules.cards import suit_of
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.games.diamonds.view.worlds import seen_cards
from diamonds_solver.search.collect import best_move

PASS_WORLDS = 100
"""Worlds in which passes are compared where there is no limit of time."""

_SLIP = 1  # apart from the random numbers of what is chosen then


@runtime_checkable
class Player(Protocol):
    """Somebody who plays. What is chosen depends on the view and the seed only (and on the clock, where there is a limit of time)."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, seed: int) -> Move:
        """One of ``view.moves()``."""
        ...

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        """The ``view.pass_count`` cards to pass."""
        ...

    def pass_count(self, view: View, seed: int) -> int:
        """As the dealer: how many cards everybody passes."""
        ...


@dataclass(frozen=True)
class RandomPlayer:
    """Any legal move, any cards, any number of them."""

    name: str

    def choose(self, view: View, seed: int) -> Move:
        moves = view.moves()
        return moves[int(np.random.default_rng(seed).integers(len(moves)))]

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        assert view.pass_count is not None
        return frozenset(np.random.default_rng(seed).choice(sorted(view.hand), view.pass_count, replace=False).tolist())

    def pass_count(self, view: View, seed: int) -> int:
        return int(np.random.default_rng(seed).integers(1, 4))


@dataclass(frozen=True)
class GreedyPlayer:
    """The rule-based policy of the C core. Others pass as it does, too."""

    name: str

    def choose(self, view: View, seed: int) -> Move:
        return layout.unpack_move(_players.policy_move(_any_world(view).view(np.uint8), seen_cards(view), seed))

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        assert view.pass_count is not None
        return greedy_pass(view.rules, view.hand, view.pass_count)

    def pass_count(self, view: View, seed: int) -> int:
        return _players.policy_count(card_mask(view.hand), deck_mask(view.rules), view.rules.players, len(view.rules.sides))


@dataclass(frozen=True)
class EasyPlayer(GreedyPlayer):
    """Plays by rules with slips: now and then it plays, or passes, any card that is allowed."""

    slips: float
    """How likely a slip is, in each decision."""

    def choose(self, view: View, seed: int) -> Move:
        return RandomPlayer(self.name).choose(view, seed) if self._slips(seed) else super().choose(view, seed)

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        return RandomPlayer(self.name).pass_cards(view, seed) if self._slips(seed) else super().pass_cards(view, seed)

    def pass_count(self, view: View, seed: int) -> int:
        return RandomPlayer(self.name).pass_count(view, seed) if self._slips(seed) else super().pass_count(view, seed)

    def _slips(self, seed: int) -> bool:
        return bool(np.random.default_rng((seed, _SLIP)).random() < self.slips)


@dataclass(frozen=True)
class EnginePlayer(GreedyPlayer):
    """Takes the move with the best mean of an engine's samples: what ``diamonds advise`` says is best.

    Where not one sample is done in `seconds` the rules of the greedy player decide.
    """

    spec: str
    """The engine, such as ``ismcts:simulations=500``."""
    samples: int | None = None
    """Samples for a decision of the play; None: as many as fit into `seconds`."""
    seconds: float | None = None
    objective: Objective = "margin"
    engine_passes: bool = False
    """Whether the engine decides about the pass, too, and not the rules of the greedy player."""
    should_stop: Callable[[], bool] | None = None
    """Ends a decision early, asked from any thread; what is chosen then rests on the samples so far."""

    def choose(self, view: View, seed: int) -> Move:
        return self._best(partial(play_engine, view), seed, self.samples) or super().choose(view, seed)

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        chosen = self._best(partial(pass_engine, view), seed, self._pass_samples) if self.engine_passes else None
        return frozenset(chosen.cards) if chosen else super().pass_cards(view, seed)

    def pass_count(self, view: View, seed: int) -> int:
        count = self._best(partial(count_engine, view), seed, self._pass_samples) if self.engine_passes else None
        return count or super().pass_count(view, seed)

    @property
    def _pass_samples(self) -> int | None:
        return None if self.samples is None else PASS_WORLDS

    def _best(self, make: Callable[[Ask], ViewEngine[M]], seed: int, samples: int | None) -> M | None:
        """The best of the engine's moves, of equal ones any; None where no sample was done in time."""
        made = partial(make, Ask(self.spec, self.objective, seed, self.samples, self.seconds))
        return best_move(made, samples, self.seconds, self.should_stop, partial(best_index, seed=seed))


# -- between views and the C core -----------------------------------------------------------------------------------------------------


def _any_world(view: View) -> NDArray[np.void]:
    """POSITION[1]: a world for who does not look at the others' hands, without the work of drawing one. Earlier voids do not matter."""
    table, pool, hands = view.table, list(view.unseen), list(view.pinned)
    led = suit_of(table.cards[0]) if table.cards else None
    discarded = {table.seat_of_play(index) for index, card in enumerate(table.cards) if suit_of(card) != led}
    for seat in sorted(range(view.rules.players), key=lambda seat: seat not in discarded):
        fitting = [card for card in pool if seat not in discarded or suit_of(card) != led][: view.sizes[seat] - len(hands[seat])]
        hands[seat] = hands[seat] | set(fitting)
        pool = [card for card in pool if card not in fitting]
    return layout.pack([Position(table, tuple(hands))])


def best_index(values: NDArray[np.float64], seed: int) -> int:
    """The index of the highest value; of equal ones any."""
    best = np.flatnonzero(values >= values.max() - 1e-9)
    return int(best[0] if len(best) == 1 else np.random.default_rng(seed).choice(best))


def greedy_pass(rules: Rules, hand: frozenset[int], count: int) -> frozenset[int]:
    """The cards that the rule-based player passes."""
    chosen = _players.policy_pass(card_mask(hand), count, deck_mask(rules), rules.players, len(rules.sides))
    return frozenset(card for card in hand if chosen >> card & 1)
