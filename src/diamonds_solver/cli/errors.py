"""What is wrong with the input, written where a command writes it."""

from __future__ import annotations

import json
import re
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from diamonds_solver.answers.wording import error_to_dict, placed
from diamonds_solver.common.wording import counted, printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.games.records import meant_error, repairs_of
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.repair import Repair, sure_repair

from .options import page_width

_MOST_REPAIRS = 10
_QUOTED = re.compile(r" *\d* \|")  # a line of a source, and the mark below it


def answer_error(error: DiamondsError, record: Record | None, as_json: bool) -> None:
    """Writes an error in place of an answer: JSON on standard output, or for people as `show_error` does."""
    if as_json:
        click.echo(json.dumps(error_to_dict(error, record)))
    else:
        show_error(error, record)


def show_error(error: DiamondsError, record: Record | None = None) -> None:
    """Writes an error to standard error, as `error_text` has it."""
    show_text(error_text(error, record))


def show_text(text: str) -> None:
    """Writes what is wrong to standard error. At a terminal sentences go on in the next line in place of being cut within a word."""
    lines = text.splitlines()
    if sys.stderr.isatty():
        lines = [part for line in lines for part in ([line] if _QUOTED.match(line) else _wrapped(line))]
    click.echo("\n".join(lines), err=True)


def _wrapped(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, page_width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def error_text(error: DiamondsError, record: Record | None = None) -> str:
    """An error for people, without a newline at its end.

    `record`: the one that it is about, for errors that do not know their place themselves. Of a record that one small repair makes right,
    the first problem and that repair stand for all.
    """
    if isinstance(error, RecordError):
        if not _may_search():
            return str(error)
        repairs, file = repairs_of(error), error.problems[0].file
        can_be_written = sure_repair(repairs) is not None and Path(file).is_file()
        return record_text(error, repairs) + (f"\n     = 'diamonds check --fix {printable(file)}' writes it" if can_be_written else "")
    problem = placed(error, record)
    if problem is not None:
        return problem.format()
    hint = [printable(f"  = hint: {error.hint}")] if error.hint else []
    return "\n".join([printable(f"diamonds: error: {error.message} [{error.code}]"), *hint])


def record_text(error: RecordError, repairs: Sequence[Repair]) -> str:
    """The first problem of a record with what would mend it as its hint, and how many others go with it; without repairs all problems."""
    if not repairs:
        return str(meant_error(error))
    hints = [repair.hint for repair in repairs]
    if sure_repair(repairs) is None:
        hints = [f"which is meant? {hints[0]}", *(f"or {hint}" for hint in hints[1:])] if len(hints) > 1 else [f"is this meant? {hints[0]}"]
    first = replace(error.problems[0], hint="\n           ".join(map(printable, hints))).format()
    others = len(error.problems) - 1 + error.more
    return first if not others else f"{first}\n     = {counted(others, 'more problem')} would go with it; 'diamonds check --all' lists all"


def _may_search() -> bool:
    """Whether to look for a repair: of the first bad records of a command, as each may take a second."""
    context = click.get_current_context(silent=True)
    if context is None:
        return True
    searched: int = context.meta.get(__name__, 0)
    context.meta[__name__] = searched + 1
    return searched < _MOST_REPAIRS


# -- Ctrl-C -------------------------------------------------------------------------------------------------------------------------------
# It ends a piece of work, not the program.


@contextmanager
def stopping_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Gives a function for `should_stop`: it says so after Ctrl-C, which in the block raises nothing.

    A KeyboardInterrupt could come anywhere, also where Python drops it or where what is done so far is lost.
    """
    stop = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield stop.is_set
    finally:
        signal.signal(signal.SIGINT, before)
