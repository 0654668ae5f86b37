"""One decision judged: by what the player could know, and what is surely lost in hindsight."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from diamonds_solver.advice import advice as comparison
from diamonds_solver.advice.advice import Advice, MoveAdvice
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Ask, Decision, Game, SplitMoves, Why

from .analysis import Known, Mark, Thresholds
from .halves import SplitEngine

_LEAST_SHARE = 0.2  # of the time limit that is left for samples, however long the engine took to be made
_WHY_SECONDS = 0.2  # for the comparison of a marked move with the best, where decisions have a limit of time


@dataclass(frozen=True)
class Answer:
    """What the adviser says of one decision."""

    known: Known
    mark: Mark
    why: Why | None


def judge(game: Game[Any, Any], decision: Decision, ask: Ask, thresholds: Thresholds, should_stop: Callable[[], bool]) -> Answer | None:
    """The adviser's answer, from the player's view of the record so far, and what the move that was made costs by it; None: stopped early.

    Raises what `Game.view` and `Game.engine` raise: HiddenCardsError if the player's own cards are hidden, for one.
    """
    if should_stop():
        return None
    started = time.perf_counter()
    engine = game.engine(game.view(decision.record, decision.seat), replace(ask, keep=(decision.move,)))
    split = SplitEngine(engine)
    spent = time.perf_counter() - started
    advice = comparison.advise(
        split,
        worlds=ask.worlds,
        time_limit=None if ask.time_limit is None else max(_LEAST_SHARE * ask.time_limit, ask.time_limit - spent),
        delta=game.words.objectives[ask.objective].margin,
        should_stop=should_stop,
    )
    if should_stop() or not advice.worlds:
        return None
    played = _played(game, decision, advice)
    loss_is_known = advice.worlds == advice.total  # all worlds there are: nothing was chosen by a part of them
    known = Known(
        advice=advice,
        mean=advice.moves[0].mean,
        best=tuple(m.move for m in advice.moves if m.best),
        loss=played.loss,
        interval=played.interval,
        split_loss=played.loss if loss_is_known else split.split_loss(engine.moves.index(played.move)),
        sure_loss=max(0.0, played.interval[0]) if played.excluded else 0.0,
        verdict=advice.verdict,
    )
    mark = thresholds.mark(known.sure_loss)
    seconds = math.inf if ask.time_limit is None else _WHY_SECONDS
    why = game.explain(engine, advice.best, played.move, time_limit=seconds) if mark else None
    return Answer(known, mark, why)


def _played(game: Game[Any, Any], decision: Decision, advice: Advice) -> MoveAdvice:
    """What the adviser says of the move that was made: with a part of a move, of the best whole one that begins with it."""
    same = [m for m in advice.moves if m.move == decision.move]
    if not same and isinstance(game, SplitMoves):
        same = [m for m in advice.moves if game.begins(decision.move, m.move)]
    if not same:
        raise DiamondsError(f"the engine {advice.engine} does not value the move {decision.move}, which was played", code="E-ENGINE")
    return same[0]
