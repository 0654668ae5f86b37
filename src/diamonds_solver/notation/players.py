"""Who plays: reads `players` of a record of any game, and the seats that other fields name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from diamonds_solver.common.wording import QUOTE_WIDTH, did_you_mean, listed, quote, shortened

from .problems import Place, ProblemList
from .text import Field, RawRecord, Spot, Word, unquote

_SEAT = re.compile(r"[Pp](\d{1,6})")
_NO_NAME = re.compile(r"[Pp]\d+|\d+(?:\..*)?|-|\s.*|.*\s|")
_A_NUMBER = re.compile(r"[+-]?\d")
_NOT_IN_NAMES = re.compile(r"[>:=/,;]")
_MANY = 10**6


@dataclass(frozen=True)
class Seats:
    """The players of one record, clockwise."""

    count: int
    names: tuple[str, ...] | None
    problems: ProblemList

    def label(self, seat: int) -> str:
        """What messages call a seat."""
        return shortened(self.names[seat], QUOTE_WIDTH) if self.names else f"P{seat + 1}"

    def find(self, text: str) -> int | None:
        """The seat that P1.. or a name, quoted or not, means; None for anything else."""
        inside = unquote(text)
        name = text if inside is None else inside
        if self.names and name in self.names:
            return self.names.index(name)
        match = _SEAT.fullmatch(name)
        return int(match[1]) - 1 if match and 1 <= int(match[1]) <= self.count else None

    def read(self, spot: Spot) -> int | None:
        """The seat that a word names; for anything else a problem and None."""
        seat = self.find(spot.text)
        if seat is None:
            self.problems.add("E-SEAT", spot.place(), *self._trouble(unquote(spot.text) or spot.text))
        return seat

    def _trouble(self, text: str) -> tuple[str, str]:
        seats = f"P1 to P{self.count}"
        if text.isdigit():
            return f"{quote(text)} is no player: numbers alone are none", f"players are {seats}{', or their names' if self.names else ''}"
        if _SEAT.fullmatch(text):
            return f"{quote(text)} does not exist with {self.count} players", f"players are {seats}"
        near = did_you_mean(text, self.names or ())
        return f"{quote(text)} is none of the players", near or f"players are {listed([self.label(seat) for seat in range(self.count)])}"


def read_players(raw: RawRecord, field: Field | None, title: str, least: int, most: int, taken: re.Pattern[str]) -> Seats | None:
    """The players of a record of the game `title`; None, and a problem, where their number cannot be known.

    `taken`: what a name must not look like, because it means something else in this game.
    """
    problems = raw.problems
    if field is None:
        if not any(each.broken and each.name == "players" for each in raw.fields):
            problems.add("E-PLAYERS", raw.start, "the field 'players' is missing", f"add 'players {least}', or their names")
        return None
    first = field.words[0].text if len(field.words) == 1 else ""
    if _A_NUMBER.match(first) and not first.isdecimal():
        hint = f"write a whole number from {least} to {most}, or the names"
        problems.add("E-PLAYERS", field.words[0].place(), f"{quote(first)} is no number of players", hint)
        return None
    count = int(first) if first.isdecimal() and len(first) <= 6 else _MANY if first.isdecimal() else len(field.words)
    if not least <= count <= most:
        told = quote(first)[1:-1] if first.isdecimal() else str(count)
        problems.add("E-PLAYERS", field.place(), f"{title} is for {least} to {most} players, not {told}")
        return None
    return Seats(count, None if first.isdecimal() else _names(problems, field.words, taken), problems)


def _names(problems: ProblemList, words: Sequence[Word], taken: re.Pattern[str]) -> tuple[str, ...]:
    names: list[str] = []
    for word in words:
        inside = unquote(word.text)
        name = word.text if inside is None else inside
        place: Place = word.place()
        if inside is None and '"' in name:
            problems.add("E-QUOTE", place, f"{quote(name)} is not a text in quotes", "quotes stand around the whole name")
        elif trouble := _name_trouble(name, taken):
            problems.add("E-NAME", place, f"a player cannot be called {quote(name)}", trouble)
        elif name in names:
            problems.add("E-NAME", place, f"two players are called {quote(name)}", f"it is also the name of P{names.index(name) + 1}")
        names.append(name)
    return tuple(names)


def _name_trouble(name: str, taken: re.Pattern[str]) -> str | None:
    if _NO_NAME.fullmatch(name) or taken.fullmatch(name):
        return "names do not look like seats, numbers, cards or moves, and do not begin or end with a blank"
    if _NOT_IN_NAMES.search(name):
        return "names do not contain > : = / , ;"
    return None if name.isprintable() else "names consist of printable characters"
