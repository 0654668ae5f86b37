"""Live games of the page: what is sent to it, and who may do what."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.records import examples
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.web.fields import Limits, RequestError, RequestFields
from diamonds_solver.web.live import LiveGames
from diamonds_solver.web.questions import Questions

CARD = re.compile(r"\b[DHSC]\d{1,2}(?:,\d{1,2})*")
NAME = re.compile(r'"id": "[\w-]*"')
SOURCES = ["me", "easy", "normal", "easy"]


def asked(**fields: Any) -> RequestFields:
    return RequestFields(json.dumps(fields).encode())


def cards_in(answer: object) -> set[str]:
    """Every card that a text of the answer names: `D15,9` is two. The name of a game is drawn at random and may begin with `D5`."""
    said = NAME.sub("", json.dumps(answer))
    return {text[0] + rank for text in CARD.findall(said) for rank in text[1:].split(",")}


def begun(playing: LiveGames, **fields: Any) -> dict[str, Any]:
    return playing.play(asked(action="begin", **({"sources": SOURCES, "rounds": 1, "seed": 5} | fields)))


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_no_hidden_card_is_ever_sent(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole round: every answer, hints and undo too, names no card but those that the seat may know. A move does what was told."""
    monkeypatch.setattr("diamonds_solver.web.live.secrets.token_urlsafe", lambda _: "D5-C9")
    questions = Questions(Limits())
    play, turn, hint = questions.quick["play"], questions.long["turn"], questions.long["hint"]
    state = play(asked(action="begin", sources=SOURCES, rounds=1, seed=seed))
    name = state["id"]
    game = questions._playing.find(name)
    hints = 0
    for _ in range(100):
        sent: list[Any] = []
        known = _known(game)
        state = turn(asked(id=name, tab="t"))(sent.append, lambda: False)
        known |= _known(game)
        if state["over"]:
            break
        if hints < 3 or state["turn"]["decision"] == "pass":
            hints += 1
            sent.append(hint(asked(id=name, tab="t", worlds=4, seed=1))(sent.append, lambda: False))
        sent.append(state)
        assert cards_in(sent) <= known, "hidden cards were sent"
        assert all(state["untold"] < event["step"] <= state["steps"] for event in state["events"])
        needs = state["turn"].get("needs")
        move = " ".join(state["turn"]["pool"][:needs]) if needs else state["turn"]["moves"][0]
        does: list[Any] = next((each["does"] for each in state["moves"] if each["move"] == move), [])
        state = play(asked(action="move", id=name, move=move, steps=state["steps"]))
        assert cards_in(state) <= _known(game)
        assert does == [{key: event[key] for key in event if key != "step"} for event in state["events"] if event["step"] == state["steps"]]
    assert state["over"]
    undone = play(asked(action="undo", id=name))
    assert cards_in(undone) <= _known(game)
    assert "seed" not in json.dumps(undone), "the deals follow from it"


def _known(game: LiveGame) -> set[str]:
    """What the first seat may know: its hand and what it passed and got; what was played, by the record as everybody may see it."""
    seen = game.seen(0)
    return cards_in(game.game.records.write(seen, "dia")) | cards_in(
        [str(move) for move in game.moves()] if game.viewer == 0 and _is_mine(game) else []
    )


def _is_mine(game: LiveGame) -> bool:
    return game.turn is not None and game.turn.seat == 0


def test_a_game_is_tried_again_from_each_decision() -> None:
    """With the cards that there were, in each of its rounds, passes too."""
    questions = Questions(Limits())
    play, turn, sources = questions.quick["play"], questions.long["turn"], ["me", "easy"]
    state = play(asked(action="begin", sources=sources, rounds=2, seed=4))
    while not (state := turn(asked(id=state["id"], tab="t"))(lambda _: None, lambda: False))["over"]:
        needs = state["turn"].get("needs")
        move = " ".join(state["turn"]["pool"][:needs]) if needs else state["turn"]["moves"][0]
        state = play(asked(action="move", id=state["id"], move=move))
    own = [
        each for each in questions.quick["game"](asked(text=state["record"]))["decisions"] if each["seat"] == "P1" and not each["forced"]
    ]
    assert {each["decision"] for each in own} == {"card", "count", "pass"}
    assert {each["round"] for each in own} == {1, 2}
    for each in own:
        begun = play(asked(action="begin", text=state["record"], number=each["number"], sources=sources))
        again = turn(asked(id=begun["id"], tab="t"))(lambda _: None, lambda: False)  # all pass at once, whoever is asked first
        now = again["turn"]
        assert (now["seat"], now["decision"]) == ("P1", each["decision"])
        assert set(each["move"].split("+")) <= set(now["pool"] if now["needs"] else now["moves"])
    with pytest.raises(RequestError, match="number must be a whole number from 1 to"):
        play(asked(action="begin", text=state["record"], number=9999, sources=sources))


def test_people_at_one_page_see_their_own_cards_only() -> None:
    """Two people and two engines: until somebody says who looks, no answer has a card that not all may know; a hint is refused."""
    questions = Questions(Limits())
    play, turn, hint = questions.quick["play"], questions.long["turn"], questions.long["hint"]
    state = play(asked(action="begin", sources=["human", "easy", "human", "easy"], rounds=1, seed=3))
    name, looks, handed = state["id"], "", 0
    game = questions._playing.find(name)
    for _ in range(100):
        state = turn(asked(id=name, tab="t", seat=looks))(lambda _: None, lambda: False)
        if state["over"]:
            break
        who = state["turn"]["seat"]
        if who != looks:
            handed += 1
            assert state["hand_over"] == who
            assert cards_in(state) <= cards_in(game.game.records.write(game.seen(None), "dia"))
            with pytest.raises(DiamondsError, match="nobody"):
                hint(asked(id=name, tab="t", worlds=2, seed=1))(lambda _: None, lambda: False)
            other = {"P1": "P3", "P3": "P1"}[who]
            assert play(asked(action="state", id=name, seat=other))["viewer"] is None, "only the one whose turn it is looks"
            state, looks = play(asked(action="state", id=name, seat=who)), who
        assert state["viewer"] == who
        assert cards_in(state) <= cards_in(game.game.records.write(game.seen(game.viewer), "dia")) | set(state["turn"].get("pool") or ())
        needs = state["turn"].get("needs")
        move = " ".join(state["turn"]["pool"][:needs]) if needs else state["turn"]["moves"][0]
        play(asked(action="move", id=name, move=move, steps=state["steps"], seat=looks))
    assert state["over"]
    assert state["hand_over"] is None
    assert handed > 4


def test_nothing_is_covered_where_nothing_is_hidden() -> None:
    state = begun(LiveGames(Limits(games=2)), game="diamoniak", sources=["human", "human"], rounds=None, first=2)
    assert state["hand_over"] is None
    assert state["viewer"] == "P2"


def test_the_check_sees_a_leak() -> None:
    """The test above would pass, too, if nothing was found in an answer."""
    game = LiveGame.new(SOURCES, options={"rounds": 1}, seed=1)
    everything = game.game.records.write(game.table.record, "dia")
    assert len(cards_in(everything)) == 40
    assert len(_known(game)) == 10


def test_a_game_goes_on_from_a_record_and_from_its_file() -> None:
    playing = LiveGames(Limits(games=4))
    text = examples()["ending"].read_text(encoding="utf-8")
    state = begun(playing, text=text, sources=["easy", "easy", "easy", "me"], rounds=None, seed=None)
    assert state["turn"]["moves"] == ["D2", "S12", "S3", "C10"]
    moved = playing.play(asked(action="move", id=state["id"], move="3", steps=0))
    assert moved["steps"] == 1
    saved = playing.play(asked(action="save", id=state["id"]))["text"]
    assert playing.play(asked(action="begin", text=saved))["record"] == moved["record"]
    with pytest.raises(DiamondsError, match="another window"):
        playing.play(asked(action="move", id=state["id"], move="D2", steps=0))
    with pytest.raises(DiamondsError, match="not your turn"):
        playing.play(asked(action="move", id=state["id"], move="D2"))


def test_the_oldest_game_makes_room() -> None:
    playing = LiveGames(Limits(games=2))
    first, second = begun(playing), begun(playing)
    playing.play(asked(action="state", id=first["id"]))
    begun(playing)
    assert playing.play(asked(action="state", id=first["id"]))["id"] == first["id"]
    with pytest.raises(DiamondsError) as caught:
        playing.play(asked(action="state", id=second["id"]))
    assert caught.value.code == "E-LIVE"


@pytest.mark.parametrize(
    "fields",
    [
        {"sources": ["me", "nobody"]},
        {"sources": ["me", "table", "easy"]},
        {"sources": ["me"] * 2},
        {"sources": ["table", "table"]},
        {"sources": ["me", "easy"], "names": ["Ann", "Ann"]},
        {"sources": ["me", "easy"], "names": ["Ann"]},
    ],
    ids=str,
)
def test_sources_that_cannot_play(fields: dict[str, Any]) -> None:
    with pytest.raises(DiamondsError):
        begun(LiveGames(Limits(games=2)), **fields)


@pytest.mark.parametrize(
    "fields", [{"sources": None}, {"sources": "me"}, {"sources": ["me"] * 9}, {"sources": [1, 2]}, {"names": {}}], ids=str
)
def test_bodies_that_the_page_would_not_send(fields: dict[str, Any]) -> None:
    with pytest.raises(RequestError):
        begun(LiveGames(Limits(games=2)), **fields)
