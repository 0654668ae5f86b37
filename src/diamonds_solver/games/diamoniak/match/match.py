"""Games between players who see what lies open: the shuffles, the turns, the winner."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Played
from diamonds_solver.games.diamoniak.rules.cards import Cards, with_counts
from diamonds_solver.games.diamoniak.rules.game import BOX, Price, Rules
from diamonds_solver.games.diamoniak.rules.moves import DRAW, Move
from diamonds_solver.games.diamoniak.rules.state import State

from .players import Player, parse_player

MOST_MOVES = 20_000
"""Turns after which a game is stopped and has no winner."""
_PRICES = {Price.SELLER: "seller", Price.DISCARD: "discards"}
_SHUFFLES, _DECISIONS = 0, 1  # what random numbers are for


@dataclass(frozen=True)
class Match:
    """What the players of an arena play: a deal is the order of the cards in every new pile. A ``game.Contest``."""

    rules: Rules
    seed: int

    @property
    def sides(self) -> int:
        return self.rules.players

    def title(self) -> str:
        """The game, its parameters and the seed, in words."""
        rules = self.rules
        deck = "the whole deck" if rules.deck == BOX else f"deck {with_counts(rules.deck)}"
        return f"{rules.players} players, {deck}, the price goes to the {_PRICES[rules.price]}, seed {self.seed}"

    def settings(self) -> Mapping[str, object]:
        """The game and the seed, as JSON."""
        rules = self.rules
        return {"players": rules.players, "deck": with_counts(rules.deck), "price": str(rules.price), "seed": self.seed}

    def play(self, deal: int, players: Sequence[str | Player], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal`; `players[i]` is the player in seat i, or names it. The winner has one point.

        Raises DiamondsError for a name that is no player, or a player that does not do what is asked.
        """
        seats = [parse_player(player) if isinstance(player, str) else player for player in players]
        seconds: list[list[float]] = [[] for _ in seats]
        shuffles = _Shuffles(self.seed, deal)
        state = State.start(self.rules)
        for number in range(MOST_MOVES):
            if should_stop():
                return None
            moves = state.moves()
            if not moves:
                break
            move = moves[0]
            if len(moves) > 1:
                started = time.perf_counter()
                move = self._chosen(seats[state.turn], state, deal, number)
                seconds[state.turn].append(time.perf_counter() - started)
            state = state.after(move, shuffles.next_card(state) if move == DRAW else None)
        won = [float(seat == state.winner) for seat in range(self.sides)]
        shares = won if state.winner is not None else [1 / self.sides] * self.sides
        return Played(tuple(won), tuple(shares), tuple(map(tuple, seconds)))

    def _chosen(self, player: Player, state: State, deal: int, number: int) -> Move:
        seed = np.random.SeedSequence((self.seed, deal, _DECISIONS, number)).generate_state(1, np.uint64)[0]
        move = player.choose(state, int(seed >> 2))
        if move not in state.moves():
            raise DiamondsError(f"the player {player.name} plays {move}, which is not legal", code="E-PLAYER")
        return move


class _Shuffles:
    """The cards in their order. Pile number n depends on the seed, the deal, n and what cards are in it."""

    def __init__(self, seed: int, deal: int) -> None:
        self._seed, self._deal = seed, deal
        self._piles = 0
        self._cards: list[int] = []

    def next_card(self, state: State) -> int:
        """The next card of the pile, shuffled anew when it is used up."""
        if not self._cards:
            self._cards = self._shuffled(state.draw_pile())
        return self._cards.pop()

    def _shuffled(self, counts: Cards) -> list[int]:
        rng = np.random.default_rng((self._seed, self._deal, _SHUFFLES, self._piles))
        self._piles += 1
        cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
        return [cards[index] for index in rng.permutation(len(cards))]
