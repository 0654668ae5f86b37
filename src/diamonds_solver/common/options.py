"""Options with typed values: of engines and players by name, and of games."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any, Generic, TypeVar

from diamonds_solver.errors import DiamondsError, PositionError

from .quantities import LONGEST_TIME, read_count, read_time

# -- options after a name -----------------------------------------------------------------------------------------------------------------
# Options after the name of an engine or of a player of the arena, ``name:option=value,option=value``: read alike for both.

T = TypeVar("T")

MOST = 10**9
"""The largest whole number of an option."""
_FEW = 10  # values that can be listed


class OptionError(DiamondsError, ValueError):
    """An option that does not exist, is there twice or has a value that it cannot have."""

    code = "E-ENGINE"


@dataclass(frozen=True)
class Option:
    """What may stand after a name."""

    text: str
    """What it sets, for people."""
    read: Callable[[str], Any]
    """The value of a text. Raises ValueError, which says what values there are, for any other text."""
    alias: str | None = None
    """Another name that means the same."""

    @property
    def values(self) -> tuple[str, ...]:
        """All texts that `read` takes, where they are few: what a page offers; else empty."""
        if isinstance(self.read, _OneOf):
            return tuple(map(str, self.read.values))
        return ("yes", "no") if self.read is yes_or_no else ()


def read_options(owner: str, text: str, known: Mapping[str, Option]) -> dict[str, Any]:
    """The values of the options in a text, by their first names. `owner`: whose they are, for messages.

    Raises OptionError.
    """
    names = {option.alias: name for name, option in known.items() if option.alias} | {name: name for name in known}
    values: dict[str, Any] = {}
    for item in text.split(","):
        written, _, value = item.partition("=")
        name = names.get(written)
        if name is None:
            raise OptionError(f"{owner} has no option {written!r}", hint=meant(written, tuple(known), "options", tuple(names)))
        if name in values:
            other = "" if written == name else f", which is {name!r}"
            raise OptionError(f"{owner} has the option {written!r}{other} twice")
        try:
            values[name] = known[name].read(value)
        except ValueError as error:
            raise OptionError(f"{written} must be {error}, not {value!r}") from None
    return values


def read_engine(text: str, known: Mapping[str, Mapping[str, Option]]) -> tuple[str, dict[str, Any]]:
    """The name of an engine, one of `known`, and the values of its options: ``name`` or ``name:option=value,option=value``.

    Raises DiamondsError for an engine that does not exist, OptionError, TypeError for what is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"the name of an engine is expected, not {type(text).__name__}")
    name, _, rest = text.partition(":")
    if name not in known:
        raise DiamondsError(f"there is no engine {name!r}", code="E-ENGINE", hint=meant(name, known, "engines"))
    return name, read_options(f"the engine {name}", rest, known[name]) if rest else {}


def meant(word: str, known: Collection[str], what: str, also: Collection[str] = ()) -> str:
    """A hint with the word, a known one or one of `also`, that is most like `word`, and with all that are known."""
    near = get_close_matches(word, [*known, *also], 1)
    guess = f"did you mean {near[0]}? " if near else ""
    return f"{guess}{what}: {', '.join(known) or 'none'}"


# -- values ---------------------------------------------------------------------------------------------------------------------------


def whole(text: str) -> int:
    """From 1 to MOST; K and M stand for thousands and millions."""
    number = read_count(text)
    if number is None or not 1 <= number <= MOST:
        raise ValueError(f"a whole number from 1 to {MOST}, such as 500 or 20K")
    return number


def within(least: int, most: int) -> Callable[[str], int]:
    """A whole number from `least` to `most`."""
    if most - least < _FEW:
        return _OneOf(tuple(range(least, most + 1)), f"a whole number from {least} to {most}")

    def read(text: str) -> int:
        value = int(text) if text.isdecimal() and len(text) <= len(str(most)) else None
        if value is None or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return read


def _number(text: str) -> float:
    """NaN for what is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def positive(text: str) -> float:
    """Any number above 0, to MOST."""
    number = _number(text)
    if not 0 < number <= MOST:
        raise ValueError(f"a number above 0, at most {MOST}")
    return number


def part(text: str) -> float:
    """A number above 0, below 1."""
    number = _number(text)
    if not 0 < number < 1:
        raise ValueError("a number above 0, below 1")
    return number


def share(text: str) -> float:
    """A number from 0 to 1."""
    number = _number(text)
    if not 0 <= number <= 1:
        raise ValueError("a number from 0 to 1")
    return number


def duration(text: str) -> float:
    """Seconds, with or without a unit of time."""
    seconds = read_time(text)
    if seconds is None or not 0 < seconds <= LONGEST_TIME:
        raise ValueError("a time, such as 0.05, 50ms or 2s")
    return seconds


def yes_or_no(text: str) -> bool:
    """Also 1 and 0."""
    if text not in ("yes", "no", "1", "0"):
        raise ValueError("yes or no")
    return text in ("yes", "1")


@dataclass(frozen=True)
class _OneOf(Generic[T]):
    values: tuple[T, ...]
    wanted: str

    def __call__(self, text: str) -> T:
        for value in self.values:
            if str(value) == text:
                return value
        raise ValueError(self.wanted)


def one_of(*values: T) -> Callable[[str], T]:
    """One of these values, as `str` writes it."""
    words = list(map(str, values))
    return _OneOf(values, f"{', '.join(words[:-1])} or {words[-1]}")


# -- who begins ---------------------------------------------------------------------------------------------------------------------------
# In games where that is drawn by lot.


def first_option(most: int, default: str) -> Option:
    """Who begins, in a game of up to `most` players; `default`: who does without it."""
    return Option(f"1 to {most}: the seat that begins; by default {default}", within(1, most))


def first_seat(options: Mapping[str, Any], players: int, seed: int | None = None) -> int:
    """The seat, from 0, that begins: by the option ``first``, else drawn by lot; without a `seed` seat 0.

    Raises PositionError for a seat that there is not (E-SEAT).
    """
    first: int = options.get("first", 1 if seed is None else Random(f"first/{seed}").randrange(players) + 1)
    if first > players:
        raise PositionError(f"there is no seat {first} with {players} players", code="E-SEAT", hint=f"write 1 to {players}")
    return first - 1
