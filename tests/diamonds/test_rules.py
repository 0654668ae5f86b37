"""The rules, told by examples, and held to laws on random play. Python rules and C core take the same tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from diamonds_solver.errors import IllegalMoveError, PositionError, RulesError
from diamonds_solver.games.diamonds.core import _solver, layout
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Decision, Move, Table
from diamonds_solver.games.diamonds.round.rules import Rules, make_card

from .positions import ALL_RULES, THIEF_RULES, random_position


def cards(text: str) -> list[int]:
    return [make_card("DHSC".index(word[0]), int(word[1:])) for word in text.split()]


def position(
    hands: Sequence[str],
    *,
    leader: int = 0,
    showroom: Sequence[int] | None = None,
    taken: Sequence[Sequence[int]] | None = None,
    teams: bool = False,
) -> Position:
    rules = Rules(len(hands), teams=teams)
    players = rules.players
    rows = taken or [(0, 0, 0, 0)] * players
    table = Table(
        rules=rules,
        leader=leader,
        tricks_left=len(hands[0].split()) // rules.plays_per_trick,
        showroom=tuple(showroom or (3,) * players),
        vault=(0,) * players,
        taken=tuple((d, h, s, c) for d, h, s, c in rows),
        winners=frozenset(seat for seat, row in enumerate(rows) if any(row)),
    )
    built = Position(table, tuple(frozenset(cards(hand)) for hand in hands))
    built.check()
    return built


class CorePosition:
    """A position kept by the C core, with the few questions that the tests below ask."""

    def __init__(self, packed: np.ndarray) -> None:
        self.packed = packed

    def moves(self) -> list[Move]:
        return [Move(*(None if field == layout.NONE else field for field in move)) for move in _solver.moves(self.packed.view(np.uint8))]

    def play(self, move: Move) -> CorePosition:
        packed = self.packed.copy()
        card, actor, victim = (layout.NONE if field is None else field for field in move)
        try:
            _solver.play(packed.view(np.uint8), (card, actor, victim))
        except ValueError as error:
            raise IllegalMoveError(str(error)) from error
        return CorePosition(packed)

    @property
    def showroom(self) -> tuple[int, ...]:
        return tuple(self.packed[0]["showroom"][: self.packed[0]["players"]].tolist())

    @property
    def vault(self) -> tuple[int, ...]:
        return tuple(self.packed[0]["vault"][: self.packed[0]["players"]].tolist())


class PythonPosition:
    def __init__(self, inner: Position) -> None:
        self.inner = inner

    def moves(self) -> list[Move]:
        return list(self.inner.moves())

    def play(self, move: Move) -> PythonPosition:
        return PythonPosition(self.inner.play(move))

    @property
    def showroom(self) -> tuple[int, ...]:
        return self.inner.table.showroom

    @property
    def vault(self) -> tuple[int, ...]:
        return self.inner.table.vault


Playable = CorePosition | PythonPosition


def core(inner: Position) -> Playable:
    return CorePosition(layout.pack([inner]))


@pytest.fixture(params=[PythonPosition, core], ids=["python", "core"])
def implementation(request: pytest.FixtureRequest) -> Iterator[type]:
    yield request.param


def play(start: Playable, moves: str) -> Playable:
    """Plays moves given as text; every one must be legal."""
    for text in moves.split():
        (move,) = [move for move in start.moves() if str(move) == text]
        start = start.play(move)
    return start


def names(moves: Sequence[Move]) -> list[str]:
    return [str(move) for move in moves]


def test_suit_must_be_followed(implementation: type) -> None:
    start = implementation(position(["D5 H1", "D9 S4", "C1 C2"]))
    assert names(play(start, "D5").moves()) == ["D9"]
    with pytest.raises(IllegalMoveError):
        play(start, "D5").play(Move(make_card(2, 4)))


def test_discards_act_at_once(implementation: type) -> None:
    start = implementation(position(["D5 H1", "H9 S4", "C1 S2"]))
    after = play(start, "D5 S4")
    assert (after.showroom, after.vault) == ((3, 2, 3), (0, 1, 0))
    after = play(start, "D5 H9")
    assert (after.showroom, after.vault) == ((3, 4, 3), (0, 0, 0))
    assert names(play(start, "D5 H9").moves()) == ["S2", "C1>P1", "C1>P2"]


def test_no_victim_is_named_without_a_choice(implementation: type) -> None:
    start = implementation(position(["D5 H1", "D9 S4", "C1 S2"], showroom=[0, 2, 3]))
    after = play(start, "D5 D9")
    assert names(after.moves()) == ["S2", "C1"]
    assert play(after, "C1").vault == (0, 1, 0)  # P2 won the trick
    assert play(after, "C1").showroom == (0, 1, 4)


def test_impossible_actions_are_lost(implementation: type) -> None:
    start = implementation(position(["D5 H1", "S4 S5", "C1 S2"], showroom=[0, 0, 3]))
    after = play(start, "D5 S4 C1")  # P2 has no crystal to move, P3 nobody to rob
    assert (after.showroom, after.vault) == ((0, 0, 3), (1, 0, 0))


def test_winner_of_a_clubs_trick_chooses_the_victim(implementation: type) -> None:
    start = implementation(position(["C5 H1", "C9 S4", "C1 S2"], showroom=[2, 0, 1]))
    after = play(start, "C5 C9 C1")
    assert names(after.moves()) == [">P1", ">P3"]
    assert play(after, ">P3").showroom == (2, 1, 0)


def test_two_players_play_two_cards_each_and_must_follow_with_both(implementation: type) -> None:
    start = implementation(position(["D5 D6 H1 H2", "D9 S4 S5 S6"]))
    after = play(start, "D5 D9")
    assert names(after.moves()) == ["D6"]
    after = play(after, "D6")
    assert names(after.moves()) == ["S6", "S5", "S4"]
    after = play(after, "S4")
    assert after.vault == (0, 2)  # the discard's spade, and the trick's diamond
    assert after.showroom == (3, 2)


def test_awards_in_order_and_ties_for_nobody(implementation: type) -> None:
    taken = [(2, 1, 3, 0), (2, 3, 0, 4), (1, 1, 1, 1)]
    start = implementation(position(["H5", "H9", "H1"], showroom=[1, 0, 0], taken=taken))
    after = play(start, "H5 H9 H1")
    # P2 wins a hearts trick (+1 showroom). Diamonds 2-2-1: a tie. Hearts: P2. Spades: P1, from the showroom. Clubs: P2 may rob nobody.
    assert (after.showroom, after.vault) == ((0, 2, 0), (1, 0, 0))


def test_no_trick_brings_two_diamonds_and_they_come_last(implementation: type) -> None:
    start = implementation(position(["H5", "H9", "H1"], showroom=[0, 0, 0]))
    after = play(start, "H5 H9 H1")
    assert (after.showroom, after.vault) == ((0, 2, 0), (2, 0, 2))


def test_partners_cards_count_together_and_the_team_chooses_who_acts(implementation: type) -> None:
    taken = [(1, 0, 2, 0), (2, 0, 3, 0), (2, 0, 2, 0), (0, 0, 0, 0)]
    start = implementation(position(["H5", "H9", "H1", "H2"], showroom=[1, 1, 1, 1], taken=taken, teams=True))
    after = play(start, "H5 H9 H1 H2")
    assert names(after.moves()) == ["P1", "P3"]  # diamonds: 3 to 2 for P1+P3
    after = play(after, "P3")
    assert after.vault == (0, 0, 1, 0)
    assert names(after.moves()) == ["P2", "P4"]  # hearts: the trick just won
    after = play(after, "P4")
    assert names(after.moves()) == ["P1", "P3"]  # spades: 4 to 3
    after = play(after, "P1")
    assert after.moves() == []  # nobody took a club; P4 alone has no trick
    assert (after.showroom, after.vault) == ((0, 2, 1, 2), (1, 0, 1, 2))


def test_only_a_partner_who_can_act_is_a_choice(implementation: type) -> None:
    taken = [(0, 0, 3, 0), (0, 0, 0, 0), (0, 0, 1, 3), (1, 0, 0, 0)]
    start = implementation(position(["H5", "H9", "H1", "H2"], showroom=[0, 0, 2, 0], taken=taken, teams=True))
    after = play(start, "H5 H9 H1 H2")  # P2 has a crystal now
    after = play(play(after, "P2"), "P4")  # diamonds and hearts of P2+P4
    # Spades: only P3 has a crystal. Clubs of P1+P3: P1 may rob P2, P3 or P4; P3 may rob P2 or P4.
    assert after.vault == (0, 1, 1, 0)
    assert names(after.moves()) == ["P1>P2", "P1>P3", "P1>P4", "P3>P2", "P3>P4"]


@pytest.mark.parametrize("rules", [*ALL_RULES, *THIEF_RULES], ids=str)
def test_core_and_python_play_alike_and_keep_the_laws(rules: Rules) -> None:
    rng = random.Random(f"{rules}")
    for _ in range(20):
        deck = list(rules.deck)
        rng.shuffle(deck)
        size = rules.hand_size
        start = Position.start(
            rules, [deck[seat * size : (seat + 1) * size] for seat in range(rules.players)], rng.randrange(rules.players)
        )
        _play_out(start, rng)


def test_core_and_python_play_alike_from_odd_positions() -> None:
    rng = random.Random(3)
    for _ in range(400):
        _play_out(random_position(rng, rng.choice([*ALL_RULES, *THIEF_RULES])), rng)


def _play_out(python: Position, rng: random.Random) -> None:
    packed = layout.pack([python])
    while not python.is_over:
        assert CorePosition(packed).moves() == list(python.moves())
        move = rng.choice(python.moves())
        after = python.play(move)
        _check_laws(python, after)
        packed = CorePosition(packed).play(move).packed
        python = after
        expected = layout.pack([python])
        for field in layout.POSITION.names or ():
            if field != "trick":  # the core leaves old cards behind trick_count
                assert (packed[field] == expected[field]).all(), field
    assert CorePosition(packed).moves() == []


def _check_laws(before: Position, after: Position) -> None:
    """Cards are only ever moved; crystals only come from the supply, and a vault never shrinks."""
    everything = [sum(map(len, p.hands)) + len(p.table.cards) + sum(map(sum, p.table.taken)) for p in (before, after)]
    assert everything[0] == everything[1]
    crystals = [sum(p.table.showroom) + sum(p.table.vault) for p in (before, after)]
    assert crystals[0] <= crystals[1] <= crystals[0] + 2 + 4 + 2 * before.rules.players
    assert all(a <= b for a, b in zip(before.table.vault, after.table.vault, strict=True))
    assert min(after.table.showroom) >= 0
    after.check()


@pytest.mark.parametrize(
    ("players", "perfect", "teams", "code"),
    [
        (1, False, False, "E-PLAYERS"),
        (7, False, False, "E-PLAYERS"),
        (6, True, False, "E-VARIANT"),
        (3, False, True, "E-TEAMS"),
        (5, True, True, "E-TEAMS"),
    ],
)
def test_unknown_games_are_refused(players: int, perfect: bool, teams: bool, code: str) -> None:
    with pytest.raises(RulesError) as refusal:
        Rules(players, perfect, teams)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("hands", "code"),
    [(["D5 H1", "D5 S4", "C1 C2"], "E-CARD-TWICE"), (["D5 H1", "D9", "C1 C2"], "E-HAND-SIZE"), (["D5 H1", "D16 S4", "C1 C2"], "E-CARD")],
)
def test_broken_positions_are_refused(hands: list[str], code: str) -> None:
    with pytest.raises(PositionError) as refusal:
        Position.start(Rules(3), [cards(hand) for hand in hands])
    assert refusal.value.code == code


def test_decisions_are_named() -> None:
    start = position(["C5 H1", "C9 S4", "C1 S2"])
    assert start.decision is Decision.CARD
    (first, *_) = start.moves()
    assert first == Move(make_card(1, 1))
    tricked = start
    for text in ["C5", "C9", "C1"]:
        tricked = tricked.play(Move(cards(text)[0]))
    assert (tricked.decision, tricked.to_move) == (Decision.VICTIM, 1)


@pytest.mark.parametrize("wrong", [{"perfect": "x"}, {"teams": "y"}, {"perfect": 1}, {"teams": None}])
def test_variants_are_true_or_false(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="must be True or False, not"):
        Rules(4, **wrong)
