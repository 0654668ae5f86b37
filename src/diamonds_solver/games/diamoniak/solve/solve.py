"""The chance to win of every legal move, with proven bounds.

    solution = solve(state)            # without an end: the limit of the bounds
    solution = solve(state, turns=2)   # within two turns

What a value means is told in ``docs/explanation/values.md``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from diamonds_solver.errors import DiamondsError, ObjectiveError
from diamonds_solver.game import SolveInterrupted
from diamonds_solver.games.diamoniak.rules.moves import DRAW, Move
from diamonds_solver.games.diamoniak.rules.state import Phase, State, successors

from .listing import Listing
from .solution import CLOSE, MoveValue, Solution
from .sweeps import Sweeps

MAX_STATES = 1_000_000
"""Default limit of listed states: about half a gigabyte."""
_LISTING = 0.7  # the share of the time limit that the listing may take; the rest is for sweeps
_STALLED = 1e-15  # the sweeps have converged when no bound changes by more

Progress = Callable[[int, float, float], None]
"""Told the number of states, and the bounds of the value so far."""


def solve(
    state: State,
    *,
    turns: int | None = None,
    objective: str = "win",
    model: str = "paranoid",
    max_states: int = MAX_STATES,
    time_limit: float | None = None,
    on_progress: Progress | None = None,
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
        raise ValueError(f"max_states is a number from 1, not {max_states!r}")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"time_limit is a number of seconds above 0, not {time_limit!r}")


@dataclass
class _Search:
    """One question on its way to an answer. `bounds` are proven at any time."""

    state: State
    turns: int | None
    max_states: int
    time_limit: float | None
    on_progress: Progress | None
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
