"""Random rounds with everything that a record can tell of them, and the plainest test whether a deal agrees with what happened."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Decision, Move
from diamonds_solver.games.diamonds.round.rules import Rules, make_card

from .positions import ALL_RULES

Hands = tuple[frozenset[int], ...]


def suits(text: str) -> frozenset[int]:
    """``DS``"""
    return frozenset(map("DHSC".index, text))


def cards(text: str) -> frozenset[int]:
    """``D4 S10``"""
    return frozenset(make_card("DHSC".index(word[0]), int(word[1:])) for word in text.split())


def random_round(rng: random.Random, rules: Rules | None = None, cards_left: int | None = None) -> Record:
    """A record with all hands open: dealt, mostly passed, and played until about `cards_left` cards are in each hand (default: any)."""
    rules = rules or rng.choice(ALL_RULES)
    deck = rng.sample(rules.deck, len(rules.deck))
    size, dealer = rules.hand_size, rng.randrange(rules.players)
    record = Record(
        rules=rules,
        hands=open_hands([frozenset(deck[seat * size : (seat + 1) * size]) for seat in range(rules.players)]),
        tricks=size // rules.plays_per_trick,
        lead=(dealer + 1) % rules.players,
        dealer=dealer,
    )
    phase = rng.choice([Phase.CHOOSE, Phase.PASS, Phase.PLAY, Phase.PLAY, Phase.PLAY]) if cards_left is None else Phase.PLAY
    if phase is not Phase.PLAY:
        return replace(record, phase=phase, pass_count=rng.randint(1, 3) if phase is Phase.PASS else None)
    if rng.random() < 0.8:
        record = with_pass(record, rng)
    count = rng.randrange(rules.players * size + 1) if cards_left is None else rules.players * (size - cards_left)
    return play_on(record, rng, count + rng.randrange(rules.players))


def open_hands(hands: Sequence[frozenset[int]]) -> tuple[Hand, ...]:
    return tuple(Hand(frozenset(hand), 0) for hand in hands)


def with_pass(record: Record, rng: random.Random) -> Record:
    """Everybody passes random cards; the record knows all of them."""
    rules, count = record.rules, rng.randint(1, 3)
    hands = [set(hand.known) for hand in record.hands]
    gave = [frozenset(rng.sample(sorted(hand), count)) for hand in hands]
    got = list(gave)
    for seat, cards in enumerate(gave):
        hands[seat] -= cards
        got[rules.receiver(seat)] = cards
    for seat, cards in enumerate(got):
        hands[seat] |= cards
    return replace(record, hands=open_hands([frozenset(hand) for hand in hands]), gave=tuple(gave), got=tuple(got), pass_count=count)


def play_on(record: Record, rng: random.Random, cards: int) -> Record:
    """Random legal moves until so many cards are played; choices that are open then may be made or not.

    Half of the tricks are led in the longest suit, so that voids are soon shown.
    """
    position = record.position()
    play: list[Move] = []
    while not position.is_over and (cards > 0 or (position.decision is not Decision.CARD and rng.random() < 0.7)):
        cards -= position.decision is Decision.CARD
        play.append(_longest(position) if not position.table.cards and rng.random() < 0.5 else rng.choice(position.moves()))
        position = position.play(play[-1])
    return replace(record, play=tuple(play))


def _longest(position: Position) -> Move:
    """A card of the longest suit, or the first choice where no card is to be played."""
    held = Counter(card // 16 for card in position.hands[position.to_move])
    return max(position.moves(), key=lambda move: 0 if move.card is None else held[move.card // 16])


def agrees(record: Record, hands: Sequence[frozenset[int]]) -> bool:
    """Whether the play of the record is legal with these hands at the present moment: played through by the rules, move by move."""
    position = Position(record.start_table(), tuple(hand | played for hand, played in zip(hands, played_by(record), strict=True)))
    try:
        for move in record.play:
            position = position.play(move)
    except IllegalMoveError:
        return False
    return True


def played_by(record: Record) -> list[frozenset[int]]:
    """The cards that each seat has played, found from the table."""
    played: list[set[int]] = [set() for _ in range(record.rules.players)]
    table = record.start_table()
    for move in record.play:
        if move.card is not None:
            played[table.to_move].add(move.card)
            table = table.play_card(move.card, move.victim)
        else:
            table = table.choose(move)
    return [frozenset(cards) for cards in played]


def keeps_pass(record: Record, seat: int, hands: Sequence[frozenset[int]]) -> bool:
    """Whether the cards that `seat` passed are with their receiver, or were played by it."""
    receiver = record.rules.receiver(seat)
    return (record.gave[seat] or frozenset()) <= hands[receiver] | played_by(record)[receiver]


def all_deals(pool: Sequence[int], sizes: Sequence[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to give so many cards of the pool to each hand; what remains is in nobody's."""
    seen = set()
    for order in permutations(pool, sum(sizes)):
        hands, at = [], 0
        for size in sizes:
            hands.append(frozenset(order[at : at + size]))
            at += size
        if tuple(hands) not in seen:
            seen.add(tuple(hands))
            yield hands


def revealed_by(view: View, position: Position) -> Record:
    """The view's record with the cards of `position`, one of the deals that agree with it, as the hands of all players."""
    record, hands = view.record, [set(hand) for hand in position.hands]
    for card, seat in view.information.played.items():
        hands[seat].add(card)
    lost = Counter(move.seat for move in record.forgotten_so_far)
    return replace(record, hands=tuple(Hand(frozenset(hand), lost[seat]) for seat, hand in enumerate(hands)))
