"""A record as a picture of text, for people: hands by suit, crystals, cards won, the trick on the table and who decides what."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from diamonds_solver.common.wording import cell_width, counted, shortened
from diamonds_solver.games.diamonds.notation.write import format_hand, to_json
from diamonds_solver.games.diamonds.record.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.rules.cards import (
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    card_name,
    format_cards,
    rank_of,
    suit_of,
)
from diamonds_solver.games.diamonds.rules.public import Decision
from diamonds_solver.games.diamonds.rules.wording import question

from .tricks import tricks_state

PAGE_WIDTH = 80
_GAP = "   "
_NAME_WIDTH = 20

Block = list[str]


def draw(record: Record, symbols: bool = False) -> str:
    """The diagram after the record's play, at most 80 cells wide, without a newline at its end.

    `symbols`: suits as ♦♥♠♣ instead of D H S C.
    """
    return _Diagram(record, SUIT_SYMBOLS if symbols else SUIT_LETTERS).draw()


class _Diagram:
    """One diagram: blocks of text, side by side where they fit."""

    def __init__(self, record: Record, suits: str) -> None:
        self._record = record
        self._rules = record.rules
        self._suits = suits
        self._table = record.table()
        self._hands = record.hands_after_play()
        self._names = [shortened(record.seat_name(seat), _NAME_WIDTH) for seat in range(record.rules.players)]

    def draw(self) -> str:
        sections = [[self._title()], *self._players(), self._teams(), self._knowledge(), self._now()]
        return "\n\n".join("\n".join(section) for section in sections if section)

    def _title(self) -> str:
        record, rules = self._record, self._rules
        number, rounds = record.round
        words = [f"{rules.players} players", "Perfect Diamonds" if rules.perfect else "", "teams" if rules.teams else ""]
        words.append(f"round {number} of {rounds or rules.rounds}")
        if record.see is not None:
            words.append(f"what {self._names[record.see]} knows")
        title = ", ".join(filter(None, words))
        return f"{shortened(record.id, PAGE_WIDTH - cell_width(title) - 2)}: {title}" if record.id else title

    # -- the players ----------------------------------------------------------------------------------------------------------------

    def _players(self) -> list[Block]:
        """The players' blocks in rows."""
        hands = [self._hand(hand) for hand in self._hands]
        counts = [self._counts(seat) for seat in range(self._rules.players)]
        widths = [max(map(cell_width, [self._heading(seat), *hands[seat], *counts[seat]])) for seat in range(self._rules.players)]
        rows = []
        for seats in _rows_of(widths):
            tops = [[self._heading(seat), *hands[seat]] for seat in seats]
            height = max(map(len, tops))
            blocks = [top + [""] * (height - len(top)) + counts[seat] for seat, top in zip(seats, tops, strict=True)]
            rows.append(_side_by_side(blocks, [widths[seat] for seat in seats]))
        return rows

    def _heading(self, seat: int) -> str:
        marks = [f"P{seat + 1}"] if self._record.names else []
        if seat == self._record.dealer:
            marks.append("dealer")
        if self._rules.teams:
            marks.append(f"team {self._rules.side_of(seat) + 1}")
        return self._names[seat] + (f" ({', '.join(marks)})" if marks else "")

    def _hand(self, hand: Hand) -> Block:
        lines = []
        for suit in SUITS:
            ranks = sorted((rank_of(card) for card in hand.known if suit_of(card) == suit), reverse=True)
            if ranks or hand.is_open:
                lines.append(f"{self._suits[suit]} {' '.join(map(str, ranks)) or '-'}")
        if hand.unknown:
            lines.append(f"{hand.unknown} unknown")
        return lines

    def _counts(self, seat: int) -> Block:
        table = self._table
        row = table.taken[seat]
        return [
            f"showroom {table.showroom[seat]:>3}",
            f"vault    {table.vault[seat]:>3}",
            f"points   {table.points()[seat]:>3}",
            *(_won(row, seat in table.winners) if seat not in self._record.may_have_won else self._told(seat, row)),
        ]

    def _told(self, seat: int, row: Sequence[int]) -> Block:
        """What is known of a seat that has, or may have, won tricks before of which the cards are not told."""
        since = _won(row, True) if any(row) else []
        if self._record.won is None:
            return [*since, "tricks before not known"]
        tricks = self._record.won[seat]
        return [*since, f"won {counted(tricks, 'trick')} before" if tricks else "won tricks before"]

    def _teams(self) -> Block:
        if not self._rules.teams:
            return []
        points = self._table.points()
        return [
            f"team {number}: {' + '.join(self._names[seat] for seat in side)}, {sum(points[seat] for seat in side)} points"
            for number, side in enumerate(self._rules.sides, start=1)
        ]

    # -- what else is known ---------------------------------------------------------------------------------------------------------

    def _knowledge(self) -> Block:
        record, names = self._record, self._names
        lines = [f"out: {self._cards(record.out)}"] if record.out else []
        for seat, void in enumerate(record.void):
            if void:
                lines.append(f"{names[seat]} has no {' '.join(self._suits[suit] for suit in sorted(void))}")
        for seat, row in enumerate(record.gave):
            if row is not None:
                lines.append(f"{names[seat]} passed {self._cards(row)} to {names[self._rules.receiver(seat)]}")
        for seat, row in enumerate(record.got):
            if row is not None:
                lines.append(f"{names[seat]} was passed {self._cards(row)}")
        return [line for text in lines for line in _wrap(text.split(" "))]

    def _cards(self, cards: frozenset[int]) -> str:
        return self._in_suits(format_cards(cards))

    def _in_suits(self, text: str) -> str:
        return text.translate(str.maketrans(SUIT_LETTERS, self._suits))

    # -- what goes on ---------------------------------------------------------------------------------------------------------------

    def _now(self) -> Block:
        return [*self._trick(), *_wrap(self._question().split(" "))]

    def _trick(self) -> Block:
        table, record = self._table, self._record
        if record.phase is not Phase.PLAY or table.tricks_left == 0:
            return []
        number, tricks = record.trick_number(table)
        start = f"trick {number} of {tricks}:"
        if not table.cards:
            return [f"{start} nothing on the table"]
        plays = [f"{self._names[table.seat_of_play(i)]} {self._in_suits(card_name(card))}" for i, card in enumerate(table.cards)]
        return _wrap([start, *(f"{play}," for play in plays[:-1]), plays[-1]])

    def _question(self) -> str:
        record, table, names = self._record, self._table, self._names
        if record.phase is Phase.CHOOSE:
            return f"{names[record.dealer]} chooses how many cards to pass"
        if record.phase is Phase.PASS:
            count = record.pass_count
            return f"all choose {count} card{'' if count == 1 else 's'} to pass"
        return question(table, names, self._suits)


def _won(counts: Sequence[int], has_trick: bool) -> Block:
    """The cards won, a line for each suit: ``4 hearts`` cannot be read as a card."""
    won = [counted(count, name.removesuffix("s")) for count, name in zip(counts, SUIT_NAMES, strict=True) if count]
    if not won:
        return ["won a trick" if has_trick else "no trick"]
    return [("won " if index == 0 else "    ") + text for index, text in enumerate(won)]


def _rows_of(widths: Sequence[int]) -> list[list[int]]:
    """Indices of blocks in rows that fit on the page, as even as can be."""
    for count in range(1, len(widths) + 1):
        size = -(-len(widths) // count)
        rows = [list(range(start, min(start + size, len(widths)))) for start in range(0, len(widths), size)]
        if all(sum(widths[i] for i in row) + len(_GAP) * (len(row) - 1) <= PAGE_WIDTH for row in rows):
            return rows
    return [[i] for i in range(len(widths))]


def _side_by_side(blocks: Sequence[Block], widths: Sequence[int]) -> Block:
    lines = []
    for cells in zip_longest(*blocks, fillvalue=""):
        padded = [cell + " " * (width - cell_width(cell)) for cell, width in zip(cells, widths, strict=True)]
        lines.append(_GAP.join(padded).rstrip())
    return lines


def _wrap(words: Sequence[str]) -> Block:
    """Words in lines that fit on the page; words are never broken."""
    lines = [""]
    for word in words:
        if lines[-1] and cell_width(lines[-1]) + 1 + cell_width(word) > PAGE_WIDTH:
            lines.append("  ")
        lines[-1] += word if not lines[-1].strip() else f" {word}"
    return lines


def state(record: Record) -> dict[str, Any]:
    """What a diagram shows, for programs; lists have one item for each seat, from P1 on."""
    table = record.table()
    playing = record.phase is Phase.PLAY
    over = playing and table.decision is Decision.OVER
    decision = str(table.decision) if playing else "count" if record.phase is Phase.CHOOSE else "pass"
    to_move = None if over or record.phase is Phase.PASS else record.dealer if not playing else table.to_move
    return {
        "id": record.id,
        "record": to_json(record),
        "to_move": None if to_move is None else f"P{to_move + 1}",
        "decision": decision,
        "hands": [format_hand(hand) if hand.size else "" for hand in record.hands_after_play()],
        "trick": [str(move) for move in record.play[len(record.play) - len(table.cards) :]],
        "showroom": list(table.showroom),
        "vault": list(table.vault),
        "points": list(table.points()),
        "took": [list(row) for row in table.taken],
        "tricks_left": table.tricks_left,
        "tricks": tricks_state(record),
    }
