"""Advice for a player of Diamonds: from a record or a view to the moves compared.

advice = advise(record, time_limit=2)
print(advice.best, advice.verdict)
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import TypedDict, Unpack

from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.quantities import check_whole
from diamonds_solver.games.diamonds.engines.base import ViewEngine
from diamonds_solver.games.diamonds.engines.make import EngineSpec, make_engine
from diamonds_solver.games.diamonds.engines.why import Explanation, explain
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.search.collect import Progress

from . import advice as comparison
from .advice import Advice

DELTAS = {"margin": 0.1, "points": 0.1, "win": 0.01}
"""Moves that differ by less count as equal, in units of the objective."""
_MOST_SEED = (1 << 64) - 1


class AdviceOptions(TypedDict, total=False):
    """Keywords of ``advice.advise`` that are passed on; it tells what they mean."""

    delta: float
    level: float
    stop_early: bool
    on_progress: Progress | None
    should_stop: Callable[[], bool] | None


def advise(
    source: Record | View,
    *,
    engine: str | EngineSpec = "auto",
    worlds: int | None = None,
    time_limit: float | None = None,
    objective: str = "margin",
    seed: int | None = None,
    threads: int = 1,
    **options: Unpack[AdviceOptions],
) -> Advice:
    """What the player who decides should do, as far as that player can know: hidden cards of a record are not looked at.

    `source`: a record (seen by its `see`, or by who decides) or a view. `engine`: ``auto``, ``exact``, ``ismcts``, ``playout``, with
    options as in ``ismcts:simulations=2000``. `worlds`: the answer then depends on nothing but the arguments; with `time_limit` seconds it
    has as many columns as fit; without either 100. `objective`: ``margin``, ``points``, ``win``. `seed`: None takes a random one, which
    `Advice.seed` tells. `threads`: 0 is one per processor.

    Raises PositionError for a contradiction and where nothing is to be decided, HiddenCardsError where the player's own cards are hidden,
    DiamondsError for an engine or objective that does not exist, TypeError or ValueError for arguments of the wrong type
    or size, AdviceInterrupted on Ctrl-C.
    """
    started = time.perf_counter()
    if not isinstance(source, Record | View):
        kind = type(source).__name__
        raise TypeError(
            f"a Record or a View is wanted, not {kind}: a text is one as loads(text), and a position does not say who knows what"
        )
    if seed is not None:
        check_whole("seed", seed, 0, _MOST_SEED)
    comparison.check_options(worlds, time_limit, threads)
    view = source if isinstance(source, View) else View.of(source)
    made = make_engine(
        view,
        engine,
        objective=objective,
        seed=secrets.randbelow(2**32) if seed is None else seed,
        worlds=worlds,
        time_limit=time_limit,
        threads=thread_count(threads),
    )
    left = None if time_limit is None else max(0.0, time_limit - (time.perf_counter() - started))
    return compare(made, worlds=worlds, time_limit=left, threads=threads, **options)


def compare(engine: ViewEngine, *, worlds: int | None, time_limit: float | None, threads: int, **options: Unpack[AdviceOptions]) -> Advice:
    """The advice of an engine that was made before; as `advise`."""
    options.setdefault("delta", DELTAS[engine.objective])
    return comparison.advise(engine, worlds=worlds, time_limit=time_limit, threads=threads, **options)


__all__ = ["DELTAS", "AdviceOptions", "Explanation", "advise", "compare", "explain"]
