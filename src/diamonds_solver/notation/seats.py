"""Who plays: the field `players`, and the words that mean a player or a number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from diamonds_solver.common.wording import QUOTE_WIDTH, did_you_mean, quote, shortened

from .problems import Place, ProblemList
from .text import RawRecord, Spot, unquote

MAX_DIGITS = 6  # more is no number that means anything here

_SEAT = re.compile(r"[Pp](\d+)")
_INTEGER = re.compile(r"[+-]?\d+")
_A_NUMBER = re.compile(r"[+-]?\d")
_NAME = re.compile(r'(?:[^",]|"(?:[^"\\]|\\.)*+"?)++')  # a comma stands between names, or in quotes
_NO_NAME = re.compile(r"[Pp]\d+|\d+(?:\..*)?|-|\s.*|.*\s|")
_NOT_IN_NAMES = re.compile(r"[>:=/,;]")


class SeatReading:
    """What words mean in one record, as far as the players tell: how many there are, their names, and where problems go."""

    def __init__(self, players: int, names: tuple[str, ...] | None, problems: ProblemList) -> None:
        self.players = players
        self.names = names
        self.problems = problems

    def problem(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        self.problems.add(code, place, message, hint)

    def label(self, seat: int) -> str:
        """What messages call a seat."""
        return shortened(self.names[seat], QUOTE_WIDTH) if self.names else f"P{seat + 1}"

    def labels(self, seats: Iterable[int], between: str = ", ") -> str:
        return between.join(map(self.label, seats))

    # -- seats ----------------------------------------------------------------------------------------------------------------------

    def seat(self, spot: Spot) -> int | None:
        """The seat that P1.. or a name means."""
        text = spot.text
        seat = self.find_seat(text)
        if seat is None:
            self.problem("E-SEAT", spot.place(), *self._seat_trouble(text))
        return seat

    def find_seat(self, text: str) -> int | None:
        """The seat that P1.. or a name, quoted or not, means; None for anything else."""
        name = unquote(text)
        name = text if name is None else name
        if self.names and name in self.names:
            return self.names.index(name)
        match = _SEAT.fullmatch(name)
        if match and len(match[1]) <= MAX_DIGITS and 1 <= int(match[1]) <= self.players:
            return int(match[1]) - 1
        return None

    def _seat_trouble(self, text: str) -> tuple[str, str]:
        seats = f"P1 to P{self.players}"
        text = unquote(text) or text  # JSON has its names in quotes
        if text.isdigit():
            names = ", or their names" if self.names else ""
            return f"{quote(text)} is no player: numbers alone are ranks", f"players are {seats}{names}"
        if _SEAT.fullmatch(text):
            return f"{quote(text)} does not exist with {self.players} players", f"players are {seats}"
        near = did_you_mean(text, self.names or ())
        return f"{quote(text)} is none of the players", near or f"players are {self.labels(range(self.players))}"

    # -- numbers --------------------------------------------------------------------------------------------------------------------

    def integer(self, spot: Spot) -> int | None:
        """A whole number; absurdly long ones are none."""
        text = spot.text
        if _INTEGER.fullmatch(text) and len(text) <= MAX_DIGITS:
            return int(text)
        absurd = " that can be meant" if _INTEGER.fullmatch(text) else ""
        self.problem("E-NUMBER", spot.place(), f"{quote(text)} is not a whole number{absurd}")
        return None


def read_players(raw: RawRecord, title: str, allowed: range, card: re.Pattern[str]) -> tuple[str, ...] | int | None:
    """The names, or the number of players without names; None where that cannot be known.

    `title`: the game. `card`: how cards are written, which names must not be.
    """
    field = next((field for field in raw.fields if field.name == "players"), None)
    if field is None and "players" not in raw.meant:
        raw.problems.add("E-PLAYERS", raw.start, "the field 'players' is missing", "add 'players 4', or their names")
    if field is None or field.broken:
        return None
    spots = [Spot(word, *match.span()) for word in field.words for match in _NAME.finditer(word.text)]
    first = spots[0].text if spots else ""
    is_number = len(spots) == 1 and first.isdecimal()
    if len(spots) == 1 and not is_number and _A_NUMBER.match(first):
        hint = f"write a whole number from {allowed[0]} to {allowed[-1]}, or the names"
        raw.problems.add("E-PLAYERS", spots[0].place(), f"{quote(first)} is no number of players", hint)
        return None
    count = (int(first) if len(first) <= MAX_DIGITS else allowed.stop) if is_number else len(spots)
    if count not in allowed:
        told = quote(first)[1:-1] if is_number else str(count)
        raw.problems.add("E-PLAYERS", field.place(), f"{title} is for {allowed[0]} to {allowed[-1]} players, not {told}")
        return None
    return count if is_number else _read_names(raw.problems, spots, card)


def _read_names(problems: ProblemList, spots: list[Spot], card: re.Pattern[str]) -> tuple[str, ...]:
    names: list[str] = []
    for spot in spots:
        inside = unquote(spot.text)
        name = spot.text if inside is None else inside
        trouble = _name_trouble(name, card)
        if inside is None and '"' in name:
            problems.add("E-QUOTE", spot.place(), f"{quote(name)} is not a text in quotes", "quotes stand around the whole name")
        elif trouble:
            problems.add("E-NAME", spot.place(), f"a player cannot be called {quote(name)}", trouble)
        elif name in names:
            hint = f"it is also the name of P{names.index(name) + 1}"
            problems.add("E-NAME", spot.place(), f"two players are called {quote(name)}", hint)
        names.append(name)
    return tuple(names)


def _name_trouble(name: str, card: re.Pattern[str]) -> str | None:
    if _NO_NAME.fullmatch(name) or card.fullmatch(name):
        return "names do not look like seats, numbers or cards, and do not begin or end with a blank"
    if _NOT_IN_NAMES.search(name):
        return "names do not contain > : = / , ;"
    return None if name.isprintable() else "names consist of printable characters"
