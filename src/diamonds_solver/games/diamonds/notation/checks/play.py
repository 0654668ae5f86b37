"""Replays the `play` of a record and checks every token.

After a problem the replay goes on as well as it can, so that all are found at once: with a victim of its own choice, and at most one
complaint about whose turn it is in each trick.
"""

from __future__ import annotations

from dataclasses import replace

from diamonds_solver.games.diamonds.notation.moves import MoveToken, TokenKind
from diamonds_solver.games.diamonds.record.forgotten import Forgotten
from diamonds_solver.games.diamonds.rules.cards import CLUBS, HEARTS, SPADES, card_name, suit_of
from diamonds_solver.games.diamonds.rules.public import Move, Table
from diamonds_solver.games.diamonds.rules.rules import POINTS_IN_BOX

from .choices import need_no_victim, read_choice, victim_of
from .marks import check_leader, check_number, check_slash, check_winner
from .replay import BadPlayError, Replay


def replay_play(replay: Replay) -> bool:
    """Whether the play is right; every problem found is noted."""
    before = replay.reading.problems.count
    try:
        for token in replay.draft.play:
            step(replay, token)
    except BadPlayError:
        return False
    if sum(replay.table.showroom) + sum(replay.table.vault) > POINTS_IN_BOX:
        location = replay.draft.play[-1].location()
        replay.reading.problem("E-CRYSTALS", location, f"after this there are more points on the table than the {POINTS_IN_BOX} of the box")
    return replay.reading.problems.count == before


def step(replay: Replay, token: MoveToken) -> None:
    if token.kind is TokenKind.CARD:
        _card(replay, token)
    elif token.kind is TokenKind.CHOICE:
        read_choice(replay, token)
    elif token.kind is TokenKind.SLASH:
        check_slash(replay, token)
    elif token.kind is TokenKind.NUMBER:
        check_number(replay, token)
    elif token.kind is TokenKind.LEADER:
        check_leader(replay, token)
    else:
        check_winner(replay, token)


def _card(replay: Replay, token: MoveToken) -> None:
    need_no_victim(replay)
    if not replay.table.cards:
        replay.begin_trick()
    table, card = replay.table, token.number
    if table.tricks_left == 0:
        hint = "after the last trick only the choices of the awards follow" if table.choices() else "the round is over"
        replay.fail("E-PLAY-LONG", token.location(), f"{card_name(card)} is one card too many: all tricks are played", hint)
    seat = table.to_move
    replay.players.append(seat)
    if replay.take_from_hand(token, seat):
        replay.check_follows(token, seat)
    victim = _victim_of_card(replay, token, seat)
    replay.table = table.play_card(card, victim)
    if token.is_stand_in:
        replay.stand_ins.append(Forgotten(len(replay.moves), seat))
    replay.moves.append(Move(card, victim=victim))
    replay.played[card] = token
    own_action = table.is_off_suit(card) and suit_of(card) == CLUBS
    replay.owes = token if replay.table.robber is not None else None
    replay.owes_own_action = own_action
    victims = table.victims(seat) if own_action and token.victim is None else _victims_of_winner(table, card, seat)
    replay.forced = victims if len(victims) == 1 else ()


def _victim_of_card(replay: Replay, token: MoveToken, seat: int) -> int | None:
    """The victim that the token names, where there is a choice; where there is none it is only checked."""
    table, card, location = replay.table, token.number, token.victim_location()
    if token.victim is None:
        return None
    if not table.is_off_suit(card):
        verb = "follows suit" if table.cards else "is led"
        hint = "the winner of a trick in clubs names the victim in a token of its own after the last card: C4 >P1"
        replay.doubt("E-VICTIM", location, f"{card_name(card)} {verb}: it robs nobody", hint if suit_of(card) == CLUBS else None)
        return None
    if suit_of(card) != CLUBS:
        replay.doubt("E-VICTIM", location, f"{card_name(card)} robs nobody: only clubs do")
        return None
    victim = victim_of(replay, token, seat)
    return victim if len(table.victims(seat)) > 1 else None


def _victims_of_winner(before: Table, card: int, seat: int) -> tuple[int, ...]:
    """Whom the winner could rob once `seat` has played `card`; nobody unless that completes a trick in clubs."""
    trick = replace(before, cards=(*before.cards, card))
    if len(trick.cards) < before.rules.trick_size or suit_of(trick.cards[0]) != CLUBS:
        return ()
    showroom = list(before.showroom)
    if suit_of(card) == HEARTS:  # the last card's own action comes first
        showroom[seat] += 1
    elif suit_of(card) == SPADES and showroom[seat]:
        showroom[seat] -= 1
    return replace(trick, showroom=tuple(showroom)).victims(trick.winning_seat())
