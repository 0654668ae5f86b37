"""Rounds and whole matches between players who see what their seat sees: the deal, the pass, the play, the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import IllegalMoveError, RulesError
from diamonds_solver.players.match import MatchBase, Seats, decision_seed

from ..advising.view import View
from ..deal import check_cards
from ..deal import deal as random_deal
from ..records.game_record import AnyRecord, GameRecord
from ..records.record import Hand, Record
from ..round.public import Pass, Table, final_score
from ..round.rules import START_SHOWROOM, Rules
from .counted import AnyPlayer, is_counted, played_round
from .live import LiveDiamonds
from .players import PLAYERS, Answer, Clairvoyant


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
        check_cards(self.rules, self.hand_size)
        if self.passing and self.hand_size < self.rules.hand_size:
            message = f"with {counted(self.hand_size, 'card')} instead of {self.rules.hand_size} nothing is passed"
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
        game += ", thief" if rules.thief else ""
        played = f"matches of {self.rounds} rounds" if self.whole else "single rounds"
        return f"{game}, {counted(self.hand_size, 'card')}, {'with the pass' if self.passing else 'no pass'}, {played}, seed {self.seed}"

    def settings(self) -> Mapping[str, object]:
        """The game and the seed, as JSON."""
        rules = self.rules
        return {
            "players": rules.players,
            "variant": rules.variant,
            "teams": rules.teams,
            **({"thief": True} if rules.thief else {}),
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
        table, rounds = Table.start(self.rules, 1), list[Record]()
        for number in range(1, self.rounds + 1):
            rounds.append(self._round(deal, number, table, seats))
            table = rounds[-1].table()
        return rounds

    def _round(self, deal: int, number: int, before: Table, seats: Seats[AnyPlayer]) -> Record:
        """One round, with all decisions asked from the players."""
        dealt = self._dealt(deal, number, before)
        if all(map(is_counted, seats.players)):
            return played_round(dealt, self.passing, seats, partial(decision_seed, self.seed, deal, number))
        live = LiveDiamonds(dealt, passing=self.passing, seed=self.seed)
        while not live.is_round_over:
            turn = live.turn
            assert turn is not None
            assert turn.seat is not None
            # Each decision has a number in the round: how many cards to pass, every seat's pass, the moves.
            step = {"count": 0, "pass": 1 + turn.seat}.get(turn.decision, 1 + self.rules.players + len(live.record_now.play))
            choose = partial(_choose, live, turn.seat, decision_seed(self.seed, deal, number, step))
            side = self.rules.side_of(turn.seat)
            move = seats.decide(side, choose) if turn.decision == "pass" else seats.move(side, live.moves(), choose)
            try:
                live = live.tell(move)
            except IllegalMoveError:
                raise seats.misbehaved(side, f"passes {move}, which are not {turn.needs} cards of its hand") from None
        return live.record_now

    def _dealt(self, deal: int, number: int, before: Table) -> Record:
        dealer, rng = (number - 1) % self.rules.players, np.random.default_rng((self.seed, deal, number))
        hands = [Hand(hand, 0) for hand in random_deal(self.rules, rng, self.hand_size).hands]
        return replace(Record.begun(self.rules, hands, dealer, passing=self.passing, before=before), round=(number, self.rounds))


def _choose(live: LiveDiamonds, seat: int, seed: int, player: AnyPlayer) -> Answer:
    known = player.knowing(live.record_now) if isinstance(player, Clairvoyant) else player
    view = View.of(live.record_now, seat, live.table)
    answer: Any = known.choose(view, seed)
    # A function of somebody's own may return one of the view's passes, a tuple.
    return Pass(answer) if isinstance(answer, tuple) and answer in view.passes() else answer
