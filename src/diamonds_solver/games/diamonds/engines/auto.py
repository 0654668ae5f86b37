"""Which engine advises where nobody chooses one. The table rests on matches, see docs/development/adviser-notebook.md."""

from __future__ import annotations

from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.view.view import View

EXACT_PLAYERS = 2
"""With this many players `exact` is used from the first lead on, with more `ismcts`, but for two teams in the standard game `playout`."""
EXACT_DEALS = 100
"""With at most this many possible deals all of them are solved, where a hand has at most EXACT_DEALS_CARDS cards."""
EXACT_DEALS_CARDS = 4


def choose_engine(view: View, objective: str) -> str:
    """The name of the engine for a decision: ``exact``, ``ismcts`` or ``playout``."""
    if view.phase is not Phase.PLAY:
        return "playout"
    if view.count == 1 and (objective != "win" or len(view.rules.sides) == 2):
        return "exact"
    if objective == "win":
        return "ismcts"
    if view.rules.players == EXACT_PLAYERS:
        return "exact"
    if view.count <= EXACT_DEALS and len(view.hand) <= EXACT_DEALS_CARDS:
        return "exact"
    return "playout" if len(view.rules.sides) == 2 and not view.rules.perfect else "ismcts"
