"""A third game, as small as a game can be: it shows that a game needs nothing but its `Game` to be checked, advised on and played.

Everybody holds cards from 1 to 12. In turn each plays one; the highest of a round of cards wins a point; who wins it leads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy as np

from diamonds_solver.common.options import Option, within
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError, PlayerNameError, PositionError
from diamonds_solver.game import Ask, Decision, LiveTable, Objective, Played, Score, StoryLine, Turn, Words
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import RawRecord
from diamonds_solver.search.playouts import PlayoutEngine

# -- the rules --------------------------------------------------------------------------------------------------------------------------


@dataclass
class State:
    """A ``search.tree.World``."""

    hands: list[tuple[int, ...]]
    won: list[int]
    cards: tuple[int, ...] = ()
    leader: int = 0

    @property
    def to_move(self) -> int | None:
        return (self.leader + len(self.cards)) % len(self.hands) if any(self.hands) else None

    def moves(self) -> tuple[int, ...]:
        return () if self.to_move is None else self.hands[self.to_move]

    def play(self, move: int, _rng: Random | None = None) -> None:
        assert self.to_move is not None
        self.hands[self.to_move] = tuple(card for card in self.moves() if card != move)
        self.cards = (*self.cards, move)
        if len(self.cards) == len(self.hands):
            self.leader = (self.leader + self.cards.index(max(self.cards))) % len(self.hands)
            self.won[self.leader] += 1
            self.cards = ()

    def seen(self, seat: int) -> object:
        return self.hands[seat], tuple(self.won), self.cards, self.leader

    def utilities(self, _objective: str) -> tuple[float, ...]:
        return tuple(map(float, self.won))


# -- the game ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ToyRecord:
    game: ClassVar[str] = "toy"
    names: ClassVar[None] = None
    hands: tuple[tuple[int, ...], ...]
    play: tuple[int, ...] = ()
    id: str | None = None
    origin: Location | None = field(default=None, compare=False)

    @property
    def players(self) -> int:
        return len(self.hands)

    def seat_name(self, seat: int) -> str:
        return f"P{seat + 1}"

    def notes(self) -> tuple[str, ...]:
        return ()

    def state(self) -> State:
        state = State(list(self.hands), [0] * self.players)
        for card in self.play:
            state.play(card)
        return state


@dataclass(frozen=True)
class ToyView:
    game: ClassVar[str] = "toy"
    decision: ClassVar[str] = "card"
    own: State
    seat: int

    def hidden(self) -> str:
        return "the other hands are hidden"

    def to_dict(self) -> dict[str, Any]:
        return {"seat": f"P{self.seat + 1}"}

    def draw(self, rng: Random) -> State:
        """The hidden cards dealt anew."""
        others = [seat for seat in range(len(self.own.hands)) if seat != self.seat]
        pool = [card for seat in others for card in self.own.hands[seat]]
        rng.shuffle(pool)
        hands = list(self.own.hands)
        for seat in others:
            hands[seat] = tuple(sorted(pool.pop() for _ in hands[seat]))
        return replace(self.own, hands=hands, won=list(self.own.won))


@dataclass(frozen=True)
class ToyTable:
    """A ``game.LiveTable``; a toy is not played at real tables."""

    record: ToyRecord
    is_dealt: ClassVar[bool] = True

    @property
    def turn(self) -> Turn | None:
        seat = self.record.state().to_move
        return None if seat is None else Turn(seat, "card", "a card to play")

    @property
    def score(self) -> Score:
        won = self.record.state().won
        shares = tuple((own == max(won)) / won.count(max(won)) for own in won)
        return Score(tuple((seat,) for seat in range(len(won))), tuple(map(float, won)), None if self.turn else shares)

    def moves(self) -> tuple[int, ...]:
        return self.record.state().moves()

    def read(self, text: str) -> int:
        found = [card for card in self.moves() if str(card) == text.strip()]
        if not found:
            raise IllegalMoveError(f"{text} cannot be played")
        return found[0]

    def tell(self, move: object) -> ToyTable:
        if move not in self.moves():
            raise IllegalMoveError(f"{move} cannot be played")
        return ToyTable(GAME.play(self.record, move))

    def story(self, move: object, seat: int | None) -> Sequence[StoryLine]:
        return (StoryLine(f"{move} is played"),)

    def before_deciding(self, seat: int | None) -> Sequence[str]:
        return (f"you hold {self.record.state().hands[seat]}",) if seat is not None else ()

    def seen(self, seat: int | None) -> ToyRecord:
        """With other cards, the lowest ones that are not seen, where those of others are hidden."""
        record, left = self.record, self.record.state().hands
        unseen = [card for card in range(1, 13) if card not in record.play and (seat is None or card not in record.hands[seat])]
        hands = []
        for own, hand in enumerate(record.hands):
            played = [card for card in hand if card in record.play]
            hands.append(hand if own == seat else tuple(sorted([*played, *(unseen.pop(0) for _ in left[own])])))
        return replace(record, hands=tuple(hands))


@dataclass(frozen=True)
class ToyContest:
    players: int
    seed: int

    @property
    def sides(self) -> int:
        return self.players

    def title(self) -> str:
        return f"a toy for {self.players}"

    def settings(self) -> Mapping[str, object]:
        return {"game": "toy", "players": self.players, "seed": self.seed}

    def play(self, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        record, rng = GAME.deal((self.seed, deal), {"players": self.players}), np.random.default_rng((self.seed, deal))
        state, seconds = record.state(), [0.0] * self.players
        while moves := state.moves():
            if should_stop():
                return None
            started = time.perf_counter()
            high, seat = max(state.cards, default=0), state.to_move or 0
            wins = [card for card in moves if card > high]
            chosen = (min(wins) if state.cards and wins else min(moves)) if players[seat] == "thrifty" else int(rng.choice(moves))
            seconds[seat] += time.perf_counter() - started
            state.play(chosen)
        best = max(state.won)
        shares = tuple((own == best) / state.won.count(best) for own in state.won)
        return Played(state.utilities("points"), shares, tuple((s,) for s in seconds))


def build(raw: RawRecord) -> ToyRecord:
    """A record from its fields: ``hand P1 3,7``, ``play 3 5``."""
    hands: list[list[int]] = []
    play: list[list[int]] = []
    for one in raw.fields:
        words = one.words[1:] if one.name == "hand" else one.words
        numbers = [number for word in words for number in word.text.split(",")]
        if not all(number.isdecimal() and 1 <= int(number) <= 12 for number in numbers):
            raw.problems.add("E-CARD", one.location(), "cards are numbers from 1 to 12")
            continue
        (hands if one.name == "hand" else play).append([int(number) for number in numbers])
    return ToyRecord(tuple(map(tuple, hands)), tuple(card for row in play for card in row))


class Toy:
    name = "toy"
    words = Words("Toy", {"card": "a card to play"}, {"points": Objective("own points", 0.1)})
    grammar: Grammar[ToyRecord] = Grammar("toy", "Toy", 1, ("hand", "play"), frozenset(), frozenset({"hand"}), frozenset(), build)
    options: ClassVar = {verb: {"players": Option("2 to 4", within(2, 4))} for verb in ("deal", "contest", "live")}
    levels: ClassVar[Mapping[str, str]] = {"random": "any card", "thrifty": "the lowest card that wins"}
    typing = "the number of a card"
    gives_reasons = False
    examples: ClassVar[Mapping[str, Path]] = {}

    def write(self, record: ToyRecord, form: str = "dia") -> str:
        hands = [f"hand P{seat + 1} {','.join(map(str, hand))}" for seat, hand in enumerate(record.hands)]
        play = [f"play {' '.join(map(str, record.play))}"] if record.play else []
        return ("; " if form == "line" else "\n").join(["toy 1", *hands, *play]) + "\n"

    def deal(self, seed: Sequence[int], options: Mapping[str, Any], name: str | None = None) -> ToyRecord:
        players = options.get("players", 2)
        cards = np.random.default_rng(seed).permutation(12).tolist()
        return ToyRecord(tuple(tuple(sorted(card + 1 for card in cards[3 * seat : 3 * seat + 3])) for seat in range(players)), id=name)

    def check(self, record: ToyRecord) -> Sequence[str]:
        return record.notes()

    def move_writer(self, record: ToyRecord) -> Callable[[object], str]:
        return str

    def play(self, record: ToyRecord, move: object) -> ToyRecord:
        assert isinstance(move, int)
        return replace(record, play=(*record.play, move))

    def rounds(self, record: ToyRecord) -> Sequence[ToyRecord]:
        return (record,)

    def decisions(self, record: ToyRecord) -> Iterator[Decision]:
        for number, card in enumerate(record.play):
            before = replace(record, play=record.play[:number])
            yield Decision(before, before.state().to_move or 0, card, "card", len(before.state().moves()) == 1)

    def hindsight(self, record: ToyRecord, **_: object) -> None:
        return None

    def points(self, record: ToyRecord) -> tuple[float, ...]:
        return record.state().utilities("points")

    def view(self, source: ToyRecord | ToyView, seat: int | None = None) -> ToyView:
        if isinstance(source, ToyView):
            return source
        state = source.state()
        if state.to_move is None or seat not in (None, state.to_move):
            raise PositionError("nothing is to be decided")
        return ToyView(state, state.to_move)

    def engine_name(self, text: str) -> str:
        return text

    def engine(self, view: ToyView, ask: Ask) -> PlayoutEngine:
        return PlayoutEngine(view.draw, view.decision, ask.objective, ask.seed)

    def explain(self, *_: object, **__: object) -> None:
        return None

    def contest(self, seed: int, options: Mapping[str, Any]) -> ToyContest:
        return ToyContest(options.get("players", 2), seed)

    def player_name(self, text: str) -> str:
        if text not in ("random", "thrifty"):
            raise PlayerNameError(f"there is no player {text!r}")
        return text

    def players_help(self) -> str:
        return "random   any card\nthrifty  the lowest card that wins, else the lowest"

    def live(self, options: Mapping[str, Any], names: Sequence[str] | None, seed: int | None, me: int | None) -> ToyTable:
        if seed is None:
            raise HiddenCardsError("a toy is not played at real tables")
        return ToyTable(self.deal((seed,), options))

    def live_from(self, record: ToyRecord, seed: int | None, me: int | None) -> ToyTable:
        return ToyTable(record)

    def decide(self, table: LiveTable, player: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object | None:
        return None if should_stop is not None and should_stop() else min(map(int, map(str, table.moves())))

    def diagram(self, record: ToyRecord, symbols: bool = False) -> str:
        return "\n".join(f"P{seat + 1} {hand}" for seat, hand in enumerate(record.state().hands))

    def state(self, record: ToyRecord) -> dict[str, Any]:
        return {"hands": record.state().hands}


GAME = Toy()
