"""The hindsight trace: the values of independent solves, whatever ends it early, and how many threads work on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.analysis.analyse import analyse
from diamonds_solver.errors import HiddenCardsError, ObjectiveError, PositionError
from diamonds_solver.game import HindsightOptions, SolveOptions
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.core.passing import policy_passes
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move, Pass
from diamonds_solver.games.diamonds.round.rules import Rules, sort_key
from diamonds_solver.games.diamonds.solving.solve import MODELS, OBJECTIVES, Model, Objective, Solver, Value, solve
from diamonds_solver.games.diamonds.solving.trace import Trace, TraceInterrupted, TraceStep, hindsight, solve_pass, trace, trace_steps
from diamonds_solver.games.records import loads

from .positions import ALL_RULES, random_position
from .rounds import random_round


def played_on(record: Record, rng: random.Random) -> Record:
    """Played to the end at random."""
    position, play = record.position(), record.play
    while moves := position.moves():
        play = (*play, rng.choice(moves))
        position = position.play(play[-1])
    return replace(record, play=play)


def played_ending(rng: random.Random, rules: Rules) -> Record:
    """A late record, played to the end at random, with all choices."""
    while True:
        try:
            return played_on(Record.of(random_position(rng, rules)), rng)
        except PositionError:  # a choice that no record can begin with
            continue


def moves_of(found: Trace) -> list[tuple[object, ...]]:
    return [tuple((m.move, m.value, m.loss, m.best) for m in step.solution.moves) for step in found.steps]


@given(
    rng=st.randoms(use_true_random=False),
    rules=st.sampled_from(ALL_RULES),
    objective=st.sampled_from(OBJECTIVES),
    model=st.sampled_from(MODELS),
    all_moves=st.booleans(),
    threaded=st.booleans(),
    is_whole=st.booleans(),
)
def test_values_are_those_of_independent_solves(
    rng: random.Random, rules: Rules, objective: Objective, model: Model, all_moves: bool, threaded: bool, is_whole: bool
) -> None:
    record = played_ending(rng, rules)
    if not is_whole:
        record = replace(record, play=record.play[: rng.randint(0, len(record.play))])
    found = trace(record, objective=objective, model=model, all_moves=all_moves, threads=2 if threaded else 1, memory=8 << 20)
    assert [step.index for step in found.steps] == list(range(len(record.play)))
    assert not found.stopped
    solver = Solver(8 << 20)
    for step in found.steps:
        position, after = (replace(record, play=record.play[: step.index + played]).position() for played in (0, 1))
        solver.clear()
        alone = solver.solve(position, objective=objective, model=model)
        values = {m.move: m.value for m in alone.moves}
        assert (step.solution.value, set(step.solution.best_moves)) == (alone.value, set(alone.best_moves))
        assert step.played.exact
        for m in step.solution.moves:
            assert m.value == values[m.move] or not (all_moves or m.exact)
        assert step.played.loss == 0 or not step.played.best
        check_lines(
            position, after, step, objective, model, knows_reply=model == "paranoid" or is_whole or step.index < len(record.play) - 1
        )


def check_lines(position: Position, after: Position, step: TraceStep, objective: Objective, model: Model, knows_reply: bool) -> None:
    """Best play, and play `after` the move that was decided, bring what they are said to."""
    solution, played = step.solution, step.played
    assert solution.line[0] in solution.best_moves
    assert gained(position, end_of(position, solution.line), step.side, objective, model) == solution.value
    if played.loss and knows_reply:
        assert gained(position, end_of(position, solution.reply), step.side, objective, model) == played.value
        assert gained(position, end_of(after, step.reply), step.side, objective, model) == played.value


def end_of(position: Position, line: Sequence[Move]) -> Position:
    for move in line:
        position = position.play(move)
    assert position.is_over
    return position


def gained(position: Position, end: Position, side: int, objective: Objective, model: Model) -> Value:
    rules = position.rules
    gains = [after - before for after, before in zip(end.points(), position.points(), strict=True)]
    by_side = tuple(sum(gains[seat] for seat in seats) for seats in rules.sides)
    if model == "maxn":
        return by_side
    own = by_side[side]
    margin = Fraction(own) - Fraction(sum(by_side) - own, len(by_side) - 1)
    return own if objective == "points" else float(margin)


def late_round(players: int = 4, seed: int = 1, cards: int = 4) -> Record:
    """The last tricks of a round; its record knows no others."""
    rng = random.Random(seed)
    position = random_round(rng, Rules(players), cards_left=cards).position()
    while position.table.cards or position.table.choices():
        position = position.play(rng.choice(position.moves()))
    return played_on(Record.of(position), rng)


def test_limits_leave_proven_bounds() -> None:
    record = late_round(cards=6)
    whole, limited = trace(record), trace(record, node_limit=300)
    assert limited.stopped
    assert len(limited.steps) == len(whole.steps)
    assert limited.steps[-1].solution.exact
    assert not limited.steps[0].solution.exact
    for known, proven in zip(whole.steps, limited.steps, strict=True):
        values = {m.move: m.value for m in known.solution.moves}
        for m in proven.solution.moves:
            assert m.bounds is not None
            assert m.bounds[0] <= values[m.move] <= m.bounds[1]


def test_who_asks_for_an_end_gets_what_is_done() -> None:
    record, asked = late_round(), 0

    def stops() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    found = trace(record, should_stop=stops)
    assert found.stopped
    assert 0 < len(found.steps) < len(record.play)
    assert found.steps[-1].index == len(record.play) - 1


def test_ctrl_c_leaves_what_is_done() -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(TraceInterrupted) as caught:
        trace(late_round(), on_progress=interrupt)
    assert len(caught.value.trace.steps) == 3
    assert caught.value.trace.stopped


def test_a_failure_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise MemoryError("no table")

    monkeypatch.setattr(Solver, "answer", fails)
    with pytest.raises(MemoryError, match="no table"):
        list(trace_steps(late_round(), SolveOptions("margin"), threads=2))


def test_a_choice_played_apart_from_its_card_is_worth_its_best_victim() -> None:
    """A record may have C3 and >P2 as two decisions."""
    rng = random.Random(3)
    while True:
        record = played_ending(rng, Rules(4))
        found = next((i for i, move in enumerate(record.play) if move.card is not None and move.victim is not None), None)
        if found is not None:
            break
    move = record.play[found]
    apart = replace(record, play=(*record.play[:found], move._replace(victim=None), move._replace(card=None), *record.play[found + 1 :]))
    one, two = trace(record).steps, trace(apart).steps
    assert two[found].played.value == max(m.value for m in one[found].solution.moves if m.move.card == move.card)
    assert two[found + 1].played.move == move._replace(card=None)


def test_hidden_cards() -> None:
    record = late_round()
    hidden = replace(record, hands=(replace(record.hands[0], known=frozenset(), unknown=record.hands[0].size), *record.hands[1:]))
    assert moves_of(trace(hidden)) == moves_of(trace(record))  # they were all played
    hidden = replace(hidden, play=record.play[:-9])
    hidden = replace(
        hidden, hands=(hidden.hands[0], replace(hidden.hands[1], known=frozenset(), unknown=hidden.hands[1].size), *hidden.hands[2:])
    )
    with pytest.raises(HiddenCardsError):
        trace(hidden)
    assert list(hindsight(list(GAME.records.decisions(hidden)), HindsightOptions("margin"))) == []


@pytest.mark.parametrize("model", MODELS)
def test_as_the_game_tells_it(model: Model) -> None:
    record = late_round(3)
    found = list(hindsight(list(GAME.records.decisions(record)), HindsightOptions("points", model=model)))
    decisions = list(GAME.records.decisions(record))
    assert [index for index, _ in found] == list(reversed(range(len(decisions))))
    for index, what in found:
        solution = solve(decisions[index].record.position(), objective="points", model=model)
        side = decisions[index].seat
        value = solution.value[side] if isinstance(solution.value, tuple) else solution.value
        assert (what.exact, what.value, set(what.best)) == (True, value, {m.move for m in solution.moves if m.loss == 0})
        played = next(m for m in solution.moves if m.move == decisions[index].move)
        assert what.loss == played.loss
        assert {move for move, _ in what.moves} == {m.move for m in solution.moves}
        assert what.points is not None
        assert len(what.points) == 3


def test_an_objective_that_is_none() -> None:
    with pytest.raises(ObjectiveError):
        hindsight(list(GAME.records.decisions(late_round())), HindsightOptions("win"))


def passing(rules: Rules, count: int, seed: int) -> tuple[Record, list[Pass]]:
    """A whole deal before the pass, and what rule-based players pass."""
    start = deal(rules, np.random.default_rng(seed))
    masks = policy_passes(layout.pack([start]), rules, count)[0].tolist()
    cards = [sorted((card for card in rules.deck if mask >> card & 1), key=sort_key) for mask in masks]
    return replace(Record.of(start), phase=Phase.PASS, pass_count=count), [Pass(tuple(each)) for each in cards]


def after_pass(record: Record, gave: Sequence[Pass]) -> Position:
    hands = [set(hand.known) for hand in record.hands]
    for seat, own in enumerate(gave):
        hands[seat] -= set(own.cards)
    for seat, own in enumerate(gave):
        hands[record.rules.receiver(seat)] |= set(own.cards)
    return Position(record.start_table(), tuple(map(frozenset, hands)))


@pytest.mark.parametrize(
    ("rules", "count", "objective"), [(Rules(2), 2, "margin"), (Rules(2, perfect=True), 1, "points"), (Rules(3), 1, "margin")]
)
@pytest.mark.parametrize("node_limit", [None, 2000])
def test_every_pass_against_its_own_solve(rules: Rules, count: int, objective: Objective, node_limit: int | None) -> None:
    """Of the seat that leads, from whose side `solve` values the start of the round."""
    record, gave = passing(rules, count, 3)
    seat = record.lead
    found = solve_pass(record, gave, seat, Solver(8 << 20), SolveOptions(objective, node_limit=node_limit))
    values, solver = {}, Solver(8 << 20)
    for one in found.values:
        position = after_pass(record, [one.move if giver == seat else own for giver, own in enumerate(gave)])
        values[one.move] = value = solver.solve(position, objective=objective, all_moves=False).value
        assert isinstance(value, int | float)
        assert one.lower - 1e-9 <= value <= one.upper + 1e-9
    assert len(values) == comb(rules.hand_size, count)
    assert found.stopped == (node_limit is not None)
    if node_limit is None:
        assert found.exact
        assert found.bounds == (max(values.values()),) * 2
        assert (found.made.move, found.made.lower) == (gave[seat], values[gave[seat]])


def test_only_what_is_wanted() -> None:
    """With what its values need: of the same side, and later in the round."""
    decisions = list(GAME.records.decisions(late_round(3)))
    whole = dict(hindsight(decisions, HindsightOptions("margin")))
    for wanted in ({2}, {1, 4}, {len(decisions) - 1}, set()):
        found = dict(hindsight(decisions, HindsightOptions("margin", wanted=wanted)))
        assert found.keys() >= wanted
        assert {decisions[index].seat for index in found} == {decisions[index].seat for index in wanted}
        assert min(found, default=None) == min(wanted, default=None)
        for index in wanted:
            assert (found[index].value, set(found[index].best), found[index].loss) == (
                whole[index].value,
                set(whole[index].best),
                whole[index].loss,
            )


@pytest.mark.parametrize("limit", range(200, 4200, 500))
def test_which_losses_a_pass_reaches_is_proven_first(limit: int) -> None:
    """With few nodes too it is told of each loss that was proven, and rightly."""
    record, gave = passing(Rules(3), 1, 3)
    losses = (1.0, 2.0, 3.0)
    for seat in range(3):
        exact = solve_pass(record, gave, seat, Solver(8 << 20), SolveOptions("margin"))
        loss = exact.bounds[0] - exact.made.lower
        found = solve_pass(record, gave, seat, Solver(8 << 20), SolveOptions("margin", node_limit=limit), losses=losses)
        least, most = found.bounds[0] - found.made.upper, found.bounds[1] - found.made.lower
        assert least <= loss <= most
        if found.nodes < 2 * limit:  # more than the exact values may take: the losses were decided before
            assert [least >= each for each in losses] == [loss >= each for each in losses]


def test_proofs_of_the_play_serve_its_passes() -> None:
    record, gave = passing(Rules(3), 1, 3)
    cold = solve_pass(record, gave, record.lead, Solver(8 << 20), SolveOptions("margin"))
    solver = Solver(8 << 20)
    solver.solve(after_pass(record, gave), all_moves=False)
    warm = solve_pass(record, gave, record.lead, solver, SolveOptions("margin"))
    assert warm.values == cold.values
    assert warm.nodes < cold.nodes


def test_the_game_tells_of_passes_and_not_of_counts() -> None:
    rules = Rules(2)
    record, gave = passing(rules, 2, 1)
    position = after_pass(record, gave)
    hands = tuple(Hand(hand, 0) for hand in position.hands)
    cards = [frozenset(own.cards) for own in gave]
    record = replace(record, phase=Phase.PLAY, hands=hands, gave=tuple(cards), got=tuple(reversed(cards)))
    record = played_on(record, random.Random(1))
    decisions = list(GAME.records.decisions(record))
    found = list(hindsight(list(GAME.records.decisions(record)), HindsightOptions("margin", threads=2)))
    assert [decisions[index].decision for index in (0, 1, 2, 3)] == ["count", "pass", "pass", "card"]
    assert [index for index, _ in found] == list(reversed(range(1, len(decisions))))
    for index, what in found[-2:]:
        assert what.exact
        assert what.loss is not None
        assert what.loss >= 0
        assert (decisions[index].move in what.best) == (what.loss == 0)
    assert [
        index for index, _ in hindsight(list(GAME.records.decisions(record)), HindsightOptions("margin", model="maxn", time_limit=0.01))
    ][-1] == 3


def test_what_max_n_marks_best_is_the_same_everywhere() -> None:
    """P3 may rob either and gains the same; the order of max^n puts P1 first, as P2 is left with less."""
    text = (
        "diamonds 1; players 3; variant perfect; dealer P1; lead P2; hand P1 H8 H6 C1; hand P2 H7 S4 C3; hand P3 D7 D1 C8;"
        "showroom 1 3 6; vault 0 5 2; play H7 D1 H8 C1 C3 C8 >P2 D7 H6 S4 >P1"
    )
    record = loads(text)
    assert GAME.solving is not None
    (step,) = (one for one in GAME.solving.steps(record) if one.number == 7)
    solution = solve(GAME.solving.record_at(record, step).position(), model="maxn")
    assert [(str(move.move), move.loss, move.best) for move in solution.moves] == [(">P1", 0, True), (">P2", 0, False)]
    judged = analyse(record, known=False, model="maxn")
    looks = {one.number: one.hindsight for one in judged}
    assert looks[7] is not None
    assert (tuple(map(str, looks[7].best)), looks[7].loss) == ((">P1",), 0)
    (traced,) = (one for one in trace(record, model="maxn").steps if one.index == 6)
    assert traced.solution.best_moves == solution.best_moves
    assert [one.trick for one in judged] == [one.trick for one in GAME.solving.steps(record)]
