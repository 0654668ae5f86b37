"""What an arena's player does in a live game, knowing what its seat may know."""

from __future__ import annotations

from collections.abc import Callable

from diamonds_solver.arena.players import decided
from diamonds_solver.errors import PlayerNameError
from diamonds_solver.games.diamonds.match.clairvoyant import Clairvoyant
from diamonds_solver.games.diamonds.match.kinds import Player
from diamonds_solver.games.diamonds.match.players import parse_player
from diamonds_solver.games.diamonds.rules.cards import sort_key
from diamonds_solver.games.diamonds.rules.public import Pass
from diamonds_solver.games.diamonds.view.view import View

from .table import DiamondsTable


def decide(table: DiamondsTable, name: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object | None:
    """The player's move; None when it was told to stop.

    Raises PlayerNameError for a name that is none, or of a player who looks at hidden cards.
    """
    player = parse_player(name)
    if isinstance(player, Clairvoyant):
        raise PlayerNameError(f"{name} sees all hands: it cannot sit at this table", hint="it plays in 'diamonds arena' only")
    turn = table.turn
    assert turn is not None
    assert turn.seat is not None
    decision, view = turn.decision, View.of(table.record_now, turn.seat)

    def choose(player: Player) -> object:
        if decision == "count":
            return player.pass_count(view, seed)
        if decision == "pass":
            return Pass(tuple(sorted(player.pass_cards(view, seed), key=sort_key)))
        return player.choose(view, seed)

    return decided(player, table.moves(), choose, should_stop)
