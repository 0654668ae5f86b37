"""What happens to a state when rule-based players play on: who wins, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import Progress, in_blocks, thread_count
from diamonds_solver.errors import PositionError
from diamonds_solver.game import Measure
from diamonds_solver.stats.estimates import Estimate, mean_interval, share_interval

from .core import _players
from .core.layout import pack
from .engines import GREEDY
from .rules import State

OWN_TURNS = 8
"""Chances to win are given within 1 to this many own turns."""
GAMES = 10_000
"""The default number."""
MOST_GAMES = 1_000_000
Block = tuple[NDArray[np.int8], NDArray[np.int16]]
_BLOCK = 2048  # games between two looks at the clock: some hundredths of a second


@dataclass(frozen=True)
class Outlook:
    """How many games ended. Intervals are those of `stats.estimates`."""

    policy: str
    games: int
    seed: int
    to_move: int
    """The seat whose turn it is."""
    chances: tuple[Estimate, ...]
    """Each seat's chance to win."""
    turns: Estimate
    """Turns from this one, which counts as the first, to the one in which the game is won."""
    within: tuple[tuple[Estimate, ...], ...]
    """For each seat its chance to have won within 1, 2, .. OWN_TURNS own turns."""
    interrupted: bool = False
    """Whether Ctrl-C, or `should_stop`, ended it early."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds evaluate --json``, without ``id``."""
        return {
            "game": "diamoniak",
            "policy": self.policy,
            "games": self.games,
            "seed": self.seed,
            "chances": [each.to_dict() for each in self.chances],
            "turns": self.turns.to_dict(),
            "within": [[each.to_dict() for each in seat] for seat in self.within],
            "finished": not self.interrupted,
        }

    def measures(self) -> list[Measure]:
        """The chance to ``win`` of the seat to move, then of the others; ``turns``; every seat's ``win_within_1`` .. own turns."""
        order = sorted(range(len(self.chances)), key=lambda seat: seat != self.to_move)
        rows = [Measure.of("win", seat, self.chances[seat]) for seat in order]
        rows.append(Measure.of("turns", self.to_move, self.turns))
        return rows + [
            Measure.of(f"win_within_{turns}", seat, self.within[seat][turns - 1]) for seat in order for turns in range(1, OWN_TURNS + 1)
        ]

    @property
    def samples(self) -> int:
        return self.games


def outlook(
    state: State,
    games: int | None = None,
    seed: int = 0,
    policy: str = GREEDY,
    *,
    time_limit: float | None = None,
    threads: int = 1,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Outlook:
    """Plays that many games to their ends, by default 10,000 or as many as fit into `time_limit` seconds.

    `threads`: 0 is one for each processor; the numbers do not depend on it. Ctrl-C, and `should_stop`, leave the games played by then.

    Raises PositionError if the game is over, ValueError for less than two games, KeyboardInterrupt before the first of them are played.
    """
    if state.winner is not None:
        raise PositionError("the game is over", code="E-OVER")
    if games is not None and games < 2:
        raise ValueError(f"games must be a number from 2, not {games!r}")
    start, total = pack([state]), MOST_GAMES if games is None and time_limit is not None else games or GAMES

    def block(first: int, count: int) -> Block:
        return _players.play_out(np.tile(start, count), seed, first, policy=policy)

    blocks, interrupted = in_blocks(
        block, total, _BLOCK, thread_count(threads), time_limit=time_limit, on_progress=on_progress, should_stop=should_stop
    )
    winners, turns = (np.concatenate(column) for column in zip(*blocks, strict=True))
    players = state.rules.players
    own_turns = turns // players + 1  # the winner's: every seat has had its turn once in so many
    decided = turns[winners >= 0] + 1.0
    won = [winners == seat for seat in range(players)]
    return Outlook(
        policy=policy,
        interrupted=interrupted,
        games=len(winners),
        seed=seed,
        to_move=state.turn,
        chances=tuple(share_interval(each.astype(np.float64)) for each in won),
        turns=mean_interval(decided),
        within=tuple(
            tuple(share_interval((each & (own_turns <= most)).astype(np.float64)) for most in range(1, OWN_TURNS + 1)) for each in won
        ),
    )
