"""What has been gained since an earlier commit: in each kind of game today's `auto` plays alone in a field of that commit's `auto`, both
with the same share of a hint's work.

    python benchmarks/release.py 132a0a82

installs that commit into `build/releases`, plays, and prints a table; deals that were played are kept there, and the same command goes on.
Where nothing has changed for a kind of game, its players decide alike and the margin of each deal is 0.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
from common.earlier import EARLIER, SHARE
from common.kinds import markdown_table
from common.matches import arena_row, estimated

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "releases"
GAMES = {
    "2 players": ("-p 2", 20),
    "3 players": ("-p 3", 150),
    "4 players": ("-p 4", 200),
    "4 players in two teams": ("-p 4 --teams", 300),
    "5 players": ("-p 5", 60),
    "6 players": ("-p 6", 40),
    "6 players in three teams": ("-p 6 --teams", 120),
    "4 players with the thief": ("-p 4 --set thief=yes", 60),
    "two teams with the thief": ("-p 4 --teams --set thief=yes", 120),
    "4 players, Perfect": ("-p 4 --variant perfect", 60),
    "two teams, Perfect": ("-p 4 --teams --variant perfect", 120),
}
"""Options of the arena, and deals."""


def installed(revision: str) -> Path:
    """The folder with the package of that commit, which is built first where it is not there."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short=8", f"{revision}^{{commit}}"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    if commit.returncode != 0:
        raise click.ClickException(f"{revision} is no commit of this repository")
    folder = FOLDER / commit.stdout.strip()
    if not (folder / "diamonds_solver").exists():
        click.echo(f"building {folder.name}", err=True)
        source = f"git+{ROOT.as_uri()}@{folder.name}"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), source]
        if subprocess.run(pip, check=False).returncode != 0:
            raise click.ClickException(f"{revision} cannot be built")
    return folder


@click.command(help=__doc__)
@click.argument("revision")
@click.option(
    "--part", default=1.0, show_default=True, type=click.FloatRange(0, 1, min_open=True), help="Part of the deals that is played."
)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(GAMES)), help="Only this kind of game; repeatable.")
@click.option("--seed", default=2711, show_default=True)
@click.option("--threads", default=0, help="As in diamonds arena.")
@click.option("--any-build", is_flag=True, help="As in diamonds arena.")
def main(revision: str, part: float, kinds: tuple[str, ...], seed: int, threads: int, any_build: bool) -> None:
    folder, rows = installed(revision), []
    for kind in kinds or GAMES:
        game, count = GAMES[kind]
        options = f"{game} --deals {max(2, round(part * count))} --seed {seed} --threads {threads}" + " --any-build" * any_build
        out = folder / f"{kind.replace(' ', '-')}-{seed}.ndjson"
        row = arena_row(("common.earlier:today", "common.earlier:earlier"), options, out, {EARLIER: str(folder)})
        rows.append((kind, estimated(row["margin"], "+.2f"), f"{row['deals']:,}"))
    click.echo(f"Today's `auto` in a field of that of {folder.name}, with 1/{1 / SHARE:.0f} of a hint's work in the play:\n")
    click.echo(markdown_table(("game", "margin", "deals"), rows))


if __name__ == "__main__":
    main()
