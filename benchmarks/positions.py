"""Makes the fixed positions of ``diamonds bench``: ``python benchmarks/positions.py --write``.

Only for another choice of positions: their values are those of the core that is installed. After it: ``python benchmarks/signatures.py
--write``. Whole deals where the search is fast, late positions elsewhere, all from random play. Sizes and numbers are chosen so that
every kind of game has its share of a run of a few seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import click
import numpy as np
from common.kinds import KINDS

from diamonds_solver.common.files import write_whole
from diamonds_solver.games.diamonds.deal import late_record
from diamonds_solver.games.diamonds.records.notation import dumps, example_path
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.solving.bench import MEMORY
from diamonds_solver.games.diamonds.solving.solve import Solver

SEED = 2014
# Kind of game, cards in each hand, numbers of the random positions; "+" after the kind: within a trick.
CHOICE: tuple[tuple[str, int, tuple[int, ...]], ...] = (
    ("standard2", 10, (1, 4)),
    ("perfect2", 16, (1, 2)),
    ("standard3", 10, (2, 5)),
    ("standard3+", 10, (4,)),
    ("perfect3", 11, (2,)),
    ("perfect3", 12, (3,)),
    ("standard4", 8, (3,)),
    ("standard4", 9, (4,)),
    ("standard4+", 8, (2,)),
    ("perfect4", 8, (1,)),
    ("perfect4", 9, (5,)),
    ("perfect4", 10, (5,)),
    ("teams4", 9, (3,)),
    ("teams4", 10, (1, 8)),
    ("perfect-teams4", 10, (5, 6)),
    ("standard5", 6, (2,)),
    ("standard5", 7, (6,)),
    ("perfect5", 6, (7,)),
    ("perfect5", 7, (1,)),
    ("standard6", 5, (6,)),
    ("standard6", 6, (2,)),
    ("teams6", 6, (1, 8)),
    ("teams6", 7, (8,)),
)
HEADER = """\
# Fixed positions over all kinds of game, for 'diamonds bench'.
# value is that of 'diamonds solve' (margin, paranoid), in two decimals.
# A name is the kind of game, the cards in each hand before the trick, the number of the random position. Made by benchmarks/positions.py.
"""


def bench_positions() -> Iterator[Record]:
    """The positions chosen, without values."""
    for name, cards, numbers in CHOICE:
        kind, within_trick = name.removesuffix("+"), name.endswith("+")
        for number in numbers:
            record_id = f"{kind}-{cards}-{number}" + ("-within" if within_trick else "")
            yield late_record(KINDS[kind], cards, np.random.default_rng([SEED, number]), within_trick, record_id)


def solved(record: Record, solver: Solver) -> Record:
    """The record with its value."""
    solver.clear()
    value = solver.solve(record.position(), all_moves=False).value
    assert value is not None and not isinstance(value, tuple)
    return replace(record, value=(round(float(value), 2),))


@click.command(help=__doc__)
@click.option("--write", is_flag=True, help="Write the package's file instead of standard output.")
def main(write: bool) -> None:
    solver = Solver(MEMORY)
    text = HEADER + "".join("\n" + dumps(solved(record, solver)).rstrip("\n") + "\n" for record in bench_positions())
    if write:
        write_whole(example_path("bench"), [text.encode()])
    else:
        click.echo(text, nl=False)


if __name__ == "__main__":
    main()
