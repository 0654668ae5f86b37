"""A `Record`: everything that one `.dia` record says of a round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from diamonds_solver.common.quantities import check_kind, check_whole
from diamonds_solver.common.wording import clause, counted, listed, quote, spelled_plainly
from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.notation.players import Named
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import comment_of

from ..round.position import Position
from ..round.public import Decision, Move, Table, tables_along
from ..round.rules import CLUBS, DIAMONDS, HEARTS, MAX_RANK, SPADES, START_SHOWROOM, Rules, format_cards, rank_of, suit_of

if TYPE_CHECKING:
    from ..round.picture import Scene


# -- comments -----------------------------------------------------------------------------------------------------------------------------
# What stands behind "#" is not read. Where it is a trick, as in "#1 H7 S4 H14", somebody may have meant a number.


_TRICK = re.compile(r"#+ *(?:trick *)?[0-9]*[.:)]?(?: +[DHSC♦♥♠♣](?:1[0-5]|[1-9])(?:>\S+)?){2,}", re.IGNORECASE)


def tricks_in_comments(text: str | None) -> Iterator[str]:
    """Notes on the comments of a record's text that are nothing but cards."""
    for line in (text or "").splitlines():
        start = comment_of(line)
        if start is not None and _TRICK.fullmatch(comment := spelled_plainly(line[start:]).strip()):
            yield f"{quote(comment)} is a comment, so its cards are not played: write the trick without # if they were"


# -- forgotten cards ----------------------------------------------------------------------------------------------------------------------
# Cards of a play that nobody remembers: of what rank they can have been, when the suit and the winner of the trick are known.


@dataclass(frozen=True)
class Forgotten:
    """A move of which the record tells only in part what it was."""

    index: int
    """In the play."""
    seat: int
    """Whose it was."""


def possible_ranks(trick: Sequence[tuple[int, int, int]], trick_size: int, index: int, lost: Collection[int]) -> tuple[int, range]:
    """The suit of the card of move `index` of a trick, and the ranks with which the same player could have won the trick.

    `lost`: the moves whose card is a stand-in. The others of them in the trick are taken as favourable as can be; with two players a
    player has two cards in a trick.
    """
    seat, card = next((seat, card) for number, seat, card in trick if number == index)
    if len(trick) < trick_size or suit_of(card) != suit_of(trick[0][2]):
        return suit_of(card), range(1, MAX_RANK + 1)
    winner, following = _following(trick)
    others = [(number in lost, owner, rank_of(other)) for number, owner, other in following if number != index]
    best = max((MAX_RANK if is_lost else rank for is_lost, owner, rank in others if owner == winner), default=0)
    rival = max((rank for is_lost, owner, rank in others if owner != winner and not is_lost), default=0)
    if seat != winner:
        return suit_of(card), range(1, best)
    return suit_of(card), range(1 if best > rival else rival + 1, MAX_RANK + 1)


def hang_together(trick: Sequence[tuple[int, int, int]], candidates: Mapping[int, Collection[int]]) -> bool:
    """Whether what one forgotten card of a trick can have been hangs on another one.

    `candidates`: what each forgotten card can have been, by the number of its move. It does unless the same player wins with the lowest of
    the winner's candidates and the highest of the others'.
    """
    winner, following = _following(trick)
    best = max(min(candidates.get(number, (card,)), default=0) for number, seat, card in following if seat == winner)
    return any(max(candidates.get(number, (card,)), default=0) > best for number, seat, card in following if seat != winner)


def _following(trick: Sequence[tuple[int, int, int]]) -> tuple[int, list[tuple[int, int, int]]]:
    """Who won the trick, and its cards of the suit led."""
    following = [play for play in trick if suit_of(play[2]) == suit_of(trick[0][2])]
    return max(following, key=lambda play: play[2])[1], following


# -- records ------------------------------------------------------------------------------------------------------------------------------
# A `Record` is everything that one `.dia` record says, checked. ``notation`` reads and writes it.


_ADVISE = "'diamonds advise' gives it"


class Phase(StrEnum):
    """What a record asks about: how many cards to pass, which to pass, or the play."""

    CHOOSE = "choose"
    PASS = "pass"
    PLAY = "play"


@dataclass(frozen=True)
class Hand:
    """What a record says of one hand before the first card of its play."""

    known: frozenset[int] = frozenset()
    unknown: int | None = None
    """How many cards more, not known which; None where the record leaves even that open."""

    @property
    def size(self) -> int | None:
        """Cards in the hand; None where the record leaves it open."""
        return None if self.unknown is None else len(self.known) + self.unknown

    @property
    def is_open(self) -> bool:
        """Whether every card of the hand is known."""
        return self.unknown == 0

    def without(self, card: int) -> Hand:
        """The hand after `card` was played from it."""
        if card in self.known or not self.unknown:
            return Hand(self.known - {card}, self.unknown)
        return Hand(self.known, self.unknown - 1)


@dataclass(frozen=True)
class Record(Named):
    """One record. Seats are 0-based; per-seat tuples have `rules.players` items, also where they were left out when it was made.

    Records from `loads` are complete and checked. To check one made in Python, write and read it: ``loads(dumps(record))``.
    """

    game: ClassVar[str] = "diamonds"
    rules: Rules
    hands: tuple[Hand, ...]
    tricks: int
    """Tricks to be played from the record's start, the one it starts in included."""
    lead: int
    """Who leads the first trick of `play`."""
    names: tuple[str, ...] | None = None
    round: tuple[int, int] = (1, 0)
    """Number of this round and of all rounds; 0 for all: as many as the rules say."""
    dealer: int = 0
    pass_count: int | None = None
    showroom: tuple[int, ...] = ()
    """Crystals before the first card of `play`; when left out 3 each, and 0 in the vaults."""
    vault: tuple[int, ...] = ()
    thief: int | None = None
    """Who has the thief token before the first card of `play`, when left out the dealer; None in games without it."""
    took: tuple[tuple[int, int, int, int] | None, ...] = ()
    """Cards won this round before `play`, by seat and suit; None for a seat of which that is not told."""
    won: tuple[int | None, ...] | None = None
    """Tricks won this round before `play`, by seat, None for a seat that has won some; where it is left out only `took` tells."""
    out: frozenset[int] = frozenset()
    void: tuple[frozenset[int], ...] = ()
    """Suits that a seat is known not to hold before the first card of `play`."""
    gave: tuple[frozenset[int] | None, ...] = ()
    """The cards that a seat passed this round; None where that is not known."""
    got: tuple[frozenset[int] | None, ...] = ()
    """The cards that a seat was passed this round; None where that is not known."""
    see: int | None = None
    """The seat whose knowledge the record is; None: nobody's in particular."""
    phase: Phase = Phase.PLAY
    play: tuple[Move, ...] = ()
    forgotten: tuple[Forgotten, ...] = ()
    """The moves of `play` whose card is a stand-in: it may have been any of `candidates`, which all come to the same on the table."""
    score: tuple[int, ...] = ()
    """Points at the end of the round, crystals of earlier rounds included, as the record says: by seat, or in team play by team."""
    id: str | None = None
    best: tuple[str, ...] = ()
    """Expected best moves, as written in results (``H9``, ``C3>P1``)."""
    value: tuple[float, ...] = ()
    """Expected value, or with max^n the gains of every side."""
    extra: tuple[tuple[str, str], ...] = ()
    """The ``x-`` fields, in order, as text."""
    origin: Location | None = field(default=None, compare=False, repr=False)
    """Where its text begins; None for a record made in Python. Not part of what the record says."""
    commented: str | None = field(default=None, compare=False, repr=False)
    """The text that it was read from, if that has comments."""
    is_lead_assumed: bool = field(default=False, compare=False)
    """Whether the text does not say who leads, where that could have been several players."""
    is_lead_doubtful: bool = field(default=False, compare=False)
    """Whether the text says that a round is led by somebody who is not left of the dealer that it names."""
    inferred: tuple[Forgotten, ...] = field(default=(), compare=False)
    """The moves of `play` that the text leaves open, and that follow from the rest."""

    def __post_init__(self) -> None:
        players = self.rules.players
        defaults: dict[str, tuple[object, ...]] = {
            "showroom": (START_SHOWROOM,) * players,
            "vault": (0,) * players,
            "took": (None,) * players,
            "void": (frozenset(),) * players,
            "gave": (None,) * players,
            "got": (None,) * players,
        }
        if self.rules.thief and self.thief is None:
            object.__setattr__(self, "thief", self.dealer)
        for name, default in defaults.items():
            if not getattr(self, name):
                object.__setattr__(self, name, default)

    @property
    def players(self) -> int:
        return self.rules.players

    @classmethod
    def begun(cls, rules: Rules, hands: Sequence[Hand], dealer: int, *, passing: bool, before: Table | None = None) -> Record:
        """A round before its first decision. `before`: the table after the round before; crystals and the thief token stay there."""
        lead = rules.left_of(dealer)
        table = Table.start(rules, lead) if before is None else before
        return cls(
            rules=rules,
            hands=tuple(hands),
            tricks=(hands[0].size or 0) // rules.plays_per_trick,
            lead=lead,
            dealer=dealer,
            showroom=table.showroom,
            vault=table.vault,
            thief=table.thief,
            phase=Phase.CHOOSE if passing else Phase.PLAY,
        )

    @classmethod
    def of(cls, position: Position, name: str | None = None) -> Record:
        """The record of a position, with `name` as its id. It begins with the present trick; of earlier play it has only crystals and
        cards won.

        Raises TypeError if `position` is not a Position, PositionError if no card is to be played or the trick is impossible.
        """
        check_kind(position, Position)
        check_kind(name, str | None, "the id")
        table = position.table
        if table.tricks_left == 0 or (table.robber is not None and not table.cards):
            hint = "write the record that the position came from"
            raise PositionError("a record cannot begin after a trick: nothing of the trick is left", hint=hint)
        before = next(_before_trick(table, len(table.cards), table.showroom, table.vault, table.thief), None)
        if before is None:
            raise PositionError("the crystals do not fit the cards on the table")
        showroom, vault, thief, play = before
        hands = list(position.hands)
        for index, card in enumerate(table.cards):
            hands[table.seat_of_play(index)] |= {card}
        tricks = [sum(row) // table.rules.trick_size for row in table.taken]
        won = tuple(tricks[seat] or None if seat in table.winners else 0 for seat in range(len(hands)))
        return cls(
            rules=table.rules,
            hands=tuple(Hand(hand, 0) for hand in hands),
            tricks=table.tricks_left,
            lead=table.leader,
            showroom=showroom,
            vault=vault,
            thief=thief,
            took=tuple(row if any(row) else None for row in table.taken),
            won=won if None in won else None,
            play=play,
            id=name,
        )

    def __repr__(self) -> str:
        """One line; `dumps` writes all of it."""
        name = f" {self.id!r}" if self.id is not None else ""
        where = f"{self.phase} phase" if self.phase is not Phase.PLAY else f"{self.tricks} tricks, {len(self.play)} moves"
        known = "open" if self.is_open() else "hidden hands"
        return f"<Record{name}: {self.rules.players} players, {where}, {known}>"

    def start_table(self) -> Table:
        """The table before the first card of `play`."""
        return Table(
            rules=self.rules,
            leader=self.lead,
            tricks_left=self.tricks,
            showroom=self.showroom,
            vault=self.vault,
            taken=tuple(row or (0, 0, 0, 0) for row in self.took),
            winners=frozenset(seat for seat, row in enumerate(self.took) if row is not None or (self.won and self.won[seat] != 0)),
            thief=self.thief,
        ).settle()

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables before each move of `play`, and the one after the last."""
        return tables_along(self.start_table(), self.play)

    def table(self) -> Table:
        """The table after `play`."""
        return self.tables[-1]

    def cards_played(self) -> Iterator[tuple[int, int, int]]:
        """The cards of the play: the number of the move, the seat, the card."""
        moves = enumerate(zip(self.tables, self.play, strict=False))
        return ((index, table.to_move, move.card) for index, (table, move) in moves if move.card is not None)

    def trick_of(self, index: int) -> list[tuple[int, int, int]]:
        """The cards of the trick in which move `index` played one, as `cards_played` gives them. The trick may not be over.

        Raises TypeError for an index that is no whole number, ValueError where no card was played.
        """
        check_whole("index", index)
        cards, size = list(self.cards_played()), self.rules.trick_size
        at = next((place for place, (number, _, _) in enumerate(cards) if number == index), None)
        if at is None:
            raise ValueError(f"move {index} of the play is not a card")
        return cards[at - at % size : at - at % size + size]

    @property
    def tricks_taken(self) -> int:
        """Tricks won before `play`, as far as `took` says."""
        return sum(sum(row) for row in self.took if row is not None) // self.rules.trick_size

    @property
    def tricks_before(self) -> int:
        """How many tricks were played before the record begins, unless it is composed."""
        return self.rules.tricks - self.tricks

    @property
    def may_have_won(self) -> tuple[int, ...]:
        """The seats that have won, or may have won, earlier tricks whose cards the record does not have."""
        if self.tricks_before == self.tricks_taken or (self.won is None and self.is_open()):
            return ()
        return tuple(seat for seat, row in enumerate(self.took) if row is None and (self.won is None or self.won[seat] != 0))

    @property
    def is_composed(self) -> bool:
        """Whether tricks are missing: the hands are shorter than the deal, and nobody has won what was played before."""
        return self.tricks_before > self.tricks_taken and not self.may_have_won

    def composed(self) -> Record:
        """The record with what a composed ending leaves out: nobody has won earlier tricks, except as `took` says."""
        if not self.is_composed:
            return self
        return replace(self, won=tuple(sum(row or ()) // self.rules.trick_size for row in self.took))

    def notes(self) -> tuple[str, ...]:
        """What a reader of results should know about the record; commands print it on stderr."""
        notes = list(tricks_in_comments(self.commented))
        if self.is_lead_assumed:
            name = self.seat_name(self.lead)
            notes.append(f"the record does not say who leads: {name}, left of the dealer, is assumed to; if that is wrong, add 'lead'")
        if self.is_lead_doubtful:
            name, usual = self.seat_name(self.lead), self.seat_name(self.rules.left_of(self.dealer))
            notes.append(f"{name} leads the round as 'lead' says, but {usual}, left of the dealer, should: 'lead' or 'dealer' may be wrong")
        if self.is_composed and self.tricks_taken:
            notes.append("the hands are shorter than 'took' explains: the awards count the cards in 'took' and those still to be won")
        elif self.is_composed:
            notes.append("composed ending: no tricks won so far (else add 'won'), awards from zero")
        elif self.may_have_won:
            notes.append(self._untold())
        notes += [f"{self._place_of(move)} was {self.play[move.index]}: nothing else fits" for move in self._so_far(self.inferred)]
        notes += [f"{self._place_of(move)} is one of {format_cards(self.candidates(move))}" for move in self.forgotten_so_far]
        return tuple(notes)

    def _place_of(self, forgotten: Forgotten) -> str:
        """How notes name a move of the play."""
        tricks = sum(move.card is not None for move in self.play[: forgotten.index]) // self.rules.trick_size
        if self.play[forgotten.index].card is None:
            return f"what {self.seat_name(forgotten.seat)} chose after trick {tricks + self.tricks_before}"
        return f"the card of {self.seat_name(forgotten.seat)} in trick {tricks + self.tricks_before + 1}"

    def _untold(self) -> str:
        """What is not told of earlier tricks, and what is made of that."""
        names = listed([self.seat_name(seat) for seat in self.may_have_won])
        cards = f"the record does not say which cards {names} won before (add 'took')"
        if self.is_open():
            return f"{cards}: the awards count without them"
        tricks = self.tricks_before - self.tricks_taken
        if self.won is None:
            text = f"the record does not say who won {'the trick' if tricks == 1 else f'the {tricks} tricks'} before: every possible deal"
            text += " has winners of its own, drawn at random, and the verdict depends on it; add 'won', who has won a trick"
            return f"{self._shortness()}; if none is missing, {text}" if tricks <= 2 and not any(self.took) else text
        return f"{cards}: every possible deal has its own, drawn at random"

    def _shortness(self) -> str:
        """That hands are shorter than the deal, which may be a slip where nothing else tells of earlier tricks."""
        held = [seat for seat, hand in enumerate(self.hands) if hand.known]
        whose = f"{self.seat_name(held[0])}'s hand has" if len(held) == 1 else "the hands have"
        missing = self.rules.hand_size - self.tricks * self.rules.plays_per_trick
        size = counted(self.rules.hand_size - missing, "card")
        cards = "a missing card" if missing == 1 else "missing cards"
        return f"{whose} {size} and {self.rules.hand_size} are dealt: add {cards}, or +{missing}"

    def pending(self) -> tuple[str, ...]:
        """The choice, other than a card, that is open where the play ends; it may have been left out by mistake."""
        table = self.table()
        if not self.play or table.decision in (Decision.CARD, Decision.OVER):
            return ()
        who = self.seat_name(table.to_move)
        if table.decision is Decision.VICTIM:
            victims = ", ".join(f">{self.seat_name(seat)}" for seat in table.victims(table.to_move))
            return (f"the play ends where {who} chooses whom to rob: {victims}",)
        return (f"the play ends where the team of {who} chooses who performs the award",)

    # -- how a round goes on --------------------------------------------------------------------------------------------------------

    def after(self, move: Move) -> Record:
        """The record with one more move."""
        check_kind(move, Move, "one of position().moves()")
        return replace(self, play=(*self.play, move))

    def before(self, index: int) -> Record:
        """The record as it was before a move of its play; what it expects of the position after the play is left out."""
        check_whole("index", index, 0, len(self.play))
        return replace(self, play=self.play[:index], score=(), best=(), value=())

    def exchanged(self, passed: Sequence[frozenset[int]]) -> Record:
        """The record before its play once every seat has passed its cards; all hands are open."""
        got = tuple(passed[self.rules.giver(seat)] for seat in range(self.players))
        hands = tuple(Hand(hand.known - gave | new, 0) for hand, gave, new in zip(self.hands, passed, got, strict=True))
        return replace(self, hands=hands, gave=tuple(passed), got=got, phase=Phase.PLAY)

    def dealt(self) -> tuple[Hand, ...]:
        """The hands before the pass; hidden where what was passed is not known."""
        hidden = Hand(unknown=self.rules.hand_size)
        if self.tricks_before:
            return (hidden,) * self.players
        return tuple(
            hidden
            if (gave := self.given(seat)) is None or (got := self.given(self.rules.giver(seat))) is None or not hand.is_open
            # what came is taken out first: a card that was passed on did not come
            else Hand(hand.known - got | gave, 0)
            for seat, hand in enumerate(self.hands)
        )

    # -- what is known --------------------------------------------------------------------------------------------------------------

    def is_open(self) -> bool:
        """Whether every card is known now, as `position` needs."""
        if self.phase is not Phase.PLAY:
            return False
        is_told = not self.forgotten and all(hand.is_open for hand in self.hands)  # quick: the play is not needed
        return is_told or all(hand.is_open for hand in self.hands_after_play())

    def position(self) -> Position:
        """The position after `play`.

        Raises HiddenCardsError if cards are hidden or the pass is not over, PositionError as `check_trick` does.
        """
        if self.phase is not Phase.PLAY:
            raise HiddenCardsError(
                f"the record is in the phase '{self.phase}': what the others pass is hidden",
                code="E-PHASE",
                hint=f"before and during the pass only advice is possible, {_ADVISE}",
            )
        self.check_trick()
        hands = (self if self.see is None else replace(self, see=None)).completed().hands_after_play()
        hidden = [self.seat_name(seat) for seat, hand in enumerate(hands) if not hand.is_open]
        if hidden:
            raise HiddenCardsError(
                f"the cards of {', '.join(hidden)} are hidden", hint=f"with hidden cards only advice is possible, {_ADVISE}"
            )
        return Position(self.table(), tuple(hand.known for hand in hands))

    # -- the cards played -----------------------------------------------------------------------------------------------------------

    @property
    def forgotten_so_far(self) -> tuple[Forgotten, ...]:
        """Those of `forgotten` that are in the play, which may have been cut since."""
        return self._so_far(self.forgotten)

    def _so_far(self, moves: tuple[Forgotten, ...]) -> tuple[Forgotten, ...]:
        return tuple(move for move in moves if move.index < len(self.play))

    def is_hand_told(self, seat: int) -> bool:
        """Whether all cards of a hand are known, except for forgotten ones that were or will be played."""
        check_whole("seat", seat, 0, self.players - 1)
        return self.hands[seat].is_open or self.hands[seat].unknown == sum(move.seat == seat for move in self.forgotten)

    def hands_after_play(self) -> tuple[Hand, ...]:
        """The hands after `play`. A card played from a hidden hand was one of its unknown cards; a forgotten one may have been any."""
        if not self.play:
            return self.hands
        if not self.forgotten and all(hand.is_open for hand in self.hands):  # quick: nothing hangs on who played what
            played = frozenset(move.card for move in self.play)
            return tuple(Hand(hand.known - played, 0) for hand in self.hands)
        hands = list(self.hands)
        for seat, card in self._cards_played():
            hands[seat] = hands[seat].without(card)
        for seat, count in Counter(move.seat for move in self.forgotten_so_far).items():
            hand = hands[seat]
            if hand.unknown is not None and hand.unknown >= count:
                hands[seat] = Hand(hand.known, hand.unknown - count)
            elif hand.unknown is not None:
                possible = frozenset[int]().union(*(self.candidates(move) for move in self.forgotten_so_far if move.seat == seat))
                kept = hand.known - possible
                hands[seat] = Hand(kept, len(hand.known) + hand.unknown - count - len(kept))
        return tuple(hands)

    def candidates(self, move: Forgotten) -> frozenset[int]:
        """The cards that a forgotten one can have been, by the hands, the play and the winner of the trick."""
        check_kind(move, Forgotten)
        hand, count = self._hand_after_pass(move.seat), sum(other.seat == move.seat for other in self.forgotten_so_far)
        plays = list(self._cards_played())
        played = frozenset(card for _, card in plays)
        own, shown = hand.known - played, sum(seat == move.seat and card not in hand.known for seat, card in plays)
        passed = (card for card, receiver in self.passed() if receiver != move.seat)
        free = frozenset(self.rules.deck).difference(self.out, played, passed, *(other.known for other in self.hands))
        cards = own if hand.unknown == shown else free if hand.unknown == count else free | own
        suit, ranks = possible_ranks(
            self.trick_of(move.index), self.rules.trick_size, move.index, {other.index for other in self.forgotten_so_far}
        )
        return frozenset(card for card in cards if suit_of(card) == suit and rank_of(card) in ranks)

    def _hand_after_pass(self, seat: int) -> Hand:
        """The hand with the cards that are known to have been passed to it, where the record begins with the first trick."""
        hand = self.hands[seat]
        got = frozenset(card for card, receiver in self.passed() if receiver == seat) - hand.known
        if self.tricks_before or not got or not hand.unknown:
            return hand
        return Hand(hand.known | got, hand.unknown - len(got))

    def given(self, giver: int) -> frozenset[int] | None:
        """The cards that a seat passed, as far as it or its receiver tells."""
        check_whole("giver", giver, 0, self.players - 1)
        gave = self.gave[giver]
        return self.got[self.rules.receiver(giver)] if gave is None else gave

    def passed(self) -> Iterator[tuple[int, int]]:
        """Every card that is known to have been passed, and who received it."""
        for seat in range(self.rules.players):
            yield from ((card, self.rules.receiver(seat)) for card in self.gave[seat] or ())
            yield from ((card, seat) for card in self.got[seat] or ())

    def forgotten_in_trick(self, table: Table) -> frozenset[int]:
        """The places of forgotten cards in the trick that lies on the table, the record's own."""
        check_kind(table, Table)
        cards = [index for index, move in enumerate(self.play) if move.card is not None]
        trick = cards[len(cards) - len(table.cards) :]
        return frozenset(trick.index(move.index) for move in self.forgotten if move.index in trick)

    def check_trick(self) -> None:
        """Raises PositionError where the trick on the table is not whole and a card of it is forgotten: what it was matters."""
        table = self.table() if self.forgotten else None
        if table is not None and len(table.cards) < self.rules.trick_size and self.forgotten_in_trick(table):
            message = "the trick is not over: a forgotten card still lies on the table"
            raise PositionError(message, code="E-FORGOTTEN", hint="write which one it is")

    def completed(self, seats: Collection[int] | None = None) -> Record:
        """The record with all hands that follow from it: those that were played out, and the last one if no other cards are left for it.

        The last one stays hidden where `see` says that the record is one player's knowledge: in an open record nobody knows other hands.
        `seats`: only these hands; None: all.
        """
        if seats is not None:
            check_kind(seats, Collection, "seats from 0")
            for seat in seats:
                check_whole("seats: a seat", seat, 0, self.players - 1)
        wanted = self.hands if seats is None else [self.hands[seat] for seat in seats]
        if self.phase is not Phase.PLAY or all(hand.is_open for hand in wanted):
            return self
        after = self.hands_after_play()
        cards = [set(hand.known) for hand in self.hands]
        for seat, card in self._cards_played():
            cards[seat].add(card)
        rest = set(self.rules.deck).difference(self.out, *cards)
        hidden = [seat for seat, hand in enumerate(after) if hand.unknown != 0]
        if len(hidden) == 1 and len(rest) == after[hidden[0]].unknown and self.see is None:
            cards[hidden.pop()] |= rest
        kept = {seat for seat in range(self.rules.players) if seat in hidden or (seats is not None and seat not in seats)}
        hands = [Hand(frozenset(own), (hand.size or 0) - len(own)) for hand, own in zip(self.hands, cards, strict=True)]
        return replace(self, hands=tuple(self.hands[seat] if seat in kept else hand for seat, hand in enumerate(hands)))

    def _cards_played(self) -> Iterator[tuple[int, int]]:
        """The cards of `play` that are not forgotten, and before them who played them."""
        lost = {move.index for move in self.forgotten}
        return ((seat, card) for index, seat, card in self.cards_played() if index not in lost)

    def trick_number(self, table: Table) -> tuple[int, int]:
        """Which trick of the round a table of this record is in, and how many there are; from 1."""
        check_kind(table, Table)
        before = self.tricks_taken if self.is_composed else self.tricks_before
        return before + self.tricks - table.tricks_left + 1, before + self.tricks

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from ..round.picture import draw

        return draw(scene(self))

    def decision(self) -> Decision:
        """What is to be decided after `play`."""
        return self.table().decision


def pass_question(record: Record, names: Sequence[str]) -> str | None:
    """What is to be decided before the play, in words; None in the play."""
    if record.phase is Phase.CHOOSE:
        return clause(names[record.dealer], "chooses how many cards to pass")
    return f"all choose {counted(record.pass_count or 0, 'card')} to pass" if record.phase is Phase.PASS else None


def scene(record: Record) -> Scene:
    """What a picture shows of the table after the record's play: what the record tells, hidden cards as backs."""
    from ..round.picture import Scene  # loaded only where a picture is wanted

    table, names = record.table(), tuple(record.player_names())
    turns = {Phase.CHOOSE: frozenset((record.dealer,)), Phase.PASS: frozenset(range(record.players)), Phase.PLAY: None}
    return Scene(
        table=table,
        hands=tuple((hand.known, hand.unknown) for hand in record.hands_after_play()),
        names=names,
        title=_title(record, table),
        prompt=pass_question(record, names),
        voids=record.void,
        dealer=record.dealer,
        untold=frozenset(record.may_have_won),
        turns=turns[record.phase],
        forgotten=record.forgotten_in_trick(table),
    )


def _title(record: Record, table: Table) -> str:
    start = f"Round {record.round[0]} of {record.round[1] or record.rules.rounds}"
    if record.phase is not Phase.PLAY:
        return f"{start}, the pass"
    number, tricks = record.trick_number(table)
    return f"{start}, trick {number} of {tricks}" if table.tricks_left else f"{start}, after the last trick"


Crystals = tuple[int, ...]


def _before_trick(
    table: Table, index: int, showroom: Crystals, vault: Crystals, thief: int | None
) -> Iterator[tuple[Crystals, Crystals, int | None, tuple[Move, ...]]]:
    """What lay open before the trick, and the moves that played its first `index` cards, after which it was `showroom`, `vault` and
    `thief`.

    Whom a club robbed is not known any more: every way that comes to the same is tried.
    """
    if index == 0:
        yield showroom, vault, thief, ()
        return
    card, seat = table.cards[index - 1], table.seat_of_play(index - 1)
    is_pending = table.robber is not None and index == len(table.cards)
    suit = suit_of(card) if card != table.cards[0] and suit_of(card) != suit_of(table.cards[0]) and not is_pending else None
    if suit == CLUBS and thief is not None:
        thief = (thief - 1) % len(showroom)
    for gives, victim in _undone(suit, seat, showroom, thief):
        earlier, banked = list(showroom), list(vault)
        for place, crystals in gives:
            earlier[place] += crystals
        banked[seat] -= suit in (DIAMONDS, SPADES) and (suit == DIAMONDS or bool(gives))
        if min(*earlier, *banked) < 0:
            continue
        others = [other for other, crystals in enumerate(earlier) if other != seat and crystals]
        move = Move(card, victim=victim if len(others) > 1 and thief is None else None)
        for first, safe, holder, moves in _before_trick(table, index - 1, tuple(earlier), tuple(banked), thief):
            yield first, safe, holder, (*moves, move)


def _undone(suit: int | None, seat: int, showroom: Crystals, thief: int | None) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """The ways to take a suit action back: what showrooms had more, and the victim of a club. No suit: there was no action. `thief`: who
    had the token before it.
    """
    if suit == HEARTS:
        yield [(seat, -1)], None
    elif suit == SPADES:
        yield [(seat, 1)], None
        if not showroom[seat]:
            yield [], None
    elif suit == CLUBS:
        others = [other for other in range(len(showroom)) if other != seat and thief in (None, other)]
        yield from (([(seat, -1), (other, 1)], other) for other in others)
        if not any(showroom[other] for other in others):
            yield [], None
    else:
        yield [], None
