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
    assert replace(record, see=None) == replace(meant, see=None)
