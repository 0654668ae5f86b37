"""What a solved position is: `Solution`, with a `MoveValue` for each legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from diamonds_solver.games.diamonds.rules.public import Decision, Move

Objective = Literal["margin", "points"]
Model = Literal["paranoid", "maxn"]
Value = int | float | tuple[int, ...]
"""A number, or with max^n the points gained by each side."""

OBJECTIVES: tuple[Objective, ...] = ("margin", "points")
MODELS: tuple[Model, ...] = ("paranoid", "maxn")


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
    """Whether no move is better; while values are not exact: whether it is the best proven so far, if anything sets moves apart."""


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

    def rows(self) -> list[dict[str, Any]]:
        """One row for each move, the best first, as a DataFrame takes them; what is not known is None."""
        return [
            {
                "to_move": f"P{self.to_move + 1}",
                "move": str(m.move),
                "value": m.value,
                "lower": m.bounds[0] if m.bounds else None,
                "upper": m.bounds[1] if m.bounds else None,
                "exact": m.exact,
                "loss": m.loss,
                "best": m.best,
            }
            for m in self.moves
        ]

    def __repr__(self) -> str:
        """One line; `to_dict` tells all."""
        value = self.value if self.exact else f"{self.bounds[0]} to {self.bounds[1]}" if self.bounds else "not known"
        best = ", ".join(map(str, self.best_moves)) or "none"
        return f"<Solution: {self.objective} {value}, best {best}, {len(self.moves)} moves>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds solve --json`` (without ``id``). Nobody is to move when the round is over."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        record: dict[str, Any] = {
            "to_move": None if self.decision is Decision.OVER else f"P{self.to_move + 1}",
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
