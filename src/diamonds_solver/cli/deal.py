"""``diamonds deal``: random records."""

from __future__ import annotations

from typing import Any

import click

from diamonds_solver.common.options import OptionError
from diamonds_solver.games import find_game

from .games import game_option, game_options, settings_option, usage_error
from .limits import Count
from .options import Seed, json_option, quiet_option, seed_option
from .progress import progress


@click.command()
@click.argument("count", type=Count(), default=1)
@game_option
@click.option("-p", "--players", type=int, help="How many play.  [default: 4]")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="Which Diamonds.  [default: standard]")
@click.option("--teams", is_flag=True, default=None, help="Team play, partners opposite; 4 or 6 players.")
@click.option("--cards", type=int, help="A late position with this many cards in each hand, reached by random play.")
@click.option("--mid-trick", is_flag=True, default=None, help="Part of a trick is played; with --cards.")
@settings_option
@click.option("--one-line", is_flag=True, help="Write each record on one line.")
@json_option
@seed_option
@quiet_option
def command(
    count: int, game: str, settings: tuple[str, ...], one_line: bool, as_json: bool, seed: int | None, quiet: bool, **flags: Any
) -> None:
    """Random deals, COUNT of them (default 1).

    P1 deals and P2 leads, all cards are known. Record number i of a seed is the same however many are asked for.
    """
    if one_line and as_json:
        raise click.UsageError("--one-line and --json exclude each other")
    shelf = find_game(game)
    options = game_options(shelf, "deal", flags, settings)
    try:
        shelf.deal((0, 0), options)  # what is wrong with the options is said before a seed is chosen
    except OptionError as error:
        raise usage_error(error) from error
    chosen = Seed(seed, quiet)
    chosen.show()
    form = "json" if as_json else "line" if one_line else "dia"
    with progress("dealing", count, quiet) as advance:
        for number in range(1, count + 1):
            record = shelf.deal((chosen.value, number), options, f"deal-{chosen.value}-{number}")
            click.echo(shelf.write(record, form), nl=form == "dia" and number < count)
            advance()
