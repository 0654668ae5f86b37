"""Grammars of games, and records that are a start and its moves."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from dataclasses import field as dataclass_field
from typing import Generic, Protocol, Self, TypeVar

from diamonds_solver.common.wording import nearest, quote
from diamonds_solver.notation.players import Named
from diamonds_solver.notation.problems import Location, RecordError
from diamonds_solver.notation.text import Field, RawRecord

# -- played records -----------------------------------------------------------------------------------------------------------------------
# Records that are a start and the moves after it: what several games share.


class _Rules(Protocol):
    @property
    def players(self) -> int: ...


class _State(Protocol):
    @property
    def rules(self) -> _Rules: ...


class _Played(Protocol):
    @property
    def move(self) -> object: ...


S = TypeVar("S", bound=_State)
"""A state of the game."""
T = TypeVar("T", bound=_Played)
"""One move that was made, with what chance added."""


@dataclass(frozen=True)
class PlayedRecord(Named, Generic[S, T]):
    """One record. They come from the reader and are whole and checked; one made by hand can be checked by writing and reading it."""

    start: S
    """Before the first move of `play`."""
    names: tuple[str, ...] | None = None
    play: tuple[T, ...] = ()
    id: str | None = None
    best: tuple[str, ...] = ()
    """Expected best moves, as written in results."""
    value: float | None = None
    """Expected value."""
    extra: tuple[tuple[str, str], ...] = ()
    """The ``x-`` fields, in order, as text."""
    origin: Location | None = field(default=None, compare=False, repr=False)
    """Where it was read; None for a record made by hand. It is no part of what the record says."""
    commented: str | None = field(default=None, compare=False, repr=False)
    """The text that it was read from, if that has comments; no part of what the record says either."""

    @property
    def players(self) -> int:
        return self.start.rules.players

    def expected(self) -> tuple[Sequence[str], Sequence[float]]:
        """The answer that the record expects: best moves, and the value if there is one."""
        return self.best, () if self.value is None else (self.value,)

    def before(self, index: int) -> Self:
        """The record before a move of its play, from 0."""
        return replace(self, play=self.play[:index], best=(), value=None)


# -- grammars -----------------------------------------------------------------------------------------------------------------------------
# What the reader of records has to know of a game, and what it can say of a record knowing no more.


R = TypeVar("R", covariant=True)

_REPORT = "the program failed, not the record: please report it; DIAMONDS_DEBUG=1 shows where it happened"
_OWN_KEY = re.compile(r"x-[\w.-]+")
_LIKE_A_KEY = re.compile(r"[a-z_][a-z0-9_.-]*[:=]?")


@dataclass(frozen=True)
class Grammar(Generic[R]):
    """The keys of one game's records, and how such a record is built from its fields."""

    game: str
    """The key that begins a record."""
    title: str
    """What messages call the game."""
    version: int
    """Of the format."""
    keys: tuple[str, ...]
    """All keys but `game`, and but those that begin with x-. `players` and `id` are the same in all games."""
    seats: frozenset[str]
    """Keys whose one word is a player."""
    by_seat: frozenset[str]
    """Keys whose first word is a player: once for each."""
    switches: frozenset[str]
    """Keys that say yes or no."""
    build: Callable[[RawRecord], R | None]
    """The record of these fields, whose keys exist. What is wrong becomes a problem of `raw`; None where nothing could be built."""
    nested: Mapping[str, str] = dataclass_field(default_factory=dict)
    """Keys of JSON alone whose value is a list of objects, each a group of fields: with the field that begins such a group."""
    count_moves: Callable[[str], int] = lambda text: 0
    """How many moves a part of a `play` has; marks, and victims on their own, are none."""

    def read(self, raw: RawRecord) -> R | RecordError:
        """The record that `raw` stands for, whose first field names the game; or everything that is wrong with it.

        A failure of the program costs this record, not those behind it: it is the problem ``E-INTERNAL``, and the exception is the cause
        of the error. With the environment variable ``DIAMONDS_DEBUG=1`` it is raised.
        """
        if not self._reads_format(raw):
            return raw.problems.error()
        try:
            raw.fields = [field for field in raw.fields[1:] if field.broken or self._has(raw, field)]
            record = self.build(raw)
        except MemoryError:
            raise
        except Exception as error:
            if os.environ.get("DIAMONDS_DEBUG") == "1":
                raise
            raw.problems.add("E-INTERNAL", raw.start, f"internal error: {type(error).__name__}: {error}", _REPORT)
            failure = raw.problems.error()
            failure.__cause__ = error
            return failure
        return raw.problems.error() if record is None or raw.problems.count else record

    def _reads_format(self, raw: RawRecord) -> bool:
        """Whether the record is one of this game, and of this version of the format."""
        field = raw.fields[0]
        word = field.words[0].text if len(field.words) == 1 else ""
        if field.broken:
            return False
        if field.name != self.game:
            raw.problems.add("E-MAGIC", field.location(), f"this is a record of {field.name}, not of {self.title}")
        elif not word.isdecimal():
            version = quote(" ".join(word.text for word in field.words))
            message = f"{version} is not a version" if field.words else "the format's version is missing"
            raw.problems.add("E-VERSION", field.location(), message, f"write {self._first_field(field)}")
        elif len(word) > 6 or int(word) != self.version:
            message = f"made for format {quote(word)[1:-1]}, this program reads {self.version}"
            raw.problems.add("E-VERSION", field.words[0].location(), message, "upgrade diamonds-solver")
        else:
            return True
        return False

    def _first_field(self, field: Field) -> str:
        """How the field that names the game is written, in the form that `field` has."""
        return f"'{self.game} {self.version}'" if field.key.line.path is None else f'"{self.game}": {self.version}'

    def _has(self, raw: RawRecord, field: Field) -> bool:
        """Whether the key of a field exists. One that does not says nothing against reading on."""
        name = field.name
        if name in self.keys or _OWN_KEY.fullmatch(name):
            return True
        hint = "keys of your own begin with x-" if _LIKE_A_KEY.fullmatch(field.key.text) else "start lines that are not fields with #"
        if name.startswith("x-"):
            hint = "x- keys have letters, digits, _ . -"
        elif meant := nearest(name, self.keys):
            hint = f"did you mean '{meant}'?"
            raw.meant.add(meant)
        raw.problems.add("E-FIELD", field.key.location(), f"unknown field {quote(field.key.text)}", hint)
        raw.harmless += 1
        return False


FindGrammar = Callable[[str], Grammar[R] | None]
"""The grammar of the game whose records begin with a key; None for a key that begins no record."""
