"""Which decision of a record's play is meant: ``5`` the fifth one, ``5.3`` the third card of trick 5."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from diamonds_solver.errors import DiamondsError

_AT = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,2}))?")


class Step(NamedTuple):
    """One decision of a record."""

    number: int
    """From 1."""
    trick: int | None
    """The number of the trick in the round, for a card; None for other decisions, and in games without tricks."""
    card: int | None
    """Which card of the trick it is, from 1."""
    move: object | None
    """What was played; None for the decision after the play."""

    def to_dict(self) -> dict[str, object]:
        """As JSON: what ``diamonds solve --all --json`` puts before an answer."""
        played = None if self.move is None else str(self.move)
        return {"at": self.number, "trick": self.trick, "card": self.card, "played": played}

    def __str__(self) -> str:
        place = "" if self.trick is None else f" (trick {self.trick}, card {self.card})"
        return f"decision {self.number}{place}" + ("" if self.move is None else f", played {self.move}")


def steps_without_tricks(moves: Iterable[object], is_over: bool) -> list[Step]:
    """The decisions of a play in which nobody counts tricks, and the one after it unless the game is over."""
    found = [Step(number, None, None, move) for number, move in enumerate(moves, 1)]
    return found if is_over else [*found, Step(len(found) + 1, None, None, None)]


def is_place(at: str) -> bool:
    """Whether a text can mean a decision."""
    return _AT.fullmatch(at) is not None


def find_step(steps: Sequence[Step], at: str) -> Step:
    """The one of a record's decisions that `at` means.

    Raises DiamondsError for one that the record does not have.
    """
    match = _AT.fullmatch(at)
    assert match is not None
    number, card = int(match[1]), match[2] and int(match[2])
    found = next((s for s in steps if (s.number == number if card is None else (s.trick, s.card) == (number, card))), None)
    if found is None:
        last = steps[-1] if steps else None
        place = f", or {last.trick}.{last.card}" if last and last.trick else ""
        hint = f"the last one is {last.number}{place}" if last else "the round is over"
        raise DiamondsError(f"the record has no decision {at}", code="E-AT", hint=hint)
    return found
