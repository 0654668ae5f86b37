"""How far apart the levels `easy`, `normal` and `strong` of a game are: each one alone in a field of the one below, the lowest in a field
of random moves. Levels count their work, so the same deals give the same table on every machine. A game takes some 6 to 14 minutes of
processor time, nearly all of it for `strong`; deals that were played are kept in `build/levels`, and the same command goes on.

    python benchmarks/levels.py diamonds
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from common.kinds import markdown_table

from diamonds_solver.games import find_game

PLAYED = Path(__file__).parents[1] / "build" / "levels"
STEPS = (("easy", "random"), ("normal", "easy"), ("strong", "normal"))
DEALS = {"diamonds": (4, (300, 600, 80)), "diamoniak": (2, (500, 1000, 25)), "diams": (3, (60, 150, 12))}
"""By game the number of players, and the deals of each step."""


def result(game: str, players: int, player: str, field: str, deals: int, seed: int, threads: int) -> dict[str, Any]:
    """The row of `diamonds arena`. Raises ClickException where it fails."""
    PLAYED.mkdir(parents=True, exist_ok=True)
    options = ["-g", game, player, field, "-p", str(players), "--deals", str(deals), "--seed", str(seed), "--threads", str(threads)]
    options += ["--out", str(PLAYED / f"{game}-{player}-{seed}.ndjson"), "--json", "--quiet"]
    run = subprocess.run([sys.executable, "-m", "diamonds_solver", "arena", *options], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        raise click.ClickException(f"diamonds arena {' '.join(options)}: exit code {run.returncode}")
    row: dict[str, Any] = json.loads(run.stdout)["results"][0]
    return row


def estimated(estimate: dict[str, float | None] | None, form: str, factor: float = 1.0) -> str:
    """A mean and half of its 95 % interval; empty for a game without points."""
    value, low, high = (estimate[key] for key in ("value", "low", "high")) if estimate else (None, None, None)
    if value is None:
        return ""
    reach = "" if low is None or high is None else f" ±{factor * (high - low) / 2:{form.lstrip('+')}}"
    return f"{factor * value:{form}}{reach}"


@click.command(help=__doc__)
@click.argument("game", type=click.Choice(list(DEALS)))
@click.option(
    "--share", default=1.0, show_default=True, type=click.FloatRange(0, 1, min_open=True), help="Part of the deals that is played."
)
@click.option("--seed", default=5151, show_default=True)
@click.option("--threads", default=0, help="As in diamonds arena.")
def main(game: str, share: float, seed: int, threads: int) -> None:
    players, counts = DEALS[game]
    rows = []
    for (player, field), count in zip(STEPS, counts, strict=True):
        row = result(game, players, player, field, max(2, round(share * count)), seed, threads)
        numbers = (estimated(row["margin"], "+.2f"), estimated(row["wins"], ".1f", 100), f"{100 * row['fair']:.3g}", f"{row['deals']:,}")
        rows.append((f"`{player}`", f"`{field}`", *numbers))
    click.echo(f"{find_game(game).words.title}, {players} players:\n")
    click.echo(markdown_table(("player", "in a field of", "margin", "victories, %", "equal, %", "deals"), rows))


if __name__ == "__main__":
    main()
