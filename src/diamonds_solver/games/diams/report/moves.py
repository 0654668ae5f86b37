"""Moves of Diam's in words, for the buttons of pages and for the story of a game, and what the pile may turn up after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Said
from diamonds_solver.games.diams.record.hidden import Laying, Part, Step
from diamonds_solver.games.diams.record.record import Record
from diamonds_solver.games.diams.rules.cards import HIDDEN, Cards, written
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase

_MOST = 400  # outcomes that a page lists
_LONGEST = 8  # cards of a pile that can refill the market in few enough ways
_ALONE = {Kind.DRAW: "draw a card", Kind.OPEN: "open two cards", Kind.PASS: "pass"}
_GROUPS = {
    Kind.SHOW: "Show one, take all of its quality",
    Kind.SUM: "Put one, take others that add up to it",
    Kind.SAFE: "Lay in the safe",
    Kind.PUT: "Put on the market",
    Kind.TAKE: "Passe-passe: take from the market",
    Kind.BREAK: "Perce-blindage: out of the safe of {target}",
    Kind.SECURE: "Secur'express: add to a pile",
    Kind.SALE: "Forced sale by {tool}: show to {target}",
    Kind.TRIM: "Put away",
    Kind.GIVE: "Give",
}
_SENTENCES = {
    Kind.DRAW: "draws a card",
    Kind.OPEN: "opens two cards",
    Kind.SHOW: "shows {cards} and takes all of its quality",
    Kind.SUM: "puts {cards} and takes {taken}",
    Kind.SAFE: "lays {cards} in the safe",
    Kind.PUT: "puts {cards} on the market",
    Kind.TAKE: "takes {cards} from the market with Passe-passe",
    Kind.BREAK: "breaks into the safe of {target} with Perce-blindage for {cards}",
    Kind.SECURE: "adds {cards} to the safe with Secur'express",
    Kind.SALE: "shows {cards} to {target}, a forced sale by {tool}",
    Kind.PASS: "passes",
    Kind.TRIM: "puts away {cards}",
    Kind.GIVE: "gives {cards}",
}
_TOLD = {"draw:X": "draw the closing card", "skip": "no move", "next": "the next round"}
_TOOLS = {"T": "Passe-passe", "B": "Perce-blindage", "S": "Secur'express"}


def said(record: Record) -> Callable[[object], Said]:
    """See ``diamonds_solver.game.WordedGame``."""
    names = [record.seat_name(seat) for seat in range(record.players)]

    def worded(move: object) -> Said:
        if isinstance(move, Laying):
            return Said(_GROUPS[move.kind], " and ".join(map(_laid, move.parts)))
        if not isinstance(move, Move):
            return _told(str(move))
        if move.kind in _ALONE:
            return Said("", _ALONE[move.kind])
        target = names[move.target] if move.target >= 0 else ""
        tool = _TOOLS[written((move.tool,))] if move.tool >= 0 else ""
        taken = f" for {_listed(move.taken)}" if move.taken else ""
        return Said(_GROUPS[move.kind].format(target=target, tool=tool), _listed(move.cards) + taken)

    return worded


def happened(step: Step, names: Sequence[str]) -> str:
    """What somebody did, and what it showed, as it follows a name: ``opens two cards: 6, B, 6``."""
    return "; ".join(_happened(step, names))


def _happened(step: Step, names: Sequence[str]) -> Iterator[str]:
    move, turned_up = step.move, "" if step.turned_up == (HIDDEN,) else written(step.turned_up, ", ")
    target, tool = "", ""
    if isinstance(move, Laying):
        cards, taken = " and ".join(map(_laid, move.parts)), ""
    else:
        cards, taken = written(move.cards, ", "), written(move.taken, ", ")
        target = names[move.target] if move.target >= 0 else ""
        tool = _TOOLS[written((move.tool,))] if move.tool >= 0 else ""
    comes_at_once = move.kind in (Kind.DRAW, Kind.OPEN)
    text = _SENTENCES[move.kind].format(cards=cards, taken=taken, target=target, tool=tool)
    yield f"{text}: {turned_up}" if comes_at_once and turned_up else text
    if step.given is not None:
        yield f"{target} gives {written(step.given, ', ') or 'nothing'}" + (f" out of pile {step.pile}" if step.pile else "")
    if turned_up and not comes_at_once:
        yield f"new on the market: {turned_up}"


def _laid(part: Part) -> str:
    """Cards that go on one pile, face down."""
    what = _listed(part.cards) if part.cards else counted(part.size, "card")
    return f"{what} on pile {part.pile}" if part.pile else what


def _told(text: str) -> Said:
    """What somebody at a real table tells that is no move by itself."""
    if text in _TOLD:
        return Said("", _TOLD[text])
    if text.isdecimal():
        return Said("Points", text)
    if text.startswith("give:"):
        cards, _, pile = text.removeprefix("give:").partition("#")
        given = "nothing" if cards == "-" else cards.replace("+", " + ")
        return Said(_GROUPS[Kind.GIVE], f"{given} out of pile {pile}" if pile else given)
    return Said("", text)


def _listed(cards: Cards) -> str:
    return written(cards, " + ")


def outcomes(record: Record, move: Move) -> Mapping[str, Step]:
    """See ``diamonds_solver.game.WordedGame``. Empty if the order of the pile is known."""
    state = record.state.play(move)
    if not state.is_chance or state.is_stack:
        return {}
    found = () if state.phase is Phase.REFILL and len(state.pile) > _LONGEST else state.chances()
    if not 0 < len(found) <= _MOST:
        hint = "write the move and the cards at the end of the record's 'play': open:4+T+9, put:4 refill:9+9+5"
        raise DiamondsError("too many cards can come to choose from a list", code="E-CHANCE", hint=hint)
    return {_listed(cards): Step(move, cards) for cards in found}
