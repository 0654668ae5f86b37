"""Duplicate matches between named players.

Every deal is played several times with the same cards, the same dealer and the same random numbers: player A takes each side in turn, B all
others. What A does better than the others on average over these games is one observation; intervals are over deals, never over games,
because the games of a deal are not independent. ``docs/reference/arena.md`` tells how to read the results.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from diamonds_solver.common.processes import Processes
from diamonds_solver.common.quantities import json_number
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Contest
from diamonds_solver.players.names import NOT_PLAYABLE
from diamonds_solver.stats.estimates import UNSEEN_POINTS, Estimate, mean_interval, share_interval


class Pair(NamedTuple):
    """Who plays: A in a field of B."""

    a: str
    b: str


class Job(NamedTuple):
    """A deal to be played, in all its games."""

    pair: Pair
    deal: int


@dataclass(frozen=True)
class Game:
    """One game of a deal."""

    sides: str
    """Who sat where: a letter for each side, ``ABB``."""
    points: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Deal:
    """All games of one deal, and how long A and B took for each decision, in seconds."""

    job: Job
    games: tuple[Game, ...]
    seconds: tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class Failure:
    """A deal that could not be played to its end, and what is needed to play it again."""

    job: Job
    players: tuple[str, ...]
    """By side, of the game that failed."""
    reason: str
    trace: str

    def __str__(self) -> str:
        return f"deal {self.job.deal} between {', '.join(self.players)} failed: {self.reason}"


@dataclass(frozen=True)
class Result:
    """What `player` did in a field of `field`. Means over deals with their 95 % intervals."""

    player: str
    field: str
    margin: Estimate
    """Own points minus the mean of the others', in points of the mean round."""
    points: Estimate
    wins: Estimate
    """Share of the victories, ties split; `fair` is what equals have."""
    fair: float

    @property
    def deals(self) -> int:
        return self.margin.count

    def to_dict(self) -> dict[str, Any]:
        """As JSON; limits that nothing is known of are None."""
        estimates = {"margin": self.margin, "points": self.points, "wins": self.wins}
        numbers = {name: _estimate_dict(estimate) for name, estimate in estimates.items()}
        del numbers["points"]["p_value"]  # nobody asks whether they are 0
        return {"player": self.player, "field": self.field, "deals": self.deals, **numbers, "fair": json_number(self.fair)}


@dataclass(frozen=True)
class Pace:
    """How long a player took for its decisions in which there was a choice, in seconds."""

    player: str
    decisions: int
    median: float
    p95: float
    """95 % of the decisions took at most so long."""

    def to_dict(self) -> dict[str, Any]:
        return {"player": self.player, "decisions": self.decisions, "median": round(self.median, 7), "p95": round(self.p95, 7)}


def seatings(sides: int, reverse: bool) -> tuple[str, ...]:
    """Who sits where in the games of a deal: A on each side in turn, with `reverse` also B on each side among A.

    With two sides both are the same two games.
    """
    forward = ["".join("A" if side == own else "B" for side in range(sides)) for own in range(sides)]
    backward = ["".join("B" if side == own else "A" for side in range(sides)) for own in range(sides)] if reverse else []
    return tuple(dict.fromkeys(forward + backward))


def play_deal(contest: Contest, reverse: bool, job: Job, should_stop: Callable[[], bool] | None) -> Deal | Failure | None:
    """Plays all games of a deal, as the task of an executor; None when `should_stop` said so before the end.

    A Failure where a player or the contest raised an error.

    Raises DiamondsError for a player that cannot play such games at all (`NOT_PLAYABLE`).
    """
    games, seconds = [], ([], [])  # type: tuple[list[Game], tuple[list[float], list[float]]]
    for sides in seatings(contest.sides, reverse):
        players = [job.pair.a if letter == "A" else job.pair.b for letter in sides]
        try:
            played = contest.play(job.deal, players, should_stop or (lambda: False))
        except Exception as error:  # any bug of an engine: the other deals are not lost
            if isinstance(error, DiamondsError) and error.code in NOT_PLAYABLE:
                raise
            reason = f"{error.message} ({error.code})" if isinstance(error, DiamondsError) else f"{type(error).__name__}: {error}"
            return Failure(job, tuple(players), reason, traceback.format_exc())
        if played is None:
            return None
        games.append(Game(sides, played.points, played.shares))
        for letter, times in zip(sides, played.seconds, strict=True):
            seconds["AB".index(letter)].extend(times)
    return Deal(job, tuple(games), (tuple(seconds[0]), tuple(seconds[1])))


def play_deals(
    contest: Contest, jobs: Iterable[Job], *, reverse: bool = False, processes: int = 1
) -> Generator[Deal | Failure, None, None]:
    """Plays the deals and gives them as they are finished, or have failed. On Ctrl-C those that are finished still come, then
    KeyboardInterrupt.

    With several processes the order is that of finishing; what a deal shows is the same. A program that calls this from its main file needs
    ``if __name__ == "__main__"`` there. Raises WorkerError as `Processes` does.
    """
    if processes > 1:
        played: Generator[Deal | Failure, None, None] = Processes(processes, "played deals").map(partial(play_deal, contest, reverse), jobs)
        yield from played
        return
    for job in jobs:
        deal = play_deal(contest, reverse, job, None)
        assert deal is not None
        yield deal


# -- what the deals show --------------------------------------------------------------------------------------------------------------


def results(deals: Iterable[Deal | Failure]) -> list[Result]:
    """A row for each pair, and one more for B in a field of A where that was played, in the order in which the pairs come first.

    Deals that failed are left out.
    """
    by_pair: dict[Pair, list[Deal]] = {}
    for deal in deals:
        if isinstance(deal, Deal):
            by_pair.setdefault(deal.job.pair, []).append(deal)
    rows = []
    for pair, played in by_pair.items():
        played.sort(key=lambda deal: deal.job.deal)
        rows.append(_result(pair.a, pair.b, played, "A"))
        if any(_is_lone(game.sides, "B") for game in played[0].games) and len(played[0].games[0].sides) > 2:
            rows.append(_result(pair.b, pair.a, played, "B"))
    return rows


def paces(deals: Iterable[Deal | Failure]) -> list[Pace]:
    """A row for each player, in the order of coming first."""
    seconds: dict[str, list[float]] = {}
    for deal in deals:
        if isinstance(deal, Failure):
            continue
        for player, times in zip(deal.job.pair, deal.seconds, strict=True):
            seconds.setdefault(player, []).extend(times)
    return [_pace(player, times) for player, times in seconds.items() if times]


def _pace(player: str, times: Sequence[float]) -> Pace:
    median, p95 = np.percentile(times, [50, 95]).tolist()
    return Pace(player, len(times), median, p95)


def _result(player: str, field: str, deals: Sequence[Deal], letter: str) -> Result:
    """What the player behind `letter`, alone on its side, did in these deals."""
    rows = np.array([observation(deal, letter) for deal in deals])
    fair = 1 / len(deals[0].games[0].sides)
    margin = mean_interval(rows[:, 0], 0.0 if player == field else UNSEEN_POINTS)  # nobody is ahead of themselves
    return Result(player, field, margin, mean_interval(rows[:, 1]), share_interval(rows[:, 2], against=fair), fair)


def observation(deal: Deal, letter: str) -> tuple[float, float, float]:
    """Margin, own points and share of the victories, each the mean of the games of the deal."""
    games = [(game, game.sides.index(letter)) for game in deal.games if _is_lone(game.sides, letter)]
    # Added up before they are divided, so that equal play gives a margin of exactly nothing.
    own, shares = sum(game.points[side] for game, side in games), sum(game.shares[side] for game, side in games)
    sides, total = len(games[0][0].sides), sum(sum(game.points) for game, _ in games)
    return (own * sides - total) / (sides - 1) / len(games), own / len(games), min(1.0, shares / len(games))


def _is_lone(sides: str, letter: str) -> bool:
    return sides.count(letter) == 1


def _estimate_dict(estimate: Estimate) -> dict[str, Any]:
    numbers = {name: json_number(getattr(estimate, name)) for name in ("value", "sem", "low", "high")}
    known = math.isfinite(estimate.p_value)
    return numbers | {"p_value": float(f"{estimate.p_value:.6g}") if known else None}  # small ones are told apart by their digits
