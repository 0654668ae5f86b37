"""What a look back at a game shows: `Analysis`, with a `Judged` for each decision and a `PlayerSummary` for each player.

A decision is judged twice, and the two are never mixed: by `Hindsight`, with all cards open, and by `Known`, by what the player could know.
``docs/explanation/review.md`` tells what the two mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from diamonds_solver.advice.advice import Advice
from diamonds_solver.common.quantities import as_whole, check_real, json_number
from diamonds_solver.common.wording import counted
from diamonds_solver.game import Hindsight, Record, Why
from diamonds_solver.games import find_game
from diamonds_solver.markup.tables import Amounts, Figures
from diamonds_solver.stats.comparison import Verdict
from diamonds_solver.stats.estimates import Estimate, mean_interval, ratio_interval

Mark = Literal["", "?!", "?", "??"]

MARKS: tuple[Mark, ...] = ("?!", "?", "??")
"""An inaccuracy, a mistake, a blunder."""


@dataclass(frozen=True)
class Thresholds:
    """The least losses that get a mark: in points, or as fractions of 1 if values are chances."""

    inaccuracy: float
    mistake: float
    blunder: float

    def __post_init__(self) -> None:
        for name, mark in zip(("inaccuracy", "mistake", "blunder"), MARKS, strict=True):
            check_real(f"{name}, the least loss for {mark},", getattr(self, name))
        if not 0 < self.inaccuracy <= self.mistake <= self.blunder < math.inf:
            raise ValueError(f"the thresholds of {', '.join(MARKS)} must be three positive numbers in ascending order, not {self}")

    def mark(self, loss: float) -> Mark:
        """The mark for a decision that has surely lost so much."""
        check_real("loss", loss)
        return "??" if loss >= self.blunder else "?" if loss >= self.mistake else "?!" if loss >= self.inaccuracy else ""

    def to_dict(self) -> dict[str, float]:
        return dict(zip(MARKS, (self.inaccuracy, self.mistake, self.blunder), strict=True))

    def __str__(self) -> str:
        return f"{self.inaccuracy:g}, {self.mistake:g}, {self.blunder:g}"


@dataclass(frozen=True)
class Known:
    """A decision judged by what the player could know: the adviser's answer, and what the move that was made costs by it."""

    advice: Advice
    mean: float
    """Of the best move."""
    best: tuple[object, ...]
    """All moves whose mean no other exceeds."""
    loss: float
    """What the move that was made costs against the best one, over the same worlds. Never negative, and biased upwards: of equal moves
    the one that sampling happens to favour counts as the best. `split_loss` is for means."""
    interval: tuple[float, float]
    """Limits of the loss at `Advice.level`, simultaneous for all moves of the decision."""
    split_loss: float
    """The loss without that bias: one half of the worlds picks the best move, the other half compares it with the move that was made,
    and the other way round. Negative if the move that was made did better than the one picked."""
    sure_loss: float
    """What is lost beyond sampling error (`MoveAdvice.sure_loss`). Marks rest on it."""
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        return {
            "mean": json_number(self.mean),
            "best": [str(move) for move in self.best],
            "loss": json_number(self.loss),
            "interval": [json_number(limit) for limit in self.interval],
            "sure_loss": json_number(self.sure_loss),
            "split_loss": json_number(self.split_loss),
            "verdict": str(self.verdict),
            "recommended": None if self.advice.recommended is None else str(self.advice.recommended),
            "worlds": self.advice.worlds,
            "exact": self.advice.exact,
            "moves": [
                {
                    "move": str(m.move),
                    "mean": json_number(m.mean),
                    "loss": json_number(m.loss),
                    "interval": [json_number(limit) for limit in m.interval],
                    "excluded": m.excluded,
                    "sure_loss": json_number(m.sure_loss),
                }
                for m in self.advice.moves
            ],
        }


@dataclass(frozen=True)
class Judged:
    """One decision, judged."""

    number: int
    """From 1, over the whole game."""
    round: int
    """From 1."""
    trick: int | None
    """From 1 in its round; None for a decision outside tricks."""
    seat: int
    decision: str
    """What was decided, such as ``card``: a key of `Words.decisions`."""
    move: object
    forced: bool
    """Whether there was no choice: such a move loses nothing and is not counted."""
    record: Record
    """The record up to the decision."""
    points: tuple[float, ...] | None
    """What every player had won before the decision, by seat; None if the game cannot say."""
    hindsight: Hindsight | None = None
    """None if the game has none for this decision, if none was requested, or if the work ended early."""
    known: Known | None = None
    """None for a forced move, if none was requested, or if the work ended early."""
    mark: Mark = ""
    refutation: tuple[object, ...] = ()
    """Best play after a marked move, all cards open; empty if unknown."""
    why: Why | None = None
    """Why the best move is better than a marked one."""

    @property
    def loss(self) -> float | None:
        """The known loss, else that in hindsight; None if neither is there."""
        if self.forced:
            return 0.0
        return self.known.loss if self.known is not None else None if self.hindsight is None else self.hindsight.loss

    @property
    def best(self) -> tuple[object, ...]:
        """The best moves by the judge of `loss`."""
        return self.known.best if self.known is not None else self.hindsight.best if self.hindsight is not None else ()

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "number": self.number,
            "round": self.round,
            "trick": self.trick,
            "seat": f"P{self.seat + 1}",
            "decision": self.decision,
            "move": str(self.move),
            "forced": self.forced,
            "points": None if self.points is None else list(self.points),
            "hindsight": None if self.hindsight is None else _hindsight_dict(self.hindsight),
            "known": None if self.known is None else self.known.to_dict(),
            "mark": self.mark,
        }
        if self.mark:
            data["refutation"] = [str(move) for move in self.refutation]
            data["why"] = None if self.why is None else self.why.to_dict()
        return data


@dataclass(frozen=True)
class Mean:
    """A mean with the limits of its 95 % interval, which are infinite with too few values."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        return {"value": json_number(self.value), "interval": [json_number(self.low), json_number(self.high)]}


@dataclass(frozen=True, repr=False)
class PlayerSummary:
    """One player's game."""

    seat: int
    name: str
    decisions: int
    """How many judged decisions had a choice."""
    hindsight: float | None
    """Mean loss of unforced decisions with all cards open; None if unknown."""
    known: Mean | None
    """The same by what was known, from `Known.split_loss`; the interval is over the decisions."""
    marks: Mapping[str, int]
    """How many decisions have a mark, by mark."""
    best: int | None
    """`Judged.number` of the best decision: the one that was best by the most over the next move; None if there is none."""
    worst: int | None
    """`Judged.number` of the decision that cost most; None if none cost anything."""
    luck: Mean | None
    """What the deals were worth to the player before any decision, less the mean of deals for that seat, in points, summed over all
    rounds. None if the game cannot say."""

    def __repr__(self) -> str:
        """One line; `to_dict` tells all."""
        losses = (("known", self.known and self.known.value), ("in hindsight", self.hindsight))
        lost = "".join(f", loss {value:.2f} {how}" for how, value in losses if value is not None)
        return f"<PlayerSummary: P{self.seat + 1} {self.name}, {counted(self.decisions, 'decision')}{lost}>"

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": f"P{self.seat + 1}",
            "name": self.name,
            "decisions": self.decisions,
            "hindsight": None if self.hindsight is None else {"loss": json_number(self.hindsight)},
            "known": None if self.known is None else {"loss": json_number(self.known.value), "interval": self.known.to_dict()["interval"]},
            "marks": dict(self.marks),
            "best": self.best,
            "worst": self.worst,
            "luck": None if self.luck is None else self.luck.to_dict(),
        }


@dataclass(frozen=True)
class LastChance:
    """Whether a side that is not ahead could have been in the last round, with all cards open and whatever the others did: of two sides
    whether it could have won, of more whether it could have beaten all others together, who have their average."""

    seats: tuple[int, ...]
    """Of the side."""
    is_there: bool
    number: int
    """`Judged.number` of the side's last decision at which it was still there; without one, of the first decision of the round."""
    best: tuple[object, ...]
    """The best moves of that decision."""
    margin: float
    """Points by which best play from there on ends ahead of the others on average, the whole game counted."""
    points: float
    """What the side has then."""
    is_duel: bool
    """Whether there are two sides."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "seats": [f"P{seat + 1}" for seat in self.seats],
            "is_there": self.is_there,
            "number": self.number,
            "best": [str(move) for move in self.best],
            "margin": json_number(self.margin),
            "points": json_number(self.points),
            "is_duel": self.is_duel,
        }


@dataclass(frozen=True, repr=False)
class Analysis:
    """A judged game. Iterating over it gives its decisions in the order of play."""

    record: Record
    game: str
    """The name of the game: ``diamonds``."""
    judged: tuple[Judged, ...]
    players: tuple[PlayerSummary, ...]
    """By seat."""
    last_chances: tuple[LastChance, ...]
    """Of a finished game that is judged in hindsight by ``margin``: for each side that is not ahead of the others on average; none where
    the hindsight of the last round is not exact from there on."""
    objective: str
    """What the decisions are valued by."""
    hindsight_objective: str | None
    """What hindsight counts; None if there is none."""
    engine: str | None
    """The engine that judges by what was known; None with hindsight only."""
    seed: int
    worlds: int | None
    """For each decision, at most; None: as many as fit into `time_limit`, or the usual amount of work."""
    time_limit: float | None
    """Seconds for each decision, at most."""
    thresholds: Thresholds
    version: str
    whole: bool = True
    """Whether everything requested is there; False if the work was ended early."""
    seconds: float = 0.0
    notes: tuple[str, ...] = field(default=())

    def __repr__(self) -> str:
        """One line; `print` shows the table, `to_dict` tells all."""
        name = f" {self.record.id}" if self.record.id else ""
        return f"<Analysis{name}: {counted(len(self), 'decision')}, {len(self.marked)} marked, by {self.engine or 'hindsight only'}>"

    def __iter__(self) -> Iterator[Judged]:
        return iter(self.judged)

    def __len__(self) -> int:
        return len(self.judged)

    def __getitem__(self, index: int) -> Judged:
        return self.judged[index]

    @property
    def effort(self) -> str:
        """How much was done for each decision, in words."""
        if self.worlds is not None:
            return f"up to {counted(self.worlds, 'world')} for each decision, or all deals where they are few"
        return "the usual amount of work" if self.time_limit is None else f"{self.time_limit:g} s for each decision"

    @property
    def marked(self) -> tuple[Judged, ...]:
        """The decisions with a mark."""
        return tuple(decision for decision in self.judged if decision.mark)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds analyse --json``; what is not known is None."""
        return {
            "id": self.record.id,
            "game": self.game,
            "text": find_game(self.game).records.write(self.record, "line").rstrip(),
            "objective": self.objective,
            "hindsight_objective": self.hindsight_objective,
            "engine": self.engine,
            "worlds": self.worlds,
            "time_limit": self.time_limit,
            "seed": self.seed,
            "thresholds": self.thresholds.to_dict(),
            "version": self.version,
            "finished": self.whole,
            "seconds": round(self.seconds, 3),
            "players": [player.to_dict() for player in self.players],
            "last_chances": [chance.to_dict() for chance in self.last_chances],
            "decisions": [decision.to_dict() for decision in self.judged],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        return self._figures().text()

    def _repr_html_(self) -> str:
        """What a notebook shows. `report` makes a page of all of it."""
        return self._figures().html()

    def _figures(self) -> Figures:
        """The players, and the decisions with a mark."""
        amounts = Amounts(find_game(self.game).words.objectives[self.objective].is_chance)
        rows = [
            (
                player.name,
                str(player.decisions),
                "" if player.known is None else amounts.loss(player.known.value),
                "" if player.hindsight is None else amounts.loss(player.hindsight),
                *(str(player.marks.get(mark, 0)) for mark in MARKS),
            )
            for player in self.players
        ]
        marked = [f"{decision.mark} {decision.number}: {self.record.seat_name(decision.seat)} {decision.move}" for decision in self.marked]
        caption = f"{self.record.id or self.game}: {len(self)} decisions; loss for each one with a choice"
        return Figures(caption, ("player", "decisions", "known", "in hindsight", *MARKS), tuple(rows), tuple(marked))

    def rows(self) -> list[dict[str, Any]]:
        """One flat row for each decision, as a DataFrame takes them; what is not known is None, best moves are separated by spaces."""
        return [self._row(decision) for decision in self.judged]

    def _row(self, decision: Judged) -> dict[str, Any]:
        hindsight, known = decision.hindsight, decision.known
        row: dict[str, Any] = {"game": self.record.id, "number": decision.number, "round": decision.round, "trick": decision.trick}
        row |= {
            "seat": f"P{decision.seat + 1}",
            "player": self.record.seat_name(decision.seat),
            "decision": decision.decision,
            "move": str(decision.move),
        }
        row |= {"forced": decision.forced, "points": None if decision.points is None else decision.points[decision.seat]}
        row |= {f"hindsight_{name}": None for name in ("value", "best", "loss", "exact", "lower", "upper")}
        if hindsight is not None:
            lower, upper = hindsight.bounds or (None, None)
            row |= {"hindsight_value": hindsight.value, "hindsight_best": _joined(hindsight.best), "hindsight_loss": hindsight.loss}
            row |= {"hindsight_exact": hindsight.exact, "hindsight_lower": lower, "hindsight_upper": upper}
        row |= {
            f"known_{name}": None
            for name in ("mean", "best", "loss", "low", "high", "sure_loss", "split_loss", "verdict", "worlds", "exact")
        }
        if known is not None:
            low, high = known.interval
            row |= {"known_mean": json_number(known.mean), "known_best": _joined(known.best), "known_loss": json_number(known.loss)}
            row |= {"known_low": json_number(low), "known_high": json_number(high)}
            row |= {"known_sure_loss": json_number(known.sure_loss), "known_split_loss": json_number(known.split_loss)}
            row |= {"known_verdict": str(known.verdict), "known_worlds": known.advice.worlds, "known_exact": known.advice.exact}
        return row | {"mark": decision.mark}


class AnalysisInterrupted(KeyboardInterrupt):
    """Ctrl-C while a game was judged. `analysis` has what was found by then."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__("interrupted")
        self.analysis = analysis


def _hindsight_dict(hindsight: Hindsight) -> dict[str, Any]:
    return {
        "value": hindsight.value,
        "best": [str(move) for move in hindsight.best],
        "loss": hindsight.loss,
        "exact": hindsight.exact,
        "bounds": None if hindsight.bounds is None else list(hindsight.bounds),
        "moves": [{"move": str(move), "value": value} for move, value in hindsight.moves],
        "line": [str(move) for move in hindsight.line],
        "points": None if hindsight.points is None else list(hindsight.points),
    }


def _joined(moves: Sequence[object]) -> str:
    return " ".join(map(str, moves))


# -- players over many games --------------------------------------------------------------------------------------------------------------
# Players by their names, from the JSON objects of analyses, so that a file of them can be continued.


@dataclass(frozen=True)
class Total:
    """One player over all games."""

    name: str
    games: int
    decisions: int
    """How many judged decisions had a choice."""
    known: Mean | None
    """Loss for each of them by what was known; the interval is over games, as the decisions of one are not independent."""
    hindsight: float | None
    marks: Mapping[str, int]
    luck: Mean | None
    """For each game, in points."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "games": self.games,
            "decisions": self.decisions,
            "known": None if self.known is None else self.known.to_dict(),
            "hindsight": None if self.hindsight is None else json_number(self.hindsight),
            "marks": dict(self.marks),
            "luck": None if self.luck is None else self.luck.to_dict(),
        }


def totals(games: Iterable[Mapping[str, Any]]) -> list[Total]:
    """A row for each name, in the order of coming first. `games`: objects of `Analysis.to_dict`; one that is there twice counts once."""
    by_name: dict[str, list[Mapping[str, Any]]] = {}
    usual_loss = 0.0
    for game in different_games(games):
        usual_loss = max(usual_loss, find_game(game["game"]).words.objectives[game["objective"]].usual_loss)
        for player in game["players"]:
            by_name.setdefault(player["name"], []).append(player)
    return [_total(name, played, usual_loss) for name, played in by_name.items()]


def different_games(games: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Each game once, by its record: the last analysis of it."""
    return list({game["text"]: game for game in games}.values())


def _total(name: str, played: Sequence[Mapping[str, Any]], usual_loss: float) -> Total:
    hindsight = [(game["hindsight"]["loss"], game["decisions"]) for game in played if game["hindsight"] is not None]
    lucks = [game["luck"]["value"] for game in played if game["luck"] is not None]
    return Total(
        name=name,
        games=len(played),
        decisions=sum(as_whole(game["decisions"]) for game in played),
        known=_known([game for game in played if game["known"] is not None], usual_loss),
        hindsight=_ratio(hindsight) if hindsight else None,
        marks={mark: sum(as_whole(game["marks"][mark]) for game in played) for mark in MARKS},
        luck=_mean(mean_interval(lucks)) if lucks else None,
    )


def _known(played: Sequence[Mapping[str, Any]], usual_loss: float) -> Mean | None:
    """The mean over decisions with its interval over games: that of a ratio of two means, by the residues of each game."""
    if not played:
        return None
    if len(played) == 1:
        low, high = played[0]["known"]["interval"]
        infinite = float("inf")
        return Mean(played[0]["known"]["loss"], -infinite if low is None else low, infinite if high is None else high)
    return _mean(ratio_interval([(game["known"]["loss"], game["decisions"]) for game in played], usual_loss))


def _ratio(losses: Sequence[tuple[float, int]]) -> float:
    return sum(loss * count for loss, count in losses) / max(1, sum(count for _, count in losses))


def _mean(estimate: Estimate) -> Mean:
    return Mean(estimate.value, estimate.low, estimate.high)
