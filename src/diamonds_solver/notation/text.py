"""Lexing: a line of a ``.dia`` text becomes fields, a field a key and words. Every word knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from json import JSONDecoder
from typing import NamedTuple

from .problems import Line, Location, ProblemList

FIRST_FIELD = "diamonds 1"  # of a record, as hints show it
MAX_RECORD = 1024 * 1024  # characters
MAX_LINE = 64 * 1024  # characters, of a text

_DECODER = JSONDecoder(strict=False)  # a tab may stand in quotes
_TOKEN = re.compile(
    r"""
      (?P<blank> \s++ )
    | (?P<end> ; )
    | (?P<comment> \# .*+ )                                   # a word may hold # , it only cannot begin with it
    | (?P<word> (?: [^\s;"] | "(?: [^"\\] | \\. )*+" )++ )
    | (?P<open> " .*+ )                                       # a quote that nothing closes
    """,
    re.VERBOSE,
)


class Word(NamedTuple):
    """A word as it stands in the source, with its quotes."""

    text: str
    line: Line
    start: int
    """Index of its first character in the line's text."""

    def location(self, start: int = 0, end: int | None = None) -> Location:
        """Where the word stands, or its characters `start` to `end`."""
        return Location(self.line, self.start + start, (len(self.text) if end is None else end) - start)

    def whole(self) -> Span:
        """All of it as a span."""
        return Span(self, 0, len(self.text))


class Span(NamedTuple):
    """A part of a word. Turned into a Location only when there is something to say about it."""

    word: Word
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.word.text[self.start : self.end]

    def location(self) -> Location:
        return self.word.location(self.start, self.end)


class Field:
    """A key and its words, not interpreted yet."""

    __slots__ = ("broken", "key", "open_quote", "text", "words")

    def __init__(self, key: Word, words: list[Word], text: str | None = None) -> None:
        self.key = key
        self.words = words
        self.text = text
        """The text of an ``id`` or ``x-`` field, where it is more than what stands between its first and last word (JSON)."""
        self.open_quote: Word | None = None
        """The last word, where it begins a quote that is not closed on the line."""
        self.broken = False
        """Whether a problem was found and noted that makes reading its words pointless."""

    @property
    def name(self) -> str:
        """The key in lower case; ``x-`` keys as they stand."""
        text = self.key.text
        return text if text.startswith("x-") else text.lower()

    def location(self) -> Location:
        """From the key to the last word on the key's line."""
        end = self.key.location()
        last = max((location.start + location.length for word in self.words if (location := word.location()).line is end.line), default=0)
        return Location(end.line, end.start, max(last - end.start, end.length))

    def verbatim(self) -> str:
        """What stands after the key, as text: one quoted word without its quotes, anything else as it is."""
        if self.text is not None or not self.words:
            return self.text or ""
        if len(self.words) == 1 and (inside := unquote(self.words[0].text)) is not None:
            return inside
        first, last = self.words[0], self.words[-1]
        return first.line.text[first.start : last.start + len(last.text)]


class RawRecord:
    """The fields of one record, not interpreted yet, and the problems found so far."""

    def __init__(self, start: Location, *, readable: bool = True) -> None:
        """`start`: where the record begins. `readable`: whether its fields, of which the first names a game, are worth a look."""
        self.start = start
        self.readable = readable
        self.problems = ProblemList()
        self.harmless = 0
        """How many of the problems say nothing against reading on."""
        self.meant: set[str] = set()
        """The keys that unknown ones are taken for."""
        self.fields: list[Field] = []
        self._size = 0

    def add(self, field: Field) -> None:
        """Keeps a field, unless the record is not readable or becomes too long."""
        if not self.readable:
            return
        if field.open_quote is not None:
            hint = "texts in quotes end on their line"
            self.problems.add("E-QUOTE", field.open_quote.location(), "a quote is not closed", hint)
            field.broken = True
        self._size += len(field.key.text) + sum(len(word.text) + 1 for word in field.words)
        if self._size > MAX_RECORD:
            self.problems.add("E-TOO-LONG", field.key.location(), f"a record is longer than {MAX_RECORD} characters")
            self.reject()
        else:
            self.fields.append(field)

    def reject(self) -> None:
        """Gives the record up: what was found wrong makes all else doubtful."""
        self.readable = False
        self.fields.clear()


def lex_line(line: Line) -> Iterator[Field]:
    """The fields of one line. A quote that is not closed goes on to the end of the line, and is the last field's `open_quote`."""
    words: list[Word] = []
    for match in _TOKEN.finditer(line.text):
        kind = match.lastgroup
        if kind == "word":
            words.append(Word(match[0], line, match.start()))
        elif kind == "open":
            words.append(Word(match[0], line, match.start()))
            field = Field(words[0], words[1:])
            field.open_quote = words[-1]
            yield field
            return
        elif kind == "end" and words:
            yield Field(words[0], words[1:])
            words = []
    if words:
        yield Field(words[0], words[1:])


def cut(span: Span, sign: str) -> list[Span]:
    """The chunks of a span between the characters `sign`; empty ones are left out."""
    word, start, end = span
    text = word.text
    if sign not in text:
        return [span]
    cuts = [start - 1, *(at for at in range(start, end) if text[at] == sign), end]
    return [Span(word, a + 1, b) for a, b in pairwise(cuts) if b > a + 1]


def parts(words: Iterable[Word], sign: str = ",") -> list[Span]:
    """The words, cut at commas too."""
    return [span for word in words for span in cut(word.whole(), sign)]


def unquote(text: str) -> str | None:
    """What a quoted word says; None for a word that is not one quoted string, or has an escape that JSON does not know."""
    if not text.startswith('"'):
        return None
    try:
        inside, end = _DECODER.raw_decode(text)
    except ValueError:
        return None
    return str(inside) if end == len(text) else None
