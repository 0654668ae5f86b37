"""What the parts above the games ask of a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from diamonds_solver.notation.problems import Location

# numpy takes long to load, and commands that only read records do without.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diamonds_solver.common.options import Option
    from diamonds_solver.notation.grammar import Grammar

M_co = TypeVar("M_co", covariant=True)


class Engine(Protocol[M_co]):
    """Values every move of one decision, sample by sample.

    A sample is the value of each move in one world: a determinization, which is a deal that agrees with what the player knows. Where an
    engine searches a tree of its own through many worlds, it is one such tree. Sample i depends on the decision, on `seed` and on i only,
    so it does not matter who asks for which samples in what order. The methods may be called from several threads at the same time.
    """

    @property
    def name(self) -> str:
        """What the user calls it, such as ``ismcts``."""
        ...

    @property
    def moves(self) -> Sequence[M_co]:
        """The moves that are valued, the rows of `samples`; ``str(move)`` is how a move is written. Never empty."""
        ...

    @property
    def to_move(self) -> int:
        """The seat that decides, from 0."""
        ...

    @property
    def decision(self) -> str:
        """What is decided, such as ``card``."""
        ...

    @property
    def objective(self) -> str:
        """What the values count, such as ``margin``."""
        ...

    @property
    def seed(self) -> int: ...

    @property
    def total(self) -> int | None:
        """How many samples there are; None: as many as are asked for."""
        ...

    @property
    def enumerates(self) -> bool:
        """Whether the `total` samples are all worlds, each once. Then all are asked for: the first of them are not a random choice."""
        ...

    @property
    def exact(self) -> bool:
        """Whether every sample so far is exact, and the worlds are enumerated: then the mean of all is exact, too."""
        ...

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The samples `first` to `first + count - 1` as float64[moves, count].

        When `should_stop` says so (once it does it always will) fewer may be returned, from `first` on and without gaps.
        """
        ...

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How likely these samples are, up to a common factor, as float64[count]; None: all are equally likely."""
        ...

    def notes(self) -> Sequence[str]:
        """What else a reader of the advice should know, in words, such as a limit of the search that was met."""
        ...


@dataclass(frozen=True)
class Played:
    """How one game between named players ended. Everything is by side."""

    points: tuple[float, ...]
    """What each side won; the arena compares them."""
    shares: tuple[float, ...]
    """Each side's share of the victory: together 1, a shared victory in equal parts."""
    seconds: tuple[tuple[float, ...], ...]
    """How long each decision took in which there was a choice."""


class Contest(Protocol):
    """A game that named players play against each other. It is copied to other processes: keep it small."""

    @property
    def sides(self) -> int: ...

    def title(self) -> str:
        """The game and its settings, in words."""
        ...

    def settings(self) -> Mapping[str, object]:
        """Everything that results depend on, other than the players and the number of the deal, as JSON has it; the seed among it."""
        ...

    def play(self, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal` with `players[i]` as side i; None when `should_stop` said so before the end.

        What happens by chance depends on the settings, the deal and the side, not on who else plays.
        """
        ...


# -- a game -------------------------------------------------------------------------------------------------------------------------------


class Record(Protocol):
    """What one text says. Seats are numbers from 0."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def id(self) -> str | None: ...

    @property
    def origin(self) -> Location | None:
        """Where it was read; None for a record made by hand."""
        ...

    @property
    def names(self) -> tuple[str, ...] | None:
        """The players' names, where the record has them."""
        ...

    @property
    def players(self) -> int: ...

    def seat_name(self, seat: int) -> str:
        """The player's name, or P1.. where the record gives none."""
        ...

    def notes(self) -> Sequence[str]:
        """What a reader of answers should know about the record, in words."""
        ...


class View(Protocol):
    """What one player knows when something is to be decided."""

    @property
    def game(self) -> str: ...

    @property
    def seat(self) -> int:
        """The viewer."""
        ...

    @property
    def decision(self) -> str:
        """What is to be decided: a key of `Words.decisions`."""
        ...

    def hidden(self) -> str:
        """How much is hidden from the viewer, in words."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The ``view`` of an answer as JSON: the seat, and how much is hidden."""
        ...


class Why(Protocol):
    """Why one move is better than another."""

    def text(self, written: Callable[[object], str] = str) -> str:
        """`written`: how to write a move."""
        ...

    def to_dict(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Objective:
    """What values count."""

    text: str
    """In words, as they follow "Ann decides: a card to play;"."""
    margin: float
    """Indifference margin: moves that differ by less count as equal."""
    is_chance: bool = False
    """Whether values are chances, which are shown in per cent."""


@dataclass(frozen=True)
class Words:
    """How answers name what a game decides and counts."""

    title: str
    """The game's name as people write it."""
    decisions: Mapping[str, str]
    """What is decided, by its name in JSON: ``card``: "a card to play"."""
    objectives: Mapping[str, Objective]
    """By the name that options take; the first one is the default."""
    symbols: str = ""
    """Characters beyond ASCII that a diagram takes where the terminal can show them."""


@dataclass(frozen=True)
class Ask:
    """What is asked of an engine."""

    engine: str = "auto"
    """Name and options: ``ismcts:simulations=2000``."""
    objective: str = "margin"
    seed: int = 0
    worlds: int | None = None
    """Samples that will be asked for; None: as many as fit into the time."""
    time_limit: float | None = None
    """Seconds."""
    threads: int = 1

    @property
    def fitted(self) -> float | None:
        """Seconds to which an engine fits the sizes that its options leave open, by a measurement on this machine; None: usual sizes."""
        return self.time_limit if self.worlds is None else None


class Decision(NamedTuple):
    """One decision of a played record."""

    record: Any
    """The record up to the decision."""
    seat: int
    move: object
    """What was decided."""


R = TypeVar("R", bound=Record)
V = TypeVar("V", bound=View)


class Game(Protocol[R, V]):
    """One game of the shelf: what commands and answers need of it. ``games.find_game`` gives it by its name."""

    @property
    def name(self) -> str:
        """The key that begins a record: ``diamonds``."""
        ...

    @property
    def words(self) -> Words: ...

    @property
    def grammar(self) -> Grammar[R]:
        """How its records are read."""
        ...

    @property
    def options(self) -> Mapping[str, Mapping[str, Option]]:
        """What ``deal`` and ``contest`` can be told, by name: players, variants, parameters that the rules leave open."""
        ...

    @property
    def examples(self) -> Mapping[str, Path]:
        """The records that come along: their files by name. The first comment line of a file tells what it is."""
        ...

    def write(self, record: R, form: str = "dia") -> str:
        """The record as text in lines (``dia``), on one line (``line``) or as JSON on one line (``json``); ends with a newline."""
        ...

    def deal(self, seed: Sequence[int], options: Mapping[str, Any], name: str | None = None) -> R:
        """A random record with the id `name`, all cards known. The same seed and options give the same record.

        `options`: values by the names of ``options["deal"]``. Raises DiamondsError for options that exclude each other.
        """
        ...

    def check(self, record: R) -> Sequence[str]:
        """What a writer of the record should know: its notes, and a choice that is open where its play ends.

        Raises DiamondsError for a record that contradicts itself.
        """
        ...

    def move_writer(self, record: R) -> Callable[[object], str]:
        """A function that writes a move of the record for people, with the players' names; ``str`` writes it for programs."""
        ...

    def play(self, record: R, move: object) -> R:
        """The record with one more move at its end."""
        ...

    def decisions(self, record: R) -> Iterator[Decision]:
        """Every decision of the record's play, in order; also those in which there was no choice."""
        ...

    def view(self, source: R | V, seat: int | None = None) -> V:
        """What `seat` knows of a record, by default its `see`, else who decides; a view stays as it is.

        Raises PositionError for a contradiction and where that seat has nothing to decide, HiddenCardsError where its own cards are hidden.
        """
        ...

    def engine_name(self, text: str) -> str:
        """The name of an engine with its options in the one strict way of writing. Raises DiamondsError for a text that names none."""
        ...

    def engine(self, view: V, ask: Ask) -> Engine[Any]:
        """An engine for the decision of a view.

        Raises DiamondsError for an engine or objective that does not exist.
        """
        ...

    def explain(self, engine: Engine[Any], move: object, against: object, time_limit: float = math.inf) -> Why | None:
        """Why `move` is better than `against`; None where the game cannot say."""
        ...

    def contest(self, seed: int, options: Mapping[str, Any]) -> Contest:
        """What the players of an arena play.

        `options`: values by the names of ``options["contest"]``. Raises DiamondsError for options that exclude each other.
        """
        ...

    def player_name(self, text: str) -> str:
        """The name of an arena's player in the one strict way of writing. Raises PlayerNameError for a text that names none."""
        ...

    def players_help(self) -> str:
        """The players that there are and their options, in lines of at most 78 columns."""
        ...

    def diagram(self, record: R, symbols: bool = False) -> str:
        """The table after the play, as a picture of text."""
        ...

    def state(self, record: R) -> dict[str, Any]:
        """What a diagram shows, as JSON."""
        ...


@runtime_checkable
class TrickGame(Protocol):
    """A game whose play is a sequence of tricks."""

    def tricks(self, record: Any, symbols: bool, width: int) -> str:
        """The tricks of the play as a table, at most `width` cells wide."""
        ...


@runtime_checkable
class NamesAll(Protocol):
    """A game that lists what can be named on the command line, so that a shell can complete it."""

    def engines(self) -> Sequence[str]: ...

    def players(self) -> Sequence[str]: ...
