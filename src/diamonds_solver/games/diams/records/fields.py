"""Moves as words, and the fields of a record of Diam's read into a draft."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeVar

from diamonds_solver.common.wording import counted, quote
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Line, Location, ProblemList
from diamonds_solver.notation.rows import Choice, FieldOf, FieldWords, LateFieldOf, Number, Seat, SeatFieldOf
from diamonds_solver.notation.text import Field, Word, parts

from ..round.knowledge import FaceDownLay, HiddenPile, Part
from ..round.rules import (
    COLLECTION,
    COPIES,
    DIAMONDS,
    FORCED_SALES,
    HAND_LIMIT,
    HIDDEN,
    LOUPES,
    MARKET,
    NAMES,
    QUALITIES,
    ROUNDS,
    VALUES,
    B,
    Cards,
    Cloture,
    Kind,
    Move,
    Rules,
    S,
    T,
    Triple,
    X,
    has_loupe,
    of_quality,
    qualities,
    quality,
    written,
)
from ..round.state import Phase, State
from .record import Record
from .write import format_play

V = TypeVar("V")

# -- moves --------------------------------------------------------------------------------------------------------------------------------
# How one move is written in a play: from a word to a `Move`, or to what is wrong with it.

CARD = r"(?:10|[1-9])\*?|[TBSXtbsx]"
_CARDS = rf"(?:{CARD})(?:\+(?:{CARD}))*"
_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:>?"]++'
_MOVE = re.compile(
    rf"""(?i:(?P<word>draw|open|pass|refill|give|safe|put)(?::(?P<cards>{_CARDS}|-)(?:\#(?P<pile>[1-9]))?)?)
    | (?i:(?P<laid>safe|S)):(?P<parts>(?:\+\d{{1,2}}(?:\#[1-9])?)+)
    | (?P<power>[TSts]):(?P<used_on>{_CARDS})
    | (?P<sale>[TBStbs])\?(?P<seller>{_SEAT}):(?P<shown>{CARD})
    | [Bb]>(?P<owner>{_SEAT}):(?P<asked>{CARD})
    | =(?P<show>{CARD})
    | (?P<put>{CARD})=(?P<taken>{_CARDS})
    | -(?P<surplus>{_CARDS})""",
    re.VERBOSE,
)
HINT_MOVES = "moves are draw, open, =7, 8=4+2+2, safe:7+7+7, put:4, T:9, B>P2:7, S:5, T?P2:7, -9, pass"
_PLAIN = {
    "draw": Kind.DRAW,
    "open": Kind.OPEN,
    "pass": Kind.PASS,
    "give": Kind.GIVE,
    "safe": Kind.SAFE,
    "put": Kind.PUT,
}


class Trouble(NamedTuple):
    """What is wrong with a word."""

    code: str
    message: str
    hint: str | None = None


class ParsedMove(NamedTuple):
    """A word of a play, read: a move, legal or not, or a refill."""

    kind: Kind | None
    """None: a refill."""
    move: Move | FaceDownLay | None = None
    turned_up: Cards = ()
    """Of a draw, an open or a refill, in order."""
    pile: int = 0
    """After ``give:7#2`` the number of the pile."""


def parse(text: str, seats: Seats) -> ParsedMove | Trouble:
    """What a word of a play says, legal or not."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Trouble("E-PLAY", f"'{text}' is not a move", HINT_MOVES)
    if word := match["word"]:
        parsed = _of_word(word.lower(), _listed(match["cards"]), match["cards"] is not None)
        if match["pile"] is None or isinstance(parsed, Trouble):
            return parsed
        if not isinstance(parsed.move, Move) or parsed.kind is not Kind.GIVE or not parsed.move.cards:
            return Trouble("E-PLAY", "only a card that is given comes out of a pile with a number", "write give:7#2")
        return parsed._replace(pile=int(match["pile"]))
    if match["laid"]:
        kind = Kind.SAFE if match["laid"].lower() == "safe" else Kind.SECURE
        parts = (Part(int(count), int(pile or 0)) for count, _, pile in (part.partition("#") for part in match["parts"][1:].split("+")))
        return ParsedMove(kind, FaceDownLay(kind, tuple(parts)))
    if match["power"]:
        kind = Kind.TAKE if match["power"].upper() == "T" else Kind.SECURE
        return _move(kind, _listed(match["used_on"]))
    if match["show"]:
        return _move(Kind.SHOW, _listed(match["show"]))
    if match["put"]:
        return _move(Kind.SUM, _listed(match["put"]), taken=_listed(match["taken"]))
    if match["surplus"]:
        return _move(Kind.TRIM, _listed(match["surplus"]))
    name = match["seller"] or match["owner"]
    seat = seats.find(name)
    if seat is None:
        return Trouble("E-SEAT", f"'{name}' is not one of the players", f"players are {seats.labels(range(seats.count))}")
    if match["owner"]:
        return _move(Kind.BREAK, _listed(match["asked"]), seat=seat)
    return _move(Kind.SALE, _listed(match["shown"]), seat=seat, tool=NAMES.index(match["sale"].upper()))


def _listed(text: str | None) -> Cards:
    return tuple(NAMES.index(name.upper()) for name in text.split("+")) if text and text != "-" else ()


def _of_word(word: str, cards: Cards, has_cards: bool) -> ParsedMove | Trouble:
    if word == "refill":
        return (
            ParsedMove(None, turned_up=cards)
            if cards
            else Trouble("E-CHANCE", "the cards of the refill are missing", "write refill:9+10+7")
        )
    kind = _PLAIN[word]
    if kind in (Kind.DRAW, Kind.OPEN):
        return ParsedMove(kind, Move(kind), cards)
    if has_cards == (kind is Kind.PASS) or (not cards and kind in (Kind.SAFE, Kind.PUT)):
        return Trouble("E-PLAY", f"'{word}' does not say which cards" if kind is not Kind.PASS else "nothing follows 'pass'", HINT_MOVES)
    return _move(kind, cards)


def _move(kind: Kind, cards: Cards, *, taken: Cards = (), seat: int = -1, tool: int = -1) -> ParsedMove:
    return ParsedMove(kind, Move(kind, tuple(sorted(cards)), tuple(sorted(taken)), seat, tool))


def laying(state: State, move: Move | FaceDownLay) -> FaceDownLay | Trouble:
    """How a hidden seat lays: ``safe:+3``, or told cards, each on the pile of its quality. Piles stand in the order of the state."""
    seat, safe = state.turn, state.safes[state.turn]
    if isinstance(move, Move):
        at = {quality(pile[0]): number for number, pile in enumerate(safe, 1) if pile[0] != HIDDEN}
        each = ((of_quality(move.cards, wanted), at.get(wanted, 0)) for wanted in qualities(move.cards))
        move = FaceDownLay(move.kind, tuple(Part(len(cards), pile, cards) for cards, pile in each))
    elif move.kind is Kind.SECURE and len(safe) == 1:
        move = move._replace(parts=tuple(part._replace(pile=part.pile or 1) for part in move.parts))
    numbers = [part.pile for part in move.parts if part.pile]
    if max(numbers, default=0) > len(safe):
        return Trouble("E-SAFE", f"there is no pile {max(numbers)}", f"the safe has {len(safe)}, in the order in which they were laid")
    if len(set(numbers)) < len(numbers) or any(
        not 1 <= part.size + (len(safe[part.pile - 1]) if part.pile else 0) <= COPIES or (not part.pile and part.size < COLLECTION)
        for part in move.parts
    ):
        return Trouble("E-SAFE", f"{move} cannot be laid", f"a pile has {COLLECTION} to {COPIES} cards")
    if (move.kind is Kind.SAFE) == (len(numbers) == len(move.parts)) or (move.kind is Kind.SECURE and len(move.parts) > 1):
        hint = "safe: lays a new pile, S: adds to one that is there, as in safe:+3+1#1 and S:+1#2"
        return Trouble("E-SAFE", f"{move} cannot be laid", hint)
    if state.phase is not Phase.ACT or move.size + (move.kind is Kind.SECURE) > len(state.hands[seat]):
        return Trouble("E-NOT-HELD" if state.phase is Phase.ACT else "E-PLAY", f"{move} cannot be laid here", "the hand has too few cards")
    return move


def legal_move(state: State, move: Move) -> Move | None:
    """The legal move that is meant; showing any copy that is held means the one that is written."""
    legal = state.moves()
    if move.kind is Kind.SHOW and move.cards[0] in state.hands[state.turn]:
        wanted = quality(move.cards[0])
        return next((each for each in legal if each.kind is Kind.SHOW and quality(each.cards[0]) == wanted), None)
    return move if move in legal else None


def trouble(state: State, move: Move, label: str) -> Trouble:
    """Why a move is not legal."""
    legal = state.moves()
    if not any(each.kind is move.kind for each in legal) and state.phase is not Phase.ACT:
        return Trouble("E-PLAY", f"{move} is not a move of the phase {state.phase}", _legal(state))
    wanted: Cards = () if move.kind in (Kind.TAKE, Kind.BREAK, Kind.GIVE) else move.cards
    tools = {Kind.TAKE: (T,), Kind.BREAK: (B,), Kind.SECURE: (S,), Kind.SALE: (move.tool,)}.get(move.kind, ())
    if missing := Counter((*wanted, *tools)) - Counter(state.hands[state.turn]):
        return Trouble("E-NOT-HELD", f"{label} does not have {written(missing.elements())}", _legal(state))
    if any(kind >= DIAMONDS for kind in (*move.cards, *move.taken)) and move.kind is not Kind.TRIM:
        return Trouble("E-PLAY", f"{move} names a card that is not a diamond", _legal(state))
    market = Counter(state.market)
    if move.kind is Kind.SHOW:
        return Trouble("E-MARKET", f"there is no {quality(move.cards[0])} on the market", _legal(state))
    if move.kind is Kind.TAKE or (move.kind is Kind.SUM and Counter(move.taken) - market):
        lacking = Counter(move.cards if move.kind is Kind.TAKE else move.taken) - market
        return Trouble(
            "E-MARKET", f"{written(lacking.elements())} is not on the market", f"the market has {written(state.market, ', ') or 'none'}"
        )
    if move.kind is Kind.SUM:
        total = sum(map(quality, move.taken))
        return Trouble("E-SUM", f"these add up to {total}, not to {quality(move.cards[0])}")
    if move.kind in (Kind.SAFE, Kind.SECURE):
        hint = f"a new pile has {COLLECTION} to 5 cards of one quality; single cards may only join an existing pile"
        return Trouble("E-SAFE", f"{move} cannot be laid", hint)
    if move.kind is Kind.TRIM:
        surplus = len(state.hands[state.turn]) - HAND_LIMIT
        return Trouble("E-HAND-SIZE", f"{counted(surplus, 'card')} {'is' if surplus == 1 else 'are'} to be put away, not {len(move.cards)}")
    if move.kind is Kind.GIVE:
        return Trouble("E-GIVE", f"{move} is not what is asked for", _legal(state))
    return Trouble("E-PLAY", f"{move} is not legal here", _legal(state))


def given(before: State, move: Move) -> Cards:
    """What a forced sale or a break into a safe brings, where that is no choice."""
    wanted = quality(move.cards[0])
    if move.kind is Kind.SALE:
        return of_quality(before.hands[move.target], wanted)
    in_safe = of_quality(tuple(kind for pile in before.safes[move.target] for kind in pile), wanted)
    return tuple(kind for kind in in_safe if has_loupe(kind) or not has_loupe(move.cards[0]))[:1]


def _legal(state: State) -> str:
    if HIDDEN in state.hands[state.to_move]:
        return HINT_MOVES
    names = [str(move) for move in state.moves()]
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"legal moves: {', '.join(names[:12]) or 'none'}{more}"


# -- kinds of values ----------------------------------------------------------------------------------------------------------------------


HINT_CARDS = "cards are 1 to 10, with a star for a loupe (7*), and T, B, S, X"
_CARD = re.compile(CARD)
_HIDDEN = re.compile(r"\+\d{1,6}")
_MOST_HIDDEN = 54  # cards of the deck
_ROUND = re.compile(rf"([1-{ROUNDS}])(?:/{ROUNDS})?")


def _read_hidden(words: FieldWords[Seats], chosen: Sequence[Word] | None = None) -> HiddenPile:
    """Cards that are named, in the order in which they stand, and how many others there are; problems for anything else."""
    cards, unknown, chosen = [], 0, words.words if chosen is None else chosen
    for span in parts(chosen):
        text = span.text
        if _CARD.fullmatch(text):
            cards.append(NAMES.index(text.upper()))
        elif _HIDDEN.fullmatch(text) and int(text) <= _MOST_HIDDEN:
            unknown += int(text)
        elif text != "none" or len(chosen) > 1:
            words.problem("E-CARD", f"{quote(text)} is not a card", HINT_CARDS, span.location())
    return HiddenPile(tuple(cards), unknown)


def _read_cards(words: FieldWords[Seats]) -> Cards:
    """Cards, sorted; problems for anything else."""
    cards, unknown = _read_hidden(words)
    if unknown:
        place = next(span for span in parts(words.words) if _HIDDEN.fullmatch(span.text))
        words.problem("E-CARD", "a number of hidden cards means nothing here", HINT_CARDS, place.location())
    return tuple(sorted(cards))


def _listed_cards(cards: Cards) -> str:
    return written(cards, ",") or "none"


def _with_unknown(pile: HiddenPile, between: str) -> str:
    """Cards that are known, and the number of the others."""
    return between.join(filter(None, (written(pile.cards, ","), f"+{pile.unknown}" if pile.unknown else "")))


@dataclass(frozen=True)
class CardsKind:
    """Cards in any order."""

    check: Callable[[Cards], Trouble | None] = lambda cards: None
    """What is wrong with cards at this place."""

    def read(self, words: FieldWords[Seats]) -> Cards:
        cards = _read_cards(words)
        if trouble := self.check(cards):
            words.problem(*trouble)
        return cards

    def write(self, value: Cards, labels: Sequence[str]) -> str:
        return _listed_cards(value)


class HandKind:
    """The cards of a hand that are known, and how many are not."""

    def read(self, words: FieldWords[Seats]) -> HiddenPile:
        cards, unknown = _read_hidden(words)
        if trouble := _closing_trouble(cards):
            words.problem(*trouble)
        return HiddenPile(tuple(sorted(cards)), unknown)

    def write(self, value: HiddenPile, labels: Sequence[str]) -> str:
        return _with_unknown(value, " ") or "none"


class SafeKind:
    """The piles of a safe."""

    def read(self, words: FieldWords[Seats]) -> tuple[HiddenPile, ...]:
        piles: list[HiddenPile] = []
        for word in words.words:
            cards, unknown = _read_hidden(words, [word])
            if cards or unknown:
                pile = HiddenPile(tuple(sorted(cards)), unknown)
                if trouble := _pile_trouble(word.text, pile, piles):
                    words.problem(*trouble, word.location())
                piles.append(pile)
        return tuple(piles)

    def write(self, value: tuple[HiddenPile, ...], labels: Sequence[str]) -> str:
        return " ".join(_with_unknown(pile, ",") for pile in value)


@dataclass(frozen=True)
class PileKind:
    """The cards of the pile, or their number."""

    is_stack: bool

    def read(self, words: FieldWords[Seats]) -> Cards:
        cards, unknown = _read_hidden(words)
        if unknown and (cards or self.is_stack):
            words.problem("E-PILE", "a pile needs all its cards, or their number", "write 'pile 4,9,X' or 'pile +3'")
        if unknown:
            cards = (HIDDEN,) * unknown
        return cards if self.is_stack else tuple(sorted(cards))

    def write(self, value: Cards, labels: Sequence[str]) -> str:
        return f"+{len(value)}" if HIDDEN in value else _listed_cards(value)


class LacksKind:
    """Qualities that a hand has none of."""

    def read(self, words: FieldWords[Seats]) -> tuple[int, ...]:
        lacked = set()
        for span in parts(words.words):
            if span.text.isdecimal() and len(span.text) <= 2 and int(span.text) in QUALITIES:
                lacked.add(int(span.text))
            else:
                words.problem("E-LACKS", f"{quote(span.text)} is not a quality", "write the qualities 1 to 10: 4,9", span.location())
        return tuple(sorted(lacked, reverse=True))

    def write(self, value: tuple[int, ...], labels: Sequence[str]) -> str:
        return ",".join(map(str, value))


class ValuesKind:
    """Ten triples; in JSON their numbers stand apart."""

    def read(self, words: FieldWords[Seats]) -> tuple[Triple, ...] | None:
        spans = parts(words.words)
        numbers = [text for span in spans for text in span.text.split("/")]
        whole_numbers = [int(text) for text in numbers if text.isdecimal() and len(text) <= 6]
        triples = [(a, b, c) for a, b, c in zip(*[iter(whole_numbers)] * 3, strict=False)]
        is_good = len(numbers) == len(whole_numbers) == 3 * len(QUALITIES) and all(a <= b <= c for a, b, c in triples)
        if is_good and all(span.text.count("/") in (0, 2) for span in spans):
            return tuple(triples)
        hint = "write what 3, 4 and 5 cards are worth, ten times, from quality 1: 1/2/3 2/4/6 .."
        return words.problem("E-VALUES", "'values' needs ten triples of numbers, none below the one before", hint)

    def write(self, value: tuple[Triple, ...], labels: Sequence[str]) -> str:
        return " ".join("/".join(map(str, triple)) for triple in value)


class NumbersKind:
    """Numbers in a row."""

    def write(self, value: tuple[int, ...], labels: Sequence[str]) -> str:
        return " ".join(map(str, value))


class LoupesKind(NumbersKind):
    """How many cards of each quality have a loupe."""

    def read(self, words: FieldWords[Seats]) -> tuple[int, ...] | None:
        numbers = [int(span.text) if span.text.isdecimal() and len(span.text) == 1 else -1 for span in parts(words.words)]
        if len(numbers) in (1, len(QUALITIES)) and all(0 <= number <= COPIES for number in numbers):
            return tuple(numbers * len(QUALITIES))[: len(QUALITIES)]
        hint = "write one number for all qualities, or ten from quality 1"
        return words.problem("E-LOUPES", f"'loupes' has one number or ten, from 0 to {COPIES}", hint)


class ChipsKind(NumbersKind):
    """A number for each player."""

    def read(self, words: FieldWords[Seats]) -> tuple[int, ...] | None:
        spans = parts(words.words)
        for span in spans:
            if not span.text.isdecimal() or len(span.text) > 6:
                return words.problem("E-NUMBER", f"{quote(span.text)} is not a number of chips", None, span.location())
        if len(spans) != words.seats.count:
            return words.problem("E-CHIPS", f"'chips' has one number for each of {words.seats.count} players, not {len(spans)}")
        return tuple(int(span.text) for span in spans)


class RoundKind:
    """``2`` or ``2/3``."""

    def read(self, words: FieldWords[Seats]) -> int | None:
        match = _ROUND.fullmatch(words.words[0].text) if len(words.words) == 1 else None
        if match is None:
            return words.problem("E-ROUND", "there is no such round", f"write 1/{ROUNDS} to {ROUNDS}/{ROUNDS}")
        return int(match[1])

    def write(self, value: int, labels: Sequence[str]) -> str:
        return f"{value}/{ROUNDS}"


# -- fields -------------------------------------------------------------------------------------------------------------------------------


def _closing_trouble(cards: Cards) -> Trouble | None:
    return Trouble("E-CARD", "nobody holds the closing card", "it is set aside: write 'closed P1'") if X in cards else None


def _market_trouble(cards: Cards) -> Trouble | None:
    if not cards or cards[-1] < DIAMONDS:
        return None
    return Trouble("E-MARKET", f"{NAMES[cards[-1]]} cannot be on the market", "it has only diamonds")


def _used_trouble(cards: Cards) -> Trouble | None:
    return None if set(cards) <= set(FORCED_SALES) else Trouble("E-CARD", f"only {written(FORCED_SALES, ', ')} are used up")


def _pile_trouble(text: str, pile: HiddenPile, others: Sequence[HiddenPile]) -> Trouble | None:
    cards, unknown = pile
    least = COLLECTION - 1 if cards else COLLECTION
    if (cards and (cards[-1] >= DIAMONDS or quality(cards[0]) != quality(cards[-1]))) or not least <= len(cards) + unknown <= COPIES:
        hint = "a pile has three to five diamonds of one quality, or two that were left"
        return Trouble("E-SAFE", f"{quote(text)} is not a pile of a safe", hint)
    if cards and any(other.cards and quality(other.cards[0]) == quality(cards[0]) for other in others):
        return Trouble("E-SAFE", f"there are two piles of {quality(cards[0])}", "a safe has one pile of a quality")
    return None


def _hands(record: Record) -> Mapping[int, HiddenPile]:
    hands = enumerate(zip(record.start.hands, record.hidden or (None,) * record.players, strict=True))
    return {seat: HiddenPile(hand) if known is None else HiddenPile(known.known, known.unknown) for seat, (hand, known) in hands}


def _safes(record: Record) -> Mapping[int, tuple[HiddenPile, ...]]:
    safes = enumerate(zip(record.start.safes, record.hidden or (None,) * record.players, strict=True))
    piles = {seat: tuple(map(HiddenPile, safe)) if known is None else known.piles for seat, (safe, known) in safes}
    return {seat: safe for seat, safe in piles.items() if safe}


def _held(record: Record) -> Mapping[int, Cards]:
    return {seat: known.held for seat, known in enumerate(record.hidden) if known is not None and known.held}


def _lacked(record: Record) -> Mapping[int, tuple[int, ...]]:
    return {seat: known.lacks for seat, known in enumerate(record.hidden) if known is not None and known.lacks}


def _phase(record: Record) -> Phase | None:
    usual = Phase.DRAW if record.start.closed is None else Phase.ACT
    return None if record.start.phase is usual else record.start.phase


Of = FieldOf[Record, V, V]
OptionalOf = FieldOf[Record, V, None]
NUMBER = Number(-inf, inf, "a value", "it is a number")
PHASES = Choice((Phase.DRAW, Phase.ACT, Phase.TRIM, Phase.OVER))
PLAYER = Seat("player")

DEAL_VALUES = Of[tuple[Triple, ...]](
    "values", ValuesKind(), VALUES, lambda record: record.rules.values, json=lambda value: [*map(list, value)]
)
DEAL_LOUPES = Of[tuple[int, ...]]("loupes", LoupesKind(), LOUPES, lambda record: record.rules.loupes, json=list)
CLOTURE = Of[Cloture]("cloture", Choice(tuple(Cloture)), Cloture.MIXED, lambda record: record.rules.cloture)
ROUND = OptionalOf[int]("round", RoundKind(), None, lambda record: record.round if record.round != 1 or record.chips else None)
CHIPS = Of[tuple[int, ...]]("chips", ChipsKind(), (), lambda record: record.chips, json=list)
SEE = OptionalOf[int]("see", PLAYER, None, lambda record: record.see)
HAND = SeatFieldOf[Record, HiddenPile]("hand", HandKind(), "write 'hand P1 9,3,T', 'hand P1 7 +2', or none", _hands)
SAFE = SeatFieldOf[Record, tuple[HiddenPile, ...]]("safe", SafeKind(), "write 'safe P1 4*,4,4 9,9,9', 'safe P1 +3', or none", _safes)
HELD = SeatFieldOf[Record, Cards]("held", CardsKind(_closing_trouble), "write 'held P2 7,2,2'", _held)
LACKS = SeatFieldOf[Record, tuple[int, ...]]("lacks", LacksKind(), "write 'lacks P2 4,9'", _lacked)
ON_MARKET = OptionalOf[Cards]("market", CardsKind(_market_trouble), None, lambda record: record.start.market)
USED = Of[Cards]("used", CardsKind(_used_trouble), (), lambda record: record.start.used)
UNSEEN = OptionalOf[Cards]("unseen", CardsKind(), None, lambda record: record.unseen)
PILE = OptionalOf[Cards]("pile", PileKind(False), None, lambda record: None if record.start.is_stack else record.start.pile)
STACK = OptionalOf[Cards]("stack", PileKind(True), None, lambda record: record.start.pile if record.start.is_stack else None)
CLOSED = OptionalOf[int]("closed", PLAYER, None, lambda record: record.start.closed)
TURN = Of[int]("turn", PLAYER, 0, lambda record: record.start.turn)
PHASE = OptionalOf[Phase]("phase", PHASES, None, _phase)
PLAY = LateFieldOf[Record]("play", format_play)
BEST = LateFieldOf[Record]("best", lambda record, labels: ",".join(record.best))
VALUE = OptionalOf[float]("value", NUMBER, None, lambda record: record.value, json=float)

OF_MATCH = (DEAL_VALUES, DEAL_LOUPES, CLOTURE)
"""Fields that appear once, before the first round, as do `id` and `players`."""
OF_ROUND = (ROUND, CHIPS, SEE, HAND, SAFE, (HELD, LACKS), ON_MARKET, USED, UNSEEN, PILE, STACK, CLOSED, TURN, PHASE, PLAY, BEST, VALUE)


# -- a hand on its own --------------------------------------------------------------------------------------------------------------------
# As a command line has it.


def read_hand(text: str, rules: Rules) -> Cards:
    """The three cards dealt to a hand: ``9,3,T``.

    Raises RecordError with everything that is wrong, located in `text`: no cards, more of a card than there are, or another number.
    """
    line, problems = Line("<hand>", 1, text), ProblemList()
    words = [Word(match[0], line, match.start()) for match in re.finditer(r"\S+", text)]
    cards = _read_cards(FieldWords(Field(Word("", line, 0), words), words, Seats(rules.players, None, problems)))
    location = Location(line, words[0].start if words else 0, len(text.strip()))
    if X in cards:
        problems.add("E-CARD", location, "nobody holds the closing card", "it comes out of the pile")
    for kind in dict.fromkeys(cards):
        copies = rules.deck.count(kind)
        if cards.count(kind) > copies:
            problems.add("E-COPIES", location, f"there are more cards {NAMES[kind]} than the deck has", f"it has {copies}")
    if not problems.count and len(cards) != MARKET:
        problems.add("E-HAND-SIZE", location, f"{MARKET} cards are dealt to a hand, not {len(cards)}", HINT_CARDS)
    if problems.count:
        raise problems.error()
    return cards
