"""What Diamoniak decides and counts, in words."""

from __future__ import annotations

from diamonds_solver.game import Objective, Words

WORDS = Words(
    title="Diamoniak",
    decisions={
        "turn": "whether to buy or to draw",
        "more": "whether to draw again or to stop",
        "witch": "what to give up",
        "over": "nothing: the game is over",
    },
    objectives={"win": Objective("the chance to win", 0.01, is_chance=True)},
)

TYPING = "draw, stop, buy>Bob, -RDD to give up cards; d, s, b will do; at a real table the card that was drawn: R"
"""How people type moves at the table."""
