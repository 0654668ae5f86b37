"""The field `best`: the moves that are expected, held against those that can be made after the play."""

from __future__ import annotations

from diamonds_solver.notation.text import Field, cut, parts

from ..round.public import Decision, Move, Table
from ..round.rules import CLUBS, card_name, format_cards, sort_key, suit_of
from .fields import PASS, PHASE, SEE, Draft
from .record import Phase
from .replay import Replay, full_award
from .tokens import MoveToken, Reading, TokenKind, read_moves


def read_best(replay: Replay, draft: Draft, field: Field) -> tuple[str, ...]:
    """The expected moves as results name them. Moves that are known to be illegal are problems."""
    reading = replay.reading
    before = reading.problems.count
    if draft[PHASE] is Phase.CHOOSE:
        best = _read_counts(reading, field)
    elif draft[PHASE] is Phase.PASS:
        best = _read_passes(replay, draft, field)
    else:
        best = [str(move) for token in read_moves(reading, field.words) if (move := _best_move(replay, token)) is not None]
    if not best and reading.problems.count == before:
        reading.problem("E-COUNT", field.location(), "'best' needs moves", "write 'best H9' or 'best H9,S4'")
    return tuple(dict.fromkeys(best))


def _read_counts(reading: Reading, field: Field) -> list[str]:
    counts = []
    for span in parts(field.words):
        number = reading.integer(span)
        if number is not None and not 1 <= number <= 3:
            reading.problem("E-BEST", span.location(), f"{number} cards cannot be passed", "the dealer chooses 1, 2 or 3")
        counts.append(str(number))
    return counts


def _read_passes(replay: Replay, draft: Draft, field: Field) -> list[str]:
    """Sets of cards, each joined by ``+``, of the player who is asked: `see`, or the only one with an open hand."""
    reading, passes = replay.reading, list[str]()
    open_hands = [seat for seat, hand in enumerate(draft.hands) if hand.unknown == 0]
    seat = draft[SEE] if draft[SEE] is not None else open_hands[0] if len(open_hands) == 1 else None
    for span in parts(field.words):
        cards = [reading.card(part) for part in cut(span, "+")]
        if len(set(cards)) != draft[PASS]:
            hint = "write the cards with + between them: D3+C4"
            reading.problem("E-BEST", span.location(), f"the number of cards to pass is {draft[PASS]}", hint)
        missing = [card for card in cards if card is not None and seat is not None and not replay.may_hold(seat, card)]
        if seat is not None and missing:
            reading.problem("E-BEST", span.location(), f"{reading.label(seat)} does not hold {format_cards(missing)}")
        passes.append("+".join(card_name(card) for card in sorted((card for card in cards if card is not None), key=sort_key)))
    return passes


def _best_move(replay: Replay, token: MoveToken) -> Move | None:
    table = replay.table
    moves = list(table.choices())
    all_known = True
    if table.decision is Decision.CARD:
        seat = table.to_move
        all_known = replay.hands[seat].is_open
        following = replay.following(seat)
        cards = following or replay.hands[seat].known
        may_play = not following or not table.is_off_suit(token.number)
        if token.kind is TokenKind.CARD and may_play and replay.may_hold(seat, token.number):
            cards = cards | {token.number}
        moves = [move for card in sorted(cards, key=sort_key) for move in table.card_moves(card)]
    fits = [move for move in moves if _means(table, token, move)]
    if len(fits) == 1:
        return fits[0]
    trouble = "does not say whom it robs" if fits else "is not a legal move here"
    legal = f"legal: {', '.join(map(str, moves))}" if moves else "the round is over"
    replay.reading.problem("E-BEST", token.location(), f"{token} {trouble}", legal if all_known else None)
    return None


def _means(table: Table, token: MoveToken, move: Move) -> bool:
    """Whether a token can stand for a legal move; what is no choice may be said or not."""
    if token.kind is TokenKind.CARD:
        if move.card != token.number:
            return False
        robs = table.is_off_suit(token.number) and suit_of(token.number) == CLUBS
        named = robs and table.thief is None and table.victims(table.to_move) == (token.victim,)
        return token.victim is None or token.victim == move.victim or named
    if token.kind is not TokenKind.CHOICE or move.card is not None:
        return False
    actor, victim = (None, move.victim) if table.robber is not None else full_award(table, move)
    return token.seat in (None, actor) and token.victim in (None, victim)
