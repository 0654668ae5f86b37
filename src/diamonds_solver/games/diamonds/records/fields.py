"""The fields of a record of Diamonds: what their values mean, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from math import isfinite
from typing import Any, TypeVar

from diamonds_solver.common.wording import quote
from diamonds_solver.notation import rows
from diamonds_solver.notation.problems import Line, Location
from diamonds_solver.notation.rows import Choice, FieldOf, FieldWords, Kind, LateFieldOf, Seat, SeatFieldOf
from diamonds_solver.notation.text import Span, Word, cut, parts

from ..round.public import Move, Table, tables_along
from ..round.rules import POINTS_IN_BOX, SUIT_CLASS, SUIT_LETTERS, SUIT_SIGNS, card_name, format_cards
from .game_record import AnyRecord
from .record import Hand, Phase, Record
from .tokens import Cards, MoveToken, Reading

T = TypeVar("T")
Numbers = tuple[int, ...]
SuitCounts = tuple[int, int, int, int]
BySeat = Callable[[Record], Mapping[int, T]]

# -- kinds of values ----------------------------------------------------------------------------------------------------------------------
# Whether values fit together is checked later: one that is wrong in itself is kept where the checks can go on with it.


_TOOK = re.compile(rf"({SUIT_CLASS})(\d+)")
_VALUE = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_NOWHERE = Span(Word("", Line("", 0, ""), 0), 0, 0)


def _unplaced(numbers: Iterable[int]) -> Cards:
    """Cards or suits that come from no source."""
    return dict.fromkeys(numbers, _NOWHERE)


class RoundKind:
    """``2`` or ``2/4``; a bare ``round`` is the next one, numbered 0."""

    def read(self, words: FieldWords[Reading]) -> tuple[int, int] | None:
        numbers = [words.seats.integer(span) for span in parts(words.words, "/")]
        if len(numbers) > 2:
            return words.problem("E-COUNT", "'round' takes the number of the round, as in 2 or 2/4")
        number, rounds = (*numbers, 0, 0)[:2]
        if number is None or rounds is None:
            return None
        rules = words.seats.rules
        last = rules.rounds if len(numbers) == 1 else rounds
        if numbers and not 1 <= number <= last:
            hint = f"{rules.players} players play {rules.rounds} rounds"
            return words.problem("E-ROUND", f"there is no round {number} of {last}", hint)
        return number, rounds

    def write(self, value: tuple[int, int], labels: Sequence[str]) -> str:
        number, rounds = value
        return f"{number}/{rounds}" if rounds else str(number)


class PassKind:
    """How many cards are passed."""

    def read(self, words: FieldWords[Reading]) -> int | None:
        word = words.only_word()
        count = None if word is None else words.seats.integer(word.whole())
        if word is not None and count is not None and not 1 <= count <= 3:
            words.problem("E-PASS", f"{count} cards cannot be passed", "the dealer chooses 1, 2 or 3", word.location())
        return count

    def write(self, value: int, labels: Sequence[str]) -> str:
        return str(value)


def _numbers(words: FieldWords[Reading], code: str, most: int, what: str, hint: str) -> tuple[int, ...]:
    """Whole numbers from 0 to `most`; others are problems."""
    numbers = []
    for span in parts(words.words):
        number = words.seats.integer(span)
        if number is not None and not 0 <= number <= most:
            words.problem(code, f"nobody can have {number} {what}", hint, span.location())
        numbers.append(number or 0)
    return tuple(numbers)


class CrystalsKind:
    """A number for each player."""

    def read(self, words: FieldWords[Reading]) -> Numbers:
        numbers = _numbers(words, "E-CRYSTALS", POINTS_IN_BOX, "crystals", f"the box holds {POINTS_IN_BOX}")
        if len(numbers) != words.seats.count:
            message = f"'{words.field.name}' needs {words.seats.count} numbers, not {len(numbers)}"
            words.problem("E-COUNT", message, "one for each player, from P1 on")
        return numbers

    def write(self, value: Numbers, labels: Sequence[str]) -> str:
        return " ".join(map(str, value))


class ScoreKind(CrystalsKind):
    """The points after a round: of every player, or in team play of every team."""

    def read(self, words: FieldWords[Reading]) -> Numbers:
        rules = words.seats.rules
        hint = f"the box holds {POINTS_IN_BOX} crystals, worth two points at most"
        numbers = _numbers(words, "E-SCORE", 2 * POINTS_IN_BOX, "points", hint)
        if len(numbers) not in (rules.players, len(rules.sides)):
            teams = f", or {len(rules.sides)}, one for each team" if rules.teams else ""
            message = f"a score needs {rules.players} numbers{teams}; here are {len(numbers)}"
            words.problem("E-COUNT", message, "one for each player, from P1 on: all points after the round")
        return numbers


class CardsKind:
    """Cards, as far as they can be read."""

    def read(self, words: FieldWords[Reading]) -> Cards | None:
        cards, _ = words.seats.cards(words.words)
        if not words.words:
            words.problem("E-COUNT", f"'{words.field.name}' needs cards")
        return cards

    def write(self, value: Cards, labels: Sequence[str]) -> str:
        return format_cards(value)


class PassedKind(CardsKind):
    """Cards before and after the pass: all of them or none."""

    def read(self, words: FieldWords[Reading]) -> Cards | None:
        before = words.seats.problems.count
        cards = super().read(words)
        return cards if words.seats.problems.count == before else None


@dataclass
class HandDraft:
    """One hand as far as the source gives it."""

    cards: Cards = dataclass_field(default_factory=dict)
    unknown: int | None = None

    @property
    def size(self) -> int | None:
        return None if self.unknown is None else len(self.cards) + self.unknown


class HandKind:
    """``D14,2 +8``; ``-`` for a hand of which nothing is known."""

    def read(self, words: FieldWords[Reading]) -> HandDraft:
        if [word.text for word in words.words] == ["-"]:
            return HandDraft()
        before = words.seats.problems.count
        cards, unknown = words.seats.cards(words.words, unknown=True)
        return HandDraft(cards, unknown if words.seats.problems.count == before else None)

    def write(self, value: HandDraft, labels: Sequence[str]) -> str:
        return format_hand(value.cards, value.unknown)


class TookKind:
    """How many cards of each suit."""

    def read(self, words: FieldWords[Reading]) -> SuitCounts | None:
        counts: dict[int, int] = {}
        before = words.seats.problems.count
        for span in parts(words.words):
            match = _TOOK.fullmatch(span.word.text, span.start, span.end)
            if match is None:
                message = f"{quote(span.text)} is not a suit and a number of cards"
                words.problem("E-TOOK", message, "write 'took P1 D3 H2 C4': 3 diamonds, 2 hearts, 4 clubs", span.location())
                continue
            suit = SUIT_SIGNS[match[1][0]]
            if suit in counts:
                words.problem("E-TOOK", f"{SUIT_LETTERS[suit]} is counted twice", None, span.location())
            counts[suit] = words.seats.integer(Span(span.word, *match.span(2))) or 0
        if words.seats.problems.count > before:
            return None
        return counts.get(0, 0), counts.get(1, 0), counts.get(2, 0), counts.get(3, 0)

    def write(self, value: SuitCounts, labels: Sequence[str]) -> str:
        return " ".join(f"{SUIT_LETTERS[suit]}{count}" for suit, count in enumerate(value) if count)


class SuitsKind:
    """Suit letters, apart or together: ``S C`` or ``SC``."""

    def read(self, words: FieldWords[Reading]) -> Cards:
        signs: Cards = {}
        for span in parts(words.words):
            text = span.word.text
            for at in range(span.start, span.end):
                if text[at] == "\ufe0f":
                    continue
                here = Span(span.word, at, at + 1)
                if text[at] not in SUIT_SIGNS:
                    words.problem("E-SUIT", f"{quote(text[at])} is not a suit", "suits are D H S C", here.location())
                    break
                signs[SUIT_SIGNS[text[at]]] = here
        return signs

    def write(self, value: Cards, labels: Sequence[str]) -> str:
        return " ".join(SUIT_LETTERS[suit] for suit in sorted(value))


class WonKind:
    """``P1 P3:2``: who has won a trick, and how many, None for a number that is not told; ``-``: nobody has."""

    def read(self, words: FieldWords[Reading]) -> dict[int, int | None]:
        won: dict[int, int | None] = {}
        spans = parts(words.words)
        if not spans:
            words.problem("E-COUNT", "'won' needs players", "write 'won P1 P3:2', or 'won -' where nobody has won a trick")
        if [span.text for span in spans] == ["-"]:
            return won
        for span in spans:
            name, *number = cut(span, ":")
            seat = words.seats.read(name)
            tricks = words.seats.integer(number[0]) if len(number) == 1 else None
            if len(number) > 1 or (tricks is not None and tricks < 0):
                message = f"{quote(span.text)} is not a player and a number of tricks"
                words.problem("E-WON", message, "write 'won P1 P3:2'", span.location())
            elif seat in won:
                words.problem("E-WON", f"{words.seats.label(seat)} appears twice", None, span.location())
            elif seat is not None:
                won[seat] = tricks
        return won

    def write(self, value: dict[int, int | None], labels: Sequence[str]) -> str:
        won = [(labels[seat], tricks) for seat, tricks in value.items() if tricks != 0]
        return " ".join(label if tricks is None else f"{label}:{tricks}" for label, tricks in won) or "-"


class ValueKind:
    """One number, or with max^n one for each side."""

    def read(self, words: FieldWords[Reading]) -> tuple[float, ...]:
        values = []
        for span in parts(words.words):
            text = span.text
            value = float(text) if _VALUE.fullmatch(text) and len(text) < 40 else float("nan")
            if not isfinite(value):
                words.problem("E-NUMBER", f"{quote(text)} is not a number", None, span.location())
            values.append(value)
        sides = len(words.seats.rules.sides)
        if len(values) not in (1, sides):
            words.problem("E-COUNT", f"'value' takes 1 number, or {sides}, one for each side; not {len(values)}")
        return tuple(values)

    def write(self, value: tuple[float, ...], labels: Sequence[str]) -> str:
        return " ".join(str(_number(each)) for each in value)


def _number(value: float) -> int | float:
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _value_json(value: tuple[float, ...]) -> float | list[float]:
    return _number(value[0]) if len(value) == 1 else [*map(_number, value)]


# -- fields -------------------------------------------------------------------------------------------------------------------------------


def format_hand(cards: Collection[int], unknown: int | None) -> str:
    """``D14,2 +8``; ``-`` for a hand of which nothing is known."""
    texts = [format_cards(cards)] if cards else []
    if unknown:
        texts.append(f"+{unknown}")
    return " ".join(texts) or "-"


def format_play(start: Table, moves: Sequence[Move], labels: Sequence[str], forgotten: Collection[int] = ()) -> str:
    """The moves in play order, with a slash between tricks. `forgotten`: the numbers of the moves of whose card only the suit is known."""
    words: list[str] = []
    for index, (table, move) in enumerate(zip(tables_along(start, tuple(moves)), moves, strict=False)):
        if move.card is not None and words and not table.cards:
            words.append("/")
        words.append(format_move(move, labels, is_forgotten=index in forgotten))
    return " ".join(words)


def format_move(move: Move, labels: Sequence[str], *, is_forgotten: bool = False) -> str:
    """The move as text; of a card that is forgotten the suit: ``S?``, ``C?>Ann``."""
    text = move.named(labels)
    if move.card is None or not is_forgotten:
        return text
    return card_name(move.card, is_forgotten=True) + text[len(card_name(move.card)) :]


def _hands(record: Record) -> Mapping[int, HandDraft]:
    hands = {seat: HandDraft(_unplaced(hand.known), hand.unknown) for seat, hand in enumerate(record.hands) if hand.known}
    if not hands and record.tricks_before > record.tricks_taken:
        return {0: HandDraft({}, record.hands[0].unknown)}  # nothing else tells the size of the hands
    return hands


def _known(rows: Iterable[Collection[int] | None]) -> Mapping[int, Cards]:
    return {seat: _unplaced(row) for seat, row in enumerate(rows) if row is not None}


def _lead(record: Record) -> int | None:
    return record.lead if record.lead != record.rules.left_of(record.dealer) or record.tricks_before else None


def _best(record: Record, labels: Sequence[str]) -> str:
    return ",".join(record.best if record.phase is not Phase.PLAY else [Move.parse(move).named(labels) for move in record.best])


def _by_player(key: str, kind: Kind[Reading, T], of: BySeat[T] | None = None, more: str = "") -> SeatFieldOf[Record, T]:
    return SeatFieldOf(key, kind, f"write '{key} P1 ...'{more}", of, "what to say of that player")


Of = FieldOf[Record, T, T]
OptionalOf = FieldOf[Record, T, None]
OfGame = FieldOf[AnyRecord, str, str]
CRYSTALS, PASSED, SEAT = CrystalsKind(), PassedKind(), Seat()

VARIANT = OfGame("variant", Choice(("standard", "perfect")), "standard", lambda record: record.rules.variant)
PARTNERS = "write 'teams yes', and the players in their order around the table: partners sit opposite each other"
TEAMS = OfGame(
    "teams", Choice(("no", "yes"), PARTNERS), "no", lambda record: "yes" if record.rules.teams else "no", json=lambda word: word == "yes"
)
ROUND = Of[tuple[int, int]]("round", RoundKind(), (1, 0), lambda record: record.round)
DEALER = Of[int]("dealer", SEAT, 0, lambda record: record.dealer)
PASS = OptionalOf[int]("pass", PassKind(), None, lambda record: record.pass_count, json=int)
PHASE = Of[Phase]("phase", Choice(tuple(Phase)), Phase.PLAY, lambda record: record.phase)
SEE = OptionalOf[int]("see", SEAT, None, lambda record: record.see)
HAND = _by_player("hand", HandKind(), _hands, "; - for an unknown hand")
DEALT = _by_player("dealt", PASSED)
OUT = Of[Cards]("out", CardsKind(), {}, lambda record: _unplaced(record.out))
VOID = _by_player("void", SuitsKind(), lambda record: _known(suits or None for suits in record.void))
GAVE = _by_player("gave", PASSED, lambda record: _known(record.gave))
GOT = _by_player("got", PASSED, lambda record: _known(record.got))
SHOWROOM = Of[Numbers]("showroom", CRYSTALS, (), lambda record: record.showroom, json=list)
VAULT = Of[Numbers]("vault", CRYSTALS, (), lambda record: record.vault, json=list)
THIEF = OptionalOf[int]("thief", SEAT, None, lambda record: record.thief)
TOOK = _by_player("took", TookKind(), lambda record: {seat: row for seat, row in enumerate(record.took) if row is not None})
WON = OptionalOf[dict[int, int | None]]("won", WonKind(), None, lambda record: None if record.won is None else dict(enumerate(record.won)))
LEAD = OptionalOf[int]("lead", SEAT, None, _lead)
PLAY = LateFieldOf[Record](
    "play", lambda record, labels: format_play(record.start_table(), record.play, labels, {move.index for move in record.forgotten})
)
SCORE = Of[Numbers]("score", ScoreKind(), (), lambda record: record.score, json=list)
BEST = LateFieldOf[Record]("best", _best)
VALUE = Of[tuple[float, ...]]("value", ValueKind(), (), lambda record: record.value, json=_value_json)

OF_GAME = (VARIANT, TEAMS)
OF_ROUND = (
    ROUND,
    DEALER,
    PASS,
    PHASE,
    SEE,
    HAND,
    DEALT,
    OUT,
    VOID,
    GAVE,
    GOT,
    SHOWROOM,
    VAULT,
    THIEF,
    TOOK,
    WON,
    LEAD,
    PLAY,
    SCORE,
    BEST,
    VALUE,
)
NOTATION = rows.Notation[Any](game="diamonds", title="Diamonds", rows=(*OF_GAME, *OF_ROUND))
GAME_NOTATION = rows.Notation[AnyRecord](game="diamonds", title="Diamonds", rows=OF_GAME)
"""For what stands above the rounds."""


class Draft(rows.Draft):
    """The values of all fields of one round, and what the checks make of them."""

    def __init__(self, start: Location, reading: Reading) -> None:
        super().__init__(start, reading)
        self.reading = reading
        self.rules = reading.rules
        self.tokens: list[MoveToken] = []
        """The play."""
        self.is_lead_assumed = self.is_lead_doubtful = False
        self.tricks = 0
        self.before = 0
        """Tricks of the deal less those to be played."""
        self.taken = 0
        """Tricks that `took` tells of."""

    @cached_property
    def hands(self) -> list[HandDraft]:
        """Of every seat; the checks complete them."""
        hands = self.of_seats(HAND)
        return [hands.get(seat) or HandDraft() for seat in range(self.rules.players)]

    def _won_by_seat(self) -> tuple[int | None, ...] | None:
        """Tricks by seat, where `won` tells more than `took`."""
        won = self[WON]
        if won is None or self.before == self.taken:
            return None
        return tuple(won.get(seat, 0) for seat in range(self.rules.players))

    def record(self) -> Record:
        """The record before its play, once everything is checked."""
        lead, seats = self[LEAD], range(self.rules.players)
        took, void, gave, got = self.of_seats(TOOK), self.of_seats(VOID), self.of_seats(GAVE), self.of_seats(GOT)
        return Record(
            rules=self.rules,
            hands=tuple(Hand(frozenset(hand.cards), hand.unknown) for hand in self.hands),
            tricks=self.tricks,
            lead=self.rules.left_of(self[DEALER]) if lead is None else lead,
            names=self.seats.names,
            round=self[ROUND],
            dealer=self[DEALER],
            pass_count=self[PASS],
            showroom=self[SHOWROOM],
            vault=self[VAULT],
            thief=self[THIEF],
            took=tuple(map(took.get, seats)),
            won=self._won_by_seat(),
            out=frozenset(self[OUT].keys()),
            void=tuple(frozenset(void.get(seat, ())) for seat in seats),
            gave=tuple(frozenset(gave[seat]) if seat in gave else None for seat in seats),
            got=tuple(frozenset(got[seat]) if seat in got else None for seat in seats),
            see=self[SEE],
            phase=self[PHASE],
            score=self[SCORE],
            id=self.id,
            value=self[VALUE],
            extra=tuple(self.extra),
            is_lead_assumed=self.is_lead_assumed,
            is_lead_doubtful=self.is_lead_doubtful,
        )
