"""The rule-based players ``greedy`` and ``cautious``; ``csrc/diamoniak/players/policy.h`` describes them."""

from __future__ import annotations

from diamonds_solver.games.diamoniak.core import _players
from diamonds_solver.games.diamoniak.core.layout import pack, unpack_move
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State

GREEDY, CAUTIOUS = POLICIES = _players.POLICIES


def move_by_rules(state: State, policy: str = GREEDY) -> Move:
    """What the player does in a state with something to decide."""
    return unpack_move(_players.policy_move(pack([state]), policy))
