"""Players of Diam's by name, and their rounds and matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random

from diamonds_solver.common.options import Option, one_of, positive, whole
from diamonds_solver.players.kinds import Player, PlayerKinds
from diamonds_solver.players.match import MatchBase, Seats
from diamonds_solver.players.names import AUTO_SHARE, SLIPS, TIME, Kind, PlayerNames

from ..advising.advise import make_engine
from ..advising.engines import PLAYER_OBJECTIVES, greedy, shares
from ..advising.view import View
from ..records.record import Record, shuffled, start
from ..round.knowledge import Step
from ..round.rules import HIDDEN, LOUPES, ROUNDS, VALUES, Cloture, Move, Rules
from ..round.state import Phase, State

# -- players by name ----------------------------------------------------------------------------------------------------------------------
# Players by name, as the arena has them: ``random``, ``greedy``, ``ismcts:sims=500``, ``playout:time=50ms``.


class Situation:
    """A decision as its seat sees it."""

    def __init__(self, state: State, seat: int, record: Callable[[], Record]) -> None:
        """`state` and `record` have all cards; what is hidden from the seat is taken out."""
        self._record, self._seat = record, seat
        hands = tuple(hand if each == seat else (HIDDEN,) * len(hand) for each, hand in enumerate(state.hands))
        safes = tuple(safe if each == seat else tuple((HIDDEN,) * len(pile) for pile in safe) for each, safe in enumerate(state.safes))
        self.state = state._replace(hands=hands, safes=safes, pile=(HIDDEN,) * len(state.pile), is_stack=False)

    @cached_property
    def view(self) -> View:
        """All that the seat knows."""
        return View.of(self._record(), self._seat)

    def moves(self) -> Sequence[Move]:
        """The legal moves, for functions of somebody's own: the same name in every game."""
        return self.state.moves()


def at_random(situation: Situation, seed: int) -> Move:
    """Any legal move."""
    return Random(seed).choice(situation.moves())


OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 100", whole, "simulations"),
    "worlds": Option("worlds a decision, from 1", whole),
    "time": TIME,
    "goal": Option("margin, points, chips or win: the chance to win the match", one_of(*PLAYER_OBJECTIVES)),
    "c": Option("how much the tree search explores, above 0", positive, "exploration"),
    "slips": SLIPS,
}


_MAKE = PlayerKinds[Situation, Move](
    at_random,
    lambda situation, seed: greedy(situation.state),
    lambda seed: Random(f"slip/{seed}").random(),
    lambda situation, ask: make_engine(situation.view, ask),
    "margin",
    OPTIONS,
)
KINDS: dict[str, Kind[Player[Situation, Move]]] = {
    **_MAKE.levels(("time", "goal")),
    "greedy": _MAKE.by_rule("plays by rules of thumb", _MAKE.greedy),
    "playout": _MAKE.by_engine("every move played to the end by rules (10 times)", "playout", ("worlds", "time", "goal"), samples=10),
    "ismcts": _MAKE.by_engine("tree search (300 simulations)", "ismcts", ("sims", "time", "goal", "c"), simulations=300),
    "auto": _MAKE.by_engine(
        f"as diamonds advise, with {AUTO_SHARE * 100:.0f} % of the work of a hint", "auto", ("time", "goal"), share=AUTO_SHARE
    ),
}
PLAYERS = PlayerNames(KINDS, OPTIONS)

# -- rounds and matches -------------------------------------------------------------------------------------------------------------------
# Between players who see what their seat sees: the deals, the turns, who has won.


@dataclass(frozen=True)
class Match(MatchBase[Player[Situation, Move], Record, Record]):
    """What the players of an arena play: a deal is an order of the 54 cards for every round. Points are those of the round, or the chips of
    the match."""

    _names = PLAYERS
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

    def _outcome(self, rounds: Sequence[Record]) -> tuple[Sequence[float], Sequence[float]]:
        points, won = rounds[-1].state.points(), rounds[-1].chips_after
        return won if self.is_match else points, shares(won, points)

    def _recorded(self, rounds: Sequence[Record], name: str | None) -> Record:
        *earlier, last = (replace(record, id=name, round=record.round if self.is_match else 1) for record in rounds)
        return replace(last, earlier=tuple(earlier))

    def _rounds(self, deal: int, seats: Seats[Player[Situation, Move]]) -> list[Record]:
        rounds: list[Record] = []
        won = (0,) * self.sides
        for number in range(1, ROUNDS + 1 if self.is_match else 2):
            rounds.append(self._round(deal, number, won, seats))
            won = rounds[-1].chips_after
            if self.sides == 2 and number == 2 and abs(won[0] - won[1]) == 2:
                break  # one of two has won both rounds, and the match
        return rounds

    def _round(self, deal: int, number: int, won: tuple[int, ...], seats: Seats[Player[Situation, Move]]) -> Record:
        order = shuffled(self.rules, Random(f"{self.seed}/{deal}/{number}"))
        state = first = start(self.rules, order, (number - 1) % self.sides)
        play: list[Step] = []
        while state.phase is not Phase.OVER:
            record = partial(Record, first, play=tuple(play), round=self._round_number(number), chips=won)
            move = seats.move(state.to_move, state.moves(), partial(self._choose, deal, number, len(play), state, record))
            step, state = Step(move), state.after(move)
            if state.is_chance:
                step = step._replace(turned_up=next(iter(state.chances())))
                state = state.turned_up(step.turned_up)
            play.append(step)
        return Record(first, play=tuple(play), round=self._round_number(number), chips=won if self.is_match else ())

    def _round_number(self, number: int) -> int:
        """Its number in the match; a single round counts as the last one: whoever wins it has won."""
        return number if self.is_match else ROUNDS

    def _choose(self, deal: int, number: int, at: int, state: State, record: Callable[[], Record], player: Player[Situation, Move]) -> Move:
        seed = Random(f"{self.seed}/{deal}/{number}/{at}").getrandbits(62)
        return player.choose(Situation(state, state.to_move, record), seed)
