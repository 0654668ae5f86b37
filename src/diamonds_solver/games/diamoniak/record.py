"""Records of Diamoniak, and the view of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

from diamonds_solver.common.moves import Place, steps_without_tricks
from diamonds_solver.common.options import first_seat
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import PositionError
from diamonds_solver.game import RecordDecision
from diamonds_solver.notation.grammar import PlayedRecord

from .rules import BOX, DRAW, Kind, Move, Phase, Rules, State, with_counts

# -- records ------------------------------------------------------------------------------------------------------------------------------
# A `Record`: what one text or JSON object says of a game.


class Step(NamedTuple):
    """One move that was made, and what chance added."""

    move: Move
    card: int | None = None
    """With a draw: the kind of the card."""


@dataclass(frozen=True)
class Record(PlayedRecord[State, Step]):
    """One record of a game. Nothing is hidden, so it is also what every player sees."""

    game: ClassVar[str] = "diamoniak"

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @cached_property
    def state(self) -> State:
        """After all moves of `play`."""
        state = self.start
        for step in self.play:
            state = state.after(step.move, step.card)
        return state

    def check(self) -> Sequence[str]:
        """What the writer of the record should know."""
        state = self.state
        if self.play and state.phase is Phase.WITCH:
            return (f"what {self.seat_name(state.turn)} gives up to the witch is missing", *self.notes())
        return self.notes()

    def played_on(self, move: object) -> Record:
        """The record with one more move: for a draw a Step with the card."""
        step = Step(move) if isinstance(move, Move) and move != DRAW else move
        if not isinstance(step, Step):
            raise TypeError(f"a Move, or for a draw a Step with the card, is expected, not {move!r}")
        self.state.play(step.move, step.card)  # raises where it is not legal
        return replace(self, play=(*self.play, step))

    def decisions(self) -> Iterator[RecordDecision]:
        """Every decision of the game, in order."""
        state = self.start
        for number, step in enumerate(self.play):
            forced = len(state.moves()) == 1
            yield RecordDecision(replace(self, play=self.play[:number]), state.turn, step.move, str(state.phase), forced)
            state = state.after(step.move, step.card)

    def steps(self) -> Sequence[Place]:
        """The decisions of the play, and the one after it unless the game is over."""
        return steps_without_tricks([step.move for step in self.play], self.state.phase is Phase.OVER)

    def move_writer(self) -> Callable[[object], str]:
        """A function that writes a move of the record with the players' names."""

        def written(move: object) -> str:
            if isinstance(move, Move) and move.kind is Kind.BUY:
                return f"buy>{self.seat_name(move.seller)}"
            return str(move)

        return written

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from .picture import draw  # loaded only where a picture is wanted

        return draw(self.state, tuple(self.seat_name(seat) for seat in range(self.players)))

    def options(self) -> dict[str, str]:
        """What it says of the options of its game."""
        begins = {"first": str(self.start.turn + 1)} if self.start == State.start(self.rules, self.start.turn) else {}
        return {"players": str(self.players), "deck": with_counts(self.rules.deck), "price": self.rules.price, **begins}

    def notes(self) -> Sequence[str]:
        """What a reader of answers should know about the record: nothing."""
        return ()


# -- views --------------------------------------------------------------------------------------------------------------------------------
# The decision of one player. Everything lies open, so it is the same for all.


@dataclass(frozen=True)
class View:
    """What the seat to move sees."""

    game: ClassVar[str] = "diamoniak"
    state: State

    @classmethod
    def of(cls, record: Record | View, seat: int | None = None) -> View:
        """The view of who decides after the play of a record; a view is returned as it is.

        Raises PositionError if the game is over, and if `seat` has nothing to decide.
        """
        if isinstance(record, View):
            return record
        state = record.state
        if state.winner is not None:
            raise PositionError(f"{record.seat_name(state.turn)} has won: there is nothing to decide", code="E-OVER")
        if seat is not None and seat != state.turn:
            message = f"{record.seat_name(seat)} has nothing to decide: it is the turn of {record.seat_name(state.turn)}"
            raise PositionError(message, code="E-TURN")
        return cls(state)

    @property
    def seat(self) -> int:
        """The viewer: who decides."""
        return self.state.turn

    @property
    def decision(self) -> str:
        """``turn``, ``more`` or ``witch``."""
        return str(self.state.phase)

    def hidden(self) -> str:
        """How much is hidden, in words."""
        return f"nothing is hidden but the order of the {counted(sum(self.state.draw_pile()), 'card')} to be drawn"

    def to_dict(self) -> dict[str, Any]:
        """The ``view`` of an answer as JSON."""
        return {"seat": f"P{self.seat + 1}", "pile": with_counts(self.state.draw_pile())}


def random_record(rules: Rules, seed: Sequence[int], options: Mapping[str, Any], name: str | None) -> Record:
    """The start of a game, or the state after so many random moves, none of which ends the game."""
    random = Random("/".join(map(str, seed)))
    state = State.start(rules, first_seat(options, rules.players))
    for _ in range(options.get("moves", 0)):
        move = random.choice(state.moves())
        after = state.after(move, random.choices(range(len(BOX)), state.draw_pile())[0] if move == DRAW else None)
        if after.phase is not Phase.OVER:
            state = after
    return Record(state, id=name)


def template(names: Sequence[str]) -> str:
    """A game to fill in, from its start or from the table as it lies: what `diamonds new` writes."""
    first = names[0]
    return f"""\
# A game of Diamoniak: fill in what you know, and take the '#' from these lines. 'diamonds check FILE' says whether it is right.
# R G Y B are castles (red, green, yellow, blue), D is a diamond, F a fairy, W a witch; D5 is five diamonds.
diamoniak 1
players {" ".join(names)}

# The table as it lies: castles begun, cards aside, the discard pile, whose turn it is. At the start of a game nothing lies there.
# castle {first} R2
# aside {first} Y2 D
# discard F2 W4
# turn {first}

# The cards in the order in which they were drawn, 'stop' where a turn is ended; -F gives up a fairy, buy>{names[1]} buys a castle.
# play D R Y stop / D D F
"""
