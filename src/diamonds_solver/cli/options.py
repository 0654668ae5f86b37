"""Options that several commands share, and what the terminal can show."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from copy import copy
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from diamonds_solver.common.files import check_output, check_replaces, path_text, reason_of, takes_sequences
from diamonds_solver.common.quantities import MOST_SEED
from diamonds_solver.common.wording import printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games import GAMES
from diamonds_solver.notation.problems import Location

from .limits import Whole

_LEAST_WIDTH = 40  # narrower tables could not be read


def complete_files(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Leaves it to the shell, which knows its files."""
    return [CompletionItem(begun, type="file")]


class FileName(click.ParamType):
    """The name of a file, which need not exist."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return complete_files(ctx, param, incomplete)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value):  # would be the folder that one is in
            self.fail("the name is empty", param, ctx)
        return Path(value)


class OutName(FileName):
    """The name of a file to be written. Whether it can be is seen before the work that it is for."""

    def __init__(self, what: str = "", start: re.Pattern[bytes] | None = None, *, is_replaced: bool = True) -> None:
        """`start`: it may replace an earlier file of the same kind, and no other (see `check_replaces`); without it the command looks at
        what is there. `is_replaced`: see `check_output`."""
        self._what, self._start, self._is_replaced, self._or_screen = what, start, is_replaced, False

    def or_screen(self) -> OutName:
        """The same, and ``-`` is the screen, as where the option is left out: None."""
        other = copy(self)
        other._or_screen = True
        return other

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        if ctx is not None and ctx.resilient_parsing:  # as completion has it
            return path
        if str(path) == "-":
            return None if self._or_screen else self.fail("'-' is not a file name", param, ctx)
        try:
            check_output(path, self._is_replaced)
        except OSError as error:
            hint = "give the name of a file that can be written, in a folder that is there"
            raise DiamondsError(f"{path_text(path)}: {reason_of(error)}", code="E-FILE", hint=hint) from error
        if self._start is not None:
            check_replaces(path, self._what, self._start)
        return path


RECORDS = OutName(
    "a file of records", re.compile(rb"(?:\s|#[^\r\n]*+)*+(?:(?:%s)\s|\[?\s*+\{|\[\s*+\])" % "|".join(GAMES).encode(), re.IGNORECASE)
)
PROOF = OutName("a certificate", re.compile(rb"diamonds-certificate "))
DECK = OutName("a deck for Anki", re.compile(rb"#separator:"))
PAGE = OutName("a page of a report", re.compile(rb"\s*+<!doctype html>", re.IGNORECASE))
PICTURE = OutName("a picture", re.compile(rb"\s*+<\?xml|\s*+<svg|\x89PNG"))
NEW = OutName()
LOG = OutName(is_replaced=False)

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON: one object, or one on each line for many.")
quiet_option = click.option("-q", "--quiet", is_flag=True, help="No notes and no progress on standard error.")
seed_option = click.option(
    "--seed",
    type=Whole(0, MOST_SEED),
    help="Repeats the random choices of an earlier run.  [default: a random one, which is shown]",
)
threads_option = click.option(
    "--threads", type=Whole(0, 1024), default=0, show_default="0, all processors", help="Threads to use; the numbers stay the same."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Use Dask instead of local threads: local:4 for four processes, or tcp://host:8786."
)


def is_given(name: str) -> bool:
    """Whether this option of the command stands on the command line."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


class Seed:
    """The seed given, or a random one, which is shown on standard error with the first answer."""

    def __init__(self, given: int | None, quiet: bool = False) -> None:
        self.is_given = given is not None
        self.value = int.from_bytes(os.urandom(4)) if given is None else given
        self._is_shown = quiet or self.is_given

    def show(self) -> None:
        """Not before there is an answer: with an error the seed is of no use."""
        if not self._is_shown:
            click.echo(f"seed {self.value}", err=True)
        self._is_shown = True


def note(text: str, quiet: bool = False, origin: Location | None = None) -> None:
    """A remark for the person at the terminal, on standard error; `origin`: where the record begins that it is about."""
    if not quiet:
        location = "" if origin is None else f"{origin.line.file}:{origin.line.number}:{origin.column}: "
        line = printable(f"{location}note: {text}")
        if sys.stderr.isatty():  # names of files stay whole: they are copied
            lines = textwrap.wrap(line, page_width() - 2, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
            line = "\n".join(lines)
        click.echo(line, err=True)


def echo_data(text: str) -> None:
    """Writes what may become a file, such as a record or CSV: UTF-8 whatever the locale, but at a terminal as that has it."""
    click.echo(text if sys.stdout.isatty() else text.encode("utf-8"), nl=False)


def page_width() -> int:
    """Columns of the terminal that standard output is, or what the environment's COLUMNS says; elsewhere 80."""
    return max(_LEAST_WIDTH, shutil.get_terminal_size((80, 24)).columns)


def use_colour() -> bool:
    """Whether standard output shows colours: a terminal does, unless NO_COLOR is set; FORCE_COLOR has others take them for one."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and takes_sequences(sys.stdout))


def can_write(symbols: str) -> bool:
    """Whether standard output can write these characters."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        symbols.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
