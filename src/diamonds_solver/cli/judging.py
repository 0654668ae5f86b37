"""What the commands share that judge a game that was played: their options, and the judging itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from diamonds_solver.answers.wording import seat_of
from diamonds_solver.common.parallel import Progress, thread_count
from diamonds_solver.common.quantities import MOST_SEED, MOST_WORLDS
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record, Use
from diamonds_solver.games import find_game

from .advise import OBJECTIVES, EngineName
from .games import objectives_text
from .limits import Count, Duration, Losses, Shares, Whole
from .loop import Run
from .progress import judging_status

if TYPE_CHECKING:
    from diamonds_solver.analysis.results import Analysis

_EFFORT = (
    click.option("--time-limit", type=Duration(), help="Time limit for each decision, without hindsight."),
    click.option("--worlds", type=Count(2, MOST_WORLDS), help="Limit of worlds for each decision.  [default: the usual amount of work]"),
    click.option("--threads", type=Whole(0, 1024), default=0, show_default="0, all processors", help="Decisions judged at once."),
)
_OPTIONS = (
    *_EFFORT[:2],
    click.option(
        "--engine",
        type=EngineName(),
        default="auto",
        show_default=True,
        help="Engine that judges what the player could know, as in advise.",
    ),
    click.option("--objective", type=click.Choice(OBJECTIVES), help=f"What counts: {objectives_text(Use.ADVISE)}.  [default: the first]"),
    click.option("--hindsight-only", is_flag=True, help="Judge only with all cards open; marks then rest on that."),
    click.option("--hindsight-limit", type=Duration(), help="Time limit for a game's hindsight; past it losses are bounds."),
    click.option("--model", type=click.Choice(["paranoid", "maxn"]), help="In hindsight the others act as one, or each for itself."),
    click.option("--player", "players", multiple=True, metavar="PLAYER", help="Judge only P1.. or a name; may be given again."),
    click.option("--round", "rounds", multiple=True, type=Whole(1), help="Judge only this round; may be given again."),
    click.option("--marks", type=Losses(), metavar="LOSSES", help="Smallest losses marked ?!, ? and ??: 0.25,0.5,1 or 5%,10%,15%."),
    *_EFFORT[2:],
    click.option("--seed", type=Whole(0, MOST_SEED), help="Seed of the samples.  [default: one that follows from the record]"),
)


def judging_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that judges a game; `judged` takes their values."""
    return _with(_OPTIONS, function)


def effort_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Of these the ones that say how much work is done."""
    return _with(_EFFORT, function)


def _with(options: Sequence[Callable[..., Any]], function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(options):
        function = option(function)
    return function


def judged(record: Record, given: Mapping[str, Any], run: Run) -> Analysis:
    """The record judged as the options say, to its end or to Ctrl-C. Raises DiamondsError as `analyse` does."""
    # Here, as it loads numpy: an error of the command line or of a file is told at once.
    from diamonds_solver.analysis.results import AnalysisInterrupted

    with judging_status(run.quiet) as on_progress:
        try:
            return _analysis(record, given, thread_count(given["threads"]), on_progress)
        except AnalysisInterrupted as interruption:
            run.interrupted = True
            return interruption.analysis


def judged_elsewhere(
    given: Mapping[str, Any], task: tuple[int, Record], should_stop: Callable[[], bool] | None
) -> tuple[int, Analysis | DiamondsError]:
    """The like as the task of an executor: the number of a record, and what becomes of it."""
    number, record = task
    try:
        return number, _analysis(record, given, 1, should_stop=should_stop)
    except DiamondsError as error:
        return number, error


def _analysis(
    record: Record,
    given: Mapping[str, Any],
    threads: int,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Analysis:
    players = [seat_of(record, name) for name in given["players"]] or None
    check_decisions(record, players, given["rounds"])
    _check_marks(record, given)
    from diamonds_solver.analysis.analyse import analyse
    from diamonds_solver.analysis.results import Thresholds

    return analyse(
        record,
        engine=given["engine"],
        worlds=given["worlds"],
        time_limit=given["time_limit"],
        objective=given["objective"],
        seed=given["seed"],
        threads=threads,
        known=not given["hindsight_only"],
        hindsight_limit=given["hindsight_limit"],
        model=given["model"],
        players=players,
        rounds=given["rounds"] or None,
        thresholds=Thresholds(*given["marks"]) if given["marks"] else None,
        on_progress=on_progress,
        should_stop=should_stop,
    )


def _check_marks(record: Record, given: Mapping[str, Any]) -> None:
    """Raises DiamondsError for marks in per cent where points count, and for those that no chance can lose."""
    game, marks = find_game(record.game), given["marks"]
    is_chance = game.words.objectives[game.objective(given["objective"], Use.ADVISE)].is_chance and not given["hindsight_only"]
    if isinstance(marks, Shares) and not is_chance:
        raise DiamondsError("--marks are in per cent, but here losses are points", code="E-OPTION", hint="write 0.25,0.5,1")
    if marks and is_chance and marks[-1] > 1:
        raise DiamondsError("--marks are above 1, but here losses are chances to win", code="E-OPTION", hint="write 5%,10%,15%")


def check_decisions(record: Record, players: Collection[int] | None, rounds: Collection[int]) -> None:
    """Raises DiamondsError where nothing that is asked for was decided."""
    is_empty = True
    for decision in find_game(record.game).records.decisions(record):
        if (players is None or decision.seat in players) and (not rounds or decision.round in rounds):
            return
        is_empty = False
    if is_empty:
        hint = "add the moves, as in 'diamonds examples game4'; 'diamonds advise' says what to do next"
        raise DiamondsError("the record has no play to judge", code="E-EMPTY", hint=hint)
    raise DiamondsError("the record has no decision by these players in these rounds", code="E-EMPTY", hint="change --player and --round")
