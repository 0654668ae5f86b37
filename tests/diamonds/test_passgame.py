"""The pass of 2-player Perfect Diamonds as a game: against whole matrices, other answers, and every way to ask."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import diamonds_solver as ds
from diamonds_solver.errors import DiamondsError, HiddenCardsError
from diamonds_solver.game import EngineRequest
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.advising.advise import engine_for, make_engine
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Pass
from diamonds_solver.games.diamonds.round.rules import Rules, sort_key
from diamonds_solver.games.diamonds.solving.equilibrium import CountSolution, PassCells, equilibrium
from diamonds_solver.games.diamonds.solving.reference import move_values
from diamonds_solver.games.diamonds.solving.solve import Solver
from diamonds_solver.search.matrix import Floats, best_mix
from tests.program import assert_plain_error, diamonds

PERFECT = Rules(2, perfect=True)
HAND = "D8,7 H8,5,2 S8,6,4,1 C8,7,6,5,3,2,1"
ANN = f"diamonds 1; players Ann Bob; variant perfect; dealer Ann; see Ann; hand Ann {HAND}"


def never() -> bool:
    return False


def whole_matrix(position: Position, count: int) -> Floats:
    """Every cell."""
    cells = PassCells(position, count, [Solver(64 << 20)])
    rows = cells.rows(range(cells.shape[0]), never)
    assert rows is not None
    return rows


def check_certificate(position: Position, solution: CountSolution, matrix: Floats) -> None:
    """The value, and what both mixes guarantee, in the whole matrix."""
    leader = position.table.leader
    hands = [sorted(position.hands[seat], key=sort_key) for seat in (leader, 1 - leader)]
    rows, columns = (list(combinations(hand, solution.count)) for hand in hands)
    mixes = dict(solution.passes[leader].chances), dict(solution.passes[1 - leader].chances)
    row_mix, column_mix = np.array([mixes[0].get(each, 0) for each in rows]), np.array([mixes[1].get(each, 0) for each in columns])
    assert solution.value == pytest.approx(float((best_mix(matrix) @ matrix).min()), abs=1e-6)
    assert (row_mix @ matrix).min() == pytest.approx(solution.value, abs=1e-6)
    assert (matrix @ column_mix).max() == pytest.approx(solution.value, abs=1e-6)
    pure = solution.single["pure"]
    assert solution.value - pure[leader].loss == pytest.approx(float(matrix.min(axis=1).max()), abs=1e-6)
    assert solution.value + pure[1 - leader].loss == pytest.approx(float(matrix.max(axis=0).min()), abs=1e-6)
    for name in ("pure", "rules"):
        row, column = rows.index(solution.single[name][leader].cards), columns.index(solution.single[name][1 - leader].cards)
        assert solution.value - solution.single[name][leader].loss == pytest.approx(float(matrix[row].min()), abs=1e-6)
        assert solution.value + solution.single[name][1 - leader].loss == pytest.approx(float(matrix[:, column].max()), abs=1e-6)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 21))
def test_whole_deals_against_whole_matrices(seed: int) -> None:
    position = deal(PERFECT, seed)
    counts = (1,) if seed > 2 else (1, 2)
    for count, solution in equilibrium(position, counts=counts).counts.items():
        assert solution.exact
        check_certificate(position, solution, whole_matrix(position, count))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cards", [4, 6, 8])
def test_reduced_decks_against_whole_matrices(cards: int, seed: int) -> None:
    position = deal(PERFECT, seed, cards)
    for count, solution in equilibrium(position).counts.items():
        check_certificate(position, solution, whole_matrix(position, count))


def test_cells_are_values_of_the_exhaustive_search() -> None:
    position = deal(PERFECT, 5, 4)
    cells = PassCells(position, 2, [Solver(1 << 20)])
    matrix = cells.rows(range(cells.shape[0]), never)
    assert matrix is not None
    leader = position.table.leader
    for row, given in enumerate(cells.passes[0]):
        for column, got in enumerate(cells.passes[1]):
            hands = [position.hands[seat] for seat in (0, 1)]
            hands[leader] = hands[leader] - set(given) | set(got)
            hands[1 - leader] = hands[1 - leader] - set(got) | set(given)
            assert matrix[row, column] == max(move_values(Position(position.table, (hands[0], hands[1]))).values())


def test_threads_and_order_change_nothing() -> None:
    position = deal(PERFECT, 7)
    one = equilibrium(position, counts=(1, 2)).counts
    two = equilibrium(position, counts=(2, 1), threads=2).counts
    assert [solution.to_dict() | {"cells": 0} for solution in one.values()] == [s.to_dict() | {"cells": 0} for s in two.values()]


def test_a_limit_leaves_bounds_that_hold() -> None:
    position = deal(PERFECT, 3)
    value = equilibrium(position, counts=(2,), single=False).counts[2].value
    told: list[tuple[int, float, float]] = []
    stopped = equilibrium(position, counts=(2,), on_progress=lambda *bounds: told.append(bounds), should_stop=lambda: len(told) >= 2)
    assert not stopped.complete
    lower, upper = stopped.counts[2].bounds
    assert (2, lower, upper) == told[-1]
    assert lower <= value <= upper
    assert lower < upper
    assert equilibrium(position, time_limit=0).counts == {}
    assert equilibrium(position, time_limit=0).count is None


def test_one_hand_is_enough() -> None:
    one = equilibrium(ds.loads(f"{ANN}; phase pass; pass 1"))
    both = equilibrium(ds.loads(f"{ANN}; hand Bob D6-1 H7,6,4,3,1 S7,5,3,2 C4; phase pass; pass 1".replace("D6-1", "D6,5,4,3,2,1")))
    assert list(one.counts) == [1] == list(both.counts)
    assert one.counts[1].to_dict() == both.counts[1].to_dict()


@pytest.mark.long
def test_the_dealer_takes_the_best_number() -> None:
    found = equilibrium(deal(PERFECT, 3))
    assert found.complete
    assert list(found.counts) == [1, 2, 3]
    assert found.count == min((1, 2, 3), key=lambda count: (round(found.counts[count].value, 6), count))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("diamonds 1; players 2; phase choose", "E-GAME"),
        ("diamonds 1; players 3; variant perfect", "E-GAME"),
        ("diamonds 1; players 2; variant perfect; hand P1 D8,5; hand P2 D7,6; lead P1; play D8", "E-PHASE"),
        (f"{ANN}; gave Ann C2; got Ann D1; phase play".replace("C8,7,6,5,3,2,1", "C8,7,6,5,3,1").replace("D8,7", "D8,7,1"), "E-PHASE"),
        ("diamonds 1; players 2; variant perfect; phase choose", "E-HIDDEN"),
    ],
)
def test_what_is_no_pass_is_refused(text: str, code: str) -> None:
    with pytest.raises(DiamondsError) as caught:
        equilibrium(ds.loads(text))
    assert caught.value.code == code
    assert (code == "E-HIDDEN") == isinstance(caught.value, HiddenCardsError)


@pytest.mark.parametrize("counts", [(), (0,), (4,)])
def test_numbers_of_cards_that_cannot_be_passed(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="1 to 3 cards"):
        equilibrium(deal(PERFECT, 1), counts=counts)


def test_another_deal_is_refused() -> None:
    with pytest.raises(DiamondsError):
        equilibrium(deal(Rules(2), 1))


# -- advice -------------------------------------------------------------------------------------------------------------------------------


def test_advice_takes_it_for_the_pass() -> None:
    advice = ds.advise(ds.loads(f"{ANN}; phase pass; pass 1"), seed=1)
    solution = equilibrium(ds.loads(f"{ANN}; phase pass; pass 1")).counts[1]
    assert advice.engine == "equilibrium"
    assert advice.exact
    means = {str(move.move): move.mean for move in advice.moves}
    assert max(means.values()) == pytest.approx(-solution.value)  # Ann deals, values are the leader's
    for cards, _ in solution.passes[0].chances:
        assert means[str(type(advice.moves[0].move)(cards))] == pytest.approx(-solution.value)  # type: ignore[call-arg]


@pytest.mark.long
def test_advice_takes_it_for_the_number() -> None:
    record = ds.loads(f"{ANN}; phase choose")
    advice = ds.advise(record, seed=1, threads=2)
    assert advice.engine == "equilibrium"
    assert advice.exact
    assert advice.best == equilibrium(record, single=False).count


def test_other_objectives_go_by_playouts() -> None:
    record = ds.loads(f"{ANN}; phase pass; pass 3")
    assert make_engine(ds.View.of(record), objective="points", worlds=5).name == "playout"
    with pytest.raises(DiamondsError, match="margins"):
        make_engine(ds.View.of(record), "equilibrium", objective="points")


@pytest.mark.parametrize(("phase", "counts"), [("phase pass; pass 3", 1), ("phase choose", 3)])
def test_something_is_proven_however_short_the_time_is(phase: str, counts: int) -> None:
    """On a slow machine, too: the limit counts from the first proven bounds of every number of cards."""
    engine = make_engine(ds.View.of(ds.loads(f"{ANN}; {phase}")), "equilibrium", time_limit=1e-9)
    assert engine.samples(0, 1).shape == (len(engine.moves), 1)
    assert np.isfinite(engine.samples(0, 1)).all()
    assert counts == 1 or engine.moves == (1, 2, 3)


def test_a_pass_that_was_made_is_valued() -> None:
    """Also where it is among the worst."""
    view = ds.View.of(ds.loads(f"{ANN}; phase pass; pass 1"))
    mixed = equilibrium(view.record).counts[1].passes[0]
    worst = Pass(mixed.passes[int(mixed.values.argmin())])
    engine = engine_for(view, EngineRequest("equilibrium", keep=(worst,)))
    assert engine.moves[-1] == worst
    assert engine.samples(0, 5)[-1].tolist() == [mixed.values.min()]


@pytest.mark.long
def test_passes_of_a_played_game_are_judged_by_it() -> None:
    record = ds.load(str(find_game("diamonds").examples()["game-perfect2"]))
    analysis = ds.analyse(record, worlds=2, seed=1, rounds=[1], hindsight=False)
    passes = [judged.known for judged in analysis if judged.decision == "pass"]
    assert len(passes) == 2
    for known in passes:
        assert known is not None
        assert known.advice.engine == "equilibrium"
        assert known.loss >= 0


def test_what_is_not_proven_has_no_verdict() -> None:
    """A mix that the other player can still gain on says nothing for sure."""
    advice = ds.advise(ds.loads(f"{ANN}; phase pass; pass 2"), seed=1, time_limit=1e-9)
    assert advice.engine == "equilibrium"
    assert not advice.exact
    assert advice.verdict == "too close"
    assert not any(move.excluded for move in advice.moves)
    assert any("stopped before the end" in note for note in advice.notes)


def test_it_values_no_cards_to_play() -> None:
    with pytest.raises(DiamondsError, match="passes only"):
        ds.advise(ds.example("advice"), engine="equilibrium")


# -- the command --------------------------------------------------------------------------------------------------------------------------


def answers(*args: str, stdin: str = "") -> list[dict[str, Any]]:
    answer = diamonds("equilibrium", *args, "--json", stdin=stdin)
    assert answer.code == 0, answer.err
    return [json.loads(line) for line in answer.out.splitlines()]


def test_the_command_as_json() -> None:
    (found,) = answers(f"{ANN}; id x; phase pass; pass 1")
    assert found["id"] == "x"
    assert found["players"] == ["Ann", "Bob"]
    assert (found["dealer"], found["leader"], found["count"], found["finished"]) == ("P1", "P2", 1, True)
    solution = found["counts"]["1"]
    assert solution["gap"] == pytest.approx([0, 0], abs=1e-6)
    assert sum(each["chance"] for each in solution["passes"]["P2"]) == pytest.approx(1)
    assert solution["single"]["pure"]["P1"]["loss"] >= 0


def test_random_deals_repeat() -> None:
    first, again = (answers("--deals", "2", "--count", "1", "--seed", "4", *more) for more in ((), ("--threads", "1")))
    for found in (*first, *again):
        del found["seconds"]
    assert first == again
    assert [found["id"] for found in first] == ["deal-4-1", "deal-4-2"]


def test_the_command_for_people() -> None:
    answer = diamonds("equilibrium", f"{ANN}; phase pass; pass 1", "--no-single")
    assert answer.code == 0
    assert "Ann deals, Bob leads" in answer.out
    assert "certificate: no pass" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


def test_a_limit_and_require_exact() -> None:
    answer = diamonds("equilibrium", "--deals", "1", "--seed", "1", "--time-limit", "1ms", "--require-exact")
    assert answer.code == 4
    assert "stopped before" in answer.out


def test_bad_input() -> None:
    assert_plain_error(diamonds("equilibrium", "diamonds 1; players 4; hand P1 D8"), 3)
    assert_plain_error(diamonds("equilibrium", "--deals", "1", "x.dia"), 2)
    assert_plain_error(diamonds("equilibrium", "--deals", "1", "--count", "4"), 2)
