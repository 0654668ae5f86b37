"""The turn solved exactly over what may be drawn, and random continuations beyond it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.core import _players
from diamonds_solver.games.diamoniak.core.layout import pack, pack_moves
from diamonds_solver.games.diamoniak.rules.state import State

from .base import StateEngine, estimated, turns_by_rules

STATES = 5_000
"""States of a turn to solve, unless the user or a time limit says otherwise: about a hundredth of a second."""
LEAST_STATES = 500
TURNS = 2
"""Played by rules after it."""
_GAMES = 2048  # between two looks at the clock: some hundredths of a second


class TurnEngine(StateEngine):
    """Sample i: each move, the best ones to the end of the turn, then some turns by rules, all with the same luck; the rest is estimated.

    What is best within the turn follows from the estimate of how its ends are worth, by going backwards over all draws.
    """

    name = "turn"

    def __init__(self, state: State, objective: str = "win", seed: int = 0, *, states: int = STATES) -> None:
        """Solves the turn at once; of more states than `states` those after the fewest draws. Raises as StateEngine."""
        super().__init__(state, objective, seed)
        self._turn = _players.Turn(pack([state]), most_states=max(states, LEAST_STATES))
        self._turns = turns_by_rules(state.rules, TURNS)

    def solved(self) -> Sequence[float]:
        """The chance to win with each move, exactly as it follows from the estimate of all ends of the turn."""
        return [value for _, value in self._turn.moves()]

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in courses `first` to `first + count - 1`; see ``game.Engine``."""
        moves = pack_moves(self.moves)

        def block(start: int, size: int) -> NDArray[np.float64]:
            return self._turn.samples(moves, self.seed, start, size, turns=self._turns)

        return self._in_blocks(block, first, count, max(1, _GAMES // len(self.moves)), should_stop)

    def notes(self) -> Sequence[str]:
        """How far the turn was solved, and what its ends are worth."""
        states, depth = self._turn.states, self._turn.depth
        within = "" if depth is None else f", those of the next {depth} draws"
        solved = [f"{states:,} states of the turn solved{within}"] if states else []
        return (*super().notes(), *solved, estimated(self.state.rules))
