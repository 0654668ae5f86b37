"""What only some games have, in one or two members."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from diamonds_solver.markup.svg import Glyph
    from diamonds_solver.stats.estimates import Estimate


@runtime_checkable
class RoundGame(Protocol):
    """A game of several rounds, whose records may hold a single round."""

    def whole(self, record: Any) -> Any:
        """The record as that of a whole game, even if it has one round."""
        ...


@runtime_checkable
class TrickGame(Protocol):
    """A game whose play is a sequence of tricks."""

    def tricks(self, record: Any, symbols: bool, width: int) -> str:
        """The tricks of the play as a table, at most `width` cells wide."""
        ...


@runtime_checkable
class PictureGame(Protocol):
    """A game that draws its table. For other games pages show the diagram."""

    def picture(self, record: Any, seat: int | None = None) -> str:
        """The table after the record's play as SVG (see ``markup.svg``), the same wherever it is shown: everything is in attributes, and it
        has its own background. With a `seat` it shows only what that seat knows.

        Raises HiddenCardsError if that seat's own cards are hidden, PositionError if the record contradicts itself.
        """
        ...


@runtime_checkable
class GlyphGame(Protocol):
    """A game whose moves have letters, such as those of suits, that pages show as shapes."""

    def glyphs(self) -> Mapping[str, Glyph]:
        """The shapes by letter."""
        ...

    def move_html(self, record: Any) -> Callable[[object], str]:
        """As `move_writer`, but as HTML, with ``<i class="g g-D">D</i>`` for the letter D; names are escaped."""
        ...


@runtime_checkable
class ListsMoves(Protocol):
    """A game whose legal moves can be listed."""

    def legal_moves(self, record: Any) -> Sequence[object]:
        """The legal moves after the record's play; none if the cards of the player who decides are hidden, or the game is over."""
        ...


@runtime_checkable
class CardGame(ListsMoves, Protocol):
    """A game with one hand a player, and cards with suits and ranks. The page can then set up a table and play by pressing cards."""

    def decks(self) -> Sequence[Mapping[str, Any]]:
        """The kinds of game: ``players``, ``variant``, ``suits``, ``ranks`` (the highest of each suit), ``hand`` (cards dealt to each)
        and ``teams`` (whether there is team play)."""
        ...


class Said(NamedTuple):
    """A move in words, as it stands on a button."""

    group: str
    """Heading for all moves of its kind; empty for a move that stands alone."""
    text: str


@runtime_checkable
class WordedGame(ListsMoves, Protocol):
    """A game whose moves pages show in words, on buttons."""

    def said(self, record: Any) -> Callable[[object], Said]:
        """A function that puts a move of the record, or one of a `LiveTable` at it, into words."""
        ...

    def outcomes(self, record: Any, move: Any) -> Mapping[str, object]:
        """What chance may add to a legal move, in words, each with the move to give to `Game.play`; empty if nothing is open.

        Raises DiamondsError if there is too much to list.
        """
        ...


@runtime_checkable
class SplitMoves(Protocol):
    """A game whose records can write a move in parts, each a decision, while engines value it as a whole."""

    def begins(self, part: Any, whole: Any) -> bool:
        """Whether the move `whole` begins with `part`."""
        ...


@runtime_checkable
class DealtGame(Protocol):
    """A game whose rounds begin with a random deal, so that there is luck before any decision."""

    def luck(self, record: Any, objective: str, seed: int, deals: int) -> Mapping[int, Sequence[Estimate]]:
        """By round number, for every round whose deal the record has: by seat, the value of the deal by `objective` before any decision,
        less the mean value of deals to that seat. Both are means of `deals` rounds.
        """
        ...


@runtime_checkable
class VariantGame(Protocol):
    """A game with variants and a leader, which tables of values then have as columns."""

    def variant(self, record: Any) -> str:
        """The variant in a few words, the same for all records of it, such as ``perfect teams``."""
        ...

    def leader(self, record: Any) -> int | None:
        """Who leads the next trick; None if there is none."""
        ...

    def led_by(self, record: Any, seat: int) -> Any:
        """The record with another leader of its first trick.

        Raises DiamondsError if cards were played already, or somebody else must lead.
        """
        ...


@runtime_checkable
class AssumingGame(Protocol):
    """A game whose rules' text leaves something out on which every number rests: what tables tell of it."""

    @property
    def assumptions(self) -> Mapping[str, str]:
        """What may be assumed, by a name of one word, in a sentence for people."""
        ...

    def assumed(self, record: Any) -> Sequence[str]:
        """The names of what is assumed of this record, as it does not say otherwise."""
        ...


@runtime_checkable
class NamesAll(Protocol):
    """A game that lists its engines and players, so that a shell can complete their names."""

    def engines(self) -> Sequence[str]: ...

    def players(self) -> Sequence[str]: ...
