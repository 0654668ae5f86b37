"""Views and their worlds, held against plain enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.games.diams.record.hidden import Step
from diamonds_solver.games.diams.record.observed import observed
from diamonds_solver.games.diams.record.record import Record
from diamonds_solver.games.diams.rules.cards import Cards, X, quality
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase, State, safe_of
from diamonds_solver.games.diams.view.view import View

from .states import all_cards, dealt, loads, played, table

EXAMPLE = """
diams 1; players Ann Bob; see Ann; hand Ann 10*,6,4,2,1; safe Ann 4,4,4; hand Bob +4; safe Bob +3; held Bob 7,7,2,2,2
market 10,9*,9,8,8,3,1*; used S; turn Ann
"""

Looks = tuple[tuple[Cards, ...], tuple[tuple[Cards, ...], ...], Cards]


def looks(state: State) -> Looks:
    """Where each kind of card is."""
    return state.hands, state.safes, tuple(sorted(state.pile))


def test_the_example_of_the_rules() -> None:
    view = View.of(loads(EXAMPLE))
    assert view.worlds.count == 688
    assert view.worlds.chances_of_piles(1) == [{2: pytest.approx(589 / 688), 7: pytest.approx(99 / 688)}]
    assert sum(ways for ways in view.worlds.looks().values()) == 688


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
    found: Counter[tuple[Cards, tuple[Cards, ...]]] = Counter()
    for state, ways in view.worlds.looks().items():
        found[state.hands[1], state.safes[1]] += ways
    assert found == wanted and view.worlds.count == wanted.total()


def test_drawn_worlds_are_uniform() -> None:
    """Every world comes as often as it is possible, within five standard deviations."""
    text = "diams 1; players 3; see P1; hand P1 1; hand P2 +2; safe P2 +3; held P2 9; lacks P2 8; hand P3 +1; market 2; unseen 9,9*,9,8,8,5"
    view = View.of(loads(text))
    chances = {looks(state): ways / view.worlds.count for state, ways in view.worlds.looks().items()}
    rng, draws = Random(1), 20_000
    found = Counter(looks(view.worlds.draw(rng)) for _ in range(draws))
    assert found.keys() == chances.keys()
    for world, chance in chances.items():
        assert abs(found[world] / draws - chance) < 5 * (chance * (1 - chance) / draws) ** 0.5


# -- against every course of a play ----------------------------------------------------------------------------------------------------


def small(rng: Random, players: int) -> State:
    """A start with few cards, and the closing card not among the last."""
    kinds = [kind for name in ("9", "9*", "9", "8", "8*", "8", "7", "T", "B", "S") for kind in (state_kind(name),)]
    rng.shuffle(kinds)
    start = table(*[""] * players, market="1", pile="X", phase="draw", closed=None)
    size = 2 if players == 3 else 3
    hands = tuple(tuple(sorted(kinds[size * seat : size * seat + size])) for seat in range(players))
    pile = tuple(sorted((*kinds[size * players :], X)))
    return start._replace(hands=hands, market=tuple(sorted(map(state_kind, ("9", "8*", "1")))), pile=pile, turn=rng.randrange(players))


def courses(record: Record, seen: Record, start: State, seat: int) -> Iterator[State]:
    """Where each way to play leads in which `seat` sees what it saw."""
    steps = [step for step in seen.play if not step.is_skip]

    def go(state: State, play: tuple[Step, ...]) -> Iterator[State]:
        so_far = observed(Record(start, play=play), seat) if state.phase is not Phase.GIVE or state.owner == seat else None
        if so_far is not None and tuple(step for step in so_far.play if not step.is_skip) != tuple(
            steps[: len(so_far.play) - skips(so_far)]
        ):
            return
        if len(play) == len(record.play):
            if so_far is not None and so_far.play == seen.play:
                yield state
            return
        true = record.play[len(play)]
        assert isinstance(true.move, Move)
        for each in state.moves():
            move = each
            if move.kind is not true.move.kind:
                continue
            if move.kind is Kind.SHOW and true.move.cards[0] in state.hands[state.turn]:
                move = true.move  # a copy with a loupe that is shown does not tell that there is no other
            after = state.after(move)
            if not after.is_chance:
                yield from go(after, (*play, Step(move)))
                continue
            for cards in {true.turned_up} if move.kind is not Kind.DRAW else {(kind,) for kind in after.pile}:
                try:
                    following = after.turned_up(cards)
                except ValueError:
                    continue
                yield from go(following, (*play, Step(move, cards)))

    yield from go(start, ())


def skips(record: Record) -> int:
    return sum(step.is_skip for step in record.play)


def starts(start: State, seat: int) -> Iterator[State]:
    """All ways to deal what a seat does not see at the start."""
    others = [each for each in range(start.rules.players) if each != seat]
    hidden = sorted((*start.pile[:-1], *(kind for each in others for kind in start.hands[each])))
    size = len(start.hands[others[0]])
    for order in {tuple(tuple(sorted(part)) for part in parts) for parts in deals(hidden, [size] * len(others))}:
        hands = list(start.hands)
        rest = Counter(hidden)
        for each, hand in zip(others, order, strict=True):
            hands[each] = hand
            rest -= Counter(hand)
        yield start._replace(hands=tuple(hands), pile=tuple(sorted((*rest.elements(), X))))


def deals(cards: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in set(combinations(cards, sizes[0])):
        rest = list((Counter(cards) - Counter(hand)).elements())
        for others in deals(rest, sizes[1:]):
            yield (hand, *others)


@pytest.mark.parametrize("seed", range(15))
def test_worlds_are_where_the_play_can_have_led(seed: int) -> None:
    rng = Random(seed)
    record = played(rng, small(rng, 2 + seed % 2), 5 + seed % 9)
    seat = rng.randrange(record.players)
    if record.state.phase is Phase.GIVE and record.state.owner != seat:
        seat = record.state.owner
    seen = observed(record, seat)
    wanted = {looks(end) for start in starts(record.start, seat) for end in courses(record, seen, start, seat)}
    view = View.of(record, seat)
    assert {looks(state) for state in view.worlds.looks()} == wanted and looks(record.state) in wanted


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 150))
def test_what_is_seen_agrees_with_what_is(seed: int, players: int, moves: int) -> None:
    rng = Random(seed)
    record = played(rng, dealt(rng, players), moves)
    for seat in range(players):
        if record.state.phase is Phase.GIVE and record.state.owner != seat:
            continue
        view = View.of(record, seat)
        world = view.worlds.draw(rng)
        state = record.state
        assert view.state.market == state.market and (view.state.turn, view.state.phase, view.state.closed) == (
            state.turn,
            state.phase,
            state.closed,
        )
        assert world.hands[seat] == state.hands[seat] and world.safes[seat] == state.safes[seat]
        assert list(map(len, world.hands)) == list(map(len, state.hands)) and len(world.pile) == len(state.pile)
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
    share = Fraction(sum(ways for state, ways in view.worlds.looks().items() if state.hands[1] == (nine,)), view.worlds.count)
    assert share == Fraction(2, 3)
