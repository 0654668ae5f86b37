"""Every decision of a record, in order: how many cards to pass and which, as far as that can be told, and the play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from diamonds_solver.game import Decision
from diamonds_solver.games.diamonds.rules.cards import sort_key
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Pass, Table

from .game_record import AnyRecord, GameRecord
from .record import Hand, Phase, Record
from .tricks import first_trick


def decisions(record: AnyRecord) -> Iterator[Decision]:
    """The decisions of all rounds that are more than a score; a card that is forgotten is none."""
    for one in record.played if isinstance(record, GameRecord) else (record,):
        yield from _before_play(one)
        yield from _of_play(one)


def _before_play(record: Record) -> Iterator[Decision]:
    """The number of cards to pass and every player's choice, where the hand before the pass is known."""
    dealt, number = _dealt(record), record.round[0]
    gave = [_passed(record, seat) for seat in range(record.players)]
    count = record.pass_count or next((len(cards) for cards in gave if cards is not None), None)
    if record.phase is not Phase.PLAY or count is None or not any(hand.is_open for hand in dealt):
        return
    nobody = (None,) * record.players
    whole = replace(record, hands=dealt, gave=nobody, got=nobody, play=(), score=(), best=(), value=())
    if dealt[record.dealer].is_open:
        choosing = replace(whole, phase=Phase.CHOOSE, pass_count=None)
        yield Decision(choosing, record.dealer, count, "count", forced=False, round=number)
    passing = replace(whole, phase=Phase.PASS, pass_count=count)
    for seat, hand in enumerate(dealt):
        cards = gave[seat]
        if hand.is_open and cards is not None:
            yield Decision(passing, seat, Pass(tuple(sorted(cards, key=sort_key))), "pass", forced=False, round=number)


def _dealt(record: Record) -> tuple[Hand, ...]:
    """The hands before the pass; hidden where what was passed is not known."""
    hidden = Hand(unknown=record.rules.hand_size)
    if record.tricks_before:
        return (hidden,) * record.players
    return tuple(
        hidden
        if (gave := _passed(record, seat)) is None or (got := _got(record, seat)) is None or not hand.is_open
        # what came is taken out first: a card that was passed on did not come
        else Hand(hand.known - got | gave, 0)
        for seat, hand in enumerate(record.hands)
    )


def _passed(record: Record, seat: int) -> frozenset[int] | None:
    """What a seat gave, as far as it or its receiver tells."""
    gave, got = record.gave[seat], record.got[record.rules.receiver(seat)]
    return got if gave is None else gave


def _got(record: Record, seat: int) -> frozenset[int] | None:
    giver = next(giver for giver in range(record.players) if record.rules.receiver(giver) == seat)
    return _passed(record, giver)


def _of_play(record: Record) -> Iterator[Decision]:
    record = record.completed()  # what only the whole play tells of a hand was known to its player all the time
    table, number = record.start_table(), record.round[0]
    hands, lost = [hand.known for hand in record.hands], {one.index for one in record.forgotten}
    for index, move in enumerate(record.play):
        seat, decision = table.to_move, str(table.decision)
        trick = _trick(record, table)
        before = replace(record, play=record.play[:index], score=(), best=(), value=())
        if index in lost:  # what was decided is not known
            table = table.play_card(move.card or 0, move.victim)
            continue
        forced = record.hands[seat].is_open and len(Position(table, tuple(hands)).moves()) == 1
        yield Decision(_seen(before, seat), seat, move, decision, forced=forced, round=number, trick=trick)
        if move.card is not None:
            hands[seat] -= {move.card}
        table = table.play_card(move.card, move.victim) if move.card is not None else table.choose(move)


def _seen(record: Record, seat: int) -> Record:
    """Where cards are hidden, a record does not say who knew those that it shows: whoever decides knew the own hand."""
    if record.is_open() or record.see == seat:
        return record
    return replace(
        record, see=None, hands=tuple(hand if other == seat else Hand(unknown=hand.size) for other, hand in enumerate(record.hands))
    )


def _trick(record: Record, table: Table) -> int | None:
    """The number of the trick in the round to which the next decision belongs; None for the awards."""
    if table.tricks_left == 0 and table.robber is None:
        return None
    is_after = table.robber is not None and not table.cards  # the winner of the trick robs
    return first_trick(record) + record.tricks - table.tricks_left - is_after
