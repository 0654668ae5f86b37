"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from diamonds_solver.games.diamonds.record.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, format_cards
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move, Table
from diamonds_solver.games.diamonds.rules.rules import START_SHOWROOM
from diamonds_solver.notation.write import as_object, as_text, first_fields, own_fields, seat_keys, seat_labels


def dumps(record: Record | Position, one_line: bool = False) -> str:
    """The record, or that of a position (`Record.of`), as text: several lines that end with a newline, or one line without.

    Raises TypeError for anything else.
    """
    if isinstance(record, Position):
        record = Record.of(record)
    if not isinstance(record, Record):
        raise TypeError(f"a Record or a Position is wanted, not {type(record).__name__}: loads(text) reads a text, load(path) a file")
    return as_text(_fields(record, seat_names(record)), one_line, again="play")


def to_json(record: Record) -> dict[str, object]:
    """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
    found = as_object(record, record.rules.players, _fields(record, seat_keys(record.rules.players)), _SEAT_KEYS)
    if record.rules.teams:
        found["teams"] = True
    if record.pass_count is not None:
        found["pass"] = record.pass_count
    for key, numbers in (("showroom", record.showroom), ("vault", record.vault)):
        if key in found:
            found[key] = list(numbers)
    if record.value:
        values = [_number(value) for value in record.value]
        found["value"] = values[0] if len(values) == 1 else values
    return found


def dumps_json(record: Record) -> str:
    """`to_json` as one line of ASCII."""
    return json.dumps(to_json(record))


def seat_names(record: Record) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return seat_labels(record.names, record.rules.players)


def format_hand(hand: Hand) -> str:
    """``D14,2 +8``; ``-`` for a hand of which nothing is known."""
    texts = [format_cards(hand.known)] if hand.known else []
    if hand.unknown:
        texts.append(f"+{hand.unknown}")
    return " ".join(texts) or "-"


def format_play(start: Table, moves: Sequence[Move], labels: Sequence[str]) -> str:
    """The moves in play order, with a slash between tricks."""
    words: list[str] = []
    table = start
    for move in moves:
        if move.card is not None:
            if words and not table.cards and words[-1] != "/":
                words.append("/")
            table = table.play_card(move.card, move.victim)
        else:
            table = table.choose(move)
        words.append(move.named(labels))
    return " ".join(words)


_SEAT_KEYS = ("hand", "took", "void", "gave", "got")


def _fields(record: Record, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All fields that are not at their defaults, as key and text."""
    rules, players = record.rules, record.rules.players
    yield from first_fields("diamonds", record, labels)
    if rules.perfect:
        yield "variant", "perfect"
    if rules.teams:
        yield "teams", "yes"
    if record.round != (1, 0):
        number, rounds = record.round
        yield "round", f"{number}/{rounds}" if rounds else str(number)
    if record.dealer:
        yield "dealer", labels[record.dealer]
    if record.pass_count is not None:
        yield "pass", str(record.pass_count)
    if record.phase is not Phase.PLAY:
        yield "phase", str(record.phase)
    if record.see is not None:
        yield "see", labels[record.see]
    yield from _card_fields(record, labels)
    if any(points != START_SHOWROOM for points in record.showroom):
        yield "showroom", " ".join(map(str, record.showroom))
    if any(record.vault):
        yield "vault", " ".join(map(str, record.vault))
    for seat, row in enumerate(record.took):
        if row is not None:
            yield "took", " ".join([labels[seat], *(f"{SUIT_LETTERS[suit]}{count}" for suit, count in enumerate(row) if count)])
    if record.won is not None:
        yield "won", " ".join(_won(labels[seat], tricks) for seat, tricks in enumerate(record.won) if tricks != 0) or "-"
    if record.lead != (record.dealer + 1) % players or record.tricks_before:
        yield "lead", labels[record.lead]
    if record.play:
        yield "play", format_play(record.start_table(), record.play, labels)
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
