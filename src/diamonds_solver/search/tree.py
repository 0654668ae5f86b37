"""Tree search by simulations for any game, also one with chance and with hidden cards (information-set Monte Carlo tree search).

A simulation plays one possible world. A node stands for all that the seat to move has seen: what is hidden from it cannot change what it
does in the tree. Chance is drawn as it comes, never looked up, and every seat plays for its own utility.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Generic, Protocol, TypeVar

Move = TypeVar("Move", bound=Hashable)


class World(Protocol[Move]):
    """A game going on in which everything is known but the chance to come. It changes as it is played."""

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        ...

    def moves(self) -> Sequence[Move]:
        """What it may do, or as much of it as the search shall try. Never empty before the end."""
        ...

    def play(self, move: Move, rng: Random) -> None:
        """Makes a move, and draws what chance adds to it."""
        ...

    def seen(self, seat: int) -> Hashable:
        """All that this seat knows: equal for worlds that it cannot tell apart."""
        ...

    def utilities(self, objective: str) -> Sequence[float]:
        """What the game is worth to every seat, once it is over."""
        ...


Leaf = Callable[[World[Move], Random], Sequence[float]]
"""What a world that the tree does not reach into is worth to every seat; it may play on."""


class Statistics:
    """What simulations showed of one move."""

    __slots__ = ("available", "sum", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        """How often it was legal when its node was visited."""
        self.sum = 0.0
        """Of the utility of the seat that made it."""

    @property
    def mean(self) -> float:
        return self.sum / self.visits if self.visits else math.nan


class Tree(Generic[Move]):
    """A tree below one decision. Its moves take turns: every one is tried equally often, each round of them with the same luck.

    `deal(rng)` gives a world in which the decision is to be made; `exploration` is in units of the utility. The same `seed` gives the same
    tree, however many simulations are run at a time.
    """

    def __init__(
        self,
        moves: Sequence[Move],
        deal: Callable[[Random], World[Move]],
        leaf: Leaf[Move],
        *,
        seed: str,
        exploration: float,
        max_nodes: int = 1 << 20,
    ) -> None:
        self.root = {move: Statistics() for move in moves}
        self.simulations = 0
        self._moves, self._deal, self._leaf = tuple(moves), deal, leaf
        self._seed, self._exploration, self._max_nodes = seed, exploration, max_nodes
        self._nodes: dict[Hashable, dict[Move, Statistics]] = {}

    def run(self, simulations: int) -> None:
        """Adds that many simulations."""
        for number in range(self.simulations, self.simulations + simulations):
            turn, which = divmod(number, len(self._moves))
            self._simulate(self._moves[which], Random(f"{self._seed}/{turn}"))
        self.simulations += simulations

    def _simulate(self, first: Move, rng: Random) -> None:
        world = self._deal(rng)
        seat = world.to_move
        assert seat is not None
        path = [(seat, self.root[first])]
        world.play(first, rng)
        is_inside = True
        while is_inside and (seat := world.to_move) is not None:
            key = seat, world.seen(seat)
            node = self._nodes.get(key)
            if node is None:
                is_inside = False
                if len(self._nodes) < self._max_nodes:
                    self._nodes[key] = {}
            else:
                move = self._pick(node, world.moves(), rng)
                path.append((seat, node[move]))
                world.play(move, rng)
        utilities = self._leaf(world, rng)
        for seat, statistics in path:
            statistics.visits += 1
            statistics.sum += utilities[seat]

    def _pick(self, node: dict[Move, Statistics], moves: Sequence[Move], rng: Random) -> Move:
        """A move that was not tried yet, else the one with the highest upper confidence bound."""
        new = []
        for move in moves:
            statistics = node.get(move)
            if statistics is None:
                statistics = node[move] = Statistics()
            statistics.available += 1
            if not statistics.visits:
                new.append(move)
        if new:
            return rng.choice(new)
        return max(moves, key=lambda move: self._bound(node[move]))

    def _bound(self, statistics: Statistics) -> float:
        return statistics.mean + self._exploration * math.sqrt(math.log(statistics.available) / statistics.visits)


def random_playout(objective: str) -> Leaf[Move]:
    """A leaf that plays on at random to the end."""

    def leaf(world: World[Move], rng: Random) -> Sequence[float]:
        while world.to_move is not None:
            world.play(rng.choice(world.moves()), rng)
        return world.utilities(objective)

    return leaf
