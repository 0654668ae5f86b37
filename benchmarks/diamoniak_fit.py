"""Fits the estimate of Diamoniak (csrc/diamoniak/players/estimate.h): each seat's chance to win at the start of a turn.

python benchmarks/diamoniak_fit.py                the weights, and how well they predict the winners of other games
python benchmarks/diamoniak_fit.py --write        puts them into csrc/diamoniak/players/estimateweights.h; then build again

Games with the whole deck are played by the rules of thumb; some turns of each are kept, with the seat that won in the end. The weights are
those of the multinomial logistic regression, for each number of players apart. The log loss is the mean of -ln(chance of the winner).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from diamonds_solver.common.files import write_whole
from diamonds_solver.games.diamoniak.core import _players, layout
from diamonds_solver.games.diamoniak.core.layout import pack
from diamonds_solver.games.diamoniak.rules import MAX_PLAYERS, MIN_PLAYERS, Phase, Rules, State

Floats = NDArray[np.float64]
Games = tuple[Floats, NDArray[np.intp]]
"""Features of turns, [turns, seats, features], and who won."""

SIZES = range(MIN_PLAYERS, MAX_PLAYERS + 1)
HEADER = Path(__file__).parents[1] / "csrc" / "diamoniak" / "players" / "estimateweights.h"
COMMENTS_FROM, BACKSLASH_AT = 84, 139
OVER = layout.PHASES.index(Phase.OVER)
KEPT = 0.25
"""Share of the turns that is kept: neighbours say nearly the same."""
MOST_TURNS = 400
RIDGE = 1e-5
"""On the squares of the weights: those that the games say nothing of stay near nothing."""


def play_games(players: int, games: int, seed: int) -> Games:
    """Turns of games by the rules, with their winners."""
    rng = np.random.default_rng((seed, players))
    states = np.tile(pack([State.start(Rules(players))]), games)
    winners, kept = np.full(games, -1), []
    for turn in range(MOST_TURNS):
        rows = states.view(layout.STATE)
        is_over = rows["phase"] == OVER
        winners[is_over] = rows["turn"][is_over]
        if is_over.all():
            break
        some = np.flatnonzero(~is_over)
        is_open = _players.estimates(rows[some].view(np.uint8)).max(1) < 1  # the others are won by a purchase
        some = some[is_open & (rng.random(len(some)) < KEPT)]
        if len(some):
            kept.append((some, _players.features(rows[some].view(np.uint8))))
        states = _players.play_turns(states, seed, turn * games)
    numbers = np.concatenate([numbers for numbers, _ in kept])
    has_winner = winners[numbers] >= 0
    return np.concatenate([features for _, features in kept])[has_winner], winners[numbers][has_winner]


def log_loss(weights: Floats, games: Games) -> tuple[float, Floats]:
    """The mean log loss, and its gradient."""
    features, winners = games
    scores = features @ weights
    scores -= scores.max(1, keepdims=True)
    chances = np.exp(scores)
    chances /= chances.sum(1, keepdims=True)
    index = np.arange(len(winners))
    loss = -np.log(chances[index, winners]).mean()
    chances[index, winners] -= 1
    return float(loss), np.einsum("ns,nsf->f", chances, features) / len(winners)


def fit(games: Games) -> Floats:
    """The weights with the least loss."""

    def target(weights: Floats) -> tuple[float, Floats]:
        loss, gradient = log_loss(weights, games)
        return loss + RIDGE * float(weights @ weights), gradient + 2 * RIDGE * weights

    found: Floats = minimize(target, np.zeros(games[0].shape[2]), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return found


def write(columns: Sequence[Floats]) -> None:
    """Puts the weights into the lines of the header's table."""
    lines = HEADER.read_text(encoding="utf-8").splitlines()
    rows = dict(zip(_players.FEATURES, np.transpose(columns), strict=True))
    for i, line in enumerate(lines):
        if found := re.match(r" +W\((\w+), [^)]*\) *(/\*.*\*/)?[ \\]*$", line):
            numbers = ", ".join(f"{weight:.3f}" for weight in rows[found[1]])
            entry = f"    W({found[1]}, {numbers})".ljust(COMMENTS_FROM) + (found[2] or "")
            lines[i] = f"{entry:{BACKSLASH_AT}}\\" if line.endswith("\\") else entry.rstrip()
    write_whole(HEADER, [("\n".join(lines) + "\n").encode()])


@click.command(help=__doc__)
@click.option("--games", type=click.IntRange(min=100), default=20_000, show_default=True, help="For each number of players.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--write", "is_written", is_flag=True, help="Put the weights into the header.")
def main(games: int, seed: int, is_written: bool) -> None:
    columns = []
    for players in SIZES:
        weights = fit(play_games(players, games, seed))
        other = play_games(players, games // 4, seed + 1)
        click.echo(
            f"{players} players: log loss {log_loss(weights, other)[0]:.4f} on other games, {math.log(players):.4f} of equal chances"
        )
        columns.append(weights)
    for name, row in zip(_players.FEATURES, np.transpose(columns), strict=True):
        click.echo(f"{name:12}" + "".join(f"{weight:8.3f}" for weight in row))
    if is_written:
        write(columns)


if __name__ == "__main__":
    main()
