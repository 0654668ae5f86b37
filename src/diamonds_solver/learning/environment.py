"""Any game as an environment of PettingZoo (AEC). A game's own module names it, such as ``diamonds_v0``."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from diamonds_solver.errors import MissingExtraError
from diamonds_solver.game import NumberedGame

from .numbered import Observation

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise MissingExtraError.of("pettingzoo", "PettingZoo is not installed") from error


def checked(raw: Callable[..., Environment], **options: Any) -> Any:
    """The environment `raw` with PettingZoo's checks: an illegal action ends the game, steps without a reset are errors."""
    made = raw(**options)
    return wrappers.OrderEnforcingWrapper(_EndingIllegal(made, illegal_reward=-made.most))


class _EndingIllegal(wrappers.TerminateIllegalWrapper):
    """Ends the round for what is no number of the action space, too: as an index into the mask it would fail, or count from the end."""

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            mask = self.observe(agent)["action_mask"]
            try:
                number = operator.index(action)
            except TypeError:
                number = -1
            action = number if 0 <= number < len(mask) else int(np.argmin(mask))
        super().step(action)


def metadata(name: str) -> dict[str, Any]:
    """What PettingZoo wants to know of a class of environments."""
    return {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}


class Environment(AECEnv):
    """A game without checks.

    Observations: ``observation`` float32[size] (see `Observation`), ``action_mask`` int8[actions]. Rewards, margins, come at the end.
    """

    def __init__(self, game: NumberedGame, perfect_recall: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.game, self.render_mode = game, render_mode
        self.most = game.most
        """No reward is larger or smaller than this."""
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation = Observation(game, perfect_recall)
        size = self._observation.tensor.shape
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, game.highest, size, np.float32),
                    "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begins anew; the same seed gives the same luck. Without one it comes from the generator of the seed before."""
        if seed is not None or not hasattr(self, "_rng"):
            self._rng = np.random.default_rng(seed)
        self.play = self.game.start()
        self._draw()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.play.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees now, and its legal actions: none while somebody else decides."""
        seat = self._seats[agent]
        mask = np.zeros(self.game.actions, np.int8)
        if self.play.to_move == seat:
            mask[self.play.legal] = 1
        return {"observation": self._observation.fill(self.play, seat).copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays an action of the agent that decides, and what chance adds to it."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.play.apply(operator.index(action))
        self._draw()
        if self.play.is_over:
            ended = self.truncations if self.play.is_cut else self.terminations
            for agent, margin in zip(self.possible_agents, self.play.margins(), strict=True):
                self.rewards[agent] = margin
                ended[agent] = True
        else:
            self.agent_selection = self.possible_agents[self.play.to_move]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What the agent that decides sees, as text."""
        return str(self.play.observation(self._seats[self.agent_selection])) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to give back."""

    def _draw(self) -> None:
        """Lets chance go on until a seat decides, or all is over."""
        while outcomes := self.play.chances():
            actions, chances = zip(*outcomes, strict=True)
            evenly = len(set(chances)) == 1
            self.play.apply(int(self._rng.choice(actions, p=None if evenly else chances)))
