"""A record as a picture of text, for people: hands, safes, the market, the pile and who decides what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from diamonds_solver.common.wording import PAGE_WIDTH, cell_width, counted, shortened, wrapped_text
from diamonds_solver.games.diams.notation.write import WRITER
from diamonds_solver.games.diams.record.record import ROUNDS, Record, knowledge_of
from diamonds_solver.games.diams.rules.cards import HIDDEN, Cards, written
from diamonds_solver.games.diams.rules.score import chips
from diamonds_solver.games.diams.rules.state import Phase
from diamonds_solver.games.diams.view.worlds import Worlds

from .words import WORDS

_NAME_WIDTH = 20


def draw(record: Record) -> str:
    """The diagram after the record's play, at most 80 cells wide, without a newline at its end."""
    parts = [_title(record), "\n".join(_players(record)), "\n".join(_table(record))]
    more = ["\n".join(lines) for lines in (list(_known(record)), list(_earlier(record))) if lines]
    return "\n\n".join([*parts, *more, _now(record)])


def state(record: Record) -> dict[str, Any]:
    """What a diagram shows, as JSON: the record, with what lies where after its play."""
    now = record.state
    seats = range(record.players)
    found = WRITER.to_json(replace(record, play=(), best=(), value=None, earlier=()))
    for key in ("held", "lacks", "stack", "pile", "closed", "hand", "safe", "used", "unseen"):
        found.pop(key, None)
    found |= {
        "hand": {f"P{seat + 1}": _told(now.hands[seat], " ") or "none" for seat in seats},
        "safe": {f"P{seat + 1}": " ".join(_told(pile, ",") for pile in now.safes[seat]) for seat in seats if now.safes[seat]},
        "market": written(now.market, ",") or "none",
        "pile": len(now.pile),
        "used": written(now.used, ",") or "none",
        "closed": None if now.closed is None else f"P{now.closed + 1}",
        "turn": f"P{now.turn + 1}",
        "phase": str(now.phase),
    }
    if now.phase is Phase.OVER and record.is_open:
        found["points"] = list(now.points())
    if record.earlier:
        found["earlier"] = [
            {"round": one.round, "points": list(one.state.points()) if one.is_open else None, "chips": list(one.chips_after) or None}
            for one in record.earlier
        ]
    return found


def _title(record: Record) -> str:
    words = [f"Diam's, {record.players} players", *([f"round {record.round} of {ROUNDS}"] if record.round > 1 or record.chips else [])]
    if record.see is not None:
        words.append(f"what {shortened(record.seat_name(record.see), _NAME_WIDTH)} knows")
    title = ", ".join(words)
    return f"{shortened(record.id, max(8, PAGE_WIDTH - cell_width(title) - 2))}: {title}" if record.id else title


def _players(record: Record) -> Iterator[str]:
    """A row for each player: the hand, then the piles of the safe."""
    now = record.state
    names = [shortened(record.seat_name(seat), _NAME_WIDTH) for seat in range(record.players)]
    hands = [_told(hand, " ") or "-" for hand in now.hands]
    name_width, hand_width = max(map(cell_width, names)), max(4, *map(len, hands))
    yield " " * (name_width + 2) + "hand".ljust(hand_width) + "  safe"
    for seat, name in enumerate(names):
        safe = "  ".join(_told(pile, " ") for pile in now.safes[seat]) or "-"
        won = f"  {counted(record.chips[seat], 'chip')}" if record.chips else ""
        yield name + " " * (name_width - cell_width(name)) + f"  {hands[seat]:<{hand_width}}  {safe}{won}"


def _table(record: Record) -> Iterator[str]:
    now = record.state
    yield wrapped_text(f"market: {written(now.market, ' ') or 'empty'}")
    order = f", in this order: {_shortened(now.pile)}" if now.is_stack and now.pile else ""
    yield wrapped_text(f"pile:   {counted(len(now.pile), 'card')}{order}")
    if now.used:
        yield f"used:   {written(now.used, ' ')}"
    if now.closed is not None:
        yield f"the closing card came in the turn of {shortened(record.seat_name(now.closed), _NAME_WIDTH)}"


def _known(record: Record) -> Iterator[str]:
    """What is known of hidden cards: who holds what, and what face-down piles may be."""
    if record.is_open:
        return
    knowledge = knowledge_of(record)
    worlds = Worlds(record.state, knowledge)
    for number, seat in sorted(knowledge.seats.items()):
        name = shortened(record.seat_name(number), _NAME_WIDTH)
        if seat.named:
            yield wrapped_text(
                f"{name} holds {written(sorted(card.kind for card in seat.named), ', ')}{', or laid it' if seat.piles else ''}"
            )
        if not worlds.count:
            continue
        for at, chances in enumerate(worlds.chances_of_piles(number), 1):
            told = ", ".join(f"{each} {chance:.0%}" for each, chance in sorted(chances.items(), key=lambda item: -item[1]))
            yield wrapped_text(f"{name}'s pile {at}: {told}")


def _earlier(record: Record) -> Iterator[str]:
    """How the rounds before ended."""
    for one in record.earlier:
        yield wrapped_text(f"round {one.round}: {_ended(one)}" if one.is_open else f"round {one.round}: cards are hidden")


def _ended(record: Record) -> str:
    """Points and chips of a round that is over."""
    points = record.state.points()
    won = zip(range(record.players), points, chips(points), strict=True)
    return ", ".join(
        f"{shortened(record.seat_name(seat), _NAME_WIDTH)} {counted(own, 'point')} {counted(got, 'chip')}" for seat, own, got in won
    )


def _now(record: Record) -> str:
    now = record.state
    if now.phase is Phase.OVER:
        if not record.is_open:
            return "the round is over"
        lines = [f"the round is over: {_ended(record)}"]
        if record.chips:
            names = (shortened(record.seat_name(seat), _NAME_WIDTH) for seat in range(record.players))
            lines.append(f"chips: {', '.join(f'{name} {count}' for name, count in zip(names, record.chips_after, strict=True))}")
        return "\n".join(map(wrapped_text, lines))
    who = shortened(record.seat_name(now.to_move), _NAME_WIDTH)
    what = f"what the pile turns up for {who} is to be told" if now.is_chance else f"{who} decides: {WORDS.decisions[str(now.phase)]}"
    return f"{what}; a {now.broken} is asked for" if now.phase is Phase.GIVE else what


def _told(cards: Cards, between: str) -> str:
    """The cards that are told, and the number of the others."""
    told = [kind for kind in cards if kind != HIDDEN]
    hidden = len(cards) - len(told)
    return between.join(filter(None, (written(told, between), f"+{hidden}" if hidden else "")))


def _shortened(pile: Cards) -> str:
    shown = written(pile[:16], " ")
    return shown if len(pile) <= 16 else f"{shown} ..."
