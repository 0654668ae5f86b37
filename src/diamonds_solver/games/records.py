"""The notation of Diamonds: ``.dia`` text and its JSON form, read with all errors located, written in one strict way.

``docs/reference/notation.md`` describes the format, ``docs/reference/errors.md`` the codes of the problems.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from diamonds_solver.games.diamonds.notation.build import find_grammar
from diamonds_solver.games.diamonds.notation.write import dumps, dumps_json, format_hand, format_play, to_json
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.notation import stream as _stream
from diamonds_solver.notation.problems import Problem, RecordError

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


def iter_records(stream: BinaryIO, filename: str = "<stream>") -> Iterator[Record | RecordError]:
    """The records of a ``.dia`` text, of NDJSON or of a JSON array, in order; for a bad one the RecordError, not raised.

    Memory is bounded by one record. `filename` is only used in messages.
    """
    return _stream.iter_records(stream, find_grammar, filename)


def parse(text: str, filename: str = "<text>") -> list[Record | RecordError]:
    """All records of a text, as `iter_records` gives them."""
    return _stream.parse(text, find_grammar, filename)


def loads(text: str, filename: str = "<text>") -> Record:
    """The one record of a text or JSON text.

    Raises RecordError when it has problems, and when there is no record or more than one.
    """
    return _stream.only_record(parse(text, filename), filename)


def loads_many(text: str, filename: str = "<text>") -> list[Record]:
    """All records of a text.

    Raises the RecordError of the first bad one; `parse` gives all.
    """
    return [_stream.good_record(item) for item in parse(text, filename)]


def load(path: str | PathLike[str]) -> Record:
    """The one record of a file.

    Raises OSError, and RecordError as `loads` does.
    """
    with Path(path).open("rb") as stream:
        return _stream.only_record(list(iter_records(stream, str(path))), str(path))
