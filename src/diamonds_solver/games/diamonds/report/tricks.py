"""The play of a record as a table: a line for each trick, with its cards, its winner, the crystals that moved and the points after it."""

from __future__ import annotations

from io import StringIO
from typing import Any

from diamonds_solver.common.wording import NAME_WIDTH, counted, shortened
from diamonds_solver.games.diamonds.notation.write import format_move
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.record.tricks import Trick, tricks
from diamonds_solver.games.diamonds.rules.attribution import Act
from diamonds_solver.games.diamonds.rules.cards import CLUBS, DIAMONDS, HEARTS, SUIT_LETTERS, SUIT_SYMBOLS
from diamonds_solver.games.diamonds.rules.public import ROUND_OVER, Move
from diamonds_solver.games.diamonds.rules.rules import MAX_PLAYERS
from diamonds_solver.notation.write import seat_keys

_SEATS = seat_keys(MAX_PLAYERS)
_BONUS = "+2 vault"


def tricks_text(record: Record, symbols: bool = False, width: int = 80) -> str:
    """The table, at most `width` cells wide, without a newline at its end. `symbols`: suits as ♦♥♠♣ instead of D H S C."""
    from rich.console import Console  # rich is loaded here only: it would slow down every start
    from rich.table import Table

    names = [shortened(record.seat_name(seat), NAME_WIDTH) for seat in range(record.rules.players)]
    suits = SUIT_SYMBOLS if symbols else SUIT_LETTERS
    table = Table(box=None, pad_edge=False, header_style="")
    for heading in ("trick", "leader", "cards", "winner", "crystals"):
        table.add_column(heading)
    for name in names:
        table.add_column(name, justify="right")
    table.add_row("", "", "", "", "", *map(str, record.start_table().points()))
    for trick in tricks(record):
        table.add_row(*_cells(record, trick, names, suits), *map(str, trick.points))
    stream = StringIO()
    Console(file=stream, width=width, color_system=None, highlight=False, markup=False, emoji=False).print(table)
    title = f"{shortened(record.id, width - 20)}: " if record.id else ""
    lines = [f"{title}{counted(len(record.play), 'decision')}, points on the right", *stream.getvalue().splitlines()]
    return "\n".join(line.rstrip() for line in lines)


def tricks_state(record: Record) -> list[dict[str, Any]]:
    """The same for programs; `trick` is null for the awards and the bonus, lists have one item for each seat."""
    return [
        {
            "trick": trick.number,
            "leader": None if trick.number is None else f"P{trick.leader + 1}",
            "moves": [format_move(move, _SEATS, is_forgotten=index in trick.forgotten) for index, move in enumerate(trick.moves)],
            "winner": None if trick.winner is None else f"P{trick.winner + 1}",
            "actions": [{"seat": f"P{act.seat + 1}", "suit": SUIT_LETTERS[act.suit], "gains": list(act.gains)} for act in trick.acts],
            "points": list(trick.points),
        }
        for trick in tricks(record)
    ]


def _cells(record: Record, trick: Trick, names: list[str], suits: str) -> tuple[str, ...]:
    crystals = [text for act in trick.acts if (text := moved_text(act, names))]
    if trick.number is not None:
        winner = "" if trick.winner is None else names[trick.winner]
        cards = " ".join(_move(move, names, suits, index in trick.forgotten) for index, move in enumerate(trick.moves))
        return str(trick.number), names[trick.leader], cards, winner, ", ".join(crystals)
    table = record.table()
    trickless = [seat for seat in range(record.rules.players) if seat not in table.winners] if table.award == ROUND_OVER else []
    return "", "awards", "", "", ", ".join([*crystals, *(f"{names[seat]} {_BONUS}" for seat in trickless)])


def _move(move: Move, names: list[str], suits: str, is_forgotten: bool) -> str:
    text = format_move(move, names, is_forgotten=is_forgotten)
    return text if move.card is None else suits[SUIT_LETTERS.index(text[0])] + text[1:]


def moved_text(act: Act, names: list[str]) -> str:
    """What an action did; nothing where it was not possible."""
    name = names[act.seat]
    if not any(act.gains):
        return ""
    if act.suit == CLUBS:
        return f"{name} robs {names[act.gains.index(-1)]}"
    return f"{name} +1 vault" if act.suit == DIAMONDS else f"{name} +1 showroom" if act.suit == HEARTS else f"{name} banks"
