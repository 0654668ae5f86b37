"""Measurements of which some were cut off by a limit, and what can honestly be said of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Sample:
    """One measured number; when `cut_off`, the true one is at least that."""

    number: float
    cut_off: bool = False


@dataclass(frozen=True)
class Statistic:
    """A median, percentile or maximum; when `at_least`, samples that were cut off leave it open upwards."""

    number: float
    at_least: bool

    def text(self, write: Callable[[float], str]) -> str:
        """The number as `write` puts it, with ``>`` before it when it is a lower limit."""
        return ("> " if self.at_least else "") + write(self.number)

    def over(self, other: Statistic) -> Statistic | None:
        """The ratio of the two; None when nothing is known of it."""
        if other.at_least or other.number == 0:
            return None
        return Statistic(self.number / other.number, self.at_least)


def percentile(numbers: Sequence[float], share: float) -> float:
    """The smallest number that at least `share` of them do not exceed."""
    return sorted(numbers)[max(0, math.ceil(share * len(numbers)) - 1)]


def statistic(samples: Sequence[Sample], function: Callable[[Sequence[float]], float]) -> Statistic:
    """`function` of the samples. It must grow with each: then the numbers cut off give a lower limit, and infinite ones an upper one."""
    lower = function([sample.number for sample in samples])
    upper = function([math.inf if sample.cut_off else sample.number for sample in samples])
    return Statistic(lower, at_least=lower != upper)


def summary(samples: Sequence[Sample]) -> tuple[Statistic, Statistic, Statistic]:
    """Median, 90th percentile and maximum."""
    return statistic(samples, median), statistic(samples, lambda numbers: percentile(numbers, 0.9)), statistic(samples, max)
