"""``diamonds solve``: exact values of every legal move, for records with all cards open."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import click
from click.core import ParameterSource

from diamonds_solver.common.parallel import arriving, ordered_map, thread_count
from diamonds_solver.common.wording import counted, printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.report.solution import solution_dict, solution_text
from diamonds_solver.games.diamonds.solve.solution import MODELS, OBJECTIVES, Solution, SolveInterrupted
from diamonds_solver.games.diamonds.solve.solve import Solver

from . import BAD_INPUT, INTERRUPTED, LIMIT, NO
from .errors import answer_error
from .inputs import read_records_of, sources_argument
from .limits import limit_options
from .options import json_option, note, quiet_option
from .progress import progress, search_status

_PATIENCE = 0.02  # seconds after which a record has not come at once, and results are looked for
_PATIENT_WAITS = 10  # that long at most the second record is waited for: a program on a pipe may not send it before the first answer
_Item = Record | DiamondsError
_SUITE_HINT = "a suite's records carry their answers"


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
    help="All others as one opponent, or every side for itself: all moves, by own points.",
)
@click.option("--no-moves", is_flag=True, help="Prove the best value and a best move only; faster.")
@click.option("--suite", is_flag=True, help="Compare with the records' best and value fields; exit 1 unless all agree.")
@click.option(
    "--threads",
    type=click.IntRange(0, 1024),
    default=1,
    show_default=True,
    help="For one record (not with maxn), or many at once; 0: all processors.",
)
@limit_options
@json_option
@quiet_option
@click.pass_context
def command(
    ctx: click.Context, /, sources: tuple[str, ...], suite: bool, require_exact: bool, as_json: bool, quiet: bool, **options: Any
) -> None:
    """The value of every legal move, and best play to the end of the round.

    SOURCES are files, - for standard input, or a record's text. A value counts the points gained from the position on, awards included,
    seen from the player who decides. All cards must be known.
    """
    if options["model"] == "maxn":
        _check_maxn(ctx)
    threads = thread_count(options.pop("threads"))
    items: Iterator[_Item | None] = read_records_of(Record, sources)
    are_many = False
    if threads > 1:
        items, are_many = _beginning(arriving(read_records_of(Record, sources), _PATIENCE))
    at_once, threads_each = (threads, 1) if are_many else (1, threads)
    workers = _Workers(at_once, threads_each, suite, quiet, **options)
    printer = _Printer(suite, as_json, quiet)
    outcomes = ordered_map(workers.solve, items, at_once, workers.stop.set)  # type: ignore[arg-type]  # to mypy the kinds of items are one
    try:
        with progress("solving", None, quiet) as advance:
            for outcome in outcomes:
                printer.show(outcome)
                advance()
                if at_once == 1 and workers.stop.is_set():
                    break
    finally:
        interrupted = workers.stop.is_set()
        workers.stop.set()  # whatever ended the loop, searches still running have to end
    if suite and not as_json:
        note(printer.summary(), quiet)
    ctx.exit(INTERRUPTED if interrupted else printer.exit_code(require_exact))


def _beginning(items: Iterator[_Item | None]) -> tuple[Iterator[_Item | None], bool]:
    """The items once more, and whether there are many: a second one comes at once. Else each has all threads to itself."""
    first = next((item for item in items if item is not None), None)
    second = next((item for item in islice(items, _PATIENT_WAITS) if item is not None), None)
    return chain([first, second], items), second is not None


def _check_maxn(ctx: click.Context) -> None:
    """With this model every side wants its own points, and every move is valued: options that say otherwise would change nothing."""
    for name in ("objective", "no_moves"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--model maxn and --{name.replace('_', '-')} exclude each other")


@dataclass(frozen=True)
class _Outcome:
    """What came of one record: a solution, or why there is none."""

    item: Record | DiamondsError
    solution: Solution | None = None
    error: DiamondsError | None = None


class _Workers:
    """Solves records, so many at once, with a solver for each that may itself use several threads."""

    def __init__(self, at_once: int, threads_each: int, suite: bool, quiet: bool, memory: int, no_moves: bool, **question: Any) -> None:
        self.stop = threading.Event()
        self._suite = suite
        self._memory = memory // at_once
        self._threads_each = threads_each
        self._question = {**question, "all_moves": not no_moves}
        self._quiet = quiet or at_once > 1
        self._local = threading.local()

    def solve(self, item: Record | DiamondsError) -> _Outcome:
        if isinstance(item, DiamondsError):
            return _Outcome(item, error=item)
        try:
            position = item.position()
            if self._suite and not item.best and not item.value:
                raise DiamondsError("the record says neither 'best' nor 'value'", code="E-EXPECTED", hint=_SUITE_HINT)
            with search_status(self._quiet) as on_progress:
                solution = self._solver().solve(position, on_progress=on_progress, should_stop=self.stop.is_set, **self._question)
        except DiamondsError as error:
            return _Outcome(item, error=error)
        except SolveInterrupted as interruption:
            self.stop.set()
            solution = interruption.solution
        return _Outcome(item, solution)

    def _solver(self) -> Solver:
        """This thread's solver, cleared so that node counts do not depend on the records before."""
        if not hasattr(self._local, "solver"):
            self._local.solver = Solver(self._memory, threads=self._threads_each)
        solver: Solver = self._local.solver
        solver.clear()
        return solver


@dataclass
class _Printer:
    """Writes outcomes in their order, and counts them."""

    suite: bool
    as_json: bool
    quiet: bool
    done: int = 0
    right: int = 0
    wrong: int = 0
    bad: int = 0
    unfinished: int = 0

    def exit_code(self, require_exact: bool) -> int:
        if self.bad:
            return BAD_INPUT
        if self.wrong:
            return NO
        if self.unfinished and require_exact:
            return LIMIT
        return NO if self.unfinished and self.suite else 0

    def summary(self) -> str:
        unfinished = f"{self.unfinished} not finished, " if self.unfinished else ""
        return f"{self.right} right, {self.wrong} wrong, {unfinished}{counted(self.bad, 'bad record')}"

    def show(self, outcome: _Outcome) -> None:
        if outcome.error is not None:
            self.bad += 1
            self._print_error(outcome.item, outcome.error)
            return
        assert isinstance(outcome.item, Record)
        assert outcome.solution is not None
        self._show_solution(outcome.item, outcome.solution)

    def _show_solution(self, record: Record, solution: Solution) -> None:
        self.unfinished += not solution.exact
        if self.suite:
            self._compare(record, solution)
        elif self.as_json:
            click.echo(json.dumps(solution_dict(record, solution)))
        else:
            click.echo(("\n" if self.done else "") + solution_text(record, record.position(), solution))
            note(f"{counted(solution.nodes, 'node')}, {solution.seconds:.3f} s", self.quiet)
        self.done += 1

    def _compare(self, record: Record, solution: Solution) -> None:
        """One line: whether the answers expected by the record are the ones found."""
        name = printable(record.id or f"record {self.done + self.bad + 1}")
        mistakes = _mistakes(record, solution)
        self.right += not mistakes
        self.wrong += bool(mistakes) and solution.exact
        if self.as_json:
            click.echo(json.dumps({"id": record.id, "ok": not mistakes, "exact": solution.exact, "mistakes": mistakes}))
        else:
            click.echo(f"{name}: {'; '.join(mistakes) or 'ok'}")

    def _print_error(self, item: Record | DiamondsError, error: DiamondsError) -> None:
        record = item if isinstance(item, Record) else None
        answer_error(error, record, self.as_json)


def _mistakes(record: Record, solution: Solution) -> list[str]:
    """What differs from the record's expectations, in words."""
    if not solution.exact:
        return [f"not finished: {'interrupted' if solution.interrupted else 'a limit was met'}"]
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
