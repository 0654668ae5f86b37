"""Requests for values of positions, and the answers: exact ones, and those of playing on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from diamonds_solver.stats.estimates import Estimate

    from .solution import Solution


# -- exact values -------------------------------------------------------------------------------------------------------------------------


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` is the `Solution` with what was proven by then."""

    def __init__(self, solution: Any) -> None:
        super().__init__("interrupted")
        self.solution = solution


@dataclass(frozen=True)
class SolveOptions:
    """What a solver is to do."""

    objective: str
    """One of ``Game.objectives(Use.SOLVE)``."""
    model: str = "paranoid"
    """``paranoid``: all others as one opponent; ``maxn``: every side for itself."""
    all_moves: bool = True
    """Whether the value of every move is wanted, or of the best one only."""
    turns: int | None = None
    """Within how many turns, this one included; None: to the end."""
    node_limit: int | None = None
    time_limit: float | None = None
    """Seconds."""
    again: bool = False
    """Whether this goes on with the question before, which was stopped, as far as the solver keeps what it has proven."""


@dataclass(frozen=True)
class SolveCallbacks:
    """Callbacks that watch a solver at work, and may end it."""

    on_progress: Callable[[int, float, float], None] | None = None
    """Called with the nodes so far and the bounds of the value."""
    on_move: Callable[[Any, Any], None] | None = None
    """Called with each move and its value as soon as it is proven, if the game values moves one after the other."""
    should_stop: Callable[[], bool] | None = None
    """Whether to end early; the answer is then ``interrupted``."""


class RecordSolver(Protocol):
    """Solves records one after the other; only one thread uses it."""

    def solve(self, record: Any, ask: SolveOptions, watch: SolveCallbacks) -> Solution[Any]:
        """The values of the decision after the record's play. Meeting a limit is not an error: there are bounds then.

        Raises DiamondsError for a record or a request that the game cannot solve, SolveInterrupted on Ctrl-C.
        """
        ...


# -- values by playing on -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EvaluateOptions:
    """What an evaluation is to do."""

    objective: str
    """One of ``Game.objectives(Use.EVALUATE)``."""
    seed: int
    samples: int | None = None
    """Deals or games; None: as many as fit into `time_limit`, or the game's usual number."""
    time_limit: float | None = None
    """Seconds; not with `samples`."""
    threads: int = 1
    """0: one for each processor. The numbers do not depend on it."""


class Measure(NamedTuple):
    """One number of an evaluation, as a row of a table has it."""

    name: str
    """What it counts, as a stable name for programs, such as ``win``."""
    seat: int
    """Whose it is."""
    value: float
    low: float
    """Limits of the 95 % interval; infinite if unknown."""
    high: float
    sem: float
    """Standard error; NaN if unknown."""
    move: object | None = None
    """The move that it is the value of."""
    loss: float | None = None
    """What that move costs against the best."""

    @classmethod
    def of(cls, name: str, seat: int, estimate: Estimate, move: object | None = None, loss: float | None = None) -> Measure:
        return cls(name, seat, estimate.value, estimate.low, estimate.high, estimate.sem, move, loss)


class Evaluation(Protocol):
    """What a position may bring when rule-based players play on."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it early; the numbers are then from what was played so far."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds evaluate --json``, without the record's ``id``."""
        ...

    def measures(self) -> Sequence[Measure]:
        """The numbers one by one, first the one that the objective asked for."""
        ...

    @property
    def samples(self) -> int:
        """Rounds, games or deals that the numbers are from."""
        ...


class HandDeck(NamedTuple):
    """The cards that a hand may have."""

    size: int
    """How many a hand has."""
    rows: Mapping[str, Mapping[str, int]]
    """By kind, in the order in which people sort them: how many copies there are of each card, by its name."""
