"""Cards of a play that nobody remembers: of what rank they can have been, when the suit and the winner of the trick are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diamonds_solver.games.diamonds.rules.cards import MAX_RANK, rank_of, suit_of
from diamonds_solver.games.diamonds.rules.public import Move, Table


@dataclass(frozen=True)
class Forgotten:
    """A move of which the record tells only in part what it was."""

    index: int
    """In the play."""
    seat: int
    """Whose it was."""


def cards_played(start: Table, play: Sequence[Move]) -> Iterator[tuple[int, int, int]]:
    """The cards of a play: the number of the move, the seat, the card."""
    table = start
    for index, move in enumerate(play):
        if move.card is None:
            table = table.choose(move)
            continue
        yield index, table.to_move, move.card
        table = table.play_card(move.card, move.victim)


def possible_ranks(start: Table, play: Sequence[Move], index: int) -> tuple[int, range]:
    """The suit of the card of move `index`, and the ranks with which the same player would have won the trick.

    The other cards of the trick are taken as they are in `play`.
    """
    cards = list(cards_played(start, play))
    at = next(place for place, (number, _, _) in enumerate(cards) if number == index)
    size = start.rules.trick_size
    first = at - at % size
    trick = [card for _, _, card in cards[first : first + size]]
    card, suit = cards[at][2], suit_of(cards[at][2])
    rivals = [rank_of(other) for place, other in enumerate(trick) if suit_of(other) == suit_of(trick[0]) and place != at - first]
    if suit != suit_of(trick[0]) or len(trick) < size or not rivals:
        return suit, range(1, MAX_RANK + 1)
    if rank_of(card) > max(rivals):
        return suit, range(max(rivals) + 1, MAX_RANK + 1)
    return suit, range(1, max(rivals))
