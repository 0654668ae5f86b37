"""Endings whose deals are all listed, and what is said of a few of these deals: there the truth is known.

`decisions.py endings` is the command, tests/test_calibration.py the short form. A round is played by rule-based players or at random, and
one of its last decisions taken, in which many deals are possible, but few enough to solve them all. A trial draws from these deals as an
engine does that does not list them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, pairwise

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.advice.advice import advise, has_verdict
from diamonds_solver.analysis.known import has_mark
from diamonds_solver.analysis.results import Thresholds
from diamonds_solver.common.parallel import Stop
from diamonds_solver.games.diamonds.advising.engines import ExactEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Answer, Clairvoyant
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.rules import WORDS
from diamonds_solver.players.kinds import Player
from diamonds_solver.search.engine import SampleEngine
from diamonds_solver.stats.comparison import Comparison, Verdict, compare_moves

from .kinds import KINDS

FEWEST_DEALS, MOST_DEALS = 30, 1500
MOST_CARDS = 5
DELTA = WORDS.objectives["margin"].indifference
WEIGHT_SPREAD = 0.5
"""Standard deviation of the logarithm of weights."""
EDGES = (0.0, 0.001, 0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.98, 0.999, 1.1)
"""Of the bins of chances."""
NAMES = ("greedy", "random")
"""Who plays, by turns."""
_TIE = 1e-9

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Witness:
    """A player whose decisions are taken down."""

    player: Player[View, Answer]
    seen: list[View] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, view: View, seed: int, should_stop: Stop | None = None, /) -> Answer:
        self.seen.append(view)
        return self.player.choose(view, seed)


@dataclass(frozen=True)
class Ending:
    """A decision, and what each of its moves is worth in each deal."""

    kind: str
    values: Floats
    """float64[moves, deals]"""
    classes: Sequence[int]

    @cached_property
    def firsts(self) -> list[int]:
        """The first move of each class."""
        return sorted(set(self.classes))

    @cached_property
    def truth(self) -> Floats:
        """What the moves are worth where all deals are equally likely."""
        means: Floats = self.values.mean(axis=1)
        return means


def endings(number: int, seed: int) -> Iterator[Ending]:
    """Endings of all kinds, by turns, in which there is a choice."""
    for kind, view in _views(number, seed):
        engine = ExactEngine(view, few_deals=MOST_DEALS)
        assert engine.total is not None
        yield Ending(kind, engine.samples(0, engine.total), engine.classes)


def _views(number: int, seed: int) -> Iterator[tuple[str, View]]:
    kinds = [kind for kind in KINDS if kind != "perfect2"]  # nothing is hidden there
    matches = {kind: Match(KINDS[kind], seed) for kind in kinds}
    rng = np.random.default_rng(seed)
    for index in range(number):
        kind = kinds[index % len(kinds)]
        player = PLAYERS.parse(NAMES[index // len(kinds) % len(NAMES)])
        assert not isinstance(player, Clairvoyant)
        found = None
        for attempt in count():
            witness = Witness(player)
            matches[kind].play(number * attempt + index, [witness] * matches[kind].sides, lambda: False)
            late = [view for view in witness.seen if view.phase is Phase.PLAY and len(view.hand) <= MOST_CARDS]
            found = next((late[each] for each in rng.permutation(len(late)) if _is_asked(late[each])), None)
            if found is not None:
                break
        assert found is not None
        yield kind, found


def _is_asked(view: View) -> bool:
    """Whether there is a choice, and a fitting number of deals."""
    return FEWEST_DEALS <= view.count <= MOST_DEALS and len(set(ExactEngine(view, few_deals=MOST_DEALS).classes)) > 1


class DrawingEngine(SampleEngine[int]):
    """Sample i: a deal of an ending, drawn anew."""

    name, to_move, decision, objective = "exact", 0, "card", "margin"

    def __init__(self, ending: Ending, seed: int) -> None:
        self._ending = ending
        self.moves = tuple(range(len(ending.values)))
        self.seed = seed

    @property
    def classes(self) -> Sequence[int]:
        return self._ending.classes

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> Floats:
        draws = [np.random.default_rng((self.seed, index)).integers(self._ending.values.shape[1]) for index in range(first, first + count)]
        return self._ending.values[:, draws]

    def notes(self) -> Sequence[str]:
        return ()


@dataclass
class Tally:
    """What was said of endings, and how much of it was wrong."""

    samples: list[int] = field(default_factory=list)
    """Of each trial."""
    together: list[tuple[int, bool]] = field(default_factory=list)
    """Where a move differed from the leader in some sample: the ending, and whether all true losses were within their intervals."""
    given: Counter[Verdict] = field(default_factory=Counter)
    wrong: Counter[Verdict] = field(default_factory=Counter)

    def add(self, number: int, compared: Comparison, loss: Floats, samples: int) -> None:
        """`loss`: what the leader is truly ahead of each move."""
        self.samples.append(samples)
        if (compared.loss_sem > 0).any() or (compared.loss > _TIE).any():
            self.together.append((number, bool(((compared.low - _TIE <= loss) & (loss <= compared.high + _TIE)).all())))
        self.given[compared.verdict] += 1
        self.wrong[compared.verdict] += is_wrong(compared, loss)

    def share_wrong(self, verdict: Verdict) -> float:
        return self.wrong[verdict] / max(1, self.given[verdict])

    @property
    def coverage(self) -> tuple[float, float]:
        """The share of the trials in which all intervals hold, and its standard error: at least that of independent trials at 95 %."""
        numbers, held = zip(*self.together, strict=True)
        mean, error = clustered(np.array(numbers), np.array(held, np.float64))
        return mean, max(error, (0.95 * 0.05 / len(held)) ** 0.5)


def clustered(numbers: NDArray[np.int64], values: Floats) -> tuple[float, float]:
    """Mean and standard error of values, of which those with one number, the ending's, are a cluster."""
    mean = float(values.mean())
    return mean, float(np.sqrt((np.bincount(numbers, values - mean) ** 2).sum()) / len(values))


def is_wrong(compared: Comparison, loss: Floats) -> bool:
    """Whether the verdict says more than is true: "clear" of a move that is not worse, "equal" of moves that differ by more than that."""
    rivals = compared.high > 0
    if compared.verdict is Verdict.CLEAR:
        return bool((loss[rivals] <= _TIE).any())
    return compared.verdict is Verdict.EQUAL and bool((np.abs(loss[rivals & ~compared.excluded]) > compared.delta + _TIE).any())


def fixed(chosen: Sequence[Ending], samples: int, trials: int, *, is_weighted: bool = False) -> Tally:
    """Trials with so many samples of each ending; `is_weighted`: deals are not equally likely, and drawn as if they were."""
    rng, tally = np.random.default_rng([samples, is_weighted]), Tally()
    for number, ending in enumerate(chosen):
        for _ in range(trials):
            deals = ending.values.shape[1]
            picked = rng.integers(deals, size=samples)
            likely = np.exp(rng.normal(0, WEIGHT_SPREAD, deals)) if is_weighted else np.ones(deals)
            truth = ending.values @ likely / likely.sum()
            weights = likely[picked] if is_weighted else None
            compared = compare_moves(ending.values[:, picked], weights, classes=ending.classes, delta=DELTA, draws=0)
            tally.add(number, compared, truth[compared.leader] - truth, samples)
    return tally


def early(chosen: Sequence[Ending], samples: int) -> Tally:
    """Trials that end when there is a verdict, at the latest after so many samples."""
    tally = Tally()
    for number, ending in enumerate(chosen):
        compared = _settled(DrawingEngine(ending, number), samples, has_verdict)
        tally.add(number, compared, ending.truth[compared.leader] - ending.truth, round(compared.ess))
    return tally


def early_marks(chosen: Sequence[Ending], samples: int, thresholds: Thresholds) -> tuple[int, int]:
    """A random move of each ending is reviewed, at the latest up to so many samples: how many marks were settled before, and how many of
    these are not those of the true loss."""
    settled = wrong = 0
    for number, ending in enumerate(chosen):
        engine, row = DrawingEngine(ending, number), int(np.random.default_rng(number).integers(len(ending.values)))
        compared = _settled(engine, samples, lambda found, row=row: has_mark(found, [row], thresholds))  # type: ignore[misc]
        if compared.ess < samples:
            mark = thresholds.mark(compared.low[row] if compared.excluded[row] else 0.0)
            settled += 1
            wrong += mark != thresholds.mark(float(ending.truth.max() - ending.truth[row]))
    return settled, wrong


def _settled(engine: DrawingEngine, samples: int, is_settled: Callable[[Comparison], bool]) -> Comparison:
    """The comparison with which the work ended."""
    advice = advise(engine, worlds=samples, is_settled=is_settled, delta=DELTA, draws=0)
    return compare_moves(engine.samples(0, advice.worlds), classes=engine.classes, delta=DELTA, draws=0)


@dataclass(frozen=True)
class Bin:
    """Chances of about the same size."""

    count: int
    stated: float
    """Mean of the chances."""
    true: float
    """How often it was so."""
    error: float
    """Standard error of the difference: at least that of independent cases with these chances."""

    @property
    def is_too_sure(self) -> bool:
        """Whether it was so less often than a likely chance says, or more often than an unlikely one, by three standard errors."""
        doubtful = self.stated - self.true if self.stated > 0.5 else self.true - self.stated
        return doubtful > 3 * self.error + _TIE


def reliability(chosen: Sequence[Ending], samples: Sequence[int], draws: int) -> dict[str, list[Bin]]:
    """The chances to be best and near the best of all moves with so many samples, by `EDGES`; equal moves count as one."""
    rng = np.random.default_rng(len(samples))
    found: dict[str, list[tuple[int, float, float]]] = {"chance_best": [], "chance_near": []}
    for size in samples:
        for number, ending in enumerate(chosen):
            compared = compare_moves(ending.values[ending.firsts][:, rng.integers(ending.values.shape[1], size=size)], draws=draws)
            if np.isnan(compared.chance_best).any():
                continue
            behind = ending.truth.max() - ending.truth[ending.firsts]
            best, near = behind <= _TIE, behind <= DELTA + _TIE
            for row in range(len(ending.firsts)):
                found["chance_best"].append((number, compared.chance_best[row], best[row] / best.sum()))
                found["chance_near"].append((number, compared.chance_near[row], near[row]))
    return {name: binned(cases) for name, cases in found.items()}


def binned(cases: Sequence[tuple[int, float, float]], edges: Sequence[float] = EDGES) -> list[Bin]:
    """Of each case the number of its decision, the chance that was stated, and how much of it was so."""
    numbers, stated, true = (np.array(column) for column in zip(*cases, strict=True))
    bins = []
    for low, high in pairwise(edges):
        part = (low <= stated) & (stated < high)
        if not part.any():
            continue
        chances = stated[part]
        _, error = clustered(numbers[part], true[part] - chances)
        independent = float(np.sqrt((chances * (1 - chances)).sum()) / len(chances))
        bins.append(Bin(len(chances), float(chances.mean()), float(true[part].mean()), max(error, independent)))
    return bins


def without_inference(number: int, samples: Sequence[int], seed: int) -> tuple[int, int]:
    """What the note on inference says of other endings: how often another move would be best if others' moves told nothing, and in how many
    of these cases what it is truly ahead is within the range."""
    named = held = 0
    for index, (_, view) in enumerate(_views(number, seed)):
        every, sampled = ExactEngine(view, few_deals=MOST_DEALS), ExactEngine(view, seed=index, few_deals=0, inference=True)
        if every.total is None or sampled.inference is None:
            continue
        truth, values = every.samples(0, every.total).mean(axis=1), sampled.samples(0, max(samples))
        for size in samples:
            part, weights = values[:, :size], sampled.weights(0, size)
            assert weights is not None
            compared, best = sampled.plainly_compared(part), int((part @ weights).argmax())
            if compared.loss[best] > _TIE:  # the note names the leader
                named += 1
                held += bool(compared.low[best] - _TIE <= truth[compared.leader] - truth[best] <= compared.high[best] + _TIE)
    return named, held
