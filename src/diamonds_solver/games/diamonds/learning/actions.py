"""Moves as small numbers, as programs that learn want them, and one round from the deal on played by such numbers."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import IllegalMoveError, RulesError
from diamonds_solver.games.diamonds.core import _solver, layout
from diamonds_solver.learning.numbered import margins

from ..deal import check_cards
from ..records.record import Hand, Phase, Record
from ..round.position import Position
from ..round.public import Move, Table
from ..round.rules import CLUBS, MAX_PLAYERS, Rules, format_cards, make_card, rank_of, suit_of

CARD_ACTIONS = 60
_RANKS = CARD_ACTIONS // 4
_CLUB_VICTIM = CARD_ACTIONS
_VICTIM = _CLUB_VICTIM + _RANKS * MAX_PLAYERS
_ACTOR = _VICTIM + MAX_PLAYERS
_ACTOR_VICTIM = _ACTOR + MAX_PLAYERS
ACTIONS = _ACTOR_VICTIM + MAX_PLAYERS * MAX_PLAYERS


def action_of(move: Move) -> int:
    """The number of `move`.

    0-59 a card, 60-149 a club with its victim, 150-155 a victim, 156-161 an actor, 162-197 an actor with a victim.
    """
    if move.card is not None:
        if move.victim is None:
            return _RANKS * suit_of(move.card) + rank_of(move.card) - 1
        return _CLUB_VICTIM + MAX_PLAYERS * (rank_of(move.card) - 1) + move.victim
    if move.actor is None:
        assert move.victim is not None
        return _VICTIM + move.victim
    return _ACTOR + move.actor if move.victim is None else _ACTOR_VICTIM + MAX_PLAYERS * move.actor + move.victim


def move_of(action: int) -> Move:
    """The move with that number."""
    if action < CARD_ACTIONS:
        return Move(make_card(action // _RANKS, action % _RANKS + 1))
    if action < _VICTIM:
        rank, victim = divmod(action - _CLUB_VICTIM, MAX_PLAYERS)
        return Move(make_card(CLUBS, rank + 1), victim=victim)
    if action < _ACTOR:
        return Move(victim=action - _VICTIM)
    if action < _ACTOR_VICTIM:
        return Move(actor=action - _ACTOR)
    actor, victim = divmod(action - _ACTOR_VICTIM, MAX_PLAYERS)
    return Move(actor=actor, victim=victim)


def _packed(move: Move) -> tuple[int, int, int]:
    card, actor, victim = (layout.NONE if field is None else field for field in move)
    return card, actor, victim


MOVES = tuple(move_of(action) for action in range(ACTIONS))
MOVE_NAMES = tuple(map(str, MOVES))
_PACKED = tuple(_packed(move) for move in MOVES)
_ACTION_OF_PACKED = {packed: action for action, packed in enumerate(_PACKED)}
_OFFSET = {name: layout.POSITION.fields[name][1] for name in ("leader", "trick_count", "tricks_left", "robber")}  # type: ignore[index]


class Round:
    """One round that is dealt card by card, passed and played by actions. It changes; `copy.deepcopy` is cheap.

    P1 deals and P2 leads. Cards are dealt in turn, P1 first. To pass, the seats choose one after the other, each its cards in the order of
    their numbers, so that there is one way to choose them.
    """

    def __init__(self, rules: Rules, cards: int, pass_count: int) -> None:
        self.rules = rules
        self.cards = cards
        self.pass_count = pass_count
        self.dealt: list[int] = []
        """Actions of the cards, in the order in which they were dealt."""
        self.passed: list[int] = []
        """Actions of the cards passed: `pass_count` of P1, then of P2, ..."""
        self.played: list[int] = []
        self.to_move: int | None = None
        """The seat that decides; None while cards are dealt and once the round is over."""
        self.legal: list[int] = []
        """The actions allowed, rising; while cards are dealt the cards left."""
        self._position: NDArray[np.uint8] | None = None
        self._private: tuple[str, ...] = ()
        self._public = ""
        self._deck = [action_of(Move(card)) for card in rules.deck]
        self.legal = self._deck

    def __deepcopy__(self, memo: object) -> Round:
        other = copy.copy(self)
        other.dealt, other.passed, other.played = self.dealt.copy(), self.passed.copy(), self.played.copy()
        other._position = None if self._position is None else self._position.copy()
        return other

    is_cut = False

    @property
    def is_over(self) -> bool:
        return self._position is not None and not self.legal

    @property
    def is_dealing(self) -> bool:
        return len(self.dealt) < self.rules.players * self.cards

    @property
    def is_passed(self) -> bool:
        """Whether all have chosen the cards to pass, so that the play has begun."""
        return not self.is_dealing and len(self.passed) == self.rules.players * self.pass_count

    def chances(self) -> list[tuple[int, float]]:
        """While cards are dealt those that are left, all equally likely."""
        return [(card, 1.0 / len(self.legal)) for card in self.legal] if self.is_dealing else []

    def action_name(self, action: int) -> str:
        """A word for one of `legal`."""
        verb = "deal " if self.is_dealing else "" if self.is_passed else "pass "
        return verb + MOVE_NAMES[action]

    def apply(self, action: int) -> None:
        """Goes on by one action, which has to be one of `legal`."""
        if action not in self.legal:
            raise IllegalMoveError(f"{action} is not one of the legal actions {self.legal}")
        if self._position is not None:
            _solver.play(self._position, _PACKED[action])
            self.played.append(action)
            self._public += " " + MOVE_NAMES[action]
            self._look()
        else:
            (self.dealt if self.is_dealing else self.passed).append(action)
            if self.is_dealing:
                self.legal = [card for card in self.legal if card != action]
            else:
                self._ask_for_passes()

    # -- what is seen -----------------------------------------------------------------------------------------------------------------

    def dealt_to(self, seat: int) -> list[int]:
        """The actions of the cards that the seat was dealt so far."""
        return self.dealt[seat :: self.rules.players]

    def passed_by(self, seat: int) -> list[int]:
        """The actions of the cards that the seat has chosen to pass so far."""
        return self.passed[seat * self.pass_count : (seat + 1) * self.pass_count]

    def passed_to(self, seat: int) -> list[int]:
        """The actions of the cards that the seat was passed; none before all have chosen."""
        return self.passed_by(self.rules.giver(seat)) if self.is_passed else []

    def held_at_start(self, seat: int) -> list[int]:
        """The actions of the cards with which the seat begins to play; before that its hand as dealt."""
        dealt = self.dealt_to(seat)
        if not self.is_passed:
            return dealt
        passed = self.passed_by(seat)
        return [card for card in dealt if card not in passed] + self.passed_to(seat)

    def information(self, seat: int) -> str:
        """All that the seat knows: the cards it was dealt, gave and got, and what was played."""
        if self._position is not None:
            return self._private[seat] + self._public
        return f"{self._private_text(seat)} {'passes' if seat == self.to_move else 'waits'}"

    def public(self) -> str:
        """What everybody has seen: the moves played."""
        return self._public.strip()

    def observation(self, seat: int) -> str:
        """What the seat sees now: its hand, what it gave and got, the table, and the cards that were played."""
        if self._position is None:
            return self.information(seat)
        table = self.table()
        gone = sorted(action for action in self.played if action < CARD_ACTIONS)
        rows = [f"P{seat + 1}", "hand " + format_cards(self.hand(seat))]
        rows += [f"gave {_cards_text(self.passed_by(seat))}", f"got {_cards_text(self.passed_to(seat))}", f"played {_cards_text(gone)}"]
        rows += [f"lead P{table.leader + 1}"] + ([] if self.to_move is None else [f"decides P{self.to_move + 1}"])
        rows += ["trick " + " ".join(MOVE_NAMES[action_of(Move(card))] for card in table.cards), f"tricks left {table.tricks_left}"]
        rows += [f"robber P{table.robber + 1}"] if table.robber is not None else []
        rows += [f"thief P{table.thief + 1}"] if table.thief is not None else []
        rows += ["showroom " + _numbers(table.showroom), "vault " + _numbers(table.vault)]
        rows += ["took " + " / ".join(map(_numbers, table.taken)), "won a trick " + _numbers(sorted(table.winners)), f"award {table.award}"]
        return "; ".join(rows)

    def __str__(self) -> str:
        hands = "; ".join(self.information(seat).partition(";")[0] for seat in range(self.rules.players))
        return f"{hands}; passed {' '.join(MOVE_NAMES[action] for action in self.passed) or '-'}; play {self.public() or '-'}"

    def hand(self, seat: int) -> list[int]:
        """The cards (not actions) that the seat holds now."""
        if self._position is None:
            return [card_of(action) for action in self.dealt_to(seat)]
        bits = int(self._position.view(layout.POSITION)[0]["hand"][seat])
        return [card for card in self.rules.deck if bits >> card & 1]

    def table(self) -> Table:
        """The open table; before the play the one it begins with."""
        start = Table.start(self.rules, 1 % self.rules.players, tricks=self.cards // self.rules.plays_per_trick)
        return start if self._position is None else _unpacked_table(self.rules, self._position.view(layout.POSITION)[0])

    def moves_played(self) -> tuple[Move, ...]:
        """The moves of the play, in order."""
        return tuple(MOVES[action] for action in self.played)

    def points(self) -> tuple[int, ...]:
        """Points of each seat so far."""
        return self.table().points()

    def margins(self) -> list[float]:
        """By seat, its side's points minus the mean of the other sides'; they sum to zero where all sides are equally large."""
        points = self.points()
        of_sides = margins([sum(points[seat] for seat in side) for side in self.rules.sides])
        return [of_sides[self.rules.side_of(seat)] for seat in range(self.rules.players)]

    def record(self, seat: int) -> Record:
        """What the seat knows, as a record: nothing in it depends on what others hold."""
        own = frozenset(card_of(action) for action in self.held_at_start(seat))
        players = range(self.rules.players)
        gave, got = ([card_of(action) for action in actions(seat)] for actions in (self.passed_by, self.passed_to))
        begun = self._position is not None
        return Record(
            rules=self.rules,
            hands=tuple(Hand(own, 0) if s == seat else Hand(frozenset(), self.cards) for s in players),
            tricks=self.cards // self.rules.plays_per_trick,
            lead=1 % self.rules.players,
            pass_count=self.pass_count or None,
            gave=tuple(frozenset(gave) if s == seat and gave and begun else None for s in players),
            got=tuple(frozenset(got) if s == seat and got else None for s in players),
            see=seat,
            phase=Phase.PLAY if begun else Phase.PASS,
            play=self.moves_played(),
        )

    # -- how it goes on ---------------------------------------------------------------------------------------------------------------

    def _ask_for_passes(self) -> None:
        """Lets the next seat choose a card to pass, or begins the play when all have chosen."""
        seat, chosen = divmod(len(self.passed), self.pass_count) if self.pass_count else (self.rules.players, 0)
        if seat == self.rules.players:
            self._begin()
            return
        hand = sorted(self.dealt_to(seat))
        later = hand[hand.index(self.passed[-1]) + 1 :] if chosen else hand
        self.to_move, self.legal = seat, later[: len(later) - (self.pass_count - chosen - 1)]

    def _begin(self) -> None:
        hands = [[card_of(action) for action in self.held_at_start(seat)] for seat in range(self.rules.players)]
        self._position = layout.pack([Position.start(self.rules, hands)]).view(np.uint8)
        self._private = tuple(map(self._private_text, range(self.rules.players)))
        self._look()

    def _look(self) -> None:
        """Finds out who may do what now."""
        position = self._position
        assert position is not None
        self.legal = sorted([_ACTION_OF_PACKED[packed] for packed in _solver.moves(position)])
        robber = int(position[_OFFSET["robber"]])
        if not self.legal:
            self.to_move = None
        elif robber != layout.NONE:
            self.to_move = robber
        elif position[_OFFSET["tricks_left"]]:
            self.to_move = (int(position[_OFFSET["leader"]]) + int(position[_OFFSET["trick_count"]])) % self.rules.players
        else:
            self.to_move = self.table().to_move

    def _private_text(self, seat: int) -> str:
        parts = [f"P{seat + 1} hand", *map(_cards_text, (self.dealt_to(seat), self.passed_by(seat), self.passed_to(seat)))]
        return f"{parts[0]} {parts[1]}; gave {parts[2]}; got {parts[3]};"


def check_round(rules: Rules, cards: int, pass_count: int) -> float:
    """The largest margin that a round can end with. Raises RulesError for cards or a pass that cannot be."""
    check_cards(rules, cards)
    if not 0 <= pass_count <= min(3, cards):
        raise RulesError(f"pass={pass_count}: 0 to 3 cards are passed, and no more than are held", code="E-PASS")
    # Two points at most for each card played, each trick won, each award, and two vault crystals without a trick.
    return float(2 * (cards + cards // rules.plays_per_trick + 4 + 2) + 3)


def card_of(action: int) -> int:
    """The card of one of the first 60 actions."""
    card = MOVES[action].card
    assert card is not None
    return card


def _cards_text(actions: Sequence[int]) -> str:
    return format_cards([card_of(action) for action in actions]) or "-"


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _unpacked_table(rules: Rules, packed: Any) -> Table:
    players = rules.players
    robber = int(packed["robber"])
    return Table(
        rules=rules,
        leader=int(packed["leader"]),
        tricks_left=int(packed["tricks_left"]),
        showroom=tuple(packed["showroom"][:players].tolist()),
        vault=tuple(packed["vault"][:players].tolist()),
        taken=tuple(tuple(row) for row in packed["taken"][:players].tolist()),
        winners=frozenset(seat for seat in range(players) if int(packed["winners"]) >> seat & 1),
        cards=tuple(packed["trick"][: int(packed["trick_count"])].tolist()),
        robber=None if robber == layout.NONE else robber,
        award=int(packed["award"]),
        thief=int(packed["thief"]) - 1 if packed["thief"] else None,
    )
