"""Rounds of matches between players whose work is counted, on the C core: what they play with views, in a fraction of the time.

Most of a quick decision would be its view. `greedy`, `net`, and `playout` with a number of worlds and without inference need none: they
choose on a `_players.Round`, which knows what each seat knows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from diamonds_solver.play.match import Seats
from diamonds_solver.play.players import EnginePlayer, Player, RulePlayer

from .advise import EngineSpec, deviation_margin
from .core import _players, layout
from .engines import Utility, rollout_weights
from .passing import card_mask, deck_mask
from .players import Answer, Clairvoyant, PassingPlayer, any_best, by_net, greedy, pass_by_rules
from .position import Position
from .public import Move, Pass
from .record import Phase, Record
from .view import View
from .worlds import ALL_CARDS

AnyPlayer = Player[View, Answer] | Clairvoyant
SeedOf = Callable[[int], int]
"""The seed of a decision by its number in the round."""


def is_counted(player: AnyPlayer) -> bool:
    """Whether the player can choose without a view."""
    passes, plays = (player.passes, player.plays) if isinstance(player, PassingPlayer) else (player, player)
    return _is_rule(passes) and (_is_rule(plays) or _is_counted_playout(plays))


def _is_rule(player: AnyPlayer) -> bool:
    return isinstance(player, RulePlayer) and player.rule in (greedy, by_net)


def _is_counted_playout(player: AnyPlayer) -> bool:
    if not isinstance(player, EnginePlayer) or player.samples is None or player.seconds is not None:
        return False
    spec = EngineSpec.parse(player.spec)
    return spec.name == "playout" and not spec.options.get("inference")


def played_round(dealt: Record, passing: bool, seats: Seats[AnyPlayer], seed_of: SeedOf) -> Record:
    """The record of the whole round, dealt and not yet passed; all players have to be `is_counted`."""
    record = replace(_passed(dealt, seats) if passing else dealt, phase=Phase.PLAY)
    rules, table, play = record.rules, round_of(record), list[Move]()
    while len(rows := table.moves()):
        moves = [layout.unpack_move(tuple(row)) for row in rows.tolist()]
        choose = partial(_choose, record, table, moves, seed_of(1 + rules.players + len(play)))
        move = seats.move(rules.side_of(table.to_move), moves, choose)
        table.play(rows[moves.index(move)])
        play.append(move)
    return replace(record, play=tuple(play))


def round_of(record: Record) -> _players.Round:
    """The start of a record's play for the C core; all hands have to be open."""
    rules = record.rules
    start = layout.pack([Position(record.start_table(), tuple(hand.known for hand in record.hands))]).view(np.uint8)
    passed = [card_mask(cards or ()) for cards in record.gave]
    return _players.Round(start, ALL_CARDS & ~deck_mask(rules), passed, [rules.receiver(seat) for seat in range(rules.players)])


def _passed(record: Record, seats: Seats[AnyPlayer]) -> Record:
    """The record after the pass by rules: hands exchanged, and who passed what."""
    rules, hands = record.rules, [hand.known for hand in record.hands]

    def decided(seat: int, count: int | None) -> Answer:
        return seats.decide(rules.side_of(seat), lambda player: pass_by_rules(rules, hands[seat], count))

    count = decided(record.dealer, None)
    assert isinstance(count, int)
    gave = list[frozenset[int]]()
    for seat in range(rules.players):
        passed = decided(seat, count)
        assert isinstance(passed, Pass)
        gave.append(frozenset(passed.cards))
    return replace(record.exchanged(gave), pass_count=count)


def _choose(record: Record, table: _players.Round, moves: Sequence[Move], seed: int, player: AnyPlayer) -> Answer:
    start = table.position.view(layout.POSITION)
    if isinstance(player, PassingPlayer):
        player = player.plays
    if isinstance(player, RulePlayer):
        weights = rollout_weights(start, "net" if player.rule is by_net else "rules")
        return layout.unpack_move(_players.policy_move(table.position, table.seen, seed, weights=weights))
    assert isinstance(player, EnginePlayer)
    assert player.samples is not None
    options = EngineSpec.parse(player.spec).options
    margin = deviation_margin(options, record.rules, int(start["tricks_left"][0]))
    weights, preferred = rollout_weights(start, options.get("rollouts")), None
    if margin:
        preferred = moves.index(layout.unpack_move(_players.policy_move(table.position, table.seen, seed, weights=weights)))
        if margin == math.inf:
            return moves[preferred]
    classes = _players.move_classes(table.position, table.seen, goal=Utility.of(record, player.objective).objective)
    firsts, rows = np.unique(classes, return_inverse=True)
    worlds, utility = table.worlds(seed, 0, player.samples), Utility.of(record, player.objective).options()
    values = _players.playouts(worlds, table.seen, table.moves()[firsts], seed, weights=weights, **utility)[1]
    means = values.mean(axis=1)[rows]
    return moves[any_best(means if preferred is None else means + margin * (rows == rows[preferred]), seed)]
