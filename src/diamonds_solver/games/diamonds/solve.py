"""Exact values of positions with all cards open, from the C core.

    solver = Solver()
    solution = solver.solve(position)
    print(solution.value, solution.best_moves)

What a value means is told in ``docs/values.md``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntFlag
from typing import Any, Literal, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import DiamondsError, PositionError

from . import _core, layout
from .position import Position
from .reference import maxn_key
from .table import Decision, Move

Objective = Literal["margin", "points"]
Model = Literal["paranoid", "maxn"]
Value = int | float | tuple[int, ...]
"""A number, or with max^n the points gained by each side."""

OBJECTIVES: tuple[Objective, ...] = ("margin", "points")
MODELS: tuple[Model, ...] = ("paranoid", "maxn")
DEFAULT_MEMORY = 256 << 20
_MEMORY_END = 1 << 63
_COUNT_TOO_LARGE = (1 << 64) - 1  # what the core gives for a perft count that does not fit


class Technique(IntFlag):
    """Parts of the search that a debug build of the core can leave out (see ``csrc/diamonds/solver.h``)."""

    TABLE = 1
    BOUNDS = 2
    EQUAL_CARDS = 4
    ORDER = 8
    PROOFS = 16
    SIBLINGS = 32
    POOL = 64


@dataclass(frozen=True)
class MoveValue:
    """One legal move and what is proved of its value."""

    move: Move
    value: Value | None
    """None while it is not exact."""
    bounds: tuple[float, float] | None
    """Proven: lower <= value <= upper. None with max^n."""
    exact: bool
    loss: float | None
    """What the move costs against the best; with max^n in own points. None while either is not exact."""
    best: bool
    """Whether no move is better; while values are not exact: whether it is the best proven so far."""


@dataclass(frozen=True)
class Solution:
    """What `Solver.solve` found out. Values are gains from the position to the end of the round, seen from the side to move."""

    to_move: int
    decision: Decision
    objective: Objective
    model: Model
    exact: bool
    """Whether `value` is known. False when a limit was met first: then `bounds` hold."""
    value: Value | None
    bounds: tuple[float, float] | None
    moves: tuple[MoveValue, ...]
    """Every legal move, the best first."""
    line: tuple[Move, ...]
    """Best play to the end of the round; empty when a limit was met before it was known."""
    points: tuple[int, ...] | None
    """Points gained by each player along the line."""
    nodes: int
    seconds: float
    stopped: bool
    """Whether a limit or Ctrl-C ended the search; some moves may then not be exact though the value is."""
    interrupted: bool = False
    """Whether it was Ctrl-C, or `should_stop`, that ended it."""

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """All best moves (of equal value), or the best so far."""
        return tuple(m.move for m in self.moves if m.best)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds solve --json`` (without ``id``)."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        record: dict[str, Any] = {
            "to_move": f"P{self.to_move + 1}",
            "decision": str(self.decision),
            "objective": self.objective,
            "model": self.model,
            "exact": self.exact,
            "value": value,
            "bounds": list(self.bounds) if self.bounds else None,
            "moves": [_move_dict(m) for m in self.moves],
            "line": [str(move) for move in self.line],
            "points": list(self.points) if self.points is not None else None,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }
        if self.model == "maxn":
            del record["bounds"]
        return record


def _move_dict(m: MoveValue) -> dict[str, Any]:
    record: dict[str, Any] = {"move": str(m.move), "value": list(m.value) if isinstance(m.value, tuple) else m.value}
    if m.bounds is not None:
        record["bounds"] = list(m.bounds)
    return record | {"exact": m.exact, "loss": m.loss, "best": m.best}


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` holds what was proved until then."""

    def __init__(self, solution: Solution) -> None:
        super().__init__("interrupted")
        self.solution = solution


class Solver:
    """One C solver with its own table; it gets faster at positions like those it has solved, and its values never change.

    One thread at a time. `memory` is the limit of the table in bytes; a search needs a little even with 0.

    Raises ValueError for a number of bytes that no machine has, or below zero.
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        if not 0 <= memory < _MEMORY_END:
            raise ValueError(f"memory is a number of bytes from 0 to 2^63 - 1, not {memory!r}")
        self._core = _core.Core(memory)

    def clear(self) -> None:
        """Forgets what was learned, so that node counts are those of a fresh solver."""
        self._core.clear()

    def solve(
        self,
        position: Position,
        *,
        objective: Objective = "margin",
        model: Model = "paranoid",
        all_moves: bool = True,
        node_limit: int | None = None,
        time_limit: float | None = None,
        on_progress: Callable[[int, float, float], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
        techniques_off: Technique = Technique(0),
    ) -> Solution:
        """The value of every legal move of `position` (of the best one only, unless `all_moves`), and best play.

        `time_limit` is in seconds. `on_progress(nodes, lower, upper)` is called every few thousand nodes with the limits proved so far;
        then `should_stop()` can end the search from another thread.

        Raises TypeError for what is no Position, ValueError for an option that is none, PositionError for a position that is not whole,
        SolveInterrupted on Ctrl-C.
        """
        _check_options(objective, model, node_limit, time_limit)
        _check_position(position)
        scale = 1
        if model == "paranoid" and objective == "margin":
            scale = len(position.rules.sides) - 1
        started = time.perf_counter()
        told_to_stop = False

        def ask(nodes: int, lower: int, upper: int) -> bool:
            nonlocal told_to_stop
            if on_progress is not None:
                on_progress(nodes, lower / scale, upper / scale)
            if should_stop is not None and should_stop():
                told_to_stop = True
                return True
            return time_limit is not None and time.perf_counter() - started >= time_limit

        results = np.zeros(1, layout.RESULT)
        error = self._run(
            layout.pack([position]),
            results,
            objective=objective,
            model=model,
            best_only=not all_moves,
            node_limit=node_limit or 0,
            techniques_off=techniques_off,
            ask=ask if on_progress or should_stop or time_limit is not None else None,
        )
        solution = _solution(position, results[0], objective, model, time.perf_counter() - started)
        if isinstance(error, KeyboardInterrupt):
            raise SolveInterrupted(replace(solution, interrupted=True)) from error
        if error is not None:
            raise error
        return replace(solution, interrupted=told_to_stop)

    def values(self, positions: Sequence[Position], *, objective: Objective = "margin", all_moves: bool = True) -> NDArray[np.void]:
        """Solves a batch in one call of the core: an array of ``layout.RESULT``, one item per position, in order.

        Raises TypeError, ValueError and PositionError as `solve` does.
        """
        _check_options(objective, "paranoid")
        for position in positions:
            _check_position(position)
        results = np.zeros(len(positions), layout.RESULT)
        error = self._run(
            layout.pack(positions),
            results,
            objective=objective,
            model="paranoid",
            best_only=not all_moves,
            node_limit=0,
            techniques_off=Technique(0),
            ask=None,
        )
        if error is not None:
            raise error
        return results

    def solve_packed(
        self,
        positions: NDArray[np.void],
        *,
        objective: Objective = "margin",
        node_limit: int = 0,
        should_stop: Callable[[], bool] | None = None,
    ) -> NDArray[np.void]:
        """As `values`, for an array of ``layout.POSITION``: worlds of a view, say. `node_limit` is for each position, 0 none.

        A limit that was met, or `should_stop`, leaves bounds in the results. Raises PositionError, ValueError, KeyboardInterrupt.
        """
        _check_options(objective, "paranoid", node_limit or None)
        results = np.zeros(len(positions), layout.RESULT)
        error = self._run(
            positions,
            results,
            objective=objective,
            model="paranoid",
            best_only=False,
            node_limit=node_limit,
            techniques_off=Technique(0),
            ask=None if should_stop is None else lambda nodes, lower, upper: should_stop(),
        )
        if error is not None:
            raise error
        return results

    def _run(
        self, positions: NDArray[np.void], results: NDArray[np.void], *, objective: Objective, model: Model, **options: Any
    ) -> BaseException | None:
        try:
            return self._core.solve(
                positions.view(np.uint8),
                results.view(np.uint8),
                objective=OBJECTIVES.index(objective),
                model=MODELS.index(model),
                **options,
            )
        except _core.CoreError as error:
            raise PositionError(str(error)) from error


def _check_position(position: Position) -> None:
    if not isinstance(position, Position):
        kind = type(position).__name__
        raise TypeError(f"a Position is wanted, not {kind}: a record has it as record.position(), a text as loads(text).position()")
    position.check()


def _check_options(objective: str, model: str, node_limit: int | None = None, time_limit: float | None = None) -> None:
    if objective not in OBJECTIVES:
        raise ValueError(f"objective is {' or '.join(OBJECTIVES)}, not {objective!r}")
    if model not in MODELS:
        raise ValueError(f"model is {' or '.join(MODELS)}, not {model!r}")
    if node_limit is not None and not 0 < node_limit < 1 << 63:
        raise ValueError(f"node_limit is a positive number, not {node_limit!r}")
    if time_limit is not None and not time_limit >= 0:
        raise ValueError(f"time_limit is a number of seconds, not {time_limit!r}")


class SolveOptions(TypedDict, total=False):
    """The keywords of `Solver.solve`, which tells what they mean."""

    objective: Objective
    model: Model
    all_moves: bool
    node_limit: int | None
    time_limit: float | None
    on_progress: Callable[[int, float, float], None] | None
    should_stop: Callable[[], bool] | None
    techniques_off: Technique


def solve(position: Position, **options: Unpack[SolveOptions]) -> Solution:
    """Solves one position with a fresh `Solver`; the options are those of `Solver.solve`."""
    return Solver().solve(position, **options)


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` moves from `position` (shorter ones where the round ends before).

    Raises TypeError and PositionError as `Solver.solve` does, ValueError for a depth below zero, DiamondsError where the number has more
    than 64 bits.
    """
    _check_position(position)
    if depth < 0:
        raise ValueError(f"depth is a number of moves, not {depth!r}")
    # No round has as many moves as a list of best play has room for: beyond that the number stays the same.
    count = _core.perft(layout.pack([position]).view(np.uint8), min(depth, layout.MAX_LINE))
    if count == _COUNT_TOO_LARGE:
        raise DiamondsError(f"there are more than 2^64 - 2 sequences of {depth} moves", code="E-PERFT", hint="count a smaller depth")
    return count


def core_info() -> dict[str, Any]:
    """What the compiled core is: the instruction set chosen on this machine, whether it is a debug build, the sizes of its structs."""
    sizes = dict(zip(("position", "move_result", "result"), _core.layout_sizes(), strict=True))
    return {"instructions": _core.instructions(), "debug": _core.is_debug(), "struct_bytes": sizes}


def _scaled(number: int, scale: int) -> int | float:
    return number // scale if number % scale == 0 else number / scale


def _solution(position: Position, result: np.void, objective: Objective, model: Model, seconds: float) -> Solution:
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
        line=tuple(layout.unpack_move(move) for move in result["line"][: result["line_count"]]),
        points=tuple(result["points"][: position.rules.players].tolist()) if has_line else None,
        nodes=int(result["nodes"]),
        seconds=seconds,
        stopped=bool(result["stopped"]),
    )


def _paranoid_moves(rows: NDArray[np.void], best: int, exact: bool, scale: int) -> list[MoveValue]:
    """Highest proven value first; moves of the same value stay in the order of `Position.moves`."""
    moves = []
    for row in sorted(rows, key=lambda row: (-int(row["lower"]), -int(row["upper"]))):
        lower, upper = int(row["lower"]), int(row["upper"])
        known = lower == upper
        moves.append(
            MoveValue(
                move=layout.unpack_move(row["move"]),
                value=_scaled(lower, scale) if known else None,
                bounds=(_scaled(lower, scale), _scaled(upper, scale)),
                exact=known,
                loss=_scaled(best - lower, scale) if known and exact else None,
                best=lower == best,
            )
        )
    return moves


def _maxn_moves(rows: NDArray[np.void], best: int, exact: bool, sides: int, side: int) -> list[MoveValue]:
    """Best first in the order of max^n, moves that are not known last."""
    best_gains = rows[best]["gains"][:sides].tolist() if len(rows) and rows[best]["exact"] else None

    def rank(row: np.void) -> tuple[float, ...]:
        return tuple(-k for k in maxn_key(row["gains"][:sides].tolist(), side)) if row["exact"] else (float("inf"),)

    moves = []
    for row in sorted(rows, key=rank):
        gains = row["gains"][:sides].tolist() if row["exact"] else None
        moves.append(
            MoveValue(
                move=layout.unpack_move(row["move"]),
                value=tuple(gains) if gains is not None else None,
                bounds=None,
                exact=gains is not None,
                loss=best_gains[side] - gains[side] if exact and gains is not None and best_gains is not None else None,
                best=gains is not None and gains == best_gains,
            )
        )
    return moves
