"""What a seat sees, or all that it knows, as arrays with names. OpenSpiel and PettingZoo have it from here.

Nothing in it depends on cards that the seat does not know: it is filled from what is open and from the seat's own cards alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game.learning import Parts
from diamonds_solver.games.diamonds.core.layout import ROUND_OVER

from ..public import Move
from ..rules import Rules
from .actions import CARD_ACTIONS, MOVES, Round, action_of


def shapes(rules: Rules, cards: int, perfect_recall: bool) -> dict[str, tuple[int, ...]]:
    """The parts by name. `perfect_recall`: with all that the seat has seen in the round, its information state; else what it sees now.

    Cards are ones in rows of 60 (as the first 60 actions), seats ones in rows of as many as play, crystals and cards won are numbers. Seats
    are absolute: ``seat`` says who looks.
    """
    players = rules.players
    arrays: dict[str, tuple[int, ...]] = {
        "seat": (players,),
        "decides": (players,),
        "playing": (1,),
        "hand": (CARD_ACTIONS,),
        "gave": (CARD_ACTIONS,),
        "got": (CARD_ACTIONS,),
        "leader": (players,),
        "trick": (rules.trick_size, CARD_ACTIONS),
        "tricks_left": (1,),
        "played": (CARD_ACTIONS,),
        "robber": (players,),
        "award": (ROUND_OVER + 1,),
        "showroom": (players,),
        "vault": (players,),
        "taken": (players, 4),
        "winners": (players,),
    }
    if perfect_recall:
        arrays |= {"dealt": (CARD_ACTIONS,), "history": (most_moves(rules, cards), CARD_ACTIONS + 2 * players)}
    return arrays


def observe(play: Round, seat: int, parts: Parts) -> None:
    """Writes what `seat` sees of a round into such parts, which are zeros."""
    table = play.table()
    parts["seat"][seat] = 1
    parts["playing"][0] = play.is_passed
    parts["hand"][[action_of(Move(card)) for card in play.hand(seat)]] = 1
    parts["gave"][play.passed_by(seat)] = 1
    parts["got"][play.passed_to(seat)] = 1
    parts["leader"][table.leader] = 1
    parts["tricks_left"][0] = table.tricks_left
    for index, card in enumerate(table.cards):
        parts["trick"][index, action_of(Move(card))] = 1
    parts["played"][[action_of(Move(move.card)) for move in play.moves_played() if move.card is not None]] = 1
    parts["award"][table.award] = 1
    for name in ("showroom", "vault", "taken"):
        parts[name][:] = getattr(table, name)
    parts["winners"][sorted(table.winners)] = 1
    if table.robber is not None:
        parts["robber"][table.robber] = 1
    if play.to_move is not None and (play.is_passed or play.to_move == seat):  # who has passed already is not seen
        parts["decides"][play.to_move] = 1
    if "history" in parts:
        parts["dealt"][play.dealt_to(seat)] = 1
        for row, action in zip(parts["history"], play.played, strict=False):
            _write_move(row, MOVES[action], play.rules.players)


def most_moves(rules: Rules, cards: int) -> int:
    """The most moves of a round: every card, a victim after each trick, a choice for each award."""
    return rules.players * cards + cards // rules.plays_per_trick + 4


def _write_move(row: NDArray[np.float32], move: Move, players: int) -> None:
    """The card, the victim and the actor of a move, as ones."""
    if move.card is not None:
        row[action_of(Move(move.card))] = 1
    if move.victim is not None:
        row[CARD_ACTIONS + move.victim] = 1
    if move.actor is not None:
        row[CARD_ACTIONS + players + move.actor] = 1
