"""How random hands are valued: the table that a hand's percentile is read from.

`data/hands.json` holds, for each game and each seat after the dealer, quantiles of the values of random hands. `measure_hands` made it, by
``benchmarks/hand_table.py``.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.stats.estimates import Estimate

from .statistics import OBJECTIVES, Floats

_DATA = "diamonds_solver.games.diamonds.data"
_SIGNIFICANT = 1.959963984540054  # two-sided 95 % of the normal distribution


@dataclass(frozen=True)
class HandRank:
    """Where a hand stands among random ones, in percent."""

    percentile: float
    """Share of random hands that are worth less."""
    sem: float
    """Its standard error: that of the hand's own value, and that of the table."""
    interval: tuple[float, float]
    """95 %."""
    mean: float
    """The mean value of random hands."""
    spread: float
    """The standard deviation of the values of random hands."""

    def to_dict(self) -> dict[str, Any]:
        low, high = self.interval
        numbers = {"percentile": self.percentile, "sem": self.sem, "mean": self.mean, "spread": self.spread}
        return {**{name: round(number, 4) for name, number in numbers.items()}, "interval": [round(low, 4), round(high, 4)]}


def game_name(rules: Rules) -> str:
    """The key of a game in the table, such as ``4 teams``."""
    return f"{rules.players}{' perfect' if rules.perfect else ''}{' teams' if rules.teams else ''}"


@cache
def hand_table() -> dict[str, Any]:
    """The table as it is stored; `about` tells how it was made."""
    table: dict[str, Any] = json.loads((files(_DATA) / "hands.json").read_text(encoding="utf-8"))
    return table


def rank_hand(rules: Rules, seat_after_dealer: int, objective: str, value: Estimate) -> HandRank:
    """Where a hand of this value stands among random hands of the same game and seat."""
    table = hand_table()
    row = table["games"][game_name(rules)][objective][seat_after_dealer - 1]
    quantiles, hands = np.array(row["quantiles"]), int(table["about"]["hands"])
    own = 0.0 if math.isnan(value.sem) else value.sem

    def share_below(number: float) -> float:
        return float(np.interp(number, quantiles, np.linspace(0.0, 1.0, len(quantiles))))

    share = share_below(value.value)
    slope = (share_below(value.value + own) - share_below(value.value - own)) / 2
    sampled = math.sqrt(max(share * (1 - share), 1 / hands) / hands)  # where none of the table's hands is worse, one in `hands` may be
    sem = math.hypot(slope, sampled)
    low = share_below(value.value - _SIGNIFICANT * own) - _SIGNIFICANT * sampled
    high = share_below(value.value + _SIGNIFICANT * own) + _SIGNIFICANT * sampled
    return HandRank(100 * share, 100 * sem, (100 * max(low, 0.0), 100 * min(high, 1.0)), row["mean"], row["spread"])


def table_row(values: Floats, sems: Floats, quantiles: int) -> dict[str, Any]:
    """A row of the table: the distribution of the hands' true values, of which `values` are estimates.

    Estimates vary more than what they estimate; they are drawn to their mean until they vary as the true values do.
    """
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    true_spread = math.sqrt(max(spread**2 - float((sems**2).mean()), 0.0))
    drawn = mean + (values - mean) * (true_spread / spread if spread else 0.0)
    levels = np.quantile(drawn, np.linspace(0.0, 1.0, quantiles))
    return {"mean": round(mean, 3), "spread": round(true_spread, 3), "quantiles": [round(level, 2) for level in levels.tolist()]}


assert OBJECTIVES == ("margin", "points")  # the tables of a game in hands.json
