"""``diamonds advise``: the best move for a player who does not see the other hands."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from typing import Any

import click
from click.shell_completion import CompletionItem

from diamonds_solver.advice.ask import DEFAULT_SEED, AdviseOptions, Answer, Callbacks, Question, ask
from diamonds_solver.answers.wording import advice_question, seat_of
from diamonds_solver.common.options import meant, read_engine
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.quantities import MOST_SEED, MOST_WORLDS
from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, shortened, wrapped_text
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record, Use
from diamonds_solver.games import GAMES, find_game

from .games import engine_names, objectives_text
from .inputs import read_records, sources_argument
from .limits import Count, Duration, Whole
from .loop import Run, answering
from .options import json_option, page_width, quiet_option, use_colour
from .progress import advice_status

# What only the answer needs is loaded where it is used, after the first lines are on the screen.
OBJECTIVES = list(dict.fromkeys(objective for name in GAMES for objective in find_game(name).words.objectives))
_RESERVED = 0.1  # seconds of the limit that are kept for the statistics and for printing
_seed_option = click.option(
    "--seed",
    type=Whole(0, MOST_SEED),
    default=DEFAULT_SEED,
    show_default=True,
    help="Another seed draws other samples.",
)


class EngineName(click.ParamType):
    """An engine of any game, with its options: ``ismcts:simulations=2000``."""

    name = "engine"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in engine_names(incomplete)]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value == "auto":  # there is one, and the engines need not be loaded to know it
            return value
        engine, known = value.partition(":")[0], engine_names()
        if engine not in known:
            self.fail(f"there is no engine {engine!r}; {meant(engine, known, 'engines of all games')}", param, ctx)
        errors = []
        for game in map(find_game, GAMES):
            try:
                read_engine(value, game.advising.engines())
                return value
            except DiamondsError as error:
                if engine in game.advising.engines():
                    errors.append(error)
        self.fail(errors[0].message + (f"; {errors[0].hint}" if errors[0].hint else ""), param, ctx)


@click.command()
@sources_argument
@click.option("--time-limit", type=Duration(), help="How long to work on each record once it has been read.")
@click.option("--worlds", type=Count(1, MOST_WORLDS), help="How many worlds to value.  [default: the usual amount of work]")
@click.option(
    "--engine",
    type=EngineName(),
    default="auto",
    show_default=True,
    help="auto, exact, playout, ismcts (Diamonds, Diam's), mcts or turn (Diamoniak), with options: ismcts:simulations=2000",
)
@click.option("--objective", type=click.Choice(OBJECTIVES), help=f"What counts: {objectives_text(Use.ADVISE)}.  [default: the first]")
@click.option("--seat", metavar="PLAYER", help="Whom to advise: P1.. or a name, instead of the record's 'see'.")
@click.option(
    "--threads",
    type=Whole(0, 1024),
    default=0,
    show_default="0, all processors",
    help="Number of threads. Without --time-limit it does not change the answer.",
)
@_seed_option
@answering(json_option, quiet_option)
def command(
    run: Run,
    sources: tuple[str, ...],
    seat: str | None,
    threads: int,
    **options: Any,
) -> None:
    """The best move for a player who does not see the other hands.

    SOURCES are files, - for standard input, or a record's text. Other players' cards in a record are ignored, unless 'see' says that the
    player knows them. Advice is for a card, a victim, an end-of-round choice, the cards to pass or, for the dealer, how many.
    """
    adviser = _Adviser(run, AdviseOptions(threads=thread_count(threads), **options), seat)
    try:
        run.each(read_records(sources), adviser.answer)
    except KeyboardInterrupt:
        click.echo("interrupted: nothing is known yet" + (" of the next record" if run.answers else ""), err=True)
        run.interrupted = True


@dataclass
class _Adviser:
    """Answers one record after the other."""

    run: Run
    options: AdviseOptions
    seat: str | None

    def answer(self, record: Record) -> None:
        """Prints the advice for a record that has been read just now."""
        started = time.perf_counter()
        seat = None if self.seat is None else seat_of(record, self.seat)
        with advice_status(self.run.quiet, find_game(record.game).records.move_writer(record)) as on_advice:
            callbacks = Callbacks(lambda question: self._begin(record, question), on_advice=on_advice)
            answer = ask(record, self._within(started), callbacks, seat)
        self.run.interrupted = answer.interrupted
        self.run.write(answer.to_dict(record) if self.run.as_json else _text(record, answer), is_begun=True)

    def _within(self, started: float) -> AdviseOptions:
        """The options, with what is left of the time."""
        limit = self.options.time_limit
        return self.options if limit is None else replace(self.options, time_limit=limit - _RESERVED - (time.perf_counter() - started))

    def _begin(self, record: Record, question: Question) -> None:
        """Prints what is known before any world is valued, and loads what takes long while the clock is watched."""
        if not self.run.as_json:
            name = shortened(record.id, ID_WIDTH) if record.id else None
            view, words = question.view, question.game.words
            text = advice_question(words, view.decision, question.objective, shortened(record.seat_name(view.seat), NAME_WIDTH), name)
            click.echo(self.run.gap + text)
            sys.stdout.flush()  # to count the deals needs numpy, which takes as long to load as all before
            click.echo(f"  {view.hidden()}")
            sys.stdout.flush()
            from rich import console, table  # noqa: F401
        from concurrent.futures import ThreadPoolExecutor  # noqa: F401

        from scipy import special  # noqa: F401 (only the intervals need it, and it takes 0.2 s)


def _text(record: Record, answer: Answer) -> str:
    """What stands below the lines that `_begin` has written."""
    from diamonds_solver.answers.advice import advice_text

    game, width = answer.question.game, page_width()
    written = game.records.move_writer(record)
    text = advice_text(game.words, answer.advice, colour=use_colour(), has_question=False, written=written, width=width)
    return text if answer.why is None else f"{text}\n{wrapped_text(answer.why.text(written), width - 2)}"
