"""Information-set Monte Carlo tree search (ISMCTS): every sample is a tree of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.view.view import View

from .base import PlayEngine

SIMULATIONS = 1000
"""Simulations of one tree, unless the user or a time limit says otherwise."""
LEAST_SIMULATIONS = 100
"""Enough to try every move."""
_BLOCK = 1000  # simulations between two looks at the clock
_USES = 4  # simulations in each world, or one for each move: drawing a world takes about as long as a simulation
_WORLDS_OF_A_TREE = 1 << 32
_POOL, _POOL_FIRST = 2000, 1 << 63  # deals that are weighed, of which the trees then draw
EXPLORATION = {"margin": 8.0, "points": 8.0, "win": 0.5}
"""In units of the objective; from 6 to 20 all are equal within the noise of matches, 1.5 is too little
(docs/development/adviser-notebook.md)."""
BIAS_OF_TWO_SIDES, BIAS = 1.0, 0.0
"""Below the root a move that the policy likes less by s points than its favourite is explored exp(-bias * s) as much
(docs/development/adviser-notebook.md)."""


class IsmctsEngine(PlayEngine):
    """Sample i: the mean value of every move in tree i, grown by `simulations` in worlds of its own.

    All players maximise their own objective and know no hidden card in the tree; its leaves are played out by the policy.
    """

    name = "ismcts"

    def __init__(
        self,
        view: View,
        objective: str = "margin",
        seed: int = 0,
        *,
        simulations: int = SIMULATIONS,
        exploration: float | None = None,
        bias: float | None = None,
        inference: bool = False,
    ) -> None:
        """`exploration` is in units of the objective; default EXPLORATION. `bias`: see BIAS.

        Raises PositionError where there is nothing to decide.
        """
        super().__init__(view, objective, seed, inference)
        self.simulations = max(simulations, LEAST_SIMULATIONS)
        self._exploration = EXPLORATION[self.objective] if exploration is None else exploration
        usual = BIAS_OF_TWO_SIDES if len(view.rules.sides) == 2 else BIAS
        self._bias = usual if bias is None else bias
        self._base = self.worlds.sample(seed, 0, 1).view(np.uint8)
        self._chances: NDArray[np.float64] | None = None
        if self.inference is not None and self.inference.is_informed:
            self._chances = np.cumsum(self.inference.pool_weights / self.inference.pool_weights.sum())
        self._is_cut = False

    def pool(self) -> NDArray[np.void]:
        """More than elsewhere: all trees draw from it."""
        return self.worlds.sample(self.seed, _POOL_FIRST, _POOL)

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values by trees `first` to `first + count - 1`; see ``game.Engine``."""
        return self._one_by_one(lambda index: self._means(index, should_stop), first, count, should_stop)

    def notes(self) -> Sequence[str]:
        note = f"each world here is a search tree of its own, with {self.simulations:,} simulations"
        if self._is_cut:
            note = f"the first search tree was stopped before it had its {self.simulations:,} simulations"
        return (*super().notes(), note)

    def _means(self, index: int, should_stop: Callable[[], bool] | None) -> list[float] | None:
        """The values by one tree; None where there was no time for all of it."""
        seed = int(np.random.SeedSequence((self.seed, index)).generate_state(1, np.uint64)[0])
        tree = _players.Ismcts(self._base, seed=seed, exploration=self._exploration, bias=self._bias, **self.utility.options())
        uses = max(_USES, len(self.moves))
        for start in range(0, self.simulations, _BLOCK):
            if start and should_stop is not None and should_stop():
                if index > 0:  # better a small first tree than no answer
                    return None
                self._is_cut = True
                break
            size = min(_BLOCK, self.simulations - start)
            first = (index * _WORLDS_OF_A_TREE + start // uses) % (1 << 64)
            worlds = self._draw(first, -(-size // uses))
            tree.run(worlds.view(np.uint8), self.seen, size)
        return [mean for _, _, mean in tree.moves()]

    def _draw(self, first: int, count: int) -> NDArray[np.void]:
        """Deals number `first` on; with inference drawn from the pool by their weights."""
        if self.inference is None or self._chances is None:
            return self.worlds.sample(self.seed, first, count)
        marks = np.random.default_rng((self.seed, first)).random(count)
        return self.inference.pool[np.minimum(np.searchsorted(self._chances, marks), _POOL - 1)]
