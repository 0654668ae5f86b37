"""A table on disk: whole blocks, each written whole or not at all, joined in their order at the end.

    with Store(path, settings) as store:
        ... if not store.claim(name): store.add(name, rows)
        store.finish()

While a table is made its blocks lie in a folder beside it, ``NAME.parts``, so that the same command goes on after whatever ended it. A
block's name tells one from another: of what lies there only the blocks that this run has claimed come into the table.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from errno import EACCES
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol

from diamonds_solver.common.files import difference, foreign_in, lock, naming, remove_locked, write_whole
from diamonds_solver.common.version import __version__, build_id
from diamonds_solver.common.wording import safe_cell
from diamonds_solver.errors import DiamondsError, MissingExtraError
from diamonds_solver.tables.rows import COLUMNS, SCHEMA, Row

_LOCK, _MANIFEST, _JOINED = "lock", "table.json", "joined"
_OURS = re.compile(rf"{re.escape(_MANIFEST)}|{_JOINED}|\w[\w-]*\.(?:part|said)|\.[0-9a-f]+\.tmp")
"""The names of the files beside the lock."""
_CHUNK = 1 << 20
_ANEW = "--force to begin anew"
_cells = itemgetter(*COLUMNS)


class TableError(DiamondsError, ValueError):
    """A file that cannot be the table that is asked for."""

    code = "E-TABLE"


class Format(Protocol):
    """How rows become a file."""

    def part(self, rows: Sequence[Row]) -> bytes:
        """A block's file."""
        ...

    def join(self, parts: Iterator[Path], settings: Mapping[str, Any]) -> Iterator[bytes]:
        """The whole table, from the files of its blocks."""
        ...


def format_of(path: Path, excel: bool = False) -> Format:
    """By the end of the file's name. Raises TableError for another one, MissingExtraError if pyarrow is needed and missing."""
    ends: Mapping[str, Callable[[], Format]] = {
        ".parquet": ParquetFormat,
        ".csv": lambda: CsvFormat(excel),
        ".ndjson": NdjsonFormat,
        ".jsonl": NdjsonFormat,
    }
    if path.suffix not in ends:
        raise TableError(f"{path.name!r} is not the name of a table", hint=f"the name ends with {', '.join(ends)}")
    if excel and path.suffix != ".csv":
        raise TableError("--excel is for .csv files")
    return ends[path.suffix]()


class NdjsonFormat:
    """An object a line."""

    def part(self, rows: Sequence[Row]) -> bytes:
        return b"".join(json.dumps(dict(zip(COLUMNS, _cells(row), strict=True))).encode() + b"\n" for row in rows)

    def join(self, parts: Iterator[Path], settings: Mapping[str, Any]) -> Iterator[bytes]:
        return _copied(parts)


class CsvFormat:
    """A line a row, and the names of the columns above; for spreadsheets with a mark of UTF-8, semicolons and decimal commas."""

    def __init__(self, excel: bool = False) -> None:
        self._excel = excel

    def part(self, rows: Sequence[Row]) -> bytes:
        return self._lines([[self._cell(cell) for cell in _cells(row)] for row in rows])

    def join(self, parts: Iterator[Path], settings: Mapping[str, Any]) -> Iterator[bytes]:
        yield b"\xef\xbb\xbf" * self._excel + self.head()
        yield from _copied(parts)

    def head(self) -> bytes:
        """The first line."""
        return self._lines([list(COLUMNS)])

    def _lines(self, rows: list[list[str]]) -> bytes:
        text = io.StringIO()
        csv.writer(text, delimiter=";" if self._excel else ",", lineterminator="\n").writerows(rows)
        return text.getvalue().encode()

    def _cell(self, value: object) -> str:
        if value is None:
            return ""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, float):
            text = repr(int(value)) if value.is_integer() else repr(value)
            return text.replace(".", ",") if self._excel else text
        return safe_cell(str(value))


class ParquetFormat:
    """Parquet with zstd: the file of record. What the table was made from stands in its metadata under ``diamonds``."""

    def __init__(self) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            message = "Parquet needs pyarrow, which is not installed"
            raise MissingExtraError.of("table", message, "; or use a name that ends with .csv") from error
        self._arrow, self._parquet = pyarrow, pyarrow.parquet
        kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])

    def part(self, rows: Sequence[Row]) -> bytes:
        buffer = io.BytesIO()
        columns = dict(zip(COLUMNS, zip(*map(_cells, rows), strict=True), strict=True)) if rows else dict.fromkeys(COLUMNS, ())
        self._parquet.write_table(self._arrow.table(columns, schema=self._schema), buffer, compression="zstd")
        return buffer.getvalue()

    def join(self, parts: Iterator[Path], settings: Mapping[str, Any]) -> Iterator[bytes]:
        """Row groups of several blocks each: many small ones would make a large file that is slow to read."""
        output = _KeptBytes()
        schema = self._schema.with_metadata({b"diamonds": json.dumps(settings).encode()})
        with self._parquet.ParquetWriter(output, schema, compression="zstd") as writer:
            waiting: list[Any] = []
            for part in parts:
                waiting.append(self._parquet.read_table(part, schema=self._schema))
                if sum(map(len, waiting)) >= _GROUP:
                    writer.write_table(self._arrow.concat_tables(waiting).combine_chunks())
                    waiting = []
                    yield output.taken()
            if waiting:
                writer.write_table(self._arrow.concat_tables(waiting).combine_chunks())
        yield output.taken()


_GROUP = 100_000  # rows


class _KeptBytes(io.RawIOBase):
    """A stream that keeps what is written until it is taken."""

    def __init__(self) -> None:
        self._kept, self._position = bytearray(), 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def write(self, data: Any) -> int:
        written = bytes(data)
        self._kept += written
        self._position += len(written)
        return len(written)

    def taken(self) -> bytes:
        """What was written since the last time."""
        kept, self._kept = bytes(self._kept), bytearray()
        return kept


def _copied(parts: Iterator[Path]) -> Iterator[bytes]:
    for part in parts:
        with part.open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk


class Store:
    """The blocks of a table that is being made."""

    def __init__(self, path: Path, settings: Mapping[str, Any], form: Format, force: bool = False) -> None:
        """Finds the blocks that are there already. `settings`: all that rows depend on, as JSON; blocks of others are refused, with `force`
        removed.

        Raises TableError for a table that exists (unless `force`), is being made by another process, or with other settings, and where the
        folder of its blocks would be something that is there and not ours; OSError.
        """
        self.path, self._form = path, form
        self._settings = {"schema": SCHEMA, "version": __version__, "build": build_id(), **settings}
        if path.exists() and not force:
            raise TableError(f"{path} exists already", hint="add --force to replace it, or give another name")
        if path.exists() and not (path.is_file() and os.access(path, os.W_OK)):  # better before the work than after it
            raise PermissionError(EACCES, os.strerror(EACCES), str(path))
        self._folder = _folder_of(path)
        with naming(self._folder):
            foreign = foreign_in(self._folder, _LOCK, _OURS)
            if foreign is not None:
                hint = "blocks of the table are kept under that name: move it away, or give the table another name"
                raise TableError(f"{foreign} is there, and no table made it", hint=hint)
            is_new = not self._folder.exists()
            self._folder.mkdir(exist_ok=True)
        try:
            self._lock: IO[bytes] = (self._folder / _LOCK).open("wb")
        except OSError:
            with suppress(OSError):
                self._folder.rmdir()  # without its lock it would not be known as ours
            raise
        try:
            self._open(force)
        except BaseException as error:
            if isinstance(error, OSError) and is_new:
                with suppress(OSError):
                    self._remove()
            self._lock.close()
            raise
        self._there = {part.stem for part in self._folder.glob("*.part")}
        self._claimed: list[str] = []
        for left in self._folder.glob(".*.tmp"):  # by a program that was killed while it wrote
            left.unlink()

    def _open(self, force: bool) -> None:
        if not lock(self._lock):
            raise TableError(f"another process is writing {self.path}", hint="wait until it ends, or give another name")
        manifest = self._folder / _MANIFEST
        before = settings_of(self.path)
        if before is None and manifest.exists() and not force:
            raise TableError(f"{manifest} cannot be read", hint=f"remove the folder, or add {_ANEW}")
        if before is None:
            before = {} if manifest.exists() else self._settings
        differs = None if force else difference(before, self._settings)
        if differs is not None:
            hint = f"go on with the same options; or add {_ANEW}, or give another name"
            raise TableError(f"{self._folder} {differs}", hint=hint)
        if before != self._settings:
            for part in (*self._folder.glob("*.part"), *self._folder.glob("*.said")):
                part.unlink()
        write_whole(manifest, [json.dumps(self._settings).encode()])

    def __len__(self) -> int:
        """Blocks that are kept, those of other records among them."""
        return len(self._there)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not self._there:  # nothing to go on with
            with suppress(OSError):
                self._remove()
        self._lock.close()

    def claim(self, block: str) -> bool:
        """Takes a block into the table, the next in its order; whether it is there already. Else it has to be added."""
        self._claimed.append(block)
        return block in self._there

    def messages(self, block: str) -> str:
        """What was to be said about a block that is there: its bad records."""
        path = self._part(block, "said")
        return path.read_text(encoding="utf-8", errors="surrogateescape") if path.exists() else ""

    def add(self, block: str, rows: Sequence[Row], messages: str = "") -> None:
        """Writes a block: it is there whole, or not at all. Raises OSError, which names it."""
        if messages:
            write_whole(self._part(block, "said"), [messages.encode("utf-8", "surrogateescape")])
        write_whole(self._part(block), [self._form.part(rows)])
        self._there.add(block)

    def finish(self) -> None:
        """Joins the blocks that were claimed to the table, and removes all. Raises OSError, which names a file."""
        joined = self._folder / _JOINED
        write_whole(joined, self._form.join(map(self._part, self._claimed), self._settings))
        with naming(self.path):
            joined.replace(self.path.resolve())
        self._there = set()  # what was kept is in the table
        self._remove()

    def _remove(self) -> None:
        """The folder, with the files in it that are ours; anything else keeps it there. Raises OSError, which names a file."""
        with naming(self._folder):
            for file in list(self._folder.iterdir()):
                if _OURS.fullmatch(file.name):
                    file.unlink()
            remove_locked(self._lock)
        with suppress(OSError):
            self._folder.rmdir()

    def _part(self, block: str, kind: str = "part") -> Path:
        return self._folder / f"{block}.{kind}"


def _folder_of(path: Path) -> Path:
    """Beside the table; for a link, beside its target."""
    path = path.resolve()
    return path.with_name(f"{path.name}.parts")


def settings_of(path: Path) -> dict[str, Any] | None:
    """The settings of a table that is being made; None if there is none."""
    try:
        settings = json.loads((_folder_of(path) / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return settings if isinstance(settings, dict) else None
