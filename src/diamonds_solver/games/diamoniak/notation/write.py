"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.games.diamoniak.rules.cards import KINDS, changed, with_counts
from diamonds_solver.games.diamoniak.rules.game import BOX, Price
from diamonds_solver.games.diamoniak.rules.moves import Kind
from diamonds_solver.games.diamoniak.rules.state import Phase
from diamonds_solver.notation.write import RecordWriter, answer_fields, first_fields, own_fields


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
    yield from answer_fields(record.best, record.value)
    yield from own_fields(record)


WRITER = RecordWriter(_fields, ("castle", "aside"), lambda record: {"value": record.value})
