"""Exact chances to win, and the engine and solver that use them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import DiamondsError, ObjectiveError
from diamonds_solver.game import SolveCallbacks, SolveInterrupted, SolveOptions, Words, solution
from diamonds_solver.markup.tables import Amounts

from .engines import StateEngine
from .record import Record
from .rules import DRAW, WORDS, Move, Phase, Rules, State, successors
from .sweeps import Listing, Sweeps

# -- solutions ----------------------------------------------------------------------------------------------------------------------------
# What a solved state is: `Solution`, with a `MoveValue` for each legal move.

CLOSE = 1e-9
"""Bounds that differ by less count as equal."""


@dataclass(frozen=True)
class MoveValue(solution.MoveValue[Move]):
    """One legal move and what is proved of the chance to win with it."""

    value: float | None
    bounds: tuple[float, float]


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution(solution.Solution[Move]):
    """What `solve` found out. Values are chances to win of the seat to move, against all others together."""

    words: ClassVar[Words] = WORDS

    amounts: ClassVar[Amounts] = Amounts(is_chance=True)

    objective: str = "win"
    model: str = "paranoid"
    value: float | None
    bounds: tuple[float, float]
    moves: tuple[MoveValue, ...]
    turns: int | None
    """Within how many turns, this one included, the bounds are those of the game; None: without a limit of turns."""

    def _question(self) -> dict[str, Any]:
        return {**super()._question(), "turns": self.turns}

    def to_dict(self) -> dict[str, Any]:
        return {"game": "diamoniak", **super().to_dict()}


# -- the chance to win --------------------------------------------------------------------------------------------------------------------
# Of every legal move, with proven bounds:
#
#     solution = solve(state)            # without an end: the limit of the bounds
#     solution = solve(state, turns=2)   # within two turns
#
# See ``docs/explanation/values.md``.


MAX_STATES = 1_000_000
"""Default limit of listed states: about half a gigabyte."""
_LISTING = 0.7  # the share of the time limit that the listing may take; the rest is for sweeps
_STALLED = 1e-15  # the sweeps have converged when no bound changes by more


def solve(
    state: State,
    *,
    turns: int | None = None,
    objective: str = "win",
    model: str = "paranoid",
    max_states: int = MAX_STATES,
    time_limit: float | None = None,
    on_progress: Callable[[int, float, float], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Solution:
    """The value of every legal move for the seat to move, against all others together.

    Within `turns`, this one included, or without: then every state that can be reached is listed, and the bounds go on until they meet.
    A limit (`time_limit` in seconds, `max_states` listed) is no error: the bounds are then those within the turns there was room for.

    Raises ObjectiveError for another objective than ``win``, DiamondsError with E-MODEL for another model and with E-TURNS for less than
    one turn, ValueError for an invalid limit, SolveInterrupted on Ctrl-C.
    """
    _check_options(turns, objective, model, max_states, time_limit)
    search = _Search(state, turns, max_states, time_limit, on_progress, should_stop)
    try:
        if state.phase is not Phase.OVER:
            search.run()
    except KeyboardInterrupt:
        search.interrupted = search.stopped = True
        raise SolveInterrupted(search.solution()) from None
    return search.solution()


def _check_options(turns: int | None, objective: str, model: str, max_states: int, time_limit: float | None) -> None:
    if objective != "win":
        raise ObjectiveError(f"Diamoniak has no points: there is no objective {objective!r}", hint="the objective is win")
    if model != "paranoid":
        hint = "max^n has no definite value where values are chances and positions repeat; use paranoid"
        raise DiamondsError(f"the model {model!r} is not defined for Diamoniak", code="E-MODEL", hint=hint)
    if turns is not None and turns < 1:
        raise DiamondsError(
            f"there is nothing to solve within {turns} turns", code="E-TURNS", hint="the turn being played counts as the first"
        )
    if max_states < 1:
        raise ValueError(f"max_states must be a number from 1, not {max_states!r}")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"time_limit must be a number of seconds above 0, not {time_limit!r}")


@dataclass
class _Search:
    """One question on its way to an answer. `bounds` are proven at any time."""

    state: State
    turns: int | None
    max_states: int
    time_limit: float | None
    on_progress: Callable[[int, float, float], None] | None
    should_stop: Callable[[], bool] | None
    covered: int | None = 0
    """Within how many turns the bounds hold; None: without a limit of turns."""
    stopped: bool = False
    interrupted: bool = False
    started: float = field(default_factory=time.perf_counter)
    states: int = 0
    bounds: dict[Move, tuple[float, float]] = field(default_factory=dict)
    sweeps: Sweeps | None = None

    def __post_init__(self) -> None:
        self.bounds = dict.fromkeys(self.state.moves(), (0.0, 1.0))

    def run(self) -> None:
        """Lists what is needed, and sweeps until there is an answer or a limit is met."""
        listing = Listing(self.state, self.max_states, lambda: self._is_time_up(_LISTING))
        while not listing.is_closed and (self.turns is None or listing.layers < self.turns - 1):
            if not listing.add_layer():
                self.stopped = True
                break
            self.states = listing.count
            self._tell()
        self.states = listing.count
        listing.add(listing.table.rows([after for move in self.state.moves() for _, after in successors(self.state, move)]))
        self.sweeps = Sweeps(listing, self.state.turn)
        if self.stopped:
            self._sweep_turns(self.sweeps, listing.layers + 1)
        elif self.turns is not None:
            self._sweep_turns(self.sweeps, self.turns)
        else:
            self._sweep_until_met(self.sweeps)

    def _sweep_turns(self, sweeps: Sweeps, last: int) -> None:
        """Turn by turn to the last one; what does not change any more holds for all turns to come."""
        self._note_bounds(sweeps, sweeps.turns)
        change = 1.0
        while sweeps.turns < last and change > _STALLED:
            if self._is_time_up():
                self.stopped = True
                return
            change = sweeps.sweep()
            self._note_bounds(sweeps, sweeps.turns if change > _STALLED else last)

    def _sweep_until_met(self, sweeps: Sweeps) -> None:
        change = 1.0
        while change > _STALLED and not all(high - low < CLOSE for low, high in self.bounds.values()):
            if self._is_time_up():
                self.stopped = True
                return
            change = sweeps.sweep(in_place=True)
            self._note_bounds(sweeps, None)
        self.stopped = change <= _STALLED

    def _is_time_up(self, share: float = 1.0) -> bool:
        if self.should_stop is not None and self.should_stop():
            self.interrupted = True
        return self.interrupted or (self.time_limit is not None and time.perf_counter() - self.started >= share * self.time_limit)

    def _note_bounds(self, sweeps: Sweeps, covered: int | None) -> None:
        """Copies the bounds that the sweeps have proven."""
        self.bounds, self.covered = sweeps.moves(self.state), covered
        self._tell()

    def _tell(self) -> None:
        if self.on_progress is not None:
            self.on_progress(self.states, *self._value_bounds())

    def _value_bounds(self) -> tuple[float, float]:
        if self.state.winner is not None:
            return 1.0, 1.0
        return max(low for low, _ in self.bounds.values()), max(high for _, high in self.bounds.values())

    def solution(self) -> Solution:
        """The answer by the bounds proven so far."""
        low, high = self._value_bounds()
        value = _met(low, high)
        moves = [self._move_value(move, both, value) for move, both in self.bounds.items()]
        moves.sort(key=lambda m: tuple(-round(bound, 9) for bound in m.bounds))
        return Solution(
            to_move=self.state.turn,
            decision=self.state.phase,
            exact=value is not None,
            value=value,
            bounds=(low, high),
            turns=self.covered,
            moves=tuple(moves),
            line=() if value is None or not moves else self._line(moves[0].move),
            nodes=self.states,
            seconds=time.perf_counter() - self.started,
            stopped=self.stopped,
            interrupted=self.interrupted,
        )

    def _move_value(self, move: Move, bounds: tuple[float, float], best: float | None) -> MoveValue:
        value = _met(*bounds)
        loss = None if value is None or best is None else max(0.0, best - value)
        first = max(self.bounds.values())
        are_all_equal = all(both == first for both in self.bounds.values())
        is_first = bounds == first and (len(self.bounds) == 1 or not are_all_equal)
        return MoveValue(move, value, bounds, value is not None, loss, is_first if loss is None else loss <= 2 * CLOSE)

    def _line(self, move: Move) -> tuple[Move, ...]:
        """Best play that begins with this move, to the first draw or to where values are not known."""
        line, state = [move], self.state
        while move != DRAW and self.sweeps is not None:
            state = state.after(move)
            bounds = self.sweeps.moves(state) if state.winner is None else {}
            values = {move: value for move, both in bounds.items() if (value := _met(*both)) is not None}
            if not bounds or len(values) < len(bounds):
                break
            pick = max if state.turn == self.state.turn else min
            move = pick(values, key=values.__getitem__)
            line.append(move)
        return tuple(line)


def _met(low: float, high: float) -> float | None:
    """The value between two bounds that have met."""
    return (low + high) / 2 if high - low < CLOSE else None


# -- exact values where few states are left -----------------------------------------------------------------------------------------------


FEW_STATES = 200_000
"""Listed at most, some seconds of work."""

ExactValues = Mapping[Move, float]
"""The chance to win with each legal move of a state."""


def exact_values(state: State, max_states: int = FEW_STATES, time_limit: float | None = None) -> ExactValues:
    """Of one state, by `solve`. Raises DiamondsError with E-ENGINE where a limit is met first, and as `solve`."""
    values = {m.move: m.value for m in solve(state, max_states=max_states, time_limit=time_limit).moves if m.value is not None}
    if len(values) < len(state.moves()):
        hint = "use mcts or playout; solve has bounds within some turns"
        raise DiamondsError("there are too many states for the engine exact", code="E-ENGINE", hint=hint)
    return values


class WholeGame:
    """All states that can follow from the start of a game, valued for each seat.

    They are listed, and their bounds narrowed, a little at each question. What is there serves the next question of any game with these
    rules. Safe between threads.
    """

    def __init__(self, rules: Rules, max_states: int) -> None:
        self._listing: Listing | None = Listing(State.start(rules), max_states, lambda: False)
        self._sweeps: dict[int, Sweeps] = {}
        self._lock = threading.Lock()

    def values(self, state: State, time_limit: float | None = None) -> ExactValues | None:
        """Those of a state; None while the time has not sufficed, where there are too many states, and for a state that cannot be reached.

        At least one step is made, whatever `time_limit` (seconds).
        """
        end = math.inf if time_limit is None else time.monotonic() + time_limit
        if not self._lock.acquire(timeout=-1 if time_limit is None else time_limit):
            return None
        try:
            return self._values(state, end)
        finally:
            self._lock.release()

    def _values(self, state: State, end: float) -> ExactValues | None:
        listing = self._listing
        while listing is not None and not listing.is_closed:
            if not listing.add_layer():
                listing = self._listing = None
            if time.monotonic() >= end:
                return None
        if listing is None or listing.number(state) is None:
            return None
        decider = 0 if state.rules.players == 2 else state.turn  # one of two wins what the other loses
        if decider not in self._sweeps:
            self._sweeps[decider] = Sweeps(listing, decider)
        sweeps, change = self._sweeps[decider], 1.0
        while True:
            bounds = sweeps.moves(state)
            if all(high - low < CLOSE for low, high in bounds.values()):
                chances = {move: (low + high) / 2 for move, (low, high) in bounds.items()}
                return chances if decider == state.turn else {move: 1 - chance for move, chance in chances.items()}
            if change <= _STALLED:
                return None
            change = sweeps.sweep(in_place=True)
            if time.monotonic() >= end:
                return None


class ExactEngine(StateEngine):
    """One sample: values that are known, against all others together."""

    name = "exact"

    def __init__(self, state: State, values: ExactValues, objective: str = "win", seed: int = 0) -> None:
        """The engine of a state with these values of its moves. Raises as StateEngine."""
        super().__init__(state, objective, seed)
        self._values = np.array([[values[move]] for move in self.moves], np.float64)

    @property
    def total(self) -> int | None:
        """One sample is all there is."""
        return 1

    @property
    def enumerates(self) -> bool:
        """It is."""
        return True

    @property
    def exact(self) -> bool:
        """It has no error."""
        return True

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values; see ``game.Engine``."""
        return self._values[:, first : first + count]

    def notes(self) -> Sequence[str]:
        """What the values mean with three or four players."""
        return (*super().notes(), *(("all others count as one opponent",) if self.state.rules.players > 2 else ()))


# -- solving records ----------------------------------------------------------------------------------------------------------------------
# One after the other: a ``diamonds_solver.game.RecordSolver``.


STATE_BYTES = 512
"""Approximate bytes for a listed state with its successors."""


class RecordSolver:
    """Lists the states of each record anew: nothing is kept from one to the next."""

    def __init__(self, memory: int) -> None:
        self._max_states = max(1, memory // STATE_BYTES)

    def solve(self, record: Record, ask: SolveOptions, watch: SolveCallbacks) -> Solution:
        """The solution of the state after the play; all moves are valued together, ``on_move`` is not told."""
        return solve(
            record.state,
            turns=ask.turns,
            objective=ask.objective,
            model=ask.model,
            max_states=min(self._max_states, ask.node_limit or self._max_states),
            time_limit=ask.time_limit,
            on_progress=watch.on_progress,
            should_stop=watch.should_stop,
        )
