"""Players that every game has: by rules, with slips, and by an engine of advice, sized by its options or by the clock."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.options import Option
from diamonds_solver.common.parallel import Stop
from diamonds_solver.game import Engine, EngineRequest
from diamonds_solver.search.collect import best_move

from .names import AUTO_SHARE, EASY_SLIPS, STRONG_SHARE, Kind, written

S = TypeVar("S")
"""What a player knows when it decides."""
M = TypeVar("M")
"""What it decides, such as a move."""
S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)
Rule = Callable[[S, int], M]
"""What is done in a situation, by a seed."""

_OF_ENGINES = ("sims", "c", "nodes", "inference", "rollouts", "margin", "early", "share")
"""Options of players that are those of their engines, some under an alias."""


class Player(Protocol[S_contra, M_co]):
    """Somebody who plays. What is chosen depends on the situation and the seed only (and on the clock, where there is a limit of time)."""

    @property
    def name(self) -> str: ...

    def choose(self, situation: S_contra, seed: int, should_stop: Stop | None = None, /) -> M_co:
        """Something legal. `should_stop`, called from any thread, ends the thinking: the choice then rests on what was thought so far."""
        ...


@dataclass(frozen=True)
class RulePlayer(Generic[S, M]):
    """Plays by a rule, without thinking."""

    name: str
    rule: Rule[S, M]

    def choose(self, situation: S, seed: int, should_stop: Stop | None = None, /) -> M:
        return self.rule(situation, seed)


@dataclass(frozen=True)
class EnginePlayer(Generic[S, M]):
    """Takes the move with the best mean of an engine's samples: what ``diamonds advise`` says is best."""

    name: str
    kinds: PlayerKinds[S, M]
    spec: str
    """The engine, such as ``ismcts:simulations=500``."""
    objective: str
    samples: int | None
    """Samples for a decision; None: as many as fit into `seconds`, or where they are None, too, `share` of what a hint does."""
    seconds: float | None
    share: float

    def choose(self, situation: S, seed: int, should_stop: Stop | None = None, /) -> M:
        """Where not one sample is done in time, the rules of thumb decide, not chance: it would count as the strength of the engine."""
        request, kinds = EngineRequest(self.spec, self.objective, seed, self.samples, self.seconds), self.kinds
        best = best_move(
            lambda: kinds.engine(situation, request), self._work, self.seconds, should_stop, lambda means: kinds.pick(means, seed)
        )
        return kinds.greedy(situation, seed) if best is None else best

    def _work(self, engine: Engine[M]) -> float:
        """Samples, or the size of trees that grow in turns."""
        if self.samples is not None:
            return self.samples
        return math.ceil(self.share * engine.usual) if self.seconds is None else math.inf


@dataclass(frozen=True)
class PlayerKinds(Generic[S, M]):
    """Makes the kinds of players of a game."""

    at_random: Rule[S, M]
    greedy: Rule[S, M]
    """The rules of thumb."""
    slip: Callable[[int], float]
    """A number from 0 to 1 by a seed, apart from those of `at_random`: what is less than the share of slips is one."""
    engine: Callable[[S, EngineRequest], Engine[M]]
    objective: str
    """The default."""
    options: Mapping[str, Option]
    pick: Callable[[NDArray[np.float64], int], int] = lambda means, seed: int(means.argmax())
    """The index of the best of the means, by the seed of the decision."""

    def by_rule(self, text: str, rule: Rule[S, M]) -> Kind[Player[S, M]]:
        return Kind(text, (), lambda name, given: RulePlayer(name, rule))

    def levels(self, options: tuple[str, ...]) -> dict[str, Kind[Player[S, M]]]:
        """The levels for people, and who plays at random. `options`: of ``strong``."""
        return {
            "random": self.by_rule("any legal move", self.at_random),
            "easy": Kind(f"level: plays by rules with slips ({EASY_SLIPS})", ("slips",), self._easy),
            "normal": self.by_rule("level: plays by rules, as greedy", self.greedy),
            "strong": self.by_engine(
                f"level: as auto, with {STRONG_SHARE / AUTO_SHARE:g} times its work", "auto", options, share=STRONG_SHARE
            ),
        }

    def by_engine(
        self,
        text: str,
        engine: str,
        options: tuple[str, ...],
        *,
        samples: int = 1,
        share: float | None = None,
        simulations: int | None = None,
        **sizes: object,
    ) -> Kind[Player[S, M]]:
        """A kind of `EnginePlayer`. The sizes are those without other options: of a decision `samples`, or a `share` of a hint's, and
        `simulations`, which are left to the clock where it has a limit; ``sizes`` are other options of the engine."""

        def make(name: str, given: Mapping[str, Any]) -> EnginePlayer[S, M]:
            limit, values = given.get("time"), {**sizes, **given}
            if "sims" in given or (simulations is not None and limit is None):
                values["sims"] = max(1, given.get("sims", simulations) // given.get("trees", 1))
            parts = [f"{self.options[option].alias or option}={written(values[option])}" for option in _OF_ENGINES if option in values]
            spec = f"{engine}:{','.join(parts)}" if parts else engine
            count = given.get("worlds", given.get("trees", samples)) if limit is None and share is None else None
            return EnginePlayer(name, self, spec, given.get("goal", self.objective), count, limit, share or 0.0)

        return Kind(text, options, make)

    def _easy(self, name: str, given: Mapping[str, Any]) -> RulePlayer[S, M]:
        share = given.get("slips", EASY_SLIPS)
        return RulePlayer(name, lambda situation, seed: (self.at_random if self.slip(seed) < share else self.greedy)(situation, seed))
