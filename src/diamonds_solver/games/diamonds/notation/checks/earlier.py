"""Whether what is said of the tricks before the record fits together: who has won them, who leads now, and that there were any."""

from __future__ import annotations

from diamonds_solver.common.wording import counted
from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.moves import TokenKind
from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.notation.problems import Location


def check_earlier_tricks(reading: Reading, draft: Draft, owners: dict[int, int]) -> None:
    """Checks `won`, `lead` and the size of the hands against each other, and sets the leader."""
    if draft.tricks < 1:
        return
    if draft.phase is Phase.PLAY:
        _check_won(reading, draft)
    _check_whole(reading, draft)
    _check_lead(reading, draft, owners)


def tricks_of(reading: Reading, draft: Draft) -> int:
    """Tricks before the record whose number the fields `took` and `won` give."""
    taken = [0 if row is None else sum(row) // reading.rules.trick_size for row in draft.took]
    return sum(max(tricks, (draft.won or {}).get(seat) or 0) for seat, tricks in enumerate(taken))


def _check_won(reading: Reading, draft: Draft) -> None:
    """`won` names all who have won a trick, and the tricks are as many as were played."""
    if draft.won is None:
        return
    location = draft.source("won").location()
    problems = reading.problems.count
    for seat, row in enumerate(draft.took):
        if row is not None:
            _check_took(reading, draft, seat, sum(row) // reading.rules.trick_size, location)
    if reading.problems.count > problems:
        return
    counts = [tricks for tricks in draft.won.values() if tricks != 0]
    least = sum(1 if tricks is None else tricks for tricks in counts)
    before = draft.before
    if least > before or (least < before and None not in counts and not draft.is_composed):
        most = "at least " if None in counts else ""
        hint = None if before else "the hands are whole: this is the first trick"
        reading.problem("E-WON", location, f"{most}{counted(least, 'trick')} won, and {counted(before, 'trick')} played before this", hint)


def _check_took(reading: Reading, draft: Draft, seat: int, tricks: int, location: Location) -> None:
    """That `won` says the same of a seat as `took`, and goes by its number from here on."""
    assert draft.won is not None
    name = reading.label(seat)
    if seat not in draft.won:
        reading.problem("E-WON", location, f"'took' says that {name} has won a trick, and 'won' does not name {name}")
    elif draft.won[seat] not in (None, tricks):
        message = f"{name} has won {counted(tricks, 'trick')} as 'took' says, and {draft.won[seat]} as 'won' says"
        reading.problem("E-WON", draft.won_spots[seat].location(), message)
    draft.won[seat] = tricks


def _check_whole(reading: Reading, draft: Draft) -> None:
    """At the start of a round the hands are whole. It is one before the pass, and where cards were passed and no trick is told of."""
    keys = ("phase",) if draft.phase is not Phase.PLAY else ("gave", "got", "pass")
    told = next((key for key, _ in draft.sources if key in keys), None)
    if told is None or draft.before == draft.taken or (draft.won is not None and not draft.is_composed):
        return
    rules = reading.rules
    size = draft.tricks * rules.plays_per_trick
    fields = [field for name in ("hand", "won", "took") for (key, _), field in draft.sources.items() if key == name]
    hint = f"write +{rules.hand_size - size} for cards that are not known"
    if draft.phase is Phase.PLAY:
        hint = "if tricks were played before, say who has won them: 'won P1 P3'"
    message = f"hands of {counted(size, 'card')}, and {rules.hand_size} are dealt: '{told}' says that this is a round from its start"
    reading.problem("E-HAND-SIZE", fields[0].location(), message, hint)


def _check_lead(reading: Reading, draft: Draft, owners: dict[int, int]) -> None:
    """Who won the last trick leads the next: a `lead` that is left out is set where it follows, and noted where it does not."""
    seats = range(reading.rules.players)
    may_have_won = draft.may_have_won
    if draft.before == 0 or (draft.before > draft.taken and not may_have_won):  # a round's start, or a composed ending: anybody may lead
        return
    winners = [seat for seat in seats if draft.took[seat] is not None or seat in may_have_won]
    is_told = draft.lead is not None
    if draft.lead is None:
        draft.lead = winners[0] if len(winners) == 1 else _leader_of_play(draft, owners)
    if draft.lead is None:
        draft.lead = (draft.dealer + 1) % len(seats)
        draft.is_lead_assumed = True
    if draft.lead not in winners:
        source = draft.sources["lead", None] if is_told else draft.sources.get(("won", None)) or draft.source("took", winners[0])
        hint = f"who won the last trick leads: add 'lead {reading.label(winners[0])}'"
        if winners[1:]:
            hint += f", or {reading.labels(winners[1:])}"
        reading.problem("E-LEAD", source.location(), f"{reading.label(draft.lead)} has won no trick and cannot lead", hint)


def _leader_of_play(draft: Draft, owners: dict[int, int]) -> int | None:
    """Who leads the first trick as `play` itself tells: by ``Bob:``, or by a card that is known to be in a hand."""
    for token in draft.play:
        if token.kind is TokenKind.LEADER:
            return token.seat
        if token.kind is TokenKind.CARD:
            return owners.get(token.number)
    return None
