"""Random decisions as one player sees them, and engines that are small enough for tests."""

from __future__ import annotations

import random
from typing import Any

from diamonds_solver.games.diamonds.advising.advise import PassEngine, make_engine
from diamonds_solver.games.diamonds.advising.engines import ExactEngine, IsmctsEngine, PlayoutEngine, ViewEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.records.record import Phase, Record
from diamonds_solver.games.diamonds.round.rules import Rules

from .rounds import random_round

MOST_CARDS = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}
"""So many cards in hand leave worlds that are solved at once."""


def decided_view(rng: random.Random, rules: Rules | None = None, cards_left: int | None = None) -> tuple[Record, View]:
    """A random open record and the view of who decides in it."""
    while True:
        record = random_round(rng, rules, cards_left)
        view = View.of(record, record.dealer if record.phase is not Phase.PLAY else None)
        if view.is_to_move:
            return record, view


def small_engines(view: View, seed: int) -> list[ViewEngine[Any]]:
    """All engines that can take the decision, small enough for a test."""
    if view.phase is not Phase.PLAY:
        engine = make_engine(view, seed=seed, worlds=4)
        return [PassEngine(view, seed=seed, screen=1, kept=5) if view.phase is Phase.PASS else engine]
    engines: list[ViewEngine[Any]] = [PlayoutEngine(view, seed=seed), IsmctsEngine(view, seed=seed, simulations=150)]
    engines += [PlayoutEngine(view, seed=seed, inference=True), IsmctsEngine(view, seed=seed, simulations=150, inference=True)]
    if len(view.hand) <= MOST_CARDS[view.rules.players]:
        engines.append(ExactEngine(view, seed=seed, nodes=30_000, few_deals=8))
    return engines
