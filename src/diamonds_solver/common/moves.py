"""Moves as people type them, and places in a play."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate, islice
from typing import NamedTuple, TypeVar

from diamonds_solver.common.wording import composed, listed, quote, typed_plainly
from diamonds_solver.errors import DiamondsError, IllegalMoveError

# -- moves --------------------------------------------------------------------------------------------------------------------------------
# The one of several moves that a person means who types a text.

T = TypeVar("T")
MOST_SHOWN = 12
"""Moves that a message lists."""


def only_one(text: str, matches: Sequence[T], moves: Sequence[T], why: str = "", written: Callable[[T], str] = str) -> T:
    """The only one of `matches`, those of `moves` that `text` can mean. `why` there is none, if the game can say. `written`: a move as
    people write it.

    Raises IllegalMoveError where there is none, or several (E-AMBIGUOUS), which are its `choices`.
    """
    if len(matches) == 1:
        return matches[0]
    if not matches:
        known = listed(list(map(written, moves)), MOST_SHOWN)
        reason = f": {why}" if why else ""
        raise IllegalMoveError(f"{quote(text)} cannot be played here{reason}", hint=f"moves: {known or 'none'}")
    shown = list(map(written, matches))
    error = IllegalMoveError(f"{quote(text)} can be {' or '.join(shown[:MOST_SHOWN])}", code="E-AMBIGUOUS", hint="write more of it")
    error.choices = tuple(shown)
    raise error


def by_name(text: str, moves: Iterable[T], names: Callable[[T], Iterable[str]]) -> list[T]:
    """The moves of which one of the `names` is `text`, or if there is none begins with it; blanks and capitals do not count."""
    typed = plain(text)
    named = [(move, [plain(name) for name in names(move)]) for move in moves]
    exact = [move for move, own in named if typed in own]
    return exact or [move for move, own in named if any(_begins(name, typed) for name in own)]


def _begins(name: str, typed: str) -> bool:
    """Whether a name begins with what was typed; a number is typed whole."""
    return name.startswith(typed) and not (typed[-1:].isdigit() and name[len(typed) :][:1].isdigit())


def seat_of(typed: str, names: Sequence[str]) -> int | None:
    """The seat that is meant by P1.., by a name, or by the beginning of one name only; None for anything else. Capitals do not count."""
    word, known = composed(typed_plainly(typed).strip('"')).casefold(), [composed(name).casefold() for name in names]
    exact = [seat for seat, name in enumerate(known) if word in (name, f"p{seat + 1}")]
    matches = exact or [seat for seat, name in enumerate(known) if word and name.startswith(word)]
    return matches[0] if len(matches) == 1 else None


def plain(text: str) -> str:
    """A text without blanks and capitals."""
    return "".join(text.split()).lower()


# -- places in a play ---------------------------------------------------------------------------------------------------------------------
# ``5`` is the fifth decision, ``5.3`` the third card of trick 5 of the last round.


_AT = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,2}))?")


class Place(NamedTuple):
    """One decision of a record."""

    number: int | None
    """Among the decisions of the whole record, from 1, as a review numbers them; None for what is none there: a forgotten card, a turn
    without a move."""
    trick: int | None
    """The number of the trick in the round; None for the awards, and in games without tricks."""
    card: int | None
    """Which card of the trick it is, from 1; None for other decisions."""
    move: object | None
    """What was played; None for the decision after the play."""
    place: int
    """In the play of its round, from 0."""

    def to_dict(self) -> dict[str, object]:
        """As JSON: what ``diamonds solve --all --json`` puts before an answer."""
        played = None if self.move is None else str(self.move)
        return {"at": self.number, "trick": self.trick, "card": self.card, "played": played}

    def __str__(self) -> str:
        place = "" if self.trick is None else f" (trick {self.trick}" + (")" if self.card is None else f", card {self.card})")
        name = "no decision" if self.number is None else f"decision {self.number}"
        return f"{name}{place}" + ("" if self.move is None else f", played {self.move}")


def numbers(moves: int, before: int, untold: Collection[int] = ()) -> list[int | None]:
    """`Place.number` of the moves of a play after `before` decisions, and of the move after it. `untold`: what is no decision."""
    told = accumulate((index not in untold for index in range(moves + 1)), initial=before)
    return [None if index in untold else number for index, number in enumerate(islice(told, 1, None))]


def steps_without_tricks(moves: Sequence[object], is_over: bool, before: int = 0, untold: Collection[int] = ()) -> list[Place]:
    """The decisions of a play in which nobody counts tricks, and the one after it unless the game is over; see `numbers`."""
    steps = zip(numbers(len(moves), before, untold), (*moves, None), strict=True)
    places = [Place(number, None, None, move, index) for index, (number, move) in enumerate(steps)]
    return places[:-1] if is_over else places


def is_place(at: str) -> bool:
    """Whether a text can mean a decision."""
    return _AT.fullmatch(at) is not None


def find_step(steps: Sequence[Place], at: str) -> Place:
    """The one of a record's decisions that `at` means.

    Raises DiamondsError for one that the record does not have.
    """
    match = _AT.fullmatch(at)
    assert match is not None
    number, card = int(match[1]), match[2] and int(match[2])
    step = next((s for s in steps if (s.number == number if card is None else (s.trick, s.card) == (number, card))), None)
    if step is None:
        first, last = (steps[0], steps[-1]) if steps else (None, None)
        place = f", or {last.trick}.{last.card}" if last and last.card else ""
        begin = f"the play of the last round begins with {first.number}, and " if first and first.number != 1 else ""
        hint = f"{begin}the last one is {last.number}{place}" if last else "the round is over"
        raise DiamondsError(f"the record has no decision {at}", code="E-AT", hint=hint)
    return step
