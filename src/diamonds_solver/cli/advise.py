"""``diamonds advise``: the best move for a player who does not see the other hands."""

from __future__ import annotations

import json
import math
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, printable, shortened, wrapped_text
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.record.record import Phase, Record
from diamonds_solver.games.diamonds.view.view import View, check_decides

from . import BAD_INPUT, INTERRUPTED
from .errors import answer_error
from .inputs import read_records, sources_argument
from .limits import LEAST_TIME, Count, Duration
from .options import json_option, note, quiet_option, resolve_seed, seed_option
from .progress import advice_status

# What only the answer needs is loaded where it is used, after the first lines are on the screen.
if TYPE_CHECKING:
    from diamonds_solver.games.diamonds.engines.base import ViewEngine
    from diamonds_solver.games.diamonds.engines.make import EngineSpec

DEFAULT_TIME = 2.0
OBJECTIVES = ("margin", "points", "win")
_RESERVED = 0.1  # seconds of the limit that are kept for the statistics and for printing
_WHY_SHARE = 0.08  # of the limit that the comparison of the two best moves may take


class Engine(click.ParamType):
    """An engine with its options: ``ismcts:simulations=2000``."""

    name = "engine"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> EngineSpec | str:
        if value == "auto":  # there is one, and the engines need not be loaded to know it
            return "auto"
        from diamonds_solver.games.diamonds.engines.make import EngineSpec

        try:
            return value if isinstance(value, EngineSpec) else EngineSpec.parse(value)
        except DiamondsError as error:
            self.fail(error.message + (f"; {error.hint}" if error.hint else ""), param, ctx)


@click.command()
@sources_argument
@click.option("--time-limit", type=Duration(), help="Time for each record, from when it is read.  [default: 2s]")
@click.option("--worlds", type=Count(1, 10_000_000), help="Value so many worlds: the same numbers each time, but for --time-limit.")
@click.option(
    "--engine",
    "spec",
    type=Engine(),
    default="auto",
    show_default=True,
    help="auto, exact, ismcts or playout, with options: ismcts:simulations=2000",
)
@click.option("--objective", type=click.Choice(OBJECTIVES), default="margin", show_default=True, help="A lead, points, or chance to win.")
@click.option("--seat", metavar="PLAYER", help="Whom to advise: P1.. or a name, instead of the record's 'see'.")
@click.option("--threads", type=click.IntRange(0, 1024), default=1, show_default=True, help="0: all processors.")
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
    **question: Any,
) -> None:
    """The best move for a player who does not see the other hands.

    SOURCES are files, - for standard input, or a record's text. Cards of the others that a record shows are not looked at, unless 'see'
    says that the player knows them. Advice is for a card, a victim, an end-of-round choice, the cards to pass or, for the dealer, how many.
    """
    limit = DEFAULT_TIME if time_limit is None and worlds is None else time_limit
    adviser = _Adviser(limit, worlds, resolve_seed(seed, quiet), thread_count(threads), seat, as_json, quiet, question)
    for item in read_records(sources):
        adviser.answer(item)
        if adviser.interrupted:
            ctx.exit(INTERRUPTED)
    ctx.exit(BAD_INPUT if adviser.bad else 0)


class _Adviser:
    """Answers one record after the other."""

    def __init__(
        self,
        limit: float | None,
        worlds: int | None,
        seed: int,
        threads: int,
        seat: str | None,
        as_json: bool,
        quiet: bool,
        question: dict[str, Any],
    ) -> None:
        self.bad = 0
        self.interrupted = False
        self._limit, self._worlds, self._seed, self._threads = limit, worlds, seed, threads
        self._seat, self._as_json, self._quiet, self._question = seat, as_json, quiet, question
        self._done = 0

    def answer(self, item: Record | DiamondsError) -> None:
        """Prints the advice for a record that has been read just now, or what is wrong with it."""
        started = time.perf_counter()
        try:
            if isinstance(item, DiamondsError):
                raise item
            view = View.of(item, None if self._seat is None else _seat_of(item, self._seat))
            for remark in item.notes():
                note(remark, self._quiet)
            self._advise(item, view, started)
        except DiamondsError as error:
            self.bad += 1
            answer_error(error, item if isinstance(item, Record) else None, self._as_json)

    def _advise(self, record: Record, view: View, started: float) -> None:
        check_decides(view)
        if not self._as_json:
            self._print_question(record, view)
        # Only the intervals need it, but it takes 0.2 s to load: now, while the clock is watched, and not after the work.
        from scipy import special  # noqa: F401

        from diamonds_solver.advice.advice import AdviceInterrupted
        from diamonds_solver.advice.adviser import compare
        from diamonds_solver.games.diamonds.engines.make import make_engine

        # From here on every step has at least a little time, or the limit would be kept by an answer that says nothing.
        deadline = math.inf if self._limit is None else started + self._limit - _RESERVED
        ends = math.inf if self._limit is None else deadline - _WHY_SHARE * self._limit
        engine = make_engine(
            view, **self._question, seed=self._seed, worlds=self._worlds, time_limit=_time_left(ends), threads=self._threads
        )
        with advice_status(self._quiet) as on_progress:
            try:
                advice = compare(engine, worlds=self._worlds, time_limit=_time_left(ends), threads=self._threads, on_progress=on_progress)
            except AdviceInterrupted as interruption:
                self.interrupted = True
                advice = interruption.advice
        self._print(record, view, advice, None if self.interrupted else self._explain(engine, advice, deadline))

    def _explain(self, engine: ViewEngine, advice: Any, deadline: float) -> Any:
        """As `_explain`; Ctrl-C leaves the advice, which is there already, without the explanation."""
        try:
            return _explain(engine, advice, deadline)
        except KeyboardInterrupt:
            self.interrupted = True
            return None

    def _print_question(self, record: Record, view: View) -> None:
        """What is known before any world is valued."""
        from diamonds_solver.report.question import advice_question

        name = shortened(record.id, ID_WIDTH) if record.id else None
        seat = shortened(record.seat_name(view.seat), NAME_WIDTH)
        question = advice_question(view.decision, self._question["objective"], seat, name)
        click.echo(("\n" if self._done else "") + question)
        sys.stdout.flush()  # to count the deals needs numpy, which takes as long to load as all before
        click.echo(f"  {_deals(view)}")
        sys.stdout.flush()
        from rich import console, table  # noqa: F401 (for the table; loaded now, while the clock is watched, and not after the work)

    def _print(self, record: Record, view: View, advice: Any, why: Any) -> None:
        self._done += 1
        if self._as_json:
            known = {"seat": f"P{view.seat + 1}", "unseen": len(view.unseen), "deals": view.count}
            answer = {"id": record.id, **advice.to_dict(), "view": known, "why": why.to_dict() if why else None}
            click.echo(json.dumps(answer))
            return
        from diamonds_solver.report.report import advice_text

        click.echo(advice_text(advice, has_question=False))
        if why is not None:
            click.echo(wrapped_text(why.text()))


def _seat_of(record: Record, text: str) -> int:
    """The seat that is meant by a name, spelled as in the record, or by P1.."""
    names, seats = record.names or (), [f"P{seat + 1}" for seat in range(record.rules.players)]
    if text in names:
        return names.index(text)
    if text.upper() in seats:
        return seats.index(text.upper())
    near = next((name for name in names if name.lower() == text.lower()), None)
    hint = f"did you mean {near!r}?" if near else f"there are: {', '.join([*seats, *names])}"
    raise DiamondsError(f"there is no player {printable(text)!r}", code="E-SEAT", hint=hint)


def _deals(view: View) -> str:
    """How much is hidden."""
    if view.count == 1:
        is_play = view.phase is Phase.PLAY
        return "nothing is hidden: one deal is possible" if is_play else "one deal is possible; the others' passes are hidden"
    count = f"{view.count:,}" if view.count < 10_000_000 else f"about {view.count:.1e}"
    return f"{len(view.unseen)} cards are unseen, {count} deals possible"


def _time_left(ends: float) -> float | None:
    """Seconds until `ends`, LEAST_TIME at least; None: no limit."""
    return None if ends == math.inf else max(LEAST_TIME, ends - time.perf_counter())


def _explain(engine: ViewEngine, advice: Any, deadline: float) -> Any:
    """Why the best move is better than the next one that is not the same; nothing where there is no time for it."""
    from diamonds_solver.advice.adviser import explain

    rivals = [m.move for m in advice.moves[1:] if m.loss > 1e-9 or m.loss_sem > 1e-9]
    left = deadline - time.perf_counter()
    return explain(engine, advice.best, rivals[0], time_limit=left) if rivals and left > 0 else None
