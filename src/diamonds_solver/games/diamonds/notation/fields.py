"""One reader per field: turns its words into values of a `Draft`. Whether the values fit together is looked at later."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from math import isfinite

from diamonds_solver.common.wording import did_you_mean, quote
from diamonds_solver.games.diamonds.record.record import Phase
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS
from diamonds_solver.games.diamonds.rules.rules import POINTS_IN_BOX, Rules
from diamonds_solver.notation.text import Field, Span, Word, cut, parts

from .moves import MoveToken, read_moves
from .reading import SUIT_CLASS, SUIT_SIGNS, Cards, Reading, suits

ROUND_SCORE = "score"
"""The word in a `round` field after which the score follows."""

_TOOK = re.compile(rf"({SUIT_CLASS})(\d+)")
_VALUE = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


@dataclass
class HandDraft:
    """One hand as far as the source gives it."""

    cards: Cards = dataclass_field(default_factory=dict)
    unknown: int | None = None

    @property
    def size(self) -> int | None:
        return None if self.unknown is None else len(self.cards) + self.unknown


class Draft:
    """The values of all fields of one record, and the fields they came from."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.round = (1, 0)
        self.dealer = 0
        self.lead: int | None = None
        self.is_lead_assumed = False
        self.pass_count: int | None = None
        self.see: int | None = None
        self.phase = Phase.PLAY
        self.tricks = 0
        self.before = 0
        """Tricks of the deal less those to be played."""
        self.taken = 0
        """Tricks that `took` tells of."""
        self.hands = [HandDraft() for _ in range(rules.players)]
        self.showroom: tuple[int, ...] = ()
        self.vault: tuple[int, ...] = ()
        self.took: list[tuple[int, int, int, int] | None] = [None] * rules.players
        self.won: dict[int, int | None] | None = None
        """Tricks won by seat, None for a number that is not told."""
        self.won_spots: dict[int, Span] = {}
        self.out: Cards = {}
        self.void: list[dict[int, Span]] = [{} for _ in range(rules.players)]
        self.dealt: list[Cards | None] = [None] * rules.players
        self.gave: list[Cards | None] = [None] * rules.players
        self.got: list[Cards | None] = [None] * rules.players
        self.play: list[MoveToken] = []
        self.score: tuple[int, ...] = ()
        self.score_spots: list[Span] = []
        self.id: str | None = None
        self.value: tuple[float, ...] = ()
        self.extra: list[tuple[str, str]] = []
        self.sources: dict[tuple[str, int | None], Field] = {}
        """The field of each key; of each key and seat where a field is for one seat."""

    @property
    def is_composed(self) -> bool:
        """Whether `won` says that nobody has won what `took` does not tell of."""
        return self.won is not None and all(self.took[seat] is not None for seat, tricks in self.won.items() if tricks != 0)

    @property
    def may_have_won(self) -> tuple[int, ...]:
        """As `Record.may_have_won`."""
        is_open = self.phase is Phase.PLAY and all(hand.unknown == 0 for hand in self.hands)
        if self.before == self.taken or (self.won is None and is_open):
            return ()
        return tuple(seat for seat, row in enumerate(self.took) if row is None and (self.won is None or self.won.get(seat, 0) != 0))

    def won_by_seat(self) -> tuple[int | None, ...] | None:
        """Tricks by seat, where `won` tells more than `took`."""
        if self.won is None or self.before == self.taken:
            return None
        return tuple(self.won.get(seat, 0) for seat in range(self.rules.players))

    def source(self, key: str, seat: int | None = None) -> Field:
        """The field that gave a value. Raises KeyError where none did."""
        return self.sources[key, seat]


def read_field(reading: Reading, draft: Draft, field: Field) -> None:
    """Reads one field other than `players`, `variant` and `teams` into `draft`."""
    name = field.name
    if name.startswith("x-"):
        if _note_source(reading, draft, field, name):
            draft.extra.append((name, field.verbatim()))
    elif name in SEAT_FIELDS:
        _read_seat_field(reading, draft, field, name)
    elif name == "play":
        draft.sources.setdefault((name, None), field)
        draft.play += read_moves(reading, field.words)
    elif _note_source(reading, draft, field, name):
        FIELDS[name](reading, draft, field)


def _note_source(reading: Reading, draft: Draft, field: Field, name: str, seat: int | None = None) -> bool:
    """Whether the field is there for the first time."""
    before = draft.sources.setdefault((name, seat), field)
    if before is field:
        return True
    what = name if seat is None else f"{name} {reading.label(seat)}"
    reading.problem("E-FIELD-TWICE", field.location(), f"'{what}' is there twice", f"it is {before.key.line.where} already")
    return False


def _read_seat_field(reading: Reading, draft: Draft, field: Field, name: str) -> None:
    """A field whose first word is a seat."""
    if len(field.words) < 2:
        hint = f"write '{name} P1 ...'" + ("; - for a hand of which nothing is known" if name == "hand" else "")
        reading.problem("E-COUNT", field.location(), f"'{name}' needs a player and what to say of that player", hint)
        return
    seat = reading.seat(field.words[0].whole())
    if seat is not None and _note_source(reading, draft, field, name, seat):
        SEAT_FIELDS[name](reading, draft, field, seat)


def _one_word(reading: Reading, field: Field) -> Span | None:
    if len(field.words) == 1:
        return field.words[0].whole()
    reading.problem("E-COUNT", field.location(), f"'{field.name}' takes one word, not {len(field.words)}")
    return None


def _word_of(reading: Reading, field: Field, words: tuple[str, ...]) -> str | None:
    """The one word of a field that knows only these `words`."""
    span = _one_word(reading, field)
    if span is None:
        return None
    text = span.word.text
    if text.lower() in words:
        return text.lower()
    near = did_you_mean(text, words) or f"write {' or '.join(words)}"
    reading.problem("E-WORD", span.location(), f"{quote(text)} is not a value of '{field.name}'", near)
    return None


def read_game_word(reading: Reading, field: Field) -> str | None:
    """The word of `variant` or `teams`."""
    return _word_of(reading, field, ("standard", "perfect") if field.name == "variant" else ("no", "yes"))


# -- fields of the whole record -----------------------------------------------------------------------------------------------------


def _read_round(reading: Reading, draft: Draft, field: Field) -> None:
    """``2``, ``2/4``, or with the score of the round behind it: ``2/4 score 12 9 14 8``; a bare ``round`` is the next one, numbered 0."""
    score = next((index for index, word in enumerate(field.words) if word.text.lower() == ROUND_SCORE), len(field.words))
    if score < len(field.words) and _note_source(reading, draft, field, ROUND_SCORE):
        _take_score(reading, draft, field, field.words[score + 1 :])
    numbers = [reading.integer(span) for span in parts(field.words[:score], "/")]
    if not numbers:
        draft.round = (0, 0)
        return
    if len(numbers) > 2:
        reading.problem("E-COUNT", field.location(), "'round' takes the number of the round, as in 2 or 2/4")
        return
    number, rounds = (*numbers, 0)[:2]
    if number is not None and rounds is not None:
        last = reading.rules.rounds if len(numbers) == 1 else rounds
        if not 1 <= number <= last:
            hint = f"{reading.rules.players} players play {reading.rules.rounds} rounds"
            reading.problem("E-ROUND", field.location(), f"there is no round {number} of {last}", hint)
        else:
            draft.round = (number, rounds)


def _read_seat(reading: Reading, draft: Draft, field: Field) -> None:
    span = _one_word(reading, field)
    if span is not None and (seat := reading.seat(span)) is not None:
        setattr(draft, field.name, seat)


def _read_pass(reading: Reading, draft: Draft, field: Field) -> None:
    span = _one_word(reading, field)
    if span is not None and (count := reading.integer(span)) is not None:
        if not 1 <= count <= 3:
            reading.problem("E-PASS", span.location(), f"{count} cards cannot be passed", "the dealer chooses 1, 2 or 3")
        draft.pass_count = count


def _read_phase(reading: Reading, draft: Draft, field: Field) -> None:
    word = _word_of(reading, field, tuple(Phase))
    if word is not None:
        draft.phase = Phase(word)


def _read_crystals(reading: Reading, draft: Draft, field: Field) -> None:
    players = reading.rules.players
    spans = parts(field.words)
    numbers = [reading.integer(span) for span in spans]
    if len(numbers) != players:
        message = f"'{field.name}' needs {players} numbers, not {len(numbers)}"
        reading.problem("E-COUNT", field.location(), message, "one for each player, from P1 on")
    for span, number in zip(spans, numbers, strict=True):
        if number is not None and not 0 <= number <= POINTS_IN_BOX:
            reading.problem("E-CRYSTALS", span.location(), f"nobody can have {number} crystals", f"the box holds {POINTS_IN_BOX}")
    setattr(draft, field.name, tuple(number or 0 for number in numbers))


def _read_score(reading: Reading, draft: Draft, field: Field) -> None:
    _take_score(reading, draft, field, field.words)


def _take_score(reading: Reading, draft: Draft, field: Field, words: Sequence[Word]) -> None:
    """The points after a round: of every player, or in team play of every team."""
    rules, spans = reading.rules, parts(words)
    numbers = [reading.integer(span) for span in spans]
    if len(numbers) not in (rules.players, len(rules.sides)):
        teams = f", or {len(rules.sides)}, one for each team" if rules.teams else ""
        message = f"a score needs {rules.players} numbers{teams}; here are {len(numbers)}"
        reading.problem("E-COUNT", field.location(), message, "one for each player, from P1 on: all points after the round")
    for span, number in zip(spans, numbers, strict=True):
        if number is not None and not 0 <= number <= 2 * POINTS_IN_BOX:
            hint = f"the box holds {POINTS_IN_BOX} crystals, worth two points at most"
            reading.problem("E-SCORE", span.location(), f"nobody can have {number} points", hint)
    draft.score, draft.score_spots = tuple(number or 0 for number in numbers), spans


def _read_out(reading: Reading, draft: Draft, field: Field) -> None:
    draft.out, _ = reading.cards(field.words)
    if not field.words:
        reading.problem("E-COUNT", field.location(), "'out' needs cards")


def _read_won(reading: Reading, draft: Draft, field: Field) -> None:
    """``P1 P3:2``: who has won a trick, and how many; ``-``: nobody has."""
    draft.won = {}
    spans = parts(field.words)
    if not spans:
        reading.problem("E-COUNT", field.location(), "'won' needs players", "write 'won P1 P3:2', or 'won -' where nobody has won a trick")
    if [span.text for span in spans] == ["-"]:
        return
    for span in spans:
        name, *number = cut(span, ":")
        seat = reading.seat(name)
        tricks = reading.integer(number[0]) if len(number) == 1 else None
        if len(number) > 1 or (tricks is not None and tricks < 0):
            reading.problem("E-WON", span.location(), f"{quote(span.text)} is not a player and a number of tricks", "write 'won P1 P3:2'")
        elif seat in draft.won:
            reading.problem("E-WON", span.location(), f"{reading.label(seat)} is there twice")
        elif seat is not None:
            draft.won[seat], draft.won_spots[seat] = tricks, span


def _read_id(reading: Reading, draft: Draft, field: Field) -> None:
    draft.id = field.verbatim()
    if not draft.id:
        reading.problem("E-COUNT", field.location(), "'id' needs a name")


def _read_value(reading: Reading, draft: Draft, field: Field) -> None:
    values = []
    for span in parts(field.words):
        text = span.text
        value = float(text) if _VALUE.fullmatch(text) and len(text) < 40 else float("nan")
        if not isfinite(value):
            reading.problem("E-NUMBER", span.location(), f"{quote(text)} is not a number")
        values.append(value)
    sides = len(reading.rules.sides)
    if len(values) not in (1, sides):
        reading.problem("E-COUNT", field.location(), f"'value' takes 1 number, or {sides}, one for each side; not {len(values)}")
    draft.value = tuple(values)


def _keep(_reading: Reading, _draft: Draft, _field: Field) -> None:
    """`best` is read when the play is known."""


# -- fields of one seat -------------------------------------------------------------------------------------------------------------


def _read_hand(reading: Reading, draft: Draft, field: Field, seat: int) -> None:
    hand = draft.hands[seat]
    words = field.words[1:]
    if len(words) > 1 or words[0].text != "-":
        before = reading.problems.count
        hand.cards, unknown = reading.cards(words, unknown=True)
        hand.unknown = unknown if reading.problems.count == before else None


def _read_took(reading: Reading, draft: Draft, field: Field, seat: int) -> None:
    counts: dict[int, int] = {}
    before = reading.problems.count
    for span in parts(field.words[1:]):
        match = _TOOK.fullmatch(span.word.text, span.start, span.end)
        if match is None:
            text = quote(span.text)
            hint = "write 'took P1 D3 H2 C4': 3 diamonds, 2 hearts, 4 clubs"
            reading.problem("E-TOOK", span.location(), f"{text} is not a suit and a number of cards", hint)
            continue
        suit = SUIT_SIGNS[match[1][0]]
        if suit in counts:
            reading.problem("E-TOOK", span.location(), f"{SUIT_LETTERS[suit]} is counted twice")
        counts[suit] = reading.integer(Span(span.word, *match.span(2))) or 0
    if reading.problems.count == before:
        draft.took[seat] = (counts.get(0, 0), counts.get(1, 0), counts.get(2, 0), counts.get(3, 0))


def _read_void(reading: Reading, draft: Draft, field: Field, seat: int) -> None:
    draft.void[seat] = dict(suits(reading, field.words[1:]))


def _read_dealt(reading: Reading, draft: Draft, field: Field, seat: int) -> None:
    _read_passed(reading, draft.dealt, field, seat)


def _read_gave(reading: Reading, draft: Draft, field: Field, seat: int) -> None:
    _read_passed(reading, draft.gave, field, seat)


def _read_got(reading: Reading, draft: Draft, field: Field, seat: int) -> None:
    _read_passed(reading, draft.got, field, seat)


def _read_passed(reading: Reading, rows: list[Cards | None], field: Field, seat: int) -> None:
    before = reading.problems.count
    cards, _ = reading.cards(field.words[1:])
    rows[seat] = cards if reading.problems.count == before else None


FIELDS: dict[str, Callable[[Reading, Draft, Field], None]] = {
    "round": _read_round,
    "dealer": _read_seat,
    "lead": _read_seat,
    "see": _read_seat,
    "pass": _read_pass,
    "phase": _read_phase,
    "showroom": _read_crystals,
    "vault": _read_crystals,
    "out": _read_out,
    "won": _read_won,
    "score": _read_score,
    "id": _read_id,
    "best": _keep,
    "value": _read_value,
}
SEAT_FIELDS: dict[str, Callable[[Reading, Draft, Field, int], None]] = {
    "hand": _read_hand,
    "dealt": _read_dealt,
    "took": _read_took,
    "void": _read_void,
    "gave": _read_gave,
    "got": _read_got,
}
