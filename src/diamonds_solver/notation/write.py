"""Writing records: what the strict form of the notation is made of, in all games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

LINE_WIDTH = 100  # a `play` line is broken at the end of the turn or trick before this
_PLAIN_NAME = re.compile(r'[^\s"#;,][^\s";,]*')
_PLAIN_TEXT = re.compile(r'(?![#"])[^";]+')

WrittenField = tuple[str, str]
"""A key and the text after it."""


class Written(Protocol):
    """What the records of all games have beside their game."""

    @property
    def id(self) -> str | None: ...

    @property
    def players(self) -> int: ...

    @property
    def names(self) -> tuple[str, ...] | None: ...

    @property
    def extra(self) -> tuple[WrittenField, ...]: ...


R_contra = TypeVar("R_contra", bound=Written, contravariant=True)


@dataclass(frozen=True)
class RecordWriter(Generic[R_contra]):
    """Writes the records of one game in the strict form of the notation, one way for every record."""

    fields: Callable[[R_contra, Sequence[str]], Iterable[WrittenField]]
    """All fields of a record that are not at their defaults, as key and text. The second argument is what players are called."""
    by_seat: Collection[str]
    """Keys of fields that are each for one seat."""
    numbers: Callable[[R_contra], Mapping[str, object]]
    """What JSON has as numbers, or lists of them, by key."""
    rounds: Callable[[R_contra], Sequence[R_contra]] = lambda record: (record,)
    """The rounds of a record, each as a record."""
    shared: Collection[str] = ()
    """Keys of fields that are told once for all rounds."""

    def dumps(self, record: R_contra, one_line: bool = False) -> str:
        """The record as text: several lines that end with a newline, or one line without."""
        parts = self._parts(record, seat_labels(record.names, record.players))
        return ("; " if one_line else "\n").join(as_text(fields, one_line) for fields in parts)

    def to_json(self, record: R_contra) -> dict[str, object]:
        """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
        top, *parts = self._parts(record, seat_keys(record.players))
        if not parts:
            return self._with_numbers(as_object(record, record.players, top, self.by_seat), record)
        rounds = zip(self.rounds(record), parts, strict=True)
        data = self._with_numbers(as_object(record, record.players, top, self.by_seat), record)
        for key, _ in record.extra:
            del data[key]  # it is of the last round
        return {
            **data,
            "rounds": [
                self._with_numbers(by_key(fields, self.by_seat) | dict(round_record.extra), round_record) for round_record, fields in rounds
            ],
        }

    def _parts(self, record: R_contra, labels: Sequence[str]) -> list[list[WrittenField]]:
        """The fields of a record; of one of several rounds those that they share, then those of each round."""
        rounds = self.rounds(record)
        written = [list(self.fields(round_record, labels)) for round_record in rounds]
        if len(rounds) == 1:
            return written
        return [
            [field for field in written[0] if field[0] in self.shared],
            *([field for field in fields if field[0] not in self.shared] for fields in written),
        ]

    def _with_numbers(self, data: dict[str, object], record: R_contra) -> dict[str, object]:
        return data | {key: value for key, value in self.numbers(record).items() if key in data}

    def dumps_json(self, record: R_contra) -> str:
        """`to_json` as one line of ASCII."""
        return json.dumps(self.to_json(record))

    def write(self, record: R_contra, form: str) -> str:
        """The record in one of the forms of `game.Records.write`."""
        return self.dumps_json(record) + "\n" if form == "json" else self.dumps(record, one_line=form == "line").rstrip("\n") + "\n"


def seat_keys(players: int) -> list[str]:
    """P1 on: the seats in JSON, whatever the players' names."""
    return [f"P{seat + 1}" for seat in range(players)]


def seat_labels(names: Sequence[str] | None, players: int) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return [_quoted(name, _PLAIN_NAME) for name in names] if names else seat_keys(players)


def first_fields(game: str, record: Written, labels: Sequence[str]) -> Iterator[WrittenField]:
    """What a record begins with. `labels`: the players', as `seat_labels` has them."""
    yield game, "1"
    if record.id is not None:
        yield "id", _quoted(record.id, _PLAIN_TEXT)
    yield "players", " ".join(labels) if record.names else str(len(labels))


def own_fields(record: Written) -> Iterator[WrittenField]:
    """The fields whose keys begin with x-, which end a record."""
    for key, text in record.extra:
        yield key, _quoted(text, _PLAIN_TEXT) if text else ""


def as_text(fields: Iterable[WrittenField], one_line: bool, again: str = "play /") -> str:
    """The fields as lines that end with a newline, or as one line without. `again`: how a line that goes on with the play begins."""
    texts = [f"{key} {text}" if text else key for key, text in fields]
    if one_line:
        return "; ".join(texts)
    return "\n".join(broken_play(text, again) for text in texts) + "\n"


def as_object(record: Written, players: int, fields: Iterable[WrittenField], by_seat: Collection[str]) -> dict[str, object]:
    """The fields, in which seats are `seat_keys`, as an object for `json.dumps`. `by_seat`: keys of fields that are each for one seat."""
    data = by_key(fields, by_seat)
    data[next(iter(data))] = 1  # the version
    data["players"] = list(record.names) if record.names else players
    if record.id is not None:
        data["id"] = record.id
    data.update(record.extra)
    return data


def by_key(fields: Iterable[WrittenField], by_seat: Collection[str]) -> dict[str, object]:
    """The fields as an object; those of the keys `by_seat` as one more with a key for each seat."""
    data: dict[str, object] = {}
    for key, text in fields:
        if key in by_seat:
            seat, _, rest = text.partition(" ")
            of_seats = data.setdefault(key, {})
            assert isinstance(of_seats, dict)
            of_seats[seat] = rest
        else:
            data[key] = text
    return data


def broken_play(field: str, again: str = "play /") -> str:
    """A long `play` as several fields, broken after a turn or trick."""
    if not field.startswith("play ") or len(field) <= LINE_WIDTH:
        return field
    lines = ["play"]
    for turn in field.removeprefix("play ").split(" / "):
        if lines[-1] != "play" and len(lines[-1]) + len(turn) + 3 > LINE_WIDTH:
            lines.append(again)
        lines[-1] += f" {turn}" if lines[-1] in ("play", again) else f" / {turn}"
    return "\n".join(lines)


def _quoted(text: str, plain: re.Pattern[str]) -> str:
    """`text` in quotes unless it can stand without."""
    if plain.fullmatch(text) and text.isprintable() and text == text.strip() and " #" not in text:
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())
