"""The value of every legal move where all hands and safes are open.

solution = solve(state)
solution = solve(state, objective="chips", time_limit=10)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from diamonds_solver.errors import DiamondsError, ObjectiveError, PositionError
from diamonds_solver.game import SolveInterrupted
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import Phase, State
from diamonds_solver.search.solution import maxn_key

from .goals import MODELS, OBJECTIVES, Model, Objective, bounds, goal
from .pruned import AlphaBeta
from .solution import MoveValue, Solution, Value
from .values import Budget, LimitError, Maxn, Paranoid

MEMORY = 256 << 20
"""Bytes, where nothing else is said."""
_STATE_BYTES = 1024  # about what a state takes that a search in Python remembers
_CLOSE = 1e-9  # means of the same numbers may differ by rounding


def solve(
    state: State,
    *,
    objective: Objective = "margin",
    model: Model = "paranoid",
    max_nodes: int | None = None,
    time_limit: float | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_move: Callable[[Move, Value], None] | None = None,
    memory: int = MEMORY,
    prune: bool = True,
) -> Solution:
    """The value of every legal move: minimax where the order of the pile is known, else the mean over what it may turn up.

    `on_move` is told each move whose value is proven, and the value. A limit (`time_limit` in seconds, `max_nodes` states) is no error:
    moves that were not finished have bounds. `memory`: bytes for what is proved; alpha-beta forgets what does not fit, the plain searches
    of max^n and without `prune` end there. `prune`: false values every state that can be reached, to measure what alpha-beta saves.

    Raises ObjectiveError for an objective that does not exist, DiamondsError with E-MODEL for another model and for max^n where chance has
    a say, PositionError where the pile is about to turn up cards, ValueError for an invalid limit, SolveInterrupted on Ctrl-C.
    """
    check_options(objective, model)
    _check_limits(state, max_nodes, time_limit)
    search = _Search(state, objective, model, Budget(max_nodes, time_limit, should_stop), memory, prune)
    try:
        search.run(on_move)
    except LimitError:
        search.stopped = True
    except KeyboardInterrupt:
        search.stopped = search.budget.interrupted = True
        raise SolveInterrupted(search.solution()) from None
    return search.solution()


def check_options(objective: str, model: str) -> None:
    """Raises ObjectiveError for an objective that does not exist, DiamondsError for another model."""
    if objective not in OBJECTIVES:
        raise ObjectiveError(f"there is no objective {objective!r}", hint=f"objectives: {', '.join(OBJECTIVES)}")
    if model not in MODELS:
        raise DiamondsError(f"there is no model {model!r}", code="E-MODEL", hint=f"models: {', '.join(MODELS)}")


def _check_limits(state: State, max_nodes: int | None, time_limit: float | None) -> None:
    if state.is_chance:
        raise PositionError("the pile is about to turn up cards", hint="tell which ones")
    if max_nodes is not None and max_nodes < 1:
        raise ValueError(f"max_nodes is a number from 1, not {max_nodes!r}")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"time_limit is a number of seconds above 0, not {time_limit!r}")


class _Search:
    """One question on its way to an answer."""

    def __init__(self, state: State, objective: Objective, model: Model, budget: Budget, memory: int, prune: bool) -> None:
        self.state, self.objective, self.model, self.budget = state, objective, model, budget
        self.stopped = False
        self._seat = state.to_move
        self._worth = goal(objective, self._seat)
        self._limits = bounds(state, objective)
        self._values: Maxn | Paranoid | AlphaBeta = Paranoid(self._seat, self._worth, budget)
        if model == "maxn":
            self._values = Maxn(budget)
        elif prune:
            self._values = AlphaBeta(state, objective, self._limits, budget, memory)
        if not isinstance(self._values, AlphaBeta):
            budget.max_nodes = min(budget.max_nodes, max(1, memory // _STATE_BYTES))
        self._found: dict[Move, Value] = {}
        self._started = time.perf_counter()

    def run(self, on_move: Callable[[Move, Value], None] | None) -> None:
        """Values one move after the other. Raises LimitError."""
        for move in self.state.moves():
            self._found[move] = self._values.of(self.state.after(move))
            if on_move is not None:
                on_move(move, self._found[move])

    def solution(self) -> Solution:
        """The answer by what was found so far."""
        moves = self.state.moves()
        is_exact = len(self._found) == len(moves)
        best = max(self._found.values(), key=self._key, default=None)
        value = best if is_exact and moves else None
        if self.state.phase is Phase.OVER:
            points = self.state.points()
            value = points if self.model == "maxn" else self._worth(points)
        line: tuple[Move, ...] = ()
        points_of_line = None
        if is_exact and not self.stopped:
            with suppress(LimitError):  # all values are known, and there is no room left for the line
                line, points_of_line = self._line()
        answers = sorted((self._move_value(move, best, is_exact) for move in moves), key=self._place)
        lowest, highest = self._limits
        if moves and not is_exact and self.model != "maxn":
            between = [self._between(move) for move in moves]
            lowest, highest = max(low for low, _ in between), max(high for _, high in between)
        if isinstance(value, float | int):
            lowest = highest = value
        return Solution(
            to_move=self._seat,
            decision=self.state.phase,
            objective=self.objective,
            model=self.model,
            exact=is_exact,
            value=value,
            bounds=None if self.model == "maxn" else (lowest, highest),
            moves=tuple(answers),
            line=line,
            points=points_of_line,
            nodes=self.budget.nodes,
            seconds=time.perf_counter() - self._started,
            stopped=self.stopped,
            interrupted=self.budget.interrupted,
        )

    def _key(self, value: Value) -> tuple[float, ...]:
        return maxn_key(value, self._seat) if isinstance(value, tuple) else (value,)

    def _move_value(self, move: Move, best: Value | None, is_exact: bool) -> MoveValue:
        value = self._found.get(move)
        if value is None or best is None:
            return MoveValue(move, None, None if self.model == "maxn" else self._between(move), False, None, False)
        if isinstance(value, tuple) and isinstance(best, tuple):
            return MoveValue(move, value, None, True, best[self._seat] - value[self._seat] if is_exact else None, value == best)
        assert not isinstance(value, tuple) and not isinstance(best, tuple)
        loss = best - value if best - value > _CLOSE else 0.0
        return MoveValue(move, value, (value, value), True, loss if is_exact else None, loss == 0)

    def _between(self, move: Move) -> tuple[float, float]:
        """What is proved of a move's value."""
        value = self._found.get(move)
        if isinstance(value, float | int):
            return value, value
        return self._values.proved(self.state.after(move)) if isinstance(self._values, AlphaBeta) else self._limits

    def _place(self, answer: MoveValue) -> tuple[float, ...]:
        """Where it is listed: the best first, what is not known last."""
        return (1.0,) if answer.value is None else (0.0, *(-round(each, 9) for each in self._key(answer.value)))

    def _line(self) -> tuple[tuple[Move, ...], tuple[int, ...] | None]:
        """Best play to the first draw whose card is not known, and the points where there is none."""
        line: list[Move] = []
        state = self.state
        while state.phase is not Phase.OVER:
            if state.is_chance:
                outcomes = list(state.chances())
                if len(outcomes) > 1:
                    return tuple(line), None
                state = state.turned_up(outcomes[0])
                continue
            line.append(self._values.best(state))
            state = state.after(line[-1])
        return tuple(line), state.points()
