"""What the decisions of a record were worth with all cards open, as ``diamonds_solver.game.Game.hindsight`` tells it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from threading import Event
from typing import cast

from diamonds_solver.common.parallel import ordered_map, thread_count
from diamonds_solver.errors import HiddenCardsError
from diamonds_solver.game import Decision, Hindsight
from diamonds_solver.games.diamonds.record.record import Phase, Record
from diamonds_solver.games.diamonds.rules.public import Move, Pass

from .passes import PassSolution, solve_pass
from .solution import Model, MoveValue, Objective, Solution, Value
from .solve import DEFAULT_MEMORY, Solver, check_options
from .trace import TraceStep, trace_steps

PASS_NODES = 4_000_000
"""Nodes for each pass, some 0.3 seconds: enough for most of two and three players and of teams, not of four single players."""


def hindsight(
    decisions: Sequence[Decision],
    *,
    objective: str,
    model: str | None = None,
    threads: int = 1,
    time_limit: float | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Iterator[tuple[int, Hindsight]]:
    """The worth of these decisions of one record, the last first, each with its index: cards, victims, awards, and with the paranoid model
    the cards that were passed.

    Left out are rounds whose cards are hidden, and how many cards to pass: with another number the others would have passed other cards.
    """
    question = cast(Objective, objective), cast(Model, model or "paranoid")
    check_options(*question)
    return _hindsight(decisions, *question, threads, time_limit, should_stop)


def _hindsight(
    decisions: Sequence[Decision],
    objective: Objective,
    model: Model,
    threads: int,
    time_limit: float | None,
    should_stop: Callable[[], bool] | None,
) -> Iterator[tuple[int, Hindsight]]:
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    rounds = _rounds(decisions)
    while rounds:
        first, record = rounds.pop()
        steps = trace_steps(
            record,
            objective=objective,
            model=model,
            all_moves=False,
            threads=threads,
            time_limit=None if deadline is None else max(0.0, deadline - time.perf_counter()) / (len(rounds) + 1),
            should_stop=should_stop,
        )
        try:
            for step in steps:
                yield first + step.index, _hindsight_of(step)
        except HiddenCardsError:
            continue
        if model == "paranoid":
            yield from _of_passes(decisions, first, objective, threads, deadline, should_stop)


def _of_passes(
    decisions: Sequence[Decision],
    end: int,
    objective: Objective,
    threads: int,
    deadline: float | None,
    should_stop: Callable[[], bool] | None,
) -> Iterator[tuple[int, Hindsight]]:
    """The passes just before the decision `end`, where all of them and all hands are known."""
    first = end
    while first and decisions[first - 1].decision == "pass":
        first -= 1
    record: Record = decisions[first].record
    gave = {decision.seat: decision.move for decision in decisions[first:end]}
    if len(gave) < record.players or not all(hand.is_open for hand in record.hands):
        return
    passes = [cast(Pass, gave[seat]) for seat in range(record.players)]
    threads, stop = min(thread_count(threads), record.players), Event()

    def stops() -> bool:
        return stop.is_set() or (should_stop is not None and should_stop())

    def solved(index: int) -> tuple[int, PassSolution]:
        solution = solve_pass(
            record,
            passes,
            decisions[index].seat,
            Solver(DEFAULT_MEMORY // threads),
            objective=objective,
            node_limit=PASS_NODES,
            time_limit=None if deadline is None else max(0.0, deadline - time.perf_counter()) / 2,
            should_stop=stops,
        )
        return index, solution

    for index, solution in ordered_map(solved, reversed(range(first, end)), threads, stop.set):
        if stops():
            return
        yield index, _hindsight_of_pass(solution)


def _hindsight_of_pass(solution: PassSolution) -> Hindsight:
    lower, upper = solution.bounds
    best = tuple(v.move for v in solution.values if v.lower == lower)
    return Hindsight(
        value=lower if lower == upper else None,
        best=best,
        loss=lower - solution.made.lower if solution.exact else None,
        exact=solution.exact,
        bounds=(lower, upper),
        moves=tuple((v.move, v.lower if v.lower == v.upper else None) for v in solution.values),
        line=(),
        points=None,
        least_loss=max(0.0, lower - solution.made.upper),
    )


def _rounds(decisions: Sequence[Decision]) -> list[tuple[int, Record]]:
    """The plays in order: the index of the first decision of each, and the record after its last one."""
    found = list[tuple[int, Record]]()
    for index, decision in enumerate(decisions):
        record: Record = decision.record
        if record.phase is not Phase.PLAY:
            continue
        assert isinstance(decision.move, Move)
        if not record.play:
            found.append((index, record))
        found[-1] = found[-1][0], replace(record, play=(*record.play, decision.move))
    return found


def _hindsight_of(step: TraceStep) -> Hindsight:
    solution, played = step.solution, step.played

    def own(value: Value | None) -> float | None:
        return value[step.side] if isinstance(value, tuple) else value

    return Hindsight(
        value=own(solution.value),
        best=tuple(m.move for m in solution.moves if m.loss == 0) if solution.exact else solution.best_moves,
        loss=played.loss,
        exact=solution.exact and played.exact,
        bounds=solution.bounds,
        moves=tuple((m.move, own(m.value)) for m in solution.moves),
        line=solution.line,
        points=solution.points,
        least_loss=_least_loss(solution, played),
        reply=step.reply,
    )


def _least_loss(solution: Solution, played: MoveValue) -> float:
    """What is proven of the loss of a move."""
    if played.loss is not None:
        return played.loss
    if solution.bounds is None or played.bounds is None:
        return 0.0
    return max(0.0, solution.bounds[0] - played.bounds[1])
