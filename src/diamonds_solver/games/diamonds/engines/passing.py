"""Which cards to pass, and how many as the dealer: flat Monte Carlo. The others pass by rules, then rule-based players finish the round."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask, exchange, policy_passes
from diamonds_solver.games.diamonds.rules.cards import format_cards
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move, Pass
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.search.halving import growing_rounds, halve

from .base import M, ViewEngine

COUNTS = (1, 2, 3)
SCREEN_WORLDS = 24
"""In the first round of a screening."""
KEPT = 12
"""Passes that go on after the screening."""
_KEEP = 0.3  # the part of the passes that every round of a screening keeps;
_MORE = 3  # the next one has this many times more worlds
_RULES_WORLDS = 10
_SCREENING = 1 << 62  # worlds of the screening, far from those of the samples
_BLOCK = 64  # worlds between two looks at the clock


class PassingEngine(ViewEngine[M]):
    """What the decisions before the play have in common: values of passes by playouts."""

    name = "playout"

    def begin(self, move: M, number: int) -> tuple[Position, list[Move]]:
        own, seat = self.pass_of(move), self.view.seat
        world = self._others_passed(len(own.cards), number, 1)
        bits = np.uint64(card_mask(own.cards))
        world["hand"][:, seat] &= ~bits
        world["hand"][:, self.view.rules.receiver(seat)] |= bits
        return self.worlds.positions(world)[0], []

    def pass_values(self, own: Sequence[Pass], first: int, count: int) -> NDArray[np.float64]:
        """float64[passes, count]: what passing `own[m]` is worth in world first + i; all of one number of cards."""
        worlds = self._others_passed(len(own[0].cards), first, count)
        passes = np.array([card_mask(move.cards) for move in own], np.uint64)
        seat, receiver = self.view.seat, self.view.rules.receiver(self.view.seat)
        return _players.pass_playouts(worlds.view(np.uint8), self.seen, passes, seat, receiver, self.seed, first, **self.utility.options())

    def _others_passed(self, cards: int, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count]: worlds in which all others have passed that many cards, and the viewer still holds what it is going to pass."""
        rules, seat = self.view.rules, self.view.seat
        worlds = self.worlds.sample(self.seed, first, count)
        passed = policy_passes(worlds, rules, cards)
        passed[:, seat] = 0
        return exchange(worlds, rules, passed)

    @abstractmethod
    def pass_of(self, move: M) -> Pass:
        """The cards that a row stands for."""

    def screen(self, own: Sequence[Pass], kept: int, worlds: int) -> list[Pass]:
        """The `kept` most promising passes, by sequential halving that begins with `worlds` worlds; the order of `own` stays.

        What the rules think of a pass counts like its values in _RULES_WORLDS worlds.
        """

        def trial(arms: Sequence[int], first: int, count: int) -> NDArray[np.float64]:
            values = self.pass_values([own[arm] for arm in arms], _SCREENING + first, count)
            sums: NDArray[np.float64] = (values - values.mean(axis=0)).sum(axis=1)
            return sums

        rounds = growing_rounds(len(own), kept, worlds, _KEEP, _MORE)
        return [own[arm] for arm in sorted(halve(trial, _RULES_WORLDS * self._scores(own), rounds))]

    def _scores(self, own: Sequence[Pass]) -> NDArray[np.float64]:
        """float64[passes]: what the rules of the rule-based player give for each, in points; 0 where points are not what counts."""
        if self.objective == "win":
            return np.zeros(len(own))
        rules = self.view.rules
        scores = _players.pass_scores(card_mask(self.view.hand), deck_mask(rules), rules.players, len(rules.sides))
        return np.array([sum(scores[card] for card in move.cards) for move in own])


class PassEngine(PassingEngine[Pass]):
    """Rows are sets of cards. Sample i: their values in world i, by playouts."""

    def __init__(
        self,
        view: View,
        objective: str = "margin",
        seed: int = 0,
        *,
        screen: int = SCREEN_WORLDS,
        kept: int = KEPT,
        also: Collection[Pass] = (),
    ) -> None:
        """All passes are valued in `screen` worlds, and in rounds the best `kept` are found, which become the rows, with those of `also`;
        `screen` 0: all are.

        Raises PositionError where there is nothing to decide.
        """
        passes = [Pass(cards) for cards in view.passes()]
        super().__init__(view, passes, objective, seed)
        if screen:
            chosen = {*self.screen(passes, kept, screen), *also}
            self.moves = tuple(own for own in passes if own in chosen)
        self._dropped = len(passes) - len(self.moves)
        self._screen = screen

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        return self._in_blocks(partial(self.pass_values, self.moves), first, count, _BLOCK, should_stop)

    def pass_of(self, move: Pass) -> Pass:
        return move

    def notes(self) -> Sequence[str]:
        notes = [*super().notes(), "the others pass as a rule-based player does, and such players finish the round"]
        if self._dropped:
            notes.append(f"{self._dropped} other passes were dropped before, as the worst in {self._screen} worlds or more")
        return notes


class CountEngine(PassingEngine[int]):
    """Rows are 1, 2, 3 cards. Sample i: what each is worth in world i with the best own pass of that many cards."""

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, screen: int = SCREEN_WORLDS) -> None:
        """The own pass of each number is found before, in `screen` worlds or more (see `PassingEngine.screen`).

        Raises PositionError where there is nothing to decide.
        """
        counts = [count for count in COUNTS if count <= len(view.hand)]
        super().__init__(view, counts, objective, seed)
        self.passes = tuple(self.screen([Pass(cards) for cards in view.passes(count)], 1, max(1, screen))[0] for count in counts)

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""

        def values(start: int, size: int) -> NDArray[np.float64]:
            return np.concatenate([self.pass_values([own], start, size) for own in self.passes])

        return self._in_blocks(values, first, count, _BLOCK, should_stop)

    def pass_of(self, move: int) -> Pass:
        return self.passes[self.moves.index(move)]

    def notes(self) -> Sequence[str]:
        own = "; ".join(format_cards(own.cards) for own in self.passes)
        return (
            *super().notes(),
            f"the best passes found: {own}; the others pass as a rule-based player does, and such players finish the round",
        )
