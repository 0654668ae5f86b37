"""Why one move is better than another: where the points come from in the samples that gave the values.

Every finished round of a sample puts its points down to parts (csrc/diamonds/rules/parts.h), so the parts of two moves differ by the loss
that is shown. Where values are chances to win, which no parts add up to, they are those of the margin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..core import _players

_NAMES = _players.PARTS[:-1]
"""All that are points."""


class Valued(Protocol):
    """A move that samples have valued."""

    move: object
    mean: float
    loss: float
    sure_loss: float
    sources: Mapping[str, float]
    source_reach: Mapping[str, float]


Pair = tuple[float, float]


@dataclass(frozen=True)
class Explanation:
    """Two moves compared by where their points come from. Pairs are for `move` and for `against`."""

    move: object
    against: object
    is_chance: bool
    """Whether values are chances to win; then points are those of the margin in this round."""
    parts: dict[str, Pair]
    """Mean points by part, and as ``rest`` what no part has: where a search was cut. What others take is negative, as is what they gain
    where the objective counts that."""
    reach: dict[str, float]
    """Half widths of the 95 % intervals of the differences of parts."""
    tricks_won: Pair
    lead: float
    """How many points `move` is ahead: the loss that is shown, but for chances to win."""
    is_sure: bool
    """Whether `move` is better beyond sampling error."""

    @property
    def total(self) -> Pair:
        """The sums of the parts."""
        return sum(pair[0] for pair in self.parts.values()), sum(pair[1] for pair in self.parts.values())

    def difference(self, part: str) -> float:
        """How many points `move` is ahead by a part."""
        first, second = self.parts[part]
        return first - second

    def to_dict(self) -> dict[str, Any]:
        """The ``why`` of ``diamonds advise --json``; pairs are [move, against]."""
        return {
            "move": str(self.move),
            "against": str(self.against),
            "points": {part: _rounded(pair) for part, pair in self.parts.items()},
            "total": _rounded(self.total),
            "reach": {part: round(reach, 6) for part, reach in self.reach.items()},
            "tricks_won": _rounded(self.tricks_won),
            "text": self.text(),
        }

    def text(self, written: Callable[[object], str] = str) -> str:
        """One sentence: by what `move` is better than `against`, as csrc/diamonds/advice/why.c says.

        `written`: how to write a move.
        """
        return self._said(written)[0]

    @property
    def named(self) -> tuple[str, ...]:
        """The parts that the sentence names, the largest first."""
        return tuple(_NAMES[part] for part in self._said(str)[1])

    def _said(self, written: Callable[[object], str]) -> tuple[str, list[int]]:
        points = np.array([[*(self.parts[part][side] for part in _NAMES), self.tricks_won[side]] for side in (0, 1)], np.float64)
        reach = np.array([*(self.reach[part] for part in _NAMES), 0.0])
        return _players.why(points, reach, self.lead, self.is_chance, self.is_sure, written(self.move), written(self.against))


def _rounded(pair: Sequence[float]) -> list[float]:
    return [round(number, 6) + 0.0 for number in pair]


def explain(best: Valued, other: Valued, objective: str) -> Explanation | None:
    """Compares the best move of an advice with another one by an objective; None where samples do not tell, or are too few."""
    if not best.sources or any(map(math.isnan, other.source_reach.values())):
        return None
    parts = {part: (best.sources[part], other.sources[part]) for part in _NAMES}
    is_chance = objective == "win"
    sums = [sum(pair[side] for pair in parts.values()) for side in (0, 1)]
    parts["rest"] = (0.0, 0.0) if is_chance else (best.mean - sums[0], other.mean - sums[1])
    lead = sums[0] - sums[1] if is_chance else other.loss
    won = best.sources["tricks_won"], other.sources["tricks_won"]
    reach = {part: other.source_reach[part] for part in _NAMES}
    return Explanation(best.move, other.move, is_chance, parts, reach, won, lead, other.sure_loss > 0)
