"""What a finished round is worth to who plays for the match."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.advice.ask import advise
from diamonds_solver.errors import DiamondsError, ObjectiveError
from diamonds_solver.games.diamonds.advising.engines import SIGMAS, ExactEngine, Utility, sigma_of
from diamonds_solver.games.diamonds.advising.evaluate import evaluate_hand
from diamonds_solver.games.diamonds.advising.hands import values_for
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.playing.players import Clairvoyant
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.certificate import certificate
from diamonds_solver.games.diamonds.solving.reference import move_values
from diamonds_solver.games.diamonds.solving.solve import solve
from diamonds_solver.games.records import loads

from .decisions import decided_view
from .positions import ALL_RULES
from .rounds import random_round


def test_spreads_for_all_games() -> None:
    assert set(SIGMAS) == {(rules.players, len(rules.sides), rules.perfect) for rules in ALL_RULES}
    assert all(1 < sigma_of(rules) < 10 for rules in ALL_RULES)


def test_winning_in_the_last_round_is_counted_exactly() -> None:
    """P1 leads by far: nothing can be lost."""
    record = loads(
        "diamonds 1; players 2; round 4/4; hand P1 D4,3; hand P2 D2,1; showroom 0 0; vault 40 0; took P1 D4 H4; took P2 H4 S4; lead P1"
    )
    utility = Utility.of(record, "win")
    assert utility.rounds_left == 0
    advice = advise(record, objective="win", worlds=20, seed=1)
    assert [move.mean for move in advice.moves] == pytest.approx([1.0] * len(advice.moves))
    assert advice.delta == 0.01


def test_rounds_to_come_make_a_lead_less_sure() -> None:
    text = "diamonds 1; players 2; round {}/4; hand P1 D4,3; hand P2 D2,1; showroom 0 0; vault 8 4; took P1 D4 H4; took P2 H4 S4; lead P1"
    chances = [advise(loads(text.format(number)), objective="win", worlds=20, seed=1).moves[0].mean for number in (1, 2, 3, 4)]
    assert chances == sorted(chances)
    assert 0.5 < chances[0] < chances[2] < 1


def win_chance(position: Position, utility: Utility, side: int) -> float:
    """The chance to win the match when `side` and the other side both play for it, all cards open."""
    if position.is_over:
        end = layout.pack([position])
        return float(utility.values(end, end, side)[0])
    best = max if position.rules.side_of(position.to_move) == side else min
    return best(win_chance(position.play(move), utility, side) for move in position.moves())


@pytest.mark.parametrize(
    ("rules", "cards"), [(Rules(2), 3), (Rules(2, perfect=True), 3), pytest.param(Rules(4, teams=True), 2, marks=pytest.mark.long)], ids=str
)
@pytest.mark.parametrize("last", [True, False], ids=["last round", "round 2"])
def test_two_sides_win_by_their_margin(rules: Rules, cards: int, last: bool) -> None:
    """The chance that follows from the solved margin is the one that a search for victory finds, unless points end equal."""
    rng, seen, ties = random.Random(3), set[float](), 0
    for _ in range(12):
        record, _ = decided_view(rng, rules, cards)
        view = View.of(replace(record, round=(4 if last else 2, 4)))
        engine = ExactEngine(view, "win", seed=1, few_deals=0)
        (world,) = engine.worlds.positions(engine.worlds.sample(1, 0, 1))
        found = engine.samples(0, 1)[:, 0].tolist()
        true = [win_chance(world.play(move), engine.utility, engine.side) for move in engine.moves]
        if last:
            seen.update(found)
            ties += sum(chance == 0.5 for chance in found)
            true = [0.5 if chance == 0.5 else exact for chance, exact in zip(found, true, strict=True)]
            assert any("counts as half a victory" in note for note in engine.notes()) == (0.5 in found)
        assert found == pytest.approx(true, abs=1e-9)
    assert not last or {0.0, 1.0} <= seen
    assert ties < 20


def test_a_choice_after_the_cards_is_worth_a_chance_too() -> None:
    """Whom to rob, which partner takes an award: the position has that still to be decided, the standing at the end has not."""
    rng, asked = random.Random(5), set[str]()
    while asked != {"victim", "actor"}:
        record, _ = decided_view(rng, Rules(4, teams=True), rng.choice([0, 1]))
        view = View.of(replace(record, round=(2, 4)))
        if view.decision not in ("victim", "actor"):
            continue
        asked.add(view.decision)
        engine = ExactEngine(view, "win", seed=1, few_deals=0)
        (world,) = engine.worlds.positions(engine.worlds.sample(1, 0, 1))
        true = [win_chance(world.play(move), engine.utility, engine.side) for move in engine.moves]
        assert engine.samples(0, 1)[:, 0].tolist() == pytest.approx(true, abs=1e-9)


def test_exact_counts_wins_of_two_sides_only() -> None:
    _, view = decided_view(random.Random(1), Rules(4), 3)
    with pytest.raises(DiamondsError, match="two sides only") as caught:
        advise(view, engine="exact", objective="win")
    assert caught.value.code == "E-ENGINE"


def packed() -> NDArray[np.void]:
    return layout.pack([deal(2, 1, 2)])


PASS = replace(random_round(random.Random(3), Rules(3), cards_left=10), play=(), phase=Phase.PASS, pass_count=1, gave=(), got=())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: advise(decided_view(random.Random(1), Rules(4), 3)[1], objective="wins"),
        lambda: solve(deal(3, 1, 2), objective="win"),  # type: ignore[arg-type]
        lambda: evaluate_hand("D15", objective="win"),
        lambda: move_values(deal(2, 1, 2), "joy"),
        lambda: ExactEngine(decided_view(random.Random(1), Rules(2), 3)[1], "joy"),
        lambda: certificate(deal(2, 1, 2), replace(solve(deal(2, 1, 2)), objective="joy")),  # type: ignore[arg-type]
        lambda: values_for(packed(), packed(), Rules(2), 0, "joy"),
        lambda: values_for(packed(), packed(), Rules(2), 0, "win"),
        lambda: Clairvoyant("seer", "joy").knowing(PASS).choose(View.of(PASS, 1), 1),  # type: ignore[arg-type]
    ],
)
def test_objectives_that_do_not_exist_are_the_same_error_everywhere(ask: Callable[[], object]) -> None:
    with pytest.raises(ObjectiveError, match="objective") as caught:
        ask()
    assert caught.value.code == "E-OBJECTIVE"
    assert isinstance(caught.value, ValueError)
