"""Rounds and whole matches between players who see what their seat sees: the deal, the pass, the play, the score."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from diamonds_solver.errors import DiamondsError, RulesError
from diamonds_solver.game import Played
from diamonds_solver.games.diamonds.record.deal import deal
from diamonds_solver.games.diamonds.record.game_record import AnyRecord, GameRecord
from diamonds_solver.games.diamonds.record.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move, Table
from diamonds_solver.games.diamonds.rules.rules import START_SHOWROOM, Rules
from diamonds_solver.games.diamonds.rules.score import final_score
from diamonds_solver.games.diamonds.view.view import View

from .clairvoyant import Clairvoyant
from .kinds import Player
from .players import parse_player

MOST_PASSED = 3
_COUNT_STEP, _PASS_STEP = 0, 1  # numbers of decisions in a round; the moves come after the passes

Answer = TypeVar("Answer")


class _StoppedError(Exception):
    """Somebody said stop in the middle of a game."""


@dataclass(frozen=True)
class Match:
    """What the players of an arena play: one round a deal, or whole matches. A ``game.Contest``.

    Raises RulesError for hands that cannot be, and for passing from hands shorter than those of the rules: a record of such a round could
    not tell its players all they know.
    """

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

    def play(self, deal: int, players: Sequence[str | Player], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal`; `players[i]` is the player of side i, or names it. Points are those of the mean round.

        Raises DiamondsError for a name that is no player, or a player that does not do what is asked.
        """
        seconds: list[list[float]] = [[] for _ in range(self.sides)]
        try:
            *_, last = self._rounds(deal, players, seconds, should_stop)
        except _StoppedError:
            return None
        table = last.table()
        totals, shares = final_score(table)
        gains = tuple((total - START_SHOWROOM * len(side)) / self.rounds for total, side in zip(totals, self.rules.sides, strict=True))
        return Played(gains, shares, tuple(map(tuple, seconds)))

    def record(self, deal: int, players: Sequence[str | Player], name: str | None = None) -> AnyRecord:
        """The record of the game that `play` plays, with the id `name`: a `GameRecord` of a whole match, a `Record` of a single round.

        Raises DiamondsError as `play` does.
        """
        seconds: list[list[float]] = [[] for _ in range(self.sides)]
        rounds = tuple(replace(one, id=name) for one in self._rounds(deal, players, seconds, lambda: False))
        return GameRecord(self.rules, rounds, id=name) if self.whole else replace(rounds[0], round=(1, 0))

    def _rounds(
        self, deal: int, players: Sequence[str | Player], seconds: list[list[float]], should_stop: Callable[[], bool]
    ) -> Iterator[Record]:
        """The rounds of a game, each when it is played; `seconds` takes down every side's times."""
        sides = [parse_player(player) if isinstance(player, str) else player for player in players]
        seats = [sides[self.rules.side_of(seat)] for seat in range(self.rules.players)]
        table = Table.start(self.rules, 0)
        for number in range(1, self.rounds + 1):
            record = _Round(self, deal, number, seats, seconds, should_stop).play(table.showroom, table.vault)
            yield record
            table = record.table()


@dataclass
class _Round:
    """One round of a game, with all decisions asked from the players."""

    match: Match
    deal: int
    number: int
    seats: Sequence[Player | Clairvoyant]
    seconds: list[list[float]]
    should_stop: Callable[[], bool]

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
        count = self._asked(record, dealer, _COUNT_STEP, lambda player, view, seed: player.pass_count(view, seed))
        if not 1 <= count <= MOST_PASSED:
            raise _misbehaved(self.seats[dealer], f"lets {count} cards be passed")
        record = replace(record, phase=Phase.PASS, pass_count=count)
        gave = [self._pass_of(record, seat, count) for seat in range(rules.players)]
        got = list(gave)
        for seat, cards in enumerate(gave):
            got[rules.receiver(seat)] = cards
        hands = tuple(Hand(hand.known - gave[seat] | got[seat], 0) for seat, hand in enumerate(record.hands))
        return replace(record, hands=hands, gave=tuple(gave), got=tuple(got))

    def _pass_of(self, record: Record, seat: int, count: int) -> frozenset[int]:
        cards = self._asked(record, seat, _PASS_STEP + seat, lambda player, view, seed: player.pass_cards(view, seed))
        if len(cards) != count or not cards <= record.hands[seat].known:
            raise _misbehaved(self.seats[seat], f"does not pass {count} cards of its hand")
        return cards

    def _played(self, record: Record) -> Record:
        position = Position(record.start_table(), tuple(hand.known for hand in record.hands))
        play: tuple[Move, ...] = ()
        while moves := position.moves():
            move = moves[0] if len(moves) == 1 else self._move(replace(record, play=play), position)
            if move not in moves:
                raise _misbehaved(self.seats[position.to_move], f"plays {tuple(move)}, which is not legal")
            play = (*play, move)
            position = position.play(move)
        return replace(record, play=play)

    def _move(self, record: Record, position: Position) -> Move:
        step = _PASS_STEP + record.rules.players + len(record.play)
        return self._asked(record, position.to_move, step, lambda player, view, seed: player.choose(view, seed), position.table)

    def _asked(
        self, record: Record, seat: int, step: int, ask: Callable[[Player, View, int], Answer], table: Table | None = None
    ) -> Answer:
        """The player's answer, its time taken down; the seed is that of this decision."""
        if self.should_stop():
            raise _StoppedError
        seed = int(np.random.SeedSequence((self.match.seed, self.deal, self.number, step)).generate_state(1, np.uint64)[0] >> 2)
        started = time.perf_counter()
        player = self.seats[seat]
        if isinstance(player, Clairvoyant):
            player = player.knowing(record)
        answer = ask(player, View.of(record, seat, table), seed)
        self.seconds[self.match.rules.side_of(seat)].append(time.perf_counter() - started)
        return answer


def _misbehaved(player: Player | Clairvoyant, deed: str) -> DiamondsError:
    return DiamondsError(f"the player {player.name} {deed}", code="E-PLAYER")
