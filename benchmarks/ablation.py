"""What each technique of the search is worth: the bench positions with one of them switched off in turn; prints a markdown table.

Needs a build of the core with switches, which is a release build in everything else. A position that takes so many times its usual nodes
is cut off (--factor), and the ratios then are marked ">".
"""

from __future__ import annotations

import click
from common.kinds import count_text, machine, markdown_table, need_switches
from common.samples import Sample, statistic

from diamonds_solver.games.diamonds.solving.bench import Bench, run_bench
from diamonds_solver.games.diamonds.solving.solve import Technique

HEADER = ("switched off", "nodes", "nodes, ratio", "time, ratio", "positions cut off")
LEAST_LIMIT = 100_000
"""Nodes; for positions that are hardly any work."""


def table_row(name: str, bench: Bench, base: Bench) -> tuple[str, ...]:
    """One line of the table. Raises ClickException for a wrong value: then a technique is unsound."""
    wrong = [row.id for row in bench.wrong if row.value is not None]
    if wrong:
        raise click.ClickException(f"{name} off: wrong values: {', '.join(wrong)}")
    nodes = statistic([Sample(row.nodes, row.value is None) for row in bench.rows], sum)
    seconds = statistic([Sample(row.seconds, row.value is None) for row in bench.rows], sum)
    ratios = [total.number / before for total, before in ((nodes, base.signature), (seconds, base.seconds))]
    mark = "> " if nodes.at_least else ""
    return name, nodes.text(count_text), *(f"{mark}{ratio:.2f}" for ratio in ratios), str(sum(row.value is None for row in bench.rows))


@click.command(help=__doc__)
@click.option("--best", is_flag=True, help="The best value alone; the default values every move.")
@click.option("--factor", type=click.IntRange(min=2), default=20, show_default=True, help="Cut off at so many times the usual nodes.")
@click.option(
    "--technique", "names", multiple=True, type=click.Choice([t.name or "" for t in Technique]), help="Only this one; may be repeated."
)
def main(best: bool, factor: int, names: tuple[str, ...]) -> None:
    need_switches()
    base = run_bench(all_moves=not best)
    limits = [max(LEAST_LIMIT, factor * row.nodes) for row in base.rows]
    rows = [table_row("nothing", base, base)]
    for technique in [Technique[name] for name in names] or [t for t in Technique if t is not Technique.BOXES]:  # which is of max^n
        name = str(technique.name)
        click.echo(f"without {name}", err=True)
        rows.append(table_row(name, run_bench(all_moves=not best, techniques_off=technique, node_limits=limits), base))
    question = "best value" if best else "every move"
    click.echo(f"{len(base.rows)} positions, {question}; a position is cut off at {factor} times its nodes. {machine()}.\n")
    click.echo(markdown_table(HEADER, rows))


if __name__ == "__main__":
    main()
