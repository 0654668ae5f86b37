"""Cuts NDJSON, a JSON array or pretty-printed JSON objects into the texts of single records, without reading the values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .lines import Fault, Piece
from .problems import Line, Place
from .text import MAX_RECORD, RawRecord

_BETWEEN = re.compile(r"[\s,\[\]]*")
_STOPS = re.compile(r'["{}\[\]]')
_STRING_STOPS = re.compile(r'["\\]')


class Chunk:
    """The text of one JSON record, line by line."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.size = 0

    def append(self, line: Line, start: int, end: int) -> None:
        """Adds the characters `start` to `end` of a line or of a part of one."""
        part = Line(line.file, line.number, line.text[start:end], line.shift + start)
        if self.lines and self.lines[-1].number == part.number:
            before = self.lines[-1]
            self.lines[-1] = before._replace(text=before.text + part.text)
        else:
            self.lines.append(part)
        self.size += end - start + 1


class JsonSplitter:
    """Finds the brackets that open and close records. `feed` it line by line, then `finish`."""

    def __init__(self) -> None:
        self._chunk: Chunk | None = None
        self._depth = 0
        self._in_string = False
        self._escaped = False
        """A part of a line ended with a backslash: the next character means nothing."""
        self._skipping = False
        """After an error: until a line that begins with ``{``."""

    def feed(self, piece: Piece) -> Iterator[Chunk | RawRecord]:
        """The records that end in this piece, and a record with nothing but a problem for what is none."""
        line = piece.line
        if line.shift == 0:
            if self._chunk is not None and line.text.startswith("{"):
                yield self._cut()  # the record before was not closed; reading it will tell where
            if self._skipping and line.text.lstrip().startswith("{"):
                self._skipping = False
        if piece.fault is not None:
            yield self._fail(piece.fault, line)
        if not self._skipping:
            yield from self._split(piece)

    def finish(self) -> Iterator[Chunk]:
        """The record that the end of the source interrupts."""
        if self._chunk is not None:
            yield self._cut()

    def _split(self, piece: Piece) -> Iterator[Chunk | RawRecord]:
        line, text = piece.line, piece.line.text
        at = 0
        while True:
            if self._chunk is None:
                at = _end_of(_BETWEEN, text, at)
                if at == len(text):
                    return
                self._chunk = Chunk()
                if text[at] != "{":
                    yield self._fail(Fault("E-JSON", at, "a record begins with '{'"), line)
                    return
            start, at = at, self._scan(text, at)
            self._chunk.append(line, start, at)
            if self._chunk.size > MAX_RECORD:
                yield self._fail(Fault("E-TOO-LONG", 0, f"a record is longer than {MAX_RECORD} characters"), self._chunk.lines[0])
                return
            if self._depth == 0:
                yield self._cut()
                if text[at - 1] == "]":  # brackets do not match; what follows belongs to that record
                    self._skipping = True
                    return
            elif self._in_string and piece.ends:
                yield self._cut()  # strings end on their line; reading it will tell where this one began
                self._skipping = True
                return
            else:
                return

    def _scan(self, text: str, at: int) -> int:
        """Follows brackets and strings from `at`; the index after the bracket that closes the record, or the text's length."""
        at += self._escaped
        self._escaped = False
        while True:
            match = (_STRING_STOPS if self._in_string else _STOPS).search(text, at)
            if match is None:
                return len(text)
            at = match.end()
            if match[0] == '"':
                self._in_string = not self._in_string
            elif match[0] == "\\":
                self._escaped = at == len(text)
                at += 1
            elif match[0] in "{[":
                self._depth += 1
            else:
                self._depth -= 1
                if self._depth == 0:
                    return at

    def _fail(self, fault: Fault, line: Line) -> RawRecord:
        self._cut()
        self._skipping = True
        record = RawRecord(Place(line, fault.start, 1), readable=False)
        fault.spoil(record, line)
        return record

    def _cut(self) -> Chunk:
        chunk = self._chunk or Chunk()
        self._chunk, self._depth, self._in_string = None, 0, False
        return chunk


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
