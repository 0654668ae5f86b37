"""Reading bytes: encodings, limits, junk, and bounded memory."""

from __future__ import annotations

import io
import itertools
import json
import tracemalloc
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.records import iter_records
from diamonds_solver.notation import json_text
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.text import MAX_RECORD

GOOD = b"diamonds 1; players 2; id good\n"
GOOD_JSON = b'{"diamonds": 1, "players": 2, "id": "good"}\n'


def read(data: bytes) -> list[Record | RecordError]:
    return list(iter_records(io.BytesIO(data), "a.dia"))


def codes(items: Iterable[Record | RecordError]) -> list[str]:
    """The code of each bad record, ``ok`` for a good one."""
    return [item.code if isinstance(item, RecordError) else "ok" for item in items]


class Endless(io.RawIOBase):
    """A stream that makes its bytes when they are asked for."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._rest:
            self._rest = next(self._parts, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def test_latin_1_is_reported_with_the_byte() -> None:
    (first, error, last) = read(GOOD + "diamonds 1; players Zoé Bob\n".encode("latin-1") + GOOD)
    assert codes([first, error, last]) == ["ok", "E-ENCODING", "ok"]
    assert isinstance(error, RecordError)
    problem = error.problems[0]
    assert (problem.line, problem.column, problem.offset) == (2, 23, len(GOOD) + 22)
    assert problem.message == f"byte 0xe9 at offset {len(GOOD) + 22} is not UTF-8"


def test_offsets_count_bytes_and_columns_characters() -> None:
    (error,) = read(b"\xef\xbb\xbfdiamonds 1\nid \xc3\xa9\xff\nplayers 2")
    assert isinstance(error, RecordError)
    assert (error.problems[0].line, error.problems[0].column, error.problems[0].offset) == (2, 5, 19)


@pytest.mark.parametrize("junk", [b"\x00", b"\x1b[31m", b"\x7f"])
def test_control_characters(junk: bytes) -> None:
    found = read(GOOD + b"diamonds 1; players 2; id a" + junk + b"b; play X\n" + GOOD)
    assert codes(found) == ["ok", "E-CONTROL", "ok"]
    assert isinstance(found[1], RecordError)
    assert (found[1].problems[0].column, len(found[1].problems)) == (28, 1)  # what else is wrong is not worth telling


def test_a_bad_byte_spoils_only_its_own_record_of_a_line() -> None:
    line = b"diamonds 1; players 2; diamonds 1; players 2; id \xff; diamonds 1; players 2\n"
    assert codes(read(line)) == ["ok", "E-ENCODING", "ok"]


def test_text_of_python_with_half_a_surrogate_pair() -> None:
    assert codes(read("diamonds 1; players 2; id \ud800".encode("utf-8", "surrogatepass"))) == ["E-ENCODING"]


def test_junk_before_the_first_record() -> None:
    assert codes(read(b"hello\nworld\n" + GOOD)) == ["E-MAGIC", "ok"]
    assert codes(read(b"\x89PNG\r\n\x1a\n\x00\x00\n" + GOOD)) == ["E-ENCODING", "ok"]
    assert codes(read(b"\x00" * 100)) == ["E-CONTROL"]


@pytest.mark.parametrize(("junk", "code"), [(b"\xeb", "E-ENCODING"), (b"\x00", "E-CONTROL"), (b"a" * 2**16, "E-TOO-LONG")])
def test_a_field_before_a_record_that_is_no_text(junk: bytes, code: str) -> None:
    """What makes the second record unreadable says nothing of the field before it."""
    assert codes(read(b"id x; diamonds 1; players Zo" + junk + b" Bob\n" + GOOD)) == ["E-MAGIC", code, "ok"]
    assert codes(read(b"id " + junk + b"; diamonds 1; players 2\n")) == [code] if code == "E-TOO-LONG" else [code, "ok"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("good", [GOOD, GOOD_JSON])
def test_ends_of_lines(end: bytes, good: bytes) -> None:
    """Problems are in the same lines whatever these end with, also where the file goes beyond what is read at once."""
    data = (good + b"\n" + good.replace(b"2", b"9", 1)) * 1500
    items, plain = read(data.replace(b"\n", end)), read(data)
    assert codes(items) == codes(plain) == ["ok", "E-PLAYERS"] * 1500
    assert [str(item) for item in items if isinstance(item, RecordError)] == [str(item) for item in plain if isinstance(item, RecordError)]


def test_long_lines() -> None:
    fits = b"diamonds 1; players 2; id " + b"a" * (64 * 1024 - 26)
    assert codes(read(fits + b"\n" + GOOD)) == ["ok", "ok"]
    assert codes(read(fits + b"\r\n" + GOOD)) == ["ok", "ok"]
    assert codes(read(fits + b"\xc3\xa9a\n" + GOOD)) == ["E-TOO-LONG", "ok"]
    assert codes(read(GOOD.strip() + b";" + fits * 20 + b"\n" + GOOD)) == ["ok", "E-TOO-LONG", "ok"]


def test_characters_across_the_parts_of_a_long_line() -> None:
    """Long JSON lines come in parts; no part ends inside a character or an escape."""
    for shift in range(4):
        name = "a" * shift + 'é山😀\\"' * 30_000
        line = '{"diamonds": 1, "players": 2, "id": "' + name.replace("\\", "\\\\").replace('"', '\\"') + '"}\n'
        (record,) = read(line.encode())
        assert isinstance(record, Record)
        assert record.id == name


def test_long_records() -> None:
    text = b"diamonds 1\nplayers 2\n" + b"".join(b"x-%d %s\n" % (i, b"a" * 1000) for i in range(1100)) + GOOD
    assert codes(read(text)) == ["E-TOO-LONG", "ok"]
    line = b'{"diamonds": 1, "players": 2, "x-a": "' + b"a" * 2**20 + b'"}\n'
    assert codes(read(GOOD_JSON + line + GOOD_JSON)) == ["ok", "E-TOO-LONG", "ok"]
    lines = b'{"diamonds": 1, "players": 2, "x-a":\n' + (b" " * 1000 + b"\n") * 1100 + b'"a"}\n'
    assert codes(read(GOOD_JSON + lines + GOOD_JSON)) == ["ok", "E-TOO-LONG", "ok"]


def test_long_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "MAX_ARRAY", 10_000)
    array = b"[" + b",".join([GOOD_JSON.strip()] * 1000) + b"]"
    found = codes(read(array))
    assert (set(found[:-1]), found[-1]) == ({"ok"}, "E-TOO-LONG")
    long_record = GOOD_JSON.replace(b"good", b"a" * 2**20)
    monkeypatch.undo()
    assert codes(read(b"[" + GOOD_JSON + b"," + long_record + b"," + GOOD_JSON + b"]")) == ["ok", "E-TOO-LONG", "ok"]


def test_an_array_in_one_line_may_be_longer_than_a_record() -> None:
    record = b'{"diamonds": 1, "players": 2, "x-a": "%s"}' % (b"a" * 1000)
    array = b"[" + b",".join([record] * 2100) + b"]"
    assert len(array) > 2**21
    assert codes(read(array)) == ["ok"] * 2100


@pytest.mark.parametrize(
    "part",
    [
        GOOD,
        GOOD_JSON,
        b"diamonds 1; players 9\n",
        b'{"diamonds": 1, "players": 9}\n',
        b"junk without an end " * 200,
        b"\x00" * 4096,
        b"\xff" * 4096,
        b"{" * 4096,
        b"[" * 4096,
        b"[1," * 2000,
        b'{"a' * 1000,
        b"\n" * 4096,
        b"# comment\n" * 1000,
        b"x 1\n" * 1000,
    ],
    ids=lambda part: repr(part[:12]),
)
def test_memory_is_bounded(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Much of anything, as lines or without any: no more than the longest record or array is ever held, parsed or not."""
    monkeypatch.setattr(json_text, "MAX_ARRAY", MAX_RECORD)
    size = 100_000 if b"\n" in part else 20_000_000
    stream = io.BufferedReader(Endless(itertools.repeat(part, size // len(part))))
    tracemalloc.start()
    try:
        for _ in iter_records(stream):
            pass
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()


def test_records_come_while_the_stream_is_still_open() -> None:
    parts = iter([GOOD, GOOD])
    records = iter_records(io.BufferedReader(Endless(parts), 16))
    assert isinstance(next(records), Record)


@pytest.mark.parametrize("indent", [None, 2])
def test_a_json_record_comes_with_the_line_that_closes_it(indent: int | None) -> None:
    text = json.dumps(json.loads(GOOD_JSON), indent=indent).encode() + b"\n"

    def parts() -> Iterator[bytes]:
        yield text
        yield text
        raise AssertionError("the reader waits for a third record before it gives the second one")

    records = iter_records(io.BufferedReader(Endless(parts()), 16))
    assert isinstance(next(records), Record)
    assert isinstance(next(records), Record)
