"""Random deals and late positions. The same seed, or generator, gives the same cards on every platform.

deal(4, seed=1)
late_position(Rules(4, teams=True), cards=5, seed=1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.options import OptionError
from diamonds_solver.common.quantities import check_whole, is_whole
from diamonds_solver.errors import RulesError

from .core import _solver, layout
from .records.record import Record
from .round.position import Position
from .round.public import Move, Table
from .round.rules import Rules

Seed = int | Sequence[int] | np.random.Generator | None
"""What `numpy.random.default_rng` takes: a number, several, a generator, or None for chance."""


def deal(rules: Rules | int = 4, seed: Seed = None, hand_size: int | None = None) -> Position:
    """The start of a round dealt by P1, with P2 to lead; `hand_size` cards each, by default as many as the rules say.

    `rules`: which game, or just the number of players. `seed`: repeats the deal; None: another deal each time.

    Raises RulesError for a game that the rules do not know, hands larger than the rules deal or that do not make whole tricks.
    """
    rules, rng = _rules(rules), _generator(seed)
    size = rules.hand_size if hand_size is None else hand_size
    check_cards(rules, size)
    cards = [rules.deck[i] for i in rng.permutation(len(rules.deck)).tolist()]
    hands = tuple(frozenset(cards[seat * size : (seat + 1) * size]) for seat in range(rules.players))
    return Position(Table.start(rules, 1, tricks=size // rules.plays_per_trick), hands)


def late_position(rules: Rules | int, cards: int, seed: Seed = None, mid_trick: bool = False) -> Position:
    """A position with `cards` cards left in each hand (before the trick, when `mid_trick` puts a part of one on the table).

    It is reached by random legal play from a whole deal, so crystals and cards won are such as can occur. `rules` and `seed` are those of
    `deal`.

    Raises RulesError for more cards than are dealt, none, or a number that does not make whole tricks.
    """
    return late_record(_rules(rules), cards, _generator(seed), mid_trick).position()


def late_record(rules: Rules, cards: int, rng: np.random.Generator, mid_trick: bool = False, name: str | None = None) -> Record:
    """The position of `late_position` as a record with the id `name`: it starts at the current trick, whose cards are its `play`."""
    check_cards(rules, cards)
    rows = layout.pack([deal(rules, rng)])  # played on by the core: a table of endings would mostly wait for these moves
    row = rows[0]
    _solver.play_random(rows.view(np.uint8), cards // rules.plays_per_trick, rng.integers)
    record = Record.of(layout.unpack(row, rules), name)
    if not mid_trick:
        return record
    length = int(rng.integers(1, rules.trick_size))
    play: list[Move] = []
    while row["trick_count"] < length:
        play.append(_play_random(rows, rng))
    return replace(record, play=tuple(play))


def _play_random(rows: NDArray[np.void], rng: np.random.Generator) -> Move:
    """Plays a legal move on the one position of `rows`, each with the same chance."""
    position = rows.view(np.uint8)
    moves = _solver.moves(position)
    move = moves[int(rng.integers(len(moves)))]
    _solver.play(position, move)
    return layout.unpack_move(move)


def _generator(seed: Seed) -> np.random.Generator:
    """Raises TypeError and ValueError for what is no seed."""
    if seed is not None and not isinstance(seed, np.random.Generator | np.random.SeedSequence):
        for number in seed if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes) else [seed]:
            check_whole("seed", number)
    return np.random.default_rng(seed)


def _rules(rules: Rules | int) -> Rules:
    return rules if isinstance(rules, Rules) else Rules(rules)


def check_cards(rules: Rules, cards: int) -> None:
    """Raises RulesError unless a round can have, or come to, `cards` cards in each hand."""
    step, most = rules.plays_per_trick, rules.hand_size
    if not is_whole(cards):
        raise TypeError(f"a hand must be a whole number of cards, not {cards!r}")
    if not step <= cards <= most or cards % step:
        even = ", an even number" if step == 2 else ""
        raise RulesError(f"{rules.players} players can hold {step} to {most} cards each{even}, not {cards}", code="E-HAND-SIZE")


def random_record(rules: Rules, seed: Sequence[int], cards: int | None, mid_trick: bool, name: str | None) -> Record:
    """A whole deal, or with a number of `cards` a late position reached by random play.

    Raises OptionError for part of a trick in a whole deal.
    """
    rng = np.random.default_rng(seed)
    if cards is None:
        if mid_trick:
            raise OptionError("part of a trick is played in late positions only", code="E-OPTION", hint="add the number of cards")
        return Record.of(deal(rules, rng), name)
    return late_record(rules, cards, rng, mid_trick, name)
