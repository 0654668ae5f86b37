"""Tree search with chance nodes, as many independent trees as there are samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.core import _players
from diamonds_solver.games.diamoniak.core.layout import pack
from diamonds_solver.games.diamoniak.rules.state import State

from .base import StateEngine, estimated, turns_by_rules

SIMULATIONS = 5_000
"""Simulations of one tree, unless the user or a time limit says otherwise."""
LEAST_SIMULATIONS = 100
EXPLORATION = 0.05
TURNS = 1
"""Played by rules below the tree."""
_BLOCK = 500  # simulations between two looks at the clock: some milliseconds


class MctsEngine(StateEngine):
    """Sample i: the mean value of every move in tree i. Every player maximises their own chance to win; below the tree a turn
    is played by rules, and the rest is estimated."""

    name = "mcts"

    def __init__(
        self, state: State, objective: str = "win", seed: int = 0, *, simulations: int = SIMULATIONS, exploration: float = EXPLORATION
    ) -> None:
        """`simulations` are those of one tree; `exploration` is in chances to win. Raises as StateEngine."""
        super().__init__(state, objective, seed)
        self.simulations = max(simulations, LEAST_SIMULATIONS, len(self.moves))
        self._exploration = exploration
        self._turns = turns_by_rules(state.rules, TURNS)
        self._is_cut = False

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values by trees `first` to `first + count - 1`; see ``game.Engine``."""
        return self._one_by_one(lambda index: self._means(index, should_stop), first, count, should_stop)

    def notes(self) -> Sequence[str]:
        """How large the trees are."""
        size = f"{self.simulations:,} simulations in each of the independent trees"
        if self._is_cut:
            size = f"the tree was stopped early; a whole one has {self.simulations:,} simulations"
        return (*super().notes(), size, estimated(self.state.rules))

    def _means(self, index: int, should_stop: Callable[[], bool] | None) -> list[float] | None:
        """The values by one tree; None if there was no time for all of it."""
        seed = int(np.random.SeedSequence((self.seed, index)).generate_state(1, np.uint64)[0])
        tree = _players.Mcts(pack([self.state]), seed=seed, exploration=self._exploration, turns=self._turns)
        tree.run(len(self.moves))  # so that every move has a value
        if not self._grow(tree.run, len(self.moves), self.simulations, _BLOCK, should_stop):
            if index > 0:  # better a small first tree than no answer
                return None
            self._is_cut = True
        return [mean for _, _, mean in tree.moves()]
