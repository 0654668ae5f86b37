"""The members that every game has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from diamonds_solver.game.contest import Contest
from diamonds_solver.game.engine import Ask, Engine, Why
from diamonds_solver.notation.problems import Location

if TYPE_CHECKING:
    from diamonds_solver.common.options import Option
    from diamonds_solver.notation.grammar import Grammar


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
class Objective:
    """What values count."""

    text: str
    """In words, as they follow "Ann decides: a card to play;"."""
    margin: float
    """Indifference margin: moves that differ by less count as equal."""
    is_chance: bool = False
    """Whether values are chances, which are shown in per cent."""


class Decision(NamedTuple):
    """One decision of a played record."""

    record: Any
    """The record up to the decision: one round, whose end it does not tell."""
    seat: int
    move: object
    """What was decided: a move as the engines for such a decision have them."""
    decision: str
    """What was to be decided: a key of `Words.decisions`."""
    forced: bool
    """Whether it is known that there was no choice."""
    round: int = 1
    """The number of the round in the game, from 1."""
    trick: int | None = None
    """The number of the trick in the round, from 1; None outside of tricks."""


@dataclass(frozen=True)
class Hindsight:
    """What the moves of one decision were worth with all cards open, seen from the side that decided."""

    value: float | None
    """Of the best move: what it gains until the end of the round; None while it is not exact."""
    best: tuple[object, ...]
    """All moves without loss, or those of the best value proven so far."""
    loss: float | None
    """What the move that was made costs against the best; None while it is not exact."""
    exact: bool
    """Whether value and loss are proven; else `bounds` hold."""
    bounds: tuple[float, float] | None
    """Proven: lower <= value <= upper; None where values are no single numbers, as with max^n."""
    moves: tuple[tuple[object, float | None], ...]
    """Every legal move with its value, the best first; None for a value that is not exact."""
    line: tuple[object, ...]
    """Best play from the decision on; empty where it is not known."""
    points: tuple[float, ...] | None
    """Points gained by each player along the line."""
    least_loss: float = 0.0
    """What the move that was made costs at least: the loss, or what is proven of it."""
    reply: tuple[object, ...] = ()
    """Best play after the move that was made: how it is refuted; empty where it is not known."""


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
        """What ``deal`` and ``contest`` can be told, and where there are such things ``live`` and ``hand``, by name: players, variants,
        parameters that the rules leave open."""
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

    def rounds(self, record: R) -> Sequence[R]:
        """The rounds of a whole game that have a play, each as a record of its own; a record of one round gives itself."""
        ...

    def decisions(self, record: R) -> Iterator[Decision]:
        """Every decision of all rounds, in order; also those in which there was no choice, and those before the play that it tells of."""
        ...

    def hindsight(
        self,
        record: R,
        *,
        objective: str,
        model: str | None = None,
        threads: int = 1,
        time_limit: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Iterator[tuple[int, Hindsight]] | None:
        """The worth of decisions with all cards open, the last one first: each with its index in `decisions`.

        Decisions of which it cannot be said, hidden cards among the reasons, are left out; None: the game has no such thing.
        `model` is what the others are thought to do, a name of the game's own; None: its usual one. `time_limit`, in seconds, is for all of
        them; what it leaves open has proven bounds. When `should_stop` says so, from any thread, it ends early.
        """
        ...

    def points(self, record: R) -> tuple[float, ...] | None:
        """What every player has won after the play, by seat, as the game counts it; None where it counts nothing before its end."""
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
