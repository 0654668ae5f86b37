"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from diamonds_solver.games.diamonds.record.game_record import AnyRecord, GameRecord, ScoreOnly, end_crystals
from diamonds_solver.games.diamonds.record.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, card_name, format_cards, suit_of
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move, Table
from diamonds_solver.games.diamonds.rules.rules import START_SHOWROOM, Rules
from diamonds_solver.notation.write import as_object, as_text, by_key, first_fields, own_fields, seat_keys, seat_labels


def dumps(record: AnyRecord | Position, one_line: bool = False) -> str:
    """The record, or that of a position (`Record.of`), as text: several lines that end with a newline, or one line without.

    Raises TypeError for anything else.
    """
    if isinstance(record, Position):
        record = Record.of(record)
    if not isinstance(record, AnyRecord):
        raise TypeError(f"a Record or a Position is wanted, not {type(record).__name__}: loads(text) reads a text, load(path) a file")
    if isinstance(record, Record):
        return as_text(_fields(record, seat_names(record)), one_line, again="play")
    parts = [as_text(fields, one_line, again="play") for fields in _parts(record, seat_names(record))]
    return ("; " if one_line else "\n").join(parts)


def to_json(record: AnyRecord) -> dict[str, object]:
    """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
    labels = seat_keys(record.players)
    if isinstance(record, Record):
        found = as_object(record, record.players, _fields(record, labels), _SEAT_KEYS)
        return _with_numbers(found, record)
    top, *rounds = _parts(record, labels)
    found = _with_numbers(as_object(record, record.players, top, ()), None)
    found["rounds"] = [_round_to_json(one, fields) for one, fields in zip(record.rounds, rounds, strict=True)]
    return found


def _round_to_json(one: Record | ScoreOnly, fields: Iterator[tuple[str, str]]) -> dict[str, object]:
    found = by_key(fields, _SEAT_KEYS)
    if isinstance(one, ScoreOnly):
        number, _, _ = str(found["round"]).partition(" ")
        return {**found, "round": number, "score": list(one.score)}
    return _with_numbers(found | dict(one.extra), one)


def _with_numbers(found: dict[str, object], record: Record | None) -> dict[str, object]:
    """Numbers, and lists of them, where that is more natural than text."""
    if "teams" in found:
        found["teams"] = True
    if record is None:
        return found
    if record.pass_count is not None:
        found["pass"] = record.pass_count
    for key, numbers in (("showroom", record.showroom), ("vault", record.vault), ("score", record.score)):
        if key in found:
            found[key] = list(numbers)
    if record.value:
        values = [_number(value) for value in record.value]
        found["value"] = values[0] if len(values) == 1 else values
    return found


def dumps_json(record: AnyRecord) -> str:
    """`to_json` as one line of ASCII."""
    return json.dumps(to_json(record))


def seat_names(record: AnyRecord) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return seat_labels(record.names, record.players)


def format_hand(hand: Hand) -> str:
    """``D14,2 +8``; ``-`` for a hand of which nothing is known."""
    texts = [format_cards(hand.known)] if hand.known else []
    if hand.unknown:
        texts.append(f"+{hand.unknown}")
    return " ".join(texts) or "-"


def format_play(start: Table, moves: Sequence[Move], labels: Sequence[str], forgotten: Collection[int] = ()) -> str:
    """The moves in play order, with a slash between tricks. `forgotten`: the numbers of the moves of whose card only the suit is known."""
    words: list[str] = []
    table = start
    for index, move in enumerate(moves):
        if move.card is not None:
            if words and not table.cards and words[-1] != "/":
                words.append("/")
            table = table.play_card(move.card, move.victim)
        else:
            table = table.choose(move)
        words.append(format_move(move, labels, is_forgotten=index in forgotten))
    return " ".join(words)


def format_move(move: Move, labels: Sequence[str], *, is_forgotten: bool = False) -> str:
    """The move as text; of a card that is forgotten the suit: ``S?``, ``C?>Ann``."""
    text = move.named(labels)
    return text if move.card is None or not is_forgotten else f"{SUIT_LETTERS[suit_of(move.card)]}?{text[len(card_name(move.card)) :]}"


_SEAT_KEYS = ("hand", "took", "void", "gave", "got")


def _fields(record: Record, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All fields of a record of one round that are not at their defaults, as key and text."""
    yield from first_fields("diamonds", record, labels)
    yield from _rules_fields(record.rules)
    if record.round != (1, 0):
        yield "round", _round(record.round)
    if record.dealer:
        yield "dealer", labels[record.dealer]
    has_start = any(points != START_SHOWROOM for points in record.showroom), any(record.vault)
    yield from _round_fields(record, labels, has_start)


def _parts(record: GameRecord, labels: Sequence[str]) -> Iterator[Iterator[tuple[str, str]]]:
    """The fields of a whole game: those at its top, then those of each round, which leave out what the round before tells."""
    yield chain(first_fields("diamonds", record, labels), _rules_fields(record.rules), own_fields(record))
    before: Record | ScoreOnly | None = None
    for one in record.rounds:
        yield _fields_of_round(one, before, labels)
        before = one


def _fields_of_round(one: Record | ScoreOnly, before: Record | ScoreOnly | None, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    number = _round(one.round)
    yield "round", f"{number} score {' '.join(map(str, one.score))}" if isinstance(one, ScoreOnly) else number
    if one.dealer != (0 if before is None else (before.dealer + 1) % len(labels)):
        yield "dealer", labels[one.dealer]
    if isinstance(one, ScoreOnly):
        return
    start = end_crystals(before) if before is not None else ((START_SHOWROOM,) * one.players, (0,) * one.players)
    is_told = (True, True) if start is None else (one.showroom != start[0], one.vault != start[1])
    yield from _round_fields(one, labels, is_told)


def _rules_fields(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.perfect:
        yield "variant", "perfect"
    if rules.teams:
        yield "teams", "yes"


def _round(place: tuple[int, int]) -> str:
    number, rounds = place
    return f"{number}/{rounds}" if rounds else str(number)


def _round_fields(record: Record, labels: Sequence[str], tells_crystals: tuple[bool, bool]) -> Iterator[tuple[str, str]]:
    """The fields of one round but its number and dealer. `tells_crystals`: whether to write showroom and vault."""
    if record.pass_count is not None:
        yield "pass", str(record.pass_count)
    if record.phase is not Phase.PLAY:
        yield "phase", str(record.phase)
    if record.see is not None:
        yield "see", labels[record.see]
    yield from _card_fields(record, labels)
    if tells_crystals[0]:
        yield "showroom", " ".join(map(str, record.showroom))
    if tells_crystals[1]:
        yield "vault", " ".join(map(str, record.vault))
    for seat, row in enumerate(record.took):
        if row is not None:
            yield "took", " ".join([labels[seat], *(f"{SUIT_LETTERS[suit]}{count}" for suit, count in enumerate(row) if count)])
    if record.won is not None:
        yield "won", " ".join(_won(labels[seat], tricks) for seat, tricks in enumerate(record.won) if tricks != 0) or "-"
    if record.lead != (record.dealer + 1) % record.players or record.tricks_before:
        yield "lead", labels[record.lead]
    if record.play:
        yield "play", format_play(record.start_table(), record.play, labels, {one.index for one in record.forgotten})
    if record.score:
        yield "score", " ".join(map(str, record.score))
    if record.best:
        moves = record.best if record.phase is not Phase.PLAY else [Move.parse(move).named(labels) for move in record.best]
        yield "best", ",".join(moves)
    if record.value:
        yield "value", " ".join(str(_number(value)) for value in record.value)
    yield from own_fields(record)


def _won(label: str, tricks: int | None) -> str:
    return label if tricks is None else f"{label}:{tricks}"


def _card_fields(record: Record, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    hands = [(labels[seat], hand) for seat, hand in enumerate(record.hands) if hand.known]
    if not hands and record.tricks_before > record.tricks_taken:
        hands = [(labels[0], record.hands[0])]  # nothing else tells the size of the hands
    for label, hand in hands:
        yield "hand", f"{label} {format_hand(hand)}"
    if record.out:
        yield "out", format_cards(record.out)
    for seat, suits in enumerate(record.void):
        if suits:
            yield "void", f"{labels[seat]} {' '.join(SUIT_LETTERS[suit] for suit in sorted(suits))}"
    for key, rows in (("gave", record.gave), ("got", record.got)):
        for seat, row in enumerate(rows):
            if row is not None:
                yield key, f"{labels[seat]} {format_cards(row)}"


def _number(value: float) -> int | float:
    return int(value) if value.is_integer() and abs(value) < 1e15 else value
