"""What the C core answered, as a `Solution`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.search.solution import maxn_key

from .solution import Model, MoveValue, Objective, Solution, Value


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
    found = zip(layout.unpack_moves(rows["move"]), lowers, rows["upper"].tolist(), strict=True)
    # The same bound for all, as before the search, says nothing of a move.
    is_told = exact or len(rows) == 1 or any(lower != best for lower in lowers)
    moves = []
    for move, lower, upper in sorted(found, key=lambda row: (-row[1], -row[2])):
        known, least = lower == upper, _scaled(lower, scale)
        moves.append(
            MoveValue(
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
    found = [(move, gains if known else None) for move, gains, known in zip(*columns, strict=True)]
    best_gains = found[best][1] if found else None

    def rank(row: tuple[Move, list[int] | None]) -> tuple[float, ...]:
        return tuple(-k for k in maxn_key(row[1], side)) if row[1] is not None else (float("inf"),)

    return [
        MoveValue(
            move=move,
            value=tuple(gains) if gains is not None else None,
            bounds=None,
            exact=gains is not None,
            loss=best_gains[side] - gains[side] if exact and gains is not None and best_gains is not None else None,
            best=gains == best_gains if gains is not None else len(found) == 1,
        )
        for move, gains in sorted(found, key=rank)
    ]


def _scaled(number: int, scale: int) -> int | float:
    return number // scale if number % scale == 0 else number / scale
