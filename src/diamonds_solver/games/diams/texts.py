"""Moves, records and outlooks of Diam's in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from diamonds_solver.common.wording import ID_WIDTH, PAGE_WIDTH, aligned, as_object, cell_width, clause, counted, shortened, wrapped_text
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import MoveLabel
from diamonds_solver.markup.tables import Amounts
from diamonds_solver.stats.estimates import Estimate

from .advising.outlook import Outlook
from .advising.worlds import Worlds
from .records.notation import WRITER
from .records.record import Record, knowledge_of
from .round.knowledge import FaceDownLay, Part, Step
from .round.rules import HIDDEN, QUALITIES, ROUNDS, WORDS, Cards, Kind, Move, chips, points_by_source, written
from .round.state import Phase

# -- moves --------------------------------------------------------------------------------------------------------------------------------
# In words, for the buttons of pages and for live games, and what the pile may turn up after them.

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
_FIXED_LABELS = {"draw:X": "draw the closing card", "skip": "no move", "next": "the next round"}
_TOOLS = {"T": "Passe-passe", "B": "Perce-blindage", "S": "Secur'express"}


def label(record: Record) -> Callable[[object], MoveLabel]:
    """See `game.Page`."""
    names = record.player_names()

    def written_label(move: object) -> MoveLabel:
        if isinstance(move, FaceDownLay):
            return MoveLabel(_GROUPS[move.kind], " and ".join(map(_laid, move.parts)))
        if not isinstance(move, Move):
            return _fixed_label(str(move))
        if move.kind in _ALONE:
            return MoveLabel("", _ALONE[move.kind])
        target = names[move.target] if move.target >= 0 else ""
        tool = _TOOLS[written((move.tool,))] if move.tool >= 0 else ""
        taken = f" for {_listed(move.taken)}" if move.taken else ""
        return MoveLabel(_GROUPS[move.kind].format(target=target, tool=tool), _listed(move.cards) + taken)

    return written_label


def happened(step: Step, names: Sequence[str]) -> str:
    """What somebody did, and what it showed, as it follows a name: ``opens two cards: 6, B, 6``."""
    return "; ".join(_happened(step, names))


def _happened(step: Step, names: Sequence[str]) -> Iterator[str]:
    move, turned_up = step.move, "" if step.turned_up == (HIDDEN,) else written(step.turned_up, ", ")
    target, tool = "", ""
    if isinstance(move, FaceDownLay):
        cards, taken = " and ".join(map(_laid, move.parts)), ""
    else:
        cards, taken = written(move.cards, ", "), written(move.taken, ", ")
        target = names[move.target] if move.target >= 0 else ""
        tool = _TOOLS[written((move.tool,))] if move.tool >= 0 else ""
    comes_at_once = move.kind in (Kind.DRAW, Kind.OPEN)
    text = _SENTENCES[move.kind].format(cards=cards, taken=taken, target=as_object(target), tool=tool)
    yield f"{text}: {turned_up}" if comes_at_once and turned_up else text
    if step.given is not None:
        yield clause(target, f"gives {written(step.given, ', ') or 'nothing'}") + (f" out of pile {step.pile}" if step.pile else "")
    if turned_up and not comes_at_once:
        yield f"new on the market: {turned_up}"


def _laid(part: Part) -> str:
    """Cards that go on one pile, face down."""
    what = _listed(part.cards) if part.cards else counted(part.size, "card")
    return f"{what} on pile {part.pile}" if part.pile else what


def _fixed_label(text: str) -> MoveLabel:
    """What somebody at a real table tells that is no move by itself."""
    if text in _FIXED_LABELS:
        return MoveLabel("", _FIXED_LABELS[text])
    if text.isdecimal():
        return MoveLabel("Points", text)
    if text.startswith("give:"):
        cards, _, pile = text.removeprefix("give:").partition("#")
        given = "nothing" if cards == "-" else cards.replace("+", " + ")
        return MoveLabel(_GROUPS[Kind.GIVE], f"{given} out of pile {pile}" if pile else given)
    return MoveLabel("", text)


def _listed(cards: Cards) -> str:
    return written(cards, " + ")


def outcomes(record: Record, move: Move) -> Mapping[str, Step]:
    """See `game.Page`. Empty if the order of the pile is known."""
    state = record.state.play(move)
    if not state.is_chance or state.is_stack:
        return {}
    chances = () if state.phase is Phase.REFILL and len(state.pile) > _LONGEST else state.chances()
    if not 0 < len(chances) <= _MOST:
        hint = "write the move and the cards at the end of the record's 'play': open:4+T+9, put:4 refill:9+9+5"
        raise DiamondsError("too many cards can come to choose from a list", code="E-CHANCE", hint=hint)
    return {_listed(cards): Step(move, cards) for cards in chances}


# -- diagrams -----------------------------------------------------------------------------------------------------------------------------
# A record as a picture of text: hands, safes, the market, the pile and who decides what.


_NAME_WIDTH = 20


def diagram_text(record: Record) -> str:
    """The diagram after the record's play, at most 80 cells wide, without a newline at its end."""
    parts = [_title(record), "\n".join(_players(record)), "\n".join(_table(record))]
    more = ["\n".join(lines) for lines in (list(_known(record)), list(_earlier(record))) if lines]
    return "\n\n".join([*parts, *more, _now(record)])


def state(record: Record) -> dict[str, Any]:
    """What a diagram shows, as JSON: the record, with what lies where after its play."""
    now = record.state
    seats = range(record.players)
    data = WRITER.to_json(replace(record, play=(), best=(), value=None, earlier=()))
    for key in ("held", "lacks", "stack", "pile", "closed", "hand", "safe", "used", "unseen"):
        data.pop(key, None)
    data |= {
        "hand": {f"P{seat + 1}": _cards_text(now.hands[seat], " ") or "none" for seat in seats},
        "safe": {f"P{seat + 1}": " ".join(_cards_text(pile, ",") for pile in now.safes[seat]) for seat in seats if now.safes[seat]},
        "market": written(now.market, ",") or "none",
        "pile": len(now.pile),
        "used": written(now.used, ",") or "none",
        "closed": None if now.closed is None else f"P{now.closed + 1}",
        "turn": f"P{now.turn + 1}",
        "phase": str(now.phase),
    }
    if now.phase is Phase.OVER and record.is_open:
        data["points"] = list(now.points())
        data["sources"] = [list(gains) for gains in points_by_source(now.rules, now.hands, now.safes)]
    if record.earlier:
        data["earlier"] = [
            {
                "round": earlier.round,
                "points": list(earlier.state.points()) if earlier.is_open else None,
                "chips": list(earlier.chips_after) or None,
            }
            for earlier in record.earlier
        ]
    return data


def _title(record: Record) -> str:
    words = [f"Diam's, {record.players} players", *([f"round {record.round} of {ROUNDS}"] if record.round > 1 or record.chips else [])]
    if record.see is not None:
        words.append(f"what {shortened(record.seat_name(record.see), _NAME_WIDTH)} knows")
    title = ", ".join(words)
    return f"{shortened(record.id, max(8, PAGE_WIDTH - cell_width(title) - 2))}: {title}" if record.id else title


def _players(record: Record) -> Iterator[str]:
    """A row for each player: the hand, then the piles of the safe."""
    now = record.state
    names = record.player_names(_NAME_WIDTH)
    hands = [_cards_text(hand, " ") or "-" for hand in now.hands]
    name_width, hand_width = max(map(cell_width, names)), max(4, *map(len, hands))
    yield " " * (name_width + 2) + "hand".ljust(hand_width) + "  safe"
    for seat, name in enumerate(names):
        safe = "  ".join(_cards_text(pile, " ") for pile in now.safes[seat]) or "-"
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
            cards = written(sorted(card.kind for card in seat.named), ", ")
            laid = f", or laid {'it' if len(seat.named) == 1 else 'them'}" if seat.piles else ""
            yield wrapped_text(f"{name} holds {cards}{laid}")
        if not worlds.count:
            continue
        for at, chances in enumerate(worlds.chances_of_piles(number), 1):
            shares = ", ".join(f"{each} {chance:.0%}" for each, chance in sorted(chances.items(), key=lambda item: -item[1]))
            yield wrapped_text(f"{name}'s pile {at}: {shares}")


def _earlier(record: Record) -> Iterator[str]:
    """How the rounds before ended."""
    for earlier in record.earlier:
        yield wrapped_text(f"round {earlier.round}: {_ended(earlier)}" if earlier.is_open else f"round {earlier.round}: cards are hidden")


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
    what = f"say what the pile turns up for {who}" if now.is_chance else clause(who, f"decides: {WORDS.decisions[str(now.phase)]}")
    return f"{what}; a {now.broken} is asked for" if now.phase is Phase.GIVE else what


def _cards_text(cards: Cards, between: str) -> str:
    """The cards that are told, and the number of the others."""
    known = [kind for kind in cards if kind != HIDDEN]
    hidden = len(cards) - len(known)
    return between.join(filter(None, (written(known, between), f"+{hidden}" if hidden else "")))


def _shortened(pile: Cards) -> str:
    shown = written(pile[:16], " ")
    return shown if len(pile) <= 16 else f"{shown} ..."


# -- outlooks -----------------------------------------------------------------------------------------------------------------------------
# Of a position, or of a hand: points, chips and places, and what is likely to be secured.


_OUTLOOK_NAME_WIDTH = 14
_MANY = 10_000_000  # a number that is written with fewer digits
_PLACES = ("1st", "2nd", "3rd", "4th", "5th")


def outlook_text(record: Record, outlook: Outlook, symbols: bool) -> str:
    """Means with the halves of their intervals, chances in per cent, and on what the numbers rest."""
    plus_minus, players = "\u00b1" if symbols else "+-", range(record.players)
    names = [shortened(record.seat_name(seat), _OUTLOOK_NAME_WIDTH) for seat in players]
    ends = [["", "points", "margin", "chips", *_PLACES[: record.players]]]
    secured = [["secured", *map(str, reversed(QUALITIES))]]
    for seat in players:
        means = [
            _mean(each[seat], form, plus_minus)
            for each, form in ((outlook.points, ".1f"), (outlook.margin, "+z.1f"), (outlook.chips, ".2f"))
        ]
        ends.append([names[seat], *means, *map(_chance, outlook.places[seat])])
        secured.append([names[seat], *map(_chance, reversed(outlook.secured[seat]))])
    dealt = "" if outlook.worlds == 1 else f"hidden cards, which may lie in {_ways(outlook.worlds)}, and "
    sentences = [
        "chances in per cent; players who tie get the lowest of their places",
        "secured: three cards or more of a quality in the safe at the end",
        f"{counted(outlook.rounds, 'round')} by the greedy player in all seats, seed {outlook.seed}",
        f"{dealt}the pile are dealt anew for every round" if dealt else "the pile is shuffled anew for every round",
        f"{plus_minus} is half of a 95 % interval",
    ]
    if outlook.interrupted:
        sentences.insert(0, "interrupted: fewer rounds were played than asked for")
    return "\n".join(
        [_head(record), _value(names[outlook.seat], outlook, plus_minus), *aligned(ends), *aligned(secured), *map(wrapped_text, sentences)]
    )


def _head(record: Record) -> str:
    """What is valued."""
    state, name = record.state, f"{shortened(record.id, ID_WIDTH)}: " if record.id else ""
    if not state.market and state.is_chance and record.hidden:
        known = next(seat for seat, known in enumerate(record.hidden) if known is None)
        first = record.seat_name((state.turn + 1) % record.players)
        return f"{name}the hand {written(state.hands[known], ',')} of {record.players} players; {first} begins"
    who = shortened(record.seat_name(state.to_move), _OUTLOOK_NAME_WIDTH)
    return f"{name}{who} {'draws' if state.is_chance else 'decides: ' + WORDS.decisions[str(state.phase)]}"


def _value(name: str, outlook: Outlook, plus_minus: str) -> str:
    objective = WORDS.objectives[outlook.objective]
    amounts = Amounts(objective.is_chance)
    reach = f" {plus_minus} {amounts.loss(outlook.value.reach)}" if isfinite(outlook.value.reach) else ""
    return wrapped_text(f"{name} may expect {amounts.value(outlook.value.value)}{reach}: {objective.text}")


def _mean(estimate: Estimate, form: str, plus_minus: str) -> str:
    reach = f" {plus_minus} {estimate.reach:{form.strip('+z')}}" if isfinite(estimate.reach) else ""
    return f"{estimate.value:{form}}{reach}"


def _chance(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.0f}"


def _ways(count: int) -> str:
    return counted(count, "way") if count < _MANY else f"about {count:.1e} ways"
