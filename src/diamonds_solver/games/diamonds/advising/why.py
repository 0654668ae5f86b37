"""Why one move is better than another: where the points come from when the round is finished after either.

Rule-based players finish it, or the net where the engine's rounds end by it; where the engine is ``exact`` and there are two sides, best
play does. So the difference that is explained is the one of these lines, and the text says how large that is: an engine may see another.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

import numpy as np

from diamonds_solver.game import Engine
from diamonds_solver.stats.estimates import t_quantile

from ..core import _players, layout
from ..round.position import Position
from ..round.public import Move
from ..round.rules import SUIT_LETTERS, SUIT_NAMES, SUITS
from ..round.scoring import SOURCES, Attribution, attribute_points, is_margin
from ..solving.solve import Solver
from .engines import M, ViewEngine

WORLDS = 60
_MOST_NODES = 200_000
_FIRST = 1 << 61  # worlds apart from those of the advice
_SHOWN = 3  # parts that the text names
_PARTS = (*SOURCES, "others")
_PHRASES = {
    "tricks": "from tricks won",
    "discards": "from discards",
    "awards": "from awards",
    "bonus": "from the bonus for winning no trick",
    "thefts": "from being robbed",
    "others": "from what the others gain",
}


@dataclass(frozen=True)
class Explanation:
    """Two moves compared by lines of play in the same worlds. Pairs are for `move` and for `against`."""

    move: object
    against: object
    basis: str
    """What the lines are, in words: games finished by simple rules or by the net, or best play."""
    worlds: int
    parts: dict[str, tuple[float, float]]
    """Mean points by source (`SOURCES`), thefts as negative; and ``others``, less the mean of the other sides' points.

    Their sum is what the objective counts: own points, or these less the others' mean.
    """
    errors: dict[str, float]
    """Standard errors of the differences of the parts, and of their sum as ``total``."""
    tricks: tuple[float, float]
    awards: tuple[tuple[float, float], ...]
    """Chances of the award, by suit."""
    no_trick: tuple[float, float]
    thefts: tuple[float, float]

    @property
    def total(self) -> tuple[float, float]:
        """The sums of the parts."""
        return sum(pair[0] for pair in self.parts.values()), sum(pair[1] for pair in self.parts.values())

    def difference(self, part: str) -> float:
        """How many points `move` is ahead by a part, or in total."""
        first, second = self.total if part == "total" else self.parts[part]
        return first - second

    def interval(self, part: str) -> float:
        """Half of the 95 % interval of `difference`; 0 in the only world."""
        return 0.0 if self.worlds == 1 else self.errors[part] * t_quantile(self.worlds - 1, 0.975)

    def to_dict(self) -> dict[str, Any]:
        """The ``why`` of ``diamonds advise --json``; pairs are [move, against]."""
        return {
            "move": str(self.move),
            "against": str(self.against),
            "basis": self.basis,
            "worlds": self.worlds,
            "points": {part: _rounded(pair) for part, pair in self.parts.items()},
            "total": _rounded(self.total),
            "errors": {part: round(error, 6) for part, error in self.errors.items()},
            "tricks": _rounded(self.tricks),
            "awards": {SUIT_LETTERS[suit]: _rounded(pair) for suit, pair in enumerate(self.awards)},
            "no_trick": _rounded(self.no_trick),
            "thefts": _rounded(self.thefts),
            "text": self.text(),
        }

    def text(self, written: Callable[[object], str] = str) -> str:
        """One sentence: how far `move` is ahead, and by what: the parts that differ beyond sampling error, and the rest. Where it is
        behind, that no reason was found.

        `written`: how to write a move.
        """
        difference, reach = self.difference("total"), self.interval("total")
        total = round(100 * difference)
        lead, word = (abs(difference), "ahead of") if total >= 0 else (-difference, "behind")
        interval = "" if self.worlds == 1 else f" (95 %: {lead - reach:.2f} to {lead + reach:.2f})"
        verdict = f"in {self.basis}, {written(self.move)} comes out {abs(total) / 100:.2f} points {word} {written(self.against)}{interval}"
        if total < 0:  # its sources of points would argue against the advice
            return f"why: no reason was found: {verdict}"
        head = f"why: {verdict}"
        shown = [part for part in _PARTS if abs(self.difference(part)) > max(self.interval(part), 0.005)]
        shown = sorted(shown, key=lambda part: -abs(self.difference(part)))[:_SHOWN]
        if not shown:
            return f"{head}; no source of points stands out"
        hundredths = [round(100 * self.difference(part)) for part in shown]
        rest = difference - sum(map(self.difference, shown))
        left = total - sum(hundredths)
        if abs(rest) < 0.005:  # then only rounding is left
            hundredths[0], left = hundredths[0] + left, 0
        texts = [f"{number / 100:+.2f} {_PHRASES[part]}{self._detail(part)}" for number, part in zip(hundredths, shown, strict=True)]
        return f"{head}: {', '.join(texts)}" + (f", {left / 100:+.2f} from the rest" if left else "")

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


def explain(
    engine: Engine[Any], move: object, against: object, *, worlds: int = WORLDS, time_limit: float = math.inf
) -> Explanation | None:
    """Compares two of the engine's moves in up to `worlds` worlds, as many as fit into `time_limit` seconds.

    None for an engine that gives no reasons, where not two worlds fit, or where a search for best play does not end soon.
    """
    if not isinstance(engine, ViewEngine) or not engine.can_explain:
        return None
    ends = time.perf_counter() + time_limit
    # Where one search serves both moves: else best play after a move is not what the engine's value assumes.
    is_solved = engine.explains_by_best_play
    is_open = is_solved and engine.total == 1
    line_of = _best_lines() if is_solved else partial(_policy_line, engine.is_by_net)
    pairs: list[tuple[Attribution, Attribution]] = []
    for index in range(1 if is_open else worlds):
        first, second = _attributed(engine, move, index, line_of), _attributed(engine, against, index, line_of)
        if first is None or second is None:
            return None
        pairs.append((first, second))
        if time.perf_counter() >= ends:
            break
    if len(pairs) < 2 and not is_open:
        return None
    basis = (
        f"{len(pairs)} deals played out by {'the net' if engine.is_by_net else 'simple rules'}"
        if not is_solved
        else "best play"
        if is_open
        else f"best play in {len(pairs)} deals"
    )
    return _compare(move, against, basis, pairs, engine.objective == "win" or is_margin(engine.objective))


Line = Callable[[Position, int, int], list[Move] | None]
"""The moves to the end of the round, of a world with `seen` cards, by number."""


def _attributed(engine: ViewEngine[M], move: M, index: int, line_of: Line) -> Attribution | None:
    """Where the points come from when a move is made in a world, by number."""
    start, made = engine.begin(move, _FIRST + index)
    position = reduce(Position.play, made, start)
    line = [] if position.is_over else line_of(position, engine.seen, index)
    return None if line is None else attribute_points(start.table, [*made, *line], engine.side)


def _policy_line(is_by_net: bool, position: Position, seen: int, index: int) -> list[Move]:
    """What players by rules do, or those by the net."""
    packed = layout.pack([position]).view(np.uint8)
    seats = [(_players.net_weights if is_by_net else _players.default_weights)(packed)] * position.rules.players
    line = _players.play_line(packed, seen, 0, index, seats)
    return [layout.unpack_move(fields) for fields in line]


def _best_lines() -> Line:
    """Best play of two sides."""
    solver = Solver(16 << 20)

    def line_of(position: Position, seen: int, index: int) -> list[Move] | None:
        solution = solver.solve(position, objective="margin", all_moves=False, node_limit=_MOST_NODES)
        return list(solution.line) if solution.exact else None

    return line_of


def _compare(move: object, against: object, basis: str, pairs: list[tuple[Attribution, Attribution]], counts_others: bool) -> Explanation:
    def mean(number: Callable[[Attribution], float]) -> tuple[float, float]:
        return (sum(number(a) for a, _ in pairs) / len(pairs), sum(number(b) for _, b in pairs) / len(pairs))

    def value(part: str) -> Callable[[Attribution], float]:
        if part == "others":
            return lambda attribution: -attribution.others if counts_others else 0.0
        if part == "total":
            return lambda attribution: sum(attribution.points.values()) - (attribution.others if counts_others else 0.0)
        return lambda attribution: attribution.points[part]

    return Explanation(
        move=move,
        against=against,
        basis=basis,
        worlds=len(pairs),
        parts={part: mean(value(part)) for part in _PARTS},
        errors={part: _error([value(part)(a) - value(part)(b) for a, b in pairs]) for part in (*_PARTS, "total")},
        tricks=mean(lambda attribution: attribution.tricks),
        awards=tuple(mean(_award(suit)) for suit in SUITS),
        no_trick=mean(lambda attribution: attribution.no_trick),
        thefts=mean(lambda attribution: attribution.thefts),
    )


def _award(suit: int) -> Callable[[Attribution], float]:
    return lambda attribution: attribution.awards[suit]


def _error(differences: Sequence[float]) -> float:
    """The standard error of their mean; none in the only world."""
    return 0.0 if len(differences) == 1 else float(np.std(differences, ddof=1)) / math.sqrt(len(differences))
