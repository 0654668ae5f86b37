"""The objectives of players: what the end of a round is worth to every seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import ObjectiveError
from diamonds_solver.games.diams.core._players import Goal
from diamonds_solver.games.diams.record.record import ROUNDS, Record
from diamonds_solver.games.diams.rules.score import CHIPS, chips
from diamonds_solver.games.diams.solve.goals import less_the_others

PlayerObjective = Literal["margin", "points", "chips", "win"]
PLAYER_OBJECTIVES: tuple[PlayerObjective, ...] = ("margin", "points", "chips", "win")


class Utility:
    """What the points of a round are worth."""

    def __init__(self, objective: str, players: int, chips_before: Sequence[int] = (), round_number: int = ROUNDS) -> None:
        """`chips_before`: of earlier rounds, by seat. Raises ObjectiveError for an objective that does not exist."""
        if objective not in PLAYER_OBJECTIVES:
            raise ObjectiveError(f"the objective is {', '.join(PLAYER_OBJECTIVES[:-1])} or {PLAYER_OBJECTIVES[-1]}, not {objective!r}")
        self.objective = objective
        self._chips = tuple(chips_before) or (0,) * players
        self._rounds_left = ROUNDS - round_number

    @cached_property
    def goal(self) -> Goal:
        """The same for the C core."""
        if self.objective != "win" or not self._rounds_left:
            return Goal(self.objective, len(self._chips), self._chips)
        return Goal(self.objective, len(self._chips), self._chips, _all_shares(self._chips, self._rounds_left))

    @classmethod
    def of(cls, record: Record, objective: str) -> Utility:
        """The utility in the round of a record."""
        return cls(objective, record.players, record.chips, record.round)

    def values(self, points: Sequence[float]) -> Sequence[float]:
        """What the points of all seats at the end of the round are worth to each."""
        if self.objective == "points":
            return points
        if self.objective == "margin":
            total, others = sum(points), len(points) - 1
            return [own - (total - own) / others for own in points]
        won = chips_of(points)
        if self.objective == "chips":
            return [less_the_others(won, seat) for seat in range(len(won))]
        totals = tuple(before + now for before, now in zip(self._chips, won, strict=True))
        if self._rounds_left:
            return shares_to_come(totals, self._rounds_left)
        return shares(totals, points)

    @property
    def is_linear(self) -> bool:
        """Whether utility is linear: whether the utility of a mean is the mean of the utilities."""
        return self.objective in ("points", "margin")


def chips_of(points: Sequence[float]) -> tuple[int, ...]:
    """What places earn, also by points that are not whole."""
    return chips(points)  # type: ignore[arg-type]


def shares(totals: Sequence[int], points: Sequence[float]) -> list[float]:
    """Each seat's share of the match after the last round: most chips win, then the last round's score."""
    keys = list(zip(totals, points, strict=True))
    winners = [key == max(keys) for key in keys]
    return [won / sum(winners) for won in winners]


@lru_cache(maxsize=8)
def _all_shares(before: tuple[int, ...], rounds: int) -> NDArray[np.float64]:
    """`shares_to_come` for every way to win chips now, in the order in which ``core/_players.pyx`` wants it."""
    players, most = len(before), len(CHIPS)
    found = np.zeros((most**most, most))
    for won in {chips(places) for places in product(range(players), repeat=players)}:
        place = sum(count * most**seat for seat, count in enumerate(won))
        found[place, :players] = shares_to_come(tuple(now + then for now, then in zip(won, before, strict=True)), rounds)
    return found


@lru_cache(maxsize=1 << 12)
def shares_to_come(totals: tuple[int, ...], rounds: int) -> tuple[float, ...]:
    """Each seat's share of the match when in the rounds to come all orders of the places are equally likely."""
    players = len(totals)
    orders = np.array(list(permutations(CHIPS[:players])), np.int64)
    base = np.array(totals, np.int64)[None, :]
    for _ in range(rounds - 1):
        base = (base[:, None, :] + orders[None, :, :]).reshape(-1, players)
    # Chips of the last round break ties: in it there are no equal scores.
    ends: NDArray[np.int64] = ((base[:, None, :] + orders[None, :, :]) * len(CHIPS) + orders[None, :, :]).reshape(-1, players)
    won = ends == ends.max(axis=1, keepdims=True)
    return tuple(float(share) for share in (won / won.sum(axis=1, keepdims=True)).mean(axis=0))
