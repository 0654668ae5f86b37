"""``diamonds solve``: exact values of every legal move, for records with all cards open."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import click

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.notation import RecordError
from diamonds_solver.games.diamonds.record import Record
from diamonds_solver.games.diamonds.solve import MODELS, OBJECTIVES, Solution, SolveInterrupted, Solver
from diamonds_solver.report import solution_text

from . import BAD_INPUT, INTERRUPTED, LIMIT, NO, show_error
from .inputs import read_records, sources_argument
from .limits import limit_options
from .options import json_option, note, quiet_option
from .progress import progress, search_status


@click.command()
@sources_argument
@click.option(
    "--objective", type=click.Choice(OBJECTIVES), default="margin", show_default=True, help="What a side wants: a lead, or points."
)
@click.option(
    "--model",
    type=click.Choice(MODELS),
    default="paranoid",
    show_default=True,
    help="All others as one opponent, or every side for itself.",
)
@click.option("--no-moves", is_flag=True, help="Prove the best value and a best move only; faster.")
@click.option("--suite", is_flag=True, help="Compare with the records' best and value fields; exit 1 where they differ.")
@limit_options
@json_option
@quiet_option
@click.pass_context
def command(ctx: click.Context, /, sources: tuple[str, ...], **options: Any) -> None:
    """The value of every legal move, and best play to the end of the round.

    SOURCES are files, - for standard input, or a record's text. A value counts the points gained from the position on, awards included,
    seen from the player who decides. All cards must be known.
    """
    run = _Run(Solver(options.pop("memory")), **options)
    with progress("solving", None, run.quiet) as advance:
        for item in read_records(sources):
            if not run.take(item):
                break
            advance()
    if run.suite and not run.as_json and not run.quiet:
        click.echo(f"{run.right} right, {run.wrong} wrong, {run.bad} bad records", err=True)
    ctx.exit(run.exit_code())


@dataclass
class _Run:
    """One call of the command: its options, and what came of the records so far."""

    solver: Solver
    objective: Any
    model: Any
    no_moves: bool
    suite: bool
    time_limit: float | None
    node_limit: int | None
    require_exact: bool
    as_json: bool
    quiet: bool
    done: int = 0
    right: int = 0
    wrong: int = 0
    bad: int = 0
    unfinished: int = 0
    interrupted: bool = False

    def exit_code(self) -> int:
        if self.interrupted:
            return INTERRUPTED
        if self.bad:
            return BAD_INPUT
        if self.wrong:
            return NO
        return LIMIT if self.require_exact and self.unfinished else 0

    def take(self, item: Record | RecordError) -> bool:
        """Solves and prints one record; False when the run is to end."""
        try:
            if isinstance(item, RecordError):
                raise item
            self._solve(item)
        except DiamondsError as error:
            self.bad += 1
            self._print_error(item, error)
        return not self.interrupted

    def _solve(self, record: Record) -> None:
        position = record.position()
        for remark in record.notes():
            note(remark, self.quiet)
        try:
            with search_status(self.quiet) as on_progress:
                self.solver.clear()  # so that node counts do not depend on the records before
                solution = self.solver.solve(
                    position,
                    objective=self.objective,
                    model=self.model,
                    all_moves=not self.no_moves,
                    node_limit=self.node_limit,
                    time_limit=self.time_limit,
                    on_progress=on_progress,
                )
        except SolveInterrupted as interruption:
            self.interrupted = True
            solution = interruption.solution
        self.unfinished += not solution.exact
        if self.suite:
            self._compare(record, solution)
        elif self.as_json:
            click.echo(json.dumps({"id": record.id, **solution.to_dict()}))
        else:
            click.echo(("\n" if self.done else "") + solution_text(record, position, solution))
            note(f"{solution.nodes:,} nodes, {solution.seconds:.3f} s", self.quiet)
        self.done += 1

    def _compare(self, record: Record, solution: Solution) -> None:
        """One line: whether the answers expected by the record are the ones found."""
        name = record.id or f"record {self.done + self.bad + 1}"
        if not record.best and not record.value:
            raise DiamondsError(f"{name} says neither 'best' nor 'value'", code="E-EXPECTED", hint="a suite's records carry their answers")
        mistakes = _mistakes(record, solution)
        self.right += not mistakes
        self.wrong += bool(mistakes)
        if self.as_json:
            click.echo(json.dumps({"id": record.id, "ok": not mistakes, "mistakes": mistakes}))
        else:
            click.echo(f"{name}: {'; '.join(mistakes) or 'ok'}")

    def _print_error(self, item: Record | RecordError, error: DiamondsError) -> None:
        if not self.as_json:
            show_error(error)
            return
        problems = [p.to_dict() for p in error.problems] if isinstance(error, RecordError) else None
        entry = {"code": error.code, "message": error.message, "hint": error.hint}
        click.echo(json.dumps({"id": None if isinstance(item, RecordError) else item.id, "errors": problems or [entry]}))


def _mistakes(record: Record, solution: Solution) -> list[str]:
    """What differs from the record's expectations, in words."""
    if not solution.exact:
        return ["not finished: a limit was met"]
    mistakes = []
    found = {str(move) for move in solution.best_moves}
    if record.best and found != set(record.best):
        mistakes.append(f"best {','.join(record.best)} expected, {','.join(sorted(found))} found")
    values = solution.value if isinstance(solution.value, tuple) else (solution.value,)
    if record.value and not _close(record.value, values):
        mistakes.append(f"value {' '.join(map(_plain, record.value))} expected, {' '.join(map(_plain, values))} found")
    return mistakes


def _close(expected: tuple[float, ...], found: tuple[Any, ...]) -> bool:
    """Equal up to the two decimals that people write for thirds and fifths."""
    return len(expected) == len(found) and all(math.isclose(a, b, abs_tol=0.006) for a, b in zip(expected, found, strict=True))


def _plain(value: float | None) -> str:
    return f"{value:g}" if value is not None else "?"
