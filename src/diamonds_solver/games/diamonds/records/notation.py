"""The grammar of records of Diamonds, records written, and the examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from diamonds_solver.common.quantities import check_kind
from diamonds_solver.errors import DiamondsError
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.stream import good_record, parse
from diamonds_solver.notation.write import WrittenField, as_object, as_text, by_key, seat_keys, seat_labels

from ..round.position import Position
from ..round.public import Move
from ..round.rules import START_SHOWROOM
from .fields import GAME_NOTATION, NOTATION, ROUND, SCORE, format_play
from .game_record import AnyRecord, GameRecord, ScoreOnly, end_table
from .reader import OF_RECORD, build
from .record import Record
from .tokens import count_cards

GRAMMAR: Grammar[AnyRecord] = replace(
    NOTATION.grammar(build), switches=frozenset(("teams",)), nested={"rounds": "round"}, count_moves=count_cards
)


def find_grammar(name: str) -> Grammar[AnyRecord] | None:
    """The grammar for whoever reads records of Diamonds alone, such as those that come along."""
    return GRAMMAR if name == GRAMMAR.game else None


# -- writing records ----------------------------------------------------------------------------------------------------------------------
# The strict form of the notation: one way for every record.


def dumps(record: AnyRecord | Position, one_line: bool = False) -> str:
    """The record, or that of a position (`Record.of`), as text: several lines that end with a newline, or one line without.

    Raises TypeError for anything else.
    """
    if not isinstance(record, GameRecord):
        check_kind(record, Record | Position, "loads(text) reads a text, load(path) a file")
    if isinstance(record, Position):
        record = Record.of(record)
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
            yield [field for field in _round_fields(round_record, before, labels, is_alone=False) if field[0] not in OF_RECORD]
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
