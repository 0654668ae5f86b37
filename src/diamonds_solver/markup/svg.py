"""Pictures as SVG: elements with everything in attributes, so that they look the same wherever a page or a notebook shows them.

What comes back in a picture (a card, a hand) is a *part*: it is defined once and used by a reference, whose id depends on its looks alone.
"""

from __future__ import annotations

import re
from base64 import b32encode
from functools import cache
from hashlib import blake2s
from html import escape
from importlib.resources import files

from diamonds_solver.common.wording import DOTS, cell_width, printable

FONT = "system-ui,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif"

_NARROW, _WIDE = " .,:;'|!ijlIft()[]", "mwMW@%"

Attribute = str | float

_TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{6})")


@cache
def tokens() -> str:
    """The page's style sheet of colours, sizes and type, which reports embed."""
    return (files("diamonds_solver") / "web" / "static" / "tokens.css").read_text(encoding="utf-8")


@cache
def _colours() -> dict[str, str]:
    return dict(reversed(_TOKEN.findall(tokens())))  # what comes first counts


def colour(name: str) -> str:
    """The colour of the token `name`, the light one where there are two: a picture looks the same in both schemes."""
    return _colours()[name]


def element(name: str, *children: str, **attributes: Attribute) -> str:
    """An element; `children` are markup. ``font_size`` is the attribute font-size, ``class_`` is class."""
    written = "".join(f' {_named(key)}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(x: float, y: float, content: str, size: float, fill: str, **attributes: Attribute) -> str:
    """Letters that begin at `x` (with ``text_anchor`` they end or have their middle there) on the line `y`; any text is harmless."""
    return element("text", escape(printable(content), quote=False), x=x, y=y, font_size=size, fill=fill, **attributes)


def text_width(content: str, size: float) -> float:
    """How wide letters will be at most, about: the font is not known before the picture is shown."""
    return size * sum(_letter_width(letter) for letter in content)


def fitted(content: str, width: float, size: float) -> str:
    """`content` as it is printable, cut with dots where it would be wider than `width`."""
    shown = printable(content)
    if text_width(shown, size) <= width:
        return shown
    end = len(shown)
    while end > 1 and text_width(shown[:end] + DOTS, size) > width:
        end -= 1
    return shown[:end] + DOTS


def _letter_width(letter: str) -> float:
    """In parts of the font's size, for bold letters of a wide font."""
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE or not letter.isascii():
        return cell_width(letter) * (1.0 if letter in _WIDE else 0.72 if cell_width(letter) == 1 else 0.52)
    return 0.8 if letter.isupper() else 0.68


class Drawing:
    """A picture while it is drawn."""

    def __init__(self) -> None:
        self._content: list[str] = []
        self._parts: dict[str, str] = {}

    def add(self, *content: str) -> None:
        """Markup, on top of what is there."""
        self._content.extend(content)

    def part(self, content: str, x: float = 0, y: float = 0) -> str:
        """Markup that shows the part `content` with its origin at (x, y)."""
        name = "p" + b32encode(blake2s(content.encode(), digest_size=5).digest()).decode().lower()
        self._parts[name] = content
        place: dict[str, Attribute] = {key: value for key, value in (("x", x), ("y", y)) if value}
        return element("use", href=f"#{name}", **place)

    def svg(self, width: float, height: float, label: str) -> str:
        """The whole picture. `label` tells in words what it shows, to those who cannot see it."""
        parts = "\n".join(element("g", content, id=name) for name, content in self._parts.items())
        return element(
            "svg",
            f"<defs>\n{parts}\n</defs>",
            *self._content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_value(width)} {_value(height)}",
            width=width,
            height=height,
            role="img",
            aria_label=label,
            font_family=FONT,
        )


def _named(key: str) -> str:
    return key if key == "viewBox" else key.rstrip("_").replace("_", "-")


def _value(value: Attribute) -> str:
    return escape(printable(value)) if isinstance(value, str) else f"{value:.6g}"


# -- card tables --------------------------------------------------------------------------------------------------------------------------
# What their pictures share: sizes, colours, and cards without their faces.


WIDTH = 480
EDGE, GAP = 8, 6
"""Beside the panels of the players, and between them."""
CARD_WIDTH, CARD_HEIGHT = 34, 50
PANEL = 86
"""Height of a player's panel."""
TABLE, SEAT, INK, PALE, GOLD = map(colour, ("felt", "felt-plate", "felt-ink", "felt-soft", "lamp"))
"""Colours: of the table and of a panel, of letters, quiet letters and what matters now."""
EMPTY = colour("felt-line")
"""Of a place where a card may lie."""


def face(width: float = CARD_WIDTH) -> str:
    """A card with nothing on it."""
    return element("rect", width=width, height=CARD_HEIGHT, rx=5, fill=colour("card"), stroke=TABLE, stroke_opacity=0.55)


def back() -> str:
    """A card face down."""
    return element(
        "rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=5, fill=colour("back-2"), stroke=colour("card"), stroke_width=1.5
    ) + element("path", d="M17 13 27 25 17 37 7 25Z", fill="none", stroke=colour("gem-4"), stroke_width=2)


def gap(colour: str = EMPTY, ground: str = "none") -> str:
    """Where no card lies."""
    return element("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=5, fill=ground, stroke=colour, stroke_width=1.5, stroke_dasharray="4 3")


def panel(is_turn: bool) -> str:
    """The ground of a player's panel; framed for who decides."""
    frame: dict[str, Attribute] = {"stroke": GOLD, "stroke_width": 2} if is_turn else {}
    return element("rect", width=WIDTH - 2 * EDGE, height=PANEL, rx=8, fill=SEAT, **frame)
