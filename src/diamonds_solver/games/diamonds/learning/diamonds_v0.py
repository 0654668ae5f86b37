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

from functools import partial

from diamonds_solver.learning.environment import Environment, checked, metadata

from .actions import Round
from .numbered import NumberedDiamonds


class raw_env(Environment):  # noqa: N801 (PettingZoo's name)
    """The environment without checks. Options are those of `NumberedDiamonds.of`; `perfect_recall`: whether an observation is all that the
    seat knows, or what it sees now; and `render_mode`: None or ``ansi``.

    Observations: ``observation`` float32[size] (see `NumberedDiamonds.parts`), ``action_mask`` int8[198].
    """

    metadata = metadata("diamonds_v0")

    def __init__(
        self,
        players: int = 4,
        variant: str = "standard",
        teams: bool = False,
        cards: int = 0,
        passed: int = 0,
        perfect_recall: bool = False,
        render_mode: str | None = None,
        thief: bool = False,
    ) -> None:
        super().__init__(NumberedDiamonds.of(players, variant, teams, cards, passed, thief), perfect_recall, render_mode)

    @property
    def round(self) -> Round:
        """The round as it stands."""
        played: Round = self.play
        return played


env = partial(checked, raw_env)
