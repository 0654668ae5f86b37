"""Engines of live games in the server: they wait for no other question, keep its limit of time, and end with it."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from diamonds_solver.live.live_game import LiveGame

from ..program import PATIENCE
from .running import Running, Stream, example, running

SLOW = "strong:time=600"


@pytest.fixture(scope="module")
def hurried() -> Iterator[Running]:
    with running("--time-limit", "300ms") as found:
        found.open()
        yield found


def begin(server: Running, *sources: str, **fields: Any) -> str:
    """A game in which an engine is to play a card; its name."""
    body = {"action": "begin", "sources": [*sources, "me"], "seed": 1, "rounds": 1, "pass": False, **fields}
    return str(server.answer("play", body)["id"])


def thinking(server: Running, name: str, tab: str = "one") -> Stream:
    stream = Stream(server, "turn", tab, {"id": name})
    assert stream.line()["event"] == "thinking"
    return stream


def test_an_engine_does_not_wait_for_a_question(server: Running) -> None:
    stream = Stream(server, "solve", "other", {"text": example("full6")})
    assert stream.line()["event"] == "start"
    name = begin(server, "normal")
    assert server.lines("turn", {"id": name})[-1]["turn"]["source"] == "me"
    assert server.post("solve", {"tab": "one", "text": example("ending")})[0] == 429
    stream.close()


def test_two_games_do_not_wait_for_each_other(server: Running) -> None:
    stream = thinking(server, begin(server, SLOW))
    assert server.lines("turn", {"tab": "two", "id": begin(server, "normal")})[-1]["turn"]["source"] == "me"
    stream.close()


def test_one_game_has_one_engine_at_work(server: Running) -> None:
    name = begin(server, SLOW)
    stream = thinking(server, name)
    assert server.post("turn", {"tab": "two", "id": name})[0] == 429
    stream.close()


@pytest.mark.parametrize("source", [SLOW, "ismcts:sims=1000000000", "exact:nodes=1000000000,worlds=1000000", "playout:worlds=1000000000"])
def test_a_name_does_not_raise_the_limit(hurried: Running, source: str) -> None:
    """The engine then makes the best move that it has found; without a limit there would be no answer within the client's patience."""
    state = hurried.lines("turn", {"id": begin(hurried, source)})[-1]
    assert state["steps"] == 1


def test_a_saved_game_does_not_raise_the_limit(hurried: Running) -> None:
    saved = LiveGame.new([SLOW, "me"], options={"rounds": 1, "pass": False}, seed=1).dumps()
    name = hurried.answer("play", {"action": "begin", "text": saved})["id"]
    assert hurried.lines("turn", {"id": name})[-1]["steps"] == 1


def test_a_stopped_engine_makes_no_move(server: Running) -> None:
    name = begin(server, SLOW)
    thinking(server, name).close()
    patience = time.monotonic() + PATIENCE
    while True:
        stream = Stream(server, "turn", "two", {"id": name})
        stream.close()
        if stream.status == 200:
            break
        assert time.monotonic() < patience
        time.sleep(0.05)
    assert server.answer("play", {"action": "state", "id": name})["steps"] == 0


def test_a_change_of_what_was_not_seen_is_refused(server: Running) -> None:
    name = begin(server, "normal")
    seen = server.lines("turn", {"id": name})[-1]
    moved = server.answer("play", {"action": "move", "id": name, "move": seen["turn"]["moves"][0], "steps": 1})
    for action in ("undo", "redo"):
        found = server.answer("play", {"action": action, "id": name, "steps": 1})
        assert found["errors"][0]["code"] == "E-TURN", action
    assert server.answer("play", {"action": "state", "id": name})["steps"] == moved["steps"]
    assert server.answer("play", {"action": "undo", "id": name, "steps": moved["steps"]})["steps"] == 1


@pytest.mark.posix
def test_ctrl_c_while_an_engine_thinks_is_quiet() -> None:
    with running() as server:
        server.open()
        streams = [thinking(server, begin(server, SLOW), tab) for tab in ("one", "two")]
        server.process.send_signal(signal.SIGINT)
        _, err = server.process.communicate(timeout=PATIENCE)
        for stream in streams:
            stream.close()
        assert server.process.returncode == 0
        assert err == ""
