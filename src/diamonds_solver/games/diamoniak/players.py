"""Players of Diamoniak by name, and their matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from diamonds_solver.common.options import Option, whole
from diamonds_solver.players.kinds import Player, PlayerKinds
from diamonds_solver.players.match import MatchBase, Seats, decision_seed
from diamonds_solver.players.names import AUTO_SHARE, SLIPS, TIME, Kind, PlayerNames

from .advise import make_engine
from .engines import CAUTIOUS, move_by_rules
from .record import Record, Step
from .rules import BOX, DRAW, Cards, Move, Price, Rules, State, with_counts

# -- players by name ----------------------------------------------------------------------------------------------------------------------
# Players by name, as the arena has them: ``random``, ``greedy``, ``mcts:sims=500``, ``playout:time=50ms``.

_SLIP = 1  # apart from the random numbers of what is chosen then


def at_random(state: State, seed: int) -> Move:
    """Any legal move."""
    moves = state.moves()
    return moves[int(np.random.default_rng(seed).integers(len(moves)))]


OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 100", whole, "simulations"),
    "worlds": Option("random continuations a decision, from 1", whole),
    "time": TIME,
    "slips": SLIPS,
}


_MAKE = PlayerKinds[State, Move](
    at_random,
    lambda state, seed: move_by_rules(state),
    lambda seed: np.random.default_rng((seed, _SLIP)).random(),
    make_engine,
    "win",
    OPTIONS,
)
KINDS: dict[str, Kind[Player[State, Move]]] = {
    **_MAKE.levels(("time",)),
    "cautious": _MAKE.by_rule("plays by rules, one card a turn", lambda state, seed: move_by_rules(state, CAUTIOUS)),
    "greedy": _MAKE.by_rule("plays by rules", _MAKE.greedy),
    "playout": _MAKE.by_engine("every move played to the end by rules (500 times)", "playout", ("worlds", "time"), samples=500),
    "turn": _MAKE.by_engine("the turn solved, then random continuations (500)", "turn", ("worlds", "time"), samples=500),
    "mcts": _MAKE.by_engine("tree search (2,000 simulations)", "mcts", ("sims", "time"), simulations=2000),
    "auto": _MAKE.by_engine(
        f"as diamonds advise, with {AUTO_SHARE * 100:.0f} % of the work of a hint", "auto", ("time",), share=AUTO_SHARE
    ),
}
PLAYERS = PlayerNames(KINDS, OPTIONS)


# -- matches ------------------------------------------------------------------------------------------------------------------------------
# Games between players who see what lies open: the shuffles, the turns, the winner.


MOST_MOVES = 20_000
"""Moves after which a game is stopped and has no winner."""
_PRICES = {Price.SELLER: "seller", Price.DISCARD: "discards"}
_SHUFFLES, _DECISIONS = 0, 1  # what random numbers are for


@dataclass(frozen=True)
class Match(MatchBase[Player[State, Move], Record, Record]):
    """What the players of an arena play: a deal is the order of the cards in every new pile. The winner has one point."""

    _names = PLAYERS
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

    def _outcome(self, rounds: Sequence[Record]) -> tuple[Sequence[float], Sequence[float]]:
        winner = rounds[-1].state.winner
        won = [float(seat == winner) for seat in range(self.sides)]
        return won, won if winner is not None else [1 / self.sides] * self.sides

    def _recorded(self, rounds: Sequence[Record], name: str | None) -> Record:
        return replace(rounds[-1], id=name)

    def _rounds(self, deal: int, seats: Seats[Player[State, Move]]) -> list[Record]:
        shuffles, play = _Shuffles(self.seed, deal), list[Step]()
        state = start = State.start(self.rules)
        for number in range(MOST_MOVES):
            moves = state.moves()
            if not moves:
                break
            move = seats.move(state.turn, moves, partial(self._choose, deal, number, state))
            step = Step(move, shuffles.next_card(state) if move == DRAW else None)
            state = state.after(*step)
            play.append(step)
        return [Record(start, play=tuple(play))]

    def _choose(self, deal: int, number: int, state: State, player: Player[State, Move]) -> Move:
        return player.choose(state, decision_seed(self.seed, deal, _DECISIONS, number))


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
