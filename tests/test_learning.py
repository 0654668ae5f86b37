"""Games for programs that learn: what holds for any of them, by numbers alone, in PettingZoo and in OpenSpiel."""

from __future__ import annotations

import copy
import pickle
import random
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.errors import DiamondsError, IllegalMoveError
from diamonds_solver.game import NumberedGame
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.learning.numbered import Observation

GUIDE = Path(__file__).parents[1] / "docs" / "how-to" / "learning.md"
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("diamonds", {"players": 3, "cards": 4, "passed": 2}),
    ("diamonds", {"players": 4, "teams": True}),
    ("diamonds", {"players": 3, "passed": 1, "thief": True}),
    ("diams", {}),
    ("diams", {"players": 3, "cloture": "last"}),
    ("diams", {"players": 4, "loupes": 0}),
    ("diams", {"players": 5, "loupes": 2}),
    ("diamoniak", {}),
    ("diamoniak", {"players": 3, "deck": "R3G3B3D3W2"}),
    ("diamoniak", {"players": 4, "price": "discard"}),
    ("diamoniak", {"deck": "R3G3D3W", "limit": 9}),
)
NEW = [kind for kind in KINDS if kind[0] != "diamonds"]  # Diamonds has tests of its own of what is played, and of OpenSpiel
WRONG: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("diamonds", {"players": 7}, "2 to 6 players, not 7"),
    ("diamonds", {"players": 2, "cards": 3}, "an even number, not 3"),
    ("diamonds", {"passed": 4}, "pass=4"),
    ("diamonds", {"players": 6, "variant": "perfect"}, "not defined for 6 players"),
    ("diamonds", {"variant": "foo"}, "not 'foo'"),
    ("diams", {"players": 6}, "2 to 5 players, not 6"),
    ("diams", {"loupes": 6}, "numbers from 0 to 5"),
    ("diams", {"cloture": "first"}, "'first' is not a valid"),
    ("diamoniak", {"players": 5}, "2 to 4 players, not 5"),
    ("diamoniak", {"deck": "R3G3D3"}, "a deck without a witch"),
    ("diamoniak", {"deck": "many"}, "not 'many'"),
    ("diamoniak", {"price": "none"}, "'none' is not a valid"),
    ("diamoniak", {"limit": 0}, "limit=0"),
)


def numbered(name: str, kind: dict[str, Any]) -> NumberedGame:
    game = find_game(name)
    assert game.learning is not None
    return game.learning(**kind)


def module(name: str, adapter: str) -> Any:
    return import_module(f"diamonds_solver.games.{name}.learning.{adapter}")


def advance(play: Any, rng: random.Random) -> int:
    """Goes on by a random action, which it returns."""
    outcomes = play.chances()
    action = int(rng.choices(*zip(*outcomes, strict=True))[0] if outcomes else rng.choice(play.legal))
    play.apply(action)
    return action


# -- by numbers -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=str)
def test_what_a_game_says_of_itself_is_true(name: str, kind: dict[str, Any]) -> None:
    """Its numbers, its longest play, its largest margin and number, who decides and who does not."""
    game = numbered(name, kind)
    for seed in range(4):
        play, rng, decisions = game.start(), random.Random(seed), 0
        observation = Observation(game, perfect_recall=True)
        while not play.is_over:
            chances = play.chances()
            assert bool(chances) == (play.to_move is None)
            assert list(play.legal) == sorted({action for action, _ in chances} if chances else set(play.legal))
            assert not chances or sum(chance for _, chance in chances) == pytest.approx(1)
            assert play.legal[0] >= 0
            assert play.legal[-1] < (game.outcomes if chances else game.actions)
            assert len({play.action_name(action) for action in play.legal}) == len(play.legal)
            decisions += not chances
            advance(play, rng)
            if decisions % 7 == 0:
                assert observation.fill(play, decisions % game.players).min() >= 0
                assert observation.tensor.max() <= game.highest
        assert decisions <= game.longest
        assert (play.to_move, list(play.legal), list(play.chances())) == (None, [], [])
        assert sum(play.margins()) == pytest.approx(0)
        assert max(map(abs, play.margins())) <= game.most


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=str)
def test_copies_are_independent(name: str, kind: dict[str, Any]) -> None:
    game, rng = numbered(name, kind), random.Random(1)
    play = game.start()
    for _ in range(30):
        if not play.is_over:
            advance(play, rng)
    look = [(play.information(seat), play.observation(seat)) for seat in range(game.players)], str(play), list(play.legal)
    twin = copy.deepcopy(play)
    while not twin.is_over:
        advance(twin, rng)
    assert look == ([(play.information(seat), play.observation(seat)) for seat in range(game.players)], str(play), list(play.legal))
    assert str(twin) != str(play) or play.is_over


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=str)
def test_other_actions_are_refused(name: str, kind: dict[str, Any]) -> None:
    game, rng = numbered(name, kind), random.Random(2)
    play, numbers = game.start(), {-1, 1000, *range(max(game.actions, game.outcomes))}
    for _ in range(40):
        if not play.is_over:
            for action in numbers - {*play.legal}:
                with pytest.raises(IllegalMoveError):
                    play.apply(action)
            advance(play, rng)


@given(st.sampled_from(NEW), st.integers(0, 10**6))
def test_the_numbers_are_the_legal_moves_of_the_game(of: tuple[str, dict[str, Any]], seed: int) -> None:
    """At every decision each legal move of the record is there once, and leads where the rules say."""
    name, kind = of
    game: Any = find_game(name)
    play, rng = numbered(name, kind).start(), random.Random(seed)
    decisions = 0
    while not play.is_over and decisions < 120:
        decisions += play.to_move is not None
        if play.to_move is not None and not play.chosen and decisions % 5 == seed % 5:
            record = type(game.records.deal([1], {}, None))(play.state)
            moves = game.records.legal_moves(record)
            assert len(moves) == len(set(map(play.spelled, moves)))
            found = list(all_moves(play))
            assert sorted(numbers for numbers, _ in found) == sorted(map(play.spelled, moves))
            after = {play.spelled(move): record.state if move_draws(move) else record.state.after(move) for move in moves}
            assert all(state == after[numbers] for numbers, state in found)
        advance(play, rng)


def move_draws(move: object) -> bool:
    """Whether it is Diamoniak's ``draw``, after which the state is another only with the card."""
    return str(move) == "draw" and "diamoniak" in type(move).__module__


def all_moves(play: Any) -> list[tuple[tuple[int, ...], Any]]:
    """The numbers that can be chosen for one move, and the state after them."""
    found: list[tuple[tuple[int, ...], Any]] = []
    for action in play.legal:
        chosen, other = (*play.chosen, action), copy.deepcopy(play)
        other.apply(action)
        found += all_moves(other) if other.chosen else [(chosen, other.state)]
    return found


@pytest.mark.parametrize(("name", "kind", "message"), WRONG, ids=str)
def test_games_that_are_none(name: str, kind: dict[str, Any], message: str) -> None:
    with pytest.raises((DiamondsError, ValueError), match=message):
        numbered(name, kind)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("adapter", "package", "hint"),
    [
        ("{}_v0", "pettingzoo", "pip install 'diamonds-solver[pettingzoo]', in a copy of the repository '.[pettingzoo]'"),
        ("openspiel", "pyspiel", "pip install 'diamonds-solver[openspiel]', in a copy of the repository '.[openspiel]'"),
    ],
)
def test_without_the_package_the_message_says_what_to_install(name: str, adapter: str, package: str, hint: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
from diamonds_solver import MissingExtraError
try:
    from diamonds_solver.games.{name}.learning import {adapter.format(name)}
except MissingExtraError as error:
    print(error.code, error.hint)
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == f"E-EXTRA {hint}\n"


# -- PettingZoo -------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def pettingzoo() -> None:
    pytest.importorskip("pettingzoo", reason="needs the extra 'pettingzoo'")


ENVIRONMENTS = [
    *NEW,
    ("diams", {"perfect_recall": True}),
    ("diams", {"render_mode": "ansi"}),
    ("diamoniak", {"render_mode": "ansi"}),
    ("diamonds", {"players": 2, "passed": 3}),
    ("diamonds", {"players": 2, "variant": "perfect", "passed": 1, "cards": 4}),
    ("diamonds", {"players": 3, "cards": 4, "passed": 2, "perfect_recall": True}),
    ("diamonds", {"players": 4}),
    ("diamonds", {"players": 4, "cards": 5, "passed": 1, "thief": True}),
    ("diamonds", {"players": 4, "variant": "perfect", "cards": 5}),
    ("diamonds", {"players": 4, "teams": True, "passed": 1, "cards": 4, "render_mode": "ansi"}),
    ("diamonds", {"players": 5, "cards": 3}),
    ("diamonds", {"players": 6, "teams": True, "cards": 3}),
]
in_pettingzoo = pytest.mark.parametrize(("name", "kind"), ENVIRONMENTS, ids=str)


def env_of(name: str, kind: dict[str, Any]) -> Any:
    return module(name, f"{name}_v0").env(**kind)


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo")
@in_pettingzoo
def test_pettingzoos_own_tests(name: str, kind: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(env_of(name, kind), num_cycles=200)
    seed_test(lambda: env_of(name, kind), num_cycles=40)


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo")
@in_pettingzoo
def test_rewards_are_margins(name: str, kind: dict[str, Any]) -> None:
    env, rng = env_of(name, kind), np.random.default_rng(3)
    env.reset(seed=3)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        assert terminated or truncated or np.flatnonzero(observation["action_mask"]).tolist() == list(env.unwrapped.play.legal)
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    play = env.unwrapped.play
    assert play.is_over
    assert list(rewards.values()) == play.margins()
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(map(abs, rewards.values())) <= env.unwrapped.most
    if name == "diamoniak" and not play.is_cut:
        assert list(rewards.values()) != [0.0] * len(rewards)


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo")
@in_pettingzoo
def test_an_illegal_action_ends_the_game_with_the_worst_reward(name: str, kind: dict[str, Any]) -> None:
    env = env_of(name, kind)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == -env.unwrapped.most


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo")
def test_a_game_that_is_cut_is_truncated() -> None:
    env = env_of("diamoniak", {"limit": 1})
    env.reset(seed=1)
    env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo")
@pytest.mark.parametrize(("name", "text"), [("diamonds", "P2; hand"), ("diams", "P1; hand"), ("diamoniak", "diamoniak 1; players 2")])
def test_rendering(name: str, text: str) -> None:
    env = env_of(name, {"render_mode": "ansi"})
    env.reset(seed=1)
    assert env.render().startswith(text)
    with pytest.raises(ValueError, match="render_mode"):
        env_of(name, {"render_mode": "human"})


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo")
@pytest.mark.parametrize("name", GAMES)
def test_another_process_can_be_told_of_an_environment(name: str) -> None:
    env = module(name, f"{name}_v0").env
    assert pickle.loads(pickle.dumps(env))().possible_agents == env().possible_agents


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo")
def test_hidden_cards_are_not_observed() -> None:
    """Whatever the others were dealt, the first to pass sees the same."""
    env = env_of("diamonds", {"players": 3, "cards": 4, "passed": 1, "perfect_recall": True}).unwrapped
    env.reset(seed=1)
    before, (one, other) = env.observe("player_0"), env.round.dealt[1:3]
    env.reset(seed=1)
    env.round.dealt[1:3] = other, one
    after = env.observe("player_0")
    assert all((before[name] == after[name]).all() for name in before)
    assert (env.observe("player_1")["observation"] != before["observation"]).any()


# -- OpenSpiel --------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def pyspiel() -> Any:
    return pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")


def load(pyspiel: Any, name: str, kind: dict[str, Any]) -> Any:
    module(name, "openspiel").register()
    module(name, "openspiel").register()  # a second time does no harm
    return pyspiel.load_game(f"python_{name}", kind)


@pytest.mark.extra
@pytest.mark.parametrize(("name", "kind"), NEW, ids=str)
def test_openspiels_own_test_of_a_game(pyspiel: Any, name: str, kind: dict[str, Any]) -> None:
    """Clones, strings, histories, sums of returns, lengths, serialization."""
    pyspiel.random_sim_test(load(pyspiel, name, kind), num_sims=1, serialize=True, verbose=False)


@pytest.mark.extra
@pytest.mark.parametrize(("name", "kind"), NEW, ids=str)
def test_openspiel_has_the_observations_of_pettingzoo(pyspiel: Any, name: str, kind: dict[str, Any]) -> None:
    game, rng = load(pyspiel, name, kind), random.Random(4)
    state, play = game.new_initial_state(), numbered(name, kind).start()
    seen, known = (Observation(numbered(name, kind), perfect_recall) for perfect_recall in (False, True))
    for step in range(90):
        if play.is_over:
            break
        if step % 10 == 0:
            for seat in range(game.num_players()):
                assert state.observation_tensor(seat) == seen.fill(play, seat).tolist()
                assert state.information_state_tensor(seat) == known.fill(play, seat).tolist()
                # by way of C++ and the observer, and directly
                assert pyspiel.State.information_state_string(state, seat) == state.information_state_string(seat) == play.information(seat)
                assert pyspiel.State.observation_string(state, seat) == state.observation_string(seat) == play.observation(seat)
        state.apply_action(advance(play, rng))
    assert state.is_terminal() == play.is_over


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("pettingzoo", "pyspiel")
def test_the_guide() -> None:
    """Its Python runs, block after block."""
    pytest.importorskip("open_spiel")
    blocks = re.findall(r"^```{code-block} python\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
