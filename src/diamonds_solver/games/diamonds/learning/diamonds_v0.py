"""Diamonds as an environment of PettingZoo (AEC): ``pip install 'diamonds-solver[pettingzoo]'``.

    from diamonds_solver.games.diamonds.learning import diamonds_v0

    env = diamonds_v0.env(players=3, passed=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...

One round: cards are dealt by the seed of `reset`, everybody chooses the cards to pass, one after the other and unseen by the others, then
the round is played. Rewards come at the end: own points minus the mean of the other sides', so that they sum to zero. The number in the
name is raised with any change of what an observation, an action or a reward means.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from diamonds_solver.errors import MissingExtraError
from diamonds_solver.games.diamonds.rules.rules import Rules

from .actions import ACTIONS, Round, check_round
from .observation import Observation

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise MissingExtraError("PettingZoo is not installed", hint="pip install 'diamonds-solver[pettingzoo]'") from error

_MOST_CRYSTALS = 235.0


def env(**options: Any) -> Any:
    """The environment with PettingZoo's checks: an illegal action ends the round, steps without a reset are errors.

    The options are those of `raw_env`.
    """
    made = raw_env(**options)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(made, illegal_reward=-made.most))


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name)
    """The environment without checks.

    `players`: 2 to 6. `variant`: ``standard`` or ``perfect``. `teams`: partners opposite, with 4 or 6 players. `cards`: in each hand, 0 as
    many as the rules say. `passed`: how many cards are passed, 0 to 3; it is given, not decided by the dealer. `perfect_recall`: whether an
    observation is all that the seat knows, or what it sees now. `render_mode`: None or ``ansi``.

    Observations: ``observation`` float32[size] (see `Observation`), ``action_mask`` int8[198]. Raises RulesError for a game that the rules
    do not know.
    """

    metadata = {"name": "diamonds_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 (PettingZoo's way)

    def __init__(
        self,
        players: int = 4,
        variant: str = "standard",
        teams: bool = False,
        cards: int = 0,
        passed: int = 0,
        perfect_recall: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if variant not in ("standard", "perfect"):
            raise ValueError(f"variant is 'standard' or 'perfect', not {variant!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.rules = Rules(players, perfect=variant == "perfect", teams=teams)
        self.cards, self.passed, self.render_mode = cards or self.rules.hand_size, passed, render_mode
        self.most = check_round(self.rules, self.cards, passed)
        """No reward is larger or smaller than this."""
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation = Observation(self.rules, self.cards, passed, perfect_recall)
        size = self._observation.tensor.shape
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, _MOST_CRYSTALS, size, np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Deals; the same seed gives the same cards. Without one they come from the generator of the seed before."""
        if seed is not None or not hasattr(self, "_rng"):
            self._rng = np.random.default_rng(seed)
        self.round = Round(self.rules, self.cards, self.passed)
        while self.round.is_dealing:
            self.round.apply(int(self._rng.choice(self.round.legal)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees now, and its legal actions: none while somebody else decides."""
        seat = self._seats[agent]
        mask = np.zeros(ACTIONS, np.int8)
        if self.round.to_move == seat:
            mask[self.round.legal] = 1
        return {"observation": self._observation.fill(self.round, seat).copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays an action of the agent that decides."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.round.apply(int(action))
        if self.round.is_over:
            for agent, margin in zip(self.possible_agents, self.round.margins(), strict=True):
                self.rewards[agent] = margin
                self.terminations[agent] = True
        else:
            self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What the agent that decides sees, as text."""
        return self.round.observation(self._seats[self.agent_selection]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to give back."""

    def _select(self) -> None:
        assert self.round.to_move is not None
        self.agent_selection = self.possible_agents[self.round.to_move]
