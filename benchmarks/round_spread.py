"""How far apart two sides' points of one round are: the spread that `--objective win` counts with for rounds to come.

Rule-based players deal, pass and play whole rounds. Printed, for each kind of game: the standard deviation of the difference of two sides'
points in one round, divided by the square root of 2, as it stands in ``games/diamonds/advising/engines.py``.
"""

from __future__ import annotations

import random

import click
import numpy as np
from common.kinds import KINDS
from common.matches import outside

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import deck_mask
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules


def played_round(rules: Rules, rng: random.Random) -> np.ndarray:
    """Points of each side."""
    deck, players, sides = deck_mask(rules), rules.players, len(rules.sides)
    cards = rng.sample(rules.deck, players * rules.hand_size)
    hands = [sum(1 << card for card in cards[seat::players]) for seat in range(players)]
    dealer = rng.randrange(players)
    count = _players.policy_count(hands[dealer], deck, players, sides)
    passed = [_players.policy_pass(hand, count, deck, players, sides) for hand in hands]
    hands = [hand & ~own for hand, own in zip(hands, passed, strict=True)]
    for seat in range(players):
        hands[rules.receiver(seat)] |= passed[seat]
    start = Position.start(rules, [[card for card in range(64) if hand >> card & 1] for hand in hands], leader=dealer + 1)
    packed = layout.pack([start]).view(np.uint8)
    seats = [_players.default_weights(packed)] * players
    seen = np.array([outside(rules)], np.uint64)
    (points,) = _players.play_out(packed, seen, rng.getrandbits(60), 0, seats)
    return np.array([sum(points[seat] for seat in side) for side in rules.sides])


@click.command(help=__doc__)
@click.argument("deals", type=click.IntRange(1), default=20_000)
def main(deals: int) -> None:
    for rules in KINDS.values():
        rng = random.Random(1)
        points = np.array([played_round(rules, rng) for _ in range(deals)])
        differences = (points - np.roll(points, 1, axis=1))[:, : 1 if len(rules.sides) == 2 else None]
        print(f"    ({rules.players}, {len(rules.sides)}, {rules.perfect}): {np.sqrt((differences**2).mean() / 2):.2f},")


if __name__ == "__main__":
    main()
