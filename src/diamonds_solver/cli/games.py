"""Options by which a command is told which game is meant, and what the game can be told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from diamonds_solver.common.options import OptionError, read_options
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, NamesAll
from diamonds_solver.games import GAMES, find_game

game_option = click.option("-g", "--game", type=click.Choice(list(GAMES)), default="diamonds", show_default=True, help="Which game.")
settings_option = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Any option of the game by its name.")


def completed(kind: str, begun: str) -> list[str]:
    """The ``engines`` or ``players`` of all games that begin so."""
    games = [game for name in GAMES if isinstance(game := find_game(name), NamesAll)]
    names = [name for game in games for name in (game.engines() if kind == "engines" else game.players())]
    return [name for name in dict.fromkeys(names) if name.startswith(begun)]


def complete_players(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The players of the arena, for a shell."""
    return completed("players", begun)


def usage_error(error: DiamondsError) -> click.UsageError:
    """What is wrong with the command line, as click says it."""
    return click.UsageError(error.message + (f"\n  = hint: {error.hint}" if error.hint else ""))


def game_options(game: Game[Any, Any], verb: str, flags: Mapping[str, Any], settings: tuple[str, ...]) -> dict[str, Any]:
    """The options of the game that were given, by `flags` of the command or as `settings`.

    Raises UsageError for what the game does not have, and for values that it cannot have.
    """
    known = game.options[verb]
    values: dict[str, Any] = {}
    try:
        for name, value in flags.items():
            if value is not None:
                text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
                values |= read_options(game.words.title, f"{name}={text}", known)
        given = read_options(game.words.title, ",".join(settings), known) if settings else {}
    except OptionError as error:
        raise usage_error(error) from error
    if twice := values.keys() & given.keys():
        raise click.UsageError(f"{min(twice)} is set twice")
    return values | given
