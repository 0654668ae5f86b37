"""The play of a record replayed, and every token of it checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NoReturn

from diamonds_solver.common.wording import quote
from diamonds_solver.notation.problems import Location

from ..round.public import Decision, Move, Table, tables_along
from ..round.rules import CLUBS, HEARTS, POINTS_IN_BOX, SPADES, SUIT_LETTERS, SUIT_NAMES, card_name, format_cards, suit_of
from .fields import OUT, VOID, Draft
from .reading import MoveToken, Reading, TokenKind
from .record import Forgotten

# -- the state of a replay ----------------------------------------------------------------------------------------------------------------
# The state of a `play` that is replayed: the table, and what is known of every hand. Hidden cards cannot be wrong.


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
        self.inferred: list[Forgotten] = []
        """The choices after the last trick that the play leaves out, and that follow from what lay on the table then."""
        self.players: list[int] = []
        """Who played the cards of the trick: the seat whose turn it was, or in its place who holds the card."""
        self.is_trick_bad = False

    def _holding(self, seat: int) -> Holding:
        known = {card for card, owner in self.owners.items() if owner == seat}
        void = dict.fromkeys(self.draft.of_seats(VOID).get(seat, ()), "says the field 'void'")
        return Holding(known, (self.draft.hands[seat].size or 0) - len(known), void)

    @property
    def is_open(self) -> bool:
        """Whether problems leave open what lies on the table."""
        return self.is_doubtful or self.are_crystals_doubtful

    def go_on(self, move: Move) -> None:
        """Makes a move. Where nothing was guessed before, the tables are those that the record will have: nothing is played twice."""
        self.moves.append(move)
        self.table = self.table.after(move) if self.is_open else tables_along(self.start, tuple(self.moves))[-1]

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
        elsewhere = card in self.owners or card in self.played or card in self.draft[OUT]
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
        elif card in self.draft[OUT]:
            why = f"it is out, {self.draft[OUT][card].word.line.where}"
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


# -- choices ------------------------------------------------------------------------------------------------------------------------------
# In a `play`: victims of clubs actions, and who performs a team's award.


def read_choice(replay: Replay, token: MoveToken) -> None:
    """``>P1``, ``P3`` or ``P3>P1`` on its own."""
    table, label = replay.table, replay.reading.label
    if table.robber is not None:
        _rob(replay, token, table.robber)
    elif table.choices():
        _award(replay, token)
    elif token.victim is not None and token.seat is None and (replay.forced or replay.is_open):
        if token.victim not in replay.forced and not replay.is_open:
            hint = f"only {replay.reading.labels(replay.forced)} has anything in the showroom"
            replay.doubt("E-VICTIM", token.location(), f"{label(token.victim)} cannot be robbed here", hint)
        replay.forced = ()
    elif replay.are_crystals_doubtful:
        raise BadPlayError
    elif table.decision is Decision.OVER:
        replay.fail("E-PLAY-LONG", token.location(), "nothing is to be chosen here", "the round is over")
    else:
        code = "E-ACTOR" if token.victim is None else "E-VICTIM"
        replay.fail(code, token.location(), "nothing is to be chosen here", f"{label(table.to_move)} is to play a card")


def victim_of(replay: Replay, token: MoveToken, robber: int) -> int | None:
    """The token's victim; where `robber` may not rob it that is a problem, and another victim stands in; None where there is none."""
    victim, victims = token.victim, replay.table.victims(robber)
    if victim in victims:
        return victim
    if victim is not None and (victim == robber or not replay.is_open):
        label = replay.reading.label
        message = f"{label(robber)} cannot rob their own showroom" if victim == robber else f"{label(victim)} has nothing in the showroom"
        replay.doubt("E-VICTIM", token.victim_location(), message, _possible_victims(replay, robber))
    return _any_victim(replay, robber)


def _any_victim(replay: Replay, robber: int) -> int | None:
    """A victim to go on with: the richest, who will be able to be robbed again."""
    return max(replay.table.victims(robber), key=lambda seat: replay.table.showroom[seat], default=None)


def need_no_victim(replay: Replay) -> None:
    """Reports the choice of a victim that was left out."""
    robber, owes = replay.table.robber, replay.owes
    if robber is not None and owes is not None and replay.are_crystals_doubtful:
        replay.table = replay.table.choose(Move(victim=_any_victim(replay, robber)))
        replay.owes = None
    elif robber is not None and owes is not None:
        what = "robs somebody" if replay.owes_own_action else "wins the trick and robs somebody"
        message = f"{replay.reading.label(robber)} {what} after {card_name(owes.number)}: the victim is missing"
        replay.doubt("E-VICTIM-MISSING", owes.location(), message, _possible_victims(replay, robber))
        replay.table = replay.table.choose(Move(victim=_any_victim(replay, robber)))
        replay.owes = None


def full_award(table: Table, move: Move) -> tuple[int, int | None]:
    """Actor and victim of an award's move, also of what is no choice and therefore not in the move."""
    actor = table.to_move if move.actor is None else move.actor
    if table.award != CLUBS or table.thief is not None:
        return actor, None
    return actor, table.victims(actor)[0] if move.victim is None else move.victim


def _rob(replay: Replay, token: MoveToken, robber: int) -> None:
    """The victim after a card: that of the winner, or of the card's own action when a blank stands before the ``>``."""
    if token.victim is None or token.seat is not None:
        replay.doubt("E-VICTIM", token.location(), "only a victim can be named here", _possible_victims(replay, robber))
    victim = victim_of(replay, token, robber)
    if replay.owes_own_action:
        replay.table = replay.table.choose(Move(victim=victim))
        replay.moves[-1] = Move(replay.moves[-1].card, victim=victim)
    else:
        replay.go_on(Move(victim=victim))
    replay.owes = None


def _award(replay: Replay, token: MoveToken) -> None:
    """Who performs the award that is to be resolved, and whom a clubs award robs."""
    table = replay.table
    moves = table.choices()
    fits = []
    for move in moves:
        actor, victim = full_award(table, move)
        if token.seat in (None, actor) and token.victim in (None, victim):
            fits.append(move)
    if len(fits) != 1 and replay.are_crystals_doubtful:
        raise BadPlayError
    if len(fits) != 1:
        names_victim = token.victim is not None
        code = ("E-VICTIM" if names_victim else "E-ACTOR") if not fits else ("E-ACTOR" if names_victim else "E-VICTIM-MISSING")
        trouble = "is not possible in" if not fits else f"leaves open who {'acts' if names_victim else 'is robbed'} in"
        award = f"the award for most {SUIT_NAMES[table.award]}"
        replay.fail(code, token.location(), f"{token} {trouble} {award}", f"possible: {', '.join(map(str, moves))}")
    replay.go_on(fits[0])


def _possible_victims(replay: Replay, robber: int) -> str:
    victims = replay.table.victims(robber)
    return f"possible: >{replay.reading.labels(victims, ', >')}" if victims else "nobody else has anything in the showroom"


# -- marks --------------------------------------------------------------------------------------------------------------------------------
# ``/``, ``3.``, ``Bob:``, ``= P3`` repeat what the cards say. They may be left out, but must not be wrong.


def check_slash(replay: Replay, token: MoveToken) -> None:
    """``/`` between two tricks."""
    need_no_victim(replay)
    left = replay.table.tricks_left
    if replay.table.cards:
        _note_trick_goes_on(replay, token, "'/' stands between two tricks")
    elif left == replay.slash_at:
        replay.reading.problem("E-PLAY-MARK", token.location(), "'/' stands between two tricks", "there is no trick before it")
    replay.slash_at = left


def check_number(replay: Replay, token: MoveToken) -> None:
    """``3.`` before the third trick."""
    if _is_before_trick(replay, token):
        number = replay.start.tricks_left - replay.table.tricks_left + 1
        if token.number != number:
            hint = "the tricks of 'play' are counted from 1"
            replay.reading.problem("E-PLAY-MARK", token.location(), f"this is trick {number}, not {token.number}", hint)


def check_leader(replay: Replay, token: MoveToken) -> None:
    """``Bob:`` before a trick that Bob leads."""
    label, leader = replay.reading.label, replay.table.leader
    if not _is_before_trick(replay, token) or token.seat is None or token.seat == leader:
        return
    if replay.is_doubtful:
        replay.led_by(token.seat)
    else:
        replay.reading.problem("E-LEADER", token.location(), f"{label(token.seat)} does not lead this trick", f"{label(leader)} does")


def check_winner(replay: Replay, token: MoveToken) -> None:
    """``= P3`` after a trick that P3 wins."""
    if replay.owes_own_action:
        need_no_victim(replay)
    table, label = replay.table, replay.reading.label
    if table.cards or table.tricks_left == replay.start.tricks_left:
        _note_trick_goes_on(replay, token, "'=' stands after a whole trick")
    elif replay.is_doubtful and token.seat is not None:
        replay.led_by(token.seat)
    elif token.seat is not None and token.seat != table.leader:
        replay.reading.problem("E-WINNER", token.location(), f"{label(token.seat)} does not win the trick", f"{label(table.leader)} does")


def _is_before_trick(replay: Replay, token: MoveToken) -> bool:
    need_no_victim(replay)
    good = not replay.table.cards and replay.table.tricks_left > 0
    if not good:
        what = "the number" if token.seat is None else "the leader"
        hint = None if replay.table.cards else "all tricks are played"
        replay.reading.problem("E-PLAY-MARK", token.location(), f"{what} of a trick stands before its first card", hint)
    return good


def _note_trick_goes_on(replay: Replay, token: MoveToken, message: str) -> None:
    table = replay.table
    hint = f"{len(table.cards)} of {table.rules.trick_size} cards are played, {replay.reading.label(table.to_move)} is next"
    replay.reading.problem("E-PLAY-MARK", token.location(), message, hint)


# -- the replay ---------------------------------------------------------------------------------------------------------------------------
# Of the `play` of a record: every token is checked. After a problem the replay goes on as well as it can, so that all are found at once:
# with a victim of its own choice, and at most one complaint about whose turn it is in each trick.


def replay_play(replay: Replay) -> bool:
    """Whether the play is right; every problem found is noted."""
    before = replay.reading.problems.count
    try:
        for token in replay.draft.tokens:
            step(replay, token)
    except BadPlayError:
        return False
    if sum(replay.table.showroom) + sum(replay.table.vault) > POINTS_IN_BOX:
        location = replay.draft.tokens[-1].location()
        replay.reading.problem("E-CRYSTALS", location, f"after this there are more points on the table than the {POINTS_IN_BOX} of the box")
    return replay.reading.problems.count == before


def step(replay: Replay, token: MoveToken) -> None:
    if replay.start.thief is not None and token.victim_spot is not None:
        token = _without_victim(replay, token)
    if token.kind is TokenKind.CHOICE and token.seat is None and token.victim is None:
        return  # that was the victim that it named
    if token.kind is TokenKind.CARD:
        _card(replay, token)
    elif token.kind is TokenKind.CHOICE:
        read_choice(replay, token)
    elif token.kind is TokenKind.SLASH:
        check_slash(replay, token)
    elif token.kind is TokenKind.NUMBER:
        check_number(replay, token)
    elif token.kind is TokenKind.LEADER:
        check_leader(replay, token)
    else:
        check_winner(replay, token)


def _without_victim(replay: Replay, token: MoveToken) -> MoveToken:
    """The token without the victim that it names where nobody is chosen; that is a problem."""
    hint = (
        f"leave {quote('>' + token.victim_spot.text)} out, or, in a game without the thief, the field 'thief'"
        if token.victim_spot
        else None
    )
    message = "with the thief nobody chooses whom to rob: it is who has the token"
    replay.reading.problem("E-VICTIM", token.victim_location(), message, hint)
    return token._replace(victim=None, victim_spot=None)


def _card(replay: Replay, token: MoveToken) -> None:
    need_no_victim(replay)
    if not replay.table.cards:
        replay.begin_trick()
    table, card = replay.table, token.number
    if table.tricks_left == 0:
        hint = "after the last trick only the choices of the awards follow" if table.choices() else "the round is over"
        replay.fail("E-PLAY-LONG", token.location(), f"{card_name(card)} is one card too many: all tricks are played", hint)
    seat = table.to_move
    replay.players.append(seat)
    if replay.take_from_hand(token, seat):
        replay.check_follows(token, seat)
    victim = _victim_of_card(replay, token, seat)
    if token.is_stand_in:
        replay.stand_ins.append(Forgotten(len(replay.moves), seat))
    replay.go_on(Move(card, victim=victim))
    replay.played[card] = token
    own_action = table.is_off_suit(card) and suit_of(card) == CLUBS
    replay.owes = token if replay.table.robber is not None else None
    replay.owes_own_action = own_action
    victims = table.victims(seat) if own_action and token.victim is None else _victims_of_winner(table, card, seat)
    replay.forced = victims if len(victims) == 1 else ()


def _victim_of_card(replay: Replay, token: MoveToken, seat: int) -> int | None:
    """The victim that the token names, where there is a choice; where there is none it is only checked."""
    table, card, location = replay.table, token.number, token.victim_location()
    if token.victim is None:
        return None
    if not table.is_off_suit(card):
        verb = "follows suit" if table.cards else "is led"
        hint = "the winner of a trick in clubs names the victim in a token of its own after the last card: C4 >P1"
        replay.doubt("E-VICTIM", location, f"{card_name(card)} {verb}: it robs nobody", hint if suit_of(card) == CLUBS else None)
        return None
    if suit_of(card) != CLUBS:
        replay.doubt("E-VICTIM", location, f"{card_name(card)} robs nobody: only clubs do")
        return None
    victim = victim_of(replay, token, seat)
    return victim if len(table.victims(seat)) > 1 else None


def _victims_of_winner(before: Table, card: int, seat: int) -> tuple[int, ...]:
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
