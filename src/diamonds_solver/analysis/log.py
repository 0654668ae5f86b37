"""The file of many analyses: NDJSON, one game a line, with everything needed to resume."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diamonds_solver.analysis.results import Analysis
from diamonds_solver.common.files import ONE_A_LINE, LineLog, difference, first_seed, read_text, write_whole
from diamonds_solver.common.version import build_id
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.games import find_game

FORMAT = 1
_HEAD = ("analysis", "build", "settings", "record")
"""What stands in a line before the answer."""
_NO_LINE = "this line is not an analysis"


class AnalysisFileError(DiamondsError, ValueError):
    """A file of analyses that cannot be continued."""

    code = "E-ANALYSIS"


def key_of(record: Record) -> str:
    """A key for the content of a record, whatever file it is in."""
    return hashlib.sha256(find_game(record.game).records.write(record, "json").encode()).hexdigest()[:32]


class AnalysisLog(LineLog):
    """A file that is read first and then added to, a whole line at a time. A line is what ``diamonds analyse --json`` writes of a game, and
    before it the settings, the build of the program and the key of the record.

    with AnalysisLog(path, settings) as log:
        ... log.games, log.add(analysis)
    """

    def __init__(self, path: Path, settings: Mapping[str, object]) -> None:
        """Reads the file, where there is one. A last line without its end (the program was killed) is cut off.

        Raises AnalysisFileError for a file of something else, of other settings or of another build of the program, OSError for one that
        cannot be read or written.
        """
        self._settings = dict(settings)
        self.games: dict[str, Mapping[str, Any]] = {}
        """The analyses as JSON has them, by the key of the record; of a record that is there twice the later one."""
        super().__init__(path)
        self.read(self._take, AnalysisFileError, '{"analysis"', "program", _NO_LINE)

    def _take(self, line: str) -> None:
        game = _game_of(line)
        differs = difference({"analysis": game["analysis"], **game["settings"]}, {"analysis": FORMAT, **self._settings})
        if differs is not None:
            raise AnalysisFileError(f"the file {differs}", hint="go on with the same settings, or give another file")
        if game["build"] != build_id():
            raise AnalysisFileError(
                f"the file is from another build of the program: {game['build']}; this is {build_id()}", hint="give another file"
            )
        self.games[game["record"]] = game

    def add(self, analysis: Analysis) -> None:
        """Writes a game to the end of the file. Raises OSError, which names it."""
        head = dict(zip(_HEAD, (FORMAT, build_id(), self._settings, key_of(analysis.record)), strict=True))
        game = {**head, **analysis.to_dict()}
        self.write(json.dumps(game, separators=(",", ":")))
        self.games[str(head["record"])] = game


class ReviewCache:
    """A folder with a file for each analysis, each as ``diamonds analyse --json`` writes it. Those of other settings or of another build of
    the program are not found."""

    def __init__(self, folder: Path, settings: Mapping[str, object]) -> None:
        self._folder, self._settings = folder, dict(settings)

    def _path(self, record: Record) -> Path:
        content = json.dumps([FORMAT, build_id(), self._settings, key_of(record)], sort_keys=True)
        return self._folder / f"{hashlib.sha256(content.encode()).hexdigest()[:32]}.json"

    def get(self, record: Record) -> str | None:
        """The text of the file; None if there is none. Raises OSError and TextError for one that cannot be read."""
        path = self._path(record)
        return read_text(path) if path.is_file() else None

    def add(self, analysis: Analysis) -> None:
        """Raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(analysis.record), [json.dumps(analysis.to_dict()).encode()])


def answer_of(game: Mapping[str, Any]) -> dict[str, Any]:
    """A game of a file as ``diamonds analyse --json`` writes it."""
    return {key: value for key, value in game.items() if key not in _HEAD}


def seed_of(path: Path) -> int | None:
    """The seed of the analyses in a file; None where there is none to read. Raises OSError."""
    return first_seed(path, lambda line: _game_of(line)["settings"])


def _game_of(line: str) -> Mapping[str, Any]:
    try:
        game: Mapping[str, Any] = json.loads(line)
        keys = {"record": str, "settings": dict, "build": str, "players": list, "decisions": list}
        if game["analysis"] is None or not all(isinstance(game[key], kind) for key, kind in keys.items()):
            raise ValueError
        return game
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise AnalysisFileError(_NO_LINE, hint=ONE_A_LINE) from error
