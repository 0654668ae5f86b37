"""Diamoniak being played: a ``diamonds_solver.game.LiveState``.

Nothing is hidden but the order of the pile. Where the program deals, the cards that are drawn follow from its seed; at a real table whoever
tells says which card came: ``draw R``, or ``r``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from diamonds_solver.common.moves import only_one, seat_of
from diamonds_solver.common.wording import NAME_WIDTH, as_object, clause, shortened
from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.game import Score, StoryLine, Turn

from .players import PLAYERS
from .record import Record, Step
from .rules import DRAW, KINDS, NAMES, WITCH, WORDS, Kind, Move, Phase, Rules, State, cards, changed, with_counts
from .texts import listed_cards

_LIVE = 0x11FE  # what the random numbers of live draws begin with
_BUY = re.compile(r"b(?:uy)?\s*>?\s*(.*)", re.IGNORECASE)
_DRAWN = re.compile(rf"(?:d|draw)\s*([{KINDS}])|([{KINDS}])", re.IGNORECASE)


class Drawn(Step):
    """A draw, and at a real table the card that came."""

    def __str__(self) -> str:
        return f"draw {KINDS[self.card]}" if self.card is not None else str(self.move)


@dataclass(frozen=True)
class LiveDiamoniak:
    """A game of Diamoniak in progress; see ``game.LiveState`` for the other members."""

    record: Record
    seed: int | None = None
    """That of the pile; None: the cards drawn are told."""

    @property
    def is_dealt(self) -> bool:
        return self.seed is not None

    @cached_property
    def state(self) -> State:
        return self.record.state

    @property
    def turn(self) -> Turn | None:
        phase = self.state.phase
        return None if phase is Phase.OVER else Turn(self.state.turn, str(phase), WORDS.decisions[str(phase)])

    @property
    def score(self) -> Score:
        """Points are the cards of the castles."""
        state = self.state
        points = tuple(float(0 if colour is None else held[colour]) for colour, held in zip(state.colours, state.held, strict=True))
        shares = tuple(float(seat == state.winner) for seat in range(len(points)))
        return Score(tuple((seat,) for seat in range(len(points))), points, shares if state.winner is not None else None)

    def moves(self) -> Sequence[object]:
        moves = self.state.moves()
        if self.is_dealt or DRAW not in moves:
            return moves
        drawn = [Drawn(DRAW, kind) for kind, count in enumerate(self.state.draw_pile()) if count]
        return (*drawn, *(move for move in moves if move != DRAW))

    def read(self, text: str) -> object:
        moves = self.moves()
        matches = [move for move in moves if self._is_meant(text.strip(), move)]
        return only_one(text, matches, moves, written=self.record.move_writer())

    def _is_meant(self, typed: str, move: object) -> bool:
        word = typed.lower()
        if isinstance(move, Drawn):
            match = _DRAWN.fullmatch(typed)
            kind = match and (match[1] or match[2])
            # 'd' is a draw, unless it is a diamond that came: only then nothing else can be meant by it
            return str(move).lower() == word or (kind.upper() == KINDS[move.card or 0] if kind else word == "draw")
        assert isinstance(move, Move)
        if move.kind is Kind.GIVE:
            given = word.lstrip("-").replace(" ", "").replace(",", "").upper()
            return bool(given) and set(given) <= set(KINDS) and cards(given) == move.cards
        if move.kind is Kind.BUY:
            match = _BUY.fullmatch(typed)
            names = [self.record.seat_name(each) for each in range(self.record.players)]
            return match is not None and (not match[1] or seat_of(match[1], names) == move.seller)
        return bool(word) and str(move).startswith(word)

    def tell(self, move: object) -> Self:
        if move not in self.moves():
            raise IllegalMoveError(f"{move} is not possible here", hint=f"moves: {', '.join(map(str, self.moves()))}")
        step = Step(*move) if isinstance(move, Step) else Step(move) if isinstance(move, Move) else None
        assert step is not None
        if step.move == DRAW and step.card is None:
            step = Step(DRAW, self._next_card())
        return replace(self, record=replace(self.record, play=(*self.record.play, step)))

    def _next_card(self) -> int:
        """The kind of the card on the pile: it depends on the seed and on how many moves were made."""
        pile = np.array(self.state.draw_pile(), np.float64)
        rng = np.random.default_rng((_LIVE, self.seed or 0, len(self.record.play)))
        return int(rng.choice(len(pile), p=pile / pile.sum()))

    def seen(self, seat: int | None) -> Record:
        return self.record

    # -- in words -------------------------------------------------------------------------------------------------------------------

    def story(self, move: object, seat: int | None) -> Sequence[StoryLine]:
        before, after = self.state, self.tell(move)
        step, name = after.record.play[-1], self._name(before.turn)
        if step.card is not None:
            drawn = StoryLine(clause(name, f"draws a {NAMES[step.card]}"), KINDS[step.card])
            return (drawn, *(self._taken_by_the_witch(after.state) if step.card == WITCH else ()))
        if step.move.kind is Kind.BUY:
            colour, seller = before.colours[before.turn], self._name(step.move.seller)
            assert colour is not None
            return (StoryLine(clause(name, f"buys a {NAMES[colour]} from {as_object(seller)}"), f"buy>{seller}"),)
        if step.move.kind is Kind.GIVE:
            return (StoryLine(clause(name, f"gives up {listed_cards(step.move.cards)}"), str(step.move)),)
        return (StoryLine(clause(name, "stops")),)

    def observed(self, move: object, seat: int | None) -> object | None:
        return move

    def _taken_by_the_witch(self, after: State) -> Sequence[StoryLine]:
        """What is given up where there is no choice."""
        turn = self.state.turn
        if after.phase is Phase.WITCH:
            return ()
        lost = listed_cards(tuple(max(0, a - b) for a, b in zip(self.state.held[turn], after.held[turn], strict=True)))
        return (StoryLine(clause(self._name(turn), f"gives up {lost}" if lost else "has nothing to give up")),)

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        state = self.state
        lines = []
        for each, (colour, held) in enumerate(zip(state.colours, state.held, strict=True)):
            castle = "no castle" if colour is None else f"castle {KINDS[colour]} {held[colour]} of {state.rules.deck[colour]}"
            aside = held if colour is None else changed(held, colour, -held[colour])
            lines.append(f"{self._name(each)}: {castle}" + (f", and {with_counts(aside)}" if any(aside) else ""))
        return (*lines, f"to be drawn: {with_counts(state.draw_pile())}")

    def _name(self, seat: int) -> str:
        return shortened(self.record.seat_name(seat), NAME_WIDTH)


def new_table(rules: Rules, first: int, names: Sequence[str] | None, seed: int | None) -> LiveDiamoniak:
    """A new game. `first`: the seat that begins."""
    return LiveDiamoniak(Record(State.start(rules, first), names=None if names is None else tuple(names)), seed)


def decide(table: LiveDiamoniak, name: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object:
    """What the arena's player of that name does; told to stop, the best it has found so far.

    Raises PlayerNameError for an unknown name.
    """
    player, moves = PLAYERS.parse(name), table.state.moves()
    return moves[0] if len(moves) == 1 else player.choose(table.state, seed, should_stop)


def table_from(record: Record, seed: int | None) -> LiveDiamoniak:
    """A game that goes on where a record ends."""
    return LiveDiamoniak(replace(record, best=(), value=None, extra=()), seed)
