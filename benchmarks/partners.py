"""What the pass by the net is worth in teams where one partner passes by rules.

The same deals are passed in four ways and played on by the net of playouts in all seats, with the same luck: both partners of one side pass
by the net, only the one who leads to the first trick or only the other one, or nobody; the other sides all by rules or all by the net.
Printed: what the side's margin gains on the pass of both by rules, in points a round, with half of the 95 % interval. As many cards are
passed as the rules announce.
"""

from __future__ import annotations

import click
import numpy as np
from common.kinds import markdown_table
from common.matches import GAMES, deals, interval, margins, outside
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.core.passing import exchange, policy_counts, policy_passes
from diamonds_solver.games.diamonds.round.rules import Rules

SEED = 9161
DEALER = 0


def gains(rules: Rules, count: int, by_net: bool) -> list[NDArray[np.float64]]:
    """By deal what the side of the first leader gains where both partners pass by the net, where the leader does, and where the other one
    does; `by_net`: the other sides do, too."""
    positions = deals(rules, count, np.random.default_rng((SEED, rules.players)))
    counts = policy_counts(positions, rules, DEALER)
    by_rules, learned = (policy_passes(positions, rules, counts, by_net=is_by_net) for is_by_net in (False, True))
    side = rules.side_of(DEALER + 1)
    own = list(rules.sides[side])
    weights = [_players.net_weights(positions[:1].view(np.uint8))] * rules.players
    seen = np.full(count, outside(rules), np.uint64)

    def margin(passing: list[int]) -> NDArray[np.float64]:
        passed = (learned if by_net else by_rules).copy()
        passed[:, own] = by_rules[:, own]
        passed[:, passing] = learned[:, passing]
        after = exchange(positions, rules, passed)
        return margins(_players.play_out(after.view(np.uint8), seen, SEED, 0, weights), len(rules.sides))[:, side]

    without = margin([])
    return [margin(passing) - without for passing in (own, own[:1], own[1:])]


@click.command(help=__doc__)
@click.argument("count", type=click.IntRange(2), default=50_000, metavar="DEALS")
def main(count: int) -> None:
    rows = []
    for name in ("4 teams", "6 teams"):
        for by_net in (False, True):
            both, *one = gains(GAMES[name], count, by_net)
            shares = f"{100 * np.mean(one) / both.mean():.0f} %"
            rows.append([name, "the net" if by_net else "rules", interval(both), *map(interval, one), shares])
    print(markdown_table(["game", "the others pass by", "both partners", "the leader", "the other one", "one, part of both"], rows))


if __name__ == "__main__":
    main()
