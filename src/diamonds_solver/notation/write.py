"""Writing records: what the strict form of the notation is made of, in all games."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

LINE_WIDTH = 100  # a `play` line is broken at the end of the turn or trick before this
_PLAIN_NAME = re.compile(r'[^\s"#;][^\s";]*')
_PLAIN_TEXT = re.compile(r'(?![#"])[^";]+')

WrittenField = tuple[str, str]
"""A key and the text after it."""


class Written(Protocol):
    """What the records of all games have beside their game."""

    @property
    def id(self) -> str | None: ...

    @property
    def names(self) -> tuple[str, ...] | None: ...

    @property
    def extra(self) -> tuple[WrittenField, ...]: ...


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
    return "\n".join(_broken_play(text, again) for text in texts) + "\n"


def as_object(record: Written, players: int, fields: Iterable[WrittenField], by_seat: Collection[str]) -> dict[str, object]:
    """The fields, in which seats are `seat_keys`, as an object for `json.dumps`. `by_seat`: keys of fields that are each for one seat."""
    found: dict[str, object] = {}
    for key, text in fields:
        if key in by_seat:
            seat, _, rest = text.partition(" ")
            of_seats = found.setdefault(key, {})
            assert isinstance(of_seats, dict)
            of_seats[seat] = rest
        else:
            found[key] = text
    found[next(iter(found))] = 1  # the version
    found["players"] = list(record.names) if record.names else players
    if record.id is not None:
        found["id"] = record.id
    found.update(record.extra)
    return found


def _broken_play(field: str, again: str) -> str:
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
