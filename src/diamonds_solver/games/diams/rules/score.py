"""What the end of a round is worth: points, and chips by place."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import DIAMONDS, Cards, has_loupe, quality
from .game import Rules

HIGHEST_SUM = 3
"""For the largest sum of qualities left in hand; each on a tie."""
MOST_LOUPES, MOST_LOUPES_TIED = 5, 2
CHIPS = (4, 3, 2, 1, 0)
"""By place from the top."""
MOST_CHIPS = 2 * CHIPS[0]
"""Of earlier rounds, of which there are two at most."""


def points(rules: Rules, hands: Sequence[Cards], safes: Sequence[Sequence[Cards]]) -> tuple[int, ...]:
    """Every seat's points when the round is over."""
    sums = [sum(quality(kind) for kind in hand if kind < DIAMONDS) for hand in hands]
    loupes = [sum(has_loupe(kind) for pile in safe for kind in pile) for safe in safes]
    for_loupes = MOST_LOUPES if loupes.count(max(loupes)) == 1 else MOST_LOUPES_TIED
    return tuple(
        sum(rules.value(quality(pile[0]), len(pile)) for pile in safe)
        + HIGHEST_SUM * (own_sum == max(sums))
        + for_loupes * (own_loupes == max(loupes))
        for safe, own_sum, own_loupes in zip(safes, sums, loupes, strict=True)
    )


def chips(scores: Sequence[int]) -> tuple[int, ...]:
    """Chips by place: players who tie get the chips of the lowest of their places."""
    return tuple(CHIPS[sum(other >= own for other in scores) - 1] for own in scores)
