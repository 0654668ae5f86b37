"""Finds the weights of the rule-based player (csrc/diamonds/players/weights.c, passing.c); csrc/players.md tells the method.

python benchmarks/policy_fit.py --games 3 4 5 6          card weights: policy iteration, starting from the built-in ones
python benchmarks/policy_fit.py --games 2 --passing      passing weights, with the built-in card weights
"""

from __future__ import annotations

import argparse

import numpy as np
from common.matches import GAMES, deals, margins, outside, policy_match
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, _solver, layout
from diamonds_solver.games.diamonds.core.passing import deck_mask
from diamonds_solver.games.diamonds.round.rules import Rules

RIDGE = 20.0
SLIP = 0.15
"""Share of random moves on the way, so that unusual positions are seen too."""

Floats = NDArray[np.float64]


def start_positions(rules: Rules, count: int, rng: np.random.Generator) -> NDArray[np.void]:
    """Deals with crystals as later rounds have them."""
    positions = deals(rules, count, rng)
    positions["showroom"][:, : rules.players] = rng.integers(0, 7, (count, rules.players))
    positions["vault"][:, : rules.players] = rng.integers(0, 12, (count, rules.players))
    return positions


def samples(rules: Rules, rounds: int, weights: NDArray[np.float32], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Features of the cards that could be played, and the result of one playout each, both less the mean of the decision."""
    features: list[Floats] = []
    results: list[Floats] = []
    seed = int(rng.integers(1 << 60))
    for number, start in enumerate(start_positions(rules, rounds, rng)):
        position = np.frombuffer(start.tobytes(), np.uint8).copy()
        view, seen, step = position.view(layout.POSITION)[0], outside(rules), 0
        while view["tricks_left"] > 0:
            step += 1
            best: dict[int, tuple[float, tuple[int, int, int]]] = {}
            for move, score in _players.policy_scores(position, seen, weights):
                best[move[0]] = max(best.get(move[0], (score, move)), (score, move))
            if len(best) > 1:
                moves = [best[card][1] for card in best]
                values, _ = _players.playouts(position, seen, np.array(moves, np.uint8), seed, 1000 * number + step, weights=weights)
                rows = _players.policy_features(position, seen)[1].astype(float)
                features.append(rows - rows.mean(axis=0))
                results.append(values[:, 0] - values[:, 0].mean())
            chosen = max(best.values())[1]
            if rng.random() < SLIP:
                legal = _solver.moves(position)
                chosen = legal[int(rng.integers(len(legal)))]
            seen |= 1 << chosen[0] if chosen[0] != layout.NONE else 0
            _solver.play(position, chosen)
    return np.concatenate(features), np.concatenate(results)


def fit_cards(rules: Rules, rounds: int, iterations: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Policy iteration; the mean of the last iterations, for single ones waver."""
    weights = _players.default_weights(deals(rules, 1, rng).view(np.uint8))
    found: list[NDArray[np.float32]] = []
    for _ in range(iterations):
        features, results = samples(rules, rounds, weights, rng)
        normal = features.T @ features + RIDGE * np.eye(features.shape[1])
        found.append(np.linalg.solve(normal, features.T @ results).astype(np.float32))
        weights = np.mean(found[-2:], axis=0).astype(np.float32)
    mean: NDArray[np.float32] = np.mean(found[iterations // 3 :], axis=0).astype(np.float32)
    return mean


def fit_passing(games: list[Rules], rounds: int, rng: np.random.Generator) -> Floats:
    """Random passes of 1 to 3 cards, then a round by rules. The whole hand's features are in the regression as well, so that what a good
    hand wins is not put down to the cards given away."""
    normal: Floats = np.zeros(())
    right: Floats = np.zeros(())
    for rules in games:
        positions, deck, sides, rows = deals(rules, rounds, rng), deck_mask(rules), len(rules.sides), []
        for position in positions:
            hands = [int(hand) for hand in position["hand"][: rules.players]]
            after, count = list(hands), int(rng.integers(1, 4))
            for seat, hand in enumerate(hands):
                features = _players.pass_features(hand, deck, rules.players, sides)
                cards = [card for card in range(64) if hand >> card & 1]
                given = rng.choice(len(cards), count, replace=False)
                rows.append(np.concatenate([features[given].sum(axis=0), features.sum(axis=0), np.eye(3)[count - 1]]))
                passed = sum(1 << cards[index] for index in given)
                after[seat] -= passed
                after[rules.receiver(seat)] += passed
            position["hand"][: rules.players] = after
        policy = _players.default_weights(positions.view(np.uint8))
        seen = np.full(rounds, outside(rules), np.uint64)
        points = _players.play_out(positions.view(np.uint8), seen, int(rng.integers(1 << 60)), 0, [policy] * rules.players)
        results = margins(points, sides)[:, np.arange(rules.players) % sides].reshape(-1)
        table = np.array(rows, float)
        normal = np.asarray(normal + table.T @ table, np.float64)
        right = np.asarray(right + table.T @ results, np.float64)
    solution = np.linalg.solve(normal + 5 * np.eye(len(right)), right)
    return np.asarray(solution[: (len(right) - 3) // 2], np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=["4"])
    parser.add_argument("--rounds", type=int, default=1500)
    parser.add_argument("--iterations", type=int, default=6)
    parser.add_argument("--passing", action="store_true")
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    if args.passing:
        print(np.round(fit_passing([GAMES[name] for name in args.games], args.rounds, rng), 2).tolist())
        return
    for name in args.games:
        built_in = _players.default_weights(deals(GAMES[name], 1, rng).view(np.uint8))
        weights = fit_cards(GAMES[name], args.rounds, args.iterations, rng)
        gain = policy_match(GAMES[name], weights, built_in, 4000, args.seed)
        print(f"{name}: {gain.mean():+.3f} ± {1.96 * gain.std() / len(gain) ** 0.5:.3f} points a round beside the built-in weights")
        for feature, weight in zip(_players.FEATURES, weights, strict=True):
            print(f"  {feature:16s} {weight:6.2f}")


if __name__ == "__main__":
    main()
