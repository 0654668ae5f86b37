"""From a stream of bytes to records, one at a time: finds where records begin and end, and goes on after a bad one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from diamonds_solver.games.diamonds.notation.build import build
from diamonds_solver.games.diamonds.record.record import Record

from .json_read import read_json_records
from .lines import MAX_LINE, Fault, Piece, read_pieces, to_bytes
from .problems import Place, RecordError
from .text import GAMES, RawRecord, lex_line


def iter_records(stream: BinaryIO, filename: str = "<stream>") -> Iterator[Record | RecordError]:
    """The records of a ``.dia`` text, of NDJSON or of a JSON array, in order; for a bad one the RecordError, not raised.

    Memory is bounded by one record. `filename` is only used in messages.
    """
    pieces = read_pieces(stream, filename)
    for piece in pieces:
        start = piece.line.text.lstrip()
        if start or piece.fault:
            read = read_json_records if start.startswith(("{", "[")) else read_text_records
            yield from map(build, read(chain([piece], pieces)))


def parse(text: str, filename: str = "<text>") -> list[Record | RecordError]:
    """All records of a text, as `iter_records` gives them."""
    return list(iter_records(io.BytesIO(to_bytes(text)), filename))


def read_text_records(pieces: Iterator[Piece]) -> Iterator[RawRecord]:
    """Cuts a ``.dia`` text into records: each begins with a game field and goes on to the next one, or to the end."""
    record: RawRecord | None = None
    for piece in pieces:
        line = piece.line
        if line.shift:
            continue  # the tail of a line that is too long
        fault = piece.fault if piece.ends else Fault("E-TOO-LONG", 0, f"a line is longer than {MAX_LINE} bytes")
        for field in lex_line(line):
            if field.name in GAMES:
                if record is not None:
                    if fault is not None and fault.start < field.key.start and piece.ends:
                        fault.spoil(record, line)
                        fault = None
                    yield _closed(record)
                record = RawRecord(field.place())
            elif record is None:
                record = RawRecord(field.key.place(), readable=False)
                if fault is None:  # bytes that are no text are the better reason
                    _closed(record)
            record.add(field)
        if fault is not None:
            record = record or RawRecord(Place(line, fault.start, 1), readable=False)
            fault.spoil(record, line)
    if record is not None:
        yield record


def _closed(record: RawRecord) -> RawRecord:
    """A record with all its fields. One that is not readable, and nothing says why, does not begin as records do."""
    if not record.readable and not record.problems.count:
        hint = "put the field 'diamonds 1' before the others"
        record.problems.add("E-MAGIC", record.start, "a record begins with 'diamonds 1'", hint)
    return record
