"""The outlook of a state as text: who wins how often, and when."""

from __future__ import annotations

from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, aligned, shortened, wrapped_text
from diamonds_solver.games.diamoniak.engines.base import assumptions
from diamonds_solver.games.diamoniak.engines.outlook import Outlook
from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.stats.estimates import Estimate

from .words import WORDS

_SHOWN = (1, 2, 3, 4, 6, 8)  # own turns


def outlook_text(record: Record, outlook: Outlook, symbols: bool) -> str:
    """Chances of all players with the halves of their intervals, turns to the end, and on what the numbers rest."""
    state, plus_minus = record.state, "\u00b1" if symbols else "+-"
    names = [shortened(record.seat_name(seat), NAME_WIDTH) for seat in range(record.players)]
    name = f"{shortened(record.id, ID_WIDTH)}: " if record.id else ""
    rows = [["", "wins", *(f"in {count}" for count in _SHOWN)]]
    for seat, chance in enumerate(outlook.chances):
        within = [f"{100 * outlook.within[seat][count - 1].value:.1f} %" for count in _SHOWN]
        rows.append([names[seat], f"{100 * chance.value:.1f} {plus_minus} {100 * chance.reach:.1f} %", *within])
    sentences = [
        f"the game ends in {_turns(outlook.turns, plus_minus)}, this one included",
        f"'in 2': has won within two turns of their own; {plus_minus} is half of a 95 % interval",
        f"{outlook.games:,} games by the {outlook.policy} player in all seats, seed {outlook.seed}",
        *(f"note: {text}" for text in (*record.notes(), *assumptions(record.rules))),
    ]
    if outlook.interrupted:
        sentences.insert(0, "interrupted: fewer games were played than asked for")
    head = f"{name}{names[state.turn]} decides: {WORDS.decisions[state.phase]}"
    return "\n".join([head, *aligned(rows), *map(wrapped_text, sentences)])


def _turns(turns: Estimate, plus_minus: str) -> str:
    reach = f" {plus_minus} {turns.reach:.1f}" if turns.reach < 1000 else ""
    return f"{turns.value:.1f}{reach} turns"
