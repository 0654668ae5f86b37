"""The engines of Diamoniak: playouts, tree search, the solved turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import ObjectiveError, PositionError
from diamonds_solver.search.engine import SampleEngine, SearchTree, Tree, TreeEngine

from .core import _players
from .core.layout import pack, pack_moves, unpack_move
from .rules import BOX, SELLER_PAID, Move, Price, Rules, State

# -- decisions ----------------------------------------------------------------------------------------------------------------------------
# What the engines of Diamoniak share: the decision of a state. Nothing is hidden, so a sample is a course of chance.

_WHOLE_GAME = 1000  # turns; a longer game has no winner


class StateEngine(SampleEngine[Move]):
    """An engine for one decision: the chance to win with each move.

    Raises ObjectiveError for another objective than ``win``, PositionError if the game is over.
    """

    def __init__(self, state: State, objective: str = "win", seed: int = 0) -> None:
        if objective != "win":
            raise ObjectiveError(f"Diamoniak has no points: there is no objective {objective!r}", hint="the objective is win")
        if state.winner is not None:
            raise PositionError("the game is over: there is nothing to decide", code="E-OVER")
        self.state = state
        self.moves = state.moves()
        self.to_move = state.turn
        self.decision = str(state.phase)
        self.objective = objective
        self.seed = seed

    def notes(self) -> Sequence[str]:
        """What a reader should also know: the readings of the rules that the answer depends on."""
        return assumptions(self.state.rules)


def assumptions(rules: Rules) -> Sequence[str]:
    """Readings of the rules that every value depends on."""
    return (SELLER_PAID,) if rules.price is Price.SELLER else ()


def turns_by_rules(rules: Rules, turns: int) -> int:
    """Turns played by rules before the rest is estimated: `turns` with the whole deck, to which the estimate is fitted, else all."""
    return turns if rules.deck == BOX else _WHOLE_GAME


def estimated(rules: Rules) -> str:
    """In words, what happens beyond the tree or the turn."""
    return (
        "beyond what is searched a function fitted to rule-based games estimates the chances"
        if rules.deck == BOX
        else "beyond what is searched games are played to their end by rules"
    )


# -- rule-based players -------------------------------------------------------------------------------------------------------------------
# ``greedy`` and ``cautious``; ``csrc/diamoniak/players/policy.h`` describes them.


GREEDY, CAUTIOUS = POLICIES = _players.POLICIES


def move_by_rules(state: State, policy: str = GREEDY) -> Move:
    """What the player does in a state with something to decide."""
    return unpack_move(_players.policy_move(pack([state]), policy))


# -- flat Monte Carlo ---------------------------------------------------------------------------------------------------------------------
# Every move is tried by rule-based players, in one course of chance after the other.


_GAMES_BETWEEN_LOOKS = 2048  # between two looks at the clock: some hundredths of a second


class PlayoutEngine(StateEngine):
    """Sample i: each move, then greedy players to the end, all with the same luck; 1 for a game that is won, 0 for others."""

    name = "playout"

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in courses `first` to `first + count - 1`; see ``game.Engine``."""
        state, moves = pack([self.state]), pack_moves(self.moves)

        def block(start: int, size: int) -> NDArray[np.float64]:
            return _players.playouts(state, moves, self.seed, start, size)

        return self._in_blocks(block, first, count, max(1, _GAMES_BETWEEN_LOOKS // len(self.moves)), should_stop)


# -- tree search --------------------------------------------------------------------------------------------------------------------------
# With chance nodes, as many independent trees as there are samples.


SIMULATIONS = 5_000
"""Simulations of one tree, unless the user or a time limit says otherwise."""
LEAST_SIMULATIONS = 100
EXPLORATION = 0.05
TREE_TURNS = 1
"""Played by rules below the tree."""


class MctsEngine(StateEngine, TreeEngine[Move]):
    """Sample i: the mean value of every move in tree i. Every player maximises their own chance to win; below the tree a turn
    is played by rules, and the rest is estimated."""

    name = "mcts"

    def __init__(
        self, state: State, objective: str = "win", seed: int = 0, *, simulations: int = SIMULATIONS, exploration: float = EXPLORATION
    ) -> None:
        """`simulations` are those of one tree; `exploration` is in chances to win. Raises as StateEngine."""
        super().__init__(state, objective, seed)
        self.least = max(LEAST_SIMULATIONS, len(self.moves))
        self.simulations = max(simulations, self.least)
        self._exploration = exploration
        self._turns = turns_by_rules(state.rules, TREE_TURNS)

    def notes(self) -> Sequence[str]:
        return (*super().notes(), *self._cut_notes(), estimated(self.state.rules))

    def _tree(self, index: int, simulations: int) -> Tree:
        seed = int(np.random.SeedSequence((self.seed, index)).generate_state(1, np.uint64)[0])
        search = _players.Mcts(pack([self.state]), seed=seed, exploration=self._exploration, turns=self._turns)
        return SearchTree(search.run, lambda: [mean for _, _, mean in search.moves()])


# -- the solved turn ----------------------------------------------------------------------------------------------------------------------
# Exact over what may be drawn, with random continuations beyond it.


STATES = 5_000
"""States of a turn to solve, unless the user or a time limit says otherwise: about a hundredth of a second."""
LEAST_STATES = 500
SOLVED_TURNS = 2
"""Played by rules after it."""


class TurnEngine(StateEngine):
    """Sample i: each move, the best ones to the end of the turn, then some turns by rules, all with the same luck; the rest is estimated.

    What is best within the turn follows from the estimate of how its ends are worth, by going backwards over all draws.
    """

    name = "turn"

    def __init__(self, state: State, objective: str = "win", seed: int = 0, *, states: int = STATES) -> None:
        """Solves the turn at once; of more states than `states` those after the fewest draws. Raises as StateEngine."""
        super().__init__(state, objective, seed)
        self._turn = _players.Turn(pack([state]), most_states=max(states, LEAST_STATES))
        self._turns = turns_by_rules(state.rules, SOLVED_TURNS)

    def solved(self) -> Sequence[float]:
        """The chance to win with each move, exactly as it follows from the estimate of all ends of the turn."""
        return [value for _, value in self._turn.moves()]

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in courses `first` to `first + count - 1`; see ``game.Engine``."""
        moves = pack_moves(self.moves)

        def block(start: int, size: int) -> NDArray[np.float64]:
            return self._turn.samples(moves, self.seed, start, size, turns=self._turns)

        return self._in_blocks(block, first, count, max(1, _GAMES_BETWEEN_LOOKS // len(self.moves)), should_stop)

    def notes(self) -> Sequence[str]:
        """How far the turn was solved, and what its ends are worth."""
        states, depth = self._turn.states, self._turn.depth
        within = "" if depth is None else f", those of the next {counted(depth, 'draw')}"
        solved = [f"{counted(states, 'state')} of the turn solved{within}"] if states else []
        return (*super().notes(), *solved, estimated(self.state.rules))
