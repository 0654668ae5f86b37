"""Sizes of certificates, and the time to make and to check them: ``python benchmarks/certificates.py``.

Whole deals of two players, and random late positions of every kind of game. Each value that is proven is held against the solver's.
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from statistics import median

import click
import numpy as np
from common.kinds import KINDS, machine
from common.samples import percentile

from diamonds_solver.games.diamonds.deal import late_position
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.certificate import certificate
from diamonds_solver.games.diamonds.solving.solve import Model, Solver
from diamonds_solver.games.diamonds.solving.verify import Checker

CARDS = {2: 8, 3: 5, 4: 4, 5: 3, 6: 3}
MAXN_CARDS = {2: 4, 3: 3, 4: 2, 5: 2, 6: 2}
Row = tuple[int, float, float]


@click.command()
@click.option("--deals", default=20, show_default=True, help="Whole deals of each game of two players.")
@click.option("--endings", default=1000, show_default=True, help="Late positions, over all kinds of game and both models.")
@click.option("--seed", default=1, show_default=True)
def command(deals: int, endings: int, seed: int) -> None:
    """Bytes and seconds of certificates: median, 90th percentile, maximum."""
    click.echo(f"{machine()}.\n")
    click.echo("| positions | number | bytes | seconds to make | seconds to check |\n|---|---:|---:|---:|---:|")
    for kind in ("standard2", "perfect2"):
        rules = KINDS[kind]
        rows = [measured(late_position(rules, rules.hand_size, np.random.default_rng([seed, i])), "paranoid") for i in range(deals)]
        click.echo(table_row(f"whole deals, {kind}", rows))
    models: list[tuple[Model, dict[int, int]]] = [("paranoid", CARDS), ("maxn", MAXN_CARDS)]
    for model, cards in models:
        rows = [measured(position, model) for position in late(endings // 2, cards, seed)]
        click.echo(table_row(f"endings, {model}", rows))


def late(count: int, cards: dict[int, int], seed: int) -> Iterator[Position]:
    """Positions with at most that many cards in each hand, by the number of players."""
    kinds = list(KINDS.values())
    for i in range(count):
        rules: Rules = kinds[i % len(kinds)]
        generator, step = np.random.default_rng([seed, 1, i]), rules.plays_per_trick
        yield late_position(rules, step * int(generator.integers(1, cards[rules.players] // step + 1)), generator)


def measured(position: Position, model: Model) -> Row:
    """Bytes of the certificate, seconds to make it (without the solution) and to check it. Raises ClickException for a wrong value."""
    solution = Solver().solve(position, model=model, all_moves=False)
    started = time.perf_counter()
    text = certificate(position, solution)
    made = time.perf_counter()
    found = Checker(io.BytesIO(text)).check()
    if found["value"] != solution.value:
        raise click.ClickException(f"{position!r}: {found['value']} is proven, not {solution.value}")
    return len(text), made - started, time.perf_counter() - made


def table_row(name: str, rows: list[Row]) -> str:
    columns = [
        " / ".join(f"{number:,.{digits}f}" for number in (median(column), percentile(column, 0.9), max(column)))
        for column, digits in zip(zip(*rows, strict=True), (0, 2, 2), strict=True)
    ]
    return f"| {name} | {len(rows):,} | {' | '.join(columns)} |"


if __name__ == "__main__":
    command()
