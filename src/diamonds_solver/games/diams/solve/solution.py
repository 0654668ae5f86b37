"""What a solved state is: `Solution`, with a `MoveValue` for each legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.search import solution

from .goals import Model, Objective

Value = solution.Value
MoveValue = solution.MoveValue[Move]


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution(solution.Solution[Move]):
    """What `solve` found out. Values are of the round's final score, seen from the seat that decides; all see all hands."""

    objective: Objective
    model: Model

    def to_dict(self) -> dict[str, Any]:
        return {"game": "diams", **super().to_dict()}
