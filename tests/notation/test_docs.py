"""The examples of docs/reference/notation.md and docs/reference/errors.md are true, and no error code is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from diamonds_solver.games.diamonds.records.game_record import AnyRecord
from diamonds_solver.games.diamonds.records.notation import GRAMMAR, dumps, dumps_json
from diamonds_solver.games.records import loads, parse
from diamonds_solver.notation.problems import RecordError

ROOT = Path(__file__).parents[2]
NOTATION = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
ERRORS = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?:dia|json)\n(.*?)^```", NOTATION, re.MULTILINE | re.DOTALL)
READERS = ("reader", "fields", "values", "replay", "forgotten", "best", "rounds", "notation")
"""The files of Diamonds that read records."""
EXAMPLES = re.findall(r"^\| `(E-[A-Z-]+)` \|[^|]*\| `([^`|]*)` \|$", ERRORS, re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS)
def test_examples_are_records(block: str) -> None:
    found = parse(block)
    assert found
    for record in found:
        assert isinstance(record, AnyRecord), str(record)
        assert loads(dumps(record)) == loads(dumps_json(record)) == record


def test_ways_to_write_a_hand_are_the_same() -> None:
    first, *others = next(parse(block) for block in BLOCKS if "♦15" in block)
    assert len(others) == 3
    assert all(other == first for other in others)


def test_the_printed_problem_is_what_is_printed() -> None:
    (printed,) = re.findall(r"^```\n(deal.dia:.*?)\n```", NOTATION, re.MULTILINE | re.DOTALL)
    (error,) = parse("diamonds 1\nplayers Ann Bob\n\n\nhand Ann D15,9 H12 S17", "deal.dia")
    assert str(error) == printed


def test_a_problem_of_json_is_shown_after_its_path() -> None:
    printed = """deals.json:1:73: error: rank 17 does not exist [E-RANK]
     | $.hand.P2: "D15,9 H12 S17"
     |                        ^^
     = hint: ranks run from 1 to 15"""
    (error,) = parse('{"diamonds": 1, "players": 2, "hand": {"P1": "D4 +9", "P2": "D15,9 H12 S17"}}', "deals.json")
    assert str(error) == printed


def test_every_field_is_in_the_table() -> None:
    rows = "\n".join(re.findall(r"^\| (`.*?) \|", NOTATION, re.MULTILINE))
    for key in ("x-", *GRAMMAR.keys):
        assert f"`{key}" in rows, key


@pytest.mark.parametrize(("code", "text"), EXAMPLES, ids=[code for code, _ in EXAMPLES])
def test_error_examples(code: str, text: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert [problem.code for problem in caught.value.problems] == [code]


def codes_in_source() -> set[str]:
    """Those of the page and of the phone among them."""
    files = [path for folder in ("src", "app") for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".pyx", ".js")]
    return {code for path in files for code in re.findall(r'\[?"?\b(E-[A-Z][A-Z-]+)', path.read_text("utf-8"))}


def test_every_code_is_listed() -> None:
    listed = re.findall(r"^\| `(E-[A-Z-]+)` \|", ERRORS, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert codes_in_source() == set(listed)


def test_every_code_of_the_notation_has_an_example() -> None:
    """All but those of bytes, sizes and failures, which test_stream.py tries, and of a hand by itself (test_cli_evaluate.py)."""
    package = ROOT / "src" / "diamonds_solver"
    game = package / "games" / "diamonds"
    files = [*(package / "notation").glob("*.py"), *(game / "records" / f"{name}.py" for name in READERS)]
    raised = {code for path in files for code in re.findall(r'"(E-[A-Z-]+)"', path.read_text("utf-8"))}
    assert raised - {code for code, _ in EXAMPLES} == {"E-ENCODING", "E-CONTROL", "E-TOO-LONG", "E-INTERNAL", "E-EXAMPLE"}
