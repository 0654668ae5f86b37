"""``diamonds advise``: the best move for a player who does not see the other hands."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.engines import AIMS, EngineSpec, ViewEngine, check_decides, make_engine
from diamonds_solver.games.diamonds.notation.problems import printable
from diamonds_solver.games.diamonds.record import Record
from diamonds_solver.games.diamonds.view import View
from diamonds_solver.parallel import thread_count

from . import BAD_INPUT, INTERRUPTED
from .errors import error_to_dict, show_error
from .inputs import read_records, sources_argument
from .limits import Duration
from .options import json_option, note, quiet_option, resolve_seed

DEFAULT_TIME = 2.0
_RESERVED = 0.1  # seconds of the limit that are kept for the statistics and for printing
_WHY_SHARE = 0.08  # of the limit that the comparison of the two best moves may take


class Engine(click.ParamType):
    """An engine with its options: ``ismcts:simulations=2000``."""

    name = "engine"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> EngineSpec:
        if isinstance(value, EngineSpec):
            return value
        try:
            return EngineSpec.parse(value)
        except DiamondsError as error:
            self.fail(error.message + (f"; {error.hint}" if error.hint else ""), param, ctx)


@click.command()
@sources_argument
@click.option("--time-limit", type=Duration(), help="Time for each record, all included.  [default: 2s]")
@click.option("--worlds", type=click.IntRange(1, 10_000_000), help="Value so many worlds, whatever the time: the same numbers each time.")
@click.option(
    "--engine",
    "spec",
    type=Engine(),
    default="auto",
    show_default=True,
    help="auto, exact, ismcts or playout, with options: ismcts:simulations=2000",
)
@click.option("--objective", type=click.Choice(AIMS), default="margin", show_default=True, help="A lead, points, or the chance to win.")
@click.option("--seat", metavar="PLAYER", help="Whom to advise: P1.. or a name, instead of the record's 'see'.")
@click.option("--seed", type=click.IntRange(0, (1 << 62) - 1), help="Repeats an advice; the seed is always shown.")
@click.option("--threads", type=click.IntRange(0, 1024), default=1, show_default=True, help="0: all processors.")
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
    started = time.perf_counter() - _age()  # the start of the program counts, too
    limit = DEFAULT_TIME if time_limit is None and worlds is None else time_limit
    adviser = _Adviser(limit, worlds, resolve_seed(seed, quiet or seed is not None), thread_count(threads), seat, as_json, quiet, question)
    for item in read_records(sources):
        adviser.answer(item, started)
        if adviser.interrupted:
            ctx.exit(INTERRUPTED)
        started = time.perf_counter()
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

    def answer(self, item: Record | DiamondsError, started: float) -> None:
        """Prints the advice for a record, or what is wrong with it; the time runs from `started` on."""
        try:
            if isinstance(item, DiamondsError):
                raise item
            view = View.of(item, None if self._seat is None else _seat_of(item, self._seat))
            for remark in item.notes():
                note(remark, self._quiet)
            self._advise(item, view, started)
        except DiamondsError as error:
            self.bad += 1
            record = item if isinstance(item, Record) else None
            if self._as_json:
                click.echo(json.dumps(error_to_dict(error, record)))
            else:
                show_error(error, record)

    def _advise(self, record: Record, view: View, started: float) -> None:
        check_decides(view)
        if not self._as_json:
            self._print_question(record, view)
        from scipy import special  # noqa: F401 (takes a while to load: now, while the clock is watched, and not after the work)

        from diamonds_solver.advice import AdviceInterrupted
        from diamonds_solver.adviser import compare

        limit = self._limit
        why_time = math.inf if limit is None else _WHY_SHARE * limit
        ends = math.inf if limit is None else max(started + limit - _RESERVED - why_time, time.perf_counter() + 0.2 * limit)
        left = None if limit is None else ends - time.perf_counter()
        engine = make_engine(view, **self._question, seed=self._seed, worlds=self._worlds, time_limit=left, threads=self._threads)
        left = None if limit is None else max(0.0, ends - time.perf_counter())
        with advice_status(self._quiet) as on_progress:
            try:
                advice = compare(engine, worlds=self._worlds, time_limit=left, threads=self._threads, on_progress=on_progress)
            except AdviceInterrupted as interruption:
                self.interrupted = True
                advice = interruption.advice
        why = None if self.interrupted else _explain(engine, advice, why_time)
        self._print(record, view, advice, why)

    def _print_question(self, record: Record, view: View) -> None:
        """What is known before any world is valued."""
        from diamonds_solver.report import advice_question

        name = printable(record.id) if record.id else None
        question = advice_question(view.decision, self._question["objective"], printable(record.seat_name(view.seat)), name)
        click.echo(("\n" if self._done else "") + f"{question}\n  {_deals(view)}")
        sys.stdout.flush()

    def _print(self, record: Record, view: View, advice: Any, why: Any) -> None:
        self._done += 1
        if self._as_json:
            known = {"seat": f"P{view.seat + 1}", "unseen": len(view.unseen), "deals": view.count}
            answer = {"id": record.id, **advice.to_dict(), "view": known, "why": why.to_dict() if why else None}
            click.echo(json.dumps(answer))
            return
        from diamonds_solver.report import advice_text, wrapped_text

        click.echo(advice_text(advice, has_question=False))
        if why is not None:
            click.echo(wrapped_text(why.text()))


def _age() -> float:
    """Seconds since this process began, where the system tells, else the time that it has worked."""
    try:
        fields = Path("/proc/self/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return time.process_time()


def _seat_of(record: Record, text: str) -> int:
    """The seat that is meant by P1.. or a name."""
    names = [f"p{seat + 1}" for seat in range(record.rules.players)]
    for candidates in (names, [name.lower() for name in record.names or ()]):
        if text.lower() in candidates:
            return candidates.index(text.lower())
    players = ", ".join([*map(str.upper, names), *(record.names or ())])
    raise DiamondsError(f"there is no player {printable(text)!r}", code="E-SEAT", hint=f"there are: {players}")


def _deals(view: View) -> str:
    """How much is hidden."""
    if view.count == 1:
        return "nothing is hidden: one deal is possible"
    count = f"{view.count:,}" if view.count < 10_000_000 else f"about {view.count:.1e}"
    return f"{len(view.unseen)} cards are unseen, {count} deals possible"


def _explain(engine: ViewEngine, advice: Any, time_limit: float) -> Any:
    """Why the best move is better than the next one that is not the same."""
    from diamonds_solver.adviser import explain

    rivals = [m.move for m in advice.moves[1:] if m.loss > 1e-9 or m.loss_sem > 1e-9]
    return explain(engine, advice.best, rivals[0], time_limit=time_limit) if rivals else None


@contextmanager
def advice_status(quiet: bool) -> Iterator[Callable[[int, float], None] | None]:
    """Gives a function for `on_progress` that shows a line on a terminal from the first second on; None where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    shown, width = 0.9, 0

    def show(columns: int, seconds: float) -> None:
        nonlocal shown, width
        if seconds - shown < 0.1:
            return
        shown = seconds
        text = f"{seconds:.0f} s, {columns:,} worlds"
        width = max(width, len(text))
        print(f"\r{text:<{width}}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if width:
            print(f"\r{'':<{width}}\r", end="", file=sys.stderr, flush=True)
