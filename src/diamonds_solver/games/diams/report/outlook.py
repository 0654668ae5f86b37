"""The outlook of a position, or of a hand, as text: points, chips and places, and what is likely to be secured."""

from __future__ import annotations

from diamonds_solver.common.wording import ID_WIDTH, aligned, counted, shortened, wrapped_text
from diamonds_solver.games.diams.engines.outlook import Outlook
from diamonds_solver.games.diams.record.record import Record
from diamonds_solver.games.diams.rules.cards import QUALITIES, written
from diamonds_solver.markup.tables import Amounts
from diamonds_solver.stats.estimates import Estimate

from .words import WORDS

_NAME_WIDTH = 14
_MANY = 10_000_000  # a number that is written with fewer digits
_PLACES = ("1st", "2nd", "3rd", "4th", "5th")


def outlook_text(record: Record, outlook: Outlook, symbols: bool) -> str:
    """Means with the halves of their intervals, chances in per cent, and on what the numbers rest."""
    plus_minus, players = "\u00b1" if symbols else "+-", range(record.players)
    names = [shortened(record.seat_name(seat), _NAME_WIDTH) for seat in players]
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
        *record.notes(),
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
        known = next(seat for seat, told in enumerate(record.hidden) if told is None)
        first = record.seat_name((state.turn + 1) % record.players)
        return f"{name}the hand {written(state.hands[known], ',')} of {record.players} players; {first} begins"
    who = shortened(record.seat_name(state.to_move), _NAME_WIDTH)
    return f"{name}{who} {'draws' if state.is_chance else 'decides: ' + WORDS.decisions[str(state.phase)]}"


def _value(name: str, outlook: Outlook, plus_minus: str) -> str:
    objective = WORDS.objectives[outlook.objective]
    amounts = Amounts(objective.is_chance)
    return wrapped_text(
        f"{name} may expect {amounts.value(outlook.value.value)} {plus_minus} {amounts.loss(outlook.value.reach)}: {objective.text}"
    )


def _mean(estimate: Estimate, form: str, plus_minus: str) -> str:
    return f"{estimate.value:{form}} {plus_minus} {estimate.reach:{form.strip('+z')}}"


def _chance(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.0f}"


def _ways(count: int) -> str:
    return counted(count, "way") if count < _MANY else f"about {count:.1e} ways"
