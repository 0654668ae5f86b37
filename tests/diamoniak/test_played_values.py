"""Games played by the solved values of a small deck are won as often as the values say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array

from diamonds_solver.games.diamoniak.sweeps import ON_WITCH, Listing, Sweeps

from .states import table

GAMES = 100_000


def best_choices(listing: Listing, values: NDArray[np.float64], decider: int) -> tuple[csr_array, NDArray[np.int64], NDArray[np.bool_]]:
    """The chances of draws; for every state the best of its other moves (-1: none), and whether to draw rather than that."""
    seat = listing.rows[:, listing.table.turn]
    sources, targets, chances = (np.concatenate(column) for column in zip(*listing.draws, strict=True))
    draws = csr_array((chances, (sources, targets)), shape=(listing.count, listing.count))
    sign = np.where(seat == decider, 1.0, -1.0)
    best, worth = np.full(listing.count, -1), np.full(listing.count, -np.inf)
    for some, others in listing.choices:
        better = sign[some] * values[others] > worth[some]
        best[some[better]], worth[some[better]] = others[better], (sign[some] * values[others])[better]
    is_drawing = (listing.rows[:, listing.table.phase] != ON_WITCH) & (sign * (draws @ values) >= worth)
    return draws, best, is_drawing


def test_a_draw_by_its_chances() -> None:
    """The walk below draws as it should: a state with two successors of 1/4 and 3/4."""
    draws = csr_array(np.array([[0.25, 0.75], [1.0, 0.0]]))
    after = drawn(draws, np.zeros(40_000, np.int64), np.random.default_rng(1))
    assert np.mean(after) == pytest.approx(0.75, abs=0.01)


def drawn(draws: csr_array, states: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    ends = np.cumsum(draws.data)
    before = np.append(0.0, ends)[draws.indptr[states]]
    places = np.searchsorted(ends, before + rng.random(len(states)), side="right")
    after: NDArray[np.int64] = draws.indices[np.minimum(places, draws.indptr[states + 1] - 1)].astype(np.int64)
    return after


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "deck", "discard"),
    [((",", ","), "R2 G2 D3 W", ""), (("R1,D", "G1,", "B0,"), "R2 G2 B2 D2 W", ""), ((",", ","), "R2 G2 F W", "")],
)
def test_played_games_agree_with_the_value(seats: tuple[str, ...], deck: str, discard: str) -> None:
    state = table(*seats, deck=deck, discard=discard)
    listing = Listing(state, 10**6, lambda: False)
    while not listing.is_closed:
        listing.add_layer()
    sweeps = Sweeps(listing, state.turn)
    while sweeps.gap > 1e-9:
        sweeps.sweep(in_place=True)
    values = sweeps.by_number()[:, 0]
    draws, best, is_drawing = best_choices(listing, values, state.turn)
    number = listing.number(state)
    assert number is not None
    now, rng = np.full(GAMES, number), np.random.default_rng(7)
    for _ in range(100_000):
        going_on = np.flatnonzero(now >= listing.table.players)
        if not len(going_on):
            break
        states = now[going_on]
        draw = is_drawing[states]
        now[going_on[draw]] = drawn(draws, states[draw], rng)
        now[going_on[~draw]] = best[states[~draw]]
    won = float((now == state.turn).mean())
    assert abs(won - values[number]) < 4 * (values[number] * (1 - values[number]) / GAMES) ** 0.5
