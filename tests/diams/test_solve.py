"""Values: stored ones of an independent program, plain expectiminimax, and what bounds must keep."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from diamonds_solver.errors import DiamondsError, ObjectiveError, PositionError
from diamonds_solver.game import SolveInterrupted
from diamonds_solver.games.diams.core import _solver
from diamonds_solver.games.diams.core.layout import pack, pack_rules
from diamonds_solver.games.diams.round.rules import DIAMONDS, FORCED_SALES, Cards, Rules, X, diamond, quality, taken_away
from diamonds_solver.games.diams.round.state import Phase, State, safe_of
from diamonds_solver.games.diams.solve import OBJECTIVES, Budget, Goal, LimitError, Objective, bounds, goal, solve

from .states import dealt, names, of_case, play, stepped, table

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_stored_values(case: dict[str, Any]) -> None:
    state = of_case(case["record"])
    assert (f"P{state.to_move + 1}", str(state.phase)) == (case["to_move"], case["decision"])
    for objective in OBJECTIVES:
        solution = solve(state, objective=objective)
        assert solution.exact
        assert not solution.stopped
        assert {str(m.move): m.value for m in solution.moves} == {name: pytest.approx(v) for name, v in case[objective].items()}
        assert solution.value == pytest.approx(max(case[objective].values()))
    if case["maxn"] is None:
        with pytest.raises(DiamondsError) as caught:
            solve(state, model="maxn")
        assert caught.value.code == "E-MODEL"
    else:
        solution = solve(state, model="maxn")
        assert {m["move"]: m["value"] for m in solution.to_dict()["moves"]} == case["maxn"]


def plain(state: State, seat: int, objective: Objective) -> float:
    """Expectiminimax with nothing remembered, drawing the cards of the pile one order after the other."""
    if state.phase is Phase.OVER:
        return goal(objective, seat)(state.points())
    if state.is_chance:
        return sum(chance * plain(state.turned_up(cards), seat, objective) for cards, chance in state._orders((), state.pile, 1.0))
    values = [plain(state.after(move), seat, objective) for move in state.moves()]
    return max(values) if state.to_move == seat else min(values)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_as_plain_expectiminimax(objective: Objective) -> None:
    state = table("4,4|", "4,2|9,9,9", market="2,6", pile="4,1,X", phase="draw")
    solution = solve(state, objective=objective)
    for answer in solution.moves:
        assert answer.value == pytest.approx(plain(state.after(answer.move), 0, objective))


def few(rng: Random) -> State:
    """A state with few cards: in the last lap, or with a short pile, known or not."""
    players = rng.choice([2, 2, 3])
    rules = Rules(players)
    laid = rng.sample([diamond(each) for each in (1, 2, 3, 7)], players)
    deck = [kind for kind in taken_away(rules.deck, (X,)) if kind not in laid]
    rng.shuffle(deck)
    deck = [kind for kind in deck if kind >= 8 or rng.random() < 0.5]  # rather low qualities, which add up

    def taken(size: int) -> Cards:
        return tuple(sorted(deck.pop() for _ in range(size)))

    hands = tuple(taken(rng.randint(1, 3)) for _ in range(players))
    pile_size = rng.choice([0, 0, 0, 1, 2])
    market = [deck.pop() for _ in range(3)]
    used = tuple(sorted(kind for kind in market if kind in FORCED_SALES))
    market = [kind for kind in market if kind not in FORCED_SALES]
    while len(market) < 3:
        market += [kind for kind in [deck.pop()] if kind not in FORCED_SALES]
    safes = tuple(safe_of((laid.pop(),) * 3) if rng.random() < 0.5 else () for _ in hands)
    pile = (*taken(pile_size), X) if pile_size else ()
    turn = rng.randrange(players)
    return State(
        rules=rules,
        hands=hands,
        safes=safes,
        market=tuple(sorted(market)),
        pile=tuple(rng.sample(pile, len(pile))) if (is_stack := rng.random() < 0.5) else pile,
        is_stack=is_stack,
        used=used,
        closed=None if pile else rng.randrange(players),
        turn=turn,
        phase=Phase.DRAW if pile else Phase.ACT,
    ).settled()


def lap(rng: Random) -> State:
    """A state in the last lap of two to five players with few cards, some of which can be laid, and often with forced-sale cards."""
    players = rng.randint(2, 5)
    rules = Rules(players, loupes=(rng.choice([0, 1, 2, 5]),) * 10)
    wanted = rng.sample(range(1, 11), rng.randint(2, 6))
    deck = [kind for kind in taken_away(rules.deck, (X,)) if (kind >= DIAMONDS and rng.random() < 0.4) or quality(kind) in wanted]
    rng.shuffle(deck)

    def of_one(sizes: Sequence[int]) -> Cards:
        """Cards of one quality, if there are as many."""
        size, each = rng.choice(sizes), rng.choice(wanted)
        cards = [kind for kind in deck if kind < DIAMONDS and quality(kind) == each][:size]
        if len(cards) < size:
            return ()
        for kind in cards:
            deck.remove(kind)
        return tuple(cards)

    safes = tuple(safe_of(of_one((0, 0, 2, 3, 4))) for _ in range(players))
    hands = [of_one((0, 0, 3)) for _ in range(players)]
    hands = [tuple(sorted((*hand, *(deck.pop() for _ in range(min(len(deck), rng.randint(1, 2))))))) for hand in hands]
    rest = [deck.pop() for _ in range(min(len(deck), rng.choice([0, 2, 4])))]
    pile = tuple(sorted(deck.pop() for _ in range(min(len(deck), rng.choice([0, 0, 1, 4])))))
    held = [kind for hand in hands for kind in hand]
    return State(
        rules=rules,
        hands=tuple(hands),
        safes=safes,
        market=tuple(sorted(kind for kind in rest if kind < DIAMONDS)),
        pile=pile,
        is_stack=False,
        used=tuple(kind for kind in FORCED_SALES if kind not in held and kind not in pile),
        closed=rng.randrange(players),
        turn=rng.randrange(players),
        phase=Phase.ACT,
    ).settled()


class Paranoid:
    """The values for one seat against all others together, every state that can be reached valued once."""

    def __init__(self, seat: int, worth: Goal, budget: Budget) -> None:
        self.seat, self._worth, self._budget = seat, worth, budget
        self._known: dict[tuple[object, ...], float] = {}

    def of(self, state: State) -> float:
        """The value of a state. Raises LimitError."""
        key = state[1:]
        value = self._known.get(key)
        if value is None:
            self._budget.take()
            value = self._known[key] = self._value(state)
        return value

    def _value(self, state: State) -> float:
        if state.phase is Phase.OVER:
            return self._worth(state.points())
        if state.is_chance:
            return sum(chance * self.of(state.turned_up(cards)) for cards, chance in state.chances().items())
        pick = max if state.to_move == self.seat else min
        return pick(self.of(state.after(move)) for move in state.moves())


def compared(make: Callable[[Random], State], seeds: range) -> tuple[int, int, int]:
    """How many states both searches solved, and how many states each looked into."""
    count = plain_nodes = pruned_nodes = 0
    for seed in seeds:
        rng = Random(seed)
        state, objective = make(rng), rng.choice(OBJECTIVES)
        if state.phase is Phase.OVER or state.is_chance:
            continue
        budget = Budget(3000, None, None)
        plain = Paranoid(state.to_move, goal(objective, state.to_move), budget)
        try:
            values = {move: pytest.approx(plain.of(state.after(move))) for move in state.moves()}
        except LimitError:
            continue
        pruned = solve(state, objective=objective)
        assert pruned.exact, seed
        assert {answer.move: answer.value for answer in pruned.moves} == values, seed
        count += 1
        plain_nodes += budget.nodes
        pruned_nodes += pruned.nodes
    return count, plain_nodes, pruned_nodes


@pytest.mark.parametrize("count", [60, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("make", [few, lap])
def test_alpha_beta_as_plain_search(make: Callable[[Random], State], count: int) -> None:
    """Every move has the same value, and fewer states are looked into."""
    solved, plain_nodes, pruned_nodes = compared(make, range(count))
    assert solved > count / 3
    assert pruned_nodes < 0.8 * plain_nodes


TECHNIQUES = range(1, 8)
"""All sets of techniques that a build with switches leaves out (``Technique`` of ``csrc/diams/search/lastlap.h``)."""


@pytest.mark.skipif(not _solver.has_switches(), reason="techniques can be switched off in builds with switches only (make asan)")
@pytest.mark.parametrize("seed", range(100))
def test_no_technique_changes_a_value(seed: int) -> None:
    rng = Random(seed)
    state, objective = rng.choice([few, lap])(rng), rng.choice(OBJECTIVES)
    question = pack_rules(state.rules), rng.randrange(state.rules.players), objective, *bounds(state, objective), 1 << 24
    wanted = _solver.AlphaBeta(*question).value(pack([state]), 1 << 20)
    for off in TECHNIQUES:
        assert _solver.AlphaBeta(*question, off).value(pack([state]), 1 << 24) == pytest.approx(wanted)


@pytest.mark.parametrize("max_nodes", [1, 50, 500])
def test_bounds_nest_and_hold_under_a_limit(max_nodes: int) -> None:
    state = of_case(next(case["record"] for case in CASES if case["id"] == "diams-4-14"))
    whole = solve(state)
    assert whole.bounds is not None
    exact = {answer.move: answer.value for answer in whole.moves}
    limited = solve(state, max_nodes=max_nodes)
    assert limited.nodes <= max_nodes
    assert limited.stopped
    assert not limited.exact
    assert limited.bounds is not None
    assert limited.bounds[0] <= whole.bounds[0] <= whole.bounds[1] <= limited.bounds[1]
    for answer in limited.moves:
        value = exact[answer.move]
        assert answer.bounds is not None
        assert isinstance(value, float | int)
        assert answer.bounds[0] <= value <= answer.bounds[1]


@pytest.mark.long
def test_no_end_is_outside_of_the_bounds() -> None:
    for seed in range(20):
        rng = Random(seed)
        start = state = dealt(rng, 2 + seed % 4)
        while state.phase is not Phase.OVER:
            state = stepped(state, rng)
        for objective in OBJECTIVES:
            low, high = bounds(start, objective)
            assert all(low <= goal(objective, seat)(state.points()) <= high for seat in range(state.rules.players)), objective


def test_the_line_ends_at_the_first_draw_whose_card_is_not_known() -> None:
    known = solve(of_case(next(case["record"] for case in CASES if case["id"] == "diams-4-9")))
    assert [str(move) for move in known.line][:2] == ["safe:7+7+7", "draw"]
    assert known.points is not None
    unknown = solve(of_case(next(case["record"] for case in CASES if case["id"] == "diams-4-14")))
    assert len(unknown.line) == 2
    assert str(unknown.line[-1]) in ("draw", "open")
    assert unknown.points is None


def test_a_round_that_is_over() -> None:
    state = play(table("1", "|7,7,7", market="3", pile="", closed=1, turn=0), "put:1")
    assert state.phase is Phase.OVER
    assert names(state) == []
    solution = solve(state)
    assert solution.value == 12 - 5
    assert solution.moves == ()
    assert solution.to_dict()["to_move"] is None


def test_ctrl_c_keeps_what_was_found() -> None:
    looks = iter([False, True])
    state = dealt(Random(1), 3)
    solution = solve(state, should_stop=lambda: next(looks))
    assert solution.interrupted
    assert solution.stopped
    assert not solution.exact

    def press() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(SolveInterrupted) as caught:
        solve(state, should_stop=press)
    assert caught.value.solution.interrupted
    assert caught.value.solution.bounds == bounds(state, "margin")


def test_what_cannot_be_asked() -> None:
    state = table("5", "6", market="5", stack="1,X", phase="draw")
    with pytest.raises(ObjectiveError):
        solve(state, objective="gain")  # type: ignore[arg-type]
    with pytest.raises(DiamondsError, match="model"):
        solve(state, model="max")  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        solve(play(state, "draw"))
    with pytest.raises(ValueError, match="max_nodes"):
        solve(state, max_nodes=0)
    with pytest.raises(ValueError, match="time_limit"):
        solve(state, time_limit=0)


def test_answers_as_json() -> None:
    case = CASES[0]
    found = solve(of_case(case["record"])).to_dict()
    assert found["game"] == "diams"
    assert found["moves"][0] == {
        "move": "=9",
        "value": 8,
        "bounds": [8, 8],
        "exact": True,
        "loss": 0.0,
        "best": True,
    }
    assert "bounds" not in solve(of_case(case["record"]), model="maxn").to_dict()


def test_little_memory_costs_time_and_no_value() -> None:
    state = of_case(next(case["record"] for case in CASES if case["id"] == "diams-4-14"))
    whole, small = solve(state), solve(state, memory=1)
    assert small.exact
    assert small.nodes >= whole.nodes
    assert {answer.move: answer.value for answer in small.moves} == pytest.approx({answer.move: answer.value for answer in whole.moves})
    assert not solve(state, model="maxn", memory=1).exact
    crowded = solve(table("4,4,7|", "4,2,5|9,9,9", market="2,6,1", pile="4,1,3,5,7,2,X", phase="draw"), memory=0, max_nodes=100_000)
    assert crowded.nodes == 100_000
    assert crowded.stopped
