"""What is seen at the table, in words: what a move does, and what lies before a player who has to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diamonds_solver.common.wording import NAME_WIDTH, counted, shortened
from diamonds_solver.games.diamonds.record.record import Phase, Record
from diamonds_solver.games.diamonds.report.tricks import moved_text
from diamonds_solver.games.diamonds.rules.attribution import Act, Ledger
from diamonds_solver.games.diamonds.rules.cards import SUIT_NAMES, card_name, format_cards
from diamonds_solver.games.diamonds.rules.public import ROUND_OVER, Decision, Move, Table


def names_of(record: Record) -> list[str]:
    """The players' names, cut to size."""
    return [shortened(record.seat_name(seat), NAME_WIDTH) for seat in range(record.players)]


def play_story(record: Record, table: Table, move: Move) -> Iterator[str]:
    """What a move of the play does: the card and its action, who takes the trick, the awards, the end of the round."""
    names = names_of(record)
    ledger = Ledger.of(table)
    after = ledger.play_card(move.card, move.victim) if move.card is not None else ledger.choose(move)
    acts, sources = list[Act](), list[str]()
    for item in ledger.log:
        if isinstance(item, Act):
            acts.append(item)
        else:
            sources.append(item)
    own = [text for act in acts if act.source == "discards" and (text := moved_text(act, names))]
    if move.card is not None:
        yield f"{names[table.to_move]} plays {card_name(move.card)}" + (f": {own[0]}" if own else "")
    elif own:
        yield own[0]
    if after.tricks_left < table.tricks_left:
        yield f"{names[after.leader]} takes the trick"
    for act in acts:
        text = moved_text(act, names)
        if act.source == "tricks" and text:
            yield text
        elif act.source == "awards":
            yield f"most {SUIT_NAMES[act.suit]}: {text or f'{names[act.seat]}, who can do nothing with it'}"
    if after.award == ROUND_OVER:
        yield from (f"no trick: {names[seat]} +2 vault" for seat in range(record.players) if seat not in after.winners)
        points = after.points()
        yield f"round {record.round[0]} is over: {', '.join(f'{names[seat]} {points[seat]}' for seat in range(record.players))}"


def pass_story(record: Record, giver: int, cards: Sequence[int], viewer: int | None) -> str:
    """That somebody has passed, and to the giver which cards."""
    names = names_of(record)
    shown = format_cards(cards) if giver == viewer else counted(len(cards), "card")
    return f"{names[giver]} passes {shown} to {names[record.rules.receiver(giver)]}"


def before_deciding(record: Record, table: Table, viewer: int | None) -> Iterator[str]:
    """What lies before who has to decide: the trick, crystals, and to the viewer the own hand. `record` is as the viewer knows it."""
    names = names_of(record)
    if record.phase is Phase.PLAY and table.decision is not Decision.OVER:
        if table.cards:
            played = [f"{names[table.seat_of_play(index)]} {card_name(card)}" for index, card in enumerate(table.cards)]
            yield f"on the table: {', '.join(played)}"
        elif table.decision is Decision.VICTIM:
            yield f"showrooms: {', '.join(f'{name} {count}' for name, count in zip(names, table.showroom, strict=True))}"
    if viewer is not None and record.hands[viewer].known:
        hand = record.hands_after_play()[viewer].known
        if hand:
            yield f"your hand: {format_cards(hand)}"
