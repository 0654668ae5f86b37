"""First records as people write them who have not read the notation: read as they are meant, or mended so by `check --fix`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from diamonds_solver.games.diamonds.record import Record
from diamonds_solver.games.records import parse, repair_of
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.repair import apply_edits

FILE = Path(__file__).with_name("first_records.txt")
CASES = [part.partition("\n") for part in FILE.read_bytes().decode().split("===== ")[1:]]


@pytest.mark.parametrize("case", CASES, ids=[f"{number}: {title}" for number, (title, _, _) in enumerate(CASES)])
def test_a_first_record_comes_out_as_it_is_meant(case: tuple[str, str, str]) -> None:
    text, _, good = case[2].partition("-----\n")
    (record,) = parse(text)
    if isinstance(record, RecordError):
        repair = repair_of(record)
        assert repair is not None
        assert repair.hint
        (record,) = parse(apply_edits(text, repair.edits))
    (meant,) = parse(good)
    assert isinstance(record, Record)
    assert isinstance(meant, Record)
    assert replace(record, see=None) == replace(meant, see=None)


@pytest.mark.parametrize(
    ("slip", "hint"),
    [
        ("hand Ivo D16,14 H15,9,8,7,1 S9 C14,13\nplay D14 D2 D4 / D15 D6 D11", "rank 16 is 15"),
        ("hand Ivo D15,14 H15,9,8,7,1 S9 C14,13\nplay D14 D2 X4", None),
    ],
)
def test_what_the_rest_proves_is_proposed_where_one_thing_fits(slip: str, hint: str | None) -> None:
    (error,) = parse(f"diamonds 1\nplayers Ivo Jana Kim\ndealer Kim\n{slip}\n")
    assert isinstance(error, RecordError)
    repair = repair_of(error)
    assert (hint in repair.hint) if hint and repair else repair is None or "?" in repair.edits[0].text
