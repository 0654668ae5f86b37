"""Why one move is better than another: where the points come from in the samples that gave the values.

Every finished round of a sample puts its points down to parts (csrc/diamonds/rules/parts.h), so the parts of two moves differ by the loss
that is shown. Where values are chances to win, which no parts add up to, they are those of the margin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..round.rules import SUIT_NAMES

_SURE = 1.5  # half widths of its interval from which a part is named,
_LEAST, _SHARE = 0.1, 0.25  # if it is that many points, and that share of the loss
_SECOND = 0.5  # of the largest part: so large is a second one that is named
_PHRASES = {
    "tricks": "in tricks",
    "discards": "by discards",
    **{f"most_{name}": f"by the award for most {name}" for name in SUIT_NAMES},
    "bonus": "by the bonus for winning no trick",
    "robbed": "by being robbed {}",
    "others": "as the others gain {}",
}
_COUNTED = {"most_diamonds": 2, "most_hearts": 1, "most_spades": 1, "most_clubs": 1, "bonus": 4}
"""What it brings each time."""


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

    @property
    def named(self) -> tuple[str, ...]:
        """The parts that the sentence names: the largest that stands out, and a second one that is at least half as large.

        A part stands out that is beyond its sampling error, and no small share of the loss.
        """
        least = max(_LEAST, _SHARE * abs(self.lead))
        sure = [part for part in _PHRASES if abs(self.difference(part)) > max(_SURE * self.reach[part], least)]
        largest = sorted(sure, key=lambda part: -abs(self.difference(part)))[:2]
        return tuple(part for part in largest if abs(self.difference(part)) >= _SECOND * abs(self.difference(largest[0])))

    def text(self, written: Callable[[object], str] = str) -> str:
        """One sentence: by what `move` is better than `against`.

        `written`: how to write a move.
        """
        start = f"why: compared with {written(self.against)}, {written(self.move)}"
        if self.is_chance:  # points are told, of which chances to win are no sums
            start = f"why: in points of this round, compared with {written(self.against)}, {written(self.move)}"
            if self.lead < 0:
                return f"{start} brings fewer; it is better for the chance to win"
        gains = [self._told(part) for part in self.named if self.difference(part) > 0]
        costs = [self._told(part) for part in self.named if self.difference(part) < 0]
        if not self.named:
            return f"{start} is better by many small things" if self.is_sure else f"{start} stands out in nothing"
        if not costs:
            return f"{start} brings {' and '.join(gains)}"
        more = ["more by many small things"] if sum(map(self.difference, self.named)) <= 0 else []
        return f"{start} costs {' and '.join(costs)}, but brings {' and '.join([*gains, *more])}"

    def _told(self, part: str) -> str:
        phrase = _PHRASES[part].format("less" if self.difference(part) > 0 else "more")
        return f"{abs(self.difference(part)):.2f} {phrase}{self._detail(part)}"

    def _detail(self, part: str) -> str:
        """What was counted, in brackets; nothing where that does not tell the two moves apart."""
        if part == "tricks":
            return _compared("{} tricks", self.tricks_won, lambda count: f"{count:.1f}")
        if part == "robbed":
            return _compared("{} crystals", (-self.parts[part][0], -self.parts[part][1]), lambda count: f"{count:z.1f}")
        if part not in _COUNTED:
            return ""
        first, second = (points / _COUNTED[part] for points in self.parts[part])
        return _compared("{}", (first, second), lambda chance: f"{100 * chance:.0f} %")


def _rounded(pair: Sequence[float]) -> list[float]:
    return [round(number, 6) + 0.0 for number in pair]


def _compared(text: str, pair: Pair, written: Callable[[float], str]) -> str:
    """In brackets; "" where both are written alike."""
    first, second = map(written, pair)
    return f" ({text.format(f'{first} against {second}')})" if first != second else ""


def explain(best: Valued, other: Valued, objective: str) -> Explanation | None:
    """Compares the best move of an advice with another one by an objective; None where samples do not tell, or are too few."""
    if not best.sources or any(map(math.isnan, other.source_reach.values())):
        return None
    parts = {part: (best.sources[part], other.sources[part]) for part in _PHRASES}
    is_chance = objective == "win"
    sums = [sum(pair[side] for pair in parts.values()) for side in (0, 1)]
    parts["rest"] = (0.0, 0.0) if is_chance else (best.mean - sums[0], other.mean - sums[1])
    lead = sums[0] - sums[1] if is_chance else other.loss
    won = best.sources["tricks_won"], other.sources["tricks_won"]
    reach = {part: other.source_reach[part] for part in _PHRASES}
    return Explanation(best.move, other.move, is_chance, parts, reach, won, lead, other.sure_loss > 0)
