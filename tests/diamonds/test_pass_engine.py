"""The engine for the pass: the screening keeps what is good."""

from __future__ import annotations

from diamonds_solver.games.diamonds.advising.advise import PassEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.records import loads

PASSING = "diamonds 1; players 4; phase pass; pass 2; dealer P4; hand P1 D15,14,13,1 H2 S15,3 C9,8,2; see P1"


def test_screening_keeps_good_passes() -> None:
    """The best of all passes, by many worlds, is among those that are kept, or one that is as good."""
    view = View.of(loads(PASSING))
    everything = PassEngine(view, seed=2, screen=0)
    means = dict(zip(map(str, everything.moves), everything.samples(0, 600).mean(axis=1), strict=True))
    kept = PassEngine(view, seed=1)
    assert len(kept.moves) == 12
    assert max(means[str(move)] for move in kept.moves) > max(means.values()) - 0.2
