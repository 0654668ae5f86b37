"""Crystals after a round that are not those of its play: which mistake at the table would explain them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_NAMES, SUITS
from diamonds_solver.games.diamonds.rules.public import Table

Change = tuple[tuple[int, ...], tuple[int, ...]]
"""What showrooms and vaults have more, by seat."""


def likely_mistake(reading: Reading, end: Table, showroom: Sequence[int], vault: Sequence[int]) -> str | None:
    """What one mistake with the awards or the bonus would leave these crystals after a round that ended with `end`, in words."""
    change = (
        tuple(told - known for told, known in zip(showroom, end.showroom, strict=True)),
        tuple(told - known for told, known in zip(vault, end.vault, strict=True)),
    )
    return next((text for text, made in _mistakes(reading, end) if made == change), None)


def _mistakes(reading: Reading, end: Table) -> Iterator[tuple[str, Change]]:
    """Mistakes and what they change: an award that went to somebody else, or was not performed, and bonuses."""
    seats, label = range(reading.rules.players), reading.label
    nothing = (0,) * len(seats)
    for suit in SUITS:
        most, award = end.award_winners(suit), f"the award for most {SUIT_NAMES[suit]}"
        counts = ", ".join(f"{label(seat)} {end.taken[seat][suit]}" for seat in seats)
        for winner in most:
            for seat in seats:
                if seat not in most:
                    change = _minus(_award(suit, seat, seats), _award(suit, winner, seats))
                    yield f"so it would be if {label(seat)} had {award}, and {label(winner)} has it: cards won are {counts}", change
            yield f"so it would be without {award}, which {label(winner)} has", _minus((nothing, nothing), _award(suit, winner, seats))
        if not most:
            for seat in seats:
                yield f"so it would be if {label(seat)} had {award}, which nobody has: cards won are {counts}", _award(suit, seat, seats)
    for seat in seats:
        two = tuple(2 * (other == seat) for other in seats)
        if seat in end.winners:
            yield f"so it would be if {label(seat)} had the bonus for no trick, and {label(seat)} has won one", (nothing, two)
        else:
            text = f"so it would be without the bonus of {label(seat)}, who has won no trick: two crystals in the vault"
            yield text, _minus((nothing, nothing), (nothing, two))


def _award(suit: int, seat: int, seats: Sequence[int]) -> Change:
    """What performing the award brings to a seat; whom clubs rob stays the same, whoever robs."""
    one = tuple(int(other == seat) for other in seats)
    none, less = tuple(0 for _ in seats), tuple(-count for count in one)
    return {DIAMONDS: (none, one), HEARTS: (one, none), SPADES: (less, one), CLUBS: (one, none)}[suit]


def _minus(first: Change, second: Change) -> Change:
    showroom, vault = (tuple(a - b for a, b in zip(x, y, strict=True)) for x, y in zip(first, second, strict=True))
    return showroom, vault
