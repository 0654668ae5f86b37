"""The oracle: exhaustive search straight from the rules, to check the C core against. Slow on purpose, read it in a minute."""

from __future__ import annotations

from collections.abc import Sequence

from diamonds_solver.game.solution import maxn_key

from ..round.position import Position
from ..round.public import Move, is_margin


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` moves (shorter ones where the round ends before)."""
    if depth == 0 or position.is_over:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def side_points(position: Position) -> tuple[int, ...]:
    """Points of each side so far."""
    points = position.points()
    return tuple(sum(points[seat] for seat in side) for side in position.rules.sides)


def paranoid_value(position: Position, weights: Sequence[int], maximiser: int, memo: dict[Position, int] | None = None) -> int:
    """sum(weights[side] * points gained) when side `maximiser` maximises it and all others minimise it."""
    memo = {} if memo is None else memo
    if position not in memo:
        here = side_points(position)
        values = [
            sum(w * (b - a) for w, a, b in zip(weights, here, side_points(child), strict=True))
            + paranoid_value(child, weights, maximiser, memo)
            for child in map(position.play, position.moves())
        ]
        best = max if position.rules.side_of(position.to_move) == maximiser else min
        memo[position] = best(values, default=0)
    return memo[position]


def maxn_value(position: Position, memo: dict[Position, tuple[int, ...]] | None = None) -> tuple[int, ...]:
    """The points gained by each side when every side maximises its own (see `search.solution.maxn_key` for ties)."""
    memo = {} if memo is None else memo
    if position not in memo:
        side = position.rules.side_of(position.to_move)
        here = side_points(position)
        values = []
        for child in map(position.play, position.moves()):
            rest = maxn_value(child, memo)
            values.append(tuple(b - a + r for a, b, r in zip(here, side_points(child), rest, strict=True)))
        memo[position] = max(values, key=lambda gains: maxn_key(gains, side), default=(0,) * len(here))
    return memo[position]


def objective_weights(sides: int, side: int, objective: str) -> tuple[tuple[int, ...], int]:
    """Integer weights by side, and what to divide by: ``margin`` is own points minus the mean of the others', ``points`` own points."""
    if is_margin(objective):
        return tuple(sides - 1 if s == side else -1 for s in range(sides)), sides - 1
    return tuple(int(s == side) for s in range(sides)), 1


def move_values(position: Position, objective: str = "margin") -> dict[Move, float]:
    """The paranoid value of every legal move, seen from the side to move."""
    side = position.rules.side_of(position.to_move)
    weights, scale = objective_weights(len(position.rules.sides), side, objective)
    here = side_points(position)
    memo: dict[Position, int] = {}
    values = {}
    for move in position.moves():
        child = position.play(move)
        gained = sum(w * (b - a) for w, a, b in zip(weights, here, side_points(child), strict=True))
        values[move] = (gained + paranoid_value(child, weights, side, memo)) / scale
    return values


def move_values_maxn(position: Position) -> dict[Move, tuple[int, ...]]:
    """The max^n gains of every side, for every legal move."""
    here = side_points(position)
    memo: dict[Position, tuple[int, ...]] = {}
    values = {}
    for move in position.moves():
        child = position.play(move)
        rest = maxn_value(child, memo)
        values[move] = tuple(b - a + r for a, b, r in zip(here, side_points(child), rest, strict=True))
    return values
