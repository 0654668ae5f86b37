"""Means and shares with intervals, from one number per deal: games of one deal are not independent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.quantities import json_number

Floats = NDArray[np.float64]

LEVEL = 0.95
"""Confidence level of all intervals."""
UNSEEN_POINTS = 3.0
"""Points that observations may differ by where they do, as long as hardly one has shown it."""
_EQUAL = 1e-9  # thirds and fifths of points are not whole in binary


@dataclass(frozen=True)
class Estimate:
    """A number estimated from independent observations, with its interval at 95 %."""

    value: float
    sem: float
    """Standard error, with that of differences that no observation has shown yet; NaN with one observation."""
    low: float
    """Limits of the interval; infinite of one observation."""
    high: float
    count: int
    p_value: float
    """Two-sided, for the hypothesis that the true value is 0, of a share the one given as `against`; NaN with one observation."""

    @property
    def reach(self) -> float:
        """Half of the interval: what texts write after ±."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float | None]:
        """The value and the limits of its interval, as JSON; None for a limit where nothing is known."""
        return {name: json_number(float(getattr(self, name))) for name in ("value", "low", "high")}


def unseen_error(usual: Floats | float, differing: Floats | float, equal: Floats | float, unseen: float) -> Floats:
    """Error of one observation for differences that none has shown yet: as if in two more they were as usual, each way once.

    They count by `equal`, the share of the observations in which there was no difference: what differs seldom has often not differed at all
    yet. Then nothing tells how large a difference is: `unseen` at least. A few tell a little: `usual`, their mean square, is one of as many
    as there are (`differing`), and one more.
    """
    usuals = np.maximum(usual, unseen**2 / (1.0 + differing))
    return np.asarray(np.sqrt(2.0 * usuals * equal))


def mean_interval(observations: Sequence[float] | Floats, unseen: float = UNSEEN_POINTS) -> Estimate:
    """The mean of `observations`; the interval is Student's, wider where most observations are equal.

    `unseen`: what observations may differ by where none has shown it yet; 0 where they cannot differ.
    """
    numbers = _observations(observations)
    return _student(numbers, numbers, unseen)


def ratio_interval(groups: Sequence[tuple[float, int]], unseen: float = UNSEEN_POINTS) -> Estimate:
    """The mean over the items of groups that are independent of one another, as the items of one group are not: (mean, size) of each group.

    The interval is Student's for the ratio of two means, by the residue of each group. Raises ValueError without any item.
    """
    count = sum(size for _, size in groups)
    if not count:
        raise ValueError("a mean needs at least one item")
    value = sum(mean * size for mean, size in groups) / count
    mean_size = count / len(groups)
    residues = [value + (mean - value) * size / mean_size for mean, size in groups]
    return _student(_observations(residues), _observations([mean for mean, _ in groups]), unseen)


def _student(numbers: Floats, shown: Floats, unseen: float) -> Estimate:
    """By the spread of `numbers` around their mean; `shown` are those that are equal, or differ."""
    count, value = len(numbers), float(numbers.mean())
    if count < 2:
        return Estimate(value, math.nan, -math.inf, math.inf, count, math.nan)
    spread = float(numbers.std(ddof=1)) if np.ptp(numbers) >= _EQUAL else 0.0
    sem = math.hypot(spread / math.sqrt(count), _unseen(shown, unseen) / count)
    reach = sem * t_quantile(count - 1, (1.0 + LEVEL) / 2)
    p_value = _p_value(value, sem, count - 1) if sem else float(abs(value) < _EQUAL)
    return Estimate(value, sem, value - reach, value + reach, count, p_value)


def _unseen(numbers: Floats, unseen: float) -> float:
    """`unseen_error` of numbers most of which are equal: of these as many as are left when each other one has taken one away."""
    common = np.sort(numbers)[len(numbers) // 2]  # where more than half are equal, to this one
    differences = numbers[np.abs(numbers - common) >= _EQUAL] - common
    equal = max(0, len(numbers) - 2 * len(differences)) / len(numbers)
    usual = float(np.mean(differences**2)) if len(differences) else float(common) ** 2
    return float(unseen_error(usual, len(differences), equal, unseen)) if unseen else 0.0


def difference_interval(first: Estimate, second: Estimate) -> Estimate:
    """`second` less `first`, two independent estimates; by Student's distribution with the degrees of freedom of the smaller one."""
    value, least = second.value - first.value, min(first.count, second.count)
    if least < 2:
        return Estimate(value, math.nan, -math.inf, math.inf, least, math.nan)
    sem = math.hypot(first.sem, second.sem)
    reach = sem * t_quantile(least - 1, (1.0 + LEVEL) / 2)
    return Estimate(value, sem, value - reach, value + reach, least, _p_value(value, sem, least - 1))


def share_interval(shares: Sequence[float] | Floats, *, against: float = 0.5) -> Estimate:
    """The share of wins: one number from 0 to 1 per deal, the mean of its games, a shared victory as a part of one.

    Wilson's interval, which stays within 0 to 1 and does not shrink to nothing when all are won. Several games of a deal make the numbers
    vary less than single games would: the interval is narrower in that proportion.
    """
    numbers = _observations(shares)
    if (numbers < 0).any() or (numbers > 1).any():
        raise ValueError("shares must be numbers from 0 to 1")
    count, value = len(numbers), float(numbers.mean())
    variance = float(numbers.var(ddof=1)) if count > 1 else 0.0
    binomial = value * (1.0 - value)
    # As many single games would be as certain; where the numbers do not vary at all, as many as there are.
    games = count * binomial / variance if variance > 0 else float(count)
    games = max(games, float(count))
    factor = t_quantile(count - 1, (1.0 + LEVEL) / 2)
    wide = factor**2 / games
    centre = (value + wide / 2) / (1.0 + wide)
    reach = factor * math.sqrt(binomial / games + wide / (4 * games)) / (1.0 + wide)
    null = against * (1.0 - against) / games
    p_value = _p_value(value - against, math.sqrt(null), count - 1) if count > 1 and null > 0 else math.nan
    sem = math.sqrt(variance / count) if count > 1 else math.nan
    return Estimate(value, sem, max(0.0, centre - reach), min(1.0, centre + reach), count, p_value)


def _observations(observations: Sequence[float] | Floats) -> Floats:
    numbers = np.asarray(observations, np.float64)
    if numbers.ndim != 1 or not len(numbers) or not np.isfinite(numbers).all():
        raise ValueError("a mean needs at least one number per deal, all finite")
    return numbers


def _p_value(difference: float, sem: float, freedom: int) -> float:
    from scipy import special  # here, as in t_quantile: it takes a while to load, and who only prints a report does not need it

    return float(2 * special.stdtr(freedom, -abs(difference) / sem))


def t_quantile(freedom: float, probability: float) -> float:
    """Of Student's distribution, with at least one degree of freedom."""
    from scipy import special

    return float(special.stdtrit(max(1.0, freedom), probability))
