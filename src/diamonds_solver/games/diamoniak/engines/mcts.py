"""Tree search with chance nodes, as many independent trees as there are samples."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.rules.moves import DRAW, ONE_FAIRY, Move
from diamonds_solver.games.diamoniak.rules.state import Phase, State
from diamonds_solver.search.tree import Tree, World

from .base import StateEngine
from .estimate import utilities
from .policy import Worth

SIMULATIONS = 1000
"""Of one tree, where neither the user nor a time limit says otherwise."""
LEAST_SIMULATIONS = 100
EXPLORATION = 0.3
_BLOCK = 50  # simulations between two looks at the clock: some milliseconds
_PAYMENTS = 3  # ways to pay a witch that are tried below the root, besides a fairy: the cheapest


class Course:
    """A game going on, for the tree; what is drawn is decided as it comes."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def to_move(self) -> int | None:
        return None if self.state.phase is Phase.OVER else self.state.turn

    def moves(self) -> Sequence[Move]:
        """All moves, but of the ways to pay a witch the cheapest only."""
        moves = self.state.moves()
        return moves if self.state.phase is not Phase.WITCH or len(moves) <= _PAYMENTS else _cheapest(self.state, moves)

    def play(self, move: Move, rng: Random) -> None:
        self.state = self.state.after(move, _drawn(self.state, rng) if move is DRAW or move == DRAW else None)

    def seen(self, seat: int) -> Hashable:
        """Everything lies open."""
        return self.state[1:]

    def utilities(self, objective: str = "win") -> Sequence[float]:
        return utilities(self.state)


def _drawn(state: State, rng: Random) -> int:
    pile = state.draw_pile()
    number = int(rng.random() * sum(pile))
    for kind, count in enumerate(pile):
        number -= count
        if number < 0:
            return kind
    raise AssertionError("the pile has that many cards")


def _cheapest(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    worth, own = Worth(), state.colours[state.turn]
    prices = [worth.own if colour == own else worth.others if colour in state.colours else worth.unbuilt for colour in range(4)]
    prices += [worth.diamond, worth.fairy, 0.0]
    threes = [move for move in moves if move != ONE_FAIRY]
    threes.sort(key=lambda move: sum(price * count for price, count in zip(prices, move.cards, strict=True)))
    return [*(moves[:1] if moves[0] == ONE_FAIRY else ()), *threes[:_PAYMENTS]]


def estimated(world: World[Move], rng: Random) -> Sequence[float]:
    """The leaf of the trees: what every seat's chance is estimated to be."""
    return world.utilities("win")


class MctsEngine(StateEngine):
    """Sample i: the mean value of every move in tree i. Every player maximises their own chance to win; leaves are estimated."""

    name = "mcts"

    def __init__(
        self, state: State, objective: str = "win", seed: int = 0, *, simulations: int = SIMULATIONS, exploration: float = EXPLORATION
    ) -> None:
        """`simulations` are those of one tree; `exploration` is in chances to win. Raises as StateEngine."""
        super().__init__(state, objective, seed)
        self.simulations = max(simulations, LEAST_SIMULATIONS, len(self.moves))
        self._exploration = exploration
        self._is_cut = False

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values by trees `first` to `first + count - 1`; see ``game.Engine``."""
        return self._one_by_one(lambda index: self._means(index, should_stop), first, count, should_stop)

    def notes(self) -> Sequence[str]:
        """How large the trees are."""
        if self._is_cut:
            return (*super().notes(), f"the tree was stopped early; a whole one has {self.simulations:,} simulations")
        return (*super().notes(), f"{self.simulations:,} simulations in each of the independent trees")

    def _means(self, index: int, should_stop: Callable[[], bool] | None) -> list[float] | None:
        """The values by one tree; None where there was no time for all of it."""
        tree: Tree[Move] = Tree(
            self.moves, lambda rng: Course(self.state), estimated, seed=f"{self.seed}/{index}", exploration=self._exploration
        )
        tree.run(len(self.moves))  # every move has a value
        while tree.simulations < self.simulations:
            if should_stop is not None and should_stop():
                if index > 0:  # better a small first tree than no answer
                    return None
                self._is_cut = True
                break
            tree.run(min(_BLOCK, self.simulations - tree.simulations))
        return [tree.root[move].mean for move in self.moves]
