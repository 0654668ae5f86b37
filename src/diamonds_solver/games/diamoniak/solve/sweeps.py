"""Bounds of all listed states, from those within one turn to those within more and more turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.rows import MORE, ON_WITCH, TURN
from diamonds_solver.games.diamoniak.rules.state import Phase, State, successors

from .finish import chance_to_finish
from .listing import Listing, Numbers

Bounds = NDArray[np.float64]
"""float64[states, 2]: lower and upper bound of the chance to win, by state."""
_NONE = np.empty(0, np.int64)
_IN_SWEEPS = {ON_WITCH: 0, MORE: 1, TURN: 2}


@dataclass(frozen=True)
class _Block:
    """States of one seat and one phase, none a successor of another, with their successors."""

    states: slice
    seat: int
    phase: int
    draws: csr_array | None
    """[states, all states]: the chances of what is drawn."""
    choices: Numbers
    """What the other moves lead to, state by state."""
    starts: Numbers
    """Where in `choices` each state begins; empty when there are none."""

    def values(self, bounds: Bounds, decider: int) -> Bounds:
        """The bounds of these states from those of their successors."""
        drawn: Bounds | None = None if self.draws is None else self.draws @ bounds
        if not len(self.starts):
            assert drawn is not None
            return drawn
        pick = np.maximum if self.seat == decider else np.minimum
        chosen: Bounds = pick.reduceat(bounds[self.choices], self.starts, axis=0)
        return chosen if drawn is None else pick(drawn, chosen)


class Sweeps:
    """The bounds of a listing for one decider against all others together.

    At first they are those within one turn: what is left of the one that is being played. `sweep` makes one turn more of it.
    """

    def __init__(self, listing: Listing, decider: int) -> None:
        self.listing, self.decider = listing, decider
        self.turns = 1
        rows, table = listing.rows, listing.table
        seats = table.players
        self.bounds = np.zeros((listing.count, 2))
        self.bounds[decider] = 1.0
        chance = chance_to_finish(table, rows[seats:])
        is_own = rows[seats:, table.turn] == decider
        self.bounds[seats:, 0] = np.where(is_own, chance, 0.0)
        self.bounds[seats:, 1] = np.where(is_own, 1.0, 1.0 - chance)
        order, self._blocks = _blocks(listing)
        self.bounds = self.bounds[order]
        self._place = np.argsort(order)
        self._before = np.zeros((listing.count, 2))
        self._before[:, 1] = 1.0

    def of(self, state: State) -> tuple[float, float]:
        """The bounds of a state, (0, 1) when it is not listed; at the start of a turn within one turn less, for that is the next one."""
        number = self.listing.number(state)
        if number is None:
            return 0.0, 1.0
        low, high = (self._before if state.phase is Phase.TURN else self.bounds)[self._place[number]].tolist()
        return low, high

    def by_number(self) -> Bounds:
        """The bounds of all listed states, by their numbers."""
        return self.bounds[self._place]

    def moves(self, state: State) -> dict[Move, tuple[float, float]]:
        """The bounds of every legal move; those of a draw are means over the cards."""
        bounds = {}
        for move in state.moves():
            outcomes = [(chance, self.of(after)) for chance, after in successors(state, move)]
            low, high = (sum(chance * both[side] for chance, both in outcomes) for side in (0, 1))
            bounds[move] = (low, high)
        return bounds

    @property
    def gap(self) -> float:
        """The largest difference of two bounds."""
        return float(np.max(self.bounds[:, 1] - self.bounds[:, 0]))

    def sweep(self, in_place: bool = False) -> float:
        """Bounds within one turn more, and the largest change of any.

        `in_place`: what is known of the start of a turn counts at once. One sweep is then up to one turn of every player; the bounds are
        those of the game without a limit of turns.
        """
        starts: list[tuple[slice, Bounds]] = []
        before = self.bounds.copy()
        for block in self._blocks:
            values = block.values(self.bounds, self.decider)
            if block.phase == _IN_SWEEPS[TURN] and not in_place:
                starts.append((block.states, values))
            else:
                self.bounds[block.states] = values
        for states, values in starts:
            self.bounds[states] = values
        self.turns += 1
        self._before = self.bounds if in_place else before
        return float(np.max(np.abs(self.bounds - before)))


def _blocks(listing: Listing) -> tuple[Numbers, list[_Block]]:
    """The states in the order of sweeps, and the blocks of those that were looked into.

    Every draw leaves the player with more cards until the turn ends: within a turn nothing comes again. What may come last is first here.
    """
    rows, table, count = listing.rows, listing.table, listing.count
    draws = [np.concatenate(column) for column in zip((_NONE, _NONE, np.empty(0)), *listing.draws, strict=True)]
    choices = [np.concatenate(column) for column in zip((_NONE, _NONE), *listing.choices, strict=True)]
    draw_counts, choice_counts = np.bincount(draws[0], minlength=count), np.bincount(choices[0], minlength=count)
    is_open = draw_counts + choice_counts > 0
    seats, phases = rows[:, table.turn], np.array([_IN_SWEEPS.get(phase, 0) for phase in range(4)])[rows[:, table.phase]]
    held = np.where(phases == _IN_SWEEPS[ON_WITCH], 0, rows[:, : table.discards.start].sum(1))
    keys = np.stack([~is_open, -seats, phases, -held, choice_counts > 0], axis=1).astype(np.int64)
    order = np.lexsort(keys.T[::-1])
    place = np.argsort(order)
    matrix = csr_array((draws[2], (place[draws[0]], place[draws[1]])), shape=(count, count))
    targets = place[choices[1]][np.argsort(place[choices[0]], kind="stable")]
    ends = np.cumsum(choice_counts[order])
    firsts = ends - choice_counts[order]
    keys = keys[order]
    borders = np.flatnonzero(np.append(True, (keys[1:] != keys[:-1]).any(1)))
    blocks = []
    for first, last in zip(borders, np.append(borders[1:], count), strict=True):
        is_closed, seat, phase, _, has_choices = keys[first].tolist()
        if is_closed:
            break
        blocks.append(
            _Block(
                states=slice(first, last),
                seat=-seat,
                phase=phase,
                draws=matrix[first:last] if phase != _IN_SWEEPS[ON_WITCH] else None,
                choices=targets[firsts[first] : ends[last - 1]],
                starts=firsts[first:last] - firsts[first] if has_choices else np.empty(0, np.int64),
            )
        )
    return order, blocks
