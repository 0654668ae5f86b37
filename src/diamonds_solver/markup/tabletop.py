"""What pictures of card tables share: sizes, colours, and cards without their faces."""

from __future__ import annotations

from .svg import Attribute, element

WIDTH = 480
EDGE, GAP = 8, 6
"""Beside the panels of the players, and between them."""
CARD_WIDTH, CARD_HEIGHT = 34, 50
PANEL = 86
"""Height of a player's panel."""
TABLE, SEAT, INK, PALE, GOLD = "#23272c", "#30363d", "#fff", "#bcc5ce", "#ffd54a"
"""Colours: of the table and of a panel, of letters, quiet letters and what matters now."""
EMPTY = "#6b747d"
"""Of a place where a card may lie."""


def face(width: float = CARD_WIDTH) -> str:
    """A card with nothing on it."""
    return element("rect", width=width, height=CARD_HEIGHT, rx=5, fill="#fff", stroke=TABLE, stroke_opacity=0.55)


def back() -> str:
    """A card face down."""
    return element("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=5, fill="#4a5a6b", stroke="#fff", stroke_width=1.5) + element(
        "path", d="M17 13 27 25 17 37 7 25Z", fill="none", stroke="#8b9caf", stroke_width=2
    )


def gap(colour: str = EMPTY, ground: str = "none") -> str:
    """Where no card lies."""
    return element("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=5, fill=ground, stroke=colour, stroke_width=1.5, stroke_dasharray="4 3")


def panel(is_turn: bool) -> str:
    """The ground of a player's panel; framed for who decides."""
    frame: dict[str, Attribute] = {"stroke": GOLD, "stroke_width": 2} if is_turn else {}
    return element("rect", width=WIDTH - 2 * EDGE, height=PANEL, rx=8, fill=SEAT, **frame)
