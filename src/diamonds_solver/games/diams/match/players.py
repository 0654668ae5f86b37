"""Players by name, as the arena has them: ``random``, ``greedy``, ``ismcts:sims=500``, ``playout:time=50ms``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any, Protocol

from diamonds_solver.arena.players import EASY_SLIPS, SLIPS, STRONG_TIME, TIME, Kind, PlayerNames
from diamonds_solver.common.options import Option, one_of, positive, whole
from diamonds_solver.game import Ask
from diamonds_solver.games.diams.engines.goal import PLAYER_OBJECTIVES
from diamonds_solver.games.diams.engines.make import make_engine
from diamonds_solver.games.diams.engines.policy import greedy
from diamonds_solver.games.diams.record.record import Record
from diamonds_solver.games.diams.rules.cards import HIDDEN
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import State
from diamonds_solver.games.diams.view.view import View
from diamonds_solver.search.collect import best_move


class Situation:
    """A decision as its seat sees it."""

    def __init__(self, state: State, seat: int, record: Callable[[], Record]) -> None:
        """`state` and `record` have all cards; what is hidden from the seat is taken out."""
        self._record, self._seat = record, seat
        hands = tuple(hand if each == seat else (HIDDEN,) * len(hand) for each, hand in enumerate(state.hands))
        safes = tuple(safe if each == seat else tuple((HIDDEN,) * len(pile) for pile in safe) for each, safe in enumerate(state.safes))
        self.state = state._replace(hands=hands, safes=safes, pile=(HIDDEN,) * len(state.pile), is_stack=False)

    @cached_property
    def view(self) -> View:
        """All that the seat knows."""
        return View.of(self._record(), self._seat)


class Player(Protocol):
    """Somebody who plays. What is chosen depends on the situation and the seed only (and on the clock, where there is a limit of time)."""

    @property
    def name(self) -> str: ...

    def choose(self, situation: Situation, seed: int) -> Move:
        """One of ``situation.state.moves()``."""
        ...


@dataclass(frozen=True)
class RandomPlayer:
    """Any legal move."""

    name: str

    def choose(self, situation: Situation, seed: int) -> Move:
        return Random(seed).choice(situation.state.moves())


@dataclass(frozen=True)
class GreedyPlayer:
    """Plays by rules of thumb."""

    name: str

    def choose(self, situation: Situation, seed: int) -> Move:
        return greedy(situation.state)


@dataclass(frozen=True)
class EasyPlayer:
    """Plays by rules of thumb, with slips: now and then it makes any legal move."""

    name: str
    slips: float
    """How likely a slip is, in each decision."""

    def choose(self, situation: Situation, seed: int) -> Move:
        is_slip = Random(f"slip/{seed}").random() < self.slips
        return (RandomPlayer if is_slip else GreedyPlayer)(self.name).choose(situation, seed)


@dataclass(frozen=True)
class EnginePlayer:
    """Takes the move with the best mean of an engine's samples: what ``diamonds advise`` says is best."""

    name: str
    spec: str
    """The engine, such as ``ismcts:simulations=500``."""
    objective: str
    samples: int | None
    """Samples for a decision; None: as many as fit into `seconds`."""
    seconds: float | None
    should_stop: Callable[[], bool] | None = None
    """Ends a decision early, asked from any thread; what is chosen then rests on the samples so far."""

    def choose(self, situation: Situation, seed: int) -> Move:
        ask = Ask(self.spec, self.objective, seed, self.samples, self.seconds)
        return best_move(lambda: make_engine(situation.view, ask), self.samples, self.seconds, self.should_stop) or greedy(situation.state)


OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 20", whole, "simulations"),
    "worlds": Option("worlds a decision, from 1", whole),
    "time": TIME,
    "goal": Option("margin, points, chips or win: the chance to win the match", one_of(*PLAYER_OBJECTIVES)),
    "c": Option("how much the tree search explores, above 0", positive, "exploration"),
    "slips": SLIPS,
}


def _engine(name: str, spec: str, options: Mapping[str, Any], samples: int) -> Player:
    seconds = options.get("time")
    return EnginePlayer(name, spec, options.get("goal", "margin"), samples if seconds is None else None, seconds)


def _ismcts(name: str, options: Mapping[str, Any]) -> Player:
    parts = [] if "time" in options and "sims" not in options else [f"simulations={options.get('sims', 300)}"]
    parts += [f"exploration={options['c']}"] if "c" in options else []
    return _engine(name, f"ismcts:{','.join(parts)}" if parts else "ismcts", options, 1)


def _easy(name: str, options: Mapping[str, Any]) -> Player:
    return EasyPlayer(name, options.get("slips", EASY_SLIPS))


def _auto(name: str, options: Mapping[str, Any], seconds: float) -> Player:
    return _engine(name, "auto", {"time": seconds, **options}, 1)


KINDS: dict[str, Kind[Player]] = {
    "random": Kind("any legal move", (), lambda name, options: RandomPlayer(name)),
    "easy": Kind("level: plays by rules with slips (0.3)", ("slips",), _easy),
    "normal": Kind("level: plays by rules, as greedy", (), lambda name, options: GreedyPlayer(name)),
    "strong": Kind("level: as auto, 0.5 s a decision", ("time", "goal"), lambda name, options: _auto(name, options, STRONG_TIME)),
    "greedy": Kind("plays by rules of thumb", (), lambda name, options: GreedyPlayer(name)),
    "playout": Kind(
        "every move played to the end by rules (10 times)",
        ("worlds", "time", "goal"),
        lambda name, options: _engine(name, "playout", options, options.get("worlds", 10)),
    ),
    "ismcts": Kind("tree search (300 simulations)", ("sims", "time", "goal", "c"), _ismcts),
    "auto": Kind("as diamonds advise (0.05 s)", ("time", "goal"), lambda name, options: _auto(name, options, 0.05)),
}

NAMES = PlayerNames(KINDS, OPTIONS)


@cache
def parse_player(text: str) -> Player:
    """The player that `text` names; the same one for the same text.

    Raises PlayerNameError for what names none.
    """
    return NAMES.parse(text)
