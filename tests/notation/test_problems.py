"""Every kind of mistake in a record: its code and the characters it is about, for all games."""

from __future__ import annotations

from pathlib import Path

import pytest

from diamonds_solver.games.records import parse
from diamonds_solver.notation.problems import RecordError

LINES = Path(__file__).with_name("broken_records.txt").read_text(encoding="utf-8").splitlines()
CASES = {number: line.split(maxsplit=1) for number, line in enumerate(LINES, start=1) if line and not line.startswith("#")}
"""By line: the code, or several of one place, and a record with «these marks» around what the problem must point at."""


def test_the_collection_is_large() -> None:
    assert len(CASES) >= 365


@pytest.mark.parametrize("number", CASES, ids=lambda number: f"{CASES[number][0]}-{number}")
def test_code_and_place(number: int) -> None:
    codes, marked = CASES[number]
    start, end = marked.index("«"), marked.index("»")
    text = marked.replace("«", "").replace("»", "")
    (error,) = parse(text, "deal.dia")
    assert isinstance(error, RecordError), text
    found = [(problem.code, problem.file, problem.line, problem.column, problem.length) for problem in error.problems]
    assert found == [(code, "deal.dia", 1, start + 1, end - start - 1) for code in codes.split(",")], str(error)
    # Over several lines the problem is the same; only the place is counted from the line.
    lines = parse(text.replace("; ", "\r\n\t"), "deal.dia")
    assert isinstance(lines[0], RecordError)
    assert [problem.code for problem in lines[0].problems] == codes.split(",")
