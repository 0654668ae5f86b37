"""Rounds and matches between players who see what their seat sees: the deals, the turns, who has won."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Played
from diamonds_solver.games.diams.engines.goal import shares
from diamonds_solver.games.diams.record.deal import shuffled, start
from diamonds_solver.games.diams.record.hidden import Step
from diamonds_solver.games.diams.record.record import ROUNDS, Record
from diamonds_solver.games.diams.rules.game import LOUPES, VALUES, Cloture, Rules
from diamonds_solver.games.diams.rules.state import Phase

from .players import Player, Situation, parse_player


@dataclass(frozen=True)
class Match:
    """What the players of an arena play: a deal is an order of the 54 cards for every round. A ``game.Contest``."""

    rules: Rules
    seed: int
    is_match: bool = False
    """Whether up to three rounds are played, for chips; else one, for points."""

    @property
    def sides(self) -> int:
        return self.rules.players

    def title(self) -> str:
        """The game, its parameters and the seed, in words."""
        rules = self.rules
        what = "matches of three rounds" if self.is_match else "rounds"
        closing = ", the closing card last" if rules.cloture is Cloture.LAST else ""
        invented = ", invented values and loupes" if (rules.values, rules.loupes) == (VALUES, LOUPES) else ""
        return f"{rules.players} players, {what}{closing}{invented}, seed {self.seed}"

    def settings(self) -> Mapping[str, object]:
        """The game and the seed, as JSON."""
        rules = self.rules
        return {
            "players": rules.players,
            "match": self.is_match,
            "cloture": str(rules.cloture),
            "values": [list(triple) for triple in rules.values],
            "loupes": list(rules.loupes),
            "seed": self.seed,
        }

    def play(self, deal: int, players: Sequence[str | Player], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal`; `players[i]` is the player in seat i, or names it.

        Points are those of the round, or the chips of the match.

        Raises DiamondsError for a name that is no player, or a player that does not do what is asked.
        """
        seats = [parse_player(player) if isinstance(player, str) else player for player in players]
        seconds: list[list[float]] = [[] for _ in seats]
        rounds = self._rounds(deal, seats, seconds, should_stop)
        if rounds is None:
            return None
        points = rounds[-1].state.points()
        won = rounds[-1].chips_after
        result = won if self.is_match else points
        return Played(tuple(map(float, result)), tuple(shares(won, points)), tuple(map(tuple, seconds)))

    def record(self, deal: int, players: Sequence[str], name: str | None = None) -> Record:
        """The round, or the match, with the id `name`, that `play` plays with the same deal and players. See ``game.RecordingContest``."""
        seats = [parse_player(player) for player in players]
        rounds = self._rounds(deal, seats, [[] for _ in seats], lambda: False)
        assert rounds is not None
        *earlier, last = (replace(one, id=name, round=one.round if self.is_match else 1) for one in rounds)
        return replace(last, earlier=tuple(earlier))

    def _rounds(
        self, deal: int, seats: Sequence[Player], seconds: list[list[float]], should_stop: Callable[[], bool]
    ) -> list[Record] | None:
        """All rounds that are played; None when `should_stop` said so."""
        rounds: list[Record] = []
        won = (0,) * self.sides
        for number in range(1, ROUNDS + 1 if self.is_match else 2):
            found = self._round(deal, number, won, seats, seconds, should_stop)
            if found is None:
                return None
            rounds.append(found)
            won = found.chips_after
            if self.sides == 2 and number == 2 and abs(won[0] - won[1]) == 2:
                break  # one of two has won both rounds, and the match
        return rounds

    def _round(
        self,
        deal: int,
        number: int,
        won: tuple[int, ...],
        seats: Sequence[Player],
        seconds: list[list[float]],
        should_stop: Callable[[], bool],
    ) -> Record | None:
        """One round, played; None when `should_stop` said so."""
        order = shuffled(self.rules, Random(f"{self.seed}/{deal}/{number}"))
        state = first = start(self.rules, order, (number - 1) % self.sides)
        play: list[Step] = []
        while state.phase is not Phase.OVER:
            if should_stop():
                return None
            moves = state.moves()
            move = moves[0]
            if len(moves) > 1:
                seat = state.to_move
                record = partial(Record, first, play=tuple(play), round=self._round_number(number), chips=won)
                situation = Situation(state, seat, record)
                started = time.perf_counter()
                move = seats[seat].choose(situation, self._seed(deal, number, len(play)))
                seconds[seat].append(time.perf_counter() - started)
                if move not in moves:
                    raise DiamondsError(f"the player {seats[seat].name} plays {move}, which is not legal", code="E-PLAYER")
            step, state = Step(move), state.after(move)
            if state.is_chance:
                step = step._replace(turned_up=next(iter(state.chances())))
                state = state.turned_up(step.turned_up)
            play.append(step)
        return Record(first, play=tuple(play), round=self._round_number(number), chips=won if self.is_match else ())

    def _round_number(self, number: int) -> int:
        """Its number in the match; a single round counts as the last one: whoever wins it has won."""
        return number if self.is_match else ROUNDS

    def _seed(self, deal: int, number: int, at: int) -> int:
        return Random(f"{self.seed}/{deal}/{number}/{at}").getrandbits(62)
