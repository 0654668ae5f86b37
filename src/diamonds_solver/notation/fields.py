"""Reading fields into a draft: what the readers of several games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import ClassVar, Generic, TypeVar

from diamonds_solver.common.wording import did_you_mean, quote

from .players import Seats
from .text import Field, RawRecord, Word


@dataclass
class CommonDraft:
    """The values of the fields of one record that all games have but `players`, and where all values come from."""

    play: list[Word] = dataclass_field(default_factory=list)
    id: str | None = None
    extra: list[tuple[str, str]] = dataclass_field(default_factory=list)
    sources: dict[tuple[str, int | None], Field] = dataclass_field(default_factory=dict)
    """The field of each key; of each key and seat where a field is for one seat."""


D = TypeVar("D", bound=CommonDraft)


class DraftReader(ABC, Generic[D]):
    """Reads the fields of one record into its draft. A word that cannot be read becomes a problem."""

    by_seat: ClassVar[Mapping[str, str]]
    """The keys whose first word is a player, with the hint for one that says too little."""

    def __init__(self, seats: Seats, draft: D) -> None:
        self.seats = seats
        self.problems = seats.problems
        self.draft = draft

    def read_all(self, raw: RawRecord) -> None:
        """All fields that can be read."""
        for field in raw.fields:
            if not field.broken:
                self.read(field)

    def read(self, field: Field) -> None:
        """One field. The first `players` was read already: it told the seats."""
        name = field.name
        if name in self.by_seat:
            self._read_of_seat(field)
        elif name == "play":
            self.draft.sources.setdefault((name, None), field)
            self.draft.play += field.words
        elif self._is_first(field, None):
            if name.startswith("x-"):
                self.draft.extra.append((name, field.verbatim()))
            elif name != "players":
                self._read_field(field)

    @abstractmethod
    def _read_field(self, field: Field) -> None:
        """A field of the game that is there for the first time."""

    @abstractmethod
    def _read_field_of(self, seat: int, field: Field) -> None:
        """A field of the game for this seat, there for the first time, with two words or more."""

    def _read_of_seat(self, field: Field) -> None:
        if len(field.words) < 2:
            self.problems.add("E-COUNT", field.location(), f"'{field.name}' needs a player and cards", self.by_seat[field.name])
            return
        seat = self.seats.read(field.words[0].whole())
        if seat is not None and self._is_first(field, seat):
            self._read_field_of(seat, field)

    def _is_first(self, field: Field, seat: int | None) -> bool:
        """Whether the field is there for the first time."""
        before = self.draft.sources.setdefault((field.name, seat), field)
        if before is field:
            return True
        what = field.name if seat is None else f"{field.name} {self.seats.label(seat)}"
        self.problems.add("E-FIELD-TWICE", field.location(), f"'{what}' is there twice", f"it is {before.key.line.where} already")
        return False

    def _one_word(self, field: Field) -> Word | None:
        if len(field.words) == 1:
            return field.words[0]
        self.problems.add("E-COUNT", field.location(), f"'{field.name}' takes one word, not {len(field.words)}")
        return None

    def _word_of(self, field: Field, words: Sequence[str]) -> str | None:
        """The one word of a field that knows only these `words`."""
        word = self._one_word(field)
        if word is None or word.text.lower() in words:
            return None if word is None else word.text.lower()
        near = did_you_mean(word.text, words) or f"write {' or '.join(words)}"
        self.problems.add("E-WORD", word.location(), f"{quote(word.text)} is not a value of '{field.name}'", near)
        return None

    def read_id(self, field: Field) -> None:
        self.draft.id = field.verbatim()
        if not self.draft.id:
            self.problems.add("E-COUNT", field.location(), "'id' needs a name")

    def keep(self, field: Field) -> None:
        """`best` is read when the play is known."""
