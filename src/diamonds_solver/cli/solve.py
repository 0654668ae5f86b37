"""``diamonds solve``: exact values of every legal move, for records with all cards open."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from diamonds_solver.answers.solution import solution_dict, solution_text
from diamonds_solver.common.files import write_whole
from diamonds_solver.common.moves import Place, find_step, is_place
from diamonds_solver.common.parallel import arriving, ordered_map, thread_count
from diamonds_solver.common.wording import counted, listed, printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, Record, RecordSolver, SolveCallbacks, SolveInterrupted, SolveOptions, Solving, Use
from diamonds_solver.game.solution import Solution
from diamonds_solver.games import GAMES, find_game

from . import LIMIT, NO, OK
from .games import objectives_text
from .inputs import read_records, sources_argument
from .limits import Whole, limit_options
from .loop import Run, answering
from .options import PROOF, is_given, json_option, note, quiet_option, threads_option
from .progress import progress, proof_status, search_status

_PATIENCE = 0.02  # seconds after which a record has not come at once, and results are looked for
_PATIENT_WAITS = 10  # that long at most the second record is waited for: a program on a pipe may not send it before the first answer
_SUITE_HINT = "a suite's records carry their answers"
_GAMES = {name: game for name in GAMES if (game := find_game(name)).solving is not None}
OBJECTIVES = list(dict.fromkeys(objective for game in _GAMES.values() for objective in game.objectives(Use.SOLVE)))
MODELS = ("paranoid", "maxn")
_FLAGS = {"all_moves": "no_moves", "turns": "turns"}  # of what some games alone can be asked: the options by the fields of SolveOptions


def _check_place(ctx: click.Context, param: click.Parameter, at: str | None) -> str | None:
    if at is not None and not is_place(at):
        raise click.BadParameter(f"{at!r} is not the number of a decision, such as 5, or of a trick and a card, such as 5.3", ctx, param)
    return at


@click.command()
@sources_argument
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    help=f"What a side wants: {objectives_text(Use.SOLVE)}.  [default: the first]",
)
@click.option(
    "--model",
    type=click.Choice(MODELS),
    default="paranoid",
    show_default=True,
    help="All others as one opponent, or every side for itself (own points, all moves).",
)
@click.option("--no-moves", is_flag=True, help="Prove only the best value and one best move; faster.")
@click.option("--turns", type=Whole(1), metavar="T", help="Proven bounds within T turns, this one included (games with turns).")
@click.option("--at", callback=_check_place, metavar="N", help="Decision N, as a review numbers them; 5.3: the third card of trick 5.")
@click.option("--all", "every", is_flag=True, help="Every decision of the play, and the next one.")
@click.option("--proof", type=PROOF, metavar="FILE", help="Write a certificate of the value, for diamonds verify (one record).")
@click.option("--suite", is_flag=True, help="Compare with the records' best and value fields; exit 1 unless all agree.")
@threads_option
@limit_options
@answering(json_option, quiet_option)
def command(
    run: Run,
    sources: tuple[str, ...],
    at: str | None,
    every: bool,
    proof: Path | None,
    suite: bool,
    require_exact: bool,
    **options: Any,
) -> None:
    """The value of every legal move, and best play to the end of the round.

    SOURCES are files, - for standard input, or a record's text. A value counts the points gained from the position on, awards included, or
    the chance to win, seen from the player who decides. All cards must be known.
    """
    if options["model"] == "maxn":
        _check_maxn()
    if (at is not None) + every + suite > 1:
        raise click.UsageError("--at, --all and --suite exclude each other")
    if proof is not None and every + suite:
        raise click.UsageError("--proof is for one decision: it excludes --all and --suite")
    threads, memory = thread_count(options.pop("threads")), options.pop("memory")
    tasks: Iterator[_Task | None] = _tasks(read_records(sources), at, every)
    are_many = False
    if threads > 1:
        tasks, are_many = _beginning(arriving(tasks, _PATIENCE))
    at_once, threads_each = (threads, 1) if are_many else (1, threads)
    workers = _Workers(memory // at_once, threads_each, suite, run.quiet or at_once > 1, options)
    printer = _Printer(run, suite, every)
    last: _Task | None = None
    try:
        with progress("solving", None, run.quiet) as advance:
            for task in ordered_map(workers.solve, tasks, at_once, workers.stop.set):
                if proof is not None and run.number:
                    raise click.UsageError("--proof is for one record, but there are more")
                run.take(task.item, partial(printer.show, task))
                last = task
                advance()
                if at_once == 1 and workers.stop.is_set():
                    break
    finally:
        run.interrupted = workers.stop.is_set()
        workers.stop.set()  # whatever ended the loop, searches still running have to end
    if suite and not run.as_json:
        note(printer.summary(), run.quiet)
    if proof is not None and last is not None and last.solution is not None and not run.interrupted:
        _write_proof(proof, last, memory, run.quiet)
    run.verdict = printer.verdict(require_exact)


@dataclass(frozen=True)
class _Task:
    """A record, or why there is none, and what came of it."""

    item: Record | DiamondsError
    step: Place | None = None
    """The decision to value; None: the one after the record's play."""
    solution: Solution[Any] | None = None
    error: DiamondsError | None = None


def _tasks(items: Iterator[Record | DiamondsError], at: str | None, every: bool) -> Iterator[_Task]:
    for item in items:
        if isinstance(item, DiamondsError):
            yield _Task(item)
            continue
        try:
            solving = _solving(find_game(item.game))
            if at is not None:
                yield _Task(item, find_step(solving.steps(item), at))
            elif every and solving.is_open(item):
                yield from (_Task(item, step) for step in solving.steps(item))
            else:
                yield _Task(item)
        except DiamondsError as error:
            yield _Task(item, error=error)


def _solving(game: Game[Any, Any]) -> Solving[Any, Any]:
    if game.solving is None:
        titles = listed([other.words.title for other in _GAMES.values()])
        raise DiamondsError(f"{game.words.title} has no exact values", code="E-GAME", hint=f"diamonds solve is for {titles}")
    return game.solving


def _beginning(tasks: Iterator[_Task | None]) -> tuple[Iterator[_Task | None], bool]:
    """The tasks once more, and whether there are many: a second one comes at once. Else each has all threads to itself."""
    first = next((task for task in tasks if task is not None), None)
    second = next((task for task in islice(tasks, _PATIENT_WAITS) if task is not None), None)
    return chain([first, second], tasks), second is not None


def _check_maxn() -> None:
    """With this model every side wants its own points, and every move is valued: options that say otherwise would change nothing."""
    for name in ("objective", "no_moves"):
        if is_given(name):
            raise click.UsageError(f"--model maxn and --{name.replace('_', '-')} exclude each other")


@dataclass(frozen=True)
class _Workers:
    """Solves several records at once, with a solver for each that may itself use several threads."""

    memory: int
    """Bytes of each solver's table."""
    threads: int
    """Of each solver."""
    suite: bool
    quiet: bool
    options: Mapping[str, Any]
    """Those of the command that are about the search."""
    stop: threading.Event = field(default_factory=threading.Event)
    _local: threading.local = field(default_factory=threading.local)

    def solve(self, task: _Task) -> _Task:
        """The task with its solution, or with what is wrong."""
        item = task.item
        if task.error is not None or isinstance(item, DiamondsError):
            return task
        try:
            game = find_game(item.game)
            solving, ask = _solving(game), self._ask(game)
            record = item if task.step is None else solving.record_at(item, task.step)
            if self.suite and not any(solving.expected(item)):
                raise DiamondsError("the record says neither 'best' nor 'value'", code="E-EXPECTED", hint=_SUITE_HINT)
            with search_status(self.quiet, game.words.objectives[ask.objective].is_chance) as (on_progress, on_move):
                solution = self._solver(game).solve(record, ask, SolveCallbacks(on_progress, on_move, self.stop.is_set))
        except DiamondsError as error:
            return replace(task, error=error)
        except SolveInterrupted as interruption:
            self.stop.set()
            solution = interruption.solution
        except click.UsageError:
            self.stop.set()
            raise
        return replace(task, solution=solution)

    def _ask(self, game: Game[Any, Any]) -> SolveOptions:
        """The question for a record of this game. Raises ObjectiveError, and UsageError for an option of another game."""
        for name, flag in _FLAGS.items():
            if self.options[flag] and name not in _solving(game).options:
                titles = [other.words.title for other in _GAMES.values() if name in _solving(other).options]
                message = f"--{flag.replace('_', '-')} is for {listed(titles)}, not for a record of {game.words.title}"
                raise click.UsageError(message)
        options = dict(self.options)
        objective, no_moves = options.pop("objective"), options.pop("no_moves")
        return SolveOptions(game.objective(objective, Use.SOLVE), all_moves=not no_moves, **options)

    def _solver(self, game: Game[Any, Any]) -> RecordSolver:
        """This thread's solver for the game."""
        solvers: dict[str, RecordSolver] = self._local.__dict__
        if game.name not in solvers:
            solvers[game.name] = _solving(game).solver(self.memory, self.threads)
        return solvers[game.name]


def _write_proof(path: Path, task: _Task, memory: int, quiet: bool) -> None:
    """Writes the certificate of a solution. Raises DiamondsError, OSError, KeyboardInterrupt; the file is then as it was."""
    assert not isinstance(task.item, DiamondsError)
    game = find_game(task.item.game)
    record = task.item if task.step is None else _solving(game).record_at(task.item, task.step)
    with proof_status("positions written", quiet) as on_progress:
        text = game.certificate(record, task.solution, memory, on_progress)
    write_whole(path, [text])
    note(f"{printable(str(path))}: a certificate of {counted(len(text.splitlines()), 'line')}; diamonds verify checks it", quiet)


@dataclass
class _Printer:
    """Writes outcomes in their order, and counts them."""

    run: Run
    suite: bool
    every: bool
    """Whether it is every decision of the plays: then the effort for each is of no interest."""
    right: int = 0
    wrong: int = 0
    unfinished: int = 0

    def verdict(self, require_exact: bool) -> int:
        """The exit code that the answers call for."""
        if self.wrong:
            return NO
        if self.unfinished and require_exact:
            return LIMIT
        return NO if self.unfinished and self.suite else OK

    def summary(self) -> str:
        unfinished = f"{self.unfinished} not finished, " if self.unfinished else ""
        return f"{self.right} right, {self.wrong} wrong, {unfinished}{counted(self.run.bad, 'bad record')}"

    def show(self, task: _Task, record: Record) -> None:
        if task.error is not None:
            raise task.error
        solution, step = task.solution, task.step
        assert solution is not None
        game = find_game(record.game)
        solving = _solving(game)
        self.unfinished += not solution.exact
        if self.suite:
            self._compare(record, solution, _mistakes(*solving.expected(record), solution))
        elif self.run.as_json:
            place = {} if step is None else step.to_dict()
            self.run.write({**place, **solution_dict(game, record, solution)})
        else:
            before = None if step is None else solving.record_at(record, step)
            title = "" if step is None else f"{step}\n"
            self.run.write(title + solution_text(game, record, solution, before))
            for text in solving.notes(record, solution):
                note(text, self.run.quiet)
            if solution.moves and not self.every:
                note(f"{counted(solution.nodes, 'node')}, {solution.seconds:.3f} s", self.run.quiet)
            elif step is None and solving.steps(record):
                one = "--at 7 decision 7" if game.records.tricks is None else "--at 5.3 that on the third card of trick 5"
                note(f"--all has every decision of the play, {one}", self.run.quiet)

    def _compare(self, record: Record, solution: Solution[Any], mistakes: list[str]) -> None:
        """Whether the answers expected by the record are the right ones."""
        self.right += not mistakes
        self.wrong += bool(mistakes) and solution.exact
        if self.run.as_json:
            self.run.write({"id": record.id, "ok": not mistakes, "finished": solution.exact, "mistakes": mistakes})
        else:
            name = printable(record.id or f"record {self.run.number}")
            click.echo(f"{name}: {'; '.join(mistakes) or 'ok'}")


def _mistakes(best: Sequence[str], value: Sequence[float], solution: Solution[Any]) -> list[str]:
    """What differs from the record's expectations, in words."""
    if not solution.exact:
        return [f"not finished: {'interrupted' if solution.interrupted else 'a limit was reached'}"]
    mistakes = []
    moves = {str(move) for move in solution.best_moves}
    if best and moves != set(best):
        mistakes.append(f"best {','.join(best)} expected, {','.join(sorted(moves))} found")
    values = solution.value if isinstance(solution.value, tuple) else (solution.value,)
    if value and not _close(value, values):
        mistakes.append(f"value {' '.join(map(_plain, value))} expected, {' '.join(map(_plain, values))} found")
    return mistakes


def _close(expected: Sequence[float], values: Sequence[Any]) -> bool:
    """Equal up to the two decimals that people write for thirds and fifths."""
    return len(expected) == len(values) and all(math.isclose(a, b, abs_tol=0.006) for a, b in zip(expected, values, strict=True))


def _plain(value: float | None) -> str:
    return f"{value:g}" if value is not None else "?"
