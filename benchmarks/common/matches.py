"""Matches on duplicate deals: each side in turn plays A against a field of B with the same cards. Between sets of weights of the rule-based
player, and between players by name, through ``diamonds arena``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import deck_mask, exchange, policy_counts, policy_passes
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import Rules

GAMES = {
    "2": Rules(2),
    "3": Rules(3),
    "4": Rules(4),
    "4 teams": Rules(4, teams=True),
    "5": Rules(5),
    "6": Rules(6),
    "6 teams": Rules(6, teams=True),
}
Weights = NDArray[np.float32]
ALL_CARDS = sum(1 << (16 * suit + rank) for suit in range(4) for rank in range(1, 16))


def outside(rules: Rules) -> int:
    """The cards that are not in the deck."""
    return ALL_CARDS & ~deck_mask(rules)


def deals(rules: Rules, count: int, rng: np.random.Generator) -> NDArray[np.void]:
    return layout.pack([deal(rules, rng) for _ in range(count)])


def margins(points: NDArray[np.int16], sides: int) -> NDArray[np.float64]:
    """By deal and side: own points minus the mean of the other sides'."""
    totals = np.stack([points[:, side::sides].sum(axis=1) for side in range(sides)], axis=1).astype(float)
    others: NDArray[np.float64] = totals.sum(axis=1, keepdims=True) - totals
    return totals - others / (sides - 1)


def interval(results: NDArray[np.float64]) -> str:
    return f"{results.mean():+.2f} ±{1.96 * results.std(ddof=1) / len(results) ** 0.5:.2f}"


def policy_match(rules: Rules, a: Weights, b: Weights, count: int, seed: int, passing: bool = False) -> NDArray[np.float64]:
    """By deal A's margin in points (own side minus the mean of the others). `passing`: all pass by rules."""
    sides = len(rules.sides)
    positions = deals(rules, count, np.random.default_rng(seed))
    if passing:
        positions = exchange(positions, rules, policy_passes(positions, rules, policy_counts(positions, rules, 0)))
    seen = np.full(count, outside(rules), np.uint64)
    results = np.zeros(count)
    for side in range(sides):
        seats = [a if rules.side_of(seat) == side else b for seat in range(rules.players)]
        points = _players.play_out(positions.view(np.uint8), seen, seed, 0, seats)
        results += margins(points, sides)[:, side]
    return results / sides


# -- players by name ----------------------------------------------------------------------------------------------------------------------

BENCHMARKS = Path(__file__).parents[1]


def arena_row(players: Sequence[str], options: str, out: Path, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the first player does in a field of the second one, as JSON; its deals are kept in `out`, so the same command goes on.

    Raises ClickException where that fails.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    command = ["arena", *players, *options.split(), "--out", str(out.resolve()), "--json", "--quiet"]
    run = subprocess.run(
        [sys.executable, "-m", "diamonds_solver", *command],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        cwd=BENCHMARKS,  # where players of this folder are found
        env=os.environ | dict(environment or {}),
    )
    if run.returncode != 0:
        raise click.ClickException(f"diamonds {' '.join(command)}: exit code {run.returncode}")
    row: dict[str, Any] = json.loads(run.stdout)["results"][0]
    return row


def estimated(estimate: dict[str, float | None] | None, form: str, factor: float = 1.0) -> str:
    """A mean and half of its 95 % interval; empty for a game without points."""
    value, low, high = (estimate[key] for key in ("value", "low", "high")) if estimate else (None, None, None)
    if value is None:
        return ""
    reach = "" if low is None or high is None else f" ±{factor * (high - low) / 2:{form.lstrip('+')}}"
    return f"{factor * value:{form}}{reach}"
