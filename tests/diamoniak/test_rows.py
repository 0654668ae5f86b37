"""The rules for many rows at once give what the plain rules give."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from diamonds_solver.games.diamoniak.rules import DRAW, Kind, State, successors
from diamonds_solver.games.diamoniak.sweeps import MORE, ON_WITCH, TURN, Table

from .states import counts, random_state, table

GAMES = [
    (2, "R2 G2 D3 W", "seller"),
    (2, "R3 G3 B2 D4 F2 W2", "discard"),
    (3, "R3 G3 B2 Y2 D6 F2 W2", "seller"),
    (4, "R6 G6 B6 Y6 D20 F3 W8", "seller"),
    (4, "R2 G2 B2 Y2 D9 F3 W2", "discard"),
]


@pytest.mark.parametrize(("players", "deck", "price"), GAMES)
def test_everything_that_may_follow(players: int, deck: str, price: str) -> None:
    rules = table(*[","] * players, deck=deck, price=price).rules
    rows_of, random = Table(rules), Random(players)
    states = [random_state(rules, random, random.randrange(80)) for _ in range(150)]
    found: Counter[tuple[int, float, bytes]] = Counter()
    for index, chance, row in by_rows(rows_of, states):
        found[index, round(chance, 12), row] += 1
    expected = Counter(
        (index, round(chance if move == DRAW else 1.0, 12), rows_of.rows([after]).tobytes())
        for index, state in enumerate(states)
        for move in state.moves()
        for chance, after in successors(state, move)
    )
    assert found == expected


def by_rows(rows_of: Table, states: list[State]) -> list[tuple[int, float, bytes]]:
    rows = rows_of.rows(states)
    phase = rows[:, rows_of.phase]
    result = []
    for phases, follow in (
        ((TURN, MORE), rows_of.draws),
        ((TURN,), rows_of.purchases),
        ((ON_WITCH,), rows_of.payments),
        ((MORE,), rows_of.stops),
    ):
        which = [index for index, each in enumerate(phase) if each in phases]
        for outcomes in follow(rows[which]):
            chances = [1.0] * len(outcomes.rows) if outcomes.chances is None else outcomes.chances.tolist()
            result += [
                (which[source], chance, row.tobytes()) for source, chance, row in zip(outcomes.sources, chances, outcomes.rows, strict=True)
            ]
    return result


def test_a_state_of_every_kind_is_met() -> None:
    """The test above would say nothing of purchases if nobody could buy."""
    rules, random = table(",", ",", deck="R3 G3 B2 D4 F2 W2").rules, Random(2)
    states = [random_state(rules, random, random.randrange(80)) for _ in range(150)]
    kinds = {move.kind for state in states for move in state.moves()}
    assert kinds == set(Kind)
    assert counts("R3 G3 B2 D4 F2 W2") == rules.deck
