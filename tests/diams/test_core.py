"""The C core of Diam's against the rules and the rules of thumb in Python."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.cli import run
from diamonds_solver.games.diams.advising.engines import PLAYER_OBJECTIVES, Utility, greedy, worth
from diamonds_solver.games.diams.core import layout
from diamonds_solver.games.diams.core._players import Goal, PlayerError, Players, playouts
from diamonds_solver.games.diams.records.record import shuffled, start
from diamonds_solver.games.diams.round.rules import LAST_CARDS, Cloture, Rules, X
from diamonds_solver.games.diams.round.state import Phase, State

RULES = (
    Rules(2),
    Rules(3, cloture=Cloture.LAST),
    Rules(4, loupes=(0, 1, 2, 3, 4, 5, 0, 2, 1, 3)),
    Rules(5, values=tuple((each % 3, 2 + each % 5, min(999_999, (9 + each) ** 5)) for each in range(10))),
)
PLAYERS = {rules: Players(layout.pack_rules(rules)) for rules in RULES}
seeds = st.integers(0, 2**32)


def turned(state: State) -> State:
    """The state after what the known pile turns up."""
    return state.turned_up(next(iter(state.chances()))) if state.is_chance else state


def moves_of(rules: Rules, state: State) -> list[object]:
    return list(layout.unpack_moves(PLAYERS[rules].moves(layout.pack([state]))))


def some_state(rules: Rules, seed: int, share_of_random: float = 0.3) -> State:
    """A decision on the way of a round in which some moves are played at random and the others by rules."""
    rng = Random(seed)
    state = start(rules, shuffled(rules, rng))
    for _ in range(rng.randrange(120)):
        moves = state.moves()
        after = turned(state.after(rng.choice(moves) if rng.random() < share_of_random else greedy(state)))
        if after.phase is Phase.OVER:
            break
        state = after
    return state


@given(st.sampled_from(RULES), seeds)
def test_moves_and_what_follows_are_those_of_python(rules: Rules, seed: int) -> None:
    state = some_state(rules, seed)
    moves = state.moves()
    assert moves_of(rules, state) == list(moves)
    packed = layout.pack([state])
    for move in Random(seed).sample(moves, min(12, len(moves))):
        after = PLAYERS[rules].play(packed, layout.pack_moves([move]))
        assert layout.unpack(after, state) == [turned(state.after(move))]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.players} players")
def test_whole_rounds_move_by_move(rules: Rules) -> None:
    for seed in range(5):
        rng = Random(seed)
        state = start(rules, shuffled(rules, rng))
        core = layout.pack([state])
        while state.phase is not Phase.OVER:
            assert moves_of(rules, state) == list(state.moves())
            move = rng.choice(state.moves())
            core = PLAYERS[rules].play(core, layout.pack_moves([move]))
            state = turned(state.after(move))
            assert layout.unpack(core, state) == [state]
        assert PLAYERS[rules].points(core).tolist() == [list(state.points())]


@given(st.sampled_from(RULES), seeds)
def test_rules_of_thumb_are_those_of_python(rules: Rules, seed: int) -> None:
    state = some_state(rules, seed)
    packed = layout.pack([state])
    assert layout.unpack_moves(PLAYERS[rules].greedy(packed)) == [greedy(state)]
    for seat, (hand, safe) in enumerate(zip(state.hands, state.safes, strict=True)):
        assert PLAYERS[rules].worth(packed, seat) == worth(rules.values, hand, safe, state.closed is not None)


@given(st.sampled_from(RULES), seeds)
def test_a_playout_is_a_round_of_greedy_players(rules: Rules, seed: int) -> None:
    state = before = some_state(rules, seed)
    while state.phase is not Phase.OVER:
        state = turned(state.after(greedy(state)))
    ends = PLAYERS[rules].play_out(layout.pack([before]), 1, 0)
    assert layout.unpack(ends, before) == [state]
    laid = [[sum(10 - kind // 2 == each for pile in safe for kind in pile) for each in range(1, 11)] for safe in state.safes]
    assert layout.qualities_laid(ends)[0, : rules.players].tolist() == laid


@given(st.sampled_from(RULES), seeds)
def test_cards_of_an_unknown_order_are_kept(rules: Rules, seed: int) -> None:
    state = some_state(rules, seed)
    state = state._replace(pile=tuple(sorted(state.pile)), is_stack=False)
    for after in layout.unpack(PLAYERS[rules].play_out(layout.pack([state] * 3), seed, 0), state):
        safes = [kind for safe in after.safes for pile in safe for kind in pile]
        closing = [X] if X in state.pile or state.closed is not None else []
        hands = [kind for hand in after.hands for kind in hand]
        assert sorted([*hands, *safes, *after.market, *after.pile, *after.used, *closing]) == list(rules.deck)


def test_draws_are_as_likely_as_the_rules_say() -> None:
    """Of 4,000 draws no card comes so often or so rarely as happens once in a million times."""
    rules = Rules(2)
    state = start(rules, shuffled(rules, Random(3)))
    while len(state.pile) > LAST_CARDS - 4 or state.phase is not Phase.DRAW:
        state = turned(state.after(greedy(state)))
    state = state._replace(pile=tuple(sorted(state.pile)), is_stack=False)
    draw = state.moves()[0]
    expected: dict[State, float] = {}
    for cards, chance in state.after(draw).chances().items():
        after = state.after(draw).turned_up(cards)
        expected[after] = expected.get(after, 0) + chance
    packed, move, count = layout.pack([state]), layout.pack_moves([draw]), 4000
    found: dict[State, int] = {}
    for index in range(count):
        (after,) = layout.unpack(PLAYERS[rules].play(packed, move, 5, index), state)
        found[after] = found.get(after, 0) + 1
    assert set(found) == set(expected)
    for after, chance in expected.items():
        assert abs(found[after] - count * chance) < 4.9 * (count * chance * (1 - chance)) ** 0.5


@given(st.sampled_from(PLAYER_OBJECTIVES), st.integers(2, 5), st.integers(1, 3), seeds)
def test_goals_are_those_of_python(objective: str, players: int, number: int, seed: int) -> None:
    rng = Random(seed)
    before = [rng.randrange(9) for _ in range(players)] if number > 1 else [0] * players
    if players == 5:
        number = 3  # all orders of two rounds to come take seconds to list
    points = [rng.randrange(12) for _ in range(players)]
    utility = Utility(objective, players, before, number)
    assert utility.goal.values(points) == pytest.approx(list(utility.values(points)))


def test_playouts_value_moves_with_the_same_luck() -> None:
    rules = RULES[1]
    state = some_state(rules, 8)
    state = state._replace(pile=tuple(sorted(state.pile)), is_stack=False)
    worlds, moves = layout.pack([state] * 40), layout.pack_moves(state.moves())
    goal = Goal("margin", 3)
    values = playouts(PLAYERS[rules], goal, worlds, moves, 1, 0)
    assert values.shape == (len(state.moves()), 40)
    assert np.array_equal(values[:, 10:], playouts(PLAYERS[rules], goal, layout.pack([state] * 30), moves, 1, 10))
    assert values.std(axis=1).max() > 0


def test_what_is_no_decision_is_refused() -> None:
    rules = Rules(2)
    core = PLAYERS[rules]
    state = start(rules, shuffled(rules, Random(1)))
    packed = layout.pack([state])
    broken = packed.copy()
    broken[0] += 1  # a card too many
    with pytest.raises(PlayerError):
        core.moves(broken)
    with pytest.raises(ValueError, match="no array"):
        core.moves(packed[:-1])
    other = some_state(rules, 5)
    assert other.phase is not state.phase
    with pytest.raises(PlayerError, match="no legal move"):
        core.play(packed, layout.pack_moves(other.moves()[:1]))
    over = core.play_out(packed, 0, 0)
    with pytest.raises(PlayerError, match="something is to be decided"):
        core.greedy(over)
    with pytest.raises(PlayerError):
        Players(np.zeros(layout.RULES.itemsize, np.uint8))


def test_trees_keep_apart_who_holds_the_tool_of_a_forced_sale(capsys: pytest.CaptureFixture[str]) -> None:
    """Here keys once did not: builds with assertions stopped at a move that the hand did not have."""
    record = Path(__file__).parent / "data" / "forced-sale-tool.diams"
    assert run(["advise", str(record), "--engine", "ismcts", "--worlds", "2", "--seed", "2", "-q", "--threads", "1"]) == 0
    assert "best" in capsys.readouterr().out
