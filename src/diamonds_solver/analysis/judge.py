"""One decision judged, without the bias of having chosen the best move by the same samples."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.advice import advice as comparison
from diamonds_solver.analysis.analysis import Known, Mark, Thresholds
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Engine, EngineRequest, Game, RecordDecision, Why
from diamonds_solver.stats.comparison import Comparison
from diamonds_solver.stats.samples import TIE, Samples

# -- unbiased losses ----------------------------------------------------------------------------------------------------------------------
# Losses without the bias of having chosen the best move by the same samples that say how much better it is.


class SplitEngine:
    """An engine that also keeps the means of its even and of its odd samples. It is asked for them in order, from one thread at a time."""

    def __init__(self, engine: Engine[object]) -> None:
        self._engine = engine
        self._weights: NDArray[np.float64] | None = None
        self._halves = (Samples(len(engine.moves), engine.classes), Samples(len(engine.moves), engine.classes))

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def moves(self) -> Sequence[object]:
        return self._engine.moves

    @property
    def classes(self) -> Sequence[int]:
        return self._engine.classes

    @property
    def to_move(self) -> int:
        return self._engine.to_move

    @property
    def decision(self) -> str:
        return self._engine.decision

    @property
    def objective(self) -> str:
        return self._engine.objective

    @property
    def seed(self) -> int:
        return self._engine.seed

    @property
    def total(self) -> int | None:
        return self._engine.total

    @property
    def enumerates(self) -> bool:
        return self._engine.enumerates

    @property
    def exact(self) -> bool:
        return self._engine.exact

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        block = self._engine.samples(first, count, should_stop)
        self._weights = self._engine.weights(first, block.shape[1])
        for half, samples in enumerate(self._halves):
            part = slice((half - first) % 2, None, 2)
            samples.add(block[:, part], None if self._weights is None else self._weights[part])
        return block

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """Of the samples that were asked for last."""
        return self._weights

    @property
    def effective_share(self) -> float | None:
        return self._engine.effective_share

    def notes(self) -> Sequence[str]:
        return self._engine.notes()

    def split_loss(self, move: int) -> float:
        """What move number `move` costs against the best, where one half of the samples says which that is and the other one how much it
        is ahead; the mean of both ways round. NaN with less than two samples.

        Whoever is best by some samples is too good in these, so a loss against it by the same ones is too high on average. Here it is
        not; but half of the samples choose worse than all, so the mean is rather too low.
        """
        means = [samples.means() for samples in self._halves]
        losses = []
        for choosing, judging in (means, means[::-1]):
            best = move if choosing[move] >= choosing.max() - TIE else int(choosing.argmax())
            losses.append(judging[best] - judging[move])
        return float(sum(losses) / 2)


# -- one decision judged ------------------------------------------------------------------------------------------------------------------
# By what the player could know, and what is surely lost in hindsight.


_LEAST_SHARE = 0.2  # of the time limit that is left for samples, however long the engine took to be made
_WHY_SECONDS = 0.2  # for the comparison of a marked move with the best, where decisions have a limit of time


@dataclass(frozen=True)
class Answer:
    """What the adviser says of one decision."""

    known: Known
    mark: Mark
    why: Why | None


def judge(
    game: Game[Any, Any], decision: RecordDecision, ask: EngineRequest, thresholds: Thresholds, should_stop: Callable[[], bool]
) -> Answer | None:
    """The adviser's answer, from the player's view of the record so far, and what the move that was made costs by it; None: stopped early.

    Raises what `Advising.view` and `Advising.engine` raise: HiddenCardsError if the player's own cards are hidden, for one.
    """
    if should_stop():
        return None
    started = time.perf_counter()
    engine = game.advising.engine(game.advising.view(decision.record, decision.seat), replace(ask, keep=(decision.move,)))
    split = SplitEngine(engine)
    spent = time.perf_counter() - started
    rows = _rows(game, decision.move, engine)
    advice = comparison.advise(
        split,
        worlds=ask.worlds,
        time_limit=None if ask.time_limit is None else max(_LEAST_SHARE * ask.time_limit, ask.time_limit - spent),
        delta=game.words.objectives[ask.objective].indifference,
        draws=0,
        is_settled=lambda compared: _has_mark(compared, rows, thresholds),
        should_stop=should_stop,
    )
    if should_stop() or not advice.worlds:
        return None
    played = next(m for m in advice.moves if m.move in [engine.moves[row] for row in rows])
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
    explain = game.advising.explain
    why = explain(engine, advice.best, played.move, seconds) if mark and explain is not None else None
    return Answer(known, mark, why)


def _rows(game: Game[Any, Any], move: object, engine: Engine[Any]) -> list[int]:
    """The engine's moves that the one made may be: with a part of a move all whole ones that begin with it."""
    rows = [row for row, other in enumerate(engine.moves) if other == move]
    rows = rows or [row for row, other in enumerate(engine.moves) if game.records.begins(move, other)]
    if not rows:
        raise DiamondsError(f"the engine {engine.name} does not value the move {move}, which was played", code="E-ENGINE")
    return rows


def _has_mark(compared: Comparison, rows: Sequence[int], thresholds: Thresholds) -> bool:
    """Whether the least and the most that the move made may have lost have the same mark: then more samples would not change it."""
    made = min(rows, key=lambda row: float(compared.loss[row]))
    least = compared.low[made] if compared.excluded[made] else 0.0
    most = max(compared.high[made], -compared.low.min())  # others than the one that leads may be the best
    return thresholds.mark(float(least)) == thresholds.mark(float(most))
