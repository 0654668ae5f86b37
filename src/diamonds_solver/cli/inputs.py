"""Where a command's records come from: files, standard input, or the command line itself."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from errno import EINVAL, ENAMETOOLONG, ENOENT
from pathlib import Path
from typing import Any, TextIO

import click

from diamonds_solver.cli.errors import show_error
from diamonds_solver.common.files import is_terminal, path_text, reason_of
from diamonds_solver.common.wording import did_you_mean
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import examples, iter_records
from diamonds_solver.notation.problems import RecordError

from . import BAD_INPUT, DASHES
from .options import complete_files

_HINT = f"a record starts with its game, as in '{next(iter(GAMES))} 1'; games: {', '.join(GAMES)}"
_CLOSED = "no input: standard input is closed; name a file"
_LONGEST_NAME = 200
_NAMED = re.compile(r"[^;{]*\.(?:dia|json|ndjson|txt)", re.IGNORECASE)  # no record ends so


def sources_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """The argument SOURCES... of a command that reads records."""
    return click.argument("sources", nargs=-1, shell_complete=complete_files)(function)


def read_records(sources: tuple[str, ...]) -> Iterator[Record | DiamondsError]:
    """The records of all sources in order; for a bad one, and for a source that cannot be read or holds none, the error, not raised.

    A source is ``-`` (standard input), the text of a record, or a path. Without any, standard input is read unless it is a terminal.
    """
    for source in sources or (_standard_input(),):
        yield from _or_errors(source, _read_source(source))


def read_standard_input(content: bytes) -> Iterator[Record | DiamondsError]:
    """As `read_records`, for what came from there."""
    return _or_errors("-", iter_records(io.BytesIO(content), "<stdin>"))


def _or_errors(source: str, records: Iterable[Record | RecordError]) -> Iterator[Record | DiamondsError]:
    count = 0
    try:
        for record in records:
            count += 1
            yield record
    except OSError as error:
        yield _unreadable(source, error)
        return
    if count == 0:
        yield DiamondsError(f"{_name(source)} contains no record", code="E-EMPTY", hint=_HINT)


def absent_sources(sources: tuple[str, ...], hint: str | None = None) -> Iterator[DiamondsError]:
    """What is wrong with sources that cannot be read; `hint`: what else such a name may mean."""
    for source in sources:
        if source not in ("", "-") and not is_record(source):
            try:
                Path(source).stat()
            except OSError as error:
                told = _unreadable(source, error)
                yield DiamondsError(told.message, code=told.code, hint=hint or told.hint)


def of_game(game: str, record: Any) -> Any:
    """A record for a command of one game. Raises DiamondsError for one of another."""
    if record.game != game:
        hint = "'diamonds --help' says which commands are for every game"
        titles = [find_game(name).words.title for name in (game, record.game)]
        raise DiamondsError(f"this command is for {titles[0]}, not for a record of {titles[1]}", code="E-GAME", hint=hint)
    return record


def read_good_records(sources: tuple[str, ...]) -> Iterator[Record]:
    """The good records of all sources.

    What is wrong with the others goes to standard error; after the last record they end the command with the exit code for bad input.
    """
    bad = False
    for record in read_records(sources):
        if isinstance(record, DiamondsError):
            show_error(record)
            bad = True
        else:
            yield record
    if bad:
        raise click.exceptions.Exit(BAD_INPUT)


def is_record(source: str) -> bool:
    """Whether a source is the text of a record, and no path: a file of that name is a file."""
    games = "|".join(GAMES)
    is_text = re.match(rf"(?:\s|#[^\n]*\n)*+(?:(?:{games})\s|\[?\s*\{{|\[\s*\])", source, re.IGNORECASE) is not None
    if not is_text or "\n" in source or len(source) > _LONGEST_NAME:
        return is_text
    return not os.path.lexists(source) and _NAMED.fullmatch(source) is None


def _standard_input() -> str:
    """The source that is meant where none is named."""
    if _is_open(sys.stdin) and is_terminal(sys.stdin):
        raise click.UsageError("no input: name a file, give a record, or use - to read standard input")
    return "-"


def standard_input() -> bytes:
    """All of it. Raises click.UsageError where it is closed."""
    if not _is_open(sys.stdin):
        raise click.UsageError(_CLOSED)
    return sys.stdin.buffer.read()


def _is_open(stream: TextIO | None) -> bool:
    """Python has no standard input where the shell closed it: <&-."""
    return stream is not None


def _read_source(source: str) -> Iterator[Record | RecordError]:
    if source == "-":
        if not _is_open(sys.stdin):
            raise click.UsageError(f"{_CLOSED} or give a record")
        # A reader of its own: another thread may wait in it when the program ends, and Python would wait for sys.stdin's lock.
        with open(sys.stdin.fileno(), "rb", closefd=False) as stream:
            yield from iter_records(stream, "<stdin>")
    elif is_record(source):
        yield from iter_records(io.BytesIO(source.encode("utf-8", "surrogateescape")), "<argument>")
    elif not source:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT))  # as a path it would be the current directory
    else:
        with closing(Path(source).open("rb")) as stream:
            yield from iter_records(stream, source)


def _name(source: str) -> str:
    """What messages call a source."""
    if source == "-":
        return "standard input"
    return "the argument" if is_record(source) else path_text(source if len(source) <= _LONGEST_NAME else source[:_LONGEST_NAME] + "...")


def _names_beside(path: str) -> list[str]:
    """The names of the files in the folder of a path."""
    try:
        return [file.name for file in Path(path).parent.iterdir()]
    except OSError:
        return []


def _unreadable(source: str, error: OSError) -> DiamondsError:
    """A word that is no file may be meant as an example or as a record; of a file that is there no hint is needed."""
    hint: str | None = _HINT
    if source in examples():
        hint = f"the example of this name comes from a pipe: diamonds examples {source} | diamonds ..."
    elif source[:1] in DASHES:
        hint = f"options begin with two hyphens: --{source.lstrip(''.join(DASHES))}"
    elif error.errno == ENOENT and (_NAMED.fullmatch(source) or re.fullmatch(r"[^\s;]*[\w-]+\.\w{1,6}", source)):
        hint = did_you_mean(Path(source).name, _names_beside(source))
    elif source == "-" or error.errno not in (ENOENT, ENAMETOOLONG, EINVAL):
        hint = None
    return DiamondsError(f"{_name(source)}: {reason_of(error)}", code="E-FILE", hint=hint)
