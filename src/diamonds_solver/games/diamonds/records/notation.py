"""Records of Diamonds read and written, and the examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from diamonds_solver.errors import DiamondsError, RulesError
from diamonds_solver.notation import rows
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.problems import Location, RecordError
from diamonds_solver.notation.stream import good_record, parse
from diamonds_solver.notation.text import Field, RawRecord
from diamonds_solver.notation.write import WrittenField, as_object, as_text, by_key, seat_keys, seat_labels

from ..round.position import Position
from ..round.public import Move, Table
from ..round.rules import MAX_PLAYERS, MIN_PLAYERS, NO_NAME, START_SHOWROOM, Rules
from .after_play import Carried, check_hidden_cards, check_score, check_score_only, open_round, read_best
from .before_play import check_values
from .fields import DEALER, OF_GAME, OF_ROUND, ROUND, SCORE, SHOWROOM, TEAMS, THIEF, VARIANT, VAULT, Draft, format_play
from .forgotten import Ending, missing_choices, recall
from .game_record import AnyRecord, GameRecord, ScoreOnly, end_table
from .reading import Reading, count_cards, read_moves
from .record import Forgotten, Record
from .replay import Replay, replay_play

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
        self.start = start
        self.is_score_only = is_score_only
        self.draft = Draft(start, reading)
        self.replay: Replay | None = None
        """The play as far as it could be followed; None where the fields before it are too bad for that."""
        self._reading = reading
        before = reading.problems.count
        NOTATION.read(self.draft, fields)
        for play in self.draft.plays:
            self.draft.tokens += read_moves(reading, play.words)
        self._is_readable = is_sound and reading.problems.count == before

    def build(self, ending: Ending, *, are_crystals_doubtful: bool = False) -> Record | None:
        """The round; None where it has problems. `are_crystals_doubtful`: what crystals alone tell is no problem then.

        `ending`: what is told of its end, which may tell what the play leaves open.
        """
        reading, draft = self._reading, self.draft
        before = reading.problems.count
        owners = check_values(reading, draft)
        if not self._is_readable or reading.problems.count > before:
            return None
        record = draft.record()
        start = record.start_table()

        def begin(reading: Reading) -> Replay:
            return Replay(reading, draft, start, owners, are_crystals_doubtful)

        if not recall(reading, draft, begin, ending):
            return None
        self.replay = replay = begin(reading)
        if not replay_play(replay) or (not are_crystals_doubtful and not missing_choices(replay, ending, reading)):
            return None
        record = replace(record, play=tuple(replay.moves), forgotten=tuple(replay.stand_ins), origin=self.start)
        record = _filled_in(record, tuple(replay.inferred))
        check_hidden_cards(reading, draft, record, self.start)
        best = draft.sources.get(("best", None))
        return replace(record, best=read_best(reading, draft, replay, best)) if best else record

    def table(self) -> Table | None:
        """The table after the play as far as it could be followed."""
        return None if self.replay is None else self.replay.table


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
_OF_RECORD = _ABOVE_ROUNDS | {"diamonds", "id"}
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
            check_score(reading, reader.draft, record)
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
            round_record, carried = self._read_round(reading, reader, carried, _ending(reader, after))
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
            location = reader.start
            if number == 0:
                number = before + 1
            elif before and number != before + 1:
                trouble = f"round {before + 1} is missing" if number > before else f"round {number} comes after round {before}"
                hint = f"a round of which only the score is known is one line: round {before + 1} {SCORE.key} 12 9 14 8"
                reading.problem("E-ROUND", location, trouble, hint if number > before else "rounds stand in their order")
            if rounds not in (0, total):
                reading.problem("E-ROUND", location, f"there are {rounds} rounds here, and {total} in a round before")
            elif number > (total or reading.rules.rounds) and reader.draft[ROUND][0] != number:
                reading.problem("E-ROUND", location, f"there is no round {number} of {total or reading.rules.rounds}")
            reader.draft[ROUND] = (number, total)
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
            score = ScoreOnly(draft[ROUND], draft[DEALER], draft[SCORE]) if reading.problems.count == before else None
            return score, Carried.of_score(draft)
        record = reader.build(ending, are_crystals_doubtful=is_doubtful)
        if record is not None and record.score and not is_doubtful:
            check_score(reading, draft, record)
        return record, Carried.of_round(draft, record, reader.table(), is_doubtful=is_doubtful)


def _ending(reader: RoundReader, after: RoundReader | None) -> Ending:
    """What is told of the end of a round by its score and by the beginning of the next."""
    score = reader.draft[SCORE] or None
    if after is None:
        return Ending(score=score)
    return Ending(after.draft[SHOWROOM] or None, after.draft[VAULT] or None, score, is_followed=not after.is_score_only)


# -- reading records ----------------------------------------------------------------------------------------------------------------------
# From the fields of one record to a `Record` or a `GameRecord`, or to problems: everything that is wrong.


def build(raw: RawRecord) -> AnyRecord | None:
    """The record that `raw` stands for; see ``Grammar.build``."""
    return GameReader(raw).read()


NOTATION = rows.Notation[Any](game="diamonds", title="Diamonds", rows=(*OF_GAME, *OF_ROUND), build=build)
GAME_NOTATION = rows.Notation[AnyRecord](game="diamonds", title="Diamonds", rows=OF_GAME, build=build)
"""For what stands above the rounds."""
GRAMMAR: Grammar[AnyRecord] = replace(NOTATION.grammar, switches=frozenset(("teams",)), nested={"rounds": "round"}, count_moves=count_cards)


def find_grammar(name: str) -> Grammar[AnyRecord] | None:
    """The grammar for whoever reads records of Diamonds alone, such as those that come along."""
    return GRAMMAR if name == GRAMMAR.game else None


# -- writing records ----------------------------------------------------------------------------------------------------------------------
# The strict form of the notation: one way for every record.


def dumps(record: AnyRecord | Position, one_line: bool = False) -> str:
    """The record, or that of a position (`Record.of`), as text: several lines that end with a newline, or one line without.

    Raises TypeError for anything else.
    """
    if isinstance(record, Position):
        record = Record.of(record)
    if not isinstance(record, AnyRecord):
        raise TypeError(f"a Record or a Position is wanted, not {type(record).__name__}: loads(text) reads a text, load(path) a file")
    if isinstance(record, Record):
        return as_text(_round_fields(record, None, seat_names(record)), one_line, again="play")
    parts = [as_text(fields, one_line, again="play") for fields in _parts(record, seat_names(record))]
    return ("; " if one_line else "\n").join(parts)


def to_json(record: AnyRecord) -> dict[str, object]:
    """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
    labels = seat_keys(record.players)
    if isinstance(record, Record):
        return _with_numbers(as_object(record, record.players, _round_fields(record, None, labels), GRAMMAR.by_seat), record)
    top, *rounds = _parts(record, labels)
    data = as_object(record, record.players, top, ()) | GAME_NOTATION.values(record)
    data["rounds"] = [_round_to_json(round_record, fields) for round_record, fields in zip(record.rounds, rounds, strict=True)]
    return data


def _round_to_json(round_record: Record | ScoreOnly, fields: Iterable[WrittenField]) -> dict[str, object]:
    data = by_key(fields, GRAMMAR.by_seat)
    if isinstance(round_record, ScoreOnly):
        number, _, _ = str(data["round"]).partition(" ")
        return {**data, "round": number, "score": list(round_record.score)}
    return _with_numbers(data | dict(round_record.extra), round_record)


def _with_numbers(data: dict[str, object], record: Record) -> dict[str, object]:
    """Numbers, and lists of them, where that is more natural than text."""
    return data | {key: value for key, value in NOTATION.values(record).items() if key in data}


def dumps_json(record: AnyRecord) -> str:
    """`to_json` as one line of ASCII."""
    return json.dumps(to_json(record))


def seat_names(record: AnyRecord) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return seat_labels(record.names, record.players)


def _parts(record: GameRecord, labels: Sequence[str]) -> Iterator[Iterable[WrittenField]]:
    """The fields of a whole game: those at its top, then those of each round, which leave out what the round before tells."""
    yield GAME_NOTATION.written(record, labels)
    before: Record | ScoreOnly | None = None
    for round_record in record.rounds:
        if isinstance(round_record, ScoreOnly):
            yield _score_fields(round_record, before, labels)
        else:
            yield [field for field in _round_fields(round_record, before, labels, is_alone=False) if field[0] not in _OF_RECORD]
        before = round_record


def _score_fields(round_record: ScoreOnly, before: Record | ScoreOnly | None, labels: Sequence[str]) -> Iterator[WrittenField]:
    number, score = ROUND.kind.write(round_record.round, labels), " ".join(map(str, round_record.score))
    yield "round", f"{number} {SCORE.key} {score}"
    if round_record.dealer != _usual_dealer(before, len(labels)):
        yield "dealer", labels[round_record.dealer]


def _usual_dealer(before: Record | ScoreOnly | None, players: int) -> int:
    return 0 if before is None else (before.dealer + 1) % players


def _round_fields(
    record: Record, before: Record | ScoreOnly | None, labels: Sequence[str], *, is_alone: bool = True
) -> Iterator[WrittenField]:
    """All fields of a round that are not as the round before leaves them."""
    usual: dict[str, object] = {"dealer": _usual_dealer(before, len(labels))}
    end = end_table(before) if before is not None else None
    crystals = (end.showroom, end.vault) if end else None if before else ((START_SHOWROOM,) * record.players, (0,) * record.players)
    is_half = before is None and record.round[0] > 1 and (record.showroom, record.vault) != crystals  # then both are written
    usual["showroom"], usual["vault"] = crystals if crystals and not is_half else (None, None)
    usual["thief"] = end.thief if end else None
    if not is_alone:
        usual["round"] = None
    return NOTATION.written(record, labels, usual)


# -- examples -----------------------------------------------------------------------------------------------------------------------------
# Records that come with the package, as ``.dia`` files in ``data/``. The first comment line of a file describes it.


EXAMPLES = (
    "ending",
    "mid-trick",
    "victim",
    "advice",
    "full2",
    "full3",
    "full4",
    "full5",
    "full6",
    "teams4",
    "teams6",
    "perfect2",
    "perfect4",
    "game4",
    "game-perfect2",
    "game-teams4",
    "suite",
    "bench",
    "broken",
)

_DATA = Path(__file__).parents[1] / "data"


def example_path(name: str) -> Path:
    """The file of an example.

    Raises DiamondsError for an unknown name.
    """
    if name not in EXAMPLES:
        raise DiamondsError(f"there is no example {name!r}", code="E-EXAMPLE", hint=f"there are: {', '.join(EXAMPLES)}")
    return _DATA / f"{name}.dia"


def example_text(name: str) -> str:
    """The text of an example's file."""
    return example_path(name).read_text(encoding="utf-8")


def example_records(name: str) -> list[Any]:
    """The records of an example, each a `Record`, or a `GameRecord` for a whole game.

    Raises DiamondsError for an unknown name, RecordError for the example ``broken``.
    """
    records: list[AnyRecord | RecordError] = parse(example_text(name), find_grammar, f"{name}.dia")
    return [good_record(item) for item in records]


def example(name: str) -> Any:
    """The first record of an example. Raises as `example_records` does."""
    return example_records(name)[0]


def write(record: AnyRecord, form: str) -> str:
    """The record as text in lines (``dia``), on one line (``line``) or as JSON on one line (``json``); ends with a newline."""
    text = dumps_json(record) if form == "json" else dumps(record, one_line=form == "line")
    return text.rstrip("\n") + "\n"


def format_line(record: AnyRecord, line: Sequence[object]) -> str:
    """Best play from the end of a record's play on, with the players' names."""
    return format_play(record.position().table, [move for move in line if isinstance(move, Move)], seat_names(record))
