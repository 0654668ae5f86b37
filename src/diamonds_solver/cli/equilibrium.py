"""``diamonds equilibrium``: the pass of 2-player Perfect Diamonds, solved as a game."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.hands.passgame import Equilibrium, equilibrium
from diamonds_solver.games.diamonds.record.deal import deal
from diamonds_solver.games.diamonds.record.game_record import last_round
from diamonds_solver.games.diamonds.record.record import Phase, Record
from diamonds_solver.games.diamonds.report.equilibrium import equilibrium_text
from diamonds_solver.games.diamonds.rules.rules import Rules

from . import BAD_INPUT, INTERRUPTED, LIMIT
from .errors import answer_error
from .inputs import read_records_of, sources_argument
from .limits import Duration, Memory
from .options import Seed, json_option, quiet_option, seed_option, threads_option
from .progress import bounds_status, progress


@click.command()
@sources_argument
@click.option("--random", "random_deals", type=click.IntRange(1), metavar="N", help="N random deals instead of records.")
@click.option("--count", "counts", type=click.IntRange(1, 3), multiple=True, help="Cards to pass.  [default: what the record says, or all]")
@click.option("--no-single", is_flag=True, help="Leave out what fixed passes lose.")
@click.option("--time-limit", type=Duration(), help="Limit of time, per record: 5s, 500ms, 3m.")
@click.option("--memory", type=Memory(), default="256M", show_default=True, help="Limit of the search's table.")
@click.option("--require-exact", is_flag=True, help="Exit with code 4 when the limit is met before all is proven.")
@threads_option
@seed_option
@json_option
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    random_deals: int | None,
    counts: tuple[int, ...],
    no_single: bool,
    time_limit: float | None,
    memory: int,
    require_exact: bool,
    threads: int,
    seed: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """What both players should pass in 2-player Perfect Diamonds, and how many cards the dealer should announce.

    SOURCES are files, - for standard input, or a record's text: deals before the pass, of which one hand is enough. After the pass nothing
    is hidden in this game, so each pair of passes has an exact value, and passing is a game in which both choose at the same time:
    the answer is a chance for each pass, its value, and the proof that nothing gains against it.
    """
    if random_deals is not None and sources:
        raise click.UsageError("give records or --random, not both")
    chosen = Seed(seed, quiet or random_deals is None)
    records = read_records_of(Record.game, last_round, sources) if random_deals is None else _deals(random_deals, chosen.value)
    bad = unproven = False
    with progress("solving", random_deals, quiet) as advance:
        for number, item in enumerate(records):
            try:
                if isinstance(item, DiamondsError):
                    raise item
                with bounds_status(quiet) as on_progress:
                    found = equilibrium(
                        item,
                        counts=counts or None,
                        single=not no_single,
                        threads=threads,
                        memory=memory,
                        time_limit=time_limit,
                        on_progress=on_progress,
                    )
            except DiamondsError as error:
                bad = True
                answer_error(error, None if isinstance(item, DiamondsError) else item, as_json)
                continue
            chosen.show()
            _print(found, item, as_json, is_first=number == 0)
            advance()
            unproven |= not found.complete
            if found.interrupted:
                ctx.exit(INTERRUPTED)
    ctx.exit(BAD_INPUT if bad else LIMIT if unproven and require_exact else 0)


def _deals(count: int, seed: int) -> Iterator[Record]:
    """Random deals before the pass; number i of a seed is always the same, that of ``diamonds deal``."""
    for number in range(1, count + 1):
        record = Record.of(deal(Rules(2, perfect=True), (seed, number)), f"deal-{seed}-{number}")
        yield Record(record.rules, record.hands, record.tricks, record.lead, dealer=record.dealer, phase=Phase.CHOOSE, id=record.id)


def _print(found: Equilibrium, record: Record, as_json: bool, is_first: bool) -> None:
    if as_json:
        click.echo(json.dumps({"id": record.id, **found.to_dict(), "players": [record.seat_name(seat) for seat in (0, 1)]}))
    else:
        click.echo("\n" * (not is_first) + equilibrium_text(found, record.id))
