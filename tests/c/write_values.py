"""Writes values.txt: small positions of every kind of game with the value of each move, found by the exhaustive search in plain Python.

For tests/c/values.c, which the tests of the C core run without Python. All numbers are decimal, hands in hexadecimal. A line is

    players sides leader tricks_left winners robber award trick_count, the cards of the trick,
    for each seat: hand showroom vault cards taken by suit,
    perft to depth 3, the number of moves, and for each move in order: card actor victim margin points, max^n gains of every side

``margin`` is times the number of other sides. Deals of more cards come last; they have 0 moves, as no exhaustive search values them.

    PYTHONPATH=src:. python tests/c/write_values.py > tests/c/values.txt
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from diamonds_solver import deal
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving import reference
from tests.diamonds.positions import packed_moves, random_position

GAMES = [*(Rules(players) for players in range(2, 7)), Rules(4, teams=True), Rules(6, teams=True)]
POSITIONS = 30
DEALS = 3
CARDS = {2: 10, 3: 6, 4: 4, 5: 3, 6: 2}
"""In each hand of a deal."""


def fields(position: Position) -> Iterator[object]:
    row = layout.pack([position])[0]
    for name in ("players", "sides", "leader", "tricks_left", "winners", "robber", "award", "trick_count"):
        yield row[name]
    yield from position.table.cards
    for seat in range(position.rules.players):
        yield f"{row['hand'][seat]:x}"
        yield from (row["showroom"][seat], row["vault"][seat], *row["taken"][seat])


def answers(position: Position) -> Iterator[object]:
    side, sides = position.rules.side_of(position.to_move), len(position.rules.sides)
    margin, _ = reference.objective_weights(sides, side, "margin")
    points, _ = reference.objective_weights(sides, side, "points")
    here = reference.side_points(position)
    moves = position.moves()
    yield reference.perft(position, 3)
    yield len(moves)
    for move, packed in zip(moves, packed_moves(position).tolist(), strict=True):
        child = position.play(move)
        gains = [after - before for before, after in zip(here, reference.side_points(child), strict=True)]
        yield from packed
        for weights in (margin, points):
            yield sum(w * g for w, g in zip(weights, gains, strict=True)) + reference.paranoid_value(child, weights, side)
        yield from (g + rest for g, rest in zip(gains, reference.maxn_value(child), strict=True))


def main() -> None:
    for rules in GAMES:
        rng = random.Random(rules.players)
        for _ in range(POSITIONS):
            position = random_position(rng, rules)
            print(*fields(position), *answers(position))
        for seed in range(DEALS):
            print(*fields(deal(rules, seed, CARDS[rules.players])), 0, 0)


if __name__ == "__main__":
    main()
