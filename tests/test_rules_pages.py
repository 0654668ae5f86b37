"""The pages of the rules say what the program does: in their tables of positions each row has a claim, a record, and what follows from it:
the legal moves after its play, or keys of its state (`diamonds show --json`) with their values.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from diamonds_solver.games import find_game
from diamonds_solver.games.records import loads

PAGES = Path(__file__).parents[1] / "docs" / "explanation"
ROWS = [
    pytest.param(record, expected, id=f"{page}: {claim}")
    for page in ("rules", "diams", "diamoniak")
    for claim, record, expected in re.findall(
        r"^\| ([^|]*) \| `([^`|]*)` \| (`[^|]*`) \|$", (PAGES / f"{page}.md").read_text(encoding="utf-8"), re.MULTILINE
    )
]


def shown(value: object) -> str:
    """As the tables write it: lists without brackets, values by seat with the seats' names."""
    if isinstance(value, dict):
        return ", ".join(f"{seat} {shown(one)}" for seat, one in value.items())
    return " ".join(map(shown, value)) if isinstance(value, list | tuple) else str(value)


@pytest.mark.parametrize(("record", "expected"), ROWS)
def test_a_rule_holds_in_its_position(record: str, expected: str) -> None:
    found = loads(record)
    records = find_game(found.game).records
    for key, value in (text.split(" ", 1) for text in re.findall(r"`([^`]*)`", expected)):
        if key == "moves":
            assert sorted(map(str, records.legal_moves(found))) == sorted(value.split())
        else:
            assert shown(records.state(found)[key]) == value, key


def test_each_page_has_positions() -> None:
    assert all(sum(str(row.id).startswith(f"{page}: ") for row in ROWS) >= 8 for page in ("rules", "diams", "diamoniak"))
