"""What a solver found out of one decision with nothing hidden: `Solution`, with a `MoveValue` for each legal move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from diamonds_solver.common.wording import question
from diamonds_solver.markup.tables import Amounts, MoveRow, MoveTable, bars

from .words import Words

M = TypeVar("M")
"""What is decided, such as a move."""

Value = float | tuple[int, ...]
"""A number, or with max^n the points of each side."""


@dataclass(frozen=True)
class MoveValue(Generic[M]):
    """One legal move and what is proved of its value."""

    move: M
    value: float | Any
    """With max^n the points of each side; None while it is not exact. `Any`, so that a type checker asks for no test that is not needed."""
    bounds: tuple[float, float] | None
    """Proven: lower <= value <= upper. None with max^n."""
    exact: bool
    loss: float | None
    """What the move costs against the best; with max^n in own points. None while either is not exact."""
    best: bool
    """Whether no move is better. If values are not exact: whether it is the best proven so far; False if no move stands out."""

    def written(self, amounts: Amounts) -> str:
        """The value, or what is proved of it."""
        if isinstance(self.value, tuple):
            return " ".join(f"{gain:g}" for gain in self.value)
        if self.value is not None:
            return amounts.value(self.value)
        return "not known" if self.bounds is None else " to ".join(map(amounts.value, self.bounds))

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the move."""
        bounds = {} if self.bounds is None else {"bounds": list(self.bounds)}
        return {"move": str(self.move), "value": _plain(self.value), **bounds, "exact": self.exact, "loss": self.loss, "best": self.best}


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution(Generic[M]):
    """The values of all moves of one decision, seen from the side to move."""

    amounts: ClassVar[Amounts] = Amounts()
    """How values are written."""
    words: ClassVar[Words]
    """How the game names what is decided and counted."""

    to_move: int
    decision: str
    """What is decided; ``over`` where nothing is."""
    objective: str
    model: str
    """What the others are thought to do: ``paranoid`` or ``maxn``."""
    exact: bool
    """Whether `value` is known. False when a limit was reached first: then `bounds` hold."""
    value: float | Any
    """With max^n the points of each side. None while it is not exact: `Any` as in `MoveValue`."""
    bounds: tuple[float, float] | None
    """Proven: lower <= value <= upper. None with max^n."""
    moves: tuple[MoveValue[M], ...]
    """Every legal move, the best first."""
    line: tuple[M, ...]
    """Best play, to the end or to the first chance; empty when a limit was reached before it was known."""
    points: tuple[int, ...] | None = None
    """Of each player along the line; None if unknown or there are none."""
    nodes: int
    """States that were looked at."""
    seconds: float
    stopped: bool
    """Whether a limit or Ctrl-C ended the search; some moves may then not be exact though the value is."""
    interrupted: bool = False
    """Whether it was Ctrl-C, or `should_stop`, that ended it."""

    @property
    def best_moves(self) -> tuple[M, ...]:
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
        """One line; `print` shows the table, `to_dict` tells all."""
        value = self.value if self.exact else f"{self.bounds[0]} to {self.bounds[1]}" if self.bounds else "not known"
        best = ", ".join(map(str, self.best_moves)) or "none"
        return f"<Solution: {self.objective} {value}, best {best}, {len(self.moves)} moves>"

    def __str__(self) -> str:
        return self._table().text()

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self._table().html()

    def _table(self) -> MoveTable:
        """All moves, with what is asked as caption, and best play."""
        caption = self.words.decisions[str(self.decision)]
        if self.decision != "over":
            others = ", every side for itself" if self.model == "maxn" else ""
            caption = question(f"P{self.to_move + 1} decides: {caption};", f"{self.words.objectives[self.objective].text}{others}")
        line = [f"best play: {' '.join(map(str, self.line))}"] if self.line else []
        lengths = bars([(m.loss or 0, None, None) for m in self.moves], self.amounts.unit)
        rows = [
            MoveRow(str(m.move), (m.written(self.amounts), "" if m.loss is None else self.amounts.loss(m.loss)), best=m.best, bar=length)
            for m, length in zip(self.moves, lengths, strict=True)
        ]
        return MoveTable(caption, ("value", "loss"), tuple(rows), tuple(line))

    def _question(self) -> dict[str, Any]:
        """What was asked, as JSON."""
        return {"objective": self.objective, "model": self.model}

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds solve --json`` (without ``id``). Nobody is to move when all is over; max^n has no bounds."""
        data: dict[str, Any] = {
            "to_move": None if self.decision == "over" else f"P{self.to_move + 1}",
            "decision": str(self.decision),
            **self._question(),
            "finished": not self.stopped,
            "exact": self.exact,
            "value": _plain(self.value),
            "bounds": list(self.bounds) if self.bounds else None,
            "moves": [m.to_dict() for m in self.moves],
            "line": [str(move) for move in self.line],
            "points": list(self.points) if self.points is not None else None,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }
        if self.model == "maxn":
            del data["bounds"]
        return data


def maxn_key(gains: Sequence[int], side: int) -> tuple[int, ...]:
    """Total order of max^n: own points high, the others' sum low, then the points of the next sides clockwise low."""
    others = [gains[(side + i) % len(gains)] for i in range(1, len(gains))]
    return (gains[side], -sum(others), *(-g for g in others))


def _plain(value: Value | None) -> float | list[int] | None:
    return list(value) if isinstance(value, tuple) else value
