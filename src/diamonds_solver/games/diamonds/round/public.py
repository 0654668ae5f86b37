"""The rules of play, in plain Python: what lies open on the table and how a move changes it.

A `Table` is all that every player sees: crystals, the trick, the cards won. It does not know the hands, so the same code replays a game
with all cards open (`Position`) and one in which most are hidden. Tables never change: a move gives a new one.

Where the rule texts leave a choice, the reading taken is listed in ``docs/explanation/rules.md``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Self

from diamonds_solver.common.quantities import check_kind
from diamonds_solver.common.wording import clause
from diamonds_solver.errors import IllegalMoveError, ObjectiveError

from .rules import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    MAX_PLAYERS,
    MAX_RANK,
    SPADES,
    START_SHOWROOM,
    SUIT_CLASS,
    SUITS,
    Rules,
    card_name,
    card_of,
    make_card,
    rank_of,
    suit_of,
    suits_first,
)

BONUS = 4
"""Points of a player without a trick: two crystals in the vault."""
AWARDS_DONE = 4  # value of Table.award once the four awards are resolved
ROUND_OVER = 5  # and once the players without a trick have their bonus

_CARDS = frozenset((None, *(make_card(suit, rank) for suit in SUITS for rank in range(1, MAX_RANK + 1))))
_SEATS = frozenset((None, *range(MAX_PLAYERS)))
_SEAT_NAMES = [f"P{seat + 1}" for seat in range(MAX_PLAYERS)]
_MOVE = re.compile(rf"(?:(?P<card>{SUIT_CLASS}\d{{1,2}})|[Pp](?P<actor>[1-6]))?(?:>[Pp](?P<victim>[1-6]))?")


class Decision(StrEnum):
    """What is to be decided in a position."""

    CARD = "card"
    VICTIM = "victim"
    ACTOR = "actor"
    OVER = "over"


class _MoveFields(NamedTuple):
    card: int | None
    actor: int | None
    victim: int | None


class Move(_MoveFields):
    """One decision: a card, the victim of a clubs action, a team's actor, or a card (actor) with its victim.

    `victim` is set only if there is a choice. Raises TypeError for a card or seat that is not a number.
    """

    __slots__ = ()

    def __new__(cls, card: int | None = None, actor: int | None = None, victim: int | None = None) -> Self:
        try:
            is_known = card in _CARDS, actor in _SEATS and victim in _SEATS
        except TypeError:  # what cannot be in a set
            is_known = False, False
        if not is_known[0] or card is True:
            raise TypeError(f"card must be the number of a card, 16 * suit + rank, not {card!r}; Move.parse('C3>P1') reads text")
        if not is_known[1] or isinstance(actor, bool) or isinstance(victim, bool):
            raise TypeError(f"actor and victim must be seats from 0 to {MAX_PLAYERS - 1}, not {actor!r} and {victim!r}")
        return super().__new__(cls, card, actor, victim)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The move from a text as in results: ``D15``, ``C3>P1``, ``>P1``, ``P3``, ``P3>P1``.

        Raises IllegalMoveError if the text is not a move, TypeError if it is not a text.
        """
        if not isinstance(text, str):
            raise TypeError(f"a text is expected, such as 'C3>P1', not {text!r}")
        match = _MOVE.fullmatch(suits_first(text.strip()))
        if not match or not (match["card"] or match["actor"] or match["victim"]):
            hint = "a move is a card (D15), a card with its victim (C3>P1), or a choice (>P1, in team play also P3 or P3>P1)"
            raise IllegalMoveError(f"{text!r} is not a move", code="E-PLAY", hint=hint)
        actor, victim = (int(match[name]) - 1 if match[name] else None for name in ("actor", "victim"))
        return cls(card_of(match["card"]) if match["card"] else None, actor, victim)

    def named(self, names: Sequence[str]) -> str:
        """The move as text with the players' names, one for each seat: ``C3>Ann``."""
        check_kind(names, Sequence, "the names of all players")
        most = max(-1 if seat is None else seat for seat in (self.actor, self.victim))
        if len(names) <= most or not all(isinstance(name, str) for name in names):
            raise ValueError(f"the names of all players are expected, not {names!r}")
        return self._text(names)

    def _text(self, names: Sequence[str]) -> str:
        text = card_name(self.card) if self.card is not None else ""
        text += names[self.actor] if self.actor is not None else ""
        return text + (f">{names[self.victim]}" if self.victim is not None else "")

    def __str__(self) -> str:
        return self._text(_SEAT_NAMES)

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})" if any(part is not None for part in self) else "Move()"


@dataclass(frozen=True)
class Pass:
    """A set of cards to pass, in the order D H S C and falling rank."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return "+".join(map(card_name, self.cards))


class Act(NamedTuple):
    """What changes crystals: the action of a suit, or the bonus for no trick."""

    source: str
    """``discards``, ``tricks`` (of who has taken one), ``awards`` or ``bonus``."""
    seat: int
    suit: int | None
    """None for the bonus."""
    victim: int | None
    """Whom clubs rob of a crystal."""
    gain: int
    """Points of `seat`; 0 where there is nothing to move."""

    def gains(self, players: int) -> tuple[int, ...]:
        """Points of all players, by seat."""
        return tuple(self.gain * (seat == self.seat) - (seat == self.victim) for seat in range(players))


@dataclass(frozen=True)
class Table:
    """The open part of a round. Seats are 0-based; per-seat tuples have `rules.players` items."""

    rules: Rules
    leader: int
    """Who leads, or led, the current trick."""
    tricks_left: int
    """Tricks not yet taken, the one on the table included."""
    showroom: tuple[int, ...]
    vault: tuple[int, ...]
    taken: tuple[tuple[int, int, int, int], ...]
    """Cards won this round, by seat and suit."""
    winners: frozenset[int] = frozenset()
    """Seats that have won a trick this round."""
    cards: tuple[int, ...] = ()
    """The cards of the current trick, in play order."""
    robber: int | None = None
    """The seat that owes the choice of a clubs action's victim."""
    award: int = 0
    """The end-of-round award to be resolved next (a suit), AWARDS_DONE or ROUND_OVER."""
    thief: int | None = None
    """The seat that has the thief token; None in games without it."""
    acts: tuple[Act, ...] = field(default=(), compare=False, repr=False)
    """What the move that led here did, in order. A clubs action whose victim is still to be chosen comes with that choice."""

    @classmethod
    def start(cls, rules: Rules, leader: int, tricks: int | None = None) -> Table:
        """A round's table before the first lead, three crystals in each showroom; the dealer has the thief token."""
        if tricks is None:
            tricks = rules.tricks
        nobody = (0,) * rules.players
        thief = (leader - 1) % rules.players if rules.thief else None
        return cls(rules, leader, tricks, (START_SHOWROOM,) * rules.players, nobody, ((0, 0, 0, 0),) * rules.players, thief=thief)

    # -- what is to be decided ------------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        if self.robber is not None:
            return Decision.VICTIM
        if self.tricks_left > 0:
            return Decision.CARD
        if self.award >= AWARDS_DONE:
            return Decision.OVER
        return Decision.VICTIM if self.choices()[0].actor is None else Decision.ACTOR

    @property
    def to_move(self) -> int:
        """The seat that decides now. For a team's choice of actor: the team's first seat. Once the round is over: the leader."""
        if self.robber is not None:
            return self.robber
        if self.tricks_left > 0:
            return self.seat_of_play(len(self.cards))
        if self.award >= AWARDS_DONE:
            return self.leader
        return self._award_options()[0][0] if self.decision is Decision.VICTIM else min(self.award_winners(self.award))

    def seat_of_play(self, index: int) -> int:
        """The seat that plays card number `index` of the current trick."""
        return (self.leader + index) % self.rules.players

    def victims(self, seat: int) -> tuple[int, ...]:
        """The seats that `seat` may rob: all others whose showroom is not empty, a partner included; of these only who has the thief token,
        where there is one.
        """
        if self.thief is not None:
            return (self.thief,) if self.thief != seat and self.showroom[self.thief] > 0 else ()
        return tuple(v for v in range(self.rules.players) if v != seat and self.showroom[v] > 0)

    def choices(self) -> tuple[Move, ...]:
        """The moves of a decision that needs no card: victims, or who performs a team's award. Empty when a card is to be played."""
        if self.robber is not None:
            return tuple(Move(victim=v) for v in self.victims(self.robber))
        if self.tricks_left > 0 or self.award >= AWARDS_DONE:
            return ()
        return _moves_of_options(self._award_options())

    def card_moves(self, card: int) -> tuple[Move, ...]:
        """The moves that play `card` now: one, or one for each victim when it is an off-suit club with a choice of victims."""
        if self.is_off_suit(card) and suit_of(card) == CLUBS:
            victims = self.victims(self.to_move)
            if len(victims) > 1:
                return tuple(Move(card, victim=v) for v in victims)
        return (Move(card),)

    def is_off_suit(self, card: int) -> bool:
        return bool(self.cards) and suit_of(card) != suit_of(self.cards[0])

    def winning_seat(self) -> int:
        """The seat whose card would win the current trick as it lies."""
        led = suit_of(self.cards[0])
        best = max((rank_of(c), -i) for i, c in enumerate(self.cards) if suit_of(c) == led)
        return self.seat_of_play(-best[1])

    def points(self) -> tuple[int, ...]:
        """Points of each seat so far: twice the vault plus the showroom."""
        return tuple(2 * v + s for v, s in zip(self.vault, self.showroom, strict=True))

    # -- moves ----------------------------------------------------------------------------------------------------------------------

    def after(self, move: Move) -> Table:
        """The table after a move; whether the seat holds its card is the caller's business."""
        return self.choose(move) if move.card is None else self.play_card(move.card, move.victim)

    def play_card(self, card: int, victim: int | None = None) -> Table:
        """The table after the next seat plays `card`; whether that seat may play it is the caller's business.

        An off-suit club with several possible victims and none given leaves the choice pending (`robber`).
        """
        seat = self.to_move
        table = self._with(cards=(*self.cards, card), acts=())
        if self.is_off_suit(card):
            table = table._act("discards", seat, suit_of(card), victim)
        elif victim is not None:
            raise IllegalMoveError(f"{card_name(card)} follows suit: it robs nobody", code="E-VICTIM")
        return table.settle()

    def choose(self, move: Move) -> Table:
        """The table after a pending choice: a victim, or who performs an award."""
        if self.robber is not None:
            source = "discards" if self.cards else "tricks"
            return self._with(robber=None, acts=())._act(source, self.robber, CLUBS, move.victim).settle()
        options = self._award_options()
        moves = _moves_of_options(options)
        if move not in moves:
            raise IllegalMoveError(f"{move} is not one of {', '.join(map(str, moves))}")
        actor, victim = options[moves.index(move)]
        return self._with(acts=())._act("awards", actor, self.award, victim)._next_award().settle()

    def settle(self) -> Table:
        """Goes on until somebody has to decide something or the round is over; moves do this by themselves."""
        if self.robber is not None:
            return self
        if len(self.cards) == self.rules.trick_size:
            return self._take_trick().settle()
        if self.tricks_left == 0:
            return self._resolve_awards()
        return self

    # -- how the rules work ---------------------------------------------------------------------------------------------------------

    def _with(self, **changes: object) -> Self:
        """What dataclasses.replace makes, in a quarter of the time: this is done at every step of every replay."""
        table = object.__new__(type(self))
        table.__dict__.update(self.__dict__, **changes)
        return table

    def _act(self, source: str, seat: int, suit: int, victim: int | None = None) -> Table:
        """Performs one suit action; nothing happens where it is impossible."""
        showroom, vault, gain = list(self.showroom), list(self.vault), 0
        if suit == DIAMONDS:
            vault[seat] += 1
            gain = 2
        elif suit == HEARTS:
            showroom[seat] += 1
            gain = 1
        elif suit == SPADES and showroom[seat] > 0:
            showroom[seat] -= 1
            vault[seat] += 1
            gain = 1
        elif suit == CLUBS:
            victims = self.victims(seat)
            if victim is not None and self.thief is not None:
                raise IllegalMoveError(f"clubs rob whoever has the thief token: P{victim + 1} cannot be chosen", code="E-VICTIM")
            if victim is None and len(victims) > 1:
                return self._with(robber=seat)
            if victim is None and victims:
                victim = victims[0]
            if victim is not None:
                if victim not in victims:
                    raise IllegalMoveError(f"P{seat + 1} cannot rob P{victim + 1}", code="E-VICTIM")
                showroom[victim] -= 1
                showroom[seat] += 1
                gain = 1
        thief = self.rules.left_of(self.thief) if self.thief is not None and suit == CLUBS else self.thief
        acts = (*self.acts, Act(source, seat, suit, victim, gain))
        return self._with(showroom=tuple(showroom), vault=tuple(vault), thief=thief, acts=acts)

    def _take_trick(self) -> Table:
        winner, led = self.winning_seat(), suit_of(self.cards[0])
        taken = [list(row) for row in self.taken]
        for card in self.cards:
            taken[winner][suit_of(card)] += 1
        table = self._with(
            leader=winner,
            tricks_left=self.tricks_left - 1,
            taken=tuple((d, h, s, c) for d, h, s, c in taken),
            winners=self.winners | {winner},
            cards=(),
        )
        return table._act("tricks", winner, led)

    def _resolve_awards(self) -> Table:
        """Performs the awards D, H, S, C in turn, stopping at a choice, then gives the no-trick bonus."""
        table = self
        while table.award < AWARDS_DONE:
            options = table._award_options()
            if len(options) > 1:
                return table
            for actor, victim in options:
                table = table._act("awards", actor, table.award, victim)
            table = table._next_award()
        if table.award == AWARDS_DONE:
            without = [seat for seat in range(self.rules.players) if seat not in table.winners]
            vault = tuple(v + BONUS // 2 * (seat in without) for seat, v in enumerate(table.vault))
            acts = (*table.acts, *(Act("bonus", seat, None, None, BONUS) for seat in without))
            table = table._with(vault=vault, award=ROUND_OVER, acts=acts)
        return table

    def _next_award(self) -> Table:
        return self._with(award=self.award + 1)

    def award_winners(self, suit: int) -> tuple[int, ...]:
        """The seats of the side that took most cards of a suit; empty on a tie."""
        totals = [sum(self.taken[seat][suit] for seat in side) for side in self.rules.sides]
        most = max(totals)
        return self.rules.sides[totals.index(most)] if totals.count(most) == 1 else ()

    def _award_options(self) -> tuple[tuple[int, int | None], ...]:
        """All (actor, victim) by which the award to be resolved can be performed; empty when it is tied or impossible."""
        winners = self.award_winners(self.award)
        if self.award == SPADES:
            return tuple((seat, None) for seat in winners if self.showroom[seat] > 0)
        if self.award == CLUBS and self.thief is None:
            return tuple((seat, victim) for seat in winners for victim in self.victims(seat))
        return tuple((seat, None) for seat in winners)


@lru_cache(maxsize=256)
def tables_along(start: Table, play: tuple[Move, ...]) -> tuple[Table, ...]:
    """The tables before each move of a play, and the one after the last."""
    if not play:
        return (start,)
    before = tables_along(start, play[:-1])
    return (*before, before[-1].after(play[-1]))


def _moves_of_options(options: tuple[tuple[int, int | None], ...]) -> tuple[Move, ...]:
    """Names the options of an award, leaving out what is no choice: the only actor, an actor's only victim."""
    actors = [actor for actor, _ in options]
    one_actor = len(set(actors)) == 1
    return tuple(Move(actor=None if one_actor else actor, victim=victim if actors.count(actor) > 1 else None) for actor, victim in options)


# -- objectives and winners ---------------------------------------------------------------------------------------------------------------
# What is counted where all cards are known, or rounds are played out; who has won a game, by its last table.


def is_margin(objective: str) -> bool:
    """Whether an objective is ``margin``, own points minus the others' mean, and not ``points``. Raises ObjectiveError for another."""
    if objective not in ("margin", "points"):
        raise ObjectiveError(f"the objective is margin or points, not {objective!r}")
    return objective == "margin"


def final_score(table: Table) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Every side's points, and its share of the victory: most points, then most crystals in the vault, then it is shared."""
    points = table.points()
    totals = tuple(sum(points[seat] for seat in side) for side in table.rules.sides)
    ranks = [(total, sum(table.vault[seat] for seat in side)) for total, side in zip(totals, table.rules.sides, strict=True)]
    best = max(ranks)
    return totals, tuple((rank == best) / ranks.count(best) for rank in ranks)


# -- what is to be decided, in words ------------------------------------------------------------------------------------------------------


def question(table: Table, names: Sequence[str], suits: str) -> str:
    """``Bob is to play; H was led``. `suits`: how the four suits are written, a character each."""
    who = names[table.to_move]
    if table.decision is Decision.OVER:
        return "the round is over"
    if table.decision is Decision.CARD:
        if not table.cards:
            return clause(who, "leads")
        return clause(who, f"is to play; {suits[suit_of(table.cards[0])]} was led")
    award = "" if table.robber is not None or table.award >= AWARDS_DONE else f" for the award for most {suits[table.award]}"
    if table.decision is Decision.VICTIM:
        return clause(who, f"chooses whom to rob{award}: {' or '.join(names[seat] for seat in table.victims(table.to_move))}")
    side = table.rules.sides[table.rules.side_of(table.to_move)]
    return f"{' and '.join(names[seat] for seat in side)} choose who acts{award}"
