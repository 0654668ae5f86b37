"""Diamonds being played: a ``diamonds_solver.game.LiveTable``.

Where the program deals, the record of a round has all hands. Else it is what one player, the owner, knows (``see``): the owner tells the
cards dealt, how many are passed, which ones were given and got, and every card as it falls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from diamonds_solver.common.options import OptionError
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError, PositionError
from diamonds_solver.game import Score, StoryLine, Turn
from diamonds_solver.games.diamonds.record.deal import deal
from diamonds_solver.games.diamonds.record.game_record import AnyRecord, GameRecord, ScoreOnly, last_round
from diamonds_solver.games.diamonds.record.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.report.words import WORDS
from diamonds_solver.games.diamonds.rules.cards import card_name, format_cards, sort_key
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Decision, Move, Pass, Table
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.games.diamonds.rules.score import final_score
from diamonds_solver.games.diamonds.view.information import known_record
from diamonds_solver.games.diamonds.view.view import View

from .story import before_deciding, names_of, pass_story, play_story
from .typed import NEXT, read_cards, read_move

COUNTS = (1, 2, 3)
_LIVE = 0x11FE  # what the random numbers of live deals begin with, so that ``diamonds deal`` with the same seed does not show the cards
_FIRST_DEALER = 0  # the number of the round that stands for who deals first


@dataclass(frozen=True)
class DiamondsTable:
    """A game of Diamonds going on; see ``game.LiveTable`` for the members that are not told here."""

    record_now: Record
    """The round in progress."""
    earlier: tuple[Record | ScoreOnly, ...] = ()
    """The rounds before it."""
    rounds: int = 1
    """Rounds to be played."""
    passing: bool = True
    seed: int | None = None
    """That of the deals; None: the owner tells the cards."""
    owner: int | None = None
    """Whose knowledge this is, where the program does not deal."""
    passed: tuple[frozenset[int] | None, ...] = ()
    """Where the program deals, and cards are being passed: what each seat has chosen so far."""

    # -- what is known --------------------------------------------------------------------------------------------------------------

    @property
    def is_dealt(self) -> bool:
        return self.seed is not None

    @property
    def rules(self) -> Rules:
        return self.record_now.rules

    @property
    def record(self) -> AnyRecord:
        return self._with_earlier(self.record_now)

    @cached_property
    def table(self) -> Table:
        """What lies open in the round in progress."""
        return self.record_now.table()

    @property
    def is_round_over(self) -> bool:
        return self.record_now.phase is Phase.PLAY and self.table.decision is Decision.OVER

    @property
    def score(self) -> Score:
        points, shares = final_score(self.table)
        return Score(self.rules.sides, tuple(map(float, points)), shares if self.turn is None else None)

    def seen(self, seat: int | None) -> AnyRecord:
        record = self.record_now
        if self.is_dealt and not self.is_round_over:
            record = known_record(record, seat) if seat is not None else _public(record)
        return self._with_earlier(record)

    def _with_earlier(self, record: Record) -> AnyRecord:
        if not self.earlier:
            return record
        return GameRecord(record.rules, (*self.earlier, record), record.names, record.id)

    # -- what is to be told ---------------------------------------------------------------------------------------------------------

    @cached_property
    def turn(self) -> Turn | None:
        record, owner = self.record_now, self.owner
        if owner is not None and not record.hands[owner].is_open:
            if record.gave[owner] is not None:
                assert record.pass_count is not None
                giver = next(seat for seat in range(record.players) if self.rules.receiver(seat) == owner)
                text = f"the cards got from {record.seat_name(giver)}"
                return Turn(owner, "got", text, record.pass_count, self._names(self._hidden()))
            return Turn(owner, "hand", "the cards dealt to you", self.rules.hand_size, self._names(self.rules.deck))
        if record.phase is Phase.CHOOSE:
            return Turn(record.dealer, "count", WORDS.decisions["count"])
        if record.phase is Phase.PASS:
            seat = self._next_to_pass()
            return Turn(seat, "pass", WORDS.decisions["pass"], record.pass_count, self._names(record.hands[seat].known))
        if self.is_round_over:
            return Turn(None, NEXT, "the next round") if record.round[0] < self.rounds else None
        return Turn(self.table.to_move, str(self.table.decision), WORDS.decisions[self.table.decision])

    def _next_to_pass(self) -> int:
        """All pass at once; where several tell, the dealer's left neighbour does so first."""
        if self.owner is not None:
            return self.owner
        order = [(self.record_now.dealer + 1 + step) % self.rules.players for step in range(self.rules.players)]
        return next(seat for seat in order if self.passed[seat] is None)

    def moves(self) -> Sequence[object]:
        turn, record = self.turn, self.record_now
        if turn is None or turn.decision in ("hand", "got"):
            return ()
        if turn.decision == NEXT:
            return (NEXT,)
        if turn.decision == "count":
            return COUNTS
        assert turn.seat is not None
        if turn.decision == "pass":
            phase = replace(record, phase=Phase.PASS)
            return tuple(map(Pass, View.of(phase, turn.seat).passes()))
        if not record.hands[turn.seat].is_open:
            return self._thinkable
        hand = record.hands_after_play()[turn.seat].known
        hands = tuple(hand if seat == turn.seat else frozenset[int]() for seat in range(record.players))
        return Position(self.table, hands).moves()

    @cached_property
    def _thinkable(self) -> tuple[Move, ...]:
        """The moves of a seat whose cards are hidden that leave at least one deal that agrees with all that the owner knows."""
        if self.table.decision is not Decision.CARD:
            return self.table.choices()
        view = View.of(self.record_now, self.owner)
        cards = sorted({*view.unseen, *view.pinned[self.table.to_move]}, key=sort_key)
        return tuple(move for card in cards if self._can_fall(card) for move in self.table.card_moves(card))

    def _can_fall(self, card: int) -> bool:
        try:
            View.of(replace(self.record_now, play=(*self.record_now.play, Move(card))), self.owner, self.table)
        except PositionError:
            return False
        return True

    def _hidden(self) -> frozenset[int]:
        """The cards that may have been passed to the owner."""
        assert self.owner is not None
        record = self.record_now
        return frozenset(self.rules.deck) - record.hands[self.owner].known - (record.gave[self.owner] or frozenset())

    def _names(self, cards: Iterator[int] | frozenset[int] | Sequence[int]) -> tuple[str, ...]:
        return tuple(card_name(card) for card in sorted(cards, key=sort_key))

    def read(self, text: str) -> object:
        turn = self.turn
        if turn is None:
            raise IllegalMoveError("the game is over")
        if turn.needs is not None:
            return Pass(read_cards(text, turn.needs, turn.pool))
        return read_move(text, self.moves(), self.record_now)

    # -- in words -------------------------------------------------------------------------------------------------------------------

    def story(self, move: object, seat: int | None) -> Sequence[StoryLine]:
        return tuple(map(StoryLine, self._told(move, seat)))

    def _told(self, move: object, seat: int | None) -> Sequence[str]:
        turn, record = self.turn, self.record_now
        if turn is None or turn.decision == NEXT:
            return (f"round {record.round[0] + 1} of {self.rounds}",)
        assert turn.seat is not None
        name = names_of(record)[turn.seat]
        if isinstance(move, Move):
            return tuple(play_story(record, self.table, move))
        if isinstance(move, int):
            return (f"{name} lets {counted(move, 'card')} be passed",)
        assert isinstance(move, Pass)
        if turn.decision == "hand":
            return (f"{name} holds {format_cards(move.cards)}",)
        if turn.decision == "got":
            return (f"{name} gets {format_cards(move.cards)}",)
        lines, after = [pass_story(record, turn.seat, move.cards, seat)], self.tell(move).record_now
        if seat is not None and after.phase is Phase.PLAY and (got := after.got[seat]) is not None:
            lines.append(f"{names_of(record)[seat]} gets {format_cards(got)}")
        return tuple(lines)

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        return tuple(before_deciding(last_round(self.seen(seat)), self.table, seat))

    # -- what was told --------------------------------------------------------------------------------------------------------------

    def tell(self, move: object) -> Self:
        turn, record = self.turn, self.record_now
        if turn is None:
            raise IllegalMoveError("the game is over")
        if turn.needs is not None:
            return self._told_cards(turn, move)
        if move not in self.moves():
            legal = ", ".join(map(str, self.moves()))
            raise IllegalMoveError(f"{move} is not possible here", hint=f"moves: {legal}")
        if turn.decision == NEXT:
            return self._next_round()
        if turn.decision == "count":
            assert isinstance(move, int)
            return self._with(replace(record, phase=Phase.PASS, pass_count=move), passed=(None,) * record.players)
        assert isinstance(move, Move)
        after = self._with(replace(record, play=(*record.play, move)))
        after.__dict__["table"] = self.table.play_card(move.card, move.victim) if move.card is not None else self.table.choose(move)
        return after

    def _told_cards(self, turn: Turn, move: object) -> Self:
        if not isinstance(move, Pass) or len(set(move.cards)) != turn.needs or not set(map(card_name, move.cards)) <= set(turn.pool):
            raise IllegalMoveError(f"{move} are not {turn.needs} cards of those that can be meant", hint=f"cards: {', '.join(turn.pool)}")
        record, cards, seat = self.record_now, frozenset(move.cards), turn.seat
        assert seat is not None
        if turn.decision == "hand":
            return self._with(_with_hand(record, seat, Hand(cards, 0)))
        if turn.decision == "got":
            got = (*record.got[:seat], cards, *record.got[seat + 1 :])
            return self._with(replace(_with_hand(record, seat, Hand(record.hands[seat].known | cards, 0)), got=got))
        if self.owner is not None:
            gave = (*record.gave[:seat], cards, *record.gave[seat + 1 :])
            left = Hand(record.hands[seat].known - cards, len(cards))
            return self._with(replace(_with_hand(record, seat, left), phase=Phase.PLAY, gave=gave))
        passed = (*self.passed[:seat], cards, *self.passed[seat + 1 :])
        if None in passed:
            return self._with(record, passed=passed)
        return self._with(_exchanged(record, passed))

    def _with(self, record: Record, passed: tuple[frozenset[int] | None, ...] = ()) -> Self:
        return replace(self, record_now=record, passed=passed)

    def _next_round(self) -> Self:
        number, table = self.record_now.round[0] + 1, self.table
        record = _begun(
            replace(self.record_now, showroom=table.showroom, vault=table.vault),
            number,
            (self.record_now.dealer + 1) % self.rules.players,
            self.passing,
            self.seed,
            self.owner,
        )
        return replace(self, record_now=record, earlier=(*self.earlier, self.record_now))


def new_table(options: Mapping[str, Any], rules: Rules, names: Sequence[str] | None, seed: int | None, me: int | None) -> DiamondsTable:
    """A new game, as ``game.LivePlay.live`` gives it.

    Raises OptionError for options that exclude each other.
    """
    rounds, passing = options.get("rounds", rules.rounds), options.get("pass", True)
    if rounds > rules.rounds:
        raise OptionError(f"{rules.players} players play {rules.rounds} rounds, not {rounds}", code="E-OPTION")
    dealer = options.get("dealer", 1) - 1
    if dealer >= rules.players:
        raise OptionError(f"there is no seat {dealer + 1} with {rules.players} players", code="E-OPTION")
    if "dealer" not in options and seed is not None:
        dealer = int(np.random.default_rng((_LIVE, seed, _FIRST_DEALER)).integers(rules.players))
    unknown = Hand(unknown=rules.hand_size)
    tricks = rules.hand_size // rules.plays_per_trick
    blank = Record(rules, (unknown,) * rules.players, tricks, 0, names=None if names is None else tuple(names), round=(1, rounds))
    return DiamondsTable(_begun(blank, 1, dealer, passing, seed, me), rounds=rounds, passing=passing, seed=seed, owner=me)


def table_from(record: AnyRecord, seed: int | None, me: int | None) -> DiamondsTable:
    """A game that goes on where a record ends, as ``game.LivePlay.live_from`` gives it.

    Raises HiddenCardsError where cards that are needed are hidden, PositionError where the last round is known by its score alone.
    """
    now = last_round(record)
    earlier = record.rounds[:-1] if isinstance(record, GameRecord) else ()
    # A record of one round that does not say which of how many is a round of its own.
    rounds = 1 if now.round == (1, 0) and not earlier else now.round[1] or now.rules.rounds
    now = replace(now, best=(), value=())
    passing = now.phase is not Phase.PLAY or any(gave is not None for gave in now.gave)
    if seed is not None:
        now = replace(now, see=None).completed()
        hidden = [now.seat_name(seat) for seat, hand in enumerate(now.hands) if not hand.is_open]
        if hidden:
            message = f"the cards of {', '.join(hidden)} are hidden: nobody can play for them"
            raise HiddenCardsError(message, hint="somebody at the real table can: that is a companion game")
        passed = (None,) * now.players if now.phase is Phase.PASS else ()
        return DiamondsTable(now, earlier, rounds, passing, seed, passed=passed)
    owner = now.see if me is None else me
    if owner is None:
        raise HiddenCardsError("the record does not say who tells what happens", code="E-SEE", hint="name the seat, or add 'see P1'")
    is_told = not now.hands[owner].is_open and (now.play or now.tricks_before)
    if not is_told:
        now = replace(now, see=owner)
        return DiamondsTable(known_record(now, owner) if now.hands[owner].is_open else now, earlier, rounds, passing, owner=owner)
    raise HiddenCardsError(f"the cards of {now.seat_name(owner)} are hidden", hint=f"write the cards: hand P{owner + 1} D15,9 ...")


def _begun(before: Record, number: int, dealer: int, passing: bool, seed: int | None, owner: int | None) -> Record:
    """The record of a round before anything was told; names and crystals are those of `before`."""
    rules = before.rules
    hands = (Hand(unknown=rules.hand_size),) * rules.players
    if seed is not None:
        hands = tuple(Hand(hand, 0) for hand in deal(rules, np.random.default_rng((_LIVE, seed, number))).hands)
    return Record(
        rules=rules,
        hands=hands,
        tricks=rules.hand_size // rules.plays_per_trick,
        lead=(dealer + 1) % rules.players,
        names=before.names,
        round=(number, before.round[1]),
        dealer=dealer,
        showroom=before.showroom,
        vault=before.vault,
        see=owner,
        phase=Phase.CHOOSE if passing else Phase.PLAY,
        id=before.id,
    )


def _public(record: Record) -> Record:
    """The record as everybody knows it."""
    nobody = (None,) * record.players
    hidden = (Hand(unknown=record.tricks * record.rules.plays_per_trick),) * record.players
    return replace(record, hands=hidden, gave=nobody, got=nobody, see=None)


def _with_hand(record: Record, seat: int, hand: Hand) -> Record:
    return replace(record, hands=(*record.hands[:seat], hand, *record.hands[seat + 1 :]))


def _exchanged(record: Record, passed: Sequence[frozenset[int] | None]) -> Record:
    """The record after everybody has passed."""
    gave = [cards or frozenset[int]() for cards in passed]
    got = list(gave)
    for seat, cards in enumerate(gave):
        got[record.rules.receiver(seat)] = cards
    hands = tuple(Hand(hand.known - gave[seat] | got[seat], 0) for seat, hand in enumerate(record.hands))
    return replace(record, hands=hands, gave=tuple(gave), got=tuple(got), phase=Phase.PLAY)
