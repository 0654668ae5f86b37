"""Rounds and whole matches between players who see what their seat sees: the deal, the pass, the play, the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from diamonds_solver.errors import RulesError
from diamonds_solver.play.match import MatchBase, Seats, decision_seed
from diamonds_solver.play.players import Player

from .deal import deal
from .game_record import AnyRecord, GameRecord
from .players import PLAYERS, Answer, Clairvoyant
from .position import Position
from .public import Move, Pass, Table
from .record import Hand, Phase, Record
from .rules import START_SHOWROOM, Rules
from .scoring import final_score
from .view import View

MOST_PASSED = 3
_COUNT_STEP, _PASS_STEP = 0, 1  # numbers of decisions in a round; the moves come after the passes

AnyPlayer = Player[View, Answer] | Clairvoyant


@dataclass(frozen=True)
class Match(MatchBase[AnyPlayer, Record, AnyRecord]):
    """What the players of an arena play: one round a deal, or whole matches. Points are those of the mean round.

    Raises RulesError for hands that cannot be, and for passing from hands shorter than those of the rules: a record of such a round could
    not tell its players all they know.
    """

    _names = PLAYERS
    rules: Rules
    seed: int
    cards: int | None = None
    """Cards in each hand; None: as many as the rules say."""
    passing: bool = True
    whole: bool = False
    """All rounds of the rules, crystals carried over and the deal going round, instead of one round dealt by P1."""

    def __post_init__(self) -> None:
        deal(self.rules, 0, self.hand_size)
        if self.passing and self.hand_size < self.rules.hand_size:
            message = f"with {self.hand_size} cards instead of {self.rules.hand_size} nothing is passed"
            raise RulesError(message, code="E-PASS", hint="add --no-pass")

    @property
    def sides(self) -> int:
        return len(self.rules.sides)

    @cached_property
    def hand_size(self) -> int:
        return self.rules.hand_size if self.cards is None else self.cards

    @property
    def rounds(self) -> int:
        return self.rules.rounds if self.whole else 1

    def title(self) -> str:
        """The game, the cards and the seed, in words."""
        rules = self.rules
        game = f"{rules.players} players" + (", Perfect Diamonds" if rules.perfect else "") + (", teams" if rules.teams else "")
        played = f"matches of {self.rounds} rounds" if self.whole else "single rounds"
        return f"{game}, {self.hand_size} cards, {'with the pass' if self.passing else 'no pass'}, {played}, seed {self.seed}"

    def settings(self) -> Mapping[str, object]:
        """The game and the seed, as JSON."""
        rules = self.rules
        return {
            "players": rules.players,
            "variant": "perfect" if rules.perfect else "standard",
            "teams": rules.teams,
            "cards": self.hand_size,
            "pass": self.passing,
            "rounds": self.rounds,
            "seed": self.seed,
        }

    def _outcome(self, rounds: Sequence[Record]) -> tuple[Sequence[float], Sequence[float]]:
        totals, shares = final_score(rounds[-1].table())
        return [(total - START_SHOWROOM * len(side)) / self.rounds for total, side in zip(totals, self.rules.sides, strict=True)], shares

    def _recorded(self, rounds: Sequence[Record], name: str | None) -> AnyRecord:
        """A `GameRecord` of a whole match, a `Record` of a single round."""
        named = tuple(replace(record, id=name) for record in rounds)
        return GameRecord(self.rules, named, id=name) if self.whole else replace(named[0], round=(1, 0))

    def _rounds(self, deal: int, seats: Seats[AnyPlayer]) -> list[Record]:
        table, rounds = Table.start(self.rules, 0), list[Record]()
        for number in range(1, self.rounds + 1):
            rounds.append(_Round(self, deal, number, seats).play(table.showroom, table.vault))
            table = rounds[-1].table()
        return rounds


@dataclass
class _Round:
    """One round of a game, with all decisions asked from the players."""

    match: Match
    deal: int
    number: int
    seats: Seats[AnyPlayer]

    def play(self, showroom: tuple[int, ...], vault: tuple[int, ...]) -> Record:
        """The record of the whole round."""
        record = self._dealt(showroom, vault)
        if self.match.passing:
            record = self._passed(record)
        return self._played(replace(record, phase=Phase.PLAY))

    def _dealt(self, showroom: tuple[int, ...], vault: tuple[int, ...]) -> Record:
        match, rules = self.match, self.match.rules
        dealer = (self.number - 1) % rules.players
        rng = np.random.default_rng((match.seed, self.deal, self.number))
        return Record(
            rules=rules,
            hands=tuple(Hand(hand, 0) for hand in deal(rules, rng, match.hand_size).hands),
            tricks=match.hand_size // rules.plays_per_trick,
            lead=(dealer + 1) % rules.players,
            round=(self.number, match.rounds),
            dealer=dealer,
            showroom=showroom,
            vault=vault,
            phase=Phase.CHOOSE,
        )

    def _passed(self, record: Record) -> Record:
        """The record after the pass: hands exchanged, and who passed what."""
        rules, dealer = record.rules, record.dealer
        count = self._decide(record, dealer, _COUNT_STEP)
        if not isinstance(count, int) or not 1 <= count <= MOST_PASSED:
            raise self.seats.misbehaved(rules.side_of(dealer), f"lets {count} cards be passed")
        record = replace(record, phase=Phase.PASS, pass_count=count)
        gave = [self._pass_of(record, seat, count) for seat in range(rules.players)]
        got = list(gave)
        for seat, cards in enumerate(gave):
            got[rules.receiver(seat)] = cards
        hands = tuple(Hand(hand.known - gave[seat] | got[seat], 0) for seat, hand in enumerate(record.hands))
        return replace(record, hands=hands, gave=tuple(gave), got=tuple(got))

    def _pass_of(self, record: Record, seat: int, count: int) -> frozenset[int]:
        passed = self._decide(record, seat, _PASS_STEP + seat)
        cards = frozenset(passed.cards) if isinstance(passed, Pass) else frozenset[int]()
        if len(cards) != count or not cards <= record.hands[seat].known:
            raise self.seats.misbehaved(record.rules.side_of(seat), f"does not pass {count} cards of its hand")
        return cards

    def _played(self, record: Record) -> Record:
        position = Position(record.start_table(), tuple(hand.known for hand in record.hands))
        play: tuple[Move, ...] = ()
        while moves := position.moves():
            seat, step = position.to_move, _PASS_STEP + record.rules.players + len(play)
            choose = partial(self._choose, replace(record, play=play), seat, step, position.table)
            move = self.seats.move(record.rules.side_of(seat), moves, choose)
            play = (*play, move)
            position = position.play(move)
        return replace(record, play=play)

    def _decide(self, record: Record, seat: int, step: int) -> Answer:
        return self.seats.decide(record.rules.side_of(seat), partial(self._choose, record, seat, step, None))

    def _choose(self, record: Record, seat: int, step: int, table: Table | None, player: AnyPlayer) -> Answer:
        seed = decision_seed(self.match.seed, self.deal, self.number, step)
        known = player.knowing(record) if isinstance(player, Clairvoyant) else player
        return known.choose(View.of(record, seat, table), seed)
