"""Rounds played by rules and counted: values of hands, and their percentiles."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import ordered_map
from diamonds_solver.game import Measure
from diamonds_solver.stats.comparison import Verdict
from diamonds_solver.stats.estimates import Estimate, mean_interval, share_interval

from ..core import _players, layout
from ..core.passing import deck_mask
from ..round.public import Pass, is_margin
from ..round.rules import SUIT_LETTERS, SUITS, Rules, format_cards

# -- rounds -------------------------------------------------------------------------------------------------------------------------------
# Many rounds played by rules: in blocks, on threads, counted as they end, and stopped between two blocks.

BLOCK = 2000
"""Rounds: some hundredths of a second. Sums are made block by block, so the number of threads changes not even their rounding."""

Item = TypeVar("Item")
Result = TypeVar("Result")
RoundProgress = Callable[[int], None]
"""Told the number of rounds played so far."""


class RoundPool:
    """Threads that play rounds."""

    def __init__(self, threads: int = 1, on_progress: RoundProgress | None = None, should_stop: Callable[[], bool] | None = None) -> None:
        self.threads = threads
        self.rounds = 0
        """Played so far."""
        self._on_progress = on_progress
        self._should_stop = should_stop

    def each(self, function: Callable[[Item, slice], Result], items: Sequence[Item], count: int, block: int = BLOCK) -> list[list[Result]]:
        """`function(item, part)` of every item and every part of `count` rounds, as [item][part], whoever did it.

        Raises KeyboardInterrupt on Ctrl-C and where `should_stop` says so, when the blocks begun have ended.
        """
        parts = [slice(first, min(first + block, count)) for first in range(0, count, block)]
        tasks = [(item, part) for item in items for part in parts]
        results: list[Result] = []
        interrupted = threading.Event()  # all results may come nevertheless, when the last blocks had begun
        with closing(ordered_map(lambda task: function(*task), tasks, self.threads, interrupted.set)) as done:
            for (_, part), result in zip(tasks, done, strict=False):
                results.append(result)
                self.rounds += part.stop - part.start
                if self._on_progress is not None:
                    self._on_progress(self.rounds)
                if self._should_stop is not None and self._should_stop():
                    raise KeyboardInterrupt
        if interrupted.is_set():
            raise KeyboardInterrupt
        return [results[first : first + len(parts)] for first in range(0, len(results), len(parts))]

    def play(self, deals: NDArray[np.void], rules: Rules, seed: int, first: int, block: int = BLOCK) -> NDArray[np.void]:
        """The ends of the rounds; see `play_rounds`."""

        def ends(_: None, part: slice) -> NDArray[np.void]:
            return play_rounds(deals[part], rules, seed, first + part.start)

        return np.concatenate(self.each(ends, (None,), len(deals), block)[0])


# -- what a round may bring ---------------------------------------------------------------------------------------------------------------
# To one player: rounds played to their ends by rules, counted.


Floats = NDArray[np.float64]

OBJECTIVES = ("margin", "points")


@dataclass(frozen=True)
class RoundStatistics:
    """Means over simulated rounds. Points are gains of the round from its first card to its end, of the team in team play."""

    points: Estimate
    margin: Estimate
    """Own points minus the mean of the other sides' points."""
    tricks: Estimate
    """Tricks won by the player alone."""
    no_trick: Estimate
    """Chance that the player wins no trick."""
    awards: tuple[Estimate, ...]
    """Chance of most cards of each suit, D H S C; of the team in team play."""
    distribution: tuple[tuple[int, float], ...]
    """(points, share of the rounds), from the fewest points that occurred to the most, without gaps."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "points": estimate_to_dict(self.points),
            "margin": estimate_to_dict(self.margin),
            "tricks": estimate_to_dict(self.tricks),
            "no_trick": estimate_to_dict(self.no_trick),
            "awards": {SUIT_LETTERS[suit]: estimate_to_dict(self.awards[suit]) for suit in SUITS},
            "distribution": [{"points": points, "share": round(share, 6)} for points, share in self.distribution],
        }


def estimate_to_dict(estimate: Estimate) -> dict[str, Any]:
    """The mean, its standard error, and its 95 % interval; None for a limit that nothing is known of."""
    interval = interval_to_list(estimate.low, estimate.high)
    return {"mean": round(estimate.value, 6) + 0.0, "sem": round(estimate.sem, 6), "interval": interval}


def interval_to_list(low: float, high: float) -> list[float | None]:
    """Limits as JSON has them; None for one that nothing is known of."""
    return [round(limit, 6) + 0.0 if math.isfinite(limit) else None for limit in (low, high)]


def play_rounds(deals: NDArray[np.void], rules: Rules, seed: int, first: int) -> NDArray[np.void]:
    """Each deal played to the end of the round, the rule-based player in all seats. Deal i draws from stream `first` + i of `seed`."""
    packed = np.ascontiguousarray(deals).view(np.uint8)
    gone = np.full(len(deals), deck_mask(Rules(rules.players)) & ~deck_mask(rules), np.uint64)  # cards that the variant leaves out
    weights = _players.default_weights(packed)
    return _players.play_ends(packed, gone, seed, first, [weights] * rules.players).view(layout.POSITION)


def side_points(starts: NDArray[np.void], ends: NDArray[np.void], rules: Rules) -> Floats:
    """float64[rounds, sides]: points gained by each side."""
    gains = _crystals(ends) - _crystals(starts)
    return np.stack([gains[:, list(side)].sum(axis=1) for side in rules.sides], axis=1)


def margins(points: Floats) -> Floats:
    """float64[rounds, sides]: each side's points minus the mean of the others'."""
    others = points.shape[1] - 1
    differences: Floats = points - (points.sum(axis=1, keepdims=True) - points) / others
    return differences


def values_for(starts: NDArray[np.void], ends: NDArray[np.void], rules: Rules, seat: int, objective: str) -> Floats:
    """float64[rounds]: what `objective` counts, for the side of `seat`. Raises ObjectiveError for another than ``margin``, ``points``."""
    points = side_points(starts, ends, rules)
    return (margins(points) if is_margin(objective) else points)[:, rules.side_of(seat)]


def award_winners(ends: NDArray[np.void], rules: Rules) -> NDArray[np.bool_]:
    """bool[rounds, sides, suits]: which side took most cards of a suit; nobody where two have the same number."""
    taken = np.stack([ends["taken"][:, list(side)].sum(axis=1, dtype=np.int64) for side in rules.sides], axis=1)
    most = taken == taken.max(axis=1, keepdims=True)
    alone: NDArray[np.bool_] = most & (most.sum(axis=1, keepdims=True) == 1)
    return alone


def round_statistics(starts: NDArray[np.void], ends: NDArray[np.void], rules: Rules, seat: int) -> RoundStatistics:
    """What `ends` of rounds that began with `starts` show for `seat`. At least one round is needed."""
    side = rules.side_of(seat)
    points = side_points(starts, ends, rules)
    won = award_winners(ends, rules)[:, side].astype(np.float64)
    return RoundStatistics(
        points=mean_interval(points[:, side]),
        margin=mean_interval(margins(points)[:, side]),
        tricks=mean_interval(ends["taken"][:, seat].sum(axis=1) / rules.trick_size),
        no_trick=share_interval((((ends["winners"] >> seat) & 1) == 0).astype(np.float64)),
        awards=tuple(share_interval(won[:, suit]) for suit in SUITS),
        distribution=_distribution(points[:, side]),
    )


def _crystals(positions: NDArray[np.void]) -> Floats:
    points: Floats = 2.0 * positions["vault"] + positions["showroom"]
    return points


def _distribution(points: Floats) -> tuple[tuple[int, float], ...]:
    whole = points.astype(np.int64)
    low = int(whole.min())
    shares: Sequence[float] = (np.bincount(whole - low) / len(whole)).tolist()
    return tuple((low + i, share) for i, share in enumerate(shares))


# -- percentiles --------------------------------------------------------------------------------------------------------------------------
# The table of values of random hands, from which a hand's percentile is read. `data/hands.json` holds, for each game and each seat after
# the dealer, quantiles of the values of random hands. ``benchmarks/hand_table.py`` made it.


_DATA = "diamonds_solver.games.diamonds.data"
_SIGNIFICANT = 1.959963984540054  # two-sided 95 % of the normal distribution


@dataclass(frozen=True)
class HandRank:
    """Where a hand stands among random ones, in percent."""

    percentile: float
    """Share of random hands that are worth less."""
    sem: float
    """Its standard error: that of the hand's own value, and that of the table."""
    interval: tuple[float, float]
    """95 %."""
    mean: float
    """The mean value of random hands."""
    spread: float
    """The standard deviation of the values of random hands."""

    def to_dict(self) -> dict[str, Any]:
        low, high = self.interval
        numbers = {"percentile": self.percentile, "sem": self.sem, "mean": self.mean, "spread": self.spread}
        return {**{name: round(number, 4) for name, number in numbers.items()}, "interval": [round(low, 4), round(high, 4)]}


def game_name(rules: Rules) -> str:
    """The key of a game in the table, such as ``4 teams``."""
    return f"{rules.players}{' perfect' if rules.perfect else ''}{' teams' if rules.teams else ''}"


@cache
def hand_table() -> dict[str, Any]:
    """The table as it is stored; `about` tells how it was made."""
    table: dict[str, Any] = json.loads((files(_DATA) / "hands.json").read_text(encoding="utf-8"))
    return table


def rank_hand(rules: Rules, seat_after_dealer: int, objective: str, value: Estimate) -> HandRank:
    """Where a hand of this value stands among random hands of the same game and seat."""
    table = hand_table()
    row = table["games"][game_name(rules)][objective][seat_after_dealer - 1]
    quantiles, hands = np.array(row["quantiles"]), int(table["about"]["hands"])
    own = 0.0 if math.isnan(value.sem) else value.sem

    def share_below(number: float) -> float:
        return float(np.interp(number, quantiles, np.linspace(0.0, 1.0, len(quantiles))))

    share = share_below(value.value)
    slope = (share_below(value.value + own) - share_below(value.value - own)) / 2
    sampled = math.sqrt(max(share * (1 - share), 1 / hands) / hands)  # where none of the table's hands is worse, one in `hands` may be
    sem = math.hypot(slope, sampled)
    low = share_below(value.value - _SIGNIFICANT * own) - _SIGNIFICANT * sampled
    high = share_below(value.value + _SIGNIFICANT * own) + _SIGNIFICANT * sampled
    return HandRank(100 * share, 100 * sem, (100 * max(low, 0.0), 100 * min(high, 1.0)), row["mean"], row["spread"])


def table_row(values: Floats, sems: Floats, quantiles: int) -> dict[str, Any]:
    """A row of the table: the distribution of the hands' true values, of which `values` are estimates.

    Estimates vary more than what they estimate; they are drawn to their mean until they vary as the true values do.
    """
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    true_spread = math.sqrt(max(spread**2 - float((sems**2).mean()), 0.0))
    drawn = mean + (values - mean) * (true_spread / spread if spread else 0.0)
    levels = np.quantile(drawn, np.linspace(0.0, 1.0, quantiles))
    return {"mean": round(mean, 3), "spread": round(true_spread, 3), "quantiles": [round(level, 2) for level in levels.tolist()]}


# -- values of hands ----------------------------------------------------------------------------------------------------------------------
# Before the round begins, as numbers: what a hand may bring, and which cards to pass. ``evaluate`` computes them.


METHOD = "rule-based players in all seats"


@dataclass(frozen=True)
class PassValue:
    """One choice of cards to pass."""

    cards: tuple[int, ...]
    """In the order D H S C and falling rank."""
    value: Estimate
    """What the objective counts, over the deals of the comparison."""
    loss: float
    """What it costs against the best choice, in the same deals."""
    loss_sem: float
    loss_interval: tuple[float, float]
    """95 % interval, simultaneous for all choices compared; infinite if unknown."""
    rules: bool
    """Whether the rules would choose it."""

    @property
    def name(self) -> str:
        """As moves are written: ``D9+H3``."""
        return str(Pass(self.cards))

    def to_dict(self) -> dict[str, Any]:
        return {
            "pass": self.name,
            "value": estimate_to_dict(self.value),
            "loss": round(self.loss, 6),
            "loss_sem": round(self.loss_sem, 6),
            "loss_interval": interval_to_list(*self.loss_interval),
            "rules": self.rules,
        }


@dataclass(frozen=True)
class PassChoices:
    """The best choices of one number of cards."""

    count: int
    passes: tuple[PassValue, ...]
    """The best three, the best first."""
    rules: PassValue
    """What the rules would choose."""
    verdict: Verdict
    """How sure it is that the first is the best of those compared; covers sampling error only."""
    statistics: RoundStatistics
    """The round after the best choice."""

    @property
    def best(self) -> PassValue:
        return self.passes[0]

    def to_dict(self) -> dict[str, Any]:
        return {
            "count": self.count,
            "passes": [each.to_dict() for each in self.passes],
            "rules": self.rules.to_dict(),
            "verdict": str(self.verdict),
            "outlook": self.statistics.to_dict(),
        }


@dataclass(frozen=True, repr=False)
class HandValue:
    """What a hand is worth. Intervals and errors cover sampling only, not the choice of players."""

    hand: tuple[int, ...]
    rules: Rules
    seat: int
    dealer: int
    names: tuple[str, ...] | None
    objective: str
    dealt: RoundStatistics
    """Nobody passes."""
    by_rules: RoundStatistics
    """The dealer announces how many by rules, and everybody passes by rules."""
    best: RoundStatistics
    """The same with the best choice of this hand's cards and, as dealer, the best number."""
    gain: Estimate
    """Objective: `best` less `by_rules`, in the same deals."""
    announced: tuple[float, float, float]
    """How often the dealer announces 1, 2, 3 cards; as dealer what is best."""
    passes: tuple[PassChoices, ...]
    """For each number of cards that is possible."""
    rank: HandRank
    """Among random hands of the same game and seat: the value of `by_rules`, with 3 crystals in each showroom and any number announced."""
    deals: int
    """How many deals of the other hands are possible."""
    samples: int
    seed: int
    seconds: float
    interrupted: bool = False
    """Whether Ctrl-C came before all was tried: for numbers of cards that are not in `passes` the rules pass in `best`, too."""

    def __repr__(self) -> str:
        """One line; `to_dict` tells all."""
        value = getattr(self.best, self.objective)
        told = f"{self.objective} {value.value:+.2f} ±{value.reach:.2f}, better than {self.rank.percentile:.0f} % of hands"
        return f"<HandValue: P{self.seat + 1} {format_cards(self.hand)}, {told}>"

    @property
    def seat_after_dealer(self) -> int:
        """1: left of the dealer, who leads; the number of players: the dealer."""
        return seat_after_dealer(self.rules, self.seat, self.dealer)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds evaluate --json`` (without ``id``)."""
        return {
            "hand": format_cards(self.hand),
            "players": self.rules.players,
            "variant": self.rules.variant,
            "teams": self.rules.teams,
            "seat": f"P{self.seat + 1}",
            "dealer": f"P{self.dealer + 1}",
            "seat_after_dealer": self.seat_after_dealer,
            "objective": self.objective,
            "method": METHOD,
            "dealt": self.dealt.to_dict(),
            "by_rules": self.by_rules.to_dict(),
            "best": self.best.to_dict(),
            "gain": estimate_to_dict(self.gain),
            "announced": dict(zip(("1", "2", "3"), (round(share, 6) for share in self.announced), strict=True)),
            "rank": self.rank.to_dict(),
            "passes": [choices.to_dict() for choices in self.passes],
            "deals": self.deals,
            "samples": self.samples,
            "seed": self.seed,
            "seconds": round(self.seconds, 6),
            "finished": not self.interrupted,
        }

    def measures(self) -> list[Measure]:
        """What the hand brings with the best choice (``best``), passing by the rules (``rules``) and without a pass (``dealt``); what the
        choice gains (``gain``); per cent of random hands that are worth less (``rank``); with the best choice the ``points``, the
        ``margin``, ``tricks``, and chances of ``no_trick`` and of most cards of a suit (``most_D``); each choice compared (``pass``)."""
        of, best = partial(Measure.of, seat=self.seat), self.best
        rows = [
            *(
                of(name, estimate=getattr(estimate, self.objective))
                for name, estimate in (("best", best), ("rules", self.by_rules), ("dealt", self.dealt))
            ),
            of("gain", estimate=self.gain),
            Measure("rank", self.seat, self.rank.percentile, *self.rank.interval, self.rank.sem),
            *(of(name, estimate=getattr(best, name)) for name in ("points", "margin", "tricks", "no_trick")),
            *(of(f"most_{SUIT_LETTERS[suit]}", estimate=best.awards[suit]) for suit in SUITS),
        ]
        choices = [each for choices in self.passes for each in choices.passes]
        return rows + [of("pass", estimate=each.value, move=each.name, loss=each.loss) for each in choices]


def seat_after_dealer(rules: Rules, seat: int, dealer: int) -> int:
    """1 for the dealer's left neighbour, the number of players for the dealer."""
    return (seat - dealer - 1) % rules.players + 1
