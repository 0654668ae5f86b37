"""Games that are played live."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class Turn(NamedTuple):
    """The input that a live game needs next."""

    seat: int | None
    """Who decides; None: nobody in particular, as before the next round."""
    decision: str
    """A stable name for programs, such as ``card``."""
    text: str
    """The same in words, as in "Ann: a card to play"."""
    needs: int | None = None
    """How many cards of `pool` make up the move; None: `LiveState.moves` lists the moves."""
    pool: tuple[str, ...] = ()


class Score(NamedTuple):
    """How a live game stands."""

    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    points: tuple[float, ...]
    """By side."""
    shares: tuple[float, ...] | None
    """Each side's share of the victory; None while the game goes on."""


class StoryLine(NamedTuple):
    """Something that happened."""

    text: str
    """In words."""
    notation: str = ""
    """As records write it, where the words have another form; empty where they tell the same."""

    def __str__(self) -> str:
        return f"{self.text} ({self.notation})" if self.notation else self.text


class LiveState(Protocol):
    """A game in progress, as the program knows it. It is immutable: `tell` returns a new one.

    Either the program has dealt the cards and knows all of them, or it knows only what one player enters.
    """

    @property
    def is_dealt(self) -> bool:
        """Whether the program deals the cards and decides chance."""
        ...

    @property
    def record(self) -> Any:
        """All that is known of the game so far, including hidden cards, as a record."""
        ...

    @property
    def turn(self) -> Turn | None:
        """The input needed next; None: the game is over."""
        ...

    @property
    def score(self) -> Score: ...

    def moves(self) -> Sequence[object]:
        """The legal moves; for a seat whose cards are hidden, all possible ones. Empty if there are too many to list: `Turn.needs` cards
        then make up a move."""
        ...

    def read(self, text: str) -> object:
        """The move meant by typed `text`: as ``str(move)`` writes it, with names for seats, or in any shorter form that is
        unambiguous.

        Raises IllegalMoveError if it means no move, or several.
        """
        ...

    def tell(self, move: object) -> LiveState:
        """The table after a move from `read` or `moves`. Raises IllegalMoveError for any other."""
        ...

    def story(self, move: object, seat: int | None) -> Sequence[StoryLine]:
        """What `seat` (None: everybody) sees of a move made here, in short lines of words."""
        ...

    def observed(self, move: object, seat: int | None) -> object | None:
        """A move made here as `seat` (None: everybody) sees it: what it tells of hidden cards is left out; None if that is all of it."""
        ...

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        """What a player in `seat` needs to see before deciding, in short lines of words."""
        ...

    def seen(self, seat: int | None) -> Any:
        """The record as `seat` may know it (None: as everybody may). Rounds that are over are known to all."""
        ...
