"""Practice from one's own mistakes: positions of reviewed games in which a player lost more than sampling error, and losses by kind.

    reviews = read_reviews(text, "reviews.ndjson")
    for question in questions(reviews, "Ann"):
        ...

A review is what ``diamonds analyse --json`` writes of a game. Everything here comes from reviews and from their records.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from diamonds_solver.analysis.learner import position_key
from diamonds_solver.analysis.log import AnalysisFileError, key_of
from diamonds_solver.analysis.results import MARKS
from diamonds_solver.common.quantities import as_whole
from diamonds_solver.common.wording import quote, typed_plainly
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, LiveState, Record, RecordDecision
from diamonds_solver.games import find_game
from diamonds_solver.games.records import loads
from diamonds_solver.stats.estimates import Estimate, difference_interval, ratio_interval

_AGAIN = "'diamonds analyse --json' writes reviews: review the game again"


@dataclass(frozen=True)
class Judgement:
    """A decision that had a choice, and what a review says of it by what the player could know."""

    decision: RecordDecision
    number: int
    """From 1, over the whole game."""
    answer: Mapping[str, Any]
    """As the review has it."""

    @property
    def known(self) -> Mapping[str, Any]:
        known: Mapping[str, Any] = self.answer["known"]
        return known


class Review:
    """A game that was judged."""

    def __init__(self, answer: Mapping[str, Any], where: str) -> None:
        """`answer`: the object of ``diamonds analyse --json``; `where`: its place, for messages.

        Raises RecordError for the record in it, AnalysisFileError for anything else that is not as it is written.
        """
        try:
            self.record: Record = loads(answer["text"], where)
            self.objective: str = answer["objective"]
            self.where = where
            self.worlds: int | None = answer["worlds"]
            self.time_limit: float | None = answer["time_limit"]
            """The most worlds and seconds for each decision; None: the usual amount of work."""
            self.is_chance = self.game.words.objectives[self.objective].is_chance
            self.mistake = float(answer["thresholds"][MARKS[1]])
            """The least loss that is a mistake: the unit of instructiveness."""
            decisions = list(self.game.records.decisions(self.record))
            judged = [_checked(decision) for decision in answer["decisions"] if decision["known"] is not None]
            numbers = [as_whole(decision["number"]) for decision in judged]
            self.judgements = [Judgement(decisions[number - 1], number, own) for number, own in zip(numbers, judged, strict=True)]
        except DiamondsError:
            raise
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise AnalysisFileError(f"{where}: this is not a review: {reason}", hint=_AGAIN) from error

    @property
    def game(self) -> Game[Any, Any]:
        return find_game(self.record.game)

    @property
    def names(self) -> list[str]:
        return [self.record.seat_name(seat) for seat in range(self.record.players)]

    def by(self, player: str) -> list[Judgement]:
        """The decisions of a player, by name."""
        return [judgement for judgement in self.judgements if self.names[judgement.decision.seat] == player]


def _checked(decision: Mapping[str, Any]) -> Mapping[str, Any]:
    """A judged decision with all that is used of it. Raises KeyError, TypeError or ValueError where it has something else."""
    known = decision["known"]
    losses = [known["sure_loss"], *(m["sure_loss"] for m in known["moves"])]
    for number in (known["loss"], *losses, *(m["loss"] for m in known["moves"])):
        if not isinstance(number, int | float | None):
            raise ValueError(f"decision {decision['number']}: a loss must be a number, not {quote(str(number))}")
    if not all(
        isinstance(text, str) for text in (decision["move"], decision["mark"], *known["best"], *(m["move"] for m in known["moves"]))
    ):
        raise ValueError(f"decision {decision['number']}: a move must be text")
    if not all(len(m["interval"]) == 2 for m in known["moves"]):
        raise ValueError(f"decision {decision['number']}: a move must have an interval")
    return decision


def different_games(reviews: Iterable[Review]) -> list[Review]:
    """Each game once for an objective: of several reviews of it the last one, with what only others judge."""
    found: dict[tuple[str, str], Review] = {}
    for review in reviews:
        key = key_of(review.record), review.objective
        if key in found:
            both = {judgement.number: judgement for judgement in (*found[key].judgements, *review.judgements)}
            review.judgements = [both[number] for number in sorted(both)]
        found[key] = review
    return list(found.values())


def is_review(content: bytes) -> bool:
    """Whether a file is meant as reviews, and not as records."""
    begun = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return begun in (b"{", b"[") and b'"decisions"' in content and b'"known"' in content


def read_reviews(text: str, name: str) -> list[Review]:
    """The reviews of a text, one JSON object after the other. Raises RecordError, AnalysisFileError."""
    decoder, at, reviews = json.JSONDecoder(), 0, list[Review]()
    while rest := text[at:].lstrip():
        at = len(text) - len(rest)
        where = f"{name}:{text.count(chr(10), 0, at) + 1}"
        try:
            answer, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise AnalysisFileError(f"{name}:{error.lineno}:{error.colno}: this is not a review: {error.msg}", hint=_AGAIN) from error
        except RecursionError as error:
            raise AnalysisFileError(f"{where}: this is not a review: {error}", hint=_AGAIN) from error
        reviews.append(Review(answer, where))
    return reviews


# -- questions ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A move that could be made, and what it costs."""

    move: str
    loss: float
    interval: tuple[float | None, float | None]
    """None: without limit."""
    is_best: bool
    is_worse: bool
    """Whether it is worse than the best move beyond sampling error, and by more than what counts as equal."""


@dataclass(frozen=True)
class PracticeQuestion:
    """A position in which a player lost more than sampling error."""

    review: Review
    judgement: Judgement

    @property
    def decision(self) -> RecordDecision:
        return self.judgement.decision

    @property
    def loss(self) -> float:
        return float(self.judgement.known["loss"])

    @property
    def weight(self) -> float:
        """How instructive it is: the loss times the share of it that is beyond sampling error, in units of a mistake."""
        return float(self.judgement.known["sure_loss"]) / self.review.mistake

    @cached_property
    def key(self) -> str:
        """What a learner's progress is kept by."""
        return position_key(self.decision)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Every move, the best first."""
        delta, best = self._delta(), self.judgement.known["best"]
        rows = []
        for m in self.judgement.known["moves"]:
            loss = float("inf") if m["loss"] is None else float(m["loss"])
            is_worse = m["sure_loss"] > 0 and loss > delta
            rows.append(Choice(m["move"], loss, tuple(m["interval"]), m["move"] in best, is_worse))
        return tuple(rows)

    @cached_property
    def table(self) -> LiveState:
        """As `Game.table_at` has it."""
        return self.review.game.table_at(self.decision)

    def seen(self) -> Any:
        """The record as the player knew it."""
        return self.table.seen(self.decision.seat)

    def choice(self, text: str) -> Choice:
        """The move that a typed text means. Raises IllegalMoveError if it means none, or several."""
        move = str(self.table.read(typed_plainly(text)))
        choice = next((choice for choice in self.choices if choice.move == move), None)
        if choice is None:
            raise DiamondsError(f"the review does not value {quote(move)}", code="E-ENGINE", hint="choose another move, or 'skip'")
        return choice

    def written(self, text: str) -> str:
        """A move of the review for people, with names."""
        return self.review.game.records.move_writer(self.decision.record)(self.table.read(text))

    @property
    def why(self) -> str:
        """Why the best move is better, in words; empty if the review has no reason."""
        why = self.judgement.answer.get("why")
        if not isinstance(why, dict) or not isinstance(why.get("text"), str):
            return ""
        text: str = why["text"]
        for move in (why.get("move"), why.get("against")):
            text = text.replace(move, self.written(move)) if isinstance(move, str) and move in self._moves else text
        return text

    def to_dict(self) -> dict[str, Any]:
        review, decision, answer = self.review, self.decision, self.judgement.answer
        return {
            "key": self.key,
            "game": review.record.game,
            "id": review.record.id,
            "objective": review.objective,
            "number": self.judgement.number,
            "round": decision.round,
            "trick": decision.trick,
            "seat": f"P{decision.seat + 1}",
            "decision": decision.decision,
            "kind": review.game.kind_of(decision),
            "text": review.game.records.write(self.seen(), "line").rstrip(),
            "move": answer["move"],
            "mark": answer["mark"],
            "loss": self.loss,
            "sure_loss": self.judgement.known["sure_loss"],
            "best": list(self.judgement.known["best"]),
            "moves": list(self.judgement.known["moves"]),
            "why": self.why or None,
        }

    @property
    def _moves(self) -> set[str]:
        return {choice.move for choice in self.choices}

    def _delta(self) -> float:
        return self.review.game.words.objectives[self.review.objective].indifference


def questions(reviews: Iterable[Review], player: str) -> list[PracticeQuestion]:
    """The positions to learn from, the most instructive first, each once."""
    by_key: dict[str, PracticeQuestion] = {}
    for review in reviews:
        for judgement in review.by(player):
            question = PracticeQuestion(review, judgement)
            played = next((choice for choice in question.choices if choice.move == judgement.answer["move"]), None)
            if judgement.known["sure_loss"] and (played is None or played.is_worse):
                by_key.setdefault(question.key, question)
    return sorted(by_key.values(), key=lambda question: -question.weight)


# -- losses -------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KindLosses:
    """What a player lost with decisions of one kind, for each of them, without the bias of `Known.loss`."""

    game: Game[Any, Any]
    objective: str
    kind: str
    """In a word or two."""
    decisions: int
    loss: Estimate
    """The interval is over games."""
    change: Estimate | None
    """The later half of the games less the earlier half; None with one game."""
    by_game: tuple[float | None, ...]
    """The mean of each game, in order; None without such a decision."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "objective": self.objective,
            "kind": self.kind,
            "decisions": self.decisions,
            "loss": self.loss.to_dict(),
            "change": None if self.change is None else self.change.to_dict(),
            "by_game": list(self.by_game),
        }


def losses(reviews: Sequence[Review], player: str) -> list[KindLosses]:
    """By game, objective and kind of decision, in the order of coming first; of a game with several kinds the last row is of all."""
    rows = []
    for game, objective in dict.fromkeys((review.record.game, review.objective) for review in reviews):
        same = [review for review in reviews if (review.record.game, review.objective) == (game, objective)]
        games = [by_kind for review in same if (by_kind := _by_kind(review, player))]
        kinds = list(dict.fromkeys(kind for by_kind in games for kind in by_kind))
        rows += [_row(find_game(game), objective, kind, [by_kind.get(kind, []) for by_kind in games]) for kind in kinds]
        if len(kinds) > 1:
            rows.append(_row(find_game(game), objective, "all", [list(_all(by_kind)) for by_kind in games]))
    return rows


def _by_kind(review: Review, player: str) -> dict[str, list[float]]:
    """The losses of one game."""
    by_kind: dict[str, list[float]] = {}
    for judgement in review.by(player):
        loss = judgement.known.get("split_loss")
        if isinstance(loss, int | float):
            by_kind.setdefault(review.game.kind_of(judgement.decision), []).append(float(loss))
    return by_kind


def _all(by_kind: Mapping[str, Sequence[float]]) -> Iterator[float]:
    for amounts in by_kind.values():
        yield from amounts


def _row(game: Game[Any, Any], objective: str, kind: str, games: Sequence[Sequence[float]]) -> KindLosses:
    means = [sum(amounts) / len(amounts) if amounts else None for amounts in games]
    groups = [(mean, len(amounts)) for mean, amounts in zip(means, games, strict=True) if mean is not None]
    half = len(groups) // 2
    usual_loss = game.words.objectives[objective].usual_loss
    halves = [ratio_interval(part, usual_loss) for part in (groups[:half], groups[half:])] if half else []
    change = difference_interval(*halves) if halves else None
    return KindLosses(game, objective, kind, sum(map(len, games)), ratio_interval(groups, usual_loss), change, tuple(means))
