"""Where a command's records come from: files, standard input, or the command line itself."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import click

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds import notation
from diamonds_solver.games.diamonds.notation import RecordError
from diamonds_solver.games.diamonds.record import Record

from . import BAD_INPUT, show_error


def sources_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """The argument SOURCES... of a command that reads records."""
    return click.argument("sources", nargs=-1)(function)


def read_records(sources: tuple[str, ...]) -> Iterator[Record | RecordError]:
    """The records of all sources in order, bad ones as errors.

    A source is ``-`` (standard input), the text of a record, or a path. Without any, standard input is read unless it is a terminal.
    Raises OSError for a file that cannot be read and DiamondsError where a source holds no record at all.
    """
    stdin = sys.stdin.buffer
    if not sources and stdin.isatty():
        raise click.UsageError("no input: name a file, give a record, or use - to read standard input")
    for source in sources or ("-",):
        count = 0
        for record in _read_source(source, stdin):
            count += 1
            yield record
        if count == 0:
            name = "standard input" if source == "-" else repr(source)
            raise DiamondsError(f"{name} holds no record", code="E-EMPTY", hint="a record starts with 'diamonds 1'")


def _read_source(source: str, stdin: BinaryIO) -> Iterator[Record | RecordError]:
    if source == "-":
        yield from notation.iter_records(stdin, "<stdin>")
    elif source.lstrip().startswith(("diamonds ", "{")):
        yield from notation.iter_records(io.BytesIO(source.encode("utf-8", "surrogateescape")), "<argument>")
    else:
        with closing(Path(source).open("rb")) as stream:
            yield from notation.iter_records(stream, source)


def read_good_records(sources: tuple[str, ...]) -> Iterator[Record]:
    """The good records of all sources.

    What is wrong with the others goes to standard error; after the last record they end the command with the exit code for bad input.
    """
    bad = False
    for record in read_records(sources):
        if isinstance(record, RecordError):
            show_error(record)
            bad = True
        else:
            yield record
    if bad:
        raise click.exceptions.Exit(BAD_INPUT)
