"""Diam's as an environment of PettingZoo (AEC): ``pip install 'diamonds-solver[pettingzoo]'``.

    from diamonds_solver.games.diams.learning import diams_v0

    env = diams_v0.env(players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...

One round, P1 begins. The seed of `reset` decides all that chance does. Moves that name several cards are chosen number by number, see
`play.py`. Rewards come at the end: own points minus the mean of the others', so that they sum to zero. The number in the name is raised
with any change of what an observation, an action or a reward means.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from diamonds_solver.learning.environment import Environment, checked, metadata

from .numbered import NumberedDiams


class raw_env(Environment):  # noqa: N801 (PettingZoo's name)
    """The environment without checks. Options are those of `NumberedDiams.of`; `perfect_recall`: whether an observation is all that the
    seat knows, or what it sees now; and `render_mode`: None or ``ansi``.

    Observations: ``observation`` float32[size] (see `NumberedDiams.parts`), ``action_mask`` int8[53].
    """

    metadata = metadata("diams_v0")

    def __init__(self, perfect_recall: bool = False, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(NumberedDiams.of(**options), perfect_recall, render_mode)


env = partial(checked, raw_env)
