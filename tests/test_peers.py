"""The other solvers beside which benchmarks/peers.py measures: they get the same cards and find the same values."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from diamonds_solver.games.diamonds.deal import deal, late_position
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules, suit_of
from diamonds_solver.games.diamonds.solving import reference

from .diamonds.positions import ALL_RULES


def random_positions(rules: Rules, cards: int) -> list[Position]:
    return [late_position(rules, cards, np.random.default_rng([11, number])) for number in range(3)]


def most_tricks(hands: list[set[int]], leader: int, side: int, trick: tuple[int, ...] = ()) -> int:
    """The tricks that `side` of two takes at bridge without trumps, by trying everything."""
    if len(trick) == len(hands):
        winner = max(card for card in trick if suit_of(card) == suit_of(trick[0]))
        seat = (leader + trick.index(winner)) % 4
        return (seat % 2 == side) + most_tricks(hands, seat, side)
    seat = (leader + len(trick)) % 4
    legal = [card for card in hands[seat] if trick and suit_of(card) == suit_of(trick[0])] or list(hands[seat])
    if not legal:
        return 0
    results = [most_tricks([hand - {card} for hand in hands], leader, side, (*trick, card)) for card in legal]
    return max(results) if seat % 2 == side else min(results)


def test_hands_for_bridge(script: Any) -> None:
    peer_bridge = script("common.peer_bridge")
    position = deal(Rules(4, perfect=True, teams=True), np.random.default_rng(5))
    hands = peer_bridge.bridge_hands(position)
    assert hands is not None
    assert sorted("".join(suits[0] for suits in hands)) == sorted(peer_bridge.RANKS)
    assert [len("".join(suits)) for suits in hands] == [13] * 4
    too_many = Position(position.table, tuple(frozenset(range(1 + 4 * seat, 5 + 4 * seat)) for seat in range(4)))
    assert peer_bridge.bridge_hands(too_many) is None


def test_dds_gets_the_same_cards(script: Any) -> None:
    pytest.importorskip("endplay")
    dds = script("common.peer_bridge").Dds()
    for position in random_positions(Rules(4, teams=True), 3):
        hands = script("common.peer_bridge").bridge_hands(position)
        leader = position.to_move
        assert dds.solve(hands, leader)[0] == most_tricks([set(hand) for hand in position.hands], leader, leader % 2)


@pytest.mark.parametrize(("rules", "cards"), [(Rules(2), 4), (Rules(4, teams=True), 2)], ids=["two", "teams"])
def test_general_searches_find_the_same_value(rules: Rules, cards: int, script: Any) -> None:
    peer_games = script("common.peer_games")
    easyai, pyspiel = (pytest.importorskip(name) for name in ("easyAI", "pyspiel"))
    assert easyai
    assert pyspiel
    for position in random_positions(rules, cards):
        value = max(reference.move_values(position).values())
        assert peer_games.easyai_value(position, with_table=False) == value
        assert peer_games.easyai_value(position, with_table=True) == value
        assert peer_games.openspiel_value(position) == value


def test_more_decisions_than_any_line_has(script: Any) -> None:
    """The peers search to this depth; a line that were longer would be cut."""
    most_decisions = script("common.peer_games").most_decisions
    rng = random.Random(4)
    for rules in ALL_RULES:
        start = position = late_position(rules, 2, np.random.default_rng(3))
        count = 0
        while not position.is_over:
            position, count = position.play(rng.choice(position.moves())), count + 1
        assert count < most_decisions(start)
