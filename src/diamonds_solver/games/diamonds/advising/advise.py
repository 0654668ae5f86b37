"""Engines of Diamonds by name: for the pass, and for the play those of `engines`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.options import Option, one_of, part, positive, read_engine, whole, yes_or_no
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import GUARD, EngineRequest
from diamonds_solver.search.engine import growing_rounds, halve

from ..core import _players
from ..core.passing import card_mask, deck_mask, exchange, policy_passes
from ..records.record import Phase
from ..round.public import Pass
from ..round.rules import Rules, format_cards
from ..solving.equilibrium import CountSolution, Equilibrium, equilibrium
from .engines import (
    ROLLOUTS,
    SIMULATIONS,
    ExactEngine,
    IsmctsEngine,
    M,
    PlayEngine,
    PlayoutEngine,
    ViewEngine,
    has_learned,
    listed_deals,
)
from .view import View, check_decides

# -- the pass -----------------------------------------------------------------------------------------------------------------------------
# Which cards to pass, and how many as the dealer: flat Monte Carlo. The others pass by rules, then rule-based players finish the round;
# where there is a net for the pass the others pass by it, and players by a net finish the round.

COUNTS = (1, 2, 3)
SCREEN_WORLDS: int = FACTS["passes"]["screen_worlds"]
"""In the first round of a screening."""
KEPT: int = FACTS["passes"]["kept"]
"""Passes that go on after the screening."""
_KEEP = 0.3  # the part of the passes that every round of a screening keeps;
_MORE = 3  # the next one has this many times more worlds
_RULES_WORLDS, _NET_WORLDS = 10, 200
"""The number of worlds that the opinion of the rules, or of the net, counts for when passes are screened."""
_CANDIDATES = 36
"""Passes that the net lets into a screening."""
_SCREENING = 1 << 62  # worlds of the screening, far from those of the samples
_PASS_WORLDS_BETWEEN_LOOKS = 64  # worlds between two looks at the clock


class PassingEngine(ViewEngine[M]):
    """What the decisions before the play have in common: values of passes by playouts."""

    name = "playout"

    def pass_values(self, own: Sequence[Pass], first: int, count: int) -> NDArray[np.float64]:
        """float64[1 + sources, passes, count]: what passing `own[m]` is worth in world first + i; all of one number of cards."""
        worlds = self._others_passed(len(own[0].cards), first, count)
        passes = np.array([card_mask(move.cards) for move in own], np.uint64)
        seat, receiver = self.view.seat, self.view.rules.receiver(self.view.seat)
        options = self.utility.options()
        where = worlds.view(np.uint8), self.seen, passes, seat, receiver, self.seed, first
        weights = _players.net_weights(worlds[:1].view(np.uint8)) if self.is_by_net else None
        return self.with_sources(*_players.pass_playouts(*where, weights=weights, **options))

    @cached_property
    def is_by_net(self) -> bool:
        """Whether there is a net for the pass."""
        return self._net_values([]) is not None

    def _net_values(self, own: Sequence[Pass]) -> NDArray[np.float64] | None:
        rules, passes = self.view.rules, np.array([card_mask(move.cards) for move in own], np.uint64)
        return _players.net_pass_values(card_mask(self.view.hand), passes, deck_mask(rules), rules.players, len(rules.sides))

    def _others_passed(self, cards: int, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count]: worlds in which all others have passed that many cards, and the viewer still holds what it is going to pass."""
        rules, seat = self.view.rules, self.view.seat
        worlds = self.worlds.sample(self.seed, first, count)
        passed = policy_passes(worlds, rules, cards, by_net=True)
        passed[:, seat] = 0
        return exchange(worlds, rules, passed)

    def screen(self, own: Sequence[Pass], kept: int, worlds: int) -> list[Pass]:
        """The `kept` most promising passes, by sequential halving that begins with `worlds` worlds; the order of `own` stays."""

        def trial(arms: Sequence[int], first: int, count: int) -> NDArray[np.float64]:
            values = self.pass_values([own[arm] for arm in arms], _SCREENING + first, count)[0]
            sums: NDArray[np.float64] = (values - values.mean(axis=0)).sum(axis=1)
            return sums

        if (by_net := self._net_values(own)) is not None:
            own = [own[index] for index in sorted(np.argsort(-by_net, kind="stable")[:_CANDIDATES].tolist())]
        rounds = growing_rounds(len(own), kept, worlds, _KEEP, _MORE)
        return [own[arm] for arm in sorted(halve(trial, self._prior(own), rounds))]

    def _prior(self, own: Sequence[Pass]) -> NDArray[np.float64]:
        """float64[passes]: what the net or the rules think of each, as the sum of some worlds; 0 where points are not what counts."""
        if self.objective == "win":
            return np.zeros(len(own))
        if (values := self._net_values(own)) is not None:
            return _NET_WORLDS * values
        rules = self.view.rules
        scores = _players.pass_scores(card_mask(self.view.hand), deck_mask(rules), rules.players, len(rules.sides))
        return _RULES_WORLDS * np.array([sum(scores[card] for card in move.cards) for move in own])

    @property
    def others(self) -> str:
        """How the others pass and play, for a note."""
        how = (
            "by a net that learned by self-play, and players by a net"
            if self.is_by_net
            else "as a rule-based player does, and such players"
        )
        return f"the others pass {how} finish the round"


class PassEngine(PassingEngine[Pass]):
    """Rows are sets of cards. Sample i: their values in world i, by playouts."""

    def __init__(
        self,
        view: View,
        objective: str = "margin",
        seed: int = 0,
        *,
        screen: int = SCREEN_WORLDS,
        kept: int = KEPT,
        also: Collection[Pass] = (),
    ) -> None:
        """All passes are valued in `screen` worlds, and in rounds the best `kept` are found, which become the rows, with those of `also`;
        `screen` 0: all are.

        Raises PositionError where there is nothing to decide.
        """
        passes = [Pass(cards) for cards in view.passes()]
        super().__init__(view, passes, objective, seed)
        if screen:
            chosen = {*self.screen(passes, kept, screen), *also}
            self.moves = tuple(own for own in passes if own in chosen)
        self._dropped = len(passes) - len(self.moves)
        self._screen = screen

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`, and where they come from; see ``game.Engine``."""
        return self._in_blocks(partial(self.pass_values, self.moves), first, count, _PASS_WORLDS_BETWEEN_LOOKS, should_stop, self.planes)

    def notes(self) -> Sequence[str]:
        notes = [*super().notes(), self.others]
        if self._dropped:
            dropped = counted(self._dropped, "other pass was", "other passes were")
            how = "by the net, or as the worst" if self.is_by_net else "as the worst"
            notes.append(f"{dropped} dropped before, {how} in {self._screen} worlds or more")
        return notes


class CountEngine(PassingEngine[int]):
    """Rows are 1, 2, 3 cards. Sample i: what each is worth in world i with the best own pass of that many cards."""

    def __init__(self, view: View, objective: str = "margin", seed: int = 0, *, screen: int = SCREEN_WORLDS) -> None:
        """The own pass of each number is found before, in `screen` worlds or more (see `PassingEngine.screen`).

        Raises PositionError where there is nothing to decide.
        """
        counts = [count for count in COUNTS if count <= len(view.hand)]
        super().__init__(view, counts, objective, seed)
        self.passes = tuple(self.screen([Pass(cards) for cards in view.passes(count)], 1, max(1, screen))[0] for count in counts)

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`, and where they come from; see ``game.Engine``."""

        def values(start: int, size: int) -> NDArray[np.float64]:
            return np.concatenate([self.pass_values([own], start, size) for own in self.passes], axis=1)

        return self._in_blocks(values, first, count, _PASS_WORLDS_BETWEEN_LOOKS, should_stop, self.planes)

    def notes(self) -> Sequence[str]:
        own = "; ".join(format_cards(own.cards) for own in self.passes)
        return (
            *super().notes(),
            f"the best passes found: {own}; {self.others}",
        )


# -- the pass as a game -------------------------------------------------------------------------------------------------------------------
# Two-player Perfect Diamonds: what each pass is worth against the other's best mix. Both players know both hands, so there is one world
# only; what is not known is what the other passes at the same time. Passes of one's mix are all worth the same: who always makes the
# same one of them can be exploited, so the notes tell the chances.


_EXPERIMENT_SHARE = 0.95  # of the time limit: the solution to its end mostly takes two seconds
_MOST_CHANCES = 4  # that a note tells


def solves_pass(view: View, ask: EngineRequest) -> bool:
    """Whether ``auto`` takes the equilibrium: in its game always, however short the time is. With the thief there is none.

    Not proven to the end it is still better than playouts: there is one deal only, so these would all be the same, and look certain.
    """
    is_solved = view.rules.players == 2 and view.rules.perfect and not view.rules.thief
    return is_solved and view.phase is not Phase.PLAY and ask.objective == "margin"


class _OneColumn:
    """What both engines have in common: one sample, the values of the solution."""

    name = "equilibrium"
    sources: Sequence[str] = ()
    total = 1
    enumerates = True

    _column: NDArray[np.float64]
    _is_proven: bool

    @property
    def exact(self) -> bool:
        return self._is_proven

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        return np.repeat(self._column[None, :, None], max(0, min(count, 1 - first)), axis=2)


class EquilibriumPassEngine(_OneColumn, PassEngine):
    """Rows are the player's mix of passes, the best others, and those to be kept. The one sample: their values against the other's mix."""

    def __init__(self, view: View, ask: EngineRequest) -> None:
        """Solves the game, as far as the time goes. Raises DiamondsError for another game, KeyboardInterrupt."""
        super().__init__(view, ask.objective, ask.seed, screen=0)
        self._solution = _solved(view, ask).counts[view.pass_count or 1]
        mixed = self._solution.passes[view.seat]
        best = [mixed.passes[row] for row in np.argsort(-mixed.values, kind="stable")[:KEPT].tolist()]
        kept = [own.cards for own in ask.keep if isinstance(own, Pass)]
        rows = list(dict.fromkeys([*(cards for cards, _ in mixed.chances), *best, *kept]))
        self.moves = tuple(map(Pass, rows))
        self._column = mixed.values[[mixed.passes.index(cards) for cards in rows]]
        self._is_proven = self._solution.exact

    def notes(self) -> Sequence[str]:
        return (*self.view.record.notes(), *_mix_notes(self._solution, self.view.seat))


class EquilibriumCountEngine(_OneColumn, CountEngine):
    """Rows are 1, 2, 3 cards. The one sample: what each game is worth to the dealer when both pass by its solution."""

    def __init__(self, view: View, ask: EngineRequest) -> None:
        """Solves the three games, as far as the time goes. Raises DiamondsError for another game, KeyboardInterrupt."""
        super().__init__(view, ask.objective, ask.seed, screen=1)
        solved = _solved(view, ask)
        self.moves = tuple(solved.counts)
        self.passes = tuple(Pass(solution.passes[view.seat].chances[0][0]) for solution in solved.counts.values())
        self._column = np.array([-solution.value for solution in solved.counts.values()])  # the values are the leader's: the dealer decides
        self._is_proven = solved.complete

    def notes(self) -> Sequence[str]:
        return (*self.view.record.notes(), "both then pass as they should: 'diamonds equilibrium' shows the chances")


def _solved(view: View, ask: EngineRequest) -> Equilibrium:
    """Every number of cards that may be passed is solved at least in part, however short the time is. Raises KeyboardInterrupt."""
    limit = GUARD if ask.time_limit is None else ask.time_limit
    deadline = math.inf if ask.worlds is not None else time.perf_counter() + _EXPERIMENT_SHARE * limit
    counts = COUNTS if view.pass_count is None else (view.pass_count,)
    proven: set[int] = set()
    solved = equilibrium(
        view.record,
        counts=counts,
        single=False,
        threads=ask.threads,
        on_progress=lambda count, lower, upper: proven.add(count),
        should_stop=lambda: len(proven) == len(counts) and time.perf_counter() >= deadline,
    )
    if solved.interrupted:
        raise KeyboardInterrupt
    return solved


def _mix_notes(solution: CountSolution, seat: int) -> Sequence[str]:
    mixed = solution.passes[seat]
    shares = [f"{format_cards(cards)} {100 * chance:.0f} %" for cards, chance in mixed.chances[:_MOST_CHANCES]]
    more = ", ..." if len(mixed.chances) > _MOST_CHANCES else ""
    notes = ["values are against the other player's best mix of passes"]
    if len(shares) > 1:
        notes.append(f"against somebody who knows your habits, vary: {', '.join(shares)}{more}")
    if not solution.exact:
        notes.append(f"stopped before the end: the other player can still gain up to {solution.passes[1 - seat].gap:.2f} on this mix")
    return notes


# -- engines by name ----------------------------------------------------------------------------------------------------------------------
# With options, fitted to the time there is.


INFERENCE = Option("yes or no: deals count by how plausible the others' moves are", yes_or_no)
ROLLOUT = Option("rules or net finish rounds; else net for 3 and 6 single players", one_of(*ROLLOUTS))
MARGIN = Option("points by which a move has to be ahead of that of rules or net", positive)
EARLY = Option("tricks at the start in which no move is far enough ahead", whole)
SHARE = Option("how far the learned net decides what is recommended, below 1", part)
OPTIONS = {
    "auto": {"inference": INFERENCE},
    "equilibrium": {},
    "exact": {"nodes": Option("limit of the solver per world", whole), "inference": INFERENCE},
    "ismcts": {
        "simulations": Option("simulations of a tree", whole, "sims"),
        "exploration": Option("how much the tree search explores", positive, "c"),
        "inference": INFERENCE,
    },
    "playout": {"inference": INFERENCE, "rollouts": ROLLOUT, "margin": MARGIN, "early": EARLY, "share": SHARE},
}
_BEFORE_PLAY = ("auto", "equilibrium", "playout")  # the engines that value passes
# The usual amounts of work of a hint, and of a decision that is judged with many others. Where trees grow in turns it is the size of each;
# in reviews, which may end after a few, trees have a size. benchmarks/adviser-notebook.md has what they rest on.

_WORK: Mapping[str, int] = FACTS["work"]
TREES: int = FACTS["trees"]["number"]
USUAL_TREE, USUAL_TREE_OF_MANY = _WORK["tree"], _WORK["tree_of_many"]  # the second one where simulations take longest
REVIEW_TREES, REVIEW_TREE = 48, 2_000
_USUAL = {
    "exact": (_WORK["exact"], 1_000),
    "exact, few deals": (_WORK["few"], 100),
    "playout": (_WORK["playout"], 16_000),
    "playout, inference": (_WORK["weighed"], 8_000),
    "pass": (_WORK["pass"], 4_000),
}
NET_SHARE = 0.6
"""Of these worlds where `playout` is named and goes by the net: 60 take as long as 100 by rules. `auto` does all of them."""
_MOST_DEALS = 200_000  # enumerated at most
_PASS_SECONDS = 2.0  # a limit with which the screening of passes is whole; with less it begins with fewer worlds


def _usual(name: str, ask: EngineRequest) -> int:
    """Samples where nobody says how many."""
    return _USUAL[name][ask.is_review]


@dataclass(frozen=True)
class EngineSpec:
    """An engine as the user names it: ``exact``, ``ismcts:simulations=2000,exploration=2``."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> EngineSpec:
        """Raises DiamondsError for an engine or an option that does not exist."""
        return cls(*read_engine(text, OPTIONS))


def make_engine(
    view: View,
    spec: str = "auto",
    *,
    objective: str = "margin",
    seed: int = 0,
    worlds: int | None = None,
    time_limit: float | None = None,
) -> ViewEngine[Any]:
    """As `engine_for`; the arguments are those of `EngineRequest`."""
    return engine_for(view, EngineRequest(spec, objective, seed, worlds, time_limit))


def engine_for(view: View, ask: EngineRequest) -> ViewEngine[Any]:
    """The engine for the view's decision, whatever that is. Before the play that is ``playout``, or ``equilibrium`` in its one game.

    It depends on nothing but the arguments. Raises DiamondsError for an engine, an option
    or an objective that does not exist and for an engine that cannot value this decision, PositionError where the viewer has nothing to
    decide.
    """
    spec = EngineSpec.parse(ask.engine)
    check_decides(view)
    if view.phase is Phase.PLAY:
        return play_engine(view, ask)
    if spec.name not in _BEFORE_PLAY:
        hint = f"leave the engine out before the play, or use {_BEFORE_PLAY[-1]}"
        raise DiamondsError(f"the engine {spec.name} values moves of the play only", code="E-ENGINE", hint=hint)
    return pass_engine(view, ask) if view.phase is Phase.PASS else count_engine(view, ask)


def play_engine(view: View, ask: EngineRequest) -> PlayEngine:
    """The engine for a card, a victim or an actor."""
    spec = EngineSpec.parse(ask.engine)
    is_auto = spec.name == "auto"
    name, options = auto_plan(view, ask.objective) if is_auto else (spec.name, {})
    options = {**options, **spec.options}
    if name == "equilibrium":
        raise DiamondsError("the engine equilibrium values passes only", code="E-ENGINE", hint="leave the engine out, or use exact")
    if name == "exact":
        return _exact(view, ask, options)
    if name == "ismcts":
        return _ismcts(view, ask, options)
    inference, rollouts = bool(options.get("inference")), options.get("rollouts")
    prefers = preferring(options, view.rules, ask.objective)
    engine = PlayoutEngine(view, ask.objective, ask.seed, inference=inference, rollouts=rollouts, prefers=prefers)
    usual = _usual("playout, inference" if inference else "playout", ask)
    engine.usual = round(NET_SHARE * usual) if engine.is_by_net and not is_auto else usual
    return engine


def auto_plan(view: View, objective: str) -> tuple[str, Mapping[str, Any]]:
    """The engine that `auto` takes for a decision of the play, and its options: csrc/diamonds/advice/recommend.c, by the matches of
    benchmarks/results/strength.md."""
    rules = view.rules
    return _players.auto_plan(rules.players, len(rules.sides), len(view.hand), float(view.count), objective, rules.thief, rules.perfect)


def preferring(options: Mapping[str, Any], rules: Rules, objective: str) -> dict[str, float]:
    """What speaks for moves beside the samples of `playout`, by its options, as `_players.preference` takes it.

    `margin`: the move of who finishes the rounds is recommended unless another one is so far ahead of it. Whoever deviates from how all
    play the rest of the round has to gain something by it: noise, and worlds in which every card is known once it is played, make other
    moves look better than they are. `early`: in this many first tricks it always is. `share`: how much of what is
    recommended is left to the net of the player `learned`, below 1.

    Raises DiamondsError for a share where it has no say: beside the others, for another objective, in a game that it has not learned.
    """
    prefers = {name: options[name] for name in ("early", "margin", "share") if name in options}
    if not prefers.get("share"):
        return {"tricks": rules.tricks, **prefers} if prefers else {}
    if len(prefers) > 1:
        why = "share and a margin exclude each other"
    elif objective != "margin":
        why = f"the learned net knows points ahead of the others, not the objective {objective}"
    elif not has_learned(rules):
        why = "the learned net knows games with three players or more, without the thief"
    else:
        return prefers
    raise DiamondsError(why, code="E-ENGINE", hint="leave share out")


def pass_engine(view: View, ask: EngineRequest) -> PassEngine:
    """The engine for the cards to pass."""
    if _is_equilibrium(view, ask):
        return EquilibriumPassEngine(view, ask)
    screen = 0 if len(view.passes()) <= 2 * KEPT else _screening(ask)
    engine = PassEngine(view, ask.objective, ask.seed, screen=screen, also=[own for own in ask.keep if isinstance(own, Pass)])
    engine.usual = _usual("pass", ask)
    return engine


def count_engine(view: View, ask: EngineRequest) -> CountEngine:
    """The engine for the number of cards to pass."""
    if _is_equilibrium(view, ask):
        return EquilibriumCountEngine(view, ask)
    engine = CountEngine(view, ask.objective, ask.seed, screen=_screening(ask))
    engine.usual = _usual("pass", ask)
    return engine


def _is_equilibrium(view: View, ask: EngineRequest) -> bool:
    """Whether the pass is solved as a game: where that is asked for, or the best that ``auto`` can take."""
    name = EngineSpec.parse(ask.engine).name
    if name == "equilibrium" and ask.objective != "margin":
        hint = "leave the engine out: playout counts other objectives"
        raise DiamondsError("an equilibrium is one of margins: what one side gains the other loses", code="E-OBJECTIVE", hint=hint)
    return name == "equilibrium" or (name == "auto" and solves_pass(view, ask))


def _exact(view: View, ask: EngineRequest, options: dict[str, Any]) -> ExactEngine:
    usual = _usual("exact" if view.rules.players == 2 else "exact, few deals", ask)
    nodes = options.get("nodes")
    few_deals = min(max(listed_deals(view, nodes), ask.worlds or usual), _MOST_DEALS)
    engine = ExactEngine(view, ask.objective, ask.seed, nodes=nodes, few_deals=few_deals, inference=bool(options.get("inference")))
    engine.usual = usual
    return engine


def _ismcts(view: View, ask: EngineRequest, options: dict[str, Any]) -> IsmctsEngine:
    given = options.get("simulations")
    engine = IsmctsEngine(
        view,
        ask.objective,
        ask.seed,
        simulations=given or (REVIEW_TREE if ask.is_usual else SIMULATIONS),
        exploration=options.get("exploration"),
        inference=bool(options.get("inference")),
    )
    engine.usual = REVIEW_TREES if ask.is_review else TREES
    if given is None and (ask.is_open or (ask.is_usual and not ask.is_review)):
        is_slow = view.rules.players == 6 or (view.rules.perfect and view.rules.players == 5)
        engine.grow_in_turns(TREES, USUAL_TREE_OF_MANY if is_slow else USUAL_TREE)
    return engine


def _screening(ask: EngineRequest) -> int:
    """Worlds for the first round of a screening: fewer where there is little time, by the limit alone, not by the speed of the machine."""
    share = 1.0 if ask.time_limit is None or ask.worlds is not None else ask.time_limit / _PASS_SECONDS
    return max(2, min(SCREEN_WORLDS, int(share * SCREEN_WORLDS)))
