"""Cards of a play that nobody remembers: what follows from the rest, and the deals that agree with it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations

import pytest

from diamonds_solver.advice.adviser import advise
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError, PositionError
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.notation.write import dumps, format_play
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.cards import suit_of
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.games.diamonds.solve.trace import positions
from diamonds_solver.games.diamonds.view.view import View
from diamonds_solver.games.diamonds.view.worlds import Worlds
from diamonds_solver.games.records import loads, parse
from diamonds_solver.notation.problems import RecordError
from tests.diamonds.rounds import random_round


def with_question_mark(record: Record, index: int, *, suit: bool) -> str:
    """The text of a record that tells nothing but its play, in which one card is forgotten, or all of it but the suit."""
    words = format_play(record.start_table(), record.play, [f"P{seat + 1}" for seat in range(record.players)]).split(" ")
    place = [number for number, word in enumerate(words) if word[0] in "DHSC"][index]
    words[place] = (
        (words[place][0] if suit else "") + "?" + (words[place].partition(">")[1] + words[place].partition(">")[2] if suit else "")
    )
    return f"diamonds 1; players {record.players}; dealer P{record.dealer + 1}; play {' '.join(words)}"


@pytest.mark.parametrize("seed", range(12))
def test_a_suit_is_enough_for_the_whole_table(seed: int) -> None:
    """With the suit of a forgotten card told, the round ends as it did; and it is written as it was read."""
    rng = random.Random(seed)
    record = random_round(rng, Rules(rng.choice([3, 4, 5])), 0)
    cards = [index for index, move in enumerate(record.play) if move.card is not None]
    number = rng.randrange(len(cards) - record.players)
    text = with_question_mark(record, number, suit=True)
    (found,) = parse(text)
    if isinstance(found, RecordError):  # the same suit, and another winner of the trick could be
        assert [problem.code for problem in found.problems] == ["E-FORGOTTEN"]
        assert found.problems[0].message.startswith("who won trick")
        return
    assert found.table().points() == record.table().points()
    (one,) = found.forgotten or found.found
    assert record.play[one.index].card in (found.candidates(one) if found.forgotten else {found.play[one.index].card})
    assert loads(dumps(found)) == found


def test_what_follows_from_the_rest_is_filled_in() -> None:
    """In Perfect Diamonds all cards are dealt: the one that is nowhere else was played."""
    rng = random.Random(5)
    record = random_round(rng, Rules(2, perfect=True), 0)
    for index in (0, 7, 31):
        found = loads(with_question_mark(record, index, suit=False).replace("players 2", "players 2; variant perfect"))
        assert found.play == record.play
        assert not found.forgotten
        (note,) = found.notes()
        assert note.endswith("nothing else fits")
        notes = [each.record.notes() for each in GAME.decisions(found)]
        assert [note in before for before in notes] == [at > index for at in range(len(notes))], "it is told from then on"


def test_the_end_of_the_round_tells_what_was_played() -> None:
    """Bob has no spades and did something in trick 2; the score says what."""
    start = "diamonds 1; players 3; hand P2 +2; play S5 ? S4 / S9 D2 S3"
    with pytest.raises(RecordError) as caught:
        loads(start)
    assert caught.value.code == "E-FORGOTTEN"
    assert "D?" in (caught.value.hint or "")


def brute_force(record: Record, viewer: int) -> int:
    """All deals of the unseen cards to the hands and to the forgotten card with which the play is legal, by the rules alone."""
    (one,) = record.forgotten
    view = View.of(record, viewer)
    sizes = [0 if seat == viewer else size for seat, size in enumerate(view.sizes)]
    count = 0
    for lost in view.information.placed:
        for hands in all_hands(set(view.information.placed) - {lost}, sizes):
            hands[viewer] = view.hand
            count += is_legal(record, hands, one.index, lost)
    return count


def all_hands(pool: set[int], sizes: list[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to give so many cards of the pool to each hand."""
    if not sizes:
        yield []
        return
    for hand in combinations(sorted(pool), sizes[0]):
        yield from ([frozenset(hand), *rest] for rest in all_hands(pool - set(hand), sizes[1:]))


def is_legal(record: Record, hands: list[frozenset[int]], index: int, card: int) -> bool:
    """Whether the play with that card in place of the forgotten one is legal, and each trick won by the same player."""
    play = list(record.play)
    play[index] = play[index]._replace(card=card)
    played: list[set[int]] = [set(hand) for hand in hands]
    table = record.start_table()
    for move in play:
        assert move.card is not None
        played[table.to_move].add(move.card)
        table = table.play_card(move.card, move.victim)
    if not all(hand.known <= cards for hand, cards in zip(record.hands, played, strict=True)):
        return False
    position = Position(record.start_table(), tuple(map(frozenset, played)))
    known = record.start_table()
    try:
        for move, told in zip(play, record.play, strict=True):
            if position.to_move != known.to_move or (move.card or 0) // 16 != (told.card or 0) // 16:
                return False
            position, known = position.play(move), known.play_card(told.card or 0, told.victim)
    except IllegalMoveError:
        return False
    return position.to_move == known.to_move


LATE = "diamonds 1; players 3; variant perfect; see P1; hand P1 D3 H9 S1; won -; out D4-9 H1,3,4,6 S3-9 C2-9; "


def late(play: str) -> Record:
    """A composed ending of three cards each, in which seven cards are unseen."""
    spelled = re.sub(r"(\d)-(\d)", lambda match: ",".join(map(str, range(int(match[1]), int(match[2]) + 1))), LATE)
    record = loads(spelled + play)
    assert isinstance(record, Record)
    return record


@pytest.mark.parametrize(
    "play",
    [
        "lead P2; play H8 H? H9",  # below the winner
        "lead P2; play H? H8 H9",  # the lead
        "lead P2; play D? D2 D3 = P1",  # no card is left below but one
        "lead P3; play H8 H9 S?",  # off suit: then no heart is in that hand
        "lead P3; play H8 H9 C?>P3",
        "hand P3 H5 +2; lead P2; play H8 H? H9",  # it may be the card that is known to have been in that hand
    ],
)
def test_deals_are_those_that_agree(play: str) -> None:
    record = late(play)
    if not record.forgotten:
        assert record.found
        return
    view = View.of(record, 0)
    assert view.count == brute_force(record, 0) > 1
    assert len(Worlds(view).enumerate()) == view.count


def test_advice_with_a_forgotten_card() -> None:
    """The worlds differ in the forgotten card, and a move is found; it is in nobody's hand in any of them where it was the last one."""
    record = late("lead P2; play H8 H? H9 / ")
    view = GAME.view(record, 0)
    worlds = Worlds(view).sample(1, 0, 200)
    (one,) = record.forgotten
    nowhere = [frozenset(record.candidates(one)).difference(*position.hands) for position in Worlds(view).positions(worlds)]
    assert all(nowhere)
    assert len(set(nowhere)) > 1
    assert str(advise(record, worlds=50, seed=1).best) in {"D3", "S1"}


def test_a_forgotten_card_of_ones_own() -> None:
    """+1 stands for it; without it the hand would still have it."""
    text = "diamonds 1; players 3; see P2; hand P2 D9 {rest}; hand P1 +3; hand P3 +3; play S? S9 S4 = P3"
    record = loads(text.format(rest="H3 +1"))
    assert record.is_hand_told(1)
    with pytest.raises(HiddenCardsError):
        View.of(loads(text.format(rest="+2")), 1)


def test_the_trick_on_the_table_is_not_forgotten() -> None:
    with pytest.raises(RecordError) as caught:
        loads("diamonds 1; players 3; play D5 ?")
    assert caught.value.code == "E-FORGOTTEN"


def test_two_of_one_trick_cannot_be_dealt() -> None:
    text = "diamonds 1; players 4; see P1; hand P1 D15,9,3 H12,2 S7,1 C10,4,2; lead P3; play H? H? H2 H1 = P3"
    with pytest.raises(PositionError) as caught:
        View.of(loads(text), 0)
    assert caught.value.code == "E-FORGOTTEN"


def test_a_trace_needs_all_cards() -> None:
    record = loads(with_question_mark(random_round(random.Random(1), Rules(4), 0), 0, suit=True))
    if record.forgotten:
        with pytest.raises(HiddenCardsError):
            positions(record)


def test_a_forgotten_card_is_no_decision() -> None:
    record = loads(with_question_mark(random_round(random.Random(1), Rules(4), 0), 0, suit=True))
    assert len(list(GAME.decisions(record))) == len(record.play) - len(record.forgotten)
    assert all(isinstance(each.move, Move) and suit_of(each.move.card or 0) in range(4) for each in GAME.decisions(record))
