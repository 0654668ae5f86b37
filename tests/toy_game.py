"""A fourth game, as small as a game can be: its `Game` is all that the program needs to check, deal, advise and play it.

Everybody holds cards from 1 to 12; which ones is known, but not who holds them. From P1 on each plays one; the highest wins a point.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple, Self

from diamonds_solver.common.options import Option, within
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError, PositionError
from diamonds_solver.game import Advising, Game, Objective, Played, Playing, RecordDecision, Records, Score, StoryLine, Turn, Words
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.text import RawRecord
from diamonds_solver.players.names import Kind, PlayerNames
from diamonds_solver.search.engine import PlayoutEngine, Policy, at_random

Hand = tuple[int, ...]


@dataclass(unsafe_hash=True)
class Toy:
    """A record. It is its own table of a live game, its own ``search.engine.World``, and with a seat what that seat knows."""

    game, decision, is_dealt = "toy", "card", True
    names = origin = commented = None
    hands: tuple[Hand, ...]
    cards: Hand = ()
    id: str | None = None
    seat: int = -1

    record = property(lambda self: self)
    to_move = property(lambda self: self.turn and self.turn.seat)
    left = property(lambda self: [tuple(card for card in hand if card not in self.cards) for hand in self.hands])
    trick = property(lambda self: self.cards[len(self.cards) // len(self.hands) * len(self.hands) :])

    def moves(self) -> Hand:
        return tuple(self.left[len(self.trick)])

    def utilities(self, objective: str) -> tuple[float, ...]:
        tricks = zip(*[iter(self.cards)] * len(self.hands), strict=False)
        winners = [cards.index(max(cards)) for cards in tricks]
        return tuple(float(winners.count(seat)) for seat in range(len(self.hands)))

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def turn(self) -> Turn | None:
        return Turn(len(self.trick), "card", "a card to play") if any(self.left) else None

    @property
    def score(self) -> Score:
        won = self.utilities("points")
        shares = tuple((own == max(won)) / won.count(max(won)) for own in won)
        return Score(tuple((seat,) for seat in range(len(won))), won, None if self.turn else shares)

    def tell(self, move: Any) -> Self:
        if move not in self.moves():
            raise IllegalMoveError(f"{move} cannot be played")
        return replace(self, cards=(*self.cards, move))

    def play(self, move: int, rng: Random) -> None:
        self.cards = (*self.cards, move)

    def read(self, text: str) -> int:
        return self.tell(int(text) if text.strip().isdecimal() else text).cards[-1]

    def seen(self, seat: int | None, rng: Random | None = None) -> Self:
        """With the cards of all but a seat dealt anew; in order without an `rng`."""
        pool = sorted(card for own, hand in enumerate(self.left) if own != seat for card in hand)
        pool = rng.sample(pool, len(pool)) if rng else pool
        left = [hand if own == seat else tuple(pool.pop() for _ in hand) for own, hand in enumerate(self.left)]
        played = [tuple(card for card in hand if card in self.cards) for hand in self.hands]
        return replace(self, hands=tuple(tuple(sorted(a + b)) for a, b in zip(left, played, strict=True)))

    def story(self, move: object, seat: int | None) -> tuple[StoryLine, ...]:
        return (StoryLine(f"{move} is played"),)

    def observed(self, move: object, seat: int | None) -> object:
        return move

    def before_deciding(self, seat: int | None) -> tuple[str, ...]:
        return () if seat is None else (f"you hold {self.left[seat]}",)

    def seat_name(self, seat: int) -> str:
        return f"P{seat + 1}"

    def notes(self) -> tuple[str, ...]:
        return ()

    def hidden(self) -> str:
        return "the other hands are hidden"

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat_name(self.seat)}


def view(source: Toy, seat: int | None) -> Toy:
    if source.turn is None or seat not in (None, source.turn.seat):
        raise PositionError("nothing is to be decided")
    return replace(source, seat=len(source.trick))


def build(raw: RawRecord) -> Toy:
    rows: dict[str, list[Hand]] = {"hand": [], "play": []}  # from fields: hand P1 3,7; play 3 5
    for line in raw.fields:
        cards = [card for word in line.words[line.name == "hand" :] for card in word.text.split(",")]
        rows[line.name].append(tuple(int(card) for card in cards if card.isdecimal() and 1 <= int(card) <= 12))
        if len(rows[line.name][-1]) < len(cards):
            raw.problems.add("E-CARD", line.location(), "cards are numbers from 1 to 12")
    return Toy(tuple(rows["hand"]), sum(rows["play"], ()))


def write(record: Toy, form: str) -> str:
    hands = [f"hand P{seat + 1} {','.join(map(str, hand))}" for seat, hand in enumerate(record.hands)]
    play = [" ".join(["play", *map(str, record.cards)])] if record.cards else []
    return ("\n" if form == "dia" else "; ").join(["toy 1", *hands, *play]) + "\n"


def deal(seed: Sequence[int | None], options: Mapping[str, Any], name: str | None = None) -> Toy:
    if None in seed:
        raise HiddenCardsError("a toy is not played at real tables")
    cards = Random(str(seed)).sample(range(1, 13), 3 * options.get("players", 2))
    return Toy(tuple(tuple(sorted(cards[start : start + 3])) for start in range(0, len(cards), 3)), id=name)


def decisions(record: Toy) -> Iterator[RecordDecision]:
    for number, card in enumerate(record.cards):
        before = replace(record, cards=record.cards[:number])
        yield RecordDecision(before, len(before.trick), card, "card", len(before.moves()) == 1)


def thrifty(world: Any, moves: Sequence[int], rng: Random) -> int:
    return min([card for card in moves if card > max(world.trick, default=12)] or moves)


PLAYERS = PlayerNames[Policy]({"random": Kind("any card", (), lambda *_: at_random), "thrifty": Kind("low", (), lambda *_: thrifty)}, {})


def decide(table: Toy, player: str, seed: object, should_stop: Callable[[], bool] | None) -> int:
    return int(PLAYERS.parse(player)(table, table.moves(), Random(str(seed))))


class Contest(NamedTuple):
    sides: int
    seed: int

    def title(self) -> str:
        return f"a toy for {self.sides}"

    def settings(self) -> Mapping[str, object]:
        return {"game": "toy", **self._asdict()}

    def play(self, number: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played:
        _, points, shares = self.record(number, players).score
        return Played(points, shares or (), ((0.0,),) * self.sides)

    def record(self, number: int, players: Sequence[str], name: str | None = None) -> Toy:
        table = deal((self.seed, number), {"players": self.sides}, name)
        while turn := table.turn:
            table = table.tell(decide(table, players[turn.seat or 0], (self.seed, number, table.cards), None))
        return table


GAME: Game[Toy, Toy] = Game(
    name="toy",
    words=Words("Toy", {"card": "a card to play"}, {"points": Objective("own points", 0.1)}),
    typing="the number of a card",
    rules="the highest card of a trick takes it",
    levels={"random": "any card", "thrifty": "the lowest card that wins"},
    options={verb: {"players": Option("2 to 4", within(2, 4))} for verb in ("deal", "contest", "live")},
    examples=dict,
    records=Records(
        grammar=lambda: Grammar("toy", "Toy", 1, ("hand", "play"), frozenset(), frozenset({"hand"}), frozenset(), build),
        write=write,
        deal=deal,
        check=Toy.notes,
        play=Toy.tell,
        decisions=decisions,
        move_writer=lambda record: str,
        diagram=lambda record, symbols: "\n".join(f"P{seat + 1} {hand}" for seat, hand in enumerate(record.left)),
        state=lambda record: {"hands": record.left},
        legal_moves=Toy.moves,
    ),
    advising=Advising(
        engines=lambda: {"auto": {}, "playout": {}},
        view=view,
        engine=lambda view, ask: PlayoutEngine(lambda rng: view.seen(view.seat, rng), view.decision, ask.objective, ask.seed),
    ),
    playing=Playing(
        names=lambda: tuple(PLAYERS.kinds),
        standard_name=PLAYERS.strict,
        help=PLAYERS.help,
        contest=lambda seed, options: Contest(options.get("players", 2), seed),
        table=lambda options, names, seed, me: deal((seed,), options),
        table_from=lambda record, seed, me: record,
        decide=decide,
    ),
)
