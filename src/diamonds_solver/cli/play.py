"""``diamonds play``: a game in the terminal, by lines and a prompt: against engines, or beside a real table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from diamonds_solver.answers.errors import error_entries
from diamonds_solver.common.wording import quote
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, LivePlay
from diamonds_solver.games import GAMES, find_game

from . import BAD_INPUT
from .games import completed, game_option, game_options, refuse_game_options, settings_option, usage_error
from .inputs import read_records
from .limits import Duration
from .options import FileName, Seed, complete_files, json_option, quiet_option, seed_option

DEFAULT_LEVEL = "normal"
_LIVE_GAMES = [name for name in GAMES if isinstance(find_game(name), LivePlay)]


def _complete_level(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [*(word for word in ("human",) if word.startswith(begun)), *completed("players", begun)]


def _levels_help() -> str:
    """The levels of all games, as an epilog of the command's help."""
    lines = []
    for name in _LIVE_GAMES:
        game = find_game(name)
        assert isinstance(game, LivePlay)
        lines += [f"Levels of {game.words.title}:", *(f"  {level:<8} {text}" for level, text in game.levels.items())]
    return "\b\n" + "\n".join(lines)


@click.command(epilog=_levels_help())
@click.argument("source", metavar="[FILE]", required=False, shell_complete=complete_files)
@game_option
@click.option("-p", "--players", type=int, help="How many play.  [default: 4, or as many as there are names]")
@click.option("--names", metavar="A,B,C", help="The players' names, clockwise.")
@click.option("--seat", metavar="PLAYER", help="Where you sit: P1.. or a name.  [default: P1]")
@click.option("--table", "at_table", is_flag=True, help="You play at a real table, and tell the program what you see there.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    metavar="LEVEL",
    shell_complete=_complete_level,
    help="easy, normal, strong, any player of 'diamonds arena', or human: once for all others, or once for each of them in turn.  "
    "[default: normal]",
)
@click.option("--think-time", type=Duration(), help="Time that a strong opponent may take for a move.  [default: 0.5s]")
@click.option("--hint-time", type=Duration(), default="2s", show_default=True, help="Time for a hint.")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="Which Diamonds.  [default: standard]")
@click.option("--teams", is_flag=True, default=None, help="Team play; 4 or 6 players.")
@click.option("--rounds", type=int, help="How many rounds are played.  [default: all that the rules have]")
@click.option("--dealer", metavar="PLAYER", help="Who deals first.  [default: drawn; with --table P1]")
@click.option("--pass/--no-pass", "pass", default=None, help="Whether cards are passed.")
@settings_option
@click.option("--save", type=FileName(), metavar="FILE", help="Save the game in a new file, after every move.")
@seed_option
@json_option
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    source: str | None,
    game: str,
    players: int | None,
    names: str | None,
    seat: str | None,
    at_table: bool,
    levels: tuple[str, ...],
    think_time: float | None,
    hint_time: float,
    settings: tuple[str, ...],
    save: Path | None,
    seed: int | None,
    as_json: bool,
    quiet: bool,
    dealer: str | None,
    **flags: Any,
) -> None:
    """Play a game in the terminal, or get advice at a real table.

    FILE is a saved game to go on with, or a record to play from. Type what you play: D15, or 15 if only one card fits.
    'hint' asks for advice, '?' tells what else there is. With --table the program knows only what you tell it, and what you may see.
    """
    from .session import Session  # it loads the engines

    if save is not None and save.exists():
        raise click.UsageError(f"{quote(str(save))} is there already: to go on with it, give it as FILE")
    setup = _Setup(seat, at_table, levels, think_time, Seed(seed, quiet))
    given = {"players": players, "names": names, "dealer": dealer, **flags}
    if source is None:
        live = setup.new(find_game(game), given, settings)
    else:
        refuse_game_options(("game", *given, "settings"))
        try:
            live = setup.opened(source)
        except DiamondsError as error:
            if not as_json:
                raise
            click.echo(json.dumps({"event": "errors", "errors": error_entries(error)}))
            ctx.exit(BAD_INPUT)
    if save is not None:
        live.save(save)
    ctx.exit(Session(live, hint_time=hint_time, as_json=as_json, quiet=quiet).run())


class _Setup:
    """Who sits where."""

    def __init__(self, seat: str | None, at_table: bool, levels: Sequence[str], think_time: float | None, seed: Seed) -> None:
        if at_table and levels:
            raise click.UsageError("--table and --level exclude each other: at a real table people play")
        self._seat, self._at_table, self._levels, self._think_time, self._seed = seat, at_table, levels, think_time, seed

    def new(self, game: Game[Any, Any], given: dict[str, Any], settings: tuple[str, ...]) -> Any:
        from diamonds_solver.live.live_game import LiveGame

        if not isinstance(game, LivePlay):
            raise click.UsageError(f"{game.words.title} cannot be played: {', '.join(_LIVE_GAMES)} can")
        names, dealer = given.pop("names"), given.pop("dealer")
        called = None if names is None else [name.strip() for name in names.split(",")]
        if called is not None and given["players"] not in (None, len(called)):
            raise click.UsageError(f"--players {given['players']} and {len(called)} names")
        players = given["players"] or (len(called) if called else None)
        options = game_options(game, "live", {**given, "players": None if players is None else str(players)}, settings)
        players = options.setdefault("players", game.live({}, None, 0, None).record.players)
        if called is not None and not all(called):
            raise click.UsageError("a name is empty")
        if dealer is not None:
            options |= game_options(game, "live", {"dealer": str(_seat_of(dealer, called, players, "--dealer") + 1)}, ())
        sources = self._sources(game, players, called)
        try:
            live = LiveGame.new(sources, game=game.name, options=options, names=called, seed=self._seed.value)
        except DiamondsError as error:
            raise usage_error(error) from error
        self._seed.show()
        return live

    def opened(self, source: str) -> Any:
        """A saved game, or one that begins with a record."""
        from diamonds_solver.live.live_game import LiveGame, is_saved_game

        if source == "-":
            raise click.UsageError("standard input is for what you type: name a file")
        if is_saved_game(source):
            if self._seat or self._at_table or self._levels:
                raise click.UsageError("a saved game says who sits where: leave out --seat, --table and --level")
            return LiveGame.load(source)
        record = next(iter(read_records((source,))))
        if isinstance(record, DiamondsError):
            raise record
        called = list(record.names) if record.names else None
        see = getattr(record, "see", None)
        if self._seat is None and see is not None:
            self._seat = f"P{see + 1}"
        live = LiveGame.of(record, self._sources(find_game(record.game), record.players, called), seed=self._seed.value)
        self._seed.show()
        return live

    def _sources(self, game: Game[Any, Any], players: int, names: Sequence[str] | None) -> list[str]:
        me = 0 if self._seat is None else _seat_of(self._seat, names, players, "--seat")
        others = list(self._levels or ["table" if self._at_table else DEFAULT_LEVEL])
        if len(others) == 1:
            others *= players - 1
        if len(others) != players - 1:
            raise click.UsageError(f"--level is given {len(others)} times: once for all others, or {players - 1} times")
        try:
            others = [self._timed(other) if other in ("human", "table") else self._timed(game.player_name(other)) for other in others]
        except DiamondsError as error:
            raise usage_error(error) from error
        return [*others[:me], "me", *others[me:]]

    def _timed(self, player: str) -> str:
        """With the time that a strong opponent may take."""
        return f"strong:time={self._think_time:g}" if player == "strong" and self._think_time is not None else player


def _seat_of(text: str, names: Sequence[str] | None, players: int, option: str) -> int:
    seats = [f"p{seat + 1}" for seat in range(players)]
    called = [name.lower() for name in names or ()]
    word = text.strip().lower()
    if word in called:
        return called.index(word)
    if word in seats:
        return seats.index(word)
    raise click.UsageError(f"{option}: there is no player {quote(text)}; there are {', '.join([*map(str.upper, seats), *(names or ())])}")
