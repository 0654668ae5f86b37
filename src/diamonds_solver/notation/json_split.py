"""Cuts NDJSON, a JSON array or pretty-printed JSON objects into the texts of single records, without reading the values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .lines import Fault, Piece
from .problems import Line, Place
from .text import MAX_RECORD, RawRecord

_SPACE = re.compile(r"\s*")
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
        self._between = _Between()

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

    def finish(self) -> Iterator[Chunk | RawRecord]:
        """The record that the end of the source interrupts, and a record with nothing but a problem for an array that it interrupts."""
        if self._chunk is not None:
            self._between.give_up()
            yield self._cut()
        if self._between.array is not None:
            yield _problem(Fault("E-JSON", self._between.array.start, "the array is not closed"), self._between.array.line)

    def _split(self, piece: Piece) -> Iterator[Chunk | RawRecord]:
        line, text = piece.line, piece.line.text
        at = 0
        while True:
            if self._chunk is None:
                at = _end_of_space(text, at)
                if at == len(text):
                    return
                if text[at] not in "[],{":
                    yield self._fail(Fault("E-JSON", at, "a record begins with '{'"), line)
                    return
                trouble = self._between.take(Place(line, at, 1))
                if trouble:
                    yield _problem(Fault("E-JSON", at, trouble), line)
                if text[at] != "{":
                    at += 1
                    continue
                self._chunk = Chunk()
            start, at = at, self._scan(text, at)
            self._chunk.append(line, start, at)
            if self._chunk.size > MAX_RECORD:
                yield self._fail(Fault("E-TOO-LONG", 0, f"a record is longer than {MAX_RECORD} characters"), self._chunk.lines[0])
                return
            if self._depth == 0:
                yield self._cut()
                if text[at - 1] == "]":  # brackets do not match; what follows belongs to that record
                    self._skip()
                    return
            elif self._in_string and piece.ends:
                yield self._cut()  # strings end on their line; reading it will tell where this one began
                self._skip()
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
        self._skip()
        return _problem(fault, line)

    def _skip(self) -> None:
        self._skipping = True
        self._between.give_up()

    def _cut(self) -> Chunk:
        chunk = self._chunk or Chunk()
        self._chunk, self._depth, self._in_string = None, 0, False
        return chunk


class _Between:
    """What stands between records: an array's brackets and commas. Says what is wrong with them, the first time only."""

    def __init__(self) -> None:
        self.array: Place | None = None
        """The bracket of the array that is open."""
        self._last = ""
        """What came last in the array: its bracket, a comma, or a record's ``{``."""
        self._given_up = False

    def give_up(self) -> None:
        """After an error nobody knows which brackets and commas were skipped, or meant."""
        self.array = None
        self._given_up = True

    def take(self, sign: Place) -> str | None:
        """One of ``[ ] ,``, or the ``{`` of a record; what is wrong with it, if something is."""
        character = sign.line.text[sign.start]
        trouble = None if self._given_up else self._trouble(character)
        if trouble:
            self.give_up()
        elif character == "[":
            self.array = sign
        elif character == "]":
            self.array = None
        self._last = character
        return trouble

    def _trouble(self, character: str) -> str | None:
        if self.array is None:
            return f"there is no '[' before this '{character}'" if character in "]," else None
        if character == "[":
            return "an array of records holds no other array"
        if character == "{":
            return "a ',' is missing before this record" if self._last == "{" else None
        wrong = self._last == "," or (character == "," and self._last == "[")
        return f"a record is missing before this '{character}'" if wrong else None


def _problem(fault: Fault, line: Line) -> RawRecord:
    """A record that is nothing but a problem."""
    record = RawRecord(Place(line, fault.start, 1), readable=False)
    fault.spoil(record, line)
    return record


def _end_of_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
