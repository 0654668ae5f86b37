"""The hindsight trace: what every move of every decision of a round was worth, all cards open.

It is computed from the end of the round backwards on one warm table: what a later position needed, the earlier ones find there. And what a
later position is worth is the value of the move that led there, or a limit of it. Values are those of independent solves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Event

from diamonds_solver.common.parallel import thread_count
from diamonds_solver.errors import HiddenCardsError
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Decision, Move
from diamonds_solver.games.diamonds.rules.rules import Rules

from .solution import Model, MoveValue, Objective, Solution
from .solve import DEFAULT_MEMORY, Played, Solver

_LEAST_NODES = 1  # of a decision for which a limit leaves nothing: what the cards alone tell still holds


@dataclass(frozen=True)
class TraceStep:
    """One decision of a trace."""

    index: int
    """In the record's play, from 0."""
    move: Move
    """What was decided."""
    side: int
    """Whose decision it was."""
    solution: Solution
    """What all moves of the position before it are worth."""

    @property
    def played(self) -> MoveValue:
        """What the move decided is worth. A club without its victim, whom the next decision tells, is worth what its best victim is."""
        return next(m for m in self.solution.moves if _is_played(m.move, self.move))

    @property
    def reply(self) -> tuple[Move, ...]:
        """Best play after the move decided, if that was not the best; it begins with the victim where the move left that open."""
        if not self.solution.reply:
            return ()
        first, *rest = self.solution.reply
        return tuple(rest) if first == self.move else (Move(victim=first.victim), *rest)


@dataclass(frozen=True)
class Trace:
    """The steps of a round in the order of the play. Those before the first one here were not reached."""

    steps: tuple[TraceStep, ...]
    nodes: int
    seconds: float
    stopped: bool
    """Whether a limit, `should_stop` or Ctrl-C left anything open."""


class TraceInterrupted(KeyboardInterrupt):
    """Ctrl-C during a trace. `trace` holds the steps that were done."""

    def __init__(self, trace: Trace) -> None:
        super().__init__("interrupted")
        self.trace = trace


def positions(record: Record) -> list[Position]:
    """The position before each move of the play. Cards that only the whole play tells are known from the start.

    Raises HiddenCardsError where cards stay hidden, or the record is of the time before the play.
    """
    record.position()
    if record.forgotten:
        names = ", ".join(dict.fromkeys(record.seat_name(one.seat) for one in record.forgotten))
        raise HiddenCardsError(f"the play has forgotten cards of {names}: what the hands were before is not known")
    record = replace(record, see=None).completed()
    table, hands, found = record.start_table(), [hand.known for hand in record.hands], list[Position]()
    for move in record.play:
        found.append(Position(table, tuple(hands)))
        if move.card is None:
            table = table.choose(move)
        else:
            hands[table.to_move] = hands[table.to_move] - {move.card}
            table = table.play_card(move.card, move.victim)
    return found


def trace(
    record: Record,
    *,
    objective: Objective = "margin",
    model: Model = "paranoid",
    all_moves: bool = True,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    node_limit: int | None = None,
    time_limit: float | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Trace:
    """The exact values of all moves of every decision of a record's play: cards, victims, who performs an award.

    Without `all_moves` those that judge a decision, which is faster: of the best move and of the one played, and which moves are best.

    The limits are for the whole trace, which goes from the end backwards; decisions that they leave open have proven bounds. When
    `should_stop` says so, from any thread, the trace ends with the steps that are done. `on_progress(done, total)` is called after each.
    `threads` (0: one per processor) changes no value. Other options are those of `solve`.

    Raises HiddenCardsError where cards are hidden, ValueError for an invalid option, TraceInterrupted on Ctrl-C.
    """
    started, steps = time.perf_counter(), list[TraceStep]()

    def so_far(stopped: bool) -> Trace:
        whole = tuple(reversed(steps))
        return Trace(
            steps=whole,
            nodes=sum(step.solution.nodes for step in whole),
            seconds=time.perf_counter() - started,
            stopped=stopped or any(step.solution.stopped for step in whole),
        )

    found = trace_steps(
        record,
        objective=objective,
        model=model,
        all_moves=all_moves,
        threads=threads,
        memory=memory,
        node_limit=node_limit,
        time_limit=time_limit,
        should_stop=should_stop,
    )
    try:
        for step in found:
            steps.append(step)
            if on_progress is not None:
                on_progress(len(steps), len(record.play))
    except KeyboardInterrupt as error:
        raise TraceInterrupted(so_far(stopped=True)) from error
    return so_far(stopped=len(steps) < len(record.play))


@dataclass(frozen=True)
class _Question:
    """What is asked of each position, and how much the whole trace may take."""

    objective: Objective
    model: Model
    all_moves: bool
    node_limit: int | None
    deadline: float | None
    should_stop: Callable[[], bool]


def trace_steps(
    record: Record,
    *,
    objective: Objective = "margin",
    model: Model = "paranoid",
    all_moves: bool = True,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    node_limit: int | None = None,
    time_limit: float | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Generator[TraceStep, None, None]:
    """The steps of `trace` as they are done, the last decision first."""
    todo = positions(record)
    stop = Event()

    def stops() -> bool:
        return stop.is_set() or (should_stop is not None and should_stop())

    deadline = None if time_limit is None else time.perf_counter() + time_limit
    question = _Question(objective, model, all_moves, node_limit, deadline, stops)
    groups = _groups(todo, objective, model)
    threads = thread_count(threads)
    workers = min(threads, len(groups))
    if workers <= 1:
        solver = Solver(memory, threads=threads if model == "paranoid" else 1)
        yield from _solved(solver, question, record, todo, list(reversed(range(len(todo)))))
        return
    share = replace(question, node_limit=None if node_limit is None else -(-node_limit // len(groups)))
    done: SimpleQueue[TraceStep | BaseException | None] = SimpleQueue()

    def work(group: Sequence[int]) -> None:
        try:
            for step in _solved(Solver(memory // workers), share, record, todo, group):
                done.put(step)
            done.put(None)
        except BaseException as error:  # the thread that waits for the steps is to know it
            done.put(error)

    with ThreadPoolExecutor(workers) as pool:
        try:
            for group in groups:
                pool.submit(work, group)
            yield from _in_order(done, len(groups), len(todo))
        finally:
            stop.set()


def _groups(todo: Sequence[Position], objective: Objective, model: Model) -> list[list[int]]:
    """The decisions whose proofs serve each other, each from the end backwards.

    What is proved for one side against all others says nothing of another side, unless best play is the same for both.
    """
    groups: dict[int, list[int]] = {}
    for index in reversed(range(len(todo))):
        rules = todo[index].rules
        side = 0 if is_one_question(rules, objective, model) else rules.side_of(todo[index].to_move)
        groups.setdefault(side, []).append(index)
    return list(groups.values())


def is_one_question(rules: Rules, objective: Objective, model: Model) -> bool:
    """Whether best play is the same for all sides: each for itself, or two for the difference."""
    return model == "maxn" or (objective == "margin" and len(rules.sides) == 2)


@dataclass(frozen=True)
class _Later:
    """What is known of a later position when an earlier one is asked about."""

    points: tuple[int, ...]
    side: int | None
    """Who decides there; None at the end of the round."""
    solution: Solution | None


class _Knowledge:
    """What the positions that are solved say of the move that led to them."""

    def __init__(self, question: _Question, record: Record, todo: Sequence[Position]) -> None:
        table = record.table()
        self._question, self._rules, self._todo, self._play = question, record.rules, todo, record.play
        self._end = _Later(table.points(), None, None) if table.decision is Decision.OVER else None
        self._of_side: dict[int, _Later] = {}
        self._last: tuple[int, _Later] | None = None if self._end is None else (len(todo), self._end)

    def played(self, index: int) -> Played:
        """The move of the play, and what is known of its value."""
        move, side = self._play[index], self._side(index)
        later = self._next(index)
        if later is not None:
            lower, upper = self._value(later, side)
            gain = self._gain(index, later)
            return Played(move, gain + lower, gain + upper, has_line=later.solution is None or bool(later.solution.line))
        # The others may have played better than they did: what came of it is the most that the move was worth.
        known = self._of_side.get(side, self._end)
        if known is None:
            return Played(move)
        return Played(move, upper=self._gain(index, known) + self._value(known, side)[1])

    def learned(self, index: int, solution: Solution) -> Solution:
        """Takes down what was found out of a position; gives it with the lines that the next one told."""
        later, move = self._next(index), self._play[index]
        if later is not None and solution.exact and (later.solution is None or later.solution.line):
            solution = _with_lines(solution, move, later, self._todo[index].points())
        known = _Later(self._todo[index].points(), self._side(index), solution)
        self._of_side[self._side(index)] = known
        self._last = index, known
        return solution

    def _side(self, index: int) -> int:
        return self._rules.side_of(self._todo[index].to_move)

    def _next(self, index: int) -> _Later | None:
        """The position after the move, where best play for who decides here is best play for who decides there; None: another question."""
        if self._last is None or self._last[0] != index + 1:
            return None
        later = self._last[1]
        same = later.side in (None, self._side(index)) or is_one_question(self._rules, self._question.objective, self._question.model)
        return later if same else None

    def _gain(self, index: int, later: _Later) -> float:
        gains = [after - before for after, before in zip(later.points, self._todo[index].points(), strict=True)]
        own = sum(gains[seat] for seat in self._rules.sides[self._side(index)])
        if self._question.objective == "points":
            return own
        return own - (sum(gains) - own) / (len(self._rules.sides) - 1)

    def _value(self, later: _Later, side: int) -> tuple[float, float]:
        """Limits of what is to come from there for the side."""
        if later.solution is None:
            return 0, 0
        assert later.solution.bounds is not None
        lower, upper = later.solution.bounds
        return (lower, upper) if later.side == side else (-upper, -lower)


def _with_lines(solution: Solution, move: Move, later: _Later, before: tuple[int, ...]) -> Solution:
    """The solution with a line that begins with the move played if that is a best one; else it is the reply."""
    follows = later.solution.line if later.solution is not None else ()
    gains = later.solution.points if later.solution is not None else (0,) * len(before)
    legal = [m.move for m in solution.moves]
    whole = (move, *follows)
    if move not in legal:  # a club whose victim the next decision tells
        whole = (move._replace(victim=follows[0].victim), *follows[1:])
    if whole[0] not in solution.best_moves:
        return replace(solution, reply=whole)
    assert gains is not None
    points = tuple(gain + after - start for gain, after, start in zip(gains, later.points, before, strict=True))
    return replace(solution, line=whole, points=points)


def _solved(
    solver: Solver, question: _Question, record: Record, todo: Sequence[Position], indices: Sequence[int]
) -> Generator[TraceStep, None, None]:
    """The steps of these decisions, which share their proofs, the last first."""
    nodes, knowledge = 0, _Knowledge(question, record, todo)
    for index in indices:
        if question.should_stop():
            return
        left = None if question.node_limit is None else max(_LEAST_NODES, (question.node_limit - nodes) // 2)
        seconds = None if question.deadline is None else max(0.0, (question.deadline - time.perf_counter()) / 2)
        solution = solver.solve(
            todo[index],
            objective=question.objective,
            model=question.model,
            all_moves=question.all_moves,
            played=knowledge.played(index) if question.model == "paranoid" else None,
            node_limit=left,
            time_limit=seconds,
            should_stop=question.should_stop,
        )
        if solution.interrupted:
            return
        nodes += solution.nodes
        side = record.rules.side_of(solution.to_move)
        yield TraceStep(index, record.play[index], side, knowledge.learned(index, solution))


def _in_order(done: SimpleQueue[TraceStep | BaseException | None], groups: int, count: int) -> Generator[TraceStep, None, None]:
    """The steps of several threads, the last decision first; until all have ended, or one has failed."""
    waiting: dict[int, TraceStep] = {}
    expected = count - 1
    while groups:
        item = done.get()
        if item is None:
            groups -= 1
        elif isinstance(item, BaseException):
            raise item
        else:
            waiting[item.index] = item
        while expected in waiting:
            yield waiting.pop(expected)
            expected -= 1


def _is_played(move: Move, played: Move) -> bool:
    return (move.card, move.actor) == (played.card, played.actor) and played.victim in (None, move.victim)
