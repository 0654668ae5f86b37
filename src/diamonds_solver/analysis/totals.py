"""Players over many games, by their names: from the JSON objects of analyses, so that a file of them can be gone on with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from diamonds_solver.stats.estimates import Estimate, mean_interval

from .analysis import MARKS, Mean, number


@dataclass(frozen=True)
class Total:
    """One player over all games."""

    name: str
    games: int
    decisions: int
    """How many judged decisions had a choice."""
    known: Mean | None
    """Loss for each of them by what was known; the interval is over games, as the decisions of one are not independent."""
    hindsight: float | None
    marks: Mapping[str, int]
    luck: Mean | None
    """For each game, in points."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "games": self.games,
            "decisions": self.decisions,
            "known": None if self.known is None else self.known.to_dict(),
            "hindsight": None if self.hindsight is None else number(self.hindsight),
            "marks": dict(self.marks),
            "luck": None if self.luck is None else self.luck.to_dict(),
        }


def totals(games: Iterable[Mapping[str, Any]]) -> list[Total]:
    """A row for each name, in the order of coming first. `games`: objects of `Analysis.to_dict`."""
    by_name: dict[str, list[Mapping[str, Any]]] = {}
    for game in games:
        for player in game["players"]:
            by_name.setdefault(player["name"], []).append(player)
    return [_total(name, played) for name, played in by_name.items()]


def _total(name: str, played: Sequence[Mapping[str, Any]]) -> Total:
    hindsight = [(one["hindsight"]["loss"], one["decisions"]) for one in played if one["hindsight"] is not None]
    lucks = [one["luck"]["value"] for one in played if one["luck"] is not None]
    return Total(
        name=name,
        games=len(played),
        decisions=sum(one["decisions"] for one in played),
        known=_known([one for one in played if one["known"] is not None]),
        hindsight=_ratio(hindsight) if hindsight else None,
        marks={mark: sum(one["marks"][mark] for one in played) for mark in MARKS},
        luck=_mean(mean_interval(lucks)) if lucks else None,
    )


def _known(played: Sequence[Mapping[str, Any]]) -> Mean | None:
    """The mean over decisions with its interval over games: that of a ratio of two means, by the residues of each game."""
    if not played:
        return None
    if len(played) == 1:
        low, high = played[0]["known"]["interval"]
        infinite = float("inf")
        return Mean(played[0]["known"]["loss"], -infinite if low is None else low, infinite if high is None else high)
    losses = [(one["known"]["loss"], one["decisions"]) for one in played]
    ratio = _ratio(losses)
    mean_count = sum(count for _, count in losses) / len(losses)
    return _mean(mean_interval([ratio + (loss - ratio) * count / mean_count for loss, count in losses]))


def _ratio(losses: Sequence[tuple[float, int]]) -> float:
    return sum(loss * count for loss, count in losses) / max(1, sum(count for _, count in losses))


def _mean(estimate: Estimate) -> Mean:
    return Mean(estimate.value, estimate.low, estimate.high)
