"""Engines by their names, with options, fitted to the time there is."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from diamonds_solver.common.options import INFERENCE, Option, meant, positive, read_options, whole
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.view.view import View, check_decides

from .auto import choose_engine
from .base import ViewEngine
from .exact import FEW_DEALS, NODE_LIMIT, ExactEngine
from .ismcts import LEAST_SIMULATIONS, SIMULATIONS, IsmctsEngine
from .passing import COUNTS, KEPT, SCREEN_WORLDS, CountEngine, Pass, PassEngine
from .playout import PlayoutEngine

ENGINES = ("auto", "exact", "ismcts", "playout")
OPTIONS = {
    "auto": {"inference": INFERENCE},
    "exact": {"nodes": Option("limit of the solver per world", whole), "inference": INFERENCE},
    "ismcts": {
        "simulations": Option("simulations of a tree", whole, "sims"),
        "exploration": Option("how much the tree search explores", positive, "c"),
        "inference": INFERENCE,
    },
    "playout": {"inference": INFERENCE},
}
_BEFORE_PLAY = ("auto", "playout")  # the engines that value passes, too
TREES = 24
"""Independent trees that a time limit is split into, unless they got too small:"""
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
        name, _, rest = text.partition(":")
        if name not in ENGINES:
            raise DiamondsError(f"there is no engine {name!r}", code="E-ENGINE", hint=meant(name, ENGINES, "engines"))
        return cls(name, read_options(f"the engine {name}", rest, OPTIONS[name]) if rest else {})


def make_engine(
    view: View,
    spec: str | EngineSpec = "auto",
    *,
    objective: str = "margin",
    seed: int = 0,
    worlds: int | None = None,
    time_limit: float | None = None,
    threads: int = 1,
) -> ViewEngine:
    """The engine for the view's decision. Before the play there are playouts only: ``auto`` and ``playout``.

    With `time_limit` (seconds), and without `worlds`, sizes that the spec leaves open are fitted to it by a measurement on this machine;
    otherwise they depend on nothing but the arguments. Raises DiamondsError for a spec or an objective that does not exist and for an
    engine that cannot value this decision, PositionError where the viewer has nothing to decide.
    """
    spec = EngineSpec.parse(spec) if isinstance(spec, str) else spec
    check_decides(view)
    fitted = time_limit if worlds is None else None
    if view.phase is not Phase.PLAY:
        if spec.name not in _BEFORE_PLAY:
            hint = f"leave the engine out before the play, or take {_BEFORE_PLAY[-1]}"
            raise DiamondsError(f"the engine {spec.name} values moves of the play only", code="E-ENGINE", hint=hint)
        return _passing(view, objective, seed, fitted)
    name = choose_engine(view, objective) if spec.name == "auto" else spec.name
    if name == "exact":
        return _exact(view, objective, seed, worlds, fitted, threads, spec.options)
    if name == "ismcts":
        return _ismcts(view, objective, seed, fitted, threads, spec.options)
    return PlayoutEngine(view, objective, seed, inference=bool(spec.options.get("inference")))


def _exact(
    view: View, objective: str, seed: int, worlds: int | None, time_limit: float | None, threads: int, options: dict[str, Any]
) -> ExactEngine:
    nodes, inference = options.get("nodes"), bool(options.get("inference"))
    limit = None if nodes is None else int(nodes)
    if time_limit is None or view.count == 1:
        few_deals = min(max(FEW_DEALS, worlds or 0), _MOST_DEALS)
        return ExactEngine(view, objective, seed, nodes=limit, few_deals=few_deals, inference=inference)
    limit = limit or min(NODE_LIMIT, max(10_000, int(NODE_LIMIT * time_limit / 10)))  # about a hundredth of the time
    if view.count > _MOST_DEALS:
        return ExactEngine(view, objective, seed, nodes=limit, few_deals=0, inference=inference)
    probe = ExactEngine(view, objective, seed, nodes=limit, few_deals=0, inference=inference)
    started = time.perf_counter()
    probe.columns(0, _PROBE)
    fits = (time.perf_counter() - started) / _PROBE * view.count <= _SHARE * time_limit * threads
    return ExactEngine(view, objective, seed, nodes=limit, few_deals=view.count, inference=inference) if fits else probe


def _ismcts(view: View, objective: str, seed: int, time_limit: float | None, threads: int, options: dict[str, Any]) -> IsmctsEngine:
    given, exploration, inference = options.get("simulations"), options.get("exploration"), bool(options.get("inference"))
    is_fitted = given is None and time_limit is not None
    simulations = _PROBE_SIMULATIONS if is_fitted else int(given or SIMULATIONS)
    engine = IsmctsEngine(view, objective, seed, simulations=simulations, exploration=exploration, inference=inference)
    if is_fitted:
        assert time_limit is not None
        started = time.perf_counter()
        engine.columns(0, 1)
        speed = _PROBE_SIMULATIONS / (time.perf_counter() - started)
        fitting = max(min(LEAST_TREE, _rounded(speed * time_limit / 2)), _rounded(speed * time_limit * threads / TREES))
        engine.simulations = max(LEAST_SIMULATIONS, fitting)
    return engine


def _passing(view: View, objective: str, seed: int, time_limit: float | None) -> PassEngine | CountEngine:
    screen = SCREEN_WORLDS if time_limit is None else _screening(view, objective, seed, _SCREEN_SHARE * time_limit)
    if view.phase is Phase.PASS:
        kept = KEPT if len(view.passes()) > 2 * KEPT else len(view.passes())
        return PassEngine(view, objective, seed, screen=screen if kept < len(view.passes()) else 0, kept=kept)
    return CountEngine(view, objective, seed, screen=screen)


def _screening(view: View, objective: str, seed: int, seconds: float) -> int:
    """Worlds for the first round of a screening that takes so long: two rounds for which cards, four for each number as the dealer."""
    one = view.phase is Phase.PASS
    passes = [[Pass(cards) for cards in view.passes(count)] for count in ((view.pass_count,) if one else COUNTS)]
    probe = PassEngine(view, objective, seed, screen=0)
    started = time.perf_counter()
    probe.pass_values(passes[-1], 0, _PROBE_PASS_WORLDS)
    playout = (time.perf_counter() - started) / (_PROBE_PASS_WORLDS * len(passes[-1]))
    return max(2, int(seconds / (playout * sum(map(len, passes)) * (2 if one else 4))))


def _rounded(number: float) -> int:
    """Two leading digits: a number that can be read and repeated."""
    whole = int(number)
    unit = int("1" + "0" * max(0, len(str(whole)) - 2))
    return whole // unit * unit
