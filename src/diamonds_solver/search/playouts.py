"""Flat Monte Carlo for any game: every move is played to the end at random in the same worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .engine import SampleEngine
from .tree import World

Policy = Callable[[World[Any], Sequence[Any], Random], Any]
"""Which of the legal moves of a world is played."""


def at_random(_world: World[Any], moves: Sequence[Any], rng: Random) -> object:
    """Any legal move, each as likely as another."""
    return rng.choice(moves)


def play_out(world: World[Any], rng: Random, policy: Policy = at_random) -> None:
    """Plays on until the game is over, all seats by the policy."""
    while world.to_move is not None:
        world.play(policy(world, world.moves(), rng), rng)


class PlayoutEngine(SampleEngine[object]):
    """Sample i: the value of every move in world number i, all moves with the same luck. A ``diamonds_solver.game.Engine``."""

    name = "playout"

    def __init__(self, draw: Callable[[Random], World[Any]], decision: str, objective: str, seed: int, policy: Policy = at_random) -> None:
        """`draw` gives a world that agrees with what the player who decides knows; the moves are those of any of them."""
        world = draw(Random(f"{seed}"))
        assert world.to_move is not None, "there is something to decide"
        self.moves = tuple(world.moves())
        self.to_move = world.to_move
        self.decision, self.objective, self.seed = decision, objective, seed
        self._draw, self._policy = draw, policy

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        return self._one_by_one(lambda number: [self._value(move, number) for move in self.moves], first, count, should_stop)

    def _value(self, move: object, number: int) -> float:
        rng = Random(f"{self.seed}:{number}")  # the same world, and the same luck, for every move
        world = self._draw(rng)
        world.play(move, rng)
        play_out(world, rng, self._policy)
        return world.utilities(self.objective)[self.to_move]

    def notes(self) -> Sequence[str]:
        return ()
