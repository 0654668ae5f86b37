"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diamonds_solver.games.diams.record.hidden import HiddenPile, Laying, Step, after
from diamonds_solver.games.diams.record.record import ROUNDS, Record
from diamonds_solver.games.diams.rules.cards import HIDDEN, Cards, written
from diamonds_solver.games.diams.rules.game import LOUPES, VALUES, Cloture
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase
from diamonds_solver.notation.write import RecordWriter, answer_fields, first_fields, own_fields, seat_labels


def seat_names(record: Record) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return seat_labels(record.names, record.players)


def format_move(move: Move | Laying, labels: Sequence[str]) -> str:
    """A move with the players' names."""
    if isinstance(move, Laying) or move.target < 0:
        return str(move)
    return str(move).replace(f"P{move.target + 1}:", f"{labels[move.target]}:", 1)


def format_play(record: Record, labels: Sequence[str]) -> str:
    """The moves in play order with what the pile turned up, and with a slash between turns.

    A turn without phase 2 shows in the name of who comes next, at the end of the play in a slash of its own.
    """
    words: list[str] = []
    empty: list[str] = []
    state = record.start
    for step in record.play:
        following = after(state, step, record.hidden_seats)
        if step.is_skip:
            empty.append("/")
        else:
            words += ["/"] if empty and words[-1:] not in (["/"], []) else []
            words += [f"{labels[state.turn]}:"] if empty else []
            words += _words(step, labels)
            words += ["/"] if following.turn != state.turn else []
            empty.clear()
        state = following
    return " ".join([*words, *empty] if empty or words[-1:] != ["/"] else words[:-1])


def format_step(step: Step, labels: Sequence[str]) -> str:
    """One move with what is told with it."""
    return " ".join(_words(step, labels))


def _words(step: Step, labels: Sequence[str]) -> Iterator[str]:
    """A move, and what is told with it."""
    text = format_move(step.move, labels)
    is_told = bool(step.turned_up) and step.turned_up != (HIDDEN,)
    if is_told and step.move.kind in (Kind.DRAW, Kind.OPEN):
        text += f":{written(step.turned_up)}"
    yield text
    if step.given is not None:
        yield f"give:{written(step.given) or '-'}" + (f"#{step.pile}" if step.pile else "")
    if is_told and step.move.kind not in (Kind.DRAW, Kind.OPEN):
        yield f"refill:{written(step.turned_up)}"


def _fields(record: Record, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All fields that are not at their defaults, as key and text; the cards are always told."""
    start, rules = record.start, record.rules
    yield from first_fields("diams", record, labels)
    if rules.values != VALUES:
        yield "values", " ".join("/".join(map(str, triple)) for triple in rules.values)
    if rules.loupes != LOUPES:
        yield "loupes", " ".join(map(str, rules.loupes))
    if rules.cloture is not Cloture.MIXED:
        yield "cloture", str(rules.cloture)
    if record.round != 1 or record.chips:
        yield "round", f"{record.round}/{ROUNDS}"
    if record.chips:
        yield "chips", " ".join(map(str, record.chips))
    if record.see is not None:
        yield "see", labels[record.see]
    hidden = record.hidden or (None,) * record.players
    for label, hand, told in zip(labels, start.hands, hidden, strict=True):
        yield "hand", f"{label} {_listed(hand) if told is None else _with_unknown(told.known, told.unknown, ' ') or 'none'}"
    for label, safe, told in zip(labels, start.safes, hidden, strict=True):
        piles = [HiddenPile(pile) for pile in safe] if told is None else told.piles
        if piles:
            yield "safe", f"{label} {' '.join(_with_unknown(pile.cards, pile.unknown, ',') for pile in piles)}"
    for label, told in zip(labels, hidden, strict=True):
        if told is not None and told.held:
            yield "held", f"{label} {_listed(told.held)}"
        if told is not None and told.lacks:
            yield "lacks", f"{label} {','.join(map(str, told.lacks))}"
    yield "market", _listed(start.market)
    if start.used:
        yield "used", _listed(start.used)
    if record.unseen is not None:
        yield "unseen", _listed(record.unseen)
    yield "stack" if start.is_stack else "pile", f"+{len(start.pile)}" if HIDDEN in start.pile else _listed(start.pile)
    if start.closed is not None:
        yield "closed", labels[start.closed]
    if start.turn:
        yield "turn", labels[start.turn]
    if start.phase is not (Phase.DRAW if start.closed is None else Phase.ACT):
        yield "phase", str(start.phase)
    if record.play:
        yield "play", format_play(record, labels)
    yield from answer_fields(record.best, record.value)
    yield from own_fields(record)


def _listed(cards: Cards) -> str:
    return written(cards, ",") or "none"


def _with_unknown(cards: Cards, unknown: int, between: str) -> str:
    """Cards that are told, and the number of the others."""
    return between.join(filter(None, (written(cards, ","), f"+{unknown}" if unknown else "")))


def _numbers(record: Record) -> dict[str, object]:
    rules = record.rules
    values = [list(triple) for triple in rules.values]
    return {"values": values, "loupes": list(rules.loupes), "chips": list(record.chips), "value": record.value}


OF_MATCH = ("id", "players", "values", "loupes", "cloture")
"""Fields that appear once, before the first round."""
WRITER = RecordWriter(_fields, ("hand", "safe", "held", "lacks"), _numbers, lambda record: record.rounds, ("diams", *OF_MATCH))
