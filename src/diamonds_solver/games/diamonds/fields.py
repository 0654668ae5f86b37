"""The fields of a record of Diamonds, read into a draft."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from enum import Enum, auto
from math import isfinite
from typing import NamedTuple

from diamonds_solver.common.wording import counted, did_you_mean, quote
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Line, Location, ProblemList
from diamonds_solver.notation.text import Field, Span, Word, cut, parts

from .record import Phase
from .rules import POINTS_IN_BOX, SUIT_CLASS, SUIT_LETTERS, SUIT_SIGNS, Rules, card_name, format_cards, make_card, suits_first

# -- words --------------------------------------------------------------------------------------------------------------------------------
# Reading words with the game in mind: numbers, seats, cards. A word that cannot be read becomes a problem and None.

CARD = re.compile(rf"({SUIT_CLASS})(\d+)")
HINT_CARDS = "write cards like D15,9,3 H12: a suit letter holds until the next one"

_CARD_PART = re.compile(rf"(?P<suit>{SUIT_CLASS})|(?P<rank>\d+)|(?P<comma>,)|\+(?P<unknown>\d+)")
_INTEGER = re.compile(r"[+-]?\d+")
_MAX_DIGITS = 6  # more is no number that means anything here

Cards = dict[int, Span]
"""Cards, and where the source has them."""


def with_suits_first(words: Iterable[Word]) -> list[Word]:
    """The words with H10 for 10H; a suit at the end of a word stays where a rank without suit follows: ``9H 12``."""
    given = list(words)
    swapped = suits_first(" ".join(word.text for word in given))
    if '"' in swapped or not given:  # in quotes are names
        return given
    return [word._replace(text=text) for word, text in zip(given, swapped.split(" "), strict=True)]


class Reading:
    """What words mean in one record: its rules, the names of its players, and where problems go."""

    def __init__(self, rules: Rules, seats: Seats) -> None:
        self.rules = rules
        self.seats = seats
        self.problems = seats.problems
        self.label, self.labels = seats.label, seats.labels
        self.seat, self.find_seat = seats.read, seats.find

    def problem(self, code: str, location: Location, message: str, hint: str | None = None) -> None:
        self.problems.add(code, location, message, hint)

    def integer(self, span: Span) -> int | None:
        """A whole number; absurdly long ones are none."""
        text = span.text
        if _INTEGER.fullmatch(text) and len(text) <= _MAX_DIGITS:
            return int(text)
        absurd = " that can be meant" if _INTEGER.fullmatch(text) else ""
        self.problem("E-NUMBER", span.location(), f"{quote(text)} is not a whole number{absurd}")
        return None

    def rank(self, span: Span) -> int | None:
        """A rank of the deck, written in digits."""
        text = span.text
        rank = int(text) if len(text) <= _MAX_DIGITS else 0
        if 1 <= rank <= self.rules.max_rank:
            return rank
        perfect = f" in Perfect Diamonds with {self.rules.players} players" if self.rules.perfect else ""
        hint = f"ranks run from 1 to {self.rules.max_rank}{perfect}"
        self.problem("E-RANK", span.location(), f"rank {quote(text)[1:-1]} does not exist", hint)
        return None

    def card(self, span: Span) -> int | None:
        """One card, written with its suit."""
        match = CARD.fullmatch(span.word.text, span.start, span.end)
        if match is None:
            self.problem("E-CARD", span.location(), f"{quote(span.text)} is not a card", "a card is a suit and a rank: D15")
            return None
        rank = self.rank(Span(span.word, *match.span(2)))
        return None if rank is None else make_card(SUIT_SIGNS[match[1][0]], rank)

    def cards(self, words: Sequence[Word], *, unknown: bool = False) -> tuple[Cards, int]:
        """Cards with sticky suits, and where to find them; with `unknown` also the k of ``+k``. A card that is there twice is a problem."""
        cards: Cards = {}
        hidden: int | None = None
        suit: Span | None = None
        suit_used = True
        for word in with_suits_first(words):
            at = 0
            while at < len(word.text):
                match = _CARD_PART.match(word.text, at)
                kind = match.lastgroup if match else None
                if match is None or (kind == "rank" and suit is None) or (kind == "unknown" and (not unknown or hidden is not None)):
                    self._card_trouble(Span(word, at, len(word.text)), kind)
                    break
                span = Span(word, at, match.end())
                at = match.end()
                if kind == "suit":
                    self._check_suit_used(suit, suit_used)
                    suit, suit_used = span, False
                elif kind == "rank" and suit is not None:
                    suit_used = True
                    self._add_card(cards, suit, span)
                elif kind == "unknown":
                    hidden = self.integer(Span(word, match.start("unknown"), at))
        self._check_suit_used(suit, suit_used)
        return cards, hidden or 0

    def _add_card(self, cards: Cards, suit: Span, span: Span) -> None:
        rank = self.rank(span)
        if rank is None:
            return
        card = make_card(SUIT_SIGNS[suit.word.text[suit.start]], rank)
        if suit.word is span.word and suit.end == span.start:
            span = Span(span.word, suit.start, span.end)
        if card in cards:
            self.card_twice(card, span, cards[card], "here")
        else:
            cards[card] = span

    def card_twice(self, card: int, span: Span, before: Span, where: str) -> None:
        """Reports a card that is `where` already, at `before`."""
        first = before.location()
        column = f", column {first.column}" if first.line is span.word.line and first.line.path is None else ""
        name = f"{SUIT_LETTERS[card >> 4]}{card & 15}"
        self.problem("E-CARD-TWICE", span.location(), f"{name} is {where} already", f"it is {first.line.where}{column}")

    def _check_suit_used(self, suit: Span | None, used: bool) -> None:
        if suit is not None and not used:
            self.problem("E-CARD", suit.location(), "a suit without a rank", HINT_CARDS)

    def _card_trouble(self, span: Span, kind: str | None) -> None:
        text = quote(span.text)
        if kind == "rank":
            self.problem("E-CARD", span.location(), f"{text} has no suit", HINT_CARDS)
        elif kind == "unknown":
            hint = "D14,2 +8 is a hand with two known and eight unknown cards"
            self.problem("E-CARD", span.location(), f"{text} can stand only once, and only in a hand", hint)
        else:
            self.problem("E-CARD", span.location(), f"{text} is not a card", HINT_CARDS)


def suits(reading: Reading, words: Sequence[Word]) -> list[tuple[int, Span]]:
    """Suit letters, apart or together: ``S C`` or ``SC``."""
    signs = []
    for span in parts(words):
        text = span.word.text
        for at in range(span.start, span.end):
            if text[at] == "\ufe0f":
                continue
            here = Span(span.word, at, at + 1)
            if text[at] not in SUIT_SIGNS:
                reading.problem("E-SUIT", here.location(), f"{quote(text[at])} is not a suit", "suits are D H S C")
                break
            signs.append((SUIT_SIGNS[text[at]], here))
    return signs


# -- tokens of a play ---------------------------------------------------------------------------------------------------------------------
# Cards with their victims, choices, and the marks that only repeat what is known: `play` and `best`.


_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:=>"]++'
_TOKEN = re.compile(rf"(?P<sign>[,/=])|(?P<number>\d+)\.|(?P<leader>{_SEAT}):|(?P<what>{_SEAT})?(?P<robs>>(?P<victim>{_SEAT}))?")
FORGOTTEN_CARD = re.compile(rf"({SUIT_CLASS})?\?")
_HINT = "a move is a card (H5), a card with its victim (C3>P1), or a choice (>P1, in team play also P3 or P3>P1)"


class TokenKind(Enum):
    """What a token is."""

    CARD = auto()
    CHOICE = auto()
    SLASH = auto()
    NUMBER = auto()
    LEADER = auto()
    WINNER = auto()
    FORGOTTEN = auto()
    """A card that nobody remembers: its `number` is that of the suit, or NO_SUIT."""


NO_SUIT = -1


class MoveToken(NamedTuple):
    """One token. `number` is the card, or the number of a trick; `seat` who leads, won or acts.

    Once it is found out what a forgotten card may have been, its token becomes one of a card with `is_stand_in`.
    """

    kind: TokenKind
    span: Span
    number: int = -1
    seat: int | None = None
    victim: int | None = None
    victim_spot: Span | None = None
    is_stand_in: bool = False

    @property
    def has_lost_victim(self) -> bool:
        """Whether somebody was robbed, and nobody remembers who: ``>?``."""
        return self.victim is None and self.victim_spot is not None

    @property
    def is_forgotten(self) -> bool:
        """Whether something about it is still to be found out."""
        return self.kind is TokenKind.FORGOTTEN or self.has_lost_victim

    def location(self) -> Location:
        return self.span.location()

    def victim_location(self) -> Location:
        return (self.victim_spot or self.span).location()

    def __str__(self) -> str:
        """The token in plain notation."""
        text = card_name(self.number) if self.kind is TokenKind.CARD else f"P{self.seat + 1}" if self.seat is not None else ""
        return text + (f">P{self.victim + 1}" if self.victim is not None else "")


def read_moves(reading: Reading, words: Iterable[Word]) -> list[MoveToken]:
    """The tokens of `words`; anything else becomes a problem."""
    tokens: list[MoveToken] = []
    winner_next: Span | None = None
    for word in with_suits_first(words):
        at = 0
        while at < len(word.text):
            match = _TOKEN.match(word.text, at)
            if match is None or match.end() == at:
                rest = Span(word, at, len(word.text))
                reading.problem("E-PLAY", rest.location(), f"{quote(word.text[at:])} is not a move", _HINT)
                break
            at = match.end()
            span = Span(word, match.start(), at)
            if match["sign"] == ",":
                continue
            if winner_next is not None and not match["what"]:
                reading.problem(*_no_winner(winner_next))
                winner_next = None
            if match["sign"] == "=":
                winner_next = span
            elif winner_next is not None:
                tokens += _read_winner(reading, span, match)
                winner_next = None
            elif (token := _read_token(reading, span, match)) is not None:
                tokens.append(token)
    if winner_next is not None:
        reading.problem(*_no_winner(winner_next))
    return tokens


def _no_winner(span: Span) -> tuple[str, Location, str, str]:
    return "E-PLAY", span.location(), "'=' is not followed by the winner of the trick", "write = P3"


def _read_token(reading: Reading, span: Span, match: re.Match[str]) -> MoveToken | None:
    """Any token but ``=`` and what follows it."""
    if match["sign"] == "/":
        return MoveToken(TokenKind.SLASH, span)
    if match["number"]:
        number = reading.integer(Span(span.word, *match.span("number")))
        return None if number is None else MoveToken(TokenKind.NUMBER, span, number)
    if match["leader"]:
        seat = reading.seat(Span(span.word, *match.span("leader")))
        return None if seat is None else MoveToken(TokenKind.LEADER, span, seat=seat)
    what = Span(span.word, *match.span("what")) if match["what"] else None
    if what is not None and (unknown := FORGOTTEN_CARD.fullmatch(match["what"])):
        victim, victim_spot = _read_victim(reading, span, match)
        if _is_nobody(victim, victim_spot):
            return None
        victim_spot = None if victim is None else victim_spot
        suit = SUIT_SIGNS[unknown[1][0]] if unknown[1] else NO_SUIT
        return MoveToken(TokenKind.FORGOTTEN, span, suit, None, victim, victim_spot)
    if what is not None and CARD.fullmatch(match["what"]):
        card = reading.card(what)
        victim, victim_spot = _read_victim(reading, span, match)
        if card is None or _is_nobody(victim, victim_spot):
            return None
        return MoveToken(TokenKind.CARD, span, card, None, victim, victim_spot)
    return _read_choice(reading, span, match, what)


def _read_choice(reading: Reading, span: Span, match: re.Match[str], what: Span | None) -> MoveToken | None:
    """A victim, an actor, or an actor with a victim."""
    actor = None
    if what is not None and (actor := reading.find_seat(match["what"])) is None:
        text = match["what"]
        if text.isdigit():
            reading.problem("E-CARD", what.location(), f"{quote(text)} has no suit", "in 'play' every card is written with its suit")
        else:
            reading.problem("E-PLAY", what.location(), f"{quote(text)} is neither a card nor a player", _HINT)
        return None
    victim, victim_spot = _read_victim(reading, span, match)
    return None if _is_nobody(victim, victim_spot) else MoveToken(TokenKind.CHOICE, span, -1, actor, victim, victim_spot)


def _read_victim(reading: Reading, span: Span, match: re.Match[str]) -> tuple[int | None, Span | None]:
    if not match["robs"]:
        return None, None
    victim_spot = Span(span.word, *match.span("victim"))
    return None if victim_spot.text == "?" else reading.seat(victim_spot), victim_spot


def _is_nobody(victim: int | None, spot: Span | None) -> bool:
    """Whether a victim is named that is none of the players."""
    return spot is not None and victim is None and spot.text != "?"


def _read_winner(reading: Reading, span: Span, match: re.Match[str]) -> list[MoveToken]:
    """The seat after ``=``, and ``>P1`` after it as a token of its own."""
    what = Span(span.word, *match.span("what"))
    seat = reading.seat(what)
    tokens = [] if seat is None else [MoveToken(TokenKind.WINNER, what, seat=seat)]
    if match["robs"]:
        victim, victim_spot = _read_victim(reading, span, match)
        if victim_spot is not None and not _is_nobody(victim, victim_spot):
            tokens.append(MoveToken(TokenKind.CHOICE, victim_spot, -1, None, victim, victim_spot))
    return tokens


# -- a hand on its own --------------------------------------------------------------------------------------------------------------------
# As a command line has it.


def read_hand(text: str, rules: Rules, file: str = "<hand>") -> frozenset[int]:
    """The cards of a whole hand: ``D15,9,3 H12,4 S7,2 C14,4,1``.

    Raises RecordError with everything that is wrong, located in `text`: no cards, cards twice, cards that the deck has not, or a number
    that is not dealt.
    """
    line, problems = Line(file, 1, text), ProblemList()
    words = [Word(match[0], line, match.start()) for match in re.finditer(r"\S+", text)]
    cards, hidden = Reading(rules, Seats(rules.players, None, problems)).cards(words, unknown=True)
    location = Location(line, words[0].start if words else 0, len(text.strip()))
    if hidden:
        problems.add(
            "E-HIDDEN", location, f"{counted(hidden, 'card')} of the hand {'is' if hidden == 1 else 'are'} hidden; all have to be known"
        )
    elif not problems.count and len(cards) != rules.hand_size:
        hint = HINT_CARDS if len(cards) < 2 else f"the hand is {format_cards(cards)}"
        problems.add("E-HAND-SIZE", location, f"a hand has {rules.hand_size} cards, not {len(cards)}", hint)
    if problems.count:
        raise problems.error()
    return frozenset(cards)


# -- readers of fields --------------------------------------------------------------------------------------------------------------------
# Each turns the words of its field into values of a `Draft`. Whether the values fit together is checked later.


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
