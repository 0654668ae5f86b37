"""Counts the nodes of ``diamonds bench`` and compares them with signatures.txt; ``--write`` writes the file anew.

A change that should not touch the search must leave the file as it is. One that should goes into the repository together with the new
file.
"""

from __future__ import annotations

from pathlib import Path

import click

from diamonds_solver.common.files import write_whole
from diamonds_solver.games.diamonds.solving.bench import run_bench

FILE = Path(__file__).with_name("signatures.txt")
HEADER = """\
# Total nodes of 'diamonds bench', every move valued, and of 'diamonds bench --best'. Made by: python benchmarks/signatures.py --write
"""


def read_signatures() -> dict[str, int]:
    """The numbers in the file, by ``all`` and ``best``."""
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {name: int(number) for name, number in lines}


def count_signatures() -> dict[str, int]:
    """The numbers of the installed core.

    Exits with an error when a value is wrong: then the numbers are worth nothing.
    """
    found = {}
    for name in ("all", "best"):
        bench = run_bench(all_moves=name == "all")
        if bench.wrong:
            raise click.ClickException("wrong values: " + ", ".join(row.id for row in bench.wrong))
        found[name] = bench.signature
    return found


@click.command(help=__doc__)
@click.option("--write", is_flag=True, help="Write signatures.txt.")
@click.pass_context
def main(ctx: click.Context, write: bool) -> None:
    found = count_signatures()
    if write:
        write_whole(FILE, [HEADER.encode(), *(f"{name} {number}\n".encode() for name, number in found.items())])
        return
    expected = read_signatures()
    for name, number in found.items():
        remark = "" if expected.get(name) == number else f"  DIFFERS: {expected.get(name)} in {FILE.name}"
        click.echo(f"{name} {number}{remark}")
    if found != expected:
        ctx.exit(1)


if __name__ == "__main__":
    main()
