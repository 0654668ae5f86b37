"""Who has won, and where the points of a line of play come from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from diamonds_solver.errors import ObjectiveError

from .public import Move, Table
from .rules import SUITS

# -- objectives ---------------------------------------------------------------------------------------------------------------------------
# What is counted where all cards are known, or rounds are played out.


def is_margin(objective: str) -> bool:
    """Whether an objective is ``margin``, own points less the others' mean, and not ``points``. Raises ObjectiveError for another."""
    if objective not in ("margin", "points"):
        raise ObjectiveError(f"the objective is margin or points, not {objective!r}")
    return objective == "margin"


# -- winners ------------------------------------------------------------------------------------------------------------------------------
# Who has won a game, by its last table.


def final_score(table: Table) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Every side's points, and its share of the victory: most points, then most crystals in the vault, then it is shared."""
    points = table.points()
    totals = tuple(sum(points[seat] for seat in side) for side in table.rules.sides)
    ranks = [(total, sum(table.vault[seat] for seat in side)) for total, side in zip(totals, table.rules.sides, strict=True)]
    best = max(ranks)
    return totals, tuple((rank == best) / ranks.count(best) for rank in ranks)


# -- point attribution --------------------------------------------------------------------------------------------------------------------
# A line of play followed by the rules, with every point put down to its source.


SOURCES = ("tricks", "discards", "awards", "bonus", "thefts")
"""Actions of trick winners, of discards, of awards; the bonus without a trick; what was stolen, which is negative."""


@dataclass(frozen=True)
class Attribution:
    """What one side got from a position to the end of the round, by source, and what the others got."""

    points: dict[str, float]
    """By source. Together they are all points that the side gained."""
    others: float
    """Mean of the other sides' points."""
    tricks: int
    awards: tuple[bool, ...]
    """Whether an award's action was the side's, by suit."""
    thefts: int
    """Crystals that were stolen from it."""
    no_trick: bool
    """Whether a player of the side won no trick in the round."""


def attribute_points(table: Table, line: Iterable[Move], side: int) -> Attribution:
    """Where the points of side number `side` come from along `line`, which leads from `table` to the end of the round."""
    seats, sides = table.rules.sides[side], len(table.rules.sides)
    points, awards, tricks, others = dict.fromkeys(SOURCES, 0.0), [False] * len(SUITS), 0, 0
    for move in line:
        before, table = table, table.after(move)
        tricks += table.tricks_left < before.tricks_left and table.leader in seats
        for act in table.acts:
            gains = act.gains(table.rules.players)
            own = sum(gains[seat] for seat in seats)
            others += sum(gains) - own
            points[act.source if act.seat in seats else "thefts"] += own
            if act.source == "awards" and act.suit is not None and act.seat in seats:
                awards[act.suit] = True
    return Attribution(points, others / (sides - 1), tricks, tuple(awards), -int(points["thefts"]), points["bonus"] > 0)
