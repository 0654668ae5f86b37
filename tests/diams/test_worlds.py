"""Views and their worlds, held against plain enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, perm, prod
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.games.diams.advising.view import View
from diamonds_solver.games.diams.core import layout
from diamonds_solver.games.diams.records.record import Record, observed
from diamonds_solver.games.diams.round.knowledge import Step
from diamonds_solver.games.diams.round.rules import Cards, Kind, Move, X, quality, written
from diamonds_solver.games.diams.round.state import Phase, State, safe_of
from diamonds_solver.games.records import loads
from diamonds_solver.notation.problems import RecordError

from .states import all_cards, dealt, played, table

EXAMPLE = """
diams 1; players Ann Bob; see Ann; hand Ann 10*,6,4,2,1; safe Ann 4,4,4; hand Bob +4; safe Bob +3; held Bob 7,7,2,2,2
market 10,9*,9,8,8,3,1*; used S; turn Ann
"""
SEEDS = [0, 2, 3, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, *range(4, 10)))]

EXACT = 1e-12
"""What rounding may make of a chance, as part of it."""

Looks = tuple[tuple[Cards, ...], tuple[tuple[Cards, ...], ...], Cards]


def looks(state: State) -> Looks:
    """Where each kind of card is."""
    return state.hands, state.safes, tuple(sorted(state.pile))


def test_the_example_of_the_rules() -> None:
    view = View.of(loads(EXAMPLE))
    assert view.worlds.count == 688
    assert view.worlds.chances_of_piles(1) == [{2: pytest.approx(589 / 688), 7: pytest.approx(99 / 688)}]
    assert sum(view.worlds.looks().values()) == pytest.approx(688)


# -- against plain enumeration of cards that can all be told apart -----------------------------------------------------------------------


def enumerated(
    hand: int, piles: list[int], held: str, unseen: str, lacks: tuple[int, ...] = ()
) -> Counter[tuple[Cards, tuple[Cards, ...]]]:
    """What P2 may have: every choice of physical cards, split in every way into a hand and piles of one quality."""
    names = [*held.split(","), *unseen.split(",")] if held else unseen.split(",")
    kinds = [state_kind(name) for name in names]
    known = set(range(len(held.split(",")) if held else 0))
    found: Counter[tuple[Cards, tuple[Cards, ...]]] = Counter()
    everything = range(len(kinds))
    for in_hand in combinations(everything, hand):
        left = [card for card in everything if card not in in_hand]
        if any(kinds[card] < 20 and quality(kinds[card]) in lacks for card in in_hand):
            continue
        for safe in splits(left, piles):
            used = {*in_hand, *(card for pile in safe for card in pile)}
            qualities = [{quality(kinds[card]) if kinds[card] < 20 else None for card in pile} for pile in safe]
            is_laid = all(len(each) == 1 and None not in each for each in qualities)
            if known <= used and is_laid and len(set(map(frozenset, qualities))) == len(piles):
                found[tuple(sorted(kinds[c] for c in in_hand)), safe_of(tuple(kinds[c] for pile in safe for c in pile))] += 1
    return found


def splits(left: list[int], piles: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not piles:
        yield ()
        return
    for first in combinations(left, piles[0]):
        for rest in splits([card for card in left if card not in first], piles[1:]):
            yield (first, *rest)


def state_kind(name: str) -> int:
    return table(name, "").hands[0][0]


@pytest.mark.parametrize(
    ("hand", "piles", "held", "unseen", "lacks"),
    [
        (2, [], "", "9,9*,8,T,5", ()),
        (2, [], "", "9,9*,9,8,T,5", (9,)),
        (2, [3], "", "9,9*,9,9,8,8,8,T", ()),
        (2, [3], "9,9", "9*,9,8,8*,8,T", ()),
        (1, [3, 3], "9,8", "9*,9,9,8,8*,8,8,5", ()),
        (2, [3], "9,9", "9*,9,8,8*,8,T", (9,)),
        (2, [4], "7", "7,7,7*,7,3,3,3,3,B", (3,)),
    ],
)
def test_worlds_as_plain_enumeration(hand: int, piles: list[int], held: str, unseen: str, lacks: tuple[int, ...]) -> None:
    fields = [f"hand P2 +{hand}", f"unseen {unseen}"]
    fields += [f"safe P2 {' '.join(f'+{size}' for size in piles)}"] * bool(piles)
    fields += [f"held P2 {held}"] * bool(held) + [f"lacks P2 {','.join(map(str, lacks))}"] * bool(lacks)
    view = View.of(loads(f"diams 1; players 2; see P1; hand P1 1; market 2; {'; '.join(fields)}"))
    wanted = enumerated(hand, piles, held, unseen, lacks)
    found = {(state.hands[1], state.safes[1]): ways for state, ways in view.worlds.looks().items()}
    assert found == pytest.approx(wanted, rel=EXACT)
    assert view.worlds.count == wanted.total()


DRAWN = {
    "a pile, a lack": """players 3; see P1; hand P1 1; hand P2 +2; safe P2 +3; held P2 9; lacks P2 8; hand P3 +1; market 2
unseen 9,9*,9,8,8,8,5,4""",
    "two lacks, draws": """players 3; see P1; hand P1 9,8,T,S; hand P2 +2; hand P3 +2; market 7,5,2; unseen 9,9,8,8*,4,7,10,1,6,3; phase act
play T?P2:9 give:- / draw put:1 / draw put:6 / draw:7 S?P3:8 give:- / draw put:4 / draw put:10 / """,
    "a hand by segments": """players 2; see P1; hand P1 9,8,T,S; hand P2 +3; market 7,5,2; unseen 9,9,8,8*,4,7,10,1,6; phase act
play T?P2:9 give:- / draw put:1 / draw:7 S?P2:8 give:- / draw put:4 / """,
    "a laying that was added to": """players Ann Bob; see Ann; hand Ann 4,4,B; hand Bob +3; market 1,2,3
unseen 5,5,5,5,5*,3,3,3,3*,4,9,8,10,7,S
play draw:9 put:9 / draw safe:+3 / draw:8 put:4 / draw 5=4+1 / draw:10 put:10 / draw S:+1#1 / draw:7 put:7 / draw put:4""",
}


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_worlds_are_drawn_as_often_as_they_are_likely(text: str) -> None:
    """By chi-square, within five standard deviations; and each of them within six. `looks` is held against enumeration below."""
    view = View.of(loads("diams 1; " + text))
    chances = {layout.pack([state]).tobytes(): weight / view.worlds.count for state, weight in view.worlds.looks().items()}
    draws = 20_000
    found = Counter(row.tobytes() for row in view.worlds.draw(1, 0, draws).reshape(draws, -1))
    assert found.keys() <= chances.keys()
    for world, chance in chances.items():
        assert abs(found[world] - draws * chance) < 6 * (draws * chance * (1 - chance)) ** 0.5 + 1
    square = sum((found[world] - draws * chance) ** 2 / (draws * chance) for world, chance in chances.items())
    freedom = len(chances) - 1
    spread = sum(1 / (draws * chance) for chance in chances.values()) - len(chances) ** 2 / draws  # of rare worlds beyond chi-square's own
    assert freedom
    assert abs(square - freedom) < 5 * (2 * freedom + spread) ** 0.5


def test_a_world_depends_on_view_seed_and_number_alone() -> None:
    text = "diams 1; " + DRAWN["two lacks, draws"]
    one, other = View.of(loads(text)).worlds, View.of(loads(text)).worlds
    rows = one.draw(5, 0, 40).reshape(40, -1)
    assert (other.draw(5, 17, 3).reshape(3, -1) == rows[17:20]).all()
    assert len({row.tobytes() for row in rows}) > 10
    assert not np.array_equal(one.draw(6, 0, 40).reshape(40, -1), rows)
    assert other.drawn(5, 17) == layout.unpack(rows[17], loads(text).state)[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_worlds_are_counted_exactly(players: int) -> None:
    record = Record(dealt(Random(players), players))
    left = 54 - 1 - 3 - 3 - len(record.state.used)
    assert View.of(record, 0).worlds.count == prod(comb(left - 3 * seat, 3) for seat in range(players - 1))
    text = "diams 1; players 5; see P1; hand P1 1; " + "; ".join(f"hand P{seat} +5" for seat in range(2, 6)) + "; market 2,3,4"
    assert View.of(loads(text)).worlds.count == prod(comb(49 - 5 * seat, 5) for seat in range(4)) > 2**64


# -- against every course of a play ----------------------------------------------------------------------------------------------------


ALL_DIFFERENT = ("9*", "8", "7", "7*", "6", "6*", "5", "T", "B", "S")  # and 9, 8*, 1 on the market
SOME_EQUAL = ("9", "9*", "9", "8", "8*", "8", "7", "T", "B", "S")


def small(rng: Random, players: int, names: Sequence[str] = SOME_EQUAL) -> State:
    """A start with few cards, and the closing card not among the last."""
    kinds = [state_kind(name) for name in names]
    rng.shuffle(kinds)
    size = 2 if players == 3 else 3
    hands = [kinds[size * seat : size * seat + size] for seat in range(players)]
    market = list(map(state_kind, ("9", "8*", "1")))
    return composed(hands, market, kinds[size * players :])._replace(turn=rng.randrange(players))


def composed(hands: Sequence[Sequence[int]], market: Sequence[int], pile: Sequence[int]) -> State:
    start = table(*[""] * len(hands), market="1", pile="X", phase="draw", closed=None)
    sides = tuple(tuple(sorted(hand)) for hand in hands)
    return start._replace(hands=sides, market=tuple(sorted(market)), pile=tuple(sorted((*pile, X))))


def courses(record: Record, seen: Record, start: State, seat: int) -> Iterator[tuple[State, int]]:
    """Where each way to play leads in which `seat` sees what it saw, and in how many ways if equal cards are told apart."""
    steps = [step for step in seen.play if not step.is_skip]

    def go(state: State, play: tuple[Step, ...], ways: int) -> Iterator[tuple[State, int]]:
        so_far = observed(Record(start, play=play), seat) if state.phase is not Phase.GIVE or state.owner == seat else None
        if so_far is not None and tuple(step for step in so_far.play if not step.is_skip) != tuple(
            steps[: len(so_far.play) - skips(so_far)]
        ):
            return
        if len(play) == len(record.play):
            if so_far is not None and so_far.play == seen.play:
                yield state, ways
            return
        true = record.play[len(play)]
        assert isinstance(true.move, Move)
        legal = {move for move in state.moves() if move.kind is true.move.kind}
        if true.move.kind is Kind.SHOW and true.move.cards[0] in state.hands[state.turn]:
            legal = {true.move}  # a copy with a loupe that is shown does not tell that there is no other
        for move in legal:
            after = state.after(move)
            made = ways * choices(state, move, after, seat)
            if not after.is_chance:
                yield from go(after, (*play, Step(move)), made)
                continue
            for cards in {true.turned_up} if move.kind is not Kind.DRAW else {(kind,) for kind in after.pile}:
                try:
                    following = after.turned_up(cards)
                except ValueError:
                    continue
                left = Counter(after.pile)
                drawn = prod(perm(left[kind], count) for kind, count in Counter(cards).items())
                yield from go(following, (*play, Step(move, cards)), made * drawn)

    yield from go(start, (), 1)


def choices(before: State, move: Move, after: State, seat: int) -> int:
    """Among how many equal cards the others choose those that they play."""
    ways = 1
    for each in set(range(before.rules.players)) - {seat}:
        for had, has in zip((before.hands[each], in_safe(before, each)), (after.hands[each], in_safe(after, each)), strict=True):
            gone = Counter(had) - Counter(has)
            if move.kind is not Kind.SALE:
                ways *= prod(comb(had.count(kind), count) for kind, count in gone.items())
    return ways


def in_safe(state: State, seat: int) -> Cards:
    return tuple(kind for pile in state.safes[seat] for kind in pile)


def skips(record: Record) -> int:
    return sum(step.is_skip for step in record.play)


def starts(start: State, seat: int) -> Iterator[tuple[State, int]]:
    """All ways to deal what a seat does not see at the start, each with the number of such deals."""
    others = [each for each in range(start.rules.players) if each != seat]
    hidden = sorted((*start.pile[:-1], *(kind for each in others for kind in start.hands[each])))
    sizes = [len(start.hands[each]) for each in others]
    for order in {tuple(tuple(sorted(part)) for part in parts) for parts in deals(hidden, sizes)}:
        hands = list(start.hands)
        rest = Counter(hidden)
        ways = 1
        for each, hand in zip(others, order, strict=True):
            hands[each] = hand
            ways *= prod(comb(rest[kind], count) for kind, count in Counter(hand).items())
            rest -= Counter(hand)
        yield start._replace(hands=tuple(hands), pile=tuple(sorted((*rest.elements(), X)))), ways


def deals(cards: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in set(combinations(cards, sizes[0])):
        rest = list((Counter(cards) - Counter(hand)).elements())
        for others in deals(rest, sizes[1:]):
            yield (hand, *others)


def ends(record: Record, seat: int) -> dict[Looks, float]:
    """The chance of each world by every deal and course of the play."""
    seen = observed(record, seat)
    found: Counter[Looks] = Counter()
    for start, deals_ in starts(record.start, seat):
        for end, ways in courses(record, seen, start, seat):
            found[looks(end)] += deals_ * ways
    return {world: weight / found.total() for world, weight in found.items()}


def of_view(record: Record, seat: int) -> dict[Looks, float]:
    worlds = View.of(record, seat).worlds
    return {looks(state): weight / worlds.count for state, weight in worlds.looks().items()}


def viewer(record: Record, rng: Random) -> int:
    """A seat that can tell what happened."""
    return record.state.owner if record.state.phase is Phase.GIVE else rng.randrange(record.players)


@pytest.mark.parametrize("seed", SEEDS)
def test_worlds_are_where_the_play_can_have_led(seed: int) -> None:
    rng = Random(seed)
    record = played(rng, small(rng, 2 + seed % 2), 5 + seed % 9)
    seat = viewer(record, rng)
    worlds = of_view(record, seat)
    assert worlds.keys() == ends(record, seat).keys()
    assert looks(record.state) in worlds


@pytest.mark.parametrize("seed", [*SEEDS, 1055])
def test_worlds_are_as_likely_as_the_deals_and_draws_that_lead_there(seed: int) -> None:
    """With cards that are all different, also after forced sales in vain, and in 1055 after a pass."""
    rng = Random(seed)
    record = played(rng, small(rng, 2 + seed % 2, ALL_DIFFERENT), 5 + seed % 6)
    seat = viewer(record, rng)
    assert of_view(record, seat) == pytest.approx(ends(record, seat), rel=EXACT)


def laid_twice(rng: Random) -> Record:
    """P2 lays nines, adds one by Secur'express, and gives one to P1's Perce-blindage."""
    ones = list(map(state_kind, ("9", "9", "9*", "9", "S", "9*", "5", "4")))
    rng.shuffle(ones)
    order = [state_kind(name) for name in ("B", "3", "3", "6")] + ones
    while True:
        rng.shuffle(ones)
        hands = [order[:2], ones[:3]]
        state = composed(hands, list(map(state_kind, ("1", "2", "7"))), [*order[2:4], *ones[3:]])
        start, play = state, list[Step]()
        while len(play) < 24 and state.moves():
            legal = [move for move in state.moves() if move.kind in _FEW]
            if state.to_move == 0 and not any(step.move.kind is Kind.SECURE for step in play):
                legal = [move for move in legal if move.kind is not Kind.BREAK]
            telling = [move for move in legal if move.kind in (Kind.SAFE, Kind.SECURE, Kind.BREAK)]
            if not legal:
                break
            move = rng.choice(telling or legal)
            step, state = Step(move), state.after(move)
            if state.is_chance:
                step = step._replace(turned_up=state.drawn(rng))
                state = state.turned_up(step.turned_up)
            play.append(step)
            if any(each.move.kind is Kind.BREAK for each in play) and state.phase is not Phase.GIVE:
                return Record(start, play=tuple(play))


_FEW = (Kind.DRAW, Kind.PUT, Kind.SAFE, Kind.SECURE, Kind.BREAK, Kind.GIVE, Kind.TRIM)


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))])
def test_a_card_out_of_a_pile_that_was_laid_twice(seed: int) -> None:
    """By which laying it came is open: the worlds, and how likely they are, as by every course."""
    record = laid_twice(Random(seed))
    assert of_view(record, 0) == pytest.approx(ends(record, 0), rel=EXACT)
    assert looks(record.state) in of_view(record, 1)


@pytest.mark.parametrize(
    "text",
    [
        """diams 1; players Ann Bob; see Ann; hand Ann 4,4,B; hand Bob +3; market 1,2,3
play draw:9 put:9 / draw safe:+3 / draw:8 put:4 / draw 5=4+1 / draw:10 put:10 / draw S:+1#1 / draw:7 B>Bob:4* give:4*""",
        """diams 1; players Ann Bob; hand Ann 4,4,B; hand Bob 4*,4,4; market 1,2,3
play draw:9 put:9 / draw:5 safe:4*+4+4 / draw:8 put:4 / draw:S 5=4+1 / draw:10 put:10 / draw:6 S:4 / draw:7 B>Bob:4*""",
    ],
)
def test_the_card_comes_from_the_first_laying(text: str) -> None:
    record = loads(text)
    view = View.of(record, 0)
    four = state_kind("4")
    assert {world.safes[1] for world in view.worlds.looks()} == {((four,) * 3,)}


def hands_of_p2(text: str) -> set[str]:
    """What P2 may have in hand, in all worlds."""
    return {written(state.hands[1]) for state in View.of(loads(f"diams 1; players 2; see P1; hand P1 {text}")).worlds.looks()}


def test_who_passes_has_a_card_that_could_be_used() -> None:
    """With S alone the turn goes by without a word."""
    start = "market 1,2,3; unseen T,B,S,5,6,8,4"
    assert hands_of_p2(f"9,3; hand P2 +1; {start}; play open:5+6 put:9 / open:8+4 pass") == {"T", "B"}
    assert hands_of_p2(f"9,3; hand P2 +2; {start}; play open:5+6 put:9 / open:8+4 pass") == {"T+B", "T+S", "B+S"}
    with pytest.raises(PositionError, match="pass is impossible"):
        hands_of_p2("9,3; hand P2 +1; market 1,2,3; unseen S,5,6,8,4; play open:5+6 put:9 / open:8+4 pass")


def test_cards_laid_after_a_vain_perce_blindage() -> None:
    """They may be what it wanted, also where they are told; cards that were told before may not."""
    start = "9,3,B; hand P2 +3; market 1,2,3; unseen 4,5,6,7,7,7*,8,10"
    for wanted, laid in product(("7", "7*"), ("safe:7*+7+7", "safe:+3")):
        play = f"draw:5 B>P2:{wanted} give:- / draw put:8 / draw:6 put:6 / draw {laid}"
        assert hands_of_p2(f"{start}; play {play}") == {"10", "4"}
    for safe in ("7*,7,7", "7*,+2"):
        with pytest.raises(RecordError, match="the safe has such a card"):
            hands_of_p2(f"9,3,B; hand P2 +3; safe P2 {safe}; market 1,2,3; play draw:5 B>P2:7* give:- / draw")


def chance_of_nine(unseen: str | None, play: str) -> float:
    """That P2 holds a nine after a forced sale of nines in vain, and further turns."""
    rest = f"; unseen {unseen}" if unseen else ""
    record = loads(f"diams 1; players 2; see P1; hand P1 9,T; hand P2 +3; market 8,5,2{rest}; phase act\nplay T?P2:9 give:- / {play}")
    weights = View.of(record).worlds.looks()
    return sum(weight for state, weight in weights.items() if state_kind("9") in state.hands[1]) / sum(weights.values())


def test_a_hand_gets_what_it_lacked_by_later_draws_only() -> None:
    """Three cards were there before, of which one is the 1 or the drawn card is: of 60 deals and draws 20 have a nine."""
    assert chance_of_nine("9,9,4,4,6,7,10,1", "draw put:1") == pytest.approx(1 / 3, rel=EXACT)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 150))
def test_what_is_seen_agrees_with_what_is(seed: int, players: int, moves: int) -> None:
    rng = Random(seed)
    record = played(rng, dealt(rng, players), moves)
    for seat in range(players):
        if record.state.phase is Phase.GIVE and record.state.owner != seat:
            continue
        view = View.of(record, seat)
        world = view.worlds.drawn(seed, moves)
        state = record.state
        assert view.state.market == state.market
        assert (view.state.turn, view.state.phase, view.state.closed) == (
            state.turn,
            state.phase,
            state.closed,
        )
        assert world.hands[seat] == state.hands[seat]
        assert world.safes[seat] == state.safes[seat]
        assert list(map(len, world.hands)) == list(map(len, state.hands))
        assert len(world.pile) == len(state.pile)
        assert all_cards(world) == all_cards(state)


def test_a_view_needs_the_viewers_own_cards() -> None:
    with pytest.raises(HiddenCardsError):
        View.of(loads(EXAMPLE), 1)
    with pytest.raises(HiddenCardsError):
        View.of(loads("diams 1; players 2; hand P1 +3; hand P2 4,4,4; market 9,8,7"))


def test_a_contradiction() -> None:
    with pytest.raises(PositionError, match="no deal"):
        View.of(loads("diams 1; players 2; see P1; hand P1 1; hand P2 +1; lacks P2 9; market 2; unseen 9,9; closed P1; turn P1; pile +1"))


def test_fractions_of_equal_cards() -> None:
    """Of two unseen nines and a T the hidden card is a nine in two worlds of three."""
    view = View.of(loads("diams 1; players 2; see P1; hand P1 1; hand P2 +1; market 2; unseen 9,9,T"))
    nine = state_kind("9")
    share = sum(ways for state, ways in view.worlds.looks().items() if state.hands[1] == (nine,)) / view.worlds.count
    assert share == pytest.approx(2 / 3, rel=EXACT)
