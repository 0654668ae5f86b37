"""What a solved position is: `Solution`, with a `MoveValue` for each legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from diamonds_solver.games.diamonds.rules.public import Decision, Move
from diamonds_solver.search import solution

Objective = Literal["margin", "points"]
Model = Literal["paranoid", "maxn"]
Value = solution.Value
MoveValue = solution.MoveValue[Move]

OBJECTIVES: tuple[Objective, ...] = ("margin", "points")
MODELS: tuple[Model, ...] = ("paranoid", "maxn")


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution(solution.Solution[Move]):
    """The result of `solve`. Values are points gained from the position to the end of the round, for the side to move."""

    decision: Decision
    objective: Objective
    model: Model
    reply: tuple[Move, ...]
    """The move given as played, if it is worse than the best, and best play after it; empty if unknown."""
