"""Do the values of hands come true?

Values by rules, predicted from one hand, beside the real result of the deal that the hand was taken from; and the gain of the best pass as
`evaluate_hand` tells it beside the gain of the same cards in fresh deals.

    python benchmarks/hand_calibration.py
"""

from __future__ import annotations

import argparse

import numpy as np

from diamonds_solver.games.diamonds.advising.evaluate import evaluate_hand, hand_record, pass_by_rules, pass_experiment
from diamonds_solver.games.diamonds.advising.hands import Floats, margins, play_rounds, side_points
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.core.passing import card_mask, exchange, policy_counts, policy_passes
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import Rules

GAMES = [*(Rules(players) for players in range(2, 7)), Rules(4, teams=True), Rules(6, teams=True), Rules(4, perfect=True)]
FRESH = 1000


def predictions(rules: Rules, deals: int, samples: int, seed: int) -> tuple[Floats, Floats]:
    """Values of the hand left of the dealer, float64[deals, 2] from two halves of its samples, and what the deals brought."""
    positions = [deal(rules, [seed, number]) for number in range(deals)]
    starts = layout.pack(positions)
    passed = exchange(starts, rules, policy_passes(starts, rules, policy_counts(starts, rules, 0)))
    real = margins(side_points(starts, play_rounds(passed, rules, seed, 0), rules))[:, rules.side_of(1)]
    told = []
    for number, position in enumerate(positions):
        view = View.of(hand_record(position.hands[1], rules))
        experiment = pass_experiment(view, "margin", number)
        worlds = experiment.deals(0, samples)
        values = experiment.values(worlds, experiment.play(pass_by_rules(view, worlds)[0], 0))
        told.append((values[::2].mean(), values[1::2].mean()))
    return np.array(told), real


def gains(rules: Rules, hands: int, samples: int, seed: int) -> tuple[Floats, Floats]:
    """Gains of the best pass as told, and gains of the same cards in fresh deals."""
    told, real = [], []
    for number in range(hands):
        hand = deal(rules, [seed, number]).hands[1]
        value = evaluate_hand(hand, rules, samples=samples, seed=number)
        view = View.of(hand_record(hand, rules))
        experiment = pass_experiment(view, "margin", hands + number)
        worlds = experiment.deals(0, FRESH)
        counts = policy_counts(worlds, rules, view.record.dealer)
        given = policy_passes(worlds, rules, counts)
        ruled = experiment.values(worlds, experiment.play(exchange(worlds, rules, given), 0))
        given[:, 0] = np.array([0, *(card_mask(choices.best.cards) for choices in value.passes)], np.uint64)[counts]
        best = experiment.values(worlds, experiment.play(exchange(worlds, rules, given), 0))
        told.append(value.gain.value)
        real.append(float((best - ruled).mean()))
    return np.array(told), np.array(real)


def row(rules: Rules, options: argparse.Namespace) -> str:
    halves, real = predictions(rules, options.deals, 100, options.seed)
    told = halves.mean(axis=1)
    true_variance = float(np.cov(halves.T)[0, 1])  # the errors of the halves are independent of each other
    slope = float(np.cov(told, real)[0, 1]) / true_variance
    correlation = float(np.cov(told, real)[0, 1]) / np.sqrt(true_variance * real.var(ddof=1))
    slope_sem = float((real - told).std(ddof=1) / np.sqrt(true_variance * len(told)))
    claimed, fresh = gains(rules, options.hands, options.samples, options.seed)
    cells = [
        _mean(told),
        _mean(real),
        _mean(told - real),
        f"{correlation:.2f}",
        f"{slope:.2f} ({slope_sem:.2f})",
        _mean(claimed),
        _mean(fresh),
        _mean(claimed - fresh, "+.2f"),
    ]
    name = f"{rules.players}{', Perfect' if rules.perfect else ''}{', teams' if rules.teams else ''}"
    return f"| {name} | " + " | ".join(cells) + " |"


def _mean(values: Floats, style: str = ".2f") -> str:
    """With the standard error in brackets."""
    return f"{values.mean():{style}} ({values.std(ddof=1) / np.sqrt(len(values)):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1500, help="deals for the values")
    parser.add_argument("--hands", type=int, default=12, help="hands for the best pass")
    parser.add_argument("--samples", type=int, default=4000, help="deals of the other hands for the best pass")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heads = ["players", "predicted", "real", "difference", "correlation", "slope"]
    heads += ["gain of the best pass", "in fresh deals", "difference"]
    print(f"| {' | '.join(heads)} |")
    print("|" + "---|" * len(heads))
    for rules in GAMES:
        print(row(rules, options), flush=True)


if __name__ == "__main__":
    main()
