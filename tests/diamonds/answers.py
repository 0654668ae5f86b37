"""Positions with one file of answers for everything that solves them: ``data/answers.txt``, which the tests in C read, too.

All numbers are decimal, hands in hexadecimal. A line is

    players sides thief leader tricks_left winners robber award trick_count, the cards of the trick,
    for each seat: hand showroom vault cards taken by suit,
    perft to depth 3, the number of moves, and for each move in order: card actor victim margin points, max^n gains of every side

`margin` is times the number of other sides. The first lines of each kind of game are those whose values an independent brute-force program
has found, too. Deals of more cards come last; they have 0 moves, as no exhaustive search values them. A position is added as a line without
answers:

    PYTHONPATH=src:. python -m tests.diamonds.answers > new.txt     # all answers anew, by the exhaustive search in plain Python
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving import reference

from .positions import packed_moves

FILE = Path(__file__).parent / "data" / "answers.txt"
FIELDS = ("players", "sides", "thief", "leader", "tricks_left", "winners", "robber", "award", "trick_count")


@dataclass(frozen=True, eq=False)
class Case:
    """A position, and for each move its margin, its points, and the gain of every side by max^n. A deal has no moves."""

    fields: tuple[str, ...]
    row: np.void
    values: dict[Move, tuple[int, ...]]

    @cached_property
    def position(self) -> Position:
        players, sides, thief = (int(self.row[name]) for name in ("players", "sides", "thief"))
        return layout.unpack(self.row, Rules(players, teams=sides < players, thief=thief > 0))


def read(text: str) -> list[Case]:
    return [_case(line.split()) for line in text.splitlines()]


def _case(words: list[str]) -> Case:
    row, left = np.zeros(1, layout.POSITION)[0], iter(words)
    for name in FIELDS:
        row[name] = int(next(left))
    row["trick"][: row["trick_count"]] = [int(next(left)) for _ in range(row["trick_count"])]
    for seat in range(row["players"]):
        row["hand"][seat] = int(next(left), 16)
        row["showroom"][seat], row["vault"][seat], *row["taken"][seat] = (int(next(left)) for _ in range(6))
    rest = [*map(int, left)]
    fields, width = words[: len(words) - len(rest)], 5 + int(row["sides"])
    moves = [rest[at : at + width] for at in range(2, len(rest), width)]
    return Case(tuple(fields), row, {layout.unpack_move((card, actor, victim)): tuple(values) for card, actor, victim, *values in moves})


def _answers(position: Position) -> Iterator[object]:
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
    for case in read(FILE.read_text(encoding="ascii")):
        is_deal = not case.values and sum(map(len, case.position.hands)) > 12
        print(*case.fields, *((0, 0) if is_deal else _answers(case.position)))


if __name__ == "__main__":
    main()
