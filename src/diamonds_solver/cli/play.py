"""``diamonds play``: a game in the terminal, by lines and a prompt: against engines, or beside a real table."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from diamonds_solver.answers.wording import error_entries
from diamonds_solver.common.files import is_terminal, reason_of, user_folder
from diamonds_solver.common.wording import composed, counted, quote
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game
from diamonds_solver.games import find_game

from . import BAD_INPUT
from .beside import Said, seat_number
from .games import GameCommand, complete_players, game_option, game_options, option_text, settings_option, usage_error
from .inputs import read_records
from .limits import Duration
from .loop import Run, answering
from .options import NEW, Seed, complete_files, json_option, note, quiet_option, seed_option

DEFAULT_LEVEL = "normal"
_MOST_KEPT = 20  # games that were left and not saved
_KEPT_NAME = re.compile(r"\d{8}-\d{6}-\d+\.dia")


def _complete_level(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [*(word for word in ("human",) if word.startswith(begun)), *complete_players(ctx, param, begun)]


def _levels_help(game: Game[Any, Any]) -> str:
    return "\n".join([f"Levels of {game.words.title}:", *(f"  {level:<8} {text}" for level, text in game.levels.items())])


@click.command(cls=GameCommand, about=_levels_help)
@click.argument("source", metavar="[FILE]", required=False, shell_complete=complete_files)
@game_option
@click.option("-p", "--players", type=int, help="How many play.  [default: 4 of Diamonds, else 2, or as many as there are names]")
@click.option("--names", metavar="A,B,C", help="The players' names, clockwise.")
@click.option("--seat", metavar="PLAYER", help="Where you sit: P1.. or a name.  [default: P1]")
@click.option("--table", "at_table", is_flag=True, help="Get advice at a real table: type what you see there.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    metavar="LEVEL",
    shell_complete=_complete_level,
    help="easy, normal, strong, any player of 'diamonds arena' except clairvoyant, or human: once for all others, or once for each of "
    "them in turn.  [default: normal]",
)
@click.option(
    "--think-time", type=Duration(), help="Time that a strong opponent takes for a move.  [default: an eighth of the work of a hint]"
)
@click.option("--hint-time", type=Duration(), help="Time limit for a hint.  [default: none, a fixed amount of work]")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="Which Diamonds.  [default: standard]")
@click.option("--teams", is_flag=True, default=None, help="Team play; 4 or 6 players.")
@click.option("--rounds", type=int, help="How many rounds are played.  [default: all that the rules have]")
@click.option("--dealer", metavar="PLAYER", help="Who deals first.  [default: drawn; with --table P1]")
@click.option("--first", metavar="PLAYER", help="Who begins Diam's or Diamoniak.  [default: drawn; with --table P1]")
@click.option("--pass/--no-pass", "pass", default=None, help="Whether cards are passed.")
@settings_option
@click.option("--save", type=NEW, metavar="FILE", help="Save the game in this file after every move; a game saved there goes on.")
@click.option("--resume", is_flag=True, help="Go on with the last unsaved game.")
@answering(seed_option, json_option, quiet_option)
def command(
    run: Run,
    source: str | None,
    game: str,
    players: int | None,
    names: str | None,
    seat: str | None,
    at_table: bool,
    levels: tuple[str, ...],
    think_time: float | None,
    hint_time: float | None,
    settings: tuple[str, ...],
    save: Path | None,
    resume: bool,
    dealer: str | None,
    first: str | None,
    **flags: Any,
) -> None:
    """Play a game in the terminal, or get advice at a real table.

    FILE is a saved game to go on with, or a record to play from. Type what you play: D15, or 15 if only one card fits. 'hint' asks for
    advice, '?' lists the other commands. With --table the program knows only what you tell it.
    """
    from diamonds_solver.live.live_game import is_saved_game

    from .session import Session  # it loads the engines

    if resume:
        if source is not None or save is not None:
            raise click.UsageError("--resume goes on with a game that was not saved: leave out FILE and --save")
        source = _last_kept()
    elif save is not None and save.exists():
        if source is not None or not is_saved_game(save):
            raise click.UsageError(f"{quote(str(save))} already exists and is not a game to go on with: name a new file")
        source = str(save)
    setup = _Setup(seat, at_table, levels, think_time, run.seed)
    given = {"players": players, "names": names, "dealer": dealer, "first": first, **flags}
    if source is None:
        live = setup.new(find_game(game), given, settings)
    else:
        try:
            live = setup.opened(source)
        except DiamondsError as error:
            if not run.as_json:
                raise
            click.echo(json.dumps({"event": "errors", "errors": error_entries(error)}))
            run.verdict = BAD_INPUT
            return
    if save is not None:
        live.save(save)
    kept = live.path if resume else None
    if live.path is None and is_terminal(sys.stdin) and not run.as_json:
        kept = _keep(live, run.quiet)
    run.verdict = Session(live, hint_time=hint_time, as_json=run.as_json, quiet=run.quiet, kept=kept).run()


def _kept_games() -> list[Path]:
    """The games that nobody saved, the oldest first; what else lies there is no game of ours."""
    from diamonds_solver.live.live_game import is_saved_game

    kept = [path for path in user_folder("state").glob("*.dia") if _KEPT_NAME.fullmatch(path.name) and is_saved_game(path)]
    return sorted(kept, key=lambda path: path.stat().st_mtime)


def _last_kept() -> str:
    try:
        games, why = _kept_games(), ""
    except OSError as error:
        games, why = [], f": {reason_of(error)}"
    if not games:
        raise click.UsageError(f"there is no unsaved game to resume{why}")
    return str(games[-1])


def _keep(live: Any, quiet: bool) -> Path | None:
    """Saves a game for --resume after every move; None where that cannot be. Of games that were left, the last ones stay."""
    try:
        path = user_folder("state") / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.dia"
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for old in _kept_games()[:-_MOST_KEPT]:
            old.unlink(missing_ok=True)
        live.save(path)
    except OSError as error:
        live.path = None
        note(f"the game is not kept for --resume: {reason_of(error)}", quiet)
        return None
    return path


class _Setup:
    """Who sits where."""

    def __init__(self, seat: str | None, at_table: bool, levels: Sequence[str], think_time: float | None, seed: Seed) -> None:
        if at_table and levels:
            raise click.UsageError("--table and --level exclude each other: at a real table people play")
        self._seat, self._at_table, self._levels, self._think_time, self._seed = seat, at_table, levels, think_time, seed

    def new(self, game: Game[Any, Any], given: dict[str, Any], settings: tuple[str, ...]) -> Any:
        from diamonds_solver.live.live_game import LiveGame

        names = given.pop("names")
        seats = {option: text for option in ("dealer", "first") if (text := given.pop(option)) is not None}
        called = None if names is None else [composed(name.strip()) for name in names.split(",")]
        if called is not None and given["players"] not in (None, len(called)):
            raise click.UsageError(f"--players {given['players']}, but {counted(len(called), 'name')}")
        players = given["players"] or (len(called) if called else None)
        options = game_options(game, "live", {**given, "players": None if players is None else str(players)}, settings)
        players = options.setdefault("players", game.playing.table({}, None, 0, None).record.players)
        if called is not None and not all(called):
            raise click.UsageError("a name is empty")
        for option, text in seats.items():
            options |= game_options(game, "live", {option: str(seat_number(text, called or seats_of(players), f"--{option}") + 1)}, ())
        sources = self._sources(game, players, called)
        try:
            live = LiveGame.new(sources, game=game.name, options=options, names=called, seed=self._seed.value)
        except DiamondsError as error:
            raise usage_error(error) from error
        self._seed.show()
        return live

    def opened(self, source: str) -> Any:
        """A saved game, or one that begins with a record; the options given agree with it."""
        from diamonds_solver.live.live_game import LiveGame, is_saved_game

        if source == "-":
            raise click.UsageError("standard input is for what you type: name a file")
        if is_saved_game(source):
            live = LiveGame.load(source)
            self._beside(live, source).check()
            return live
        record = next(iter(read_records((source,))))
        if isinstance(record, DiamondsError):
            raise record
        Said.by(record, "live").check()
        called = list(record.names) if record.names else None
        see = getattr(record, "see", None)
        if self._seat is None and see is not None:
            self._seat = f"P{see + 1}"
        live = LiveGame.of(record, self._sources(find_game(record.game), record.players, called), seed=self._seed.value)
        self._seed.show()
        return live

    def _beside(self, live: Any, source: str) -> Said:
        """What a saved game says, that of who plays among it."""
        known, others = Said.by(live.table.record, "live"), [each for each in live.sources if each != "me"]
        times = [each.partition("=")[2] or "counted work" for each in others if each.partition(":")[0] == "strong"]
        values = {name: option_text(value) for name, value in live.options.items()}
        values |= {"at_table": option_text(live.is_companion), "levels": " ".join(others), "seed": str(live.seed)}
        values |= {"seat": str(live.sources.index("me") + 1)} if "me" in live.sources else {}
        meant = {}
        if self._levels:  # strong is meant with whatever time it has
            pairs = zip(self._others(live.game, live.players), others, strict=True)
            meant["levels"] = " ".join(there if own == there.partition(":time")[0] else own for own, there in pairs)
        if self._think_time is not None:
            meant["think_time"] = f"{self._think_time:g}"
            values |= {"think_time": meant["think_time"] if meant["think_time"] in times else times[0]} if times else {}
        return replace(known, source=source, values={**known.values, **values}, meant=meant, secret=("seed",))

    def _sources(self, game: Game[Any, Any], players: int, names: Sequence[str] | None) -> list[str]:
        me = 0 if self._seat is None else seat_number(self._seat, names or seats_of(players), "--seat")
        others = self._others(game, players)
        return [*others[:me], "me", *others[me:]]

    def _others(self, game: Game[Any, Any], players: int) -> list[str]:
        """Who sits in all seats but one."""
        others = list(self._levels or ["table" if self._at_table else DEFAULT_LEVEL])
        if len(others) == 1:
            others *= players - 1
        if len(others) != players - 1:
            raise click.UsageError(f"give --level once for all others, or {players - 1} times, not {len(others)} times")
        try:
            return [
                self._timed(other) if other in ("human", "table") else self._timed(game.playing.standard_name(other, False))
                for other in others
            ]
        except DiamondsError as error:
            raise usage_error(error) from error

    def _timed(self, player: str) -> str:
        """With the time that a strong opponent may take."""
        return f"strong:time={self._think_time:g}" if player == "strong" and self._think_time is not None else player


def seats_of(players: int) -> list[str]:
    return [f"P{seat + 1}" for seat in range(players)]
