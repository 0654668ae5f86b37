"""The table as a picture: castles, what lies on the right of them, the pile and the discards."""

from __future__ import annotations

from collections.abc import Sequence

from diamonds_solver.common.wording import counted
from diamonds_solver.markup.svg import (
    CARD_WIDTH,
    EDGE,
    GAP,
    GOLD,
    INK,
    PALE,
    PANEL,
    SEAT,
    TABLE,
    WIDTH,
    Drawing,
    colour,
    element,
    face,
    fitted,
    gap,
    panel,
    text,
)

from .rules import COLOURS, KINDS, Cards, Phase, State, changed, with_counts

_TOWER = "M2 15V6H1V1h3v2h2.5V1h3v2H12V1h3v5h-1v9h-4v-4a2 2 0 0 0-4 0v4Z"
_GEM = "M4 2h8l3.5 4.5L8 15 .5 6.5Z"
_STAR = "M8 .8l2.1 4.9 5.3.4-4.1 3.5 1.3 5.2L8 12l-4.6 2.8 1.3-5.2L.6 6.1l5.3-.4Z"
_HAT = "M8 1l4.5 10.5c2 .5 3 1.2 3 1.8 0 1.1-3.5 1.7-7.5 1.7S.5 14.4.5 13.3c0-.6 1-1.3 3-1.8Z"
_SHAPES = (*(_TOWER for _ in COLOURS), _GEM, _STAR, _HAT)
_ON_WHITE = tuple(map(colour, ("R", "G", "B", "Y", "gem-line", "F", "W")))
_ON_DARK = tuple(map(colour, ("R-dark", "G-dark", "B-dark", "Y-dark", "gem-3", "F-dark", "W-dark")))
"""By kind; each kind has its letter, too, so that nothing depends on colour alone."""

_STEP = 28
_TOP = 84  # height of what stands above the players
_ASKED = {
    Phase.TURN: "buys or draws",
    Phase.MORE: "draws again or stops",
    Phase.WITCH: "gives cards up to the witch",
    Phase.OVER: "has won",
}


def draw(state: State, names: Sequence[str]) -> str:
    """The picture as SVG, 480 wide. All of it is known to all."""
    drawing, players = Drawing(), state.rules.players
    height = _TOP + players * (PANEL + GAP) + 2
    prompt = f"{names[state.turn]} {_ASKED[state.phase]}"
    drawing.add(element("rect", width=WIDTH, height=height, rx=12, fill=TABLE))
    drawing.add(text(16, 24, "Diamoniak", 15, INK, font_weight="bold"))
    drawing.add(text(WIDTH - 16, 24, fitted(prompt, 340, 13), 13, GOLD, text_anchor="end"))
    drawing.add(_pile(drawing, "pile", state.pile, 48), _pile(drawing, "discards", state.discards, 72))
    for seat in range(players):
        content = text(8, 20, fitted(names[seat], 440, 15), 15, INK, font_weight="bold") + drawing.part(_cards(drawing, state, seat), 8, 29)
        drawing.add(drawing.part(panel(seat == state.turn) + content, EDGE, _TOP + seat * (PANEL + GAP)))
    return drawing.svg(WIDTH, height, _label(state, names, prompt))


def _pile(drawing: Drawing, title: str, cards: Cards, y: float) -> str:
    parts, x = [text(16, y, f"{title}: {counted(sum(cards), 'card')}", 13, PALE)], 140
    for kind, count in enumerate(cards):
        if count:
            parts += [drawing.part(_icon(kind), x, y - 12), text(x + 16, y, f"{KINDS[kind]} {count}", 12, INK)]
            x += 48
    return "".join(parts)


def _cards(drawing: Drawing, state: State, seat: int) -> str:
    """The castle with its gaps, and what lies on the right by kind."""
    colour, held, parts = state.colours[seat], state.held[seat], list[str]()
    x = 0
    if colour is None:
        parts.append(text(0, 30, "no castle", 12, PALE))
        x = 80
    else:
        size = state.rules.deck[colour]
        for place in range(size):
            parts.append(drawing.part(_card(colour) if place < held[colour] else gap(ground=SEAT), place * _STEP))
        held = changed(held, colour, -held[colour])
        x = size * _STEP + 16
    for kind, count in enumerate(held):
        if count:
            parts += [drawing.part(_card(kind), x), text(x + CARD_WIDTH + 3, 30, str(count), 13, INK)]
            x += 54
    return "".join(parts)


def _card(kind: int) -> str:
    return (
        face()
        + text(17, 20, KINDS[kind], 16, _ON_WHITE[kind], text_anchor="middle", font_weight="bold")
        + element("path", d=_SHAPES[kind], fill=_ON_WHITE[kind], transform="translate(8.5 27) scale(1.06)")
    )


def _icon(kind: int) -> str:
    return element("path", d=_SHAPES[kind], fill=_ON_DARK[kind], transform="scale(.84)")


def _label(state: State, names: Sequence[str], prompt: str) -> str:
    words = [f"{prompt}."]
    for seat, name in enumerate(names):
        colour, held = state.colours[seat], state.held[seat]
        castle = "no castle"
        if colour is not None:
            castle = f"castle {KINDS[colour]} with {held[colour]} of {state.rules.deck[colour]}"
            held = changed(held, colour, -held[colour])
        words.append(f"{name}: {castle}, besides {with_counts(held) or 'nothing'}.")
    piles = [f"{title} {with_counts(cards) or 'empty'}" for title, cards in (("Pile", state.pile), ("discards", state.discards))]
    return " ".join([*words, f"{', '.join(piles)}."])
