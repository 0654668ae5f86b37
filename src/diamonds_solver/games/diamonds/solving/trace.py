"""Values in hindsight: of every decision of a round, of records, and of the pass."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, count
from queue import Empty, SimpleQueue
from threading import Event
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.interrupts import LISTENING
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.errors import HiddenCardsError
from diamonds_solver.game import Hindsight, HindsightOptions, RecordDecision, SolveCallbacks, SolveOptions
from diamonds_solver.stats.samples import TIE

from ..core import _players, layout
from ..core.passing import card_mask, deck_mask, exchange, hands_of
from ..records.record import Phase, Record
from ..round.position import Position
from ..round.public import Decision, Move, Pass, is_margin
from ..round.rules import Rules, sort_key
from .solve import DEFAULT_MEMORY, Model, MoveValue, Objective, Played, Solution, Solver, Value, check_options

# -- the trace ----------------------------------------------------------------------------------------------------------------------------
# The hindsight trace: what every move of every decision of a round was worth, all cards open.
#
# It is computed from the end of the round backwards on one warm table: what a later position needed, the earlier ones find there. And what
# a later position is worth is the value of the move that led there, or a limit of it. Values are those of independent solves.

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
        names = ", ".join(dict.fromkeys(record.seat_name(move.seat) for move in record.forgotten))
        raise HiddenCardsError(f"the play has forgotten cards of {names}: what the hands were before is not known")
    record = replace(record, see=None).completed()
    hands, reached = [hand.known for hand in record.hands], list[Position]()
    for table, move in zip(record.tables, record.play, strict=False):
        reached.append(Position(table, tuple(hands)))
        if move.card is not None:
            hands[table.to_move] -= {move.card}
    return reached


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

    options = SolveOptions(objective, model, all_moves, node_limit=node_limit, time_limit=time_limit)
    try:
        for step in trace_steps(record, options, threads=threads, memory=memory, should_stop=should_stop):
            steps.append(step)
            if on_progress is not None:
                on_progress(len(steps), len(record.play))
    except KeyboardInterrupt as error:
        raise TraceInterrupted(so_far(stopped=True)) from error
    return so_far(stopped=len(steps) < len(record.play))


def trace_steps(
    record: Record,
    options: SolveOptions,
    *,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    should_stop: Callable[[], bool] | None = None,
) -> Generator[TraceStep, None, None]:
    """The steps of `trace` as they are done, the last decision first. The limits are for all of them together."""
    todo = positions(record)
    stop = Event()

    def stops() -> bool:
        return stop.is_set() or (should_stop is not None and should_stop())

    deadline = None if options.time_limit is None else time.perf_counter() + options.time_limit
    groups = _groups(todo, options)
    threads = thread_count(threads)
    workers = min(threads, len(groups))
    if workers <= 1:
        solver = Solver(memory, threads=threads if options.model == "paranoid" else 1)
        yield from _solved(solver, options, deadline, stops, record, todo, list(reversed(range(len(todo)))))
        return
    share = replace(options, node_limit=None if options.node_limit is None else -(-options.node_limit // len(groups)))

    def job(group: Sequence[int]) -> Iterator[tuple[int, TraceStep]]:
        solver = Solver(memory // workers)
        return ((step.index, step) for step in _solved(solver, share, deadline, stops, record, todo, group))

    for _, step in _merged([partial(job, group) for group in groups], reversed(range(len(todo))), workers, stop):
        yield step


def _groups(todo: Sequence[Position], options: SolveOptions) -> list[list[int]]:
    """The decisions whose proofs serve each other, each from the end backwards.

    What is proved for one side against all others says nothing of another side, unless best play is the same for both.
    """
    groups: dict[int, list[int]] = {}
    for index in reversed(range(len(todo))):
        rules = todo[index].rules
        side = 0 if is_one_question(rules, options) else rules.side_of(todo[index].to_move)
        groups.setdefault(side, []).append(index)
    return list(groups.values())


def is_one_question(rules: Rules, options: SolveOptions) -> bool:
    """Whether best play is the same for all sides: each for itself, or two for the difference."""
    return options.model == "maxn" or (options.objective == "margin" and len(rules.sides) == 2)


@dataclass(frozen=True)
class _Later:
    """What is known of a later position when an earlier one is asked about."""

    points: tuple[int, ...]
    side: int | None
    """Who decides there; None at the end of the round."""
    solution: Solution | None


class _Findings:
    """What the positions that are solved say of the move that led to them."""

    def __init__(self, options: SolveOptions, record: Record, todo: Sequence[Position]) -> None:
        table = record.table()
        self._options, self._rules, self._todo, self._play = options, record.rules, todo, record.play
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
        same = later.side in (None, self._side(index)) or is_one_question(self._rules, self._options)
        return later if same else None

    def _gain(self, index: int, later: _Later) -> float:
        gains = [after - before for after, before in zip(later.points, self._todo[index].points(), strict=True)]
        own = sum(gains[seat] for seat in self._rules.sides[self._side(index)])
        return own - (sum(gains) - own) / (len(self._rules.sides) - 1) if is_margin(self._options.objective) else own

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
    solver: Solver,
    options: SolveOptions,
    deadline: float | None,
    should_stop: Callable[[], bool],
    record: Record,
    todo: Sequence[Position],
    indices: Sequence[int],
) -> Generator[TraceStep, None, None]:
    """The steps of these decisions, which share their proofs, the last first."""
    nodes, findings, callbacks = 0, _Findings(options, record, todo), SolveCallbacks(should_stop=should_stop)
    for index in indices:
        if should_stop():
            return
        left = None if options.node_limit is None else max(_LEAST_NODES, (options.node_limit - nodes) // 2)
        seconds = None if deadline is None else max(0.0, (deadline - time.perf_counter()) / 2)
        played = findings.played(index) if options.model == "paranoid" else None
        solution = solver.answer(todo[index], replace(options, node_limit=left, time_limit=seconds), callbacks, played)
        if solution.interrupted:
            return
        nodes += solution.nodes
        side = record.rules.side_of(solution.to_move)
        yield TraceStep(index, record.play[index], side, findings.learned(index, solution))


Item = TypeVar("Item")


def _merged(
    jobs: Sequence[Callable[[], Iterator[tuple[int, Item]]]], order: Iterable[int], workers: int, stop: Event
) -> Generator[tuple[int, Item], None, None]:
    """The numbered items of all jobs, which so many threads work at, in this order; until all have ended, or one has failed."""
    done: SimpleQueue[tuple[int, Item] | BaseException | None] = SimpleQueue()

    def work(job: Callable[[], Iterator[tuple[int, Item]]]) -> None:
        try:
            for item in job():
                done.put(item)
            done.put(None)
        except BaseException as error:  # the thread that waits for the items is to know it
            done.put(error)

    with ThreadPoolExecutor(workers) as pool:
        try:
            for job in jobs:
                pool.submit(work, job)
            left, waiting, numbers = len(jobs), dict[int, Item](), iter(order)
            expected = next(numbers, -1)
            while left:
                try:
                    item = done.get(timeout=LISTENING)
                except Empty:
                    continue
                if item is None:
                    left -= 1
                elif isinstance(item, BaseException):
                    raise item
                else:
                    waiting[item[0]] = item[1]
                while expected in waiting:
                    yield expected, waiting.pop(expected)
                    expected = next(numbers, -1)
        finally:
            stop.set()


def _is_played(move: Move, played: Move) -> bool:
    return (move.card, move.actor) == (played.card, played.actor) and played.victim in (None, move.victim)


# -- the trace of a record ----------------------------------------------------------------------------------------------------------------
# What its decisions were worth with all cards open: ``game.Advising.hindsight``.


PASS_NODES = 4_000_000
"""Nodes for the exact values of each pass, less than a second; for its mark twice as many."""


def hindsight(decisions: Sequence[RecordDecision], ask: HindsightOptions) -> Iterator[tuple[int, Hindsight]]:
    """The worth of these decisions of one record, the last first, each with its index: cards, victims, awards, and with the paranoid model
    the cards that were passed.

    Left out are rounds whose cards are hidden, and how many cards to pass: with another number the others would have passed other cards.
    """
    options = SolveOptions(ask.objective, ask.model or "paranoid", all_moves=False)
    check_options(options)
    return _hindsight(decisions, options, ask)


@dataclass(frozen=True)
class _Part:
    """The decisions of one round that share their proofs."""

    first: int
    """The index of the first decision of the play."""
    record: Record
    """After the round."""
    todo: Sequence[Position]
    plays: Sequence[int]
    """Decisions of the play, the last first, as `_groups` has them."""
    passes: Sequence[int]
    """The indices of the decisions which cards to pass, the last first."""

    @property
    def indices(self) -> list[int]:
        return [*(self.first + index for index in self.plays), *self.passes]

    def of(self, wanted: Collection[int]) -> _Part:
        """What is needed for these decisions: the later ones of the play before them."""
        least = min((index for index in self.indices if index in wanted), default=math.inf)
        plays = [index for index in self.plays if self.first + index >= least]
        return replace(self, plays=plays, passes=[index for index in self.passes if index in wanted])


def _hindsight(decisions: Sequence[RecordDecision], options: SolveOptions, ask: HindsightOptions) -> Iterator[tuple[int, Hindsight]]:
    deadline = None if ask.time_limit is None else time.perf_counter() + ask.time_limit
    parts = [part for first, record in reversed(_rounds(decisions)) for part in _parts(decisions, first, record, options)]
    if ask.wanted is not None:
        parts = [part for part in (each.of(ask.wanted) for each in parts) if part.indices]
    if not parts:
        return
    threads, stop, begun = thread_count(ask.threads), Event(), count()
    workers = min(threads, len(parts))

    def stops() -> bool:
        return stop.is_set() or (ask.should_stop is not None and ask.should_stop())

    def job(part: _Part) -> Iterator[tuple[int, Hindsight]]:
        waves = -(-(len(parts) - next(begun)) // workers)  # of parts that are worked at side by side, this one's included
        ends = None if deadline is None else time.perf_counter() + max(0.0, deadline - time.perf_counter()) / waves
        solver = Solver(DEFAULT_MEMORY // workers, threads=threads // workers if options.model != "maxn" else 1)
        for step in _solved(solver, options, ends, stops, part.record, part.todo, part.plays):
            yield part.first + step.index, _hindsight_of(step)
        for index in part.passes:
            given = decisions[part.first - part.record.players : part.first]
            gave = [cast(Pass, made.move) for made in sorted(given, key=lambda made: made.seat)]
            seconds = None if ends is None else max(0.0, ends - time.perf_counter()) / 2
            limited = replace(options, node_limit=PASS_NODES, time_limit=seconds)
            solution = solve_pass(given[0].record, gave, decisions[index].seat, solver, limited, losses=ask.losses, should_stop=stops)
            if stops():
                return
            yield index, _hindsight_of_pass(solution)

    order = sorted((index for part in parts for index in part.indices), reverse=True)
    yield from _merged([partial(job, part) for part in parts], order, workers, stop)


def _parts(decisions: Sequence[RecordDecision], first: int, record: Record, options: SolveOptions) -> Iterator[_Part]:
    """Of the round whose play begins with the decision `first`; none where cards are hidden."""
    try:
        todo = positions(record)
    except HiddenCardsError:
        return
    passes = _passes(decisions, first) if options.model == "paranoid" else []
    for plays in _groups(todo, options):
        sides = {record.rules.side_of(todo[index].to_move) for index in plays}
        own = [index for index in passes if record.rules.side_of(decisions[index].seat) in sides]
        passes = [index for index in passes if index not in own]
        yield _Part(first, record, todo, plays, own)
    if passes:  # of sides that have not played yet
        yield _Part(first, record, todo, [], passes)


def _passes(decisions: Sequence[RecordDecision], end: int) -> list[int]:
    """The indices of the passes just before the decision `end`, the last first, where all of them and all hands are known."""
    first = end
    while first and decisions[first - 1].decision == "pass":
        first -= 1
    record: Record = decisions[first].record
    is_known = end - first == record.players and all(hand.is_open for hand in record.hands)
    return list(reversed(range(first, end))) if is_known else []


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


def _rounds(decisions: Sequence[RecordDecision]) -> list[tuple[int, Record]]:
    """The plays in order: the index of the first decision of each, and the record after its last one."""
    rounds = dict[int, tuple[int, Record]]()
    for index, decision in enumerate(decisions):
        record: Record = decision.record
        if record.phase is not Phase.PLAY:
            continue
        assert isinstance(decision.move, Move)
        first, _ = rounds.get(decision.round, (index, record))  # of a play that begins with a forgotten card it is a later one
        rounds[decision.round] = first, record.after(decision.move)
    return list(rounds.values())


def _hindsight_of(step: TraceStep) -> Hindsight:
    solution, played = step.solution, step.played

    def own(value: Value | None) -> float | None:
        return value[step.side] if isinstance(value, tuple) else value

    return Hindsight(
        value=own(solution.value),
        best=solution.best_moves,
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


# -- the pass in hindsight ----------------------------------------------------------------------------------------------------------------
# What it was worth: all choices of cards that a player had, all cards open, the others passing what they did. Each choice is a deal of its
# own, which the player's side then plays against all others. The pass that was made is valued exactly. Then comes which of the losses that
# count it reaches: whether another is so much better is a cheap question. At last, what beats the best one before it is valued. Of all
# others it is proven that they are no better, by one question each. Those that playouts like come first, so that there is soon a high
# value to be held against.


_PLAYOUTS = 8  # for each pass, to put the promising ones first
_ALL_CARDS = deck_mask(Rules(2))
_FAR = 1 << 14  # beyond every value times its scale


@dataclass(frozen=True)
class PassBounds:
    """One choice of cards, and what is proven of its value: lower <= value <= upper, gained by the side of the player in the round."""

    move: Pass
    lower: float
    upper: float


@dataclass(frozen=True)
class PassSolution:
    """The worth of all choices of one player."""

    values: tuple[PassBounds, ...]
    """The best first."""
    made: PassBounds
    """The choice that was made."""
    nodes: int
    stopped: bool
    """Whether a limit, or `should_stop`, left the value of the best or of the one that was made open."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Proven limits of the best value."""
        return max(v.lower for v in self.values), max(v.upper for v in self.values)

    @property
    def exact(self) -> bool:
        """Whether the best value is known, and that of the choice that was made."""
        lower, upper = self.bounds
        return lower == upper and self.made.lower == self.made.upper


class _StoppedError(Exception):
    """A limit was met."""


@dataclass
class _Search:
    """The questions of one player's pass, and what they may cost."""

    solver: Solver
    side: int
    objective: Objective
    node_limit: int | None
    deadline: float
    should_stop: Callable[[], bool] | None
    nodes: int = 0

    def _stops(self) -> bool:
        return time.perf_counter() >= self.deadline or (self.should_stop is not None and self.should_stop())

    def reaches(self, deal: NDArray[np.void], limits: list[int], target: int) -> bool:
        """Asks whether the side reaches the target, unless `limits` of the value tell; they become closer."""
        if limits[0] >= target or limits[1] < target:
            return limits[0] >= target
        left = None if self.node_limit is None else self.node_limit - self.nodes
        if self._stops() or (left is not None and left <= 0):
            raise _StoppedError
        result = self.solver.test(deal, self.side, target, objective=self.objective, node_limit=left, should_stop=self._stops)
        self.nodes += result.nodes
        if result.limit is None:
            raise _StoppedError
        reached = result.limit >= target
        limits[0 if reached else 1] = result.limit
        return reached

    def cheap_limits(self, deal: NDArray[np.void]) -> list[int]:
        """What the cards alone tell: questions this far off are answered without a search."""
        results = (self.solver.test(deal, self.side, target, objective=self.objective) for target in (-_FAR, _FAR))
        return [limit for limit, _ in results if limit is not None]

    def narrow(self, deal: NDArray[np.void], limits: list[int], guess: int) -> None:
        """Finds the value, from a guess on."""
        target = guess
        while limits[0] < limits[1]:
            target = limits[0] + 1 if self.reaches(deal, limits, max(limits[0] + 1, min(target, limits[1]))) else limits[1]


def solve_pass(
    record: Record,
    gave: Sequence[Pass],
    seat: int,
    solver: Solver,
    options: SolveOptions,
    *,
    losses: Sequence[float] = (),
    should_stop: Callable[[], bool] | None = None,
) -> PassSolution:
    """What each pass of `seat` was worth when the players passed `gave`, by seat. `record`: before the pass, all hands open.

    The limits of the `options` leave proven bounds; their model is paranoid. First it is proven which of the `losses` the pass made
    reaches; for that there are twice the nodes. Raises KeyboardInterrupt.
    """
    rules, node_limit, objective = record.rules, options.node_limit, cast(Objective, options.objective)
    made = gave[seat]
    moves = [Pass(cards) for cards in combinations(sorted(record.hands[seat].known, key=sort_key), len(made.cards))]
    deals = _deals(record, gave, seat, moves)
    deadline = np.inf if options.time_limit is None else time.perf_counter() + options.time_limit
    scale = len(rules.sides) - 1 if objective == "margin" else 1
    search = _Search(solver, rules.side_of(seat), objective, node_limit and 2 * node_limit, deadline, should_stop)
    limits = [search.cheap_limits(deals[i : i + 1]) for i in range(len(moves))]
    index = moves.index(made)
    stopped = False

    def reaches(other: int, target: int) -> bool:
        return search.reaches(deals[other : other + 1], limits[other], target)

    try:
        search.narrow(deals[index : index + 1], limits[index], 0)
        best = limits[index][0]
        others = [other for other in _promising(record, deals, seat, objective) if other != index]
        for loss in sorted(losses, reverse=True):
            if any(reaches(other, best + math.ceil(loss * scale - TIE)) for other in others):
                break
        search.node_limit = node_limit
        for other in sorted(others, key=lambda other: -limits[other][0]):
            if reaches(other, best + 1):
                search.narrow(deals[other : other + 1], limits[other], limits[other][0] + 1)
                best = limits[other][0]
    except _StoppedError:
        stopped = True
    values = [PassBounds(move, lower / scale, upper / scale) for move, (lower, upper) in zip(moves, limits, strict=True)]
    return PassSolution(tuple(sorted(values, key=lambda v: (-v.lower, -v.upper))), values[index], search.nodes, stopped)


def _deals(record: Record, gave: Sequence[Pass], seat: int, moves: Sequence[Pass]) -> NDArray[np.void]:
    """POSITION[moves]: the starts of the round after each of the seat's passes."""
    start = Position(record.start_table(), tuple(hand.known for hand in record.hands))
    deals = np.repeat(layout.pack([start]), len(moves))
    passed = np.repeat(np.array([[card_mask(each.cards) for each in gave]], np.uint64), len(moves), axis=0)
    passed[:, seat] = [card_mask(move.cards) for move in moves]
    return exchange(deals, record.rules, passed)


def _promising(record: Record, deals: NDArray[np.void], seat: int, objective: Objective) -> list[int]:
    """The indices of the deals, those first in which rule-based players bring the seat's side most."""
    rules = record.rules
    worlds = np.tile(deals, _PLAYOUTS)
    weights = [_players.default_weights(worlds[:1].view(np.uint8))] * rules.players
    seen = ~np.bitwise_or.reduce(hands_of(worlds, rules), axis=1) & np.uint64(_ALL_CARDS)  # nobody wonders where the rest is
    points = _players.play_out(worlds.view(np.uint8), seen, 0, 0, weights).reshape(_PLAYOUTS, len(deals), rules.players).sum(axis=0)
    own = points[:, list(rules.sides[rules.side_of(seat)])].sum(axis=1)
    value = own * len(rules.sides) - points.sum(axis=1) if is_margin(objective) else own
    return [int(index) for index in np.argsort(-value, kind="stable")]
