"""Information-set Monte Carlo tree search (ISMCTS) with chance nodes: every sample is a tree of its own, grown in C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diams.core._players import Ismcts
from diamonds_solver.games.diams.core.layout import pack, pack_moves
from diamonds_solver.games.diams.view.view import View

from .base import ViewEngine

SIMULATIONS = 5_000
"""Simulations of one tree, unless the user or a time limit says otherwise."""
LEAST_SIMULATIONS = 100
EXPLORATION = 6.0
"""In points."""
POINT = {"points": 1.0, "margin": 1.0, "chips": 0.25, "win": 0.07}
"""Roughly what a point is worth, in units of the objective."""
TRUST = 4.0
"""Weight of the rules' opinion of a move of phase 2, in simulations."""
WIDTH = 10
"""Moves of phase 2 tried below the root of a tree: those after which the player's own cards are worth most."""
LAPS = 2
"""Played by ``greedy`` below the tree, before points are estimated."""
LEAST_WORLDS, MOST_WORLDS, SHARED = 16, 256, 40
"""A tree has one world for so many simulations, within these limits."""
_BLOCK = 500  # simulations between two looks at the clock: some milliseconds


class IsmctsEngine(ViewEngine):
    """Sample i: the value of every move in tree i, grown by `simulations` in worlds of its own.

    All players maximise their own objective and know no hidden card in the tree. A leaf is played on for two laps by ``greedy``, in the
    last lap to the end, and then estimated; with the objectives chips and win it is always played to the end.
    """

    name = "ismcts"

    def __init__(
        self, view: View, objective: str = "margin", seed: int = 0, *, simulations: int = SIMULATIONS, exploration: float | None = None
    ) -> None:
        """`simulations` are those of one tree; `exploration` is in units of the objective. Raises as ViewEngine."""
        super().__init__(view, objective, seed)
        self.simulations = max(simulations, LEAST_SIMULATIONS, len(self.moves))
        self._point = POINT[self.objective]
        self._exploration = EXPLORATION * self._point if exploration is None else exploration
        self._is_cut = False

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values by trees `first` to `first + count - 1`; see ``game.Engine``."""
        return self._one_by_one(lambda index: self._values(index, should_stop), first, count, should_stop)

    def notes(self) -> Sequence[str]:
        """How large the trees are."""
        note = f"each world here is a search tree of its own, with {self.simulations:,} simulations"
        if self._is_cut:
            note = f"the first search tree was stopped before it had its {self.simulations:,} simulations"
        return (*super().notes(), note)

    def _tree(self, index: int) -> Ismcts:
        rng = Random(f"{self.seed}/{index}")
        count = min(max(self.simulations // SHARED, LEAST_WORLDS), MOST_WORLDS)
        return Ismcts(
            self.players,
            self.utility.goal,
            pack(self.view.worlds.draw(rng) for _ in range(count)),
            pack_moves(self.moves),
            seed=rng.getrandbits(64),
            budget=self.simulations,
            exploration=self._exploration,
            point=self._point,
            trust=TRUST,
            turns=LAPS * self.view.record.players if self.utility.is_linear else 0,
            width=WIDTH,
        )

    def _values(self, index: int, should_stop: Callable[[], bool] | None) -> list[float] | None:
        """The values by one tree; None if there was no time for all of it."""
        tree = self._tree(index)
        tree.run(len(self.moves))  # so that every move has a value
        if not self._grow(tree.run, len(self.moves), self.simulations, _BLOCK, should_stop):
            if index > 0:  # better a small first tree than no answer
                return None
            self._is_cut = True
        values, _ = tree.values()
        return list(map(float, values))
