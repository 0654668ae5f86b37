"""From bytes to lines of text, in bounded memory: a very long line comes in parts, bytes that are no text come with a fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from .problems import Line, Location
from .text import MAX_RECORD, RawRecord

_LIMIT = MAX_RECORD + 2  # bytes; room for CR LF

_HINTS = {
    "E-ENCODING": "save the file as UTF-8",
    "E-CONTROL": "is this a text file?",
    "E-TOO-LONG": "a text record may go over many lines; NDJSON has one record on each line",
}
_CR_ALONE = re.compile(rb"\r(?!\n|\Z)")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_SURROGATES = "surrogatepass"  # for text from Python that holds half a surrogate pair: its bytes are then reported as not being UTF-8


class Fault(NamedTuple):
    """Why a line is not text."""

    code: str
    start: int
    message: str
    offset: int | None = None
    """The number of the bad byte in the stream."""

    def reject(self, record: RawRecord, line: Line) -> None:
        """Notes it as the problem of a record, and of a `line`, that cannot be read."""
        record.problems.add(self.code, Location(line, self.start, 1), self.message, _HINTS.get(self.code), self.offset)
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
        raise TypeError(f"a text is wanted, not {type(text).__name__}; a file is read by load(path)")
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
    """The lines of `stream` without their ends (LF, CR LF or CR); a byte order mark at the start is dropped."""
    number, shift, offset, rest = 1, 0, 0, b""
    lines = _Lines(stream)
    while True:
        data = lines.read()
        ends = len(data) < _LIMIT or data.endswith(b"\n")
        data, rest = rest + data, b""
        if not data:
            return
        if not ends:
            data, rest = _split_before_last_character(data)
        if offset == 0:
            offset = 3 if data.startswith(b"\xef\xbb\xbf") else 0
            data = data[offset:]
        text, fault = _decode(data, offset)
        line = Line(file, number, text.removesuffix("\n").removesuffix("\r") if ends else text, shift)
        if fault is None and (match := _CONTROL.search(line.text)):
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
