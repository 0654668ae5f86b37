"""Players by name, as the arena has them: ``random``, ``greedy``, ``mcts:sims=500``, ``playout:time=50ms``."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np

from diamonds_solver.arena.players import Kind, PlayerNames
from diamonds_solver.common.options import Option, duration, whole
from diamonds_solver.games.diamoniak.engines.make import make_engine
from diamonds_solver.games.diamoniak.engines.policy import CAUTIOUS, GREEDY, Policy
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.search.collect import AnytimeSampler

_LEAST_SHARE = 0.2  # of the time, that is left for samples also where a busy machine makes the preparation long


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
    policy: Policy

    def choose(self, state: State, seed: int) -> Move:
        return self.policy.move(state)


@dataclass(frozen=True)
class EnginePlayer:
    """Takes the move with the best mean of an engine's samples: what ``diamonds advise`` says is best."""

    name: str
    spec: str
    """The engine, such as ``mcts:simulations=500``."""
    samples: int | None
    """Samples for a decision; None: as many as fit into `seconds`."""
    seconds: float | None

    def choose(self, state: State, seed: int) -> Move:
        started = time.perf_counter()
        engine = make_engine(state, self.spec, seed=seed, worlds=self.samples, time_limit=self.seconds)
        left = None if self.seconds is None else max(_LEAST_SHARE * self.seconds, self.seconds - (time.perf_counter() - started))
        sampler = AnytimeSampler(engine, 1, left, None, None)
        wanted = 1e9 if self.samples is None else self.samples
        sampler.collect_until(wanted if engine.total is None else min(wanted, engine.total))
        if sampler.interrupted:
            raise KeyboardInterrupt
        if not sampler.count:  # not one sample was done in time
            return GREEDY.move(state)
        return engine.moves[int(np.argmax(sampler.samples.means()))]


OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 100", whole, "simulations"),
    "worlds": Option("courses of chance a decision, from 1", whole),
    "time": Option("of a decision: 0.05, 50ms or 2s; results then do not repeat", duration),
}


def _engine(name: str, spec: str, options: Mapping[str, Any], samples: int) -> Player:
    seconds = options.get("time")
    return EnginePlayer(name, spec, samples if seconds is None else None, seconds)


def _mcts(name: str, options: Mapping[str, Any]) -> Player:
    sized = "" if "time" in options and "sims" not in options else f":simulations={options.get('sims', 500)}"
    return _engine(name, f"mcts{sized}", options, 1)


KINDS: dict[str, Kind[Player]] = {
    "random": Kind("any legal move", (), lambda name, options: RandomPlayer(name)),
    "cautious": Kind("plays by rules, one card a turn", (), lambda name, options: RulePlayer(name, CAUTIOUS)),
    "greedy": Kind("plays by rules", (), lambda name, options: RulePlayer(name, GREEDY)),
    "playout": Kind(
        "every move played to the end by rules (100 times)",
        ("worlds", "time"),
        lambda name, options: _engine(name, "playout", options, options.get("worlds", 100)),
    ),
    "mcts": Kind("tree search (500 simulations)", ("sims", "time"), _mcts),
    "auto": Kind("as diamonds advise (0.05 s)", ("time",), lambda name, options: _engine(name, "auto", {"time": 0.05, **options}, 1)),
}


NAMES = PlayerNames(KINDS, OPTIONS)


@cache
def parse_player(text: str) -> Player:
    """The player that `text` names; the same one for the same text.

    Raises PlayerNameError for what names none.
    """
    return NAMES.parse(text)
