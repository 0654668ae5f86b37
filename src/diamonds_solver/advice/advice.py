"""Advice: asks an engine for samples until there are enough or the time is up, and compares the moves by them.

    advice = advise(engine)
    print(advice.best, advice.verdict)

Without a limit of time the answer is the same on every machine, idle or busy, with one thread or many: work is counted, samples depend on
their index only, and they are put together in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.quantities import MOST_THREADS, MOST_WORLDS, check_seconds, check_whole, json_number
from diamonds_solver.common.wording import counted
from diamonds_solver.game import GUARD, Engine, Game, Why
from diamonds_solver.markup.tables import Amounts, MoveRow, MoveTable, bars
from diamonds_solver.search.collect import AnytimeSampler, SampleProgress, sampler_of
from diamonds_solver.search.engine import TreeEngine
from diamonds_solver.stats.comparison import DRAWS, SURE, Comparison, Verdict, compare_samples, is_scant
from diamonds_solver.stats.samples import TIE, Samples

DEFAULT_DELTA: float = FACTS["losses"]["delta"]
_NEXT_LOOK: float = FACTS["looks"]["next"]  # times as many before the next one
TELL_SECONDS = 0.25
"""Seconds at least between two calls of `on_advice`."""


@dataclass(frozen=True)
class MoveAdvice:
    """One legal move. Numbers are NaN without samples, standard errors also with only one."""

    move: object
    mean: float
    sem: float
    best_share: float
    """Share of the worlds in which no move is better, ties split."""
    chance_best: float
    """Chance that the move has the highest true mean; NaN with fewer worlds than a verdict needs (`Advice.needed`), as is `chance_near`."""
    chance_near: float
    """Chance that its true mean is within the indifference margin `Advice.delta` of the highest."""
    loss: float
    """What it costs against the best move, over the same worlds."""
    loss_sem: float
    split_loss: float
    """The same without the bias of having chosen the best move by the same worlds."""
    interval: tuple[float, float]
    """Limits of the loss, simultaneous for all moves at `Advice.level`."""
    best: bool
    """Whether no other mean is higher; without samples True only where there is no choice."""
    excluded: bool
    """Whether it is eliminated: worse than the best move beyond sampling error."""
    sure_loss: float
    """What it costs beyond sampling error: the lower limit of the loss where it is eliminated, else 0, as for the move that is recommended
    and its equals."""
    sources: Mapping[str, float] = field(default_factory=dict, repr=False, compare=False)
    """Where the points of its value come from, by name: means over the same samples. Empty where the game or the samples do not tell."""
    source_reach: Mapping[str, float] = field(default_factory=dict, repr=False, compare=False)
    """Half widths of the 95 % intervals of what the best move has more of each; NaN with one sample."""

    def to_dict(self) -> dict[str, Any]:
        record: dict[str, Any] = {"move": str(self.move)}
        for name in ("mean", "sem", "best_share", "loss", "loss_sem", "chance_best", "chance_near"):
            record[name] = json_number(getattr(self, name))
        interval = [json_number(limit) for limit in self.interval]
        return record | {"interval": interval, "best": self.best, "excluded": self.excluded, "sure_loss": json_number(self.sure_loss)}


@dataclass(frozen=True, repr=False)
class Advice:
    """Advice for one decision. Values are in units of the objective, from the point of view of the side to move.

    Printed it is the table of ``diamonds advise``.
    """

    to_move: int
    decision: str
    objective: str
    engine: str
    moves: tuple[MoveAdvice, ...]
    """Every legal move, the best first."""
    verdict: Verdict
    needed: int
    """The least `ess` with which a verdict can be "clear" or "equal"."""
    worlds: int
    """Samples used: worlds, or independent trials."""
    simulations: int | None
    """Of each sample, where that is a tree; else None."""
    total: int | None
    """How many worlds there are, if the engine goes through all of them; else None."""
    exact: bool
    """Whether all worlds were valued exactly, so that there is no sampling error."""
    ess: float
    """Effective number of samples; less than `worlds` if samples are weighted."""
    effective_share: float | None
    """How much of all possible worlds is left by what others did (inference), as a share; None: that is not weighed."""
    delta: float
    """The indifference margin: moves that differ by less count as equal."""
    level: float
    """Confidence level of the intervals and of the verdict."""
    seed: int
    seconds: float
    notes: tuple[str, ...]
    recommended: object | None = None
    """The move to make in place of the best one, where the engine has a `Preference` that speaks for it, as a note says; None: the best one
    is."""
    is_late: bool = False
    """Whether GUARD cut the usual amount of work short, so that another machine may give another answer."""
    question: str = ""
    """Who decides what, and what values count, in words."""

    def __repr__(self) -> str:
        """One line; `print` shows the table, `to_dict` tells all."""
        best = "nothing yet" if self.best is None else f"best {self.best}"
        return f"<Advice: P{self.to_move + 1} {self.objective}, {best}, {self.verdict}, {counted(self.worlds, 'world')}>"

    def __str__(self) -> str:
        return self._table().text()

    @property
    def best(self) -> object | None:
        """The best move; None if the work ended before the first world."""
        return self.moves[0].move if self.moves[0].best else None

    @property
    def leaders(self) -> tuple[MoveAdvice, ...]:
        """The move put first, and those that are its equals whatever is hidden: all moves where there is nothing to choose."""
        return tuple(m for place, m in enumerate(self.moves) if place == 0 or m.interval == (0.0, 0.0))

    @property
    def fine(self) -> tuple[MoveAdvice, ...]:
        """The leaders, and after a verdict those that differ from them by no more than the margin: any of them may be played."""
        if self.verdict is Verdict.CLOSE or not self.worlds:
            return self.leaders
        margin = self.delta + TIE
        return tuple(m for m in self.moves if m in self.leaders or not m.excluded or m.interval[1] <= margin)

    @property
    def rival(self) -> MoveAdvice | None:
        """The best move that is not `fine`; None if there is none, or nothing was valued."""
        return next((m for m in self.moves if m not in self.fine), None) if self.worlds else None

    @property
    def explained(self) -> MoveAdvice | None:
        """The move that reasons are given against: the rival; None where a move is `recommended`, as a note has the reason."""
        return self.rival if self.recommended is None else None

    @property
    def has_choice(self) -> bool:
        """Whether there is something to choose; False where nothing had to be computed, as there is one move, or all are equal."""
        return self.worlds > 0 or self.verdict is Verdict.CLOSE

    @property
    def is_scant(self) -> bool:
        """Whether there are too few worlds for a verdict, whatever they show."""
        return self.worlds != self.total and is_scant(self.ess, self.needed)

    @property
    def clear(self) -> bool:
        """Whether every move that is not equal to the best is worse beyond sampling error."""
        return self.verdict is Verdict.CLEAR

    def _table(self) -> MoveTable:
        """The moves, with the question as caption, the verdict and what it rests on."""
        amounts = Amounts()
        limits = [(None, None) if self.exact or m in self.leaders else m.interval for m in self.moves]
        ranges = [(0.0 if math.isnan(m.loss) else m.loss, low, high) for m, (low, high) in zip(self.moves, limits, strict=True)]
        rows = []
        for m, (loss, low, high), length in zip(self.moves, ranges, bars(ranges, amounts.unit), strict=True):
            between = "" if low is None or high is None or not math.isfinite(high) else f"{amounts.loss(low)} to {amounts.loss(high)}"
            mean = "" if math.isnan(m.mean) else amounts.value(m.mean)
            share = "" if math.isnan(m.best_share) else f"{100 * m.best_share:.0f} %"
            rows.append(MoveRow(str(m.move), (mean, amounts.loss(loss), between, share), m.best, length))
        level = "" if self.exact or math.isnan(self.level) else f"{100 * self.level:.4g} % interval"
        worlds = "exact" if self.exact else f"{counted(self.worlds, 'world')}, seed {self.seed}"
        verdict = f"{self.verdict}; {worlds}, by '{self.engine}'"
        caption = self.question or f"P{self.to_move + 1} decides ({self.decision}, {self.objective})"
        return MoveTable(caption, ("mean", "loss", level, "best in"), tuple(rows), (verdict, *self.notes))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self._table().html()

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds advise --json`` (without ``id``); what is not known is None."""
        return {
            "to_move": f"P{self.to_move + 1}",
            "decision": self.decision,
            "objective": self.objective,
            "engine": self.engine,
            "worlds": self.worlds,
            "simulations": self.simulations,
            "total": self.total,
            "exact": self.exact,
            "ess": json_number(self.ess),
            "effective_share": None if self.effective_share is None else json_number(self.effective_share),
            "seconds": round(self.seconds, 6),
            "seed": self.seed,
            "delta": self.delta,
            "level": json_number(self.level),
            "moves": [m.to_dict() for m in self.moves],
            "best": None if self.best is None else str(self.best),
            "recommended": None if self.recommended is None else str(self.recommended),
            "clear": self.clear,
            "verdict": str(self.verdict),
            "notes": list(self.notes),
        }


class AdviceInterrupted(KeyboardInterrupt):
    """Ctrl-C while samples were collected. `advice` has what is known by then."""

    def __init__(self, advice: Advice) -> None:
        super().__init__("interrupted")
        self.advice = advice


def advise(
    engine: Engine[object],
    *,
    worlds: int | None = None,
    time_limit: float | None = None,
    times: int = 1,
    threads: int = 1,
    delta: float = DEFAULT_DELTA,
    level: float = 0.95,
    draws: int = DRAWS,
    is_settled: Callable[[Comparison], bool] | None = None,
    first_look: int = 0,
    sampler: AnytimeSampler | None = None,
    on_progress: SampleProgress | None = None,
    on_advice: Callable[[Advice], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Advice:
    """Compares the moves of the engine's decision over `worlds` samples, or as many as fit into `time_limit` seconds; without either by
    `times` the engine's usual amount of work (`Engine.usual`), which GUARD keeps from taking for ever.

    Where there is nothing to choose, and no number of samples is given, nothing is computed. An engine that goes through all worlds is
    asked for all of them, whatever `worlds` says. `delta` is the indifference margin: moves that differ by less count as equal. `draws`: of
    the bootstrap, see `compare_samples`. `threads`: 0 is one per processor. `sampler`: one that has samples of this engine already.

    `is_settled` ends the work early: it is asked after `first_look` samples, or the least that say something (of trees that grow in turns:
    simulations), then each time half as many more, of a comparison whose level at look j is 1 - (1 - level) / (SURE j (j + 1)). So all
    looks together are wrong SURE times more seldom than one at `level`, which is that of the answer.

    `on_progress(samples, seconds)` is called after every block, `on_advice(advice)` after the first one and then at most four times a
    second, with what the samples so far show but for the chances (`MoveAdvice.chance_best`, `chance_near`), which take longer; the last
    word is what is returned. `should_stop()`, asked from any thread, ends the work early.

    Raises TypeError or ValueError for options of the wrong type or size, AdviceInterrupted on Ctrl-C.
    """
    check_options(worlds, time_limit, threads)
    is_usual = worlds is None and time_limit is None
    target = _target(engine, worlds, time_limit, times)
    reported = -math.inf

    def on_block(samples: int, seconds: float) -> None:
        nonlocal reported
        if on_progress is not None:
            on_progress(samples, seconds)
        if on_advice is not None and samples and seconds - reported >= TELL_SECONDS:
            on_advice(_advice(engine, _compare(engine, collected.samples, delta, level, draws=0), collected))
            reported = collected.seconds

    collected = sampler_of(engine) if sampler is None else sampler
    collected.begin(thread_count(threads), GUARD if is_usual else time_limit, on_block, should_stop)
    if is_settled is not None and not engine.enumerates:
        first_look = max(first_look, collected.first_look)
        before = min(collected.work, target)
        for looks in count(1):
            look = min(int(first_look * _NEXT_LOOK ** (looks - 1)), target)
            if look < before:  # an earlier question has looked there, when there was no more
                continue
            collected.collect_until(look)
            if collected.ended or collected.work >= target:
                break
            strict = 1 - (1 - level) / (SURE * looks * (looks + 1))
            if is_settled(_compare(engine, collected.samples, delta, strict, draws=0)):
                target = collected.work
    collected.collect_until(target)
    try:
        comparison = _compare(engine, collected.samples, delta, level, draws)
    except KeyboardInterrupt:
        collected.interrupt()
        comparison = _compare(engine, collected.samples, delta, level, draws=0)
    advice = _advice(engine, comparison, collected)
    if is_usual and collected.ended and collected.is_late:
        late = f"the time ran out after {GUARD:g} s: on an idle machine the answer would rest on more"
        advice = replace(advice, is_late=True, notes=(late, *advice.notes))
    if collected.interrupted:
        raise AdviceInterrupted(advice)
    return advice


def has_verdict(comparison: Comparison) -> bool:
    """Whether the moves are no longer too close."""
    return comparison.verdict is not Verdict.CLOSE


def explain_best(game: Game[Any, Any], advice: Advice, other: MoveAdvice | None) -> Why | None:
    """Why the best move is better than another one; None if there is none, or the game or the samples cannot say."""
    explain = game.advising.explain
    return None if explain is None or other is None or advice.best is None else explain(advice.moves[0], other, advice.objective)


def check_options(worlds: int | None, time_limit: float | None, threads: int) -> None:
    """Raises TypeError for what is no number, ValueError for a number that cannot be meant."""
    if worlds is not None:
        check_whole("worlds", worlds, 1, MOST_WORLDS)
    if time_limit is not None:
        check_seconds("time_limit", time_limit)
    check_whole("threads", threads, 0, MOST_THREADS)


def _target(engine: Engine[object], worlds: int | None, time_limit: float | None, times: int) -> float:
    """How much work is wanted at most: none where there is nothing to choose, unless a number of samples is given."""
    total = engine.total
    if engine.enumerates and total is None:
        raise ValueError(f"the engine {engine.name} goes through all worlds and does not say how many samples it has")
    if worlds is None and len(set(engine.classes)) == 1:
        return 0
    if engine.enumerates and total is not None:
        return total
    return worlds if worlds is not None else times * engine.usual if time_limit is None else math.inf


def _compare(engine: Engine[object], samples: Samples, delta: float, level: float, draws: int) -> Comparison:
    exact = engine.exact and samples.count == engine.total
    return compare_samples(samples, delta=delta, level=level, exact=exact, seed=engine.seed, draws=draws)


def _advice(engine: Engine[object], comparison: Comparison, sampler: AnytimeSampler) -> Advice:
    exact = engine.exact and sampler.count == engine.total
    means, recommended = comparison.mean.tolist(), _recommended(engine, comparison)
    order = sorted(range(len(means)), key=lambda i: (i != comparison.leader, -round(means[i], 9), i))
    return Advice(
        to_move=engine.to_move,
        decision=str(engine.decision),
        objective=engine.objective,
        engine=engine.name,
        moves=tuple(_move_advice(engine, comparison, recommended, index) for index in order),
        verdict=comparison.verdict,
        needed=comparison.needed,
        worlds=sampler.count,
        simulations=engine.simulations if isinstance(engine, TreeEngine) else None,
        total=engine.total if engine.enumerates else None,
        exact=exact,
        ess=comparison.ess,
        effective_share=engine.effective_share,
        delta=comparison.delta,
        level=comparison.level,
        seed=engine.seed,
        seconds=sampler.seconds,
        notes=tuple(_notes(engine, recommended, sampler.count)),
        recommended=None if recommended is None else engine.moves[recommended],
    )


def _recommended(engine: Engine[object], comparison: Comparison) -> int | None:
    """The index of the move that is recommended in place of one with a higher mean."""
    if engine.preference is None:
        return None
    index = int(engine.preference.weighed(comparison.mean).argmax())
    return index if comparison.loss[index] > TIE else None


def _move_advice(engine: Engine[object], comparison: Comparison, recommended: int | None, index: int) -> MoveAdvice:
    is_recommended = recommended is not None and engine.classes[index] == engine.classes[recommended]
    names = ("mean", "sem", "best_share", "chance_best", "chance_near", "loss", "loss_sem", "split_loss")
    return MoveAdvice(
        move=engine.moves[index],
        **{name: float(getattr(comparison, name)[index]) for name in names},
        interval=(float(comparison.low[index]), float(comparison.high[index])),
        sources=dict(zip(engine.sources, comparison.sources[:, index].tolist(), strict=False)),
        source_reach=dict(zip(engine.sources, comparison.source_reach[:, index].tolist(), strict=False)),
        best=bool(comparison.loss[index] <= TIE),
        excluded=bool(comparison.excluded[index]),
        sure_loss=max(0.0, float(comparison.low[index])) if comparison.excluded[index] and not is_recommended else 0.0,
    )


def _notes(engine: Engine[object], recommended: int | None, count: int) -> Iterator[str]:
    if not count:
        yield from ("stopped before any deal was valued",) if len(set(engine.classes)) > 1 else ()
    elif engine.enumerates and count == engine.total:
        yield "the only possible deal" if count == 1 else f"all {count:,} possible deals"
    elif engine.enumerates:
        yield f"{count:,} of {engine.total:,} possible deals, drawn at random"
    if recommended is not None and engine.preference is not None:
        yield f"{engine.moves[recommended]} is recommended, as {engine.preference.reason}"
    yield from engine.notes()
