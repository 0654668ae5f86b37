"""Options by which a command is told which game is meant, and what the game can be told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

import click

from diamonds_solver.common.options import OptionError, read_options
from diamonds_solver.common.wording import listed
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, Use
from diamonds_solver.games import GAMES, find_game

game_option = click.option("-g", "--game", type=click.Choice(list(GAMES)), default="diamonds", show_default=True, help="Which game.")
settings_option = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Any option of the game by its name.")


class GameCommand(click.Command):
    """A command whose help ends with a text about one game: that of --game."""

    def __init__(self, *args: Any, about: Callable[[Game[Any, Any]], str], **options: Any) -> None:
        super().__init__(*args, **options)
        self._about = about

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """--help ends the parsing, wherever --game stands."""
        pairs = [*pairwise(args), *(tuple(arg.split("=", 1)) for arg in args if arg.startswith("--game="))]
        named = [pair[1] for pair in pairs if pair[0] in ("-g", "--game") and pair[1] in GAMES]
        ctx.meta[__name__] = named[-1] if named else next(iter(GAMES))
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        game = ctx.meta.get(__name__, next(iter(GAMES)))
        others = " or ".join(f"--game {other}" for other in GAMES if other != game)
        formatter.write_paragraph()
        formatter.write(f"{self._about(find_game(game))}\n\nWith {others}: what that game has.\n")
        super().format_epilog(ctx, formatter)


def completed(names_of: Callable[[Game[Any, Any]], Iterable[str]], begun: str) -> list[str]:
    """Such names of all games that begin so."""
    names = [name for game in map(find_game, GAMES) for name in names_of(game)]
    return [name for name in dict.fromkeys(names) if name.startswith(begun)]


def engine_names(begun: str = "") -> list[str]:
    """Such engines of all games that begin so."""
    return completed(lambda game: game.advising.engines(), begun)


def complete_players(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The players of the arena, for a shell."""
    return completed(lambda game: game.playing.names(), begun)


def objectives_text(use: Use) -> str:
    """What each game can be asked for, the default first."""
    return "; ".join(f"{game.words.title}: {', '.join(names)}" for game in map(find_game, GAMES) if (names := game.objectives(use)))


def usage_error(error: DiamondsError) -> click.UsageError:
    """What is wrong with the command line, as click says it."""
    return click.UsageError(error.message + (f"\n  = hint: {error.hint}" if error.hint else ""))


def game_options(game: Game[Any, Any], verb: str, flags: Mapping[str, Any], settings: tuple[str, ...]) -> dict[str, Any]:
    """The options of the game that were given, by `flags` of the command or as `settings`.

    Raises UsageError for what the game does not have, and for values that it cannot have.
    """
    known = game.options[verb]
    values: dict[str, Any] = {}
    for name, value in flags.items():
        if value is None:
            continue
        if name not in known:
            raise foreign_option(game, verb, name)
        text = option_text(value)
        try:
            values[name] = known[name].read(text)
        except ValueError as error:
            raise click.UsageError(f"{spelled(name)} must be {error}, not {text!r}") from error
    try:
        given = read_options(game.words.title, ",".join(settings), known) if settings else {}
    except OptionError as error:
        raise usage_error(error) from error
    if twice := values.keys() & given.keys():
        raise click.UsageError(f"{min(twice)} is set twice")
    return values | given


def option_text(value: object) -> str:
    """The value of an option of a game, as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def foreign_option(game: Game[Any, Any], verb: str, name: str) -> click.UsageError:
    """What to say of an option of the command that the game does not have: which games have it, and what this one has."""
    having = [find_game(other).words.title for other in GAMES if name in find_game(other).options.get(verb, {})]
    message = f"{spelled(name)} is for {listed(having)}: {game.words.title} does not have it"
    if not having:
        message = f"{spelled(name)} does not go with the other options"
    flags = {param.name for param in click.get_current_context().command.params}
    known = [spelled(own) if own in flags else f"--set {own}=.." for own in game.options[verb]]
    return click.UsageError(f"{message}\n  = hint: options of {game.words.title}: {', '.join(known)}")


def spelled(name: str) -> str:
    """An option of the command as people type it: ``--seat-after-dealer``."""
    context = click.get_current_context()
    param = next(param for param in context.command.params if param.name == name)
    return max(param.secondary_opts if param.secondary_opts and context.params.get(name) is False else param.opts, key=len)
