"""The pass of 2-player Perfect Diamonds by its game-theoretic solution: what each pass is worth against the other's best mix.

Both players know both hands, so there is one world only; what is not known is what the other passes at the same time. Passes of the own mix
are all worth the same: who always makes the same one of them can be exploited, so the notes tell the chances.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Ask
from diamonds_solver.games.diamonds.hands.passgame import CountSolution, Equilibrium, equilibrium
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.cards import format_cards
from diamonds_solver.games.diamonds.rules.public import Pass
from diamonds_solver.games.diamonds.view.view import View

from .passing import KEPT, CountEngine, PassEngine

LEAST_SECONDS = 0.6
"""That long the work goes on where a limit is shorter: by then something is proven of three cards, too. To the end it mostly takes two."""
_SHARE = 0.95  # of the time limit
_MOST_CHANCES = 4  # that a note tells


def solves_pass(view: View, ask: Ask) -> bool:
    """Whether ``auto`` takes the equilibrium: in its game always, however short the time is.

    Not proven to the end it is still better than playouts: there is one deal only, so these would all be the same, and look certain.
    """
    return view.rules.players == 2 and view.rules.perfect and view.phase is not Phase.PLAY and ask.objective == "margin"


class _OneColumn:
    """What both engines have in common: one sample, the values of the solution."""

    name = "equilibrium"
    can_explain = False
    total = 1
    enumerates = True

    _column: NDArray[np.float64]
    _is_proven: bool

    @property
    def exact(self) -> bool:
        return self._is_proven

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        return np.repeat(self._column[:, None], max(0, min(count, 1 - first)), axis=1)


class EquilibriumPassEngine(_OneColumn, PassEngine):
    """Rows are the passes of the own mix, the best others, and those to be kept. The one sample: their values against the other's mix."""

    def __init__(self, view: View, ask: Ask) -> None:
        """Solves the game, as far as the time goes. Raises DiamondsError for another game and too little time, KeyboardInterrupt."""
        super().__init__(view, ask.objective, ask.seed, screen=0)
        self._solution = _solved(view, ask).counts[view.pass_count or 1]
        mixed = self._solution.passes[view.seat]
        best = [mixed.passes[row] for row in np.argsort(-mixed.values, kind="stable")[:KEPT].tolist()]
        kept = [own.cards for own in ask.keep if isinstance(own, Pass)]
        rows = list(dict.fromkeys([*(cards for cards, _ in mixed.chances), *best, *kept]))
        self.moves = tuple(map(Pass, rows))
        self._column = mixed.values[[mixed.passes.index(cards) for cards in rows]]
        self._is_proven = self._solution.exact

    def notes(self) -> Sequence[str]:
        return (*self.view.record.notes(), *_mix_notes(self._solution, self.view.seat))


class EquilibriumCountEngine(_OneColumn, CountEngine):
    """Rows are 1, 2, 3 cards. The one sample: what each game is worth to the dealer when both pass by its solution."""

    def __init__(self, view: View, ask: Ask) -> None:
        """Solves the three games, as far as the time goes. Raises DiamondsError for another game and too little time, KeyboardInterrupt."""
        super().__init__(view, ask.objective, ask.seed, screen=1)
        found = _solved(view, ask)
        self.moves = tuple(found.counts)
        self.passes = tuple(Pass(solution.passes[view.seat].chances[0][0]) for solution in found.counts.values())
        self._column = np.array([-solution.value for solution in found.counts.values()])  # the values are the leader's: the dealer decides
        self._is_proven = found.complete

    def notes(self) -> Sequence[str]:
        return (*self.view.record.notes(), "both then pass as they should: 'diamonds equilibrium' tells the chances")


def _solved(view: View, ask: Ask) -> Equilibrium:
    """At least one number of cards is solved in part. Raises DiamondsError where the time is too short for that, KeyboardInterrupt."""
    deadline = None if ask.fitted is None else time.perf_counter() + max(LEAST_SECONDS, _SHARE * ask.fitted)
    found = equilibrium(view.record, single=False, threads=ask.threads, should_stop=partial(_is_late, deadline))
    if found.interrupted:
        raise KeyboardInterrupt
    if not found.counts:
        raise DiamondsError("there is too little time to solve the pass", code="E-ENGINE", hint="give more time, or take playout")
    return found


def _is_late(deadline: float | None) -> bool:
    return deadline is not None and time.perf_counter() >= deadline


def _mix_notes(solution: CountSolution, seat: int) -> Sequence[str]:
    mixed = solution.passes[seat]
    told = [f"{format_cards(cards)} {100 * chance:.0f} %" for cards, chance in mixed.chances[:_MOST_CHANCES]]
    more = ", ..." if len(mixed.chances) > _MOST_CHANCES else ""
    notes = ["values are against the other player's best mix of passes"]
    if len(told) > 1:
        notes.append(f"a player who can be read should mix: {', '.join(told)}{more}")
    if not solution.exact:
        notes.append(f"stopped before the end: the other player can still gain up to {solution.passes[1 - seat].gap:.2f} on this mix")
    return notes
