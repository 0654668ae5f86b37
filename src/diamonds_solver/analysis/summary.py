"""What the judged decisions of a game say of each player, how lucky they were, and whether they could have won."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import dropwhile
from typing import Any

from diamonds_solver.analysis.results import MARKS, Judged, LastChance, Mean, PlayerSummary
from diamonds_solver.game import EngineRequest, Game, Record
from diamonds_solver.stats.estimates import Estimate, mean_interval, t_quantile
from diamonds_solver.stats.samples import TIE

LUCK_DEALS = 2000
"""Rounds that are played for the worth of a deal, and as many other deals that it is held against: about 0.2 s a round."""


def summaries(
    record: Record, judged: Sequence[Judged], lucks: Sequence[Mean] | None, *, by_known: bool, usual_loss: float
) -> tuple[PlayerSummary, ...]:
    """The players by seat, those left out who have no decision here. `by_known`: what best and worst are judged by, else hindsight;
    `usual_loss`: that of the objective.
    """
    rows = []
    for seat in range(record.players):
        own = [decision for decision in judged if decision.seat == seat]
        if own:
            rows.append(_summary(record, seat, own, None if lucks is None else lucks[seat], by_known, usual_loss))
    return tuple(rows)


def _summary(record: Record, seat: int, own: Sequence[Judged], luck: Mean | None, by_known: bool, usual_loss: float) -> PlayerSummary:
    free = [decision for decision in own if not decision.forced and (decision.hindsight is not None or decision.known is not None)]
    hindsight = [decision.hindsight.loss for decision in free if decision.hindsight is not None and decision.hindsight.loss is not None]
    known = [decision.known.split_loss for decision in free if decision.known is not None and math.isfinite(decision.known.split_loss)]
    marks = Counter[str](decision.mark for decision in free)
    judge = _by_known if by_known else _by_hindsight
    ranked = [(judge(decision), decision.number) for decision in free]
    best = max(((lead, -number) for (_, lead), number in ranked if lead > TIE), default=None)
    worst = max(((loss, -number) for (loss, _), number in ranked if loss[1] > TIE), default=None)
    return PlayerSummary(
        seat=seat,
        name=record.seat_name(seat),
        decisions=len(free),
        hindsight=sum(hindsight) / len(hindsight) if hindsight else None,
        known=_mean(mean_interval(known, usual_loss)) if known else None,
        marks={mark: marks[mark] for mark in MARKS},
        best=None if best is None else -best[1],
        worst=None if worst is None else -worst[1],
        luck=luck,
    )


def _by_known(decision: Judged) -> tuple[tuple[float, float], float]:
    """What the move has surely lost, and its loss; how far it is surely ahead of the next move, where no move was better."""
    if decision.known is None:
        return (0.0, 0.0), 0.0
    known = decision.known
    others = [m for m in known.advice.moves if not m.best]
    lead = min((max(0.0, m.interval[0]) for m in others), default=0.0) if known.loss <= TIE else 0.0
    return (known.sure_loss, known.loss), lead


def _by_hindsight(decision: Judged) -> tuple[tuple[float, float], float]:
    look = decision.hindsight
    if look is None or look.loss is None:
        return ((0.0, 0.0) if look is None else (look.least_loss, look.least_loss)), 0.0
    values = [value for move, value in look.moves if move not in look.best]
    known = [value for value in values if value is not None]
    lead = look.value - max(known) if look.loss <= TIE and look.value is not None and values and len(known) == len(values) else 0.0
    return (look.loss, look.loss), lead


def _mean(estimate: Estimate) -> Mean:
    return Mean(estimate.value, estimate.low, estimate.high)


# -- luck ---------------------------------------------------------------------------------------------------------------------------------


def lucks_of(game: Game[Any, Any], record: Record, rounds: Collection[int], ask: EngineRequest) -> list[Mean] | None:
    """By seat: the luck of the deals of these rounds together, as far as the record tells them; None if none is known."""
    if game.advising.luck is None or not rounds:
        return None
    words = game.words.objectives
    objective = next(iter(words)) if words[ask.objective].is_chance else ask.objective
    by_deal = [by_seat for number, by_seat in game.advising.luck(record, objective, ask.seed, LUCK_DEALS).items() if number in rounds]
    return [_total(estimates) for estimates in zip(*by_deal, strict=True)] or None


def _total(estimates: Sequence[Estimate]) -> Mean:
    """The sum of independent estimates; each is of so many rounds that its error is normal."""
    value = sum(estimate.value for estimate in estimates)
    reach = t_quantile(LUCK_DEALS - 1, 0.975) * math.sqrt(sum(estimate.sem**2 for estimate in estimates))
    return Mean(value, value - reach, value + reach)


# -- the last chance ----------------------------------------------------------------------------------------------------------------------


def last_chances(game: Game[Any, Any], record: Record, judged: Sequence[Judged]) -> tuple[LastChance, ...]:
    """Of each side that is not ahead; see `Analysis.last_chances`. `judged`: in hindsight by ``margin``."""
    points = game.records.points(record)
    if game.solving is None or points is None or not judged or game.records.legal_moves(record):
        return ()
    sides = sorted({tuple(sorted(game.solving.side(record, seat))) for seat in range(record.players)})
    rounds = [decision.round for decision in game.records.decisions(record)]
    played = list(dropwhile(lambda decision: not decision.trick, (one for one in judged if one.round == rounds[-1])))  # others pass, too
    if judged[-1].number != len(rounds):
        return ()
    chances = (_last_chance(side, len(sides), played) for side in sides if _ahead(points, side, len(sides)) <= 0)
    return tuple(chance for chance in chances if chance is not None)


def _own(points: Sequence[float], side: Sequence[int]) -> float:
    return sum(points[seat] for seat in side)


def _ahead(points: Sequence[float], side: Sequence[int], sides: int) -> float:
    """How many points a side has more than the others on average."""
    own = _own(points, side)
    return own - (sum(points) - own) / (sides - 1)


def _last_chance(side: tuple[int, ...], sides: int, played: Sequence[Judged]) -> LastChance | None:
    """None where it is not proven. `played`: from the first card of the round on."""
    chance = None
    for decision in reversed(played):
        if decision.seat not in side or decision.forced:
            continue
        look = decision.hindsight
        if look is None or look.value is None or look.points is None or decision.points is None:
            return None
        margin = _ahead(decision.points, side, sides) + look.value
        own = _own(decision.points, side) + _own(look.points, side)
        chance = LastChance(side, margin > TIE, decision.number, look.best, margin, own, sides == 2)
        if chance.is_there:
            break
    return chance
