"""The engine for the pass: cards go where they belong, and the screening keeps what is good."""

from __future__ import annotations

from diamonds_solver.games.diamonds.engines.passing import PassEngine
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.games.records import loads

PASSING = "diamonds 1; players 4; phase pass; pass 2; dealer P4; hand P1 D15,14,13,1 H2 S15,3 C9,8,2; see P1"


def test_passing_moves_the_cards_where_they_belong() -> None:
    view = View.of(loads(PASSING))
    engine = PassEngine(view, seed=1, screen=0)
    assert len(engine.moves) == 45
    before = engine.worlds.sample(1, 0, 20)["hand"]
    for move in engine.moves[:3]:
        own = engine.pass_of(move)
        (after,) = engine.after_passing(2, [own], 0, 20)
        for old, new in zip(before.tolist(), after["hand"].tolist(), strict=True):
            given = [a & ~b for a, b in zip(old, new, strict=True)]
            assert given[0] == sum(1 << card for card in own.cards)
            assert [mask.bit_count() for mask in new[:4]] == [10] * 4
            assert all(given[seat] & new[(seat + 1) % 4] == given[seat] for seat in range(4))


def test_screening_keeps_good_passes() -> None:
    """The best of all passes, by many worlds, is among those that are kept, or one that is as good."""
    view = View.of(loads(PASSING))
    everything = PassEngine(view, seed=2, screen=0)
    means = dict(zip(map(str, everything.moves), everything.columns(0, 600).mean(axis=1), strict=True))
    kept = PassEngine(view, seed=1)
    assert len(kept.moves) == 12
    assert max(means[str(move)] for move in kept.moves) > max(means.values()) - 0.2
