"""Games with exact values of moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from diamonds_solver.common.places import Step


class SolvedMove(Protocol):
    """One legal move, and what is proven about its value."""

    @property
    def move(self) -> object: ...

    @property
    def value(self) -> float | tuple[float, ...] | None:
        """A number, or with max^n one for each side; None if it is not exact."""
        ...

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Proven: lower <= value <= upper. None if values are not numbers."""
        ...

    @property
    def exact(self) -> bool: ...

    @property
    def loss(self) -> float | None:
        """What the move costs against the best; None if either value is not exact."""
        ...

    @property
    def best(self) -> bool:
        """Whether no move is better. If values are not exact: whether it is the best proven so far; False if no move stands out."""
        ...


class Solved(Protocol):
    """The solution of one decision with nothing hidden. Values are those of the side to move."""

    @property
    def to_move(self) -> int: ...

    @property
    def decision(self) -> str:
        """A key of `Words.decisions`; ``over`` if there is nothing to decide."""
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
        """Best play, up to the first chance event; empty if unknown."""
        ...

    @property
    def points(self) -> Sequence[int] | None:
        """Points of each player along the line; None if unknown, or if the game has none."""
        ...

    @property
    def nodes(self) -> int:
        """States searched."""
        ...

    @property
    def seconds(self) -> float: ...

    @property
    def stopped(self) -> bool:
        """Whether a limit or Ctrl-C ended the search early."""
        ...

    @property
    def interrupted(self) -> bool:
        """Whether it was Ctrl-C, or `should_stop`, that ended it."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds solve --json``, without the record's ``id``, ``players`` and ``notes``."""
        ...


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` is a game's `Solved` with what was proven by then."""

    def __init__(self, solution: Any) -> None:
        super().__init__("interrupted")
        self.solution = solution


@dataclass(frozen=True)
class SolveAsk:
    """A request for a solver."""

    objective: str
    """One of `Solves.solve_objectives`."""
    model: str = "paranoid"
    """``paranoid``: all others as one opponent; ``maxn``: every side for itself."""
    all_moves: bool = True
    """Whether the value of every move is wanted, or of the best one only."""
    turns: int | None = None
    """Within how many turns, this one included; None: to the end."""
    node_limit: int | None = None
    time_limit: float | None = None
    """Seconds."""


@dataclass(frozen=True)
class Watch:
    """Callbacks that watch a solver at work, and may end it."""

    on_progress: Callable[[int, float, float], None] | None = None
    """Called with the nodes so far and the bounds of the value."""
    on_move: Callable[[Any, Any], None] | None = None
    """Called with each move and its value as soon as it is proven, if the game values moves one after the other."""
    should_stop: Callable[[], bool] | None = None
    """Whether to end early; the answer is then ``interrupted``."""


class RecordSolver(Protocol):
    """Solves records one after the other; only one thread uses it."""

    def solve(self, record: Any, ask: SolveAsk, watch: Watch) -> Solved:
        """The values of the decision after the record's play. Meeting a limit is not an error: there are bounds then.

        Raises DiamondsError for a record or a request that the game cannot solve, SolveInterrupted on Ctrl-C.
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
        """Names of `Words.objectives` that can be solved for, the default first."""
        ...

    @property
    def solve_options(self) -> frozenset[str]:
        """Fields of `SolveAsk` that make sense for this game and not for every one: some of ``all_moves``, ``turns``."""
        ...

    def solver(self, memory: int, threads: int) -> RecordSolver:
        """A solver whose tables take at most `memory` bytes; `threads` are for one record, if the game can use them."""
        ...

    def is_open(self, record: Any) -> bool:
        """Whether nothing is hidden that a solver has to know."""
        ...

    def expected(self, record: Any) -> tuple[Sequence[str], Sequence[float]]:
        """The answer that the record expects: best moves as ``str(move)``, and the value as one number or one a side; empty if none."""
        ...

    def steps(self, record: Any) -> Sequence[Step]:
        """The decisions of the play, and the one after it unless the game is over."""
        ...

    def record_at(self, record: Any, step: Step) -> Any:
        """The record before a decision of its play, without the answers it expects after the play."""
        ...

    def side(self, record: Any, seat: int) -> Sequence[int]:
        """The seats of the side of `seat`, which is one of them."""
        ...

    def meaning(self, record: Any, solution: Any) -> str:
        """What the values count, in words to follow "Ann decides: a card to play;"."""
        ...

    def write_line(self, record: Any, line: Sequence[object]) -> str:
        """Best play from the end of the record's play on, with the players' names."""
        ...

    def solve_notes(self, record: Any, solution: Any) -> Sequence[str]:
        """What a reader of the answer should know, in words, including the record's own notes."""
