"""Where what a record tells of hidden cards contradicts itself."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diams.record.hidden import Hidden
from diamonds_solver.games.diams.record.record import Record, knowledge_of
from diamonds_solver.notation.problems import ContradictionError, Location, ProblemList

from .worlds import Worlds


def contradiction(record: Record) -> PositionError:
    """What is wrong with a record of which no world can be true: the first move that cannot be, or what is told before the play.

    It has its place where the record was read from a text.
    """
    steps = bisect_left(range(len(record.play) + 1), True, key=lambda count: not _is_possible(replace(record, play=record.play[:count])))
    if not steps:
        return _wrong_start(replace(record, play=()))
    step = record.play[steps - 1]
    where = record.places.steps[steps - 1] if record.places is not None and steps <= len(record.places.steps) else None
    what = "a turn without a move" if step.is_skip else str(step.move)
    hint = "what comes before leaves no cards for it: check held, lacks and the play"
    return _error("E-HELD", f"{what} is impossible: no deal of the hidden cards agrees with it and with everything before it", hint, where)


def _wrong_start(record: Record) -> PositionError:
    """Of what is told before the play: the field without which there would be a deal."""
    for name, code in (("lacks", "E-LACKS"), ("held", "E-HELD")):
        for seat in sorted(record.hidden_seats):
            told = record.hidden[seat]
            assert told is not None
            if getattr(told, name) and _is_possible(_without(record, seat, told, name)):
                where = record.places.told.get((name, seat)) if record.places is not None else None
                label = record.seat_name(seat)
                message = f"no deal of the hidden cards agrees with what is known of {label}"
                hint = f"without '{name}' of {label} there would be one: check the sizes of the hand and of the piles, too"
                return _error(code, message, hint, where)
    return PositionError("no deal of the hidden cards agrees with the whole record", hint="check held, lacks and the safes")


def _without(record: Record, seat: int, told: Hidden, name: str) -> Record:
    less = told._replace(lacks=()) if name == "lacks" else told._replace(held=())
    hidden = (*record.hidden[:seat], less, *record.hidden[seat + 1 :])
    return replace(record, hidden=hidden)


def _is_possible(record: Record) -> bool:
    return Worlds(record.state, knowledge_of(record)).is_possible


def _error(code: str, message: str, hint: str, where: Location | None) -> PositionError:
    if where is None:
        return PositionError(message, code=code, hint=hint)
    problems = ProblemList()
    problems.add(code, where, message, hint)
    return ContradictionError(problems.kept)
