"""``diamonds equilibrium``: the pass of 2-player Perfect Diamonds, solved as a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.hand_texts import equilibrium_text
from diamonds_solver.games.diamonds.records.game_record import last_round
from diamonds_solver.games.diamonds.records.record import Phase, Record
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.equilibrium import equilibrium

from . import LIMIT
from .beside import Said
from .inputs import of_game, read_records, sources_argument
from .limits import Duration, Memory, Whole
from .loop import Run, answering
from .options import Seed, json_option, quiet_option, seed_option, threads_option
from .progress import bounds_status, progress


@click.command()
@sources_argument
@click.option("--deals", "random_deals", type=Whole(1), metavar="N", help="N random deals instead of records.")
@click.option("--count", "counts", type=Whole(1, 3), multiple=True, help="Cards to pass.  [default: what the record says, or all]")
@click.option("--no-single", is_flag=True, help="Leave out what fixed passes lose.")
@click.option("--time-limit", type=Duration(), help="Time limit for each record: 5s, 500ms, 3m.")
@click.option("--memory", type=Memory(), default="256M", show_default=True, help="Memory limit for the search's table.")
@click.option("--require-exact", is_flag=True, help="Exit with code 4 if the limit is reached before all is proven.")
@threads_option
@answering(seed_option, json_option, quiet_option)
def command(
    run: Run,
    sources: tuple[str, ...],
    random_deals: int | None,
    counts: tuple[int, ...],
    no_single: bool,
    require_exact: bool,
    **limits: Any,
) -> None:
    """What both players should pass in 2-player Perfect Diamonds, and how many cards the dealer should announce.

    SOURCES are files, - for standard input, or a record's text: deals before the pass; one whole hand is enough. After the pass nothing is
    hidden in this game, so each pair of passes has an exact value, and passing is a game in which both choose at the same time: the answer
    is a chance for each pass, its value, and the proof that nothing gains against it.
    """
    if random_deals is not None and sources:
        raise click.UsageError("give records or --deals, not both")
    records: Iterator[Any]
    if random_deals is None:
        run.seed = Seed(0)  # nothing is drawn
        records = read_records(sources)
    else:
        records = _deals(random_deals, run.seed.value)
    with progress("solving", random_deals, run.quiet) as advance:

        def answer(whole: Any) -> None:
            record = last_round(of_game(Record.game, whole))
            if counts and record.phase is not Phase.CHOOSE and record.pass_count is not None:
                known = Said.by(record, "deal")
                replace(known, values={"counts": str(record.pass_count)}, meant={"counts": " ".join(map(str, counts))}).check()
            with bounds_status(run.quiet) as on_progress:
                solution = equilibrium(record, counts=counts or None, single=not no_single, on_progress=on_progress, **limits)
            if run.as_json:
                run.write({"id": record.id, **solution.to_dict(), "players": [record.seat_name(seat) for seat in (0, 1)]})
            else:
                run.write(equilibrium_text(solution, record.id))
            advance()
            run.interrupted = solution.interrupted
            if require_exact and not solution.complete:
                run.verdict = LIMIT

        run.each(records, answer)


def _deals(count: int, seed: int) -> Iterator[Record]:
    """Random deals before the pass; number i of a seed is always the same, that of ``diamonds deal``."""
    for number in range(1, count + 1):
        record = Record.of(deal(Rules(2, perfect=True), (seed, number)), f"deal-{seed}-{number}")
        yield Record(record.rules, record.hands, record.tricks, record.lead, dealer=record.dealer, phase=Phase.CHOOSE, id=record.id)
