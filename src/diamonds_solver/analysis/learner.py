"""What a learner has answered, and when to ask again: spaced repetition in boxes, for ``diamonds practice`` and the page.

A position that was answered well moves to the next box and comes back after more days; one that was not moves to the first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.quantities import as_whole
from diamonds_solver.common.wording import quote
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import RecordDecision
from diamonds_solver.games import find_game

FORMAT = 1
DAYS: tuple[int, ...] = tuple(FACTS["practice_days"])
"""After how many days a position is asked again: after a wrong answer, after one right answer, after two in a row, and so on."""


def position_key(decision: RecordDecision) -> str:
    """16 hexadecimal digits: the same for whatever a player knew in the same way, whatever the record was called, and however the game
    went on.
    """
    game = find_game(decision.record.game)
    known = json.loads(game.records.write(game.table_at(decision).seen(decision.seat), "json"))
    known.pop("id", None)
    content = json.dumps([known, decision.seat, decision.decision], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


class LearnerFileError(DiamondsError, ValueError):
    """A file that is not what a learner's progress is kept in."""

    code = "E-PRACTICE"


@dataclass(frozen=True)
class Schedule:
    """When to ask one position again."""

    box: int = 0
    """Right answers in a row, at most ``len(DAYS) - 1``."""
    due: date = date.min
    """From this day on it is asked."""
    answers: int = 0
    right: int = 0

    def answered(self, is_right: bool, today: date) -> Schedule:
        box = min(self.box + 1, len(DAYS) - 1) if is_right else 0
        return Schedule(box, today + timedelta(DAYS[box]), self.answers + 1, self.right + is_right)

    def to_dict(self) -> dict[str, Any]:
        return {"box": self.box, "due": self.due.isoformat(), "answers": self.answers, "right": self.right}

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> Schedule:
        """Raises KeyError, TypeError or ValueError for an object that `to_dict` has not made."""
        numbers = {name: as_whole(item[name]) for name in ("box", "answers", "right")}
        for name, number in numbers.items():
            if type(number) is not int or not 0 <= number < 1 << 31:
                raise ValueError(f"{name} is a number, not {quote(str(number))}")
        if numbers["box"] >= len(DAYS):
            raise ValueError(f"boxes run from 0 to {len(DAYS) - 1}: there is no box {numbers['box']}")
        return cls(due=date.fromisoformat(item["due"]), **numbers)


@dataclass(frozen=True)
class Learner:
    """The positions that were asked, by `position_key`."""

    positions: Mapping[str, Schedule]

    @classmethod
    def loads(cls, text: str, name: str) -> Learner:
        """Raises LearnerFileError for a text that `dumps` has not written; `name`: where it is from, for the message."""
        try:
            content = json.loads(text)
            if content["practice"] != FORMAT:
                raise ValueError(f"its version is {quote(str(content['practice']))}, and this program reads {FORMAT}")
            return cls({key: Schedule.of(item) for key, item in content["positions"].items()})
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            if isinstance(error, json.JSONDecodeError):
                name, reason = f"{name}:{error.lineno}:{error.colno}", error.msg
            message = f"{name}: this is not a file of 'diamonds practice': {reason}"
            raise LearnerFileError(message, hint="name another file with --progress, or move this one away") from error

    def dumps(self) -> str:
        """A line for each position, so that a person can read it."""
        lines = [f"  {json.dumps(key)}: {json.dumps(item.to_dict())}" for key, item in self.positions.items()]
        return f'{{"practice": {FORMAT}, "positions": {{\n' + ",\n".join(lines) + "\n}}\n"

    def is_due(self, key: str, today: date) -> bool:
        return self.positions.get(key, Schedule()).due <= today

    def next_due(self, keys: list[str]) -> date:
        """The first day on which one of these positions is due."""
        return min(self.positions.get(key, Schedule()).due for key in keys)

    def answered(self, key: str, is_right: bool, today: date) -> Learner:
        return replace(self, positions={**self.positions, key: self.positions.get(key, Schedule()).answered(is_right, today)})
