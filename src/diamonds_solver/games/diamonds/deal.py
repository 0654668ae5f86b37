"""Random deals and late positions. The same generator gives the same cards on every platform."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diamonds_solver.errors import RulesError

from .position import Position
from .record import Hand, Record
from .rules import Rules
from .table import Decision, Move


def deal(rules: Rules, rng: np.random.Generator, hand_size: int | None = None) -> Position:
    """The start of a round dealt by P1, with P2 to lead; `hand_size` cards each, by default as many as the rules say.

    Raises RulesError for hands that the deck cannot fill or that do not make whole tricks.
    """
    size = _checked_size(rules, rules.hand_size if hand_size is None else hand_size, len(rules.deck) // rules.players)
    cards = [rules.deck[i] for i in rng.permutation(len(rules.deck)).tolist()]
    return Position.start(rules, [cards[seat * size : (seat + 1) * size] for seat in range(rules.players)])


def late_position(rules: Rules, cards: int, rng: np.random.Generator, mid_trick: bool = False) -> Position:
    """A position with `cards` cards left in each hand (before the trick, when `mid_trick` puts a part of one on the table).

    It is reached by random legal play from a whole deal, so crystals and cards won are such as can occur.

    Raises RulesError for more cards than are dealt, none, or a number that does not make whole tricks.
    """
    return late_record(rules, cards, rng, mid_trick).position()


def late_record(rules: Rules, cards: int, rng: np.random.Generator, mid_trick: bool = False, name: str | None = None) -> Record:
    """The position of `late_position` as a record with the id `name`: it starts at the current trick, whose cards are its `play`."""
    _checked_size(rules, cards, rules.hand_size)
    position = deal(rules, rng)
    while position.table.tricks_left * rules.plays_per_trick > cards or position.decision is not Decision.CARD:
        position = position.play(_random_move(position, rng))
    record = start_record(position, name)
    if not mid_trick:
        return record
    length = int(rng.integers(1, rules.trick_size))
    play: list[Move] = []
    while len(position.table.cards) < length:
        play.append(_random_move(position, rng))
        position = position.play(play[-1])
    return replace(record, play=tuple(play))


def start_record(position: Position, name: str | None = None) -> Record:
    """The record of a position in which a trick is about to be led.

    What was played before is not in it, only what is left of it: crystals, and the number of cards won by suit.
    """
    table, rules = position.table, position.rules
    if table.cards or position.decision is not Decision.CARD:
        raise ValueError("only a position in which a trick is about to be led can be written without its play")
    return Record(
        rules=rules,
        hands=tuple(Hand(hand, 0) for hand in position.hands),
        tricks=table.tricks_left,
        lead=table.leader,
        showroom=table.showroom,
        vault=table.vault,
        took=tuple(row if seat in table.winners else None for seat, row in enumerate(table.taken)),
        id=name,
    )


def _random_move(position: Position, rng: np.random.Generator) -> Move:
    moves = position.moves()
    return moves[int(rng.integers(len(moves)))]


def _checked_size(rules: Rules, size: int, most: int) -> int:
    step = rules.plays_per_trick
    if not step <= size <= most or size % step:
        kind = "an even number of cards" if step == 2 else "cards"
        raise RulesError(f"{rules.players} players can hold {step} to {most} {kind} each, not {size}", code="E-HAND-SIZE")
    return size
