"""Diamonds as a game of easyAI and of OpenSpiel, for their alpha-beta searches. They know two players only: there must be two sides."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move


@dataclass(frozen=True)
class SharedPosition:
    """A position that copies of a game state share; OpenSpiel copies a state for every move."""

    position: Position

    def __deepcopy__(self, memo: dict[int, Any]) -> SharedPosition:
        return self


def margin(position: Position, start: Position, side: int) -> int:
    """What `side` gained since `start` less what the other side gained."""
    gains = [now - before for now, before in zip(position.points(), start.points(), strict=True)]
    return sum(gain if position.rules.side_of(seat) == side else -gain for seat, gain in enumerate(gains))


def most_decisions(position: Position) -> int:
    """No line has more: every card, a victim for each trick's winner, the four awards."""
    return sum(map(len, position.hands)) + position.table.tricks_left + 4 + 1


# -- easyAI -------------------------------------------------------------------------------------------------------------------------------


def easyai_value(start: Position, with_table: bool) -> float:
    """The margin by easyAI's negamax.

    Negamax takes it for granted that the players alternate. Here they do not: the winner of a trick leads again, a victim may be chosen
    next. So the side that has nothing to decide passes.
    """
    easyai = import_module("easyAI")
    table = import_module("easyAI.AI").TranspositionTable() if with_table else None
    depth = 2 * most_decisions(start)
    search = easyai.Negamax(depth, tt=table)
    search(_easyai_game(easyai, start, depth))
    return float(round(search.alpha, 6))


def _easyai_game(easyai: Any, start: Position, depth: int) -> Any:
    class Diamonds(easyai.TwoPlayerGame):  # type: ignore[misc]
        """One round; None is the pass."""

        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1 + start.rules.side_of(start.to_move)
            self.history = [start]

        def possible_moves(self) -> list[Move | None]:
            position = self.history[-1]
            is_own = position.rules.side_of(position.to_move) == self.current_player - 1
            return list(position.moves()) if is_own else [None]

        def make_move(self, move: Move | None) -> None:
            self.history.append(self.history[-1].play(move) if move is not None else self.history[-1])

        def unmake_move(self, _move: Move | None) -> None:
            self.history.pop()

        def is_over(self) -> bool:
            return self.history[-1].is_over

        def scoring(self) -> float:
            """The margin for the player to move; easyAI multiplies it with a bonus for short games, which is taken out here."""
            bonus = 1 + 0.001 * (depth - (len(self.history) - 1))
            return margin(self.history[-1], start, self.current_player - 1) / bonus

        def ttentry(self) -> tuple[Position, int]:
            return self.history[-1], self.current_player

    return Diamonds()


# -- OpenSpiel ----------------------------------------------------------------------------------------------------------------------------


def openspiel_value(start: Position) -> float:
    """The margin by the alpha-beta search of ``open_spiel.python``. A state says who moves, so the players need not alternate."""
    minimax = import_module("open_spiel.python.algorithms.minimax")
    game = _openspiel_game(import_module("pyspiel"), start)
    value, _ = minimax.alpha_beta_search(game, maximum_depth=most_decisions(start))
    return float(value)


def _openspiel_game(pyspiel: Any, start: Position) -> Any:
    most_actions, most_points = 80, 200

    class DiamondsState(pyspiel.State):  # type: ignore[misc]
        """An action is the index of a move among the legal ones."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.shared = SharedPosition(start)

        def current_player(self) -> int:
            position = self.shared.position
            return int(pyspiel.PlayerId.TERMINAL) if position.is_over else position.rules.side_of(position.to_move)

        def _legal_actions(self, _player: int) -> list[int]:
            return list(range(len(self.shared.position.moves())))

        def _apply_action(self, action: int) -> None:
            position = self.shared.position
            self.shared = SharedPosition(position.play(position.moves()[action]))

        def _action_to_string(self, _player: int, action: int) -> str:
            return str(self.shared.position.moves()[action])

        def is_terminal(self) -> bool:
            return self.shared.position.is_over

        def returns(self) -> list[float]:
            return [float(margin(self.shared.position, start, side)) for side in range(2)]

        def __str__(self) -> str:
            return repr(self.shared.position)

    class DiamondsGame(pyspiel.Game):  # type: ignore[misc]
        """One round from `start`."""

        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            kind = pyspiel.GameType(
                short_name="python_diamonds_round",
                long_name="A round of Diamonds with all cards open",
                dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
                chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
                information=pyspiel.GameType.Information.PERFECT_INFORMATION,
                utility=pyspiel.GameType.Utility.ZERO_SUM,
                reward_model=pyspiel.GameType.RewardModel.TERMINAL,
                max_num_players=2,
                min_num_players=2,
                provides_information_state_string=False,
                provides_information_state_tensor=False,
                provides_observation_string=False,
                provides_observation_tensor=False,
                parameter_specification={},
            )
            info = pyspiel.GameInfo(
                num_distinct_actions=most_actions,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-float(most_points),
                max_utility=float(most_points),
                utility_sum=0.0,
                max_game_length=most_decisions(start),
            )
            super().__init__(kind, info, parameters or {})

        def new_initial_state(self, _state: Any = None) -> DiamondsState:
            return DiamondsState(self)

    return DiamondsGame()
