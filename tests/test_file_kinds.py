"""Every kind of file that the program reads, in every form that other programs give it: read, or refused with the place.

A kind is made by the program itself, given another form, and read by the command that reads it. Where a form loses nothing the answer is
that of the file as it was made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from diamonds_solver.common.files import TextError, decode_text, text_lines
from diamonds_solver.games.diamonds.solving.bench import bench_records
from tests.program import Answer, diamonds

PLAYED = "diamonds 1; id one; players Ann Bob; lead Ann; hand Ann D4,3 H2,1; hand Bob D2,1 S2,1; play D4 D2 D3 D1"
QUICK = ("--worlds", "2", "--seed", "1", "-q")
ARENA = ("arena", "random", "greedy", "--deals", "2", "-p", "2", "-q", "--seed", "1", "-o")
TABLE = ("table", "make", "--deals", "2", "-p", "2", "--cards", "2", "--seed", "2", "-q", "-o")
ANALYSES = ("analyse", PLAYED, "--hindsight-only", "-q", "-o")


class Kind:
    """A kind of file: its name, what makes it, what reads it."""

    def __init__(self, name: str, make: Callable[[Path], object], read: Callable[[Path], Answer]) -> None:
        self.name, self.make, self.read = name, make, read


def written(*command: str) -> Callable[[Path], object]:
    """What the command prints."""
    return lambda path: path.write_text(diamonds(*command).out, encoding="utf-8")


def into(*command: str) -> Callable[[Path], object]:
    return lambda path: diamonds(*command, str(path))


def reads(*command: str) -> Callable[[Path], Answer]:
    return lambda path: diamonds(*[str(path) if word == "FILE" else word for word in command])


def practised(path: Path) -> None:
    """A file of answers."""
    path.write_text(
        json.dumps({"practice": 1, "positions": {"0123456789abcdef": {"box": 1, "due": "2020-01-01", "answers": 1, "right": 1}}})
    )


def reviewed(path: Path) -> Path:
    review = path.with_name("kept-review.json")
    if not review.exists():
        review.write_text(diamonds("analyse", PLAYED, "--json", *QUICK).out)
    return review


KINDS = {
    kind.name: kind
    for kind in (
        Kind("a.dia", written("convert", PLAYED), reads("convert", "FILE")),
        Kind("b.json", written("convert", PLAYED, "--json"), reads("convert", "FILE")),
        Kind("c.ndjson", written("convert", PLAYED, PLAYED, "--json"), reads("convert", "FILE")),
        Kind("scores.csv", lambda path: path.write_text("Ann,Bob,Cy\n12,9,14\n20,19,21\n"), reads("new", "FILE")),
        Kind("saved.dia", lambda path: diamonds("play", "-p", "2", "--seed", "1", "--save", str(path)), reads("play", "FILE", "--json")),
        Kind("review.json", written("analyse", PLAYED, "--json", *QUICK), reads("practice", "FILE", "--player", "Ann", "--json")),
        Kind("analyses.ndjson", into(*ANALYSES), reads(*ANALYSES, "FILE")),
        Kind("arena.ndjson", into(*ARENA), reads(*ARENA, "FILE")),
        Kind(
            "progress.json", practised, lambda path: diamonds("practice", str(reviewed(path)), "--player", "Ann", "--progress", str(path))
        ),
        Kind("t.csv", into(*TABLE), reads("table", "summary", "FILE", "--by", "move")),
        Kind("t.ndjson", into(*TABLE), reads("table", "summary", "FILE", "--by", "move")),
        Kind("bench.json", written("bench", "--best", "--json"), reads("bench", "--best", "--compare", "FILE")),
        Kind("proof.txt", into("solve", PLAYED.partition("; play D")[0], "-q", "--proof"), reads("verify", "FILE")),
    )
}


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A benchmark of two positions: its file is what is read."""
    bench = import_module("diamonds_solver.cli.bench")
    monkeypatch.setattr(bench, "bench_records", lambda: bench_records()[:2])


CHECKED = ("proof.txt",)
"""Certificates are read byte by byte: nothing but what the solver wrote is proven."""


MADE: dict[str, tuple[bytes, Answer]] = {}
"""By name, what was made once, and what is said of it."""


def made(kind: Kind, folder: Path) -> tuple[Path, bytes]:
    path = folder / kind.name
    if kind.name not in MADE:
        kind.make(path)
        content = path.read_bytes()
        assert len(content.splitlines()) >= 1
        MADE[kind.name] = content, kind.read(path)
    content = MADE[kind.name][0]
    path.write_bytes(content)
    return path, content


SAME = {
    "bom and crlf": lambda content: b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"),
    "cr, and none at the end": lambda content: content.removesuffix(b"\n").replace(b"\n", b"\r"),
    "blank lines": lambda content: b"\n\n" + content.replace(b"\n", b"\n\n") + b"\n \n",
}
"""Forms that say the same."""
BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "latin-1": (lambda content: content[:-2] + b"\xe9" + content[-2:], "byte 0xe9 at offset"),
    "utf-16": (lambda content: content.decode().encode("utf-16"), "UTF-16"),
    "nul": (lambda content: content[:-2] + b"\0" + content[-2:], "control character 0"),
}


def figures(answer: Answer) -> str:
    """What was answered, without names of files, the seconds of a benchmark, the arena's table of times, and rules as wide as these are."""
    untimed = re.sub(r"median ms.*", "", answer.out, flags=re.DOTALL)
    return re.sub(r"[\w./-]*/[\w.-]+|\d+\.\d{4}\b +\d+\.\d{4}\b +\d+\.\d\d\b|\s+|─+", " ", untimed)


@pytest.mark.parametrize("form", SAME)
@pytest.mark.parametrize("name", KINDS)
def test_forms_that_say_the_same(name: str, form: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    path, content = made(kind, tmp_path)
    plain = MADE[name][1]
    assert plain.code == 0, plain.err
    path.write_bytes(SAME[form](content))
    answer = kind.read(path)
    if name in CHECKED:
        assert answer.code in (1, 3)
        assert re.search(rf"{re.escape(str(path))}:\d+: ", answer.err)
        return
    assert answer.code == 0, answer.err
    assert figures(answer) == figures(plain)


@pytest.mark.parametrize("form", BROKEN)
@pytest.mark.parametrize("name", KINDS)
def test_bytes_that_are_no_text_have_their_place(name: str, form: str, tmp_path: Path) -> None:
    change, message = BROKEN[form]
    path, content = made(KINDS[name], tmp_path)
    content = change(content)
    path.write_bytes(content)
    answer = KINDS[name].read(path)
    assert answer.code == 3, answer
    assert "Traceback" not in answer.err
    assert path.read_bytes() == content
    if name in CHECKED:
        assert "E-CERTIFICATE" in answer.err
        return
    said = answer.err + answer.out
    assert message in said
    assert "E-CONTROL" in said if form == "nul" else "E-ENCODING" in said
    if form == "latin-1":
        assert f"at offset {content.index(0xE9)}" in said


# -- forms of some kinds ------------------------------------------------------------------------------------------------------------------
# Pretty-printed JSON, joined files, 3.0 for 3: they apply to some kinds of files.


def pretty(content: bytes) -> bytes:
    """JSON in lines of its own, as other programs show it."""
    decoder, text, values = json.JSONDecoder(), content.decode(), list[object]()
    while text := text.strip():
        value, end = decoder.raw_decode(text)
        values.append(value)
        text = text[end:]
    return b"".join(json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n" for value in values)


def with_floats(content: bytes) -> bytes:
    """3.0 for 3, wherever JSON or CSV has a whole number."""
    if not content.lstrip().startswith((b"{", b"[")):
        head, *rows = content.decode().splitlines()
        return "\n".join([head, *(re.sub(r"(?<![^,])(\d+)(?![^,])", r"\1.0", row) for row in rows), ""]).encode()

    def floated(value: object) -> object:
        if isinstance(value, dict):
            return {key: floated(each) for key, each in value.items()}
        if isinstance(value, list):
            return [floated(each) for each in value]
        return float(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 50 else value

    return b"".join(json.dumps(floated(json.loads(line)), ensure_ascii=False).encode() + b"\n" for line in content.splitlines())


JSON = ("b.json", "c.ndjson", "review.json", "analyses.ndjson", "arena.ndjson", "progress.json", "t.ndjson", "bench.json")
NUMBERS = (*JSON, "scores.csv", "t.csv")


LINES = ("analyses.ndjson", "arena.ndjson", "t.ndjson")
"""One object a line: that is the format, in which a program that was stopped goes on."""


@pytest.mark.parametrize("name", [name for name in JSON if name not in LINES])
def test_pretty_json_says_the_same(name: str, tmp_path: Path) -> None:
    path, content = made(KINDS[name], tmp_path)
    plain = KINDS[name].read(path)
    path.write_bytes(pretty(content))
    assert figures(KINDS[name].read(path)) == figures(plain)


@pytest.mark.parametrize("name", LINES)
def test_pretty_json_where_an_object_is_a_line(name: str, tmp_path: Path) -> None:
    path, content = made(KINDS[name], tmp_path)
    path.write_bytes(pretty(content))
    answer = KINDS[name].read(path)
    assert answer.code == 3
    assert f"{path}:1: " in answer.err
    assert "each object must be on its own line" in answer.err
    assert path.read_bytes() == pretty(content)


@pytest.mark.parametrize("name", NUMBERS)
def test_whole_numbers_with_a_point_say_the_same(name: str, tmp_path: Path) -> None:
    path, content = made(KINDS[name], tmp_path)
    plain = KINDS[name].read(path)
    assert plain.code == 0
    path.write_bytes(with_floats(content))
    assert b".0" in path.read_bytes()
    answer = KINDS[name].read(path)
    assert answer.code == 0, answer
    assert figures(answer) == figures(plain)


JOINED = {
    "a.dia": "",
    "b.json": "",
    "c.ndjson": "",
    "review.json": "",
    "analyses.ndjson": "",
    "arena.ndjson": "",
    "t.csv": "",
    "t.ndjson": "",
    "scores.csv": ":4 is not a score sheet: 'Ann' in round 3",
    "saved.dia": "one record is expected, not 2",
    "progress.json": ":1:",
    "bench.json": ": line 2, column 1",
    "proof.txt": ": nothing may follow 'end'",
}
"""Of each kind of file what is said of two that were joined; nothing where both are read."""


@pytest.mark.parametrize("name", KINDS)
def test_joined_files(name: str, tmp_path: Path) -> None:
    path, content = made(KINDS[name], tmp_path)
    path.write_bytes(content + content)
    answer = KINDS[name].read(path)
    assert (answer.code == 0) == (JOINED[name] == "")
    assert JOINED[name] in answer.out + answer.err
    assert path.name in answer.out + answer.err or answer.code == 0
    assert "Traceback" not in answer.err


# -- Parquet ------------------------------------------------------------------------------------------------------------------------------

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    **SAME,
    "latin-1": BROKEN["latin-1"][0],
    "nul": BROKEN["nul"][0],
    "joined": lambda content: content[:-8] + content,
    "cut": lambda content: content[: len(content) // 2],
    "text": lambda content: b"game,value\ndiamonds,1\n",
    "empty": lambda content: b"",
}


@pytest.mark.extra
@pytest.mark.parametrize("form", DAMAGE)
def test_a_damaged_parquet_table_is_none(form: str, tmp_path: Path) -> None:
    """No byte of it may be changed; what is read is the table, or nothing."""
    pytest.importorskip("pyarrow")
    path = tmp_path / "t.parquet"
    assert diamonds(*TABLE, str(path)).code == 0
    read = ("table", "summary", str(path), "--by", "move")
    plain, content = diamonds(*read), path.read_bytes()
    assert plain.code == 0
    path.write_bytes(DAMAGE[form](content))
    answer = diamonds(*read)
    if answer.code == 0:  # the byte was in what is not read
        assert figures(answer) == figures(plain)
        return
    assert answer.code == 3
    assert f"{path}: this is not a table that 'diamonds table' wrote [E-TABLE]" in answer.err


# -- the reader itself --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_joined_files_are_their_lines(end: str, mark: str) -> None:
    file = f"{mark}a{end}b{end}"
    assert decode_text(f"{file}{file}".encode(), "x") == "a\nb\na\nb\n"
    if mark:
        assert decode_text(f"{mark}a{mark}b".encode(), "x") == "a\nb\n"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"\xe9", "x:1:1: byte 0xe9 at offset 0"),
        (b"\xef\xbb\xbf\xe9", "x:1:1: byte 0xe9 at offset 3"),
        (b"a\r\n\xc3\xabb\xff", "x:2:3: byte 0xff at offset 6"),
        (b"a\rb\r\xff", "x:3:1: byte 0xff at offset 4"),
        (b"a\n\nb\0", "x:3:2: control character 0"),
    ],
)
def test_the_place_of_a_byte(content: bytes, place: str) -> None:
    with pytest.raises(TextError) as error:
        decode_text(content, "x")
    assert error.value.message.startswith(place)


def test_a_large_file_is_read_a_line_at_a_time() -> None:
    lines = text_lines(iter([b"a\n", b"b\n", b"\xff"]), "x")
    assert [next(lines), next(lines)] == ["a", "b"]
    with pytest.raises(TextError):
        next(lines)


# -- what is written ----------------------------------------------------------------------------------------------------------------------

NAMED = PLAYED.replace("Ann", "Zoë").replace("Bob", "Lukáš")
WRITES = {
    "convert": ("convert", NAMED),
    "new": ("new", "--names", "Zoë,Lukáš"),
    "csv": ("analyse", NAMED, "--hindsight-only", "-q", "--csv"),
    "report": ("report", NAMED, "--hindsight-only", "-q"),
    "table": ("table", NAMED.partition("; play D")[0].replace("id one", "id é"), "-q"),
}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
@pytest.mark.parametrize("name", WRITES)
def test_what_becomes_a_file_is_utf_8(name: str, encoding: str) -> None:
    answer = diamonds(*WRITES[name], env={"PYTHONIOENCODING": encoding}) if encoding != "utf-16" else diamonds(*WRITES[name])
    assert ("é" if name == "table" else "Zoë") in answer.out


def test_a_byte_that_is_no_text_is_a_line_that_nobody_understands() -> None:
    answer = diamonds("play", "-p", "2", "--seed", "1", stdin=b"\xe9\nquit\n", env={"PYTHONIOENCODING": "utf-8:strict"})
    assert answer.code == 3
    assert "are not cards\n" in answer.err
