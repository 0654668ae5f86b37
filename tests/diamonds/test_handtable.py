"""The table of random hands, and the rank of a hand in it."""

from __future__ import annotations

import numpy as np
import pytest

from diamonds_solver.games.diamonds.advising.hands import game_name, hand_table, margins, play_rounds, rank_hand, side_points, table_row
from diamonds_solver.games.diamonds.core import layout, passing
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.stats.estimates import Estimate

from .positions import ALL_RULES


def test_the_table_is_whole() -> None:
    table = hand_table()
    assert set(table["games"]) == {game_name(rules) for rules in ALL_RULES}
    for rules in ALL_RULES:
        for rows in table["games"][game_name(rules)].values():
            assert len(rows) == rules.players
            for row in rows:
                assert row["quantiles"] == sorted(row["quantiles"])
                assert row["quantiles"][0] < row["mean"] < row["quantiles"][-1]
        margin = table["games"][game_name(rules)]["margin"]
        error = margin[0]["spread"] / table["about"]["hands"] ** 0.5
        assert abs(np.mean([row["mean"] for row in margin])) < 4 * error  # margins of all sides add up to nothing


@pytest.mark.parametrize("rules", [Rules(2), Rules(4), Rules(6, teams=True)], ids=str)
def test_the_table_fits_the_players(rules: Rules) -> None:
    """Random rounds by rules have the mean that the table has; where the players change, the table has to be made anew."""
    starts = layout.pack([deal(rules, seed) for seed in range(400)])
    after = passing.exchange(starts, rules, passing.policy_passes(starts, rules, passing.policy_counts(starts, rules, 0)))
    points = side_points(starts, play_rounds(after, rules, 1, 0), rules)[:, [1, *range(2, len(rules.sides)), 0]]  # P2 leads
    row = hand_table()["games"][game_name(rules)]
    for objective, values in (("points", points[:, 0]), ("margin", margins(points)[:, 0])):
        sem = values.std(ddof=1) / np.sqrt(len(values))
        spread = row[objective][0]["spread"] / np.sqrt(hand_table()["about"]["hands"])
        assert abs(values.mean() - row[objective][0]["mean"]) < 4 * np.hypot(sem, spread)


def estimate(value: float, sem: float) -> Estimate:
    return Estimate(value, sem, value - 2 * sem, value + 2 * sem, 100, 1.0)


def test_rank_is_a_share_with_an_honest_error() -> None:
    row = hand_table()["games"]["4"]["margin"][0]
    middle = row["quantiles"][25]
    sharp, blurred = (rank_hand(Rules(4), 1, "margin", estimate(middle, sem)) for sem in (0.0, 0.5))
    assert sharp.percentile == pytest.approx(50)
    assert sharp.interval[0] < 50 < sharp.interval[1]
    assert sharp.sem == pytest.approx(100 * (0.25 / hand_table()["about"]["hands"]) ** 0.5)
    assert blurred.sem > 4 * sharp.sem
    best = rank_hand(Rules(4), 1, "margin", estimate(99, 0.1))
    assert best.percentile == 100
    assert best.interval[0] < 100
    assert best.sem > 0


def test_table_rows_are_freed_of_their_error() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(1.0, 2.0, 4000)
    row = table_row(truth + rng.normal(0, 1.5, 4000), np.full(4000, 1.5), 51)
    assert row["spread"] == pytest.approx(2.0, abs=0.1)
    assert np.interp(0.5, np.linspace(0, 1, 51), row["quantiles"]) == pytest.approx(1.0, abs=0.15)
    assert np.interp(0.16, np.linspace(0, 1, 51), row["quantiles"]) == pytest.approx(-1.0, abs=0.25)
