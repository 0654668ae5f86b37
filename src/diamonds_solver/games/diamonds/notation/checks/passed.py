"""Whether the cards that were passed, `gave` and `got`, fit to each other and to the hands."""

from __future__ import annotations

from diamonds_solver.common.wording import counted
from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.reading import Cards, Reading
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.cards import card_name, format_cards
from diamonds_solver.notation.problems import Location


def hands_from_deal(reading: Reading, draft: Draft) -> bool:
    """Turns `dealt`, the cards before the pass, into `hand`, those after it; before the play they are the same.

    Whether that was possible.
    """
    rules, before = reading.rules, reading.problems.count
    for seat, dealt in enumerate(draft.dealt):
        if dealt is None:
            continue
        field, who = draft.source("dealt", seat), reading.label(seat)
        gave, got = _passed_by(reading, draft, seat), _passed_by(reading, draft, _giver(reading, seat))
        if len(dealt) != rules.hand_size:
            message = f"{who} is dealt {_count(len(dealt))}, not {rules.hand_size}"
            reading.problem(
                "E-HAND-SIZE", field.location(), message, "where some are not known, write 'hand', the cards after the pass: D4,3 +8"
            )
        elif draft.phase is Phase.PLAY and gave is None:
            message = f"what {who} gave is missing: 'dealt' is the hand before the pass"
            reading.problem(
                "E-GAVE", field.location(), message, f"add 'gave {who} ...' and 'got {who} ...', or write 'hand', the one after it"
            )
        elif draft.phase is not Phase.PLAY:
            _set_hand(reading, draft, seat, dealt, 0)
        elif gave is not None:
            wrong = [(card, "gave", "was not dealt it") for card in gave if card not in dealt]
            wrong += [(card, "got", "was dealt it") for card in got or () if card in dealt]
            for card, verb, trouble in wrong:
                message = f"{who} {verb} {card_name(card)}, and {trouble}"
                reading.problem("E-GAVE", field.location(), message, _hint_direction(reading, seat))
            cards = {card: span for card, span in dealt.items() if card not in gave} | (got or {})
            if not wrong:
                _set_hand(reading, draft, seat, cards, 0 if got is not None else len(gave))
    return reading.problems.count == before


def _set_hand(reading: Reading, draft: Draft, seat: int, cards: Cards, unknown: int) -> None:
    """The hand of a seat, which must not say otherwise where it is there."""
    hand, field = draft.hands[seat], draft.source("dealt", seat)
    if hand.unknown is not None and (hand.cards.keys() - cards.keys() if unknown == 0 else cards.keys() - hand.cards.keys()):
        message = f"the hand of {reading.label(seat)} after the pass is {format_cards(cards)} by 'dealt', 'gave' and 'got'"
        reading.problem("E-GAVE", draft.source("hand", seat).location(), message, "leave 'hand' or 'dealt' out")
    elif hand.unknown is None or unknown == 0:
        hand.cards, hand.unknown = dict(cards), unknown
        draft.sources.setdefault(("hand", seat), field)


def _passed_by(reading: Reading, draft: Draft, giver: int) -> Cards | None:
    """What a seat gave, as far as it or its receiver tells."""
    gave, got = draft.gave[giver], draft.got[reading.rules.receiver(giver)]
    return got if gave is None else gave


def _giver(reading: Reading, seat: int) -> int:
    return next(giver for giver in range(reading.rules.players) if reading.rules.receiver(giver) == seat)


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
            reading.problem("E-GAVE", draft.source("got", receiver).location(), message, _hint_direction(reading, giver))
        for card, span in {**(got or {}), **(gave or {})}.items():
            if card in passed:
                message = f"{card_name(card)} was passed by {reading.label(passed[card])} already"
                reading.problem("E-GAVE", span.location(), message, _hint_direction(reading, passed[card]))
            else:
                passed[card] = giver
                _check_receiver(reading, draft, owners, card, giver, span.location())
    _check_room(reading, draft, owners)


def _check_counts(reading: Reading, draft: Draft) -> None:
    """As many as `pass` says; without it one to three, all the same number."""
    wanted = draft.pass_count
    told = "'pass' says"
    for key, rows in (("gave", draft.gave), ("got", draft.got)):
        for seat, row in enumerate(rows):
            if row is None:
                continue
            location, count = draft.source(key, seat).location(), len(row)
            if wanted is None and not 1 <= count <= 3:
                reading.problem("E-PASS", location, f"{count} cards cannot be passed", "the dealer chooses 1, 2 or 3")
            elif wanted is None:
                wanted, told = count, f"{reading.label(seat)} {key}"
            elif count != wanted:
                reading.problem("E-PASS", location, f"{reading.label(seat)} {key} {_count(count)}, but {told} {wanted}")


def _check_receiver(reading: Reading, draft: Draft, owners: dict[int, int], card: int, giver: int, location: Location) -> None:
    """The card may be with the receiver only, or played before the record begins."""
    receiver = reading.rules.receiver(giver)
    owner, who = owners.get(card), reading.label(receiver)
    if owner is not None and owner != receiver:
        message = f"{card_name(card)} went from {reading.label(giver)} to {who}, but {reading.label(owner)} holds it"
        reading.problem("E-GAVE", location, message, _hint_direction(reading, giver))
    if owner is not None or not _is_first_trick(reading, draft):
        return
    if draft.hands[receiver].unknown == 0:
        reading.problem("E-GAVE", location, f"{who} got {card_name(card)} and does not hold it", _hint_direction(reading, giver))
    elif card in draft.out:
        reading.problem("E-GAVE", location, f"{card_name(card)} was passed to {who} and is out", "no trick was played before this record")
    else:
        owners[card] = receiver


def _check_room(reading: Reading, draft: Draft, owners: dict[int, int]) -> None:
    """The cards that a player is known to have got must fit in the hand."""
    for seat, hand in enumerate(draft.hands):
        known = sum(owner == seat for owner in owners.values())
        if hand.size is not None and known > hand.size:
            giver = _giver(reading, seat)
            key, source = ("got", seat) if draft.got[seat] is not None else ("gave", giver)
            message = f"{reading.label(seat)} holds {counted(hand.size, 'card')} and is known to have {known}"
            reading.problem("E-GAVE", draft.source(key, source).location(), message)


def _is_first_trick(reading: Reading, draft: Draft) -> bool:
    rules = reading.rules
    return draft.tricks * rules.plays_per_trick == rules.hand_size and not any(draft.took)


def _hint_direction(reading: Reading, giver: int) -> str:
    direction = f"{reading.label(giver)} passes to {reading.label(reading.rules.receiver(giver))}"
    return f"{direction}; 'hand' is the hand after the pass, 'dealt' the one before it"


def _count(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"
