"""No card leaks: among the worlds in which engines value moves the true deal comes up no oftener than chance.

A sampler that does not know the truth hits one of n equally likely deals in one of n worlds. In every phase of a round and with every
number of players the hits are counted; a seed deals the cards, and the same seed draws the worlds. Diamoniak hides nothing: its engines get
a state without the order of the pile.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.advising.engines import PlayoutEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import Inference, Worlds
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.game_record import decisions
from diamonds_solver.games.diamonds.records.record import Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diams.advising.view import View as DiamsView
from diamonds_solver.games.diams.core.layout import unpack
from diamonds_solver.games.diams.round.state import Phase as DiamsPhase
from diamonds_solver.live.live_game import LiveGame

from .diamonds.positions import ALL_RULES
from .diamonds.rounds import random_round, revealed_by
from .diams.states import dealt, played
from .diams.test_worlds import looks, viewer

ROUNDS, MOST, RANDOM_ROUNDS, WORLDS = 3, 10, 80, 40
PHASES = ("choose", "pass", "lead", "trick", "victim")
"""With the awards no hand has a card."""
HIDING = [rules for rules in ALL_RULES if not (rules.players == 2 and rules.perfect)]
"""Where one sees the whole deck but one's own hand there is a single deal."""
SLACK = 5  # standard deviations


class Hits:
    """How often the truth came up, and how often it should."""

    def __init__(self) -> None:
        self.found = self.expected = 0.0
        self.views = 0

    def count(self, hits: float, expected: float) -> None:
        self.found += hits
        self.expected += expected
        self.views += 1

    @property
    def is_leak(self) -> bool:
        return bool(self.found > self.expected + SLACK * self.expected**0.5 + 2)


def test_a_leak_would_be_seen() -> None:
    leaking, fair = Hits(), Hits()
    for _ in range(4):
        leaking.count(1, 1e-9)
        fair.count(1, 0.9)
    assert leaking.is_leak
    assert not fair.is_leak


def phase_of(view: View) -> str:
    """One of PHASES."""
    if view.phase is not Phase.PLAY or view.decision != "card":
        return str(view.phase if view.phase is not Phase.PLAY else view.decision)
    return "trick" if view.table.cards else "lead"


def records(rules: Rules) -> Iterator[tuple[int, Record, int]]:
    """A seed, a record with all hands, and who decides: of rounds by rules, and of random ones, which have more voids and choices."""
    rng = random.Random(38)
    for seed in range(ROUNDS):
        match = Match(rules, seed=seed)
        cases = list(decisions(match.record(seed, ["greedy"] * match.sides)))
        for case in [*cases[:3], *rng.sample(cases[3:], MOST)]:
            yield seed, case.record, case.seat
    for seed in range(RANDOM_ROUNDS):
        record = random_round(rng, rules, None if seed % 2 else rng.randint(1, 3))
        yield seed, record, record.dealer if record.phase is not Phase.PLAY else record.table().to_move


def hands_of(worlds: NDArray[np.void], view: View) -> NDArray[np.uint64]:
    """uint64[worlds, players]"""
    return worlds["hand"][:, : view.rules.players]


def samples(view: View, seed: int) -> Iterator[tuple[str, NDArray[np.void], NDArray[np.float64]]]:
    """Worlds by every way that engines have to draw them, with their weights."""
    even = np.ones(WORLDS)
    yield "worlds", Worlds(view).sample(seed, 0, WORLDS), even
    if view.phase is Phase.PLAY and seed % 3 == 0 and (inference := Inference(view, Worlds(view), seed)).is_informed:
        drawn = inference.draw(0, WORLDS)
        yield "inference", drawn.worlds, drawn.weights
        yield "picked", inference.pick(0, WORLDS), even
    elif view.phase is Phase.PLAY:
        yield "engine", PlayoutEngine(view, seed=seed).draw(0, WORLDS), even


@pytest.mark.parametrize("rules", HIDING, ids=str)
def test_the_true_deal_of_diamonds(rules: Rules) -> None:
    found: dict[tuple[str, str], Hits] = {}
    for seed, record, seat in records(rules):
        view = View.of(record, seat)
        if not view.is_to_move or view.count == 1:
            continue
        # The truth is dealt anew: what the others did tells of the cards, so the first one is not any of the possible deals.
        (truth,) = Worlds(view).positions(Worlds(view).sample(seed + 1000, 0, 1))
        view = View.of(replace(revealed_by(view, truth), see=None), seat)
        for name, worlds, weights in samples(view, seed):
            hands = hands_of(layout.pack([Position(view.table, truth.hands)]), view)
            hits = (hands_of(worlds, view) == hands).all(axis=1)
            weighed = float(weights @ hits / weights.sum() * len(hits))
            found.setdefault((phase_of(view), name), Hits()).count(weighed, len(hits) / view.count)
    assert {phase for phase, _ in found} == set(PHASES if rules.players > 2 else PHASES[:-1])
    assert [(key, hits.found, hits.expected) for key, hits in found.items() if hits.is_leak] == []
    drawn = [hits for (_, name), hits in found.items() if name == "worlds"]
    assert sum(hits.views for hits in drawn) > 50
    late, expected = sum(hits.found for hits in drawn), sum(hits.expected for hits in drawn)
    assert abs(late - expected) < SLACK * expected**0.5 + 2  # no seldomer, either: the truth is one of them
    assert expected > 10


@pytest.mark.parametrize("rules", HIDING, ids=str)
def test_the_seed_that_deals_does_not_draw_the_same_worlds(rules: Rules) -> None:
    """Before the first card any deal is as likely as another: each hidden card lies right as often as in worlds of another seed.

    The seed of a live game deals, and is that of its hints.
    """
    right = []
    for seed in range(30):
        sources = ["human"] * rules.players
        options = {"teams": rules.teams, "variant": "perfect" if rules.perfect else "standard"}
        game = LiveGame.new(sources, options=options, seed=seed)
        match = Match(rules, seed=seed)
        cases = decisions(match.record(0, ["greedy"] * match.sides))
        assert game.turn is not None
        assert game.turn.seat is not None
        now: Record = game.table.record_now  # type: ignore[attr-defined]
        for record, seat in [(now, game.turn.seat), next((case.record, case.seat) for case in cases if case.decision != "card")]:
            view = View.of(record, seat)
            truth = np.array([sum(1 << card for card in hand.known) for hand in record.completed().hands], np.uint64)
            shares = [
                np.mean([int(card).bit_count() for card in (hands_of(Worlds(view).sample(draw, 0, 20), view) & truth).ravel()])
                for draw in (seed, seed + 10_000)
            ]
            right.append(shares[0] - shares[1])
    assert abs(np.mean(right)) < SLACK * np.std(right, ddof=1) / len(right) ** 0.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_true_deal_of_diams(players: int) -> None:
    """Worlds that look like the truth, by its weight; at the start of a round, and after any number of moves."""
    found = {is_late: Hits() for is_late in (False, True)}
    for seed in range(60):
        rng = random.Random(seed)
        record = played(rng, dealt(rng, players), rng.choice([0, 5, 20, 60, 150]))
        if record.state.phase is DiamsPhase.OVER:
            continue
        view = DiamsView.of(record, viewer(record, rng))
        truth = looks(record.state)
        count = view.worlds.count
        is_small = count < 20_000
        alike = sum(weight for state, weight in view.worlds.looks().items() if looks(state) == truth) if is_small else 0
        states = unpack(view.worlds.draw(seed, 0, WORLDS), view.state)
        hits = sum(looks(state) == truth for state in states)
        if is_small or count > 10**5:
            found[is_small].count(hits, WORLDS * alike / count)
    assert found[False].views + found[True].views > 30
    assert not found[False].is_leak
    assert not found[True].is_leak
