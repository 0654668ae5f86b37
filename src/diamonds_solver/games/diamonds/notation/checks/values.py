"""Whether the values of a record fit together, before its play is replayed: every card once, equal hands, counts that can occur."""

from __future__ import annotations

from collections import Counter

from diamonds_solver.common.wording import counted
from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUIT_NAMES, SUITS, card_name, suit_of
from diamonds_solver.games.diamonds.rules.rules import POINTS_IN_BOX, START_SHOWROOM

from .earlier import check_earlier_tricks, tricks_of
from .passed import check_passed_cards, hands_from_deal


def check_values(reading: Reading, draft: Draft) -> dict[int, int]:
    """Checks everything but the play, and sets the hands' sizes and the number of tricks in `draft`.

    Returns the seats of all cards of which the record says who holds them before the first card of the play.
    """
    are_hands_known = hands_from_deal(reading, draft)
    owners = _find_owners(reading, draft)
    _check_out(reading, draft, owners)
    draft.taken = _check_took(reading, draft, owners)
    _check_sizes(reading, draft)
    check_earlier_tricks(reading, draft, owners)
    _check_crystals(reading, draft)
    _check_phase(reading, draft)
    if draft.phase is Phase.PLAY and are_hands_known:
        check_passed_cards(reading, draft, owners)
    _check_void(reading, draft, owners)
    return owners


def _find_owners(reading: Reading, draft: Draft) -> dict[int, int]:
    owners: dict[int, int] = {}
    for seat, hand in enumerate(draft.hands):
        for card, span in hand.cards.items():
            if card in owners:
                other = owners[card]
                reading.card_twice(card, span, draft.hands[other].cards[card], f"in the hand of {reading.label(other)}")
            else:
                owners[card] = seat
    return owners


def _check_out(reading: Reading, draft: Draft, owners: dict[int, int]) -> None:
    for card, span in draft.out.items():
        if card in owners:
            seat = owners[card]
            reading.card_twice(card, span, draft.hands[seat].cards[card], f"in the hand of {reading.label(seat)}")


def _check_took(reading: Reading, draft: Draft, owners: dict[int, int]) -> int:
    """Returns how many tricks were taken before the record begins; what is no whole trick does not count."""
    rules, tricks = reading.rules, 0
    totals = [0] * len(SUITS)
    held = Counter(map(suit_of, owners))
    for seat, row in enumerate(draft.took):
        if row is None:
            continue
        location = draft.source("took", seat).location()
        cards = sum(row)
        tricks += cards // rules.trick_size
        if cards == 0 or cards % rules.trick_size:
            hint = "leave the field out for a player without a trick" if cards == 0 else f"a trick has {rules.trick_size} cards"
            reading.problem("E-TOOK", location, f"{reading.label(seat)} cannot have won {counted(cards, 'card')}", hint)
        for suit in SUITS:
            totals[suit] += row[suit]
            left = rules.max_rank - held[suit]
            if totals[suit] > left >= totals[suit] - row[suit]:
                hint = f"the suit has {rules.max_rank}, and {held[suit]} of them are in the hands"
                reading.problem("E-TOOK", location, f"{totals[suit]} {SUIT_NAMES[suit]} are won, more than there can be", hint)
    return tricks


def _check_sizes(reading: Reading, draft: Draft) -> None:
    """Equal hands, not more than the deal gives; hands without a size get it from the others, or from the deal."""
    rules = reading.rules
    sizes = {seat: hand.size for seat, hand in enumerate(draft.hands) if hand.size is not None}
    before = reading.problems.count
    size = Counter(sizes.values()).most_common(1)[0][0] if sizes else rules.hand_size - tricks_of(reading, draft) * rules.plays_per_trick
    model = next((seat for seat, its_size in sizes.items() if its_size == size), 0)
    for seat, its_size in sizes.items():
        trouble, hint = _size_trouble(reading, its_size, size, model)
        if trouble:
            location = draft.source("hand", seat).location()
            reading.problem("E-HAND-SIZE", location, f"{reading.label(seat)} holds {counted(its_size, 'card')}{trouble}", hint)
    if reading.problems.count > before:
        return
    if not sizes and any(tricks is None and draft.took[seat] is None for seat, tricks in (draft.won or {}).items()):
        hint = "write 'hand P1 +7' where everybody has 7 cards left"
        reading.problem("E-HAND-SIZE", draft.source("won").location(), "how many tricks were played is not known", hint)
        return
    deal, taken = rules.hand_size // rules.plays_per_trick, draft.taken
    draft.tricks = size // rules.plays_per_trick
    draft.before = deal - draft.tricks
    if draft.tricks < 1 or taken + draft.tricks > deal:
        fields = [field for (key, _), field in draft.sources.items() if key in ("took", "won")]
        location = fields[0].location()
        left = f"{draft.tricks} left to play" if draft.tricks > 0 else "none left"
        reading.problem("E-TOOK", location, f"{counted(taken, 'trick')} taken and {left}: a round has {deal}")
    for hand in draft.hands:
        if hand.unknown is None:
            hand.unknown = size


def _size_trouble(reading: Reading, its_size: int, size: int, model: int) -> tuple[str, str | None]:
    """What is wrong with a hand's size, and a hint; `size` is that of most hands, the one of `model` for example."""
    rules = reading.rules
    if its_size < size:
        return f" and {reading.label(model)} {size}", f"write +{size - its_size} for cards that are not known"
    if its_size > size:
        return f" and {reading.label(model)} {size}", "all hands are equal before a lead"
    if its_size > rules.hand_size:
        return f", more than the {rules.hand_size} that are dealt", None
    if its_size == 0:
        return ": nothing is left to play", None
    if its_size % rules.plays_per_trick:
        return ", an odd number", "with two players everybody plays two cards to each trick"
    return "", None


def _check_crystals(reading: Reading, draft: Draft) -> None:
    showroom = draft.showroom or (START_SHOWROOM,) * reading.rules.players
    total = sum(showroom) + sum(draft.vault)
    if total > POINTS_IN_BOX and all(0 <= points <= POINTS_IN_BOX for points in (*showroom, *draft.vault)):
        key = "vault" if draft.vault else "showroom"
        location = draft.source(key).location()
        reading.problem("E-CRYSTALS", location, f"{total} points are on the table, more than the {POINTS_IN_BOX} of the box")


def _check_phase(reading: Reading, draft: Draft) -> None:
    if draft.phase is Phase.PLAY:
        return
    for (key, _), field in draft.sources.items():
        if key in ("play", "took", "won", "gave", "got") or (key == "pass" and draft.phase is Phase.CHOOSE):
            what = "nothing is passed or played yet" if key != "pass" else "the number is not chosen yet"
            reading.problem("E-PHASE", field.location(), f"'{key}' cannot stand in the phase '{draft.phase}': {what}")
    if draft.phase is Phase.PASS:
        location = draft.source("phase").location()
        if ("pass", None) not in draft.sources:
            reading.problem("E-PHASE", location, "how many cards are to be passed is missing", "add 'pass 1', 2 or 3")


def _check_void(reading: Reading, draft: Draft, owners: dict[int, int]) -> None:
    for seat, void in enumerate(draft.void):
        for suit, span in void.items():
            held = next((card for card, owner in owners.items() if owner == seat and suit_of(card) == suit), None)
            if held is not None:
                message = f"{reading.label(seat)} is said to have no {SUIT_NAMES[suit]}, and holds {card_name(held)}"
                reading.problem("E-VOID", span.location(), message, f"take {SUIT_LETTERS[suit]} out, or the card")
