"""Records of rounds of Diam's: what is known, what a seat sees, how one starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from diamonds_solver.common.moves import Place, steps_without_tricks
from diamonds_solver.common.options import first_seat
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import PositionError
from diamonds_solver.game import RecordDecision
from diamonds_solver.notation.grammar import PlayedRecord
from diamonds_solver.notation.problems import Location

from ..round.knowledge import SKIP, FaceDownLay, Hidden, HiddenPile, ImpossibleError, Knowledge, Part, Step, after
from ..round.rules import (
    COLLECTION,
    FORCED_SALES,
    HIDDEN,
    INVENTED,
    LAST_CARDS,
    LOUPES,
    MARKET,
    ROUNDS,
    VALUES,
    Cards,
    Cloture,
    Kind,
    Move,
    Rules,
    X,
    chips,
    of_quality,
    qualities,
    quality,
    taken_away,
)
from ..round.state import Phase, State

if TYPE_CHECKING:
    from ..round.picture import Scene


# -- records ------------------------------------------------------------------------------------------------------------------------------
# A `Record`: what one text or JSON object says of a round. Cards may be hidden: then it says what is known of them.


class Places(NamedTuple):
    """Where a text says what later may turn out to be impossible."""

    fields: Mapping[tuple[str, int | None], Location]
    """The fields ``held`` and ``lacks``, by name and seat."""
    steps: tuple[Location, ...]
    """Those of `play`."""


@dataclass(frozen=True)
class Record(PlayedRecord[State, Step]):
    """One record of a round. In its states cards that are not told are HIDDEN: all of the hidden seats, and of a pile that is not told."""

    game: ClassVar[str] = "diams"

    round: int = 1
    """Of the match's three."""
    chips: tuple[int, ...] = ()
    """Won in earlier rounds by each seat; empty if the record does not say."""
    see: int | None = None
    """The seat whose knowledge the record is."""
    hidden: tuple[Hidden | None, ...] = ()
    """What is known before `play` of each seat that has hidden cards, None for one that has not; empty: no card is hidden."""
    unseen: Cards | None = None
    """All hidden cards but X, where they are not the rest of the deck."""
    places: Places | None = field(default=None, compare=False, repr=False)
    """As `origin`."""
    earlier: tuple[Record, ...] = ()
    """The rounds of the match before this one, in order, as far as they are told; all of them are over."""

    @property
    def rounds(self) -> tuple[Record, ...]:
        """The rounds that are told, each by itself."""
        return (*self.earlier, replace(self, earlier=()) if self.earlier else self)

    @property
    def is_whole(self) -> bool:
        """Whether the record tells its round from the start."""
        start = self.start
        return start.phase is Phase.DRAW and not any(start.safes) and all(len(hand) == MARKET for hand in start.hands)

    @property
    def chips_after(self) -> tuple[int, ...]:
        """The chips of the match so far, those of this round among them where it is over; empty if cards that count are hidden."""
        if self.state.phase is not Phase.OVER:
            return self.chips
        if not self.is_open:
            return ()
        return tuple(before + won for before, won in zip(self.chips or (0,) * self.players, chips(self.state.points()), strict=True))

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def is_open(self) -> bool:
        """Whether no card is hidden."""
        return not self.hidden

    @cached_property
    def hidden_seats(self) -> frozenset[int]:
        """The seats of which cards are, or may come to be, hidden."""
        return frozenset(seat for seat, known in enumerate(self.hidden) if known is not None)

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be decided after the play."""
        return self.state.phase is Phase.OVER

    def points(self) -> tuple[float, ...] | None:
        """Points of every player at the end of the round; None before it, and where cards are hidden."""
        return tuple(map(float, self.state.points())) if self.is_open and self.is_over else None

    def played_on(self, move: object) -> Record:
        """The record with one more move: a Move where nothing else happens or the order of the pile is known, else a `Step` with what the
        pile turned up."""
        step = Step(move) if isinstance(move, Move) else move
        if not isinstance(step, Step):
            raise TypeError(f"a Move, or a Step with what the pile turned up, is expected, not {move!r}")
        if self.is_open and isinstance(step.move, Move):
            state = self.state.play(step.move)  # raises where it is not legal
            if state.is_chance and not step.turned_up and len(state.chances()) == 1:
                step = step._replace(turned_up=next(iter(state.chances())))
        return replace(self, play=(*self.play, step), best=(), value=None)

    def decisions(self) -> Iterator[RecordDecision]:
        """Every decision of all rounds, in order."""
        for each in self.rounds:
            state = each.start
            for number, step in enumerate(each.play):
                if not step.is_skip:
                    seat = state.to_move
                    forced = seat not in each.hidden_seats and len(state.moves()) == 1
                    before = replace(each, play=each.play[:number], best=(), value=None)
                    yield RecordDecision(before, seat, step.move, str(state.phase), forced, each.round)
                state = after(state, step, each.hidden_seats)

    def steps(self) -> Sequence[Place]:
        """The decisions of the last round, numbered as in `decisions`, and the one after it unless the round is over."""
        before = sum(not step.is_skip for each in self.earlier for step in each.play)
        skips = {index for index, step in enumerate(self.play) if step.is_skip}
        return steps_without_tricks([step.move for step in self.play], self.is_over, before, skips)

    @cached_property
    def state(self) -> State:
        """After all moves of `play`."""
        state = self.start
        for step in self.play:
            state = after(state, step, self.hidden_seats)
        return state

    @property
    def invented(self) -> Sequence[str]:
        """The fields of INVENTED that have our own numbers."""
        own = {"values": self.rules.values == VALUES, "loupes": self.rules.loupes == LOUPES}
        return [name for name in INVENTED if own[name]]

    def options(self, verb: str) -> dict[str, str]:
        """What it says of the options of its game for `verb`."""
        rules, first = self.rules, self.rounds[0] if verb == "live" else self
        facts = {"players": str(self.players), "loupes": " ".join(map(str, dict.fromkeys(rules.loupes))), "cloture": rules.cloture}
        if first.is_whole:
            facts["first"] = str((first.start.turn - (first.round - 1 if verb == "live" else 0)) % self.players + 1)
        return facts | ({"rounds": str(self.rounds_played)} if verb == "live" else {})

    @property
    def rounds_played(self) -> int:
        """How many rounds a game has that goes on from here: one that tells chips is a match."""
        return ROUNDS if self.chips else 1

    def notes(self) -> Sequence[str]:
        """Notes on the numbers that the rules' text leaves out and this program invents, and on a round that the wrong seat begins."""
        notes = [INVENTED[name] for name in self.invented]
        for earlier, other in pairwise(self.rounds):
            first, expected = other.start.turn, (earlier.start.turn + 1) % self.players
            if first != expected and earlier.is_whole and other.is_whole:
                who, left = self.seat_name(first), self.seat_name(expected)
                notes.append(f"round {other.round}: {who} begins, but {left} comes after the player who began round {earlier.round}")
        return notes

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from ..round.picture import draw

        return draw(scene(self))


def knowledge_of(record: Record) -> Knowledge:
    """What is known of the hidden cards after the play of a record.

    Raises PositionError if it contradicts itself.
    """
    state = record.start
    try:
        knowledge = Knowledge(state, record.hidden, record.unseen)
        for step in record.play:
            before, state = state, after(state, step, record.hidden_seats)
            knowledge.follow(before, step, state)
    except ImpossibleError as error:
        raise PositionError(str(error), code=error.code, hint=error.hint) from None
    return knowledge


def scene(record: Record) -> Scene:
    """What a picture shows of the table after the record's play: what the record tells, hidden cards as backs.

    Raises PositionError for a record that contradicts itself.
    """
    from ..round.picture import Scene  # loaded only where a picture is wanted

    state, seats = record.state, range(record.players)
    known = {} if record.is_open else knowledge_of(record).seats
    won = [""] * record.players
    if record.chips:
        won = [counted(count, "chip") for count in record.chips]
    if state.phase is Phase.OVER and record.is_open:
        points = state.points()
        won = [f"{counted(own, 'point')}, {counted(got, 'chip')}" for own, got in zip(points, chips(points), strict=True)]
    return Scene(
        state=state,
        names=tuple(map(record.seat_name, seats)),
        title=f"Diam's, round {record.round}" if record.round > 1 or record.chips else "Diam's",
        held=tuple(tuple(sorted(card.kind for card in known[seat].named)) if seat in known else () for seat in seats),
        won=tuple(won),
    )


# -- what a seat sees ---------------------------------------------------------------------------------------------------------------------
# The record that only this seat could have written.


def observed(record: Record, seat: int) -> Record:
    """The record without what `seat` cannot know: others' cards, what they draw and lay, and the pile.

    `record`: one that is no other seat's knowledge. What it tells of others' hidden cards before its play is left out, too.
    """
    observer = Observer(record, seat)
    for step in record.play:
        observer.follow(step)
    return observer.record


def _hidden(record: Record, seat: int) -> Hidden:
    return Hidden((), len(record.start.hands[seat]), piles=tuple(map(_face_down, _piles(record, seat))))


def _face_down(pile: Cards) -> HiddenPile:
    """What others see of a pile: of one that was broken into the quality, which one of the copies tells, a plain one if there is."""
    return HiddenPile((), len(pile)) if len(pile) >= COLLECTION else HiddenPile(pile[-1:], len(pile) - 1)


def _piles(record: Record, seat: int) -> Sequence[Cards]:
    """The piles of the start: known ones in an order that does not tell what they are, hidden ones as the record numbers them."""
    piles = record.start.safes[seat]
    return piles if seat in record.hidden_seats else sorted(piles, key=lambda pile: (len(pile) >= COLLECTION, -len(pile)))


def _composed(record: Record, seat: int) -> Cards | None:
    """The cards that `seat` does not see, where they are fewer than the rest of the deck."""
    start = record.start
    if not record.is_open:
        return record.unseen
    others = [each for each in range(record.players) if each != seat]
    piles = [pile for each in others for pile in start.safes[each]]
    known = [kind for pile in piles for kind in _face_down(pile).cards]
    hidden = [kind for pile in piles for kind in taken_away(pile, _face_down(pile).cards)]
    unseen = [*start.pile, *(kind for each in others for kind in start.hands[each]), *hidden]
    seen = [*start.hands[seat], *(kind for pile in start.safes[seat] for kind in pile), *start.market, *start.used, *known]
    is_whole = len(unseen) + len(seen) + (start.closed is not None) == len(record.rules.deck)
    return None if is_whole else tuple(sorted(kind for kind in unseen if kind != X))


class _Pile(NamedTuple):
    """A pile as the table shows it."""

    quality: int
    past: tuple[tuple[int, int], ...]
    """When how many cards came, or went. Piles with the same past look alike."""

    @classmethod
    def of_start(cls, pile: Cards) -> _Pile:
        known = tuple((-1, quality(kind)) for kind in _face_down(pile).cards)
        return cls(quality(pile[0]), ((-1, len(pile)), *known))


class Observer:
    """Follows a play, step by step, by what one seat sees of it. `copy.copy` gives one that goes on by itself."""

    def __init__(self, record: Record, seat: int) -> None:
        """`record`: the start of the play; its own is left out."""
        start = record.start
        hidden_of = tuple(None if each == seat else _hidden(record, each) for each in range(record.players))
        hands = tuple(start.hands[each] if each == seat else (HIDDEN,) * len(start.hands[each]) for each in range(record.players))
        safes = tuple(hidden.safe() if hidden else start.safes[each] for each, hidden in enumerate(hidden_of))
        self._start = replace(
            record,
            start=start._replace(hands=hands, safes=safes, pile=(HIDDEN,) * len(start.pile), is_stack=False),
            play=(),
            see=seat,
            hidden=hidden_of,
            unseen=_composed(record, seat),
            places=None,
        )
        self.steps: tuple[tuple[int, Step], ...] = ()
        """Each with the seat that made it."""
        self._hidden, self._seat = self._start.hidden_seats, seat
        self._not_told = record.hidden_seats
        self._state, self._seen = start, self._start.start
        self._piles = tuple(tuple(map(_Pile.of_start, _piles(record, each))) for each in range(record.players))
        self._request: Step | None = None

    @property
    def record(self) -> Record:
        """What the seat knows, as a record."""
        return replace(self._start, play=tuple(step for _, step in self.steps))

    def follow(self, step: Step) -> None:
        """One more step, as whoever knows all cards has it."""
        before, self._state = self._state, after(self._state, step, self._not_told)
        if self._request is not None:
            assert isinstance(step.move, Move)
            request, self._request = self._request, None
            self._add(self._given(request, step.move.cards, step))
            return
        seen = self._as_seen(before, step)
        if self._state.phase is Phase.GIVE and self._state.owner != self._seat:
            self._request = seen  # what is given is the next step
        else:
            self._add(seen)

    def _add(self, step: Step) -> None:
        self._note(step)
        while self._seen.phase is Phase.ACT and (self._seen.turn, Phase.ACT) != (self._state.turn, self._state.phase):
            self._note(SKIP)  # a turn without phase 2, of a seat of which this seat does not see why

    def _note(self, step: Step) -> None:
        self.steps = (*self.steps, (self._seen.to_move, step))
        self._seen = after(self._seen, step, self._hidden)

    def _as_seen(self, before: State, step: Step) -> Step:
        actor, move = before.to_move, step.move
        if step.is_skip or isinstance(move, FaceDownLay):
            return step
        if move.kind is Kind.DRAW and actor != self._seat and X not in step.turned_up:
            return step._replace(turned_up=(HIDDEN,))
        if move.kind in (Kind.SAFE, Kind.SECURE):
            parts = self._parts(actor, move)
            return step if actor == self._seat else step._replace(move=FaceDownLay(move.kind, parts))
        if move.kind is Kind.SALE and move.target != self._seat and step.given is None:
            return step._replace(given=of_quality(before.hands[move.target], quality(move.cards[0])))
        if move.kind is Kind.BREAK and move.target != self._seat and step.given is None and self._state.phase is not Phase.GIVE:
            had = [kind for pile in before.safes[move.target] for kind in pile]
            for kind in (kind for pile in self._state.safes[move.target] for kind in pile):
                had.remove(kind)
            return self._given(step, tuple(had), step)
        return step

    def _parts(self, actor: int, move: Move) -> tuple[Part, ...]:
        """What others see of a laying: new piles first, larger parts first, so that their order does not tell qualities."""
        laid = sorted((of_quality(move.cards, each) for each in qualities(move.cards)), key=len, reverse=True)
        old = {pile.quality for pile in self._piles[actor]}
        new = [cards for cards in laid if quality(cards[0]) not in old]
        more = [(self._number(actor, quality(cards[0]), len(cards)), len(cards)) for cards in laid if cards not in new]
        fresh = tuple(_Pile(quality(cards[0]), ((len(self.steps), len(cards)),)) for cards in new)
        self._set_piles(actor, (*self._piles[actor], *fresh))
        return (*(Part(len(cards)) for cards in new), *(Part(count, number) for number, count in sorted(more)))

    def _given(self, request: Step, cards: Cards, step: Step) -> Step:
        """A Perce-blindage with what it brought, and what the pile turned up after it."""
        assert isinstance(request.move, Move)
        owner = request.move.target
        number = self._number(owner, quality(cards[0]), -1) if cards and len(self._piles[owner]) > 1 else 0
        return request._replace(given=cards, pile=number, turned_up=step.turned_up)

    def _number(self, owner: int, wanted: int, count: int) -> int:
        """The number of a pile, from 1, to which so many cards come now. Of piles that looked alike until now it is the first one,
        whichever is meant: else the number would tell what nobody sees."""
        piles = list(self._piles[owner])
        at = [pile.quality for pile in piles].index(wanted)
        past = piles[at].past
        first = [pile.past for pile in piles].index(past)
        piles[at] = piles[first]
        piles[first] = _Pile(wanted, (*past, (len(self.steps), count)))
        self._set_piles(owner, tuple(piles))
        return first + 1

    def _set_piles(self, owner: int, piles: tuple[_Pile, ...]) -> None:
        self._piles = (*self._piles[:owner], piles, *self._piles[owner + 1 :])


# -- the start of a round -----------------------------------------------------------------------------------------------------------------
# From an order of the cards, or with one hand known.


def shuffled(rules: Rules, rng: Random) -> Cards:
    """All cards in random order, from the top; the closing card is among the last, or the last one."""
    cards = list(taken_away(rules.deck, (X,)))
    rng.shuffle(cards)
    below = 0 if rules.cloture is Cloture.LAST else rng.randrange(LAST_CARDS)
    cards.insert(len(cards) - below, X)
    return tuple(cards)


def start(rules: Rules, order: Cards, first: int = 0) -> State:
    """The round at its start: three cards to each hand and three diamonds to the market, the order of the others known."""
    players = rules.players
    hands = tuple(tuple(sorted(order[MARKET * seat : MARKET * (seat + 1)])) for seat in range(players))
    at = MARKET * players
    market: list[int] = []
    used: list[int] = []
    while len(market) < MARKET:
        (used if order[at] in FORCED_SALES else market).append(order[at])
        at += 1
    return State(
        rules=rules,
        hands=hands,
        safes=((),) * players,
        market=tuple(sorted(market)),
        pile=order[at:],
        is_stack=True,
        used=tuple(sorted(used)),
        closed=None,
        turn=first,
        phase=Phase.DRAW,
    )


def start_with(rules: Rules, hand: Cards, first: int = 0) -> Record:
    """The start of a round of which only P1's hand is known: the market is still to be dealt. `first`: the seat that begins."""
    hidden = Hidden(unknown=MARKET)
    state = State(
        rules=rules,
        hands=(hand, *[hidden.hand()] * (rules.players - 1)),
        safes=((),) * rules.players,
        market=(),
        pile=(HIDDEN,) * (len(rules.deck) - MARKET * rules.players),
        is_stack=False,
        used=(),
        closed=None,
        turn=(first - 1) % rules.players,  # once the market is filled the next seat is to draw
        phase=Phase.REFILL,
    )
    return Record(state, see=0, hidden=(None, *[hidden] * (rules.players - 1)))


def random_record(rules: Rules, seed: Sequence[int], options: Mapping[str, Any], name: str | None) -> Record:
    """A random deal, after as many random moves as `options` say."""
    random = Random("/".join(map(str, seed)))
    record = Record(start(rules, shuffled(rules, random), first_seat(options, rules.players)), id=name)
    for _ in range(options.get("moves", 0)):
        legal = record.state.moves()
        if legal:
            record = record.played_on(random.choice(legal))
    return record
