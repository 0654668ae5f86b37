"""The marks in a `play` that say again what the cards say: ``/``, ``3.``, ``Bob:``, ``= P3``. They may be left out, not be wrong."""

from __future__ import annotations

from diamonds_solver.games.diamonds.notation.moves import MoveToken

from .choices import need_no_victim
from .replay import Replay


def check_slash(replay: Replay, token: MoveToken) -> None:
    """``/`` between two tricks."""
    need_no_victim(replay)
    left = replay.table.tricks_left
    if replay.table.cards:
        _note_trick_goes_on(replay, token, "'/' stands between two tricks")
    elif left == replay.slash_at:
        replay.reading.problem("E-PLAY-MARK", token.location(), "'/' stands between two tricks", "there is no trick before it")
    replay.slash_at = left


def check_number(replay: Replay, token: MoveToken) -> None:
    """``3.`` before the third trick."""
    if _is_before_trick(replay, token):
        number = replay.start.tricks_left - replay.table.tricks_left + 1
        if token.number != number:
            hint = "the tricks of 'play' are counted from 1"
            replay.reading.problem("E-PLAY-MARK", token.location(), f"this is trick {number}, not {token.number}", hint)


def check_leader(replay: Replay, token: MoveToken) -> None:
    """``Bob:`` before a trick that Bob leads."""
    label, leader = replay.reading.label, replay.table.leader
    if not _is_before_trick(replay, token) or token.seat is None or token.seat == leader:
        return
    if replay.is_doubtful:
        replay.led_by(token.seat)
    else:
        replay.reading.problem("E-LEADER", token.location(), f"{label(token.seat)} does not lead this trick", f"{label(leader)} does")


def check_winner(replay: Replay, token: MoveToken) -> None:
    """``= P3`` after a trick that P3 wins."""
    if replay.owes_own_action:
        need_no_victim(replay)
    table, label = replay.table, replay.reading.label
    if table.cards or table.tricks_left == replay.start.tricks_left:
        _note_trick_goes_on(replay, token, "'=' stands after a whole trick")
    elif replay.is_doubtful and token.seat is not None:
        replay.led_by(token.seat)
    elif token.seat is not None and token.seat != table.leader:
        replay.reading.problem("E-WINNER", token.location(), f"{label(token.seat)} does not win the trick", f"{label(table.leader)} does")


def _is_before_trick(replay: Replay, token: MoveToken) -> bool:
    need_no_victim(replay)
    good = not replay.table.cards and replay.table.tricks_left > 0
    if not good:
        what = "the number" if token.seat is None else "the leader"
        hint = None if replay.table.cards else "all tricks are played"
        replay.reading.problem("E-PLAY-MARK", token.location(), f"{what} of a trick stands before its first card", hint)
    return good


def _note_trick_goes_on(replay: Replay, token: MoveToken, message: str) -> None:
    table = replay.table
    hint = f"{len(table.cards)} of {table.rules.trick_size} cards are played, {replay.reading.label(table.to_move)} is next"
    replay.reading.problem("E-PLAY-MARK", token.location(), message, hint)
