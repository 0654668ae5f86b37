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

from diamonds_solver.errors import RulesError
from diamonds_solver.learning.openspiel import OpenSpielGame, OpenSpielState, game_type
from diamonds_solver.learning.openspiel import register as register_game

from ..advising.view import View
from ..advising.worlds import Worlds
from ..round.public import Move
from ..round.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from .actions import Round, action_of
from .numbered import NumberedDiamonds

NAME = "python_diamonds"

Sampler = Callable[["DiamondsState", int, int], Sequence[frozenset[int]]]
"""(state, player, seed) -> the cards of every seat in a deal that fits what the player knows.

Once all have passed: the cards with which they begin to play; before: the cards dealt."""

_DEFAULTS: dict[str, Any] = {"players": 4, "perfect": False, "teams": False, "cards": 0, "pass": 0, "thief": False}
_TYPE = game_type(NAME, "Diamonds", range(MIN_PLAYERS, MAX_PLAYERS + 1), _DEFAULTS)


def register() -> None:
    """Makes the game known to `pyspiel.load_game`; a second call does nothing."""
    register_game(_TYPE, DiamondsGame)


class DiamondsGame(OpenSpielGame):
    """Parameters: players 2-6, perfect, teams, cards (in each hand; 0: as many as the rules say), pass (cards passed, 0-3), thief.

    Raises RulesError for a game that the rules do not know, and for cards or a pass that cannot be.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**_DEFAULTS, **(params or {})}
        self.rules = Rules(chosen["players"], perfect=chosen["perfect"], teams=chosen["teams"], thief=chosen["thief"])
        self.cards = chosen["cards"] or self.rules.hand_size
        self.pass_count = chosen["pass"]
        super().__init__(_TYPE, NumberedDiamonds(self.rules, self.cards, self.pass_count), params)

    def new_initial_state(self) -> DiamondsState:
        """The state before the first card is dealt."""
        return DiamondsState(self)


class DiamondsState(OpenSpielState):
    """A state; `round` is what lies behind it."""

    @property
    def round(self) -> Round:
        played: Round = self.play
        return played


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
    got = passed[rules.giver(seat)]
    return sorted([card for card in hands[seat] if card not in got] + list(passed[seat]))


class ViewSampler:
    """A `Sampler`: every deal that agrees with what the player knows is equally likely. It keeps the tables of the last decision.

    Raises RulesError where cards are passed from hands shorter than those of the rules: a record of that cannot tell all that is known.
    """

    def __init__(self) -> None:
        self._decision: tuple[str, int] | None = None
        self._worlds: Worlds

    def __call__(self, state: DiamondsState, player: int, seed: int) -> list[frozenset[int]]:
        if state.round.pass_count and state.round.cards < state.round.rules.hand_size:
            raise RulesError("short hands are sampled only where nothing is passed", code="E-PASS")
        decision = state.round.information(player), player
        if decision != self._decision:
            self._decision, self._worlds = decision, Worlds(View.of(state.round.record(player), player))
        (world,) = self._worlds.positions(self._worlds.sample(seed, 0, 1))
        hands = [set(hand) for hand in world.hands]
        for card, owner in self._worlds.view.information.played.items():
            hands[owner].add(card)
        return [frozenset(hand) for hand in hands]


class Resampler:
    """For ``ISMCTSBot.set_resampler``: one world after the other, the same ones for the same seed."""

    def __init__(self, seed: int, sampler: Sampler) -> None:
        self._seeds = np.random.default_rng(seed)
        self._sampler = sampler

    def __call__(self, state: DiamondsState, player: int) -> DiamondsState:
        return resample(state, player, int(self._seeds.integers(1 << 62)), self._sampler)
