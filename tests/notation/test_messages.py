"""How problems are printed, and that all of them are found."""

from __future__ import annotations

import json

import pytest

from diamonds_solver.common.wording import cell_width, clause, shortened
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.records import loads, parse
from diamonds_solver.notation.problems import Problem, RecordError
from tests.program import diamonds

DEAL = """\
diamonds 1
players Ann Bob Cy Di
deeler  Ann
hand Ann D15,9 H12 S17
hand Bob D15 H3,2 C10
lead Eve
play X5
"""


def error_of(text: str, filename: str = "deal.dia") -> RecordError:
    (error,) = parse(text, filename)
    assert isinstance(error, RecordError)
    return error


def test_all_problems_of_a_record_in_the_order_of_the_source() -> None:
    error = error_of(DEAL)
    assert [(p.code, p.line, p.column, p.length) for p in error.problems] == [
        ("E-FIELD", 3, 1, 6),
        ("E-RANK", 4, 21, 2),
        ("E-CARD-TWICE", 5, 10, 3),
        ("E-SEAT", 6, 6, 3),
        ("E-PLAY", 7, 6, 2),
    ]
    assert str(error).count("deal.dia:") == 5


def test_format() -> None:
    assert error_of(DEAL).problems[1].format() == (
        "deal.dia:4:21: error: rank 17 does not exist [E-RANK]\n"
        "   4 | hand Ann D15,9 H12 S17\n"
        "     |                     ^^\n"
        "     = hint: ranks run from 1 to 15"
    )


def test_the_caret_counts_cells_and_the_column_characters() -> None:
    text = "diamonds 1; players 山田 Bob; hand 山田 D17"
    error = error_of(text)
    assert error.problems[0].column == text.index("17") + 1 == 38
    _, source, caret, _ = error.problems[0].format().split("\n")
    cells = "".join("xx" if character in "山田" else character for character in source)
    assert cells.index("17") == caret.index("^")
    assert caret.count("^") == 2


def test_a_combining_accent_takes_no_cell() -> None:
    _, source, caret, _ = error_of("diamonds 1; players Ze\u0301 Bob; hand P1 D17").problems[0].format().split("\n")
    assert source.replace("\u0301", "").index("17") == caret.index("^")


@pytest.mark.parametrize("before", [0, 60, 300, 3000])
@pytest.mark.parametrize("after", [0, 60, 3000])
def test_long_lines_are_cut_around_the_caret(before: int, after: int) -> None:
    error = error_of(f"diamonds 1; players 2; x-a {'b' * before}; vault 0 wrong; x-b {'c' * after}")
    _, source, caret = error.problems[0].format().split("\n")
    assert len(source) <= 96
    assert source[caret.index("^") : caret.rindex("^") + 1] == "wrong"
    assert ("..." in source[:12]) == (before >= 60)
    assert source.endswith("...") == (after >= 60)


def test_a_mark_that_is_longer_than_the_page_is_cut() -> None:
    _, source, caret, *_ = error_of("diamonds 1; players 2; " + "q" * 5000).problems[0].format().split("\n")
    assert len(source) <= 96
    assert len(caret) <= 96


def test_control_characters_are_not_printed() -> None:
    text = error_of('diamonds 1; players 2; "\u009b31m\u202e" x; hand P1 \u009bX', "a\x1b[0m.dia").problems
    printed = "\n".join(problem.format() for problem in text)
    assert all(character.isprintable() or character == "\n" for character in printed)


def test_a_tab_is_one_column() -> None:
    error = error_of("diamonds 1\nplayers\t2\n\tvault\t0\tx")
    assert error.problems[0].column == 10
    _, source, caret = error.problems[0].format().split("\n")
    assert source.index("x") == caret.index("^")


def test_only_the_first_twenty_problems_are_kept() -> None:
    error = error_of("diamonds 1; players 2; " + "; ".join(["deeler P1"] * 33))
    assert len(error.problems) == 20
    assert error.more == 13
    assert str(error).endswith("\n... and 13 more")


def test_harmless_problems_do_not_hide_the_play() -> None:
    error = error_of("diamonds 1; players 4; deeler P1; play H5 H5")
    assert [problem.code for problem in error.problems] == ["E-FIELD", "E-CARD-TWICE"]


def test_a_revoke_is_reported_with_the_legal_cards() -> None:
    error = error_of("diamonds 1; players 2; hand P1 D4,3 S2,1; play D5 S2")
    assert error.problems[0].hint == "legal: D4,3"


@pytest.mark.parametrize("text", ["diamonds 1; player 4; hand P1 D4", "diamonds 1\nplayers: 4", '{"diamonds": 1, "player": 4}'])
def test_a_key_that_is_misspelt_is_not_missing_as_well(text: str) -> None:
    assert [(problem.code, problem.hint) for problem in error_of(text).problems] == [("E-FIELD", "did you mean 'players'?")]


def test_did_you_mean() -> None:
    assert error_of("diamonds 1; players 2; showrom 3 3").problems[0].hint == "did you mean 'showroom'?"
    assert error_of("diamonds 1; players Ann Bob; lead anm").problems[0].hint == "did you mean 'Ann'?"
    assert error_of("diamonds 1; players 2; variant perfct").problems[0].hint == "did you mean 'perfect'?"


def test_a_newer_version_says_upgrade() -> None:
    problem = error_of("diamonds 2; players 2").problems[0]
    assert problem.message == "made for format 2, this program reads 1"
    assert problem.hint == "upgrade diamonds-solver"


def test_the_first_place_of_a_card_is_told() -> None:
    assert error_of("diamonds 1\nplayers 2\nhand P1 D4,3\nhand P2 D4,2").problems[0].hint == "it is on line 3"
    assert error_of("diamonds 1; players 2; hand P1 D4,3; out D4").problems[0].hint == "it is on line 1, column 32"


def test_the_error_is_an_error_of_the_package() -> None:
    with pytest.raises(DiamondsError, match="rank 17") as caught:
        loads("diamonds 1; players 2; hand P1 D17")
    assert caught.value.code == "E-RANK"
    assert caught.value.hint == "ranks run from 1 to 15"
    assert isinstance(caught.value, ValueError)


def test_json_of_a_problem() -> None:
    problem = error_of(DEAL).problems[1]
    assert json.loads(json.dumps(problem.to_dict())) == {
        "code": "E-RANK",
        "message": "rank 17 does not exist",
        "file": "deal.dia",
        "line": 4,
        "column": 21,
        "length": 2,
        "hint": "ranks run from 1 to 15",
        "path": None,
    }


def test_a_problem_without_a_source_line() -> None:
    assert Problem("E-RECORDS", "nothing here", "a.dia", 1, 1).format() == "a.dia:1:1: error: nothing here [E-RECORDS]"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("diamonds; players 2", "the format's version is missing", "write 'diamonds 1'"),
        ("diamonds 1.0; players 2", "'1.0' is not a version", "write 'diamonds 1'"),
        ('{"diamonds": 1.5, "players": 2}', "'1.5' is not a version", 'write "diamonds": 1'),
        ('{"diamonds": "", "players": 2}', "the format's version is missing", 'write "diamonds": 1'),
    ],
)
def test_what_is_wrong_with_a_version(text: str, message: str, hint: str) -> None:
    (problem,) = error_of(text).problems
    assert problem.code == "E-VERSION"
    assert message in problem.message
    assert problem.hint == hint


@pytest.mark.parametrize(("name", "message"), [("P9", "does not exist with 2 players"), ("Zoe", "is not one of"), ("2", "a number alone")])
def test_json_and_text_say_the_same_of_a_player(name: str, message: str) -> None:
    text, data = error_of(f"diamonds 1; players 2; lead {name}"), error_of(f'{{"diamonds": 1, "players": 2, "lead": "{name}"}}')
    assert message in text.message
    assert (text.code, text.message, text.hint) == (data.code, data.message, data.hint)


def test_a_number_that_is_not_whole() -> None:
    assert error_of("diamonds 1; players 2; round 2.5").message == "'2.5' is not a whole number"


def test_one_card_is_no_plural() -> None:
    assert error_of("diamonds 1; players 3; hand P1 D4; hand P2 D5,6; hand P3 D7,8").message == "P1 holds 1 card and P2 2"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0123456789", "0123456789"),
        ("01234567890", "0123456..."),
        ("漢" * 6, "漢漢漢..."),
        ("e\u0301" * 11, "e\u0301" * 7 + "..."),
        ("a\tb\0", "a b?"),
    ],
)
def test_long_texts_are_cut_with_dots(text: str, shown: str) -> None:
    assert shortened(text, 10) == shown
    assert cell_width(shown) <= 10


@pytest.mark.parametrize(
    ("who", "predicate", "sentence"),
    [
        ("Ann", "puts 5 and takes 3, 2", "Ann puts 5 and takes 3, 2"),
        ("You", "puts 5 and takes 3, 2", "You put 5 and take 3, 2"),
        ("You", "passes D3", "You pass D3"),
    ],
)
def test_verbs_agree_with_who_acts(who: str, predicate: str, sentence: str) -> None:
    assert clause(who, predicate) == sentence


def test_prose_whose_first_word_is_a_field_is_no_record_yet() -> None:
    """Another first line would only make more problems of it."""
    prose = "Players are Ann, Bob, Cy and Di.\nAnn has the eleven of diamonds.\nBob plays the fifteen.\n"
    assert "'diamonds new' writes one" in diamonds("check", "-", stdin=prose).err
