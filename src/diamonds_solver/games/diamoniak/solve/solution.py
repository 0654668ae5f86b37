"""What a solved state is: `Solution`, with a `MoveValue` for each legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.markup.tables import Amounts
from diamonds_solver.search import solution

CLOSE = 1e-9
"""Bounds that differ by less count as equal."""


@dataclass(frozen=True)
class MoveValue(solution.MoveValue[Move]):
    """One legal move and what is proved of the chance to win with it."""

    value: float | None
    bounds: tuple[float, float]


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution(solution.Solution[Move]):
    """What `solve` found out. Values are chances to win of the seat to move, against all others together."""

    amounts: ClassVar[Amounts] = Amounts(is_chance=True)

    objective: str = "win"
    model: str = "paranoid"
    value: float | None
    bounds: tuple[float, float]
    moves: tuple[MoveValue, ...]
    turns: int | None
    """Within how many turns, this one included, the bounds are those of the game; None: without a limit of turns."""

    def _question(self) -> dict[str, Any]:
        return {**super()._question(), "turns": self.turns}

    def to_dict(self) -> dict[str, Any]:
        return {"game": "diamoniak", **super().to_dict()}
