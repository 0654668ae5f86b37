"""Values of states, worked out once each: minimax, max^n, and means where the pile turns up cards in an unknown order."""

from __future__ import annotations

import time
from collections.abc import Callable

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import Phase, State
from diamonds_solver.search.solution import maxn_key

from .goals import Goal

Points = tuple[int, ...]
_BETWEEN_LOOKS = 256  # states between two looks at the clock
_EVER = 1 << 62


class LimitError(Exception):
    """The search has no room left."""


class Budget:
    """The states that may be looked into, and for how long."""

    def __init__(self, max_nodes: int | None, time_limit: float | None, should_stop: Callable[[], bool] | None) -> None:
        self.nodes = 0
        self.max_nodes = _EVER if max_nodes is None else max_nodes
        self.interrupted = False
        self._should_stop = should_stop
        self._end = None if time_limit is None else time.perf_counter() + time_limit

    def take(self) -> None:
        """Counts one state; raises LimitError where it is one too many."""
        if self.nodes >= self.max_nodes:
            raise LimitError
        self.nodes += 1
        if self.nodes % _BETWEEN_LOOKS == 0 and self.is_over():
            raise LimitError

    def is_over(self) -> bool:
        """Whether somebody said stop, or time is up."""
        if self._should_stop is not None and self._should_stop():
            self.interrupted = True
        return self.interrupted or (self._end is not None and time.perf_counter() >= self._end)


class Paranoid:
    """The values for one seat against all others together."""

    def __init__(self, seat: int, worth: Goal, budget: Budget) -> None:
        self.seat, self._worth, self._budget = seat, worth, budget
        self._known: dict[tuple[object, ...], float] = {}

    def of(self, state: State) -> float:
        """The value of a state. Raises LimitError."""
        key = state[1:]
        value = self._known.get(key)
        if value is None:
            self._budget.take()
            value = self._known[key] = self._value(state)
        return value

    def _value(self, state: State) -> float:
        if state.phase is Phase.OVER:
            return self._worth(state.points())
        if state.is_chance:
            return sum(chance * self.of(state.turned_up(cards)) for cards, chance in state.chances().items())
        pick = max if state.to_move == self.seat else min
        return pick(self.of(state.after(move)) for move in state.moves())

    def best(self, state: State) -> Move:
        """A move of best play, for the seat that decides."""
        pick = max if state.to_move == self.seat else min
        return pick(state.moves(), key=lambda move: self.of(state.after(move)))


class Maxn:
    """The points of all seats, every one playing for its own."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._known: dict[tuple[object, ...], Points] = {}

    def of(self, state: State) -> Points:
        """Every seat's points. Raises LimitError, and DiamondsError with E-MODEL where chance has a say."""
        key = state[1:]
        points = self._known.get(key)
        if points is None:
            self._budget.take()
            points = self._known[key] = self._points(state)
        return points

    def _points(self, state: State) -> Points:
        if state.phase is Phase.OVER:
            return state.points()
        if state.is_chance:
            outcomes = list(state.chances())
            if len(outcomes) > 1:
                hint = "with chance max^n has no definite value: take paranoid, or give the order of the pile ('stack')"
                raise DiamondsError("the model maxn is not defined where a draw has more than one outcome", code="E-MODEL", hint=hint)
            return self.of(state.turned_up(outcomes[0]))
        return max((self.of(state.after(move)) for move in state.moves()), key=lambda points: maxn_key(points, state.to_move))

    def best(self, state: State) -> Move:
        """The move of the seat that decides."""
        return max(state.moves(), key=lambda move: maxn_key(self.of(state.after(move)), state.to_move))
