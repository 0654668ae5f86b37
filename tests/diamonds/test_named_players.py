"""The players of the arena: what they play, and their names."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diamonds_solver.advice.ask import advise
from diamonds_solver.errors import DiamondsError, PlayerNameError
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import seen_cards
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Clairvoyant, PassingPlayer, by_thumb, greedy
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.solve import solve
from diamonds_solver.players.kinds import EnginePlayer
from tests.conftest import Ticks

from .decisions import decided_view
from .rounds import random_round


@given(st.integers(0, 2**32), st.integers(0, 2**40))
def test_greedy_needs_no_true_world(number: int, seed: int) -> None:
    """It plays in a made-up world what the policy plays in the true one."""
    record = random_round(random.Random(number))
    assume(record.phase is Phase.PLAY)
    position = record.position()
    assume(not position.is_over)
    view = View.of(record, position.to_move)
    truth = _players.policy_move(layout.pack([position]).view(np.uint8), seen_cards(view), seed)
    assert greedy(view, seed) == layout.unpack_move(truth)


def test_clairvoyant_plays_what_the_solver_plays() -> None:
    seen = 0
    for number in range(30):
        record = random_round(random.Random(number), Rules(3), cards_left=3)
        position = record.position()
        if position.is_over or len(position.moves()) < 2:
            continue
        seen += 1
        move = Clairvoyant("clairvoyant").knowing(record).choose(View.of(record, position.to_move), 1)
        assert move in solve(position).best_moves
    assert seen > 15


@pytest.mark.parametrize(
    ("name", "engine", "worlds", "players"),
    [
        ("playout:worlds=30", "playout", 30, 3),
        ("exact:worlds=5,nodes=5000", "exact:nodes=5000", 5, 3),
        ("playout:worlds=30,goal=win", "playout", 30, 3),
        ("ismcts:sims=400,goal=win", "ismcts:simulations=400", 1, 3),
        ("exact:worlds=5,goal=win", "exact:nodes=20000", 5, 2),
    ],
)
def test_engine_players_do_what_advice_says(name: str, engine: str, worlds: int, players: int) -> None:
    """They take the best mean over the same columns."""
    checked, objective = 0, "win" if "win" in name else "margin"
    for number in range(12):
        record = random_round(random.Random(number), Rules(players), cards_left=3)
        position = record.position()
        if position.is_over or len(position.moves()) < 2:
            continue
        view = View.of(record, position.to_move)
        advice = advise(view, engine=engine, worlds=worlds, seed=4, objective=objective)
        move = PLAYERS.parse(name).choose(view, 4)  # type: ignore[union-attr]
        assert next(row.loss for row in advice.moves if row.move == move) == pytest.approx(0, abs=1e-9)
        checked += 1
    assert checked > 4


def test_who_plays_for_the_match_plays_otherwise() -> None:
    """In the last round a leader is content with less; in the first one goals differ by what a point is worth."""
    match = Match(Rules(2), seed=5, whole=True)
    games = [match.play(0, [f"exact:worlds=3,nodes=3000{goal}", "greedy"], lambda: False) for goal in ("", ",goal=win")]
    assert games[0] is not None
    assert games[1] is not None
    assert games[0].points != games[1].points


def test_a_goal_that_a_player_cannot_have_is_an_error() -> None:
    with pytest.raises(DiamondsError, match="goals margin and points only"):
        PLAYERS.parse("clairvoyant:goal=win")
    with pytest.raises(DiamondsError, match="two sides only"):
        Match(Rules(3), seed=1).play(0, ["exact:goal=win", "greedy", "greedy"], lambda: False)


@pytest.mark.parametrize("name", ["playout:worlds=10", "ismcts:time=0.02", "auto:time=0.02", "exact:time=0.02"])
def test_engines_pass_where_they_are_told_to(name: str) -> None:
    option = "," if ":" in name else ":"
    player = PLAYERS.parse(f"{name}{option}pass=engine")
    record = replace(random_round(random.Random(3), Rules(3), cards_left=10), play=(), phase=Phase.PASS, pass_count=1, gave=(), got=())
    view = View.of(record, 1)
    passed = player.choose(view, 1)  # type: ignore[union-attr]
    assert passed.cards in view.passes()  # type: ignore[union-attr]
    choose = View.of(replace(record, phase=Phase.CHOOSE, pass_count=None))
    assert player.choose(choose, 1) in (1, 2, 3)  # type: ignore[operator, union-attr]


def test_time_limits_hold(ticks: Ticks) -> None:
    record = replace(random_round(random.Random(3), Rules(3), cards_left=10), play=())
    view = View.of(record)
    for name in ("ismcts", "playout", "exact", "auto"):
        player = PLAYERS.parse(f"{name}:time=0.1")
        ticks.now = 0.0
        assert player.choose(view, 1) in view.moves()  # type: ignore[operator, union-attr]
        assert ticks.now < 0.2


def engine_of(text: str) -> tuple[str, str, int | None, float | None]:
    """The name, the engine, samples and seconds of a decision."""
    player = PLAYERS.parse(text)
    assert isinstance(player, PassingPlayer)
    plays = player.plays
    assert isinstance(plays, EnginePlayer)
    return player.name, plays.spec, plays.samples, plays.seconds


def test_names() -> None:
    assert PLAYERS.strict("ismcts:goal=points,sims=0500") == "ismcts:sims=500,goal=points"
    for time_limit in ("0.05", "0.05s", "50ms", "5e-2"):
        assert engine_of(f"playout:time={time_limit}") == ("playout:time=0.05", "playout", None, 0.05)
    assert engine_of("ismcts:sims=900,trees=3,c=2") == ("ismcts:sims=900,trees=3,c=2", "ismcts:simulations=300,exploration=2", 3, None)
    assert engine_of("ismcts:time=1,inference=yes") == ("ismcts:time=1,inference=yes", "ismcts:inference=yes", None, 1.0)
    assert engine_of("exact:goal=points") == ("exact:goal=points", "exact:nodes=20000", 20, None)
    assert PLAYERS.parse("exact").name == "exact"
    assert PLAYERS.strict("ismcts:simulations=2K,exploration=3,inference=1") == "ismcts:sims=2000,c=3,inference=yes"
    assert PLAYERS.strict("ismcts:sims=1234567") == "ismcts:sims=1234567"
    for name in PLAYERS.kinds:
        assert name in PLAYERS.help()


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("ismtcs", "there is no player 'ismtcs'", "did you mean ismcts? players: easy, normal, strong, random, "),
        ("ismcts:sim=4", "no option 'sim'", "did you mean sims? options: sims, trees, time"),
        ("greedy:", "no option ''", "options: none"),
        ("ismcts:sims=4,sims=5", "twice", None),
        ("ismcts:sims=4,simulations=5", "has the option 'simulations', which is 'sims' twice", None),
        ("ismcts:sims=x", "sims must be a whole number from 1 to 1000000000", None),
        ("ismcts:sims=99999999999999999999", "sims must be a whole number from 1 to 1000000000", None),
        ("ismcts:exploration=0", "exploration must be a number above 0", None),
        ("ismcts:inference=2", "inference must be yes or no", None),
        ("ismcts:time=0", "time must be a time, such as 0.05, 50ms or 2s", None),
        ("ismcts:time=nan", "time must be a time, such as", None),
        ("ismcts:time=3x", "time must be a time, such as", None),
        ("ismcts:goal=joy", "goal must be margin, points or win", None),
        ("", "there is no player ''", "players: easy, normal, strong, random"),
    ],
)
def test_texts_that_name_no_player(text: str, message: str, hint: str | None) -> None:
    with pytest.raises(PlayerNameError) as caught:
        PLAYERS.parse(text)
    assert message in caught.value.message
    assert caught.value.code == "E-PLAYER"
    assert (hint or "") in (caught.value.hint or "")


def test_without_a_column_in_time_the_rules_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not chance, which the arena would count as the strength of the engine."""
    monkeypatch.setattr("diamonds_solver.search.collect.AnytimeSampler.collect_until", lambda *_: None)
    for number in range(20):
        _, view = decided_view(random.Random(number))
        for name, rule in (("exact:time=0.01", greedy), ("playout:time=0.01,pass=engine", by_thumb)):
            assert PLAYERS.parse(name).choose(view, number) == rule(view, number)  # type: ignore[union-attr]
