"""A played game judged: every decision in hindsight and by what was known, and what that says of each player.

analysis = analyse(load("game.dia"), worlds=100, seed=1)
print(analysis.marked, analysis.players[0].known)
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from diamonds_solver.advice import advice as comparison
from diamonds_solver.analysis.known import KnownJudgement, judge
from diamonds_solver.analysis.results import Analysis, AnalysisInterrupted, Judged, Mark, Thresholds
from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.options import read_engine
from diamonds_solver.common.parallel import Progress, ordered_map, thread_count
from diamonds_solver.common.quantities import check_kind, check_seconds, check_whole
from diamonds_solver.common.version import __version__
from diamonds_solver.common.wording import counted, listed
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import GUARD, EngineRequest, Game, Hindsight, HindsightOptions, Record, RecordDecision, Use, check_is_record
from diamonds_solver.games import find_game

from .summary import last_chances, lucks_of, summaries

POINTS = Thresholds(*FACTS["losses"]["known"])
"""From which loss on decisions are marked, in points, by what was known: calibrated in benchmarks/results/analysis.md."""
HINDSIGHT = Thresholds(*FACTS["losses"]["hindsight"])
"""The same with hindsight alone: nobody can avoid losses there, so only large ones are marked."""
CHANCES = Thresholds(0.05, 0.10, 0.15)
"""For values that are chances."""
_MOST_SEED = (1 << 64) - 1


@dataclass
class Kept:
    """Judgements by the index of their decision in the game, for a later analysis with the same options, which does not make them again."""

    answers: dict[int, KnownJudgement] = field(default_factory=dict)
    looks: dict[int, Hindsight] = field(default_factory=dict)

    def add(self, other: Kept, before: int) -> None:
        """Takes over the judgements of a part of the game that begins after `before` decisions."""
        self.answers |= {index + before: answer for index, answer in other.answers.items()}
        self.looks |= {index + before: look for index, look in other.looks.items()}


def analyse(
    record: Record,
    *,
    engine: str = "auto",
    worlds: int | None = None,
    time_limit: float | None = None,
    objective: str | None = None,
    seed: int | None = None,
    threads: int = 1,
    known: bool = True,
    hindsight: bool = True,
    hindsight_limit: float | None = None,
    model: str | None = None,
    players: Collection[int] | None = None,
    rounds: Collection[int] | None = None,
    thresholds: Thresholds | None = None,
    kept: Kept | None = None,
    on_progress: Progress | None = None,
    on_judged: Callable[[Judged], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Analysis:
    """Judges every decision of a record's play: `known`, by what the player could know then, and in `hindsight`, all cards open.

    By what was known: the adviser is asked from the player's view of the record so far, with at most `worlds` samples for each decision, or
    as many as fit into `time_limit` seconds; without either with the usual amount of work of a review. Where a mark is sure before, the
    work ends. Without a limit of time the answer depends on nothing but the arguments. `seed`: None is the record's own, see `review_seed`.
    `engine`, `objective` and `threads` (several decisions are judged at the same time) are as in `advise`, and so is each answer. Hindsight
    counts what the objective does, or the game's first objective where that cannot be solved; `hindsight_limit`: seconds for the whole
    game; `model`: how the others are assumed to play, ``paranoid`` or ``maxn`` (None: the game's default).

    `players`, `rounds`: judge only decisions of these seats (from 0), and in these rounds (from 1). `thresholds`: the least losses that
    are marked; None: POINTS, HINDSIGHT or CHANCES. Marks rest on the proven part of the loss by what was known (`Known.sure_loss`),
    with `known` False on hindsight. `kept`: what was judged before, which grows by what is judged now. `on_progress(done, total)` is
    called after each judgement, `on_judged` with the decision, as far as it is judged by then: by what was known, then in hindsight, each
    time the last one first, as that takes least. `should_stop()`, asked from any thread, ends the work early: `Analysis.whole` is then
    False.

    Raises PositionError for a record that contradicts itself, DiamondsError for an engine, an objective or players that do not exist,
    TypeError or ValueError for arguments of the wrong type or size, AnalysisInterrupted on Ctrl-C.
    """
    check_is_record(record)
    if seed is not None:
        check_whole("seed", seed, 0, _MOST_SEED)
    if hindsight_limit is not None:
        check_seconds("hindsight_limit", hindsight_limit)
    comparison.check_options(worlds, time_limit, threads)
    if not known and not hindsight:
        raise ValueError("there is nothing to judge by: leave known or hindsight on")
    game = find_game(record.game)
    objective = game.objective(objective, Use.ADVISE)
    read_engine(engine, game.advising.engines())  # an unknown engine is refused before the work begins
    ask = EngineRequest(engine, objective, review_seed(record) if seed is None else seed, worlds, time_limit, is_review=True)
    check_kind(players, Collection | None, "players, by their seats from 0")
    for seat in players or ():
        check_whole("players: a seat", seat, 0, record.players - 1)
    check_kind(rounds, Collection | None, "rounds, by their numbers from 1")
    for number in rounds or ():
        check_whole("rounds: a number", number, 1)
    check_kind(thresholds, Thresholds | None)
    check_kind(kept, Kept | None, "kept, judgements of an analysis")
    if thresholds is None:
        is_chance = game.words.objectives[objective].is_chance
        thresholds = CHANCES if known and is_chance else POINTS if known else HINDSIGHT
    work = _Work(game, record, ask, model, thresholds, thread_count(threads), known, on_progress, on_judged, should_stop, kept or Kept())
    work.choose(players, rounds)
    return work.analysis(hindsight, hindsight_limit)


def review_seed(record: Any) -> int:
    """The seed of a review that names none: it follows from all of the record but its name, so that all who review a game agree."""
    text = find_game(record.game).records.write(replace(record, id=None), "line")
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


@dataclass
class _Work:
    """One game being judged."""

    game: Game[Any, Any]
    record: Record
    ask: EngineRequest
    model: str | None
    thresholds: Thresholds
    threads: int
    known: bool
    """Whether decisions are judged by what was known."""
    on_progress: Progress | None
    on_judged: Callable[[Judged], None] | None
    should_stop: Callable[[], bool] | None
    kept: Kept
    chosen: dict[int, RecordDecision] = field(default_factory=dict)
    """The decisions to be judged, by their index in the game."""
    looks: dict[int, Hindsight] = field(default_factory=dict)
    answers: dict[int, KnownJudgement] = field(default_factory=dict)
    failures: dict[int, DiamondsError] = field(default_factory=dict)
    """Why decisions cannot be judged by what was known."""
    has_looked_back: bool = False
    """Whether hindsight has come to its end."""
    done: int = 0
    total: int = 0

    def choose(self, players: Collection[int] | None, rounds: Collection[int] | None) -> None:
        for index, decision in enumerate(self.game.records.decisions(self.record)):
            if (players is None or decision.seat in players) and (rounds is None or decision.round in rounds):
                self.chosen[index] = decision

    def analysis(self, hindsight: bool, hindsight_limit: float | None) -> Analysis:
        started, stop = time.perf_counter(), threading.Event()
        unforced = [index for index, decision in self.chosen.items() if not decision.forced]
        looking = self._looking(hindsight_limit, stop) if hindsight else None
        self.total = (len(self.chosen) if looking is not None else 0) + (len(unforced) if self.known else 0)
        interrupted, lucks = False, None
        try:
            if self.known:
                self._judge(unforced[::-1], stop)
            if looking is not None and not self._stopped():
                self._look_back(looking)
            if not self._stopped():
                lucks = lucks_of(self.game, self.record, {decision.round for decision in self.chosen.values()}, self.ask)
        except KeyboardInterrupt:
            interrupted = True
        judged = tuple(self._judged(index) for index in self.chosen)
        answered = sum(index in self.answers or index in self.failures for index in unforced)
        looked = None if looking is None else "points" if self.model == "maxn" else self._hindsight_objective()
        analysis = Analysis(
            record=self.record,
            game=self.game.name,
            judged=judged,
            players=summaries(
                self.record,
                judged,
                lucks,
                by_known=self.known,
                usual_loss=self.game.words.objectives[self.ask.objective].usual_loss,
            ),
            last_chances=last_chances(self.game, self.record, judged) if looked == "margin" else (),
            objective=self.ask.objective,
            hindsight_objective=looked,
            engine=self.ask.engine if self.known else None,
            seed=self.ask.seed,
            worlds=self.ask.worlds if self.known else None,
            time_limit=self.ask.time_limit if self.known else None,
            thresholds=self.thresholds,
            version=__version__,
            whole=not interrupted and not self._stopped() and (not self.known or answered == len(unforced)),
            seconds=time.perf_counter() - started,
            notes=tuple(self._notes(judged, looking is not None, hindsight)),
        )
        if interrupted:
            raise AnalysisInterrupted(analysis)
        return analysis

    def _stopped(self) -> bool:
        return self.should_stop is not None and self.should_stop()

    def _advance(self, index: int) -> None:
        """One more judgement, of this decision."""
        self.done += 1
        if self.on_judged is not None:
            self.on_judged(self._judged(index))
        if self.on_progress is not None:
            self.on_progress(self.done, self.total)

    # -- hindsight ------------------------------------------------------------------------------------------------------------------

    def _hindsight_objective(self) -> str:
        """The objective, if its values are points; else the first objective of the game."""
        words = self.game.words.objectives
        return self.ask.objective if not words[self.ask.objective].is_chance else next(iter(words))

    def _looking(self, limit: float | None, stop: threading.Event) -> Iterator[tuple[int, Hindsight]] | None:
        hindsight = self.game.advising.hindsight
        if hindsight is None:
            return None
        marked = HINDSIGHT if self.known else self.thresholds
        ask = HindsightOptions(
            self._hindsight_objective(),
            self.model,
            self.threads,
            limit,
            lambda: stop.is_set() or self._stopped(),
            self.chosen.keys(),
            (marked.inaccuracy, marked.mistake, marked.blunder),
        )
        return hindsight(self.record, ask)

    def _look_back(self, looking: Iterator[tuple[int, Hindsight]]) -> None:
        first, before = min(self.chosen, default=0), self.kept.looks
        if all(decision.forced or (index in before and before[index].loss is not None) for index, decision in self.chosen.items()):
            looking = ((index, before[index]) for index in sorted(before.keys() & self.chosen, reverse=True))
        for index, look in looking:  # the last decision first
            if index in self.chosen:
                self.looks[index] = self.kept.looks[index] = look
                self._advance(index)
            if index <= first:
                break
        self.has_looked_back = not self._stopped()

    # -- by what was known ------------------------------------------------------------------------------------------------------------

    def _judge(self, indices: Sequence[int], stop: threading.Event) -> None:
        def stopping() -> bool:
            return stop.is_set() or self._stopped()

        def work(index: int) -> KnownJudgement | DiamondsError | None:
            try:
                return judge(self.game, self.chosen[index], self.ask, self.thresholds, stopping)
            except DiamondsError as error:
                return error

        left = [index for index in indices if index not in self.kept.answers]
        for index in indices:
            if index in self.kept.answers:
                self.answers[index] = self.kept.answers[index]
                self._advance(index)
        wanted = takewhile(lambda _: not stopping(), left)
        with closing(ordered_map(work, wanted, min(self.threads, max(1, len(left))), stop.set)) as answers:
            for index, answer in zip(left, answers, strict=False):
                if isinstance(answer, DiamondsError):
                    self.failures[index] = answer
                elif answer is not None:
                    self.answers[index] = self.kept.answers[index] = answer
                self._advance(index)
        if stop.is_set():
            raise KeyboardInterrupt

    # -- what comes of it -------------------------------------------------------------------------------------------------------------

    def _judged(self, index: int) -> Judged:
        decision, look, answer = self.chosen[index], self.looks.get(index), self.answers.get(index)
        if self.known:
            mark: Mark = "" if answer is None else answer.mark
        else:
            mark = "" if look is None or decision.forced else self.thresholds.mark(look.least_loss)
        return Judged(
            number=index + 1,
            round=decision.round,
            trick=decision.trick,
            seat=decision.seat,
            decision=decision.decision,
            move=decision.move,
            forced=decision.forced,
            record=decision.record,
            points=self.game.records.points(decision.record),
            hindsight=look,
            known=None if answer is None else answer.known,
            mark=mark,
            refutation=() if look is None or not mark else look.reply,
            why=None if answer is None else answer.why,
        )

    def _why_not(self, judged: Judged) -> str:
        """Why a decision has no hindsight."""
        decision = judged.decision
        if not self.has_looked_back:
            return "the work was ended early"
        if decision == "count":
            return "with another number the others would have passed other cards, and nobody knows which"
        if decision == "pass" and self.model == "maxn":
            return "with max^n each other choice would be a search of its own"
        assert self.game.solving is not None
        return "chance comes next" if self.game.solving.is_open(judged.record) else "not all cards are known"

    def _notes(self, judged: Sequence[Judged], has_hindsight: bool, wants_hindsight: bool) -> Iterator[str]:
        if wants_hindsight and not has_hindsight:
            yield f"{self.game.words.title} has no hindsight: what comes next is chance, even with all cards open"
        if scant := sum(answer.is_scant for answer in self.answers.values()):
            yield f"{counted(scant, 'decision')} had too few samples for a mark: give more time or worlds"
        if late := sum(answer.known.advice.is_late for answer in self.answers.values()):
            yield f"{counted(late, 'decision')} ran out of time after {GUARD:g} s: on an idle machine marks may differ"
        inexact = sum(decision.hindsight is not None and decision.hindsight.loss is None for decision in judged)
        if inexact:
            yield f"hindsight reached its limit at {counted(inexact, 'decision')}: their losses have proven limits, or are unknown"
        if has_hindsight:
            by_reason: dict[str, Counter[str]] = {}
            for decision in judged:
                if decision.hindsight is None and not decision.forced:
                    by_reason.setdefault(self._why_not(decision), Counter())[decision.decision] += 1
            for reason, kinds in by_reason.items():
                named = listed([f"{self.game.words.decisions[kind]} ({count})" for kind, count in kinds.items()])
                yield f"{counted(kinds.total(), 'decision')} could not be judged in hindsight, {named}: {reason}"
        hands = {index: f"{self.record.seat_name(self.chosen[index].seat)}'s hand" for index in self.failures}
        reasons = Counter(str(error.message).replace(hands[index], "the player's hand") for index, error in sorted(self.failures.items()))
        for message, count in reasons.items():
            yield f"{counted(count, 'decision')} could not be judged by what the player could know: {message}"
        yield from self.game.records.check(self.record)
