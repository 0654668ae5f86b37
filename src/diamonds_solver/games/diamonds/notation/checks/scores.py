"""What a round takes over from the round before, and whether scores add up.

Crystals stay on the table from round to round, so a score is what lies before a player after the round, not what was gained in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.record.game_record import is_complete, points_like
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.public import Table
from diamonds_solver.games.diamonds.rules.rules import START_SHOWROOM, Rules
from diamonds_solver.notation.problems import Location

from .awards import likely_mistake

Numbers = tuple[int, ...]

_AWARDS, _BONUS = 4, 4
"""Points of all awards together at most; of the bonus of a player without a trick."""
_TOTALS = "a score is all points after the round: 2 x vault + showroom"


@dataclass(frozen=True)
class Carried:
    """What one round leaves to the next."""

    number: int
    dealer: int
    showroom: Numbers | None = None
    """None, as `vault`: what the round ended with is not known."""
    vault: Numbers | None = None
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
        number, rules = draft.round[0], draft.rules
        is_doubtful = len(draft.score) not in (rules.players, len(rules.sides))
        why = f"round {number} is known by its score alone"
        return cls(number, draft.dealer, score=draft.score, why=why, is_doubtful=is_doubtful)

    @classmethod
    def of_round(cls, draft: Draft, record: Record | None, table: Table | None, *, is_doubtful: bool) -> Carried:
        """After a round with a play. `table`: how far that could be followed; `record`: None where it has problems.

        `is_doubtful`: whether its crystals were in doubt from the start.
        """
        number = draft.round[0]
        if record is None or is_doubtful:
            showroom, vault = (table.showroom, table.vault) if table is not None else (None, None)
            return cls(number, draft.dealer, showroom, vault, is_doubtful=True)
        if is_complete(record):
            end = record.table()
            return cls(number, draft.dealer, end.showroom, end.vault, end.points(), end=end)
        why = f"round {number} is not played to its end" if record.tricks_before == record.tricks_taken else f"round {number} is not whole"
        return cls(number, draft.dealer, score=record.score or None, why=why)


# -- the beginning of a round -----------------------------------------------------------------------------------------------------------


def open_round(reading: Reading, draft: Draft, carried: Carried | None, *, is_score_only: bool) -> bool:
    """Sets dealer and crystals as the round before left them, where the round does not tell them; what it tells is checked.

    Whether the crystals are in doubt.
    """
    if carried is None:
        return False
    if ("dealer", None) not in draft.sources:
        draft.dealer = (carried.dealer + 1) % reading.rules.players
    if is_score_only:
        return carried.is_doubtful
    given = [key for key in ("showroom", "vault") if (key, None) in draft.sources]
    if len(given) == 2 and carried.is_doubtful:
        return False
    if carried.showroom is not None and carried.vault is not None:
        is_wrong = _differs(reading, draft, carried, given)
        draft.showroom, draft.vault = draft.showroom or carried.showroom, draft.vault or carried.vault
        return is_wrong or carried.is_doubtful
    if carried.is_doubtful:
        return True
    before = reading.problems.count
    _complete(reading, draft, carried, given)
    return reading.problems.count > before


def _differs(reading: Reading, draft: Draft, carried: Carried, given: Sequence[str]) -> bool:
    """Whether crystals that are given are not those that the round before left: that is a problem, and told once."""
    for key in given:
        told, known = getattr(draft, key), getattr(carried, key)
        if told == known or len(told) != len(known) or carried.is_doubtful or carried.end is None:
            continue
        message = f"this round begins with {key} {_row(told)}, and round {carried.number} ended with {_row(known)}"
        showroom, vault = draft.showroom or carried.end.showroom, draft.vault or carried.end.vault
        why = likely_mistake(reading, carried.end, showroom, vault) if len(showroom) == len(vault) == len(known) else None
        hint = why or f"leave '{key}' out, or look for what is wrong in round {carried.number}"
        reading.problem("E-CRYSTALS", draft.source(key).location(), message, hint)
        return True
    return False


def _complete(reading: Reading, draft: Draft, carried: Carried, given: Sequence[str]) -> None:
    """Where only the score before is known, or nothing, the crystals have to be given; of a score one half gives the other."""
    score, players = carried.score, reading.rules.players
    by_player = score if score is not None and len(score) == players else None
    if not given or (len(given) == 1 and by_player is None):
        missing = "'showroom' and 'vault'" if not given else "'vault'" if given == ["showroom"] else "'showroom'"
        hint = f"add {missing}: the crystals before the first card"
        if by_player is not None:
            hint = "add 'vault', the crystals in every vault before the first card: the showrooms then follow from the score"
        message = f"with which crystals round {draft.round[0]} begins is not known: {carried.why}"
        reading.problem("E-CRYSTALS", draft.source("round").location(), message, hint)
        return
    location = draft.source(given[0]).location()
    if len(given) == 1 and by_player is not None:
        told = getattr(draft, given[0])
        if given[0] == "vault":
            draft.showroom = tuple(points - 2 * crystals for points, crystals in zip(by_player, told, strict=False))
        else:
            draft.vault = tuple((points - crystals) // 2 for points, crystals in zip(by_player, told, strict=False))
        if len(told) != players:
            return  # that is a problem already
        if min(*draft.showroom, *draft.vault) < 0:
            _refuse_points(reading, carried, by_player, location)
            return
    if score is not None and score != _worth(reading.rules, draft.showroom, draft.vault, len(score)):
        _refuse_points(reading, carried, score, location)


def _worth(rules: Rules, showroom: Numbers, vault: Numbers, count: int) -> Numbers:
    return points_like(rules, replace(Table.start(rules, 0), showroom=showroom, vault=vault), count)


def _refuse_points(reading: Reading, carried: Carried, score: Numbers, location: Location) -> None:
    message = f"these crystals do not add up to the score after round {carried.number}, {_row(score)}"
    reading.problem("E-SCORE", location, message, "a crystal in the vault counts 2, one in the showroom 1")


# -- scores -----------------------------------------------------------------------------------------------------------------------------


def check_score(reading: Reading, draft: Draft, record: Record) -> None:
    """The score of a round with a play is what lies on the table after it, as far as that is known."""
    table, number = record.table(), record.round[0]
    told = draft.score
    known = points_like(reading.rules, table, len(told))
    if not is_complete(record):
        if sum(told) < sum(known):
            message = f"a score of {sum(told)} points together, and {sum(known)} lie on the table already where the play ends"
            reading.problem("E-SCORE", draft.score_spots[0].location(), message, _TOTALS)
        return
    wrong = next((index for index, (a, b) in enumerate(zip(told, known, strict=True)) if a != b), None)
    if wrong is None:
        return
    gained = tuple(b - a for a, b in zip(points_like(reading.rules, record.start_table(), len(told)), known, strict=True))
    hint = f"these are the points gained; {_TOTALS}" if told == gained else _TOTALS
    sides = reading.rules.sides
    who = reading.label(wrong) if len(told) == reading.rules.players else reading.labels(sides[wrong], " + ")
    message = f"after round {number} {who} has {known[wrong]} points by its play, not {told[wrong]}: the score is {_row(known)}"
    reading.problem("E-SCORE", draft.score_spots[wrong].location(), message, hint)


def check_score_only(reading: Reading, draft: Draft, carried: Carried | None) -> None:
    """Points never become fewer on the whole table, and a round brings only so many."""
    if carried is not None and (carried.is_doubtful or carried.score is None):
        return
    rules, number = reading.rules, draft.round[0]
    if len(draft.score) not in (rules.players, len(rules.sides)):
        return  # that is a problem already
    before = sum(carried.score) if carried is not None and carried.score is not None else START_SHOWROOM * rules.players
    told, location = sum(draft.score), draft.score_spots[0].location() if draft.score_spots else None
    if location is None or told >= before:
        most = before + _most_gained(rules)
        if location is not None and told > most and (carried is not None or number == 1):
            reading.problem("E-SCORE", location, f"{told} points together are more than the {most} that there can be after round {number}")
        return
    message = f"{told} points together, and there were {before} before this round: points go from one to the other, they do not get lost"
    hint = _TOTALS
    if carried is not None and carried.score is not None and len(carried.score) == len(draft.score):
        totals = tuple(a + b for a, b in zip(carried.score, draft.score, strict=True))
        hint += f"; if these were gained in round {number}, write {_row(totals)}"
    reading.problem("E-SCORE", location, message, hint)


def _most_gained(rules: Rules) -> int:
    """More than all players together can gain in a round: every card a diamond's action, all awards, one winner of all tricks."""
    cards = rules.hand_size * rules.players
    return 2 * cards + _AWARDS + _BONUS * (rules.players - 1)


def _row(numbers: Numbers) -> str:
    return " ".join(map(str, numbers))
