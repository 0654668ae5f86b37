"""A record as a picture of text, for people: castles, what lies on the right, the pile and who decides what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from diamonds_solver.common.wording import cell_width, counted, shortened
from diamonds_solver.games.diamoniak.notation.write import WRITER
from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.games.diamoniak.rules.cards import KINDS, changed, with_counts
from diamonds_solver.games.diamoniak.rules.game import BOX, Price
from diamonds_solver.games.diamoniak.rules.state import Phase

from .words import WORDS

_NAME_WIDTH = 20
_PAGE_WIDTH = 80


def draw(record: Record) -> str:
    """The diagram after the record's play, at most 80 cells wide, without a newline at its end."""
    state = record.state
    names = [shortened(record.seat_name(seat), _NAME_WIDTH) for seat in range(record.rules.players)]
    width = max(map(cell_width, names))
    rows = [_padded(name, width) + "  " + _seat(record, seat) for seat, name in enumerate(names)]
    piles = [
        f"pile:     {_cards(state.pile)}" + ("" if any(state.pile) else "; the discards are shuffled for the next draw"),
        f"discards: {_cards(state.discards)}",
    ]
    who = names[state.turn]
    now = f"{who} has won" if state.phase is Phase.OVER else f"{who} decides: {WORDS.decisions[str(state.phase)]}"
    return "\n\n".join([_title(record), "\n".join(rows), "\n".join(piles), now])


def state(record: Record) -> dict[str, Any]:
    """What a diagram shows, as JSON: the record after its play, with the pile."""
    now = record.state
    found = WRITER.to_json(replace(record, start=now, play=(), best=(), value=None))
    return found | {"pile": with_counts(now.pile), "turn": f"P{now.turn + 1}", "phase": str(now.phase)}


def _title(record: Record) -> str:
    rules = record.rules
    deck = "" if rules.deck == BOX else f", deck {with_counts(rules.deck)}"
    title = f"Diamoniak, {rules.players} players{deck}" + ("" if rules.price is Price.SELLER else ", the price is discarded")
    return f"{shortened(record.id, max(8, _PAGE_WIDTH - cell_width(title) - 2))}: {title}" if record.id else title


def _seat(record: Record, seat: int) -> str:
    """The castle as a row of its cards and gaps, and what lies on the right."""
    now = record.state
    colour, held = now.colours[seat], now.held[seat]
    size = max(record.rules.deck[:4])
    castle = "no castle".ljust(size)
    if colour is not None:
        castle = (KINDS[colour] * held[colour]).ljust(record.rules.deck[colour], ".").ljust(size)
        held = changed(held, colour, -held[colour])
    return f"{castle:<9}  {with_counts(held) or '-'}"


def _cards(counts: tuple[int, ...]) -> str:
    return f"{counted(sum(counts), 'card')}: {with_counts(counts)}" if any(counts) else "none"


def _padded(name: str, width: int) -> str:
    return name + " " * (width - cell_width(name))
