"""Perfect-information Monte Carlo (PIMC): in one world after the other every move is solved, all cards open."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.solve.solution import Objective
from diamonds_solver.games.diamonds.solve.solve import Solver
from diamonds_solver.games.diamonds.view.view import View

from .base import PlayEngine
from .goal import lead

NODE_LIMIT = 1_000_000
"""Of one world, about 0.1 s. Where it is met the values are those of a playout, kept within the proven bounds."""
FEW_DEALS = 1000
"""Up to this many deals are all solved."""
_MEMORY = 16 << 20  # more does not help worlds of a size that can be solved by the hundred


class ExactEngine(PlayEngine):
    """Sample i: the paranoid values of all moves in world i, or in deal i of all when these are few.

    Every world is solved with an empty table, so that where a node limit cuts does not depend on the worlds before.
    """

    name = "exact"

    def __init__(
        self,
        view: View,
        objective: str = "margin",
        seed: int = 0,
        *,
        nodes: int | None = None,
        few_deals: int = FEW_DEALS,
        inference: bool = False,
    ) -> None:
        """`nodes`: limit for each world (default NODE_LIMIT; none where a single deal is possible). `few_deals`: that many are enumerated.

        Raises PositionError where there is nothing to decide, DiamondsError for the objective "win" with three or more sides. With two a
        better margin is a better chance to win, so the chance follows from the solved margin; what all others together can do to the margin
        of one of three says nothing about who wins.
        """
        super().__init__(view, objective, seed, inference)
        if self.objective == "win" and len(view.rules.sides) > 2:
            raise DiamondsError(
                "the engine exact has the objective win with two sides only", code="E-ENGINE", hint="ismcts and playout count wins"
            )
        self.explains_by_best_play = len(view.rules.sides) == 2 and self.objective == "margin"
        self._objective: Objective = "points" if self.objective == "points" else "margin"
        self._start = self.worlds.sample(seed, 0, 1)
        self._has_ties = False
        self._deals = None if self.worlds.are_drawn or self.worlds.count > few_deals else self.worlds.enumerate()
        self._node_limit = nodes or (0 if self.worlds.count == 1 else NODE_LIMIT)
        self._solvers = threading.local()
        self._cut: dict[int, float] = {}

    @property
    def total(self) -> int | None:
        return None if self._deals is None else len(self._deals)

    @property
    def enumerates(self) -> bool:
        """Whether sample i is deal i of all."""
        return self._deals is not None

    @property
    def exact(self) -> bool:
        """Whether all deals are solved, and no search was cut so far."""
        return self.enumerates and not self._cut

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        worlds = self._worlds(first, count)
        block = np.empty((len(self.moves), count))
        for index in range(count):
            if should_stop is not None and should_stop():
                return block[:, :index]
            result = self._solve(worlds[index : index + 1], should_stop)
            rows, scale = result["moves"][: len(self.moves)], int(result["scale"])
            lower, upper = self._worth(rows["lower"] / scale), self._worth(rows["upper"] / scale)
            block[:, index] = lower
            width = float((upper - lower).mean())
            if width == 0:
                continue
            if should_stop is not None and should_stop() and self.total != 1:
                return block[:, :index]  # cut by the clock, not by its nodes
            _, tried = _players.playouts(
                worlds[index : index + 1].view(np.uint8), self.seen, self.packed, self.seed, first + index, **self.utility.options()
            )
            block[:, index] = np.clip(tried[:, 0], lower, upper)
            self._cut[first + index] = width
        return block

    @property
    def cut(self) -> int:
        """How many worlds were not solved to the end so far."""
        return len(self._cut)

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How plausible the deals are; None without inference."""
        return None if self.inference is None else self.inference.weights(self._worlds(first, count))

    def notes(self) -> Sequence[str]:
        ties = (
            ("a match that ends with equal points counts as half a victory: the search does not compare vaults",) if self._has_ties else ()
        )
        return (*super().notes(), *ties, *self._cut_notes())

    def _worth(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """What solved values are worth; remembers whether one of them leaves the match with equal points."""
        if self.objective == "win" and not self.utility.rounds_left:
            self._has_ties |= bool((values == -lead(self._start, self.side)).any())
        return self.utility.of_margins(self._start, values, self.side)

    def _cut_notes(self) -> Sequence[str]:
        if not self._cut:
            return ()
        widths = list(self._cut.values())
        known = f"the proven bounds ({sum(widths) / len(widths):.2f} wide{'' if len(widths) == 1 else ' on average'})"
        if len(widths) == 1:
            what = "the deal was" if self.total == 1 else "1 world was"
            return (f"{what} not solved to the end: its values are those of a playout, kept within {known}",)
        return (f"{len(widths)} worlds were not solved to the end: their values are those of playouts, kept within {known}",)

    def _worlds(self, first: int, count: int) -> NDArray[np.void]:
        return self.worlds.sample(self.seed, first, count) if self._deals is None else self._deals[first : first + count]

    def _solve(self, world: NDArray[np.void], should_stop: Callable[[], bool] | None) -> np.void:
        if not hasattr(self._solvers, "solver"):
            self._solvers.solver = Solver(_MEMORY)
        solver: Solver = self._solvers.solver
        solver.clear()
        result: np.void = solver.solve_packed(world, objective=self._objective, node_limit=self._node_limit, should_stop=should_stop)[0]
        return result
