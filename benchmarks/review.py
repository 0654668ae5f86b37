"""What ``diamonds analyse`` says of players of known strength: their losses and marks, with the same reviewer for all.

With four players every round has one of each kind, the seats going round; else all choices of kinds come equally often, in all orders.
Partners are of one kind. The reviewer is `auto` with the usual work of a review, up to sixteen times that of the player `auto`, or with a
number of worlds. Work is counted, not timed: the tables are the same on any machine.

    python benchmarks/review.py 4 --out four.ndjson
    python benchmarks/review.py 2 --worlds 100 --out two.ndjson
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import click
from common.kinds import machine, markdown_table

from diamonds_solver.analysis.analyse import HINDSIGHT, POINTS, analyse
from diamonds_solver.analysis.log import AnalysisLog, key_of
from diamonds_solver.analysis.results import MARKS, Total, totals
from diamonds_solver.games import find_game
from diamonds_solver.stats.estimates import mean_interval

_MOSTLY = {"random": "random", "greedy": "greedy", "playout": "playout:rollouts=rules", "auto": "auto"}
KINDS = {
    "2": {"random": "random", "greedy": "greedy", "exact": "exact:worlds=20", "auto": "exact:worlds=20,inference=yes"},
    "3": _MOSTLY,
    "4": _MOSTLY,
    "4 teams": _MOSTLY,
}
"""By game, from the weakest to the strongest: players of the arena, by the names that they have in the records."""
LIMITS = (0.1, 0.25, 0.5, 1.0, 2.0)
"""Losses that are counted, in points."""


def played(game: str, rounds: int, seed: int) -> list[Any]:
    """Rounds between players of those kinds, named so."""
    kinds = KINDS[game]
    contest = find_game("diamonds").playing.contest(seed, {"players": int(game[0]), "teams": "teams" in game})
    orders = [*permutations(kinds, contest.sides)]
    if contest.sides == len(kinds):
        orders = [(*orders[0][shift:], *orders[0][:shift]) for shift in range(len(kinds))]
    records: list[Any] = []
    for number in range(rounds):
        names = orders[number % len(orders)]
        record = contest.record(number, [kinds[name] for name in names], f"round-{seed}-{number}")
        records.append(replace(record, names=tuple(names[record.rules.side_of(seat)] for seat in range(record.players))))
    return records


def reviewed(records: Sequence[Any], settings: Mapping[str, Any], threads: int, out: Path | None) -> list[Mapping[str, Any]]:
    """The analyses as JSON has them; those that are in the file already are not made again."""
    worlds, seed = settings["worlds"], settings["seed"]
    found = []
    with nullcontext() if out is None else AnalysisLog(out, settings) as log, click.progressbar(records, file=sys.stderr) as bar:
        for record in bar:
            done = None if log is None else log.games.get(key_of(record))
            if done is None:
                analysis = analyse(record, worlds=worlds, seed=seed, threads=threads)
                done = analysis.to_dict()
                if log is not None:
                    log.add(analysis)
            found.append(done)
    return found


def losses_table(rows: Sequence[Total], gains: Mapping[str, Sequence[float]], lucks: Mapping[str, Sequence[float]]) -> str:
    """Of each player: mean losses, what it won, and luck, both by round."""
    table = []
    for row in rows:
        assert row.known is not None and row.hindsight is not None
        won, luck = mean_interval(gains[row.name]), mean_interval(lucks[row.name])
        cells = (
            f"{row.known.value:.3f} ± {(row.known.high - row.known.low) / 2:.3f}",
            f"{row.hindsight:.2f}",
            f"{won.value:+.2f} ± {won.reach:.2f}",
            f"{luck.value:+.2f} ± {luck.reach:.2f}",
        )
        table.append((f"`{row.name}`", f"{row.decisions:,}", *cells))
    return markdown_table(("player", "decisions", "loss known", "loss in hindsight", "margin a round", "luck a round"), table)


def marks_table(rows: Sequence[Total], games: Sequence[Mapping[str, Any]]) -> str:
    """How often each mark falls, how often some amounts are surely lost by what was known, and how often a point is in hindsight."""
    table = []
    for row in rows:
        seats = [{player["seat"] for player in game["players"] if player["name"] == row.name} for game in games]
        own = [one for game, seat in zip(games, seats, strict=True) for one in game["decisions"] if one["seat"] in seat and one["known"]]
        sure = [one["known"]["sure_loss"] for one in own]
        marks = [POINTS.mark(loss) for loss in sure]
        hindsight = [one["hindsight"]["loss"] for one in own if one["hindsight"] and one["hindsight"]["loss"] is not None]
        in_hindsight = f"{100 * sum(loss >= HINDSIGHT.inaccuracy for loss in hindsight) / len(hindsight):.0f}"
        shares = [f"{100 * sum(loss >= limit for loss in sure) / len(sure):.1f}" for limit in LIMITS]
        table.append((f"`{row.name}`", *(str(marks.count(mark)) for mark in MARKS), *shares, in_hindsight))
    return markdown_table(("player", *(f"`{mark}`" for mark in MARKS), *(f"{limit:g}, %" for limit in LIMITS), "1 in hindsight, %"), table)


def margins(records: Sequence[Any]) -> dict[str, list[float]]:
    """What the side of each kind won more than the mean of the others, by round."""
    margins_of: dict[str, list[float]] = defaultdict(list)
    for record in records:
        won = [end - start for start, end in zip(record.start_table().points(), record.table().points(), strict=True)]
        gains = {record.names[side[0]]: sum(won[seat] for seat in side) for side in record.rules.sides}
        for name, gain in gains.items():
            margins_of[name].append(gain - (sum(gains.values()) - gain) / (len(gains) - 1))
    return margins_of


def lucks_of(games: Sequence[Mapping[str, Any]]) -> dict[str, list[float]]:
    """The luck of each kind, by round: partners, who are of one kind, have the same."""
    lucks: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for name, luck in {player["name"]: player["luck"]["value"] for player in game["players"]}.items():
            lucks[name].append(luck)
    return lucks


@click.command(help=__doc__)
@click.argument("game", type=click.Choice([*KINDS]), default="4")
@click.option("--rounds", default=40, show_default=True)
@click.option("--worlds", type=int, help="For each decision that is reviewed.  [default: the usual work of a review]")
@click.option("--seed", default=1, show_default=True)
@click.option("--threads", default=2, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Keep the reviews in this file, and go on where it ends.")
def main(game: str, rounds: int, worlds: int | None, seed: int, threads: int, out: Path | None) -> None:
    records = played(game, rounds, seed)
    games = reviewed(records, {"game": game, "kinds": KINDS[game], "worlds": worlds, "seed": seed}, threads, out)
    rows = sorted(totals(games), key=lambda row: [*KINDS[game]].index(row.name))
    work = "the usual work of a review" if worlds is None else f"{worlds} worlds for each decision"
    click.echo(f"{rounds} rounds of {game.replace(' teams', '')} players{' in two teams' * ('teams' in game)}, {work};\n{machine()}.\n")
    click.echo(losses_table(rows, margins(records), lucks_of(games)))
    click.echo()
    click.echo(marks_table(rows, games))


if __name__ == "__main__":
    main()
