"""The choices in a `play`: victims of clubs actions, and who performs a team's award."""

from __future__ import annotations

from diamonds_solver.games.diamonds.notation.moves import MoveToken
from diamonds_solver.games.diamonds.rules.cards import CLUBS, SUIT_NAMES, card_name
from diamonds_solver.games.diamonds.rules.public import Decision, Move, Table

from .replay import BadPlayError, Replay


def read_choice(replay: Replay, token: MoveToken) -> None:
    """``>P1``, ``P3`` or ``P3>P1`` on its own."""
    table, label = replay.table, replay.reading.label
    if table.robber is not None:
        _rob(replay, token, table.robber)
    elif table.choices():
        _award(replay, token)
    elif token.victim is not None and token.seat is None and (replay.forced or _is_open(replay)):
        if token.victim not in replay.forced and not _is_open(replay):
            hint = f"only {replay.reading.labels(replay.forced)} has anything in the showroom"
            replay.doubt("E-VICTIM", token.location(), f"{label(token.victim)} cannot be robbed here", hint)
        replay.forced = ()
    elif replay.are_crystals_doubtful:
        raise BadPlayError
    elif table.decision is Decision.OVER:
        replay.fail("E-PLAY-LONG", token.location(), "nothing is to be chosen here", "the round is over")
    else:
        code = "E-ACTOR" if token.victim is None else "E-VICTIM"
        replay.fail(code, token.location(), "nothing is to be chosen here", f"{label(table.to_move)} is to play a card")


def _is_open(replay: Replay) -> bool:
    """Whether problems leave open who can be robbed."""
    return replay.is_doubtful or replay.are_crystals_doubtful


def victim_of(replay: Replay, token: MoveToken, robber: int) -> int | None:
    """The token's victim; where `robber` may not rob it that is a problem, and another victim stands in; None where there is none."""
    victim, victims = token.victim, replay.table.victims(robber)
    if victim in victims:
        return victim
    if victim is not None and (victim == robber or not _is_open(replay)):
        label = replay.reading.label
        message = f"{label(robber)} cannot rob their own showroom" if victim == robber else f"{label(victim)} has nothing in the showroom"
        replay.doubt("E-VICTIM", token.victim_location(), message, _possible_victims(replay, robber))
    return _any_victim(replay, robber)


def _any_victim(replay: Replay, robber: int) -> int | None:
    """A victim to go on with: the richest, who will be able to be robbed again."""
    return max(replay.table.victims(robber), key=lambda seat: replay.table.showroom[seat], default=None)


def need_no_victim(replay: Replay) -> None:
    """Reports the choice of a victim that was left out."""
    robber, owes = replay.table.robber, replay.owes
    if robber is not None and owes is not None and replay.are_crystals_doubtful:
        replay.table = replay.table.choose(Move(victim=_any_victim(replay, robber)))
        replay.owes = None
    elif robber is not None and owes is not None:
        what = "robs somebody" if replay.owes_own_action else "wins the trick and robs somebody"
        message = f"{replay.reading.label(robber)} {what} after {card_name(owes.number)}: the victim is missing"
        replay.doubt("E-VICTIM-MISSING", owes.location(), message, _possible_victims(replay, robber))
        replay.table = replay.table.choose(Move(victim=_any_victim(replay, robber)))
        replay.owes = None


def full_award(table: Table, move: Move) -> tuple[int, int | None]:
    """Actor and victim of an award's move, also of what is no choice and therefore not in the move."""
    actor = table.to_move if move.actor is None else move.actor
    if table.award != CLUBS:
        return actor, None
    return actor, table.victims(actor)[0] if move.victim is None else move.victim


def _rob(replay: Replay, token: MoveToken, robber: int) -> None:
    """The victim after a card: that of the winner, or of the card's own action when a blank stands before the ``>``."""
    if token.victim is None or token.seat is not None:
        replay.doubt("E-VICTIM", token.location(), "only a victim can be named here", _possible_victims(replay, robber))
    victim = victim_of(replay, token, robber)
    replay.table = replay.table.choose(Move(victim=victim))
    if replay.owes_own_action:
        replay.moves[-1] = Move(replay.moves[-1].card, victim=victim)
    else:
        replay.moves.append(Move(victim=victim))
    replay.owes = None


def _award(replay: Replay, token: MoveToken) -> None:
    """Who performs the award that is to be resolved, and whom a clubs award robs."""
    table = replay.table
    moves = table.choices()
    fits = []
    for move in moves:
        actor, victim = full_award(table, move)
        if token.seat in (None, actor) and token.victim in (None, victim):
            fits.append(move)
    if len(fits) != 1 and replay.are_crystals_doubtful:
        raise BadPlayError
    if len(fits) != 1:
        names_victim = token.victim is not None
        code = ("E-VICTIM" if names_victim else "E-ACTOR") if not fits else ("E-ACTOR" if names_victim else "E-VICTIM-MISSING")
        trouble = "is not possible in" if not fits else f"leaves open who {'acts' if names_victim else 'is robbed'} in"
        award = f"the award for most {SUIT_NAMES[table.award]}"
        replay.fail(code, token.location(), f"{token} {trouble} {award}", f"possible: {', '.join(map(str, moves))}")
    replay.table = table.choose(fits[0])
    replay.moves.append(fits[0])


def _possible_victims(replay: Replay, robber: int) -> str:
    victims = replay.table.victims(robber)
    return f"possible: >{replay.reading.labels(victims, ', >')}" if victims else "nobody else has anything in the showroom"
