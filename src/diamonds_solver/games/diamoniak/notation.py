"""Records of Diamoniak read and written, and the examples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from diamonds_solver.common.wording import did_you_mean, listed, quote
from diamonds_solver.errors import RulesError
from diamonds_solver.notation.play import PlayReader
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.rows import Choice, Draft, FieldOf, FieldWords, LateFieldOf, Notation, Number, Seat, SeatFieldOf
from diamonds_solver.notation.text import RawRecord, Span, Word

from .record import Record, Step
from .rules import (
    BOX,
    COLOURS,
    DIAMOND,
    DRAW,
    KINDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NAMES,
    NO_CARDS,
    ONE_FAIRY,
    PENALTY,
    PRICE,
    STOP,
    WITCH,
    Cards,
    Kind,
    Move,
    Phase,
    Price,
    Rules,
    State,
    are_among,
    buy,
    changed,
    give,
    is_complete,
    letters,
    payments,
    taken_away,
    with_counts,
)

T = TypeVar("T")

# -- kinds of values ----------------------------------------------------------------------------------------------------------------------

HINT_CARDS = "write cards like D2 F G or DDFG: castles are R G B Y, D is a diamond, F a fairy, W a witch"
_CARD = re.compile(r"([RGBYDFWrgbydfw])(\d*)")
_DIGITS = 6  # of a number of cards


class CardsKind:
    """Cards, with or without counts, in any order; a dash for none."""

    def read(self, words: FieldWords[Seats]) -> Cards | None:
        if not words.words:
            return words.problem("E-COUNT", f"'{words.field.name}' needs cards", "a dash stands for none")
        cards, is_good = NO_CARDS, True
        for word in words.words:
            at = 0
            while at < len(word.text) and word.text != "-":
                match = _CARD.match(word.text, at)
                if word.text[at] == ",":
                    at += 1
                elif match is None:
                    words.problem("E-CARD", f"{quote(word.text[at:])} is not a card", HINT_CARDS, word.location(at))
                    is_good, at = False, len(word.text)
                elif len(match[2]) > _DIGITS:
                    words.problem("E-NUMBER", f"{quote(match[2])} cards are more than any deck has", HINT_CARDS, word.location(at))
                    is_good, at = False, len(word.text)
                else:
                    cards = changed(cards, KINDS.index(match[1].upper()), int(match[2] or 1))
                    at = match.end()
        return cards if is_good else None

    def write(self, value: Cards, labels: Sequence[str]) -> str:
        return with_counts(value)


class AsideKind(CardsKind):
    """Cards beside a castle."""

    def read(self, words: FieldWords[Seats]) -> Cards | None:
        cards = super().read(words)
        if cards is not None and cards[WITCH]:
            return words.problem("E-CARD", "nobody holds a witch", "a witch is discarded as soon as she is drawn")
        return cards


class Castle(NamedTuple):
    """What a field `castle` says."""

    colour: int
    cards: int


class CastleKind:
    """Cards of one colour, or R0."""

    def read(self, words: FieldWords[Seats]) -> Castle | None:
        colours = {letter.upper() for word in words.words for letter in word.text if letter.isalpha()}
        cards = CARDS.read(words)
        if cards is None:
            return None
        if len(colours) == 1 and (colour := KINDS.index(colours.pop())) in COLOURS:
            return Castle(colour, cards[colour])
        location = words.words[0].location() if len(words.words) == 1 else None
        return words.problem("E-COLOUR", "a castle has cards of one colour", "write 'castle P1 R3', or R0 if all are lost", location)

    def write(self, value: Castle, labels: Sequence[str]) -> str:
        return f"{KINDS[value.colour]}{value.cards}"


def read_deck(text: str) -> Cards:
    """The cards of a text, for an option. Raises ValueError for anything else."""
    parts = list(_CARD.finditer(text))
    if "".join(match[0] for match in parts) != text.replace(" ", "") or not parts:
        raise ValueError("cards, such as R3G3D3W")
    cards = NO_CARDS
    for match in parts:
        cards = changed(cards, KINDS.index(match[1].upper()), int(match[2] or 1))
    return cards


# -- fields -------------------------------------------------------------------------------------------------------------------------------


def _castles(record: Record) -> Mapping[int, Castle]:
    seats = enumerate(zip(record.start.colours, record.start.held, strict=True))
    return {seat: Castle(colour, held[colour]) for seat, (colour, held) in seats if colour is not None}


def _aside(record: Record) -> Mapping[int, Cards]:
    seats = enumerate(zip(record.start.colours, record.start.held, strict=True))
    cards = {seat: held if colour is None else changed(held, colour, -held[colour]) for seat, (colour, held) in seats}
    return {seat: aside for seat, aside in cards.items() if any(aside)}


def _play(record: Record, labels: Sequence[str]) -> str:
    """The moves in play order, with a slash between turns."""
    words: list[str] = []
    state = record.start
    for step in record.play:
        if words and state.phase is Phase.TURN:
            words.append("/")
        if step.card is not None:
            words.append(KINDS[step.card])
        elif step.move.kind is Kind.BUY:
            words.append(f"buy>{labels[step.move.seller]}")
        else:
            words.append(str(step.move))
        state = state.after(step.move, step.card)
    return " ".join(words)


Of = FieldOf[Record, T, T]
OptionalOf = FieldOf[Record, T, None]
CARDS = CardsKind()
CHANCE = Number(0, 1, "a chance to win", "it is a number from 0 to 1, such as 0.75")

DECK = Of[Cards]("deck", CARDS, BOX, lambda record: record.rules.deck)
PAID_TO = Of[Price]("price", Choice(tuple(Price)), Price.SELLER, lambda record: record.rules.price)
CASTLE = SeatFieldOf[Record, Castle]("castle", CastleKind(), "write 'castle P1 R3'", _castles)
ASIDE = SeatFieldOf[Record, Cards]("aside", AsideKind(), "write 'aside P1 D2 F'", _aside)
DISCARD = Of[Cards]("discard", CARDS, NO_CARDS, lambda record: record.start.discards)
PILE = OptionalOf[Cards]("pile", CARDS, None)
TURN = Of[int]("turn", Seat(), 0, lambda record: record.start.turn)
PHASE = Of[Phase]("phase", Choice((Phase.TURN, Phase.MORE, Phase.WITCH)), Phase.TURN, lambda record: record.start.phase)
PLAY = LateFieldOf[Record]("play", _play)
BEST = LateFieldOf[Record]("best", lambda record, labels: ",".join(record.best))
VALUE = OptionalOf[float]("value", CHANCE, None, lambda record: record.value, json=float)


# -- reading records ----------------------------------------------------------------------------------------------------------------------
# From the fields of one record to a `Record`, or to problems: everything that is wrong.


_NO_NAME = re.compile(r"[RGBYDFWrgbydfw]\d*|draw|stop|buy")


def build(raw: RawRecord) -> Record | None:
    """The record that `raw` stands for; see ``Grammar.build``."""
    seats = read_players(raw, "Diamoniak", MIN_PLAYERS, MAX_PLAYERS, _NO_NAME)
    if seats is None:
        return None
    draft = Draft(raw.start, seats)
    NOTATION.read(draft, raw.fields)
    rules = _rules(draft)
    if rules is None or raw.problems.count > raw.harmless:
        return None
    start = _start(draft, rules)
    if start is None:
        return None
    replay = Replay(seats, start)
    replay.run(draft.play)
    return Record(
        start=start,
        names=seats.names,
        play=tuple(replay.steps),
        id=draft.id,
        best=replay.read_best(draft.sources.get(("best", None))),
        value=draft[VALUE],
        extra=tuple(draft.extra),
        origin=raw.start,
        commented=raw.commented,
    )


def _rules(draft: Draft) -> Rules | None:
    """The rules; None, and a problem, for a deck that cannot be played."""
    if ("deck", None) in draft.sources and "deck" not in draft.values:
        return None  # its cards could not be read
    try:
        return Rules(draft.seats.count, draft[DECK], draft[PAID_TO])
    except RulesError as error:
        draft.problem(error.code, "deck", error.message, error.hint)
        return None


def _start(draft: Draft, rules: Rules) -> State | None:
    """The state before the play; None, and problems, where the fields do not fit together."""
    before = draft.problems.count
    _check_colours(draft, rules)
    pile = _pile(draft, rules) if draft.problems.count == before else None
    if pile is None:
        return None
    castles, aside, seats = draft.of_seats(CASTLE), draft.of_seats(ASIDE), range(rules.players)
    colours = tuple(castles[seat].colour if seat in castles else None for seat in seats)
    held = tuple(changed(aside.get(seat, NO_CARDS), *castles.get(seat, (0, 0))) for seat in seats)
    state = State(rules, colours, held, draft[DISCARD], pile, draft[TURN], draft[PHASE])
    for seat in seats:
        if is_complete(state, seat):
            draft.problem("E-OVER", "castle", f"the castle of {draft.seats.label(seat)} is complete: the game is over", None, seat)
    _check_phase(draft, state)
    return state if draft.problems.count == before else None


def _check_colours(draft: Draft, rules: Rules) -> None:
    builders: dict[int, int] = {}
    for seat, (colour, _) in draft.of_seats(CASTLE).items():
        letter = KINDS[colour]
        if colour not in rules.colours:
            hint = f"the deck is {with_counts(rules.deck)}"
            draft.problem("E-COLOUR", "castle", f"the deck has no {letter} cards", hint, seat)
        elif colour in builders:
            message = f"{draft.seats.label(builders[colour])} already builds the castle {letter}"
            draft.problem("E-COLOUR", "castle", message, "every castle has one builder", seat)
        builders.setdefault(colour, seat)
    for seat, cards in draft.of_seats(ASIDE).items():
        _check_aside(draft, seat, cards, builders)


def _check_aside(draft: Draft, seat: int, cards: Cards, builders: Mapping[int, int]) -> None:
    """No card of a player's own colour lies on the right, and none that would have begun a castle."""
    castle, label = draft.of_seats(CASTLE).get(seat), draft.seats.label(seat)
    for colour in COLOURS:
        letter = KINDS[colour]
        if cards[colour] and castle is not None and castle.colour == colour:
            hint = f"write 'castle {label} {letter}{castle.cards + cards[colour]}'"
            draft.problem("E-COLOUR", "aside", f"{letter} is the colour of {label}: such cards are in the castle", hint, seat)
        elif cards[colour] and castle is None and colour not in builders:
            hint = f"write 'castle {label} {letter}{cards[colour]}', or the castle of whoever builds {letter}"
            draft.problem("E-COLOUR", "aside", f"the first {letter} of {label} would have begun a castle", hint, seat)


def _pile(draft: Draft, rules: Rules) -> Cards | None:
    """The rest of the deck; None, and a problem, if more of a card is used than the deck has."""
    rest = rules.deck
    named: list[tuple[str, int | None, Cards]] = [("phase", None, changed(NO_CARDS, WITCH, int(draft[PHASE] is Phase.WITCH)))]
    named += [("castle", seat, changed(NO_CARDS, *castle)) for seat, castle in draft.of_seats(CASTLE).items()]
    named += [("aside", seat, cards) for seat, cards in draft.of_seats(ASIDE).items()]
    for key, owner, cards in (*named, ("discard", None, draft[DISCARD])):
        left = taken_away(rest, cards)
        if min(left) < 0:
            kind = next(kind for kind, count in enumerate(left) if count < 0)
            known = ", counting those named before" if rest[kind] < rules.deck[kind] else ""
            message = f"more {KINDS[kind]} cards ({NAMES[kind]}) than the deck has{known}"
            draft.problem("E-COPIES", key, message, f"the deck is {with_counts(rules.deck)}", owner)
            return None
        rest = left
    if draft[PILE] not in (None, rest):
        draft.problem("E-PILE", "pile", "these are not the cards that are left", f"left are {with_counts(rest) or 'none'}")
        return None
    return rest


def _check_phase(draft: Draft, state: State) -> None:
    held, label = state.held[state.turn], draft.seats.label(state.turn)
    if state.phase is Phase.MORE and not any(held):
        draft.problem("E-PHASE", "phase", f"{label} has no card, and so has drawn none", "a turn begins in phase turn")
    if state.phase is Phase.WITCH and len(payments(held)) == 1:
        hint = "write what is left after the witch, and whose turn comes then"
        draft.problem("E-PHASE", "phase", f"{label} has no choice of what to give up", hint)


NOTATION = Notation[Record](
    game="diamoniak",
    title="Diamoniak",
    rows=(DECK, PAID_TO, CASTLE, ASIDE, DISCARD, PILE, TURN, PHASE, PLAY, BEST, VALUE),
)
GRAMMAR = replace(NOTATION.grammar(build), count_moves=lambda text: Replay.count(text))
WRITER = NOTATION.writer


# -- the play -----------------------------------------------------------------------------------------------------------------------------
# Every word is held against the rules as it is read.


_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:>"]++'
_TOKEN = re.compile(
    rf"(?P<mark>[,/])|(?P<who>{_SEAT}):|(?P<buy>[Bb][Uu][Yy]>)(?P<seller>{_SEAT})?|-(?P<given>[A-Za-z0-9]*)|(?P<word>{_SEAT})"
)


class Replay(PlayReader):
    """The play so far."""

    token = _TOKEN
    move_hint = "a move is a card that is drawn (R), stop, buy>P2, or cards given up (-RDD)"
    turn_hint = "; 'stop' ends one"

    def __init__(self, seats: Seats, start: State) -> None:
        super().__init__(seats)
        self.state = start
        self.steps: list[Step] = []

    @property
    def _turn(self) -> int:
        return self.state.turn

    @property
    def _ends_turn(self) -> bool:
        return self._begins_turn and bool(self.steps) and self.state.phase is not Phase.OVER

    def _legal_name(self, word: Word, text: str) -> str:
        legal = [str(move) for move in self.state.moves()]
        name = self._plain(text)
        if name not in legal:
            hint = f"legal moves: {listed(legal) or 'none, the game is over'}"
            self.problems.add("E-BEST", word.location(), f"{quote(text)} is not a legal move here", hint)
        return name

    def _plain(self, text: str) -> str:
        """A move as results write it."""
        if text.lower().startswith("buy>"):
            seat = self.seats.find(text[4:])
            return f"buy>P{seat + 1}" if seat is not None else text
        if text.startswith("-"):
            return f"-{''.join(sorted(text[1:].upper(), key=lambda letter: KINDS.find(letter)))}"
        return text.lower()

    # -- moves ----------------------------------------------------------------------------------------------------------------------

    def _move(self, span: Span, match: re.Match[str]) -> None:
        if self.state.phase is Phase.OVER:
            self._fail(span, "E-PLAY-LONG", f"{self.seats.label(self.state.turn)} has won: nothing comes after that")
        elif match["given"] is not None:
            self._give(span, match["given"].upper())
        elif self.state.phase is Phase.WITCH:
            label = self.seats.label(self.state.turn)
            hint = f"write one of {listed([str(move) for move in self.state.moves()])}"
            self._fail(span, "E-WITCH", f"what {label} gives up after the witch is missing", hint)
        elif match["buy"]:
            self._buy(span, match["seller"])
        elif match["word"].lower() == "stop":
            self._stop(span)
        elif len(match["word"]) == 1 and match["word"].upper() in KINDS:
            self._draw(span, KINDS.index(match["word"].upper()))
        else:
            self._fail(span, "E-PLAY", f"{quote(span.text)} is not a move", did_you_mean(match["word"], ("stop",)) or self.move_hint)

    def _draw(self, span: Span, card: int) -> None:
        pile = self.state.draw_pile()
        if not pile[card]:
            self._fail(span, "E-PILE", f"no {KINDS[card]} is left to be drawn", f"in the pile are {with_counts(pile)}")
        else:
            self._make(DRAW, card)

    def _stop(self, span: Span) -> None:
        if self.state.phase is not Phase.MORE:
            self._fail(span, "E-PLAY", f"{self.seats.label(self.state.turn)} has not drawn yet", "the first draw of a turn is compulsory")
        else:
            self._make(STOP)

    def _buy(self, span: Span, seller: str | None) -> None:
        if seller is None:
            self._fail(span, "E-BUY", "the seller is missing", "write buy>P2")
            return
        seat = self.seats.read(Span(span.word, span.end - len(seller), span.end))
        if seat is None:
            self.is_broken = True
        elif trouble := self._buying_trouble(seat):
            self._fail(span, "E-BUY", trouble, f"a castle card of one's own colour costs {PRICE} diamonds, and is the whole turn")
        else:
            self._make(buy(seat))

    def _buying_trouble(self, seller: int) -> str | None:
        state, buyer = self.state, self.seats.label(self.state.turn)
        colour = state.colours[state.turn]
        if state.phase is not Phase.TURN:
            return f"{buyer} has drawn in this turn already"
        if colour is None:
            return f"{buyer} has no colour yet"
        if seller == state.turn:
            return f"{buyer} cannot buy from {buyer}"
        if state.held[state.turn][DIAMOND] < PRICE:
            return f"{buyer} has {state.held[state.turn][DIAMOND]} of the {PRICE} diamonds needed"
        return None if state.held[seller][colour] else f"{self.seats.label(seller)} has no {KINDS[colour]} card"

    def _give(self, span: Span, given: str) -> None:
        label, held = self.seats.label(self.state.turn), self.state.held[self.state.turn]
        if self.state.phase is not Phase.WITCH:
            after_witch = self.steps and self.steps[-1].card == WITCH
            hint = "if there is only one way to pay, write nothing" if after_witch else "cards are given up after a witch"
            self._fail(span, "E-WITCH", "there is nothing to choose here", hint)
            return
        if not given or not set(given) <= set(KINDS):
            self._fail(span, "E-WITCH", f"{quote(span.text)} does not say which cards", "write letters: -RDD")
            return
        cards: Cards = tuple(given.count(letter) for letter in KINDS)
        if not are_among(cards, held):
            self._fail(span, "E-WITCH", f"{label} does not have {letters(cards)}", f"{label} has {with_counts(held)}")
        elif give(cards) not in self.state.moves():
            wanted = min(PENALTY, sum(held))
            also = "or one fairy" if ONE_FAIRY in self.state.moves() else None
            self._fail(span, "E-WITCH", f"the number of cards to give up is {wanted}, not {sum(cards)}", also)
        else:
            self._make(give(cards))

    def _make(self, move: Move, card: int | None = None) -> None:
        before = self.state
        self.steps.append(Step(move, card))
        self.state = before.after(move, card)
        ends = move.kind in (Kind.STOP, Kind.BUY, Kind.GIVE) or (card == WITCH and self.state.phase is Phase.TURN)
        self._begins_turn = ends


# -- examples -----------------------------------------------------------------------------------------------------------------------------
# Records that come with the package, as ``.dia`` files in ``data/``. The first comment line of a file describes it.


EXAMPLES = ("diamoniak-game", "diamoniak-draw", "diamoniak-small", "diamoniak-broken")
_DATA = Path(__file__).parent / "data"


def example_path(name: str) -> Path:
    """The file of an example."""
    return _DATA / f"{name}.dia"
