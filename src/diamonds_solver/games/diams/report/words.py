"""The words for what Diam's decides and counts."""

from __future__ import annotations

from diamonds_solver.game import Objective, Words

WORDS = Words(
    title="Diam's",
    decisions={
        "draw": "whether to draw a card or to open two",
        "act": "a move of phase 2",
        "trim": "what to put away",
        "give": "which copy to give",
        "over": "nothing: the round is over",
    },
    objectives={
        "margin": Objective("points less the mean of the others'", 0.1),
        "points": Objective("points at the end of the round", 0.1),
        "chips": Objective("chips less the mean of the others'", 0.05),
        "win": Objective("the chance to win the match", 0.01, is_chance=True),
    },
)

TYPING = "draw, open, =7, 8=4+2+2, safe:7+7+7, put:4, T:9, B>Bob:7, S:5+5, T?Bob:7, pass, -9+4; d and o will do"
"""How people type moves at the table."""
