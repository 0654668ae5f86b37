"""Reading `play` in games of turns: what the readers of several games have in common."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from diamonds_solver.common.wording import quote
from diamonds_solver.notation.text import Field, Span, Word

from .players import Seats


class PlayReader(ABC):
    """Holds every word of a play against the rules. What is wrong becomes a problem and ends the reading: what comes after hangs on it."""

    token: ClassVar[re.Pattern[str]]
    """What a word is cut into. Its groups: `mark`, a slash between turns or a comma; `who`, the name before a colon. All else is moves."""
    move_hint: ClassVar[str]
    """How moves are written."""
    turn_hint: ClassVar[str] = ""
    """What ends a turn, as it follows where the marks of turns may stand."""

    def __init__(self, seats: Seats) -> None:
        self.seats, self.problems = seats, seats.problems
        self.is_broken = False
        self._begins_turn = True
        """Whether a name may stand here."""

    def run(self, words: Sequence[Word]) -> None:
        """Reads the words of all fields `play`."""
        for word in words:
            at = 0
            while at < len(word.text) and not self.is_broken:
                match = self.token.match(word.text, at)
                span = Span(word, at, match.end() if match else len(word.text))
                at = span.end
                if match is None:
                    self._fail(span, "E-PLAY", f"{quote(span.text)} is not a move", self.move_hint)
                elif match["mark"] == "/":
                    self._slash(span)
                elif match["who"]:
                    self._announce(span, match["who"])
                elif not match["mark"]:
                    self._move(span, match)

    @classmethod
    def count(cls, text: str) -> int:
        """How many moves a part of a play has."""
        return sum(not match["mark"] and not match["who"] for match in cls.token.finditer(text))

    def read_best(self, field: Field | None) -> tuple[str, ...]:
        """The moves of `best`, which are legal after the play; none where the play is not known to its end."""
        if field is None or self.is_broken:
            return ()
        return tuple(self._legal_name(word, text) for word in field.words for text in word.text.split(",") if text)

    @property
    @abstractmethod
    def _turn(self) -> int:
        """The seat whose turn it is."""

    @property
    def _ends_turn(self) -> bool:
        """Whether a slash may stand here."""
        return self._begins_turn

    @abstractmethod
    def _move(self, span: Span, match: re.Match[str]) -> None:
        """One token that is neither a mark nor a name."""

    @abstractmethod
    def _legal_name(self, word: Word, text: str) -> str:
        """The legal move that a text of `best` means, as results write it; a problem for a text that means none."""

    def _slash(self, span: Span) -> None:
        if not self._ends_turn:
            self._fail(span, "E-PLAY-MARK", "no turn ends here", f"a slash may only go between turns{self.turn_hint}")

    def _announce(self, span: Span, who: str) -> None:
        """A name: it stands at the start of that seat's turn."""
        seat = self.seats.read(Span(span.word, span.start, span.start + len(who)))
        if seat is None:
            self.is_broken = True
        elif not self._begins_turn:
            self._fail(span, "E-PLAY-MARK", "no turn begins here", f"a name may only go at the start of a turn{self.turn_hint}")
        elif seat != self._turn:
            self._fail(span, "E-LEADER", f"it is the turn of {self.seats.label(self._turn)}, not of {self.seats.label(seat)}")

    def _fail(self, span: Span, code: str, message: str, hint: str | None = None) -> None:
        if not self.is_broken:
            self.problems.add(code, span.location(), message, hint)
        self.is_broken = True
