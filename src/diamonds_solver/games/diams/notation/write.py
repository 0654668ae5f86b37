"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from diamonds_solver.games.diams.record.record import ROUNDS, Record, after
from diamonds_solver.games.diams.rules.cards import Cards, written
from diamonds_solver.games.diams.rules.game import LOUPES, VALUES, Cloture
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase
from diamonds_solver.notation.write import as_object, as_text, first_fields, own_fields, seat_keys, seat_labels

_BY_SEAT = ("hand", "safe")


def dumps(record: Record, one_line: bool = False) -> str:
    """The record as text: several lines that end with a newline, or one line without."""
    return as_text(_fields(record, seat_names(record)), one_line)


def to_json(record: Record) -> dict[str, object]:
    """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
    found = as_object(record, record.players, _fields(record, seat_keys(record.players)), _BY_SEAT)
    if "values" in found:
        found["values"] = [list(triple) for triple in record.rules.values]
    for key, numbers in (("loupes", record.rules.loupes), ("chips", record.chips)):
        if key in found:
            found[key] = list(numbers)
    if record.value is not None:
        found["value"] = record.value
    return found


def dumps_json(record: Record) -> str:
    """`to_json` as one line of ASCII."""
    return json.dumps(to_json(record))


def seat_names(record: Record) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return seat_labels(record.names, record.players)


def format_move(move: Move, labels: Sequence[str]) -> str:
    """A move with the players' names."""
    if move.target < 0:
        return str(move)
    return str(move).replace(f"P{move.target + 1}:", f"{labels[move.target]}:", 1)


def format_play(record: Record, labels: Sequence[str]) -> str:
    """The moves in play order with what the pile turned up, and with a slash between turns."""
    words: list[str] = []
    state = record.start
    for step in record.play:
        text = format_move(step.move, labels)
        if step.turned_up and step.move.kind in (Kind.DRAW, Kind.OPEN):
            text += f":{written(step.turned_up)}"
        words.append(text)
        if step.turned_up and step.move.kind not in (Kind.DRAW, Kind.OPEN):
            words.append(f"refill:{written(step.turned_up)}")
        following = after(state, step)
        if following.turn != state.turn:
            words.append("/")
        state = following
    return " ".join(words[:-1] if words[-1] == "/" else words)


def _fields(record: Record, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All fields that are not at their defaults, as key and text; the cards are always told."""
    start, rules = record.start, record.rules
    yield from first_fields("diams", record, labels)
    if rules.values != VALUES:
        yield "values", " ".join("/".join(map(str, triple)) for triple in rules.values)
    if rules.loupes != LOUPES:
        yield "loupes", " ".join(map(str, rules.loupes))
    if rules.cloture is not Cloture.MIXED:
        yield "cloture", str(rules.cloture)
    if record.round != 1:
        yield "round", f"{record.round}/{ROUNDS}"
    if record.chips:
        yield "chips", " ".join(map(str, record.chips))
    for label, hand in zip(labels, start.hands, strict=True):
        yield "hand", f"{label} {_listed(hand)}"
    for label, safe in zip(labels, start.safes, strict=True):
        if safe:
            yield "safe", f"{label} {' '.join(written(pile, ',') for pile in safe)}"
    yield "market", _listed(start.market)
    if start.used:
        yield "used", _listed(start.used)
    yield "stack" if start.is_stack else "pile", _listed(start.pile)
    if start.closed is not None:
        yield "closed", labels[start.closed]
    if start.turn:
        yield "turn", labels[start.turn]
    if start.phase is not (Phase.DRAW if start.closed is None else Phase.ACT):
        yield "phase", str(start.phase)
    if record.play:
        yield "play", format_play(record, labels)
    if record.best:
        yield "best", ",".join(record.best)
    if record.value is not None:
        yield "value", f"{record.value:.12g}"
    yield from own_fields(record)


def _listed(cards: Cards) -> str:
    return written(cards, ",") or "none"
