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
    """A record: what one text says. Seats are numbers from 0."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def id(self) -> str | None: ...

    @property
    def origin(self) -> Location | None:
        """Where it was read; None for a record made in Python."""
        ...

    @property
    def names(self) -> tuple[str, ...] | None:
        """The players' names by seat; None if the record has none."""
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
        """How much is hidden from the viewer, in words for people."""
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
    """By name, as options take it; the first one is the default."""
    symbols: str = ""
    """Characters beyond ASCII that a diagram uses if the terminal can show them."""


@dataclass(frozen=True)
class Objective:
    """What values count."""

    text: str
    """In words, to follow "Ann decides: a card to play;"."""
    margin: float
    """Indifference margin: moves that differ by less count as equal."""
    is_chance: bool = False
    """Whether values are chances from 0 to 1, which are shown in per cent."""


class Decision(NamedTuple):
    """One decision of a played record."""

    record: Any
    """The record up to the decision: one round, without what came later."""
    seat: int
    move: object
    """What was decided: a move as engines for such a decision list it."""
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
    """Value of the best move: what it gains until the end of the round; None if it is not exact."""
    best: tuple[object, ...]
    """All moves without loss; if that is not proven, those with the best value so far."""
    loss: float | None
    """What the move that was made costs against the best; None if it is not exact."""
    exact: bool
    """Whether value and loss are proven; if not, `bounds` hold."""
    bounds: tuple[float, float] | None
    """Proven: lower <= value <= upper; None if values are not single numbers, as with max^n."""
    moves: tuple[tuple[object, float | None], ...]
    """Every legal move with its value, the best first; None if a value is not exact."""
    line: tuple[object, ...]
    """Best play from the decision on; empty if unknown."""
    points: tuple[float, ...] | None
    """Points gained by each player along the line."""
    least_loss: float = 0.0
    """Proven lower limit of the loss; the loss itself if it is exact."""
    reply: tuple[object, ...] = ()
    """Best play after the move that was made, its refutation; empty if unknown."""


R = TypeVar("R", bound=Record)
V = TypeVar("V", bound=View)


class Game(Protocol[R, V]):
    """One game: what commands and answers need from it. ``games.find_game`` finds it by its name."""

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
        """The options of ``deal`` and ``contest``, and of ``live`` and ``hand`` if the game has them, by name: players, variants,
        parameters that the rules leave open."""
        ...

    @property
    def examples(self) -> Mapping[str, Path]:
        """Files of example records, by name. The first comment line of a file describes it."""
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
        """What the writer of the record should know: its notes, and any choice left open where its play ends.

        Raises DiamondsError for a record that contradicts itself.
        """
        ...

    def move_writer(self, record: R) -> Callable[[object], str]:
        """A function that writes a move of the record for people, with players' names; ``str(move)`` is for programs."""
        ...

    def play(self, record: R, move: object) -> R:
        """The record with one more move at its end."""
        ...

    def rounds(self, record: R) -> Sequence[R]:
        """The rounds of a whole game that have a play, each as a record; for a record of one round, just that."""
        ...

    def decisions(self, record: R) -> Iterator[Decision]:
        """Every decision of all rounds, in order, including forced ones and those before the play that the record has."""
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
        """What decisions were worth with all cards open, the last one first: each with its index in `decisions`.

        Decisions for which that cannot be known, such as those with hidden cards, are left out; None: the game has no hindsight.
        `model` is how the others are assumed to play, a name of the game's own; None: the default. `time_limit`, in seconds, is for all
        decisions together; those it does not suffice for have proven bounds. `should_stop` may be called from any thread; True ends early.
        """
        ...

    def points(self, record: R) -> tuple[float, ...] | None:
        """Points of every player after the play, by seat; None if the game counts nothing before its end."""
        ...

    def view(self, source: R | V, seat: int | None = None) -> V:
        """What `seat` knows of a record, by default the player named by `see`, else whoever decides; a view is returned as it is.

        Raises PositionError if the record contradicts itself or the seat has nothing to decide, HiddenCardsError if its cards are hidden.
        """
        ...

    def engine_name(self, text: str) -> str:
        """The name of an engine with its options, in standard form. Raises DiamondsError if there is no such engine."""
        ...

    def engine(self, view: V, ask: Ask) -> Engine[Any]:
        """An engine for the decision of a view.

        Raises DiamondsError for an engine or objective that does not exist.
        """
        ...

    def explain(self, engine: Engine[Any], move: object, against: object, time_limit: float = math.inf) -> Why | None:
        """Why `move` is better than `against`; None if the game cannot say. `time_limit` is in seconds."""
        ...

    def contest(self, seed: int, options: Mapping[str, Any]) -> Contest:
        """What the players of an arena play.

        `options`: values by the names of ``options["contest"]``. Raises DiamondsError for options that exclude each other.
        """
        ...

    def player_name(self, text: str) -> str:
        """The name of an arena player with its options, in standard form. Raises PlayerNameError if there is no such player."""
        ...

    def players_help(self) -> str:
        """The players and their options, in lines of at most 78 columns."""
        ...

    def diagram(self, record: R, symbols: bool = False) -> str:
        """The table after the play, as a picture of text."""
        ...

    def state(self, record: R) -> dict[str, Any]:
        """What a diagram shows, as JSON."""
        ...
