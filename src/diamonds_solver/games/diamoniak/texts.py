"""Moves, records, solutions and outlooks of Diamoniak in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, aligned, cell_width, clause, counted, shortened, wrapped_text
from diamonds_solver.game import MoveLabel
from diamonds_solver.stats.estimates import Estimate

from .engines import assumptions
from .notation import WRITER
from .outlook import Outlook
from .record import Record, Step
from .rules import BOX, DRAW, KINDS, NAMES, WORDS, Cards, Kind, Move, Phase, Price, changed, with_counts
from .solve import Solution

# -- moves --------------------------------------------------------------------------------------------------------------------------------
# In words, for the buttons of pages, and the cards that a draw may bring.

_ALONE = {Kind.DRAW: "draw a card", Kind.STOP: "stop"}


def label(record: Record) -> Callable[[object], MoveLabel]:
    """See `game.Page`; a draw at a real table comes with its card."""

    def written_label(move: object) -> MoveLabel:
        if isinstance(move, Step):
            return written_label(move.move) if move.card is None else MoveLabel("Draw; the card that came", NAMES[move.card])
        if not isinstance(move, Move):
            return MoveLabel("", str(move))
        if move.kind is Kind.GIVE:
            return MoveLabel("Give up", listed_cards(move.cards))
        return MoveLabel("", _ALONE.get(move.kind) or f"buy from {record.seat_name(move.seller)}")

    return written_label


def listed_cards(cards: Cards) -> str:
    """``2 diamonds, castle card R``."""
    counts = ((name, count) for name, count in zip(NAMES, cards, strict=True) if count)
    return ", ".join(name if count == 1 else f"{count} {_plural(name)}" for name, count in counts)


def _plural(name: str) -> str:
    thing, _, letter = name.rpartition(" ")
    return f"{thing}s {letter}" if thing else "fairies" if name == "fairy" else f"{name}s"


def outcomes(record: Record, move: Move) -> Mapping[str, Step]:
    """See `game.Page`."""
    if move != DRAW:
        return {}
    return {NAMES[kind]: Step(DRAW, kind) for kind, count in enumerate(record.state.draw_pile()) if count}


# -- diagrams -----------------------------------------------------------------------------------------------------------------------------
# A record as a picture of text: castles, what lies on the right, the pile and who decides what.


_NAME_WIDTH = 20
_PAGE_WIDTH = 80


def diagram_text(record: Record) -> str:
    """The diagram after the record's play, at most 80 cells wide, without a newline at its end."""
    state = record.state
    names = record.player_names(_NAME_WIDTH)
    width = max(map(cell_width, names))
    rows = [_padded(name, width) + "  " + _seat(record, seat) for seat, name in enumerate(names)]
    piles = [
        f"pile:     {_cards(state.pile)}" + ("" if any(state.pile) else "; the discards are shuffled for the next draw"),
        f"discards: {_cards(state.discards)}",
    ]
    who = names[state.turn]
    now = clause(who, "has won" if state.phase is Phase.OVER else f"decides: {WORDS.decisions[str(state.phase)]}")
    return "\n\n".join([_title(record), "\n".join(rows), "\n".join(piles), now])


def state(record: Record) -> dict[str, Any]:
    """What a diagram shows, as JSON: the record after its play, with the pile."""
    now = record.state
    data = WRITER.to_json(replace(record, start=now, play=(), best=(), value=None))
    return data | {"pile": with_counts(now.pile), "turn": f"P{now.turn + 1}", "phase": str(now.phase)}


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


# -- solutions ----------------------------------------------------------------------------------------------------------------------------
# What one means, in words.


def meaning(solution: Solution, players: int) -> str:
    """What the values count, as it follows what is decided."""
    within = "" if solution.turns is None or solution.exact else f", as proven within {counted(solution.turns, 'turn')}"
    return WORDS.objectives["win"].text + within + (", all others against" if players > 2 else "")


def notes_on(record: Record) -> Sequence[str]:
    """What a reader of any answer should know about the record."""
    return (*record.notes(), *assumptions(record.rules))


def notes(record: Record, solution: Solution) -> Sequence[str]:
    """What the answer rests on, and what to do where it has bounds only."""
    sentences = [*notes_on(record)]
    if solution.turns is not None and not solution.exact:
        sentences.append(f"bounds: won within {counted(solution.turns, 'turn')}, and not lost within them")
    if solution.stopped and not solution.exact and not solution.interrupted:
        sentences.append(
            f"{counted(solution.nodes, 'state')} were listed, and more can be reached; --turns T asks for the bounds within T turns, "
            "--memory and --time-limit allow for more states, and 'diamonds advise' estimates the chances"
        )
    return sentences


# -- outlooks -----------------------------------------------------------------------------------------------------------------------------
# Who wins how often, and when.


_SHOWN = (1, 2, 3, 4, 6, 8)  # own turns


def outlook_text(record: Record, outlook: Outlook, symbols: bool) -> str:
    """Chances of all players with the halves of their intervals, turns to the end, and on what the numbers rest."""
    state, plus_minus = record.state, "\u00b1" if symbols else "+-"
    names = record.player_names(NAME_WIDTH)
    name = f"{shortened(record.id, ID_WIDTH)}: " if record.id else ""
    rows = [["", "wins", *(f"in {count}" for count in _SHOWN)]]
    for seat, chance in enumerate(outlook.chances):
        within = [f"{100 * outlook.within[seat][count - 1].value:.1f} %" for count in _SHOWN]
        rows.append([names[seat], f"{100 * chance.value:.1f} {plus_minus} {100 * chance.reach:.1f} %", *within])
    sentences = [
        f"the game ends in {_turns(outlook.turns, plus_minus)}, this one included",
        f"'in 2': has won within two turns of their own; {plus_minus} is half of a 95 % interval",
        f"{counted(outlook.games, 'game')} by the {outlook.policy} player in all seats, seed {outlook.seed}",
    ]
    if outlook.interrupted:
        sentences.insert(0, "interrupted: fewer games were played than asked for")
    head = f"{name}{names[state.turn]} decides: {WORDS.decisions[state.phase]}"
    return "\n".join([head, *aligned(rows), *map(wrapped_text, sentences)])


def _turns(turns: Estimate, plus_minus: str) -> str:
    reach = f" {plus_minus} {turns.reach:.1f}" if turns.reach < 1000 else ""
    return f"{turns.value:.1f}{reach} turns"
