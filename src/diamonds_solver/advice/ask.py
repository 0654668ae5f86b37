"""The one way from a record to an answer: whoever asks (a command, the page, a table, Python) gives options, and gets an `Answer`.

    answer = ask(record, AdviseOptions())
    print(answer.advice.best, answer.why)

It loads little before the question is known, so that who asks can show it at once (`Callbacks.on_question`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.quantities import MOST_SEED, check_real, check_whole
from diamonds_solver.common.wording import NAME_WIDTH, question, shortened
from diamonds_solver.game import Engine, EngineRequest, Game, Record, Use, View, Why
from diamonds_solver.games import find_game

if TYPE_CHECKING:  # it loads numpy, which takes long
    from diamonds_solver.search.collect import AnytimeSampler

    from .advice import Advice

_EARLIEST: int = FACTS["looks"][
    "earliest"
]  # the part of the usual amount of work that is done even if the verdict is sure before: the losses are told, too
DEFAULT_SEED = 0
"""The same question gets the same answer. It does not follow from the record: there may be cards in it that the player does not see."""
LEAST_TIME = 0.02
"""Seconds of work where loading the engine has used up the limit: else it would be kept by an answer that says nothing."""


@dataclass(frozen=True)
class AdviseOptions:
    """What can be asked for."""

    engine: str = "auto"
    """Name and options: ``ismcts:simulations=2000``."""
    objective: str | None = None
    """None: the first that the game has."""
    seed: int = DEFAULT_SEED
    worlds: int | None = None
    """How many samples; None: as many as fit into the time, or the engine's usual amount of work, which ends once the verdict is sure."""
    time_limit: float | None = None
    """Seconds, the making of the engine included."""
    times: int = 1
    """How many times the usual amount of work."""
    threads: int = 1
    indifference: float | None = None
    """Moves that differ by less count as equal; None: the objective's own margin."""
    level: float = 0.95
    """Confidence level of the intervals."""
    stop_early: bool = False
    """Whether to end once the verdict is not "too close"."""


@dataclass(frozen=True)
class Callbacks:
    """Who follows the work, and may end it."""

    on_question: Callable[[Question], None] | None = None
    """Called before anything that takes time is loaded."""
    on_progress: Callable[[int, float], None] | None = None
    on_advice: Callable[[Advice], None] | None = None
    """The answer so far: at once, and then at most four times a second."""
    should_stop: Callable[[], bool] | None = None
    """Asked from any thread."""


@dataclass(frozen=True)
class Question:
    """What is to be decided."""

    game: Game[Any, Any]
    view: View
    objective: str
    name: str
    """Of the player who decides, or P1.."""

    @property
    def text(self) -> str:
        """Who decides what, and what values count, in words."""
        words = self.game.words
        return question(f"{self.name} decides: {words.decisions[self.view.decision]};", words.objectives[self.objective].text)


@dataclass(frozen=True)
class Answer:
    """Moves compared, and why the best one is better."""

    question: Question
    engine: Engine[Any]
    sampler: AnytimeSampler
    """Has the samples: a longer answer to the same question begins with them."""
    advice: Advice
    why: Why | None = None
    interrupted: bool = False
    """Whether Ctrl-C ended it early."""

    def to_dict(self, record: Record) -> dict[str, Any]:
        """The JSON object of ``diamonds advise --json``."""
        return {
            "id": record.id,
            "finished": not self.interrupted,
            **self.advice.to_dict(),
            "players": [record.seat_name(seat) for seat in range(record.players)],
            "view": self.question.view.to_dict(),
            "why": self.why.to_dict() if self.why else None,
        }


def ask(
    source: Record | View,
    options: AdviseOptions,
    callbacks: Callbacks | None = None,
    seat: int | None = None,
    earlier: Answer | None = None,
) -> Answer:
    """The answer for `seat`, by default for who decides, from what that player can know. `earlier`: an answer to the same question, from
    which the work goes on.

    Raises PositionError and HiddenCardsError as `Advising.view` does, DiamondsError for an engine or objective that does not exist,
    AdviceInterrupted if Ctrl-C came before anything is known.
    """
    started = time.perf_counter()
    callbacks = callbacks or Callbacks()
    game = find_game(source.game)
    view = game.advising.view(source, seat)
    name: str = getattr(source, "seat_name", lambda seat: f"P{seat + 1}")(view.seat)  # a view has no names
    question = Question(game, view, game.objective(options.objective, Use.ADVISE), shortened(name, NAME_WIDTH))
    if callbacks.on_question is not None:
        callbacks.on_question(question)
    from diamonds_solver.search.collect import sampler_of

    from .advice import AdviceInterrupted, advise, explain_best, has_verdict

    ends = math.inf if options.time_limit is None else started + options.time_limit
    request = EngineRequest(options.engine, question.objective, options.seed, options.worlds, _left(ends), options.threads)
    engine = game.advising.engine(question.view, request) if earlier is None else earlier.engine
    sampler = sampler_of(engine) if earlier is None else earlier.sampler
    indifference = game.words.objectives[question.objective].indifference if options.indifference is None else options.indifference
    try:
        advice = advise(
            engine,
            worlds=options.worlds,
            time_limit=_left(ends),
            times=options.times,
            threads=options.threads,
            delta=indifference,
            level=options.level,
            is_settled=has_verdict if options.stop_early or (request.is_usual and options.times == 1) else None,
            first_look=0 if options.stop_early else engine.usual // _EARLIEST,
            sampler=sampler,
            on_progress=callbacks.on_progress,
            on_advice=callbacks.on_advice,
            should_stop=callbacks.should_stop,
        )
    except AdviceInterrupted as interruption:
        if not interruption.advice.worlds:
            raise
        return Answer(question, engine, sampler, replace(interruption.advice, question=question.text), interrupted=True)
    why = explain_best(game, advice, advice.explained)
    return Answer(question, engine, sampler, replace(advice, question=question.text), why)


def advise(
    source: Record | View,
    *,
    engine: str = "auto",
    worlds: int | None = None,
    time_limit: float | None = None,
    objective: str | None = None,
    seed: int = DEFAULT_SEED,
    threads: int = 1,
    delta: float | None = None,
    level: float = 0.95,
    stop_early: bool = False,
    on_progress: Callable[[int, float], None] | None = None,
    on_advice: Callable[[Advice], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Advice:
    """The best move of the player who decides, by what that player can know: hidden cards of a record are ignored.

    `source`: a record (seen by its `see`, else by whoever decides) or a view. `engine`: ``auto``, ``exact``, ``ismcts``, ``playout``, with
    options as in ``ismcts:simulations=2000``. `worlds`: the number of samples. `time_limit`, in seconds: as many as fit. Without either the
    usual amount of work is done, or less where the verdict is sure before. Without a limit of time the answer depends on the arguments
    alone. `objective`: ``margin``, ``points``, ``win``. `threads`: 0 is one per processor.

    `delta`: the indifference margin: moves that differ by less count as equal; None is the objective's, 0.1 points or 1 % of a match.
    `level`: confidence level of the intervals. `stop_early`: end once the verdict is not "too close". `on_progress(samples, seconds)` is
    called now and then, `on_advice(advice)` as soon as there is something to say and then at most four times a second, with the advice so
    far; its chances to be best are not known yet. `should_stop()` may be called from any thread; True ends the work early.

    Raises PositionError if the record contradicts itself or nothing is to be decided, HiddenCardsError if the player's own cards are
    hidden, DiamondsError for an engine or objective that does not exist, TypeError or ValueError for arguments of the wrong type or size,
    AdviceInterrupted on Ctrl-C.
    """
    if not isinstance(getattr(source, "game", None), str):
        kind = type(source).__name__
        raise TypeError(
            f"a Record or a View is expected, not {kind}: a text is one as loads(text), and a position does not say who knows what"
        )
    from .advice import AdviceInterrupted, check_options

    check_whole("seed", seed, 0, MOST_SEED)
    check_options(worlds, time_limit, threads)
    if delta is not None:
        check_real("delta", delta, least=0)
    check_real("level", level)
    options = AdviseOptions(
        engine=engine,
        objective=objective,
        seed=seed,
        worlds=worlds,
        time_limit=time_limit,
        threads=thread_count(threads),
        indifference=delta,
        level=level,
        stop_early=stop_early,
    )
    answer = ask(source, options, Callbacks(on_progress=on_progress, on_advice=on_advice, should_stop=should_stop))
    if answer.interrupted:
        raise AdviceInterrupted(answer.advice)
    return answer.advice


def _left(ends: float) -> float | None:
    """Seconds until `ends`, LEAST_TIME at least; None: no limit."""
    return None if ends == math.inf else max(LEAST_TIME, ends - time.perf_counter())
