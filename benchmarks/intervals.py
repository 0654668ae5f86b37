"""Whether intervals of means hold as often as they say, on small tables: what `arena`, `table summary`, `analyse` and `practice` tell.

Of each kind very many observations are made once, whose mean is the truth. Tables of a few of them, drawn at random, have an interval each.

    python benchmarks/intervals.py --check       # exit code 1 unless 93 to 97 % of the intervals hold, and each has a width
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import click
import numpy as np
from common.kinds import markdown_table
from numpy.typing import NDArray

import diamonds_solver as ds
from diamonds_solver.analysis.analyse import analyse
from diamonds_solver.arena.matches import Deal, Job, Pair, observation, play_deals, results
from diamonds_solver.games import find_game
from diamonds_solver.stats.estimates import UNSEEN_POINTS, Estimate, mean_interval, ratio_interval

SMALLEST, LARGEST = 6, 100
"""Observations of a table; as many tables of 6 to 12 as of 50 to 100."""
HELD = (0.93, 0.97)
_BANDS = ((6, 12), (13, 40), (41, 100))
_MATCHES = (
    ("diamonds", {"players": 2, "cards": 2}, "greedy", "random"),
    ("diamonds", {"players": 2, "cards": 4}, "greedy", "random"),
    ("diamonds", {"players": 4, "cards": 2}, "greedy", "random"),
    ("diamonds", {"players": 3}, "greedy", "random"),
    ("diamonds", {"players": 4}, "net", "greedy"),
    ("diams", {"players": 2}, "greedy", "random"),
    ("diamoniak", {"players": 2}, "greedy", "random"),
)


class Pool(NamedTuple):
    """Observations of one kind, and what is told of a table of them."""

    kind: str
    size: int
    truth: float
    estimate: Callable[[NDArray[np.intp]], Estimate]
    """Of the observations with these indices."""


def margin_of(deals: Sequence[Deal], indices: NDArray[np.intp]) -> Estimate:
    return results(deals[index] for index in indices)[0].margin


def wins_of(deals: Sequence[Deal], indices: NDArray[np.intp]) -> Estimate:
    return results(deals[index] for index in indices)[0].wins


def mean_of(values: NDArray[np.float64], unseen: float, indices: NDArray[np.intp]) -> Estimate:
    return mean_interval(values[indices], unseen)


def ratio_of(groups: Sequence[tuple[float, int]], unseen: float, indices: NDArray[np.intp]) -> Estimate:
    return ratio_interval([groups[index] for index in indices], unseen)


def arena_pools(deals: int) -> Iterator[Pool]:
    """The margin of `diamonds arena`, and its share of the victories."""
    for game, options, a, b in _MATCHES:
        contest = find_game(game).playing.contest(1, {"players": 2, **options})
        played = [deal for deal in play_deals(contest, (Job(Pair(a, b), number) for number in range(deals))) if isinstance(deal, Deal)]
        margin, _, wins = np.array([observation(deal, "A") for deal in played]).mean(axis=0).tolist()
        settings = ", ".join(f"{value} {name}" for name, value in options.items())
        text = f"{a} against {b}, {game}, {settings}"
        yield Pool(f"arena, margin: {text}", len(played), margin, partial(margin_of, played))
        yield Pool(f"arena, wins: {text}", len(played), wins, partial(wins_of, played))


def losses(kind: str, rounds: int, worlds: int) -> list[list[float]]:
    """What each decision of a player of such a kind lost, by round: `Known.split_loss`, as a review has it."""
    game, name, players = kind.split()
    contest = find_game(game).playing.contest(1, {"players": int(players)})
    found = []
    for number in range(rounds):
        record = contest.record(number, [name] * contest.sides)
        analysis = analyse(record, worlds=worlds, seed=1, hindsight=False, players=[0])
        found.append([one.known.split_loss for one in analysis if one.known is not None])
    return found


def review_pools(rounds: int) -> Iterator[Pool]:
    """The mean loss of a player of a review, over decisions; and of `practice` and of several reviews together, over games."""
    for kind in ("diamonds greedy 4", "diamonds net 4", "diamonds random 3"):
        by_game = [amounts for amounts in losses(kind, rounds, 12) if amounts]
        game = find_game(kind.split()[0])
        usual_loss = next(iter(game.words.objectives.values())).usual_loss
        flat = np.array([loss for amounts in by_game for loss in amounts])
        groups = [(float(np.mean(amounts)), len(amounts)) for amounts in by_game]

        mean = float(flat.mean())
        yield Pool(f"analyse, loss of a player over decisions: {kind}", len(flat), mean, partial(mean_of, flat, usual_loss))
        yield Pool(f"practice, loss over games: {kind}", len(groups), mean, partial(ratio_of, groups, usual_loss))


def table_pools(positions: int) -> Iterator[Pool]:
    """The mean of a column, as `table summary` has it: values of endings."""
    for players, cards in ((2, 2), (3, 3)):
        values = np.array([ds.solve(ds.late_position(players, cards, seed=seed)).value for seed in range(positions)], np.float64)
        kind = f"table, value of endings: {players} players, {cards} cards"
        yield Pool(kind, len(values), float(values.mean()), partial(mean_of, values, UNSEEN_POINTS))


class Trial(NamedTuple):
    size: int
    is_held: bool
    width: float


def trials(pool: Pool, count: int, rng: np.random.Generator) -> list[Trial]:
    found = []
    for _ in range(count):
        size = int(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST + 1))))
        told = pool.estimate(rng.choice(pool.size, min(size, pool.size // 2), replace=False))
        found.append(Trial(size, told.low - 1e-9 <= pool.truth <= told.high + 1e-9, told.high - told.low))
    return found


def row(kind: str, found: Sequence[Trial]) -> list[str]:
    def held(some: Sequence[Trial]) -> str:
        return f"{100 * sum(one.is_held for one in some) / len(some):.1f}" if some else ""

    bands = [[one for one in found if low <= one.size <= high] for low, high in _BANDS]
    return [kind, f"{len(found):,}", held(found), *map(held, bands), str(sum(one.width <= 0 for one in found))]


@click.command(help=__doc__)
@click.option("--tables", default=1000, show_default=True, help="Of each kind of observations.")
@click.option("--observations", default=500, show_default=True, help="From which tables are drawn.")
@click.option("--check", is_flag=True, help="Exit code 1 where the intervals of all tables together miss their limits.")
def main(tables: int, observations: int, check: bool) -> None:
    pools: list[Pool] = [*arena_pools(observations), *table_pools(observations), *review_pools(max(12, observations // 8))]
    rng = np.random.default_rng(1)
    by_kind: dict[str, list[Trial]] = {}
    for pool in pools:
        found = trials(pool, tables, rng)
        by_kind.setdefault(pool.kind.partition(":")[0], []).extend(found)
        click.echo(" | ".join(row(pool.kind, found)), err=True)
    every = [trial for found in by_kind.values() for trial in found]
    rows = [row(kind, found) for kind, found in (*by_kind.items(), ("all", every))]
    heads = [f"{low} to {high}" for low, high in _BANDS]
    click.echo(markdown_table(("kind", "tables", "held, %", *heads, "of no width"), rows))
    share = sum(one.is_held for one in every) / len(every)
    if check and not (HELD[0] <= share <= HELD[1] and all(one.width > 0 for one in every)):
        sys.exit(1)


if __name__ == "__main__":
    main()
