"""Rules of thumb, playouts, and games between players."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamoniak.engines.estimate import chances, utilities
from diamonds_solver.games.diamoniak.engines.outlook import outlook
from diamonds_solver.games.diamoniak.engines.playouts import UNDECIDED, drawn, play_out, seeds
from diamonds_solver.games.diamoniak.engines.policy import CAUTIOUS, GREEDY, POLICIES
from diamonds_solver.games.diamoniak.match.match import Match
from diamonds_solver.games.diamoniak.match.players import NAMES, RulePlayer, parse_player
from diamonds_solver.games.diamoniak.rules.cards import KINDS, WITCH
from diamonds_solver.games.diamoniak.rules.game import Rules
from diamonds_solver.games.diamoniak.rules.moves import DRAW, Move
from diamonds_solver.games.diamoniak.rules.rows import Table
from diamonds_solver.games.diamoniak.rules.state import Phase, State

from .states import counts, play, random_state, step, table


def test_greedy_buys_of_the_next_seat_that_has_one() -> None:
    assert str(GREEDY.move(table(",R", "R2,D3", "G0,", ",R", turn=1))) == "buy>P4"
    assert str(GREEDY.move(table(",R", "R2,D2", "G0,", ",R", turn=1))) == "draw"


@pytest.mark.parametrize(
    ("held", "paid"),
    [("R2,G2 D3", "-GGD"), ("R2,D3 F", "-F"), ("R2,B2 Y D F", "-BBY"), ("R2,D F", "-F"), ("R3,D", "-RRD"), ("R1,F2", "-F")],
)
def test_greedy_pays_a_witch_with_the_cheapest(held: str, paid: str) -> None:
    assert str(GREEDY.move(table(held, "G1,", "B0,", phase="witch"))) == paid


def test_greedy_draws_while_it_has_little_to_lose() -> None:
    assert str(GREEDY.move(table("R1,", ",", phase="more"))) == "draw"
    danger = table("R3,G D4", "G1,", discard="D13 B4 Y4", phase="more")
    assert str(GREEDY.move(danger)) == "stop"
    safe = table("R3,G D4", "G1,", discard="D13 B4 Y4 W8", phase="more")
    assert str(GREEDY.move(safe)) == "draw"


def test_cautious_draws_one_card_a_turn() -> None:
    assert str(CAUTIOUS.move(table("R1,", ",", phase="more"))) == "stop"
    assert str(CAUTIOUS.move(table("R1,", ","))) == "draw"


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_moves_are_legal_and_random_games_end(policy: object, players: int) -> None:
    assert policy in (GREEDY, CAUTIOUS)
    one = Match(Rules(players), seed=3).play(0, [RulePlayer("x", GREEDY if policy is GREEDY else CAUTIOUS)] * players, lambda: False)
    assert one is not None and sum(one.points) == 1


def test_playouts_are_games_by_the_policy() -> None:
    """Winners of playouts and of games move by move, within four standard errors."""
    rules = Rules(2, counts("R3 G3 D3 W"))
    state, rng, wins, games = State.start(rules), Random(1), 0, 400
    for _ in range(games):
        now = state
        while now.winner is None:
            pile = now.draw_pile()
            move = GREEDY.move(now)
            now = now.play(move, rng.choices(range(len(KINDS)), pile)[0] if move == DRAW else None)
        wins += now.winner == 0
    rows = np.repeat(Table(rules).rows([state]), 4000, axis=0)
    share = float((play_out(Table(rules), rows, seeds(1, 0, 4000)).winners == 0).mean())
    assert abs(wins / games - share) < 4 * (0.25 / games) ** 0.5


def test_a_playout_depends_on_its_number_alone() -> None:
    of = Table(Rules(3))
    rows = np.repeat(of.rows([State.start(of.rules)]), 60, axis=0)
    together = play_out(of, rows, seeds(5, 0, 60)).winners
    apart = [play_out(of, rows[:20], seeds(5, first, 20)).winners for first in (0, 20, 40)]
    assert together.tolist() == np.concatenate(apart).tolist()
    assert together.tolist() != play_out(of, rows, seeds(6, 0, 60)).winners.tolist()


def test_playouts_that_do_not_end_have_no_winner() -> None:
    of = Table(Rules(2))
    ends = play_out(of, of.rows([State.start(of.rules)]), seeds(1, 0, 1), most_turns=2)
    assert ends.winners.tolist() == [UNDECIDED] and ends.turns.tolist() == [2]


def test_what_becomes_of_a_state() -> None:
    state = table("R5,D3", "G1,R", "B1,")
    sure = outlook(state, 100)
    assert sure.chances[0].value == 1 and sure.turns.value == 1 and sure.within[0][0].value == 1
    open_game = outlook(State.start(Rules(2)), 600, seed=3)
    assert sum(chance.value for chance in open_game.chances) == pytest.approx(1)
    for seat, chance in zip(open_game.within, open_game.chances, strict=True):
        values = [each.value for each in seat]
        assert values == sorted(values) and values[-1] <= chance.value
    assert open_game == outlook(State.start(Rules(2)), 600, seed=3)
    assert outlook(state, 10_000, should_stop=lambda: True).games == 2048
    assert open_game.to_dict()["games"] == 600


def test_who_wins_in_the_second_own_turn() -> None:
    """P1 can do nothing but draw the witch; P2 then buys the last card: in the second turn, the first of P2's own."""
    state = table("R1,", "G5,D3", "B0,G", deck="R2 G6 B2 D3 W2", discard="R W B2")
    only_witch = state._replace(pile=counts("W"), discards=counts("R B2 W"))
    found = outlook(only_witch, 50)
    assert found.chances[1].value == 1 and found.turns.value == 2 and found.within[1][0].value == 1


def test_the_next_card_is_drawn_evenly() -> None:
    of = Table(Rules(2))
    state = table("R2,D9", "G3,Y F", discard="D4 B")
    rows = np.repeat(of.rows([state]), 20_000, axis=0)

    after, _ = drawn(of, rows, seeds(2, 0, len(rows)))
    counted = [int((after[:, of.pile][:, kind] < state.pile[kind]).sum()) for kind in range(len(KINDS))]
    total = sum(state.pile)
    for kind, count in enumerate(state.pile):
        share = count / total
        assert abs(counted[kind] / len(rows) - share) <= 4 * (share * (1 - share) / len(rows)) ** 0.5, KINDS[kind]
    assert counted[WITCH] > 0


def test_rows_and_states_are_the_same() -> None:
    random, of = Random(4), Table(Rules(3))
    states = [random_state(of.rules, random, 40) for _ in range(50)]
    assert [of.state(row) for row in of.rows(states)] == states


def test_estimates_are_chances() -> None:
    good = table("R5,D6", "G1,R", "B2,")
    assert sum(chances(good)) == pytest.approx(1) and chances(good)[0] > 0.7
    assert utilities(step(table("R5,D6", "G1,R"), "buy>P2")) == [1.0, 0.0]
    assert chances(State.start(Rules(4)))[0] == max(chances(State.start(Rules(4))))


def test_a_match_repeats_and_luck_does_not_depend_on_who_plays() -> None:
    match = Match(Rules(2), seed=7)
    games = [match.play(3, ["greedy", "random"], lambda: False) for _ in range(2)]
    assert games[0] is not None and games[1] is not None and games[0].points == games[1].points
    firsts = []
    for player in ("greedy", "cautious"):
        seen: list[State] = []
        match.play(3, [_Watching(player, seen)] * 2, lambda: False)
        firsts.append(next(state for state in seen if state.phase is Phase.MORE).held)
    assert firsts[0] == firsts[1]
    assert match.play(3, ["greedy", "greedy"], lambda: True) is None


class _Watching:
    """Plays as another, and notes what it saw."""

    name = "watching"

    def __init__(self, other: str, seen: list[State]) -> None:
        self._other, self._seen = parse_player(other), seen

    def choose(self, state: State, seed: int) -> Move:
        self._seen.append(state)
        return self._other.choose(state, seed)


class _Cheat:
    name = "cheat"

    def choose(self, state: State, seed: int) -> Move:
        return Move(state.moves()[0].kind.STOP, seller=3)


def test_a_player_that_does_not_keep_the_rules() -> None:
    with pytest.raises(DiamondsError, match="not legal"):
        Match(Rules(2), seed=1).play(0, [_Cheat(), _Cheat()], lambda: False)


def test_names_of_players() -> None:
    assert NAMES.strict("mcts:simulations=200") == "mcts:sims=200"
    assert "greedy" in NAMES.help()
    for bad in ("gready", "greedy:time=1", "mcts:sims=x"):
        with pytest.raises(DiamondsError) as caught:
            parse_player(bad)
        assert caught.value.code == "E-PLAYER"


def test_engine_players_play_on() -> None:
    state = play(State.start(Rules(2)), "R D")
    for name in ("mcts:sims=100", "playout:worlds=10", "auto:time=0.01", "mcts:time=0.01"):
        assert parse_player(name).choose(state, 5) in state.moves()
