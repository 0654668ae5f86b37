"""``diamonds bench``: fixed positions, their node counts and times, and one number that guards the search."""

from __future__ import annotations

import math
from pathlib import Path
from statistics import median
from typing import Any

import click

from diamonds_solver.common.files import path_text, read_text
from diamonds_solver.common.version import __version__, build_id
from diamonds_solver.common.wording import printable
from diamonds_solver.games.diamonds.solving.bench import Bench, BenchComparison, Change, Row, baseline, bench_records, compare, run_bench
from diamonds_solver.games.diamonds.solving.solve import core_info

from . import NO
from .doctor import processor_name
from .limits import Whole
from .loop import Run, answering
from .options import FileName, json_option, quiet_option
from .progress import progress

SPEED_REPEATS = 5


class _Percent(click.FloatRange):
    """A number within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            is_number = not math.isnan(float(value))
        except ValueError:
            is_number = False
        return super().convert(value, param, ctx) if is_number else self.fail(f"{value!r} is not a number", param, ctx)


@click.command()
@click.option("--best", is_flag=True, help="Prove only the best value, not that of every move.")
@click.option("--check", type=Whole(min=0), metavar="N", help="Exit with code 1 unless the signature is N.")
@click.option("--speed", is_flag=True, help=f"Nodes per second, the median of {SPEED_REPEATS} runs.")
@click.option("--repeats", type=Whole(min=1), help="Number of runs; times are medians.")
@click.option("--compare", "old", type=FileName(), metavar="OLD.json", help="Ratios to an earlier --json; exit code 1 if nodes have grown.")
@click.option(
    "--threshold",
    type=_Percent(0, 1e9),
    default=5.0,
    show_default=True,
    metavar="PERCENT",
    help="Growth of nodes that --compare allows.",
)
@answering(json_option, quiet_option)
def command(run: Run, best: bool, check: int | None, speed: bool, repeats: int | None, old: Path | None, threshold: float) -> None:
    """Solve fixed positions of every kind of game and count the nodes.

    One thread, a fresh table for each position. The last line is the signature: the sum of all nodes. It is the same on every machine and
    changes only with the search. Exit code 1 also if a value is wrong.
    """
    before = baseline(read_text(old), path_text(old)) if old is not None else None
    runs = repeats or (SPEED_REPEATS if speed else 1)
    records = bench_records()
    with progress("solving", runs * len(records), run.quiet) as advance:
        bench = run_bench(records, all_moves=not best, repeats=runs, made_by=_made_by(), on_step=advance)
    comparison = compare(before, bench) if before is not None else None
    run.write(_json(bench, comparison) if run.as_json else "\n".join(_lines(bench, comparison, speed)))
    for failure in _failures(bench, comparison, check, threshold):
        click.echo(f"diamonds: {failure}", err=True)
        run.verdict = NO


def _json(bench: Bench, comparison: BenchComparison | None) -> dict[str, Any]:
    report = {"version": __version__, "build": build_id(), "processor": processor_name(), "core": core_info(), **bench.to_dict()}
    return report | ({"comparison": comparison.to_dict()} if comparison is not None else {})


def _made_by() -> str:
    """This program and this machine, in one line."""
    core = core_info()
    return f"version {__version__}, build {build_id()}, {core['compiler']}, {core['instructions']}, {processor_name()}"


def _failures(bench: Bench, comparison: BenchComparison | None, check: int | None, threshold: float) -> list[str]:
    """What ends the command with exit code 1, in words."""
    failures = [f"{row.id}: value {_value(row.expected)} expected, {_value(row.value)} found" for row in bench.wrong]
    if check is not None and check != bench.signature:
        failures.append(f"signature {check} expected, {bench.signature} found")
    if comparison is not None and comparison.is_regression(threshold):
        growth = 100 * (comparison.total.nodes_ratio - 1)
        failures.append(f"{growth:.1f} % more nodes than before; {threshold:g} % are allowed")
    return failures


def _lines(bench: Bench, comparison: BenchComparison | None, speed: bool) -> list[str]:
    lines = _table(bench.rows) if comparison is None else _comparison_table(comparison, bench.all_moves)
    if speed:
        speeds = [speed / 1e6 for speed in bench.speeds()]
        lines.append(
            f"speed: {median(speeds):.2f} M nodes per second, median of {len(speeds)} runs, {min(speeds):.2f} to {max(speeds):.2f}"
        )
    return [*lines, f"signature: {bench.signature}"]


def _table(rows: tuple[Row, ...]) -> list[str]:
    cells = [(row.id, f"{row.nodes:,}", f"{row.seconds:.4f}", _value(row.value)) for row in rows]
    total = ("total", f"{sum(row.nodes for row in rows):,}", f"{sum(row.seconds for row in rows):.4f}", "")
    header, *lines, last = _aligned([("position", "nodes", "seconds", "value"), *cells, total])
    marked = [line if row.ok else f"{line}  WRONG: {_value(row.expected)} expected" for line, row in zip(lines, rows, strict=True)]
    return [header, *marked, last]


def _comparison_table(comparison: BenchComparison, all_moves: bool) -> list[str]:
    title = f"{'every move' if all_moves else 'the best value alone'}; ratios are new / old, below 1 is better"
    noise = "seconds vary by a fifth and more from run to run: only nodes decide"
    about = [title, noise, f"old: {printable(comparison.old)}", f"new: {comparison.new}"]
    header = ("position", "old nodes", "new nodes", "ratio", "old seconds", "new seconds", "ratio")
    lines = _aligned([header, *map(_change_cells, comparison.changes), _change_cells(comparison.total)])
    lines += [f"only in the old run: {printable(name)}" for name in comparison.only_old]
    return [*about, *lines, *(f"only in this run: {name}" for name in comparison.only_new)]


def _change_cells(change: Change) -> tuple[str, ...]:
    nodes = f"{change.old_nodes:,}", f"{change.new_nodes:,}", f"{change.nodes_ratio:.3f}"
    return (change.id, *nodes, f"{change.old_seconds:.4f}", f"{change.new_seconds:.4f}", f"{change.seconds_ratio:.2f}")


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Columns two spaces apart: the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([f"{first:<{widths[0]}}", *(f"{text:>{width}}" for text, width in zip(others, widths[1:], strict=True))]).rstrip()
        for first, *others in rows
    ]


def _value(value: float | None) -> str:
    if value is None:
        return "none"
    return "0" if value == 0 else f"{value:+.2f}".removesuffix(".00")
