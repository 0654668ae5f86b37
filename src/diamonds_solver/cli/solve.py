"""``diamonds solve``: exact values of every legal move, for records with all cards open."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import click
from click.core import ParameterSource

from diamonds_solver.answers.solution import SolvingGame, solution_dict, solution_text
from diamonds_solver.common.parallel import arriving, ordered_map, thread_count
from diamonds_solver.common.places import Step, find_step, is_place
from diamonds_solver.common.wording import counted, listed, printable
from diamonds_solver.errors import DiamondsError, ObjectiveError
from diamonds_solver.game import Record, RecordSolver, SolveAsk, Solved, SolveInterrupted, Solves, Watch
from diamonds_solver.games import GAMES, find_game

from . import BAD_INPUT, INTERRUPTED, LIMIT, NO
from .errors import answer_error
from .inputs import read_records, sources_argument
from .limits import limit_options
from .options import json_option, note, quiet_option
from .progress import progress, search_status

_PATIENCE = 0.02  # seconds after which a record has not come at once, and results are looked for
_PATIENT_WAITS = 10  # that long at most the second record is waited for: a program on a pipe may not send it before the first answer
_SUITE_HINT = "a suite's records carry their answers"
_GAMES = {name: game for name in GAMES if isinstance(game := find_game(name), Solves)}
OBJECTIVES = list(dict.fromkeys(objective for game in _GAMES.values() for objective in game.solve_objectives))
MODELS = ("paranoid", "maxn")
_FLAGS = {"all_moves": "no_moves", "turns": "turns"}  # of what some games alone can be asked: the options by the fields of SolveAsk


def _check_place(ctx: click.Context, param: click.Parameter, at: str | None) -> str | None:
    if at is not None and not is_place(at):
        raise click.BadParameter(f"{at!r} is not the number of a decision, such as 5, or of a trick and a card, such as 5.3", ctx, param)
    return at


@click.command()
@sources_argument
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    help="What a side wants: a lead, points, or to win.  [default: the first that the game has]",
)
@click.option(
    "--model",
    type=click.Choice(MODELS),
    default="paranoid",
    show_default=True,
    help="All others as one opponent, or every side for itself (own points, all moves).",
)
@click.option("--no-moves", is_flag=True, help="Prove the best value and a best move only; faster.")
@click.option("--turns", type=click.IntRange(1), metavar="T", help="Proven bounds within T turns, this one included (games with turns).")
@click.option("--at", callback=_check_place, metavar="N", help="The Nth decision of the play; 5.3: the third card of trick 5.")
@click.option("--all", "every", is_flag=True, help="Every decision of the play, and the one after it.")
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
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    at: str | None,
    every: bool,
    suite: bool,
    require_exact: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """The value of every legal move, and best play to the end of the round.

    SOURCES are files, - for standard input, or a record's text. A value counts the points gained from the position on, awards included, or
    the chance to win, seen from the player who decides. All cards must be known.
    """
    given = {name for name in options if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    if options["model"] == "maxn":
        _check_maxn(given)
    if (at is not None) + every + suite > 1:
        raise click.UsageError("--at, --all and --suite exclude each other")
    threads = thread_count(options.pop("threads"))
    asked: Iterator[_Asked | None] = _questions(read_records(sources), at, every)
    are_many = False
    if threads > 1:
        asked, are_many = _beginning(arriving(_questions(read_records(sources), at, every), _PATIENCE))
    at_once, threads_each = (threads, 1) if are_many else (1, threads)
    workers = _Workers(at_once, threads_each, suite, quiet, given, **options)
    printer = _Printer(suite, as_json, quiet)
    outcomes = ordered_map(workers.solve, asked, at_once, workers.stop.set)
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


@dataclass(frozen=True)
class _Asked:
    """A record, or why there is none, and which decision of it is asked for; None: the one after its play."""

    item: Record | DiamondsError
    step: Step | None = None
    error: DiamondsError | None = None


def _questions(items: Iterator[Record | DiamondsError], at: str | None, every: bool) -> Iterator[_Asked]:
    for item in items:
        if isinstance(item, DiamondsError):
            yield _Asked(item, error=item)
            continue
        try:
            game = _game_of(item)
            if at is not None:
                yield _Asked(item, find_step(game.steps(item), at))
            elif every and game.is_open(item):
                yield from (_Asked(item, step) for step in game.steps(item))
            else:
                yield _Asked(item)
        except DiamondsError as error:
            yield _Asked(item, error=error)


def _game_of(record: Record) -> SolvingGame:
    game = find_game(record.game)
    if not isinstance(game, Solves):
        titles = listed([find_game(name).words.title for name in _GAMES])
        raise DiamondsError(f"{game.words.title} has no exact values", code="E-GAME", hint=f"diamonds solve is for {titles}")
    return game


def _beginning(asked: Iterator[_Asked | None]) -> tuple[Iterator[_Asked | None], bool]:
    """The questions once more, and whether there are many: a second one comes at once. Else each has all threads to itself."""
    first = next((one for one in asked if one is not None), None)
    second = next((one for one in islice(asked, _PATIENT_WAITS) if one is not None), None)
    return chain([first, second], asked), second is not None


def _check_maxn(given: Collection[str]) -> None:
    """With this model every side wants its own points, and every move is valued: options that say otherwise would change nothing."""
    for name in ("objective", "no_moves"):
        if name in given:
            raise click.UsageError(f"--model maxn and --{name.replace('_', '-')} exclude each other")


@dataclass(frozen=True)
class _Outcome:
    """What came of one question: a solution, or why there is none."""

    asked: _Asked
    solution: Solved | None = None
    error: DiamondsError | None = None


class _Workers:
    """Solves several records at once, with a solver for each that may itself use several threads."""

    def __init__(
        self,
        at_once: int,
        threads_each: int,
        suite: bool,
        quiet: bool,
        given: Collection[str],
        *,
        memory: int,
        no_moves: bool,
        objective: str | None,
        **question: Any,
    ) -> None:
        self.stop = threading.Event()
        self._suite = suite
        self._memory = memory // at_once
        self._threads_each = threads_each
        self._given, self._objective = given, objective
        self._question = {**question, "all_moves": not no_moves}
        self._quiet = quiet or at_once > 1
        self._local = threading.local()

    def solve(self, asked: _Asked) -> _Outcome:
        item = asked.item
        if asked.error is not None or isinstance(item, DiamondsError):
            return _Outcome(asked, error=asked.error)
        try:
            game = _game_of(item)
            ask = self._ask(game)
            record = item if asked.step is None else game.record_at(item, asked.step)
            if self._suite and not any(game.expected(item)):
                raise DiamondsError("the record says neither 'best' nor 'value'", code="E-EXPECTED", hint=_SUITE_HINT)
            with search_status(self._quiet, game.words.objectives[ask.objective].is_chance) as (on_progress, on_move):
                solution = self._solver(game).solve(record, ask, Watch(on_progress, on_move, self.stop.is_set))
        except DiamondsError as error:
            return _Outcome(asked, error=error)
        except SolveInterrupted as interruption:
            self.stop.set()
            solution = interruption.solution
        except click.UsageError:
            self.stop.set()
            raise
        return _Outcome(asked, solution)

    def _ask(self, game: SolvingGame) -> SolveAsk:
        """The question for a record of this game. Raises ObjectiveError, and UsageError for an option of another game."""
        for field, name in _FLAGS.items():
            if name in self._given and field not in game.solve_options:
                titles = [find_game(other).words.title for other, solving in _GAMES.items() if field in solving.solve_options]
                message = f"--{name.replace('_', '-')} is for {listed(titles)}, and here is a record of {game.words.title}"
                raise click.UsageError(message)
        objective = self._objective or game.solve_objectives[0]
        if objective not in game.solve_objectives:
            hint = f"objectives: {', '.join(game.solve_objectives)}"
            raise ObjectiveError(f"{game.words.title} has no values for the objective {objective!r}", hint=hint)
        return SolveAsk(objective, **self._question)

    def _solver(self, game: SolvingGame) -> RecordSolver:
        """This thread's solver for the game."""
        solvers: dict[str, RecordSolver] = self._local.__dict__
        if game.name not in solvers:
            solvers[game.name] = game.solver(self._memory, self._threads_each)
        return solvers[game.name]


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
            self._print_error(outcome.asked.item, outcome.error)
            return
        assert not isinstance(outcome.asked.item, DiamondsError)
        assert outcome.solution is not None
        self._show_solution(outcome.asked.item, outcome.asked.step, outcome.solution)

    def _show_solution(self, record: Record, step: Step | None, solution: Solved) -> None:
        game = _game_of(record)
        self.unfinished += not solution.exact
        if self.suite:
            self._compare(record, solution, _mistakes(*game.expected(record), solution))
        elif self.as_json:
            place = {} if step is None else step.to_dict()
            click.echo(json.dumps({**place, **solution_dict(game, record, solution)}))
        else:
            before = None if step is None else game.record_at(record, step)
            title = "" if step is None else f"{step}\n"
            click.echo(("\n" if self.done else "") + title + solution_text(game, record, solution, before))
            note(f"{counted(solution.nodes, 'node')}, {solution.seconds:.3f} s", self.quiet)
        self.done += 1

    def _compare(self, record: Record, solution: Solved, mistakes: list[str]) -> None:
        """One line: whether the answers expected by the record are the ones found."""
        name = printable(record.id or f"record {self.done + self.bad + 1}")
        self.right += not mistakes
        self.wrong += bool(mistakes) and solution.exact
        if self.as_json:
            click.echo(json.dumps({"id": record.id, "ok": not mistakes, "exact": solution.exact, "mistakes": mistakes}))
        else:
            click.echo(f"{name}: {'; '.join(mistakes) or 'ok'}")

    def _print_error(self, item: Record | DiamondsError, error: DiamondsError) -> None:
        record = None if isinstance(item, DiamondsError) else item
        answer_error(error, record, self.as_json)


def _mistakes(best: Sequence[str], value: Sequence[float], solution: Solved) -> list[str]:
    """What differs from the record's expectations, in words."""
    if not solution.exact:
        return [f"not finished: {'interrupted' if solution.interrupted else 'a limit was met'}"]
    mistakes = []
    found = {str(move) for move in solution.best_moves}
    if best and found != set(best):
        mistakes.append(f"best {','.join(best)} expected, {','.join(sorted(found))} found")
    values = solution.value if isinstance(solution.value, tuple) else (solution.value,)
    if value and not _close(value, values):
        mistakes.append(f"value {' '.join(map(_plain, value))} expected, {' '.join(map(_plain, values))} found")
    return mistakes


def _close(expected: Sequence[float], found: Sequence[Any]) -> bool:
    """Equal up to the two decimals that people write for thirds and fifths."""
    return len(expected) == len(found) and all(math.isclose(a, b, abs_tol=0.006) for a, b in zip(expected, found, strict=True))


def _plain(value: float | None) -> str:
    return f"{value:g}" if value is not None else "?"
