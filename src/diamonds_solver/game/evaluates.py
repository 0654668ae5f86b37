"""Games whose positions are judged by playing them to the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from diamonds_solver.stats.estimates import Estimate


@dataclass(frozen=True)
class EvaluateAsk:
    """A request for an evaluation."""

    objective: str
    """One of `Evaluates.evaluate_objectives`."""
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


@runtime_checkable
class Evaluates(Protocol):
    """A game whose positions, or hands, can be judged by playing them to the end: ``diamonds evaluate`` is for its records."""

    @property
    def evaluate_objectives(self) -> Sequence[str]:
        """What can be asked for, the default first."""
        ...

    def evaluate(
        self,
        record: Any,
        ask: EvaluateAsk,
        on_progress: Callable[[int, int], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Evaluation:
        """The evaluation of a record; after Ctrl-C, or if `should_stop` returns True, from what was played so far. `on_progress` is
        called with the rounds or games played and their total.

        Raises DiamondsError for a record that cannot be evaluated, KeyboardInterrupt if nothing is known yet.
        """
        ...

    def evaluation_text(self, record: Any, evaluation: Any, symbols: bool) -> str:
        """The evaluation for people, at most 78 cells wide; with `symbols` also in characters beyond ASCII."""
        ...


class HandDeck(NamedTuple):
    """The cards that a hand may have."""

    size: int
    """How many a hand has."""
    rows: Mapping[str, Mapping[str, int]]
    """By kind, in the order in which people sort them: how many copies there are of each card, by its name."""


@runtime_checkable
class EvaluatesHands(Evaluates, Protocol):
    """A game that evaluates one hand by itself, without a record, with the options ``options["hand"]``."""

    def hand(self, cards: str | None, options: Mapping[str, Any], seed: int) -> Any:
        """The record, or what `evaluate` takes in its place, of a round of which only P1's hand is known: `cards` as text, or random ones
        by the seed.

        `options`: values by the names of ``options["hand"]``. Raises DiamondsError if `cards` are not a hand.
        """
        ...

    def hand_deck(self, options: Mapping[str, Any]) -> HandDeck:
        """What `hand` takes with these options. Raises DiamondsError for options that exclude each other."""
        ...
