"""Random deals: the right cards, the same for the same seed, and late positions that a round can reach."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver import cli
from diamonds_solver.errors import PositionError, RulesError
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.core import _solver, layout
from diamonds_solver.games.diamonds.deal import deal, late_position, late_record
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.game_record import GameRecord
from diamonds_solver.games.diamonds.records.notation import dumps, dumps_json
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.round.rules import POINTS_IN_BOX, SUITS, Rules, format_cards, make_card
from diamonds_solver.games.diamoniak.record import Record as DiamoniakRecord
from diamonds_solver.games.records import dumps as dumps_any
from diamonds_solver.games.records import loads
from tests.program import diamonds

STANDARD = [Rules(players) for players in range(2, 7)]
ALL_RULES = [*STANDARD, *(Rules(players, perfect=True) for players in range(2, 6)), Rules(4, teams=True), Rules(6, teams=True)]
each_rules = pytest.mark.parametrize("rules", ALL_RULES, ids=str)
seeds = st.integers(0, 2**64 - 1)


def generator(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@each_rules
def test_deal(rules: Rules) -> None:
    position = deal(rules, generator(1))
    position.check()
    assert {len(hand) for hand in position.hands} == {rules.hand_size}
    assert position.to_move == 1 % rules.players
    assert position.points() == (3,) * rules.players


@given(seeds)
def test_perfect_diamonds_deals_the_whole_deck(seed: int) -> None:
    rules = Rules(4, perfect=True)
    assert sorted(card for hand in deal(rules, generator(seed)).hands for card in hand) == sorted(rules.deck)


def test_every_card_comes_to_every_seat() -> None:
    """Each of 60 cards is dealt to each of 4 seats with probability 1/6; 3 000 deals put every count within 7 standard errors of 500."""
    rng, rules = generator(2), Rules(4)
    counts = np.zeros((64, 4))
    for _ in range(3000):
        for seat, hand in enumerate(deal(rules, rng).hands):
            counts[list(hand), seat] += 1
    dealt = counts[list(rules.deck)]
    assert np.abs(dealt - 500).max() < 7 * np.sqrt(3000 * 1 / 6 * 5 / 6)


def test_the_cards_of_a_seed_never_change() -> None:
    hands = [format_cards(hand) for hand in deal(Rules(3), np.random.default_rng([7, 1]), hand_size=4).hands]
    assert hands == ["D13 S3,1 C2", "D4 H9,3 S7", "D1 H8,1 C5"]


@pytest.mark.parametrize(("rules", "size"), [(Rules(4), 0), (Rules(4), 16), (Rules(2), 3), (Rules(6), 11)], ids=str)
def test_deal_refuses(rules: Rules, size: int) -> None:
    with pytest.raises(RulesError) as caught:
        deal(rules, generator(0), size)
    assert caught.value.code == "E-HAND-SIZE"


@pytest.mark.parametrize(("rules", "cards"), [(Rules(4), 0), (Rules(4), 11), (Rules(2), 5), (Rules(3, perfect=True), 13)], ids=str)
def test_late_position_refuses(rules: Rules, cards: int) -> None:
    with pytest.raises(RulesError):
        late_position(rules, cards, generator(0))


@each_rules
@given(seed=seeds, mid_trick=st.booleans())
def test_late_position(rules: Rules, seed: int, mid_trick: bool) -> None:
    cards = 2 * rules.plays_per_trick
    position = late_position(rules, cards, generator(seed), mid_trick)
    position.check()
    table = position.table
    assert position.decision is Decision.CARD
    assert bool(table.cards) == mid_trick
    assert table.tricks_left == 2
    assert sum(map(sum, table.taken)) == (rules.hand_size - cards) * rules.players
    assert all(table.winners.__contains__(seat) == (sum(row) > 0) for seat, row in enumerate(table.taken))
    assert sum(table.showroom) + sum(table.vault) <= POINTS_IN_BOX
    seen = [card for hand in position.hands for card in hand] + list(table.cards)
    for suit in SUITS:
        assert sum(row[suit] for row in table.taken) + sum(card >> 4 == suit for card in seen) <= rules.max_rank


@each_rules
@given(seed=seeds, mid_trick=st.booleans())
def test_records_are_read_back_the_same(rules: Rules, seed: int, mid_trick: bool) -> None:
    record = late_record(rules, rules.plays_per_trick * 3, generator(seed), mid_trick, "late")
    assert loads(dumps(record)) == record
    assert loads(dumps_json(record)) == record
    assert loads(dumps(record)).position() == record.position()


@each_rules
def test_random_play_draws_each_legal_move_with_the_same_chance(rules: Rules) -> None:
    """In one call as move by move; and a number that stands for no move is refused."""
    at_once = layout.pack([deal(rules, generator(3))])
    by_moves, tricks = at_once.copy(), rules.hand_size // rules.plays_per_trick // 2
    _solver.play_random(at_once.view(np.uint8), tricks, generator(4).integers)
    rng, position = generator(4), by_moves.view(np.uint8)
    while by_moves["tricks_left"][0] > tricks or by_moves["robber"][0] != layout.NONE:
        moves = _solver.moves(position)
        _solver.play(position, moves[int(rng.integers(len(moves)))])
    assert np.array_equal(at_once, by_moves)
    for refused in (lambda count: count, lambda count: -1):
        with pytest.raises(IndexError, match="is not a number below"):
            _solver.play_random(at_once.view(np.uint8), 0, refused)


def test_a_whole_deal_is_a_late_position_too() -> None:
    assert late_position(Rules(4), 10, generator(3)) == deal(Rules(4), generator(3))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("mid_trick", [False, True])
def test_positions_are_written_and_read_again(players: int, mid_trick: bool) -> None:
    """Also in the middle of a trick, where crystals have moved: whom a club robbed is not known, but some way there is found."""
    for seed in range(25):
        position = late_position(players, 2 * random.Random(seed).randint(1, 3), seed, mid_trick)
        record = Record.of(position, "name")
        assert record.id == "name"
        assert record.position() == position
        assert loads(dumps(position)).position() == position


def test_a_card_that_still_robs_is_written() -> None:
    position = loads("diamonds 1; players 3; hand P1 D1; hand P2 D3; hand P3 C2; lead P2; play D3 C2").position()
    assert position.decision is Decision.VICTIM
    assert loads(dumps(position)).position() == position


def test_what_no_record_can_tell() -> None:
    start = "diamonds 1; players 3; hand P1 C1,2; hand P2 C3,4; hand P3 C5,6; lead P2; "
    for play in ("play C3 C5 C1", "play C3 C5 C1 >P1 C6 C2 C4 >P1"):
        with pytest.raises(PositionError, match="a record cannot begin after a trick"):
            Record.of(loads(start + play).position())
    position = late_position(3, 3, 5)
    wrong = replace(position, table=replace(position.table.play_card(make_card(1, 1)).play_card(make_card(0, 1)), vault=(0, 0, 0)))
    with pytest.raises(PositionError, match="crystals"):
        Record.of(wrong)
    with pytest.raises(TypeError, match="a Position is expected, not str"):
        Record.of("D9")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Record or a Position is expected"):
        dumps("D9")  # type: ignore[arg-type]


def test_a_number_of_players_and_a_seed_are_enough() -> None:
    assert deal(4, seed=1) == deal(Rules(4), np.random.default_rng(1)) == deal(seed=1)
    assert late_position(3, cards=2, seed=[1, 2]) == late_position(Rules(3), 2, np.random.default_rng([1, 2]))
    assert deal() != deal()
    with pytest.raises(RulesError):
        deal(7)


def test_games_played_by_players_of_the_arena() -> None:
    """One record with all rounds; the same for the same seed, and what the arena plays."""
    args = ("--play", "greedy", "--play", "random", "-p", "2", "--match", "--seed", "3", "--quiet")
    code, out, _ = diamonds("deal", *args)
    assert code == 0
    assert diamonds("deal", *args)[1] == out
    game = loads(out)
    assert isinstance(game, GameRecord)
    assert (game.id, len(game.played)) == ("game-3-1", 4)
    played = Match(Rules(2), 3, whole=True).play(1, ["greedy", "random"], lambda: False)
    assert played is not None
    assert [4 * points + 3 for points in played.points] == list(game.played[-1].table().points())


def test_a_game_of_diamoniak_is_recorded() -> None:
    args = ("-g", "diamoniak", "-p", "3", "--play", "greedy", "--play", "random", "--play", "cautious", "--seed", "3", "--quiet")
    game = loads(diamonds("deal", *args)[1])
    assert isinstance(game, DiamoniakRecord)
    played = find_game("diamoniak").playing.contest(3, {"players": 3}).play(1, ["greedy", "random", "cautious"], lambda: False)
    assert played is not None
    assert game.id == "game-3-1"
    assert game.state.winner == played.points.index(1.0)
    assert dumps_any(game) == diamonds("deal", *args)[1]


def test_a_round_played_by_one_player_in_all_seats() -> None:
    _, out, _ = diamonds("deal", "2", "--play", "greedy", "--seed", "3", "--one-line", "--quiet")
    for record in map(loads, out.splitlines()):
        assert isinstance(record, Record)
        assert record.decision() is Decision.OVER
        assert record.pass_count


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (["--match"], "--match needs --play"),
        (["--play", "gredy"], "did you mean greedy?"),
        (["--play", "greedy", "--play", "random"], "give --play once, or 4 times"),
    ],
)
def test_games_that_cannot_be_played(args: list[str], text: str) -> None:
    code, out, err = diamonds("deal", *args)
    assert (code, out) == (cli.USAGE, "")
    assert text in err
