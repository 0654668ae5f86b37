"""The state of a `play` that is replayed: the table, and what is known of every hand. Hidden cards cannot be wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NoReturn

from diamonds_solver.games.diamonds.notation.fields import Draft
from diamonds_solver.games.diamonds.notation.moves import MoveToken
from diamonds_solver.games.diamonds.notation.reading import Reading
from diamonds_solver.games.diamonds.record.forgotten import Forgotten
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUIT_NAMES, card_name, format_cards, suit_of
from diamonds_solver.games.diamonds.rules.public import Move, Table
from diamonds_solver.notation.problems import Location


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
    """The play so far: after `play.replay_play` it tells what all tokens came to."""

    def __init__(self, reading: Reading, draft: Draft, start: Table, owners: dict[int, int], are_crystals_doubtful: bool = False) -> None:
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
        self.are_crystals_doubtful = are_crystals_doubtful
        """Whether problems of an earlier round leave open who can be robbed: then that is no problem of this one."""
        self.stand_ins: list[Forgotten] = []
        """The moves with forgotten cards."""
        self.found: list[Forgotten] = []
        """The choices after the last trick that the play leaves out, and that follow from what lay on the table then."""
        self.players: list[int] = []
        """Who played the cards of the trick: the seat whose turn it was, or in its place who holds the card."""
        self.is_trick_bad = False

    def _holding(self, seat: int) -> Holding:
        known = {card for card, owner in self.owners.items() if owner == seat}
        void = dict.fromkeys(self.draft.void[seat], "says the field 'void'")
        return Holding(known, (self.draft.hands[seat].size or 0) - len(known), void)

    def doubt(self, code: str, location: Location, message: str, hint: str | None = None) -> None:
        """Notes a problem after which the replay goes on with a guess."""
        self.reading.problem(code, location, message, hint)
        self.is_doubtful = True

    def fail(self, code: str, location: Location, message: str, hint: str | None = None) -> NoReturn:
        """Notes a problem after which the play cannot be followed."""
        self.reading.problem(code, location, message, hint)
        raise BadPlayError

    def may_hold(self, seat: int, card: int) -> bool:
        """Whether the seat has the card, or can have it."""
        holding = self.holdings[seat]
        elsewhere = card in self.owners or card in self.played or card in self.draft.out
        return card in holding.known or (holding.unknown > 0 and not elsewhere and suit_of(card) not in holding.void)

    def led_by(self, seat: int) -> None:
        """Goes on with `seat` to lead: after a problem, where the play itself says who does."""
        self.table = replace(self.table, leader=seat, robber=None if self.table.robber is None else seat)
        self.is_trick_bad = False

    def begin_trick(self) -> None:
        """After a trick with a card out of turn who holds its highest card is taken to have won it."""
        if self.is_trick_bad:
            cards = [move.card for move in self.moves if move.card is not None][-len(self.players) :]
            best = max(card for card in cards if suit_of(card) == suit_of(cards[0]))
            self.led_by(self.players[cards.index(best)])
        self.players, self.is_trick_bad = [], False

    def take_from_hand(self, token: MoveToken, seat: int) -> bool:
        """Takes the card from the seat's hand; whether the seat can have had it."""
        card, holding, who = token.number, self.holdings[seat], self.reading.label(seat)
        if card in self.played:
            self.reading.card_twice(card, token.span, self.played[card].span, "played")
            self.is_doubtful = self.is_trick_bad = True
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
            self.players[-1] = owner
        if self.is_trick_bad:
            return False
        self.is_trick_bad = True
        holds = f"{who} holds {format_cards(holding.known)}" if not holding.unknown else ""
        hint = "; ".join(filter(None, (why, holds)))
        self.doubt("E-NOT-HELD", token.location(), f"{who} is to play and does not hold {card_name(card)}", hint or None)
        return False

    def check_follows(self, token: MoveToken, seat: int) -> None:
        table, card, holding, who = self.table, token.number, self.holdings[seat], self.reading.label(seat)
        suit = suit_of(card)
        if suit in holding.void:
            self.doubt("E-REVOKE", token.location(), f"{who} has no {SUIT_NAMES[suit]}: {holding.void[suit]}")
        if not table.is_off_suit(card):
            return
        led = suit_of(table.cards[0])
        if following := holding.following(led):
            hint = f"legal: {format_cards(following)}" + (", or a hidden card of that suit" if holding.unknown else "")
            self.doubt("E-REVOKE", token.location(), f"{who} must follow suit and has {SUIT_NAMES[led]}", hint)
            return
        where = token.span.word.line.where
        holding.void.setdefault(led, f"{card_name(card)} {where} did not follow suit to {SUIT_LETTERS[led]}")
