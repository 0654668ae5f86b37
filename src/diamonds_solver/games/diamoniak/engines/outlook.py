"""What becomes of a state when rule-based players play on: who wins, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamoniak.rules.rows import Table
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.stats.estimates import Estimate, mean_interval, share_interval

from .playouts import UNDECIDED, Ends, play_out, seeds
from .policy import GREEDY, Policy

OWN_TURNS = 8
"""The most own turns within which the chance to finish is told."""
_BLOCK = 2048  # games between two looks at the clock: some tenths of a second


@dataclass(frozen=True)
class Outlook:
    """How many games ended. Intervals are those of `stats.estimates`."""

    policy: str
    games: int
    seed: int
    chances: tuple[Estimate, ...]
    """Each seat's chance to win."""
    turns: Estimate
    """Turns from this one, which counts as the first, to the one in which the game is won."""
    within: tuple[tuple[Estimate, ...], ...]
    """For each seat its chance to have won within 1, 2, .. OWN_TURNS own turns."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds evaluate --json``, without ``id``."""
        return {
            "game": "diamoniak",
            "policy": self.policy,
            "games": self.games,
            "seed": self.seed,
            "chances": [_written(each) for each in self.chances],
            "turns": _written(self.turns),
            "within": [[_written(each) for each in seat] for seat in self.within],
        }


def outlook(
    state: State, games: int = 10_000, seed: int = 0, policy: Policy = GREEDY, should_stop: Callable[[], bool] | None = None
) -> Outlook:
    """Plays that many games to their ends, or fewer when `should_stop` says so, but some.

    Raises PositionError where the game is over, ValueError for less than two games.
    """
    if state.winner is not None:
        raise PositionError("the game is over", code="E-OVER")
    if games < 2:
        raise ValueError(f"games is a number from 2, not {games!r}")
    table, players = Table(state.rules), state.rules.players
    blocks: list[Ends] = []
    for first in range(0, games, _BLOCK):
        if blocks and should_stop is not None and should_stop():
            break
        count = max(2, min(_BLOCK, games - first))
        blocks.append(play_out(table, np.repeat(table.rows([state]), count, axis=0), seeds(seed, first, count), policy))
    winners = np.concatenate([ends.winners for ends in blocks])
    turns = np.concatenate([ends.turns for ends in blocks])
    own_turns = turns // players + 1  # the winner's: every seat has had its turn once in so many
    decided = turns[winners != UNDECIDED] + 1.0
    won = [winners == seat for seat in range(players)]
    return Outlook(
        policy=policy.name,
        games=len(winners),
        seed=seed,
        chances=tuple(share_interval(each.astype(np.float64)) for each in won),
        turns=mean_interval(decided),
        within=tuple(
            tuple(share_interval((each & (own_turns <= most)).astype(np.float64)) for most in range(1, OWN_TURNS + 1)) for each in won
        ),
    )


def _written(estimate: Estimate) -> dict[str, float]:
    return {name: round(float(getattr(estimate, name)), 9) for name in ("value", "low", "high")}
