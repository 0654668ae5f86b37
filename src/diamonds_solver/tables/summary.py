"""Means, spread and percentiles of a column, by any others; read a piece at a time.

for group in summarise(path, column="value", by=("players",)): ...
"""

from __future__ import annotations

import csv
import json
import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.files import ONE_A_LINE, TextError, text_lines
from diamonds_solver.common.quantities import json_number
from diamonds_solver.errors import MissingExtraError
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.stats.estimates import Estimate, mean_interval
from diamonds_solver.tables.rows import COLUMNS

from .store import TableError

PERCENTILES = (5, 25, 50, 75, 95)
_NO_TABLE = "this is not a table that 'diamonds table' wrote"
_BATCH = 65_536  # rows read at a time


@dataclass(frozen=True)
class Group:
    """The rows that are alike in some columns."""

    key: tuple[Any, ...]
    """What they have there."""
    values: NDArray[np.float64]
    """float64[rows]: the column, without the cells that are empty."""
    notes: tuple[str, ...] = ()
    """What the rules' text leaves out and the values rest on, in sentences."""

    @property
    def mean(self) -> Estimate:
        return mean_interval(self.values)

    @property
    def spread(self) -> float:
        """Standard deviation; NaN for one row."""
        return float(self.values.std(ddof=1)) if len(self.values) > 1 else float("nan")

    def percentiles(self) -> list[float]:
        return [float(value) for value in np.percentile(self.values, PERCENTILES)]

    def to_dict(self, by: Sequence[str]) -> dict[str, Any]:
        mean = self.mean
        interval = [json_number(mean.low), json_number(mean.high)]
        figures = {"rows": len(self.values), "mean": json_number(mean.value), "interval": interval, "sd": json_number(self.spread)}
        limits = {"min": float(self.values.min()), "max": float(self.values.max())}
        percentiles = {str(percent): value for percent, value in zip(PERCENTILES, self.percentiles(), strict=True)}
        return {**dict(zip(by, self.key, strict=True)), **figures, **limits, "percentiles": percentiles, "notes": list(self.notes)}


def summarise(
    path: Path, column: str = "value", by: Sequence[str] = (), where: Sequence[tuple[str, str]] = (), best_only: bool = False
) -> list[Group]:
    """The groups in the order of their keys. Memory: eight bytes a row.

    `where`: only rows that have a text in a column, numbers however they are written. `best_only`: of each position that was asked about
    the first move that costs nothing for sure.

    Raises TableError for a file that is no table, and for columns that it does not have or that are no numbers; MissingExtraError for
    Parquet without pyarrow; TextError; OSError.
    """
    for name in (column, *by, *(name for name, _ in where)):
        if name not in COLUMNS:
            raise TableError(f"a table has no column {name!r}", hint=f"columns: {', '.join(COLUMNS)}")
    if COLUMNS[column] not in (int, float, bool):
        raise TableError(f"the column {column!r} has no numbers")
    wanted = [(name, _cell_of_condition(name, text)) for name, text in where]
    groups: dict[tuple[Any, ...], array[float]] = {}
    assumed: dict[tuple[Any, ...], set[tuple[Any, Any]]] = {}
    columns = (column, *by, *(name for name, _ in where), *_ASSUMED, *(_POSITION + _FREE) * best_only)
    rows = rows_of(path, list(dict.fromkeys(columns)))
    for row in _firsts(rows) if best_only else rows:
        if row[column] is None or any(row[name] != cell for name, cell in wanted):
            continue
        key = tuple(row[name] for name in by)
        groups.setdefault(key, array("d")).append(float(row[column]))
        assumed.setdefault(key, set()).add((row["game"], row["assumed"]))
    keys = sorted(groups, key=lambda key: [(cell is None, cell) for cell in key])
    return [Group(key, np.frombuffer(groups[key]), tuple(notes_on(assumed[key]))) for key in keys]


def notes_on(assumed: Iterable[tuple[str | None, str | None]]) -> list[str]:
    """What rows rest on, in sentences, by what they have in the columns `game` and `assumed`; names that no game has are left out."""
    texts = {
        (game.name, word): f"{game.words.title}: {text}"
        for game in map(find_game, GAMES)
        if game.assuming is not None
        for word, text in game.assuming.texts.items()
    }
    named = {(name, word) for name, words in assumed for word in (words or "").split()}
    return [text for key, text in texts.items() if key in named]


_ASSUMED = ("game", "assumed")


_POSITION = ("key", "leader", "objective", "model")  # the rows of one question stand together
_FREE = ("best", "loss")


def _firsts(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    last = None
    for row in rows:
        position = tuple(row[name] for name in _POSITION)
        if row["best"] and row["loss"] == 0 and position != last:
            last = position
            yield row


def _cell_of_condition(name: str, text: str) -> Any:
    """The cell that a condition means."""
    try:
        return _cell(text.lower() if COLUMNS[name] is bool else text, COLUMNS[name], ",")
    except ValueError as error:
        raise TableError(f"{text!r} cannot be in the column {name!r}") from error


def rows_of(path: Path, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows of a table of any format, with these columns only: whatever filters a table may leave out others, and add some."""
    if path.suffix == ".parquet":
        yield from _parquet_rows(path, columns)
    else:
        read = _csv_rows if path.suffix == ".csv" else _ndjson_rows
        with path.open("rb") as file:
            yield from read(path, text_lines(file, str(path)), columns)


def _parquet_rows(path: Path, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        message = "Parquet needs pyarrow, which is not installed"
        raise MissingExtraError.of("table", message) from error
    try:
        with path.open("rb") as stream, pyarrow.parquet.ParquetFile(stream) as file:
            if not set(columns) <= set(file.schema_arrow.names):
                raise TableError(f"{path}: {_NO_TABLE}")
            for batch in file.iter_batches(_BATCH, columns=list(columns)):
                yield from batch.to_pylist()
    except (pyarrow.ArrowException, OSError) as error:  # a damaged page is an OSError that names no file
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise TableError(f"{path}: {_NO_TABLE}") from error


def _csv_rows(path: Path, lines: Iterator[str], columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    first = next(filter(str.strip, lines), "")
    mark = ";" if ";" in first else ","
    head = first.replace('"', "").split(mark)
    if not set(columns) <= set(head):
        raise TableError(f"{path}:1: {_NO_TABLE}")
    places = {name: head.index(name) for name in columns}
    table = csv.reader((f"{line}\n" for line in lines), delimiter=mark)
    try:
        for cells in table:
            if not any(map(str.strip, cells)) or cells == head:  # the head once more, in joined tables
                continue
            yield {name: _cell(cells[place], COLUMNS[name], mark) for name, place in places.items()}
    except TextError:
        raise
    except (ValueError, IndexError, csv.Error) as error:
        raise TableError(f"{path}:{table.line_num + 1}: {_NO_TABLE}") from error


def _cell(text: str, kind: type, mark: str) -> Any:
    if text == "":
        return None
    if kind is bool:
        return ("false", "true").index(text.lower()) == 1
    if kind is int:
        text = text.removesuffix(".0")
    return _checked(kind(text.replace(",", ".") if kind is float and mark == ";" else text), kind)


def _checked(cell: Any, kind: type) -> Any:
    """A cell of a table that a person may have changed. Raises ValueError for one that no column of this kind has."""
    if kind is float and type(cell) is int:
        cell = float(cell)
    if cell is not None and (type(cell) is not kind or (isinstance(cell, float) and not math.isfinite(cell))):
        raise ValueError
    return cell


def _ndjson_rows(path: Path, lines: Iterator[str], columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            yield {name: _checked(row[name], COLUMNS[name]) for name in columns}
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise TableError(f"{path}:{number}: {_NO_TABLE}", hint=ONE_A_LINE) from error
