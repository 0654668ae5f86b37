"""Many games played to their ends at once by a rule of thumb. A game's luck depends on the seed and its number alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.rules.cards import WITCH
from diamonds_solver.games.diamoniak.rules.rows import MORE, ON_WITCH, OVER, TURN, Rows, Table

from .policy import GREEDY, NOBODY, Policy

MOST_TURNS = 1000
"""A game that is longer has no winner."""
UNDECIDED = -1
Seeds = NDArray[np.uint64]


@dataclass(frozen=True)
class Ends:
    """How games ended."""

    winners: NDArray[np.int64]
    """The seat that won each game; UNDECIDED where there were too many turns."""
    turns: NDArray[np.int64]
    """Turns ended before the one in which it was won."""


def seeds(seed: int, first: int, count: int) -> Seeds:
    """The luck of games number `first` to `first + count - 1`."""
    start = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    with np.errstate(over="ignore"):
        return _mixed(start + np.arange(first, first + count, dtype=np.uint64) * _STEP)


_STEP = np.uint64(0x9E3779B97F4A7C15)


def _mixed(numbers: Seeds) -> Seeds:
    """splitmix64: numbers without any visible order from numbers in order."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def play_out(table: Table, rows: Rows, luck: Seeds, policy: Policy = GREEDY, most_turns: int = MOST_TURNS) -> Ends:
    """Plays every row to its end; rows with the same luck draw by the same random numbers."""
    winners, turns = np.full(len(rows), UNDECIDED), np.zeros(len(rows), np.int64)
    games, rows, luck = np.arange(len(rows)), rows.copy(), luck.copy()
    while True:
        over = rows[:, table.phase] == OVER
        winners[games[over]] = rows[over, table.turn]
        going_on = ~over & (turns[games] < most_turns)
        if not going_on.all():
            games, rows, luck = games[going_on], rows[going_on], luck[going_on]
        if not len(games):
            return Ends(winners, turns)
        before = rows[:, table.turn].copy()
        step(table, rows, luck, policy)
        turns[games] += rows[:, table.turn] != before


def step(table: Table, rows: Rows, luck: Seeds, policy: Policy) -> None:
    """One decision of each row, and one draw where that is what it comes to; rows and luck are changed."""
    phase = rows[:, table.phase].copy()
    paying = np.flatnonzero(phase == ON_WITCH)
    if len(paying):
        rows[paying] = table.given_up(rows[paying], policy.payments(table, rows[paying]))
    starting = np.flatnonzero(phase == TURN)
    sellers = policy.sellers(table, rows[starting])
    buying = starting[sellers != NOBODY]
    if len(buying):
        rows[buying] = table.bought(rows[buying], sellers[sellers != NOBODY])
    deciding = np.flatnonzero(phase == MORE)
    more = policy.wants_more(table, rows[deciding])
    stopping = deciding[~more]
    rows[stopping] = table.passed_on(rows[stopping])
    drawing = np.concatenate([starting[sellers == NOBODY], deciding[more]])
    rows[drawing], luck[drawing] = drawn(table, rows[drawing], luck[drawing])


def drawn(table: Table, rows: Rows, luck: Seeds) -> tuple[Rows, Seeds]:
    """Each row after a card drawn at random, and the luck for the next one."""
    with np.errstate(over="ignore"):
        luck = luck + _STEP
        chance = (_mixed(luck) >> np.uint64(11)).astype(np.float64) / (1 << 53)
    rows = table.shuffled(rows)
    ends = np.cumsum(rows[:, table.pile], axis=1, dtype=np.int64)
    cards = (ends <= (chance * ends[:, WITCH])[:, None]).sum(1)
    return table.drawn(rows, cards), luck
