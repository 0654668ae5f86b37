"""The file of an arena: NDJSON, one line for each deal of a pair, with all that is needed to go on and to compute again."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diamonds_solver.common.files import ONE_A_LINE, LineLog, difference, first_seed
from diamonds_solver.common.version import __version__, build_id
from diamonds_solver.errors import DiamondsError

from .matches import Deal, Game, Job, Pair, seatings

FORMAT = 1
_NO_LINE = "this is not a line of arena results"


class ArenaFileError(DiamondsError, ValueError):
    """A file of results that cannot be continued."""

    code = "E-ARENA"


def line_of(deal: Deal, settings: Mapping[str, object]) -> str:
    """The deal as a line of JSON, without the newline. Times are milliseconds."""
    milliseconds = [[round(1000 * seconds, 3) for seconds in times] for times in deal.seconds]
    record = {
        "arena": FORMAT,
        "version": __version__,
        "build": build_id(),
        "settings": dict(settings),
        "a": deal.job.pair.a,
        "b": deal.job.pair.b,
        "deal": deal.job.deal,
        "games": [{"sides": game.sides, "points": game.points, "wins": game.shares} for game in deal.games],
        "ms": {"a": milliseconds[0], "b": milliseconds[1]},
    }
    return json.dumps(record, separators=(",", ":"))


def deal_of(record: Mapping[str, Any], reverse: bool) -> Deal | None:
    """The deal of a line, read as JSON; None where games are missing because they were played without `reverse`.

    Raises ArenaFileError for any other line.
    """
    try:
        pair = Pair(_text(record["a"]), _text(record["b"]))
        games = {
            game["sides"]: Game(game["sides"], tuple(map(float, game["points"])), tuple(map(float, game["wins"])))
            for game in record["games"]
        }
        times = (tuple(ms / 1000 for ms in record["ms"]["a"]), tuple(ms / 1000 for ms in record["ms"]["b"]))
        sides = len(next(iter(games)))
        if any(not len(game.points) == len(game.shares) == sides for game in games.values()):
            raise ValueError
        numbers = [number for game in games.values() for number in (*game.points, *game.shares)]
        if not all(map(math.isfinite, [*numbers, *times[0], *times[1]])) or min((*times[0], *times[1]), default=0) < 0:
            raise ValueError
        wanted = seatings(sides, reverse)
        if not games.keys() >= set(wanted):
            return None
        return Deal(Job(pair, int(record["deal"])), tuple(games[sides] for sides in wanted), times)
    except (ValueError, KeyError, TypeError, StopIteration, OverflowError) as error:
        raise ArenaFileError(_NO_LINE, hint=ONE_A_LINE) from error


def _record(line: str) -> Mapping[str, Any]:
    """What stands in a line, and of which build it is ("" where the line does not tell)."""
    try:
        record = json.loads(line)
        return {**record, "arena": record["arena"], "build": str(record.get("build") or ""), "settings": dict(record["settings"])}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ArenaFileError(_NO_LINE, hint=ONE_A_LINE) from error


def _check_settings(record: Mapping[str, Any], settings: Mapping[str, object]) -> None:
    differs = difference({"arena": record["arena"], **record["settings"]}, {"arena": FORMAT, **settings})
    if differs is not None:
        raise ArenaFileError(f"the file {differs}", hint="go on with the same settings, or give another file")


def _check_build(record: Mapping[str, Any]) -> None:
    if record["build"] != build_id():
        theirs = f"version {record.get('version')}, build {record['build'] or 'unknown'}"
        raise ArenaFileError(
            f"the file is from another build of the program: {theirs}; this is version {__version__}, build {build_id()}",
            hint="give another file; or add --any-build, if the players play as they did",
        )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def seed_of(path: Path) -> int | None:
    """The seed of the results in a file; None where there is none to read. Raises OSError."""
    return first_seed(path, lambda line: _record(line)["settings"])


class ArenaLog(LineLog):
    """A file that is read first and then added to, a whole line at a time.

    with ArenaLog(path, settings, reverse) as log:
        ... log.deals, log.add(deal)
    """

    def __init__(
        self,
        path: Path,
        settings: Mapping[str, object],
        reverse: bool = False,
        any_build: bool = False,
        is_read_only: bool = False,
    ) -> None:
        """Reads the file, where there is one. A last line without its end (the program was killed) is cut off.

        `any_build`: also one that was written by another build of the program. `is_read_only`: one that another arena may be writing; then
        a last line without its end is passed over, and nothing can be added. Raises ArenaFileError for a file that is none of these
        results, OSError for one that cannot be read or written.
        """
        self._settings, self._reverse, self._any_build = dict(settings), reverse, any_build
        self.deals: dict[Job, Deal] = {}
        """The deals of the file; of a deal that is there twice the later one."""
        self.builds: dict[Job, str] = {}
        """Of which build each of them is; "" where the file does not tell."""
        super().__init__(path, is_read_only)
        self.read(self._take, ArenaFileError, '{"arena"', "arena", _NO_LINE)

    def _take(self, line: str) -> None:
        record = _record(line)
        _check_settings(record, self._settings)
        if not self._any_build:
            _check_build(record)
        deal = deal_of(record, self._reverse)
        if deal is not None:
            self.deals[deal.job] = deal
            self.builds[deal.job] = record["build"]

    def add(self, deal: Deal) -> None:
        """Writes a deal to the end of the file. Raises OSError, which names it."""
        self.write(line_of(deal, self._settings))
        self.deals[deal.job] = deal
        self.builds[deal.job] = build_id()
