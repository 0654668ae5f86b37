"""What a round of a record takes over from the round before, and whether scores add up.

Crystals stay on the table from round to round, so a score is what lies before a player after the round, not what was gained in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.rows import FieldOf
from diamonds_solver.notation.text import parts

from ..round.public import BONUS, Table
from ..round.rules import CLUBS, DIAMONDS, HEARTS, POINTS_IN_BOX, SPADES, START_SHOWROOM, SUIT_NAMES, SUITS, Rules
from .fields import DEALER, ROUND, SCORE, SHOWROOM, THIEF, VAULT, Draft
from .game_record import is_complete, points_like
from .record import Record
from .tokens import Reading

Numbers = tuple[int, ...]
Crystals = FieldOf[Record, Numbers, Numbers]

_AWARDS = 4
"""Points of all awards together at most."""
_TOTALS = "a score is all points after the round: 2 x vault + showroom"


@dataclass(frozen=True)
class Carried:
    """What one round leaves to the next."""

    number: int
    dealer: int
    showroom: Numbers | None = None
    """None, as `vault`: what the round ended with is not known."""
    vault: Numbers | None = None
    thief: int | None = None
    """Who has the thief token; None where that is not known, or in games without it."""
    score: Numbers | None = None
    """Points of every player after it, or in team play of every team; None where they are not known either."""
    why: str = ""
    """Why the crystals are not known."""
    end: Table | None = None
    """After a round that was played to its end."""
    is_doubtful: bool = False
    """Whether the round had problems, so that nothing is to be held against it."""

    @classmethod
    def of_score(cls, draft: Draft) -> Carried:
        """After a round that is known by its score alone."""
        number, score, rules = draft[ROUND][0], draft[SCORE], draft.rules
        is_doubtful = len(score) not in (rules.players, len(rules.sides))
        why = f"round {number} is known by its score alone"
        return cls(number, draft[DEALER], score=score, why=why, is_doubtful=is_doubtful)

    @classmethod
    def of_round(cls, draft: Draft, record: Record | None, table: Table | None, *, is_doubtful: bool) -> Carried:
        """After a round with a play. `table`: how far that could be followed; `record`: None where it has problems.

        `is_doubtful`: whether its crystals were in doubt from the start.
        """
        number = draft[ROUND][0]
        if record is None or is_doubtful:
            showroom, vault, thief = (table.showroom, table.vault, table.thief) if table is not None else (None, None, None)
            return cls(number, draft[DEALER], showroom, vault, thief, is_doubtful=True)
        if is_complete(record):
            end = record.table()
            return cls(number, draft[DEALER], end.showroom, end.vault, end.thief, end.points(), end=end)
        why = f"round {number} is not played to its end" if record.tricks_before == record.tricks_taken else f"round {number} is not whole"
        return cls(number, draft[DEALER], score=record.score or None, why=why)


# -- the beginning of a round -----------------------------------------------------------------------------------------------------------


def open_round(draft: Draft, carried: Carried | None, *, is_score_only: bool) -> bool:
    """Sets dealer and crystals as the round before left them, where the round does not tell them; what it tells is checked.

    Whether the crystals are in doubt.
    """
    if draft.rules.thief and not is_score_only:
        _open_thief(draft, carried)
    if carried is None:
        return False
    if ("dealer", None) not in draft.sources:
        draft[DEALER] = draft.rules.left_of(carried.dealer)
    if is_score_only:
        return carried.is_doubtful
    given = [row for row in (SHOWROOM, VAULT) if (row.key, None) in draft.sources]
    if len(given) == 2 and carried.is_doubtful:
        return False
    if carried.showroom is not None and carried.vault is not None:
        is_wrong = _differs(draft, carried, given)
        draft[SHOWROOM], draft[VAULT] = draft[SHOWROOM] or carried.showroom, draft[VAULT] or carried.vault
        return is_wrong or carried.is_doubtful
    if carried.is_doubtful:
        return True
    before = draft.problems.count
    _complete(draft, carried, given)
    return draft.problems.count > before


def _open_thief(draft: Draft, carried: Carried | None) -> None:
    """Sets who has the thief token, where the round does not tell; it stays where it is between rounds."""
    known, given = None if carried is None else carried.thief, draft[THIEF]
    is_doubtful = carried is not None and carried.is_doubtful
    if ("thief", None) not in draft.sources and known is None and not is_doubtful:
        why = "who has the thief token in this round is not known" + (f": {carried.why}" if carried else "")
        draft.problem("E-THIEF", "round", why, "add 'thief P1': who has it before the first card")
    elif carried and given is not None and known not in (None, given) and not is_doubtful:
        assert known is not None
        now, before = draft.reading.label(given), draft.reading.label(known)
        message = f"this round begins with the thief token at {now}, and round {carried.number} ended with it at {before}"
        draft.problem("E-THIEF", "thief", message, f"leave 'thief' out, or look for what is wrong in round {carried.number}")
    if draft[THIEF] is None:
        draft[THIEF] = draft[DEALER] if known is None else known


def _differs(draft: Draft, carried: Carried, given: Sequence[Crystals]) -> bool:
    """Whether crystals that are given are not those that the round before left: that is a problem, and told once."""
    for row in given:
        now, known = draft[row], carried.showroom if row is SHOWROOM else carried.vault
        if known is None or now == known or len(now) != len(known) or carried.is_doubtful or carried.end is None:
            continue
        message = f"this round begins with {row.key} {_row(now)}, and round {carried.number} ended with {_row(known)}"
        showroom, vault = draft[SHOWROOM] or carried.end.showroom, draft[VAULT] or carried.end.vault
        why = likely_mistake(draft.reading, carried.end, showroom, vault) if len(showroom) == len(vault) == len(known) else None
        hint = why or f"leave '{row.key}' out, or look for what is wrong in round {carried.number}"
        draft.problem("E-CRYSTALS", row.key, message, hint)
        return True
    return False


def _complete(draft: Draft, carried: Carried, given: Sequence[Crystals]) -> None:
    """Where only the score before is known, or nothing, the crystals have to be given; of a score one half gives the other."""
    score, players = carried.score, draft.rules.players
    by_player = score if score is not None and len(score) == players else None
    if not given or (len(given) == 1 and by_player is None):
        missing = "'showroom' and 'vault'" if not given else "'vault'" if given == [SHOWROOM] else "'showroom'"
        hint = f"add {missing}: the crystals before the first card"
        if by_player is not None:
            hint = "add 'vault', the crystals in every vault before the first card: the showrooms then follow from the score"
        message = f"the crystals at the start of round {draft[ROUND][0]} are not known: {carried.why}"
        draft.problem("E-CRYSTALS", "round", message, hint)
        return
    if any(len(draft[row]) != players for row in given):
        return  # that is a problem already
    location = draft.location(given[0].key)
    if len(given) == 1 and by_player is not None:
        counts = draft[given[0]]
        if given[0] is VAULT:
            draft[SHOWROOM] = tuple(points - 2 * crystals for points, crystals in zip(by_player, counts, strict=True))
        else:
            draft[VAULT] = tuple((points - crystals) // 2 for points, crystals in zip(by_player, counts, strict=True))
        if min(*draft[SHOWROOM], *draft[VAULT]) < 0:
            _refuse_points(draft, carried, by_player, location)
            return
    if score is not None and score != _worth(draft.rules, draft[SHOWROOM], draft[VAULT], len(score)):
        _refuse_points(draft, carried, score, location)


def _worth(rules: Rules, showroom: Numbers, vault: Numbers, count: int) -> Numbers:
    return points_like(rules, replace(Table.start(rules, 0), showroom=showroom, vault=vault), count)


def _refuse_points(draft: Draft, carried: Carried, score: Numbers, location: Location) -> None:
    message = f"these crystals do not add up to the score after round {carried.number}, {_row(score)}"
    draft.reading.problem("E-SCORE", location, message, "a crystal in the vault counts 2, one in the showroom 1")


# -- scores -----------------------------------------------------------------------------------------------------------------------------


def check_box(draft: Draft, table: Table, end: Location) -> None:
    """No more lies on the table after the play, which ends at `end`, than the box has."""
    if sum(table.showroom) + sum(table.vault) > POINTS_IN_BOX:
        draft.reading.problem("E-CRYSTALS", end, f"after this there are more points on the table than the {POINTS_IN_BOX} of the box")


def check_score(draft: Draft, record: Record) -> None:
    """The score of a round with a play is what lies on the table after it, as far as that is known."""
    table, number = record.table(), record.round[0]
    given, spots = draft[SCORE], parts(draft.sources["score", None].words)
    known = points_like(draft.rules, table, len(given))
    if not is_complete(record):
        if sum(given) < sum(known):
            message = f"a score of {sum(given)} points in total, but {sum(known)} lie on the table already where the play ends"
            draft.reading.problem("E-SCORE", spots[0].location(), message, _TOTALS)
        return
    wrong = next((index for index, (a, b) in enumerate(zip(given, known, strict=True)) if a != b), None)
    if wrong is None:
        return
    gained = tuple(b - a for a, b in zip(points_like(draft.rules, record.start_table(), len(given)), known, strict=True))
    hint = f"these are the points gained; {_TOTALS}" if given == gained else _TOTALS
    sides = draft.rules.sides
    who = draft.reading.label(wrong) if len(given) == draft.rules.players else draft.reading.labels(sides[wrong], " + ")
    message = f"after round {number} {who} has {known[wrong]} points by its play, not {given[wrong]}: the score is {_row(known)}"
    draft.reading.problem("E-SCORE", spots[wrong].location(), message, hint)


def check_score_only(draft: Draft, carried: Carried | None) -> None:
    """Points never become fewer on the whole table, and a round brings only so many."""
    if carried is not None and (carried.is_doubtful or carried.score is None):
        return
    rules, number, points = draft.rules, draft[ROUND][0], draft[SCORE]
    if len(points) not in (rules.players, len(rules.sides)):
        return  # that is a problem already
    before = sum(carried.score) if carried is not None and carried.score is not None else START_SHOWROOM * rules.players
    given, spots = sum(points), parts(draft.sources["score", None].words)
    location = spots[0].location() if spots else None
    if location is None or given >= before:
        most = before + _most_gained(rules)
        if location is not None and given > most and (carried is not None or number == 1):
            draft.reading.problem("E-SCORE", location, f"{given} points in total are more than the {most} possible after round {number}")
        return
    message = f"{given} points in total, but there were {before} before this round: points move between players and are never lost"
    hint = _TOTALS
    if carried is not None and carried.score is not None and len(carried.score) == len(points):
        totals = tuple(a + b for a, b in zip(carried.score, points, strict=True))
        hint += f"; if these were gained in round {number}, write {_row(totals)}"
    draft.reading.problem("E-SCORE", location, message, hint)


def _most_gained(rules: Rules) -> int:
    """More than all players together can gain in a round: every card a diamond's action, all awards, one winner of all tricks."""
    cards = rules.hand_size * rules.players
    return 2 * cards + _AWARDS + BONUS * (rules.players - 1)


def _row(numbers: Numbers) -> str:
    return " ".join(map(str, numbers))


# -- crystals that do not fit -------------------------------------------------------------------------------------------------------------
# Which mistake at the table would explain crystals after a round that are not those of its play.


Change = tuple[tuple[int, ...], tuple[int, ...]]
"""What showrooms and vaults have more, by seat."""


def likely_mistake(reading: Reading, end: Table, showroom: Sequence[int], vault: Sequence[int]) -> str | None:
    """What one mistake with the awards or the bonus would leave these crystals after a round that ended with `end`, in words."""
    change = (
        tuple(given - known for given, known in zip(showroom, end.showroom, strict=True)),
        tuple(given - known for given, known in zip(vault, end.vault, strict=True)),
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
                    yield f"that would fit if {label(seat)} had {award}, but {label(winner)} has it: cards won are {counts}", change
            yield f"that would fit without {award}, which {label(winner)} has", _minus((nothing, nothing), _award(suit, winner, seats))
        if not most:
            for seat in seats:
                yield f"that would fit if {label(seat)} had {award}, which nobody has: cards won are {counts}", _award(suit, seat, seats)
    for seat in seats:
        two = tuple(2 * (other == seat) for other in seats)
        if seat in end.winners:
            yield f"that would fit if {label(seat)} had the bonus for no trick, and {label(seat)} has won one", (nothing, two)
        else:
            text = f"that would fit without the bonus of {label(seat)}, who has won no trick: two crystals in the vault"
            yield text, _minus((nothing, nothing), (nothing, two))


def _award(suit: int, seat: int, seats: Sequence[int]) -> Change:
    """What performing the award brings to a seat; whom clubs rob stays the same, whoever robs."""
    crystal = tuple(int(other == seat) for other in seats)
    none, less = tuple(0 for _ in seats), tuple(-count for count in crystal)
    return {DIAMONDS: (none, crystal), HEARTS: (crystal, none), SPADES: (less, crystal), CLUBS: (crystal, none)}[suit]


def _minus(first: Change, second: Change) -> Change:
    showroom, vault = (tuple(a - b for a, b in zip(x, y, strict=True)) for x, y in zip(first, second, strict=True))
    return showroom, vault
