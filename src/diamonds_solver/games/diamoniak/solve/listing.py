"""The states that can be reached from one, turn by turn, and how they follow from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.rules.rows import MORE, ON_WITCH, OVER, TURN, Outcomes, Rows, Table
from diamonds_solver.games.diamoniak.rules.state import State

Numbers = NDArray[np.int64]
_WAVE = 1 << 14  # rows between two looks at the limits


class Stopped(Exception):  # noqa: N818
    """A limit was met in the middle of a layer."""


class Listing:
    """States by number. The first numbers, one for each player, stand for "this player has won".

    A layer is a turn: what may happen in the turns of all states found so far that were not looked into yet.
    """

    def __init__(self, root: State, max_states: int, should_stop: Callable[[], bool]) -> None:
        self.table = Table(root.rules)
        self._numbers: dict[object, int] = {}  # by the bytes of the row
        self._rows: list[Rows] = [np.zeros((self.table.players, self.table.width), np.int8)]
        self.count = self.table.players
        self._max_states, self._should_stop = max_states, should_stop
        self.draws: list[tuple[Numbers, Numbers, NDArray[np.float64]]] = []
        """Sources, targets and chances of draws."""
        self.choices: list[tuple[Numbers, Numbers]] = []
        """Sources and targets of all other moves."""
        self.layers = 0
        self._frontier = self.add(self.table.rows([root]))

    @property
    def is_closed(self) -> bool:
        """Whether every state that can be reached is listed, with its successors."""
        return not len(self._frontier)

    @property
    def rows(self) -> Rows:
        """All states; the first rows, of won games, are empty."""
        if len(self._rows) > 1:
            self._rows = [np.concatenate(self._rows)]
        return self._rows[0]

    def number(self, state: State) -> int | None:
        """The number of a state; None when it is not listed."""
        if state.winner is not None:
            return state.winner
        return self._numbers.get(self.table.rows([state]).tobytes())

    def add(self, rows: Rows) -> Numbers:
        """Lists these rows; returns the numbers of new ones."""
        before = self.count
        self._numbered(rows)
        return np.arange(before, self.count)

    def add_layer(self) -> bool:
        """Looks one turn further; False, and nothing was added, when a limit was met."""
        kept = len(self.draws), len(self.choices)
        try:
            beyond = list(self._turn_by_waves(self._frontier))
        except Stopped:
            del self.draws[kept[0] :], self.choices[kept[1] :]
            return False
        self._frontier = np.concatenate([np.empty(0, np.int64), *beyond])
        self.layers += 1
        return True

    def _turn_by_waves(self, wave: Numbers) -> Iterator[Numbers]:
        """Lists what follows until the turns end; yields the new states at the starts of the next ones."""
        while len(wave):
            found = []
            for first in range(0, len(wave), _WAVE):
                if self.count > self._max_states or self._should_stop():
                    raise Stopped
                found.append(self._expand(wave[first : first + _WAVE]))
            new = np.concatenate(found)
            at_start = self.rows[new, self.table.phase] == TURN
            yield new[at_start]
            wave = new[~at_start]

    def _expand(self, numbers: Numbers) -> Numbers:
        """Adds the successors of these states; returns the numbers of new states."""
        before = self.count
        rows = self.rows[numbers]
        phase = rows[:, self.table.phase]
        drawing, at_start, stopping, paying = (
            np.flatnonzero(is_so) for is_so in (phase != ON_WITCH, phase == TURN, phase == MORE, phase == ON_WITCH)
        )
        for outcomes in self.table.draws(rows[drawing]):
            assert outcomes.chances is not None
            self.draws.append((numbers[drawing[outcomes.sources]], self._numbered(outcomes.rows), outcomes.chances))
        self._note(numbers[at_start], self.table.purchases(rows[at_start]))
        self._note(numbers[stopping], self.table.stops(rows[stopping]))
        self._note(numbers[paying], self.table.payments(rows[paying]))
        return np.arange(before, self.count)

    def _note(self, numbers: Numbers, moves: Iterable[Outcomes]) -> None:
        for outcomes in moves:
            if len(outcomes.sources):
                self.choices.append((numbers[outcomes.sources], self._numbered(outcomes.rows)))

    def _numbered(self, rows: Rows) -> Numbers:
        """The numbers of these rows; new ones are added."""
        known, before = self._numbers, self.count
        over = rows[:, self.table.phase] == OVER
        result = rows[:, self.table.turn].astype(np.int64)
        going_on = np.ascontiguousarray(rows[~over])
        keys = going_on.view(f"V{self.table.width}").ravel().tolist()
        offset = self.table.players
        numbers = np.array([known.setdefault(key, len(known) + offset) for key in keys], np.int64)
        self.count = len(known) + offset
        if self.count > before:
            first_seen = numbers > np.maximum.accumulate(np.append(before - 1, numbers))[:-1]
            self._rows.append(going_on[first_seen])
        result[~over] = numbers
        return result
