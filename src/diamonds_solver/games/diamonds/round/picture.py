"""The table as a picture: who holds what, the crystals, the cards won and the trick on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from diamonds_solver.common.wording import counted
from diamonds_solver.markup.svg import (
    CARD_WIDTH,
    EDGE,
    EMPTY,
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

from .public import Decision, Table, question
from .rules import SUIT_LETTERS, card_name, format_cards, rank_of, sort_key, suit_of

SHAPES = (
    "M8 .6 13.6 8 8 15.4 2.4 8Z",
    "M8 15C3 10.6.6 7.9.6 4.9A3.8 3.8 0 0 1 8 3.5a3.8 3.8 0 0 1 7.4 1.4C15.4 7.9 13 10.6 8 15Z",
    "M8 .8c2.3 3.4 6.9 5.6 6.9 9a3.3 3.3 0 0 1-5.9 2c.1 1.4.8 2.5 2 3.4H5c1.2-.9 1.9-2 2-3.4a3.3 3.3 0 0 1-5.9-2C1.1 6.4 5.7 4.2 8 .8Z",
    "M8 .8a3.4 3.4 0 0 1 2.9 5.2 3.4 3.4 0 1 1-1.9 5.9c.1 1.3.8 2.4 2 3.3H5c1.2-.9 1.9-2 2-3.3a3.4 3.4 0 1 1-1.9-5.900A3.4 3.4 0 0 1 8 .8Z",
)
"""The suits as paths in a square of 16."""
ON_WHITE = tuple(map(colour, SUIT_LETTERS))
ON_DARK = tuple(colour(f"{letter}-dark") for letter in SUIT_LETTERS)
"""Colours of the suits, told apart also by people who see no red or no green: with the shapes nothing hangs on colour alone."""

_STEP, _FAN = 36, 15
_TRICK = 116  # height of what stands above the players
_NAME_WIDTH = 104
_ROW = WIDTH - 2 * EDGE - 16  # for the cards of a hand
_SUIT_GAP = 8


@dataclass(frozen=True)
class Scene:
    """What a picture shows. Tuples have an item for each seat."""

    table: Table
    hands: tuple[tuple[frozenset[int], int | None], ...]
    """Cards shown, and how many more the hand has; None where that is not known."""
    names: tuple[str, ...]
    title: str
    """What goes on: ``Trick 3 of 10``."""
    prompt: str | None = None
    """Who decides what; None: what the table says."""
    voids: tuple[frozenset[int], ...] = ()
    """Suits that a seat is known not to hold."""
    dealer: int | None = None
    untold: frozenset[int] = frozenset()
    """The seats of which it is not known which cards they have won."""
    turns: frozenset[int] | None = None
    """Who decides; None: whom the table says."""
    forgotten: frozenset[int] = frozenset()
    """The places in the trick of cards of which only the suit is known."""


def draw(scene: Scene) -> str:
    """The picture as SVG, 480 wide."""
    return _Picture(scene).draw()


class _Picture:
    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._table = scene.table
        self._rules = scene.table.rules
        self._names = [fitted(name, _NAME_WIDTH, 15) for name in scene.names]
        self._prompt = question(self._table, self._names, SUIT_LETTERS) if scene.prompt is None else scene.prompt
        over = self._table.decision is Decision.OVER
        self._turns = scene.turns if scene.turns is not None else frozenset(() if over else (self._table.to_move,))
        self._drawing = Drawing()

    def draw(self) -> str:
        drawing, players = self._drawing, self._rules.players
        height = _TRICK + players * (PANEL + GAP) + 20
        drawing.add(drawing.part(self._head(height)))
        for seat in range(players):
            drawing.add(drawing.part(self._panel(seat), EDGE, _TRICK + seat * (PANEL + GAP)))
        return drawing.svg(WIDTH, height, self._label())

    def _head(self, height: float) -> str:
        """All that does not depend on who sees it."""
        title, room = self._scene.title, WIDTH - 2 * EDGE - 24 - text_width(self._scene.title, 15)
        ground = element("rect", width=WIDTH, height=height, rx=12, fill=TABLE) + element(
            "g", _legend(), transform=f"translate({EDGE + 8} {height - 18:g})"
        )
        prompt = text(WIDTH - EDGE - 8, 24, fitted(self._prompt, room, 13), 13, GOLD, text_anchor="end")
        parts = map(self._drawing.part, (ground, text(EDGE + 8, 24, title, 15, INK, font_weight="bold"), prompt))
        return "".join([*parts, *self._trick()])

    # -- the trick --------------------------------------------------------------------------------------------------------------------

    def _trick(self) -> list[str]:
        """A place for each card of the trick, in the order of play, with who plays it."""
        table, size = self._table, self._rules.trick_size
        if table.tricks_left == 0 or self._scene.prompt is not None:
            return []
        step = min(78, (WIDTH - 2 * EDGE) / size)
        parts, left = [], (WIDTH - step * size) / 2
        winner = table.winning_seat() if table.cards and not self._scene.forgotten else None
        for index in range(size):
            seat, middle = table.seat_of_play(index), left + (index + 0.5) * step
            x = middle - CARD_WIDTH / 2
            if index < len(table.cards):
                card = table.cards[index]
                parts.append(self._drawing.part(_card(card, is_forgotten=index in self._scene.forgotten), x, 36))
                if seat == winner and self._is_winning(card):
                    parts.append(element("rect", x=x - 2, y=34, width=38, height=54, rx=6, fill="none", stroke=INK, stroke_width=1.5))
            else:
                now = index == len(table.cards) and table.robber is None
                parts.append(self._drawing.part(gap(GOLD if now else EMPTY), x, 36))
            name = text(0, 103, fitted(self._names[seat], step - 4, 12), 12, PALE, text_anchor="middle")
            parts.append(self._drawing.part(name, middle))
        return parts

    def _is_winning(self, card: int) -> bool:
        led = suit_of(self._table.cards[0])
        return card == max((c for c in self._table.cards if suit_of(c) == led), key=rank_of)

    # -- the players ------------------------------------------------------------------------------------------------------------------

    def _panel(self, seat: int) -> str:
        return panel(seat in self._turns) + self._drawing.part(self._heading(seat)) + self._drawing.part(self._hand(seat), 8, 29)

    def _heading(self, seat: int) -> str:
        table, right = self._table, WIDTH - 2 * EDGE
        tags = ["dealer"] if seat == self._scene.dealer else []
        tags += ["thief"] if seat == table.thief else []
        tags += [f"team {self._rules.side_of(seat) + 1}"] if self._rules.teams else []
        name = element("tspan", escape(self._names[seat], quote=False), font_weight="bold", fill=INK)
        tag = element("tspan", f" {', '.join(tags)}", font_size=12) if tags else ""
        return "".join(
            [
                element("text", name, tag, x=8, y=20, font_size=15, fill=PALE),
                *self._won(seat),
                self._drawing.part(_gem() + element("g", _safe(), transform="translate(42 0)"), right - 164, 9),
                text(right - 148, 20, str(table.showroom[seat]), 14, INK),
                text(right - 105, 20, str(table.vault[seat]), 14, INK),
                text(right - 8, 20, _points(table.points()[seat]), 14, INK, text_anchor="end", font_weight="bold"),
            ]
        )

    def _won(self, seat: int) -> list[str]:
        """The cards won, by suit."""
        table, x = self._table, 174
        row = table.taken[seat]
        if not any(row):
            untold = seat in self._scene.untold
            words = "tricks not known" if untold else "" if seat in table.winners else "no trick"
            return [text(x, 20, words, 12, PALE)] if words else []
        parts = []
        for suit, count in enumerate(row):
            if count:
                parts += [self._drawing.part(_suit(suit, ON_DARK, 12), x, 9), text(x + 14, 20, str(count), 13, INK)]
                x += 14 + 9 * len(str(count)) + 7
        return parts

    def _hand(self, seat: int) -> str:
        """The cards shown, and the backs of the others."""
        known, unknown = self._scene.hands[seat]
        cards = sorted(known, key=sort_key)
        gaps = len({suit_of(card) for card in cards}) - 1
        step = min(_STEP, (_ROW - CARD_WIDTH - _SUIT_GAP * gaps) / max(1, len(cards) - 1))
        parts, x = list[str](), 0.0
        for index, card in enumerate(cards):
            x += _SUIT_GAP if index and suit_of(card) != suit_of(cards[index - 1]) else 0
            parts.append(self._drawing.part(_card(card), round(x, 1)))
            x += step
        x += _SUIT_GAP if cards else 0
        for _ in range(unknown or 0):
            parts.append(self._drawing.part(back(), x))
            x += _FAN
        if unknown:
            x += CARD_WIDTH - _FAN + 8
            parts.append(text(x, 30, counted(unknown, "card"), 12, PALE))
            x += 58
        elif unknown is None:
            parts.append(text(x + 4, 30, "and cards not known", 12, PALE))
        if unknown and self._scene.voids and self._scene.voids[seat]:
            parts.append(text(x, 30, "no", 12, PALE))
            for index, suit in enumerate(sorted(self._scene.voids[seat])):
                parts.append(self._drawing.part(_suit(suit, ON_DARK, 13), x + 18 + 17 * index, 19))
        return "".join(parts)

    # -- in words ---------------------------------------------------------------------------------------------------------------------

    def _label(self) -> str:
        scene, table = self._scene, self._table
        words = [f"{scene.title}. {self._prompt}."]
        if table.cards and scene.prompt is None:
            cards = [card_name(card, is_forgotten=index in scene.forgotten) for index, card in enumerate(table.cards)]
            plays = [f"{self._names[table.seat_of_play(index)]} {card}" for index, card in enumerate(cards)]
            words.append(f"On the table: {', '.join(plays)}.")
        for seat, (known, unknown) in enumerate(scene.hands):
            hand = " and ".join(filter(None, [format_cards(known), counted(unknown, "hidden card") if unknown else ""]))
            words.append(f"{self._names[seat]}: {hand or 'no cards'}, showroom {table.showroom[seat]}, vault {table.vault[seat]}.")
        return " ".join(words)


# -- the pieces -------------------------------------------------------------------------------------------------------------------------


def _card(card: int, *, is_forgotten: bool = False) -> str:
    suit = suit_of(card)
    return (
        face()
        + text(17, 21, "?" if is_forgotten else str(rank_of(card)), 19, ON_WHITE[suit], text_anchor="middle", font_weight="bold")
        + element("path", d=SHAPES[suit], fill=ON_WHITE[suit], transform="translate(8.5 27) scale(1.060)")
    )


def _suit(suit: int, colours: Sequence[str], size: float) -> str:
    return element("path", d=SHAPES[suit], fill=colours[suit], transform=f"scale({size / 16:.3g})")


def _gem() -> str:
    """Crystals in the showroom."""
    return element("path", d="M3.5 1h6L13 5 6.5 12 0 5Z", fill="none", stroke=colour("gem-3"), stroke_width=1.6, stroke_linejoin="round")


def _safe() -> str:
    """Crystals in the vault."""
    return element("rect", x=0.8, y=0.5, width=12, height=12, rx=2.5, fill="none", stroke=colour("gem-3"), stroke_width=1.6) + element(
        "path", d="M6.8 3.5 9.8 6.5 6.8 9.5 3.8 6.5Z", fill=colour("gem-3")
    )


def _legend() -> str:
    return _gem() + text(18, 11, "showroom", 12, PALE) + element("g", _safe(), text(18, 11, "vault", 12, PALE), transform="translate(92 0)")


def _points(points: int) -> str:
    return counted(points, "point")
