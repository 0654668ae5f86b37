"""``diamonds arena``: duplicate matches between named players."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from diamonds_solver.arena.log import ArenaLog, seed_of
from diamonds_solver.arena.matches import (
    Deal,
    Failure,
    Job,
    Pace,
    Pair,
    Result,
    paces,
    play_deal,
    play_deals,
    results,
)
from diamonds_solver.cli.errors import show_error
from diamonds_solver.common.executors import ClusterError, executor
from diamonds_solver.common.interrupts import ending_signals
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.processes import WorkerError
from diamonds_solver.common.version import build_id
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import DiamondsError, PlayerNameError
from diamonds_solver.game import Contest, Game
from diamonds_solver.games import find_game
from diamonds_solver.stats.estimates import Estimate

from . import NO
from .games import GameCommand, complete_players, game_option, game_options, settings_option, usage_error
from .limits import Count, Whole
from .loop import Run, answering
from .options import LOG, Seed, cluster_option, json_option, note, page_width, quiet_option, seed_option, use_colour
from .progress import progress

_ENDLESS = 10_000  # cells
MOST_DEALS = 10**9
_FAILURES = 5  # failed deals that are shown


def _players_help(game: Game[Any, Any]) -> str:
    return f"Players of {game.words.title}:\n{game.playing.help()}"


@click.command(cls=GameCommand, about=_players_help)
@click.argument("names", metavar="PLAYER PLAYER...", nargs=-1, shell_complete=complete_players)
@game_option
@click.option("-p", "--players", type=int, help="How many play.  [default: 4 of Diamonds, else 2]")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="Which Diamonds.  [default: standard]")
@click.option("--teams", is_flag=True, default=None, help="Team play: a player takes a whole team; 4 or 6 players.")
@click.option("--deals", type=Count(1, MOST_DEALS), default=100, show_default=True, help="Deals for each pair of players.")
@click.option("--cards", type=int, help="Cards in each hand; with fewer than the rules say nothing is passed.")
@click.option("--pass/--no-pass", "pass", default=None, help="Whether cards are passed (whole hands only).")
@settings_option
@click.option("--match", is_flag=True, default=None, help="Whole matches, with all rounds, instead of single rounds.")
@click.option("--reverse", is_flag=True, help="Also seat the second player alone among the first; the same with two sides.")
@click.option("-o", "--out", type=LOG, metavar="FILE", help="Write each deal to this file; go on where it ends.")
@click.option("--any-build", is_flag=True, help="Go on even with a file of another build of the program.")
@click.option(
    "--threads",
    type=Whole(0, 1024),
    help="Deals played at the same time; 0: all processors.  [default: 0, but 1 if a player has a time limit]",
)
@cluster_option
@answering(json_option, seed_option, quiet_option)
def command(
    run: Run,
    names: tuple[str, ...],
    game: str,
    settings: tuple[str, ...],
    deals: int,
    reverse: bool,
    out: Path | None,
    any_build: bool,
    threads: int | None,
    cluster: str | None,
    **flags: Any,
) -> None:
    """Play duplicate matches: each PLAYER against every later one.

    The first of a pair takes each seat in turn among players of the second kind, with the same cards each time; a deal is one observation.
    A player can be a function of your own: mybot:choose is `choose` in mybot.py. Numbers have 95 % intervals over deals; a value whose
    interval contains 0 may be luck.
    """
    chosen = find_game(game)
    pairs = _pairs(chosen, names)
    options = game_options(chosen, "contest", flags, settings)
    chosen.playing.contest(0, options)  # what is wrong with the options is said before a seed is chosen
    if out is not None and not run.seed.is_given:
        run.seed = Seed(seed_of(out), run.quiet)  # the same command goes on, also without --seed
    if threads is None:
        threads = 1 if any(_is_timed(name) for pair in pairs for name in pair) else 0
    contest = chosen.playing.contest(run.seed.value, options)
    wanted = deals * len(pairs)
    finished: dict[Job, Deal] = {}
    failed: list[Failure] = []
    lost: WorkerError | ClusterError | None = None
    from scipy import special  # noqa: F401 (for the intervals; without the memory for it the deals would be played in vain)

    with ExitStack() as stack:
        stack.enter_context(ending_signals())
        log = stack.enter_context(ArenaLog(out, contest.settings(), reverse, any_build)) if out is not None else None
        if log is not None:
            finished.update({job: deal for job, deal in log.deals.items() if job.pair in pairs and 0 <= job.deal < deals})
            if finished:
                others = sum(log.builds[job] != build_id() for job in finished)
                note(f"{len(finished)} of {wanted} deals are in {out}" + (f", {others} of other builds" if others else ""), run.quiet)
        there = frozenset(finished)
        missing = (job for deal in range(deals) for pair in pairs if (job := Job(pair, deal)) not in there)
        left = wanted - len(finished)
        advance = stack.enter_context(progress("playing", left, run.quiet, always=True))
        played: Generator[Deal | Failure, None, None]
        try:
            # Closed here, also when a signal comes in the loop: at the end of the program a worker might just be starting.
            if cluster is not None:
                played = stack.enter_context(executor(cluster, 0)).map(partial(play_deal, contest, reverse), missing)
            else:
                played = play_deals(contest, missing, reverse=reverse, processes=min(thread_count(threads), max(1, left)))
            for deal in stack.enter_context(closing(played)):
                if isinstance(deal, Failure):
                    failed.append(deal)
                    continue
                if log is not None:
                    log.add(deal)
                finished[deal.job] = deal
                run.seed.show()
                advance()
        except KeyboardInterrupt:
            run.interrupted = True
        except (WorkerError, ClusterError) as error:
            lost = error
    _show(sorted(finished.values(), key=lambda deal: (deal.job.deal, pairs.index(deal.job.pair))), wanted, contest, run)
    _show_failures(sorted(failed, key=lambda failure: failure.job), run.seed.value)
    if lost is not None:
        show_error(lost)
    if run.interrupted or lost is not None:
        note(
            f"stopped after {len(finished)} of {wanted} deals" + ("" if out is None else f"; the same command goes on with {out}"),
            run.quiet,
        )
    if failed or lost is not None:
        run.verdict = NO


def _show_failures(failed: Sequence[Failure], seed: int) -> None:
    """Which deals failed, with what it takes to play them again."""
    for failure in failed[:_FAILURES]:
        hint = f"the other deals count; it is deal {failure.job.deal} of --seed {seed}"
        show_error(DiamondsError(str(failure), code="E-DEAL", hint=hint))
        if os.environ.get("DIAMONDS_DEBUG"):
            click.echo(failure.trace, err=True)
    if len(failed) > _FAILURES:
        click.echo(f"diamonds: {counted(len(failed) - _FAILURES, 'more deal')} failed", err=True)


def _is_timed(name: str) -> bool:
    """Whether a player has a limit of time, so that what it does depends on the machine."""
    return "time=" in name


def _pairs(game: Game[Any, Any], names: tuple[str, ...]) -> list[Pair]:
    """Each player against every later one.

    Raises UsageError for names that are none.
    """
    if len(names) < 2:
        raise click.UsageError("at least two players are needed, as in: diamonds arena ismcts:sims=500 greedy")
    try:
        strict = [game.playing.standard_name(name, True) for name in names]
    except PlayerNameError as error:
        raise usage_error(error) from error
    return list(dict.fromkeys(Pair(a, b) for a, b in combinations(strict, 2)))


def _show(deals: list[Deal], wanted: int, contest: Contest, run: Run) -> None:
    if run.as_json:
        rows = {"results": [row.to_dict() for row in results(deals)], "paces": [pace.to_dict() for pace in paces(deals)]}
        run.write({"settings": contest.settings(), "finished": len(deals) == wanted, **rows})
    elif deals:
        click.echo(_text(results(deals), paces(deals), contest), color=use_colour())


def _text(rows: list[Result], times: list[Pace], contest: Contest) -> str:
    from rich import box
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    def table(*columns: str, texts: int) -> Table:
        made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
        for index, column in enumerate(columns):
            is_text = index < texts
            made.add_column(column, justify="left" if is_text else "right", overflow="fold", no_wrap=not is_text)
        return made

    result_table = table("player", "in a field of", "margin", "points", "wins %", "deals", texts=2)
    for row in rows:
        result_table.add_row(
            row.player, row.field, _interval(row.margin, "+.2f"), _interval(row.points), _interval(row.wins, ".1f", 100), str(row.deals)
        )
    pace_table = table("player", "median ms", "95 %", "decisions", texts=1)
    for pace in times:
        pace_table.add_row(pace.player, _milliseconds(pace.median), _milliseconds(pace.p95), str(pace.decisions))
    console = Console(
        width=page_width(),
        color_system="standard" if use_colour() else None,
        force_terminal=use_colour(),
        highlight=False,
        markup=False,
    )
    if not sys.stdout.isatty():  # a pipe has no edge at which a name would have to be broken
        endless = console.options.update(max_width=_ENDLESS)
        console.width = max(console.width, *(Measurement.get(console, endless, drawn).maximum for drawn in (result_table, pace_table)))
    with console.capture() as capture:
        console.print(f"{contest.title()}.")
        console.print(f"Points a round; ± is half a 95 % interval over deals; equals win {100 * rows[0].fair:.1f} %.\n")
        console.print(result_table)
        console.print()
        console.print(pace_table)
    return "\n".join(line.rstrip() for line in capture.get().rstrip().splitlines())


def _interval(estimate: Estimate, style: str = ".2f", factor: float = 1) -> str:
    """The value, and half the length of the interval."""
    text = format(factor * estimate.value, style)
    if float(text) == 0:
        text = format(0.0, style)  # without the sign that it was rounded from
    reach = factor * (estimate.high - estimate.low) / 2
    return f"{text} ±{reach:{style.lstrip('+')}}" if estimate.count > 1 and reach < float("inf") else text


def _milliseconds(seconds: float) -> str:
    """Three figures, or the whole number where that has more."""
    milliseconds = 1000 * seconds
    return f"{milliseconds:.0f}" if milliseconds >= 99.95 else f"{milliseconds:#.3g}"
