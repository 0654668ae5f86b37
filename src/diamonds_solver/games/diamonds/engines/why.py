"""Why one move is better than another: where the points come from when the round is finished after either, measured.

Rule-based players finish it; where the engine is ``exact`` and there are two sides, best play does.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.rules.account import SOURCES, Account, account
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUIT_NAMES, SUITS
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.solve.solve import Solver

from .base import PlayEngine, ViewEngine
from .exact import ExactEngine
from .passing import PassingEngine

WORLDS = 60
_MOST_NODES = 200_000
_FIRST = 1 << 61  # worlds apart from those of the advice
_SIGNIFICANT = 2.0  # standard errors
_PARTS = (*SOURCES, "others")
_PHRASES = {
    "tricks": "from tricks won",
    "discards": "from discards",
    "awards": "from awards",
    "bonus": "from the bonus without a trick",
    "thefts": "by thefts",
    "others": "by what the others gain",
}


@dataclass(frozen=True)
class Explanation:
    """Two moves compared by lines of play in the same worlds. Pairs are for `move` and for `against`."""

    move: str
    against: str
    basis: str
    """What the lines are, in words: playouts by the rule-based players, or best play."""
    worlds: int
    parts: dict[str, tuple[float, float]]
    """Mean points by source (see `account.SOURCES`), thefts as negative; and ``others``, less the mean of the other sides' points."""
    errors: dict[str, float]
    """Standard errors of the differences of the parts."""
    tricks: tuple[float, float]
    awards: tuple[tuple[float, float], ...]
    """Chances of the award, by suit."""
    no_trick: tuple[float, float]
    thefts: tuple[float, float]

    def difference(self, part: str) -> float:
        """How many points `move` is ahead by a part."""
        return self.parts[part][0] - self.parts[part][1]

    def to_dict(self) -> dict[str, Any]:
        """The ``why`` of ``diamonds advise --json``; pairs are [move, against]."""
        return {
            "move": self.move,
            "against": self.against,
            "basis": self.basis,
            "worlds": self.worlds,
            "points": {part: _rounded(pair) for part, pair in self.parts.items()},
            "errors": {part: round(error, 6) for part, error in self.errors.items()},
            "tricks": _rounded(self.tricks),
            "awards": {SUIT_LETTERS[suit]: _rounded(pair) for suit, pair in enumerate(self.awards)},
            "no_trick": _rounded(self.no_trick),
            "thefts": _rounded(self.thefts),
            "text": self.text(),
        }

    def text(self) -> str:
        """One sentence: the parts that differ beyond sampling error, the largest first."""
        differing = [part for part in _PARTS if abs(self.difference(part)) > max(_SIGNIFICANT * self.errors[part], 0.005)]
        head = f"why: in {self.basis}, {self.move}"
        if not differing:
            return f"{head} and {self.against} do not differ in any source of points" + (
                "" if self.worlds == 1 else " beyond the error of sampling"
            )
        differing.sort(key=lambda part: -abs(self.difference(part)))
        texts = [f"{self.difference(part):+.2f} {_PHRASES[part]}{self._detail(part)}" for part in differing[:3]]
        return f"{head} has against {self.against} {', '.join(texts)}"

    def _detail(self, part: str) -> str:
        """What was counted, in brackets; nothing where that does not tell the two moves apart."""
        if part == "tricks":
            return _compared("{} tricks", self.tricks, _number)
        if part == "awards":
            suit = max(range(len(self.awards)), key=lambda s: abs(self.awards[s][0] - self.awards[s][1]))
            return _compared(SUIT_NAMES[suit] + " {}", self.awards[suit], _percent)
        if part == "bonus":
            return _compared("{}", self.no_trick, _percent)
        return _compared("{} crystals", self.thefts, _number) if part == "thefts" else ""


def _rounded(pair: Sequence[float]) -> list[float]:
    return [round(number, 6) + 0.0 for number in pair]


def _compared(text: str, pair: tuple[float, float], written: Callable[[float], str]) -> str:
    """In brackets; "" where both are written alike."""
    first, second = map(written, pair)
    return f" ({text.format(f'{first} against {second}')})" if first != second else ""


def _number(count: float) -> str:
    return f"{count:.1f}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def explain(engine: ViewEngine, move: object, against: object, *, worlds: int = WORLDS, time_limit: float = math.inf) -> Explanation | None:
    """Compares two of the engine's moves in up to `worlds` worlds, as many as fit into `time_limit` seconds.

    None where not two of them do, or where a search for best play does not end soon.
    """
    ends = time.perf_counter() + time_limit
    # With two sides and margins one search serves both; else best play after a move is not what the engine's value assumes.
    is_solved = isinstance(engine, ExactEngine) and len(engine.view.rules.sides) == 2 and engine.objective == "margin"
    is_open = is_solved and engine.total == 1
    line_of = _best_lines() if is_solved else _policy_line
    accounts = _accounts(engine, line_of)
    pairs: list[tuple[Account, Account]] = []
    for index in range(1 if is_open else worlds):
        pair = accounts(move, index), accounts(against, index)
        if pair[0] is None or pair[1] is None:
            return None
        pairs.append((pair[0], pair[1]))
        if time.perf_counter() >= ends:
            break
    if len(pairs) < 2 and not is_open:
        return None
    basis = f"{len(pairs)} playouts of both" if not is_solved else "best play" if is_open else f"best play in {len(pairs)} worlds"
    return _compare(str(move), str(against), basis, pairs, engine.objective != "points")


Line = Callable[[Position, int, int], list[Move] | None]
"""The moves to the end of the round, of a world with `seen` cards, by number."""
Accounts = Callable[[object, int], Account | None]


def _accounts(engine: ViewEngine, line_of: Line) -> Accounts:
    """The account of a line after a move, in a world by number."""
    table, side = engine.view.table, engine.side

    def passing(move: object, index: int) -> Account | None:
        assert isinstance(engine, PassingEngine)
        own = engine.pass_of(move)
        (after,) = engine.worlds.positions(engine.after_passing(len(own.cards), [own], _FIRST + index, 1)[0])
        line = line_of(after, engine.seen, index)
        return None if line is None else account(table, line, side)

    def playing(move: object, index: int) -> Account | None:
        assert isinstance(engine, PlayEngine)
        assert isinstance(move, Move)
        (position,) = engine.worlds.positions(engine.worlds.sample(engine.seed, _FIRST + index, 1))
        after = position.play(move)
        line = [] if after.is_over else line_of(after, engine.seen, index)
        return None if line is None else account(position.table, [move, *line], side)

    return passing if isinstance(engine, PassingEngine) else playing


def _policy_line(position: Position, seen: int, index: int) -> list[Move]:
    """What rule-based players do."""
    packed = layout.pack([position]).view(np.uint8)
    seats = [_players.default_weights(packed)] * position.rules.players
    line = _players.play_line(packed, seen, 0, index, seats)
    return [Move(*(None if part == layout.NONE else part for part in move)) for move in line]


def _best_lines() -> Line:
    """Best play of two sides."""
    solver = Solver(16 << 20)

    def line_of(position: Position, seen: int, index: int) -> list[Move] | None:
        solution = solver.solve(position, objective="margin", all_moves=False, node_limit=_MOST_NODES)
        return list(solution.line) if solution.exact else None

    return line_of


def _compare(move: str, against: str, basis: str, pairs: list[tuple[Account, Account]], counts_others: bool) -> Explanation:
    def mean(number: Callable[[Account], float]) -> tuple[float, float]:
        return (sum(number(a) for a, _ in pairs) / len(pairs), sum(number(b) for _, b in pairs) / len(pairs))

    def value(part: str) -> Callable[[Account], float]:
        if part == "others":
            return lambda one: -one.others if counts_others else 0.0
        return lambda one: one.points[part]

    return Explanation(
        move=move,
        against=against,
        basis=basis,
        worlds=len(pairs),
        parts={part: mean(value(part)) for part in _PARTS},
        errors={part: _error([value(part)(a) - value(part)(b) for a, b in pairs]) for part in _PARTS},
        tricks=mean(lambda one: one.tricks),
        awards=tuple(mean(_award(suit)) for suit in SUITS),
        no_trick=mean(lambda one: one.no_trick),
        thefts=mean(lambda one: one.thefts),
    )


def _award(suit: int) -> Callable[[Account], float]:
    return lambda one: one.awards[suit]


def _error(differences: Sequence[float]) -> float:
    """The standard error of their mean; none in the only world."""
    return 0.0 if len(differences) == 1 else float(np.std(differences, ddof=1)) / math.sqrt(len(differences))
