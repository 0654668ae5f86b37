"""Whether the cards that were passed, `gave` and `got`, fit to each other and to the hands."""

from __future__ import annotations

from diamonds_solver.common.wording import counted
from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.rules.cards import card_name, format_cards
from diamonds_solver.notation.problems import Place


def check_passed_cards(reading: Reading, draft: Draft, owners: dict[int, int]) -> None:
    """Checks the passed cards. Where the record begins with the first trick, their receivers hold them: `owners` is filled up."""
    if all(row is None for row in (*draft.gave, *draft.got)):
        return
    _check_counts(reading, draft)
    passed: dict[int, int] = {}
    for giver in range(reading.rules.players):
        receiver = reading.rules.receiver(giver)
        gave, got = draft.gave[giver], draft.got[receiver]
        if gave is not None and got is not None and gave.keys() != got.keys():
            message = f"{reading.label(giver)} gave {format_cards(gave)}, but {reading.label(receiver)} got {format_cards(got)}"
            reading.problem("E-GAVE", draft.source("got", receiver).place(), message, _hint_direction(reading, giver))
        for card, spot in {**(got or {}), **(gave or {})}.items():
            if card in passed:
                message = f"{card_name(card)} was passed by {reading.label(passed[card])} already"
                reading.problem("E-GAVE", spot.place(), message, _hint_direction(reading, passed[card]))
            else:
                passed[card] = giver
                _check_receiver(reading, draft, owners, card, giver, spot.place())
    _check_room(reading, draft, owners)


def _check_counts(reading: Reading, draft: Draft) -> None:
    """As many as `pass` says; without it one to three, all the same number."""
    wanted = draft.pass_count
    told = "'pass' says"
    for key, rows in (("gave", draft.gave), ("got", draft.got)):
        for seat, row in enumerate(rows):
            if row is None:
                continue
            place, count = draft.source(key, seat).place(), len(row)
            if wanted is None and not 1 <= count <= 3:
                reading.problem("E-PASS", place, f"{count} cards cannot be passed", "the dealer chooses 1, 2 or 3")
            elif wanted is None:
                wanted, told = count, f"{reading.label(seat)} {key}"
            elif count != wanted:
                reading.problem("E-PASS", place, f"{reading.label(seat)} {key} {_count(count)}, but {told} {wanted}")


def _check_receiver(reading: Reading, draft: Draft, owners: dict[int, int], card: int, giver: int, place: Place) -> None:
    """The card may be with the receiver only, or played before the record begins."""
    receiver = reading.rules.receiver(giver)
    owner, who = owners.get(card), reading.label(receiver)
    if owner is not None and owner != receiver:
        message = f"{card_name(card)} went from {reading.label(giver)} to {who}, but {reading.label(owner)} holds it"
        reading.problem("E-GAVE", place, message, _hint_direction(reading, giver))
    if owner is not None or not _is_first_trick(reading, draft):
        return
    if draft.hands[receiver].unknown == 0:
        reading.problem("E-GAVE", place, f"{who} got {card_name(card)} and does not hold it", _hint_direction(reading, giver))
    elif card in draft.out:
        reading.problem("E-GAVE", place, f"{card_name(card)} was passed to {who} and is out", "no trick was played before this record")
    else:
        owners[card] = receiver


def _check_room(reading: Reading, draft: Draft, owners: dict[int, int]) -> None:
    """The cards that a player is known to have got must fit in the hand."""
    for seat, hand in enumerate(draft.hands):
        known = sum(owner == seat for owner in owners.values())
        if hand.size is not None and known > hand.size:
            giver = next(giver for giver in range(reading.rules.players) if reading.rules.receiver(giver) == seat)
            key, source = ("got", seat) if draft.got[seat] is not None else ("gave", giver)
            message = f"{reading.label(seat)} holds {counted(hand.size, 'card')} and is known to have {known}"
            reading.problem("E-GAVE", draft.source(key, source).place(), message)


def _is_first_trick(reading: Reading, draft: Draft) -> bool:
    rules = reading.rules
    return draft.tricks * rules.plays_per_trick == rules.hand_size and not any(draft.took)


def _hint_direction(reading: Reading, giver: int) -> str:
    return f"{reading.label(giver)} passes to {reading.label(reading.rules.receiver(giver))}"


def _count(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"
