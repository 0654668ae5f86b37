"""What Diamonds decides and counts, in words."""

from __future__ import annotations

from diamonds_solver.game import Objective, Words
from diamonds_solver.games.diamonds.rules.cards import SUIT_SYMBOLS

WORDS = Words(
    title="Diamonds",
    decisions={
        "card": "a card to play",
        "victim": "whom to rob",
        "actor": "which partner takes the award",
        "pass": "which cards to pass",
        "count": "how many cards to pass",
        "over": "nothing: the round is over",
    },
    objectives={
        "margin": Objective("own points minus the others' mean", 0.1),
        "points": Objective("own points", 0.1),
        "win": Objective("the chance to win the match", 0.01, is_chance=True),
    },
    symbols=SUIT_SYMBOLS,
)

TYPING = "D15, or 15 where that is one card only; C3>Bob robs Bob; cards to pass: D3 H4"
"""How people type moves at the table."""
