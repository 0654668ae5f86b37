"""Lexing: a line of a ``.dia`` text becomes fields, a field a key and words. Every word knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from json import JSONDecoder
from typing import BinaryIO, NamedTuple

from diamonds_solver.common.files import CONTROL, MARK, foreign_kind
from diamonds_solver.common.wording import nearest, seen, spelled_plainly
from diamonds_solver.notation.problems import Line, Location, ProblemList

FIRST_FIELD = "diamonds 1"  # of a record, as hints show it
MAX_RECORD = 1024 * 1024  # characters
MAX_LINE = 64 * 1024  # characters, of a text

_DECODER = JSONDecoder(strict=False)  # a tab may stand in quotes
_TOKEN = re.compile(
    r"""
      (?P<end> [;\ufeff] )                                     # a byte order mark: here a file was joined to another one
    | (?P<comment> \# .*+ )                                   # a word may hold # , it only cannot begin with it
    | (?P<word> (?: [^\s;"\ufeff] | "(?: [^"\\] | \\. )*+" )++ )
    | (?P<open> " .*+ )                                       # a quote that nothing closes
    """,
    re.VERBOSE,
)


def first_field(key: str, games: Sequence[str]) -> str:
    """The field that a record begins with, as hints show it: that of the game whose name is most like `key`."""
    game, version = FIRST_FIELD.split()
    return f"{nearest(key, games) or game} {version}"


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

    __slots__ = ("broken", "key", "name", "open_quote", "text", "words")

    def __init__(self, key: Word, words: list[Word], text: str | None = None) -> None:
        self.key = key
        self.name = key.text if key.text.startswith("x-") else key.text.lower()
        """The key in lower case; ``x-`` keys as they stand."""
        self.words = words
        self.text = text
        """The text of an ``id`` or ``x-`` field, where it is more than what stands between its first and last word (JSON)."""
        self.open_quote: Word | None = None
        """The last word, where it begins a quote that is not closed on the line."""
        self.broken = False
        """Whether a problem was found and noted that makes reading its words pointless."""

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


_MOST_BY_HAND = 4_000  # characters


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
        self.lines: list[Line] = []
        """Those of its fields, where these are not worth a look and no more than somebody writes by hand."""
        self.commented: str | None = None
        """The text that it was read from, if that has comments."""
        self._size = 0

    def add(self, field: Field) -> None:
        """Keeps a field, unless the record is not readable or becomes too long."""
        self._size += len(field.key.text) + sum(len(word.text) + 1 for word in field.words)
        if not self.readable:
            if self._size > _MOST_BY_HAND:
                self.lines.clear()
            elif not self.lines or self.lines[-1] is not field.key.line:
                self.lines.append(field.key.line)
            return
        if field.open_quote is not None:
            hint = "close the quotes on the same line"
            self.problems.add("E-QUOTE", field.open_quote.location(), "a quote is not closed", hint)
            field.broken = True
        if self._size > MAX_RECORD:
            self.problems.add("E-TOO-LONG", field.key.location(), f"a record is longer than {MAX_RECORD} characters")
            self.reject()
        else:
            self.fields.append(field)

    def reject(self) -> None:
        """Gives the record up: what was found wrong makes all else doubtful."""
        self.readable = False
        self.fields.clear()
        self.lines.clear()


def lex_line(line: Line) -> Iterator[Field]:
    """The fields of one line. A quote that is not closed goes on to the end of the line, and is the last field's `open_quote`."""
    words: list[Word] = []
    for match in _TOKEN.finditer(spelled_plainly(line.text)):
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


def comment_of(text: str) -> int | None:
    """Where the comment of a line begins; None for a line without."""
    if "#" not in text:
        return None
    return next((match.start() for match in _TOKEN.finditer(spelled_plainly(text)) if match.lastgroup == "comment"), None)


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


# -- lines --------------------------------------------------------------------------------------------------------------------------------
# From bytes to lines of text, in bounded memory: a very long line comes in parts, bytes that are no text come with a fault.


_LIMIT = MAX_RECORD + 2  # bytes; room for CR LF

_HINTS = {
    "E-ENCODING": "save the file as UTF-8",
    "E-CONTROL": "is this a text file?",
    "E-TOO-LONG": "a text record may span several lines; NDJSON has one record on each line",
}
_CR_ALONE = re.compile(rb"\r(?!\n|\Z)")
_SURROGATES = "surrogatepass"  # for text from Python that holds half a surrogate pair: its bytes are then reported as not being UTF-8


class Fault(NamedTuple):
    """Why a line is not text."""

    code: str
    start: int
    message: str
    offset: int | None = None
    """The number of the bad byte in the stream."""
    hint: str | None = None
    """Another one than `_HINTS` has."""

    def reject(self, record: RawRecord, line: Line) -> None:
        """Notes it as the problem of a record, and of a `line`, that cannot be read."""
        record.problems.add(self.code, Location(line, self.start, 1), self.message, self.hint or _HINTS.get(self.code), self.offset)
        record.reject()


class Chunk(NamedTuple):
    """A line, or a part of one that is longer than a record may be."""

    line: Line
    ends: bool
    """Whether the line ends with this chunk."""
    fault: Fault | None = None


def to_bytes(text: str) -> bytes:
    """The bytes of a text, so that texts and files are read in the same way. Raises TypeError for what is no text."""
    if not isinstance(text, str):
        raise TypeError(f"a text is expected, not {type(text).__name__}; load(path) reads a file")
    return text.encode("utf-8", _SURROGATES)


class _Lines:
    """Lines with their ends, at most _LIMIT bytes of each at once."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._data, self._at = b"", 0  # read ahead, and how far it was given out

    def read(self) -> bytes:
        """The next line, or part of one; nothing at the end."""
        match = _CR_ALONE.search(self._data, self._at)
        if not match and not self._data.endswith(b"\n", self._at):
            rest = self._data[self._at :]
            self._data, self._at = rest + self._stream.readline(_LIMIT - len(rest)), 0
            match = _CR_ALONE.search(self._data)
        start, self._at = self._at, match.end() if match else len(self._data)
        return self._data[start : self._at]


def read_chunks(stream: BinaryIO, file: str) -> Iterator[Chunk]:
    """The lines of `stream` without their ends (LF, CR LF or CR), and without byte order marks before them; empty ones are left out."""
    number, shift, offset, rest = 1, 0, 0, b""
    lines = _Lines(stream)
    while True:
        data = lines.read()
        if data == b"\n" and not shift and not rest:  # nobody needs an empty line
            number, offset = number + 1, offset + 1
            continue
        ends = len(data) < _LIMIT or data.endswith(b"\n")
        data, rest = rest + data, b""
        if not data:
            return
        if not ends:
            data, rest = _split_before_last_character(data)
        if offset == 0 and (kind := foreign_kind(data)):
            code, hint = ("E-ENCODING", None) if kind.startswith("UTF") else ("E-CONTROL", "'diamonds new' writes a template to fill in")
            yield Chunk(Line(file, 1, ""), True, Fault(code, 0, f"this is {kind}, and records are UTF-8 text", 0, hint))
            return
        if not shift and data.startswith(MARK):  # also in the middle, where files were joined
            offset, data = offset + len(MARK), data[len(MARK) :]
        text, fault = _decode(data, offset)
        text = text if fault else seen(text)
        line = Line(file, number, text.removesuffix("\n").removesuffix("\r") if ends else text, shift)
        if fault is None and (match := CONTROL.search(line.text)):
            fault = Fault("E-CONTROL", match.start(), f"control character {ord(match[0])} in the text")
        yield Chunk(line, ends, fault)
        offset += len(data)
        number, shift = (number + 1, 0) if ends else (number, shift + len(text))


def _split_before_last_character(data: bytes) -> tuple[bytes, bytes]:
    """Cuts off a UTF-8 character at the end that may go on in the next bytes."""
    for back in range(1, min(4, len(data)) + 1):
        if data[-back] < 0x80:
            break
        if data[-back] >= 0xC0:
            return data[:-back], data[-back:]
    return data, b""


def _decode(data: bytes, offset: int) -> tuple[str, Fault | None]:
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        bad = data[error.start]
        fault = Fault(
            "E-ENCODING",
            len(data[: error.start].decode("utf-8")),
            f"byte 0x{bad:02x} at offset {offset + error.start} is not UTF-8",
            offset + error.start,
        )
        return data.decode("utf-8", "replace"), fault
