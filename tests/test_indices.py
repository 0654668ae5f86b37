"""Numbers of players and actions that come from outside: in a list a negative one would give what its end has."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.diamonds.learning.numbered import NumberedDiamonds
from diamonds_solver.games.diamoniak.learning.numbered import NumberedDiamoniak
from diamonds_solver.games.diams.learning.numbered import NumberedDiams
from diamonds_solver.games.records import examples, loads
from diamonds_solver.learning.numbered import Observation
from diamonds_solver.live.live_game import LiveGame

NUMBERED: dict[str, Callable[[], Any]] = {
    "diamonds": lambda: NumberedDiamonds.of(3, cards=4, passed=2),
    "diamonds two": lambda: NumberedDiamonds.of(2, cards=2, passed=1),
    "diamonds teams": lambda: NumberedDiamonds.of(4, teams=True, cards=3),
    "diams": lambda: NumberedDiams.of(players=3),
    "diamoniak": lambda: NumberedDiamoniak.of(players=2),
}
OPEN_SPIEL = ("python_diamonds(players=3)", "python_diams(players=2)", "python_diamoniak(players=2)")


@pytest.mark.parametrize("name", ["advice", "diams-round", "diamoniak-game", "game4"])
@pytest.mark.parametrize("seat", [-1, -2, 99, 1.0, None])
def test_a_name_of_no_seat(name: str, seat: Any) -> None:
    record = loads(examples()[name].read_text(encoding="utf-8"))
    with pytest.raises((TypeError, ValueError), match="seat must be a whole number from 0 to"):
        record.seat_name(seat)


@pytest.mark.parametrize("name", ["advice", "diams-view", "diamoniak-small"])
@pytest.mark.parametrize("seat", [-1, -2, 99])
def test_a_view_of_no_seat(name: str, seat: int) -> None:
    record = loads(examples()[name].read_text(encoding="utf-8"))
    with pytest.raises(ValueError, match="seat"):  # a PositionError is one
        find_game(record.game).advising.view(record, seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [-1, -2, 7])
@pytest.mark.parametrize("what", ["seen", "view", "state", "ask", "seat_name"])
def test_a_live_game_has_no_other_seats(game: str, seat: int, what: str) -> None:
    live = LiveGame.new(["me", "human"], game=game, seed=1)
    with pytest.raises(ValueError, match="seat must be a whole number from 0 to 1"):
        getattr(live, what)(seat)


def some_state(name: str, deep: int) -> Any:
    pyspiel = pytest.importorskip("pyspiel")
    from diamonds_solver.games.diamonds.learning import openspiel as diamonds
    from diamonds_solver.games.diamoniak.learning import openspiel as diamoniak
    from diamonds_solver.games.diams.learning import openspiel as diams

    for module in (diamoniak, diamonds, diams):
        module.register()
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(deep)
    for _ in range(deep):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", OPEN_SPIEL)
@pytest.mark.parametrize("deep", [0, 12, 40])
@pytest.mark.parametrize("player", [-1, -2, -3, -4, 6, 1000])
def test_openspiel_knows_nothing_of_other_players(name: str, deep: int, player: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    state = some_state(name, deep)
    observer = state.get_game().make_py_observer()
    asks = [state.information_state_string, state.observation_string, state.information_state_tensor, state.observation_tensor]
    for ask in asks:
        with pytest.raises(pyspiel.SpielError):
            ask(player)
    for ask in (observer.set_from, observer.string_from):
        with pytest.raises(pyspiel.SpielError):
            ask(state, player)


@pytest.mark.parametrize("name", OPEN_SPIEL[:2])
def test_openspiel_at_a_chance_node_nobody_is_meant(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    state = some_state(name, 0)
    assert state.is_chance_node()
    for ask in (state.information_state_string, state.observation_string):
        with pytest.raises(pyspiel.SpielError):
            ask()
    for action in (-1, -60, 10**6):
        with pytest.raises(pyspiel.SpielError):
            state.action_to_string(pyspiel.PlayerId.CHANCE, action)


@pytest.mark.parametrize("action", ["legal - actions", -1, -197, 10**6, None, 1.5, "3", np.float32(2), np.nan])
@pytest.mark.parametrize("name", ["diamonds_v0", "diams_v0", "diamoniak_v0"])
def test_whatever_is_no_action_ends_the_round(name: str, action: Any) -> None:
    pytest.importorskip("pettingzoo")
    from importlib import import_module

    env = import_module(f"diamonds_solver.games.{name.removesuffix('_v0')}.learning.{name}").env()
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask)[0]) - len(mask) if action == "legal - actions" else action)
    assert all(env.terminations.values())
    assert env.rewards[agent] == -env.unwrapped.most


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.array, bool])
def test_legal_actions_of_any_whole_type_are_played(kind: Callable[[int], Any]) -> None:
    pytest.importorskip("pettingzoo")
    from diamonds_solver.games.diamonds.learning import diamonds_v0

    env = diamonds_v0.env(players=3)
    env.reset(seed=1)
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    if kind is bool and 1 not in legal:
        return
    env.step(kind(1) if kind is bool else kind(legal[0]))
    assert not any(env.terminations.values())


@pytest.mark.parametrize("perfect_recall", [False, True], ids=["observation", "information"])
@pytest.mark.parametrize("name", NUMBERED)
def test_text_and_tensor_say_the_same(name: str, perfect_recall: bool) -> None:
    """One text for one tensor, and the other way round, for every seat after every action of random plays."""
    game = NUMBERED[name]()
    observation = Observation(game, perfect_recall)
    texts: dict[bytes, str] = {}
    tensors: dict[tuple[int, str], bytes] = {}  # where all is open the text is the same for all seats
    rng = random.Random(0)
    for _ in range(60 if name.startswith("diamonds") else 4):
        play = game.start()
        for _ in range(150):
            for seat in range(game.players):
                text = play.information(seat) if perfect_recall else play.observation(seat)
                tensor = observation.fill(play, seat).tobytes()
                assert texts.setdefault(tensor, text) == text
                assert tensors.setdefault((seat, text), tensor) == tensor, text
            if play.is_over:
                break
            play.apply(rng.choice(list(play.legal)))
