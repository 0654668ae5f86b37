"""The engine for the pass: cards go where they belong, and the screening keeps what is good."""

from __future__ import annotations

from diamonds_solver.games.diamonds.advising.advise import PassEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.records import loads

PASSING = "diamonds 1; players 4; phase pass; pass 2; dealer P4; hand P1 D15,14,13,1 H2 S15,3 C9,8,2; see P1"


def test_passing_moves_the_cards_where_they_belong() -> None:
    view = View.of(loads(PASSING))
    engine = PassEngine(view, seed=1, screen=0)
    assert len(engine.moves) == 45
    for number in range(20):
        (before,) = engine.worlds.positions(engine.worlds.sample(1, number, 1))
        for move in engine.moves[:3]:
            after, made = engine.begin(move, number)
            assert made == []
            given = [old - new for old, new in zip(before.hands, after.hands, strict=True)]
            assert given[0] == frozenset(move.cards)
            assert [len(hand) for hand in after.hands] == [10] * 4
            assert all(given[seat] <= after.hands[(seat + 1) % 4] for seat in range(4))


def test_screening_keeps_good_passes() -> None:
    """The best of all passes, by many worlds, is among those that are kept, or one that is as good."""
    view = View.of(loads(PASSING))
    everything = PassEngine(view, seed=2, screen=0)
    means = dict(zip(map(str, everything.moves), everything.samples(0, 600).mean(axis=1), strict=True))
    kept = PassEngine(view, seed=1)
    assert len(kept.moves) == 12
    assert max(means[str(move)] for move in kept.moves) > max(means.values()) - 0.2
