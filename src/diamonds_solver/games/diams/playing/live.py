"""Diam's being played: a ``diamonds_solver.game.LiveState``. Here the program deals; for rounds at real tables see `companion`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from diamonds_solver.common.moves import by_name, only_one, seat_of
from diamonds_solver.common.wording import NAME_WIDTH, clause, shortened
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError
from diamonds_solver.game import Score, StoryLine, Turn

from ..advising.engines import shares
from ..records.record import Record, observed, shuffled, start
from ..records.write import format_step, move_writer, seat_names
from ..round.knowledge import Step
from ..round.knowledge import after as following
from ..round.rules import ROUNDS, WORDS, Kind, Move, Rules, chips, points_by_source, written
from ..round.state import Phase, State
from ..texts import happened
from .players import PLAYERS, Situation

NEXT = "next"
"""The only move between two rounds."""
_TARGET = re.compile(r"(?P<what>\s*[TBS]\s*[>?])(?P<who>[^:]+)(?=:)", re.IGNORECASE)
"""The beginning of a move against somebody."""
_NOBODY = -1  # sees what everybody sees


@dataclass(frozen=True)
class LiveDiams(ABC):
    """A round, or a match of three, in progress; see ``game.LiveState`` for the other members."""

    record: Record
    """The round in progress and those before, with everything that the program knows."""
    rounds: int
    """ROUNDS for a match, else 1."""

    @property
    @abstractmethod
    def is_dealt(self) -> bool: ...

    @property
    @abstractmethod
    def turn(self) -> Turn | None: ...

    @abstractmethod
    def moves(self) -> Sequence[object]: ...

    @abstractmethod
    def tell(self, move: object) -> Self: ...

    @property
    @abstractmethod
    def points(self) -> tuple[int, ...] | None:
        """Points of the round, by seat; None if not known yet."""

    @property
    def state(self) -> State:
        return self.record.state

    # -- the match ------------------------------------------------------------------------------------------------------------------

    def _between_rounds(self) -> Turn | None:
        return None if self._is_decided() else Turn(None, NEXT, "the next round")

    def _is_decided(self) -> bool:
        """Whether no round is left; of two players one may have won the match before the third."""
        won, number = self._chips(), self.record.round
        return number >= self.rounds or (len(won) == 2 and number == 2 and abs(won[0] - won[1]) == 2)

    def _chips(self) -> tuple[int, ...]:
        before = self.record.chips or (0,) * self.record.players
        return before if self.points is None else tuple(map(sum, zip(before, chips(self.points), strict=True)))

    @property
    def score(self) -> Score:
        """Chips in a match, points in a single round; the safes and hands of the round count only when it is over."""
        points = self.points or (0,) * self.record.players
        totals = points if self.rounds == 1 else self._chips()
        seats = tuple((seat,) for seat in range(self.record.players))
        return Score(seats, tuple(map(float, totals)), tuple(shares(totals, points)) if self.turn is None else None)

    # -- in words -------------------------------------------------------------------------------------------------------------------

    def _with_seat(self, text: str) -> str:
        """What was typed, with P1.. in place of names, which may be shortened."""
        match = _TARGET.match(text)
        seat = match and seat_of(match["who"], [self.record.seat_name(each) for each in range(self.record.players)])
        return text if match is None or seat is None else f"{match['what']}P{seat + 1}{text[match.end() :]}"

    def seen(self, seat: int | None) -> Record:
        if seat is not None:
            return observed(self.record, seat)
        return replace(observed(self.record, _NOBODY), see=None, unseen=None)

    def story(self, move: object, seat: int | None) -> Sequence[StoryLine]:
        if move == NEXT:
            return (StoryLine(f"round {self.record.round + 1} of {self.rounds}"),)
        after, labels, names = self.tell(move), seat_names(self.record), [self._name(each) for each in range(self.record.players)]
        before, now = self._observed(seat), after._observed(seat)
        lines, state = list[StoryLine](), before.state
        for step in now.play[len(before.play) :]:
            name = names[state.to_move]
            lines.append(
                StoryLine(clause(name, "has nothing to play"))
                if step.is_skip
                else StoryLine(clause(name, happened(step, names)), format_step(step, labels))
            )
            state = following(state, step, now.hidden_seats)
        return (*lines, *after._result())

    def observed(self, move: object, seat: int | None) -> object | None:
        """Of what somebody else lays in a safe one sees how many cards it is."""
        if not isinstance(move, Move) or move.kind not in (Kind.SAFE, Kind.SECURE) or self.state.to_move == seat:
            return move
        return self.tell(move)._observed(seat).play[len(self._observed(seat).play)].move

    def _observed(self, seat: int | None) -> Record:
        """As `seen`, also when the round is over."""
        return observed(self.record, _NOBODY if seat is None else seat)

    def _result(self) -> Sequence[StoryLine]:
        """What is to be said of the round once it is over."""
        if self.points is None:
            return ()
        scores = ", ".join(f"{self._name(each)} {points}" for each, points in enumerate(self.points))
        lines = [f"{'the round' if self.rounds == 1 else f'round {self.record.round}'} is over: {scores}"]
        if self.record.is_open:
            state = self.state
            for each, (piles, largest, loupes) in enumerate(points_by_source(state.rules, state.hands, state.safes)):
                sources = ((piles, "piles"), (largest, "largest sum in hand"), (loupes, "most loupes"))
                gains = " + ".join(f"{value} ({source})" for value, source in sources if value or source == "piles")
                lines.append(f"{self._name(each)}: {gains} = {self.points[each]}")
        if self.rounds > 1:
            won = zip(chips(self.points), self._chips(), strict=True)
            lines.append("chips: " + ", ".join(f"{self._name(each)} +{new} = {total}" for each, (new, total) in enumerate(won)))
        return tuple(map(StoryLine, lines))

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        state = self.state
        lines = [f"market: {written(state.market, ' ') or 'nothing'}"]
        if seat is not None and state.phase is not Phase.OVER:
            lines.append(f"your hand: {written(state.hands[seat], ' ') or 'nothing'}")
            if state.safes[seat]:
                lines.append(f"your safe: {', '.join(written(pile) for pile in state.safes[seat])}")
        return tuple(lines)

    def _name(self, seat: int) -> str:
        return shortened(self.record.seat_name(seat), NAME_WIDTH)


@dataclass(frozen=True)
class DealtGame(LiveDiams):
    """The program has dealt, and knows all cards."""

    seed: int

    @property
    def is_dealt(self) -> bool:
        return True

    @property
    def turn(self) -> Turn | None:
        state = self.state
        if state.phase is Phase.OVER:
            return self._between_rounds()
        return Turn(state.to_move, str(state.phase), WORDS.decisions[str(state.phase)])

    @property
    def points(self) -> tuple[int, ...] | None:
        return self.state.points() if self.state.phase is Phase.OVER else None

    def moves(self) -> Sequence[object]:
        if self.state.phase is Phase.OVER:
            return () if self._is_decided() else (NEXT,)
        return self.state.moves()

    def read(self, text: str) -> object:
        moves = self.moves()
        meant = by_name(self._with_seat(text), moves, lambda move: (str(move),))
        return only_one(text, meant, moves, written=move_writer(self.record))

    def tell(self, move: object) -> Self:
        if move not in self.moves():
            raise IllegalMoveError(f"{move} cannot be played here")
        if not isinstance(move, Move):
            number = self.record.round + 1
            first = (self.record.start.turn + 1) % self.record.players
            begun = _dealt(self.record.rules, self.seed, number, first)
            earlier = self.record.rounds
            return replace(self, record=replace(self.record, start=begun, play=(), round=number, chips=self._chips(), earlier=earlier))
        state = self.state.after(move)
        turned_up = next(iter(state.chances())) if state.is_chance else ()
        return replace(self, record=replace(self.record, play=(*self.record.play, Step(move, turned_up))))

    def seen(self, seat: int | None) -> Record:
        return self.record if self.state.phase is Phase.OVER else super().seen(seat)


def new_table(rules: Rules, rounds: int, first: int, names: Sequence[str] | None, seed: int) -> DealtGame:
    """A new match, or a single round. `first`: the seat that begins."""
    number = ROUNDS if rounds == 1 else 1  # a single round counts as the last one: whoever wins it has won
    won = () if rounds == 1 else (0,) * rules.players
    record = Record(_dealt(rules, seed, number, first), names=None if names is None else tuple(names), round=number, chips=won)
    return DealtGame(record, rounds, seed)


def table_from(record: Record, seed: int) -> DealtGame:
    """A round that goes on where an open record ends; one that tells chips is a round of a match.

    Raises HiddenCardsError for cards that are not told.
    """
    state = record.state
    is_order_open = state.phase is not Phase.OVER and not state.is_stack and len(set(state.pile)) > 1
    if not record.is_open or is_order_open:
        raise HiddenCardsError("the record has hidden cards: the program cannot play it", hint="the order of the pile is needed, too")
    return DealtGame(replace(record, best=(), value=None, see=None, extra=()), record.rounds_played, seed)


def decide(table: DealtGame, name: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object:
    """What the arena's player of that name does; told to stop, the best it has found so far.

    Raises PlayerNameError for an unknown name.
    """
    player, moves = PLAYERS.parse(name), table.state.moves()
    situation = Situation(table.state, table.state.to_move, lambda: table.record)
    return moves[0] if len(moves) == 1 else player.choose(situation, seed, should_stop)


def _dealt(rules: Rules, seed: int, number: int, first: int) -> State:
    return start(rules, shuffled(rules, Random(f"live/{seed}/{number}")), first)
