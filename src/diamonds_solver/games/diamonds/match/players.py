"""Players by name, as the arena has them: ``greedy``, ``ismcts:sims=500``, ``playout:worlds=40,goal=points``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from diamonds_solver.common.options import INFERENCE, Option, OptionError, duration, meant, one_of, positive, read_options, whole
from diamonds_solver.errors import DiamondsError, PlayerNameError

from .clairvoyant import Clairvoyant
from .kinds import EnginePlayer, GreedyPlayer, Player, RandomPlayer


@dataclass(frozen=True)
class Kind:
    """A player that can be named."""

    text: str
    options: tuple[str, ...]
    make: Callable[[str, Mapping[str, Any]], Player | Clairvoyant]
    """The player with that full name and those options."""


OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 100", whole, "simulations"),
    "trees": Option("independent trees that the simulations are divided into, from 1", whole),
    "worlds": Option("worlds a decision, from 1", whole),
    "nodes": Option("limit of the solver per world, from 1", whole),
    "time": Option("of a decision: 0.05, 50ms or 2s; results then do not repeat", duration),
    "goal": Option("margin, points or win: the chance to win the match", one_of("margin", "points", "win")),
    "c": Option("how much the tree search explores, above 0", positive, "exploration"),
    "pass": Option("rules or engine: who decides about the pass", one_of("rules", "engine")),
    "inference": INFERENCE,
}


def _given(options: Mapping[str, Any], **names: str) -> dict[str, Any]:
    """The keywords of a player for the options given: keyword=option."""
    return {keyword: options[option] for keyword, option in names.items() if option in options}


def _engine(name: str, spec: str, options: Mapping[str, Any], samples: int | None, passes: str = "rules") -> EnginePlayer:
    """An engine with its options, and so many samples, or as many as fit into the time."""
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


KINDS = {
    "random": Kind("any legal move", (), lambda name, options: RandomPlayer(name)),
    "greedy": Kind("plays by rules", (), lambda name, options: GreedyPlayer(name)),
    "playout": Kind("every move played to the end by rules in worlds (40)", ("worlds", "time", "goal", "pass", "inference"), _playout),
    "ismcts": Kind("information-set tree search (500 simulations)", ("sims", "trees", "time", "goal", "c", "pass", "inference"), _ismcts),
    "exact": Kind("every move solved in worlds (20)", ("worlds", "nodes", "time", "goal", "pass", "inference"), _exact),
    "auto": Kind("as diamonds advise (0.05 s)", ("time", "goal", "pass", "inference"), _auto),
    "clairvoyant": Kind("sees all hands", ("goal", "nodes", "sims"), _clairvoyant),
    "openspiel": Kind("OpenSpiel's ISMCTSBot (200 simulations)", ("sims", "time", "c"), _openspiel),
}


@cache
def parse_player(text: str) -> Player | Clairvoyant:
    """The player that `text` names: ``name`` or ``name:option=value,option=value``.

    Raises PlayerNameError for what names none, DiamondsError for a player that cannot have this goal, MissingExtraError where a part is
    not installed.
    """
    return KINDS[_split(text)[0]].make(player_name(text), _split(text)[1])


def player_name(text: str) -> str:
    """The name in the one strict way of writing: options in a fixed order, so that the same player has the same name.

    Raises PlayerNameError as `parse_player` does.
    """
    name, options = _split(text)
    given = [f"{option}={_written(options[option])}" for option in OPTIONS if option in options]
    return f"{name}:{','.join(given)}" if given else name


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def players_help() -> str:
    """All players and their options, in lines of at most 78 cells."""
    lines = []
    for name, kind in KINDS.items():
        lines.append(f"{name:<12} {kind.text}")
        if kind.options:
            lines.append(f"{'':<12} options: {', '.join(kind.options)}")
    return "\n".join([*lines, "options:", *(f"  {name:<10} {option.text}" for name, option in OPTIONS.items())])


def _split(text: str) -> tuple[str, dict[str, Any]]:
    """The name and the values of the options."""
    name, colon, rest = text.partition(":")
    if name not in KINDS:
        raise PlayerNameError(f"there is no player {name!r}", hint=meant(name, KINDS, "players"))
    known = {option: OPTIONS[option] for option in KINDS[name].options}
    try:
        return name, read_options(f"the player {name}", rest, known) if colon else {}
    except OptionError as error:
        raise PlayerNameError(error.message, hint=error.hint) from None
