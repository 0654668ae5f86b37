"""What is wrong with the input, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

import click

from diamonds_solver.common.wording import counted, printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.notation.problems import Problem, ProblemList, RecordError


def answer_error(error: DiamondsError, record: Record | None, as_json: bool) -> None:
    """Writes an error in place of an answer: JSON on standard output, or for people as `show_error` does."""
    if as_json:
        click.echo(json.dumps(error_to_dict(error, record)))
    else:
        show_error(error, record)


def show_error(error: DiamondsError, record: Record | None = None) -> None:
    """Writes an error to standard error. `record`: the one that it is about, for errors that do not know their place themselves."""
    if isinstance(error, RecordError):
        click.echo(str(error), err=True)
        return
    problem = _problem(error, record)
    if problem is not None:
        click.echo(problem.format(), err=True)
        return
    click.echo(printable(f"diamonds: error: {error.message} [{error.code}]"), err=True)
    if error.hint:
        click.echo(printable(f"  = hint: {error.hint}"), err=True)


def show_entries(error: DiamondsError, record: Record | None, as_json: bool) -> None:
    """Writes all that is wrong with a record: `error_entries` a line on standard output, or for people as `show_error` does."""
    if as_json:
        click.echo("\n".join(map(json.dumps, error_entries(error, record))))
    else:
        show_error(error, record)


def error_entries(error: DiamondsError, record: Record | None = None) -> list[dict[str, Any]]:
    """What is wrong, one object for each problem, as ``diamonds check --json`` writes it."""
    if isinstance(error, RecordError):
        return [*(problem.to_dict() for problem in error.problems), *_more(error)]
    problem = _problem(error, record)
    return [problem.to_dict() if problem is not None else {"code": error.code, "message": error.message, "hint": error.hint}]


def _problem(error: DiamondsError, record: Record | None) -> Problem | None:
    """An error that does not know its place, put where its record begins; None where there is no such place."""
    if record is None or record.origin is None:
        return None
    problems = ProblemList()
    problems.add(error.code, record.origin, error.message, error.hint)
    return problems.kept[0]


def _more(error: RecordError) -> list[dict[str, Any]]:
    """An entry that counts the problems that were found and not kept, where the last kept one is."""
    if not error.more:
        return []
    message = f"{counted(error.more, 'more problem')} of this record"
    return [{**error.problems[-1].to_dict(), "code": "E-MORE", "message": message, "hint": "they show when these are mended"}]


def error_to_dict(error: DiamondsError, record: Record | None = None) -> dict[str, Any]:
    """What stands in place of an answer with ``--json``."""
    return {"id": record.id if record is not None else None, "errors": error_entries(error, record)}
