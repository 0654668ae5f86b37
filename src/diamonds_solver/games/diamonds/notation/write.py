"""Writing records: the strict form of the notation, one way for every record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from diamonds_solver.games.diamonds.record.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, format_cards
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move, Table
from diamonds_solver.games.diamonds.rules.rules import START_SHOWROOM

LINE_WIDTH = 100  # a `play` line is broken at the end of the trick before this

_PLAIN_NAME = re.compile(r'[^\s"#;][^\s";]*')
_PLAIN_TEXT = re.compile(r'(?![#"])[^";]+')


def dumps(record: Record | Position, one_line: bool = False) -> str:
    """The record, or that of a position (`Record.of`), as text: several lines that end with a newline, or one line without.

    Raises TypeError for anything else.
    """
    if isinstance(record, Position):
        record = Record.of(record)
    if not isinstance(record, Record):
        raise TypeError(f"a Record or a Position is wanted, not {type(record).__name__}: loads(text) reads a text, load(path) a file")
    fields = [f"{key} {text}" if text else key for key, text in _fields(record, seat_names(record))]
    if one_line:
        return "; ".join(fields)
    return "\n".join(_broken_play(field) for field in fields) + "\n"


def to_json(record: Record) -> dict[str, object]:
    """The record as an object for `json.dumps`. Seats are P1.., whatever the players' names."""
    labels = [f"P{seat + 1}" for seat in range(record.rules.players)]
    found: dict[str, object] = {}
    for key, text in _fields(record, labels):
        if key in _SEAT_KEYS:
            seat, _, rest = text.partition(" ")
            by_seat = found.setdefault(key, {})
            assert isinstance(by_seat, dict)
            by_seat[seat] = rest
        else:
            found[key] = text
    found["diamonds"] = 1
    found["players"] = list(record.names) if record.names else record.rules.players
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
    if record.id is not None:
        found["id"] = record.id
    found.update(record.extra)
    return found


def dumps_json(record: Record) -> str:
    """`to_json` as one line of ASCII."""
    return json.dumps(to_json(record))


def seat_names(record: Record) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return [_quoted(record.seat_name(seat), _PLAIN_NAME) for seat in range(record.rules.players)]


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
    yield "diamonds", "1"
    if record.id is not None:
        yield "id", _quoted(record.id, _PLAIN_TEXT)
    yield "players", " ".join(labels) if record.names else str(players)
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
    for key, text in record.extra:
        yield key, _quoted(text, _PLAIN_TEXT) if text else ""


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


def _broken_play(field: str) -> str:
    """A long `play` as several fields, broken after a trick."""
    if not field.startswith("play ") or len(field) <= LINE_WIDTH:
        return field
    lines = ["play"]
    for trick in field.removeprefix("play ").split(" / "):
        if lines[-1] != "play" and len(lines[-1]) + len(trick) + 3 > LINE_WIDTH:
            lines.append("play")
        lines[-1] += f" {trick}" if lines[-1] == "play" else f" / {trick}"
    return "\n".join(lines)


def _quoted(text: str, plain: re.Pattern[str]) -> str:
    """`text` in quotes unless it can stand without."""
    if plain.fullmatch(text) and text.isprintable() and text == text.strip() and " #" not in text:
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _number(value: float) -> int | float:
    return int(value) if value.is_integer() and abs(value) < 1e15 else value
