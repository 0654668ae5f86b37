"""A player who sees all hands: no opponent for anybody, but the ceiling of what knowledge of the hidden cards is worth."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.solve.solution import Objective
from diamonds_solver.games.diamonds.solve.solve import Solver
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.games.diamonds.view.worlds import seen_cards

from .kinds import GreedyPlayer, greedy_pass

_SOLVER_MEMORY = 64 << 20
_PLAYOUTS = 8  # per pass


@dataclass(frozen=True)
class Clairvoyant:
    """Plays the solved move, paranoid, where the position can be solved within `nodes`; else the move of the best mean of a tree search of
    `simulations` in the one true deal. Passes what playouts in the true deal like best, the others passing by rules."""

    name: str
    objective: Objective = "margin"
    nodes: int = 200_000
    simulations: int = 2000

    def knowing(self, record: Record) -> _Seer:
        """The player when all cards of the record are known to it."""
        return _Seer(self.name, self, record)


@dataclass(frozen=True)
class _Seer(GreedyPlayer):
    settings: Clairvoyant
    truth: Record

    def choose(self, view: View, seed: int) -> Move:
        position = self.truth.position()
        solution = Solver(_SOLVER_MEMORY).solve(
            position, objective=self.settings.objective, all_moves=False, node_limit=self.settings.nodes
        )
        if solution.exact:
            return solution.best_moves[0]
        world = layout.pack([position])
        search = _players.Ismcts(world.view(np.uint8), seed=seed, goal=self.settings.objective)
        search.run(world.view(np.uint8), seen_cards(view), self.settings.simulations)
        return layout.unpack_move(max(search.moves(), key=lambda found: found[2])[0])

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        rules, count = view.rules, view.pass_count
        assert count is not None
        dealt = [hand.known for hand in self.truth.hands]
        gave = [greedy_pass(rules, hand, count) for hand in dealt]
        options = [frozenset(cards) for cards in combinations(sorted(view.hand), count)]
        starts = []
        for option in options:
            gave[view.seat] = option
            hands = [hand - cards for hand, cards in zip(dealt, gave, strict=True)]
            for giver, cards in enumerate(gave):
                hands[rules.receiver(giver)] |= cards
            starts.append(Position(view.record.start_table(), tuple(hands)))
        worlds = np.tile(layout.pack(starts), _PLAYOUTS)
        weights = [_players.default_weights(worlds[:1].view(np.uint8))] * rules.players
        seen = np.full(len(worlds), seen_cards(view), np.uint64)
        points = (
            _players.play_out(worlds.view(np.uint8), seen, seed, 0, weights).reshape(_PLAYOUTS, len(options), rules.players).sum(axis=0)
        )
        own = points[:, list(rules.sides[rules.side_of(view.seat)])].sum(axis=1).astype(float)
        value = own if self.settings.objective == "points" else own - (points.sum(axis=1) - own) / (len(rules.sides) - 1)
        return options[int(value.argmax())]
