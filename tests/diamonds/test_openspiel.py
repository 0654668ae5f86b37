"""The OpenSpiel adapter: OpenSpiel's own tests of a game, its ISMCTS bot, worlds that leak nothing."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from diamonds_solver.errors import IllegalMoveError, RulesError
from diamonds_solver.games.diamonds.learning.actions import CARD_ACTIONS, card_of
from diamonds_solver.games.diamonds.round.position import Position


def test_without_openspiel_all_other_players_play() -> None:
    code = """
import sys
sys.modules["pyspiel"] = None
from diamonds_solver import MissingExtraError
from diamonds_solver.games.diamonds.playing.players import PLAYERS
for name in PLAYERS.kinds:
    try:
        PLAYERS.parse(name)
    except MissingExtraError:
        print(name)
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "openspiel\n"


pyspiel: Any = pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")
pytestmark = pytest.mark.extra

GAMES = (
    "python_diamonds",
    "python_diamonds(players=2,pass=3)",
    "python_diamonds(players=2,perfect=True,pass=1)",
    "python_diamonds(players=3,cards=4,pass=2)",
    "python_diamonds(players=3,cards=5,pass=1,thief=True)",
    "python_diamonds(players=4,perfect=True)",
    "python_diamonds(players=4,teams=True,pass=1)",
    "python_diamonds(players=5,cards=3)",
    "python_diamonds(players=6,teams=True,cards=3,pass=3)",
)


@pytest.fixture(scope="module")
def openspiel() -> Any:
    from diamonds_solver.games.diamonds.learning import openspiel

    openspiel.register()
    openspiel.register()  # a second time does no harm
    return openspiel


def random_state(game: Any, rng: random.Random, plies: int) -> Any:
    """A state after the deal and so many random actions, not yet at the end."""
    state = game.new_initial_state()
    while state.is_chance_node() or plies > 0:
        plies -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def shuffle_and_reject(state: Any, player: int, seed: int) -> list[frozenset[int]]:
    """Hands that fit what the player knows, by trying: exact, and slow enough to be used here only."""
    known, rng = state.round, random.Random(seed)
    rules = known.rules
    own = frozenset(card_of(a) for a in known.held_at_start(player))
    fixed = [set[int]() for _ in range(rules.players)]
    if known.is_passed:
        fixed[rules.receiver(player)] |= {card_of(a) for a in known.passed_by(player)}
        table = known.record(player).start_table()
        for move in known.moves_played():
            if move.card is None:
                table = table.choose(move)
            else:
                fixed[table.to_move].add(move.card)
                table = table.play_card(move.card, move.victim)
    fixed[player] = set(own)
    while True:
        pool = [card for card in rules.deck if not any(card in hand for hand in fixed)]
        rng.shuffle(pool)
        hands = [frozenset([*hand, *(pool.pop() for _ in range(known.cards - len(hand)))]) for hand in fixed]
        if not known.is_passed:
            return hands
        try:
            position = Position.start(rules, hands)
            for move in known.moves_played():
                position = position.play(move)
        except IllegalMoveError:
            continue
        return hands


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_test_of_a_game(openspiel: Any, name: str) -> None:
    """Clones, strings, histories, sums of returns, lengths, serialization."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_margins_within_the_bounds(openspiel: Any, name: str) -> None:
    game = pyspiel.load_game(name)
    state = random_state(game, random.Random(2), 0)
    while not state.is_terminal():
        assert state.returns() == [0.0] * game.num_players()
        state.apply_action(random.Random(state.move_number()).choice(state.legal_actions()))
    returns, points, sides = state.returns(), state.round.points(), game.rules.sides
    assert sum(returns) == pytest.approx(0)
    assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()
    own = sum(points[seat] for seat in sides[0])
    assert returns[0] == pytest.approx(own - (sum(points) - own) / (len(sides) - 1))


def test_parameters_that_cannot_be(openspiel: Any) -> None:
    for wrong in ({"players": 7}, {"players": 6, "perfect": True}, {"players": 3, "teams": True}, {"cards": -1}):
        with pytest.raises(RulesError):
            openspiel.DiamondsGame(wrong)
    for wrong, code in (({"cards": 11}, "E-HAND-SIZE"), ({"players": 2, "cards": 3}, "E-HAND-SIZE"), ({"pass": 4}, "E-PASS")):
        with pytest.raises(RulesError) as caught:
            openspiel.DiamondsGame(wrong)
        assert caught.value.code == code


@pytest.mark.parametrize("name", GAMES)
def test_observations(openspiel: Any, name: str) -> None:
    game = pyspiel.load_game(name)
    state = random_state(game, random.Random(5), 9)
    seat = state.current_player()
    # by way of C++ and the observer, and directly
    assert pyspiel.State.information_state_string(state, seat) == state.information_state_string() == state.round.information(seat)
    assert pyspiel.State.observation_string(state, seat) == state.observation_string()
    tensor = np.array(state.observation_tensor(seat))
    assert len(tensor) == np.prod(game.observation_tensor_shape())
    assert len(state.information_state_tensor(seat)) == np.prod(game.information_state_tensor_shape())
    before = 2 * game.num_players() + 1  # who looks, who decides, whether cards are played
    hand = tensor[before : before + CARD_ACTIONS]
    assert {card_of(int(action)) for action in np.flatnonzero(hand)} == set(state.round.hand(seat))


@pytest.mark.parametrize("name", GAMES)
def test_the_information_state_forgets_nothing(openspiel: Any, name: str) -> None:
    """After any move it is another one to everybody who sees the move, and to nobody else."""
    state = random_state(pyspiel.load_game(name), random.Random(6), 0)
    players = range(state.num_players())
    seen = [set[tuple[float, ...]]() for _ in players]
    while not state.is_terminal():
        for player in players:
            known = tuple(state.information_state_tensor(player))
            is_new = known not in seen[player]
            assert is_new or not state.round.is_passed
            seen[player].add(known)
        state.apply_action(random.Random(len(seen[0])).choice(state.legal_actions()))


def test_a_learner_of_openspiel_plays(openspiel: Any) -> None:
    """As in the documentation: rl_environment, and tabular Q-learning."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    environment = rl_environment.Environment(pyspiel.load_game("python_diamonds(players=2,cards=2)"))
    agents = [tabular_qlearner.QLearner(player, environment.action_spec()["num_actions"]) for player in range(2)]
    for _ in range(3):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
        assert sum(step.rewards) == 0


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states_are_the_same_to_the_player(openspiel: Any, name: str) -> None:
    """Same knowledge, same actions, mostly other hidden cards; and nothing of the true deal is in it."""
    game, rng = pyspiel.load_game(name), random.Random(3)
    small = game.rules.hand_size * game.num_players() <= 20 or game.num_players() < 4
    changed = 0
    for plies in (0, 1, 5, 8, 12) if small else (0, 1, 5):
        state = random_state(game, rng, plies)
        if state.is_terminal():
            continue
        player = state.current_player()
        for seed in range(3):
            other = openspiel.resample(state, player, seed, shuffle_and_reject)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert (other.current_player(), other.legal_actions()) == (player, state.legal_actions())
            again = openspiel.resample(state, player, seed, shuffle_and_reject)
            assert again.history() == other.history()
            changed += str(other) != str(state)
            while not other.is_terminal():
                other.apply_action(rng.choice(other.legal_actions()))
            # from a state with other hidden cards the same world comes out
            twin = openspiel.resample(again, player, seed, shuffle_and_reject)
            assert twin.history() == again.history()
    assert changed or "perfect" in name


@pytest.mark.parametrize(
    "name",
    [
        "python_diamonds(players=2,pass=3)",
        "python_diamonds(players=3,cards=4)",
        "python_diamonds(players=4,perfect=True)",
        "python_diamonds(players=4,teams=True,pass=1)",
        "python_diamonds(players=6,pass=2)",
    ],
)
def test_the_sampler_by_views(openspiel: Any, name: str) -> None:
    """Its states are the same to the player, with hands that belong to what was played and passed; the same seed gives the same state."""
    game, rng, sampler = pyspiel.load_game(name), random.Random(4), openspiel.ViewSampler()
    changed = 0
    for plies in (0, 3, 7, 10):
        state = random_state(game, rng, plies)
        if state.is_terminal():
            continue
        player = state.current_player()
        for seed in range(3):
            other = openspiel.resample(state, player, seed, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert (other.current_player(), other.legal_actions()) == (player, state.legal_actions())
            twin = openspiel.resample(other, player, seed, openspiel.ViewSampler())
            assert twin.history() == other.history()
            changed += str(other) != str(state)
    assert changed


def test_short_hands_with_a_pass_are_not_sampled(openspiel: Any) -> None:
    state = random_state(pyspiel.load_game("python_diamonds(players=3,cards=4,pass=2)"), random.Random(1), 0)
    with pytest.raises(RulesError, match="short hands"):
        openspiel.ViewSampler()(state, 0, 1)


@pytest.mark.parametrize("name", ["python_diamonds(players=3,cards=3,pass=1)", "python_diamonds(players=2,cards=4)"])
def test_the_ismcts_bot_plays(openspiel: Any, name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = pyspiel.load_game(name), np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        uct_c=4.0,
        max_simulations=60,
        random_state=rng,
    )
    bot.set_resampler(openspiel.Resampler(1, shuffle_and_reject))
    state = random_state(game, random.Random(1), 0)
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == pytest.approx(0)
