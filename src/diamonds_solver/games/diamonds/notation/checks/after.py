"""Checks that need the play: that the hidden cards can be anywhere at all, and the expected `best` moves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.moves import MoveToken, TokenKind, read_moves
from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.cards import CLUBS, SUIT_NAMES, SUITS, card_name, format_cards, sort_key, suit_of
from diamonds_solver.games.diamonds.rules.public import Decision, Move
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Field, cut, parts

from .choices import full_award
from .replay import Replay


def check_hidden_cards(reading: Reading, draft: Draft, replay: Replay, start: Location) -> None:
    """Whether the cards that nobody has shown can fill the hidden hands, voids regarded.

    For every set of suits: hands that can only hold these suits must not need more cards than these suits have left.
    """
    if not any(holding.unknown for holding in replay.holdings):
        return
    known = Counter(map(suit_of, replay.owners.keys() | replay.played.keys()))
    out = Counter(map(suit_of, draft.out))
    left = [
        reading.rules.max_rank - known[suit] - max(out[suit], sum(row[suit] for row in draft.took if row is not None)) for suit in SUITS
    ]
    for size in range(1, len(SUITS) + 1):
        for chosen in combinations(SUITS, size):
            others = set(SUITS) - set(chosen)
            seats = [seat for seat, holding in enumerate(replay.holdings) if holding.unknown and others <= holding.void.keys()]
            need, have = sum(replay.holdings[seat].unknown for seat in seats), sum(left[suit] for suit in chosen)
            if need > have:
                fields = [draft.sources.get((key, seat)) for key in ("hand", "void") for seat in seats]
                field = next(filter(None, fields), None)
                what = "cards" if size == len(SUITS) else " and ".join(SUIT_NAMES[suit] for suit in chosen)
                message = f"{reading.labels(seats)} must hold {need} more {what}, but only {max(have, 0)} are left"
                reading.problem("E-UNSEEN", field.location() if field else start, message)
                return


def read_best(reading: Reading, draft: Draft, replay: Replay, field: Field) -> tuple[str, ...]:
    """The expected moves as results name them. Moves that are known to be illegal are problems."""
    before = reading.problems.count
    if draft.phase is Phase.CHOOSE:
        best = _read_counts(reading, field)
    elif draft.phase is Phase.PASS:
        best = _read_passes(reading, draft, replay, field)
    else:
        best = [str(move) for token in read_moves(reading, field.words) if (move := _best_move(reading, replay, token)) is not None]
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


def _read_passes(reading: Reading, draft: Draft, replay: Replay, field: Field) -> list[str]:
    """Sets of cards, each joined by ``+``, of the player who is asked: `see`, or the only one with an open hand."""
    passes = []
    open_hands = [seat for seat, hand in enumerate(draft.hands) if hand.unknown == 0]
    seat = draft.see if draft.see is not None else open_hands[0] if len(open_hands) == 1 else None
    for span in parts(field.words):
        cards = [reading.card(part) for part in cut(span, "+")]
        if len(set(cards)) != draft.pass_count:
            hint = "write the cards with + between them: D3+C4"
            reading.problem("E-BEST", span.location(), f"{draft.pass_count} cards are to be passed", hint)
        missing = [card for card in cards if card is not None and seat is not None and not replay.may_hold(seat, card)]
        if seat is not None and missing:
            reading.problem("E-BEST", span.location(), f"{reading.label(seat)} does not hold {format_cards(missing)}")
        passes.append("+".join(card_name(card) for card in sorted((card for card in cards if card is not None), key=sort_key)))
    return passes


def _best_move(reading: Reading, replay: Replay, token: MoveToken) -> Move | None:
    table = replay.table
    moves = list(table.choices())
    all_known = True
    if table.decision is Decision.CARD:
        seat = table.to_move
        holding = replay.holdings[seat]
        all_known = not holding.unknown
        following = holding.following(suit_of(table.cards[0])) if table.cards else set()
        cards = following or holding.known
        may_play = not following or not table.is_off_suit(token.number)
        if token.kind is TokenKind.CARD and may_play and replay.may_hold(seat, token.number):
            cards = cards | {token.number}
        moves = [move for card in sorted(cards, key=sort_key) for move in table.card_moves(card)]
    fits = [move for move in moves if _means(replay, token, move)]
    if len(fits) == 1:
        return fits[0]
    trouble = "does not say whom it robs" if fits else "is not a legal move here"
    legal = f"legal: {', '.join(map(str, moves))}" if moves else "the round is over"
    reading.problem("E-BEST", token.location(), f"{token} {trouble}", legal if all_known else None)
    return None


def _means(replay: Replay, token: MoveToken, move: Move) -> bool:
    """Whether a token can stand for a legal move; what is no choice may be said or not."""
    table = replay.table
    if token.kind is TokenKind.CARD:
        if move.card != token.number:
            return False
        robs = table.is_off_suit(token.number) and suit_of(token.number) == CLUBS
        return token.victim is None or token.victim == move.victim or (robs and table.victims(table.to_move) == (token.victim,))
    if token.kind is not TokenKind.CHOICE or move.card is not None:
        return False
    actor, victim = (None, move.victim) if table.robber is not None else full_award(table, move)
    return token.seat in (None, actor) and token.victim in (None, victim)
