"""Records as JSON: the same meaning as text, and errors with their place."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from diamonds_solver.games.diamonds.records.notation import dumps_json, to_json
from diamonds_solver.games.records import iter_records, loads, parse
from diamonds_solver.notation.problems import RecordError

EXAMPLE = {
    "diamonds": 1,
    "players": ["Ann", "Bob Lee", "Cy", "Di"],
    "variant": "standard",
    "teams": True,
    "round": "2/4",
    "dealer": "P1",
    "pass": 2,
    "hand": {"P1": "D15,9,3 H12,11,7 S7 C10,5,2", "Bob Lee": None, "P3": "D14,2 +8", "P4": "-"},
    "showroom": [3, 3, 0, 3],
    "vault": [0, 1, 0, 2],
    "lead": "Bob Lee",
    "out": "S2",
    "void": {"P2": "C"},
    "gave": {"P1": "D14,2"},
    "see": "P1",
    "phase": "play",
    "play": "H5 H14 H2 H7",
    "id": "x",
    "best": ["S9", "H9"],
    "value": 5,
    "x-note": "any; thing # at all\n",
}
TEXT = """\
diamonds 1; players Ann "Bob Lee" Cy Di; teams yes; round 2/4; pass 2; hand Ann D15,9,3 H12,11,7 S7 C10,5,2; hand Cy D14,2 +8
showroom 3 3 0 3; vault 0 1 0 2; out S2; void "Bob Lee" C; gave Ann D14,2; see Ann; play H5 H14 H2 H7
id x; best S9,H9; value 5; x-note "any; thing # at all\\n"
"""


def test_json_means_the_same_as_text() -> None:
    assert loads(json.dumps(EXAMPLE)) == loads(json.dumps(EXAMPLE, indent=2)) == loads(json.dumps(EXAMPLE, indent=0)) == loads(TEXT)
    assert loads(json.dumps(EXAMPLE, ensure_ascii=False, separators=(",", ":"))) == loads(TEXT)


def test_to_json() -> None:
    found = to_json(loads(TEXT))
    assert found == {
        "diamonds": 1,
        "id": "x",
        "players": ["Ann", "Bob Lee", "Cy", "Di"],
        "teams": True,
        "round": "2/4",
        "pass": 2,
        "see": "P1",
        "hand": {"P1": "D15,9,3 H12,11,7 S7 C10,5,2", "P3": "D14,2 +8"},
        "out": "S2",
        "void": {"P2": "C"},
        "gave": {"P1": "D14,2"},
        "showroom": [3, 3, 0, 3],
        "vault": [0, 1, 0, 2],
        "play": "H5 H14 H2 H7",
        "best": "S9,H9",
        "value": 5,
        "x-note": "any; thing # at all\n",
    }
    assert dumps_json(loads(TEXT)).isascii()
    assert "\n" not in dumps_json(loads(TEXT))


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("players", 3, "players 3"),
        ("players", "Ann Bob Cy", "players Ann Bob Cy"),
        ("round", 2, "round 2"),
        ("pass", "2", "pass 2"),
        ("showroom", "1 2 3", "showroom 1 2 3"),
        ("value", [7, 5, 6.5], "value 7 5 6.5"),
        ("play", ["H5", "H6 H7", "/", "H8"], "play H5 H6 H7 / H8"),
        ("hand", {"P1": ["D15", "D9"]}, "hand P1 D15,9"),
        ("hand", {"P1": "\u2666 15 9"}, "hand P1 D15,9"),
        ("void", {"P1": ["S", "C"]}, "void P1 SC"),
        ("id", 7, "id 7"),
        ("x-a", [1, {"b": None}], 'x-a "[1, {\\"b\\": null}]"'),
        ("dealer", None, ""),
    ],
)
def test_kinds_of_values(key: str, value: object, text: str) -> None:
    rest = {} if key == "players" else {"players": 3}
    players = "" if key == "players" else "players 3; "
    assert loads(json.dumps({"diamonds": 1, **rest, key: value})) == loads(f"diamonds 1; {players}{text}")


LINES = Path(__file__).with_name("broken_json.txt").read_text(encoding="utf-8").splitlines()
BROKEN = [line.split(maxsplit=1) for line in LINES if not line.startswith("#")]
"""Codes, and records with «these marks» around what the problem must point at."""
DEEP = [
    ["E-JSON", '{"diamonds": 1, "players": 2, «"x-a"»: ' + "[" * 17 + "]" * 17 + "}"],
    ["E-JSON", '«{»"diamonds": 1, "x-a": ' + "[" * 100_000 + "]" * 100_000 + "}"],
]


def test_the_collection_is_there() -> None:
    assert len(BROKEN) >= 41


@pytest.mark.parametrize(("code", "marked"), [*BROKEN, *DEEP])
def test_problems_in_json_have_a_place(code: str, marked: str) -> None:
    start, end = marked.index("«"), marked.index("»")
    (error,) = parse(marked.replace("«", "").replace("»", ""), "deal.json")
    assert isinstance(error, RecordError)
    problem = error.problems[0]
    assert (problem.code, problem.line, problem.column) == (code, 1, start + 1), str(error)
    assert problem.path is None or problem.source.startswith(problem.path)
    if problem.path is not None and code != "E-JSON":
        marked_text = marked[start + 1 : end]
        assert problem.source[problem.caret :][: problem.length] in (marked_text, marked_text.strip('"')), str(error)


@pytest.mark.parametrize(
    ("text", "shown", "column"),
    [
        (r'"\u2666\u0034 \u26651\u0037"', "♦4 ♥17", 0),  # an escape before it: the column is that of the value
        (r'"D4 H17\n"', "D4 H17 ", 5),
        ('"D4\\tH17"', "D4 H17", 0),
    ],
)
def test_values_are_shown_as_they_are_meant(text: str, shown: str, column: int) -> None:
    before = '{"diamonds": 1, "players": 2, "hand": {"P1": '
    (error,) = parse(f"{before}{text}}}}}", "deal.json")
    assert isinstance(error, RecordError)
    assert error.problems[0].column == len(before) + 1 + column
    row = f'     | $.hand.P1: "{shown}"'
    assert error.problems[0].format().split("\n")[1:3] == [row, "     | " + " " * (row.index("17") - 7) + "^^"]


def test_paths() -> None:
    record = '{"diamonds": 1, "players": ["Ann", "Bob Lee"], "dealer": "Eve", "hand": {"Bob Lee": "X", "P1": ["D4", "Y"]}, "deeler": 1}'
    for text, root in ((record, "$"), (f"[{record}]", "$[0]"), (f'[{{"diamonds": 1, "players": 2}},\n{record}]', "$[1]")):
        error = parse(text)[-1]
        assert isinstance(error, RecordError)
        assert [p.path for p in error.problems] == [
            f"{root}.dealer",
            f'{root}.hand["Bob Lee"]',
            f"{root}.hand.P1[1]",
            f"{root}.deeler",
        ]
        assert [problem.to_dict()["path"] for problem in error.problems] == [problem.path for problem in error.problems]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('{"diamonds": 1, "players": 2,}', "no comma goes before a closing bracket"),
        ('{"diamonds": 1, "players": 2, "showroom": [3, 3, ]}', "no comma goes before a closing bracket"),
        ('[{"diamonds": 1, "players": 2},\n]', "no comma goes before a closing bracket"),
        ("{'diamonds': 1, 'players': 2}", "keys and texts need double quotes"),
        ('{"diamonds": 1, "id": \'a\'}', "keys and texts need double quotes"),
        ('{"diamonds": 1 "players": 2}', None),
    ],
)
def test_common_slips_in_json_get_a_hint(text: str, hint: str | None) -> None:
    error = parse(text)[-1]
    assert isinstance(error, RecordError)
    assert [(problem.code, problem.hint) for problem in error.problems] == [("E-JSON", hint)]


def test_hints_name_the_path() -> None:
    (error,) = parse('{"diamonds": 1, "players": 2, "hand": {"P1": "D4,3", "P2": "D4,2"}}')
    assert isinstance(error, RecordError)
    assert error.problems[0].hint == "it is at $.hand.P1"


def test_a_key_that_is_there_twice_is_told_with_the_first() -> None:
    (error,) = parse('{"diamonds": 1,\n "players": 2, "dealer": "P1",\n "DEALER": "P1"}')
    assert isinstance(error, RecordError)
    assert (error.problems[0].line, error.problems[0].hint) == (3, "the first is on line 2, column 16")


def test_an_empty_object_says_nothing() -> None:
    assert loads('{"diamonds": 1, "players": 2, "hand": {}, "took": {"P1": null}}') == loads("diamonds 1; players 2")


def test_places_in_json_over_several_lines() -> None:
    text = '{\n "diamonds": 1,\n "players": 2,\n "hand": {\n  "P1": "D4 H17"\n }\n}\n'
    (error,) = parse(text, "deal.json")
    assert str(error) == (
        "deal.json:5:14: error: rank 17 does not exist [E-RANK]\n"
        '     | $.hand.P1: "D4 H17"\n'
        "     | " + 16 * " " + "^^\n"
        "     = hint: ranks run from 1 to 15"
    )


@pytest.mark.parametrize(
    "form", ["{0}\n{1}\n{2}\n", "[{0}, {1}, {2}]", "[\n  {0},\n  {1},\n  {2}\n]\n", "{0}{1}{2}", "\n\n{0}\n\n\r\n{1}\r\n{2}"]
)
@pytest.mark.parametrize("indent", [None, 0, 2])
def test_many_records(form: str, indent: int | None) -> None:
    texts = [json.dumps({"diamonds": 1, "players": 2, "id": name, "x-a": {"b": ["}"]}}, indent=indent) for name in ("a", "\\{", '"')]
    found = parse(form.format(*texts))
    assert [getattr(record, "id", None) for record in found] == ["a", "\\{", '"'], found


@pytest.mark.parametrize(
    "bad",
    [
        "nothing",
        '{"diamonds": 1, "players": two}',
        '{"diamonds": 1, "players": 2',
        '{"diamonds": 1, "players": "2}',
        '{"diamonds": 1, "players": 2]',
        "}",
        '{"players": 2}',
        '{"diamonds": 1, "players": 2, "x-a": "\x00"}',
        "diamonds 1; players 2",
    ],
)
def test_reading_goes_on_after_a_bad_line(bad: str) -> None:
    good = '{"diamonds": 1, "players": 2, "id": "good"}'
    found = parse(f"{good}\n{bad}\n{good}\n{good}\n")
    assert [isinstance(item, RecordError) for item in found] == [False, True, False, False]
    assert isinstance(found[1], RecordError)
    assert found[1].problems[0].line in (2, 3)  # that a bracket is missing shows at the next line


@pytest.mark.parametrize(
    ("marked", "good"),
    [
        ("[«»", 0),
        ("[R«»", 1),
        ("[\nR,\nR«»\n\n", 2),
        ("R\n[R«»", 1),
        ("[«[»R]]", 0),
        ("[R, «[»R], R]", 2),
        ("[R, «5», R]", 2),
        ("[R,«]»", 1),
        ("[«,»R]", 0),
        ("[R,«,»R]", 1),
        ("[R «R»]", 1),
        ("[R]«]»", 1),
        ("[R]\n«R»", 1),
        ("R«,»\nR", 1),
        ("R\n«5»\nR", 2),
    ],
)
def test_arrays_that_are_none(marked: str, good: int) -> None:
    """Each is one error at its place; the records before it are read, and those after it unless it is not JSON."""
    marked = marked.replace("R", '{"diamonds": 1, "players": 2}')
    before = marked[: marked.index("«")]
    found = parse(marked.replace("«", "").replace("»", ""))
    (problem,) = [problem for item in found if isinstance(item, RecordError) for problem in item.problems]
    assert (problem.code, problem.line) == ("E-JSON", before.count("\n") + 1)
    assert problem.column == len(before.rpartition("\n")[2]) + 1
    assert len(found) == good + 1


def test_a_bad_byte_in_an_array_loses_only_what_comes_after_it() -> None:
    record = b'{"diamonds": 1, "players": 2, "id": "%s"}'
    data = b"[" + b",".join(record % name for name in (b"a", b"b\xff", b"c")) + b"]"
    first, error = iter_records(io.BytesIO(data))
    assert not isinstance(first, RecordError)
    assert isinstance(error, RecordError)
    assert (error.code, error.problems[0].offset) == ("E-ENCODING", data.index(b"\xff"))


def test_an_unknown_key_is_told_whatever_its_value_is() -> None:
    (error,) = parse('{"diamonds": 1, "players": 2, "hands": {"P1": "D4"}}')
    assert isinstance(error, RecordError)
    assert [(problem.code, problem.hint) for problem in error.problems] == [("E-FIELD", "did you mean 'hand'?")]


def test_no_records_in_an_empty_array() -> None:
    assert parse("[]") == parse(" [ \n ] ") == []
