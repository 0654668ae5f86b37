"""The objectives: what the values of an engine count, which are points, a margin, or the chance to win the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import ObjectiveError
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.games.diamonds.view.view import View

Objective = Literal["margin", "points", "win"]
OBJECTIVES: tuple[Objective, ...] = ("margin", "points", "win")

# Standard deviation of the difference of two sides' points in one round, divided by the square root of 2, by (players, sides, perfect).
# Made by: python benchmarks/round_spread.py 5000
SIGMAS: dict[tuple[int, int, bool], float] = {
    (2, 2, False): 3.49,
    (3, 3, False): 3.18,
    (4, 4, False): 2.61,
    (5, 5, False): 2.40,
    (6, 6, False): 2.27,
    (2, 2, True): 4.53,
    (3, 3, True): 3.37,
    (4, 4, True): 2.87,
    (5, 5, True): 2.54,
    (4, 2, False): 5.81,
    (4, 2, True): 6.67,
    (6, 3, False): 3.52,
}


class UtilityOptions(TypedDict):
    """Keywords of the functions of ``_players``."""

    goal: Objective
    rounds_left: int
    sigma: float


@dataclass(frozen=True)
class Utility:
    """What a finished round is worth to a side, by the objective."""

    objective: Objective
    rounds_left: int
    """Rounds to play after this one."""
    sigma: float
    """Spread of a side's points in one round."""

    @classmethod
    def of(cls, view: View, objective: str) -> Utility:
        """The utility of an objective in the round of a view.

        Raises ObjectiveError for another name.
        """
        if objective not in OBJECTIVES:
            raise ObjectiveError(f"the objective is {', '.join(OBJECTIVES[:-1])} or {OBJECTIVES[-1]}, not {objective!r}")
        number, rounds = view.record.round
        return cls(objective, max(0, (rounds or view.rules.rounds) - number), sigma_of(view.rules))

    def options(self) -> UtilityOptions:
        """As keywords of the functions of ``_players``."""
        return {"goal": self.objective, "rounds_left": self.rounds_left, "sigma": self.sigma}

    def values(self, start: NDArray[np.void], ends: NDArray[np.void], side: int) -> NDArray[np.float64]:
        """What each of the POSITIONs `ends` is worth to a side; gains count from `start`."""
        values: NDArray[np.float64] = _players.utilities(start.view(np.uint8), ends.view(np.uint8), **self.options())[:, side]
        return values

    def of_margins(self, start: NDArray[np.void], margins: NDArray[np.float64], side: int) -> NDArray[np.float64]:
        """What margins of this round are worth to one of two sides, which has the standing of the POSITION[1] `start`.

        As `values`, but where points are equal at the end of the match the victory is shared, whatever is in the vaults.
        """
        if self.objective != "win":
            return margins
        ahead = margins.astype(np.int64) + lead(start, side)
        ends = np.repeat(start, len(ahead))
        ends["hand"], ends["trick_count"], ends["tricks_left"] = 0, 0, 0
        ends["robber"], ends["award"] = layout.NONE, layout.ROUND_OVER
        ends["vault"], ends["showroom"] = 0, 0
        ends["showroom"][:, side], ends["showroom"][:, 1 - side] = np.maximum(ahead, 0), np.maximum(-ahead, 0)
        return self.values(start, ends, side)


def lead(start: NDArray[np.void], side: int) -> int:
    """How many points one of two sides has more on the table than the other; POSITION[1]."""
    points = (2 * start["vault"].astype(np.int64) + start["showroom"])[0]
    return int(points[side::2].sum() - points[1 - side :: 2].sum())


def sigma_of(rules: Rules) -> float:
    """The spread of a side's points in one round."""
    return SIGMAS[rules.players, len(rules.sides), rules.perfect]
