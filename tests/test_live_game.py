"""Live games of any game: sources, undo, files, engines in threads. Diamonds has more in tests/diamonds/test_live.py."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from diamonds_solver import cli, games
from diamonds_solver.errors import DiamondsError, HiddenCardsError, IllegalMoveError, MissingExtraError
from diamonds_solver.game import LiveState
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import dumps, loads
from diamonds_solver.live.live_game import LiveGame, is_saved_game
from tests import toy_game
from tests.conftest import Ticks
from tests.program import diamonds

LIVE = [*GAMES, "toy"]


@pytest.fixture(autouse=True)
def _toy_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy_game")


def started(game: str, seed: int = 1) -> LiveGame:
    return LiveGame.new(["me", "random"], game=game, seed=seed)


def step(game: LiveGame, rng: random.Random) -> None:
    turn = game.turn
    assert turn is not None
    if game.is_engine_turn:
        game.engine_step()
    else:
        game.play(" ".join(rng.sample(turn.pool, turn.needs)) if turn.needs else str(rng.choice(game.moves())))


PLAYERS = [(name, player) for name in GAMES for player in find_game(name).playing.names() if player != "clairvoyant"]  # who sees all cards


@pytest.mark.parametrize(("name", "player"), PLAYERS)
def test_every_player_decides(name: str, player: str) -> None:
    try:
        game = LiveGame.new([player, *["random"] * (3 if player == "learned" else 1)], game=name, seed=1)
    except MissingExtraError as error:
        pytest.skip(str(error))
    steps = [game.engine_step() for _ in range(3)]
    assert [step and step.trouble for step in steps] == [""] * 3


@pytest.mark.parametrize("name", LIVE)
def test_a_game_and_its_files(name: str, tmp_path: Path) -> None:
    """It ends, or goes on for long; its file is always the game; undo leads back to the start, and redo to where it was."""
    rng, game = random.Random(4), started(name)
    game.save(tmp_path / "game.dia")
    steps = 0
    while game.turn is not None and steps < 120:
        step(game, rng)
        steps += 1
        if steps % 10 == 0:
            found = LiveGame.load(tmp_path / "game.dia")
            assert found.table == game.table
            assert found.state(0) == game.state(0)
            assert found.dumps() == game.dumps()
            lines = [*(line.text for line in game.story(game.steps[-1:], 0)), *game.table.before_deciding(0)]
            assert all(lines)
    tables = [game.table]
    while game.undo():
        tables.append(game.table)
    assert LiveGame.load(tmp_path / "game.dia").dumps() == game.dumps()
    while game.redo():
        tables.pop()
        assert game.table == tables[-1]
    assert len(tables) == 1


def beginner(name: str, sources: Sequence[str] = ("me", "normal", "normal"), seed: int = 1, **options: int) -> int | None:
    turn = LiveGame.new(sources, game=name, options=options, seed=seed).turn
    assert turn is not None
    return turn.seat


@pytest.mark.parametrize("name", ["diams", "diamoniak"])
def test_who_begins_is_drawn_by_lot(name: str) -> None:
    """By the seed, unless an option says who; at a real table it is the first seat."""
    drawn = [beginner(name, seed=seed) for seed in range(24)]
    assert set(drawn) == {0, 1, 2}
    assert drawn == [beginner(name, seed=seed) for seed in range(24)]
    assert [beginner(name, first=seat) for seat in (1, 2, 3)] == [0, 1, 2]
    with pytest.raises(DiamondsError, match="no seat 4 with 3 players"):
        beginner(name, first=4)


def test_who_begins_at_a_real_table() -> None:
    at_table = ("me", "table", "table")
    assert beginner("diamoniak", at_table) == 0
    assert beginner("diamoniak", at_table, first=3) == 2


@pytest.mark.parametrize("name", LIVE)
def test_levels_are_players(name: str) -> None:
    game = find_game(name)
    assert [game.playing.standard_name(level, False) for level in game.levels] == list(game.levels)
    live = LiveGame.new(list(game.levels)[:2], game=name, seed=3)
    for _ in range(5):
        assert live.is_engine_turn
        assert live.engine_step() is not None
    assert live.viewer is None
    assert live.undo()
    assert len(live.steps) == 4


@pytest.mark.parametrize("name", ["diamonds", "diams", "diamoniak"])
def test_sentences_speak_to_a_player_called_you(name: str) -> None:
    """``You play``, not ``You plays``; ``robs you``, not ``robs You``."""
    game = LiveGame.new(["random", "random", "random"], game=name, names=["You", "Ann", "Bob"], seed=1)
    lines = list[str]()
    for _ in range(150):
        if game.turn is None:
            break
        lines += [game.turn.text, *game.table.before_deciding(None)]
        if game.engine_step() if game.is_engine_turn else game.play(game.moves()[0]):
            lines += [line.text for line in game.story(game.steps[-1:], None)]
    assert [line for line in lines if line.startswith("You ")]
    assert [line for line in lines if re.search(r"\bYou (?:is|has|\w*(?:[^s]s|[sx]es))\b", line)] == []
    assert [line for line in lines if re.search(r"\b(?:robs|to|from|of) You\b|\bYou's\b", line)] == []
    assert [line for line in lines if re.search(r"(?<![\d.])\b1 (?:points|cards|crystals|tricks|chips)\b", line)] == []


@pytest.mark.parametrize("name", GAMES)
def test_an_engine_that_fails_is_replaced_by_rules_of_thumb(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(name)

    def failing(table: object, player: str, seed: int, should_stop: Callable[[], bool] | None) -> object:
        if player == "strong":
            raise ZeroDivisionError("no luck")
        return game.playing.decide(table, player, seed, should_stop)

    broken = replace(game, playing=replace(game.playing, decide=failing))
    monkeypatch.setattr("diamonds_solver.live.live_game.find_game", lambda _: broken)
    failed, right = (LiveGame.new([player] * 2, game=name, seed=3) for player in ("strong", "greedy"))
    for _ in range(4):
        by_rules, step = right.engine_step(), failed.engine_step()
        assert step is not None
        assert by_rules is not None
        assert step.move == by_rules.move
        told = failed.story([step], None)[0].text
        assert re.fullmatch(r"strong failed \(ZeroDivisionError: no luck\); P[12] plays by rules of thumb", told)
    assert not right.steps[-1].trouble


@pytest.mark.parametrize("name", LIVE)
def test_an_engine_that_is_told_to_stop_does_nothing(name: str) -> None:
    game = LiveGame.new(["random", "me"], game=name, seed=2)
    while not game.is_engine_turn or len(game.moves()) == 1:
        step(game, random.Random(1))
    before = game.table
    assert game.engine_step(should_stop=lambda: True) is None
    assert game.table is before
    with pytest.raises(DiamondsError, match="no engine"):
        started("toy").engine_step()


@pytest.mark.parametrize("name", ["diamonds", "diams", "diamoniak"])
def test_an_engine_keeps_a_limit_of_time(name: str, ticks: Ticks) -> None:
    """Whatever its name says, and with a move of its own all the same."""
    game = LiveGame.new(["strong:time=600", "human"], game=name, seed=2)
    while not game.is_engine_turn or len(game.moves()) == 1:
        step(game, random.Random(1))
    ticks.now = 0.0
    assert game.engine_step(time_limit=0.1) is not None
    assert ticks.now < 0.2


@pytest.mark.parametrize("name", ["diamonds", "diams", "diamoniak"])
def test_an_engine_does_not_look_at_the_clock(name: str, ticks: Ticks) -> None:
    """The levels and `auto` decide the same however slow the machine is, unless their name has a time."""
    game = LiveGame.new(["strong", "auto", "human"], game=name, seed=2)
    while not game.is_engine_turn or len(game.moves()) == 1:
        step(game, random.Random(1))
    saved, after = game.dumps(), []
    for ticks.step in (0.01, 10.0):
        again = LiveGame.loads(saved)
        assert again.engine_step() is not None
        after.append(again.dumps())
    assert after[0] == after[1] != saved


def test_a_thought_for_a_game_that_was_changed_meanwhile_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    def slow(table: LiveState, *_: object) -> object:
        thinking.set()
        assert go_on.wait(10)
        return table.moves()[0]

    monkeypatch.setattr(toy_game, "GAME", replace(toy_game.GAME, playing=replace(toy_game.GAME.playing, decide=slow)))
    game = LiveGame.new(["me", "random"], game="toy", seed=2)
    step(game, random.Random(1))
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(game.engine_step()))
    thread.start()
    assert thinking.wait(10)
    game.undo()
    go_on.set()
    thread.join()
    assert found == [None]
    assert not game.steps


def test_moves_that_cannot_be() -> None:
    game = started("toy")
    with pytest.raises(IllegalMoveError):
        game.play("99")
    while game.turn is not None:
        step(game, random.Random(1))
    with pytest.raises(IllegalMoveError, match="over"):
        game.play(game.steps[-1].move)
    with pytest.raises(DiamondsError):
        game.ask()


def test_nothing_is_replaced_that_was_not_read(tmp_path: Path) -> None:
    """Two programs with one game: who comes second is refused, goes on, and can save elsewhere; nobody removes the other's file."""
    path, rng = tmp_path / "game.dia", random.Random(1)
    first = started("diamonds")
    first.save(path)
    second = LiveGame.load(path)
    step(first, rng)
    text = path.read_text()
    with pytest.raises(OSError, match="another program has changed this file"):
        step(second, random.Random(2))
    assert len(second.steps) == 1
    assert not second.is_saved
    with pytest.raises(OSError, match="another program"):
        second.save(path)
    second.discard()
    assert path.read_text() == text
    second.save(tmp_path / "other.dia", is_moved=True)
    step(second, rng)
    step(first, rng)
    assert LiveGame.load(path).table == first.table
    assert LiveGame.load(tmp_path / "other.dia").table == second.table
    path.write_text(path.read_text() + "# mine\n")  # by hand, while it is open
    with pytest.raises(OSError, match="another program"):
        first.undo()
    assert path.read_text().endswith("# mine\n")
    path.unlink()
    step(first, rng)
    assert LiveGame.load(path).table == first.table, "a file that is gone is written anew"
    first.discard()
    assert not path.exists()


def test_what_is_no_saved_game(tmp_path: Path) -> None:
    assert not is_saved_game(tmp_path / "nothing")
    (tmp_path / "other.dia").write_text("toy 1\nhand P1 2\nhand P2 3\n")
    assert not is_saved_game(tmp_path / "other.dia")
    with pytest.raises(DiamondsError) as caught:
        LiveGame.load(tmp_path / "other.dia")
    assert caught.value.code == "E-LIVE"
    with pytest.raises(HiddenCardsError):
        LiveGame.new(["me", "table"], game="toy")


@pytest.mark.parametrize("game", ["diamonds", "diams", "diamoniak"])
@pytest.mark.parametrize("other", ["P1", "", "Ann", "a,b", "a;b", "a:b", " a", "a\nb", "12"])
def test_names_that_a_record_cannot_have(game: str, other: str) -> None:
    with pytest.raises(DiamondsError, match="called") as caught:
        LiveGame.new(["me", "normal"], game=game, names=["Ann", other], seed=1)
    assert caught.value.code == "E-NAME"


def test_a_name_for_each_player() -> None:
    with pytest.raises(DiamondsError) as caught:
        LiveGame.new(["me", "normal"], names=["Ann"], seed=1)
    assert caught.value.code == "E-SOURCE"


def test_names_that_need_quotes() -> None:
    game = LiveGame.new(["me", "normal"], names=["Ann Lee", "Zoë #2"], seed=1)
    assert LiveGame.loads(game.dumps()).seat_name(1) == "Zoë #2"


def test_a_deck_of_ones_own() -> None:
    deck = find_game("diamoniak").options["live"]["deck"].read("R3G3D3W")
    game = LiveGame.new(["me", "easy"], game="diamoniak", seed=1, options={"deck": deck})
    for _ in range(8):
        if game.turn is not None:
            step(game, random.Random(2))
    assert LiveGame.loads(game.dumps()).table == game.table


@pytest.mark.parametrize("changed", ["x-options players=two", "x-options gamers=2", "x-options players"])
def test_options_that_were_changed(changed: str) -> None:
    text = LiveGame.new(["me", "easy"], seed=1).dumps()
    with pytest.raises(DiamondsError) as caught:
        LiveGame.loads(text.replace("x-options players=2", changed))
    assert caught.value.code == "E-LIVE"


def test_advice_within_a_game() -> None:
    game = started("toy")
    while game.is_engine_turn:
        game.engine_step()
    told: list[object] = []
    advice = game.ask(worlds=30, seed=1, on_advice=told.append)
    assert advice.best in game.moves()
    assert told
    with pytest.raises(DiamondsError) as caught:
        game.why(advice, advice.moves[-1].move)
    assert caught.value.code == "E-GAME"


def test_the_terminal_plays_any_game() -> None:
    record, options = "diamoniak 1; players Ann Bob; play R D G stop", ("--seat", "Bob", "--level", "easy", "--seed", "2", "-q")
    code, out, _ = diamonds("play", record, *options, stdin="hand\nd\nundo\nstop\n")
    assert code == cli.BAD_INPUT  # 'stop' before a draw
    assert "Bob: buy or draw> d\nBob draws a " in out
    assert "taken back: Bob, buy or draw: draw" in out


# -- Diamoniak ----------------------------------------------------------------------------------------------------------------------------


def test_cards_drawn_at_a_real_table() -> None:
    game = LiveGame.new(["me", "table"], game="diamoniak", names=["Ann", "Bob"], seed=1)
    for typed, told in (("r", "draw R"), ("d", "draw D"), ("draw g", "draw G"), ("d w", "draw W"), ("-rdg", "")):
        if told:
            assert str(game.read_move(typed)) == told
            game.play(typed)
    assert game.turn is not None  # three cards are all that Ann has: there was nothing to choose
    assert game.turn.seat == 1
    for wrong, code in (("x", "E-ILLEGAL"), ("draw", "E-AMBIGUOUS"), ("stop", "E-ILLEGAL")):
        with pytest.raises(IllegalMoveError) as caught:
            game.read_move(wrong)
        assert caught.value.code == code
    game.play("B")
    assert str(game.read_move("s")) == "stop"
    again = LiveGame.loads(game.dumps())
    assert again.table == game.table
    assert again.turn == game.turn
    again.play("s")
    assert again.ask(worlds=20, seed=1).decision == "turn"


def test_who_is_made_to_sell() -> None:
    record = "diamoniak 1; players Ann Bob Bert; castle Ann R2; aside Ann D3; aside Bob R; aside Bert R; turn Ann"
    game = LiveGame.of(games.records.loads(record), ["me", "normal", "normal"], seed=1)
    assert str(game.read_move("buy bob")) == str(game.read_move("b>P2")) == "buy>P2"
    assert str(game.read_move("draw")) == str(game.read_move("d")) == "draw"
    with pytest.raises(IllegalMoveError):
        game.read_move("buy b")


@pytest.mark.parametrize("form", ["line", "json"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sources", [("me", "easy"), ("me", "table")])
def test_a_saved_game_goes_on_from_each_form_of_its_record(game: str, form: str, sources: tuple[str, str], tmp_path: Path) -> None:
    live = LiveGame.new(sources, game=game, seed=4)
    path = tmp_path / "game"
    path.write_text(dumps(loads(live.dumps()), form), encoding="utf-8")
    assert is_saved_game(path)
    assert LiveGame.load(path).dumps() == live.dumps()
