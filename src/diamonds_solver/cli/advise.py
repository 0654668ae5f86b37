"""``diamonds advise``: the best move for a player who does not see the other hands."""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any

import click
from click.shell_completion import CompletionItem

from diamonds_solver.answers.question import advice_question, seat_of
from diamonds_solver.common.options import meant
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, shortened, wrapped_text
from diamonds_solver.errors import DiamondsError, ObjectiveError
from diamonds_solver.game import Ask, Engine, Game, NamesAll, Record, View
from diamonds_solver.games import GAMES, find_game

from . import BAD_INPUT, INTERRUPTED
from .errors import answer_error
from .games import completed
from .inputs import read_records, sources_argument
from .limits import LEAST_TIME, Count, Duration
from .options import Seed, json_option, page_width, quiet_option, seed_option, use_colour
from .progress import advice_status

# What only the answer needs is loaded where it is used, after the first lines are on the screen.
DEFAULT_TIME = 2.0
OBJECTIVES = list(dict.fromkeys(objective for name in GAMES for objective in find_game(name).words.objectives))
_RESERVED = 0.1  # seconds of the limit that are kept for the statistics and for printing
_WHY_SHARE = 0.08  # of the limit that the comparison of the two best moves may take


class EngineName(click.ParamType):
    """An engine of any game, with its options: ``ismcts:simulations=2000``."""

    name = "engine"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in completed("engines", incomplete)]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value == "auto":  # there is one, and the engines need not be loaded to know it
            return value
        engine, known = value.partition(":")[0], completed("engines", "")
        if engine not in known:
            self.fail(f"there is no engine {engine!r}; {meant(engine, known, 'engines of all games')}", param, ctx)
        errors = []
        for game in map(find_game, GAMES):
            try:
                return game.engine_name(value)
            except DiamondsError as error:
                if isinstance(game, NamesAll) and engine in game.engines():
                    errors.append(error)
        self.fail(errors[0].message + (f"; {errors[0].hint}" if errors[0].hint else ""), param, ctx)


@click.command()
@sources_argument
@click.option("--time-limit", type=Duration(), help="Time for each record, from when it is read.  [default: 2s]")
@click.option("--worlds", type=Count(1, 10_000_000), help="How many worlds to value; the numbers then repeat.")
@click.option(
    "--engine",
    type=EngineName(),
    default="auto",
    show_default=True,
    help="auto, exact, ismcts or playout, with options: ismcts:simulations=2000",
)
@click.option(
    "--objective", type=click.Choice(OBJECTIVES), help="A lead, points, or chance to win.  [default: the first that the game has]"
)
@click.option("--seat", metavar="PLAYER", help="Whom to advise: P1.. or a name, instead of the record's 'see'.")
@click.option(
    "--threads",
    type=click.IntRange(0, 1024),
    default=0,
    show_default="0, all processors",
    help="More of them value more worlds in the time; with --worlds the numbers are the same.",
)
@seed_option
@json_option
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    time_limit: float | None,
    worlds: int | None,
    seat: str | None,
    seed: int | None,
    threads: int,
    as_json: bool,
    quiet: bool,
    engine: str,
    objective: str | None,
) -> None:
    """The best move for a player who does not see the other hands.

    SOURCES are files, - for standard input, or a record's text. Cards of the others that a record shows are not looked at, unless 'see'
    says that the player knows them. Advice is for a card, a victim, an end-of-round choice, the cards to pass or, for the dealer, how many.
    """
    limit = DEFAULT_TIME if time_limit is None and worlds is None else time_limit
    adviser = _Adviser(limit, worlds, Seed(seed, quiet), thread_count(threads), seat, as_json, quiet, engine, objective)
    try:
        for item in read_records(sources):
            adviser.answer(item)
            if adviser.interrupted:
                ctx.exit(INTERRUPTED)
    except KeyboardInterrupt:
        click.echo(
            "interrupted: nothing is known yet of the next record" if adviser.done else "interrupted: nothing is known yet", err=True
        )
        ctx.exit(INTERRUPTED)
    ctx.exit(BAD_INPUT if adviser.bad else 0)


class _Adviser:
    """Answers one record after the other."""

    def __init__(
        self,
        limit: float | None,
        worlds: int | None,
        seed: Seed,
        threads: int,
        seat: str | None,
        as_json: bool,
        quiet: bool,
        engine: str,
        objective: str | None,
    ) -> None:
        self.bad = 0
        self.interrupted = False
        self._limit, self._worlds, self._seed, self._threads = limit, worlds, seed, threads
        self._seat, self._as_json, self._quiet = seat, as_json, quiet
        self._engine, self._objective = engine, objective
        self.done = 0

    def answer(self, item: Record | DiamondsError) -> None:
        """Prints the advice for a record that has been read just now, or what is wrong with it."""
        started = time.perf_counter()
        try:
            if isinstance(item, DiamondsError):
                raise item
            game = find_game(item.game)
            objective = self._objective_of(game)
            view = game.view(item, None if self._seat is None else seat_of(item, self._seat))
            self._advise(game, item, view, objective, started)
        except DiamondsError as error:
            self.bad += 1
            answer_error(error, None if isinstance(item, DiamondsError) else item, self._as_json)

    def _objective_of(self, game: Game[Any, Any]) -> str:
        """What is asked for, or what the game counts by default."""
        known = game.words.objectives
        objective = self._objective or next(iter(known))
        if objective not in known:
            message = f"{game.words.title} has no objective {objective!r}"
            raise ObjectiveError(message, hint=f"objectives: {', '.join(known)}")
        return objective

    def _advise(self, game: Game[Any, Any], record: Record, view: View, objective: str, started: float) -> None:
        if not self._as_json:
            self._print_question(game, record, view, objective)
        # Only the intervals need it, but it takes 0.2 s to load: now, while the clock is watched, and not after the work.
        # So do the threads, and what they take would be the whole of a small limit.
        from concurrent.futures import ThreadPoolExecutor  # noqa: F401

        from scipy import special  # noqa: F401

        from diamonds_solver.advice.advice import AdviceInterrupted, advise

        # From here on every step has at least a little time, or the limit would be kept by an answer that says nothing.
        deadline = math.inf if self._limit is None else started + self._limit - _RESERVED
        ends = math.inf if self._limit is None else deadline - _WHY_SHARE * self._limit
        engine = game.engine(view, Ask(self._engine, objective, self._seed.value, self._worlds, _time_left(ends), self._threads))
        with advice_status(self._quiet, game.move_writer(record)) as on_advice:
            try:
                margin = game.words.objectives[objective].margin
                advice = advise(
                    engine,
                    worlds=self._worlds,
                    time_limit=_time_left(ends),
                    threads=self._threads,
                    delta=margin,
                    on_advice=on_advice,
                )
            except AdviceInterrupted as interruption:
                if not interruption.advice.worlds:
                    raise
                self.interrupted = True
                advice = interruption.advice
        self._print(game, record, view, advice, None if self.interrupted else self._explain(game, engine, advice, deadline))

    def _explain(self, game: Game[Any, Any], engine: Engine, advice: Any, deadline: float) -> Any:
        """As `explain_best`; Ctrl-C leaves the advice, which is there already, without the explanation."""
        from diamonds_solver.answers.advice import explain_best

        try:
            return explain_best(game, engine, advice, deadline - time.perf_counter())
        except KeyboardInterrupt:
            self.interrupted = True
            return None

    def _print_question(self, game: Game[Any, Any], record: Record, view: View, objective: str) -> None:
        """What is known before any world is valued."""

        name = shortened(record.id, ID_WIDTH) if record.id else None
        seat = shortened(record.seat_name(view.seat), NAME_WIDTH)
        question = advice_question(game.words, view.decision, objective, seat, name)
        click.echo(("\n" if self.done else "") + question)
        sys.stdout.flush()  # to count the deals needs numpy, which takes as long to load as all before
        click.echo(f"  {view.hidden()}")
        sys.stdout.flush()
        from rich import console, table  # noqa: F401 (for the table; loaded now, while the clock is watched, and not after the work)

    def _print(self, game: Game[Any, Any], record: Record, view: View, advice: Any, why: Any) -> None:
        from diamonds_solver.answers.advice import advice_dict, advice_text

        self.done += 1
        self._seed.show()
        if self._as_json:
            click.echo(json.dumps(advice_dict(record, view, advice, why)))
            return

        written = game.move_writer(record)
        width = page_width()
        text = advice_text(game.words, advice, colour=use_colour(), has_question=False, written=written, width=width)
        click.echo(text, color=use_colour())
        if why is not None:
            click.echo(wrapped_text(why.text(written), width - 2))


def _time_left(ends: float) -> float | None:
    """Seconds until `ends`, LEAST_TIME at least; None: no limit."""
    return None if ends == math.inf else max(LEAST_TIME, ends - time.perf_counter())
