"""OpenSpiel's ``ISMCTSBot`` as a player of the arena: an opponent that others wrote. It needs the extra ``openspiel``.

The bot plays the game of ``openspiel``, in which P1 deals and everybody has three crystals: seats are turned so that it is so.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.learning import openspiel
from diamonds_solver.games.diamonds.learning.actions import MOVES, action_of, card_of
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.rules.rules import START_SHOWROOM
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.games.diamonds.view.worlds import Worlds

from .kinds import GreedyPlayer

_TRIAL = 5  # simulations that tell how long one takes
_LEAST = 2  # the first simulation only makes the bot's root, which then has no move to show


@dataclass(frozen=True)
class SpielPlayer(GreedyPlayer):
    """The bot with a uniform sampler of deals and one random playout a simulation. As the dealer it says what `greedy` says."""

    simulations: int | None = 200
    seconds: float | None = None
    exploration: float = 4.0

    def choose(self, view: View, seed: int) -> Move:
        state = state_of(view, seed)
        action = self._action(state, seed)
        return _turned(MOVES[action], view.record.dealer, view.rules.players)

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        state, chosen = state_of(view, seed), list[int]()
        assert view.pass_count is not None
        while len(chosen) < view.pass_count:
            chosen.append(self._action(state, seed + len(chosen)))
            state.apply_action(chosen[-1])
        return frozenset(map(card_of, chosen))

    def _action(self, state: openspiel.DiamondsState, seed: int) -> int:
        steps = self.simulations
        if self.seconds is not None and len(state.legal_actions()) > 1:
            started = time.perf_counter()
            self._bot(state, seed, _TRIAL).step(state)
            spent = time.perf_counter() - started
            fitting = max(_LEAST, int((self.seconds - spent) / spent * _TRIAL))
            steps = fitting if steps is None else min(steps, fitting)
        return int(self._bot(state, seed, max(_LEAST, steps or 0)).step(state))

    def _bot(self, state: openspiel.DiamondsState, seed: int, simulations: int) -> Any:
        rng = np.random.RandomState(seed % 2**32)
        bot = ismcts.ISMCTSBot(
            game=state.get_game(),
            evaluator=mcts.RandomRolloutEvaluator(1, rng),
            uct_c=self.exploration,
            max_simulations=simulations,
            random_state=rng,
        )
        bot.set_resampler(openspiel.Resampler(seed, openspiel.ViewSampler()))
        return bot


def state_of(view: View, seed: int) -> openspiel.DiamondsState:
    """A state in which the player knows what the view says; what it does not know is drawn at random."""
    record, rules = view.record, view.rules
    if set(record.showroom) != {START_SHOWROOM} or any(record.vault):
        raise DiamondsError("OpenSpiel's player plays single rounds, not matches", code="E-PLAYER", hint="leave out --match")
    openspiel.register()
    cards = record.tricks * rules.plays_per_trick
    parameters = {"players": rules.players, "perfect": rules.perfect, "teams": rules.teams, "cards": cards, "pass": view.pass_count or 0}
    order = [(record.dealer + seat) % rules.players for seat in range(rules.players)]
    worlds = Worlds(view)
    (world,) = worlds.positions(worlds.sample(seed, 0, 1))
    hands = [set(world.hands[seat]) for seat in order]
    for card, seat in view.information.played.items():
        hands[order.index(seat)].add(card)
    own = order.index(view.seat)
    rng = np.random.default_rng((seed, 2))
    passed = _passes(view, hands, own, rng)
    if record.phase is Phase.PLAY:
        for seat, given in enumerate(passed):
            hands[rules.receiver(seat)] -= given
            hands[seat] |= given
    before = passed if record.phase is Phase.PLAY else passed[:own]
    played = [action_of(_turned(move, -record.dealer, rules.players)) for move in record.play]
    game = pyspiel.load_game("python_diamonds", parameters)
    return openspiel.replayed(game, list(map(_actions, hands)), [action for given in before for action in _actions(given)], played)


def _passes(view: View, hands: list[set[int]], own: int, rng: np.random.Generator) -> list[set[int]]:
    """By turned seat the cards that everybody passes: the viewer's own, those got, for the others any of the receiver's."""
    record, rules = view.record, view.rules
    passed = []
    for seat in range(rules.players):
        receiver = rules.receiver(seat)
        known = record.gave[view.seat] if seat == own else record.got[view.seat] if receiver == own else None
        source = hands[receiver] if record.phase is Phase.PLAY else hands[seat]
        passed.append(set(known) if known else set(rng.choice(sorted(source), view.pass_count or 0, replace=False).tolist()))
    return passed


def _turned(move: Move, by: int, players: int) -> Move:
    """The move when every seat is called `by` seats higher."""
    actor, victim = (None if seat is None else (seat + by) % players for seat in (move.actor, move.victim))
    return Move(move.card, actor, victim)


def _actions(cards: Iterable[int]) -> list[int]:
    return sorted(action_of(Move(card)) for card in cards)
