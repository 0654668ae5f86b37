"""Exact values of positions with all cards open."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from enum import IntFlag
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import ordered_map, thread_count
from diamonds_solver.common.quantities import MOST_THREADS, check_kind, check_seconds, check_whole
from diamonds_solver.errors import DiamondsError, PositionError
from diamonds_solver.game import SolveCallbacks, SolveInterrupted, SolveOptions, Words, solution
from diamonds_solver.game.solution import maxn_key

from ..core import _solver, layout
from ..records.game_record import AnyRecord
from ..records.record import Record
from ..round.position import Position
from ..round.public import Decision, Move, is_margin
from ..round.rules import MAX_PLAYERS, WORDS

# -- answers of the C core ----------------------------------------------------------------------------------------------------------------
# What the C core answered, as a `Solution`.


def solution_of(position: Position, result: np.void, objective: Objective, model: Model, seconds: float, interrupted: bool) -> Solution:
    """What one item of ``layout.RESULT`` says of a position."""
    scale = int(result["scale"])
    exact = bool(result["exact"])
    rows = result["moves"][: result["move_count"]]
    value: Value | None = None
    bounds: tuple[float, float] | None = None
    if model == "paranoid":
        bounds = (_scaled(int(result["lower"]), scale), _scaled(int(result["upper"]), scale))
        value = bounds[0] if exact else None
        moves = _paranoid_moves(rows, int(result["lower"]), exact, scale)
    else:
        sides = len(position.rules.sides)
        value = tuple(result["gains"][:sides].tolist()) if exact else None
        moves = _maxn_moves(rows, int(result["best"]), exact, sides, position.rules.side_of(int(result["to_move"])))
    has_line = exact and (result["line_count"] > 0 or len(rows) == 0)
    return Solution(
        to_move=int(result["to_move"]),
        decision=position.decision,
        objective=objective,
        model=model,
        exact=exact,
        value=value,
        bounds=bounds,
        moves=tuple(moves),
        line=tuple(layout.unpack_moves(result["line"][: result["line_count"]])),
        points=tuple(result["points"][: position.rules.players].tolist()) if has_line else None,
        reply=tuple(layout.unpack_moves(result["reply"][: result["reply_count"]])),
        nodes=int(result["nodes"]),
        seconds=seconds,
        stopped=bool(result["stopped"]),
        interrupted=interrupted,
    )


def proven_move(position: Position, result: np.void, index: int, model: Model) -> tuple[Move, Value]:
    """A move of an item of ``layout.RESULT`` whose value is known, and the value; the rest of the item may be unfinished."""
    row = result["moves"][index]
    move = layout.unpack_move(row["move"].tolist())
    if model == "maxn":
        return move, tuple(row["gains"][: len(position.rules.sides)].tolist())
    return move, _scaled(int(row["lower"]), int(result["scale"]))


def _paranoid_moves(rows: NDArray[np.void], best: int, exact: bool, scale: int) -> list[MoveValue]:
    """Highest proven value first; moves of the same value stay in the order of `Position.moves`."""
    lowers: list[int] = rows["lower"].tolist()
    bounds = zip(layout.unpack_moves(rows["move"]), lowers, rows["upper"].tolist(), strict=True)
    # The same bound for all, as before the search, says nothing of a move.
    is_told = exact or len(rows) == 1 or any(lower != best for lower in lowers)
    moves = []
    for move, lower, upper in sorted(bounds, key=lambda row: (-row[1], -row[2])):
        known, least = lower == upper, _scaled(lower, scale)
        moves.append(
            solution.MoveValue(  # by its name for moves of any kind, which takes half as long
                move=move,
                value=least if known else None,
                bounds=(least, least if known else _scaled(upper, scale)),
                exact=known,
                loss=_scaled(best - lower, scale) if known and exact else None,
                best=is_told and lower == best,
            )
        )
    return moves


def _maxn_moves(rows: NDArray[np.void], best: int, exact: bool, sides: int, side: int) -> list[MoveValue]:
    """Best first in the order of max^n, moves that are not known last."""
    columns = layout.unpack_moves(rows["move"]), rows["gains"][:, :sides].tolist(), rows["exact"].tolist()
    entries = [(move, gains if known else None) for move, gains, known in zip(*columns, strict=True)]
    best_gains = entries[best][1] if entries else None

    def rank(row: tuple[Move, list[int] | None]) -> tuple[float, ...]:
        return tuple(-k for k in maxn_key(row[1], side)) if row[1] is not None else (float("inf"),)

    return [
        MoveValue(
            move=move,
            value=tuple(gains) if gains is not None else None,
            bounds=None,
            exact=gains is not None,
            loss=best_gains[side] - gains[side] if exact and gains is not None and best_gains is not None else None,
            best=gains == best_gains if gains is not None else len(entries) == 1,
        )
        for move, gains in sorted(entries, key=rank)
    ]


def _scaled(number: int, scale: int) -> int | float:
    return number // scale if number % scale == 0 else number / scale


# -- solutions ----------------------------------------------------------------------------------------------------------------------------
# `Solution`, with a `MoveValue` for each legal move.


Objective = Literal["margin", "points"]
Model = Literal["paranoid", "maxn"]
Value = solution.Value
MoveValue = solution.MoveValue[Move]

OBJECTIVES: tuple[Objective, ...] = ("margin", "points")
MODELS: tuple[Model, ...] = ("paranoid", "maxn")


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution(solution.Solution[Move]):
    """The result of `solve`. Values are points gained from the position to the end of the round, for the side to move."""

    words: ClassVar[Words] = WORDS

    decision: Decision
    objective: Objective
    model: Model
    reply: tuple[Move, ...]
    """The move given as played, if it is worse than the best, and best play after it; empty if unknown."""


# -- the solver ---------------------------------------------------------------------------------------------------------------------------
# Exact values of positions with all cards open, from the C core:
#
#     solver = Solver()
#     solution = solver.solve(position)
#     print(solution.value, solution.best_moves)
#
# See ``docs/explanation/values.md``.


DEFAULT_MEMORY = 256 << 20
_MOST_MEMORY = (1 << 63) - 1
_ALONE = 1 << 20  # nodes of a search, about a tenth of a second, before other threads join it
_MOST_NODES = (1 << 63) - 1  # more than any search reaches
_MOST_VALUE = 1 << 14  # beyond every value, times the scale
_COUNT_TOO_LARGE = (1 << 64) - 1  # what the core gives for a perft count that does not fit


class Technique(IntFlag):
    """Parts of the search that a build of the core with switches can leave out (see ``csrc/diamonds/solver.h``)."""

    TABLE = 1
    BOUNDS = 2
    EQUAL_CARDS = 4
    ORDER = 8
    PROOFS = 16
    SIBLINGS = 32
    POOL = 64
    BOXES = 128
    BUDGETS = 256
    OPEN_TRICKS = 512


@dataclass(frozen=True)
class Played:
    """The move that was played in a position, for who wants to judge it, and what is known of it."""

    move: Move
    lower: float = -math.inf
    """Proven: lower <= its value <= upper."""
    upper: float = math.inf
    has_line: bool = False
    """Whether best play after it is known: then no line that begins with it is looked for."""


class Tested(NamedTuple):
    """What `Solver.test` found out."""

    limit: int | None
    """Proven, times the scale of values: from the target on the value is at least that, below it is at most that. None: it was stopped."""
    nodes: int


Poll = Callable[[int, int, int], bool]
"""What a search asks as it runs, of (nodes, lower, upper), the limits times the scale of values: whether to stop."""

OnProven = Callable[[int], None]
"""What a search tells as it runs: the index of a move whose value is proven."""
OnMove = Callable[[Move, Value], None]
_Search = Callable[[_solver.Core, NDArray[np.void], NDArray[np.void], int, Poll | None, OnProven | None], BaseException | None]


class Solver:
    """One C solver with its own table: positions related to those it has solved are faster, with the same values.

    Only one thread may use it at a time; a second one gets a RuntimeError. `memory` is the limit of the table in bytes; a search needs a
    little even with 0. Where the system refuses so much address space, the table is smaller, with a RuntimeWarning. With `threads` above
    1, paranoid values that take more than a moment are looked for by so many, without `node_limit`: all values and best moves stay the
    same. Nodes differ; without `all_moves` so may the one best move that is proven, and its line.

    A copy, also one by pickle, has a table of its own, which is empty.

    Raises ValueError for an impossible number of bytes, and of threads.
    """

    def __init__(self, memory: int = DEFAULT_MEMORY, *, threads: int = 1) -> None:
        check_whole("memory", memory, 0, _MOST_MEMORY)
        check_whole("threads", threads, 1, MOST_THREADS)
        self._core = _solver.Core(memory, shares_table=threads > 1)
        self._partners = [_solver.Core(0, first=self._core) for _ in range(1, threads)]
        self._made_of = memory, threads

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Solver, self._made_of[0], threads=self._made_of[1]), ()

    def clear(self) -> None:
        """Clears the table, so that node counts are those of a fresh solver."""
        with self._core:
            self._core.clear()

    def solve(
        self,
        position: Position,
        *,
        objective: Objective = "margin",
        model: Model = "paranoid",
        all_moves: bool = True,
        played: Played | None = None,
        node_limit: int | None = None,
        time_limit: float | None = None,
        on_progress: Callable[[int, float, float], None] | None = None,
        on_move: OnMove | None = None,
        should_stop: Callable[[], bool] | None = None,
        techniques_off: Technique = Technique(0),
    ) -> Solution:
        """The value of every legal move of `position` (of the best one only, unless `all_moves`), and best play.

        `played` is the move that was played: without `all_moves` its value, too, and all best moves are proven (paranoid model only).

        `time_limit` is in seconds, `node_limit` a number from 1. `on_progress(nodes, lower, upper)` is called every few thousand nodes
        with the bounds proven so far; then `should_stop()` can end the search from another thread. `on_move(move, value)` is called
        when the value of a move is proven, once for each, never at the same time from two threads; what it raises ends the search.

        Raises TypeError for anything but a Position, ValueError for an invalid option, PositionError for an inconsistent position,
        MemoryError if there is not enough memory for the table, SolveInterrupted on Ctrl-C.
        """
        options = SolveOptions(objective, model, all_moves, node_limit=node_limit, time_limit=time_limit)
        return self.answer(position, options, SolveCallbacks(on_progress, on_move, should_stop), played, techniques_off)

    def answer(
        self,
        position: Position,
        options: SolveOptions,
        callbacks: SolveCallbacks,
        played: Played | None = None,
        techniques_off: Technique = Technique(0),
    ) -> Solution:
        """What `solve` does, for callers that have its options as they come."""
        objective, model = cast(Objective, options.objective), cast(Model, options.model)
        node_limit, time_limit, should_stop = options.node_limit or 0, options.time_limit, callbacks.should_stop
        check_options(options)
        _check_position(position)
        check_kind(played, Played | None)
        scale = 1
        if model == "paranoid" and objective == "margin":
            scale = len(position.rules.sides) - 1
        started = time.perf_counter()
        told_to_stop = False

        def ask(nodes: int, lower: int, upper: int) -> bool:
            nonlocal told_to_stop
            if callbacks.on_progress is not None:
                callbacks.on_progress(nodes, lower / scale, upper / scale)
            if should_stop is not None and should_stop():
                told_to_stop = True
                return True
            return time_limit is not None and time.perf_counter() - started >= time_limit

        question = _question(objective, model, techniques_off)
        is_shared = bool(self._partners) and model == "paranoid" and not node_limit and Technique.PROOFS not in techniques_off
        packed, move = layout.pack([position]), None
        if played is not None:
            move = layout.pack_played(played.move, played.has_line, played.lower * scale, played.upper * scale).view(np.uint8)
        search = partial(_run, {**question, "best_only": not options.all_moves, "played": move})
        with self._core:
            results = np.zeros(1 + len(self._partners) * is_shared, layout.RESULT)
            tells = _tellers(position, results, model, callbacks.on_move)
            if is_shared:
                self._core.ready(packed.view(np.uint8), **question)
                result, error = self._run_together(search, packed, results, ask, tells)
            else:
                has_to_ask = callbacks.on_progress or should_stop or time_limit is not None
                error = search(self._core, packed, results, node_limit, ask if has_to_ask else None, tells[0])
                result = results[0]
        seconds = time.perf_counter() - started
        is_interrupted = isinstance(error, KeyboardInterrupt)
        if error is not None and not is_interrupted:
            raise error
        aim: Objective = "points" if model == "maxn" else objective
        solution = solution_of(position, result, aim, model, seconds, told_to_stop or is_interrupted)
        if is_interrupted:
            raise SolveInterrupted(solution) from error
        return solution

    def solve_packed(
        self,
        positions: NDArray[np.void],
        *,
        objective: Objective = "margin",
        node_limit: int = 0,
        should_stop: Callable[[], bool] | None = None,
        parts: NDArray[np.int16] | None = None,
        parts_budget: int = 0,
    ) -> NDArray[np.void]:
        """Solves an array of ``layout.POSITION``, worlds of a view, say: an array of ``layout.RESULT``, one item per position, in order.

        `node_limit` is for each position, 0 none. A limit that was met, or `should_stop`, leaves bounds in the results. `parts`,
        int16[positions, MAX_MOVES, PARTS]: gets where the points of every move come from with best play after it, of results that are exact
        and not stopped. `parts_budget`: of equal moves one that takes longer than so many nodes to prove waits for the others, which is
        quicker, but then parts depend on what was solved before; 0: they do not.

        Raises PositionError, ValueError, MemoryError, KeyboardInterrupt.
        """
        check_options(SolveOptions(objective))
        check_whole("node_limit", node_limit)
        check_whole("parts_budget", parts_budget)
        check_kind(parts, np.ndarray | None, "int16[positions, MAX_MOVES, PARTS]")
        _check_packed(positions)
        results = np.zeros(len(positions), layout.RESULT)
        ask = None if should_stop is None else lambda nodes, lower, upper: should_stop()
        with self._core:
            question = {**_question(objective, "paranoid"), "best_only": False, "played": None}
            question |= {"parts": parts, "parts_budget": min(parts_budget, _MOST_NODES)}
            error = _run(question, self._core, positions, results, node_limit, ask)
        if error is not None:
            raise error
        return results

    def values_packed(
        self,
        positions: NDArray[np.void],
        side: int,
        *,
        objective: Objective = "margin",
        guess: int = 0,
        should_stop: Callable[[], bool] | None = None,
    ) -> NDArray[np.int16]:
        """The values that an array of ``layout.POSITION`` has for `side`, whoever decides in each: int16[positions], times the scale of
        values; fewer, the first ones, where `should_stop` said so before.

        Each is looked for from the value of the one before it on, the first from `guess`: far faster than `solve_packed` where they are
        alike.

        Raises PositionError, ValueError, MemoryError, KeyboardInterrupt.
        """
        check_options(SolveOptions(objective))
        _check_packed(positions)
        check_whole("side", side, 0, MAX_PLAYERS - 1)
        check_whole("guess", guess, -_MOST_VALUE, _MOST_VALUE)
        values = np.zeros(len(positions), np.int16)
        ask = None if should_stop is None else lambda nodes, lower, upper: should_stop()
        number = OBJECTIVES.index(objective)
        with self._core:
            try:
                done, error = self._core.values(positions.view(np.uint8), values, side=side, guess=guess, objective=number, ask=ask)
            except _solver.CoreError as failure:
                raise PositionError(str(failure)) from failure
        if error is not None:
            raise error
        return values[:done]

    def test(
        self,
        position: NDArray[np.void],
        side: int,
        target: int,
        *,
        objective: Objective = "margin",
        node_limit: int | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Tested:
        """Whether `side`, whoever decides in the position, can reach `target` against all others: one question, which costs far less than
        the value. `position`: ``layout.POSITION[1]``; `target` is times the scale of values, for a margin the number of sides less 1.

        Raises PositionError, ValueError, MemoryError, KeyboardInterrupt.
        """
        check_options(SolveOptions(objective, node_limit=node_limit))
        _check_packed(position)
        check_whole("side", side, 0, MAX_PLAYERS - 1)
        check_whole("target", target, -_MOST_VALUE, _MOST_VALUE)
        ask = None if should_stop is None else lambda nodes, lower, upper: should_stop()
        number = OBJECTIVES.index(objective)
        with self._core:
            try:
                limit, nodes, stopped, error = self._core.test(
                    position.view(np.uint8), side=side, beta=target, objective=number, node_limit=node_limit or 0, ask=ask
                )
            except _solver.CoreError as failure:
                raise PositionError(str(failure)) from failure
        if error is not None:
            raise error
        return Tested(None if stopped else limit, nodes)

    def _run_together(
        self,
        search: _Search,
        position: NDArray[np.void],
        results: NDArray[np.void],
        ask: Poll,
        tells: Sequence[OnProven | None],
    ) -> tuple[np.void, BaseException | None]:
        """Solves one position on all threads, until one of them knows the answer or this one is told to stop. This one begins alone.
        `results` and `tells` have an item for each thread.

        When it returns or raises, no thread is at work any more.
        """
        cores = [self._core, *self._partners]
        results["stopped"] = True  # a thread that fails has no answer
        finished = threading.Event()
        failures: list[BaseException] = []
        helpers: list[threading.Thread] = []

        def stops(nodes: int, lower: int, upper: int) -> bool:
            if not helpers and nodes >= _ALONE:
                get_help()
            return finished.is_set() or ask(nodes + max(0, nodes - _ALONE) * len(helpers), lower, upper)

        def work(thread: int) -> BaseException | None:
            asks = stops if thread == 0 else lambda *_: finished.is_set()
            error = search(cores[thread], position, results[thread : thread + 1], 0, asks, tells[thread])
            finished.set()
            return error

        def help_out(thread: int) -> None:
            try:
                error = work(thread)
            except MemoryError:  # for one more thread: the others go on without it
                error = None
            except BaseException as failure:
                error = failure
            if error is not None:
                failures.append(error)
                finished.set()

        def get_help() -> None:
            for thread in range(1, len(cores)):
                helper = threading.Thread(target=help_out, args=(thread,), daemon=True)
                helpers.append(helper)
                try:
                    helper.start()
                except RuntimeError:  # the system has no more threads: those that are there do the work
                    break

        try:
            if not _ALONE:
                get_help()
            error = work(0)
        finally:
            finished.set()
            interruption = _joined(helpers)
        whole = np.flatnonzero(results["stopped"] == 0)
        result = results[whole[0] if len(whole) else 0]
        result["nodes"] = results["nodes"].sum()
        errors = [each for each in (error, *failures, interruption) if each is not None]
        return result, errors[0] if errors else None


def _joined(threads: list[threading.Thread]) -> KeyboardInterrupt | None:
    """Waits for the end of threads that were told to stop; Ctrl-C meanwhile is put off, and returned."""
    interruption = None
    for thread in threads:
        while thread.is_alive():
            try:
                thread.join()
            except KeyboardInterrupt as error:
                interruption = error
    return interruption


def _tellers(position: Position, results: NDArray[np.void], model: Model, on_move: OnMove | None) -> list[OnProven | None]:
    """For each thread, whose result is an item of `results`, what tells `on_move` of its proven moves; a move of several is told once."""
    if on_move is None:
        return [None] * len(results)
    proven, lock = set[int](), threading.Lock()

    def teller(result: np.void) -> OnProven:
        def tell(index: int) -> None:
            with lock:
                if index not in proven:
                    proven.add(index)
                    on_move(*proven_move(position, result, index, model))

        return tell

    return [teller(result) for result in results]


def _question(objective: Objective, model: Model, techniques_off: Technique = Technique(0)) -> dict[str, Any]:
    """What is asked, in the core's numbers."""
    check_whole("techniques_off", techniques_off, most=int(~Technique(0)))
    return {"objective": OBJECTIVES.index(objective), "model": MODELS.index(model), "techniques_off": int(techniques_off)}


def _run(
    question: dict[str, Any],
    core: _solver.Core,
    positions: NDArray[np.void],
    results: NDArray[np.void],
    node_limit: int = 0,
    ask: Poll | None = None,
    tell: OnProven | None = None,
) -> BaseException | None:
    """Fills in `results`; returns what ended the search too early, if anything did."""
    limit = min(node_limit, _MOST_NODES)
    try:
        arrays = positions.view(np.uint8), results.view(np.uint8)
        return core.solve(*arrays, node_limit=limit, ask=ask, tell=tell, **question)
    except _solver.CoreError as error:
        raise PositionError(str(error)) from error


def _check_position(position: Position) -> None:
    other = getattr(position, "game", Record.game)
    if other != Record.game:
        raise TypeError(f"a Position of Diamonds is expected, not a record of {other}: the command 'diamonds solve' solves it")
    check_kind(position, Position, "a record has it as record.position(), a text as loads(text).position()")
    position.check()


def _check_packed(positions: object) -> None:
    if not isinstance(positions, np.ndarray) or positions.dtype != layout.POSITION or positions.ndim != 1:
        raise TypeError(f"an array of layout.POSITION is expected, not {type(positions).__name__}: layout.pack makes one")


def check_options(options: SolveOptions) -> None:
    is_margin(options.objective)
    if options.model not in MODELS:
        raise ValueError(f"model must be {' or '.join(MODELS)}, not {options.model!r}")
    if options.node_limit is not None:
        check_whole("node_limit", options.node_limit, 1)
    if options.time_limit is not None:
        check_seconds("time_limit", options.time_limit)


def solve(
    position: Position | Record,
    *,
    objective: Objective = "margin",
    model: Model = "paranoid",
    all_moves: bool = True,
    node_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[int, float, float], None] | None = None,
    on_move: OnMove | None = None,
    should_stop: Callable[[], bool] | None = None,
    techniques_off: Technique = Technique(0),
) -> Solution:
    """The value of every legal move of `position` (of the best one only, unless `all_moves`), and best play, with a fresh `Solver`.

    A record stands for the position after its play; all its cards must be known.

    `objective`: ``margin`` or ``points``. `model`: ``paranoid``, all others as one opponent, or ``maxn``, every side for itself.
    `time_limit` is in seconds, `node_limit` a number from 1: where one is met the solution has bounds. Every few thousand nodes
    `on_progress(nodes, lower, upper)` is called with the bounds proven so far; then `should_stop()` can end the search from another thread.
    `on_move(move, value)` is called when the value of a move is proven, once for each; what it raises ends the search.

    Raises TypeError for anything but a Position or Record, HiddenCardsError for a record with hidden cards, ValueError for an invalid
    option, PositionError for an inconsistent position, MemoryError if there is not enough memory for the table, SolveInterrupted on Ctrl-C.
    """
    position = position.position() if isinstance(position, Record) else position
    options = SolveOptions(objective, model, all_moves, node_limit=node_limit, time_limit=time_limit)
    return Solver().answer(position, options, SolveCallbacks(on_progress, on_move, should_stop), techniques_off=techniques_off)


def solve_all(
    positions: Iterable[Position | Record],
    *,
    threads: int = 0,
    memory: int = DEFAULT_MEMORY,
    objective: Objective = "margin",
    model: Model = "paranoid",
    all_moves: bool = True,
    node_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[int, int | None], None] | None = None,
) -> Iterator[Solution]:
    """Yields the solutions of many positions or records, in order, as they are found.

    `threads`: 0 is one per processor. `memory`: bytes for the tables of all threads. The limits are for each position, the other options
    those of `solve`; solutions do not depend on `threads`. `on_progress(done, total)` is called after each; `total` is None if
    unknown.

    Raises ValueError for an invalid option; while iterating TypeError, HiddenCardsError, PositionError for what cannot be solved.
    """
    options = SolveOptions(objective, model, all_moves, node_limit=node_limit, time_limit=time_limit)
    check_options(options)
    check_kind(positions, Iterable, "positions or records")
    check_whole("threads", threads, 0, MOST_THREADS)
    check_whole("memory", memory, 0, _MOST_MEMORY)
    threads = thread_count(threads)
    local, stop = threading.local(), threading.Event()
    callbacks = SolveCallbacks(should_stop=stop.is_set)

    def solved(item: Position | Record) -> Solution:
        if not hasattr(local, "solver"):
            local.solver = Solver(memory // threads)
        solver: Solver = local.solver
        solver.clear()
        return solver.answer(item.position() if isinstance(item, Record) else item, options, callbacks)

    def solutions() -> Iterator[Solution]:
        total = len(positions) if isinstance(positions, Sized) else None
        try:
            tasks = ((position,) for position in positions)  # a None among them is an error, which to ordered_map it is not
            answers = ordered_map(lambda task: solved(*task), tasks, threads, stop.set)
            for done, solution in enumerate(answers, start=1):
                if on_progress is not None:
                    on_progress(done, total)
                if stop.is_set():
                    raise SolveInterrupted(solution)
                yield solution
        finally:
            stop.set()  # searches that still run have to end

    return solutions()


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` moves from `position` (shorter ones where the round ends before).

    Raises TypeError and PositionError as `Solver.solve` does, ValueError for a depth below zero, DiamondsError where the number has more
    than 64 bits.
    """
    _check_position(position)
    check_whole("depth", depth)
    # No round has as many moves as a list of best play has room for: beyond that the number stays the same.
    count = _solver.perft(layout.pack([position]).view(np.uint8), min(depth, layout.MAX_LINE))
    if count == _COUNT_TOO_LARGE:
        raise DiamondsError(f"there are more than 2^64 - 2 sequences of {depth} moves", code="E-PERFT", hint="count a smaller depth")
    return count


def core_info() -> dict[str, Any]:
    """What the compiled core is: the instruction set chosen on this machine, what compiled it, the kind of build, its structs' sizes."""
    sizes = {"position": layout.POSITION.itemsize, "move_result": layout.MOVE_RESULT.itemsize, "result": layout.RESULT.itemsize}
    builds = {"debug": _solver.is_debug(), "switches": _solver.has_switches()}
    return {"instructions": _solver.instructions(), "compiler": _solver.compiler(), **builds, "struct_bytes": sizes}


# -- solving records ----------------------------------------------------------------------------------------------------------------------
# One after the other: a ``diamonds_solver.game.RecordSolver``.


class RecordSolver:
    """One `Solver`, cleared before each record, unless it goes on with one: node counts do not depend on the records before."""

    def __init__(self, memory: int, threads: int) -> None:
        self._solver = Solver(memory, threads=threads)

    def solve(self, record: AnyRecord, ask: SolveOptions, watch: SolveCallbacks) -> Solution:
        """The solution of the position after the play; see ``game.RecordSolver``."""
        position = record.position()
        if not ask.again:
            self._solver.clear()
        return self._solver.answer(position, ask, watch)
