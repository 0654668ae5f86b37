"""The pass by a net: what the C core computes is what the letters of the header say, and it is what players pass."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask, policy_passes
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.playing.players import PLAYERS, pass_by_net
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.rules import Rules

from .positions import ALL_RULES

HEADER = Path(__file__).parents[2] / "csrc" / "diamonds" / "learned" / "passnets.h"
ZERO, LENGTHS = 80, 10
CARDS = [16 * suit + rank for suit in range(4) for rank in range(1, 16)]
Ints = NDArray[np.int64]


def nets() -> dict[tuple[int, int, int], str]:
    """By players, sides and cards of a hand the name of a net."""
    rows = re.findall(r"\{(\d+), (\d+), (\d+), &(\w+)\}", HEADER.read_text(encoding="utf-8"))
    return {(int(players), int(sides), int(cards)): name for players, sides, cards, name in rows}


def key(rules: Rules) -> tuple[int, int, int]:
    return rules.players, len(rules.sides), rules.hand_size


def has_net(rules: Rules) -> bool:
    return key(rules) in nets()


WITH_NET = [rules for rules in ALL_RULES if has_net(rules)]


def numbers(rules: Rules) -> tuple[float, int, list[Ints], list[Ints]]:
    """unit, out_bias; first_bias, second_bias, out; the weights of both layers."""
    name, text = nets()[key(rules)], HEADER.read_text(encoding="utf-8")
    net = text.split(f"LearnedNet {name} = {{")[1].split("\n};")[0]
    _, unit, out_bias = re.findall(r"(\d+), (0x[0-9a-f.]+p[-+]\d+), (-?\d+),", net)[0]
    rows = [text.split(f" {name}_biases[] = {{")[1].split("}")[0], *re.findall(r"^    \{(-?\d.*)\},$", net, re.MULTILINE)]
    letters = [text.split(f" {name}_{layer}[][65] = {{\n")[1].split("\n};")[0] for layer in ("first", "second")]
    layers = [np.array([[ord(letter) - ZERO for letter in literal(row)] for row in part.split("\n")]) for part in letters]
    return float.fromhex(unit), int(out_bias), [np.array(ast.literal_eval(f"[{row}]")) for row in rows], layers


def literal(row: str) -> str:
    """A line of a list of texts in C."""
    text: str = ast.literal_eval(row.strip(" ,").replace("\\?", "?"))
    return text


def values_of(rules: Rules, hand: frozenset[int], passes: list[tuple[int, ...]]) -> list[float]:
    unit, out_bias, (first_bias, second_bias, out), (first, second) = numbers(rules)
    values = []
    for given in passes:
        kept = hand - {*given}
        lengths = [120 + LENGTHS * suit + min(sum(card >> 4 == suit for card in kept), LENGTHS - 1) for suit in range(4)]
        ones = [*map(CARDS.index, kept), *(60 + CARDS.index(card) for card in given), *lengths, 160 + len(given) - 1]
        units = np.maximum(first_bias + first[ones].sum(axis=0), 0)
        sums = np.maximum(second @ units + second_bias, 0)
        values.append(unit * float(sums @ out + out_bias))
    return values


@pytest.mark.parametrize("rules", WITH_NET, ids=str)
def test_values_are_what_the_letters_say(rules: Rules) -> None:
    """And the best pass is chosen, of all sets of cards."""
    for seed in range(6):
        hand, count = deal(rules, seed).hands[seed % rules.players], 1 + seed % 3
        passes = list(combinations(sorted(hand), count))
        asked = card_mask(hand), np.array([card_mask(given) for given in passes], np.uint64), deck_mask(rules)
        values = _players.net_pass_values(*asked, rules.players, len(rules.sides))
        assert values is not None
        assert values.tolist() == values_of(rules, hand, passes)
        best = passes[int(values.argmax())]
        assert _players.net_pass(asked[0], count, asked[2], rules.players, len(rules.sides)) == card_mask(best)
        chosen = pass_by_net(rules, hand, count)
        assert chosen is not None
        assert {*chosen.cards} == {*best}


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_whole_deals_are_passed_by_the_net_where_there_is_one(rules: Rules) -> None:
    positions = [deal(rules, seed) for seed in range(4)]
    deals = layout.pack(positions)
    for count in (1, 2, 3):
        expected = policy_passes(deals, rules, count)
        if has_net(rules):
            chosen = [[pass_by_net(rules, hand, count) for hand in position.hands] for position in positions]
            expected = np.array([[card_mask(one.cards) for one in row if one is not None] for row in chosen], np.uint64)
        assert policy_passes(deals, rules, count, by_net=True).tolist() == expected.tolist()
        assert (pass_by_net(rules, positions[0].hands[0], count) is not None) == has_net(rules)


def test_hands_of_another_size_and_wrong_passes() -> None:
    rules = Rules(4, teams=True)
    hand, deck = card_mask(deal(rules, 1).hands[0]), deck_mask(rules)
    assert _players.net_pass(hand & hand - 1, 1, deck, 4, 2) is None
    for wrong in (0, hand, ~hand & deck & -(~hand & deck)):
        with pytest.raises(_players.PlayerError, match="of a hand that has them"):
            _players.net_pass_values(hand, np.array([wrong], np.uint64), deck, 4, 2)


@pytest.mark.parametrize("name", ["normal", "strong", "auto", "playout:worlds=3,pass=net"])
@pytest.mark.parametrize("rules", WITH_NET[:2], ids=str)
def test_players_pass_by_the_net(rules: Rules, name: str) -> None:
    record = Record.begun(rules, [Hand(hand, 0) for hand in deal(rules, 3).hands], 0, passing=True)
    view = View.of(replace(record, phase=Phase.PASS, pass_count=2), 1)
    assert PLAYERS.parse(name).choose(view, 5) == pass_by_net(rules, view.hand, 2)  # type: ignore[union-attr]
