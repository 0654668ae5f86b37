"""Tricks, standings and decisions of a record, and the record of a whole game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar, NamedTuple

from diamonds_solver.common.moves import Place, numbers
from diamonds_solver.common.quantities import check_kind
from diamonds_solver.common.wording import clause, counted, listed
from diamonds_solver.errors import PositionError
from diamonds_solver.game import RecordDecision
from diamonds_solver.notation.players import Named
from diamonds_solver.notation.problems import Location

from ..round.position import Position
from ..round.public import ROUND_OVER, Act, Decision, Move, Pass, Table, final_score
from ..round.rules import START_SHOWROOM, Rules, sort_key, suit_of
from .record import Hand, Phase, Record, tricks_in_comments

# -- tricks -------------------------------------------------------------------------------------------------------------------------------
# The play of a record, decision by decision and trick by trick: who played what, who won it, which crystals moved.


class Trick(NamedTuple):
    """A trick of a record's play, or what followed the last one."""

    number: int | None
    """In the round; None: the awards and the bonus."""
    leader: int
    moves: tuple[Move, ...]
    winner: int | None
    """None where the trick is not whole."""
    acts: tuple[Act, ...]
    """What its moves did, in order."""
    points: tuple[int, ...]
    """Of all players, after it."""
    forgotten: frozenset[int] = frozenset()
    """The places in `moves` of cards of which only the suit is known."""


def steps(record: AnyRecord) -> list[Place]:
    """The decisions of the play of the last round, numbered as in `decisions`, and the one after it unless the round is over."""
    last, play_steps = last_round(record), list[Place]()
    untold = {move.index for move in last.forgotten}
    before = sum(1 for _ in decisions(record)) - len(last.play) + len(untold)
    places = zip(last.tables, numbers(len(last.play), before, untold), (*last.play, None), strict=True)
    for index, (table, number, move) in enumerate(places):
        if table.decision is Decision.OVER:
            break
        card = len(table.cards) + 1 if table.decision is Decision.CARD else None
        play_steps.append(Place(number, trick_of(last, table), card, move, index))
    return play_steps


def record_at(record: AnyRecord, step: Place) -> Record:
    """The last round as it was before a decision of its play; what it expects of the position after the play is left out."""
    return last_round(record).before(step.place)


def tricks(record: Record) -> list[Trick]:
    """The tricks of the play; the last of them may not be whole. What follows the last trick of the round is an item of its own."""
    played, awards = list[Trick](), list[Act]()
    lost, points = {move.index for move in record.forgotten}, record.start_table().points()
    for index, (table, move, after) in enumerate(zip(record.tables, record.play, record.tables[1:], strict=False)):
        if move.card is not None and not table.cards:
            played.append(Trick(first_trick(record) + len(played), table.leader, (), None, (), points))
        trick = played[-1]
        if move.card is not None or table.robber is not None:
            forgotten = trick.forgotten | ({len(trick.moves)} if index in lost else frozenset())
            trick = trick._replace(moves=(*trick.moves, move), forgotten=forgotten)
        if after.tricks_left < table.tricks_left:
            trick = trick._replace(winner=after.leader)
        own = tuple(act for act in after.acts if act.source in ("discards", "tricks"))
        awards += after.acts[len(own) :]
        points = tuple(map(sum, zip(points, *(act.gains(record.players) for act in own), strict=True)))
        played[-1] = trick._replace(acts=trick.acts + own, points=points)
    end = record.table()
    if awards or end.award == ROUND_OVER:
        played.append(Trick(None, end.leader, (), None, tuple(awards), end.points()))
    return played


def trick_of(record: Record, table: Table) -> int | None:
    """The number of the trick in the round to which the next decision belongs; None for the awards."""
    if table.tricks_left == 0 and table.robber is None:
        return None
    is_after = table.robber is not None and not table.cards  # the winner of the trick robs
    return first_trick(record) + record.tricks - table.tricks_left - is_after


def first_trick(record: Record) -> int:
    """The number in the round of the first trick of `play`."""
    return record.tricks_taken + 1


# -- standings ----------------------------------------------------------------------------------------------------------------------------
# The points after every round, and who has won the game.


@dataclass(frozen=True)
class Standing:
    """One round of a game."""

    number: int
    dealer: int
    score: tuple[int, ...] | None
    """Points after it, of every player, or of every team where only theirs are told; None where they are not known."""
    gained: tuple[int, ...] | None
    """The same less those before it."""
    is_played: bool
    """Whether more is known than the score."""


@dataclass(frozen=True)
class Final:
    """How a whole game ended."""

    score: tuple[int, ...]
    """Of every side."""
    shares: tuple[float, ...] | None
    """Every side's share of the victory; None where vaults decide that are not told."""


def standings(game: GameRecord) -> list[Standing]:
    """The rounds in order."""
    rows: list[Standing] = []
    before: tuple[int, ...] | None = (START_SHOWROOM,) * game.players if game.rounds[0].round[0] == 1 else None
    for round_record in game.rounds:
        is_played = not isinstance(round_record, ScoreOnly)
        if not isinstance(round_record, ScoreOnly):
            before = points_like(game.rules, round_record.start_table(), game.players) if not round_record.tricks_before else before
        score = (
            round_record.score if isinstance(round_record, ScoreOnly) or not is_complete(round_record) else round_record.table().points()
        )
        known = before is not None and score and len(before) == len(score)
        gained = tuple(b - a for a, b in zip(before or (), score, strict=True)) if known else None
        rows.append(Standing(round_record.round[0], round_record.dealer, score or None, gained, is_played))
        before = score or None
    return rows


def final(game: GameRecord) -> Final | None:
    """The end of the game; None where its last round is not there, or not over."""
    last, rules = game.rounds[-1], game.rules
    if last.round[0] != (last.round[1] or rules.rounds):
        return None
    if not isinstance(last, ScoreOnly) and is_complete(last):
        return Final(*final_score(last.table()))
    if not last.score:
        return None
    score = last.score if len(last.score) == len(rules.sides) else tuple(sum(last.score[seat] for seat in side) for side in rules.sides)
    best = max(score)
    return Final(score, tuple(float(points == best) for points in score) if score.count(best) == 1 else None)


def final_text(game: GameRecord, end: Final, names: Sequence[str]) -> str:
    """The end in words: ``Ann wins with 61 points``."""
    sides = side_names(game.rules, names)
    most = max(end.score)
    if end.shares is None:
        tied = [name for name, points in zip(sides, end.score, strict=True) if points == most]
        return f"{listed(tied)} have {most} points: the crystals in the vaults decide, and the record does not give them"
    winners = [name for name, share in zip(sides, end.shares, strict=True) if share]
    if len(winners) > 1:
        return f"{listed(winners)} share the victory with {most} points and the same number of crystals in the vault"
    by_vault = ", and more crystals in the vault" if end.score.count(most) > 1 else ""
    wins = f"{winners[0]} win" if game.rules.teams else clause(winners[0], "wins")
    return f"{wins} with {counted(most, 'point')}{by_vault}"


def side_names(rules: Rules, names: Sequence[str]) -> list[str]:
    """What the sides are called: ``Ann + Cy``."""
    return [" + ".join(names[seat] for seat in side) for side in rules.sides]


# -- whole games --------------------------------------------------------------------------------------------------------------------------
# The rounds of one game, of which some may be known by their score alone.


@dataclass(frozen=True)
class ScoreOnly:
    """A round of which nothing is known but how it ended."""

    round: tuple[int, int]
    """As `Record.round`."""
    dealer: int
    score: tuple[int, ...]
    """As `Record.score`."""


@dataclass(frozen=True)
class GameRecord(Named):
    """A whole game, or several rounds of one; rules, names and id are common to all rounds."""

    game: ClassVar[str] = "diamonds"
    rules: Rules
    rounds: tuple[Record | ScoreOnly, ...]
    """In order, none left out between the first and the last. Never empty."""
    names: tuple[str, ...] | None = None
    id: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    """The ``x-`` fields before the first round, in order, as text; those of a round are in it."""
    origin: Location | None = field(default=None, compare=False, repr=False)
    """Where its text begins; None for a record made by hand."""
    commented: str | None = field(default=None, compare=False, repr=False)
    """The text that it was read from, if that has comments."""

    @classmethod
    def of(cls, record: Record) -> GameRecord:
        """A game from a record of one round."""
        check_kind(record, Record)
        rounds = (replace(record, extra=()),)
        return cls(record.rules, rounds, record.names, record.id, record.extra, record.origin, record.commented)

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def played(self) -> tuple[Record, ...]:
        """The rounds that are more than a score."""
        return tuple(round_record for round_record in self.rounds if isinstance(round_record, Record))

    @property
    def last(self) -> Record:
        """The last round, which is what questions about the present position mean.

        Raises PositionError if only its score is known.
        """
        last = self.rounds[-1]
        if isinstance(last, ScoreOnly):
            raise PositionError(f"round {last.round[0]}, the last one, is known by its score alone", code="E-OVER")
        return last

    def _repr_svg_(self) -> str | None:
        """The picture of the last round that a notebook shows; none where that is known by its score alone."""
        last = self.rounds[-1]
        return last._repr_svg_() if isinstance(last, Record) else None

    def notes(self) -> tuple[str, ...]:
        """What a reader of results should know about the rounds."""
        notes = [*tricks_in_comments(self.commented)]
        notes += [f"round {record.round[0]}: {note}" for record in self.played for note in record.notes()]
        for before, after in pairwise(self.rounds):
            expected = self.rules.left_of(before.dealer)
            if after.dealer != expected:
                who, left = self.seat_name(after.dealer), self.seat_name(expected)
                notes.append(f"round {after.round[0]}: {who} deals, and {left} sits left of the dealer of round {before.round[0]}")
        return tuple(notes)

    def pending(self) -> tuple[str, ...]:
        """As `Record.pending`, of the last round: in an earlier one nothing can be left open."""
        last = self.rounds[-1]
        return last.pending() if isinstance(last, Record) else ()

    def position(self) -> Position:
        """The position after the play of the last round. Raises as `Record.position` does, and as `last`."""
        return self.last.position()

    def __repr__(self) -> str:
        """One line; `dumps` writes all of it."""
        name = f" {self.id!r}" if self.id is not None else ""
        return f"<GameRecord{name}: {self.rules.players} players, {len(self.rounds)} rounds, {len(self.played)} with their play>"


AnyRecord = Record | GameRecord
"""What one text can say: one round, or several."""


def last_round(record: AnyRecord) -> Record:
    """The round that questions about the present position mean. Raises PositionError if only its score is known."""
    return record.last if isinstance(record, GameRecord) else record


def is_complete(record: Record) -> bool:
    """Whether the record tells how its round ended."""
    return record.phase is Phase.PLAY and record.decision() is Decision.OVER and record.tricks_before == record.tricks_taken


def end_table(round_record: Record | ScoreOnly) -> Table | None:
    """The table after a round; None where the record does not tell."""
    return None if isinstance(round_record, ScoreOnly) or not is_complete(round_record) else round_record.table()


def points_like(rules: Rules, table: Table, count: int) -> tuple[int, ...]:
    """The points of every player, or of every team if as many numbers as teams are wanted."""
    points = table.points()
    return points if count == rules.players else tuple(sum(points[seat] for seat in side) for side in rules.sides)


def options_of(record: AnyRecord, verb: str) -> dict[str, str]:
    """What a record says of the game's options of a verb, as they are typed; players by their numbers from 1."""
    rules, rounds = record.rules, record.rounds if isinstance(record, GameRecord) else (record,)
    facts = {
        "players": str(rules.players),
        "variant": rules.variant,
        "teams": _yes_or_no(rules.teams),
        "thief": _yes_or_no(rules.thief),
    }
    first, last = rounds[0], rounds[-1]
    if isinstance(last, ScoreOnly):
        return facts
    if verb == "live":
        dealer = (first.dealer - first.round[0] + 1) % rules.players
        return {**facts, "rounds": str(rounds_played(record)), "pass": _yes_or_no(is_passing(last)), "dealer": str(dealer + 1)}
    if verb == "hand":
        seats = [seat for seat, hand in enumerate(last.hands) if hand.is_open]
        seat = last.dealer if last.phase is Phase.CHOOSE else last.see if last.see is not None else seats[0] if len(seats) == 1 else None
        after = {} if seat is None else {"seat_after": str((seat - last.dealer) % rules.players or rules.players)}
        return {**facts, "dealer": str(last.dealer + 1), **after}
    table = last.table()
    return {**facts, "cards": str(table.tricks_left * rules.plays_per_trick), "mid_trick": _yes_or_no(bool(table.cards))}


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def rounds_played(record: AnyRecord) -> int:
    """How many rounds a game has that goes on from a record: one of a single round that does not say which is a round of its own."""
    now, is_alone = last_round(record), not isinstance(record, GameRecord) or len(record.rounds) == 1
    return 1 if now.round == (1, 0) and is_alone else now.round[1] or now.rules.rounds


def is_passing(record: Record) -> bool:
    """Whether cards are, or were, passed in a round, as far as its record tells."""
    return record.phase is not Phase.PLAY or any(gave is not None for gave in record.gave)


# -- decisions ----------------------------------------------------------------------------------------------------------------------------
# In order: how many cards to pass and which, as far as the record tells, and the play.


def decisions(record: AnyRecord) -> Iterator[RecordDecision]:
    """The decisions of all rounds that are more than a score; a card that is forgotten is none."""
    for round_record in record.played if isinstance(record, GameRecord) else (record,):
        yield from _before_play(round_record)
        yield from _of_play(round_record)


def _before_play(record: Record) -> Iterator[RecordDecision]:
    """The number of cards to pass and every player's choice, where the hand before the pass is known."""
    known, record = record.dealt(), record.completed()
    dealt, number = record.dealt(), record.round[0]
    gave = [record.given(seat) for seat in range(record.players)]
    count = record.pass_count or next((len(cards) for cards in gave if cards is not None), None)
    if record.phase is not Phase.PLAY or count is None or not any(hand.is_open for hand in dealt):
        return
    nobody = (None,) * record.players
    whole = replace(record, hands=dealt, gave=nobody, got=nobody, play=(), score=(), best=(), value=())
    if dealt[record.dealer].is_open:
        choosing = replace(whole, phase=Phase.CHOOSE, pass_count=None)
        yield RecordDecision(_seen(choosing, known, record.dealer), record.dealer, count, "count", forced=False, round=number)
    passing = replace(whole, phase=Phase.PASS, pass_count=count)
    for seat, hand in enumerate(dealt):
        cards = gave[seat]
        if hand.is_open and cards is not None:
            move = Pass(tuple(sorted(cards, key=sort_key)))
            yield RecordDecision(_seen(passing, known, seat), seat, move, "pass", forced=False, round=number)


def _of_play(record: Record) -> Iterator[RecordDecision]:
    known, record = record.hands, record.completed()  # what only the whole play tells of a hand was known to its player all the time
    number = record.round[0]
    hands, lost = [hand.known for hand in record.hands], {move.index for move in record.forgotten}
    for index, (table, move) in enumerate(zip(record.tables, record.play, strict=False)):
        seat, decision = table.to_move, str(table.decision)
        trick = trick_of(record, table)
        if index in lost:  # what was decided is not known
            continue
        forced = record.hands[seat].is_open and len(Position(table, tuple(hands)).moves()) == 1
        yield RecordDecision(_seen(record.before(index), known, seat), seat, move, decision, forced=forced, round=number, trick=trick)
        if move.card is not None:
            hands[seat] -= {move.card}


def _seen(record: Record, known: Sequence[Hand], seat: int) -> Record:
    """The record with the hands that it may show to who decides.

    `known`: the hands as they are written. They are what the seat of `see` knew, beside its own hand. Where cards are hidden and nobody
    says who knew those that are shown, whoever decides knew their own hand alone.
    """
    if record.see == seat:
        return replace(record, hands=tuple(hand if other == seat else known[other] for other, hand in enumerate(record.hands)))
    if all(hand.is_open for hand in record.hands) or record.is_open():
        return record
    return replace(
        record, see=None, hands=tuple(hand if other == seat else Hand(unknown=hand.size) for other, hand in enumerate(record.hands))
    )


# -- one round or several -----------------------------------------------------------------------------------------------------------------
# What is done with the record of a round or of a whole game.


def rounds(record: AnyRecord) -> Sequence[Record]:
    """The rounds that have a play."""
    return record.played if isinstance(record, GameRecord) else (record,)


def whole(record: AnyRecord) -> GameRecord:
    """A game of one round for the record of a round."""
    return record if isinstance(record, GameRecord) else GameRecord.of(record)


def played_on(record: AnyRecord, move: object) -> AnyRecord:
    """The record with one more move at its end."""
    if not isinstance(move, Move):
        raise TypeError(f"a Move is expected, not {type(move).__name__}")
    last = last_round(record)
    played = last.after(move)
    return replace(record, rounds=(*record.rounds[:-1], played)) if isinstance(record, GameRecord) else played


def begins(part: object, whole: object) -> bool:
    """A club whose victim the next move names begins that club with any victim."""
    return isinstance(part, Move) and part.victim is None and isinstance(whole, Move) and part[:2] == whole[:2]


def kind(decision: RecordDecision) -> str:
    """What is decided; of a card, whether it leads, follows suit or is discarded."""
    move = decision.move
    if not isinstance(move, Move) or move.card is None:
        return decision.decision
    trick = last_round(decision.record).table().cards
    return "lead" if not trick else "follow" if suit_of(move.card) == suit_of(trick[0]) else "discard"


def legal_moves(record: AnyRecord) -> Sequence[object]:
    """The legal moves after the play; none if the cards of the player who decides are hidden, or the round is over."""
    now = last_round(record)
    table = now.table()
    if now.phase is not Phase.PLAY or table.decision is not Decision.CARD:
        return table.choices() if now.phase is Phase.PLAY else ()
    hands = now.completed().hands_after_play()
    return Position(table, tuple(hand.known for hand in hands)).moves() if hands[table.to_move].is_open else ()


def variant(record: AnyRecord) -> str:
    """In words: ``perfect teams``."""
    rules = last_round(record).rules
    return rules.variant + (" teams" if rules.teams else "") + (" thief" if rules.thief else "")


def leader(record: AnyRecord) -> int | None:
    """Who leads the first trick; None once a card was played."""
    last = last_round(record)
    return last.lead if last.phase is Phase.PLAY and not last.play else None


def led_by(record: AnyRecord, seat: int) -> Record:
    """The last round with another leader. Raises PositionError if cards were played already."""
    last = last_round(record)
    if last.play or last.tricks_before:
        before = f"the record begins after {counted(last.tricks_before, 'trick')}, and the winner of the last one leads"
        message = "who leads is settled once a card is played" if last.play else before
        raise PositionError(message, code="E-LEAD", hint="only whole deals have all leaders")
    return replace(last, lead=seat)


# -- records to fill in -------------------------------------------------------------------------------------------------------------------
# What `diamonds new` writes.


def template(names: Sequence[str]) -> str:
    """A round to fill in."""
    first, second = names[:2]
    return f"""\
# A round of Diamonds: fill in what you know, and take the '#' from these lines. 'diamonds check FILE' says whether it is right.
diamonds 1
players {" ".join(names)}
dealer {names[-1]}
# variant perfect
# teams yes

# Your hand as it is played, after the pass: a suit (D H S C) and its ranks. +1 is a card of it that you forgot.
# hand {first} D15,9,3 H12,4,2 S7 C10,4,2

# What was passed, as far as you know: the cards given and got are of the number that the dealer said.
# pass 2
# gave {first} D14 C1
# got {first} D15 H12

# The cards in the order in which they fell, with a slash after each trick; {first}, left of the dealer, leads the first one.
# C3>{second} is an off-suit club that robs {second}; C3 >{second} is the last card of a trick in clubs, whose winner robs {second}.
# ? is a card that you forgot, S? one of which you know the suit, >? somebody who was robbed.
# play H5 H14 ? H4 / D12 D13 D3 D2

# What lies before each player after the round, 2 points for a crystal in the vault and 1 in the showroom.
# score {" ".join(str(12 + 2 * seat) for seat in range(len(names)))}
"""


def scored(names: Sequence[str], points: Sequence[Sequence[int]]) -> str:
    """A game known by its score alone: everybody's points after each round.

    Raises RulesError for a number of players that the rules do not know.
    """
    last = max(Rules(len(names)).rounds, len(points))
    rounds = [f"round {number}/{last} score {' '.join(map(str, row))}" for number, row in enumerate(points, start=1)]
    return "\n".join(["diamonds 1", f"players {' '.join(names)}", *rounds, ""])
