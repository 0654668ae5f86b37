"""Rules of thumb, playouts, and games between players."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from diamonds_solver.common.parallel import Stop
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamoniak.core import _players, layout
from diamonds_solver.games.diamoniak.core.layout import pack
from diamonds_solver.games.diamoniak.engines import CAUTIOUS, POLICIES, move_by_rules
from diamonds_solver.games.diamoniak.outlook import outlook
from diamonds_solver.games.diamoniak.players import PLAYERS, Match
from diamonds_solver.games.diamoniak.rules import DRAW, KINDS, Move, Phase, Rules, State
from diamonds_solver.players.kinds import RulePlayer

from .states import counts, play, table


def test_greedy_buys_of_the_next_seat_that_has_one() -> None:
    assert str(move_by_rules(table(",R", "R2,D3", "G0,", ",R", turn=1))) == "buy>P4"
    assert str(move_by_rules(table(",R", "R2,D2", "G0,", ",R", turn=1))) == "draw"


@pytest.mark.parametrize(
    ("held", "paid"),
    [("R2,G2 D3", "-GGD"), ("R2,D3 F", "-F"), ("R2,B2 Y D F", "-BBY"), ("R2,D F", "-F"), ("R3,D", "-RRD"), ("R1,F2", "-F")],
)
def test_greedy_pays_a_witch_with_the_cheapest(held: str, paid: str) -> None:
    assert str(move_by_rules(table(held, "G1,", "B0,", phase="witch"))) == paid


def test_greedy_draws_while_it_has_little_to_lose() -> None:
    assert str(move_by_rules(table("R1,", ",", phase="more"))) == "draw"
    danger = table("R3,G D4", "G1,", discard="D13 B4 Y4", phase="more")
    assert str(move_by_rules(danger)) == "stop"
    safe = table("R3,G D4", "G1,", discard="D13 B4 Y4 W8", phase="more")
    assert str(move_by_rules(safe)) == "draw"


def test_cautious_draws_one_card_a_turn() -> None:
    assert str(move_by_rules(table("R1,", ",", phase="more"), CAUTIOUS)) == "stop"
    assert str(move_by_rules(table("R1,", ","), CAUTIOUS)) == "draw"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_moves_are_legal_and_random_games_end(policy: str, players: int) -> None:
    one = Match(Rules(players), seed=3).play(
        0, [RulePlayer[State, Move]("x", lambda state, seed: move_by_rules(state, policy))] * players, lambda: False
    )
    assert one is not None
    assert sum(one.points) == 1


def test_playouts_are_games_by_the_policy() -> None:
    """Winners of playouts and of games move by move, within four standard errors."""
    rules = Rules(2, counts("R3 G3 D3 W"))
    state, rng, wins, games = State.start(rules), Random(1), 0, 400
    for _ in range(games):
        now = state
        while now.winner is None:
            pile = now.draw_pile()
            move = move_by_rules(now)
            now = now.play(move, rng.choices(range(len(KINDS)), pile)[0] if move == DRAW else None)
        wins += now.winner == 0
    winners, _ = _players.play_out(np.tile(pack([state]), 4000), 1, 0)
    share = float((winners == 0).mean())
    assert abs(wins / games - share) < 4 * (0.25 / games) ** 0.5


def test_a_playout_depends_on_its_number_alone() -> None:
    states = np.tile(pack([State.start(Rules(3))]), 60)
    together, _ = _players.play_out(states, 5, 0)
    apart = [_players.play_out(states[: 20 * layout.STATE.itemsize], 5, first)[0] for first in (0, 20, 40)]
    assert together.tolist() == np.concatenate(apart).tolist()
    assert together.tolist() != _players.play_out(states, 6, 0)[0].tolist()


def test_playouts_that_do_not_end_have_no_winner() -> None:
    winners, turns = _players.play_out(pack([State.start(Rules(2))]), 1, 0, most_turns=2)
    assert winners.tolist() == [-1]
    assert turns.tolist() == [2]


def test_what_becomes_of_a_state() -> None:
    state = table("R5,D3", "G1,R", "B1,")
    sure = outlook(state, 100)
    assert sure.chances[0].value == 1
    assert sure.turns.value == 1
    assert sure.within[0][0].value == 1
    open_game = outlook(State.start(Rules(2)), 600, seed=3)
    assert sum(chance.value for chance in open_game.chances) == pytest.approx(1)
    for seat, chance in zip(open_game.within, open_game.chances, strict=True):
        values = [each.value for each in seat]
        assert values == sorted(values)
        assert values[-1] <= chance.value
    assert open_game == outlook(State.start(Rules(2)), 600, seed=3)
    assert outlook(state, 10_000, should_stop=lambda: True).games == 2048
    assert open_game.to_dict()["games"] == 600


def test_who_wins_in_the_second_own_turn() -> None:
    """P1 can do nothing but draw the witch; P2 then buys the last card: in the second turn, the first of P2's own."""
    state = table("R1,", "G5,D3", "B0,G", deck="R2 G6 B2 D3 W2", discard="R W B2")
    only_witch = state._replace(pile=counts("W"), discards=counts("R B2 W"))
    found = outlook(only_witch, 50)
    assert found.chances[1].value == 1
    assert found.turns.value == 2
    assert found.within[1][0].value == 1


def test_a_match_repeats_and_luck_does_not_depend_on_who_plays() -> None:
    match = Match(Rules(2), seed=7)
    games = [match.play(3, ["greedy", "random"], lambda: False) for _ in range(2)]
    assert games[0] is not None
    assert games[1] is not None
    assert games[0].points == games[1].points
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
        self._other, self._seen = PLAYERS.parse(other), seen

    def choose(self, state: State, seed: int, should_stop: Stop | None = None, /) -> Move:
        self._seen.append(state)
        return self._other.choose(state, seed)


class _Cheat:
    name = "cheat"

    def choose(self, state: State, seed: int, should_stop: Stop | None = None, /) -> Move:
        return Move(state.moves()[0].kind.STOP, seller=3)


def test_a_player_that_does_not_keep_the_rules() -> None:
    with pytest.raises(DiamondsError, match="not legal"):
        Match(Rules(2), seed=1).play(0, [_Cheat(), _Cheat()], lambda: False)


def test_names_of_players() -> None:
    assert PLAYERS.strict("mcts:simulations=200") == "mcts:sims=200"
    assert "greedy" in PLAYERS.help()
    for bad in ("gready", "greedy:time=1", "mcts:sims=x"):
        with pytest.raises(DiamondsError) as caught:
            PLAYERS.parse(bad)
        assert caught.value.code == "E-PLAYER"


def test_engine_players_play_on() -> None:
    state = play(State.start(Rules(2)), "R D")
    for name in ("mcts:sims=100", "playout:worlds=10", "turn:worlds=10", "turn:time=0.01", "auto:time=0.01", "mcts:time=0.01"):
        assert PLAYERS.parse(name).choose(state, 5) in state.moves()
