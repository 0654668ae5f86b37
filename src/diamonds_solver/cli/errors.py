"""What is wrong with the input, written where a command writes it."""

from __future__ import annotations

import json

import click

from diamonds_solver.answers.errors import error_entries, error_to_dict, placed
from diamonds_solver.common.wording import printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.notation.problems import RecordError


def answer_error(error: DiamondsError, record: Record | None, as_json: bool) -> None:
    """Writes an error in place of an answer: JSON on standard output, or for people as `show_error` does."""
    if as_json:
        click.echo(json.dumps(error_to_dict(error, record)))
    else:
        show_error(error, record)


def show_error(error: DiamondsError, record: Record | None = None) -> None:
    """Writes an error to standard error, as `error_text` has it."""
    click.echo(error_text(error, record), err=True)


def error_text(error: DiamondsError, record: Record | None = None) -> str:
    """An error for people, without a newline at its end.

    `record`: the one that it is about, for errors that do not know their place themselves.
    """
    if isinstance(error, RecordError):
        return str(error)
    problem = placed(error, record)
    if problem is not None:
        return problem.format()
    hint = [printable(f"  = hint: {error.hint}")] if error.hint else []
    return "\n".join([printable(f"diamonds: error: {error.message} [{error.code}]"), *hint])


def show_entries(error: DiamondsError, record: Record | None, as_json: bool) -> None:
    """Writes all that is wrong with a record: `error_entries` a line on standard output, or for people as `show_error` does."""
    if as_json:
        click.echo("\n".join(map(json.dumps, error_entries(error, record))))
    else:
        show_error(error, record)
