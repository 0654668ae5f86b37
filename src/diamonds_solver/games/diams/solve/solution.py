"""What a solved state is: `Solution`, with a `MoveValue` for each legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import Phase

from .goals import Model, Objective

Value = float | tuple[int, ...]
"""A number, or with max^n the points of every seat."""


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
    """Whether no move is better; while not all values are exact: none of those that are."""


@dataclass(frozen=True)
class Solution:
    """What `solve` found out. Values are of the round's final score, seen from the seat that decides; all see all hands."""

    to_move: int
    decision: Phase
    objective: Objective
    model: Model
    exact: bool
    value: Value | None
    bounds: tuple[float, float] | None
    moves: tuple[MoveValue, ...]
    """Every legal move, the best first."""
    line: tuple[Move, ...]
    """Best play to the first draw whose card is not known; empty where the value is not exact."""
    points: tuple[int, ...] | None
    """Of every seat, where the line goes to the end."""
    nodes: int
    """States that were looked into."""
    seconds: float
    stopped: bool
    """Whether a limit or Ctrl-C ended the search."""
    interrupted: bool = False
    """Whether it was Ctrl-C, or `should_stop`, that ended it."""

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """All best moves (of equal value), or the best so far."""
        return tuple(m.move for m in self.moves if m.best)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds solve --json`` (without ``id``). Nobody is to move when the round is over."""
        record: dict[str, Any] = {
            "game": "diams",
            "to_move": None if self.decision is Phase.OVER else f"P{self.to_move + 1}",
            "decision": str(self.decision),
            "objective": self.objective,
            "model": self.model,
            "exact": self.exact,
            "value": _plain(self.value),
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
    record: dict[str, Any] = {"move": str(m.move), "value": _plain(m.value)}
    if m.bounds is not None:
        record["bounds"] = list(m.bounds)
    return record | {"exact": m.exact, "loss": m.loss, "best": m.best}


def _plain(value: Value | None) -> float | list[int] | None:
    return list(value) if isinstance(value, tuple) else value


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` holds what was proved until then."""

    def __init__(self, solution: Solution) -> None:
        super().__init__("interrupted")
        self.solution = solution
