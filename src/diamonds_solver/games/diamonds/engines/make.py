"""Engines by their names, with options, fitted to the time there is."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from diamonds_solver.common.options import INFERENCE, Option, positive, read_engine, whole
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Ask
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.public import Pass
from diamonds_solver.games.diamonds.view.view import View, check_decides

from .auto import choose_engine
from .base import PlayEngine, ViewEngine
from .equilibrium import EquilibriumCountEngine, EquilibriumPassEngine, solves_pass
from .exact import FEW_DEALS, NODE_LIMIT, ExactEngine
from .ismcts import LEAST_SIMULATIONS, SIMULATIONS, IsmctsEngine
from .passing import COUNTS, KEPT, SCREEN_WORLDS, CountEngine, PassEngine
from .playout import PlayoutEngine

OPTIONS = {
    "auto": {"inference": INFERENCE},
    "equilibrium": {},
    "exact": {"nodes": Option("limit of the solver per world", whole), "inference": INFERENCE},
    "ismcts": {
        "simulations": Option("simulations of a tree", whole, "sims"),
        "exploration": Option("how much the tree search explores", positive, "c"),
        "inference": INFERENCE,
    },
    "playout": {"inference": INFERENCE},
}
ENGINES = tuple(OPTIONS)
_BEFORE_PLAY = ("auto", "equilibrium", "playout")  # the engines that value passes
TREES = 24
"""Independent trees that a time limit is split into, unless they would be too small:"""
LEAST_TREE = 2000
"""simulations of a tree for which fewer trees are grown (docs/development/adviser-notebook.md: twenty of 100 lost against one of 2000)."""
_MOST_DEALS = 200_000  # enumerated at most
_PROBE = 8  # worlds by which the speed is measured,
_PROBE_SIMULATIONS = 400  # simulations,
_PROBE_PASS_WORLDS = 2  # and worlds for all passes
_SHARE = 0.6  # of the time limit that an enumeration may be expected to take
_SCREEN_SHARE = 0.35  # and the screening of passes


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
    threads: int = 1,
) -> ViewEngine[Any]:
    """As `engine_for`; the arguments are those of `Ask`."""
    return engine_for(view, Ask(spec, objective, seed, worlds, time_limit, threads))


def engine_for(view: View, ask: Ask) -> ViewEngine[Any]:
    """The engine for the view's decision, whatever that is. Before the play that is ``playout``, or ``equilibrium`` in its one game.

    Without a time limit, or with a number of worlds, it depends on nothing but the arguments. Raises DiamondsError for an engine, an option
    or an objective that does not exist and for an engine that cannot value this decision, PositionError where the viewer has nothing to
    decide.
    """
    spec = EngineSpec.parse(ask.engine)
    check_decides(view)
    if view.phase is Phase.PLAY:
        return play_engine(view, ask)
    if spec.name not in _BEFORE_PLAY:
        hint = f"leave the engine out before the play, or take {_BEFORE_PLAY[-1]}"
        raise DiamondsError(f"the engine {spec.name} values moves of the play only", code="E-ENGINE", hint=hint)
    return pass_engine(view, ask) if view.phase is Phase.PASS else count_engine(view, ask)


def play_engine(view: View, ask: Ask) -> PlayEngine:
    """The engine for a card, a victim or an actor."""
    spec = EngineSpec.parse(ask.engine)
    name = choose_engine(view, ask.objective) if spec.name == "auto" else spec.name
    if name == "equilibrium":
        raise DiamondsError("the engine equilibrium values passes only", code="E-ENGINE", hint="leave the engine out, or take exact")
    if name == "exact":
        return _exact(view, ask, spec.options)
    if name == "ismcts":
        return _ismcts(view, ask, spec.options)
    return PlayoutEngine(view, ask.objective, ask.seed, inference=bool(spec.options.get("inference")))


def pass_engine(view: View, ask: Ask) -> PassEngine:
    """The engine for the cards to pass."""
    if _is_equilibrium(view, ask):
        return EquilibriumPassEngine(view, ask)
    passes = len(view.passes())
    screen = 0 if passes <= 2 * KEPT else _screening(view, ask)
    return PassEngine(view, ask.objective, ask.seed, screen=screen, also=[own for own in ask.keep if isinstance(own, Pass)])


def count_engine(view: View, ask: Ask) -> CountEngine:
    """The engine for the number of cards to pass."""
    if _is_equilibrium(view, ask):
        return EquilibriumCountEngine(view, ask)
    return CountEngine(view, ask.objective, ask.seed, screen=_screening(view, ask))


def _is_equilibrium(view: View, ask: Ask) -> bool:
    """Whether the pass is solved as a game: where that is asked for, or the best that ``auto`` can take."""
    name = EngineSpec.parse(ask.engine).name
    if name == "equilibrium" and ask.objective != "margin":
        hint = "leave the engine out: playout counts other objectives"
        raise DiamondsError("an equilibrium is one of margins: what one side gains the other loses", code="E-OBJECTIVE", hint=hint)
    return name == "equilibrium" or (name == "auto" and solves_pass(view, ask))


def _exact(view: View, ask: Ask, options: dict[str, Any]) -> ExactEngine:
    make = partial(ExactEngine, view, ask.objective, ask.seed, inference=bool(options.get("inference")))
    nodes = options.get("nodes")
    if ask.fitted is None or view.count == 1:
        return make(nodes=nodes, few_deals=min(max(FEW_DEALS, ask.worlds or 0), _MOST_DEALS))
    nodes = nodes or min(NODE_LIMIT, max(10_000, int(NODE_LIMIT * ask.fitted / 10)))  # about a hundredth of the time
    probe = make(nodes=nodes, few_deals=0)
    if view.count > _MOST_DEALS:
        return probe
    started = time.perf_counter()
    probe.samples(0, _PROBE)
    fits = (time.perf_counter() - started) / _PROBE * view.count <= _SHARE * ask.fitted * ask.threads
    return make(nodes=nodes, few_deals=view.count) if fits else probe


def _ismcts(view: View, ask: Ask, options: dict[str, Any]) -> IsmctsEngine:
    make = partial(
        IsmctsEngine, view, ask.objective, ask.seed, exploration=options.get("exploration"), inference=bool(options.get("inference"))
    )
    simulations = options.get("simulations")
    if simulations is not None or ask.fitted is None:
        return make(simulations=simulations or SIMULATIONS)
    engine = make(simulations=_PROBE_SIMULATIONS)
    started = time.perf_counter()
    engine.samples(0, 1)
    speed = _PROBE_SIMULATIONS / (time.perf_counter() - started)
    fitting = max(min(LEAST_TREE, _rounded(speed * ask.fitted / 2)), _rounded(speed * ask.fitted * ask.threads / TREES))
    engine.simulations = max(LEAST_SIMULATIONS, fitting)
    return engine


def _screening(view: View, ask: Ask) -> int:
    """Worlds for the first round of a screening that takes its share of the time: two rounds for which cards, four for each number."""
    if ask.fitted is None:
        return SCREEN_WORLDS
    one = view.phase is Phase.PASS
    passes = [[Pass(cards) for cards in view.passes(count)] for count in ((view.pass_count,) if one else COUNTS)]
    probe = PassEngine(view, ask.objective, ask.seed, screen=0)
    started = time.perf_counter()
    probe.pass_values(passes[-1], 0, _PROBE_PASS_WORLDS)
    playout = (time.perf_counter() - started) / (_PROBE_PASS_WORLDS * len(passes[-1]))
    return max(2, int(_SCREEN_SHARE * ask.fitted / (playout * sum(map(len, passes)) * (2 if one else 4))))


def _rounded(number: float) -> int:
    """Two leading digits: a number that can be read and repeated."""
    whole = int(number)
    unit = int("1" + "0" * max(0, len(str(whole)) - 2))
    return whole // unit * unit
