"""Players by name, as the arena has them: ``random``, ``greedy``, ``mcts:sims=500``, ``playout:time=50ms``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Protocol

import numpy as np

from diamonds_solver.arena.players import EASY_SLIPS, SLIPS, STRONG_TIME, TIME, Kind, PlayerNames
from diamonds_solver.common.options import Option, whole
from diamonds_solver.games.diamoniak.engines.make import make_engine
from diamonds_solver.games.diamoniak.engines.rules_of_thumb import CAUTIOUS, GREEDY, move_by_rules
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.search.collect import best_move

_SLIP = 1  # apart from the random numbers of what is chosen then


class Player(Protocol):
    """Somebody who plays. What is chosen depends on the state and the seed only (and on the clock, where there is a limit of time)."""

    @property
    def name(self) -> str: ...

    def choose(self, state: State, seed: int) -> Move:
        """One of ``state.moves()``."""
        ...


@dataclass(frozen=True)
class RandomPlayer:
    """Any legal move."""

    name: str

    def choose(self, state: State, seed: int) -> Move:
        moves = state.moves()
        return moves[int(np.random.default_rng(seed).integers(len(moves)))]


@dataclass(frozen=True)
class RulePlayer:
    """Plays by a rule of thumb."""

    name: str
    policy: str

    def choose(self, state: State, seed: int) -> Move:
        return move_by_rules(state, self.policy)


@dataclass(frozen=True)
class EasyPlayer:
    """Plays as another one, with slips: now and then it makes any legal move."""

    name: str
    other: Player
    slips: float
    """How likely a slip is, in each decision."""

    def choose(self, state: State, seed: int) -> Move:
        is_slip = np.random.default_rng((seed, _SLIP)).random() < self.slips
        return (RandomPlayer(self.name) if is_slip else self.other).choose(state, seed)


@dataclass(frozen=True)
class EnginePlayer:
    """Takes the move with the best mean of an engine's samples: what ``diamonds advise`` says is best."""

    name: str
    spec: str
    """The engine, such as ``mcts:simulations=500``."""
    samples: int | None
    """Samples for a decision; None: as many as fit into `seconds`."""
    seconds: float | None
    should_stop: Callable[[], bool] | None = None
    """Ends a decision early, asked from any thread; what is chosen then rests on the samples so far."""

    def choose(self, state: State, seed: int) -> Move:
        make = partial(make_engine, state, self.spec, seed=seed, worlds=self.samples, time_limit=self.seconds)
        return best_move(make, self.samples, self.seconds, self.should_stop) or move_by_rules(state)


OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 100", whole, "simulations"),
    "worlds": Option("random continuations a decision, from 1", whole),
    "time": TIME,
    "slips": SLIPS,
}


def _engine(name: str, spec: str, options: Mapping[str, Any], samples: int) -> Player:
    seconds = options.get("time")
    return EnginePlayer(name, spec, samples if seconds is None else None, seconds)


def _mcts(name: str, options: Mapping[str, Any]) -> Player:
    sized = "" if "time" in options and "sims" not in options else f":simulations={options.get('sims', 2000)}"
    return _engine(name, f"mcts{sized}", options, 1)


def _easy(name: str, options: Mapping[str, Any]) -> Player:
    return EasyPlayer(name, RulePlayer(name, GREEDY), options.get("slips", EASY_SLIPS))


def _auto(name: str, options: Mapping[str, Any], seconds: float) -> Player:
    return _engine(name, "auto", {"time": seconds, **options}, 1)


KINDS: dict[str, Kind[Player]] = {
    "random": Kind("any legal move", (), lambda name, options: RandomPlayer(name)),
    "easy": Kind("level: plays by rules with slips (0.3)", ("slips",), _easy),
    "normal": Kind("level: plays by rules, as greedy", (), lambda name, options: RulePlayer(name, GREEDY)),
    "strong": Kind("level: as auto, 0.5 s a decision", ("time",), lambda name, options: _auto(name, options, STRONG_TIME)),
    "cautious": Kind("plays by rules, one card a turn", (), lambda name, options: RulePlayer(name, CAUTIOUS)),
    "greedy": Kind("plays by rules", (), lambda name, options: RulePlayer(name, GREEDY)),
    "playout": Kind(
        "every move played to the end by rules (500 times)",
        ("worlds", "time"),
        lambda name, options: _engine(name, "playout", options, options.get("worlds", 500)),
    ),
    "turn": Kind(
        "the turn solved, then random continuations (500)",
        ("worlds", "time"),
        lambda name, options: _engine(name, "turn", options, options.get("worlds", 500)),
    ),
    "mcts": Kind("tree search (2,000 simulations)", ("sims", "time"), _mcts),
    "auto": Kind("as diamonds advise (0.05 s)", ("time",), lambda name, options: _auto(name, options, 0.05)),
}


NAMES = PlayerNames(KINDS, OPTIONS)


@cache
def parse_player(text: str) -> Player:
    """The player that `text` names; the same one for the same text.

    Raises PlayerNameError for what names none.
    """
    return NAMES.parse(text)
