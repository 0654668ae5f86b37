"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.games.diamoniak.rules.cards import KINDS, changed, with_counts
from diamonds_solver.games.diamoniak.rules.game import BOX, Price
from diamonds_solver.games.diamoniak.rules.moves import Kind
from diamonds_solver.games.diamoniak.rules.state import Phase
from diamonds_solver.notation.write import as_object, as_text, first_fields, own_fields, seat_keys, seat_labels

_BY_SEAT = ("castle", "aside")


def dumps(record: Record, one_line: bool = False) -> str:
    """The record as text: several lines that end with a newline, or one line without."""
    return as_text(_fields(record, seat_names(record)), one_line)


def to_json(record: Record) -> dict[str, object]:
    """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
    found = as_object(record, record.rules.players, _fields(record, seat_keys(record.rules.players)), _BY_SEAT)
    if record.value is not None:
        found["value"] = record.value
    return found


def dumps_json(record: Record) -> str:
    """`to_json` as one line of ASCII."""
    return json.dumps(to_json(record))


def seat_names(record: Record) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return seat_labels(record.names, record.rules.players)


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
    yield from first_fields("diamoniak", record, labels)
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
    yield from own_fields(record)
