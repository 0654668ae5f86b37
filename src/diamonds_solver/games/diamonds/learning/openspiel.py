"""Diamonds as a game of OpenSpiel, so that its algorithms can play it: ``pip install '.[openspiel]'``.

    from diamonds_solver.games.diamonds.learning import openspiel

    openspiel.register()
    game = pyspiel.load_game("python_diamonds(players=3,pass=2)")

One round: chance deals card after card; then everybody chooses the cards to pass, one after the other, seen by nobody until all have
chosen; then the cards are played. How many cards are passed is a parameter (0 to 3), not a decision of the dealer. The returns are margins:
own points minus the mean of the other sides', so that they sum to zero.

OpenSpiel's bots that are written in C++ cannot play a game written in Python. Its Python ``ISMCTSBot`` can, with a `Resampler`:

    bot.set_resampler(openspiel.Resampler(seed, openspiel.ViewSampler()))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from diamonds_solver.errors import MissingExtraError, RulesError
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.rules.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.games.diamonds.view.worlds import Worlds

from .actions import ACTIONS, CARD_ACTIONS, MOVE_NAMES, Round, action_of, check_round
from .observation import Observation, most_moves

try:
    import pyspiel
except ImportError as error:
    raise MissingExtraError("OpenSpiel is not installed", hint="in the repository: pip install '.[openspiel]'") from error

NAME = "python_diamonds"

Sampler = Callable[["DiamondsState", int, int], Sequence[frozenset[int]]]
"""(state, player, seed) -> the cards of every seat in a deal that fits what the player knows.

Once all have passed: the cards with which they begin to play; before: the cards dealt."""

_DEFAULTS: dict[str, Any] = {"players": 4, "perfect": False, "teams": False, "cards": 0, "pass": 0}
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Diamonds",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


def register() -> None:
    """Makes the game known to `pyspiel.load_game`; a second call does nothing."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_TYPE, DiamondsGame)


class DiamondsGame(pyspiel.Game):
    """Parameters: players 2-6, perfect, teams, cards (in each hand; 0: as many as the rules say), pass (cards passed, 0-3).

    Raises RulesError for a game that the rules do not know, and for cards or a pass that cannot be.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**_DEFAULTS, **(params or {})}
        self.rules = Rules(chosen["players"], perfect=chosen["perfect"], teams=chosen["teams"])
        self.cards = chosen["cards"] or self.rules.hand_size
        self.pass_count = chosen["pass"]
        most = check_round(self.rules, self.cards, self.pass_count)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARD_ACTIONS,
            num_players=self.rules.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.rules.players * self.pass_count + most_moves(self.rules, self.cards),
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> DiamondsState:
        """The state before the first card is dealt."""
        return DiamondsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DiamondsObserver:
        """The object by which OpenSpiel asks for observations."""
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        return DiamondsObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class DiamondsState(pyspiel.State):
    """A state; `round` is what lies behind it."""

    def __init__(self, game: DiamondsGame) -> None:
        super().__init__(game)
        # OpenSpiel clones a state by deep copies of its attributes: there must be no game among them.
        self.round = Round(game.rules, game.cards, game.pass_count)

    def current_player(self) -> int:
        """The seat that decides, or chance, or the end."""
        seat = self.round.to_move
        if seat is not None:
            return seat
        return int(pyspiel.PlayerId.CHANCE if self.round.is_dealing else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.round.legal) if player == self.round.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that are left, all equally likely."""
        left = self.round.legal
        return [(card, 1.0 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        self.round.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        verb = "deal " if player == pyspiel.PlayerId.CHANCE else "pass " if not self.round.is_passed else ""
        return verb + MOVE_NAMES[action]

    def is_terminal(self) -> bool:
        return self.round.is_over

    def returns(self) -> list[float]:
        """The margin of every seat's side; zeros before the end."""
        return self.round.margins() if self.round.is_over else [0.0] * self.round.rules.players

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player knows (by default the one who decides); faster here than through an observer."""
        return self.round.information(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """What the player sees now."""
        return self.round.observation(self.current_player() if player is None else player)

    def __str__(self) -> str:
        hands = "; ".join(self.round.information(seat).partition(";")[0] for seat in range(self.round.rules.players))
        return f"{hands}; passed {' '.join(MOVE_NAMES[action] for action in self.round.passed) or '-'}; play {self.round.public() or '-'}"


class DiamondsObserver:
    """What a seat sees, or all it knows, as an array and as text: `tensor`, the named parts of it in `dict`."""

    def __init__(self, game: DiamondsGame, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self._observation = Observation(game.rules, game.cards, game.pass_count, perfect_recall)
        self.tensor, self.dict = self._observation.tensor, self._observation.parts

    def set_from(self, state: DiamondsState, player: int) -> None:
        """Fills the array."""
        self._observation.fill(state.round, player)

    def string_from(self, state: DiamondsState, player: int) -> str:
        """The same as text."""
        return state.round.information(player) if self._perfect_recall else state.round.observation(player)


def resample(state: DiamondsState, player: int, seed: int, sampler: Sampler) -> DiamondsState:
    """Another state in which `player` knows the same: the hands are `sampler`'s, what others passed is drawn evenly from them.

    It is played from the start, so nothing in it, not even its history, comes from the hidden cards of `state`.
    """
    known = state.round
    hands = [[action_of(Move(card)) for card in sorted(hand)] for hand in sampler(state, player, seed)]
    rng = np.random.default_rng((seed, 1))
    passed = _passes(known, player, hands, rng)
    if known.is_passed:
        hands = [_before_pass(known.rules, seat, hands, passed) for seat in range(known.rules.players)]
    return replayed(state.get_game(), hands, [action for cards in passed for action in cards], known.played)


def replayed(game: DiamondsGame, hands: Sequence[Sequence[int]], passed: Sequence[int], played: Sequence[int]) -> DiamondsState:
    """The state after a deal of these hands (as actions), the actions of the pass and those of the play."""
    state = game.new_initial_state()
    for cards in zip(*hands, strict=True):
        for action in cards:
            state.apply_action(action)
    for action in (*passed, *played):
        state.apply_action(action)
    return state


def _passes(known: Round, player: int, hands: Sequence[Sequence[int]], rng: np.random.Generator) -> list[list[int]]:
    """The cards that every seat passes so far: what `player` knows, for the others any that fit the hands."""
    passed = []
    for seat in range(known.rules.players):
        receiver = known.rules.receiver(seat)
        count = len(known.passed_by(seat))
        if seat == player or (known.is_passed and receiver == player):
            passed.append(known.passed_by(seat))
            continue
        source = hands[receiver] if known.is_passed else hands[seat]
        passed.append(sorted(rng.choice(source, count, replace=False).tolist()))
    return passed


def _before_pass(rules: Rules, seat: int, hands: Sequence[Sequence[int]], passed: Sequence[Sequence[int]]) -> list[int]:
    """The hand as it was dealt: without what it got, with what it gave."""
    got = next(passed[giver] for giver in range(rules.players) if rules.receiver(giver) == seat)
    return sorted([card for card in hands[seat] if card not in got] + list(passed[seat]))


class ViewSampler:
    """A `Sampler`: every deal that agrees with what the player knows is equally likely. It keeps the tables of the last decision.

    Raises RulesError where cards are passed from hands shorter than those of the rules: a record of that cannot tell all that is known.
    """

    def __init__(self) -> None:
        self._known: tuple[str, int] | None = None
        self._worlds: Worlds
        self._played: list[frozenset[int]]

    def __call__(self, state: DiamondsState, player: int, seed: int) -> list[frozenset[int]]:
        if state.round.pass_count and state.round.cards < state.round.rules.hand_size:
            raise RulesError("short hands are sampled only where nothing is passed", code="E-PASS")
        known = state.round.information(player), player
        if known != self._known:
            view = View.of(state.round.record(player), player)
            self._known, self._worlds = known, Worlds(view)
            owners = view.information.played
            self._played = [frozenset(card for card in owners if owners[card] == seat) for seat in range(view.rules.players)]
        (world,) = self._worlds.positions(self._worlds.sample(seed, 0, 1))
        return [hand | played for hand, played in zip(world.hands, self._played, strict=True)]


class Resampler:
    """For ``ISMCTSBot.set_resampler``: one world after the other, the same ones for the same seed."""

    def __init__(self, seed: int, sampler: Sampler) -> None:
        self._seeds = np.random.default_rng(seed)
        self._sampler = sampler

    def __call__(self, state: DiamondsState, player: int) -> DiamondsState:
        return resample(state, player, int(self._seeds.integers(1 << 62)), self._sampler)
