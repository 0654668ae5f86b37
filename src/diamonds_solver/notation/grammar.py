"""What the reader of records has to know of a game, and what it can say of a record knowing no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Generic, TypeVar

from diamonds_solver.common.wording import nearest, quote

from .problems import RecordError
from .text import Field, RawRecord

R = TypeVar("R", covariant=True)

_OWN_KEY = re.compile(r"x-[\w.-]+")


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

    def read(self, raw: RawRecord) -> R | RecordError:
        """The record that `raw` stands for, whose first field names the game; or everything that is wrong with it."""
        if not self._reads_format(raw):
            return raw.problems.error()
        raw.fields = [field for field in raw.fields[1:] if field.broken or self._has(raw, field)]
        record = self.build(raw)
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
            told = quote(" ".join(word.text for word in field.words))
            message = f"{told} is no version" if field.words else "the format's version is missing"
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
        hint = "keys of your own begin with x-"
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
