"""From a stream of bytes to records, one at a time: finds where records begin and end, and goes on after a bad one."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import BinaryIO

from diamonds_solver.common.quantities import check_kind
from diamonds_solver.notation.grammar import FindGrammar, R
from diamonds_solver.notation.text import (
    FIRST_FIELD,
    MAX_LINE,
    MAX_RECORD,
    Chunk,
    Fault,
    Field,
    RawRecord,
    comment_of,
    first_field,
    lex_line,
    read_chunks,
    to_bytes,
)

from .json_text import read_json_records
from .problems import Line, Location, ProblemList, RecordError

_HEADING = re.compile(r"\[(?!null|true|false)(?:[^\W\d][\w .-]*\]\s*$|\d{1,4}[:./-]\d)")
"""A line of a text that begins with a bracket: the heading of a section, or the time of a message."""


NO_RECORD = "this is not a record yet: 'diamonds new' writes one to fill in, docs/tutorial/record.md shows how"


def iter_records(
    stream: BinaryIO, find_grammar: FindGrammar[R], filename: str = "<stream>", games: Sequence[str] = ()
) -> Iterator[R | RecordError]:
    """The records of a text, of NDJSON or of a JSON array, in order; for a bad one the RecordError, not raised.

    Memory is bounded by one record. `filename` and `games`, the keys that begin records, are only used in messages.
    """
    chunks = read_chunks(stream, filename)
    for chunk in chunks:
        start = chunk.line.text.lstrip()
        if start or chunk.fault:
            read = read_json_records if start.startswith(("{", "[")) and not _HEADING.match(start) else read_text_records
            for raw in read(chain([chunk], chunks), find_grammar, games):
                fields = raw.fields
                grammar = find_grammar(fields[0].name) if raw.readable else None
                record = grammar.read(raw) if grammar is not None else raw.problems.error()
                if isinstance(record, RecordError):
                    record.lines = _lines_of(fields) if raw.readable or fields else raw.lines
                yield record


def parse(text: str, find_grammar: FindGrammar[R], filename: str = "<text>", games: Sequence[str] = ()) -> list[R | RecordError]:
    """All records of a text, as `iter_records` gives them."""
    check_kind(filename, str, "the name that messages call the text by")
    return list(iter_records(io.BytesIO(to_bytes(text)), find_grammar, filename, games))


def only_record(records: list[R | RecordError], filename: str) -> R:
    """The one record that there is.

    Raises RecordError when it is bad, and when there is none or more than one.
    """
    if len(records) != 1:
        problems = ProblemList()
        location = Location(Line(filename, 1, ""), 0, 1)
        problems.add("E-RECORDS", location, f"one record is expected, not {len(records)}", f"a record begins with '{FIRST_FIELD}'")
        raise problems.error()
    return good_record(records[0])


def good_record(item: R | RecordError) -> R:
    """A record that was read. Raises the RecordError that stands in its place."""
    if isinstance(item, RecordError):
        raise item
    return item


def read_text_records(chunks: Iterator[Chunk], find_grammar: FindGrammar[object], games: Sequence[str]) -> Iterator[RawRecord]:
    """Cuts a ``.dia`` text into records: each begins with a game field and goes on to the next one, or to the end."""
    record: RawRecord | None = None
    source = _Source()
    for chunk in chunks:
        line, fault = chunk.line, chunk.fault
        if line.shift:
            continue  # the tail of a line that is too long
        too_long = not chunk.ends or len(line.text) > MAX_LINE
        if too_long:
            line = Line(line.file, line.number, line.text[:MAX_LINE])
            fault = Fault("E-TOO-LONG", 0, f"a line is longer than {MAX_LINE} characters")
        begin = 0
        for field in lex_line(line):
            if find_grammar(field.name) is not None:
                if record is not None:
                    begin = source.end_record(record, line, begin, field.key.start)
                    if fault is not None and fault.start < field.key.start and not too_long:
                        fault.reject(record, line)
                        fault = None
                    if not record.readable and not record.problems.count:
                        _refuse_first(record, "", find_grammar, games)
                    yield _looked_over(record, find_grammar, games)
                record = RawRecord(field.location())
            elif record is None:
                record = RawRecord(field.key.location(), readable=False)
                if fault is None:  # bytes that are no text are the better reason
                    _refuse_first(record, field.name, find_grammar, games)
            record.add(field)
        source.add(line, begin)
        if record is not None and not record.readable and not record.lines:
            source.forget()
        if fault is not None:
            record = record or RawRecord(Location(line, fault.start, 1), readable=False)
            fault.reject(record, line)
    if record is not None:
        source.end_record(record)
        yield _looked_over(record, find_grammar, games)


class _Source:
    """The text of the record in work, which is kept for its comments."""

    def __init__(self) -> None:
        self._lines: list[tuple[int, str]] = []
        """With their numbers."""
        self._size = 0

    def add(self, line: Line, begin: int) -> None:
        """A line, from the character on that is of this record."""
        self._size += len(line.text) - begin
        if self._size <= MAX_RECORD:
            self._lines.append((line.number, line.text[begin:]))

    def forget(self) -> None:
        """Nobody can read the record: what stays are comments right above the next one."""
        if not self._lines or not self._lines[-1][1].lstrip().startswith("#"):
            self._lines.clear()
            self._size = 0

    def end_record(self, record: RawRecord, line: Line | None = None, begin: int = 0, end: int = 0) -> int:
        """Gives a record its text, if that has comments; the next record begins with the character `end` of `line`, which is returned.

        Lines of comments right above the next record are of that one.
        """
        later: list[tuple[int, str]] = []
        if line is not None and line.text[begin:end].strip():
            self.add(Line(line.file, line.number, line.text[:end]), begin)
        elif line is not None:
            number = line.number
            while self._lines and self._lines[-1][0] == number - 1 and self._lines[-1][1].lstrip().startswith("#"):
                later.insert(0, self._lines.pop())
                number -= 1
        if any(comment_of(text) is not None for _, text in self._lines):
            record.commented = "\n".join(text for _, text in self._lines)
            if self._size > MAX_RECORD:
                message = f"a record and its comments are longer than {MAX_RECORD} characters"
                record.problems.add("E-TOO-LONG", record.start, message)
        self._lines, self._size = later, sum(len(text) for _, text in later)
        return end


def _lines_of(fields: Sequence[Field]) -> list[Line]:
    """The lines of a text record, as `RecordError.lines` has them; none of a JSON record, or of one with a line that is too long."""
    lines = list(dict.fromkeys(word.line for field in fields for word in (field.key, *field.words)))
    if not lines or any(line.path is not None or line.shift for line in lines):
        return []
    start, end = fields[0].key.start, (fields[-1].words or [fields[-1].key])[-1].whole().location()
    if lines[-1].text[end.start + end.length :].lstrip()[:1] != "#":  # what follows is another record's; a comment may be none
        lines[-1] = Line(lines[-1].file, lines[-1].number, lines[-1].text[: end.start + end.length])
    lines[0] = Line(lines[0].file, lines[0].number, " " * start + lines[0].text[start:])
    return lines


def _refuse_first(record: RawRecord, key: str, find_grammar: FindGrammar[object], games: Sequence[str]) -> None:
    """A record that is not readable, and nothing else says why, does not begin as records do."""
    first = first_field(key, games)
    hint = f"did you mean '{first}'?"
    if first == FIRST_FIELD:
        hint = f"put the field '{first}' before the others" if not key or _is_field(key, find_grammar, games) else NO_RECORD
    record.problems.add("E-MAGIC", record.start, f"a record begins with '{first}'", hint)


def _looked_over(record: RawRecord, find_grammar: FindGrammar[object], games: Sequence[str]) -> RawRecord:
    """A text of which few lines begin as fields do is no record that lacks but its first one."""
    firsts = [line.text.split(maxsplit=1)[0].lower() for line in record.lines if line.text.strip()]
    problems = record.problems.kept
    if (
        problems
        and (problems[0].hint or "").startswith("put the field")
        and 2 * sum(_is_field(first, find_grammar, games) for first in firsts) < len(firsts)
    ):
        problems[0] = replace(problems[0], hint=NO_RECORD)
    return record


def _is_field(key: str, find_grammar: FindGrammar[object], games: Sequence[str]) -> bool:
    return any(key.rstrip(":=") in grammar.keys for game in games if (grammar := find_grammar(game)) is not None)
