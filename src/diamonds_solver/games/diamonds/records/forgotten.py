"""What was played where a record has ``?``: every way that fits to the rest is tried, and what they have in common is known.

A choice that is left out at the end of a round is treated the same: what lay on the table afterwards may tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from diamonds_solver.common.wording import either
from diamonds_solver.notation.problems import ProblemList

from ..round.public import Decision, Move, Table, tables_along
from ..round.rules import CLUBS, SUIT_LETTERS, SUIT_NAMES, SUITS, rank_of, suit_of
from .fields import Draft
from .game_record import points_like
from .reading import NO_SUIT, MoveToken, Reading, TokenKind
from .record import Forgotten
from .replay import BadPlayError, Replay, step

_MOST_WAYS = 2000
"""Ways to fill in what is forgotten that are tried at most."""

NOBODY = -1
_AFTERWARDS = "or what lay there after the round: 'score', or 'showroom' and 'vault' of the next round"

Begin = Callable[[Reading], Replay]
"""A new replay from the start of the play, whose problems go to the reading given."""


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
    """One way to fill in some of the forgotten cards, the first ones."""

    tokens: tuple[MoveToken, ...]
    outcome: tuple[tuple[int, int | None, int], ...] = ()
    """Of each token filled in: the card's suit, who was robbed, who won the trick; of a forgotten victim only who was robbed."""


class _TooManyError(Exception):
    """There are too many ways to try them all."""


def recall(reading: Reading, draft: Draft, begin: Begin, ending: Ending) -> bool:
    """Puts a stand-in for each forgotten card into the play of `draft`, where all ways that fit come to the same; else that is a problem.

    Whether there is no such problem.
    """
    numbers = [index for index, token in enumerate(draft.tokens) if token.is_forgotten]
    if not numbers:
        return True
    memory = _Memory(reading, draft, begin, ending, numbers)
    try:
        ways = list(memory.ways(_Way(tuple(draft.tokens))))
    except _TooManyError:
        token = draft.tokens[numbers[0]]
        hint = "write the suits where you know them: S? is a spade, C?>P1 a club that robbed P1"
        reading.problem(
            "E-FORGOTTEN", token.location(), f"{len(numbers)} cards are forgotten: there are too many ways to fill them in", hint
        )
        return False
    if not ways:
        draft.tokens = list(memory.least_wrong().tokens)  # the problems of the play itself are to be told
        return True
    if any(way.outcome != ways[0].outcome for way in ways):
        memory.complain(ways)
        return False
    draft.tokens = list(ways[0].tokens)
    open_trick = next((i for i, (_, _, winner) in enumerate(ways[0].outcome) if winner == NOBODY), None)
    if open_trick is not None:
        location = draft.tokens[numbers[open_trick]].location()
        reading.problem("E-FORGOTTEN", location, "the trick is not over: this card still lies on the table", "write which one it is")
    return open_trick is None


class _Memory:
    """The search for ways to fill in the forgotten cards of one play."""

    def __init__(self, reading: Reading, draft: Draft, begin: Begin, ending: Ending, numbers: Sequence[int]) -> None:
        self._reading, self._draft, self._begin, self._ending = reading, draft, begin, ending
        self._numbers = numbers
        self._tried = 0
        self._known_cards = {token.number for token in draft.tokens if token.kind is TokenKind.CARD}

    def ways(self, way: _Way) -> Iterator[_Way]:
        """All ways to fill in the cards that `way` leaves that fit to the whole play and to how the round ended."""
        at = self._next(way)
        replay, problems = self._replayed(way.tokens[:at])
        if problems or (at == len(way.tokens) and not self._may_end(replay)):
            return
        if at == len(way.tokens):
            yield replace(way, outcome=self._outcome(way.tokens))
            return
        for token in self._options(replay, way.tokens[at]):
            self._tried += 1
            if self._tried > _MOST_WAYS:
                raise _TooManyError
            yield from self.ways(_Way((*way.tokens[:at], token, *way.tokens[at + 1 :])))

    def least_wrong(self) -> _Way:
        """A way with few problems, where there is none without: filled in card by card."""
        way = _Way(tuple(self._draft.tokens))
        while (at := self._next(way)) < len(way.tokens):
            replay, _ = self._replayed(way.tokens[:at])
            options = list(self._options(replay, way.tokens[at])) or [_card(way.tokens[at], 1 + 16 * max(0, way.tokens[at].number))]
            tried = [_Way((*way.tokens[:at], token, *way.tokens[at + 1 :])) for token in options]
            way = min(tried, key=lambda option: self._replayed(option.tokens[: self._next(option)])[1])
        return way

    def complain(self, ways: Sequence[_Way]) -> None:
        """Tells what has to be known about the first card on which the ways do not agree."""
        place = next(i for i in range(len(self._numbers)) if len({way.outcome[i] for way in ways}) > 1)
        token = self._draft.tokens[self._numbers[place]]
        replay, _ = self._replayed(ways[0].tokens[: self._numbers[place]])
        label = self._reading.label
        if token.has_lost_victim:
            names = [f">{label(victim)}" for _, victim, _ in dict.fromkeys(way.outcome[place] for way in ways) if victim is not None]
            hint = f"write {either(names)}; {_AFTERWARDS}"
            self._reading.problem("E-FORGOTTEN", token.victim_location(), "who was robbed is not known", hint)
            return
        trick = replay.start.rules.hand_size // replay.start.rules.plays_per_trick - replay.table.tricks_left + 1
        who = f"the card of {label(replay.table.to_move)} in trick {trick}"
        outcomes = list(dict.fromkeys(way.outcome[place] for way in ways))
        moves = list(
            dict.fromkeys(f"{SUIT_LETTERS[suit]}?" + ("" if victim is None else f">{label(victim)}") for suit, victim, _ in outcomes)
        )
        if len(moves) == 1:
            winners = list(dict.fromkeys(winner for _, _, winner in outcomes))
            message = f"who won trick {trick} is not known: {either(list(map(label, winners)))}, as {who} is forgotten"
            hint = f"add the winner after the trick: {either([f'= {label(winner)}' for winner in winners])}"
        else:
            suits = sorted({suit for suit, _, _ in outcomes})
            kinds = either([SUIT_NAMES[suit].removesuffix("s") for suit in suits])
            message = f"whom {who} robbed is not known"
            if len(suits) > 1:
                owner = label(replay.table.to_move)
                message = f"{owner}'s forgotten card in trick {trick} may be a {kinds}; that changes the crystals"
            hint = f"write {either(moves)}; {_AFTERWARDS}"
        self._reading.problem("E-FORGOTTEN", token.location(), message, hint)

    def _next(self, way: _Way) -> int:
        """The index of the first token that is still to be filled in."""
        return next((index for index, token in enumerate(way.tokens) if token.is_forgotten), len(way.tokens))

    def _replayed(self, tokens: Sequence[MoveToken]) -> tuple[Replay, int]:
        """The replay after some tokens, and how many problems there were."""
        reading = replace(self._reading, problems=ProblemList())  # nobody is told of them
        replay = self._begin(reading)
        try:
            for token in tokens:
                step(replay, token)
        except BadPlayError:
            return replay, reading.problems.count + 1
        return replay, reading.problems.count

    def _options(self, replay: Replay, token: MoveToken) -> Iterator[MoveToken]:
        """What can stand in for a forgotten card: of each suit, and each victim, one card that wins and one that does not, known to be held
        and not."""
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
        holding = replay.holdings[seat]
        others = set(replay.start.rules.deck) - holding.known if holding.unknown else set[int]()
        for own in (holding.known, others):
            cards = [card for card in own if suit_of(card) == suit and card not in self._known_cards and replay.may_hold(seat, card)]
            if cards:
                yield sorted(cards, key=rank_of)

    def _may_end(self, replay: Replay) -> bool:
        """Whether the round can have ended as the record tells."""
        table = replay.table
        return table.decision is Decision.CARD or any(self._ending.fits(end) for end, _ in endings(table))

    def _outcome(self, tokens: Sequence[MoveToken]) -> tuple[tuple[int, int | None, int], ...]:
        """Suit, victim and winner of the trick of every card filled in."""
        replay, _ = self._replayed(tokens)
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
        filled = [tokens[number] for number in self._numbers]
        return tuple(next(outcomes) if token.is_stand_in else (NO_SUIT, token.victim, 0) for token in filled)


def endings(table: Table) -> Iterator[tuple[Table, tuple[Move, ...]]]:
    """Every way in which the choices that are open can be made until a card is to be played or the round is over."""
    if not table.choices():
        yield table, ()
        return
    for move in table.choices():
        yield from ((end, (move, *rest)) for end, rest in endings(table.choose(move)))


def missing_choices(replay: Replay, ending: Ending, reading: Reading) -> bool:
    """Makes the choices that the end of the play leaves open, where the end of the round tells them, and notes them as `inferred`.

    Where a next round follows and nothing tells them, that is a problem; whether there is none.
    """
    table = replay.table
    if table.decision in (Decision.CARD, Decision.OVER) or not replay.moves or not (ending.is_told or ending.is_followed):
        return True
    all_ends = [(end, moves) for end, moves in endings(table) if end.decision is Decision.OVER]
    fitting = [(end, moves) for end, moves in all_ends if ending.fits(end)]
    if not all_ends or (ending.is_told and len(fitting) > 1 and not ending.is_followed):
        return True
    if ending.is_told and len(fitting) == 1:
        for move in fitting[0][1]:
            replay.inferred.append(Forgotten(len(replay.moves), replay.table.to_move))
            replay.go_on(move)
        return True
    location = replay.draft.tokens[-1].location()
    who = reading.label(table.to_move)
    is_victim = table.decision is Decision.VICTIM
    what = f"{who} robs somebody at the end: the victim is missing" if is_victim else "which partner performs an award is missing"
    if ending.is_told and not fitting:
        what += ", and no choice leads to the crystals after the round"
    labels = [reading.label(seat) for seat in range(reading.rules.players)]
    hint = f"possible: {', '.join(move.named(labels) for move in table.choices())}"
    reading.problem("E-VICTIM-MISSING" if is_victim else "E-ACTOR", location, what, hint)
    return False


def _with_victims(replay: Replay, token: MoveToken) -> Iterator[MoveToken]:
    """What can stand in for a token whose victim is forgotten; where nobody can be robbed, the replay says what is wrong."""
    table = replay.table
    if token.kind is TokenKind.CARD:
        victims = list(table.victims(table.to_move)) if table.is_off_suit(token.number) else []
    else:
        victims = [move.victim for move in table.choices() if move.victim is not None] or list(replay.forced)
    for victim in dict.fromkeys(victims) or [(table.to_move + 1) % table.rules.players]:
        yield token._replace(victim=victim)


def _card(token: MoveToken, card: int) -> MoveToken:
    return token._replace(kind=TokenKind.CARD, number=card, is_stand_in=True)
