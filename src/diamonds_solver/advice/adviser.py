"""Advice for a player of any game: from a record or a view to the moves compared.

advice = advise(record, time_limit=2)
print(advice.best, advice.verdict)
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.quantities import check_whole
from diamonds_solver.game import Ask, Record, View
from diamonds_solver.games import find_game
from diamonds_solver.search.collect import Progress

from . import advice as comparison
from .advice import Advice

_MOST_SEED = (1 << 64) - 1


def advise(
    source: Record | View,
    *,
    engine: str = "auto",
    worlds: int | None = None,
    time_limit: float | None = None,
    objective: str | None = None,
    seed: int | None = None,
    threads: int = 1,
    delta: float | None = None,
    level: float = 0.95,
    stop_early: bool = False,
    on_progress: Progress | None = None,
    on_advice: Callable[[Advice], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Advice:
    """The best move of the player who decides, by what that player can know: hidden cards of a record are ignored.

    `source`: a record (seen by its `see`, else by whoever decides) or a view. `engine`: ``auto``, ``exact``, ``ismcts``, ``playout``, with
    options as in ``ismcts:simulations=2000``. `worlds`: the number of samples; the answer then depends only on the arguments. With
    `time_limit`, in seconds, there are as many samples as fit; without either 100. `objective`: ``margin``, ``points``, ``win``. `seed`:
    None takes a random one, see `Advice.seed`. `threads`: 0 is one per processor.

    `delta`: the indifference margin: moves that differ by less count as equal; None is the objective's, 0.1 points or 1 % of a match.
    `level`: confidence level of the intervals. `stop_early`: end once the verdict is not "too close". `on_progress(samples, seconds)` is
    called now and then, `on_advice(advice)` as soon as there is something to say and then at most four times a second, with the advice so
    far; its chances to be best are not known yet. `should_stop()` may be called from any thread; True ends the work early.

    Raises PositionError if the record contradicts itself or nothing is to be decided, HiddenCardsError if the player's own cards are
    hidden, DiamondsError for an engine or objective that does not exist, TypeError or ValueError for arguments of the wrong type or size,
    AdviceInterrupted on Ctrl-C.
    """
    started = time.perf_counter()
    if not isinstance(getattr(source, "game", None), str):
        kind = type(source).__name__
        raise TypeError(
            f"a Record or a View is wanted, not {kind}: a text is one as loads(text), and a position does not say who knows what"
        )
    game = find_game(source.game)
    if seed is not None:
        check_whole("seed", seed, 0, _MOST_SEED)
    comparison.check_options(worlds, time_limit, threads)
    seed = secrets.randbelow(2**32) if seed is None else seed
    objective = next(iter(game.words.objectives)) if objective is None else objective
    made = game.engine(game.view(source), Ask(engine, objective, seed, worlds, time_limit, thread_count(threads)))
    return comparison.advise(
        made,
        worlds=worlds,
        time_limit=None if time_limit is None else max(0.0, time_limit - (time.perf_counter() - started)),
        threads=threads,
        delta=game.words.objectives[objective].margin if delta is None else delta,
        level=level,
        stop_early=stop_early,
        on_progress=on_progress,
        on_advice=on_advice,
        should_stop=should_stop,
    )
