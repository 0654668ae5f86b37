"""Options beside a file that says the same: a record, a saved game, a score sheet, a review. One that agrees passes; one that contradicts
the file, or of which the file says nothing, is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import click

from diamonds_solver.common.moves import seat_of
from diamonds_solver.common.options import Option, OptionError, read_options
from diamonds_solver.common.wording import composed, did_you_mean, printable, quote
from diamonds_solver.game import Record
from diamonds_solver.games import GAMES, find_game

from .games import option_text, spelled, usage_error
from .options import is_given

_SEATS = ("dealer", "first", "seat")  # options that name a player
_OF_GAMES = {name for game in map(find_game, GAMES) for options in game.options.values() for name in options} | {"game", "names"}


def seat_number(text: str, names: Sequence[str], option: str) -> int:
    """The player whom an option names, from 0: P1.. or one of `names`. Raises UsageError."""
    seat = seat_of(text, names)
    if seat is None:
        known = dict.fromkeys([*(f"P{number}" for number in range(1, len(names) + 1)), *names])
        near = did_you_mean(text, known)
        raise click.UsageError(f"{option}: there is no player {quote(text)}; {near or 'there are ' + ', '.join(known)}")
    return seat


@dataclass(frozen=True)
class Said:
    """What a file says, by the names of the command's options: as they are typed, players by their numbers from 1."""

    source: str
    """What messages call the file."""
    values: Mapping[str, str]
    names: Sequence[str] = ()
    """The players, P1.. where the file gives no names."""
    game: str = next(iter(GAMES))
    options: Mapping[str, Option] = field(default_factory=dict)
    """Those of the game, which --set has, too."""
    meant: Mapping[str, str] = field(default_factory=dict)
    """What options mean that the command reads in its own way."""
    secret: tuple[str, ...] = ()
    """What messages do not tell."""

    @classmethod
    def by(cls, record: Record, verb: str) -> Said:
        """What a record says of its game's options of a verb."""
        game = find_game(record.game)
        names = {} if record.names is None else {"names": ",".join(record.names)}
        return cls(
            "the record" if record.origin is None else f"the record {record.origin.line.file}:{record.origin.line.number}",
            {"game": game.name, **names, **game.records.options_of(record, verb)},
            [record.seat_name(seat) for seat in range(record.players)],
            game.name,
            game.options.get(verb, {}),
        )

    def check(self) -> None:
        """Raises UsageError for the first option on the command line that says something else, or that the file does not have."""
        for name, option, text in self._given():
            if name not in self.values:
                raise click.UsageError(f"{option}: {self.source} does not say it\n  = hint: leave it out")
            if not self._is_same(name, option, text):
                says = "" if name in self.secret else f"{name.replace('_', ' ')} is {self._shown(name)} there: "
                raise click.UsageError(f"{option} does not agree with {self.source}\n  = hint: {says}leave it out, or name another file")

    def _given(self) -> Iterator[tuple[str, str, str]]:
        """What stands on the command line of the game, or of what the file says: the name of an option, how it is spelled, its value."""
        context = click.get_current_context()
        for param in context.command.params:
            name = param.name or ""
            if is_given(name) and name == "settings":
                yield from ((each, f"--set {each}", text) for each, text in self._settings(context.params[name]))
            elif is_given(name) and (name in _OF_GAMES or name in self.values or name in self.meant):
                yield name, spelled(name), self.meant.get(name) or option_text(context.params[name])

    def _settings(self, settings: Sequence[str]) -> Iterator[tuple[str, str]]:
        try:
            read_options(find_game(self.game).words.title, ",".join(settings), self.options)
        except OptionError as error:
            raise usage_error(error) from error
        names = {option.alias: name for name, option in self.options.items()}
        for name, _, text in (item.partition("=") for item in ",".join(settings).split(",")):
            yield names.get(name, name), text

    def _is_same(self, name: str, option: str, text: str) -> bool:
        known = self.values[name]
        if name in _SEATS and not (option.startswith("--set") and text.isdecimal()):
            return seat_number(text, self.names, option) + 1 == int(known)
        if name == "names":
            return [composed(each.strip()) for each in text.split(",")] == known.split(",")
        read = self.options[name].read if name in self.options else str
        try:
            value = read(text)
        except ValueError as error:
            raise click.UsageError(f"{option} must be {error}, not {text!r}") from error
        try:
            return bool(value == read(known))
        except ValueError:  # no option can say what the file says
            return False

    def _shown(self, name: str) -> str:
        value = self.values[name]
        return printable(self.names[int(value) - 1] if name in _SEATS else value)
