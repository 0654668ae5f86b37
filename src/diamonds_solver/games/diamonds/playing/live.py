"""Diamonds being played: input, events in words, the live table, engines at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np

from diamonds_solver.common.moves import MOST_SHOWN, only_one, seat_of
from diamonds_solver.common.options import OptionError
from diamonds_solver.common.wording import NAME_WIDTH, as_object, clause, counted, listed, quote
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError, PlayerNameError, PositionError
from diamonds_solver.game import Score, StoryLine, Turn

from ..advising.view import View
from ..deal import deal
from ..handwriting.words import SUITS
from ..records.game_record import AnyRecord, GameRecord, ScoreOnly, is_passing, last_round, rounds_played
from ..records.information import known_record
from ..records.record import Hand, Phase, Record
from ..round.position import Position
from ..round.public import ROUND_OVER, Act, Decision, Move, Pass, Table, final_score
from ..round.rules import (
    CLUBS,
    MAX_RANK,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SIGNS,
    WORDS,
    Rules,
    card_name,
    card_of,
    check_distinct,
    format_cards,
    rank_of,
    sort_key,
    suit_of,
    suits_first,
)
from ..texts import move_writer, moved_text
from .players import PLAYERS, Clairvoyant

# -- input --------------------------------------------------------------------------------------------------------------------------------
# Moves as people type them at the table: ``9`` where only one nine can be played, ``d9``, ``9♦``, ``c3>bob``, ``bob``.

NEXT = "next"
"""The only move between two rounds."""
_SUITS = {ord(sign): SUIT_LETTERS[suit] for sign, suit in SUIT_SIGNS.items() if not sign.isascii()}
_SAID = re.compile(r"^play\s+|[.!]+$", re.IGNORECASE)
"""What people say around a card."""
_SUIT_WORD = re.compile(r"([^\W\d_]{2,})(?=\s*\d)|(?<=\d)\s*(?:of\s+)?([^\W\d_]{2,})")
_LONGEST = 400  # characters of what is looked through for words
_THEN_WHOM = re.compile(r"(\S*\d[DHSC]?)\s+([^\W\d_].+)", re.IGNORECASE)
_CARD = re.compile(r"(?P<suit>[DHSC])?\s*(?P<rank>\d{1,2})?\s*(?P<suit_after>[DHSC])?\s*(?:>\s*(?P<victim>.+))?", re.IGNORECASE)
_CHOICE = re.compile(r"(?P<actor>[^>]+?)?\s*(?:>\s*(?P<victim>.+))?")
_CARDS = re.compile(r"(?:\s*[DHSC]?\s*\d{1,2}\s*[,+]?)*", re.IGNORECASE)
_ONE_CARD = re.compile(r"([DHSC]?)\s*(\d{1,2})", re.IGNORECASE)


def read_move(text: str, moves: Sequence[object], record: AnyRecord) -> object:
    """The one of `moves` that is meant.

    Raises IllegalMoveError for a text that means none of them, or several.
    """
    typed = _as_notation(text, record)
    if moves == (NEXT,):
        meant: list[object] = [move for move in moves if NEXT.startswith(typed.lower())]
    elif any(isinstance(move, int) for move in moves):
        meant = [move for move in moves if str(move) == typed]
    else:
        meant = _meant([move for move in moves if isinstance(move, Move)], typed, record)
    return only_one(text, meant, moves, "" if meant else _why_not(typed, record), move_writer(record))


def _as_notation(text: str, record: AnyRecord) -> str:
    """What was typed, with letters for suits: ``spade 11``, ``play S11.``, ``c3 bob``."""
    typed = _with_letters(text)
    match = _THEN_WHOM.fullmatch(typed)
    return f"{match[1]}>{match[2]}" if match and seat_of(match[2], record.player_names()) is not None else typed


def _with_letters(text: str) -> str:
    typed = text.strip().translate(_SUITS)
    if len(typed) > _LONGEST:
        return typed
    typed = _SAID.sub("", typed).strip()
    cards, sign, whom = typed.partition(">")
    return _SUIT_WORD.sub(lambda match: SUITS.get((match[1] or match[2]).lower(), match[0]), cards) + sign + whom


def _why_not(typed: str, record: AnyRecord) -> str:
    """Why a card cannot be played, by what lies open and what the viewer holds; empty where that says nothing."""
    match, now = _CARD.fullmatch(typed), last_round(record)
    if match is None or match["victim"] or match["rank"] is None:
        return _why_nobody(typed, now)
    suit, rank = match["suit"] or match["suit_after"], match["rank"]
    if suit is None or not 0 < int(rank) <= MAX_RANK:
        return ""
    card, names, mover = card_of(f"{suit.upper()}{rank}"), now.player_names(NAME_WIDTH), now.table().to_move
    for index, seat, played in now.cards_played():
        table = now.tables[index]
        trick, _ = now.trick_number(table)
        if played == card:
            return clause(names[seat], f"played it in trick {trick}")
        led = suit_of(table.cards[0]) if table.cards else None
        if seat == mover and led == suit_of(card) != suit_of(played):
            return clause(names[seat], f"has been out of {SUIT_NAMES[led]} since trick {trick}")
    if now.see not in (None, mover) and card in now.hands[now.see or 0].known:
        return "it is in your hand"
    table, hand = now.table(), now.hands_after_play()[mover]
    if hand.is_open and card not in hand.known:
        return "it is not in your hand"
    if hand.is_open and table.is_off_suit(card) and any(not table.is_off_suit(own) for own in hand.known):
        return f"follow {SUIT_NAMES[suit_of(table.cards[0])]}"
    return ""


def _why_nobody(typed: str, now: Record) -> str:
    """Why somebody cannot be robbed; empty where nobody in particular was named."""
    card, _, name = map(str.strip, typed.rpartition(">"))
    table = now.table()
    victim = seat_of(name, now.player_names())
    if victim is None or table.decision is Decision.OVER:
        return ""
    names, robber = now.player_names(NAME_WIDTH), table.to_move
    is_club = SUIT_LETTERS[CLUBS] in card.upper()
    if card and (not is_club or not table.cards or suit_of(table.cards[0]) == CLUBS):
        return "only a club that does not follow suit robs"
    if victim == robber:
        return "nobody robs themselves"
    if any({victim, robber} <= set(side) for side in now.rules.sides):
        return clause(names[victim], f"is on the side of {as_object(names[robber])}")
    return clause(names[victim], "has no crystal in the showroom") if not table.showroom[victim] else ""


def _meant(moves: Sequence[Move], typed: str, record: AnyRecord) -> list[object]:
    if all(move.card is None for move in moves):
        match = _CHOICE.fullmatch(typed)
        actor, victim = (match["actor"], match["victim"]) if match else (None, None)
        if all(move.actor is None for move in moves) and victim is None:
            actor, victim = None, actor  # a name alone is who is robbed
        if actor is None and victim is None:
            return []
        return [m for m in moves if _is_seat(actor, m.actor, record) and _is_seat(victim, m.victim, record)]
    match = _CARD.fullmatch(typed)
    suit, rank = (match["suit"] or match["suit_after"], match["rank"]) if match else (None, None)
    if match is None or (suit is None and rank is None) or (match["suit"] and match["suit_after"]):
        robs = f"a card that robs names the victim (C3>{record.player_names()[0]})"
        hint = f"a card is a suit and a rank (D15), {robs}; a rank alone is enough if only one card fits"
        raise IllegalMoveError(f"{quote(typed)} is not a move", code="E-PLAY", hint=hint)
    fitting = [move for move in moves if move.card is not None and _is_card(suit, rank, move.card)]
    if suit is None and (led := last_round(record).table().cards):  # a rank alone follows suit where it can
        fitting = [move for move in fitting if suit_of(move.card or 0) == suit_of(led[0])] or fitting
    victim = match["victim"]
    return [m for m in fitting if victim is None or _is_robbed(victim, m, record)]


def _is_robbed(typed: str, move: Move, record: AnyRecord) -> bool:
    """Whether it is the one who is robbed: also where there is only one, who need not be named."""
    table = last_round(record).table()
    assert move.card is not None
    is_robbing = table.is_off_suit(move.card) and suit_of(move.card) == CLUBS
    victims = [move.victim] if move.victim is not None else table.victims(table.to_move) if is_robbing else ()
    return any(_is_seat(typed, seat, record) for seat in victims)


def _is_card(suit: str | None, rank: str | None, card: int) -> bool:
    return (suit is None or SUIT_LETTERS[suit_of(card)] == suit.upper()) and (rank is None or rank_of(card) == int(rank))


def _is_seat(typed: str | None, seat: int | None, record: AnyRecord) -> bool:
    """Whether a seat is meant by P1.., by a name, or by the beginning of one name only."""
    if typed is None or seat is None:
        return typed is None
    return seat_of(typed, record.player_names()) == seat


def read_cards(text: str, needs: int, pool: Sequence[str]) -> tuple[int, ...]:
    """The `needs` cards of `pool` that are meant, in the order D H S C and falling rank; ``D15,9 H3``, or ranks that are there only once.

    Raises IllegalMoveError for a text that means none, others, or another number of cards.
    """
    typed = suits_first(_with_letters(text))
    if not typed or not _CARDS.fullmatch(typed):
        raise IllegalMoveError(f"{quote(text)} are not cards", code="E-PLAY", hint="write cards like D15,9 H3")
    cards, suit = list[int](), ""
    for letter, rank in _ONE_CARD.findall(typed):
        suit = letter.upper() or suit
        cards.append(_card_of(suit, int(rank), pool))
    check_distinct(cards, IllegalMoveError)
    if len(cards) != needs:
        raise IllegalMoveError(f"{counted(needs, 'card')} are needed, not {len(cards)}", code="E-COUNT")
    return tuple(sorted(cards, key=sort_key))


def _card_of(suit: str, rank: int, pool: Sequence[str]) -> int:
    """The card of the pool with this rank, and with this suit unless it is empty."""
    matches = [card for card in map(card_of, pool) if rank_of(card) == rank and (not suit or SUIT_LETTERS[suit_of(card)] == suit)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        names = " or ".join(map(card_name, matches))
        raise IllegalMoveError(f"{rank} can be {names}", code="E-AMBIGUOUS", hint="write the suit as well")
    raise IllegalMoveError(f"{suit}{rank} cannot be one of them", hint=f"cards: {listed(pool, MOST_SHOWN)}")


# -- events in words ----------------------------------------------------------------------------------------------------------------------
# What a move does, and what lies before a player who has to decide.


def play_story(record: Record, table: Table, move: Move) -> Iterator[str]:
    """What a move of the play does: the card and its action, who takes the trick, the awards, the end of the round."""
    names = record.player_names(NAME_WIDTH)
    after = table.after(move)
    acts = after.acts
    own = [text for act in acts if act.source == "discards" and (text := moved_text(act, names))]
    if move.card is not None:
        yield clause(names[table.to_move], f"plays {card_name(move.card)}") + (f": {own[0]}" if own else "")
    elif own:
        yield own[0]
    if after.tricks_left < table.tricks_left:
        yield clause(names[after.leader], "takes the trick")
    for act in acts:
        text = moved_text(act, names)
        if act.source == "tricks" and text:
            yield text
        elif act.source == "awards" and act.suit is not None:
            yield f"most {SUIT_NAMES[act.suit]}: {text or f'{names[act.seat]}, who can do nothing with it'}"
    if after.award == ROUND_OVER:
        yield from (f"no trick: {moved_text(act, names)}" for act in acts if act.source == "bonus")
        points = after.points()
        yield f"round {record.round[0]} is over: {', '.join(f'{names[seat]} {points[seat]}' for seat in range(record.players))}"


@lru_cache(maxsize=256)
def _told_after(table: Table, move: Move) -> Table:
    """The table after a move: the page is told of the same last moves again and again."""
    return table.after(move)


def play_events(table: Table, move: object) -> Iterator[dict[str, Any]]:
    """What a move of the play does, in order, for who draws it: the card, its action, the trick, the action of who took it, the awards.

    An award without a seat is one that nobody gets; one without a suit is for no trick. What is no move of the play, such as a pass, does
    nothing that is drawn.
    """
    if not isinstance(move, Move):
        return
    after = _told_after(table, move)
    acts = after.acts

    def action(act: Act) -> dict[str, Any]:
        kind = "award" if act.source in ("awards", "bonus") else "action"
        suit = "" if act.suit is None else SUIT_LETTERS[act.suit]
        return {"kind": kind, "seat": f"P{act.seat + 1}", "suit": suit, "gains": act.gains(table.rules.players)}

    if move.card is not None:
        yield {"kind": "card", "seat": f"P{table.to_move + 1}", "card": card_name(move.card)}
    yield from (action(act) for act in acts if act.source == "discards")
    if after.tricks_left < table.tricks_left:
        yield {"kind": "trick", "seat": f"P{after.leader + 1}"}
    yield from (action(act) for act in acts if act.source == "tricks")
    awards = {act.suit: action(act) for act in acts if act.source == "awards"}
    for suit in range(table.award, min(after.award, len(SUIT_LETTERS))):
        yield awards.get(suit, {"kind": "award", "seat": None, "suit": SUIT_LETTERS[suit]})
    yield from (action(act) for act in acts if act.source == "bonus")


def pass_story(record: Record, giver: int, cards: Sequence[int], viewer: int | None) -> str:
    """That somebody has passed, and to the giver which cards."""
    names = record.player_names(NAME_WIDTH)
    shown = format_cards(cards) if giver == viewer else counted(len(cards), "card")
    return clause(names[giver], f"passes {shown} to {as_object(names[record.rules.receiver(giver)])}")


def before_deciding(record: Record, table: Table, viewer: int | None) -> Iterator[str]:
    """What lies before who has to decide: the trick, crystals, and the viewer's hand. `record` is as the viewer knows it."""
    names = record.player_names(NAME_WIDTH)
    if record.phase is Phase.PLAY and table.decision is not Decision.OVER:
        if table.cards:
            played = [f"{names[table.seat_of_play(index)]} {card_name(card)}" for index, card in enumerate(table.cards)]
            yield f"on the table: {', '.join(played)}"
        elif table.decision is Decision.VICTIM:
            yield f"showrooms: {', '.join(f'{name} {count}' for name, count in zip(names, table.showroom, strict=True))}"
    if viewer is not None and record.hands[viewer].known:
        hand = record.hands_after_play()[viewer].known
        if hand:
            yield f"your hand: {format_cards(hand)}"


# -- the live table -----------------------------------------------------------------------------------------------------------------------
# Diamonds being played: a ``diamonds_solver.game.LiveState``. Where the program deals, the record of a round has all hands. Else it is
# what one player, the owner, knows (``see``): the owner tells the cards dealt, how many are passed, which ones were given and got, and
# every card as it falls.


COUNTS = (1, 2, 3)
_LIVE = 0x11FE  # what the random numbers of live deals begin with, so that ``diamonds deal`` with the same seed does not show the cards
_FIRST_DEALER = 0  # the number of the round that stands for who deals first


@dataclass(frozen=True)
class LiveDiamonds:
    """A game of Diamonds going on; see ``game.LiveState`` for the members that are not told here."""

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

    @property
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
                text = f"the cards you got from {record.seat_name(self.rules.giver(owner))}"
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
        return self._legal if record.hands[turn.seat].is_open else self._thinkable

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        """The moves of a seat whose cards are known."""
        return Position(self.table, tuple(hand.known for hand in self.record_now.hands_after_play())).moves()

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
            View.of(self.record_now.after(Move(card)), self.owner, self.table)
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
        return tuple(map(StoryLine, self._sentences(move, seat)))

    def _sentences(self, move: object, seat: int | None) -> Sequence[str]:
        turn, record = self.turn, self.record_now
        if turn is None or turn.decision == NEXT:
            return (f"round {record.round[0] + 1} of {self.rounds}",)
        assert turn.seat is not None
        name = record.player_names(NAME_WIDTH)[turn.seat]
        if isinstance(move, Move):
            return tuple(play_story(record, self.table, move))
        if isinstance(move, int):
            return (f"{clause(name, 'says')}: pass {counted(move, 'card')}",)
        assert isinstance(move, Pass)
        if turn.decision == "hand":
            return (clause(name, f"holds {format_cards(move.cards)}"),)
        if turn.decision == "got":
            return (clause(name, f"gets {format_cards(move.cards)}"),)
        lines, after = [pass_story(record, turn.seat, move.cards, seat)], self.tell(move).record_now
        if seat is not None and after.phase is Phase.PLAY and (got := after.got[seat]) is not None:
            lines.append(clause(record.player_names(NAME_WIDTH)[seat], f"gets {format_cards(got)}"))
        return tuple(lines)

    def observed(self, move: object, seat: int | None) -> object | None:
        """Cards that are passed are seen by the giver alone, and at a real table by who tells them."""
        is_hidden = self.is_dealt and isinstance(move, Pass) and self.turn is not None and self.turn.seat != seat
        return None if is_hidden else move

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        return tuple(before_deciding(last_round(self.seen(seat)), self.table, seat))

    # -- what was told --------------------------------------------------------------------------------------------------------------

    def tell(self, move: object) -> Self:
        turn, record = self.turn, self.record_now
        if turn is None:
            raise IllegalMoveError("the game is over")
        if turn.needs is not None:
            return self._told_cards(turn, move)
        moves = self.moves()
        if move not in moves or isinstance(move, bool):
            raise IllegalMoveError(f"{move} is not possible here", hint=f"moves: {', '.join(map(str, moves))}")
        move = moves[moves.index(move)]  # 2 for 2.0
        if turn.decision == NEXT:
            return self._next_round()
        if turn.decision == "count":
            assert isinstance(move, int)
            return self._with(replace(record, phase=Phase.PASS, pass_count=move), passed=(None,) * record.players)
        assert isinstance(move, Move)
        return self._with(record.after(move))

    def _told_cards(self, turn: Turn, move: object) -> Self:
        if not isinstance(move, Pass) or len(set(move.cards)) != turn.needs or not set(map(card_name, move.cards)) <= set(turn.pool):
            raise IllegalMoveError(f"{move} are not {turn.needs} of these cards", hint=f"cards: {', '.join(turn.pool)}")
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
        chosen = [own for own in passed if own is not None]
        return self._with(record, passed) if len(chosen) < len(passed) else self._with(record.exchanged(chosen))

    def _with(self, record: Record, passed: tuple[frozenset[int] | None, ...] = ()) -> Self:
        return replace(self, record_now=record, passed=passed)

    def _next_round(self) -> Self:
        now, number = self.record_now, self.record_now.round[0] + 1
        dealer = self.rules.left_of(now.dealer)
        begun = _begun(self.rules, number, dealer, self.passing, self.seed, self.owner, self.table)
        begun = replace(begun, names=now.names, round=(number, now.round[1]), id=now.id)
        return replace(self, record_now=begun, earlier=(*self.earlier, now))


def new_table(options: Mapping[str, Any], rules: Rules, names: Sequence[str] | None, seed: int | None, me: int | None) -> LiveDiamonds:
    """A new game, as `game.Playing.table` gives it.

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
    begun = replace(_begun(rules, 1, dealer, passing, seed, me), names=None if names is None else tuple(names), round=(1, rounds))
    return LiveDiamonds(begun, rounds=rounds, passing=passing, seed=seed, owner=me)


def table_from(record: AnyRecord, seed: int | None, me: int | None) -> LiveDiamonds:
    """A game that goes on where a record ends, as `game.Playing.table_from` gives it.

    Raises HiddenCardsError where cards that are needed are hidden, PositionError where the last round is known by its score alone.
    """
    now = last_round(record)
    earlier = record.rounds[:-1] if isinstance(record, GameRecord) else ()
    rounds = rounds_played(record)
    now = replace(now, best=(), value=())
    passing = is_passing(now)
    if seed is not None:
        now = replace(now, see=None).completed()
        hidden = [now.seat_name(seat) for seat, hand in enumerate(now.hands) if not hand.is_open]
        if hidden:
            message = f"the cards of {', '.join(hidden)} are hidden: nobody can play for them"
            raise HiddenCardsError(message, hint="add --table: at a real table somebody sees what they play")
        passed = (None,) * now.players if now.phase is Phase.PASS else ()
        return LiveDiamonds(now, earlier, rounds, passing, seed, passed=passed)
    owner = now.see if me is None else me
    if owner is None:
        raise HiddenCardsError("the record does not say who enters what happens", code="E-SEE", hint="name the seat, or add 'see P1'")
    is_told = not now.hands[owner].is_open and (now.play or now.tricks_before)
    if not is_told:
        now = replace(now, see=owner)
        return LiveDiamonds(known_record(now, owner) if now.hands[owner].is_open else now, earlier, rounds, passing, owner=owner)
    raise HiddenCardsError(f"the cards of {now.seat_name(owner)} are hidden", hint=f"write the cards: hand P{owner + 1} D15,9 ...")


def _begun(
    rules: Rules, number: int, dealer: int, passing: bool, seed: int | None, owner: int | None, before: Table | None = None
) -> Record:
    """The record of a round before anything was told; `before`: the table after the round before."""
    hands = [Hand(unknown=rules.hand_size)] * rules.players
    if seed is not None:
        hands = [Hand(hand, 0) for hand in deal(rules, np.random.default_rng((_LIVE, seed, number))).hands]
    return replace(Record.begun(rules, hands, dealer, passing=passing, before=before), see=owner)


def _public(record: Record) -> Record:
    """The record as everybody knows it."""
    nobody = (None,) * record.players
    hidden = (Hand(unknown=record.tricks * record.rules.plays_per_trick),) * record.players
    return replace(record, hands=hidden, gave=nobody, got=nobody, see=None)


def _with_hand(record: Record, seat: int, hand: Hand) -> Record:
    return replace(record, hands=(*record.hands[:seat], hand, *record.hands[seat + 1 :]))


# -- engines at the table -----------------------------------------------------------------------------------------------------------------
# What an arena's player does in a live game, knowing what its seat may know.


def decide(table: LiveDiamonds, name: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object:
    """The player's move; told to stop, the best it has found so far.

    Raises PlayerNameError for an unknown name, or a player who looks at hidden cards.
    """
    player = PLAYERS.parse(name)
    if isinstance(player, Clairvoyant):
        raise PlayerNameError(f"{name} sees all hands: it cannot sit at this table", hint="it plays in 'diamonds arena' only")
    turn, moves = table.turn, table.moves()
    assert turn is not None
    assert turn.seat is not None
    return moves[0] if len(moves) == 1 else player.choose(View.of(table.record_now, turn.seat), seed, should_stop)
