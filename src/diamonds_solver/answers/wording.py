"""Questions, moves and problems in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diamonds_solver.common.moves import seat_of as meant_seat
from diamonds_solver.common.wording import counted, did_you_mean, printable, question
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, Record, Words
from diamonds_solver.notation.problems import Problem, ProblemList, RecordError

# -- moves --------------------------------------------------------------------------------------------------------------------------------
# Moves as answers for people name them.


def worded(game: Game[Any, Any], record: Any) -> Callable[[object], str]:
    """As `Records.move_writer`, but in the words of buttons where the game has some: ``Lay in the safe: 7 + 7 + 7``."""
    if game.page.label is None:
        return game.records.move_writer(record)
    label = game.page.label(record)

    def words(move: object) -> str:
        group, text = label(move)
        return f"{group}: {text}" if group else text

    return words


def named_twice(game: Game[Any, Any], record: Any, move: object) -> str:
    """A move in words, and in brackets as records write it where that is something else: ``Lay in the safe: 7 + 7 + 7 [safe:7+7+7]``."""
    words, written = worded(game, record)(move), game.records.move_writer(record)(move)
    return words if words == written else f"{words} [{written}]"


# -- questions ----------------------------------------------------------------------------------------------------------------------------
# The first line of an answer, known before there is any. This loads little, so that it can be shown at once.


def advice_question(words: Words, decision: str, objective: str, seat: str, name: str | None = None) -> str:
    """Who decides what, and what the values count: the head of `advice_text`, known before there is any advice."""
    return question(f"{f'{name}: ' if name else ''}{seat} decides: {words.decisions[decision]};", words.objectives[objective].text)


def seat_of(record: Record, text: str) -> int:
    """The seat that is meant by a name, by the beginning of one name only, or by P1..

    Raises DiamondsError if there is none.
    """
    names, seats = record.names or (), [f"P{seat + 1}" for seat in range(record.players)]
    if text in names:
        return names.index(text)
    if text.upper() in seats:
        return seats.index(text.upper())
    seat = meant_seat(text, names)
    if seat is not None:
        return seat
    hint = did_you_mean(text, names) or f"there are: {', '.join([*seats, *names])}"
    raise DiamondsError(f"there is no player {printable(text)!r}", code="E-SEAT", hint=hint)


# -- problems -----------------------------------------------------------------------------------------------------------------------------
# What is wrong with the input, for programs: the objects that ``--json`` writes in place of an answer.


def error_entries(error: DiamondsError, record: Record | None = None) -> list[dict[str, Any]]:
    """What is wrong, one object for each problem, as ``diamonds check --json`` writes it."""
    if isinstance(error, RecordError):
        return [*(problem.to_dict() for problem in error.problems), *_more(error)]
    problem = placed(error, record)
    return [problem.to_dict() if problem is not None else {"code": error.code, "message": error.message, "hint": error.hint}]


def error_to_dict(error: DiamondsError, record: Record | None = None) -> dict[str, Any]:
    """What ``--json`` writes in place of an answer."""
    return {"id": record.id if record is not None else None, "ok": False, "errors": error_entries(error, record)}


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
