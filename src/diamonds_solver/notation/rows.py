"""A notation as rows: every field once, with the kind of its value. Reader, writer, JSON and the keys of the grammar follow from them.

A kind knows how words become a value and how a value is written; a game adds kinds of its own to those below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from diamonds_solver.common.wording import did_you_mean, quote
from diamonds_solver.notation.text import Field, RawRecord, Word

from .grammar import Grammar
from .players import Seats
from .problems import Location
from .write import RecordWriter, Written, WrittenField, first_fields, own_fields

R = TypeVar("R", bound=Written)
S = TypeVar("S", bound=Seats, covariant=True)
S_contra = TypeVar("S_contra", bound=Seats, contravariant=True)
T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E", bound=str)

_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,30})?")

# -- kinds of values ----------------------------------------------------------------------------------------------------------------------


class FieldWords(NamedTuple, Generic[S]):
    """What stands in one field; of a field for one seat without that seat."""

    field: Field
    words: Sequence[Word]
    seats: S

    def problem(self, code: str, message: str, hint: str | None = None, at: Location | None = None) -> None:
        """Notes what is wrong, by default with the whole field."""
        self.seats.problems.add(code, self.field.location() if at is None else at, message, hint)

    def only_word(self, what: str = "word", hint: str | None = None) -> Word | None:
        """The word, where there is just one."""
        if len(self.words) == 1:
            return self.words[0]
        return self.problem("E-COUNT", f"'{self.field.name}' takes one {what}, not {len(self.words)}", hint)


class Kind(Protocol[S_contra, T]):
    """What a field holds."""

    def read(self, words: FieldWords[S_contra]) -> T | None:
        """The value; None, and a problem, for words that are none."""
        ...

    def write(self, value: T, labels: Sequence[str]) -> str:
        """The words. `labels`: the players', as `seat_labels` has them."""
        ...


@dataclass(frozen=True)
class Seat:
    """A player, by name or P1.."""

    what: str = "word"
    """What messages call it."""

    def read(self, words: FieldWords[Seats]) -> int | None:
        word = words.only_word(self.what)
        return None if word is None else words.seats.read(word.whole())

    def write(self, value: int, labels: Sequence[str]) -> str:
        return labels[value]


@dataclass(frozen=True)
class Choice(Generic[E]):
    """One of a few words, in capitals or not."""

    among: Sequence[E]
    hint: str = ""
    """What to write in place of several words."""

    def read(self, words: FieldWords[Seats]) -> E | None:
        word = words.only_word(hint=self.hint or None)
        if word is None:
            return None
        text = word.text.lower()
        value = next((each for each in self.among if each == text), None)
        if value is None:
            near = did_you_mean(word.text, self.among) or f"write {' or '.join(self.among)}"
            words.problem("E-WORD", f"{quote(word.text)} is not a value of '{words.field.name}'", near, word.location())
        return value

    def write(self, value: E, labels: Sequence[str]) -> str:
        return str(value)


@dataclass(frozen=True)
class Number:
    """A number between two others. `what` it is, and how to write it, are for messages."""

    low: float
    high: float
    what: str
    hint: str

    def read(self, words: FieldWords[Seats]) -> float | None:
        word = words.only_word()
        if word is None:
            return None
        if _NUMBER.fullmatch(word.text) and self.low <= float(word.text) <= self.high:
            return float(word.text)
        return words.problem("E-NUMBER", f"{quote(word.text)} is not {self.what}", self.hint, word.location())

    def write(self, value: float, labels: Sequence[str]) -> str:
        return f"{value:.12g}"


# -- rows ---------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FieldOf(Generic[R, T, D]):
    """A field that a record has once."""

    key: str
    kind: Kind[Any, T]
    default: D
    """What holds where the field is missing; it is then not written."""
    of: Callable[[R], T | D] | None = None
    """What a record has of it; None for a field that is read and never written."""
    json: Callable[[T], object] | None = None
    """What JSON has of a value where that is not its text."""


@dataclass(frozen=True)
class SeatFieldOf(Generic[R, T]):
    """A field that a record may have once for each seat."""

    key: str
    kind: Kind[Any, T]
    hint: str
    """For one that says too little."""
    of: Callable[[R], Mapping[int, T]] | None = None
    needs: str = "cards"
    """What stands behind the player, as messages have it."""


@dataclass(frozen=True)
class LateFieldOf(Generic[R]):
    """A field whose words the game reads when it has the values of the others: `play`, `best`."""

    key: str
    write: Callable[[R, Sequence[str]], str]
    """The words; none where there is nothing to write."""


Row = FieldOf[R, Any, Any] | SeatFieldOf[R, Any] | LateFieldOf[R]


class Draft:
    """The values of the fields of one record, or of one round of it, and the fields that they come from."""

    def __init__(self, start: Location, seats: Seats) -> None:
        """`start`: where the record begins."""
        self.start, self.seats, self.problems = start, seats, seats.problems
        self.plays: list[Field] = []
        self.id: str | None = None
        self.extra: list[tuple[str, str]] = []
        self.sources: dict[tuple[str, int | None], Field] = {}
        """The field of each key; of each key and seat where a field is for one seat."""
        self.values: dict[str, Any] = {}
        self.by_seat: dict[str, dict[int, Any]] = {}

    def __getitem__(self, row: FieldOf[Any, T, D]) -> T | D:
        value: T | D = self.values.get(row.key, row.default)
        return value

    def __setitem__(self, row: FieldOf[Any, T, D], value: T | D) -> None:
        self.values[row.key] = value

    def of_seats(self, row: SeatFieldOf[Any, T]) -> Mapping[int, T]:
        return self.by_seat.get(row.key, {})

    @property
    def play(self) -> list[Word]:
        """The words of all fields `play`."""
        return [word for play in self.plays for word in play.words]

    def location(self, key: str, seat: int | None = None) -> Location:
        """Where a value comes from; the start of the record for a default."""
        source = self.sources.get((key, seat))
        return self.start if source is None else source.location()

    def problem(self, code: str, key: str, message: str, hint: str | None = None, seat: int | None = None) -> None:
        """Notes what is wrong with a value."""
        self.problems.add(code, self.location(key, seat), message, hint)

    def is_first(self, source: Field, seat: int | None = None) -> bool:
        """Whether the field is there for the first time."""
        before = self.sources.setdefault((source.name, seat), source)
        if before is source:
            return True
        what = source.name if seat is None else f"{source.name} {self.seats.label(seat)}"
        self.problems.add("E-FIELD-TWICE", source.location(), f"'{what}' appears twice", f"it is {before.key.line.where} already")
        return False


@dataclass(frozen=True)
class Notation(Generic[R]):
    """How the records of one game are read and written."""

    game: str
    title: str
    rows: Sequence[Row[R] | tuple[SeatFieldOf[R, Any], ...]]
    """All fields but `players`, `id` and x-, in the order in which they are written. Those in brackets are written seat by seat."""
    empty: str | None = None
    """What messages say of a field without words, behind its key; None where that is for its kind to say."""
    by_key: Mapping[str, Row[R]] = field(init=False)

    def __post_init__(self) -> None:
        rows = [row for rows in self.rows for row in (rows if isinstance(rows, tuple) else (rows,))]
        object.__setattr__(self, "by_key", {row.key: row for row in rows})

    @property
    def by_seat(self) -> frozenset[str]:
        """The keys of fields that are written seat by seat."""
        return frozenset(key for key, row in self.by_key.items() if isinstance(row, SeatFieldOf))

    def grammar(self, build: Callable[[RawRecord], R | None]) -> Grammar[R]:
        """The keys, and how a record is made of the fields (``Grammar.build``); a game of several rounds adds those of JSON."""
        return Grammar(
            game=self.game,
            title=self.title,
            version=1,
            keys=("players", *self.by_key, "id"),
            seats=frozenset(key for key, row in self.by_key.items() if isinstance(row, FieldOf) and isinstance(row.kind, Seat)),
            by_seat=self.by_seat,
            switches=frozenset(),
            build=build,
        )

    @property
    def writer(self) -> RecordWriter[R]:
        """For the records of a game of one round."""
        return RecordWriter(self.written, self.by_seat, self.values)

    # -- reading

    def read(self, draft: Draft, fields: Iterable[Field]) -> None:
        """Fields read into a draft. What cannot be read becomes a problem. `players` was read before: it gives the seats."""
        by_key = self.by_key
        for source in fields:
            name = source.name
            row = by_key.get(name)
            if source.broken:
                continue
            if isinstance(row, SeatFieldOf):
                self._read_of_seat(draft, source, row)
            elif name == "play":
                draft.sources.setdefault((name, None), source)
                draft.plays.append(source)
            elif draft.is_first(source):
                if name.startswith("x-"):
                    draft.extra.append((name, source.verbatim()))
                elif name == "id":
                    draft.id = source.verbatim()
                    if not draft.id:
                        draft.problems.add("E-COUNT", source.location(), "'id' needs a name")
                elif row is not None and not source.words and self.empty is not None:
                    draft.problems.add("E-COUNT", source.location(), f"'{name}' {self.empty}")
                elif isinstance(row, FieldOf):
                    value = row.kind.read(FieldWords(source, source.words, draft.seats))
                    if value is not None:
                        draft.values[name] = value

    def _read_of_seat(self, draft: Draft, source: Field, row: SeatFieldOf[R, Any]) -> None:
        if len(source.words) < 2:
            draft.problems.add("E-COUNT", source.location(), f"'{row.key}' needs a player and {row.needs}", row.hint)
            return
        seat = draft.seats.read(source.words[0].whole())
        if seat is None or not draft.is_first(source, seat):
            return
        value = row.kind.read(FieldWords(source, source.words[1:], draft.seats))
        if value is not None:
            draft.by_seat.setdefault(row.key, {})[seat] = value

    # -- writing

    def written(self, record: R, labels: Sequence[str], usual: Mapping[str, object] | None = None) -> Iterator[WrittenField]:
        """All fields of a record that are not at their defaults; `usual`: defaults of this record, by key."""
        usual = usual or {}
        yield from first_fields(self.game, record, labels)
        for row in self.rows:
            if isinstance(row, FieldOf):
                if row.of is not None and (value := row.of(record)) != usual.get(row.key, row.default):
                    yield row.key, row.kind.write(value, labels)
            elif isinstance(row, LateFieldOf):
                if text := row.write(record, labels):
                    yield row.key, text
            else:
                yield from _of_seats(row if isinstance(row, tuple) else (row,), record, labels)
        yield from own_fields(record)

    def values(self, record: R) -> dict[str, object]:
        """What JSON has of a record where that is not the text of a field, by key."""
        rows = (row for row in self.by_key.values() if isinstance(row, FieldOf))
        return {row.key: row.json(row.of(record)) for row in rows if row.json and row.of and row.of(record) != row.default}


def _of_seats(rows: Iterable[SeatFieldOf[R, Any]], record: R, labels: Sequence[str]) -> Iterator[WrittenField]:
    values = [(row, row.of(record)) for row in rows if row.of is not None]
    for seat, label in enumerate(labels):
        yield from ((row.key, f"{label} {row.kind.write(of_row[seat], labels)}") for row, of_row in values if seat in of_row)
