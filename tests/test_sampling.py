"""Deals are exactly as likely as they should be, their number is exact, and marginals are those of all deals."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diamonds_solver.sampling.dealer import MOST_DEALS, Dealer

from .dealing import count_by_suits, list_deals, uniformity

# Needs of the receivers, their voids, and how many cards of each suit: advice on three small deals that were counted by hand elsewhere.
KNOWN = [
    ((2, 3, 2, 2), (3, 3, 3), ("D", "H", ""), 216),
    ((3, 2, 2, 2), (4, 2, 3), ("D", "HS", ""), 76),
    ((4, 2, 1, 2), (2, 2, 5), ("D", "DH", ""), 9),
]
# At the first play of every player count: what the others and the stub need.
FIRST_PLAY = {2: (10, 40), 3: (10, 10, 30), 4: (10, 10, 10, 20), 5: (10, 10, 10, 10, 10), 6: (10, 10, 10, 10, 10)}


def void_weights(suits: tuple[int, ...], voids: tuple[str, ...]) -> NDArray[np.float64]:
    return np.array([[float("DHSC"[suit] not in void) for void in voids] for suit, size in enumerate(suits) for _ in range(size)])


def random_case(
    rng: random.Random, most_items: int = 9, quotas: bool = False
) -> tuple[NDArray[np.float64], list[int], list[int], list[int]]:
    """Weights 0 and 1, needs, groups and quotas of a small problem that has a solution."""
    items, receivers = rng.randint(1, most_items), rng.randint(2 if quotas else 1, 5)
    true = [rng.randrange(receivers) for _ in range(items)]
    weights = np.array([[float(j == true[i] or rng.random() < 0.7) for j in range(receivers)] for i in range(items)])
    groups = sorted(rng.randrange(4) for _ in range(items))
    given = [sum(g == group and j == receivers - 1 for g, j in zip(groups, true, strict=True)) for group in range(4)]
    return weights, [true.count(j) for j in range(receivers)], groups, given


@pytest.mark.parametrize(("suits", "needs", "voids", "count"), KNOWN)
@pytest.mark.parametrize("seed", [1, 2])
def test_known_deals(suits: tuple[int, ...], needs: tuple[int, ...], voids: tuple[str, ...], count: int, seed: int) -> None:
    weights = void_weights(suits, voids)
    dealer = Dealer(weights, needs)
    assert dealer.total == dealer.count == count
    deals = list_deals(weights.tolist(), needs)
    assert [tuple(row) for row in dealer.all_deals().tolist()] == deals
    assert uniformity(dealer.deal(seed, 0, 300 * count), deals) > 1e-3


@given(st.integers(0, 2**32), st.booleans())
def test_all_deals_and_marginals(seed: int, with_quotas: bool) -> None:
    rng = random.Random(seed)
    weights, needs, groups, quotas = random_case(rng, 8, with_quotas)
    soft = weights * np.array([[rng.choice([0.2, 1.0, 3.0]) for _ in row] for row in weights])
    dealer = Dealer(soft, needs, groups, quotas) if with_quotas else Dealer(soft, needs)
    deals = list_deals(weights.tolist(), needs, groups, quotas if with_quotas else None)
    assert [tuple(row) for row in dealer.all_deals().tolist()] == deals
    assert sorted(tuple(row) for row in dealer.all_deals(seed).tolist()) == deals
    assert dealer.count == len(deals)
    chances = np.array([prod(soft[i, j] for i, j in enumerate(deal)) for deal in deals])
    assert dealer.total == pytest.approx(chances.sum(), rel=1e-12)
    expected = np.zeros_like(soft)
    for deal, chance in zip(deals, chances, strict=True):
        expected[range(len(deal)), deal] += chance / chances.sum()
    assert np.abs(dealer.marginals() - expected).max() < 1e-12
    allowed = set(deals)
    assert all(tuple(row) in allowed for row in dealer.deal(seed, 0, 50).tolist())


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("with_quotas", [False, True])
def test_weighted_deals_are_drawn_in_proportion(seed: int, with_quotas: bool) -> None:
    rng = random.Random(seed)
    while True:
        weights, needs, groups, quotas = random_case(rng, 8, with_quotas)
        deals = list_deals(weights.tolist(), needs, groups, quotas if with_quotas else None)
        if 5 <= len(deals) <= 200:
            break
    soft = weights * np.array([[rng.choice([0.5, 1.0, 2.0]) for _ in row] for row in weights])
    dealer = Dealer(soft, needs, groups, quotas) if with_quotas else Dealer(soft, needs)
    chances = [prod(soft[i, j] for i, j in enumerate(deal)) for deal in deals]
    assert uniformity(dealer.deal(seed, 0, 20000), deals, chances) > 1e-3


@given(st.integers(0, 2**32))
def test_count_agrees_with_counting_by_suits(seed: int) -> None:
    """Real sizes: the number has up to 32 digits and must be exact."""
    rng = random.Random(seed)
    needs = rng.choice([*FIRST_PLAY.values(), (7, 7, 7, 9), (5, 5, 5, 5, 5), (12, 12, 12, 12), (16, 0)])
    voids = tuple("".join(s for s in "DHSC" if j < len(needs) - 1 and rng.random() < 0.2) for j in range(len(needs)))
    cuts = sorted(rng.randint(0, sum(needs)) for _ in range(3))
    suits = tuple(b - a for a, b in zip([0, *cuts], [*cuts, sum(needs)], strict=True))
    dealer = Dealer(void_weights(suits, voids), needs)
    count = count_by_suits(suits, needs, [frozenset(map("DHSC".index, void)) for void in voids])
    assert dealer.count == count
    assert dealer.total == pytest.approx(count, rel=1e-12)


@pytest.mark.parametrize("needs", FIRST_PLAY.values(), ids=str)
def test_count_at_first_play(needs: tuple[int, ...]) -> None:
    dealer = Dealer(np.ones((50, len(needs))), needs)
    assert dealer.count == factorial(50) // prod(map(factorial, needs))
    marginals = dealer.marginals()
    assert np.abs(marginals - np.array(needs) / 50).max() < 1e-12


def test_count_of_weights_that_are_not_one() -> None:
    needs = (10, 10, 10, 10, 10)
    assert Dealer(np.full((50, 5), 0.25), needs).count == factorial(50) // factorial(10) ** 5


def test_quotas_at_real_size() -> None:
    """Twenty cards won, five of each suit; the rest is dealt to three: a product of binomials and a multinomial."""
    groups = [suit for suit in range(4) for _ in range(12)]
    dealer = Dealer(np.ones((48, 4)), (8, 8, 12, 20), groups, (5, 5, 5, 5))
    expected = (factorial(12) // factorial(5) // factorial(7)) ** 4 * factorial(28) // factorial(8) ** 2 // factorial(12)
    assert dealer.count == expected
    assert dealer.total == pytest.approx(expected, rel=1e-12)
    rows = dealer.deal(3, 0, 200)
    assert all(np.bincount(np.array(groups)[row == 3], minlength=4).tolist() == [5, 5, 5, 5] for row in rows)


def test_impossible_deals() -> None:
    voids = void_weights((3, 3, 3, 0), ("D", "D", "D"))
    quota_too_large = Dealer(np.ones((4, 2)), (1, 3), [0, 0, 1, 1], [3, 0])
    quota_of_no_group = Dealer(np.ones((2, 2)), (1, 1), [0, 0], [0, 1])
    for dealer in (Dealer(voids, (3, 3, 3)), quota_too_large, quota_of_no_group):
        assert dealer.total == dealer.count == 0
        assert dealer.all_deals().shape[0] == 0
        with pytest.raises(ValueError, match="no deal is possible"):
            dealer.deal(1, 0, 1)
        with pytest.raises(ValueError, match="no deal is possible"):
            dealer.marginals()


def test_nothing_to_deal() -> None:
    for dealer in (Dealer(np.ones((0, 3)), (0, 0, 0)), Dealer([], (0, 0), [], [0, 0])):
        assert dealer.total == dealer.count == 1
        assert dealer.all_deals().shape == (1, 0)
        assert dealer.deal(1, 0, 3).shape == (3, 0)
        assert dealer.marginals().shape[0] == 0


def test_too_many_to_list() -> None:
    dealer = Dealer(np.ones((50, 2)), (25, 25))
    assert dealer.count > MOST_DEALS
    with pytest.raises(ValueError, match="too many"):
        dealer.all_deals()


def test_only_ratios_of_weights_count() -> None:
    """Products of many small or large weights leave the range of doubles."""
    even = Dealer(np.ones((120, 2)), (60, 60))
    for weight in (1e-4, 1e4):
        dealer = Dealer(np.full((120, 2), weight), (60, 60))
        assert dealer.count == even.count
        assert np.allclose(dealer.marginals(), 0.5)
        assert (dealer.deal(1, 0, 20).sum(axis=1) == 60).all()
        with pytest.raises(OverflowError, match="range of doubles"):
            _ = dealer.total
    scaled = Dealer(np.full((120, 2), 2.0**-9), (60, 60))
    assert np.array_equal(scaled.deal(1, 0, 20), even.deal(1, 0, 20))
    assert np.array_equal(scaled.marginals(), even.marginals())


def test_weights_that_leave_hardly_a_chance() -> None:
    items = 120
    far_apart = np.array([[1e4, 1e-4]] * items)
    with pytest.raises(ValueError, match="too far apart"):
        Dealer(far_apart, (0, items))
    with pytest.raises(ValueError, match="too far apart"):
        Dealer(far_apart, (items // 2, items // 2))
    unlikely = Dealer(far_apart[:30], (0, 30))
    assert unlikely.count == 1
    assert np.allclose(unlikely.marginals()[:, 1], 1)
    far_apart[0] = 0
    assert Dealer(far_apart, (0, items)).count == 0


def test_unlikely_deals_are_listed() -> None:
    weights = np.array([[1e4, 1e-4] if i < 60 else [1e-4, 1e4] for i in range(120)])
    weights[:59, 1] = weights[61:, 0] = 0
    assert Dealer(weights, (60, 60)).all_deals().shape == (2, 120)


BAD = [
    ("weights of shape", np.ones((3, 2)), (1, 1, 1), None, None),
    ("0 items for 0 receivers", np.ones((0, 0)), (), None, None),
    ("2 items for 9 receivers", np.ones((2, 9)), (2, *[0] * 8), None, None),
    ("a weight must be 0 or", -np.ones((2, 1)), (2,), None, None),
    ("a weight must be 0 or", np.full((2, 1), np.nan), (2,), None, None),
    ("a weight must be 0 or", np.full((2, 1), 1e300), (2,), None, None),
    ("receivers need", np.ones((2, 1)), (3,), None, None),
    ("receivers need", np.ones((2, 2)), (3, -1), None, None),
    ("go together", np.ones((2, 2)), (1, 1), [0, 0], None),
    ("quotas are for", np.ones((2, 1)), (2,), [0, 0], [2]),
    ("groups must be", np.ones((2, 2)), (1, 1), [1, 0], [1, 0]),
    ("groups must be", np.ones((2, 2)), (1, 1), [0, 2], [1, 0]),
    ("add up", np.ones((2, 2)), (1, 1), [0, 0], [2]),
]


@pytest.mark.parametrize(("message", "weights", "needs", "groups", "quotas"), BAD)
def test_numbers_that_do_not_fit(
    message: str, weights: NDArray[np.float64], needs: tuple[int, ...], groups: list[int] | None, quotas: list[int] | None
) -> None:
    with pytest.raises(ValueError, match=message):
        Dealer(weights, needs, groups, quotas)


def test_tables_that_do_not_fit_in_memory() -> None:
    with pytest.raises(MemoryError):
        Dealer(np.ones((248, 8)), (31,) * 8)


def test_rows_do_not_depend_on_how_they_are_asked_for() -> None:
    dealer = Dealer(np.ones((20, 3)), (5, 5, 10))
    rows = dealer.deal(2**64 - 1, 2**63, 64)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda i: dealer.deal(2**64 - 1, 2**63 + 8 * i, 8), range(8)))
    assert np.array_equal(np.concatenate(parts), rows)
    assert len({row.tobytes() for row in rows}) > 50
    assert not np.array_equal(dealer.deal(1, 2**63, 64), rows)


def test_stored_numbers() -> None:
    """Draws must be the same on every machine and in every version: people compare results by seed."""
    weights = np.array([[1.0 + (i * 7 + j * 3) % 5 / 3 for j in range(4)] for i in range(16)])
    rows = Dealer(weights, (3, 4, 4, 5)).deal(2024, 5, 2)
    assert ["".join(map(str, row)) for row in rows.tolist()] == ["2331101310203232", "3012023311330221"]
