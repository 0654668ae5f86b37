"""One decision judged, without the bias of having chosen the best move by the same samples."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from diamonds_solver.advice import advice as comparison
from diamonds_solver.analysis.results import Known, Mark, Thresholds
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Engine, EngineRequest, Game, RecordDecision, Why
from diamonds_solver.stats.comparison import Comparison

# -- one decision judged ------------------------------------------------------------------------------------------------------------------
# By what the player could know, and what is surely lost in hindsight.


_LEAST_SHARE = 0.2  # of the time limit that is left for samples, however long the engine took to be made


@dataclass(frozen=True)
class KnownJudgement:
    """What the adviser says of one decision."""

    known: Known
    mark: Mark
    why: Why | None
    is_scant: bool
    """Whether the samples were too few for a mark, whatever they show."""


def judge(
    game: Game[Any, Any], decision: RecordDecision, ask: EngineRequest, thresholds: Thresholds, should_stop: Callable[[], bool]
) -> KnownJudgement | None:
    """The adviser's answer, from the player's view of the record so far, and what the move that was made costs by it; None: stopped early.

    Raises what `Advising.view` and `Advising.engine` raise: HiddenCardsError if the player's own cards are hidden, for one.
    """
    if should_stop():
        return None
    started = time.perf_counter()
    engine = game.advising.engine(game.advising.view(decision.record, decision.seat), replace(ask, keep=(decision.move,)))
    spent = time.perf_counter() - started
    rows = _rows(game, decision.move, engine)
    is_sure = False

    def is_settled(compared: Comparison) -> bool:
        nonlocal is_sure
        is_sure = has_mark(compared, rows, thresholds)
        return is_sure

    advice = comparison.advise(
        engine,
        worlds=ask.worlds,
        time_limit=None if ask.time_limit is None else max(_LEAST_SHARE * ask.time_limit, ask.time_limit - spent),
        delta=game.words.objectives[ask.objective].indifference,
        draws=0,
        is_settled=is_settled,
        should_stop=should_stop,
    )
    if should_stop() or (advice.has_choice and not advice.worlds):
        return None
    made = [m for m in advice.moves if m.move in [engine.moves[row] for row in rows]]
    played = made[0]
    loss_is_known = advice.worlds == advice.total  # all worlds there are: nothing was chosen by a part of them
    known = Known(
        advice=advice,
        mean=advice.moves[0].mean,
        best=tuple(m.move for m in advice.moves if m.best),
        loss=played.loss,
        interval=played.interval,
        split_loss=played.loss if loss_is_known else played.split_loss,
        sure_loss=min(m.sure_loss for m in made),
        verdict=advice.verdict,
    )
    mark = thresholds.mark(known.sure_loss)
    why = comparison.explain_best(game, advice, played) if mark else None
    return KnownJudgement(known, mark, why, advice.is_scant and not is_sure)


def _rows(game: Game[Any, Any], move: object, engine: Engine[Any]) -> list[int]:
    """The engine's moves that the one made may be: with a part of a move all whole ones that begin with it."""
    rows = [row for row, other in enumerate(engine.moves) if other == move]
    rows = rows or [row for row, other in enumerate(engine.moves) if game.records.begins(move, other)]
    if not rows:
        raise DiamondsError(f"the engine {engine.name} does not value the move {move}, which was played", code="E-ENGINE")
    return rows


def has_mark(compared: Comparison, rows: Sequence[int], thresholds: Thresholds) -> bool:
    """Whether the least and the most that the move made may have lost have the same mark: then more samples would not change it."""
    made = min(rows, key=lambda row: float(compared.loss[row]))
    least = compared.low[made] if compared.excluded[made] else 0.0
    most = max(compared.high[made], -compared.low.min())  # others than the one that leads may be the best
    return thresholds.mark(float(least)) == thresholds.mark(float(most))
