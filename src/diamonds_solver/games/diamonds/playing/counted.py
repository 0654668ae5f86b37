"""Rounds of matches between players whose work is counted, on the C core: what they play with views, in a fraction of the time.

Most of a quick decision would be its view. Players without samples, and `playout` and `ismcts` with a number of samples, need none: they
choose on a `_players.Round`, which knows what each seat knows. tests/diamonds/test_match.py holds them against the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game import Preference
from diamonds_solver.players.kinds import EnginePlayer, Player, RulePlayer
from diamonds_solver.players.match import Seats
from diamonds_solver.search.engine import SLICE

from ..advising.advise import EngineSpec, preferring
from ..advising.engines import (
    EXPLORATION,
    LEAST_SIMULATIONS,
    SIMULATIONS,
    Utility,
    rollout_weights,
    tree_seed,
    tree_worlds,
    usual_bias,
)
from ..advising.view import View
from ..advising.worlds import Inference
from ..core import _players, layout
from ..core.passing import card_mask, deck_mask
from ..records.record import Phase, Record
from ..round.position import Position
from ..round.public import Move, Pass
from .players import (
    Answer,
    Clairvoyant,
    PassingPlayer,
    any_best,
    by_net,
    by_thumb,
    greedy,
    learned,
    learned_answer,
    pass_by_net,
    pass_by_rules,
)

AnyPlayer = Player[View, Answer] | Clairvoyant
_PASS_BY_NET = (by_thumb, learned)
SeedOf = Callable[[int], int]
"""The seed of a decision by its number in the round."""


def is_counted(player: AnyPlayer) -> bool:
    """Whether the player can choose without a view."""
    passes, plays = (player.passes, player.plays) if isinstance(player, PassingPlayer) else (player, player)
    return (_is_rule(passes) or _is_counted_engine(passes)) and (_is_rule(plays) or _is_counted_engine(plays))


def _is_rule(player: AnyPlayer) -> bool:
    return isinstance(player, RulePlayer) and player.rule in (greedy, by_thumb, by_net, learned)


def _is_counted_engine(player: AnyPlayer) -> bool:
    if not isinstance(player, EnginePlayer) or player.samples is None or player.seconds is not None:
        return False
    return EngineSpec.parse(player.spec).name in ("playout", "ismcts")


class CountedRound:
    """A round of the C core, and the record that it began with."""

    def __init__(self, record: Record) -> None:
        """At the start of the record's play; all hands have to be open."""
        self.record = record
        self.core = round_of(record)

    @property
    def start(self) -> NDArray[np.void]:
        """POSITION[1]: how everything stands, all cards open."""
        return self.core.position.view(layout.POSITION)


@dataclass(frozen=True)
class RoundWorlds:
    """The worlds of the seat to move, as `Worlds` of its view."""

    core: _players.Round
    likelihood: NDArray[np.float64] | None = None

    def sample(self, seed: int, first: int, count: int) -> NDArray[np.void]:
        return self.core.worlds(seed, first, count, self.likelihood).view(layout.POSITION)

    def weighted(self, likelihood: NDArray[np.float64]) -> RoundWorlds:
        return RoundWorlds(self.core, likelihood)


def played_round(dealt: Record, passing: bool, seats: Seats[AnyPlayer], seed_of: SeedOf) -> Record:
    """The record of the whole round, dealt and not yet passed; all players have to be `is_counted`."""
    record = replace(_passed(dealt, seats, seed_of) if passing else dealt, phase=Phase.PLAY)
    rules, table, play = record.rules, CountedRound(record), list[Move]()
    while len(rows := table.core.moves()):
        moves = [layout.unpack_move(tuple(row)) for row in rows.tolist()]
        choose = partial(_choose, table, moves, seed_of(1 + rules.players + len(play)))
        move = seats.move(rules.side_of(table.core.to_move), moves, choose)
        table.core.play(rows[moves.index(move)])
        play.append(move)
    return replace(record, play=tuple(play))


def round_of(record: Record) -> _players.Round:
    """The start of a record's play for the C core; all hands have to be open."""
    rules = record.rules
    start = layout.pack([Position(record.start_table(), tuple(hand.known for hand in record.hands))]).view(np.uint8)
    passed = [card_mask(cards or ()) for cards in record.gave]
    return _players.Round(start, deck_mask(rules), passed)


def _passed(record: Record, seats: Seats[AnyPlayer], seed_of: SeedOf) -> Record:
    """The record after the pass: hands exchanged, and who passed what."""
    rules = record.rules

    def decided(record: Record, seat: int, number: int) -> Answer:
        return seats.decide(rules.side_of(seat), lambda player: _choose_pass(record, seat, seed_of(number), player))

    count = decided(replace(record, phase=Phase.CHOOSE), record.dealer, 0)
    assert isinstance(count, int)
    told = replace(record, phase=Phase.PASS, pass_count=count)
    gave = list[frozenset[int]]()
    for seat in range(rules.players):
        passed = decided(told, seat, 1 + seat)
        assert isinstance(passed, Pass)
        gave.append(frozenset(passed.cards))
    return replace(record.exchanged(gave), pass_count=count)


def _choose_pass(record: Record, seat: int, seed: int, player: AnyPlayer) -> Answer:
    """The number of cards, or the cards; a view is made for engines alone."""
    rules, hand, count = record.rules, record.hands[seat].known, record.pass_count
    is_by_net = player.by_net if isinstance(player, PassingPlayer) else isinstance(player, RulePlayer) and player.rule in _PASS_BY_NET
    passed = pass_by_net(rules, hand, count) if is_by_net and count is not None else None
    if passed is not None:
        return passed
    passes = player.passes if isinstance(player, PassingPlayer) else player
    return passes.choose(View.of(record, seat), seed) if isinstance(passes, EnginePlayer) else pass_by_rules(rules, hand, count)


def _choose(table: CountedRound, moves: Sequence[Move], seed: int, player: AnyPlayer) -> Answer:
    if isinstance(player, PassingPlayer):
        player = player.plays
    if isinstance(player, RulePlayer) and player.rule is learned:
        return learned_answer(table.core.learned_move(seed))
    if isinstance(player, RulePlayer):
        weights = _players.net_weights if player.rule is by_net else _players.default_weights
        return _by_policy(table.core, seed, weights(table.core.position))
    assert isinstance(player, EnginePlayer)
    assert player.samples is not None
    spec = EngineSpec.parse(player.spec)
    ask = _Ask(table, seed, player.samples, Utility.of(table.record, player.objective), spec.options)
    return moves[any_best(ask.means_of_trees(), seed)] if spec.name == "ismcts" else _by_playouts(ask, moves)


def _by_policy(core: _players.Round, seed: int, weights: NDArray[np.float32]) -> Move:
    return layout.unpack_move(_players.policy_move(core.position, core.seen, seed, weights=weights))


def _by_playouts(ask: _Ask, moves: Sequence[Move]) -> Move:
    table, rules = ask.table, ask.table.record.rules
    weights = rollout_weights(table.start, ask.options.get("rollouts"), rules.perfect)
    prefers = preferring(ask.options, rules, ask.utility.objective)
    found = table.core.preference(ask.seed, weights=weights, goal=ask.utility.objective, **prefers)
    preference = found and Preference(tuple(found[0]), found[1])
    if preference is not None and preference.always is not None:
        return moves[preference.always]
    means = ask.means_of_playouts(weights)
    return moves[any_best(means if preference is None else preference.weighed(means), ask.seed)]


@dataclass(frozen=True)
class _Ask:
    """What an engine is asked at a decision: the means of the legal moves, as those of its samples with a view."""

    table: CountedRound
    seed: int
    samples: int
    utility: Utility
    options: Mapping[str, Any]

    @cached_property
    def classes(self) -> list[int]:
        return _players.move_classes(self.table.core.position, self.table.core.seen, goal=self.utility.objective)

    def means_of_playouts(self, weights: NDArray[np.float32]) -> NDArray[np.float64]:
        core, inference = self.table.core, self._inference()
        firsts, rows = np.unique(self.classes, return_inverse=True)
        drawn = None if inference is None else inference.draw(0, self.samples)
        worlds = core.worlds(self.seed, 0, self.samples) if drawn is None else drawn.worlds.view(np.uint8)
        tried, utility = core.moves()[firsts], self.utility.options()
        values = _players.playouts(worlds, core.seen, tried, self.seed, weights=weights, **utility)[0]
        means: NDArray[np.float64] = np.average(values, axis=1, weights=None if drawn is None else drawn.weights)
        return means[rows]

    def means_of_trees(self) -> NDArray[np.float64]:
        core, inference = self.table.core, self._inference()
        simulations = max(self.options.get("simulations", SIMULATIONS), LEAST_SIMULATIONS)
        exploration = self.options.get("exploration", EXPLORATION[self.utility.objective])
        bias, trees = usual_bias(self.table.record.rules), []
        for index in range(self.samples):
            seed = tree_seed(self.seed, index)
            search = _players.Ismcts(core.position, seed=seed, exploration=exploration, bias=bias, **self.utility.options())
            for start in range(0, simulations, SLICE):
                more = min(SLICE, simulations - start)
                first, count = tree_worlds(index, start, more, len(self.classes))
                worlds = core.worlds(self.seed, first, count) if inference is None else inference.pick(first, count).view(np.uint8)
                search.run(worlds, core.seen, more)
            trees.append([mean for _, _, mean in search.moves()])
        means: NDArray[np.float64] = np.mean(trees, axis=0)[self.classes]
        return means

    def _inference(self) -> Inference | None:
        if not self.options.get("inference"):
            return None
        inference = Inference(self.table.core.observed(), RoundWorlds(self.table.core), self.seed)
        return inference if inference.is_informed else None
