"""The stored decisions with their references, and what single trials on them show. `decisions.py` is the command, tests/test_calibration.py
the short form.

A *reference* is the value of every move by one engine, from very many samples. A *trial* is the same engine with a small number of fresh
samples. The engine is right by definition here: what is tried is whether the statistics of few samples say truly what many would show.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.advising.advise import CountEngine, PassEngine, make_engine
from diamonds_solver.games.diamonds.advising.engines import ExactEngine, IsmctsEngine, ViewEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.rules import WORDS
from diamonds_solver.games.records import loads_many
from diamonds_solver.stats.comparison import Comparison, Verdict, compare_moves

DECISIONS = Path(__file__).parents[1] / "decisions.dia"
REFERENCES = Path(__file__).parents[1] / "decisions.ndjson"
REFERENCE_SEED, TRIAL_SEED = 1, 1000
PLAYOUT = "playout:rollouts=rules"
ENGINES = {
    PLAYOUT: 40_000,
    "exact:nodes=100000": 8000,
    "ismcts:simulations=200": 4000,
    "ismcts:simulations=20000": 64,
    "ismcts:simulations=1000": 2000,
}
"""Samples of the references of each engine."""
LARGEST = "ismcts:simulations=20000"
FAIRLY_SURE = 1.28
"""The lead, in standard errors, from which the page says so: `SURE` in web/static/hint.js."""
_PASS_SAMPLES = 10_000  # there are many passes,
_COUNT_SCREEN = 1000  # and behind each number of cards stands the best of them
_CUT_TRIAL, _MOST_CUT = 100, 0.01  # worlds, and the share of them that may be too large to be solved
ROUNDED = 1e-6  # stored values have six decimals
CHANCE_DRAWS = 1000  # of the bootstrap
_SURE = 2.0  # standard errors by which a reference calls a move worse


@dataclass(frozen=True)
class Decision:
    """A stored decision: what its player knows."""

    name: str
    view: View

    @property
    def group(self) -> str:
        """The number of players, with teams told apart."""
        rules = self.view.rules
        return f"{rules.players}, teams" if rules.teams else str(rules.players)

    @property
    def is_play(self) -> bool:
        """Whether a card, a victim or an actor is chosen; before the play there is one engine only."""
        return self.view.phase is Phase.PLAY


@dataclass(frozen=True)
class Reference:
    """What a decision's moves are worth to one engine."""

    samples: int
    exact: bool
    """Whether the samples are all deals: no error is left."""
    means: dict[str, float]
    errors: dict[str, float]
    """Standard error of the difference to the best move, which has 0."""

    @cached_property
    def best(self) -> float:
        return max(self.means.values())

    def loss(self, move: object) -> float:
        """What a move costs against the best one."""
        return self.best - self.means[str(move)]

    def is_worse(self, move: object) -> bool:
        """Whether the reference is sure that another move is better."""
        return self.loss(move) > max(ROUNDED, _SURE * self.errors[str(move)])


@dataclass(frozen=True)
class Trial:
    """What a few samples said of a decision, beside its reference."""

    decision: Decision
    verdict: Verdict
    loss: float
    """What the move put first costs by the reference."""
    is_worse: bool
    """Whether the reference is sure of that."""
    intervals: int
    """Rivals of the leader, without those that were its equal in every sample."""
    held: int
    """Intervals that have the reference within."""
    lead: float
    """Of the move put first before the next one, in standard errors of their difference; NaN where there is no next one or no error."""
    is_fine: bool
    """Whether what the move put first costs by the reference counts as nothing."""


@cache
def decisions() -> tuple[Decision, ...]:
    """All stored decisions."""
    return tuple(Decision(str(record.id), View.of(record)) for record in loads_many(DECISIONS.read_text(encoding="utf-8")))


@cache
def references() -> dict[tuple[str, str], Reference]:
    """The stored references by decision and engine; there is none where an engine does not know the decision."""
    lines = REFERENCES.read_text(encoding="utf-8").splitlines() if REFERENCES.exists() else ()
    return dict(map(read_reference, lines))


def read_reference(line: str) -> tuple[tuple[str, str], Reference]:
    """A line of `measure`: of which decision, by which engine, and the reference."""
    item = json.loads(line)
    means = {move: mean for move, (mean, _) in item["moves"].items()}
    errors = {move: error for move, (_, error) in item["moves"].items()}
    return (item["id"], item["engine"]), Reference(item["columns"], item["exact"], means, errors)


def played(spec: str) -> list[Decision]:
    """The decisions of the play that have a reference by an engine."""
    return [decision for decision in decisions() if decision.is_play and (decision.name, spec) in references()]


def is_asked(decision: Decision, spec: str) -> bool:
    """Whether an engine gets a reference: before the play there is one engine, and `exact` has to solve the worlds."""
    if not decision.is_play:
        return spec == PLAYOUT
    engine = _reference_engine(decision, spec)
    if not isinstance(engine, ExactEngine):
        return True
    engine.samples(0, _CUT_TRIAL if engine.total is None else min(_CUT_TRIAL, engine.total))
    return engine.cut <= _MOST_CUT * _CUT_TRIAL


def measure(decision: Decision, spec: str, samples: int = 0) -> str:
    """The reference of a decision by an engine, as a line of the file. `samples`: 0 as many as `ENGINES` says."""
    engine, count = _reference_engine(decision, spec), samples or ENGINES[spec]
    if not decision.is_play:
        count = _PASS_SAMPLES
    if engine.exact and engine.total is not None:
        count = engine.total
    result = compare_moves(engine.samples(0, count), exact=engine.exact, draws=1)
    numbers = zip(engine.moves, result.mean, result.loss_sem, strict=True)
    item = {
        "id": decision.name,
        "engine": spec,
        "columns": count,
        "exact": engine.exact,
        "moves": {str(move): [round(float(mean), 6), round(float(error), 6)] for move, mean, error in numbers},
    }
    return json.dumps(item)


def _reference_engine(decision: Decision, spec: str) -> ViewEngine[Any]:
    if decision.view.phase is Phase.PASS:
        return PassEngine(decision.view, seed=REFERENCE_SEED, screen=0)
    if decision.view.phase is Phase.CHOOSE:
        return CountEngine(decision.view, seed=REFERENCE_SEED, screen=_COUNT_SCREEN)
    return make_engine(decision.view, spec, seed=REFERENCE_SEED, worlds=ENGINES[spec])


def trials(decision: Decision, spec: str, samples: int, count: int, level: float = 0.95) -> Iterator[Trial]:
    """So many independent trials. An engine that goes through all deals has no sampling error: one trial without intervals."""
    reference = references()[decision.name, spec]
    engine = make_engine(decision.view, spec, seed=TRIAL_SEED, worlds=samples)
    if engine.exact and engine.total is not None:
        samples, count = engine.total, 1
    for number in range(count):
        if not decision.is_play:  # what is screened belongs to the trial
            engine = make_engine(decision.view, spec, seed=TRIAL_SEED + number, worlds=samples)
        values = engine.samples(number * samples, samples)
        delta = WORDS.objectives[engine.objective].indifference
        result = compare_moves(values, classes=engine.classes, exact=engine.exact, delta=delta, level=level, draws=1)
        yield _judged(decision, reference, engine, result)


def _judged(decision: Decision, reference: Reference, engine: ViewEngine[Any], result: Comparison) -> Trial:
    truth = np.array([reference.means[str(move)] for move in engine.moves])
    loss = truth[result.leader] - truth
    has_interval = (np.arange(len(truth)) != result.leader) & ((result.loss_sem > 0) | (np.abs(loss) > ROUNDED))
    held = (result.low - ROUNDED <= loss) & (loss <= result.high + ROUNDED)
    chosen = engine.moves[result.leader]
    following = [index for index in np.argsort(-result.mean) if result.loss[index] > ROUNDED]
    error = float(result.loss_sem[following[0]]) if following else 0.0
    return Trial(
        decision=decision,
        verdict=result.verdict,
        loss=reference.loss(chosen),
        is_worse=reference.is_worse(chosen),
        intervals=int(has_interval.sum()),
        held=int((has_interval & held).sum()),
        lead=float(result.loss[following[0]]) / error if error > 0 else float("nan"),
        is_fine=reference.loss(chosen) <= WORDS.objectives[engine.objective].indifference,
    )


def chances(decision: Decision, reference: Reference, spec: str, samples: int, count: int) -> Iterator[tuple[float, float]]:
    """The chance to be best of each move, stated by so many independent trials, and what is true of it by the reference; of equal moves the
    first counts."""
    engine = make_engine(decision.view, spec, seed=TRIAL_SEED, worlds=samples)
    if engine.exact and engine.total is not None:
        return
    firsts = sorted(set(engine.classes))
    truth = np.array([reference.means[str(engine.moves[first])] for first in firsts])
    best = truth >= truth.max() - ROUNDED
    for number in range(count):
        compared = compare_moves(engine.samples(number * samples, samples)[firsts], draws=CHANCE_DRAWS)
        if not np.isnan(compared.chance_best).any():
            yield from zip(compared.chance_best.tolist(), (best / best.sum()).tolist(), strict=True)


@dataclass(frozen=True)
class Longer:
    """What a few small trees say of a decision, beside the reference by far larger ones."""

    reach: float
    """Half width of the widest interval."""
    change: float
    """By how much larger trees may change a loss, as the engine estimates."""
    is_outside: bool
    """Whether a loss by the reference, by more than its own error, is outside its interval,"""
    is_beyond: bool
    """and of one that is wider by `change`, too."""


def longer(decision: Decision, simulations: int, trees: int) -> Longer | None:
    """Such trees, with fresh seeds; None where there is no choice."""
    reference = references()[decision.name, LARGEST]
    engine = make_engine(decision.view, f"ismcts:simulations={simulations}", seed=TRIAL_SEED)
    assert isinstance(engine, IsmctsEngine)
    result = compare_moves(engine.samples(0, trees), classes=engine.classes, draws=0)
    if engine.change is None:
        return None
    truth, errors = (np.array([numbers[str(move)] for move in engine.moves]) for numbers in (reference.means, reference.errors))
    beyond = np.abs(truth[result.leader] - truth - result.loss) - _SURE * errors - (result.high - result.loss)
    return Longer(
        reach=float((result.high - result.loss).max()),
        change=engine.change,
        is_outside=bool((beyond > ROUNDED).any()),
        is_beyond=bool((beyond - engine.change > ROUNDED).any()),
    )


@dataclass(frozen=True)
class Tally:
    """Trials of one engine, put together."""

    trials: tuple[Trial, ...]

    @cached_property
    def sampled(self) -> list[Trial]:
        """Trials with an interval."""
        return [trial for trial in self.trials if trial.intervals]

    @property
    def together(self) -> float:
        """Share of trials in which all intervals of the decision hold."""
        return _mean([trial.held == trial.intervals for trial in self.sampled])

    @property
    def together_error(self) -> float:
        """Its standard error: the trials of one decision are a cluster."""
        groups: dict[str, list[float]] = {}
        for trial in self.sampled:
            groups.setdefault(trial.decision.name, []).append((trial.held == trial.intervals) - self.together)
        sums = np.array([sum(group) for group in groups.values()])
        return float(np.sqrt((sums**2).sum()) / len(self.sampled))

    @property
    def single(self) -> float:
        """Share of all intervals that hold."""
        return sum(trial.held for trial in self.sampled) / sum(trial.intervals for trial in self.sampled)

    def verdicts(self, verdict: Verdict) -> list[Trial]:
        return [trial for trial in self.sampled if trial.verdict is verdict]

    def wrong(self, verdict: Verdict) -> int:
        """Verdicts that the reference refutes: another move is better, for `equal` by more than delta."""
        given = self.verdicts(verdict)
        if verdict is Verdict.EQUAL:
            return sum(trial.is_worse and trial.loss > WORDS.objectives["margin"].indifference for trial in given)
        return sum(trial.is_worse for trial in given)

    @property
    def regret(self) -> float:
        """Mean loss of the moves put first; every decision counts alike."""
        groups: dict[str, list[float]] = {}
        for trial in self.trials:
            groups.setdefault(trial.decision.name, []).append(trial.loss)
        return _mean([_mean(losses) for losses in groups.values()])


def _mean(numbers: list[bool] | list[float] | NDArray[np.float64]) -> float:
    return float(np.mean(numbers)) if len(numbers) else float("nan")
