"""Any game as a game of OpenSpiel. A game's own module names it, such as ``python_diamonds``, and its parameters.

OpenSpiel's bots that are written in C++ cannot play a game written in Python; those in Python can.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import MissingExtraError
from diamonds_solver.game import NumberedGame
from diamonds_solver.game.learning import Parts
from diamonds_solver.learning.numbered import Observation

try:
    import pyspiel
except ImportError as error:
    raise MissingExtraError.of("openspiel", "OpenSpiel is not installed") from error


def game_type(name: str, title: str, players: range, parameters: Mapping[str, Any], is_open: bool = False) -> Any:
    """What OpenSpiel wants to know of a class of games. `parameters`: with their defaults; `is_open`: nothing is ever hidden."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if is_open else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


def register(kind: Any, game: type) -> None:
    """Makes a game known to `pyspiel.load_game`; a second call does nothing."""
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, game)


def checked_seat(player: int, players: int) -> int:
    """The player, if it is a seat. Raises SpielError for others: a list would give what its end has."""
    if not 0 <= player < players:
        raise pyspiel.SpielError(f"there is no player {player} who could know something: players are 0 to {players - 1}")
    return player


class OpenSpielGame(pyspiel.Game):
    """The base of a game's class, which makes `game` of its parameters."""

    def __init__(self, kind: Any, game: NumberedGame, params: Mapping[str, Any] | None) -> None:
        self.numbered = game
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.outcomes,
            num_players=game.players,
            min_utility=-game.most,
            max_utility=game.most,
            utility_sum=0.0,
            max_game_length=game.longest,
        )
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> OpenSpielState:
        """The state before anything has happened."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The object by which OpenSpiel asks for observations."""
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        return Observer(self.numbered, iig_obs_type is not None and iig_obs_type.perfect_recall)


class OpenSpielState(pyspiel.State):
    """A state; `play` is what lies behind it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        # OpenSpiel clones a state by deep copies of its attributes: there must be no game among them.
        self.play = game.numbered.start()

    def current_player(self) -> int:
        """The seat that decides, or chance, or the end."""
        seat = self.play.to_move
        if seat is not None:
            return int(seat)
        return int(pyspiel.PlayerId.TERMINAL if self.play.is_over else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.legal) if player == self.play.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do next, and how likely that is."""
        return list(self.play.chances())

    def _apply_action(self, action: int) -> None:
        self.play.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        limit = game.max_chance_outcomes() if player == pyspiel.PlayerId.CHANCE else game.num_distinct_actions()
        if not 0 <= action < limit:
            raise pyspiel.SpielError(f"there is no action {action}: actions are 0 to {limit - 1}")
        return str(self.play.action_name(action))

    def is_terminal(self) -> bool:
        return bool(self.play.is_over)

    def returns(self) -> list[float]:
        """The margin of every seat; zeros before the end."""
        return list(self.play.margins()) if self.play.is_over else [0.0] * self.num_players()

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player knows (by default the one who decides); faster here than through an observer."""
        return str(self.play.information(self._seat(player)))

    def observation_string(self, player: int | None = None) -> str:
        """What the player sees now."""
        return str(self.play.observation(self._seat(player)))

    def _seat(self, player: int | None) -> int:
        """Who asks. Raises SpielError for chance, the end and other numbers that are no seat."""
        return checked_seat(self.current_player() if player is None else player, self.num_players())

    def __str__(self) -> str:
        return str(self.play)


class Observer:
    """What a seat sees, or all it knows, as an array and as text: `tensor`, the named parts of it in `dict`."""

    def __init__(self, game: NumberedGame, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self._observation = Observation(game, perfect_recall)

    @property
    def tensor(self) -> NDArray[np.float32]:
        return self._observation.tensor

    @property
    def dict(self) -> Parts:
        return self._observation.parts

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fills the array. Raises SpielError for a number that is no seat."""
        self._observation.fill(state.play, checked_seat(player, state.num_players()))

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The same as text."""
        player = checked_seat(player, state.num_players())
        return str(state.play.information(player) if self._perfect_recall else state.play.observation(player))
