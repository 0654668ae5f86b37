"""The pass of 2-player Perfect Diamonds as a game of its own, solved.

All cards are dealt, so each player knows both hands, and both pass at the same time. After the pass nothing is hidden: every pair of passes
has an exact value, what the seat that leads gains more than the other by the end of the round. For 1, 2, 3 cards these are matrix games
of 256, 14,400 and 313,600 cells. Their solution is a mixed pass for each player: chances with which nobody can do better by knowing them.

    result = equilibrium(record)
    print(result.count, result.counts[result.count].value)

``docs/explanation/pass-game.md`` tells what the numbers mean.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.quantities import MOST_THREADS, check_kind, check_seconds, check_whole, is_whole, json_number
from diamonds_solver.errors import DiamondsError, HiddenCardsError
from diamonds_solver.search.matrix import TOLERANCE, Floats, MatrixSolution, best_pure, solve_matrix

from ..core import layout
from ..core.passing import MAX_PASS, card_mask, policy_passes
from ..records.record import Phase, Record
from ..round.position import Position
from ..round.public import Pass
from ..round.rules import sort_key
from .solve import DEFAULT_MEMORY, Solver

LEAST_CHANCE = 1e-9
"""Chances below this are errors of the linear program."""
_CHUNK = 64  # cells that a thread solves between two looks at the clock

Cards = tuple[int, ...]
T = TypeVar("T")


def pass_name(cards: Cards) -> str:
    """``D3+H4``."""
    return str(Pass(cards))


@dataclass(frozen=True)
class MixedPass:
    """What one player passes with which chance."""

    chances: tuple[tuple[Cards, float], ...]
    """The likeliest first; together 1."""
    gap: float
    """What the player could gain on it by the best answer to the other's mix, over *all* passes; 0 in an equilibrium."""
    values: Floats = field(compare=False)
    """float[passes]: the value of each pass of the player against the other's mix, for the player; in the order of `passes`."""
    passes: tuple[Cards, ...]

    def to_list(self) -> list[dict[str, Any]]:
        return [{"cards": pass_name(cards), "chance": json_number(chance)} for cards, chance in self.chances]


@dataclass(frozen=True)
class SinglePass:
    """A pass that is made always, against an opponent who knows it."""

    cards: Cards
    loss: float
    """What it costs against the value of the game; at least 0."""

    def to_dict(self) -> dict[str, Any]:
        return {"cards": pass_name(self.cards), "loss": json_number(self.loss)}


@dataclass(frozen=True)
class CountSolution:
    """The game in which each player passes `count` cards. Values are the margin of the seat that leads."""

    count: int
    value: float
    bounds: tuple[float, float]
    """What is proven: each limit is what one player's mix guarantees against every answer."""
    exact: bool
    passes: tuple[MixedPass, MixedPass]
    """By seat."""
    single: Mapping[str, tuple[SinglePass, SinglePass]]
    """What fixed passes lose, by seat: the best one (``pure``) and that of the rule-based player (``rules``)."""
    cells: int
    """Positions that were solved."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "value": json_number(self.value),
            "bounds": [json_number(bound) for bound in self.bounds],
            "exact": self.exact,
            "gap": [round(mixed.gap, 12) for mixed in self.passes],
            "passes": {f"P{seat + 1}": mixed.to_list() for seat, mixed in enumerate(self.passes)},
            "single": {name: {f"P{seat + 1}": each.to_dict() for seat, each in enumerate(passes)} for name, passes in self.single.items()},
            "cells": self.cells,
        }


@dataclass(frozen=True)
class Equilibrium:
    """The solution of the whole pass: the dealer announces how many cards, then both pass that many."""

    leader: int
    counts: Mapping[int, CountSolution]
    """By the number of cards; without those that no time was left for."""
    names: tuple[str, ...] | None
    complete: bool
    """Whether all numbers of cards are solved exactly."""
    interrupted: bool
    seconds: float

    @property
    def dealer(self) -> int:
        return 1 - self.leader

    @property
    def count(self) -> int | None:
        """The dealer's best number of cards, the smallest of equal ones; None if the bounds leave it open."""
        if not self.counts:
            return None
        best = min(self.counts.values(), key=lambda each: (round(each.bounds[1], 6), each.count))
        others = [each.bounds[0] for each in self.counts.values() if each is not best]
        sure = self.complete or all(lower >= best.bounds[1] - 2 * TOLERANCE for lower in others)
        return best.count if sure else None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds equilibrium --json`` (without ``id``)."""
        return {
            "game": "diamonds",
            "dealer": f"P{self.dealer + 1}",
            "leader": f"P{self.leader + 1}",
            "objective": "margin",
            "counts": {str(count): solution.to_dict() for count, solution in self.counts.items()},
            "count": self.count,
            "finished": self.complete,
            "cells": sum(solution.cells for solution in self.counts.values()),
            "seconds": round(self.seconds, 6),
        }


class PassCells:
    """The matrix for one number of cards: rows are the leader's passes, columns the dealer's. A ``search.matrix.Cells``."""

    def __init__(self, position: Position, count: int, solvers: Sequence[Solver]) -> None:
        """`solvers`: one for each thread; what they learn is useful for other cells of the same deal."""
        self.position, self.count = position, count
        leader = position.table.leader
        hands = [sorted(position.hands[seat], key=sort_key) for seat in (leader, 1 - leader)]
        self.passes = tuple(tuple(combinations(hand, count)) for hand in hands)
        self._leader = leader
        self._masks = [np.array([card_mask(cards) for cards in passes], np.uint64) for passes in self.passes]
        self._values = np.full(self.shape, np.nan)
        self._packed = layout.pack([position])
        self._solvers = solvers
        self.solved = 0

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.passes[0]), len(self.passes[1])

    def rows(self, wanted: Sequence[int], should_stop: Callable[[], bool]) -> Floats | None:
        known = self._complete([(row, column) for row in wanted for column in range(self.shape[1])], should_stop)
        return self._values[list(wanted)] if known else None

    def columns(self, wanted: Sequence[int], should_stop: Callable[[], bool]) -> Floats | None:
        known = self._complete([(row, column) for column in wanted for row in range(self.shape[0])], should_stop)
        return self._values[:, list(wanted)] if known else None

    def known(self) -> Floats:
        """float[rows, columns]: the cells as far as they are known, else NaN."""
        return self._values

    def index(self, player: int, cards: frozenset[int]) -> int:
        """The number of a pass; player 0 leads."""
        return int(np.flatnonzero(self._masks[player] == np.uint64(card_mask(cards)))[0])

    def _complete(self, cells: Sequence[tuple[int, int]], should_stop: Callable[[], bool]) -> bool:
        """Works out those of `cells` that are not known; False when `should_stop` said so before the end."""
        wanted = np.array([cell for cell in cells if np.isnan(self._values[cell])], np.intp).reshape(-1, 2)
        if not len(wanted):
            return True
        parts = np.array_split(wanted, len(self._solvers))  # in a row or column neighbours are alike: each thread gets a stretch of it
        if len(parts) == 1:
            return self._solve(self._solvers[0], parts[0], should_stop)
        with ThreadPoolExecutor(len(parts)) as pool:
            return all(list(pool.map(lambda solver, part: self._solve(solver, part, should_stop), self._solvers, parts)))

    def _solve(self, solver: Solver, wanted: NDArray[np.intp], should_stop: Callable[[], bool]) -> bool:
        guess = 0  # each value is looked for from that of the neighbour before it on
        for chunk in (wanted[start : start + _CHUNK] for start in range(0, len(wanted), _CHUNK)):
            if should_stop():
                return False
            values = solver.values_packed(self._positions(chunk), self._leader, guess=guess, should_stop=should_stop)
            self._values[tuple(chunk[: len(values)].T)] = values
            self.solved += len(values)
            if len(values) < len(chunk):
                return False
            guess = int(values[-1])
        return True

    def _positions(self, cells: NDArray[np.intp]) -> NDArray[np.void]:
        """POSITION[cells]: the deal after both passes."""
        given = [self._masks[player][cells[:, player]] for player in (0, 1)]
        positions = np.repeat(self._packed, len(cells))
        for player, seat in enumerate((self._leader, 1 - self._leader)):
            positions["hand"][:, seat] = (positions["hand"][:, seat] & ~given[player]) | given[1 - player]
        return positions


def equilibrium(
    source: Record | Position,
    *,
    counts: Sequence[int] | None = None,
    single: bool = True,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    time_limit: float | None = None,
    on_progress: Callable[[int, float, float], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Equilibrium:
    """The game-theoretic solution of the pass of 2-player Perfect Diamonds, for every number of cards that may be announced.

    `source`: a record before the pass, of which one hand is enough (the other one is the rest of the deck), or a deal. `counts`: numbers of
    cards, by default what the record announces, else all. `single`: also what fixed passes lose. `threads`: 0 is one per
    processor; values do not depend on it. `time_limit`: seconds; if it is met the answer has proven bounds.
    `on_progress(count, lower, upper)` is called with every improvement of what is proven; `should_stop()`, asked from any thread, ends the
    work early.

    Raises DiamondsError (`E-GAME`, `E-PHASE`) for another game or a round whose pass is over, HiddenCardsError for hands that cannot
    be inferred, ValueError for numbers of cards that cannot be passed, TypeError for another source. Ctrl-C ends the
    work early, too, and sets `interrupted`.
    """
    started = time.perf_counter()
    check_kind(source, Record | Position)
    check_whole("threads", threads, 0, MOST_THREADS)
    check_whole("memory", memory)
    if time_limit is not None:
        check_seconds("time_limit", time_limit)
    record = source if isinstance(source, Record) else None
    position = pass_position(source) if isinstance(source, Record) else source
    _check_game(position)
    threads = thread_count(threads)
    solvers = [Solver(memory // threads) for _ in range(threads)]
    interrupted = False

    def stops() -> bool:
        late = time_limit is not None and time.perf_counter() - started >= time_limit
        return interrupted or late or (should_stop is not None and should_stop())

    solutions: dict[int, CountSolution] = {}
    wanted = _counts(position, record, counts)
    for count in wanted:
        tell = None if on_progress is None else lambda lower, upper, count=count: on_progress(count, lower, upper)
        try:
            solution = solve_count(PassCells(position, count, solvers), single=single, on_progress=tell, should_stop=stops)
        except KeyboardInterrupt:
            interrupted, solution = True, None
        if solution is not None:
            solutions[count] = solution
        if stops():
            break
    complete = len(solutions) == len(wanted) and all(solution.exact for solution in solutions.values())
    names = None if record is None else record.names
    return Equilibrium(position.table.leader, solutions, names, complete, interrupted, time.perf_counter() - started)


def solve_count(
    cells: PassCells,
    *,
    single: bool = True,
    on_progress: Callable[[float, float], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> CountSolution | None:
    """The solution for one number of cards; None where the work was stopped before anything was proven."""
    ruled = [cells.index(player, each) for player, each in enumerate(_passes_by_rules(cells))]
    matrix = solve_matrix(cells, ruled[:1], ruled[1:], on_progress=on_progress, should_stop=should_stop)
    if matrix is None:
        return None
    singles = dict(_singles(cells, matrix, ruled, should_stop)) if single and matrix.exact else {}
    mixes = (_mixed(cells, matrix, 0), _mixed(cells, matrix, 1))
    return CountSolution(
        count=cells.count,
        value=matrix.value,
        bounds=(matrix.lower, matrix.upper),
        exact=matrix.exact,
        passes=_by_seat(cells, mixes),
        single={name: _by_seat(cells, pair) for name, pair in singles.items()},
        cells=cells.solved,
    )


def pass_position(record: Record) -> Position:
    """The deal of a record before the pass. One hand is enough: the other one is the rest of the deck.

    Raises DiamondsError for a record of another game or whose pass is over, HiddenCardsError where no hand is told.
    """
    if record.rules.thief:
        hint = "'diamonds advise' compares passes by playouts"
        raise DiamondsError("the pass is solved in games without the thief", code="E-THIEF", hint=hint)
    if record.rules.players != 2 or not record.rules.perfect:
        hint = "write 'players 2' and 'variant perfect'; for other games 'diamonds advise' compares passes"
        raise DiamondsError("the pass is solved for two players of Perfect Diamonds", code="E-GAME", hint=hint)
    if record.play or any(cards is not None for cards in (*record.gave, *record.got)):
        raise DiamondsError("the pass of this round is over", code="E-PHASE", hint="leave out 'play', 'gave' and 'got'")
    hands = [hand.known for hand in record.hands]
    for seat, size in enumerate(map(len, hands)):
        if size == record.rules.hand_size:
            hands[1 - seat] = frozenset(record.rules.deck) - hands[seat]
    if not record.is_open() and len(hands[0]) + len(hands[1]) < len(record.rules.deck):
        raise HiddenCardsError("neither hand is complete", hint="write all cards of one player: 'hand P1 D8,6 ...'")
    return Position(record.start_table(), (hands[0], hands[1]))


def _check_game(position: Position) -> None:
    table = position.table
    if table.rules.players != 2 or not table.rules.perfect or table.cards or any(map(any, table.taken)):
        raise DiamondsError("the pass is solved for whole deals of two players of Perfect Diamonds", code="E-GAME")


def _counts(position: Position, record: Record | None, counts: Sequence[int] | None) -> Sequence[int]:
    most = min(MAX_PASS, len(position.hands[0]))
    if counts is None:
        announced = record is not None and record.phase is not Phase.CHOOSE and record.pass_count is not None
        return (record.pass_count,) if announced and record is not None and record.pass_count is not None else range(1, most + 1)
    check_kind(counts, Collection, "numbers of cards")
    if not counts or not all(is_whole(count) and 1 <= count <= most for count in counts):
        raise ValueError(f"1 to {most} cards are passed, not {counts!r}")
    return sorted(set(counts))


def _passes_by_rules(cells: PassCells) -> tuple[frozenset[int], frozenset[int]]:
    """What the rule-based player passes, as the leader and as the dealer."""
    position = cells.position
    leader = position.table.leader
    masks = policy_passes(layout.pack([position]), position.rules, cells.count)[0].tolist()
    by_seat = [frozenset(card for card in hand if masks[seat] >> card & 1) for seat, hand in enumerate(position.hands)]
    return by_seat[leader], by_seat[1 - leader]


def _mixed(cells: PassCells, matrix: MatrixSolution, player: int) -> MixedPass:
    mix = (matrix.row_mix, matrix.column_mix)[player]
    order = sorted(np.flatnonzero(mix > LEAST_CHANCE).tolist(), key=lambda number: (-round(float(mix[number]), 9), number))
    values = matrix.row_gains if player == 0 else -matrix.column_losses
    chances = tuple((cells.passes[player][number], float(mix[number])) for number in order)
    return MixedPass(chances, matrix.gaps[player], values, cells.passes[player])


def _singles(
    cells: PassCells, matrix: MatrixSolution, ruled: Sequence[int], should_stop: Callable[[], bool]
) -> Iterator[tuple[str, tuple[SinglePass, SinglePass]]]:
    """What fixed passes lose, by player; fewer if the work was stopped."""
    for name in ("pure", "rules"):
        pair = []
        for player in (0, 1):
            value = matrix.value if player == 0 else -matrix.value
            chosen = _best_single(cells, player, should_stop) if name == "pure" else (ruled[player], None)
            if chosen is None:
                return
            number, guarantee = chosen
            if guarantee is None:
                guarantee = _guarantee(cells, player, number, should_stop)
            if guarantee is None:
                return
            pair.append(SinglePass(cells.passes[player][number], max(0.0, value - guarantee)))
        yield name, (pair[0], pair[1])


def _best_single(cells: PassCells, player: int, should_stop: Callable[[], bool]) -> tuple[int, float | None] | None:
    known = cells.known() if player == 0 else -cells.known().T
    with np.errstate(all="ignore"):
        bounds = np.nanmin(known, axis=1)

    def guarantee(number: int, least: float) -> float | None:
        value = _guarantee(cells, player, number, should_stop)
        return value if value is not None and value > least else None

    best = best_pure(guarantee, bounds, should_stop)
    return None if best is None or should_stop() else best


def _guarantee(cells: PassCells, player: int, number: int, should_stop: Callable[[], bool]) -> float | None:
    """What a pass gains at least, whatever the other passes; None where the work was stopped."""
    values = cells.rows([number], should_stop) if player == 0 else cells.columns([number], should_stop)
    return None if values is None else float(values.min() if player == 0 else -values.max())


def _by_seat(cells: PassCells, pair: tuple[T, T]) -> tuple[T, T]:
    return pair if cells.position.table.leader == 0 else (pair[1], pair[0])
