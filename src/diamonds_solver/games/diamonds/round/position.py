"""A `Position`: one round with all cards open. The readable half of the rules; the C core is held against it in the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from diamonds_solver.common.quantities import check_kind, check_whole
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import IllegalMoveError, PositionError

from .public import ROUND_OVER, Decision, Move, Table
from .rules import CLUBS, MAX_RANK, POINTS_IN_BOX, SUITS, Rules, card_name, cards_of, check_distinct, format_cards, sort_key, suit_of

MOST_CRYSTALS = 2 * POINTS_IN_BOX  # on the table: within a round the supply does not end, and no round brings in a box more


@dataclass(frozen=True)
class Position:
    """One round with all cards known. Positions are immutable: `play` returns a new one.

    Use `check` for a position that you construct yourself; those from `start`, `play` and records are always consistent.
    """

    table: Table
    hands: tuple[frozenset[int], ...]
    """The cards that each seat still holds (see `cards` for their numbers)."""

    @classmethod
    def start(cls, rules: Rules, hands: Sequence[str | Iterable[str | int]], leader: int = 1) -> Position:
        """The start of a round: equal hands, three crystals in each showroom, `leader` to lead.

        A hand is a text (``D15,9 H3``), or cards by name or number.

        Raises PositionError for impossible hands, TypeError for arguments of the wrong type.
        """
        if not isinstance(rules, Rules):
            raise TypeError(f"rules are expected, such as Rules(4), not {rules!r}")
        check_kind(hands, Collection, "one hand for each player")
        check_whole("leader", leader, 0, rules.players - 1)
        cards = tuple(map(cards_of, hands))
        if len(cards) != rules.players:
            raise PositionError(f"{len(cards)} hands for {rules.players} players", code="E-HAND-SIZE")
        position = cls(Table.start(rules, leader, tricks=len(cards[0]) // rules.plays_per_trick), cards)
        position.check()
        return position

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def decision(self) -> Decision:
        """What is to be decided now."""
        return self.table.decision

    @property
    def to_move(self) -> int:
        """The seat that decides now."""
        return self.table.to_move

    @property
    def is_over(self) -> bool:
        return self.decision is Decision.OVER

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: cards by suit D H S C and falling rank, victims and actors by seat. Empty once the round is over."""
        if self.decision is not Decision.CARD:
            return self.table.choices()
        return tuple(move for card in self.legal_cards() for move in self.table.card_moves(card))

    def legal_cards(self) -> tuple[int, ...]:
        """The cards that the seat to move may play: those of the led suit, or all when it has none of that suit."""
        hand = sorted(self.hands[self.to_move], key=sort_key)
        return tuple([card for card in hand if not self.table.is_off_suit(card)] or hand)

    def play(self, move: Move | str) -> Position:
        """The position after `move`, which may be a text: ``C3>P1``.

        Raises TypeError if it is neither a move nor a text, IllegalMoveError if the rules do not allow it.
        """
        if isinstance(move, str):
            move = self._meant(Move.parse(move))
        if not isinstance(move, Move):
            raise TypeError(f"a Move is expected, one of position.moves(), or a text such as 'C3>P1', not {type(move).__name__} {move!r}")
        if not self._is_legal(move):
            legal = ", ".join(map(str, self.moves())) or "none, the round is over"
            raise IllegalMoveError(f"{move} is not a legal move", hint=f"legal moves: {legal}")
        if move.card is None:
            return Position(self.table.choose(move), self.hands)
        seat = self.to_move
        hands = list(self.hands)
        hands[seat] = hands[seat] - {move.card}
        return Position(self.table.play_card(move.card, move.victim), tuple(hands))

    def _is_legal(self, move: Move) -> bool:
        """Whether `move` is among `moves`, without listing them: this is asked of every move of every random game."""
        if self.decision is not Decision.CARD:
            return move in self.table.choices()
        hand = self.hands[self.to_move]
        if move.card not in hand or move not in self.table.card_moves(move.card):
            return False
        return not self.table.is_off_suit(move.card) or all(map(self.table.is_off_suit, hand))

    def _meant(self, move: Move) -> Move:
        """A move without the victim that is named where there is no choice."""
        table = self.table
        if (
            move.card is None
            or self._is_legal(move)
            or not (table.is_off_suit(move.card) and suit_of(move.card) == CLUBS)
            or self.rules.thief
        ):
            return move
        return Move(move.card) if table.victims(table.to_move) == (move.victim,) else move

    def __repr__(self) -> str:
        """One line; the cards are in `hands`, everything else in `table`."""
        rules, who = self.rules, "the round is over" if self.is_over else f"P{self.to_move + 1} decides ({self.decision})"
        game = (
            f"{rules.players} players"
            + (", perfect" if rules.perfect else "")
            + (", teams" if rules.teams else "")
            + (", thief" if rules.thief else "")
        )
        hands = " | ".join(format_cards(hand) or "-" for hand in self.hands)
        return f"<Position: {game}, {who}: {hands}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from .picture import Scene, draw  # loaded only where a picture is wanted

        names = tuple(f"P{seat + 1}" for seat in range(self.table.rules.players))
        left = self.table.tricks_left
        title = f"{counted(left, 'trick')} to play" if left else "After the last trick"
        return draw(Scene(self.table, tuple((hand, 0) for hand in self.hands), names, title))

    def points(self) -> tuple[int, ...]:
        """Points of each seat so far: twice the vault plus the showroom."""
        return self.table.points()

    def check(self) -> None:
        """Raises PositionError unless hands, trick and tricks left agree, no card appears twice and all counts can occur."""
        rules, table = self.rules, self.table
        self._check_seats()
        cards = [*chain(*self.hands), *table.cards]
        for card in set(cards).difference(rules.deck):
            raise PositionError(f"card {card} is not in the deck", code="E-CARD")
        check_distinct(cards, PositionError)
        if len(self.hands) != rules.players:
            raise PositionError(f"{len(self.hands)} hands for {rules.players} players", code="E-HAND-SIZE")
        if table.tricks_left * rules.plays_per_trick > rules.hand_size:
            raise PositionError(f"more than the {rules.hand_size} cards of a deal in each hand", code="E-HAND-SIZE")
        played = Counter(table.seat_of_play(i) for i in range(len(table.cards)))
        for seat, hand in enumerate(self.hands):
            expected = table.tricks_left * rules.plays_per_trick - played[seat]
            if len(hand) != expected:
                raise PositionError(f"P{seat + 1} holds {counted(len(hand), 'card')} and has {expected} left to play", code="E-HAND-SIZE")
        if table.cards:
            self._check_trick_follows_suit()
        if any(count < 0 for count in (*table.showroom, *table.vault)):
            raise PositionError("crystals below zero", code="E-CRYSTALS")
        crystals = sum(table.showroom) + sum(table.vault)
        if crystals > MOST_CRYSTALS:
            raise PositionError(f"{crystals} crystals are more than a round can reach", code="E-CRYSTALS")
        if any(not 0 <= count <= MAX_RANK for row in table.taken for count in row):
            raise PositionError(f"the cards won of a suit are not 0 to {MAX_RANK}", code="E-TOOK")

    def _check_seats(self) -> None:
        """One item for each seat in what has one, and seats that exist."""
        rules, table = self.rules, self.table
        for name, row in (("showroom", table.showroom), ("vault", table.vault), ("taken", table.taken)):
            if len(row) != rules.players:
                raise PositionError(f"{name} has {len(row)} items for {rules.players} players")
        if any(len(row) != len(SUITS) for row in table.taken):
            raise PositionError(f"taken has {len(SUITS)} numbers for each player, one for each suit")
        if (table.thief is not None) != rules.thief or (rules.thief and table.robber is not None):
            raise PositionError("the thief token lies before a player in games with it, and only there; then nobody chooses whom to rob")
        robber, thief = (() if seat is None else (seat,) for seat in (table.robber, table.thief))
        for name, seats in (("leader", (table.leader,)), ("winners", table.winners), ("robber", robber), ("thief", thief)):
            if any(not 0 <= seat < rules.players for seat in seats):
                raise PositionError(f"{name}: there is no such seat with {rules.players} players", code="E-SEAT")
        if table.tricks_left < 0 or not 0 <= table.award <= ROUND_OVER or len(table.cards) > rules.trick_size:
            raise PositionError("tricks left, the award or the cards of the trick are out of range")

    def _check_trick_follows_suit(self) -> None:
        """A seat that discarded on the current trick cannot hold the led suit."""
        table = self.table
        led = suit_of(table.cards[0])
        for index, card in enumerate(table.cards):
            seat = table.seat_of_play(index)
            if suit_of(card) != led and any(suit_of(c) == led for c in self.hands[seat]):
                raise PositionError(f"P{seat + 1} played {card_name(card)} and still holds the led suit", code="E-REVOKE")
