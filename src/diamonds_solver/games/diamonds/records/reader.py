"""Records of Diamonds read: the fields of every round, then what they mean together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diamonds_solver.errors import PositionError, RulesError
from diamonds_solver.notation import rows
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Field, RawRecord

from ..round.public import Table
from ..round.rules import MAX_PLAYERS, MIN_PLAYERS, NO_NAME, Rules
from .best import read_best
from .fields import DEALER, GAME_NOTATION, NOTATION, OF_GAME, ROUND, SCORE, SHOWROOM, TEAMS, THIEF, VARIANT, VAULT, Draft
from .forgotten import Ending, missing_choices, recall
from .game_record import AnyRecord, GameRecord, ScoreOnly
from .information import UnseenError, check_record
from .record import Forgotten, Record
from .replay import Replay
from .rounds import Carried, check_box, check_score, check_score_only, open_round
from .tokens import Reading, read_moves
from .values import check_values

# -- one round ----------------------------------------------------------------------------------------------------------------------------
# One round: its fields read into a draft, then held against the rules and made a `Record`.


class RoundReader:
    """Reads one round of a record: first what its fields say, then, when the rounds before it are known, what they mean together."""

    def __init__(
        self, reading: Reading, fields: Sequence[Field], start: Location, *, is_sound: bool = True, is_score_only: bool = False
    ) -> None:
        """`start`: where the round begins; `is_sound`: whether what stands before its fields leaves it worth a replay.

        Fields that cannot be read become problems.
        """
        self.is_score_only = is_score_only
        self.draft = Draft(start, reading)
        self.table: Table | None = None
        """The table after the play as far as it could be followed; None where the fields before it are too bad for that."""
        before = reading.problems.count
        NOTATION.read(self.draft, fields)
        self.draft.tokens = [token for play in self.draft.plays for token in read_moves(reading, play.words)]
        self._is_readable = is_sound and reading.problems.count == before

    def build(self, ending: Ending, *, are_crystals_doubtful: bool = False) -> Record | None:
        """The round; None where it has problems. `are_crystals_doubtful`: what crystals alone tell is no problem then.

        `ending`: what is told of its end, which may tell what the play leaves open.
        """
        draft = self.draft
        before = draft.problems.count
        owners = check_values(draft)
        if not self._is_readable or draft.problems.count > before:
            return None
        record = draft.record()
        replay = Replay(draft, record.start_table(), owners, are_crystals_doubtful)
        tokens = recall(replay, draft.tokens, ending)
        if tokens is None:
            return None
        replay.follow(tokens)
        self.table = replay.table
        end = tokens[-1].location() if tokens else draft.start
        if not replay.is_broken:
            check_box(draft, replay.table, end)
        if replay.is_broken or draft.problems.count > before:
            return None
        inferred = () if are_crystals_doubtful else missing_choices(replay, end, ending)
        if inferred is None:
            return None
        record = replace(record, play=tuple(replay.moves), forgotten=tuple(replay.stand_ins), origin=draft.start)
        record = _filled_in(record, inferred)
        _check_hidden_cards(draft, record)
        best = draft.sources.get(("best", None))
        return replace(record, best=read_best(replay, draft, best)) if best else record


def _check_hidden_cards(draft: Draft, record: Record) -> None:
    """Whether the cards that nobody has shown can be anywhere at all; the trouble is at the first field of a hand that cannot be filled."""
    if all(hand.is_open for hand in record.hands):
        return
    try:
        check_record(record)
    except PositionError as error:
        seats = error.seats if isinstance(error, UnseenError) else ()
        fields = (draft.sources.get((key, seat)) for key in ("hand", "void") for seat in seats)
        field = next(filter(None, fields), None)
        draft.reading.problem(error.code, field.location() if field else draft.start, error.message, error.hint)


def _filled_in(record: Record, inferred: tuple[Forgotten, ...]) -> Record:
    """The record with its hands, in which forgotten cards that can only have been one are known.

    Where it is one player's knowledge the others' hands stay as they are written: with hidden cards, some of which may be played.
    """
    completed = record.completed(None if record.see is None else [record.see])
    certain = tuple(move for move in record.forgotten if len(completed.candidates(move)) == 1)
    if not certain:
        return replace(completed, inferred=inferred)
    play = list(record.play)
    for move in certain:
        (card,) = completed.candidates(move)
        play[move.index] = play[move.index]._replace(card=card)
    left = tuple(move for move in record.forgotten if move not in certain)
    return _filled_in(replace(record, play=tuple(play), forgotten=left), (*certain, *inferred))


# -- rounds of a record -------------------------------------------------------------------------------------------------------------------
# Where each begins, and what it takes over from the round before.


_ABOVE_ROUNDS = frozenset(("players", *(row.key for row in OF_GAME)))
"""The fields that fix who plays, and by which rules."""
_OF_SCORE = frozenset(("round", "dealer", "score"))
"""The fields of a round that is known by its score alone."""
OF_RECORD = _ABOVE_ROUNDS | {"diamonds", "id"}
"""The fields that stand above the rounds."""


def _score_apart(field: Field) -> list[Field]:
    """A `round` with the score of the round behind it, as in ``2/4 score 12 9 14 8``, as two fields."""
    at = next((index for index, word in enumerate(field.words) if word.text.lower() == SCORE.key), None)
    return [field] if at is None else [Field(field.key, field.words[:at]), Field(field.words[at], field.words[at + 1 :])]


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
        return SCORE.key in names and names <= _OF_SCORE


def build(raw: RawRecord) -> AnyRecord | None:
    """The record that `raw` stands for; see ``Grammar.build``."""
    return GameReader(raw).read()


class GameReader:
    """Reads one record: first who plays and by which rules, then the fields of every round, then what they mean together."""

    def __init__(self, raw: RawRecord) -> None:
        self._raw = raw
        self._problems = raw.problems
        self._of_game: list[Field] = []
        self._own: list[Field] = []
        """`id`, and what begins with x- before the first round: a round alone has them, too."""
        self._parts = [_Part([])]

    def read(self) -> AnyRecord | None:
        """The record; None where problems leave nothing to read. A record with problems is worth nothing, but the rest was still read."""
        self._sort_fields()
        self._split_first()
        seats = read_players(self._raw, "Diamonds", MIN_PLAYERS, MAX_PLAYERS, NO_NAME)
        if seats is None:
            return None
        reading = Reading(seats.count, seats.names, seats.problems, self._read_rules(seats))
        if len(self._parts) > 1 or self._parts[0].is_score_only:
            return self._read_rounds(reading)
        is_sound = self._problems.count == self._raw.harmless
        reader = RoundReader(reading, [*self._own, *self._parts[0].fields], self._raw.start, is_sound=is_sound)
        if reader.draft[ROUND][0] == 0:
            field = reader.draft.sources["round", None]
            if field.key.line.path is None:  # in JSON the first of a list of rounds may do without
                self._problems.add("E-COUNT", field.location(), "'round' takes the number of the round, as in 2 or 2/4")
            reader.draft[ROUND] = (1, 0)
        record = reader.build(Ending(score=reader.draft[SCORE] or None))
        if record is not None and record.score:
            check_score(reader.draft, record)
        return None if record is None else replace(record, commented=self._raw.commented)

    def _sort_fields(self) -> None:
        """Finds the rounds, and sets the fields of the game apart."""
        for field in self._raw.fields:
            name, part = field.name, self._parts[-1]
            if field.broken:
                part.is_sound = False
                continue
            if name in _ABOVE_ROUNDS:
                self._of_game.append(field)
            elif name == "id" or (name.startswith("x-") and part.round is None):
                self._own.append(field)
            elif name == "round":
                if part.round is not None:
                    self._parts.append(part := _Part([]))
                part.round = field
                part.fields += _score_apart(field)
            else:
                part.fields.append(field)

    def _split_first(self) -> None:
        """A `round` with a play before it and another one behind it begins the second round: the line of the first was left out."""
        first, *others = self._parts
        if first.round is None:
            return
        at = next(index for index, field in enumerate(first.fields) if field.name == "round")
        before, after = first.fields[:at], first.fields[at:]
        if all(any(field.name == "play" for field in fields) for fields in (before, after)):
            self._parts = [_Part(before, None, first.is_sound), _Part(after, first.round, first.is_sound), *others]

    def _read_rules(self, seats: Seats) -> Rules:
        draft = rows.Draft(self._raw.start, seats)
        GAME_NOTATION.read(draft, self._of_game)
        thief = any(field.name == THIEF.key for part in self._parts for field in part.fields)
        try:
            return Rules(seats.count, perfect=draft[VARIANT] == "perfect", teams=draft[TEAMS] == "yes", thief=thief)
        except RulesError as error:
            draft.problem(error.code, "variant" if error.code == "E-VARIANT" else "teams", error.message, error.hint)
            return Rules(seats.count)

    # -- several rounds ---------------------------------------------------------------------------------------------------------------

    def _read_rounds(self, reading: Reading) -> GameRecord | None:
        """The rounds in order, each with what the one before leaves; after a bad one the next are still read."""
        is_sound = self._problems.count == self._raw.harmless or all(part.is_sound for part in self._parts)
        top = rows.Draft(self._raw.start, reading)
        NOTATION.read(top, self._own)
        readers = [
            RoundReader(reading, part.fields, self._start_of(part), is_sound=is_sound and part.is_sound, is_score_only=part.is_score_only)
            for part in self._parts
        ]
        self._number(reading, readers)
        rounds: list[Record | ScoreOnly | None] = []
        carried: Carried | None = None
        for reader, after in zip(readers, [*readers[1:], None], strict=True):
            round_record, carried = self._read_round(reader, carried, _ending(reader, after))
            rounds.append(round_record)
        good = tuple(
            replace(round_record, id=top.id) if isinstance(round_record, Record) else round_record
            for round_record in rounds
            if round_record is not None
        )
        if len(good) < len(rounds):
            return None
        return GameRecord(reading.rules, good, reading.names, top.id, tuple(top.extra), self._raw.start, self._raw.commented)

    def _start_of(self, part: _Part) -> Location:
        return part.round.location() if part.round is not None else self._raw.start

    def _number(self, reading: Reading, readers: Sequence[RoundReader]) -> None:
        """Sets the numbers of the rounds that do not tell theirs, and checks the others: each follows the one before."""
        total = next((reader.draft[ROUND][1] for reader in readers if reader.draft[ROUND][1]), 0)
        before = 0
        for reader in readers:
            number, rounds = reader.draft[ROUND]
            location = reader.draft.start
            if number == 0:
                number = before + 1
            elif before and number != before + 1:
                trouble = f"round {before + 1} is missing" if number > before else f"round {number} comes after round {before}"
                hint = f"a round known by its score alone is one line: round {before + 1} {SCORE.key} 12 9 14 8"
                reading.problem("E-ROUND", location, trouble, hint if number > before else "write the rounds in order")
            if rounds not in (0, total):
                reading.problem("E-ROUND", location, f"there are {rounds} rounds here, and {total} in a round before")
            elif number > (total or reading.rules.rounds) and reader.draft[ROUND][0] != number:
                reading.problem("E-ROUND", location, f"there is no round {number} of {total or reading.rules.rounds}")
            reader.draft[ROUND] = (number, total)
            before = number

    def _read_round(self, reader: RoundReader, carried: Carried | None, ending: Ending) -> tuple[Record | ScoreOnly | None, Carried]:
        """One round, and what it leaves to the next."""
        draft = reader.draft
        before = draft.problems.count
        is_doubtful = open_round(draft, carried, is_score_only=reader.is_score_only)
        if reader.is_score_only:
            check_score_only(draft, carried)
            score = ScoreOnly(draft[ROUND], draft[DEALER], draft[SCORE]) if draft.problems.count == before else None
            return score, Carried.of_score(draft)
        record = reader.build(ending, are_crystals_doubtful=is_doubtful)
        if record is not None and record.score and not is_doubtful:
            check_score(draft, record)
        return record, Carried.of_round(draft, record, reader.table, is_doubtful=is_doubtful)


def _ending(reader: RoundReader, after: RoundReader | None) -> Ending:
    """What is told of the end of a round by its score and by the beginning of the next."""
    score = reader.draft[SCORE] or None
    if after is None:
        return Ending(score=score)
    return Ending(after.draft[SHOWROOM] or None, after.draft[VAULT] or None, score, is_followed=not after.is_score_only)
