#!/usr/bin/env python3
"""Fits the function by which the players of Diamoniak estimate their chances, to games between greedy players.

    python benchmarks/diamoniak_fit.py --games 3000

prints the weights for ``engines/estimate.py``, and how well they and a constant guess predict the winners of other games (mean log loss).
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from diamonds_solver.games.diamoniak.engines.estimate import FEATURES, features
from diamonds_solver.games.diamoniak.engines.playouts import seeds, step
from diamonds_solver.games.diamoniak.engines.policy import GREEDY
from diamonds_solver.games.diamoniak.rules.game import MAX_PLAYERS, MIN_PLAYERS, Rules
from diamonds_solver.games.diamoniak.rules.rows import OVER, TURN, Rows, Table
from diamonds_solver.games.diamoniak.rules.state import State

Floats = NDArray[np.float64]
_PENALTY = 1e-4  # on the squares of weights: those that the games say nothing of stay near nothing
_SHARE = 0.25  # of the turns are kept: neighbours say nearly the same


def turns_of_games(players: int, games: int, seed: int) -> tuple[list[State], list[int]]:
    """Starts of turns of games between greedy players, and who won these games."""
    table, rng = Table(Rules(players)), np.random.default_rng(seed)
    rows = np.repeat(table.rows([State.start(table.rules)]), games, axis=0)
    luck, numbers = seeds(seed, 0, games), np.arange(games)
    winners = np.full(games, -1)
    kept: list[tuple[int, Rows]] = []
    while len(rows):
        at_start = np.flatnonzero((rows[:, table.phase] == TURN) & (rng.random(len(rows)) < _SHARE))
        kept += [(int(numbers[index]), rows[index].copy()) for index in at_start]
        step(table, rows, luck, GREEDY)
        over = rows[:, table.phase] == OVER
        winners[numbers[over]] = rows[over, table.turn]
        rows, luck, numbers = rows[~over], luck[~over], numbers[~over]
    return [table.state(row) for _, row in kept], [int(winners[number]) for number, _ in kept]


def examples(games: int, seed: int) -> tuple[Floats, NDArray[np.int64], NDArray[np.bool_]]:
    """Features [state, seat, feature], winners, and which seats there are, for all numbers of players."""
    states, winners = [], []
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        some = turns_of_games(players, games, seed + players)
        states += some[0]
        winners += some[1]
    rows = np.zeros((len(states), MAX_PLAYERS, len(FEATURES)))
    seated = np.zeros((len(states), MAX_PLAYERS), np.bool_)
    for index, state in enumerate(states):
        seats = features(state)
        rows[index, : len(seats)] = seats
        seated[index, : len(seats)] = True
    return rows, np.array(winners), seated


def log_loss(weights: Floats, rows: Floats, winners: NDArray[np.int64], seated: NDArray[np.bool_]) -> tuple[float, Floats]:
    """The mean log loss, with its gradient."""
    scores = np.where(seated, rows @ weights, -np.inf)
    powers = np.exp(scores - scores.max(1, keepdims=True))
    chances = powers / powers.sum(1, keepdims=True)
    index = np.arange(len(rows))
    loss = -np.log(chances[index, winners]).mean()
    errors = chances.copy()
    errors[index, winners] -= 1
    gradient = np.einsum("ns,nsf->f", errors, rows) / len(rows)
    return float(loss), gradient


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3000, help="for each number of players (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    training, other = examples(options.games, options.seed), examples(max(1, options.games // 4), options.seed + 1000)

    def target(weights: Floats) -> tuple[float, Floats]:
        loss, gradient = log_loss(weights, *training)
        return loss + _PENALTY * float(weights @ weights), gradient + 2 * _PENALTY * weights

    fitted = minimize(target, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B")
    for name, weight in zip(FEATURES, fitted.x, strict=True):
        print(f'    "{name}": {weight:.3f},')
    losses = [log_loss(weights, *other)[0] for weights in (fitted.x, np.zeros(len(FEATURES)))]
    print(f"log loss on other games: {losses[0]:.4f}, of equal chances {losses[1]:.4f}")


if __name__ == "__main__":
    main()
