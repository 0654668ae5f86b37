"""Replays the `play` of a record on a `Table` and checks every token. Works with hidden hands: what is not known cannot be wrong.

After a problem the replay goes on as well as it can, so that all are found at once: with a victim of its own choice, and at most one
complaint about whose turn it is in each trick.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NoReturn

from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.moves import Kind, MoveToken
from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.rules.cards import CLUBS, HEARTS, SPADES, SUIT_LETTERS, SUIT_NAMES, card_name, format_cards, suit_of
from diamonds_solver.games.diamonds.rules.public import Move, Table
from diamonds_solver.games.diamonds.rules.rules import POINTS_IN_BOX
from diamonds_solver.notation.problems import Place

from .choices import need_no_victim, read_choice, victim_of
from .marks import check_leader, check_number, check_slash, check_winner


class BadPlayError(Exception):
    """The play cannot be followed any further; the problem is noted."""


@dataclass
class Holding:
    """What is known of one hand at some moment of the play."""

    known: set[int]
    unknown: int
    void: dict[int, str] = field(default_factory=dict)
    """Suits of which none of the unknown cards can be, and how that is known."""

    def following(self, led: int) -> set[int]:
        """The known cards of a suit."""
        return {card for card in self.known if suit_of(card) == led}


class Replay:
    """The play so far. `run` goes through all tokens; `moves`, `table` and `holdings` then tell what they came to."""

    def __init__(self, reading: Reading, draft: Draft, start: Table, owners: dict[int, int]) -> None:
        """`owners`: the seats of all cards of which the record says who holds them at the start."""
        self.reading = reading
        self.draft = draft
        self.start = start
        self.table = start
        self.moves: list[Move] = []
        self.owners = owners
        self.holdings = [self._holding(seat) for seat in range(start.rules.players)]
        self.played: dict[int, MoveToken] = {}
        self.slash_at = start.tricks_left
        """Tricks left at the last slash."""
        self.owes: MoveToken | None = None
        """The card after which a victim is to be chosen, while that is so."""
        self.owes_own_action = False
        """Whether that is the action of the card itself, not of the winner of the trick."""
        self.forced: tuple[int, ...] = ()
        """Whom the last card had robbed, where there was just one to rob."""
        self.is_doubtful = False
        """Whether a problem leaves open how crystals, hands and turns are: then what they alone tell is no problem."""
        self._players: list[int] = []
        """Who played the cards of the trick: the seat whose turn it was, or in its place who holds the card."""
        self._is_trick_bad = False

    def _holding(self, seat: int) -> Holding:
        known = {card for card, owner in self.owners.items() if owner == seat}
        void = dict.fromkeys(self.draft.void[seat], "says the field 'void'")
        return Holding(known, (self.draft.hands[seat].size or 0) - len(known), void)

    def run(self) -> bool:
        """Whether the play is right; every problem found is noted."""
        before = self.reading.problems.count
        try:
            for token in self.draft.play:
                self._step(token)
        except BadPlayError:
            return False
        if sum(self.table.showroom) + sum(self.table.vault) > POINTS_IN_BOX:
            place = self.draft.play[-1].place()
            self.reading.problem("E-CRYSTALS", place, f"after this there are more points on the table than the {POINTS_IN_BOX} of the box")
        return self.reading.problems.count == before

    def _step(self, token: MoveToken) -> None:
        if token.kind is Kind.CARD:
            self._card(token)
        elif token.kind is Kind.CHOICE:
            read_choice(self, token)
        elif token.kind is Kind.SLASH:
            check_slash(self, token)
        elif token.kind is Kind.NUMBER:
            check_number(self, token)
        elif token.kind is Kind.LEADER:
            check_leader(self, token)
        else:
            check_winner(self, token)

    def doubt(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        """Notes a problem after which the replay goes on with a guess."""
        self.reading.problem(code, place, message, hint)
        self.is_doubtful = True

    def fail(self, code: str, place: Place, message: str, hint: str | None = None) -> NoReturn:
        """Notes a problem after which the play cannot be followed."""
        self.reading.problem(code, place, message, hint)
        raise BadPlayError

    def _card(self, token: MoveToken) -> None:
        need_no_victim(self)
        if not self.table.cards:
            self._begin_trick()
        table, card = self.table, token.number
        if table.tricks_left == 0:
            hint = "after the last trick only the choices of the awards follow" if table.choices() else "the round is over"
            self.fail("E-PLAY-LONG", token.place(), f"{card_name(card)} is one card too many: all tricks are played", hint)
        seat = table.to_move
        self._players.append(seat)
        if self._take_from_hand(token, seat):
            self._check_follows(token, seat)
        victim = self._victim_of_card(token, seat)
        self.table = table.play_card(card, victim)
        self.moves.append(Move(card, victim=victim))
        self.played[card] = token
        own_action = table.is_off_suit(card) and suit_of(card) == CLUBS
        self.owes = token if self.table.robber is not None else None
        self.owes_own_action = own_action
        victims = table.victims(seat) if own_action and token.victim is None else self._victims_of_winner(table, card, seat)
        self.forced = victims if len(victims) == 1 else ()

    def may_hold(self, seat: int, card: int) -> bool:
        """Whether the seat has the card, or can have it."""
        holding = self.holdings[seat]
        elsewhere = card in self.owners or card in self.played or card in self.draft.out
        return card in holding.known or (holding.unknown > 0 and not elsewhere and suit_of(card) not in holding.void)

    def led_by(self, seat: int) -> None:
        """Goes on with `seat` to lead: after a problem, where the play itself says who does."""
        self.table = replace(self.table, leader=seat, robber=None if self.table.robber is None else seat)
        self._is_trick_bad = False

    def _begin_trick(self) -> None:
        """After a trick with a card out of turn who holds its highest card is taken to have won it."""
        if self._is_trick_bad:
            cards = [move.card for move in self.moves if move.card is not None][-len(self._players) :]
            best = max(card for card in cards if suit_of(card) == suit_of(cards[0]))
            self.led_by(self._players[cards.index(best)])
        self._players, self._is_trick_bad = [], False

    def _take_from_hand(self, token: MoveToken, seat: int) -> bool:
        """Takes the card from the seat's hand; whether the seat can have had it."""
        card, holding, who = token.number, self.holdings[seat], self.reading.label(seat)
        if card in self.played:
            self.reading.card_twice(card, token.spot, self.played[card].spot, "played")
            self.is_doubtful = self._is_trick_bad = True
            return False
        if card in holding.known:
            holding.known.discard(card)
            return True
        owner = self.owners.get(card)
        why = ""
        if owner is not None:
            why = f"{self.reading.label(owner)} holds it"
        elif card in self.draft.out:
            why = f"it is out, {self.draft.out[card].word.line.where}"
        elif holding.unknown:
            holding.unknown -= 1
            return True
        if owner is not None:
            self.holdings[owner].known.discard(card)
            self._players[-1] = owner
        if self._is_trick_bad:
            return False
        self._is_trick_bad = True
        holds = f"{who} holds {format_cards(holding.known)}" if not holding.unknown else ""
        hint = "; ".join(filter(None, (why, holds)))
        self.doubt("E-NOT-HELD", token.place(), f"{who} is to play and does not hold {card_name(card)}", hint or None)
        return False

    def _check_follows(self, token: MoveToken, seat: int) -> None:
        table, card, holding, who = self.table, token.number, self.holdings[seat], self.reading.label(seat)
        suit = suit_of(card)
        if suit in holding.void:
            self.doubt("E-REVOKE", token.place(), f"{who} has no {SUIT_NAMES[suit]}: {holding.void[suit]}")
        if not table.is_off_suit(card):
            return
        led = suit_of(table.cards[0])
        if following := holding.following(led):
            hint = f"legal: {format_cards(following)}" + (", or a hidden card of that suit" if holding.unknown else "")
            self.doubt("E-REVOKE", token.place(), f"{who} must follow suit and has {SUIT_NAMES[led]}", hint)
            return
        where = token.spot.word.line.where
        holding.void.setdefault(led, f"{card_name(card)} {where} did not follow suit to {SUIT_LETTERS[led]}")

    def _victim_of_card(self, token: MoveToken, seat: int) -> int | None:
        """The victim that the token names, where there is a choice; where there is none it is only checked."""
        table, card, place = self.table, token.number, token.victim_place()
        if token.victim is None:
            return None
        if not table.is_off_suit(card):
            verb = "follows suit" if table.cards else "is led"
            hint = "the winner of a trick in clubs names the victim in a token of its own after the last card: C4 >P1"
            self.doubt("E-VICTIM", place, f"{card_name(card)} {verb}: it robs nobody", hint if suit_of(card) == CLUBS else None)
            return None
        if suit_of(card) != CLUBS:
            self.doubt("E-VICTIM", place, f"{card_name(card)} robs nobody: only clubs do")
            return None
        victim = victim_of(self, token, seat)
        return victim if len(table.victims(seat)) > 1 else None

    def _victims_of_winner(self, before: Table, card: int, seat: int) -> tuple[int, ...]:
        """Whom the winner could rob once `seat` has played `card`; nobody unless that completes a trick in clubs."""
        trick = replace(before, cards=(*before.cards, card))
        if len(trick.cards) < before.rules.trick_size or suit_of(trick.cards[0]) != CLUBS:
            return ()
        showroom = list(before.showroom)
        if suit_of(card) == HEARTS:  # the last card's own action comes first
            showroom[seat] += 1
        elif suit_of(card) == SPADES and showroom[seat]:
            showroom[seat] -= 1
        return replace(trick, showroom=tuple(showroom)).victims(trick.winning_seat())
