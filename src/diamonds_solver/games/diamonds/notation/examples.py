"""The records that come with the package, as ``.dia`` files in ``data/``. The first comment line of a file tells what it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.record.game_record import AnyRecord
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.stream import good_record, parse

from .build import find_grammar

EXAMPLES = (
    "ending",
    "mid-trick",
    "victim",
    "advice",
    "full2",
    "full3",
    "full4",
    "full5",
    "full6",
    "teams4",
    "teams6",
    "perfect2",
    "perfect4",
    "game4",
    "game-perfect2",
    "game-teams4",
    "suite",
    "bench",
    "broken",
)

_DATA = Path(__file__).parents[1] / "data"


def example_path(name: str) -> Path:
    """The file of an example.

    Raises DiamondsError for an unknown name.
    """
    if name not in EXAMPLES:
        raise DiamondsError(f"there is no example {name!r}", code="E-EXAMPLE", hint=f"there are: {', '.join(EXAMPLES)}")
    return _DATA / f"{name}.dia"


def example_text(name: str) -> str:
    """The text of an example's file."""
    return example_path(name).read_text(encoding="utf-8")


def example_records(name: str) -> list[Any]:
    """The records of an example, each a `Record`, or a `GameRecord` for a whole game.

    Raises DiamondsError for an unknown name, RecordError for the example ``broken``.
    """
    found: list[AnyRecord | RecordError] = parse(example_text(name), find_grammar, f"{name}.dia")
    return [good_record(item) for item in found]


def example(name: str) -> Any:
    """The first record of an example. Raises as `example_records` does."""
    return example_records(name)[0]
