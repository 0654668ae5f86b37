"""What a round may bring to one player: rounds played to their ends by rules, counted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import deck_mask
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUITS
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.stats.estimates import Estimate, mean_interval, share_interval

Floats = NDArray[np.float64]

OBJECTIVES = ("margin", "points")


@dataclass(frozen=True)
class RoundStatistics:
    """Means over simulated rounds. Points are gains of the round from its first card to its end, of the team in team play."""

    points: Estimate
    margin: Estimate
    """Own points minus the mean of the other sides' points."""
    tricks: Estimate
    """Tricks won by the player alone."""
    no_trick: Estimate
    """Chance that the player wins no trick."""
    awards: tuple[Estimate, ...]
    """Chance of most cards of each suit, D H S C; of the team in team play."""
    distribution: tuple[tuple[int, float], ...]
    """(points, share of the rounds), from the fewest points that occurred to the most, without gaps."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "points": estimate_to_dict(self.points),
            "margin": estimate_to_dict(self.margin),
            "tricks": estimate_to_dict(self.tricks),
            "no_trick": estimate_to_dict(self.no_trick),
            "awards": {SUIT_LETTERS[suit]: estimate_to_dict(self.awards[suit]) for suit in SUITS},
            "distribution": [{"points": points, "share": round(share, 6)} for points, share in self.distribution],
        }


def estimate_to_dict(estimate: Estimate) -> dict[str, Any]:
    """The mean, its standard error, and its 95 % interval; None for a limit that nothing is known of."""
    interval = interval_to_list(estimate.low, estimate.high)
    return {"mean": round(estimate.value, 6) + 0.0, "sem": round(estimate.sem, 6), "interval": interval}


def interval_to_list(low: float, high: float) -> list[float | None]:
    """Limits as JSON has them; None for one that nothing is known of."""
    return [round(limit, 6) + 0.0 if math.isfinite(limit) else None for limit in (low, high)]


def play_rounds(deals: NDArray[np.void], rules: Rules, seed: int, first: int) -> NDArray[np.void]:
    """Each deal played to the end of the round, the rule-based player in all seats. Deal i draws from stream `first` + i of `seed`."""
    packed = np.ascontiguousarray(deals).view(np.uint8)
    gone = np.full(len(deals), deck_mask(Rules(rules.players)) & ~deck_mask(rules), np.uint64)  # cards that the variant leaves out
    weights = _players.default_weights(packed)
    return _players.play_ends(packed, gone, seed, first, [weights] * rules.players).view(layout.POSITION)


def side_points(starts: NDArray[np.void], ends: NDArray[np.void], rules: Rules) -> Floats:
    """float64[rounds, sides]: points gained by each side."""
    gains = _crystals(ends) - _crystals(starts)
    return np.stack([gains[:, list(side)].sum(axis=1) for side in rules.sides], axis=1)


def margins(points: Floats) -> Floats:
    """float64[rounds, sides]: each side's points minus the mean of the others'."""
    others = points.shape[1] - 1
    found: Floats = points - (points.sum(axis=1, keepdims=True) - points) / others
    return found


def values_for(starts: NDArray[np.void], ends: NDArray[np.void], rules: Rules, seat: int, objective: str) -> Floats:
    """float64[rounds]: what `objective` counts, for the side of `seat`."""
    points = side_points(starts, ends, rules)
    return (points if objective == "points" else margins(points))[:, rules.side_of(seat)]


def award_winners(ends: NDArray[np.void], rules: Rules) -> NDArray[np.bool_]:
    """bool[rounds, sides, suits]: which side took most cards of a suit; nobody where two have the same number."""
    taken = np.stack([ends["taken"][:, list(side)].sum(axis=1, dtype=np.int64) for side in rules.sides], axis=1)
    most = taken == taken.max(axis=1, keepdims=True)
    alone: NDArray[np.bool_] = most & (most.sum(axis=1, keepdims=True) == 1)
    return alone


def round_statistics(starts: NDArray[np.void], ends: NDArray[np.void], rules: Rules, seat: int) -> RoundStatistics:
    """What `ends` of rounds that began with `starts` show for `seat`. At least one round is needed."""
    side = rules.side_of(seat)
    points = side_points(starts, ends, rules)
    won = award_winners(ends, rules)[:, side].astype(np.float64)
    return RoundStatistics(
        points=mean_interval(points[:, side]),
        margin=mean_interval(margins(points)[:, side]),
        tricks=mean_interval(ends["taken"][:, seat].sum(axis=1) / rules.trick_size),
        no_trick=share_interval((((ends["winners"] >> seat) & 1) == 0).astype(np.float64)),
        awards=tuple(share_interval(won[:, suit]) for suit in SUITS),
        distribution=_distribution(points[:, side]),
    )


def _crystals(positions: NDArray[np.void]) -> Floats:
    points: Floats = 2.0 * positions["vault"] + positions["showroom"]
    return points


def _distribution(points: Floats) -> tuple[tuple[int, float], ...]:
    whole = points.astype(np.int64)
    low = int(whole.min())
    shares: Sequence[float] = (np.bincount(whole - low) / len(whole)).tolist()
    return tuple((low + i, share) for i, share in enumerate(shares))
