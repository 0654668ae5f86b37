"""What keyboards, phones and word processors make of the same words: one reading, wherever they are written."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import unicodedata
from pathlib import Path
from typing import Any, Literal

import pytest

from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.games.diamonds.round.rules import cards_of, suit_of
from diamonds_solver.games.records import examples, iter_records, loads
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.notation.problems import RecordError
from tests.browser import missing
from tests.program import PATIENCE, diamonds

RECORD = "diamonds 1; players Zoe Bob; lead Zoe; hand Zoe D4 H3; hand Bob D2 H1; play D4 D2"
UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069"
WIDE = {0x21 + code: 0xFF01 + code for code in range(0x5E)}


@pytest.mark.parametrize(
    "text",
    [
        RECORD.replace("D4", "\u2666\ufe0f4").replace("H3", "\u2665\ufe0f3"),
        RECORD.replace("D4", "\u26624"),
        RECORD.replace("hand Bob D2 H1", "hand Bob " + "D2 H1".translate(WIDE)),
        RECORD.replace("play D4 D2", "play " + "D4 D2".translate(WIDE)),
        RECORD.replace("lead Zoe", "lead zoe"),
        RECORD.replace("lead Zoe", "lead Zo"),
        RECORD.replace("hand Zoe", "hand \u201cZoe\u201d"),
        RECORD.replace(" ", "\u00a0"),
        "\ufeff" + RECORD,
        RECORD.replace("D4 ", "D4\ufeff "),
        *(f"{mark}{RECORD}".replace("D4", f"{mark}D4{mark}").replace("Zoe", f"Zo{mark}e") for mark in UNSEEN),
    ],
)
def test_records(text: str) -> None:
    assert loads(text) == loads(RECORD)


def test_dashes_and_quotes_of_word_processors() -> None:
    assert loads("diamonds 1; players Ann O\u2019Neil; hand Ann \u2014; hand O'Neil D4,3").names == ("Ann", "O'Neil")


def test_a_repair_keeps_marks_that_nobody_sees(tmp_path: Path) -> None:
    """And finds its place among them."""
    file = tmp_path / "game.dia"
    text = "\ufeff\u200ediamonds 1; \u2066players\u2069 Ann\u00ad Bob; \u200fdee\u200bler Ann # \U0001f469\u200d\U0001f680\n"
    file.write_text(text, encoding="utf-8")
    assert diamonds("check", "--fix", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == text.replace("dee\u200bler", "dealer")


def test_a_file_may_be_named_as_a_record_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("diamonds 3.dia").write_text(RECORD, encoding="utf-8")
    assert diamonds("check", "diamonds 3.dia").code == 0
    for slip in ("diamonds3.dia", "diamonds 2.dia"):  # none of them is a record
        answer = diamonds("check", slip)
        assert (answer.code, "[E-FILE]" in answer.err, "did you mean 'diamonds 3.dia'?" in answer.err) == (3, True, True)
    assert "hint" not in diamonds("check", "no.txt").err


@pytest.mark.parametrize("args", [("check", "\u2014json", RECORD), ("deal", "\u2014seed", "1"), ("doctor", "\u2013json")])
def test_two_hyphens_that_became_a_dash(args: tuple[str, ...]) -> None:
    answer = diamonds(*args)
    assert answer.code in (2, 3)
    assert f"hint: options begin with two hyphens: --{args[1][1:]}\n" in answer.err


@pytest.mark.parametrize("first", ["NFC", "NFD"])
@pytest.mark.parametrize("then", ["NFC", "NFD"])
def test_names_that_look_alike_are_equal(first: Literal["NFC", "NFD"], then: Literal["NFC", "NFD"]) -> None:
    name = "Zo\u00eb"
    record = loads(f"diamonds 1; players {unicodedata.normalize(first, name)} Bob; hand {unicodedata.normalize(then, name)} D4,3")
    assert record.names == (name, "Bob")
    with pytest.raises(RecordError, match="two players are called"):
        loads(f"diamonds 1; players {unicodedata.normalize('NFC', name)} {unicodedata.normalize('NFD', name)}")


def test_capitals_tell_players_apart_that_differ_in_nothing_else() -> None:
    record = loads("diamonds 1; players Ann ann; lead ann; hand ann D4,3")
    assert record.lead == 1
    with pytest.raises(RecordError, match="ANN"):
        loads("diamonds 1; players Ann ann; lead ANN")


@pytest.mark.parametrize(
    "typed", ["D{}", "\u2666{}", "\u2666\ufe0f{}", "\u2662{}", "d {}", "{}d", "\uff24{}", "\u00a0d{}\u3000", "\u200ed\u00ad{}\u2066"]
)
def test_typed_moves(typed: str) -> None:
    game = LiveGame.of(loads("diamonds 1; players 2; lead P1; hand P1 D4 H3; hand P2 D2 H1"), ["me", "human"], seed=1)
    assert str(game.read_move(typed.format(4))) == "D4"
    assert str(game.read_move(typed.format("4".translate(WIDE)))) == "D4"


@pytest.mark.parametrize("typed", ["D4 H3", "\u2666\ufe0f4 \u2665\ufe0f3", "\uff24\uff14\u3000\uff28\uff13"])
def test_hands(typed: str) -> None:
    assert cards_of(typed) == cards_of("D4 H3")


@pytest.mark.parametrize("victim", ["Bob", "bob", "b", "P2", "BO", "\uff22ob"])
def test_victims_cut_short(victim: str) -> None:
    start = "diamonds 1; players Ann Bob Cy; lead Cy; hand Ann D2 C4; hand Bob H2 D9; hand Cy H5 S1; play H5 "
    assert loads(f"{start}C4>{victim}") == loads(f"{start}C4>Bob")


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("name", ["ending", "diams-round", "diamoniak-game"])
def test_joined_files_with_byte_order_marks(name: str, end: str) -> None:
    text = "\ufeff" + examples()[name].read_text(encoding="utf-8").rstrip("\n") + end
    items = list(iter_records(io.BytesIO((text + text).encode())))
    one = list(iter_records(io.BytesIO(text.encode())))
    assert items == [*one, *one]
    as_json = "\ufeff" + diamonds("convert", "--json", "-", stdin=text).out
    assert list(iter_records(io.BytesIO((as_json + as_json).encode()))) == items


@pytest.mark.parametrize("blank", ["\n", "\n\n", "\r\n", "\n \n"])
@pytest.mark.parametrize("around", ["{}", "[{}]"])
def test_the_line_of_a_problem_in_json_with_blank_lines(blank: str, around: str) -> None:
    text = around.format(f'{{"diamonds": 1,\n{blank} "players": 4 "variant": "perfect"}}')
    (error,) = iter_records(io.BytesIO(text.encode()))
    assert isinstance(error, RecordError)
    assert error.problems[0].line == 2 + blank.count("\n")


# -- the phone ----------------------------------------------------------------------------------------------------------------------------

NONE = 255
NAMES = ("Ann", "Bob", "Zo\u00eb", "Zorro")
START = "diamonds 1; players Ann Bob Zo\u00eb Zorro; lead Bob; "
TABLES = (
    "hand Ann D4 H3 C5; hand Bob D2 H5 C7; hand Zo\u00eb D9 S5 H4; hand Zorro D8 H8 C1; play H5 H4 H8",
    "hand Ann D4 H3 C5; hand Bob D2 H5 C7; hand Zo\u00eb D9 S5 H4; hand Zorro D8 D5 C1; play H5 H4",
    "hand Ann D4 H3 C5; hand Bob D2 D5 S5; hand Zo\u00eb D9 S6 H4; hand Zorro D8 H8 C1",
    "hand Ann C4 H3; hand Bob C2 H5; hand Zo\u00eb C9 S5; hand Zorro C8 H8; play C2 C9 C8 C4",
)
CARDS = ("SR", "SR ", "R", "RS", "S R", "SR>Bob", "SR>b", "SR > zo\u00eb", "SR>zo", "SR>P1", "SR>\uff22ob", "SR>P9", "S", "9S", "SRS")
WORDS = ("", "?", ">Bob", "bob", "P1", "zo", "ann ", "Zo\u0065\u0308", ">p4")
SUITS = ("D", "d", "\u2666", "\u2666\ufe0f", "\u2662", "\uff24", "h", "\u2665\ufe0f", "s", "\u2660", "C", "\u2663\ufe0e", "\u2667", "")
RANKS = ("1", "3", "5", "\uff14", "8", "04")
TYPED = (*WORDS, *(form.replace("S", suit).replace("R", rank) for form in CARDS for suit in SUITS for rank in RANKS))


@pytest.mark.extra
def test_the_phone_takes_typed_moves_as_the_program_does() -> None:
    node, questions = shutil.which("node") or missing("node"), list[dict[str, Any]]()
    ours = list[str | None]()
    for table in TABLES:
        game = LiveGame.of(loads(START + table), ["me", "human", "human", "human"], seed=1)
        turn, trick = game.turn, [move.card for move in game.table.record.play]
        assert turn is not None
        moves: list[Any] = list(game.moves())
        rows = [[NONE if each is None else each for each in (move.card, move.actor, move.victim)] for move in moves]
        led = suit_of(trick[0]) if turn.decision == "card" and trick else -1
        now = game.table.record.table()
        victims = now.victims(now.to_move)
        for text in dict.fromkeys(TYPED):
            questions.append({"text": text, "moves": rows, "names": NAMES, "led": led, "victims": victims})
            try:
                ours.append(str(game.read_move(text)))
            except IllegalMoveError:
                ours.append(None)
    script = Path(__file__).with_name("typed.mjs")
    run = subprocess.run([node, str(script)], input=json.dumps(questions), capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr
    theirs = json.loads(run.stdout)
    differ = [(question["text"], own, other) for question, own, other in zip(questions, ours, theirs, strict=True) if own != other]
    assert not differ
    assert len(set(theirs)) > 10
