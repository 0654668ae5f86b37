"""Exact values of Diam's with all hands and safes open."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, cast

from diamonds_solver.errors import DiamondsError, HiddenCardsError, ObjectiveError, PositionError
from diamonds_solver.game import (
    Hindsight,
    HindsightOptions,
    RecordDecision,
    SolveCallbacks,
    SolveInterrupted,
    SolveOptions,
    Words,
    solution,
)
from diamonds_solver.game.solution import maxn_key

from .core import _solver
from .core.layout import pack, pack_rules
from .records.record import Record
from .round.rules import CHIPS, DIAMONDS, HIGHEST_SUM, MOST_LOUPES, MOST_LOUPES_TIED, QUALITIES, WORDS, Move, chips, quality
from .round.state import Phase, State

# -- goals --------------------------------------------------------------------------------------------------------------------------------
# What the end of a round is worth to the player who decides, and between which numbers that must lie before the end.

Objective = Literal["margin", "points", "chips"]
Model = Literal["paranoid", "maxn"]
OBJECTIVES: tuple[Objective, ...] = ("margin", "points", "chips")
MODELS: tuple[Model, ...] = ("paranoid", "maxn")

Goal = Callable[[Sequence[int]], float]
"""From the points of all seats to what they are worth."""


def goal(objective: Objective, seat: int) -> Goal:
    """Own points, or points or chips minus the mean of the others'. Raises ObjectiveError for another objective."""
    if known_objective(objective) == "points":
        return lambda points: points[seat]
    if objective == "margin":
        return lambda points: less_the_others(points, seat)
    return lambda points: less_the_others(chips(points), seat)


def known_objective(objective: str) -> Objective:
    """The objective of that name. Raises ObjectiveError for one that cannot be solved for."""
    for known in OBJECTIVES:
        if known == objective:
            return known
    raise ObjectiveError(f"there is no objective {objective!r}", hint=f"objectives: {', '.join(OBJECTIVES)}")


def less_the_others(numbers: Sequence[int], seat: int) -> float:
    return numbers[seat] - (sum(numbers) - numbers[seat]) / (len(numbers) - 1)


def bounds(state: State, objective: Objective) -> tuple[float, float]:
    """Two numbers that no end of the round is outside of: every quality makes one collection, of all copies that there are."""
    others = state.rules.players - 1
    if known_objective(objective) == "chips":
        last, before = CHIPS[others], CHIPS[:others]
        return last - sum(before) / others, CHIPS[0] - last
    hidden = (kind for safe in state.safes for pile in safe for kind in pile)
    around = [*hidden, *state.market, *state.pile, *(kind for hand in state.hands for kind in hand)]
    counts = [sum(kind < DIAMONDS and quality(kind) == each for kind in around) for each in QUALITIES]
    collections = sum(state.rules.value(each, count) for each, count in zip(QUALITIES, counts, strict=True))
    highest = float(collections + HIGHEST_SUM + MOST_LOUPES)
    if objective == "points":
        return 0.0, highest
    bonuses = HIGHEST_SUM * others + max(MOST_LOUPES, MOST_LOUPES_TIED * others)
    return -(collections + bonuses) / others, highest


# -- values of states ---------------------------------------------------------------------------------------------------------------------
# Worked out once each: minimax, max^n, and means where the pile turns up cards in an unknown order.


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
                hint = "with chance max^n has no definite value: use paranoid, or give the order of the pile ('stack')"
                raise DiamondsError("the model maxn is not defined where a draw has more than one outcome", code="E-MODEL", hint=hint)
            return self.of(state.turned_up(outcomes[0]))
        return max((self.of(state.after(move)) for move in state.moves()), key=lambda points: maxn_key(points, state.to_move))

    def best(self, state: State) -> Move:
        """The move of the seat that decides."""
        return max(state.moves(), key=lambda move: maxn_key(self.of(state.after(move)), state.to_move))


# -- solutions ----------------------------------------------------------------------------------------------------------------------------
# `Solution`, with a `MoveValue` for each legal move.


Value = solution.Value
MoveValue = solution.MoveValue[Move]


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution(solution.Solution[Move]):
    """What `solve` found out. Values are of the round's final score, seen from the seat that decides; all see all hands."""

    words: ClassVar[Words] = WORDS

    objective: Objective
    model: Model

    def to_dict(self) -> dict[str, Any]:
        return {"game": "diams", **super().to_dict()}


# -- alpha-beta ---------------------------------------------------------------------------------------------------------------------------
# The same values as `Paranoid`, by the search of the C core (``csrc/diams/search/alphabeta.c``).


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


# -- the solver ---------------------------------------------------------------------------------------------------------------------------
# The value of every legal move where all hands and safes are open:
#
#     solution = solve(state)
#     solution = solve(state, objective="chips", time_limit=10)


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
) -> Solution:
    """The value of every legal move: minimax where the order of the pile is known, else the mean over what it may turn up.

    `on_move` is told each move whose value is proven, and the value. A limit (`time_limit` in seconds, `max_nodes` states) is no error:
    moves that were not finished have bounds. `memory`: bytes for what is proved; alpha-beta forgets what does not fit, max^n ends there.

    Raises ObjectiveError for an objective that does not exist, DiamondsError with E-MODEL for another model and for max^n where chance has
    a say, PositionError where the pile is about to turn up cards, ValueError for an invalid limit, SolveInterrupted on Ctrl-C.
    """
    check_options(objective, model)
    _check_limits(state, max_nodes, time_limit)
    search = _Search(state, objective, model, Budget(max_nodes, time_limit, should_stop), memory)
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
    known_objective(objective)
    if model not in MODELS:
        raise DiamondsError(f"there is no model {model!r}", code="E-MODEL", hint=f"models: {', '.join(MODELS)}")


def _check_limits(state: State, max_nodes: int | None, time_limit: float | None) -> None:
    if state.is_chance:
        raise PositionError("the pile is about to turn up cards", hint="say which ones")
    if max_nodes is not None and max_nodes < 1:
        raise ValueError(f"max_nodes must be a number from 1, not {max_nodes!r}")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"time_limit must be a number of seconds above 0, not {time_limit!r}")


class _Search:
    """One question on its way to an answer."""

    def __init__(self, state: State, objective: Objective, model: Model, budget: Budget, memory: int) -> None:
        self.state, self.objective, self.model, self.budget = state, objective, model, budget
        self.stopped = False
        self._seat = state.to_move
        self._worth = goal(objective, self._seat)
        self._limits = bounds(state, objective)
        self._values: Maxn | AlphaBeta
        if model == "maxn":
            self._values = Maxn(budget)
            budget.max_nodes = min(budget.max_nodes, max(1, memory // _STATE_BYTES))
        else:
            self._values = AlphaBeta(state, objective, self._limits, budget, memory)
        self._solved: dict[Move, Value] = {}
        self._started = time.perf_counter()

    def run(self, on_move: Callable[[Move, Value], None] | None) -> None:
        """Values one move after the other. Raises LimitError."""
        for move in self.state.moves():
            self._solved[move] = self._values.of(self.state.after(move))
            if on_move is not None:
                on_move(move, self._solved[move])

    def solution(self) -> Solution:
        """The answer by what was found so far."""
        moves = self.state.moves()
        is_exact = len(self._solved) == len(moves)
        best = max(self._solved.values(), key=self._key, default=None)
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
        value = self._solved.get(move)
        if value is None or best is None:
            return MoveValue(move, None, None if self.model == "maxn" else self._between(move), False, None, False)
        if isinstance(value, tuple) and isinstance(best, tuple):
            return MoveValue(move, value, None, True, best[self._seat] - value[self._seat] if is_exact else None, value == best)
        assert not isinstance(value, tuple) and not isinstance(best, tuple)
        loss = best - value if best - value > _CLOSE else 0.0
        return MoveValue(move, value, (value, value), True, loss if is_exact else None, loss == 0)

    def _between(self, move: Move) -> tuple[float, float]:
        """What is proved of a move's value."""
        value = self._solved.get(move)
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


# -- solving records ----------------------------------------------------------------------------------------------------------------------
# One after the other: a ``diamonds_solver.game.RecordSolver``.


class RecordSolver:
    """Values the states of each record anew: nothing is kept from one to the next."""

    def __init__(self, memory: int) -> None:
        self._memory = memory

    def solve(self, record: Record, ask: SolveOptions, watch: SolveCallbacks) -> Solution:
        """The solution of the state after the play; see ``game.RecordSolver``."""
        if not record.is_open:
            raise HiddenCardsError("cards are hidden: values need all hands and safes", hint="'diamonds advise' uses what a player knows")
        return solve(
            record.state,
            objective=cast(Objective, ask.objective),
            model=cast(Model, ask.model),
            max_nodes=ask.node_limit,
            time_limit=ask.time_limit,
            should_stop=watch.should_stop,
            on_move=watch.on_move,
            memory=self._memory,
        )


def notes(record: Record, solution: Solution) -> Sequence[str]:
    """What a reader of a solution should know, including the record's own notes."""
    lone = record.players > 2 and solution.model == "paranoid"
    return (*record.notes(), "values assume that everybody sees all hands", *(("all others count as one opponent",) if lone else ()))


# -- hindsight ----------------------------------------------------------------------------------------------------------------------------
# What the decisions of a record were worth with all cards open: ``game.Advising.hindsight``.


NODES = {"paranoid": 200_000, "maxn": 10_000}
"""States of one decision: up to a second."""


def hindsight(decisions: Sequence[RecordDecision], ask: HindsightOptions) -> Iterator[tuple[int, Hindsight]]:
    """The worth of decisions of one record, the last first, each with its index; of each round up to the first of which nothing is proven.

    Raises as `solve`, for options.
    """
    question = cast(Objective, ask.objective), cast(Model, ask.model or "paranoid")
    check_options(*question)
    return _hindsight(decisions, *question, ask)


def _hindsight(
    decisions: Sequence[RecordDecision], objective: Objective, model: Model, ask: HindsightOptions
) -> Iterator[tuple[int, Hindsight]]:
    deadline = None if ask.time_limit is None else time.perf_counter() + ask.time_limit
    given_up: int | None = None  # the round of which earlier decisions are beyond reach
    for index in range(len(decisions) - 1, -1, -1):
        decision = decisions[index]
        if decision.round == given_up:
            continue
        left = None if deadline is None else deadline - time.perf_counter()
        if left is not None and left <= 0:
            return
        if not decision.record.is_open:
            given_up = decision.round
            continue
        solution = solve(
            decision.record.state, objective=objective, model=model, max_nodes=NODES[model], time_limit=left, should_stop=ask.should_stop
        )
        if solution.interrupted:
            return
        if any(answer.exact for answer in solution.moves):
            yield index, _hindsight_of(decision, solution)
        else:
            given_up = decision.round


def _hindsight_of(decision: RecordDecision, solution: Solution) -> Hindsight:
    made = next(answer for answer in solution.moves if answer.move == decision.move)
    best = solution.value
    return Hindsight(
        value=best if isinstance(best, float | int) else best[decision.seat] if isinstance(best, tuple) else None,
        best=solution.best_moves,
        loss=made.loss,
        exact=solution.exact,
        bounds=solution.bounds,
        moves=tuple((answer.move, _number(answer, decision.seat)) for answer in solution.moves),
        line=solution.line,
        points=None if solution.points is None else tuple(map(float, solution.points)),
        least_loss=made.loss if made.loss is not None else _least_loss(solution, made),
        reply=solution.line[1:] if solution.line[:1] == (decision.move,) else (),
    )


def _number(answer: MoveValue, seat: int) -> float | None:
    return answer.value[seat] if isinstance(answer.value, tuple) else answer.value


def _least_loss(solution: Solution, made: MoveValue) -> float:
    """What the move costs at least, by the bounds."""
    if solution.bounds is None or made.bounds is None:
        return 0.0
    return max(0.0, solution.bounds[0] - made.bounds[1])
