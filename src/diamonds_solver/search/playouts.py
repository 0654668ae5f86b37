"""Flat Monte Carlo for any game: every move is played to the end at random in the same worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game import World

Policy = Callable[[World, Sequence[object], np.random.Generator], object]
"""Which of the legal moves of a world is played."""


def at_random(_world: World, moves: Sequence[object], rng: np.random.Generator) -> object:
    """Any legal move, each as likely as another."""
    return moves[int(rng.integers(len(moves)))]


def played_out(world: World, rng: np.random.Generator, policy: Policy = at_random) -> World:
    """The world at the end of a game in which all seats play by the policy."""
    while moves := world.moves():
        world = world.play(policy(world, moves, rng), rng)
    return world


class PlayoutEngine:
    """Sample i: the value of every move in world number i, all moves with the same luck. A ``diamonds_solver.game.Engine``."""

    name = "playout"
    total: int | None = None
    enumerates = False
    exact = False

    def __init__(
        self, draw: Callable[[np.random.Generator], World], decision: str, objective: str, seed: int, policy: Policy = at_random
    ) -> None:
        """`draw` gives a world that agrees with what the player who decides knows; the moves are those of any of them."""
        world = draw(np.random.default_rng((seed, 0)))
        self.moves: tuple[object, ...] = tuple(world.moves())
        self.to_move = world.to_move
        self.decision, self.objective, self.seed = decision, objective, seed
        self._draw, self._policy = draw, policy

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        block = np.empty((len(self.moves), count))
        for index in range(count):
            if should_stop is not None and should_stop():
                return block[:, :index]
            world = self._draw(np.random.default_rng((self.seed, first + index)))
            for row, move in enumerate(self.moves):
                luck = np.random.default_rng((self.seed, first + index, 1))
                end = played_out(world.play(move, luck), luck, self._policy)
                block[row, index] = end.utilities(self.objective)[self.to_move]
        return block

    def weights(self, first: int, count: int) -> None:
        """All worlds are equally likely."""

    def notes(self) -> Sequence[str]:
        return ()
