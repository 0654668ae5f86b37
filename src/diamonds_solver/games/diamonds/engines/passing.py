"""Which cards to pass, and how many as the dealer: the others pass by rules, then rule-based players finish the round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask, exchange, policy_passes
from diamonds_solver.games.diamonds.rules.cards import card_name
from diamonds_solver.games.diamonds.view.view import View, check_decides

from .base import ViewEngine
from .packing import seen_cards

COUNTS = (1, 2, 3)
SCREEN_WORLDS = 24
"""In the first round of a screening."""
KEPT = 12
"""Passes that go on after the screening."""
_KEEP = 0.3  # every round of a screening keeps such a part of the passes,
_MORE = 3  # the next one has so many times more worlds
_RULES_WORLDS = 10
_SCREENING = 1 << 62  # worlds of the screening, far from those of the columns
_BLOCK = 64  # worlds between two looks at the clock


@dataclass(frozen=True)
class Pass:
    """A set of cards to pass, in the order D H S C and falling rank."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return "+".join(map(card_name, self.cards))


class PassingEngine(ViewEngine):
    """What the decisions before the play have in common: values of passes by playouts."""

    name = "playout"

    def __init__(self, view: View, moves: Sequence[object], objective: str, seed: int) -> None:
        check_decides(view)
        super().__init__(view, moves, objective, seed)
        self.seen = seen_cards(view)

    def after_passing(self, cards: int, own: Sequence[Pass], first: int, count: int) -> list[NDArray[np.void]]:
        """POSITION[count] after passing `cards` each, for every own pass: world first + i in row i, the same others' passes in all."""
        worlds = self._others_passed(cards, first, count)
        seat, receiver = self.view.seat, self.view.rules.receiver(self.view.seat)
        positions = []
        for move in own:
            bits = np.uint64(card_mask(move.cards))
            after = worlds.copy()
            after["hand"][:, seat] &= ~bits
            after["hand"][:, receiver] |= bits
            positions.append(after)
        return positions

    def pass_values(self, own: Sequence[Pass], first: int, count: int) -> NDArray[np.float64]:
        """float64[passes, count]: what passing `own[m]` is worth in world first + i; all of one number of cards."""
        worlds = self._others_passed(len(own[0].cards), first, count)
        passes = np.array([card_mask(move.cards) for move in own], np.uint64)
        seat, receiver = self.view.seat, self.view.rules.receiver(self.view.seat)
        return _players.pass_playouts(worlds.view(np.uint8), self.seen, passes, seat, receiver, self.seed, first, **self.goal.options())

    def _others_passed(self, cards: int, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count]: worlds in which all others have passed so many cards, and the viewer still holds what it is going to pass."""
        rules, seat = self.view.rules, self.view.seat
        worlds = self.worlds.sample(self.seed, first, count)
        passed = policy_passes(worlds, rules, cards)
        passed[:, seat] = 0
        return exchange(worlds, rules, passed)

    def pass_of(self, move: object) -> Pass:
        """The cards that a row stands for."""
        assert isinstance(move, Pass)
        return move

    def screen(self, own: Sequence[Pass], kept: int, worlds: int) -> list[Pass]:
        """The `kept` most promising passes, by rounds that drop most of them (sequential halving); the order of `own` stays.

        What the rules think of a pass counts like its values in _RULES_WORLDS worlds.
        """
        totals, first = _RULES_WORLDS * self._scores(own), _SCREENING
        while len(own) > kept:
            values = self.pass_values(own, first, worlds)
            totals += (values - values.mean(axis=0)).sum(axis=1)
            best = np.sort(np.argsort(-totals, kind="stable")[: max(kept, int(_KEEP * len(own)))])
            own, totals = [own[index] for index in best], totals[best]
            first, worlds = first + worlds, worlds * _MORE
        return list(own)

    def _scores(self, own: Sequence[Pass]) -> NDArray[np.float64]:
        """float64[passes]: what the rules of the rule-based player give for each, in points; 0 where points are not what counts."""
        if self.objective == "win":
            return np.zeros(len(own))
        rules = self.view.rules
        scores = _players.pass_scores(card_mask(self.view.hand), deck_mask(rules), rules.players, len(rules.sides))
        return np.array([sum(scores[card] for card in move.cards) for move in own])


class PassEngine(PassingEngine):
    """Rows are sets of cards. Column i: their values in world i, by playouts."""

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, screen: int = SCREEN_WORLDS, kept: int = KEPT) -> None:
        """All passes are valued in `screen` worlds, and in rounds the best `kept` are found, which become the rows; `screen` 0: all are.

        Raises PositionError where there is nothing to decide.
        """
        passes = [Pass(cards) for cards in view.passes()]
        super().__init__(view, passes, objective, seed)
        self._rows = self.screen(passes, kept, screen) if screen else passes
        self.moves = tuple(self._rows)
        self._dropped = len(passes) - len(self.moves)
        self._screen = screen

    def columns(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        blocks = [np.empty((len(self.moves), 0))]
        for start in range(first, first + count, _BLOCK):
            if should_stop is not None and should_stop():
                break
            blocks.append(self.pass_values(self._rows, start, min(_BLOCK, first + count - start)))
        return np.concatenate(blocks, axis=1)

    def notes(self) -> Sequence[str]:
        notes = [*super().notes(), "the others pass by the rules of the rule-based player; then it plays in all seats"]
        if self._dropped:
            notes.append(f"{self._dropped} other passes fell behind before, in {self._screen} worlds or more")
        return notes


class CountEngine(PassingEngine):
    """Rows are 1, 2, 3 cards. Column i: what each is worth in world i with the best own pass of so many cards."""

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, screen: int = SCREEN_WORLDS) -> None:
        """The own pass of each number is found before, in `screen` worlds or more (see `PassingEngine.screen`).

        Raises PositionError where there is nothing to decide.
        """
        counts = [count for count in COUNTS if count <= len(view.hand)]
        super().__init__(view, counts, objective, seed)
        self.passes = tuple(self.screen([Pass(cards) for cards in view.passes(count)], 1, max(1, screen))[0] for count in counts)

    def columns(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        blocks = [np.empty((len(self.moves), 0))]
        for start in range(first, first + count, _BLOCK):
            if should_stop is not None and should_stop():
                break
            size = min(_BLOCK, first + count - start)
            blocks.append(np.concatenate([self.pass_values([own], start, size) for own in self.passes]))
        return np.concatenate(blocks, axis=1)

    def pass_of(self, move: object) -> Pass:
        return self.passes[self.moves.index(move)]

    def notes(self) -> Sequence[str]:
        own = ", ".join(map(str, self.passes))
        return (
            *super().notes(),
            f"own passes taken as best: {own}; the others pass by the rules of the rule-based player, then it plays in all seats",
        )
