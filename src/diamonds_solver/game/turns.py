"""Games whose records are a start and the moves after it: the members they share."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from diamonds_solver.common.places import Step, steps_without_tricks
from diamonds_solver.game.engine import Engine, Why
from diamonds_solver.notation.record import PlayedRecord

R = TypeVar("R", bound=PlayedRecord[Any, Any])


class TurnGame(ABC, Generic[R]):
    """The base of a ``diamonds_solver.game.Game`` of one round without tricks, in which everybody plays alone."""

    gives_reasons = False

    @abstractmethod
    def move_writer(self, record: R) -> Callable[[object], str]:
        """A function that writes a move of the record for people; see ``Game.move_writer``."""

    @abstractmethod
    def is_over(self, record: R) -> bool:
        """Whether nothing is to be decided after the play."""

    def rounds(self, record: R) -> Sequence[R]:
        return (record,)

    def explain(self, engine: Engine[Any], move: object, against: object, time_limit: float = math.inf) -> Why | None:
        return None

    def expected(self, record: R) -> tuple[Sequence[str], Sequence[float]]:
        return record.best, () if record.value is None else (record.value,)

    def steps(self, record: R) -> Sequence[Step]:
        return steps_without_tricks((step.move for step in record.play), self.is_over(record))

    def record_at(self, record: R, step: Step) -> R:
        return replace(record, play=record.play[: step.number - 1], best=(), value=None)

    def side(self, record: R, seat: int) -> Sequence[int]:
        return (seat,)

    def write_line(self, record: R, line: Sequence[object]) -> str:
        return " ".join(map(self.move_writer(record), line))
