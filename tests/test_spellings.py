"""What keyboards, phones and word processors make of the same words: one reading, wherever they are written."""

from __future__ import annotations

import io
import unicodedata
from typing import Literal

import pytest

from diamonds_solver.games.diamonds.rules import cards_of
from diamonds_solver.games.records import examples, iter_records, loads
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.notation.problems import RecordError
from tests.program import diamonds

RECORD = "diamonds 1; players Zoe Bob; lead Zoe; hand Zoe D4 H3; hand Bob D2 H1; play D4 D2"
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
    ],
)
def test_records(text: str) -> None:
    assert loads(text) == loads(RECORD)


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


@pytest.mark.parametrize("typed", ["D{}", "\u2666{}", "\u2666\ufe0f{}", "\u2662{}", "d {}", "{}d", "\uff24{}", "\u00a0d{}\u3000"])
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
