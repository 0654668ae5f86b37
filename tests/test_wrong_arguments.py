"""What is given to a public call in place of what it wants: the error says what is wanted. It never comes from somewhere inside, and
nothing is answered."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

import diamonds_solver as ds
from diamonds_solver.games import GAMES
from diamonds_solver.games.diamonds.advising.evaluate import hand_record
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.games.records import examples, loads

WRONG: dict[str, Any] = {
    "None": None,
    "True": True,
    "-1": -1,
    "1 << 99": 1 << 99,
    "1.5": 1.5,
    "nan": math.nan,
    "text": "?",
    "bytes": b"?",
    "list": [None],
    "dict": {"?": None},
    "object": object(),
}
LARGE = ("1 << 99",)
PYTHONS_OWN = {  # flags are what Python takes for true or false, and what is called back fails when it is called
    *("all_moves", "single", "known", "hindsight", "stop_early", "one_line", "mid_trick", "is_moved"),
    *("on_progress", "on_move", "on_advice", "on_judged", "should_stop"),
}
FOR_THE_PACKAGE = {  # asked by its own parts, with what these have at hand
    *("Solver.answer", "Advice.table", "Record.begun", "Record.exchanged", "Record.player_names", "GameRecord.player_names"),
}
ROUGH = re.compile(
    r"unsupported operand|not supported between|object is not|object has no|has no len|indices must|argument of type|"
    r"cannot be interpreted|unhashable|bytes-like|must be real|missing \d|unexpected keyword|can only|takes no|concatenate"
)
"""What Python says where nobody looked at an argument."""

Arguments = dict[str, tuple[Any, ...]]
"""By the names of parameters: a good value, and which of `WRONG` are good as well."""


@cache
def ending() -> Any:
    return ds.example("ending")


def live() -> Any:
    return ds.LiveGame.new(["me", "random"], seed=1)


def companion() -> Any:
    record = ds.loads("diamonds 1; players 2; see P1; lead P1; hand P1 D9,8 H2,1; hand P2 +4")
    game = ds.LiveGame.of(record, ["me", "table"], seed=1)
    game.play("D9")
    return game


@cache
def calls() -> dict[str, tuple[Callable[..., Any], Arguments]]:
    """Public calls by their names: how each is made, and its arguments."""
    record, position = ending(), ending().position()
    table, rules, packed = record.table(), position.rules, layout.pack([position])
    forgetful = ds.loads("diamonds 1; players 2; lead P1; hand P1 D9,8 H2,1; hand P2 D6,5,3 +1; play D9 D? D8 D5 = P1")
    view, before = ds.View.of(ds.example("advice")), ds.View.of(hand_record("D15,9,3 H12,4 S7,2 C14,4,1"))
    game, advice = live(), ds.advise(ds.example("advice"), engine="playout", worlds=8)
    seat = {"seat": (1,)}
    timed = {"time_limit": (None, "None", "1.5", *LARGE)}
    asked = {"engine": ("playout",), "worlds": (4, "None"), "objective": ("margin", "None"), "seed": (1, "None"), "threads": (1,)} | timed
    solved = timed | {"objective": ("margin",), "model": ("paranoid",), "node_limit": (500, "None", *LARGE)}
    drawn = {"seed": (1, "None", *LARGE)}
    file = {"path": (str(example_path("ending")),)}
    return {
        "loads": (ds.loads, {"text": (ds.dumps(record),), "filename": ("a.dia", "text")}),
        "load": (ds.load, file),
        "load_game": (ds.load_game, file),
        "dumps": (ds.dumps, {"record": (record,)}),
        "example": (ds.example, {"name": ("ending",)}),
        "deal": (ds.deal, {"rules": (4,), "hand_size": (3, "None")} | drawn),
        "late_position": (ds.late_position, {"rules": (4,), "cards": (3,)} | drawn),
        "solve": (ds.solve, {"position": (position,), "techniques_off": (0,)} | solved),
        "solve_all": (
            lambda **all: list(ds.solve_all(**all)),
            {"positions": ([position],), "threads": (1,), "memory": (1 << 20,)} | solved,
        ),
        "advise": (ds.advise, {"source": (view,), "delta": (0.1, "None", "1.5", *LARGE), "level": (0.9,)} | asked | {"seed": (1,)}),
        "analyse": (
            ds.analyse,
            {
                "record": (ds.example("mid-trick"),),
                "hindsight_limit": (1.0, "None", "1.5", *LARGE),
                "model": ("paranoid", "None"),
                "players": ([0], "None"),
                "rounds": ([1], "None"),
                "thresholds": (ds.Thresholds(1, 2, 3), "None"),
                "kept": (None, "None"),
            }
            | asked,
        ),
        "report": (ds.report, {"game": (ds.analyse(ds.example("mid-trick"), known=False),), "path": (None, "None", "text")}),
        "evaluate_hand": (
            ds.evaluate_hand,
            {
                "hand": ("D15,9,3 H12,4 S7,2 C14,4,1",),
                "rules": (4,),
                "seat_after": (1,),
                "objective": ("margin",),
                "samples": (2, "None"),
                "seed": (1, "None", *LARGE),
                "threads": (1,),
                "time_limit": (None, "None"),
            },
        ),
        "equilibrium": (
            ds.equilibrium,
            {
                "source": (ds.deal(ds.Rules(2, perfect=True), 1, 2),),
                "counts": ([1], "None"),
                "threads": (1,),
                "memory": (1 << 20,),
            }
            | timed,
        ),
        "Record.of": (ds.Record.of, {"position": (position,), "name": ("a", "None", "text")}),
        "Record.trick_of": (forgetful.trick_of, {"index": (1,)}),
        "Record.after": (record.after, {"move": (position.moves()[0],)}),
        "Record.before": (forgetful.before, {"index": (1,)}),
        "Record.is_hand_told": (record.is_hand_told, seat),
        "Record.candidates": (forgetful.candidates, {"move": (forgetful.forgotten[0],)}),
        "Record.given": (record.given, {"giver": (1,)}),
        "Record.forgotten_in_trick": (record.forgotten_in_trick, {"table": (table,)}),
        "Record.completed": (view.record.completed, {"seats": ([1], "None")}),
        "Record.trick_number": (record.trick_number, {"table": (table,)}),
        "Record.seat_name": (record.seat_name, seat),
        "GameRecord.of": (ds.GameRecord.of, {"record": (record,)}),
        "GameRecord.seat_name": (ds.GameRecord.of(record).seat_name, seat),
        "Position.start": (ds.Position.start, {"rules": (rules,), "hands": (["D1", "D2", "D3", "D4"],), "leader": (1,)}),
        "Position.play": (position.play, {"move": (position.moves()[0],)}),
        "Rules": (ds.Rules, {"players": (4,), "perfect": (False, "True"), "teams": (False, "True"), "thief": (False, "True")}),
        "Rules.side_of": (rules.side_of, seat),
        "Rules.left_of": (rules.left_of, seat),
        "Rules.receiver": (rules.receiver, seat),
        "Rules.giver": (rules.giver, seat),
        "Move": (ds.Move, {"card": (15, "None"), "actor": (None, "None"), "victim": (None, "None")}),
        "Move.parse": (ds.Move.parse, {"text": ("C3>P1",)}),
        "Move.named": (ds.Move.parse("C3>P1").named, {"names": (["Ann", "Bob"],)}),
        "Solver": (ds.Solver, {"memory": (1 << 20,), "threads": (1,)}),
        "Solver.solve": (ds.Solver(1 << 20).solve, {"position": (position,), "techniques_off": (0,), "played": (None, "None")} | solved),
        "Solver.solve_packed": (
            ds.Solver(1 << 20).solve_packed,
            {
                "positions": (packed,),
                "objective": ("margin",),
                "node_limit": (0, *LARGE),
                "parts": (None, "None"),
                "parts_budget": (0, *LARGE),
            },
        ),
        "Solver.values_packed": (
            ds.Solver(1 << 20).values_packed,
            {"positions": (packed,), "side": (0,), "objective": ("margin",), "guess": (0, "-1")},
        ),
        "Solver.test": (
            ds.Solver(1 << 20).test,
            {"position": (packed,), "side": (0,), "target": (1, "-1"), "objective": ("margin",), "node_limit": (50, "None", *LARGE)},
        ),
        "View": (ds.View, {"record": (record,), "seat": (1,)}),
        "View.of": (ds.View.of, {"record": (record,), "seat": (1, "None"), "table": (table, "None")}),
        "View.passes": (before.passes, {"count": (1, "None")}),
        "View.weighted_dealer": (view.weighted_dealer, {"likelihood": (np.ones((64, view.rules.players)), "None")}),
        "LiveGame.new": (
            ds.LiveGame.new,
            {
                "sources": (["me", "random"],),
                "game": ("diamonds",),
                "options": ({"rounds": 2}, "None"),
                "names": (["Ann", "Bob"], "None"),
                "seed": (1, "None", *LARGE),
            },
        ),
        "LiveGame.of": (ds.LiveGame.of, {"record": (record,), "sources": (["random"] * record.players,), "seed": (1, "None", *LARGE)}),
        "LiveGame.loads": (ds.LiveGame.loads, {"text": (game.dumps(),), "filename": ("a.dia", "text")}),
        "LiveGame.load": (ds.LiveGame.load, {"path": (saved(),)}),
        "LiveGame.seat_name": (game.seat_name, seat),
        "LiveGame.seen": (game.seen, {"seat": (1, "None")}),
        "LiveGame.view": (game.view, {"seat": (game.turn.seat,)}),
        "LiveGame.read_move": (game.read_move, {"text": ("1",)}),
        "LiveGame.written": (game.written, {"move": (game.moves()[0], *WRONG)}),
        "LiveGame.story": (game.story, {"steps": ((), "dict"), "seat": (0, "None")}),
        "LiveGame.state": (game.state, {"seat": (0, "None")}),
        **{f"LiveGame.play in {name}": played(name) for name in GAMES},
        "LiveGame.change": (lambda **all: companion().change(**all), {"at": ("1.1",), "text": ("D8",)}),
        "LiveGame.beginning": (lambda dealer: live().beginning(dealer=dealer), {"dealer": (1,)}),
        "LiveGame.ask": (lambda seat: game.ask(seat, worlds=4), {"seat": (game.turn.seat, "None")}),
        "LiveGame.why": (companion().why, {"advice": (advice,), "against": (None, *WRONG)}),
        "LiveGame.engine_step": (lambda time_limit: engines().engine_step(time_limit=time_limit), {"time_limit": (1.5, "1.5", *LARGE)}),
        "LiveGame.save": (live().save, {"path": (saved(), "text")}),
        "Thresholds": (ds.Thresholds, {"inaccuracy": (1, "1.5"), "mistake": (2, "1.5"), "blunder": (3, *LARGE)}),
        "Thresholds.mark": (ds.Thresholds(1, 2, 3).mark, {"loss": (1.0, "-1", "1.5", *LARGE)}),
    }


def played(name: str) -> tuple[Callable[..., Any], Arguments]:
    def game() -> Any:
        return ds.LiveGame.new(["me", "random"], game=name, seed=1)

    return lambda move: game().play(move), {"move": (game().moves()[0],)}


FOLDER = TemporaryDirectory()


@cache
def saved() -> str:
    path = f"{FOLDER.name}/game.dia"
    live().save(path)
    return path


def engines() -> Any:
    return ds.LiveGame.new(["random", "random"], seed=1)


def wrong_calls() -> Iterator[tuple[str, str, str]]:
    for name, (_, arguments) in calls().items():
        for parameter, (_, *good) in arguments.items():
            yield from ((name, parameter, wrong) for wrong in WRONG if wrong not in good)


def test_good_arguments_are_taken() -> None:
    for function, arguments in calls().values():
        if arguments:
            function(**{parameter: value for parameter, (value, *_) in arguments.items()})


def test_wrong_arguments_are_refused_with_what_is_wanted() -> None:
    failed = []
    for name, parameter, wrong in wrong_calls():
        function, arguments = calls()[name]
        given = {each: value for each, (value, *_) in arguments.items()} | {parameter: WRONG[wrong]}
        try:
            answer = function(**given)
        except (TypeError, ValueError, ds.DiamondsError, OSError) as error:
            if ROUGH.search(str(error)) or isinstance(error, UnicodeError):
                failed.append(f"{name}({parameter}={wrong}): {type(error).__name__}: {error}")
        except Exception as error:
            failed.append(f"{name}({parameter}={wrong}): {type(error).__name__}: {error}")
        else:
            failed.append(f"{name}({parameter}={wrong}) answers {answer!r:.60}")
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("function", [ds.solve, ds.dumps, ds.equilibrium, ds.View.of, ds.GameRecord.of], ids=lambda each: each.__qualname__)
def test_a_record_of_another_game_is_called_so(function: Callable[..., Any]) -> None:
    """Its class is called Record as well."""
    with pytest.raises(TypeError, match="of diams"):
        function(loads(examples()["diams-view"].read_text(encoding="utf-8")))


def test_every_public_parameter_is_tried() -> None:
    missing = []
    for name in ds.__all__:
        public = getattr(ds, name)
        for called, function in called_by_users(name, public):
            parameters = {each.name for each in inspect.signature(function).parameters.values() if each.kind is not each.VAR_KEYWORD}
            tried = next((arguments for each, (_, arguments) in calls().items() if each.partition(" ")[0] == called), {})
            missing += [f"{called}({parameter})" for parameter in sorted(parameters - {"self", "cls"} - PYTHONS_OWN - set(tried))]
    assert not missing


def called_by_users(name: str, public: Any) -> Iterator[tuple[str, Any]]:
    if inspect.isfunction(public):
        yield name, public
    if not isinstance(public, type) or issubclass(public, BaseException):
        return
    for kind in (each for each in public.__mro__ if each.__module__.startswith("diamonds_solver")):
        for method, value in vars(kind).items():
            function = getattr(value, "__func__", value)
            if inspect.isfunction(function) and not method.startswith("_") and f"{name}.{method}" not in FOR_THE_PACKAGE:
                yield f"{name}.{method}", function
