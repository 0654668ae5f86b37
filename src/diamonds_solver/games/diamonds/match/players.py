"""Players by name, as the arena has them: ``greedy``, ``ismcts:sims=500``, ``playout:worlds=40,goal=points``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from diamonds_solver.arena.players import EASY_SLIPS, SLIPS, STRONG_TIME, TIME, Kind, PlayerNames
from diamonds_solver.common.options import INFERENCE, Option, one_of, positive, whole
from diamonds_solver.errors import DiamondsError

from .clairvoyant import Clairvoyant
from .kinds import EasyPlayer, EnginePlayer, GreedyPlayer, Player, RandomPlayer

OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 100", whole, "simulations"),
    "trees": Option("independent trees that the simulations are divided into, from 1", whole),
    "worlds": Option("worlds a decision, from 1", whole),
    "nodes": Option("limit of the solver per world, from 1", whole),
    "time": TIME,
    "goal": Option("margin, points or win: the chance to win the match", one_of("margin", "points", "win")),
    "c": Option("how much the tree search explores, above 0", positive, "exploration"),
    "pass": Option("rules or engine: who decides about the pass", one_of("rules", "engine")),
    "inference": INFERENCE,
    "slips": SLIPS,
}


def _given(options: Mapping[str, Any], **names: str) -> dict[str, Any]:
    """The keywords of a player for the options given: keyword=option."""
    return {keyword: options[option] for keyword, option in names.items() if option in options}


def _engine(name: str, spec: str, options: Mapping[str, Any], samples: int | None, passes: str = "rules") -> EnginePlayer:
    """An engine with its options, and a number of samples, or as many as fit into the time."""
    if options.get("inference"):
        spec += ("" if spec.endswith(":") else "," if ":" in spec else ":") + "inference=1"
    seconds = options.get("time")
    by_engine = options.get("pass", passes) == "engine"
    return EnginePlayer(name, spec, samples if seconds is None else None, seconds, options.get("goal", "margin"), by_engine)


def _playout(name: str, options: Mapping[str, Any]) -> Player:
    return _engine(name, "playout", options, options.get("worlds", 40))


def _ismcts(name: str, options: Mapping[str, Any]) -> Player:
    trees, parts = options.get("trees", 1), []
    if "time" not in options or "sims" in options:
        parts.append(f"simulations={max(1, options.get('sims', 500) // trees)}")
    if "c" in options:
        parts.append(f"exploration={options['c']}")
    return _engine(name, "ismcts:" + ",".join(parts), options, trees)


def _exact(name: str, options: Mapping[str, Any]) -> Player:
    return _engine(name, f"exact:nodes={options.get('nodes', 20_000)}", options, options.get("worlds", 20))


def _auto(name: str, options: Mapping[str, Any]) -> Player:
    return _engine(name, "auto", {"time": 0.05, **options}, None, passes="engine")


def _clairvoyant(name: str, options: Mapping[str, Any]) -> Clairvoyant:
    if options.get("goal") == "win":
        raise DiamondsError("the player clairvoyant has the goals margin and points only", code="E-PLAYER")
    return Clairvoyant(name, **_given(options, objective="goal", nodes="nodes", simulations="sims"))


def _openspiel(name: str, options: Mapping[str, Any]) -> Player:
    from .spiel import SpielPlayer  # only who asks for it needs OpenSpiel

    simulations = options.get("sims", None if "time" in options else 200)
    return SpielPlayer(name, simulations, options.get("time"), **_given(options, exploration="c"))


def _easy(name: str, options: Mapping[str, Any]) -> Player:
    return EasyPlayer(name, options.get("slips", EASY_SLIPS))


KINDS: dict[str, Kind[Player | Clairvoyant]] = {
    "random": Kind("any legal move", (), lambda name, options: RandomPlayer(name)),
    "easy": Kind("level: plays by rules with slips (0.3)", ("slips",), _easy),
    "normal": Kind("level: plays by rules, as greedy", (), lambda name, options: GreedyPlayer(name)),
    "strong": Kind("level: as auto, 0.5 s a decision", ("time",), lambda name, options: _auto(name, {"time": STRONG_TIME, **options})),
    "greedy": Kind("plays by rules", (), lambda name, options: GreedyPlayer(name)),
    "playout": Kind("every move played to the end by rules in worlds (40)", ("worlds", "time", "goal", "pass", "inference"), _playout),
    "ismcts": Kind("information-set tree search (500 simulations)", ("sims", "trees", "time", "goal", "c", "pass", "inference"), _ismcts),
    "exact": Kind("every move solved in worlds (20)", ("worlds", "nodes", "time", "goal", "pass", "inference"), _exact),
    "auto": Kind("as diamonds advise (0.05 s)", ("time", "goal", "pass", "inference"), _auto),
    "clairvoyant": Kind("sees all hands", ("goal", "nodes", "sims"), _clairvoyant),
    "openspiel": Kind("OpenSpiel's ISMCTSBot (200 simulations)", ("sims", "time", "c"), _openspiel),
}


NAMES = PlayerNames(KINDS, OPTIONS)


@cache
def parse_player(text: str) -> Player | Clairvoyant:
    """The player that `text` names; the same one for the same text.

    Raises PlayerNameError for what names none, DiamondsError for a player that cannot have this goal, MissingExtraError where a part is
    not installed.
    """
    return NAMES.parse(text)
