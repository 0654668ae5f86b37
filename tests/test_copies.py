"""Whatever can be copied, pickled or sent to another process is the same afterwards: all that `diamonds_solver` makes public, all errors,
and what programs learn from."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import pkgutil
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import diamonds_solver as ds
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.diamonds.records.information import PassedError
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.games.records import examples, loads
from diamonds_solver.learning.numbered import Observation

Way = Callable[[Any], Any]
VIEWED = ("advice", "diams-view", "diamoniak-draw")


def sent(thing: Any) -> Any:
    """Copied in a new process, which has to load by itself what the thing needs."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(copy.deepcopy, thing).result()


def pickled(protocol: int) -> Way:
    return lambda thing: pickle.loads(pickle.dumps(thing, protocol))


DEEP: dict[str, Way] = {
    "deepcopy": copy.deepcopy,
    "sent": sent,
    **{f"pickle {protocol}": pickled(protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}
in_every_way = pytest.mark.parametrize("way", ["copy", *DEEP])


def copied(things: dict[str, Any], way: str) -> dict[str, Any]:
    return {name: copy.copy(thing) for name, thing in things.items()} if way == "copy" else DEEP[way](things)


def told(thing: Any) -> Any:
    """All that it says: where it has numbers that are NaN, it would not equal itself."""
    if isinstance(thing, BaseException):
        return type(thing), str(thing), {name: told(value) for name, value in vars(thing).items()}
    return thing.to_dict() if hasattr(thing, "to_dict") else thing


# -- what is public -----------------------------------------------------------------------------------------------------------------------


@cache
def values() -> dict[str, Any]:
    """What never changes, one of each public class by its name."""
    record, hidden = ds.example("ending"), ds.example("advice")
    solution, advice = ds.solve(record.position()), ds.advise(hidden, worlds=12, seed=1)
    analysis = ds.analyse(ds.example("mid-trick"), worlds=8, seed=1)
    hand = ds.evaluate_hand("D15,3 H9,8,2 S14,5,1 C10,2", samples=8, seed=1)
    return {
        "Decision": ds.Decision.VICTIM,
        "GameRecord": ds.load_game(str(example_path("game4"))),
        "Move": solution.best_moves[0],
        "Position": record.position(),
        "Record": record,
        "Rules": ds.Rules(4, teams=True),
        "View": find_game("diamonds").advising.view(hidden, None),
        "Advice": advice,
        "MoveAdvice": advice.moves[0],
        "Verdict": advice.verdict,
        "Analysis": analysis,
        "Judged": analysis[0],
        "Known": analysis[0].known,
        "PlayerSummary": analysis.players[0],
        "Thresholds": analysis.thresholds,
        "Equilibrium": ds.equilibrium(ds.deal(ds.Rules(2, perfect=True), 1, 4)),
        "HandValue": hand,
        "Solution": solution,
        "AdviceInterrupted": ds.AdviceInterrupted(advice),
        "AnalysisInterrupted": ds.AnalysisInterrupted(analysis),
        "EvaluationInterrupted": ds.EvaluationInterrupted(hand),
    }


@cache
def errors() -> dict[str, ds.DiamondsError]:
    """One of each class of errors in the whole package, by the name of the class."""
    package = import_module("diamonds_solver")
    for module in pkgutil.walk_packages(package.__path__, "diamonds_solver."):
        if "learning" not in module.name:  # those need extras, and have no errors of their own
            import_module(module.name)
    made: dict[str, ds.DiamondsError] = {"PassedError": PassedError(ds.example("ending"), 3, 1, 0)}
    for kind in descendants(ds.DiamondsError):
        if issubclass(kind, ds.RecordError):
            with pytest.raises(ds.RecordError) as caught:
                ds.loads("diamonds 1; players 9")
            made[kind.__name__] = kind(caught.value.problems, more=2)
        elif kind.__name__ == "UnseenError":
            made[kind.__name__] = kind("nowhere to go")
        elif kind.__name__ not in made:
            made[kind.__name__] = kind("what is wrong", code="E-ELSE", hint="what helps")
    return made


def descendants(kind: type[ds.DiamondsError]) -> Iterator[type[Any]]:
    yield kind
    for below in kind.__subclasses__():
        yield from descendants(below)


def test_every_public_class_is_tried() -> None:
    public = {name for name in ds.__all__ if isinstance(getattr(ds, name), type)}
    assert public - set(values()) - set(errors()) == {"LiveGame", "Solver"}  # they change, and have tests of their own


@in_every_way
def test_values(way: str) -> None:
    for name, other in copied(values(), way).items():
        assert type(other) is type(values()[name])
        assert told(other) == told(values()[name])
    assert ds.solve(copied(values(), way)["Position"]).best_moves == values()["Solution"].best_moves


@in_every_way
def test_errors(way: str) -> None:
    for name, other in copied(errors(), way).items():
        mine = errors()[name]
        assert (type(other), str(other), other.args) == (type(mine), str(mine), mine.args)
        assert (other.message, other.code, other.hint) == (mine.message, mine.code, mine.hint)
        assert getattr(other, "problems", ()) == getattr(mine, "problems", ())


@in_every_way
def test_a_solver(way: str) -> None:
    """Its table stays behind."""
    position, solver = ds.example("ending").position(), ds.Solver(1 << 20, threads=2)
    first = solver.solve(position)
    again = copied({"": solver}, way)[""].solve(position)
    assert (again.value, again.best_moves, again.nodes) == (first.value, first.best_moves, first.nodes)


@in_every_way
def test_live_games(way: str, tmp_path: Path) -> None:
    """A copy goes on as the game would, which knows nothing of it; it does not write the game's file."""
    games = {name: begun(name, tmp_path / name) for name in GAMES}
    for name, other in copied(games, way).items():
        game, before = games[name], games[name].dumps()
        assert (other.dumps(), other.state(0), other.path) == (before, game.state(0), None)
        gone_on = on(other)
        assert (game.dumps(), (tmp_path / name).read_text(encoding="utf-8")) == (before, before)
        assert on(game) == gone_on != before


def begun(name: str, path: Path) -> ds.LiveGame:
    """Some moves in, of which one is undone, and saved."""
    game = ds.LiveGame.new(["easy", "random"], game=name, seed=3)
    for _ in range(4):
        game.engine_step()
    game.undo()
    game.save(path)
    return game


def on(game: ds.LiveGame) -> str:
    """What is saved after the move that was undone, and three others."""
    game.redo()
    for _ in range(3):
        game.engine_step()
    return game.dumps()


@in_every_way
def test_views(way: str) -> None:
    """Of each game, also after what hides behind them was asked for; and the dealer of one."""
    records = {name: loads(examples()[name].read_text(encoding="utf-8")) for name in VIEWED}
    views = {name: find_game(record.game).advising.view(record, None) for name, record in records.items()}
    hidden = {name: view.hidden() for name, view in views.items()}
    for name, other in copied(views, way).items():
        assert (other, other.hidden()) == (views[name], hidden[name])
    dealer = views["advice"].dealer
    again = copied({"": dealer}, way)[""]
    assert again.count == dealer.count
    assert np.array_equal(again.deal(1, 0, 5), dealer.deal(1, 0, 5))


# -- games for programs that learn --------------------------------------------------------------------------------------------------------


def test_observations() -> None:
    """Each has an array of its own, which is filled with the same."""
    plays, observations, filled = {}, {}, {}
    for name in GAMES:
        learning, rng = find_game(name).learning, random.Random(1)
        assert learning is not None
        game = learning(players=3)
        plays[name], observations[name] = game.start(), Observation(game, perfect_recall=True)
        while plays[name].to_move is None:
            plays[name].apply(rng.choice(plays[name].legal))
        filled[name] = observations[name].fill(plays[name], 0).copy()
    for way in ("copy", *DEEP):
        for name, other in copied(observations, way).items():
            assert np.array_equal(other.tensor, filled[name])
            other.fill(plays[name], 1)
            assert np.array_equal(observations[name].tensor, filled[name])
            assert np.array_equal(other.fill(plays[name], 0), filled[name])


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
def test_environments() -> None:
    """They are at the same place, see the same, and have the same luck; neither moves the other."""
    pytest.importorskip("pettingzoo", reason="needs the extra 'pettingzoo'")
    made = {name: import_module(f"diamonds_solver.games.{name}.learning.{name}_v0").env(players=3) for name in GAMES}
    for env in made.values():
        env.reset(seed=1)
        walk(env, 5)
    for way in DEEP:  # a copy that is not deep shares the environment within PettingZoo's wrappers
        others, again = copied(made, way), copied(made, way)
        for name, env in made.items():
            before = env.last()[0]
            assert seen(others[name]) == seen(env)
            assert before["observation"].any()
            gone_on = walk(others[name], 12)
            assert np.array_equal(env.last()[0]["observation"], before["observation"])
            assert gone_on == walk(again[name], 12)


def walk(env: Any, steps: int) -> list[bytes]:
    """Random actions by those that decide; what they saw."""
    rng, told = random.Random(1), list[bytes]()
    for _ in range(steps):
        told.append(seen(env))
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    return told


def seen(env: Any) -> bytes:
    observation, *others = env.last()
    return bytes(observation["observation"].tobytes()) + repr((env.agent_selection, observation["action_mask"], others)).encode()


@pytest.mark.extra
def test_observers_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")
    states, observers = {}, {}
    for name in GAMES:
        import_module(f"diamonds_solver.games.{name}.learning.openspiel").register()
        states[name], rng = pyspiel.load_game(f"python_{name}(players=3)").new_initial_state(), random.Random(1)
        while states[name].is_chance_node():
            states[name].apply_action(rng.choice(states[name].legal_actions()))
        observers[name] = states[name].get_game().make_py_observer()
        observers[name].set_from(states[name], 0)
    for way in DEEP:
        for name, other in copied(observers, way).items():
            other.set_from(states[name], 1)
            other.set_from(states[name], 0)
            assert np.array_equal(other.tensor, observers[name].tensor)
            assert all(np.array_equal(part, observers[name].dict[part_name]) for part_name, part in other.dict.items())
            assert other.string_from(states[name], 0) == observers[name].string_from(states[name], 0)
