"""Reading bytes: encodings, limits, junk, and bounded memory."""

from __future__ import annotations

import io
import itertools
import json
import tracemalloc
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.records import dumps, iter_records
from diamonds_solver.notation import json_text
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.stream import iter_records as iter_any
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
    assert codes(read(b"\xe9\n\x00\x00\n" + GOOD)) == ["E-ENCODING", "ok"]
    assert codes(read(b"\x00" * 100)) == ["E-CONTROL"]


@pytest.mark.parametrize(
    ("start", "code", "kind"),
    [
        ("diamonds 1".encode("utf-16"), "E-ENCODING", "UTF-16 text"),
        ("diamonds 1".encode("utf-16-be"), "E-CONTROL", "control character 0"),
        ("diamonds 1".encode("utf-16-le"), "E-ENCODING", "UTF-16 text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\n", "E-CONTROL", "a PNG picture"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "E-CONTROL", "a JPEG picture"),
        (b"PK\x03\x04\x14\x00", "E-CONTROL", "a ZIP file"),
    ],
)
def test_a_file_of_another_kind_gets_one_sentence(start: bytes, code: str, kind: str) -> None:
    (error,) = read(start + b"\n\xff\x00\n" * (500 if kind.startswith("a ") else 0))
    assert isinstance(error, RecordError)
    assert [problem.code for problem in error.problems] == [code]
    assert kind in error.message


@pytest.mark.parametrize(("junk", "code"), [(b"\xeb", "E-ENCODING"), (b"\x00", "E-CONTROL"), (b"a" * 2**16, "E-TOO-LONG")])
def test_a_field_before_a_record_that_is_no_text(junk: bytes, code: str) -> None:
    """What makes the second record unreadable says nothing of the field before it."""
    assert codes(read(b"id x; diamonds 1; players Zo" + junk + b" Bob\n" + GOOD)) == ["E-MAGIC", code, "ok"]
    assert codes(read(b"id " + junk + b"; diamonds 1; players 2\n")) == [code] if code == "E-TOO-LONG" else [code, "ok"]


@pytest.mark.parametrize("good", [GOOD, GOOD_JSON])
def test_ends_of_lines(good: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Problems are in the same lines whatever these end with, wherever in them ends what is read at once."""
    data = (good + b"\n" + good.replace(b"2", b"9", 1)) * 200
    plain = read(data)
    assert codes(plain) == ["ok", "E-PLAYERS"] * 200
    monkeypatch.setattr("diamonds_solver.notation.text._LIMIT", 1000)
    for end in (b"\n", b"\r\n", b"\r"):
        items = read(data.replace(b"\n", end))
        assert codes(items) == codes(plain)
        assert [str(item) for item in items[1::2]] == [str(item) for item in plain[1::2]]


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


@pytest.mark.long
def test_an_array_in_one_line_may_be_longer_than_a_record() -> None:
    record = b'{"diamonds": 1, "players": 2, "x-a": "%s"}' % (b"a" * 1000)
    array = b"[" + b",".join([record] * 2100) + b"]"
    assert len(array) > 2**21
    assert codes(read(array)) == ["ok"] * 2100


@pytest.mark.long
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
    is_lines = b"\n" in part
    size, limit = (30_000, 500_000) if is_lines else (20_000_000, 12_000_000)  # all records of 30 kB of lines take 1 MB
    stream = io.BufferedReader(Endless(itertools.repeat(part, size // len(part))))
    read(part)  # what is made once
    tracemalloc.start()
    try:
        for _ in iter_records(stream):
            pass
        assert tracemalloc.get_traced_memory()[1] < limit
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


OTHERS = {"diams": b"diams 1; players 2; hand P1 4,4,B; hand P2 +3; market 1,2,3\n", "diamoniak": b"diamoniak 1; players 2\n"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["dia", "line", "json"])
def test_a_failure_of_the_program_costs_one_record(game: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DIAMONDS_DEBUG", raising=False)
    grammar, error = find_game(game).records.grammar(), ZeroDivisionError("a bug")
    (good,) = read(OTHERS.get(game, GOOD))
    data = dumps(cast(Any, good), form).encode()
    failing = replace(grammar, build=Mock(side_effect=[error, good]))
    failed, record = iter_any(io.BytesIO(data + data), lambda name: failing if name == game else None)
    assert isinstance(failed, RecordError)
    assert [(problem.code, problem.line) for problem in failed.problems] == [("E-INTERNAL", 1)]
    assert failed.message == "internal error: ZeroDivisionError: a bug"
    assert failed.__cause__ is error
    assert record is good


def test_debug_raises_a_failure_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIAMONDS_DEBUG", "1")
    monkeypatch.setattr("diamonds_solver.games.diamonds.records.reader.GameReader.read", lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        read(GOOD)
