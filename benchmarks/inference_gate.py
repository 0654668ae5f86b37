"""Whether inference makes the engine that `auto` takes stronger: the gate before it becomes a default.

python benchmarks/inference_gate.py 2 --out gate.ndjson           plays deal after deal, on where the file ends
python benchmarks/inference_gate.py 2 --out gate.ndjson --table   the table of what was played
cat half.ndjson >> gate.ndjson                                    as --first 500 --out half.ndjson played it elsewhere

Every deal is played with the pass, each side in turn by the player under test. `auto` without inference is met directly; against each
other opponent the same deals are played with and without inference, and the difference counts. Worlds and simulations are counted, not
seconds. A row ends at DEALS deals, or when half of its 95 % interval is at most HALF_WIDTH (looked at after every LOOK deals). The gate is
passed where no row is below 0 beyond its interval, and at least two are above.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import click
import numpy as np
from common.kinds import markdown_table
from policy_match import GAMES

from diamonds_solver.games.diamonds.match import Match

DEALS, HALF_WIDTH, LOOK = 1000, 0.1, 100
SEED = 7117
AUTO = {"2": "exact:worlds=20", "4 teams": "playout:worlds=100", "6 teams": "ismcts:sims=2000"}
"""What `auto` takes in the play, where it is not SINGLES."""
SINGLES = "ismcts:sims=2000"
FIELDS = ("auto", "playout:worlds=40", "ismcts:sims=500", "exact:worlds=20", "greedy")


def margin(match: Match, deal: int, own: str, field: str) -> float:
    """What `own` wins beyond the mean of the other sides in a field of the other player, mean of all its seats."""
    total = 0.0
    for side in range(match.sides):
        result = match.play(deal, [own if other == side else field for other in range(match.sides)], lambda: False)
        assert result is not None
        points = np.array(result.points)
        total += points[side] - np.delete(points, side).mean()
    return total / match.sides


def gain(match: Match, deal: int, auto: str, field: str) -> float:
    """What inference adds on one deal. Where `auto` meets itself both pass by the engine, as it does; elsewhere all pass by rules."""
    if field == "auto":
        return margin(match, deal, f"{auto},pass=engine,inference=yes", f"{auto},pass=engine")
    return margin(match, deal, f"{auto},inference=yes", field) - margin(match, deal, auto, field)


def half_width(gains: Sequence[float]) -> float:
    return float(1.96 * np.std(gains, ddof=1) / len(gains) ** 0.5) if len(gains) > 1 else np.inf


def is_over(gains: Sequence[float]) -> bool:
    """Whether a row has the deals that it needs, by what was known at the last look."""
    looked = len(gains) // LOOK * LOOK
    return len(gains) >= DEALS or (looked > 0 and half_width(gains[:looked]) <= HALF_WIDTH)


def table(gains: dict[str, list[float]]) -> str:
    rows = [
        [field, f"{np.mean(row):+.3f} ±{half_width(row):.3f}", str(len(row)), "yes" if is_over(row) else "no"]
        for field, row in gains.items()
        if row
    ]
    return markdown_table(["against", "gain by inference", "deals", "as many as wanted"], rows)


@click.command(help=__doc__)
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
@click.option("--seed", type=int, default=SEED, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="The number of the first deal.")
@click.option("--table", "is_table", is_flag=True, help="Play nothing.")
def main(name: str, out: Path, seed: int, first: int, is_table: bool) -> None:
    gains: dict[str, dict[int, float]] = {field: {} for field in FIELDS}
    for line in out.read_text(encoding="utf-8").splitlines() if out.exists() else ():
        item = json.loads(line)
        gains[item["against"]][item["deal"]] = item["gain"]
    match, auto = Match(GAMES[name], seed=seed), AUTO.get(name, SINGLES)
    while not is_table and (open_rows := [field for field in FIELDS if not is_over([*gains[field].values()])]):
        field = min(open_rows, key=lambda row: len(gains[row]))
        deal = next(number for number in count(first) if number not in gains[field])
        gains[field][deal] = gain(match, deal, auto, field)
        with out.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"against": field, "deal": deal, "gain": gains[field][deal]}) + "\n")
    click.echo(table({field: [*row.values()] for field, row in gains.items()}))


if __name__ == "__main__":
    main()
