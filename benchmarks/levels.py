"""How far apart the levels `easy`, `normal` and `strong` of a game are: each one alone in a field of the one below, the lowest in a field
of random moves. Levels count their work, so the same deals give the same table on every machine. A game takes some 6 to 14 minutes of
processor time, nearly all of it for `strong`; deals that were played are kept in `build/levels`, and the same command goes on.

    python benchmarks/levels.py diamonds
"""

from __future__ import annotations

from pathlib import Path

import click
from common.kinds import markdown_table
from common.matches import arena_row, estimated

PLAYED = Path(__file__).parents[1] / "build" / "levels"
STEPS = (("easy", "random"), ("normal", "easy"), ("strong", "normal"))
GAMES = {
    "diamonds": ("Diamonds, 4 players", "-g diamonds -p 4", (300, 600, 80)),
    "teams": ("Diamonds, 4 players in two teams", "-g diamonds -p 4 --teams", (300, 600, 40)),
    "diamoniak": ("Diamoniak, 2 players", "-g diamoniak -p 2", (500, 1000, 25)),
    "diams": ("Diam's, 3 players", "-g diams -p 3", (60, 150, 12)),
}
"""In words, as options of the arena, and the deals of each step."""


@click.command(help=__doc__)
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option(
    "--share", default=1.0, show_default=True, type=click.FloatRange(0, 1, min_open=True), help="Part of the deals that is played."
)
@click.option("--seed", default=5151, show_default=True)
@click.option("--threads", default=0, help="As in diamonds arena.")
def main(game: str, share: float, seed: int, threads: int) -> None:
    words, played, counts = GAMES[game]
    rows = []
    for (player, field), count in zip(STEPS, counts, strict=True):
        options = f"{played} --deals {max(2, round(share * count))} --seed {seed} --threads {threads}"
        row = arena_row((player, field), options, PLAYED / f"{game}-{player}-{seed}.ndjson")
        numbers = (estimated(row["margin"], "+.2f"), estimated(row["wins"], ".1f", 100), f"{100 * row['fair']:.3g}", f"{row['deals']:,}")
        rows.append((f"`{player}`", f"`{field}`", *numbers))
    click.echo(f"{words}:\n")
    click.echo(markdown_table(("player", "in a field of", "margin", "victories, %", "equal, %", "deals"), rows))


if __name__ == "__main__":
    main()
