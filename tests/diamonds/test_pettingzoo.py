"""The environment for PettingZoo: its own tests, and what rewards, masks and observations say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from diamonds_solver.errors import RulesError

pytest.importorskip("pettingzoo", reason="needs the extra 'pettingzoo'")
pytestmark = [pytest.mark.extra, pytest.mark.filterwarnings("ignore")]

KINDS: tuple[dict[str, Any], ...] = (
    {"players": 2, "passed": 3},
    {"players": 2, "variant": "perfect", "passed": 1, "cards": 4},
    {"players": 3, "cards": 4, "passed": 2, "perfect_recall": True},
    {"players": 4},
    {"players": 4, "cards": 5, "passed": 1, "thief": True},
    {"players": 4, "variant": "perfect", "cards": 5},
    {"players": 4, "teams": True, "passed": 1, "cards": 4, "render_mode": "ansi"},
    {"players": 5, "cards": 3},
    {"players": 6, "teams": True, "cards": 3},
)


@pytest.fixture(scope="module")
def diamonds_v0() -> Any:
    from diamonds_solver.games.diamonds.learning import diamonds_v0

    return diamonds_v0


def play(env: Any, seed: int) -> tuple[list[int], dict[str, float]]:
    """A round of random legal actions: the actions, and what every agent got in all."""
    rng, actions, rewards = np.random.default_rng(seed), list[int](), dict[str, float]()
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        action = None if terminated else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        actions += [] if action is None else [action]
        env.step(action)
    return actions, rewards


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_pettingzoos_own_tests(diamonds_v0: Any, kind: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(diamonds_v0.env(**kind), num_cycles=60)
    seed_test(lambda: diamonds_v0.env(**kind), num_cycles=40)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_rewards_are_margins(diamonds_v0: Any, kind: dict[str, Any]) -> None:
    env = diamonds_v0.env(**kind)
    actions, rewards = play(env, 3)
    assert play(env, 3) == (actions, rewards)
    assert sum(rewards.values()) == pytest.approx(0)
    assert list(rewards.values())
    assert [rewards[agent] for agent in env.possible_agents] == env.unwrapped.round.margins()
    assert max(map(abs, rewards.values())) <= env.unwrapped.most


def test_hidden_cards_are_not_observed(diamonds_v0: Any) -> None:
    """Whatever the others were dealt, the first to pass sees the same."""
    env = diamonds_v0.raw_env(players=3, cards=4, passed=1, perfect_recall=True)
    env.reset(seed=1)
    before = env.observe("player_0")
    swapped = env.round
    one, other = swapped.dealt[1], swapped.dealt[2]
    env.reset(seed=1)
    env.round.dealt[1], env.round.dealt[2] = other, one
    after = env.observe("player_0")
    assert all((before[name] == after[name]).all() for name in before)
    assert (env.observe("player_1")["observation"] != before["observation"]).any()


def test_an_illegal_action_ends_the_round(diamonds_v0: Any) -> None:
    env = diamonds_v0.env(players=2, cards=2)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    agent = env.agent_selection
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] < 0


@pytest.mark.parametrize("kind", [{"players": 7}, {"players": 2, "cards": 3}, {"passed": 4}, {"players": 6, "variant": "perfect"}])
def test_games_that_are_none(diamonds_v0: Any, kind: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        diamonds_v0.env(**kind)


def test_options_that_are_none(diamonds_v0: Any) -> None:
    with pytest.raises(ValueError, match="variant"):
        diamonds_v0.env(variant="foo")
    with pytest.raises(ValueError, match="render_mode"):
        diamonds_v0.env(render_mode="human")


def test_rendering(diamonds_v0: Any) -> None:
    env = diamonds_v0.env(players=2, cards=2, render_mode="ansi")
    env.reset(seed=1)
    assert "hand" in env.render()
