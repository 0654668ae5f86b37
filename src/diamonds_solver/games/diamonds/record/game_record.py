"""A `GameRecord`: the rounds of one game, of which some may be known by their score alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Decision, Table
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.notation.problems import Location

from .record import Phase, Record


@dataclass(frozen=True)
class ScoreOnly:
    """A round of which nothing is known but how it ended."""

    round: tuple[int, int]
    """As `Record.round`."""
    dealer: int
    score: tuple[int, ...]
    """As `Record.score`."""


@dataclass(frozen=True)
class GameRecord:
    """A whole game, or several rounds of one; rules, names and id are common to all rounds."""

    game: ClassVar[str] = "diamonds"
    rules: Rules
    rounds: tuple[Record | ScoreOnly, ...]
    """In order, none left out between the first and the last. Never empty."""
    names: tuple[str, ...] | None = None
    id: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    """The ``x-`` fields before the first round, in order, as text; those of a round are in it."""
    origin: Location | None = field(default=None, compare=False, repr=False)
    """Where its text begins; None for a record made by hand."""

    @classmethod
    def of(cls, record: Record) -> GameRecord:
        """A game from a record of one round."""
        rounds = (replace(record, extra=()),)
        return cls(record.rules, rounds, record.names, record.id, record.extra, record.origin)

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def played(self) -> tuple[Record, ...]:
        """The rounds that are more than a score."""
        return tuple(one for one in self.rounds if isinstance(one, Record))

    @property
    def last(self) -> Record:
        """The last round, which is what questions about the present position mean.

        Raises PositionError if only its score is known.
        """
        last = self.rounds[-1]
        if isinstance(last, ScoreOnly):
            raise PositionError(f"round {last.round[0]}, the last one, is known by its score alone", code="E-OVER")
        return last

    def seat_name(self, seat: int) -> str:
        """The player's name, or P1.. where the record gives none."""
        return self.names[seat] if self.names else f"P{seat + 1}"

    def _repr_svg_(self) -> str | None:
        """The picture of the last round that a notebook shows; none where that is known by its score alone."""
        last = self.rounds[-1]
        return last._repr_svg_() if isinstance(last, Record) else None

    def notes(self) -> tuple[str, ...]:
        """What a reader of results should know about the rounds."""
        notes = [f"round {one.round[0]}: {note}" for one in self.played for note in one.notes()]
        for before, after in pairwise(self.rounds):
            expected = (before.dealer + 1) % self.players
            if after.dealer != expected:
                who, left = self.seat_name(after.dealer), self.seat_name(expected)
                notes.append(f"round {after.round[0]}: {who} deals, and {left} sits left of the dealer of round {before.round[0]}")
        return tuple(notes)

    def pending(self) -> tuple[str, ...]:
        """As `Record.pending`, of the last round: in an earlier one nothing can be left open."""
        last = self.rounds[-1]
        return last.pending() if isinstance(last, Record) else ()

    def position(self) -> Position:
        """The position after the play of the last round. Raises as `Record.position` does, and as `last`."""
        return self.last.position()

    def __repr__(self) -> str:
        """One line; `dumps` writes all of it."""
        name = f" {self.id!r}" if self.id is not None else ""
        return f"<GameRecord{name}: {self.rules.players} players, {len(self.rounds)} rounds, {len(self.played)} with their play>"


AnyRecord = Record | GameRecord
"""What one text can say: one round, or several."""


def last_round(record: AnyRecord) -> Record:
    """The round that questions about the present position mean. Raises PositionError if only its score is known."""
    return record.last if isinstance(record, GameRecord) else record


def is_complete(record: Record) -> bool:
    """Whether the record tells how its round ended."""
    return record.phase is Phase.PLAY and record.decision() is Decision.OVER and record.tricks_before == record.tricks_taken


def end_crystals(one: Record | ScoreOnly) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Showrooms and vaults after a round; None where the record does not tell."""
    if isinstance(one, ScoreOnly) or not is_complete(one):
        return None
    table = one.table()
    return table.showroom, table.vault


def points_like(rules: Rules, table: Table, count: int) -> tuple[int, ...]:
    """The points of every player, or of every team where so many numbers are wanted."""
    points = table.points()
    return points if count == rules.players else tuple(sum(points[seat] for seat in side) for side in rules.sides)
