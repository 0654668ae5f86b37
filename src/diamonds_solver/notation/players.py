"""Who plays: reads `players` of a record of any game, and the seats that other fields name."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from diamonds_solver.common.moves import seat_of
from diamonds_solver.common.quantities import check_whole
from diamonds_solver.common.wording import QUOTE_WIDTH, composed, did_you_mean, quote, shortened
from diamonds_solver.notation.text import RawRecord, Span, unquote

from .problems import ProblemList

_SEAT = re.compile(r"[Pp](\d{1,6})")
_A_NUMBER = re.compile(r"[+-]?\d|-?(?:NaN|Infinity)$")  # as JSON has them
_NAME = re.compile(r'(?:[^",]|"(?:[^"\\]|\\.)*+"?)++')  # a comma stands between names, or in quotes
_NO_NAME = re.compile(r"[Pp]\d+|\d+(?:\..*)?|-|\?|\s.*|.*\s|")  # >? robs somebody who was forgotten
_NOT_IN_NAMES = re.compile(r"[>:=/,;]")


@dataclass(frozen=True)
class Seats:
    """The players of one record, clockwise."""

    count: int
    names: tuple[str, ...] | None
    problems: ProblemList

    def label(self, seat: int) -> str:
        """What messages call a seat."""
        return shortened(self.names[seat], QUOTE_WIDTH) if self.names else f"P{seat + 1}"

    def labels(self, seats: Iterable[int], between: str = ", ") -> str:
        return between.join(map(self.label, seats))

    def find(self, text: str) -> int | None:
        """The seat that P1.., a name, quoted or not, or the beginning of one name only means; None for anything else.

        Capitals count only between names that differ in nothing else.
        """
        inside = unquote(text)
        name = composed(text if inside is None else inside)
        if self.names and name in self.names:
            return self.names.index(name)
        match = _SEAT.fullmatch(name)
        if match and 1 <= int(match[1]) <= self.count:
            return int(match[1]) - 1
        return seat_of(name, self.names) if self.names else None

    def read(self, span: Span) -> int | None:
        """The seat that a word names; for anything else a problem and None."""
        seat = self.find(span.text)
        if seat is None:
            self.problems.add("E-SEAT", span.location(), *self._trouble(unquote(span.text) or span.text))
        return seat

    def _trouble(self, text: str) -> tuple[str, str]:
        seats = f"P1 to P{self.count}"
        if text.isdigit():
            names = ", or their names" if self.names else ""
            return f"{quote(text)} is not a player: a number alone names nobody", f"players are {seats}{names}"
        if re.fullmatch(r"[Pp]\d+", text):
            return f"{quote(text)} does not exist with {self.count} players", f"players are {seats}"
        near = did_you_mean(text, self.names or ())
        return f"{quote(text)} is not one of the players", near or f"players are {self.labels(range(self.count))}"


class Named(ABC):
    """What is played by players with names, or without: a record."""

    names: tuple[str, ...] | None

    @property
    @abstractmethod
    def players(self) -> int: ...

    def seat_name(self, seat: int) -> str:
        """The player's name, or P1.. where there are no names."""
        check_whole("seat", seat, 0, self.players - 1)
        return self.names[seat] if self.names else f"P{seat + 1}"

    def player_names(self, width: int | None = None) -> list[str]:
        """The names of all players by seat, cut to a width."""
        names = map(self.seat_name, range(self.players))
        return [name if width is None else shortened(name, width) for name in names]


def read_players(raw: RawRecord, title: str, least: int, most: int, taken: re.Pattern[str]) -> Seats | None:
    """The players of a record of the game `title`; None, and a problem, where their number cannot be known.

    `taken`: what a name must not look like, because it means something else in this game.
    """
    problems = raw.problems
    fields = [field for field in raw.fields if field.name == "players"]
    field = next((field for field in fields if not field.broken), None)
    if field is None:
        if "players" not in raw.meant and not fields:
            problems.add("E-PLAYERS", raw.start, "the field 'players' is missing", f"add 'players {min(4, most)}', or their names")
        return None
    spans = [Span(word, *match.span()) for word in field.words for match in _NAME.finditer(word.text)]
    first = spans[0].text if len(spans) == 1 else ""
    if _A_NUMBER.match(first) and not first.isdecimal():
        hint = f"write a whole number from {least} to {most}, or the names"
        problems.add("E-PLAYERS", spans[0].location(), f"{quote(first)} is not a number of players", hint)
        return None
    count = (int(first) if len(first) <= 6 else most + 1) if first.isdecimal() else len(spans)
    if not least <= count <= most:
        number = quote(first)[1:-1] if first.isdecimal() else str(count)
        problems.add("E-PLAYERS", field.location(), f"{title} is for {least} to {most} players, not {number}")
        return None
    return Seats(count, None if first.isdecimal() else _read_names(problems, spans, taken), problems)


def _read_names(problems: ProblemList, spans: Sequence[Span], taken: re.Pattern[str]) -> tuple[str, ...]:
    names: list[str] = []
    for span in spans:
        inside = unquote(span.text)
        name = composed(span.text if inside is None else inside)
        trouble = _name_trouble(name, taken)
        if inside is None and '"' in name:
            problems.add("E-QUOTE", span.location(), f"{quote(name)} is not a text in quotes", "put quotes around the whole name")
        elif trouble:
            problems.add("E-NAME", span.location(), f"a player cannot be called {quote(name)}", trouble)
        elif name in names:
            hint = f"it is also the name of P{names.index(name) + 1}"
            problems.add("E-NAME", span.location(), f"two players are called {quote(name)}", hint)
        names.append(name)
    return tuple(names)


def _name_trouble(name: str, taken: re.Pattern[str]) -> str | None:
    if taken.fullmatch(name):
        return "it is written as a card or a move of this game is: use a longer name"
    if _NO_NAME.fullmatch(name):
        return "names do not look like seats or numbers, and do not begin or end with a space"
    if _NOT_IN_NAMES.search(name):
        return "names do not contain > : = / , ;"
    return None if name.isprintable() else "names consist of printable characters"
