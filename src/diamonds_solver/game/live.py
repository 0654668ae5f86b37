"""Games that are played live."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable


class Turn(NamedTuple):
    """What has to be told next in a live game."""

    seat: int | None
    """Who decides; None: nobody in particular, as before the next round."""
    decision: str
    """A name that programs can rely on, such as ``card``."""
    text: str
    """The same in words, as in "Ann: a card to play"."""
    needs: int | None = None
    """How many cards of `pool` make the move; None: the moves are those of `LiveTable.moves`."""
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


class LiveTable(Protocol):
    """A game that is going on, as the program knows it. It never changes: `tell` gives another one.

    Either the program dealt the cards and knows all of them, or it knows what one player knows, who tells it what happens.
    """

    @property
    def is_dealt(self) -> bool:
        """Whether the program deals, and draws what is left to chance."""
        ...

    @property
    def record(self) -> Any:
        """All that is known of the game so far, as a record; hidden cards too."""
        ...

    @property
    def turn(self) -> Turn | None:
        """What has to be told next; None: the game is over."""
        ...

    @property
    def score(self) -> Score: ...

    def moves(self) -> Sequence[object]:
        """The moves that are legal; for a seat whose cards are hidden those that can be thought of. Empty where there are too many to
        list: `Turn.needs` cards then make a move."""
        ...

    def read(self, text: str) -> object:
        """The move that a person means who types `text`: as ``str(move)`` writes it, with names for seats, or in a shorter form that
        means one move only.

        Raises IllegalMoveError for a text that means none, or several.
        """
        ...

    def tell(self, move: object) -> LiveTable:
        """The table after a move that `read` gave or `moves` lists. Raises IllegalMoveError for another one."""
        ...

    def story(self, move: object, seat: int | None) -> Sequence[StoryLine]:
        """What `seat`, or None: everybody, sees of a move that is told here, in short lines of words."""
        ...

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        """What a player in that seat wants before the eyes when something is to be told here, in short lines of words."""
        ...

    def seen(self, seat: int | None) -> Any:
        """The record as `seat` may know it; None: as everybody may. Of rounds that are over everybody knows all."""
        ...


@runtime_checkable
class LivePlay(Protocol):
    """A game that can be played live; what can be chosen is ``options["live"]``."""

    @property
    def levels(self) -> Mapping[str, str]:
        """Opponents for people, from the weakest to the strongest: players of the arena by name, and how they play, in words."""
        ...

    @property
    def typing(self) -> str:
        """How people type moves (`LiveTable.read`), in one line."""
        ...

    @property
    def gives_reasons(self) -> bool:
        """Whether `Game.explain` can say of some decisions why a move is better."""
        ...

    def live(self, options: Mapping[str, Any], names: Sequence[str] | None, seed: int | None, me: int | None) -> LiveTable:
        """A new game. With a `seed` the program deals, and the same seed gives the same cards; without one seat `me` tells what it sees.

        Raises DiamondsError for options that exclude each other.
        """
        ...

    def live_from(self, record: Any, seed: int | None, me: int | None) -> LiveTable:
        """A game that goes on where a record ends. With a `seed` the program knows all cards and deals those of later rounds.

        Raises HiddenCardsError where the cards that are needed are not in the record.
        """
        ...

    def decide(self, table: LiveTable, player: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object | None:
        """What the arena's player of that name does on its turn, knowing what its seat may know; None when told to stop.

        Raises PlayerNameError for a name that is none, or of a player who would look at hidden cards.
        """
        ...
