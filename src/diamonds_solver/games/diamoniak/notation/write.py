"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.games.diamoniak.rules.cards import KINDS, changed, with_counts
from diamonds_solver.games.diamoniak.rules.game import BOX, Price
from diamonds_solver.games.diamoniak.rules.moves import Kind
from diamonds_solver.games.diamoniak.rules.state import Phase

LINE_WIDTH = 100  # a `play` line is broken at the end of the turn before this
_PLAIN_NAME = re.compile(r'[^\s"#;][^\s";]*')
_PLAIN_TEXT = re.compile(r'(?![#"])[^";]+')
_BY_SEAT = ("castle", "aside")


def dumps(record: Record, one_line: bool = False) -> str:
    """The record as text: several lines that end with a newline, or one line without."""
    fields = [f"{key} {text}" if text else key for key, text in _fields(record, seat_names(record))]
    if one_line:
        return "; ".join(fields)
    return "\n".join(_broken_play(field) for field in fields) + "\n"


def to_json(record: Record) -> dict[str, object]:
    """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
    found: dict[str, object] = {}
    for key, text in _fields(record, [f"P{seat + 1}" for seat in range(record.rules.players)]):
        if key in _BY_SEAT:
            seat, _, rest = text.partition(" ")
            by_seat = found.setdefault(key, {})
            assert isinstance(by_seat, dict)
            by_seat[seat] = rest
        else:
            found[key] = text
    found["diamoniak"] = 1
    found["players"] = list(record.names) if record.names else record.rules.players
    if record.value is not None:
        found["value"] = record.value
    if record.id is not None:
        found["id"] = record.id
    found.update(record.extra)
    return found


def dumps_json(record: Record) -> str:
    """`to_json` as one line of ASCII."""
    return json.dumps(to_json(record))


def seat_names(record: Record) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return [_quoted(record.seat_name(seat), _PLAIN_NAME) for seat in range(record.rules.players)]


def format_play(record: Record, labels: Sequence[str]) -> str:
    """The moves in play order, with a slash between turns."""
    words: list[str] = []
    state = record.start
    for step in record.play:
        if words and state.phase is Phase.TURN:
            words.append("/")
        if step.card is not None:
            words.append(KINDS[step.card])
        elif step.move.kind is Kind.BUY:
            words.append(f"buy>{labels[step.move.seller]}")
        else:
            words.append(str(step.move))
        state = state.after(step.move, step.card)
    return " ".join(words)


def _fields(record: Record, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All fields that are not at their defaults, as key and text."""
    start, rules = record.start, record.rules
    yield "diamoniak", "1"
    if record.id is not None:
        yield "id", _quoted(record.id, _PLAIN_TEXT)
    yield "players", " ".join(labels) if record.names else str(rules.players)
    if rules.deck != BOX:
        yield "deck", with_counts(rules.deck)
    if rules.price is not Price.SELLER:
        yield "price", str(rules.price)
    for label, colour, held in zip(labels, start.colours, start.held, strict=True):
        if colour is not None:
            yield "castle", f"{label} {KINDS[colour]}{held[colour]}"
    for label, colour, held in zip(labels, start.colours, start.held, strict=True):
        aside = held if colour is None else changed(held, colour, -held[colour])
        if any(aside):
            yield "aside", f"{label} {with_counts(aside)}"
    if any(start.discards):
        yield "discard", with_counts(start.discards)
    if start.turn:
        yield "turn", labels[start.turn]
    if start.phase is not Phase.TURN:
        yield "phase", str(start.phase)
    if record.play:
        yield "play", format_play(record, labels)
    if record.best:
        yield "best", ",".join(record.best)
    if record.value is not None:
        yield "value", f"{record.value:.12g}"
    for key, text in record.extra:
        yield key, _quoted(text, _PLAIN_TEXT) if text else ""


def _broken_play(field: str) -> str:
    """A long `play` as several fields, broken after a turn."""
    if not field.startswith("play ") or len(field) <= LINE_WIDTH:
        return field
    lines = ["play"]
    for turn in field.removeprefix("play ").split(" / "):
        if lines[-1] != "play" and len(lines[-1]) + len(turn) + 3 > LINE_WIDTH:
            lines.append("play /")
        lines[-1] += f" {turn}" if lines[-1] in ("play", "play /") else f" / {turn}"
    return "\n".join(lines)


def _quoted(text: str, plain: re.Pattern[str]) -> str:
    """`text` in quotes unless it can stand without."""
    if plain.fullmatch(text) and text.isprintable() and text == text.strip() and " #" not in text:
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())
