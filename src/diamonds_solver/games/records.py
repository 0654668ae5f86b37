"""The notation of Diamonds: ``.dia`` text and its JSON form, read with all errors located, written in one strict way.

``docs/reference/notation.md`` describes the format, ``docs/reference/errors.md`` the codes of the problems.
"""

from __future__ import annotations

import io
from os import PathLike
from pathlib import Path

from diamonds_solver.games.diamonds.notation.write import dumps, dumps_json, format_hand, format_play, to_json
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.notation.lines import to_bytes
from diamonds_solver.notation.problems import Line, Place, Problem, ProblemList, RecordError
from diamonds_solver.notation.stream import iter_records, parse

__all__ = [
    "Problem",
    "RecordError",
    "dumps",
    "dumps_json",
    "format_hand",
    "format_play",
    "iter_records",
    "load",
    "loads",
    "loads_many",
    "parse",
    "to_json",
]


def loads(text: str, filename: str = "<text>") -> Record:
    """The one record of a text or JSON text.

    Raises RecordError when it has problems, and when there is no record or more than one.
    """
    return _only(parse(text, filename), filename)


def loads_many(text: str, filename: str = "<text>") -> list[Record]:
    """All records of a text.

    Raises the RecordError of the first bad one; `parse` gives all.
    """
    return [_good(item) for item in iter_records(io.BytesIO(to_bytes(text)), filename)]


def load(path: str | PathLike[str]) -> Record:
    """The one record of a file.

    Raises OSError, and RecordError as `loads` does.
    """
    with Path(path).open("rb") as stream:
        return _only(list(iter_records(stream, str(path))), str(path))


def _only(found: list[Record | RecordError], filename: str) -> Record:
    if len(found) != 1:
        problems = ProblemList()
        place = Place(Line(filename, 1, ""), 0, 1)
        problems.add("E-RECORDS", place, f"one record is expected, not {len(found)}", "a record begins with 'diamonds 1'")
        raise problems.error()
    return _good(found[0])


def _good(item: Record | RecordError) -> Record:
    if isinstance(item, RecordError):
        raise item
    return item
