"""What only some games have, in one or two members."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from diamonds_solver.markup.svg import Glyph
    from diamonds_solver.stats.estimates import Estimate


@runtime_checkable
class RoundGame(Protocol):
    """A game of several rounds, whose records may be of one round alone."""

    def whole(self, record: Any) -> Any:
        """The record as one of a game, also where it has one round."""
        ...


@runtime_checkable
class TrickGame(Protocol):
    """A game whose play is a sequence of tricks."""

    def tricks(self, record: Any, symbols: bool, width: int) -> str:
        """The tricks of the play as a table, at most `width` cells wide."""
        ...


@runtime_checkable
class PictureGame(Protocol):
    """A game that draws its table. Where a game does not, pages show its diagram."""

    def picture(self, record: Any, seat: int | None = None) -> str:
        """The table after the record's play as SVG (see ``markup.svg``), the same wherever it is shown: everything is in attributes, and it
        has a background of its own. With a `seat` only what that seat knows.

        Raises HiddenCardsError where that seat's own cards are hidden, PositionError for a record that contradicts itself.
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
        """The legal moves after the record's play; none where the cards of the player who decides are hidden, and when all is over."""
        ...


@runtime_checkable
class CardGame(ListsMoves, Protocol):
    """A game with one hand a player, cards of suits and ranks: what the page needs to set up a table, and to play by pressing cards."""

    def decks(self) -> Sequence[Mapping[str, Any]]:
        """The kinds of game: ``players``, ``variant``, ``suits``, ``ranks`` (the highest of each suit), ``hand`` (cards dealt to each)
        and ``teams`` (whether there is team play)."""
        ...


class Said(NamedTuple):
    """A move in words, as it stands on a button."""

    group: str
    """What all moves of its kind do, as a heading above them; empty for a move that stands alone."""
    text: str


@runtime_checkable
class WordedGame(ListsMoves, Protocol):
    """A game whose moves are chosen by their words: pages have buttons for them."""

    def said(self, record: Any) -> Callable[[object], Said]:
        """A function that puts a move of the record, or one of a `LiveTable` at it, into words."""
        ...

    def outcomes(self, record: Any, move: Any) -> Mapping[str, object]:
        """What chance may add to a legal move, in words, each with the move that `Game.play` takes for it; empty where nothing is open.

        Raises DiamondsError where there is too much to list.
        """
        ...


@runtime_checkable
class SplitMoves(Protocol):
    """A game in which a record can tell a move in parts, each of them a decision, where engines value it as a whole."""

    def begins(self, part: Any, whole: Any) -> bool:
        """Whether the move `whole` begins with `part`."""
        ...


@runtime_checkable
class DealtGame(Protocol):
    """A game whose rounds begin with a random deal, so that there is luck in it before anybody decides."""

    def luck(self, record: Any, objective: str, seed: int, deals: int) -> Mapping[int, Sequence[Estimate]]:
        """By the number of the round, for every round whose deal the record tells: by seat what the deal was worth, by `objective`, before
        anybody had decided anything, less what deals are worth to that seat on average. Both are means of as many as `deals` rounds.
        """
        ...


@runtime_checkable
class VariantGame(Protocol):
    """A game of several variants in whose records somebody leads: what tables tell of them."""

    def variant(self, record: Any) -> str:
        """The variant in a few words, the same for all records of it, such as ``perfect teams``."""
        ...

    def leader(self, record: Any) -> int | None:
        """Who leads the trick that is to be played; None where none is."""
        ...

    def led_by(self, record: Any, seat: int) -> Any:
        """The record with another leader of its first trick.

        Raises DiamondsError where cards were played already, or somebody else must lead.
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
    """A game that lists what can be named on the command line, so that a shell can complete it."""

    def engines(self) -> Sequence[str]: ...

    def players(self) -> Sequence[str]: ...
