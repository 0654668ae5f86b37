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

_SHOWN = 3  # parts that the text names
_PHRASES = {
    "tricks": "from tricks won",
    "discards": "from discards",
    **{f"most_{name}": f"from the award for most {name}" for name in SUIT_NAMES},
    "bonus": "from the bonus for winning no trick",
    "robbed": "from being robbed",
    "others": "from what the others gain",
}
_COUNTED = {"most_diamonds": 2, "most_hearts": 1, "most_spades": 1, "most_clubs": 1, "bonus": 4}
"""What it brings each time."""


class Valued(Protocol):
    """A move that samples have valued."""

    move: object
    mean: float
    loss: float
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
        """One sentence: how far `move` is ahead, and by what: the parts that differ beyond sampling error, and the rest.

        `written`: how to write a move.
        """
        total = round(100 * float(f"{self.lead:.2f}"))  # as the loss is written
        verdict = f"{written(self.move)} is {abs(total) / 100:.2f} points {'ahead of' if total >= 0 else 'behind'} {written(self.against)}"
        if self.is_chance:
            verdict = f"in this round {verdict}"
        if total < 0:  # the chance to win asks for more than points
            return f"why: no reason was found: {verdict}"
        shown = [part for part in _PHRASES if abs(self.difference(part)) > max(self.reach[part], 0.005)]
        shown = sorted(shown, key=lambda part: -abs(self.difference(part)))[:_SHOWN]
        if not shown:
            return f"why: {verdict}; no source of points stands out"
        hundredths = [round(100 * self.difference(part)) for part in shown]
        rest = self.lead - sum(map(self.difference, shown))
        left = total - sum(hundredths)
        if abs(rest) < 0.005:  # then only rounding is left
            hundredths[0], left = hundredths[0] + left, 0
        texts = [f"{number / 100:+.2f} {_PHRASES[part]}{self._detail(part)}" for number, part in zip(hundredths, shown, strict=True)]
        return f"why: {verdict}: {', '.join(texts)}" + (f", {left / 100:+.2f} from the rest" if left else "")

    def _detail(self, part: str) -> str:
        """What was counted, in brackets; nothing where that does not tell the two moves apart."""
        if part == "tricks":
            return _compared("{} tricks", self.tricks_won, lambda count: f"{count:.1f}")
        if part == "robbed":
            return _compared("{} crystals", (-self.parts[part][0], -self.parts[part][1]), lambda count: f"{count:.1f}")
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
    won = best.sources["tricks_won"], other.sources["tricks_won"]
    reach = {part: other.source_reach[part] for part in _PHRASES}
    return Explanation(best.move, other.move, is_chance, parts, reach, won, sums[0] - sums[1] if is_chance else other.loss)
