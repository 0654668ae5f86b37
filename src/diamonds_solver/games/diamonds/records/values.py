"""Whether the fields of a round fit together, before its play is replayed: every card once, equal hands, counts that can occur."""

from __future__ import annotations

from collections import Counter

from diamonds_solver.common.wording import counted
from diamonds_solver.notation.text import cut, parts

from ..round.rules import POINTS_IN_BOX, START_SHOWROOM, SUIT_LETTERS, SUIT_NAMES, SUITS, card_name, format_cards, suit_of
from .fields import DEALER, DEALT, GAVE, GOT, LEAD, OUT, PASS, PHASE, ROUND, SHOWROOM, TOOK, VAULT, VOID, WON, Draft
from .information import trace_passes
from .record import Phase
from .tokens import Cards, TokenKind


def check_values(draft: Draft) -> dict[int, int]:
    """Checks everything but the play, and sets the hands' sizes and the number of tricks in `draft`.

    Returns the seats of all cards of which the record says who holds them before the first card of the play.
    """
    are_hands_known = _hands_from_deal(draft)
    owners = _find_owners(draft)
    _check_out(draft, owners)
    draft.taken = _check_took(draft, owners)
    _check_sizes(draft)
    _check_earlier_tricks(draft, owners)
    _check_crystals(draft)
    _check_phase(draft)
    if draft[PHASE] is Phase.PLAY and are_hands_known:
        _check_passed_cards(draft, owners)
    _check_void(draft, owners)
    return owners


def _find_owners(draft: Draft) -> dict[int, int]:
    owners: dict[int, int] = {}
    for seat, hand in enumerate(draft.hands):
        for card, span in hand.cards.items():
            if card in owners:
                other = owners[card]
                draft.reading.card_twice(card, span, draft.hands[other].cards[card], f"in the hand of {draft.reading.label(other)}")
            else:
                owners[card] = seat
    return owners


def _check_out(draft: Draft, owners: dict[int, int]) -> None:
    for card, span in draft[OUT].items():
        if card in owners:
            seat = owners[card]
            draft.reading.card_twice(card, span, draft.hands[seat].cards[card], f"in the hand of {draft.reading.label(seat)}")


def _check_took(draft: Draft, owners: dict[int, int]) -> int:
    """Returns how many tricks were taken before the record begins; what is no whole trick does not count."""
    rules, tricks = draft.rules, 0
    totals = [0] * len(SUITS)
    held = Counter(map(suit_of, owners))
    for seat, row in sorted(draft.of_seats(TOOK).items()):
        cards = sum(row)
        tricks += cards // rules.trick_size
        if cards == 0 or cards % rules.trick_size:
            hint = "leave the field out for a player without a trick" if cards == 0 else f"a trick has {rules.trick_size} cards"
            draft.problem("E-TOOK", "took", f"{draft.reading.label(seat)} cannot have won {counted(cards, 'card')}", hint, seat)
        for suit in SUITS:
            totals[suit] += row[suit]
            left = rules.max_rank - held[suit]
            if totals[suit] > left >= totals[suit] - row[suit]:
                hint = f"the suit has {rules.max_rank}, and {held[suit]} of them are in the hands"
                draft.problem("E-TOOK", "took", f"{totals[suit]} {SUIT_NAMES[suit]} are won, more than there can be", hint, seat)
    return tricks


def _check_sizes(draft: Draft) -> None:
    """Equal hands, not more than the deal gives; hands without a size get it from the others, or from the deal."""
    rules = draft.rules
    sizes = {seat: hand.size for seat, hand in enumerate(draft.hands) if hand.size is not None}
    before = draft.problems.count
    size = Counter(sizes.values()).most_common(1)[0][0] if sizes else rules.hand_size - _tricks_of(draft) * rules.plays_per_trick
    model = next((seat for seat, its_size in sizes.items() if its_size == size), 0)
    for seat, its_size in sizes.items():
        trouble, hint = _size_trouble(draft, its_size, size, model)
        if trouble:
            draft.problem("E-HAND-SIZE", "hand", f"{draft.reading.label(seat)} holds {counted(its_size, 'card')}{trouble}", hint, seat)
    if draft.problems.count > before:
        return
    won = draft[WON]
    if not sizes and won and any(tricks is None and seat not in draft.of_seats(TOOK) for seat, tricks in won.items()):
        hint = "write 'hand P1 +7' where everybody has 7 cards left"
        draft.problem("E-HAND-SIZE", "won", "how many tricks were played is not known", hint)
        return
    deal, taken = rules.tricks, draft.taken
    draft.tricks = size // rules.plays_per_trick
    draft.before = deal - draft.tricks
    if draft.tricks < 1 or taken + draft.tricks > deal:
        fields = [field for (key, _), field in draft.sources.items() if key in ("took", "won")]
        location = fields[0].location()
        left = f"{draft.tricks} left to play" if draft.tricks > 0 else "none left"
        draft.reading.problem("E-TOOK", location, f"{counted(taken, 'trick')} taken and {left}: a round has {deal}")
    for hand in draft.hands:
        if hand.unknown is None:
            hand.unknown = size


def _size_trouble(draft: Draft, its_size: int, size: int, model: int) -> tuple[str, str | None]:
    """What is wrong with a hand's size, and a hint; `size` is that of most hands, the one of `model` for example."""
    rules = draft.rules
    if its_size < size:
        return f" and {draft.reading.label(model)} {size}", f"write +{size - its_size} for cards that are not known"
    if its_size > size:
        return f" and {draft.reading.label(model)} {size}", "all hands have the same size before a lead"
    if its_size > rules.hand_size:
        return f", more than the {rules.hand_size} dealt", None
    if its_size == 0:
        return ": nothing is left to play", None
    if its_size % rules.plays_per_trick:
        return ", an odd number", "with two players everybody plays two cards to each trick"
    return "", None


def _check_crystals(draft: Draft) -> None:
    given = [row.key for row in (SHOWROOM, VAULT) if draft[row]]
    if draft[ROUND][0] > 1 and len(given) == 1:  # one alone is easily taken for points
        key, other = given[0], VAULT.key if given == [SHOWROOM.key] else SHOWROOM.key
        message = f"round {draft[ROUND][0]} begins with '{key}' alone: '{other}' is missing"
        hint = f"add '{other} {' '.join('0' * draft.rules.players)}' if all are empty; points are 2 x vault + showroom"
        draft.problem("E-CRYSTALS", key, message, hint)
    showroom = draft[SHOWROOM] or (START_SHOWROOM,) * draft.rules.players
    vault = draft[VAULT]
    total = sum(showroom) + sum(vault)
    if total > POINTS_IN_BOX and all(0 <= points <= POINTS_IN_BOX for points in (*showroom, *vault)):
        key = "vault" if vault else "showroom"
        draft.problem("E-CRYSTALS", key, f"{total} points are on the table, more than the {POINTS_IN_BOX} of the box")


def _check_phase(draft: Draft) -> None:
    if draft[PHASE] is Phase.PLAY:
        return
    for (key, _), field in draft.sources.items():
        if key in ("play", "took", "won", "gave", "got") or (key == "pass" and draft[PHASE] is Phase.CHOOSE):
            what = "nothing is passed or played yet" if key != "pass" else "the number is not chosen yet"
            draft.reading.problem("E-PHASE", field.location(), f"'{key}' is not allowed in the phase '{draft[PHASE]}': {what}")
    if draft[PHASE] is Phase.PASS and ("pass", None) not in draft.sources:
        draft.problem("E-PHASE", "phase", "the number of cards to pass is missing", "add 'pass 1', 2 or 3")


def _check_void(draft: Draft, owners: dict[int, int]) -> None:
    for seat, void in sorted(draft.of_seats(VOID).items()):
        for suit, span in void.items():
            held = next((card for card, owner in owners.items() if owner == seat and suit_of(card) == suit), None)
            if held is not None:
                message = f"{draft.reading.label(seat)} is said to have no {SUIT_NAMES[suit]}, and holds {card_name(held)}"
                draft.reading.problem("E-VOID", span.location(), message, f"take {SUIT_LETTERS[suit]} out, or the card")


# -- earlier tricks -----------------------------------------------------------------------------------------------------------------------
# Whether what is said of the tricks before the record fits together: who has won them, who leads now, and that there were any.


def _check_earlier_tricks(draft: Draft, owners: dict[int, int]) -> None:
    """Checks `won`, `lead` and the size of the hands against each other, and sets the leader."""
    if draft.tricks < 1:
        return
    if draft[PHASE] is Phase.PLAY:
        _check_won(draft)
    _check_whole(draft)
    _check_lead(draft, owners)


def _tricks_of(draft: Draft) -> int:
    """Tricks before the record whose number the fields `took` and `won` give."""
    taken = {seat: sum(row) // draft.rules.trick_size for seat, row in draft.of_seats(TOOK).items()}
    won = draft[WON] or {}
    return sum(max(taken.get(seat, 0), won.get(seat) or 0) for seat in taken.keys() | won.keys())


def _check_won(draft: Draft) -> None:
    """`won` names all who have won a trick, as `took` does, and the tricks are as many as were played."""
    won = draft[WON]
    if won is None:
        return
    problems = draft.problems.count
    for seat, row in sorted(draft.of_seats(TOOK).items()):
        name, tricks = draft.reading.label(seat), sum(row) // draft.rules.trick_size
        if seat not in won:
            draft.problem("E-WON", "won", f"'took' says that {name} has won a trick, and 'won' does not name {name}")
        elif won[seat] not in (None, tricks):
            spot = next(span for span in parts(draft.sources["won", None].words) if draft.reading.find(cut(span, ":")[0].text) == seat)
            message = f"{name} has won {counted(tricks, 'trick')} as 'took' says, and {won[seat]} as 'won' says"
            draft.reading.problem("E-WON", spot.location(), message)
        won[seat] = tricks
    if draft.problems.count > problems:
        return
    counts = [tricks for tricks in won.values() if tricks != 0]
    least = sum(1 if tricks is None else tricks for tricks in counts)
    before = draft.before
    if least > before or (least < before and None not in counts and not _is_composed(draft)):
        most = "at least " if None in counts else ""
        hint = None if before else "the hands are whole: this is the first trick"
        draft.problem("E-WON", "won", f"{most}{counted(least, 'trick')} won, and {counted(before, 'trick')} played before this", hint)


def _is_composed(draft: Draft) -> bool:
    """Whether `won` says that nobody has won what `took` does not tell of."""
    won, took = draft[WON], draft.of_seats(TOOK)
    return won is not None and all(seat in took for seat, tricks in won.items() if tricks != 0)


def _check_whole(draft: Draft) -> None:
    """At the start of a round the hands are whole. It is one before the pass, and where cards were passed and no trick is told of."""
    keys = ("phase",) if draft[PHASE] is not Phase.PLAY else ("gave", "got", "pass")
    source = next((key for key, _ in draft.sources if key in keys), None)
    if source is None or draft.before == draft.taken or (draft[WON] is not None and not _is_composed(draft)):
        return
    rules = draft.rules
    size = draft.tricks * rules.plays_per_trick
    fields = [field for name in ("hand", "won", "took") for (key, _), field in draft.sources.items() if key == name]
    hint = f"write +{rules.hand_size - size} for cards that are not known"
    if draft[PHASE] is Phase.PLAY:
        hint = "if tricks were played before, say who has won them: 'won P1 P3'"
    when = "before the pass" if draft[PHASE] is not Phase.PLAY else f"at the start of a round, where '{source}' belongs,"
    seat = draft.reading.find(fields[0].words[0].text) if fields[0].name == "hand" else None
    whose = "a hand" if seat is None else f"{draft.reading.label(seat)}'s hand"
    message = f"{whose} has {counted(size, 'card')} here; {when} it must have {rules.hand_size}"
    draft.reading.problem("E-HAND-SIZE", fields[0].location(), message, hint)


def _check_lead(draft: Draft, owners: dict[int, int]) -> None:
    """Who won the last trick leads the next: a `lead` that is left out is set where it follows, and noted where it does not."""
    seats = range(draft.rules.players)
    if draft.before == 0:  # a round's start: anybody may lead
        draft.is_lead_doubtful = ("dealer", None) in draft.sources and draft[LEAD] not in (None, draft.rules.left_of(draft[DEALER]))
        return
    may_have_won = draft.record().may_have_won
    if draft.before > draft.taken and not may_have_won:  # a composed ending: the same
        return
    winners = [seat for seat in seats if seat in draft.of_seats(TOOK) or seat in may_have_won]
    lead = draft[LEAD]
    is_told = lead is not None
    if lead is None:
        lead = winners[0] if len(winners) == 1 else _leader_of_play(draft, owners)
    if lead is None:
        lead = draft.rules.left_of(draft[DEALER])
        draft.is_lead_assumed = True
    draft[LEAD] = lead
    if lead not in winners:
        source = ("lead", None) if is_told else ("won", None) if draft[WON] is not None else ("took", winners[0])
        hint = f"the winner of the last trick leads: add 'lead {draft.reading.label(winners[0])}'"
        if winners[1:]:
            hint += f", or {draft.reading.labels(winners[1:])}"
        draft.reading.problem("E-LEAD", draft.location(*source), f"{draft.reading.label(lead)} has won no trick and cannot lead", hint)


def _leader_of_play(draft: Draft, owners: dict[int, int]) -> int | None:
    """Who leads the first trick as `play` itself tells: by ``Bob:``, or by a card that is known to be in a hand."""
    for token in draft.tokens:
        if token.kind is TokenKind.LEADER:
            return token.seat
        if token.kind is TokenKind.CARD:
            return owners.get(token.number)
    return None


# -- passed cards -------------------------------------------------------------------------------------------------------------------------
# Whether `gave` and `got` fit each other and the hands.


def _hands_from_deal(draft: Draft) -> bool:
    """Turns `dealt`, the cards before the pass, into `hand`, those after it; before the play they are the same.

    Whether that was possible.
    """
    rules, before = draft.rules, draft.problems.count
    for seat, dealt in sorted(draft.of_seats(DEALT).items()):
        who = draft.reading.label(seat)
        gave, got = _passed_by(draft, seat), _passed_by(draft, rules.giver(seat))
        if len(dealt) != rules.hand_size:
            hint = "where some are not known, write 'hand', the cards after the pass: D4,3 +8"
            draft.problem("E-HAND-SIZE", "dealt", f"{who} is dealt {counted(len(dealt), 'card')}, not {rules.hand_size}", hint, seat)
        elif draft[PHASE] is Phase.PLAY and gave is None:
            hint = f"add 'gave {who} ...' and 'got {who} ...', or write 'hand', the one after it"
            draft.problem("E-GAVE", "dealt", f"what {who} gave is missing: 'dealt' is the hand before the pass", hint, seat)
        elif draft[PHASE] is not Phase.PLAY:
            _set_hand(draft, seat, dealt, 0)
        elif gave is not None:
            wrong = [(card, "gave", "was not dealt it") for card in gave if card not in dealt]
            wrong += [(card, "got", "was dealt it") for card in got or () if card in dealt]
            for card, verb, trouble in wrong:
                draft.problem("E-GAVE", "dealt", f"{who} {verb} {card_name(card)}, and {trouble}", _hint_direction(draft, seat), seat)
            cards = {card: span for card, span in dealt.items() if card not in gave} | (got or {})
            if not wrong:
                _set_hand(draft, seat, cards, 0 if got is not None else len(gave))
    return draft.problems.count == before


def _set_hand(draft: Draft, seat: int, cards: Cards, unknown: int) -> None:
    """The hand of a seat, which must not say otherwise where it is there."""
    hand = draft.hands[seat]
    if hand.unknown is not None and (hand.cards.keys() - cards.keys() if unknown == 0 else cards.keys() - hand.cards.keys()):
        message = f"the hand of {draft.reading.label(seat)} after the pass is {format_cards(cards)} by 'dealt', 'gave' and 'got'"
        draft.problem("E-GAVE", "hand", message, "leave 'hand' or 'dealt' out", seat)
    elif hand.unknown is None or unknown == 0:
        hand.cards, hand.unknown = dict(cards), unknown
        draft.sources.setdefault(("hand", seat), draft.sources["dealt", seat])


def _passed_by(draft: Draft, giver: int) -> Cards | None:
    """What a seat gave, as far as it or its receiver tells."""
    return draft.of_seats(GAVE).get(giver, draft.of_seats(GOT).get(draft.rules.receiver(giver)))


def _check_passed_cards(draft: Draft, owners: dict[int, int]) -> None:
    """Checks the passed cards. Where the record begins with the first trick, their receivers hold them: `owners` is filled up."""
    if not draft.of_seats(GAVE) and not draft.of_seats(GOT):
        return
    _check_counts(draft)
    passed: dict[int, int] = {}
    spans: Cards = {}
    before = draft.problems.count
    for giver in range(draft.rules.players):
        receiver = draft.rules.receiver(giver)
        gave, got = draft.of_seats(GAVE).get(giver), draft.of_seats(GOT).get(receiver)
        if gave is not None and got is not None and gave.keys() != got.keys():
            message = f"{draft.reading.label(giver)} gave {format_cards(gave)}, but {draft.reading.label(receiver)} got {format_cards(got)}"
            draft.problem("E-GAVE", "got", message, _hint_direction(draft, giver), receiver)
        for card, span in {**(got or {}), **(gave or {})}.items():
            if card in passed:
                message = f"{card_name(card)} was passed by {draft.reading.label(passed[card])} already"
                draft.reading.problem("E-GAVE", span.location(), message, _hint_direction(draft, passed[card]))
            else:
                passed[card], spans[card] = giver, span
    if draft.problems.count == before:
        for trouble in trace_passes(draft.record(), {}, owners)[1]:
            draft.reading.problem(trouble.code, spans[trouble.card].location(), trouble.message, trouble.hint)
    _check_room(draft, owners)


def _check_counts(draft: Draft) -> None:
    """As many as `pass` says; without it one to three, all the same number."""
    wanted = draft[PASS]
    source = "'pass' says"
    for row in (GAVE, GOT):
        for seat, cards in sorted(draft.of_seats(row).items()):
            who, count = f"{draft.reading.label(seat)} {row.key}", len(cards)
            if wanted is None and not 1 <= count <= 3:
                draft.problem("E-PASS", row.key, f"{count} cards cannot be passed", "the dealer chooses 1, 2 or 3", seat)
            elif wanted is None:
                wanted, source = count, who
            elif count != wanted:
                draft.problem("E-PASS", row.key, f"{who} {counted(count, 'card')}, but {source} {wanted}", None, seat)


def _check_room(draft: Draft, owners: dict[int, int]) -> None:
    """The cards that a player is known to have got must fit in the hand."""
    for seat, hand in enumerate(draft.hands):
        known = sum(owner == seat for owner in owners.values())
        if hand.size is not None and known > hand.size:
            giver = draft.rules.giver(seat)
            key, source = ("got", seat) if seat in draft.of_seats(GOT) else ("gave", giver)
            message = f"{draft.reading.label(seat)} should hold {counted(hand.size, 'card')} here, but the record shows {known}"
            draft.problem("E-GAVE", key, message, None, source)


def _hint_direction(draft: Draft, giver: int) -> str:
    direction = f"{draft.reading.label(giver)} passes to {draft.reading.label(draft.rules.receiver(giver))}"
    return f"{direction}; 'hand' is the hand after the pass, 'dealt' the one before it"
