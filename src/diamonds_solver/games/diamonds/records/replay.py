"""The play of a record replayed, and every token of it checked.

After a problem the replay goes on as well as it can, so that all are found at once: with a victim of its own choice, and at most one
complaint about whose turn it is in each trick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from typing import ClassVar, NoReturn

from diamonds_solver.common.wording import quote
from diamonds_solver.notation.problems import Location, ProblemList

from ..round.public import Decision, Move, Table, tables_along
from ..round.rules import CLUBS, SUIT_LETTERS, SUIT_NAMES, card_name, format_cards, suit_of
from .fields import OUT, VOID, Draft
from .record import Forgotten, Hand
from .tokens import Cards, MoveToken, TokenKind


class _BadPlayError(Exception):
    """The play cannot be followed any further; the problem is noted."""


class Replay:
    """The play so far: the table, and what is known of every hand. Hidden cards cannot be wrong."""

    def __init__(self, draft: Draft, start: Table, owners: dict[int, int], are_crystals_doubtful: bool = False) -> None:
        """`owners`: the seats of all cards of which the record says who holds them at the start."""
        self.reading = draft.reading
        self.start = start
        self.table = start
        self.moves: list[Move] = []
        self.stand_ins: list[Forgotten] = []
        """The moves with forgotten cards."""
        self.hands: list[Hand] = []
        self.voids: list[dict[int, str]] = []
        """Suits of which none of a seat's unknown cards can be, and how that is known."""
        for seat, hand in enumerate(draft.hands):
            known = frozenset(card for card, owner in owners.items() if owner == seat)
            self.hands.append(Hand(known, (hand.size or 0) - len(known)))
            self.voids.append(dict.fromkeys(draft.of_seats(VOID).get(seat, ()), "says the field 'void'"))
        self.owners = owners
        self.out: Cards = draft[OUT]
        self.played: dict[int, MoveToken] = {}
        self.last: MoveToken | None = None
        """The last card."""
        self.is_victim_named = False
        """Whether the play says whom the last card has robbed."""
        self.slash_at = start.tricks_left
        """Tricks left at the last slash."""
        self.players: list[int] = []
        """Who played the cards of the trick: the seat whose turn it was, or in its place who holds the card."""
        self.is_trick_bad = False
        self.is_broken = False
        """Whether the play could not be followed any further."""
        self.is_doubtful = False
        """Whether a problem leaves open how crystals, hands and turns are: then what they alone tell is no problem."""
        self.are_crystals_doubtful = are_crystals_doubtful
        """Whether problems of an earlier round leave open who can be robbed: then that is no problem of this one."""

    def fork(self) -> Replay:
        """The same play, to try out how it can go on: problems from here on are its own."""
        other = copy(self)
        other.reading = replace(self.reading, problems=ProblemList())
        other.moves, other.stand_ins, other.played = [*self.moves], [*self.stand_ins], {**self.played}
        other.hands, other.voids, other.players = [*self.hands], [{**void} for void in self.voids], [*self.players]
        return other

    def follow(self, tokens: Iterable[MoveToken]) -> None:
        """Goes on by some tokens, as far as they can be followed. Every problem is noted."""
        try:
            for token in tokens if not self.is_broken else ():
                self._steps[token.kind](self, token if self.start.thief is None else self._without_victim(token))
        except _BadPlayError:
            self.is_broken = True

    @property
    def trouble(self) -> int:
        """How much is wrong, so far or since the fork."""
        return self.reading.problems.count + self.is_broken

    @property
    def is_guessed(self) -> bool:
        """Whether problems leave open what lies on the table."""
        return self.is_doubtful or self.are_crystals_doubtful

    def go_on(self, move: Move) -> None:
        """Makes a move. Where nothing was guessed before, the tables are those that the record will have: nothing is played twice."""
        self.moves.append(move)
        self.table = self.table.after(move) if self.is_guessed else tables_along(self.start, tuple(self.moves))[-1]

    def _doubt(self, code: str, location: Location, message: str, hint: str | None = None) -> None:
        """Notes a problem after which the replay goes on with a guess."""
        self.reading.problem(code, location, message, hint)
        self.is_doubtful = True

    def _fail(self, code: str, location: Location, message: str, hint: str | None = None) -> NoReturn:
        """Notes a problem after which the play cannot be followed."""
        self.reading.problem(code, location, message, hint)
        raise _BadPlayError

    def may_hold(self, seat: int, card: int) -> bool:
        """Whether the seat has the card, or can have it."""
        hand = self.hands[seat]
        elsewhere = card in self.owners or card in self.played or card in self.out
        return card in hand.known or bool(hand.unknown and not elsewhere and suit_of(card) not in self.voids[seat])

    def following(self, seat: int) -> set[int]:
        """The known cards with which the seat can follow suit."""
        return {card for card in self.hands[seat].known if self.table.cards and not self.table.is_off_suit(card)}

    # -- cards -------------------------------------------------------------------------------------------------------------------
    def _card(self, token: MoveToken) -> None:
        self._need_no_victim()
        if not self.table.cards:
            self._begin_trick()
        table, card = self.table, token.number
        if table.tricks_left == 0:
            hint = "after the last trick only the choices of the awards follow" if table.choices() else "the round is over"
            self._fail("E-PLAY-LONG", token.location(), f"{card_name(card)} is one card too many: all tricks are played", hint)
        seat = table.to_move
        self.players.append(seat)
        if self._take_from_hand(token, seat):
            self._check_follows(token, seat)
        victim = self._victim_of_card(token, seat)
        if token.is_stand_in:
            self.stand_ins.append(Forgotten(len(self.moves), seat))
        self.go_on(Move(card, victim=victim))
        self.played[card] = self.last = token
        self.is_victim_named = token.victim is not None

    def _take_from_hand(self, token: MoveToken, seat: int) -> bool:
        """Takes the card from the seat's hand; whether the seat can have had it."""
        card, hand, who = token.number, self.hands[seat], self.reading.label(seat)
        if card in self.played:
            self.reading.card_twice(card, token.span, self.played[card].span, "played")
            self.is_doubtful = self.is_trick_bad = True
            return False
        owner = self.owners.get(card)
        if card in hand.known or (owner is None and card not in self.out and hand.unknown):
            self.hands[seat] = hand.without(card)
            return True
        why = ""
        if owner is not None:
            why = f"{self.reading.label(owner)} holds it"
            self.hands[owner] = Hand(self.hands[owner].known - {card}, self.hands[owner].unknown)
            self.players[-1] = owner
        elif card in self.out:
            why = f"it is out, {self.out[card].word.line.where}"
        if self.is_trick_bad:
            return False
        self.is_trick_bad = True
        holds = f"{who} holds {format_cards(hand.known)}" if hand.is_open else ""
        hint = "; ".join(filter(None, (why, holds)))
        self._doubt("E-NOT-HELD", token.location(), f"{who} is to play and does not hold {card_name(card)}", hint or None)
        return False

    def _check_follows(self, token: MoveToken, seat: int) -> None:
        card, void, who = token.number, self.voids[seat], self.reading.label(seat)
        suit = suit_of(card)
        if suit in void:
            self._doubt("E-REVOKE", token.location(), f"{who} has no {SUIT_NAMES[suit]}: {void[suit]}")
        if not self.table.is_off_suit(card):
            return
        led = suit_of(self.table.cards[0])
        if following := self.following(seat):
            hint = f"legal: {format_cards(following)}" + ("" if self.hands[seat].is_open else ", or a hidden card of that suit")
            self._doubt("E-REVOKE", token.location(), f"{who} must follow suit and has {SUIT_NAMES[led]}", hint)
            return
        void.setdefault(led, f"{card_name(card)} {token.span.word.line.where} did not follow suit to {SUIT_LETTERS[led]}")

    def _begin_trick(self) -> None:
        """After a trick with a card out of turn who holds its highest card is taken to have won it."""
        if self.is_trick_bad:
            cards = [move.card for move in self.moves if move.card is not None][-len(self.players) :]
            best = max(card for card in cards if suit_of(card) == suit_of(cards[0]))
            self._led_by(self.players[cards.index(best)])
        self.players, self.is_trick_bad = [], False

    def _led_by(self, seat: int) -> None:
        """Goes on with `seat` to lead: after a problem, where the play itself says who does."""
        self.table = replace(self.table, leader=seat, robber=None if self.table.robber is None else seat)
        self.is_trick_bad = False

    def _victim_of_card(self, token: MoveToken, seat: int) -> int | None:
        """The victim that the token names, where there is a choice; where there is none it is only checked."""
        table, card, location = self.table, token.number, token.victim_location()
        if token.victim is None:
            return None
        if not table.is_off_suit(card):
            verb = "follows suit" if table.cards else "is led"
            hint = "the winner of a trick in clubs names the victim in a token of its own after the last card: C4 >P1"
            self._doubt("E-VICTIM", location, f"{card_name(card)} {verb}: it robs nobody", hint if suit_of(card) == CLUBS else None)
            return None
        if suit_of(card) != CLUBS:
            self._doubt("E-VICTIM", location, f"{card_name(card)} robs nobody: only clubs do")
            return None
        victim = self._victim_of(token, seat)
        return victim if len(table.victims(seat)) > 1 else None

    # -- choices -----------------------------------------------------------------------------------------------------------------
    # In a `play`: victims of clubs actions, and who performs a team's award.

    def _choice(self, token: MoveToken) -> None:
        """``>P1``, ``P3`` or ``P3>P1`` on its own."""
        if token.seat is None and token.victim is None:
            return  # that was the victim that it named, in a game with the thief
        table, label, victim = self.table, self.reading.label, token.victim
        if table.robber is not None:
            self._rob(token, table.robber)
        elif table.choices():
            self._award(token)
        elif victim is not None and token.seat is None and (self.is_guessed or self.robbed() is not None):
            if (robbed := self.robbed()) is not None and robbed != victim:
                hint = f"only {label(robbed)} has anything in the showroom"
                self._doubt("E-VICTIM", token.location(), f"{label(victim)} cannot be robbed here", hint)
            self.is_victim_named = True
        elif self.are_crystals_doubtful:
            raise _BadPlayError
        elif table.decision is Decision.OVER:
            self._fail("E-PLAY-LONG", token.location(), "there is nothing to choose here", "the round is over")
        else:
            code = "E-ACTOR" if victim is None else "E-VICTIM"
            self._fail(code, token.location(), "there is nothing to choose here", f"{label(table.to_move)} is to play a card")

    def robbed(self) -> int | None:
        """Whom the last card has robbed where there was just one to rob, unless the play says so already."""
        if self.is_guessed or self.is_victim_named or not self.moves or self.moves[-1].card is None or self.moves[-1].victim is not None:
            return None
        acts = tables_along(self.start, tuple(self.moves))[-1].acts
        return next((act.victim for act in acts if act.source != "awards" and act.victim is not None), None)

    def _without_victim(self, token: MoveToken) -> MoveToken:
        """The token of a game with the thief without the victim that it names; that is a problem."""
        if token.victim_spot is None:
            return token
        hint = f"leave {quote('>' + token.victim_spot.text)} out, or, in a game without the thief, the field 'thief'"
        message = "with the thief nobody chooses whom to rob: it is whoever has the token"
        self.reading.problem("E-VICTIM", token.victim_location(), message, hint)
        return token._replace(victim=None, victim_spot=None)

    def _victim_of(self, token: MoveToken, robber: int) -> int | None:
        """The token's victim; where `robber` may not rob it that is a problem, and another victim stands in; None where there is none."""
        victim, victims = token.victim, self.table.victims(robber)
        if victim in victims:
            return victim
        if victim is not None and (victim == robber or not self.is_guessed):
            label = self.reading.label
            message = (
                f"{label(robber)} cannot rob their own showroom" if victim == robber else f"{label(victim)} has nothing in the showroom"
            )
            self._doubt("E-VICTIM", token.victim_location(), message, self._possible_victims(robber))
        return self._any_victim(robber)

    def _any_victim(self, robber: int) -> int | None:
        """A victim to go on with: the richest, who will be able to be robbed again."""
        return max(self.table.victims(robber), key=lambda seat: self.table.showroom[seat], default=None)

    def _need_no_victim(self) -> None:
        """Reports the choice of a victim that was left out, and goes on with a guess."""
        robber, last = self.table.robber, self.last
        if robber is None or last is None:
            return
        if not self.are_crystals_doubtful:
            what = "robs somebody" if self.table.cards else "wins the trick and robs somebody"
            message = f"{self.reading.label(robber)} {what} after {card_name(last.number)}: the victim is missing"
            self._doubt("E-VICTIM-MISSING", last.location(), message, self._possible_victims(robber))
        self.table = self.table.choose(Move(victim=self._any_victim(robber)))

    def _rob(self, token: MoveToken, robber: int) -> None:
        """The victim after a card: that of the winner, or of the card's own action when a blank stands before the ``>``."""
        if token.victim is None or token.seat is not None:
            self._doubt("E-VICTIM", token.location(), "only a victim can be named here", self._possible_victims(robber))
        victim = self._victim_of(token, robber)
        if self.table.cards:  # of the card's own action
            self.table = self.table.choose(Move(victim=victim))
            self.moves[-1] = Move(self.moves[-1].card, victim=victim)
        else:
            self.go_on(Move(victim=victim))

    def _award(self, token: MoveToken) -> None:
        """Who performs the award that is to be resolved, and whom a clubs award robs."""
        table = self.table
        moves = table.choices()
        fits = []
        for move in moves:
            actor, victim = full_award(table, move)
            if token.seat in (None, actor) and token.victim in (None, victim):
                fits.append(move)
        if len(fits) != 1 and self.are_crystals_doubtful:
            raise _BadPlayError
        if len(fits) != 1:
            names_victim = token.victim is not None
            code = ("E-VICTIM" if names_victim else "E-ACTOR") if not fits else ("E-ACTOR" if names_victim else "E-VICTIM-MISSING")
            trouble = "is not possible in" if not fits else f"leaves open who {'acts' if names_victim else 'is robbed'} in"
            award = f"the award for most {SUIT_NAMES[table.award]}"
            self._fail(code, token.location(), f"{token} {trouble} {award}", f"possible: {', '.join(map(str, moves))}")
        self.go_on(fits[0])

    def _possible_victims(self, robber: int) -> str:
        victims = self.table.victims(robber)
        return f"possible: >{self.reading.labels(victims, ', >')}" if victims else "nobody else has anything in the showroom"

    # -- marks -------------------------------------------------------------------------------------------------------------------
    # ``/``, ``3.``, ``Bob:``, ``= P3`` repeat what the cards say. They may be left out, but must not be wrong.

    def _check_slash(self, token: MoveToken) -> None:
        """``/`` between two tricks."""
        self._need_no_victim()
        left = self.table.tricks_left
        if self.table.cards:
            self._note_trick_goes_on(token, "'/' goes between two tricks")
        elif left == self.slash_at:
            self.reading.problem("E-PLAY-MARK", token.location(), "'/' goes between two tricks", "there is no trick before it")
        self.slash_at = left

    def _check_number(self, token: MoveToken) -> None:
        """``3.`` before the third trick."""
        if self._is_before_trick(token):
            number = self.start.tricks_left - self.table.tricks_left + 1
            if token.number != number:
                hint = "the tricks of 'play' are counted from 1"
                self.reading.problem("E-PLAY-MARK", token.location(), f"this is trick {number}, not {token.number}", hint)

    def _check_leader(self, token: MoveToken) -> None:
        """``Bob:`` before a trick that Bob leads."""
        label, leader = self.reading.label, self.table.leader
        if not self._is_before_trick(token) or token.seat is None or token.seat == leader:
            return
        if self.is_doubtful:
            self._led_by(token.seat)
        else:
            self.reading.problem("E-LEADER", token.location(), f"{label(token.seat)} does not lead this trick", f"{label(leader)} does")

    def _check_winner(self, token: MoveToken) -> None:
        """``= P3`` after a trick that P3 wins."""
        if self.table.cards:
            self._need_no_victim()
        table, label = self.table, self.reading.label
        if table.cards or table.tricks_left == self.start.tricks_left:
            self._note_trick_goes_on(token, "'=' goes after a whole trick")
        elif self.is_doubtful and token.seat is not None:
            self._led_by(token.seat)
        elif token.seat is not None and token.seat != table.leader:
            self.reading.problem("E-WINNER", token.location(), f"{label(token.seat)} does not win the trick", f"{label(table.leader)} does")

    def _is_before_trick(self, token: MoveToken) -> bool:
        self._need_no_victim()
        good = not self.table.cards and self.table.tricks_left > 0
        if not good:
            what = "the number" if token.seat is None else "the leader"
            hint = None if self.table.cards else "all tricks are played"
            self.reading.problem("E-PLAY-MARK", token.location(), f"{what} of a trick goes before its first card", hint)
        return good

    def _note_trick_goes_on(self, token: MoveToken, message: str) -> None:
        table = self.table
        hint = f"{len(table.cards)} of {table.rules.trick_size} cards are played, {self.reading.label(table.to_move)} is next"
        self.reading.problem("E-PLAY-MARK", token.location(), message, hint)

    _steps: ClassVar[Mapping[TokenKind, Callable[[Replay, MoveToken], None]]] = {
        TokenKind.CARD: _card,
        TokenKind.CHOICE: _choice,
        TokenKind.SLASH: _check_slash,
        TokenKind.NUMBER: _check_number,
        TokenKind.LEADER: _check_leader,
        TokenKind.WINNER: _check_winner,
    }


def full_award(table: Table, move: Move) -> tuple[int, int | None]:
    """Actor and victim of an award's move, also of what is no choice and therefore not in the move."""
    actor = table.to_move if move.actor is None else move.actor
    if table.award != CLUBS or table.thief is not None:
        return actor, None
    return actor, table.victims(actor)[0] if move.victim is None else move.victim
