"""What was played where a record has ``?``: every way that fits to the rest is tried, and what they have in common is known.

A choice that is left out at the end of a round is treated the same: what lay on the table afterwards may tell it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from diamonds_solver.common.wording import either
from diamonds_solver.notation.problems import Location

from ..round.public import Decision, Move, Table, tables_along
from ..round.rules import CLUBS, SUIT_LETTERS, SUIT_NAMES, SUITS, rank_of, suit_of
from .game_record import points_like
from .record import Forgotten
from .replay import Replay
from .tokens import NO_SUIT, MoveToken, TokenKind

_MOST_WAYS = 2000
"""Ways to fill in what is forgotten that are tried at most."""

NOBODY = -1
_AFTERWARDS = "or what lay there after the round: 'score', or 'showroom' and 'vault' of the next round"

Outcome = tuple[tuple[int, int | None, int], ...]
"""Of each token filled in: the card's suit, who was robbed, who won the trick; of a forgotten victim only who was robbed."""


@dataclass(frozen=True)
class Ending:
    """What a record tells of the end of a round, outside of its play."""

    showroom: tuple[int, ...] | None = None
    """Crystals with which the next round begins; None, as the others, where that is not told."""
    vault: tuple[int, ...] | None = None
    score: tuple[int, ...] | None = None
    """As `Record.score`."""
    is_followed: bool = False
    """Whether there is a next round."""

    @property
    def is_told(self) -> bool:
        return any(numbers is not None for numbers in (self.showroom, self.vault, self.score))

    def fits(self, table: Table) -> bool:
        """Whether the round can have ended with this table."""
        if table.decision is not Decision.OVER:
            return True
        points = None if self.score is None else points_like(table.rules, table, len(self.score))
        return self.showroom in (None, table.showroom) and self.vault in (None, table.vault) and self.score == points


@dataclass(frozen=True)
class _Way:
    """One way to fill in what is forgotten, up to the next token of which something is forgotten, or to the end."""

    replay: Replay
    tokens: tuple[MoveToken, ...] = ()
    """Those replayed."""


class _TooManyError(Exception):
    """There are too many ways to try them all."""


def recall(start: Replay, tokens: Sequence[MoveToken], ending: Ending) -> Sequence[MoveToken] | None:
    """The play with a stand-in for each forgotten card, where all ways that fit come to the same; else that is a problem, and None.

    Where no way fits one is taken whose problems are to be told.
    """
    numbers = [index for index, token in enumerate(tokens) if token.is_forgotten]
    if not numbers:
        return tokens
    memory = _Memory(start, tokens, ending, numbers)
    try:
        ways = list(memory.ways(_Way(start)))
    except _TooManyError:
        hint = "write the suits where you know them: S? is a spade, C?>P1 a club that robbed P1"
        message = f"{len(numbers)} cards are forgotten: there are too many ways to fill them in"
        start.reading.problem("E-FORGOTTEN", tokens[numbers[0]].location(), message, hint)
        return None
    if not ways:
        return memory.least_wrong().tokens
    outcomes = [memory.outcome(way) for way in ways]
    if any(outcome != outcomes[0] for outcome in outcomes):
        memory.complain(ways[0], outcomes)
        return None
    for number, (_, _, winner) in zip(numbers, outcomes[0], strict=True):
        if winner == NOBODY:
            message = "the trick is not over: this card still lies on the table"
            start.reading.problem("E-FORGOTTEN", tokens[number].location(), message, "write which one it is")
            return None
    return ways[0].tokens


class _Memory:
    """The search for ways to fill in the forgotten cards of one play."""

    def __init__(self, start: Replay, tokens: Sequence[MoveToken], ending: Ending, numbers: Sequence[int]) -> None:
        self._start, self._tokens, self._ending = start, tokens, ending
        self._numbers = numbers
        self._tried = 0
        self._known_cards = {token.number for token in tokens if token.kind is TokenKind.CARD}

    def ways(self, way: _Way, *stand_in: MoveToken) -> Iterator[_Way]:
        """All ways to go on with a stand-in that fit to the whole play and to how the round ended."""
        way = self._followed(way, *stand_in)
        if way.replay.trouble:
            return
        if len(way.tokens) == len(self._tokens):
            if self._may_end(way.replay):
                yield way
            return
        for token in self._options(way):
            self._tried += 1
            if self._tried > _MOST_WAYS:
                raise _TooManyError
            yield from self.ways(way, token)

    def least_wrong(self) -> _Way:
        """A way with few problems, where there is none without: filled in card by card."""
        way = self._followed(_Way(self._start))
        while len(way.tokens) < len(self._tokens):
            forgotten = self._tokens[len(way.tokens)]
            options = list(self._options(way)) or [_card(forgotten, 1 + 16 * max(0, forgotten.number))]
            way = min((self._followed(way, token) for token in options), key=lambda tried: tried.replay.trouble)
        return way

    def _followed(self, way: _Way, *stand_in: MoveToken) -> _Way:
        """The way with a stand-in for the token that comes next, and what follows."""
        rest = takewhile(lambda token: not token.is_forgotten, self._tokens[len(way.tokens) + len(stand_in) :])
        tokens, replay = (*stand_in, *rest), way.replay.fork()
        replay.follow(tokens)
        return _Way(replay, way.tokens + tokens)

    def complain(self, way: _Way, outcomes: Sequence[Outcome]) -> None:
        """Tells what has to be known about the first card on which the ways do not agree."""
        place, seen = next(
            (place, seen) for place, every in enumerate(zip(*outcomes, strict=True)) if len(seen := list(dict.fromkeys(every))) > 1
        )
        token = self._tokens[self._numbers[place]]
        reading, replay = self._start.reading, self._start.fork()
        replay.follow(way.tokens[: self._numbers[place]])
        label = reading.label
        if token.has_lost_victim:
            names = [f">{label(victim)}" for _, victim, _ in seen if victim is not None]
            hint = f"write {either(names)}; {_AFTERWARDS}"
            reading.problem("E-FORGOTTEN", token.victim_location(), "who was robbed is not known", hint)
            return
        trick = replay.start.rules.tricks - replay.table.tricks_left + 1
        who = f"the card of {label(replay.table.to_move)} in trick {trick}"
        moves = list(dict.fromkeys(f"{SUIT_LETTERS[suit]}?" + ("" if victim is None else f">{label(victim)}") for suit, victim, _ in seen))
        if len(moves) == 1:
            winners = list(dict.fromkeys(winner for _, _, winner in seen))
            message = f"who won trick {trick} is not known: {either(list(map(label, winners)))}, as {who} is forgotten"
            hint = f"add the winner after the trick: {either([f'= {label(winner)}' for winner in winners])}"
        else:
            suits = sorted({suit for suit, _, _ in seen})
            kinds = either([SUIT_NAMES[suit].removesuffix("s") for suit in suits])
            message = f"whom {who} robbed is not known"
            if len(suits) > 1:
                owner = label(replay.table.to_move)
                message = f"{owner}'s forgotten card in trick {trick} may be a {kinds}; that changes the crystals"
            hint = f"write {either(moves)}; {_AFTERWARDS}"
        reading.problem("E-FORGOTTEN", token.location(), message, hint)

    def _options(self, way: _Way) -> Iterator[MoveToken]:
        """What can stand in for the next token: of each suit, and each victim, one card that wins and one that does not, known to be held
        and not."""
        replay, token = way.replay, self._tokens[len(way.tokens)]
        table = replay.table
        if token.has_lost_victim:
            yield from _with_victims(replay, token)
            return
        if table.tricks_left == 0 or table.robber is not None:
            yield _card(token, 1 + 16 * max(0, token.number))  # the replay says what is wrong
            return
        seat = table.to_move
        for suit in SUITS if token.number == NO_SUIT else (token.number,):
            for cards in self._free(replay, seat, suit):
                is_led = not table.cards or suit == suit_of(table.cards[0])
                if is_led:
                    yield from (_card(token, card) for card in dict.fromkeys((cards[0], cards[-1])))
                elif suit == CLUBS and token.victim is None and len(table.victims(seat)) > 1:
                    yield from (_card(token, cards[0])._replace(victim=victim) for victim in table.victims(seat))
                else:
                    yield _card(token, cards[0])

    def _free(self, replay: Replay, seat: int, suit: int) -> Iterator[list[int]]:
        """The cards of a suit that the seat may have played here and that the play does not tell of, low ones first: those that it is
        known to hold, and those that it may hold. Which of them it was decides what else the hand can have."""
        known = replay.hands[seat].known
        others = set[int]() if replay.hands[seat].is_open else set(replay.start.rules.deck) - known
        for own in (known, others):
            cards = [card for card in own if suit_of(card) == suit and card not in self._known_cards and replay.may_hold(seat, card)]
            if cards:
                yield sorted(cards, key=rank_of)

    def _may_end(self, replay: Replay) -> bool:
        """Whether the round can have ended as the record tells."""
        table = replay.table
        return table.decision is Decision.CARD or any(self._ending.fits(end) for end, _ in endings(table))

    def outcome(self, way: _Way) -> Outcome:
        """What the stand-ins of a way come to."""
        replay = way.replay
        lost = {stand_in.index for stand_in in replay.stand_ins}
        winners: list[int] = []
        cards: list[tuple[int, int, int | None]] = []
        for index, (before, after) in enumerate(pairwise(tables_along(replay.start, tuple(replay.moves)))):
            move = replay.moves[index]
            if move.card is not None and index in lost:
                cards.append((len(winners), suit_of(move.card), move.victim))
            winners += [after.leader] if after.tricks_left < before.tricks_left else []
        winners.append(NOBODY)  # of the trick that is not over
        outcomes = iter([(suit, victim, winners[trick]) for trick, suit, victim in cards])
        filled = [way.tokens[number] for number in self._numbers]
        return tuple(next(outcomes) if token.is_stand_in else (NO_SUIT, token.victim, 0) for token in filled)


def endings(table: Table) -> Iterator[tuple[Table, tuple[Move, ...]]]:
    """Every way in which the choices that are open can be made until a card is to be played or the round is over."""
    if not table.choices():
        yield table, ()
        return
    for move in table.choices():
        yield from ((end, (move, *rest)) for end, rest in endings(table.choose(move)))


def missing_choices(replay: Replay, end: Location, ending: Ending) -> tuple[Forgotten, ...] | None:
    """Makes the choices that the end of the play leaves open, where the end of the round tells them.

    `end`: where the play ends. Where a next round follows and nothing tells them, that is a problem, and None.
    """
    table, reading = replay.table, replay.reading
    if table.decision in (Decision.CARD, Decision.OVER) or not replay.moves or not (ending.is_told or ending.is_followed):
        return ()
    all_ends = [(end_table, moves) for end_table, moves in endings(table) if end_table.decision is Decision.OVER]
    fitting = [moves for end_table, moves in all_ends if ending.fits(end_table)]
    if not all_ends or (ending.is_told and len(fitting) > 1 and not ending.is_followed):
        return ()
    if ending.is_told and len(fitting) == 1:
        inferred = []
        for move in fitting[0]:
            inferred.append(Forgotten(len(replay.moves), replay.table.to_move))
            replay.go_on(move)
        return tuple(inferred)
    who = reading.label(table.to_move)
    is_victim = table.decision is Decision.VICTIM
    what = f"{who} robs somebody at the end: the victim is missing" if is_victim else "which partner performs an award is missing"
    if ending.is_told and not fitting:
        what += ", and no choice leads to the crystals after the round"
    labels = [reading.label(seat) for seat in range(reading.rules.players)]
    hint = f"possible: {', '.join(move.named(labels) for move in table.choices())}"
    reading.problem("E-VICTIM-MISSING" if is_victim else "E-ACTOR", end, what, hint)
    return None


def _with_victims(replay: Replay, token: MoveToken) -> Iterator[MoveToken]:
    """What can stand in for a token whose victim is forgotten; where nobody can be robbed, the replay says what is wrong."""
    table = replay.table
    if token.kind is TokenKind.CARD:
        victims = list(table.victims(table.to_move)) if table.is_off_suit(token.number) else []
    else:
        victims = [move.victim for move in table.choices() if move.victim is not None]
        if not victims and (robbed := replay.robbed()) is not None:
            victims = [robbed]
    for victim in dict.fromkeys(victims) or [table.rules.left_of(table.to_move)]:
        yield token._replace(victim=victim)


def _card(token: MoveToken, card: int) -> MoveToken:
    return token._replace(kind=TokenKind.CARD, number=card, is_stand_in=True)
