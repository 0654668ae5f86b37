"""``diamonds play``: whole games through a terminal and through pipes, games that go on after kill -9, and nothing hidden on the screen."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from diamonds_solver import cli
from diamonds_solver.cli.session import Session, commands_of
from diamonds_solver.games import GAMES
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.games.diamonds.round.rules import card_name
from diamonds_solver.games.diams.playing.live import DealtGame
from diamonds_solver.games.records import examples, loads
from diamonds_solver.live.live_game import LiveGame

from .diamonds.test_live import cards_in, hidden_cards, told
from .program import PATIENCE, PROGRAM, Terminal, assert_plain_error, diamonds, unwrapped

ARGS = ("play", "-p", "3", "--rounds", "2", "--seed", "5", "--level", "normal", "--level", "random")


def mirror() -> LiveGame:
    """The game of ARGS, in this process."""
    return LiveGame.new(["me", "normal", "random"], options={"rounds": 2}, seed=5)


def engines_play(game: LiveGame) -> None:
    while game.is_engine_turn:
        game.engine_step()


@pytest.mark.posix
def test_a_whole_game_in_a_terminal(tmp_path: Path) -> None:
    """Random legal moves; no card that is hidden is ever on the screen; in the end the file is the game."""
    path, rng, own = tmp_path / "game.dia", random.Random(2), mirror()
    terminal = Terminal(*ARGS, "--save", str(path))
    screen = terminal.until("> ")
    while own.turn is not None:
        engines_play(own)
        shown = screen.rpartition("is over")[2]
        assert not hidden_cards(own) & cards_in(shown), shown
        move = told(own, rng)
        if rng.random() < 0.1:
            terminal.type("table\n")
            assert not hidden_cards(own) & cards_in(terminal.until("> ").rpartition("taken back")[2])
        own.play(move)
        engines_play(own)
        terminal.type(f"{move.lower()}\n")
        screen = terminal.until("> ")
    assert "the game is over: " in screen
    assert "Traceback" not in screen
    assert path.read_text() == own.dumps()
    terminal.type("\x04")
    assert terminal.end() == 0


@pytest.mark.posix
@pytest.mark.long
def test_games_go_on_after_kill_9(tmp_path: Path) -> None:
    """Whenever the program is killed, the file is the game after some move, and playing on leads to the same end."""
    path, rng, own = tmp_path / "game.dia", random.Random(3), mirror()
    moves = []
    while own.turn is not None:
        engines_play(own)
        moves.append(told(own, rng))
        own.play(moves[-1])
        engines_play(own)
    sent = 0
    for run in range(3):
        args = [str(path)] if path.exists() else [*ARGS[1:], "--save", str(path)]
        with subprocess.Popen(
            [*PROGRAM, "play", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            assert process.stdin
            assert process.stdout
            count = rng.randrange(1, 9) if run < 2 else len(moves)
            process.stdin.write("".join(f"{move}\n" for move in moves[sent : sent + count]).encode())
            process.stdin.flush()
            if run == 2:
                process.communicate(timeout=PATIENCE)
                break
            patience = threading.Timer(PATIENCE, process.kill)
            patience.start()
            seen = b""
            while seen.count(b"> ") < count and (line := process.stdout.readline()):
                seen += line
            patience.cancel()
            process.send_signal(signal.SIGKILL)
        found = LiveGame.load(path)
        replayed = mirror()
        for step in found.steps:
            assert replayed.turn == step.turn
            replayed.play(step.move)
        assert replayed.dumps() == path.read_text()
        sent = sum(step.turn.seat in (0, None) for step in found.steps)
    assert path.read_text() == own.dumps()


@pytest.mark.posix
@pytest.mark.long
def test_ctrl_c_stops_the_hint_and_then_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.dia"
    args = [arg if arg != "5" else "6" for arg in ARGS]  # a deal in which there is a choice: else nothing is computed
    terminal = Terminal(*args, "--no-pass", "--hint-time", "12", "--save", str(path))
    terminal.until("> ")
    terminal.type("hint\n")
    terminal.until(" leads")
    terminal.interrupt()
    answer = terminal.until("> ")
    assert "best" in answer
    assert "seed" in answer
    terminal.interrupt_prompt()
    terminal.until("goes on")
    assert terminal.end() == cli.INTERRUPTED
    assert LiveGame.load(path).turn is not None


@pytest.mark.posix
def test_an_engine_that_thinks_can_be_stopped() -> None:
    terminal = Terminal("play", "-p", "2", "--seed", "1", "--no-pass", "--dealer", "P1", "--level", "ismcts:sims=1000000000")
    terminal.until("lists the other commands")
    terminal.work()
    terminal.interrupt()
    assert "was stopped" in terminal.until("stopped> ")
    terminal.type("\n")
    terminal.work()
    terminal.interrupt()
    terminal.until("stopped> ")
    terminal.type("quit\n")
    assert terminal.end() == 0


# -- pipes --------------------------------------------------------------------------------------------------------------------------------


def test_a_dialogue_from_a_pipe() -> None:
    answer = diamonds(*ARGS, "--names", "Ann,Bob,Cy", "--no-pass", "--rounds", "1", "--dealer", "bob", stdin="hand\ntable\nundo\nquit\n")
    assert (answer.code, answer.out.count("> ")) == (0, 4)
    assert answer.out.startswith("Diamonds: Ann (me), Bob (normal), Cy (random)\nCy plays ")
    assert "Ann: a card to play> hand\n" in answer.out
    assert "there is nothing to take back" in answer.out
    assert answer.err == "note: not saved: 'save FILE', or --save, keeps a game\n"
    assert diamonds(*ARGS).code == 0


@pytest.mark.parametrize(
    ("typed", "code", "hint"),
    [
        ("hnt", "E-PLAY", "did you mean 'hint'?"),
        ("Z9", "E-PLAY", "a card is a suit and a rank"),
        ("15 15", "E-PLAY", ""),
        ("d99", "E-ILLEGAL", "moves: "),
        ("save", "E-FILE", "save game.dia"),
        ("save /nowhere/at/all.dia", "E-FILE", ""),
        (f"save {__file__}", "E-FILE", "name a new file"),
        ("solve", "E-HIDDEN", "'hint' weighs"),
        ("why d99", "E-ILLEGAL", "moves: "),
        ("hint many", "E-NUMBER", "hint 100"),
    ],
)
def test_what_cannot_be_meant(typed: str, code: str, hint: str) -> None:
    """A message, and the game goes on; a script that typed it ends with the code for bad input."""
    answer = diamonds(*ARGS, "--no-pass", stdin=f"{typed}\nhand\n")
    assert answer.code == cli.BAD_INPUT
    assert hint in answer.err
    assert "error" not in answer.err, "people play here"
    assert "Traceback" not in answer.err
    assert "your hand" in answer.out.partition(typed)[2]
    lines = diamonds(*ARGS, "--no-pass", "--json", stdin=f"{typed}\n").out.splitlines()
    assert [error["code"] for line in lines for error in json.loads(line).get("errors", ())] == [code]


ROBBING = "diamonds 1; players Ann Anna Bob Cy; hand Ann C12,5 S3; hand Anna D4 H3,2; hand Bob D3 H4,5; hand Cy D2 H6,7"
ROBBING += "; showroom 3 3 3 0; vault 0 0 0 0; lead Anna; play D4 D3 D2"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("c12\nbob\n", "C12: rob whom? Anna or Bob> bob\nAnn plays C12: Ann robs Bob"),
        ("c12\n>p2\n", "Ann plays C12: Ann robs Anna"),
        ("c12\npoints\n", "C12: rob whom? Anna or Bob> points\nAnn 3"),
        ("c12\n\nc5 anna\n", "Ann plays C5: Ann robs Anna"),
        ("c12\ncy\n", "'C12>cy' cannot be played here: Cy has no crystal in the showroom"),
        ("c12>an\n", "moves: S3, C12>Anna, C12>Bob, C5>Anna and C5>Bob"),
        ("s3 bob\n", "only a club that does not follow suit robs"),
        ("c12 ann\n", "nobody robs themselves"),
        ("h9\n", "it is not in your hand"),
        ("score\n", "Ann 3, Anna 3"),
        ("rules\n", "S  bank     a crystal of your showroom goes into your vault"),
        ("play spade 3.\n", "Ann plays S3"),
        ("3 pik\n", "Ann plays S3"),
    ],
)
def test_what_people_say_at_a_table(typed: str, told: str) -> None:
    answer = diamonds("play", ROBBING, "--level", "random", "--seed", "1", stdin=typed)
    assert told in answer.out + unwrapped(answer.err)


def test_a_hint_about_a_move() -> None:
    """The advice, and then why that move is worse."""
    answer = diamonds("play", str(example_path("advice")), "--table", "--hint-time", "0.3", stdin="hint c11\n")
    assert "95 % interval" in answer.out
    assert "why: " in answer.out


def test_who_does_not_follow_suit_is_told_so() -> None:
    record = "diamonds 1; players 3; hand P1 C5 D1; hand P2 D4 H3; hand P3 D3 H4; lead P2; play D4 D3"
    assert "'c5' cannot be played here: follow diamonds" in diamonds("play", record, "--level", "random", "--seed", "1", stdin="c5\n").err


def test_lines_fit_on_a_terminal() -> None:
    for game in GAMES:
        answer = diamonds("play", "-g", game, "-p", "2", "--seed", "1", stdin="?\nhint 20\nmoves\ntable\nrecord\n")
        assert max(map(len, answer.out.splitlines())) <= 80, answer.out


def test_undo_redo_and_save(tmp_path: Path) -> None:
    path = tmp_path / "game.dia"
    own = mirror()
    engines_play(own)
    move = told(own, random.Random(1))
    answer = diamonds(*ARGS, stdin=f"{move}\nundo\nundo\nredo\nsave {path}\nquit\n")
    assert answer.code == 0
    assert "taken back: P1" in answer.out
    own.play(move)
    engines_play(own)
    assert path.read_text() == own.dumps()
    again = diamonds("play", str(path), stdin="undo\nrecord\n")
    assert "the game goes on after" in again.out
    assert "diamonds 1" in again.out
    assert diamonds("show", str(path)).code == 0
    assert diamonds("check", str(path)).code == 0


def test_advice_and_why() -> None:
    record = "diamonds 1; players 2; variant perfect; hand P1 D4,1; hand P2 D3,2; lead P1; out D5,6,7,8"
    record += "".join(f" {suit}1,2,3,4,5,6,7,8" for suit in "HSC")
    answer = diamonds("play", record, "--level", "random", "--seed", "1", stdin="hint\nwhy\nsolve\n")
    assert answer.code == 0, answer.err
    assert answer.out.count("the only possible deal") == 2
    assert "nothing to explain" in answer.out
    answer = diamonds("play", str(example_path("advice")), "--table", "--hint-time", "0.3", stdin="hint\nwhy\nwhy c11\n")
    assert answer.code == 0, answer.err
    assert answer.out.count("why: ") == 2


def test_lines_for_programs() -> None:
    typed = "moves\nhint\nundo\nhand\n?\nfoo\nd\n"
    answer = diamonds(*ARGS, "--no-pass", "--json", "--hint-time", "0.2", stdin=typed)
    events = [json.loads(line) for line in answer.out.splitlines()]
    assert {event["event"] for event in events} >= {"steps", "state", "moves", "advice", "undo", "commands", "errors"}
    assert next(event for event in events if event["event"] == "errors")["errors"][0]["code"] == "E-PLAY"
    assert not re.search(r"^[^{]", answer.out, re.MULTILINE)
    own = LiveGame.new(["me", "normal", "random"], options={"rounds": 2, "pass": False}, seed=5)
    engines_play(own)
    assert next(event for event in events if event["event"] == "state")["state"] == json.loads(json.dumps(own.state(0)))


def test_passes_of_others_are_not_told_to_programs() -> None:
    answer = diamonds(*ARGS, "--json")
    steps = [step for line in answer.out.splitlines() for step in json.loads(line).get("steps", ())]
    assert any(step["decision"] == "pass" for step in steps)
    assert all(step["move"] is None for step in steps if step["decision"] == "pass")


def test_a_whole_trick_in_a_line() -> None:
    hand = "d9,8,7,6,5,4,3,2,1 h1\n"
    start = ("play", "--table", "-p", "3", "--no-pass", "--seed", "1")
    answer = diamonds(*start, "--dealer", "P3", stdin=f"{hand}d9 d10 14\nrecord\n")
    assert "error" not in answer.err
    assert "play D9 D10 D14" in answer.out
    answer = diamonds(*start, "--dealer", "P3", stdin=f"{hand}d9 d8 14\nrecord\n")
    assert "'d8' cannot be played here: it is in your hand" in answer.err
    assert "play D9\n" in answer.out


TOLD = "d9,8,7,6,5,4,3,2,1 h1\nd9 d10 14\nh2 h1 h3\n"
"""My cards, a trick that P3 wins, and one that P2 wins."""


def test_a_slip_is_mended_without_undoing_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "game.dia"
    start = ("play", "--table", "-p", "3", "--no-pass", "--seed", "1", "--dealer", "P3")
    answer = diamonds(*start, "--save", str(path), stdin=f"{TOLD}change 1.3 d15\nchange 2.3 h4\nrecord\n")
    assert answer.code == 0, answer.err
    assert "changed: P3, a card to play: D15" in answer.out
    assert list(map(str, loads(path.read_text()).play)) == ["D9", "D10", "D15", "H2", "H1", "H4"]
    assert "the game goes on after 7 steps" in diamonds("play", str(path), stdin="quit\n").out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("change 1.2 d1", "'d1' cannot be played here: it is in your hand"),
        ("change 1.2 d15", "after d15 H1, entered at 2.2, cannot have been played"),
        ("change 1.1 h1", "after h1"),
        ("change 1.1 d10", "'d10' cannot be played here"),
        ("change 9.1 d10", "the record has no decision 9.1"),
        ("change x d10", "'x' is not a place"),
        ("change", "what should be changed?"),
    ],
)
def test_what_cannot_be_changed_leaves_the_game_as_it_was(change: str, message: str) -> None:
    start = ("play", "--table", "-p", "3", "--no-pass", "--seed", "1", "--dealer", "P3")
    answer = diamonds(*start, stdin=f"{TOLD}record\n{change}\nrecord\n")
    assert answer.code == cli.BAD_INPUT
    assert message in answer.err
    before, _, after = answer.out.rpartition(f"> {change}\n")
    assert after.count("diamonds 1") == 1
    assert before.rpartition("diamonds 1")[2].partition("> ")[0] in after


def test_a_slip_in_another_game() -> None:
    start = ("play", "--table", "-p", "2", "--seed", "1", "--first", "P1", "-g")
    answer = diamonds(*start, "diamoniak", stdin="R\nstop\nY\nchange 1 g\nrecord\n")
    assert "play G stop / Y" in answer.out
    answer = diamonds(*start, "diams", stdin="9 5 3\n10,9*,t\ndraw\n7\nchange 1 open\nrecord\n")  # one move is told in two lines
    assert "what was entered at 1 cannot be changed here" in answer.err
    assert "play draw:7" in answer.out


def test_engines_have_answered() -> None:
    answer = diamonds(*ARGS, "--no-pass", stdin="change 1.1 d9\ndealer Bob\n")
    assert "cannot be changed" in answer.err
    assert "at a real table" in answer.err


@pytest.mark.parametrize(("game", "command"), [("diamonds", "dealer"), ("diams", "first"), ("diamoniak", "first")])
def test_who_begins_is_told_at_the_table(game: str, command: str) -> None:
    answer = diamonds("play", "-g", game, "--table", "--names", "Ann,Bob,Cy", "--seed", "1", stdin=f"{command} cy\n{command} zed\nrecord\n")
    assert f"Cy {'deals' if command == 'dealer' else 'begins'}" in answer.out
    assert "'zed' is not a player" in answer.err
    assert {"diamonds": "dealer Cy", "diams": "turn Cy", "diamoniak": "turn Cy"}[game] in answer.out


def test_beside_a_real_table() -> None:
    typed = "d15,9 h3 4 5 s1,2 c1,2,3\nh14\nd2\nundo\nd3\nhint\n5\n"
    answer = diamonds("play", "--table", "-p", "3", "--no-pass", "--hint-time", "0.3", "--seed", "1", stdin=typed)
    assert answer.code == 0, answer.err
    for text in ("P1: the cards dealt to you (10)> ", "P2 plays H14", "taken back: P3, a card to play: D2", "P1 plays H5"):
        assert text in answer.out
    wrong = diamonds("play", "--table", "-p", "3", "--no-pass", "--seed", "1", stdin=f"{typed}hint\n")
    assert "nobody has anything to decide" in wrong.err or "decides now" in wrong.err
    assert wrong.code == cli.BAD_INPUT


def test_people_who_share_a_terminal_do_not_see_each_other() -> None:
    answer = diamonds("play", "-p", "2", "--rounds", "1", "--level", "human", "--seed", "2", "--dealer", "P1", stdin="1\nd1\n")
    own = LiveGame.new(["me", "human"], options={"rounds": 1, "dealer": 1}, seed=2)
    own.play("1")
    assert own.viewer == 1
    secret = {card_name(card) for card in own.table.record.hands[0].known}
    assert not secret & cards_in(answer.out.partition("says: pass")[2].partition("P2: which")[0])


@pytest.mark.posix
def test_no_key_recalls_what_another_typed() -> None:
    """Nothing that the keys Tab, arrow up and Ctrl-Y show is another's: at the cover before the first hand, and after a pass."""
    terminal = Terminal("play", "-p", "2", "--rounds", "1", "--level", "human", "--seed", "2", "--dealer", "P1", TERM="xterm")
    terminal.until("P1 is next; press Enter when nobody else looks, or say how many cards to pass> ")
    terminal.type("\t\t\n")
    screen = terminal.until("P1: how many cards to pass> ")
    assert "hint" not in screen.partition("your hand")[0]
    terminal.type("1\n")
    terminal.until("P2 is next; press Enter when nobody else looks> ")
    terminal.type("\n")
    card = re.search(r"your hand: (D\d+)", terminal.until("(1)> "))
    assert card is not None
    terminal.type(f"{card[1]}\n")
    assert "\033[3J" in terminal.until("P1 is next; press Enter when nobody else looks> ")
    terminal.type("\t\x1b[A\x19\n")
    terminal.until("(1)> ")
    terminal.type("\x1b[A\x19\t\n")
    assert card[1] not in cards_in(terminal.until("(1)> "))
    terminal.type("undo\n")
    assert "taken back: P2, which cards to pass\r" in terminal.until("looks> ")
    terminal.type("\x04")
    assert "your hand" not in terminal.rest(), "whoever leaves at the cover is shown nothing"
    assert terminal.end() == 0


# -- the command line ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ("--names", "Ann,Bob", "-p", "3"),
        ("--names", "Ann,,Cy"),
        ("--names", "Ann,Ann"),
        ("--seat", "Zed"),
        ("--dealer", "P9"),
        ("--level", "nobody"),
        ("--level", "easy", "--level", "normal"),
        ("--table", "--level", "easy"),
        ("--rounds", "9"),
        ("--teams", "-p", "3"),
        ("-p", "9"),
        ("--set", "colour=red"),
        ("-",),
        ("diamonds 1; players 2", "-p", "3"),
    ],
)
def test_what_cannot_be_asked(args: tuple[str, ...]) -> None:
    assert_plain_error(diamonds("play", *args), cli.USAGE)


@pytest.mark.parametrize("source", ["nothing.dia", "diamonds 1; players 2; hand P1 D99", "diamonds 1; players 2; see P1; hand P1 D4,3"])
def test_what_cannot_be_gone_on_with(source: str) -> None:
    assert_plain_error(diamonds("play", "-q", source, "--level", "normal"), cli.BAD_INPUT)


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    assert_plain_error(diamonds(*ARGS, "--save", str(path)), cli.USAGE)
    assert path.read_text() == "mine"


def test_a_saved_game_goes_on_with_options_that_agree(tmp_path: Path) -> None:
    path = tmp_path / "game.dia"
    begin = (*ARGS, "--names", "Ann,Bob,Cy", "--dealer", "bob", "--save", str(path))
    assert diamonds(*begin, stdin="quit\n").code == 0
    assert "the game goes on" in diamonds(*begin, stdin="quit\n").out
    assert "the game goes on" in diamonds("play", str(path), "-p", "3", "--seat", "ann", stdin="quit\n").out


@pytest.mark.parametrize(("level", "meant"), [("strong", "strong:time=0.25"), ("easy", "easy")])
def test_a_strong_opponent_takes_the_time_that_was_asked_for(level: str, meant: str, tmp_path: Path) -> None:
    path = tmp_path / "game.dia"
    begin = (
        "play",
        "-p",
        "2",
        "--no-pass",
        "--dealer",
        "P2",
        "--seed",
        "1",
        "--level",
        level,
        "--think-time",
        "250ms",
        "--save",
        str(path),
    )
    assert f"P2 ({meant})" in diamonds(*begin, stdin="quit\n").out
    assert f"x-live me {meant}" in path.read_text().splitlines()


def test_a_table_that_was_saved_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.dia"
    start = ("play", "--table", "-p", "3", "--no-pass", "--save", str(path))
    assert diamonds(*start, stdin="d15,9 h3 4 5 s1,2 c1,2,3\nh14\n").code == 0
    assert "the game goes on after 2 steps" in diamonds("play", "--table", str(path), stdin="quit\n").out


@pytest.mark.posix
@pytest.mark.parametrize(
    "leave",
    [pytest.param("quit\n", marks=pytest.mark.long), "\x04", pytest.param(None, marks=pytest.mark.long)],
    ids=["quit", "end", "ctrl-c"],
)
def test_a_game_that_is_left_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leave: str | None) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    terminal = Terminal(*ARGS, "--no-pass", "--dealer", "P3")
    terminal.until("card to play> ")
    terminal.type("moves\n")
    card = terminal.until("card to play> ").split()[1]
    terminal.type(f"{card}\n")
    terminal.until("card to play> ")
    if leave is None:
        terminal.interrupt_prompt()
    else:
        terminal.type(leave)
    assert "'diamonds play --resume' goes on" in terminal.rest().replace("\r\n  ", " ")
    terminal.end()
    (file,) = tmp_path.glob("diamonds/*.dia")
    assert "told" not in file.read_text()
    again = Terminal("play", "--resume")
    assert "the game goes on" in again.until("card to play> ")
    again.type("quit\n")
    again.end()


def test_nothing_to_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert "no unsaved game" in diamonds("play", "--resume").err


@pytest.mark.posix
def test_a_game_is_played_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    terminal = Terminal(*ARGS, "--no-pass")
    terminal.until("card to play> ")
    terminal.type("quit\n")
    assert "not saved" in terminal.rest()
    assert terminal.end() == 0


def test_points_are_shown_when_they_change() -> None:
    record = "diamonds 1; players 3; hand P1 D4,1; hand P2 D3,2; hand P3 D6,5; lead P1"
    answer = diamonds("play", record, "--level", "random", "--seed", "1", stdin="points\nd1\nd4\nlast\n")
    assert answer.out.count("P1 3, P2 3, P3 3") == 1
    assert "points: P1" in answer.out.partition("> d1")[2].partition("> d4")[0]
    assert answer.out.count("round 1 is over: ") == 2  # when it ended, and by `last`


def test_the_sums_of_a_round_of_diams() -> None:
    answer = diamonds("play", "-g", "diams", "--seat", "P1", "--seed", "3", "--level", "normal", stdin="draw\nmoves\nlast\n")
    assert "P1 draws a card" in answer.out.partition("> last")[2]
    text = "\n".join(map(str, diams_result()))
    assert "round 1 is over: Ann 8, Bob 12, Cy 7" in text
    for line in ("Bob: 7 (piles) + 3 (largest sum in hand) + 2 (most loupes) = 12", "chips: Ann +3 = 3, Bob +4 = 4, Cy +2 = 2"):
        assert line in text


def diams_result() -> list[str]:
    """How the example round ends, as one round of a match."""
    record = loads(examples()["diams-round"].read_text(encoding="utf-8"))
    return list(map(str, DealtGame(replace(record, round=1, chips=(0, 0, 0)), 3, 1)._result()))


def test_the_tab_key() -> None:
    own = LiveGame.new(["me", "normal"], options={"pass": False, "dealer": 2}, seed=1)
    session = Session(own, hint_time=1, as_json=False, quiet=True)
    words = session.words()
    assert set(commands_of(own.game, is_companion=False)) < set(words)
    assert set(map(str, own.moves())) < set(words)


LONG = ("9" * 20, "9" * 5000, "d" + "9" * 5000, "²", "d²", "٣", "p1:" + "9" * 30, "-" + "9" * 5000, "a" * 70_000)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", ["0", "99999999999999", "1e9", "9" * 5000, "10000001", "-1", "²", "٣", "1_0", "0.5"])
def test_a_number_that_is_typed_has_the_limits_of_the_option(game: str, number: str) -> None:
    answer = diamonds(
        "play",
        "--game",
        game,
        "-p",
        "2",
        "--seed",
        "1",
        "--first" if game != "diamonds" else "--dealer",
        "P1",
        stdin=f"hint {number}\nquit\n",
    )
    assert answer.code == 3
    assert "number of worlds" in answer.err


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", LONG)
def test_no_number_that_is_typed_ends_a_game(game: str, line: str) -> None:
    answer = diamonds("play", "--game", game, "-p", "2", "--seed", "1", stdin=f"{line}\nquit\n")
    assert answer.code == 3
    assert "internal error" not in answer.err
    assert answer.err.strip()
