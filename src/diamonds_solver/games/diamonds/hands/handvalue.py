"""The value of a hand before the round begins, as numbers: what it may bring, and which cards to pass. ``evaluate`` finds them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from diamonds_solver.game import Measure
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUITS, card_name, format_cards
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.stats.comparison import Verdict
from diamonds_solver.stats.estimates import Estimate

from .handtable import HandRank
from .statistics import RoundStatistics, estimate_to_dict, interval_to_list

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
        return "+".join(map(card_name, self.cards))

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


@dataclass(frozen=True)
class HandValue:
    """What a hand may bring. Intervals and errors cover sampling only, not the choice of players."""

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

    @property
    def seat_after_dealer(self) -> int:
        """1: left of the dealer, who leads; the number of players: the dealer."""
        return seat_after_dealer(self.rules, self.seat, self.dealer)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds evaluate --json`` (without ``id``)."""
        return {
            "hand": format_cards(self.hand),
            "players": self.rules.players,
            "variant": "perfect" if self.rules.perfect else "standard",
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
            "interrupted": self.interrupted,
        }

    def measures(self) -> list[Measure]:
        """What the hand brings with the best choice (``best``), passing by the rules (``rules``) and without a pass (``dealt``); what the
        choice gains (``gain``); per cent of random hands that are worth less (``rank``); with the best choice the ``points``, the
        ``margin``, ``tricks``, and chances of ``no_trick`` and of most cards of a suit (``most_D``); each choice compared (``pass``)."""
        of, best = partial(Measure.of, seat=self.seat), self.best
        found = [
            *(
                of(name, estimate=getattr(one, self.objective))
                for name, one in (("best", best), ("rules", self.by_rules), ("dealt", self.dealt))
            ),
            of("gain", estimate=self.gain),
            Measure("rank", self.seat, self.rank.percentile, *self.rank.interval, self.rank.sem),
            *(of(name, estimate=getattr(best, name)) for name in ("points", "margin", "tricks", "no_trick")),
            *(of(f"most_{SUIT_LETTERS[suit]}", estimate=best.awards[suit]) for suit in SUITS),
        ]
        choices = [each for choices in self.passes for each in choices.passes]
        return found + [of("pass", estimate=each.value, move=each.name, loss=each.loss) for each in choices]


def seat_after_dealer(rules: Rules, seat: int, dealer: int) -> int:
    """1 for the dealer's left neighbour, the number of players for the dealer."""
    return (seat - dealer - 1) % rules.players + 1
