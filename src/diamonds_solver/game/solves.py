"""Games with exact values of moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from diamonds_solver.common.places import Step


class SolvedMove(Protocol):
    """One legal move, and what is proved of its value."""

    @property
    def move(self) -> object: ...

    @property
    def value(self) -> float | tuple[float, ...] | None:
        """A number, or one for each side where everyone plays for themselves; None while it is not exact."""
        ...

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Proven: lower <= value <= upper. None where values are not numbers."""
        ...

    @property
    def exact(self) -> bool: ...

    @property
    def loss(self) -> float | None:
        """What the move costs against the best; None while either is not exact."""
        ...

    @property
    def best(self) -> bool:
        """Whether no move is better; while values are not exact: whether it is the best proven so far, if anything sets moves apart."""
        ...


class Solved(Protocol):
    """What was found out of one decision with nothing hidden. Values are those of the side to move."""

    @property
    def to_move(self) -> int: ...

    @property
    def decision(self) -> str:
        """A key of `Words.decisions`; ``over`` where nothing is to be decided."""
        ...

    @property
    def objective(self) -> str: ...

    @property
    def exact(self) -> bool:
        """Whether `value` is known; else `bounds` hold."""
        ...

    @property
    def value(self) -> float | tuple[float, ...] | None: ...

    @property
    def bounds(self) -> tuple[float, float] | None: ...

    @property
    def moves(self) -> Sequence[SolvedMove]:
        """Every legal move, the best first."""
        ...

    @property
    def best_moves(self) -> Sequence[object]:
        """All best moves (of equal value), or the best so far."""
        ...

    @property
    def line(self) -> Sequence[object]:
        """Best play, as far as no chance has a say; empty where it is not known."""
        ...

    @property
    def points(self) -> Sequence[int] | None:
        """Points of each player along the line; None where they are not known or there are none."""
        ...

    @property
    def nodes(self) -> int:
        """States looked at."""
        ...

    @property
    def seconds(self) -> float: ...

    @property
    def stopped(self) -> bool:
        """Whether a limit or Ctrl-C ended the search before it had what was asked for."""
        ...

    @property
    def interrupted(self) -> bool:
        """Whether it was Ctrl-C, or `should_stop`, that ended it."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds solve --json``, without the record's ``id``, ``players`` and ``notes``."""
        ...


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` holds what was proved until then, as a game's `Solved`."""

    def __init__(self, solution: Any) -> None:
        super().__init__("interrupted")
        self.solution = solution


@dataclass(frozen=True)
class SolveAsk:
    """What is asked of a solver."""

    objective: str
    """One of `Solves.solve_objectives`."""
    model: str = "paranoid"
    """``paranoid``: all others as one opponent; ``maxn``: every side for itself."""
    all_moves: bool = True
    """Whether the value of every move is wanted, or of the best one only."""
    turns: int | None = None
    """Within how many turns, this one among them; None: to the end."""
    node_limit: int | None = None
    time_limit: float | None = None
    """Seconds."""


@dataclass(frozen=True)
class Watch:
    """Who looks on while a solver is at work, and may end it."""

    on_progress: Callable[[int, float, float], None] | None = None
    """Told the nodes so far and the bounds of the value."""
    on_move: Callable[[Any, Any], None] | None = None
    """Told each move whose value is proven, and the value, where the game values one after the other."""
    should_stop: Callable[[], bool] | None = None
    """Whether to end early. The answer is ``interrupted`` then."""


class RecordSolver(Protocol):
    """Solves records one after the other; only one thread uses it."""

    def solve(self, record: Any, ask: SolveAsk, watch: Watch) -> Solved:
        """The values of what is to be decided after the record's play. A limit is no error: there are bounds then.

        Raises DiamondsError for a record that cannot be solved and for what the game cannot be asked, SolveInterrupted on Ctrl-C.
        """
        ...


@runtime_checkable
class Solves(Protocol):
    """A game with exact values of moves: ``diamonds solve`` is for its records.

    A game that has a ``solve`` of its own needs little more: `solver` gives an object that passes a record's position and the fields of a
    `SolveAsk` on to it, `Solved` is what such a function returns (the JSON keys are those of ``docs/reference/json.md``), and the members
    below say how the answer is written. ``games/diamoniak/solve/records.py`` is a small example. `answers/solution.py` writes the text.
    """

    @property
    def solve_objectives(self) -> Sequence[str]:
        """What values may count: names of `Words.objectives`, the default first."""
        ...

    @property
    def solve_options(self) -> frozenset[str]:
        """Fields of `SolveAsk` that make sense for this game and not for every one: some of ``all_moves``, ``turns``."""
        ...

    def solver(self, memory: int, threads: int) -> RecordSolver:
        """A solver whose tables take at most `memory` bytes, with so many threads for one record where the game can use them."""
        ...

    def is_open(self, record: Any) -> bool:
        """Whether nothing is hidden that a solver has to know."""
        ...

    def expected(self, record: Any) -> tuple[Sequence[str], Sequence[float]]:
        """What the record says of its answer: the best moves as ``str(move)``, and the value, a number for each side or one; or nothing."""
        ...

    def steps(self, record: Any) -> Sequence[Step]:
        """The decisions of the play, and the one after it unless the game is over."""
        ...

    def record_at(self, record: Any, step: Step) -> Any:
        """The record as it was before a decision of its play, without what it expects of the position after the play."""
        ...

    def side(self, record: Any, seat: int) -> Sequence[int]:
        """The seats that play together with `seat`, it among them."""
        ...

    def meaning(self, record: Any, solution: Any) -> str:
        """What the values count, as it follows "Ann decides: a card to play;"."""
        ...

    def write_line(self, record: Any, line: Sequence[object]) -> str:
        """Best play from the end of the record's play on, with the players' names."""
        ...

    def solve_notes(self, record: Any, solution: Any) -> Sequence[str]:
        """What a reader of the answer should know, in words; the record's own notes among it."""
