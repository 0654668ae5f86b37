"""The rounds of one record: where each begins, and what it takes over from the round before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diamonds_solver.errors import RulesError
from diamonds_solver.games.diamonds.notation.checks.memory import Ending
from diamonds_solver.games.diamonds.notation.checks.scores import Carried, check_score, check_score_only, open_round
from diamonds_solver.games.diamonds.record.game_record import AnyRecord, GameRecord, ScoreOnly
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Field, RawRecord

from .fields import ROUND_SCORE, Draft, read_field, read_game_word
from .reading import CARD, Reading
from .round import RoundReader

GAME_KEYS = ("players", "variant", "teams")
"""The fields that fix who plays, and by which rules."""
_OF_SCORE = frozenset(("round", "dealer", "score"))
"""The fields of a round that is known by its score alone."""


@dataclass
class _Part:
    """The fields of one round."""

    fields: list[Field]
    round: Field | None = None
    is_sound: bool = True
    """Whether all of them can be read as words."""

    @property
    def is_score_only(self) -> bool:
        names = {field.name for field in self.fields if not field.name.startswith("x-")}
        has_score = "score" in names or (self.round is not None and any(word.text.lower() == ROUND_SCORE for word in self.round.words))
        return has_score and names <= _OF_SCORE


class GameReader:
    """Reads one record: first who plays and by which rules, then the fields of every round, then what they mean together."""

    def __init__(self, raw: RawRecord) -> None:
        self._raw = raw
        self._problems = raw.problems
        self._game: dict[str, Field] = {}
        """The fields that are for all rounds, but for those that begin with x-."""
        self._own: list[Field] = []
        self._parts = [_Part([])]

    def read(self) -> AnyRecord | None:
        """The record; None where problems leave nothing to read. A record with problems is worth nothing, but the rest was still read."""
        self._sort_fields()
        self._split_first()
        seats = read_players(self._raw, "Diamonds", MIN_PLAYERS, MAX_PLAYERS, CARD)
        if seats is None:
            return None
        reading = Reading(self._read_rules(seats), seats)
        if len(self._parts) > 1 or self._parts[0].is_score_only:
            return self._read_rounds(reading)
        is_sound = self._problems.count == self._raw.harmless
        reader = RoundReader(reading, [*self._of_game(), *self._parts[0].fields], self._raw.start, is_sound=is_sound)
        if reader.draft.round[0] == 0:
            field = reader.draft.source("round")
            if field.key.line.path is None:  # in JSON the first of a list of rounds may do without
                self._problems.add("E-COUNT", field.location(), "'round' takes the number of the round, as in 2 or 2/4")
            reader.draft.round = (1, 0)
        record = reader.build(Ending(score=reader.draft.score or None))
        if record is not None and record.score:
            check_score(reading, reader.draft, record)
        return record

    def _of_game(self) -> list[Field]:
        """The fields of all rounds that a round alone has, too."""
        return [*(field for name, field in self._game.items() if name == "id"), *self._own]

    def _sort_fields(self) -> None:
        """Finds the rounds, and sets the fields of the game apart."""
        for field in self._raw.fields:
            name, part = field.name, self._parts[-1]
            if field.broken:
                part.is_sound = False
                continue
            if name in GAME_KEYS or name == "id":
                if name in self._game:
                    where = self._game[name].key.line.where
                    self._problems.add("E-FIELD-TWICE", field.location(), f"'{name}' is there twice", f"it is {where} already")
                else:
                    self._game[name] = field
            elif name == "round":
                if part.round is None:
                    part.round = field
                    part.fields.append(field)
                else:
                    self._parts.append(_Part([field], field))
            elif name.startswith("x-") and part.round is None:
                self._own.append(field)
            else:
                part.fields.append(field)

    def _split_first(self) -> None:
        """A `round` with a play before it and another one behind it begins the second round: the line of the first was left out."""
        first, *others = self._parts
        if first.round is None:
            return
        at = first.fields.index(first.round)
        before, after = first.fields[:at], first.fields[at:]
        if all(any(field.name == "play" for field in fields) for fields in (before, after)):
            self._parts = [_Part(before, None, first.is_sound), _Part(after, first.round, first.is_sound), *others]

    def _read_rules(self, seats: Seats) -> Rules:
        players = seats.count
        reading = Reading(Rules(players), seats)
        words = {key: read_game_word(reading, field) for key in ("variant", "teams") if (field := self._game.get(key)) is not None}
        try:
            return Rules(players, perfect=words.get("variant") == "perfect", teams=words.get("teams") == "yes")
        except RulesError as error:
            field = self._game["variant" if error.code == "E-VARIANT" else "teams"]
            self._problems.add(error.code, field.location(), error.message, error.hint)
            return Rules(players)

    # -- several rounds ---------------------------------------------------------------------------------------------------------------

    def _read_rounds(self, reading: Reading) -> GameRecord | None:
        """The rounds in order, each with what the one before leaves; after a bad one the next are still read."""
        is_sound = self._problems.count == self._raw.harmless or all(part.is_sound for part in self._parts)
        top = Draft(reading.rules)
        for field in self._of_game():
            read_field(reading, top, field)
        readers = [
            RoundReader(reading, part.fields, self._start_of(part), is_sound=is_sound and part.is_sound, is_score_only=part.is_score_only)
            for part in self._parts
        ]
        self._number(reading, readers)
        rounds: list[Record | ScoreOnly | None] = []
        carried: Carried | None = None
        for reader, after in zip(readers, [*readers[1:], None], strict=True):
            one, carried = self._read_round(reading, reader, carried, _ending(reader, after))
            rounds.append(one)
        good = tuple(replace(one, id=top.id) if isinstance(one, Record) else one for one in rounds if one is not None)
        if len(good) < len(rounds):
            return None
        return GameRecord(reading.rules, good, reading.seats.names, top.id, tuple(top.extra), self._raw.start)

    def _start_of(self, part: _Part) -> Location:
        return part.round.location() if part.round is not None else self._raw.start

    def _number(self, reading: Reading, readers: Sequence[RoundReader]) -> None:
        """Sets the numbers of the rounds that do not tell theirs, and checks the others: each follows the one before."""
        total = next((reader.draft.round[1] for reader in readers if reader.draft.round[1]), 0)
        before = 0
        for reader in readers:
            number, rounds = reader.draft.round
            location = reader.start
            if number == 0:
                number = before + 1
            elif before and number != before + 1:
                trouble = f"round {before + 1} is missing" if number > before else f"round {number} comes after round {before}"
                hint = f"a round of which only the score is known is one line: round {before + 1} {ROUND_SCORE} 12 9 14 8"
                reading.problem("E-ROUND", location, trouble, hint if number > before else "rounds stand in their order")
            if rounds not in (0, total):
                reading.problem("E-ROUND", location, f"there are {rounds} rounds here, and {total} in a round before")
            elif number > (total or reading.rules.rounds) and reader.draft.round[0] != number:
                reading.problem("E-ROUND", location, f"there is no round {number} of {total or reading.rules.rounds}")
            reader.draft.round = (number, total)
            before = number

    def _read_round(
        self, reading: Reading, reader: RoundReader, carried: Carried | None, ending: Ending
    ) -> tuple[Record | ScoreOnly | None, Carried]:
        """One round, and what it leaves to the next."""
        draft = reader.draft
        before = reading.problems.count
        is_doubtful = open_round(reading, draft, carried, is_score_only=reader.is_score_only)
        if reader.is_score_only:
            check_score_only(reading, draft, carried)
            one = ScoreOnly(draft.round, draft.dealer, draft.score) if reading.problems.count == before else None
            return one, Carried.of_score(draft)
        record = reader.build(ending, are_crystals_doubtful=is_doubtful)
        if record is not None and record.score and not is_doubtful:
            check_score(reading, draft, record)
        return record, Carried.of_round(draft, record, reader.table(), is_doubtful=is_doubtful)


def _ending(reader: RoundReader, after: RoundReader | None) -> Ending:
    """What is told of the end of a round by its score and by the beginning of the next."""
    score = reader.draft.score or None
    if after is None:
        return Ending(score=score)
    return Ending(after.draft.showroom or None, after.draft.vault or None, score, is_followed=not after.is_score_only)
