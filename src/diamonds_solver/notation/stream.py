"""From a stream of bytes to records, one at a time: finds where records begin and end, and goes on after a bad one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from .grammar import FindGrammar, R
from .json_text import read_json_records
from .lines import Chunk, Fault, read_chunks, to_bytes
from .problems import Line, Location, ProblemList, RecordError
from .text import FIRST_FIELD, MAX_LINE, RawRecord, lex_line


def iter_records(stream: BinaryIO, find_grammar: FindGrammar[R], filename: str = "<stream>") -> Iterator[R | RecordError]:
    """The records of a text, of NDJSON or of a JSON array, in order; for a bad one the RecordError, not raised.

    Memory is bounded by one record. `filename` is only used in messages.
    """
    chunks = read_chunks(stream, filename)
    for chunk in chunks:
        start = chunk.line.text.lstrip()
        if start or chunk.fault:
            read = read_json_records if start.startswith(("{", "[")) else read_text_records
            for raw in read(chain([chunk], chunks), find_grammar):
                grammar = find_grammar(raw.fields[0].name) if raw.readable else None
                yield grammar.read(raw) if grammar is not None else raw.problems.error()


def parse(text: str, find_grammar: FindGrammar[R], filename: str = "<text>") -> list[R | RecordError]:
    """All records of a text, as `iter_records` gives them."""
    return list(iter_records(io.BytesIO(to_bytes(text)), find_grammar, filename))


def only_record(found: list[R | RecordError], filename: str) -> R:
    """The one record that there is.

    Raises RecordError when it is bad, and when there is none or more than one.
    """
    if len(found) != 1:
        problems = ProblemList()
        location = Location(Line(filename, 1, ""), 0, 1)
        problems.add("E-RECORDS", location, f"one record is expected, not {len(found)}", f"a record begins with '{FIRST_FIELD}'")
        raise problems.error()
    return good_record(found[0])


def good_record(item: R | RecordError) -> R:
    """A record that was read. Raises the RecordError that stands in its place."""
    if isinstance(item, RecordError):
        raise item
    return item


def read_text_records(chunks: Iterator[Chunk], find_grammar: FindGrammar[object]) -> Iterator[RawRecord]:
    """Cuts a ``.dia`` text into records: each begins with a game field and goes on to the next one, or to the end."""
    record: RawRecord | None = None
    for chunk in chunks:
        line, fault = chunk.line, chunk.fault
        if line.shift:
            continue  # the tail of a line that is too long
        too_long = not chunk.ends or len(line.text) > MAX_LINE
        if too_long:
            line = Line(line.file, line.number, line.text[:MAX_LINE])
            fault = Fault("E-TOO-LONG", 0, f"a line is longer than {MAX_LINE} characters")
        for field in lex_line(line):
            if find_grammar(field.name) is not None:
                if record is not None:
                    if fault is not None and fault.start < field.key.start and not too_long:
                        fault.reject(record, line)
                        fault = None
                    yield _closed(record)
                record = RawRecord(field.location())
            elif record is None:
                record = RawRecord(field.key.location(), readable=False)
                if fault is None:  # bytes that are no text are the better reason
                    _closed(record)
            record.add(field)
        if fault is not None:
            record = record or RawRecord(Location(line, fault.start, 1), readable=False)
            fault.reject(record, line)
    if record is not None:
        yield record


def _closed(record: RawRecord) -> RawRecord:
    """A record with all its fields. One that is not readable, and nothing says why, does not begin as records do."""
    if not record.readable and not record.problems.count:
        hint = f"put the field '{FIRST_FIELD}' before the others"
        record.problems.add("E-MAGIC", record.start, f"a record begins with '{FIRST_FIELD}'", hint)
    return record
