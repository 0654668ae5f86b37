"""Who has won a game, by its last table."""

from __future__ import annotations

from .public import Table


def final_score(table: Table) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Every side's points, and its share of the victory: most points, then most crystals in the vault, then it is shared."""
    points = table.points()
    totals = tuple(sum(points[seat] for seat in side) for side in table.rules.sides)
    ranks = [(total, sum(table.vault[seat] for seat in side)) for total, side in zip(totals, table.rules.sides, strict=True)]
    best = max(ranks)
    return totals, tuple((rank == best) / ranks.count(best) for rank in ranks)
