"""Diamoniak as an environment of PettingZoo (AEC): ``pip install 'diamonds-solver[pettingzoo]'``.

    from diamonds_solver.games.diamoniak.learning import diamoniak_v0

    env = diamoniak_v0.env(players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...

One game. The seed of `reset` decides the cards that come. Rewards come at the end: 1 for the winner, who takes it from the others in equal
parts. A game without a winner within `limit` moves is truncated, and worth nothing. The number in the name is raised with any change of
what an observation, an action or a reward means.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from diamonds_solver.learning.environment import Environment, checked, metadata

from .numbered import NumberedDiamoniak


class raw_env(Environment):  # noqa: N801 (PettingZoo's name)
    """The environment without checks. Options are those of `NumberedDiamoniak.of`, and `render_mode`: None or ``ansi``.

    Observations: ``observation`` float32[size] (see `NumberedDiamoniak.parts`), ``action_mask`` int8[69].
    """

    metadata = metadata("diamoniak_v0")

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(NumberedDiamoniak.of(**options), render_mode=render_mode)


env = partial(checked, raw_env)
