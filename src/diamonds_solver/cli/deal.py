"""``diamonds deal``: random records, and games played by named players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from diamonds_solver.common.options import OptionError
from diamonds_solver.errors import PlayerNameError
from diamonds_solver.game import Game
from diamonds_solver.games import find_game

from .games import complete_players, foreign_option, game_option, game_options, settings_option, usage_error
from .limits import Count
from .loop import Run, answering
from .options import echo_data, json_option, quiet_option, seed_option
from .progress import progress


@click.command()
@click.argument("count", type=Count(), default=1)
@game_option
@click.option("-p", "--players", type=int, help="How many play.  [default: 4 of Diamonds, else 2]")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="Which Diamonds.  [default: standard]")
@click.option("--teams", is_flag=True, default=None, help="Team play, partners opposite; 4 or 6 players.")
@click.option("--cards", type=int, help="A late position with this many cards in each hand, reached by random play.")
@click.option("--mid-trick", is_flag=True, default=None, help="Part of a trick is played; with --cards.")
@click.option(
    "--play",
    "players_named",
    metavar="PLAYER",
    multiple=True,
    shell_complete=complete_players,
    help="Let players of the arena play it: one in all seats, or one for each side, from P1 on.",
)
@click.option("--match", is_flag=True, default=None, help="With --play: all rounds of the rules, as one record.")
@settings_option
@click.option("--one-line", is_flag=True, help="Write each record on one line.")
@answering(json_option, seed_option, quiet_option)
def command(
    run: Run,
    count: int,
    game: str,
    players_named: tuple[str, ...],
    settings: tuple[str, ...],
    one_line: bool,
    **flags: Any,
) -> None:
    """Random deals, COUNT of them (default 1), or rounds and games played by players of the arena.

    P1 deals and P2 leads; in Diam's and Diamoniak P1 begins. All cards are known. Record number i of a seed is the same whatever COUNT is.
    """
    if one_line and run.as_json:
        raise click.UsageError("--one-line and --json exclude each other")
    chosen = find_game(game)
    if flags["match"] and "match" not in chosen.options["contest"]:
        raise foreign_option(chosen, "contest", "match")
    if flags["match"] and not players_named:
        raise click.UsageError("--match needs --play")
    make = _player_of(chosen, players_named, flags, settings) if players_named else _dealer_of(chosen, flags, settings)
    run.seed.show()
    form = "json" if run.as_json else "line" if one_line else "dia"
    with progress("dealing", count, run.quiet) as advance:
        for number in range(1, count + 1):
            echo_data(chosen.records.write(make(run.seed.value, number), form) + "\n" * (form == "dia" and number < count))
            advance()


def _dealer_of(game: Game[Any, Any], flags: dict[str, Any], settings: tuple[str, ...]) -> Callable[[int, int], Any]:
    """Deals record number i of a seed."""
    options = game_options(game, "deal", {name: value for name, value in flags.items() if name != "match"}, settings)
    try:
        game.records.deal((0, 0), options, None)  # what is wrong with the options is said before a seed is chosen
    except OptionError as error:
        raise usage_error(error) from error
    return lambda seed, number: game.records.deal((seed, number), options, f"deal-{seed}-{number}")


def _player_of(game: Game[Any, Any], names: tuple[str, ...], flags: dict[str, Any], settings: tuple[str, ...]) -> Callable[[int, int], Any]:
    """Has record number i of a seed played."""
    options = game_options(game, "contest", flags, settings)
    contest = game.playing.contest(0, options)
    if len(names) not in (1, contest.sides):
        raise click.UsageError(f"give --play once, or {contest.sides} times, once for each side, not {len(names)} times")
    try:
        players = [game.playing.standard_name(name, True) for name in (names * contest.sides)[: contest.sides]]
    except PlayerNameError as error:
        raise usage_error(error) from error

    def played(seed: int, number: int) -> Any:
        return game.playing.contest(seed, options).record(number, players, f"game-{seed}-{number}")

    return played
