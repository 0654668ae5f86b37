"""The body of a request: an object whose fields are read by name, each with its type and limits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diamonds_solver.common.options import read_options
from diamonds_solver.common.quantities import LONGEST_TIME
from diamonds_solver.game import Game


class RequestError(Exception):
    """A body that the page would not send. Users never see it; whoever writes a client does."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class RequestFields:
    """The fields of a request. Raises RequestError for a body that is no JSON object, and for fields that are not as they should be."""

    def __init__(self, body: bytes) -> None:
        try:
            fields = json.loads(body or b"{}")
        except (ValueError, RecursionError):
            raise RequestError("the body is not JSON") from None
        if not isinstance(fields, dict):
            raise RequestError("the body is not a JSON object")
        self._fields: dict[str, Any] = fields
        self._used: set[str] = set()

    def text(self, name: str, *, most: int = 1 << 16, default: str | None = None) -> str:
        value = self._get(name, default)
        if not isinstance(value, str) or len(value) > most:
            raise RequestError(f"{name} must be text of at most {most} characters")
        return value

    def choice(self, name: str, among: Sequence[str], default: str | None = None) -> str:
        value = self._get(name, default)
        if value not in among:
            raise RequestError(f"{name} must be one of {', '.join(among)}")
        return str(value)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self._get(name, default)
        if not isinstance(value, bool):
            raise RequestError(f"{name} must be true or false")
        return value

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int | None:
        value = self._get(name, default, True)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise RequestError(f"{name} must be a whole number from {least} to {most}")
        return value

    def seconds(self, name: str, most: float, default: float | None = None) -> float | None:
        """Cut to `most`: that is the server's limit, and no mistake."""
        value = self._get(name, default, True)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= LONGEST_TIME:
            raise RequestError(f"{name} must be a number of seconds")
        return min(float(value), most)

    def texts(self, name: str, *, most: int) -> list[str] | None:
        """A list of at most `most` texts; None where there is none."""
        value = self._get(name, None, True)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) > most or not all(isinstance(item, str) and len(item) <= 256 for item in value):
            raise RequestError(f"{name} must be a list of at most {most} texts")
        return list(value)

    def items(self, name: str, *, most: int) -> list[RequestFields]:
        """The fields of each object of a list of at most `most`."""
        value = self._get(name, None)
        if not isinstance(value, list) or len(value) > most or not all(isinstance(item, dict) for item in value):
            raise RequestError(f"{name} must be a list of at most {most} objects")
        return [RequestFields(json.dumps(item).encode()) for item in value]

    def rest(self, known: Sequence[str]) -> dict[str, Any]:
        """The fields named so that are there, as they are."""
        self._used.update(known)
        return {name: self._fields[name] for name in known if self._fields.get(name) is not None}

    def check_all_used(self) -> None:
        """Raises RequestError for a field that nobody has asked for: it would change nothing."""
        if unknown := sorted(self._fields.keys() - self._used):
            raise RequestError(f"there is no field {unknown[0][:64]!r} here")

    def _get(self, name: str, default: Any, can_miss: bool = False) -> Any:
        self._used.add(name)
        value = self._fields.get(name)
        if value is None:
            value = default
        if value is None and not can_miss:
            raise RequestError(f"{name} is missing")
        return value


def settings(fields: RequestFields, game: Game[Any, Any], verb: str) -> dict[str, Any]:
    """The fields that are options of the game for `verb`, such as ``deal``. Raises OptionError for values that they cannot have."""
    known = game.options.get(verb, {})
    values: dict[str, Any] = {}
    for name, value in fields.rest(tuple(known)).items():
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        values |= read_options(game.words.title, f"{name}={text}", known)
    return values


# -- limits -------------------------------------------------------------------------------------------------------------------------------
# What one server gives to its page at most. They are fixed when the server starts: no request can raise them.


@dataclass(frozen=True)
class Limits:
    seconds: float = 60.0
    """Of one computation, or of one move of an engine in a live game."""
    memory: int = 256 << 20
    """Bytes of the solver's table."""
    threads: int = 1
    worlds: int = 100_000
    """Of one piece of advice; with a time limit as well, whichever comes first."""
    body: int = 512 << 10
    """Bytes of a request's body."""
    connections: int = 32
    """Open at the same time. One more closes the oldest of those that have sent nothing with the cookie, or else is closed itself."""
    head: float = 3.0
    """Seconds until the head of a request is there."""
    body_seconds: float = 30.0
    """Seconds until the body of a request is there."""
    games: int = 32
    """Live games kept; the one that was longest not asked for makes room for a new one."""
