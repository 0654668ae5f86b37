"""What is wrong with the input, for programs: the objects that ``--json`` writes in place of an answer."""

from __future__ import annotations

from typing import Any

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.notation.problems import Problem, ProblemList, RecordError


def error_entries(error: DiamondsError, record: Record | None = None) -> list[dict[str, Any]]:
    """What is wrong, one object for each problem, as ``diamonds check --json`` writes it."""
    if isinstance(error, RecordError):
        return [*(problem.to_dict() for problem in error.problems), *_more(error)]
    problem = placed(error, record)
    return [problem.to_dict() if problem is not None else {"code": error.code, "message": error.message, "hint": error.hint}]


def error_to_dict(error: DiamondsError, record: Record | None = None) -> dict[str, Any]:
    """What ``--json`` writes in place of an answer."""
    return {"id": record.id if record is not None else None, "errors": error_entries(error, record)}


def placed(error: DiamondsError, record: Record | None) -> Problem | None:
    """An error without a place, put where its record begins; None if there is no such place."""
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
    return [{**error.problems[-1].to_dict(), "code": "E-MORE", "message": message, "hint": "correct these to see them"}]
