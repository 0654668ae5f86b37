"""What a solved state is: `Solution`, with a `MoveValue` for each legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import Phase

CLOSE = 1e-9
"""Bounds that differ by less are met."""


@dataclass(frozen=True)
class MoveValue:
    """One legal move and what is proved of the chance to win with it."""

    move: Move
    value: float | None
    """None while the bounds have not met."""
    bounds: tuple[float, float]
    exact: bool
    loss: float | None
    """What the move costs against the best. None while either is not exact."""
    best: bool
    """Whether no move is better; while values are not exact: whether it is the best proven so far, if anything sets moves apart."""


@dataclass(frozen=True)
class Solution:
    """What `solve` found out. Values are chances to win of the seat to move, against all others together."""

    to_move: int
    decision: Phase
    exact: bool
    """Whether the bounds of the value have met."""
    value: float | None
    bounds: tuple[float, float]
    turns: int | None
    """Within how many turns, this one among them, the bounds are those of the game; None: without a limit of turns."""
    moves: tuple[MoveValue, ...]
    """Every legal move, the best first."""
    line: tuple[Move, ...]
    """Best play to the first draw; empty where the value is not exact."""
    states: int
    """How many were listed."""
    seconds: float
    stopped: bool
    """Whether a limit or Ctrl-C ended the search before it had what was asked for."""
    interrupted: bool = False
    """Whether it was Ctrl-C, or `should_stop`, that ended it."""

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """All best moves (of equal value), or the best so far."""
        return tuple(m.move for m in self.moves if m.best)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds solve --json`` (without ``id``). Nobody is to move when the game is over."""
        return {
            "game": "diamoniak",
            "to_move": None if self.decision is Phase.OVER else f"P{self.to_move + 1}",
            "decision": str(self.decision),
            "objective": "win",
            "model": "paranoid",
            "turns": self.turns,
            "exact": self.exact,
            "value": self.value,
            "bounds": list(self.bounds),
            "moves": [
                {"move": str(m.move), "value": m.value, "bounds": list(m.bounds), "exact": m.exact, "loss": m.loss, "best": m.best}
                for m in self.moves
            ],
            "line": [str(move) for move in self.line],
            "points": None,
            "nodes": self.states,
            "seconds": round(self.seconds, 6),
        }


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` holds what was proved until then."""

    def __init__(self, solution: Solution) -> None:
        super().__init__("interrupted")
        self.solution = solution
