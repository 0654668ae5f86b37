"""Cards of a play that nobody remembers: what follows from the rest, and the deals that agree with it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from diamonds_solver.advice.ask import advise
from diamonds_solver.analysis.analyse import analyse
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError, PositionError
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import Worlds
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.records.fields import format_play
from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules, card_name, format_cards, suit_of
from diamonds_solver.games.diamonds.solving.trace import positions
from diamonds_solver.games.diamonds.texts import diagram_text
from diamonds_solver.games.records import loads, parse
from diamonds_solver.notation.problems import RecordError
from tests.conftest import PROFILE
from tests.diamonds.rounds import random_round


def with_words(record: Record, words: Mapping[int, str], hands: str = "") -> str:
    """The text of a record that tells its play, with other words for some of its cards: `?`, `S?`, `S4`; and `hands`."""
    play = format_play(record.start_table(), record.play, [f"P{seat + 1}" for seat in range(record.players)]).split(" ")
    places = [number for number, word in enumerate(play) if word[0] in "DHSC"]
    for index, word in words.items():
        _, sign, victim = play[places[index]].partition(">")
        play[places[index]] = word if word == "?" else word + sign + victim
    return f"diamonds 1; players {record.players}; dealer P{record.dealer + 1}; {hands}play {' '.join(play)}"


def partly_told(record: Record, rng: random.Random) -> str:
    """Some hands, with two hidden cards or more, and some of the cards passed."""
    fields = ""
    for seat, hand in enumerate(record.hands):
        known = rng.sample(sorted(hand.known), rng.randrange(len(hand.known) - 1))
        if rng.random() < 0.7:
            fields += f"hand P{seat + 1} {format_cards(known)} +{len(hand.known) - len(known)}; "
        if (gave := record.gave[seat]) is not None and rng.random() < 0.3:
            fields += f"gave P{seat + 1} {format_cards(gave)}; "
    return fields


def with_question_mark(record: Record, index: int, *, suit: bool) -> str:
    """One card is forgotten, or all of it but the suit."""
    card = [move.card for move in record.play if move.card is not None][index]
    return with_words(record, {index: card_name(card, is_forgotten=True) if suit else "?"})


def cards_of(found: Record, record: Record) -> list[tuple[int | None, set[int]]]:
    """Of every card of `record` that `found` has forgotten: which it was, and what `found` says of it."""
    forgotten = [(record.play[one.index].card, set(found.candidates(one))) for one in found.forgotten]
    return forgotten + [(record.play[one.index].card, {found.play[one.index].card or 0}) for one in found.inferred]


def followers(record: Record) -> list[int]:
    """The cards of the play, by number, that followed suit to the player's own card in the trick: with two players that happens."""
    cards = list(record.cards_played())
    tricks = [cards[at : at + record.rules.trick_size] for at in range(0, len(cards), record.rules.trick_size)]
    return [
        number * record.rules.trick_size + place
        for number, trick in enumerate(tricks)
        for place, (_, seat, card) in enumerate(trick)
        if sum(owner == seat and suit_of(other) == suit_of(card) == suit_of(trick[0][2]) for _, owner, other in trick) > 1
    ]


@pytest.mark.parametrize("is_told", [False, True], ids=["play", "hands"])
@pytest.mark.parametrize("suit", [False, True], ids=["?", "S?"])
@pytest.mark.parametrize("players", range(2, 7))
def test_candidates_are_what_may_stand_there(players: int, suit: bool, is_told: bool) -> None:
    """Every card with which the whole round can be read, and only those: so the true one is among them."""
    rng, count = random.Random(players), 0
    while count < (3 if PROFILE == "dev" else 6):
        record = random_round(rng, Rules(players), 0)
        cards = [move.card for move in record.play if move.card is not None]
        index = rng.choice(followers(record) or range(len(cards)))
        hands = partly_told(record, rng) if is_told else ""
        word = card_name(cards[index], is_forgotten=True) if suit else "?"
        (found,) = parse(with_words(record, {index: word}, hands))
        if isinstance(found, RecordError):
            assert found.code == "E-FORGOTTEN"
            continue
        ((_, candidates),) = cards_of(found, record)
        same_suit = [card for card in record.rules.deck if suit_of(card) == suit_of(cards[index])]
        (*read,) = (parse(with_words(record, {index: card_name(card)}, hands))[0] for card in same_suit)
        assert candidates == {card for card, one in zip(same_suit, read, strict=True) if isinstance(one, Record)}
        count += 1


def test_of_two_forgotten_cards_neither_is_excluded() -> None:
    rng, count = random.Random(2), 0
    while count < 12:
        record = random_round(rng, Rules(rng.choice([2, 2, 3])), 0)
        cards = [move.card for move in record.play if move.card is not None]
        first = rng.randrange(len(cards) - 1)
        both = [first, rng.choice([first + 1, rng.randrange(first + 1, len(cards))])]
        (found,) = parse(with_words(record, {index: card_name(cards[index], is_forgotten=True) for index in both}))
        if isinstance(found, RecordError):
            continue
        assert [card for card, candidates in cards_of(found, record) if card not in candidates] == []
        count += 1


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
    (one,) = found.forgotten or found.inferred
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
        notes = [each.record.notes() for each in GAME.records.decisions(found)]
        assert [note in before for before in notes] == [at > index for at in range(len(notes))], "it is told from then on"


def test_the_end_of_the_round_tells_what_was_played() -> None:
    """Bob has no spades and did something in trick 2; the score says what."""
    start = "diamonds 1; players 3; hand P2 +2; play S5 ? S4 / S9 D2 S3"
    with pytest.raises(RecordError) as caught:
        loads(start)
    assert caught.value.code == "E-FORGOTTEN"
    assert "D?" in (caught.value.hint or "")


ROBBED = "diamonds 1; players Ann Bob Cy; round 1/6; dealer Cy; play C5 C4 C3 %s / H9 H2 H3 / D4 D2 C1%s; hand Ann +7; showroom 4 5 3"
"""Ann wins the clubs of trick 1 and robs; Cy robs with C1."""


@pytest.mark.parametrize(("words", "place"), [((">?", ">Bob"), ">?"), ((">Bob", ">?"), "C1>?"), ((">?", ">?"), ">?")])
def test_a_forgotten_victim_is_asked_for(words: tuple[str, str], place: str) -> None:
    text = ROBBED % words
    (error,) = parse(text)
    assert isinstance(error, RecordError)
    (problem,) = error.problems
    assert (problem.code, problem.column) == ("E-FORGOTTEN", text.index(place) + len(place))
    assert re.match("write >(Ann|Bob) or >(Bob|Cy); ", problem.hint or "")


@pytest.mark.parametrize(("told", "index"), [("C10 C1 C15 C11 >Bob", 21), ("C5>Bob H12", 18)])
def test_a_victim_follows_from_the_next_round(told: str, index: int) -> None:
    """Of a whole game: what lay there when the next round began tells who was robbed."""
    text = (GAME.examples()["game4"]).read_text(encoding="utf-8")
    game = loads(text)
    crystals = game.rounds[1].start_table()
    told_after = f"round 2/4\nshowroom {' '.join(map(str, crystals.showroom))}\nvault {' '.join(map(str, crystals.vault))}"
    bad = text.replace(told, told.replace(">Bob", ">?")).replace("round 2/4", told_after)
    assert ">?" in bad
    found = loads(bad)
    assert found.rounds[0].play == game.rounds[0].play


def test_a_victim_where_only_one_can_be_robbed() -> None:
    start = "diamonds 1; players 2; showroom 3 3; "
    assert loads(start + "play S5 C2>? S4 D3").play == loads(start + "play S5 C2>P2 S4 D3").play


def test_nobody_is_robbed_where_nothing_robs() -> None:
    (error,) = parse("diamonds 1; players 3; play D5 D2>? D3 >?")
    assert isinstance(error, RecordError)
    assert {problem.code for problem in error.problems} == {"E-VICTIM"}


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


TWO = "diamonds 1; players 2; variant perfect; see P1; hand P1 S2 C4 H7,8; lead P2; won -; out D1-8 H1-5 C1-3 C5-8 S3,4; "


@pytest.mark.parametrize("play", ["S? S2 S6 C4 / S5", "S6 S2 S? C4 / S5", "S? S2 S1 C4 = P2"])
def test_deals_of_two_players_are_those_that_agree(play: str) -> None:
    """Both cards of the suit led may be the same player's: then either may have won."""
    record = late(f"play {play}", TWO)
    view = View.of(record, 0)
    assert view.count == brute_force(record, 0) > 1


def test_both_cards_of_one_player_may_have_won() -> None:
    """By the other one, which was told, the trick is the same: so the hands of an ending are not known, and it has no one value."""
    record = loads("diamonds 1; players 2; hand P1 S2 S4 S5 D3; hand P2 S1 S7 S8 D9; lead P2; showroom 3 3; play S? S2 S7 S4")
    with pytest.raises(HiddenCardsError):
        record.position()


LATE = "diamonds 1; players 3; variant perfect; see P1; hand P1 D3 H9 S1; won -; out D4-9 H1,3,4,6 S3-9 C2-9; "


def late(play: str, start: str = LATE) -> Record:
    """A composed ending in which a few cards are unseen."""
    spelled = re.sub(r"(\d)-(\d)", lambda match: ",".join(map(str, range(int(match[1]), int(match[2]) + 1))), start)
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
        assert record.inferred
        return
    view = View.of(record, 0)
    assert view.count == brute_force(record, 0) > 1
    assert len(Worlds(view).enumerate()) == view.count


def test_advice_with_a_forgotten_card() -> None:
    """The worlds differ in the forgotten card, and a move is found; it is in nobody's hand in any of them where it was the last one."""
    record = late("lead P2; play H8 H? H9 / ")
    view = GAME.advising.view(record, 0)
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


OWN_HAND = "diamonds 1; players Ann Bob Cy Di; hand Ann D15,9,3 H12,4,2 S7 C10,4,2; play "
REST = " / D12 D13 D3 D2 / H13 H12 H11 H1"


def test_a_decision_with_a_forgotten_card_on_the_table_is_not_judged() -> None:
    """It has no view: what may be played hangs on the card. The other decisions of the record have."""
    record = loads(f"{OWN_HAND}H5 H14 ? H4{REST}")
    (ann,) = (each for each in GAME.records.decisions(record) if str(each.move) == "H4")
    with pytest.raises(PositionError) as caught:
        GAME.advising.view(ann.record, ann.seat)
    assert caught.value.code == "E-FORGOTTEN"
    found = analyse(record, players=[0], worlds=1, seed=1, engine="playout", hindsight=False)
    assert [one.known is not None for one in found] == [False, True, True]
    assert any(caught.value.message in note for note in found.notes)


def test_a_position_with_a_forgotten_card_on_the_table_has_no_values() -> None:
    record = loads("diamonds 1; players 3; hand P1 S3 D1; hand P2 S9 +1; hand P3 S4 D2; lead P2; play S? S4 S3 = P2 / ")
    assert record.position().to_move == 1
    with pytest.raises(PositionError) as caught:
        replace(record, play=record.play[:1]).position()
    assert caught.value.code == "E-FORGOTTEN"


def test_a_forgotten_card_is_drawn_without_its_rank() -> None:
    record = loads(f"{OWN_HAND}H5 H14 ? H4{REST}")
    on_table = replace(record, play=record.play[:3])
    assert "On the table: Bob H5, Cy H14, Di H?." in on_table._repr_svg_()
    assert "trick 1 of 10: Bob H5, Cy H14, Di H?" in diagram_text(on_table)


def test_a_forgotten_card_of_an_open_hand_is_one_of_its_cards() -> None:
    """The record is good, and says which it can have been; its player cannot be advised, as she does not know what she holds."""
    record = loads(f"{OWN_HAND}H5 H14 H3 ?{REST}")
    (note,) = GAME.records.check(record)
    assert note == "the card of Ann in trick 1 is one of H4,2"
    with pytest.raises(HiddenCardsError) as caught:
        GAME.advising.view(record, 0)
    assert "with +1" in (caught.value.hint or "")


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
    assert len(list(GAME.records.decisions(record))) == len(record.play) - len(record.forgotten)
    assert all(isinstance(each.move, Move) and suit_of(each.move.card or 0) in range(4) for each in GAME.records.decisions(record))
