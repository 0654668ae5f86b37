"""The same values as `Paranoid`, by the alpha-beta search of the C core (``csrc/diams/search/alphabeta.c``)."""

from __future__ import annotations

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diams.core import _solver
from diamonds_solver.games.diams.core.layout import pack, pack_rules
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import State

from .goals import Objective
from .values import Budget, LimitError


class AlphaBeta:
    """The values for one seat against all others together."""

    def __init__(self, state: State, objective: Objective, limits: tuple[float, float], budget: Budget, memory: int) -> None:
        """`state`: the seat is who decides in it; `limits`: two numbers that no end of its round is outside of; `memory`: bytes."""
        self.seat = state.to_move
        self._budget = budget
        self._core = _solver.AlphaBeta(pack_rules(state.rules), self.seat, objective, *limits, memory)

    def of(self, state: State) -> float:
        """The value of a state. Raises LimitError, and PositionError for a hand that no play leads to."""
        budget = self._budget
        try:
            return self._core.value(pack([state]), budget.max_nodes, budget.is_over)
        except _solver.LimitError:
            raise LimitError from None
        except _solver.TooManyMovesError as error:
            raise PositionError(str(error), code="E-HAND-SIZE", hint="a hand in play has six diamonds at most") from error
        finally:
            budget.nodes = self._core.nodes

    def proved(self, state: State) -> tuple[float, float]:
        """What is proved so far of a state."""
        return self._core.bounds(pack([state]))

    def best(self, state: State) -> Move:
        """A move of best play, for the seat that decides. Raises LimitError."""
        pick = max if state.to_move == self.seat else min
        return pick(state.moves(), key=lambda move: self.of(state.after(move)))
