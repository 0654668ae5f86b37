"""A round at a real table, or a match of three, as one player, the owner, enters it: what lies open and the owner's cards, nothing else.

What is told is held against the rules by the reader of records, word by word, and against the deals that are still possible. A move waits
as long as cards of it are still to be told: those that the pile turns up, or that a hidden hand gives.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Self

from diamonds_solver.common.moves import MOST_SHOWN, by_name, only_one
from diamonds_solver.common.wording import clause, counted, listed, quote
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError
from diamonds_solver.game import StoryLine, Turn
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Line, ProblemList
from diamonds_solver.notation.text import Word

from ..advising.view import Holdings, givings, is_possible, thinkable
from ..advising.worlds import Worlds
from ..records.fields import Trouble, parse
from ..records.notation import Replay
from ..records.record import Record, knowledge_of, observed
from ..round.knowledge import SKIP, FaceDownLay, Hidden, ImpossibleError, Knowledge, shown_by, too_many
from ..round.rules import (
    DIAMONDS,
    DRAW,
    FORCED_SALES,
    HAND_LIMIT,
    HIDDEN,
    HIGHEST_SUM,
    LAST_CARDS,
    MARKET,
    MOST_LOUPES,
    MOST_LOUPES_TIED,
    NAMES,
    OPEN,
    ROUNDS,
    WORDS,
    Cards,
    Cloture,
    Kind,
    Move,
    Rules,
    X,
    quality,
    written,
)
from ..round.state import Phase, State
from .live import NEXT, LiveDiams

_SKIP = "skip"
_CLOSES = "draw:X"
_AFTER = ("give:", "refill:")
"""How words begin that say what came of the move before them."""
_BETWEEN = re.compile(r"[\s,+]+")
_SIGNS = re.compile(r"\s*([=+>?:])\s*")
_BEFORE_CARDS = re.compile(r"(?:draw|open|refill|give):|-(?=.)", re.IGNORECASE)


class Entry(NamedTuple):
    """Something that happened, as records write it: ``draw:X``, ``T?P2:7 give:7+7``, ``give:-``; or ``skip``."""

    text: str

    def __str__(self) -> str:
        return self.text


class Shown(NamedTuple):
    """The cards requested, in the order in which they came."""

    cards: Cards

    def __str__(self) -> str:
        return written(self.cards)


@dataclass(frozen=True)
class Waiting:
    """A move whose outcome is not complete yet."""

    text: str
    """So far."""
    state: State
    """In a phase of chance; or before the move, where a seat has to give for a `request`."""
    knowledge: Knowledge = field(compare=False)
    request: Move | None
    cards: Cards = ()
    """What the pile has turned up so far."""


@dataclass(frozen=True)
class CompanionGame(LiveDiams):
    """A game at a real table: the program knows only what the owner enters."""

    owner: int
    waiting: Waiting | None = None
    revealed: tuple[int, ...] = ()
    """After the round: the points of the first seats."""
    market: Cards = ()
    """At the start of a round: what was turned up for it so far."""

    @property
    def is_dealt(self) -> bool:
        return False

    @cached_property
    def state(self) -> State:
        return self.record.state

    @cached_property
    def _knowledge(self) -> Knowledge:
        return knowledge_of(self.record)

    @property
    def points(self) -> tuple[int, ...] | None:
        return self.revealed if len(self.revealed) == self.record.players else None

    # -- what is to be told ---------------------------------------------------------------------------------------------------------

    @cached_property
    def turn(self) -> Turn | None:
        state, record = self.state, self.record
        if self.waiting is not None:
            return self._missing(self.waiting)
        if not state.market and self.owner in record.hidden_seats:
            return self._cards_turn(None, "market", "the cards turned up for the market", MARKET - _diamonds(self.market), self._unseen())
        if self.owner in record.hidden_seats:
            return self._cards_turn(self.owner, "hand", "the cards dealt to you", len(state.hands[self.owner]), self._unseen())
        if state.phase is Phase.OVER:
            if self.points is None:
                return Turn(len(self.revealed), "points", "points of the round")
            return self._between_rounds()
        seat, decision = state.to_move, str(state.phase)
        if state.phase is Phase.TRIM and seat != self.owner:
            return self._cards_turn(seat, decision, WORDS.decisions[decision], len(state.hands[seat]) - HAND_LIMIT, self._may_be_held(seat))
        return Turn(seat, decision, WORDS.decisions[decision])

    def _missing(self, waiting: Waiting) -> Turn:
        state, request = waiting.state, waiting.request
        if request is not None:
            wanted = quality(request.cards[0])
            return Turn(request.target, "give", f"which {wanted}s are sold, or -" if request.kind is Kind.SALE else "what is given, or -")
        count = state.still_to_come(waiting.cards)
        pool = Counter(self._unseen(waiting.knowledge) if HIDDEN in state.pile else state.pile)
        pool -= Counter(waiting.cards)
        if HIDDEN in state.pile and self._may_close(state, len(state.pile) - len(waiting.cards), count):
            pool[X] = 1
        decision, text = {
            Phase.DRAWN: ("drawn", "the card drawn"),
            Phase.OPENED: ("opened", "the cards turned up"),
            Phase.REFILL: ("refill", "the cards that fill up the market"),
        }[state.phase]
        return self._cards_turn(None, decision, text, count, tuple(sorted(pool.elements())))

    def _may_close(self, state: State, left: int, count: int) -> bool:
        """Whether X may be among the next cards of a pile that has so many left."""
        return state.closed is None and left - count < (1 if self.record.rules.cloture is Cloture.LAST else LAST_CARDS)

    def _cards_turn(self, seat: int | None, decision: str, text: str, needs: int, pool: Cards) -> Turn:
        return Turn(seat, decision, text, needs, tuple(NAMES[kind] for kind in pool))

    def _unseen(self, knowledge: Knowledge | None = None) -> Cards:
        """The cards that nobody has shown, without X."""
        return tuple(sorted(((knowledge or self._knowledge).unseen - Counter(self.market)).elements()))

    def _may_be_held(self, seat: int) -> Cards:
        known = self._knowledge
        holdings = Holdings(self.state, known, seat)
        copies = known.unseen + Counter(card.kind for card in known.seats[seat].named)
        return tuple(sorted(kind for kind, count in copies.items() if holdings.may_have(kind) for _ in range(count)))

    def moves(self) -> Sequence[object]:
        return self._moves

    @cached_property
    def _moves(self) -> tuple[object, ...]:
        turn, state = self.turn, self.state
        if turn is None or turn.needs is not None:
            return ()
        if self.waiting is not None:
            assert self.waiting.request is not None
            steps = givings(self.waiting.state, self.waiting.knowledge, self.waiting.request)
            return tuple(Entry(f"give:{written(step.given or ()) or '-'}" + (f"#{step.pile}" if step.pile else "")) for step in steps)
        if turn.decision == NEXT:
            return (NEXT,)
        if turn.decision == "points":
            assert turn.seat is not None
            return self._possible_points(turn.seat)
        seat = state.to_move
        if seat == self.owner:
            return state.moves()
        if state.phase is Phase.DRAW:
            is_last = len(state.pile) == 1
            may_close = not is_last and HIDDEN in state.pile and self._may_close(state, len(state.pile), 1)
            return (DRAW, *([Entry(_CLOSES)] if may_close else []), OPEN)
        may_skip = self._reader().may_be_skipped() and is_possible(state, self._knowledge, SKIP)
        return (*thinkable(state, self._knowledge, seat), *([Entry(_SKIP)] if may_skip else []))

    def _possible_points(self, seat: int) -> tuple[int, ...]:
        """Of the own safe they are known but for what compares it with others; of another one they have a bound."""
        rules, safe = self.record.rules, self.state.safes[seat]
        extras = sorted({a + b for a in (0, HIGHEST_SUM) for b in (0, MOST_LOUPES_TIED, MOST_LOUPES)})
        if seat == self.owner:
            own = sum(rules.value(quality(pile[0]), len(pile)) for pile in safe)
            return tuple(own + extra for extra in extras)
        worth = [{rules.value(each, len(pile)) for each in self._qualities(pile)} for pile in safe]
        sums = {0}
        for values in worth:
            sums = {total + value for total in sums for value in values}
        return tuple(sorted({total + extra for total in sums for extra in extras}))

    def _qualities(self, pile: Cards) -> Iterable[int]:
        return range(1, 11) if pile[0] == HIDDEN else (quality(pile[0]),)

    # -- what is typed --------------------------------------------------------------------------------------------------------------

    def read(self, text: str) -> object:
        turn = self.turn
        if turn is None:
            raise IllegalMoveError("the game is over")
        if turn.needs is not None:
            return Shown(self._read_cards(text, turn))
        if turn.decision == "points":
            return self._read_points(text, self._name(turn.seat or 0))
        if self.waiting is not None:
            return only_one(text, by_name(self._as_given(text), self._moves, self._names), self._moves)
        if turn.decision == NEXT:
            return only_one(text, self._matches(text), self._moves)
        return self._read_move(text)

    def _read_move(self, text: str) -> object:
        """A move, ``=7``, or with all that came of it, ``T?bob:7 give:7``: the first word may be short, the others are as in records."""
        text = _SIGNS.sub(r"\1", self._with_seat(text))
        first, *others = text.split() or [""]
        if more := [word for word in others if not word.lower().startswith(_AFTER)]:
            raise IllegalMoveError(f"{quote(more[0])} does not belong to the move before it", code="E-PLAY", hint="one move at a time")
        parsed = parse(first, self._reader().seats)
        if isinstance(parsed, Trouble):
            matches = self._matches(text)
            heads = self._matches(first)
            if len(matches) == 1 or (len(heads) > 1 and not others) or not first:
                return only_one(text, matches, self._moves)
            first = str(heads[0]) if len(heads) == 1 else first
        elif not others and parsed.move is not None and not parsed.turned_up:
            try:
                self._follow(first)
            except IllegalMoveError:
                matches = self._matches(text)
                if self.state.to_move == self.owner and len(matches) == 1:
                    return matches[0]  # as =7, where only a copy with a loupe is held
                raise
            return parsed.move
        entry = Entry(" ".join([first, *others]))
        self._follow(entry.text)
        return entry

    def _read_points(self, text: str, name: str) -> object:
        match = next((move for move in self._moves if str(move) == text.strip()), None)
        if match is None:
            can_be = listed(list(map(str, self._moves)), 2 * MOST_SHOWN)
            raise IllegalMoveError(f"{quote(text)} cannot be the points of {name}", hint=f"with these piles they can be {can_be}")
        return match

    def _matches(self, text: str) -> list[object]:
        """The moves that a text can mean. Only one that goes on after a colon means the closing card."""
        moves = by_name(text, self._moves, self._names)
        return [move for move in moves if not isinstance(move, Entry) or ":" in text or move.text != _CLOSES] if len(moves) > 1 else moves

    def _as_given(self, text: str) -> str:
        """Cards that somebody gives, as records write them: ``7 7*`` as ``7*+7``."""
        typed, mark, pile = _BEFORE_CARDS.sub("", text.strip(), count=1).partition("#")
        names = [name.upper() for name in _BETWEEN.split(typed) if name]
        if not names or any(name not in NAMES for name in names):
            return text
        return f"give:{written(sorted(map(NAMES.index, names)))}{mark}{pile}"

    def _names(self, move: object) -> Iterator[str]:
        yield str(move)
        if isinstance(move, Entry):
            yield "x" if move.text == _CLOSES else move.text.removeprefix("give:")

    def _read_cards(self, text: str, turn: Turn) -> Cards:
        """The cards that are asked for, as ``9 3 T``, ``9,3,T`` or ``9+3+T``. Raises IllegalMoveError for others, or another number."""
        assert turn.needs is not None
        typed = _BEFORE_CARDS.sub("", text.strip(), count=1)
        names = [name.upper() for name in _BETWEEN.split(typed) if name]
        if not names or any(name not in NAMES for name in names):
            raise IllegalMoveError(
                f"{quote(text)} are not cards", code="E-CARD", hint="cards are 1 to 10, with a star for a loupe (7*), T, B, S, X"
            )
        for name in Counter(names) - Counter(turn.pool):
            raise self._surplus(name, turn)
        cards = tuple(map(NAMES.index, names))
        if turn.decision in ("hand", "trim"):
            cards = tuple(sorted(cards))
        if len(cards) != turn.needs and not self._is_whole(turn, cards):
            raise IllegalMoveError(f"{counted(turn.needs, 'card')} are needed, not {len(cards)}", code="E-COUNT")
        return cards

    def _surplus(self, name: str, turn: Turn) -> IllegalMoveError:
        """What is wrong with a card that is told more often than it can be."""
        left = turn.pool.count(name)
        if turn.decision != "trim" and name != NAMES[X]:
            message, hint = too_many(NAMES.index(name), left)
            return IllegalMoveError(message, code="E-COPIES", hint=hint)
        if left:
            return IllegalMoveError(f"{name} cannot be among them more than {counted(left, 'time')}")
        hint = f"cards: {listed(list(dict.fromkeys(turn.pool)), 2 * MOST_SHOWN)}"
        return IllegalMoveError(f"{name} cannot be among them", hint=hint)

    def _is_whole(self, turn: Turn, cards: Cards) -> bool:
        """Whether more cards than the fewest are told because forced-sale cards among them were replaced."""
        if turn.decision == "market":
            return _diamonds((*self.market, *cards)) == MARKET and cards[-1] < DIAMONDS
        if self.waiting is None:
            return False
        state, before = self.waiting.state, self.waiting.cards
        ends = [state.is_enough((*before, *cards[:count])) for count in range(1, len(cards) + 1)]
        return ends[-1] and not any(ends[:-1])

    # -- what was told --------------------------------------------------------------------------------------------------------------

    def tell(self, move: object) -> Self:
        turn = self.turn
        if turn is None:
            raise IllegalMoveError("the game is over")
        if turn.needs is not None:
            if not isinstance(move, Shown):
                raise IllegalMoveError(f"{move} are not the cards asked for", hint=f"cards: {listed(turn.pool, MOST_SHOWN)}")
            return self._told_cards(turn, self._read_cards(str(move), turn))
        if turn.decision == "points" and move in self._moves:
            assert isinstance(move, int)
            return replace(self, revealed=(*self.revealed, move))
        if turn.decision == NEXT and move == NEXT:
            return self._next_round()
        if turn.decision in ("points", NEXT) or not isinstance(move, Move | FaceDownLay | Entry):
            raise IllegalMoveError(f"{move} is not possible here", hint=f"moves: {listed(list(map(str, self._moves)), MOST_SHOWN)}")
        return self._follow(str(move) if self.waiting is None else f"{self.waiting.text} {move}")

    def _told_cards(self, turn: Turn, cards: Cards) -> Self:
        if turn.decision == "market":
            market = (*self.market, *cards)
            return replace(self, market=market) if _diamonds(market) < MARKET else self._with_market(market)
        if turn.decision == "hand":
            return self._with_hand(cards)
        if turn.decision == "trim":
            return self._follow(f"-{written(cards)}")
        waiting = self.waiting
        assert waiting is not None
        cards = (*waiting.cards, *cards)
        if not waiting.state.is_enough(cards):
            return replace(self, waiting=replace(waiting, cards=cards))
        between = ":" if waiting.text in ("draw", "open") else " refill:"
        return self._follow(f"{waiting.text}{between}{written(cards)}")

    def _reader(self) -> Replay:
        """A reader that goes on where the record ends."""
        return Replay(Seats(self.record.players, self.record.names, ProblemList()), self.state, self._knowledge.copy())

    @cached_property
    def _after(self) -> dict[str, Self]:
        """The tables after the moves that were asked for."""
        return {}

    def _follow(self, text: str) -> Self:
        """The table after a move as records write it. Raises IllegalMoveError if it cannot be."""
        if text not in self._after:
            self._after[text] = self._followed(text)
        return self._after[text]

    def _followed(self, text: str) -> Self:
        reader, line = self._reader(), Line("<told>", 1, text)
        if text == _SKIP:
            reader.skip(Word(text, line, 0).whole())
        else:
            reader.run([Word(match[0], line, match.start()) for match in re.finditer(r"\S+", text)], is_whole=False)
        if reader.problems.count:
            problem = reader.problems.kept[0]
            raise IllegalMoveError(problem.message, code=problem.code, hint=problem.hint)
        request = reader.request and reader.request.move
        assert reader.knowledge is not None
        assert not isinstance(request, FaceDownLay)
        self._check(text, reader, request)
        if request is not None or reader.state.is_chance:
            return replace(self, waiting=Waiting(text, reader.state, reader.knowledge, request))
        if not reader.steps:
            raise IllegalMoveError(f"{quote(text)} is not a move", code="E-PLAY", hint="'?' shows how to type moves")
        after = replace(self, record=replace(self.record, play=(*self.record.play, *reader.steps)), waiting=None)
        after.__dict__.update(state=reader.state, _knowledge=reader.knowledge)  # so that the play need not be followed again
        return after

    def _check(self, text: str, reader: Replay, request: Move | None) -> None:
        """Raises IllegalMoveError if no deal agrees with what was read."""
        knowledge, state = reader.knowledge, reader.state
        assert knowledge is not None
        if request is not None and state.to_move != self.owner:
            try:
                knowledge = knowledge.showing(state.to_move, shown_by(request))
            except ImpossibleError as error:
                raise IllegalMoveError(str(error), code=error.code, hint=error.hint) from None
        if not Worlds(state, knowledge).is_possible:
            message = f"{text} is impossible: no deal of the hidden cards agrees with it and with everything before it"
            raise IllegalMoveError(message, code="E-HELD", hint="'undo' takes back a wrong entry")

    # -- the start of a round ---------------------------------------------------------------------------------------------------------

    def _with_market(self, cards: Cards) -> Self:
        state = self.state
        used = tuple(sorted(kind for kind in cards if kind in FORCED_SALES))
        market = tuple(sorted(kind for kind in cards if kind < DIAMONDS))
        start = state._replace(market=market, used=used, pile=state.pile[len(cards) :])
        return replace(self, record=replace(self.record, start=start), market=())

    def _with_hand(self, cards: Cards) -> Self:
        record, owner = self.record, self.owner
        hands = (*record.start.hands[:owner], cards, *record.start.hands[owner + 1 :])
        hidden = (*record.hidden[:owner], None, *record.hidden[owner + 1 :])
        return replace(self, record=replace(record, start=record.start._replace(hands=hands), hidden=hidden))

    def _next_round(self) -> Self:
        number, record = self.record.round + 1, self.record
        first = (record.start.turn + 1) % record.players
        begun = _begun(record.rules, record.names, number, first, self._chips(), self.owner)
        return replace(self, record=replace(begun, id=record.id, earlier=record.rounds), revealed=())

    # -- in words -------------------------------------------------------------------------------------------------------------------

    def seen(self, seat: int | None) -> Record:
        return self.record if seat == self.owner else super().seen(seat)

    def _observed(self, seat: int | None) -> Record:
        return self.seen(seat)

    def story(self, move: object, seat: int | None) -> Sequence[StoryLine]:
        turn = self.turn
        if turn is None or turn.decision == NEXT:
            return super().story(move, seat)
        after = self.tell(move)
        if turn.decision == "market":
            return () if after.market else (StoryLine(f"market: {written(after.state.market, ' ')}"),)
        if turn.decision == "hand":
            return (StoryLine(clause(self._name(self.owner), f"holds {written(after.state.hands[self.owner], ' ')}")),)
        if turn.decision == "points":
            return after._result()
        if after.record is self.record:
            return ()  # what comes of it is told next
        return super().story(move, seat)

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        if self.waiting is not None or self.owner in self.record.hidden_seats or self.state.phase is Phase.OVER:
            return ()
        return super().before_deciding(seat)


def new_table(rules: Rules, rounds: int, first: int, names: Sequence[str] | None, me: int) -> CompanionGame:
    """A new match, or a single round, with nothing known yet. `first`: the seat that begins."""
    number, chips = (ROUNDS, ()) if rounds == 1 else (1, (0,) * rules.players)
    record = _begun(rules, names, number, first, chips, me)
    return CompanionGame(record, rounds, me)


def table_from(record: Record, me: int) -> CompanionGame:
    """A round that goes on where a record ends, as `me` knows it; one that tells chips is a round of a match.

    Raises HiddenCardsError if cards of `me` are hidden, or the record is what another seat knows.
    """
    name = record.seat_name(me)
    if record.see not in (None, me):
        raise HiddenCardsError(f"the record is what {record.seat_name(record.see or 0)} knows, not {name}", hint="name that seat")
    is_begun = record.state.market and me not in record.hidden_seats
    if not is_begun and (record.play or record.see is None or record.hidden[me] != Hidden((), MARKET)):
        raise HiddenCardsError(f"cards of {name} are hidden", hint=f"write the hand and the safe of {name}")
    record = replace(record, best=(), value=None, extra=())
    return CompanionGame(record if record.see == me else observed(record, me), record.rounds_played, me)


def _begun(rules: Rules, names: Sequence[str] | None, number: int, first: int, chips: tuple[int, ...], owner: int) -> Record:
    """The record of a round about which nothing is known yet."""
    players = rules.players
    state = State(
        rules=rules,
        hands=((HIDDEN,) * MARKET,) * players,
        safes=((),) * players,
        market=(),
        pile=(HIDDEN,) * (len(rules.deck) - MARKET * players),
        is_stack=False,
        used=(),
        closed=None,
        turn=first,
        phase=Phase.DRAW,
    )
    hidden = (Hidden((), MARKET),) * players
    return Record(state, names=None if names is None else tuple(names), round=number, chips=chips, see=owner, hidden=hidden)


def _diamonds(cards: Cards) -> int:
    return sum(kind < DIAMONDS for kind in cards)
