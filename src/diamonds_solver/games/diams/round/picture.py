"""The table as a picture: the market and the pile, everybody's hand and the piles of the safe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diamonds_solver.common.wording import counted
from diamonds_solver.markup.svg import (
    CARD_HEIGHT,
    CARD_WIDTH,
    EDGE,
    GAP,
    GOLD,
    INK,
    PALE,
    PANEL,
    TABLE,
    WIDTH,
    Drawing,
    back,
    colour,
    element,
    face,
    fitted,
    gap,
    panel,
    text,
    text_width,
)

from .rules import DIAMONDS, HAND_LIMIT, HIDDEN, NAMES, B, Cards, S, T, has_loupe, quality, written
from .state import Phase, State

_GEM = "M4 2h8l3.5 4.5L8 15 .5 6.5Z"
_LOUPE = "M6.500 1.500a5 5 0 1 1 0 10a5 5 0 1 1 0-10M10.200 9.700l4.300 4.300"
_BLUE, _RED = colour("D"), colour("H")
_TOOLS = {T: "take", B: "break", S: "secure"}

_HEAD, _FOOT = 36, 36  # heights of what stands above and below the market
_IN_ROW, _MOST_ROWS = 12, 3  # cards of the market
_ROW = WIDTH - 2 * EDGE - 16  # for cards side by side
_STEP, _FAN, _PILE = 37, 15, 54  # from card to card, from back to back, from pile to pile
_NAME_WIDTH, _WON_WIDTH = 130, 170
_ASKED = {
    Phase.DRAW: "draws or opens",
    Phase.ACT: "makes a move",
    Phase.TRIM: "puts cards away",
    Phase.GIVE: "chooses a copy to give",
    Phase.DRAWN: "is about to draw",
    Phase.OPENED: "is about to open two",
    Phase.REFILL: "waits for the market",
}


@dataclass(frozen=True)
class Scene:
    """What a picture shows. Tuples have an item for each seat."""

    state: State
    """Unknown cards are HIDDEN."""
    names: tuple[str, ...]
    title: str
    held: tuple[Cards, ...]
    """Cards that a hidden seat is known to have, in the hand or in a pile."""
    won: tuple[str, ...]
    """Points or chips, in words."""


def draw(scene: Scene) -> str:
    """The picture as SVG, 480 wide."""
    state, drawing = scene.state, Drawing()
    players, prompt = state.rules.players, _prompt(scene)
    rows = _rows(state.market)
    foot = _HEAD + max(1, len(rows)) * (CARD_HEIGHT + 4)
    top = foot + _FOOT - 4
    height = top + players * (PANEL + GAP) + 2
    drawing.add(element("rect", width=WIDTH, height=height, rx=12, fill=TABLE))
    drawing.add(text(16, 24, scene.title, 15, INK, font_weight="bold"))
    room = WIDTH - 44 - text_width(scene.title, 15)
    drawing.add(text(WIDTH - 16, 24, fitted(prompt, room, 13), 13, GOLD, text_anchor="end"))
    for index, row in enumerate(rows):
        drawing.add(drawing.part(_row(drawing, row), 16, _HEAD + index * (CARD_HEIGHT + 4)))
    if not rows:
        drawing.add(drawing.part(gap(), 16, _HEAD))
    drawing.add(text(16, foot + 18, fitted(_pile(scene), _ROW, 13), 13, PALE))
    for seat in range(players):
        is_turn = state.phase is not Phase.OVER and seat == state.to_move
        content = panel(is_turn) + drawing.part(_heading(scene, seat)) + drawing.part(_cards(drawing, state, seat), 8, 29)
        drawing.add(drawing.part(content, EDGE, top + seat * (PANEL + GAP)))
    return drawing.svg(WIDTH, height, _label(scene, prompt))


def _prompt(scene: Scene) -> str:
    state = scene.state
    return "the round is over" if state.phase is Phase.OVER else f"{scene.names[state.to_move]} {_ASKED[state.phase]}"


def _pile(scene: Scene) -> str:
    """What is left, and what is gone."""
    state = scene.state
    used = f"; used {written(state.used, ', ')}" if state.used else ""
    closing = "" if state.closed is None else f"; the closing card came to {scene.names[state.closed]}"
    return f"pile: {counted(len(state.pile), 'card')}{used}{closing}"


def _heading(scene: Scene, seat: int) -> str:
    known = f"has {written(scene.held[seat], ', ')}" if scene.held[seat] else ""
    room = _ROW - _NAME_WIDTH - 16 - text_width(scene.won[seat], 13)
    return "".join(
        [
            text(8, 20, fitted(scene.names[seat], _NAME_WIDTH, 15), 15, INK, font_weight="bold"),
            text(16 + _NAME_WIDTH, 20, fitted(known, room, 12), 12, PALE) if known else "",
            text(WIDTH - 2 * EDGE - 8, 20, fitted(scene.won[seat], _WON_WIDTH, 13), 13, INK, text_anchor="end") if scene.won[seat] else "",
        ]
    )


# -- cards ------------------------------------------------------------------------------------------------------------------------------


def _rows(market: Cards) -> list[Cards]:
    """The market in as many rows as it takes; with more than three cards overlap."""
    size = max(_IN_ROW, -(-len(market) // _MOST_ROWS))
    return [market[first : first + size] for first in range(0, len(market), size)]


def _row(drawing: Drawing, cards: Sequence[int]) -> str:
    """Cards side by side, overlapping where there are many."""
    step = min(_STEP, (_ROW - CARD_WIDTH) / max(1, len(cards) - 1))
    return "".join(drawing.part(_card(kind), round(index * step, 1)) for index, kind in enumerate(cards))


def _cards(drawing: Drawing, state: State, seat: int) -> str:
    """The hand, and on the right the piles of the safe, each as its top card with the number of cards."""
    hand, safe, parts = state.hands[seat], state.safes[seat], list[str]()
    step = _FAN if HIDDEN in hand else min(_STEP, HAND_LIMIT * _STEP / max(1, len(hand)))
    parts += [drawing.part(_card(kind), round(index * step, 1)) for index, kind in enumerate(hand)]
    left = step * (len(hand) - 1) + CARD_WIDTH + 8
    step = min(_PILE, (_ROW - left - _PILE) / max(1, len(safe) - 1))
    parts += [drawing.part(_pile_of(pile), round(_ROW - _PILE - step * index, 1)) for index, pile in reversed([*enumerate(reversed(safe))])]
    return "".join(parts)


def _card(kind: int) -> str:
    if kind == HIDDEN:
        return back()
    if kind >= DIAMONDS:
        name = text(17, 42, _TOOLS[kind], 9, _RED, text_anchor="middle")
        return face() + text(17, 24, NAMES[kind], 19, _RED, text_anchor="middle", font_weight="bold") + name
    gem = element("path", d=_GEM, fill=_BLUE, transform=f"translate({3 if has_loupe(kind) else 9} 28)")
    return face() + _number(str(quality(kind))) + gem + (_loupe(18, 30) if has_loupe(kind) else "")


def _pile_of(pile: Cards) -> str:
    """A pile of one quality, which stands for itself with what is told of it."""
    known, width = [kind for kind in pile if kind != HIDDEN], _PILE - 8
    loupes = sum(map(has_loupe, known))
    top = _number(str(quality(known[0])) if known else "?", width / 2)
    mark = _loupe(21, 31) + (text(36, 43, str(loupes), 11, _RED) if loupes > 1 else "") if loupes else ""
    return (
        element("rect", x=3, y=-3, width=width, height=CARD_HEIGHT, rx=5, fill=PALE, stroke=TABLE)
        + face(width)
        + top
        + text(4, 43, f"\u00d7{len(pile)}", 12, TABLE)
        + mark
    )


def _number(number: str, middle: float = CARD_WIDTH / 2) -> str:
    return text(middle, 21, number, 19, _BLUE, text_anchor="middle", font_weight="bold")


def _loupe(x: float, y: float) -> str:
    return element("path", d=_LOUPE, fill="none", stroke=_RED, stroke_width=2.2, transform=f"translate({x:g} {y:g}) scale(.9)")


# -- in words ---------------------------------------------------------------------------------------------------------------------------


def _label(scene: Scene, prompt: str) -> str:
    state = scene.state
    words = [f"{scene.title}: {prompt}. Market: {written(state.market, ', ') or 'empty'}; {_pile(scene)}."]
    for seat, name in enumerate(scene.names):
        piles = " and ".join(_known_text(pile) for pile in state.safes[seat])
        held = f", known to have {written(scene.held[seat], ', ')}" if scene.held[seat] else ""
        words.append(f"{name}: {_known_text(state.hands[seat]) or 'no cards'}{held}, safe {piles or 'empty'}.")
    return " ".join(words)


def _known_text(cards: Cards) -> str:
    """The cards that are told, and the number of the others."""
    known = [kind for kind in cards if kind != HIDDEN]
    hidden = len(cards) - len(known)
    return " and ".join(filter(None, (written(known, ","), counted(hidden, "hidden card") if hidden else "")))
