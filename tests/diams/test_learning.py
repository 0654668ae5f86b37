"""A round by numbers: what chance does, what each seat sees of it, and what it does not."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.games.diams.advising.view import View
from diamonds_solver.games.diams.game import GAME
from diamonds_solver.games.diams.learning.numbered import NumberedDiams
from diamonds_solver.games.diams.learning.play import END, NAMES_OF_NUMBERS, NUMBERS, DiamsPlay, spelled
from diamonds_solver.games.diams.records.record import Record, observed
from diamonds_solver.games.diams.round.rules import DIAMONDS, MARKET, X, diamond, has_loupe, quality
from diamonds_solver.games.diams.round.state import Phase, State
from diamonds_solver.games.records import loads
from diamonds_solver.learning.numbered import Observation

from .states import move, names, table

_NUMBER = {name: number for number, name in enumerate(NAMES_OF_NUMBERS)}
_LAYING = [_NUMBER[name] for name in ("safe", "secure", "draw")]


def act(play: DiamsPlay, rng: Random) -> int:
    """Goes on by a random action: often so that collections are drawn and laid."""
    chances = play.chances()
    laying = [number for number in play.legal if number in _LAYING]
    if chances:
        some = [each for each in chances if each[0] < DIAMONDS and quality(each[0]) in (6, 7)]
        outcomes = some if some and rng.random() < 0.6 else chances
        action = rng.choices([kind for kind, _ in outcomes], [chance for _, chance in outcomes])[0]
    else:
        action = rng.choice(laying if laying and rng.random() < 0.8 else play.legal)
    play.apply(action)
    return action


def played(seed: int, players: int, actions: int) -> tuple[DiamsPlay, list[int]]:
    """A random round up to a decision, or its end, after at least so many actions; and the actions."""
    play, rng, done = NumberedDiams.of(players).start(), Random(seed), list[int]()
    while not play.is_over and (len(done) < actions or play.to_move is None):
        done.append(act(play, rng))
    return play, done


# -- moves ------------------------------------------------------------------------------------------------------------------------------


def test_every_number_has_a_name() -> None:
    assert len(NAMES_OF_NUMBERS) == len(set(NAMES_OF_NUMBERS)) == NUMBERS


@pytest.mark.parametrize(
    ("state", "name", "words"),
    [
        (table("9,8|", "1", market="9,5,3"), "=9", "show 9"),
        (table("9,8|", "1", market="9,5,3"), "8=5+3", "sum 8 5 3"),
        (table("9,9,9,8,8,8", "1", market="5"), "safe:9+9+9+8+8+8", "safe 9 9 9 8 8 8 end"),
        (table("9,9,9,8", "1", market="5"), "put:8", "put 8"),
        (table("9,T", "1", market="5"), "T:5", "take 5"),
        (table("9,B", "1", market="5"), "B>P2:7", "B>P2 7"),
        (table("7,7,S|7,7,7", "1", market="5"), "S:7+7", "secure 7 7 end"),
        (table("9,S", "1", "2", market="5"), "S?P3:9", "S?P3 9"),
        (table("10,9,8,8,5,4,T", "1", market="5", phase="trim"), "-8+T", "8 T"),
        (table("T", "1", market="5"), "pass", "pass"),
    ],
)
def test_moves_are_spelled_as_they_are_written(state: State, name: str, words: str) -> None:
    assert " ".join(NAMES_OF_NUMBERS[number] for number in spelled(move(state, name))) == words


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(15, 250))
def test_no_move_is_the_beginning_of_another(seed: int, players: int, actions: int) -> None:
    state = played(seed, players, actions)[0].state
    found = sorted(map(spelled, state.moves()))
    assert len(set(found)) == len(found) == len(names(state))
    assert not any(long[: len(short)] == short for short, long in pairwise(found))
    for numbers in found:
        assert all(0 <= number < NUMBERS for number in numbers)
        assert numbers.count(END) == (numbers[-1] == END)


# -- chance -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cloture", ["mixed", "last"])
@pytest.mark.parametrize("players", [2, 5])
def test_the_deal(players: int, cloture: str) -> None:
    """Three cards to everybody, then three diamonds to the market; all cards of the deck come as often as the deck has them."""
    play, rng = NumberedDiams.of(players, cloture=cloture).start(), Random(3)
    chances = dict(play.chances())
    deck = Counter(play.state.rules.deck)
    assert chances == pytest.approx({kind: count / 53 for kind, count in deck.items() if kind != X})
    for count in range(MARKET * players):
        act(play, rng)
        assert [len(hand) for hand in play.state.hands] == [(count + players - seat) // players for seat in range(players)]
    while play.to_move is None:
        act(play, rng)
    state = play.state
    assert (state.turn, state.phase, len(state.market), state.safes) == (0, Phase.DRAW, MARKET, ((),) * players)
    assert play.record.is_whole


def turned_up(play: DiamsPlay, chance: float = 1.0) -> dict[State, float]:
    """All that the pile may turn up, and how likely it is, card by card."""
    found: dict[State, float] = {}
    for kind, share in play.chances():
        other = copy.deepcopy(play)
        other.apply(kind)
        each = turned_up(other, chance * share) if other._turned_up else {other.state: chance * share}
        for state, more in each.items():
            found[state] = found.get(state, 0.0) + more
    return found


@pytest.mark.parametrize("pile", ["9,8*,8,T,3,3,X", "9,T,B,X", "9,X", "T,X"])
@pytest.mark.parametrize(
    ("state", "words"), [("draw", ["draw"]), ("draw", ["open"]), ("act", ["show", "5"])], ids=["to the hand", "to the market", "refill"]
)
def test_cards_come_as_the_rules_say(state: str, words: list[str], pile: str) -> None:
    """One after the other they are as likely as all at once."""
    play = played(1, 2, 20)[0]
    play.state, play.observers = table("5", "6", market="5", pile=pile, phase=state), ()
    play._look()
    for word in words:
        play.apply(_NUMBER[word])
    assert play.state.is_chance
    wanted: dict[State, float] = {}
    for cards, chance in play.state.chances().items():
        after = play.state.turned_up(cards)
        wanted[after] = wanted.get(after, 0.0) + chance
    assert turned_up(play) == pytest.approx(wanted)


# -- the record -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_the_round_is_that_of_the_record(seed: int, players: int) -> None:
    play, _ = played(seed, players, 10**6)
    record = Record(play.record.start)
    for step in play.record.play:
        record = GAME.records.play(record, step)
    assert record.state == play.state
    assert record.is_over
    points = GAME.records.points(record)
    assert points is not None
    for seat, margin in enumerate(play.margins()):
        assert margin == pytest.approx(points[seat] - (sum(points) - points[seat]) / (players - 1))


@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(15, 250))
def test_what_a_seat_knows_is_a_record_that_can_be_read(seed: int, players: int, actions: int) -> None:
    """It is what the program's own views have."""
    play, _ = played(seed, players, actions)
    for seat in range(players):
        if not play.chosen and play.state.phase is not Phase.GIVE:
            assert loads(play.information(seat)) == observed(play.record, seat)


# -- what is hidden ---------------------------------------------------------------------------------------------------------------------


def replayed(players: int, actions: list[int]) -> DiamsPlay | None:
    """The round after these actions; None where one is not legal."""
    play = NumberedDiams.of(players).start()
    for action in actions:
        if action not in play.legal:
            return None
        play.apply(action)
    return play


def dealt_anew(players: int, actions: list[int], viewer: int, rng: Random) -> list[int]:
    """The same round with other cards for somebody else: two of the hidden cards that came are others, or two qualities are exchanged in
    all hidden cards and in all that was laid of them. It may not be legal, and the viewer may notice."""
    play = NumberedDiams.of(players).start()
    hidden, laid, sets = list[int](), list[int](), list[tuple[int, int]]()
    for at, action in enumerate(actions):
        is_dealt = not play.observers and sum(map(len, play.state.hands)) < MARKET * players
        seat = play.state.turn if play.observers else sum(map(len, play.state.hands)) % players
        if seat != viewer and action != X and (is_dealt or play.state.phase is Phase.DRAWN):
            hidden.append(at)
        if play.to_move not in (None, viewer) and play.chosen and play.chosen[0] in _LAYING[:2]:
            laid.append(at)
            if action == END:
                sets.append((at - len(play.chosen) + 1, at))
        play.apply(action)
    found = list(actions)
    if rng.random() < 0.5 or not laid:
        one = rng.choice(hidden)
        two = rng.choice(hidden)
        found[one] = rng.choice(play.state.pile) if play.state.pile and rng.random() < 0.5 else found[two]
        if found[one] == actions[two]:
            found[two] = actions[one]
        return found
    here, there = quality(rng.choice([actions[at] for at in laid if actions[at] != END])), rng.randrange(1, 11)
    others = {here: there, there: here}
    for at in (*hidden, *laid):
        kind = found[at]
        if kind < DIAMONDS and quality(kind) in others:
            found[at] = diamond(others[quality(kind)], has_loupe(kind))
    for first, last in sets:
        found[first:last] = sorted(found[first:last])
    return found


@pytest.mark.long
def test_what_a_seat_cannot_notice_changes_nothing() -> None:
    """Rounds in which hidden cards are others look the same, also where others have laid them."""
    same, with_laid = 0, 0
    for seed in range(60):
        rng = Random(seed)
        players = 2 + seed % 2
        play, actions = played(seed, players, rng.randrange(25, 60))
        viewer = rng.randrange(players)
        others = [other for _ in range(8) if (other := replayed(players, dealt_anew(players, actions, viewer, rng))) is not None]
        for other in others:
            if other.record == play.record or observed(other.record, viewer) != observed(play.record, viewer):
                continue
            if other.to_move != play.to_move or (other.chosen != play.chosen and viewer == play.to_move):
                continue
            assert_same(play, other, viewer)
            same += 1
            with_laid += other.state.safes != play.state.safes
    assert same > 100
    assert with_laid > 15


@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(20, 200))
def test_worlds_of_a_view_look_the_same(seed: int, players: int, actions: int) -> None:
    """Whatever the others hold in a world that agrees with all the viewer knows, it sees the same table now."""
    play, _ = played(seed, players, actions)
    viewer = seed % players
    if play.is_over or play.state.phase is Phase.GIVE:
        return
    view = View.of(observed(play.record, viewer), viewer)
    if view.worlds.count > 10**9:
        return
    for draw in range(3):
        other = copy.deepcopy(play)
        other.state = view.worlds.drawn(seed, draw)
        assert other.observation(viewer) == play.observation(viewer)
        assert_same_tensor(play, other, viewer, perfect_recall=False)


def assert_same(one: DiamsPlay, other: DiamsPlay, seat: int) -> None:
    assert one.information(seat) == other.information(seat)
    assert one.observation(seat) == other.observation(seat)
    for perfect_recall in (False, True):
        assert_same_tensor(one, other, seat, perfect_recall)


def assert_same_tensor(one: DiamsPlay, other: DiamsPlay, seat: int, perfect_recall: bool) -> None:
    observation = Observation(NumberedDiams(one.state.rules), perfect_recall)
    before = observation.fill(one, seat).copy()
    assert (observation.fill(other, seat) == before).all()


def test_sizes_of_piles_do_not_tell_qualities() -> None:
    one, other = played(1, 2, 20)[0], played(1, 2, 20)[0]
    one.state, other.state = table("1", "2|7,7,7,7 5,5,5", market="3"), table("1", "2|7,7,7 5,5,5,5", market="3")
    assert one.observation(0) == other.observation(0)
    assert one.observation(1) != other.observation(1)
    assert_same_tensor(one, other, 0, perfect_recall=False)


def test_what_a_seat_does_and_gets_it_knows() -> None:
    """After any of its decisions, and after every move of others, a seat knows something new, also as an array."""
    play, rng = played(5, 3, 20)[0], Random(5)
    observation = Observation(NumberedDiams(play.state.rules), perfect_recall=True)
    texts, arrays = set[tuple[int, str]](), set[tuple[int, bytes]]()
    count = 0
    while not play.is_over:
        if play.to_move is not None:
            seat = play.to_move
            texts.add((seat, play.information(seat)))
            arrays.add((seat, observation.fill(play, seat).tobytes()))
            count += 1
        act(play, rng)
    assert len(texts) == len(arrays) == count
