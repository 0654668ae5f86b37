"""Fits the weights of the move order (csrc/diamonds/partition/orderweights.h) to the nodes of whole searches.

python benchmarks/order_fit.py teams --minutes 20 --out teams.json          from the built-in weights
python benchmarks/order_fit.py teams --start teams.json --out more.json     on from those of a file
python benchmarks/order_fit.py teams --start teams.json --worth              what the search loses without each of them
python benchmarks/order_fit.py teams --start teams.json --write              puts them into the header; then build again

Needs a build of the core with switches. Random deals are solved for their best value (margin, paranoid), again and again, each time with a
few weights changed at random; a change stays when it lowers the mean logarithm of the nodes. Nodes are the same on every machine, so a
seed and a number of trials (--trials) give the same weights everywhere.
"""

from __future__ import annotations

import json
import math
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from common.kinds import KINDS, need_switches, random_deal
from numpy.typing import NDArray

from diamonds_solver.common.files import write_whole
from diamonds_solver.games.diamonds.core import _solver, layout
from diamonds_solver.games.diamonds.solving.solve import DEFAULT_MEMORY

Weights = NDArray[np.int16]
"""[columns, weights], as the core has them."""

MOST = 10_000
HEADER = Path(__file__).parents[1] / "csrc" / "diamonds" / "partition" / "orderweights.h"
COMMENTS_FROM, BACKSLASH_AT = 84, 139
STEPS = (1, 3, 10, 30, 100, 300, 1000)


@dataclass(frozen=True)
class Group:
    """Deals that count alike: so many of one kind of game and number of cards, which together have this weight in the mean."""

    kind: str
    cards: int
    deals: int
    weight: float


@dataclass(frozen=True)
class Fit:
    """Columns that are fitted together, and the deals that they are fitted to."""

    columns: tuple[int, ...]
    groups: tuple[Group, ...]


FITS = {
    "two": Fit((0,), (Group("perfect2", 16, 40, 1), Group("standard2", 10, 40, 1))),
    "few": Fit(
        (1, 2),
        (Group("perfect3", 9, 16, 1), Group("perfect3", 10, 6, 1), Group("standard3", 10, 12, 1), Group("standard4", 8, 14, 2)),
    ),
    "many": Fit((3, 4), (Group("standard5", 7, 16, 1), Group("standard6", 6, 12, 1))),
    "teams": Fit(
        (5,), (Group("teams4", 8, 24, 1), Group("teams4", 9, 10, 2), Group("perfect-teams4", 8, 12, 1), Group("perfect-teams4", 9, 8, 1))
    ),
    "three-teams": Fit((6,), (Group("teams6", 5, 16, 1), Group("teams6", 6, 10, 1))),
}


class Trials:
    """Solves the deals of a fit with any weights."""

    def __init__(self, fit: Fit, first_deal: int) -> None:
        self._core = _solver.Core(DEFAULT_MEMORY)
        jobs = [
            (layout.pack([random_deal(KINDS[group.kind], 1, first_deal + i, group.cards)]), group.kind, group.weight / group.deals)
            for group in fit.groups
            for i in range(group.deals)
        ]
        random.Random(0).shuffle(jobs)  # so that the first few tell much of all
        self._positions = [job[0] for job in jobs]
        self.kinds = [job[1] for job in jobs]
        shares = np.array([job[2] for job in jobs])
        self.shares = shares / shares.sum()

    def logarithms(self, weights: Weights, best: NDArray[np.float64] | None = None) -> NDArray[np.float64] | None:
        """The logarithm of the nodes of each deal; None as soon as that looks clearly worse than `best`."""
        found = np.zeros(len(self._positions))
        for i, position in enumerate(self._positions):
            found[i] = math.log(self._nodes(position, weights))
            done = (i + 1) / len(found)
            if best is not None and i % 8 == 7 and self.shares[: i + 1] @ (found - best)[: i + 1] > 0.02 * (1 - done):
                return None
        return found

    def _nodes(self, position: NDArray[np.void], weights: Weights) -> int:
        result = np.zeros(1, layout.RESULT)
        self._core.clear()
        error = self._core.solve(
            position.view(np.uint8),
            result.view(np.uint8),
            objective=0,
            model=0,
            best_only=True,
            node_limit=0,
            techniques_off=0,
            ask=None,
            order=weights.ravel(),
        )
        if error is not None:
            raise error
        return int(result["nodes"][0])

    def mean(self, logarithms: NDArray[np.float64]) -> float:
        """The weighted mean over all deals."""
        return float(self.shares @ logarithms)

    def ratios(self, logarithms: NDArray[np.float64], before: NDArray[np.float64]) -> str:
        """Nodes as a part of those before, for each kind of game."""
        kinds = np.array(self.kinds)
        parts = ((kind, math.exp(float(np.mean((logarithms - before)[kinds == kind])))) for kind in sorted(set(self.kinds)))
        return "  ".join(f"{kind} {ratio:.3f}" for kind, ratio in parts)


def changed(weights: Weights, columns: tuple[int, ...], rng: random.Random) -> Weights:
    """One to three weights of the columns moved by a random step."""
    other = weights.copy()
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        place = rng.choice(columns), rng.randrange(weights.shape[1])
        other[place] = max(-MOST, min(MOST, int(other[place]) + rng.choice((-1, 1)) * rng.choice(STEPS)))
    return other


def fit_weights(fit: Fit, trials: Trials, weights: Weights, count: int | None, seconds: float, seed: int, out: Path) -> None:
    """The hill climb; every improvement is written to `out` and told."""
    rng, started = random.Random(seed), time.monotonic()
    before = best = trials.logarithms(weights)
    assert before is not None and best is not None
    number = 0
    save(weights, out)
    while time.monotonic() - started < seconds and (count is None or number < count):
        number += 1
        other = changed(weights, fit.columns, rng)
        found = trials.logarithms(other, best)
        if found is None or trials.mean(found) >= trials.mean(best):
            continue
        weights, best = other, found
        save(weights, out)
        click.echo(f"{number}: {math.exp(trials.mean(best) - trials.mean(before)):.4f} of the nodes  {trials.ratios(best, before)}")


def tell_worth(fit: Fit, trials: Trials, weights: Weights) -> None:
    """Nodes without each weight in turn, as a part of those with all."""
    best = trials.logarithms(weights)
    assert best is not None
    for i, name in enumerate(_solver.order_names()):
        other = weights.copy()
        other[list(fit.columns), i] = 0
        if (other == weights).all():
            continue
        found = trials.logarithms(other)
        assert found is not None
        click.echo(f"{math.exp(trials.mean(found) - trials.mean(best)):.4f}  {name:26} {weights[list(fit.columns), i].tolist()}")


def save(weights: Weights, path: Path) -> None:
    """Writes all columns by name."""
    names = _solver.order_names()
    write_whole(path, [f"{json.dumps(dict(zip(names, weights.T.tolist(), strict=True)), indent=1)}\n".encode()])


def write(weights: Weights, columns: tuple[int, ...]) -> None:
    """Puts these columns into the lines of the header's table."""
    lines = HEADER.read_text(encoding="utf-8").splitlines()
    fitted = dict(zip(_solver.order_names(), weights.T.tolist(), strict=True))
    for i, line in enumerate(lines):
        if found := re.match(r" +W\((\w+), ([^)]*)\) *(/\*.*\*/)?[ \\]*$", line):
            row = [str(fitted[found[1]][column]) if column in columns else old for column, old in enumerate(found[2].split(", "))]
            entry = f"    W({found[1]}, {', '.join(row)})".ljust(COMMENTS_FROM) + (found[3] or "")
            lines[i] = f"{entry:{BACKSLASH_AT}}\\" if line.endswith("\\") else entry.rstrip()
    write_whole(HEADER, [("\n".join(lines) + "\n").encode()])


def load(path: Path, columns: tuple[int, ...]) -> Weights:
    """What `save` wrote of these columns; the others, and weights that it does not have, are the built-in ones."""
    weights = np.array(_solver.order_weights(), np.int16)
    try:
        for name, column in json.loads(path.read_text(encoding="utf-8")).items():
            weights[columns, _solver.order_names().index(name)] = [column[i] for i in columns]
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise click.ClickException(f"{path} has no weights as --out writes them: {error}") from error
    return weights


@click.command(help=__doc__)
@click.argument("name", metavar="|".join(FITS), type=click.Choice(list(FITS)))
@click.option("--minutes", type=click.FloatRange(min=0), default=math.inf, help="Stop after so long.")
@click.option("--trials", "count", type=click.IntRange(min=0), help="Stop after so many changes were tried.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--first-deal", type=click.IntRange(min=1), default=501, show_default=True, help="The number of the first deal.")
@click.option("--start", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Weights to start from, as --out wrote them.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=Path("order.json"), show_default=True)
@click.option("--worth", "job", flag_value="worth", help="Tell what each weight is worth instead.")
@click.option("--write", "job", flag_value="write", help="Put the weights of --start into the header instead.")
def main(name: str, minutes: float, count: int | None, seed: int, first_deal: int, start: Path | None, out: Path, job: str | None) -> None:
    if job == "write" and start is None:
        raise click.UsageError("--write needs --start FILE: the weights to be written")
    if job != "write":
        need_switches()
    fit = FITS[name]
    weights = load(start, fit.columns) if start else np.array(_solver.order_weights(), np.int16)
    if job == "write":
        write(weights, fit.columns)
    elif job == "worth":
        tell_worth(fit, Trials(fit, first_deal), weights)
    else:
        fit_weights(fit, Trials(fit, first_deal), weights, count, 60 * minutes, seed, out)


if __name__ == "__main__":
    main()
