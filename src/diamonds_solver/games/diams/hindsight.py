"""What the decisions of a record were worth with all cards open, as `game.Advising.hindsight` gives them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from diamonds_solver.game import Hindsight, HindsightOptions, RecordDecision

from .solve import Model, MoveValue, Objective, Solution, check_options, solve

NODES = {"paranoid": 200_000, "maxn": 10_000}
"""States of one decision: about half a second."""


def hindsight(decisions: Sequence[RecordDecision], ask: HindsightOptions) -> Iterator[tuple[int, Hindsight]]:
    """The worth of decisions of one record, the last first, each with its index; of each round up to the first of which nothing is proven.

    Raises as `solve`, for options.
    """
    question = cast(Objective, ask.objective), cast(Model, ask.model or "paranoid")
    check_options(*question)
    return _hindsight(decisions, *question, ask.time_limit, ask.should_stop)


def _hindsight(
    decisions: Sequence[RecordDecision],
    objective: Objective,
    model: Model,
    time_limit: float | None,
    should_stop: Callable[[], bool] | None,
) -> Iterator[tuple[int, Hindsight]]:
    deadline = None if time_limit is None else time.perf_counter() + time_limit
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
            decision.record.state, objective=objective, model=model, max_nodes=NODES[model], time_limit=left, should_stop=should_stop
        )
        if solution.interrupted:
            return
        if any(answer.exact for answer in solution.moves):
            yield index, _of(decision, solution)
        else:
            given_up = decision.round


def _of(decision: RecordDecision, solution: Solution) -> Hindsight:
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
