"""First records as people write them who have not read the notation: read as they are meant, or mended so by `check --fix`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from diamonds_solver.errors import HiddenCardsError
from diamonds_solver.games.diamonds.advising.view import check, view_of
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.records import dumps, parse, repair_of, repairs_of
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.repair import apply_edits, sure_repair
from tests.program import diamonds

FILE = Path(__file__).with_name("first_records.txt")
TEXTS = FILE.read_bytes().decode().split("===== ")[1:]
CASES = [re.split(r"^-----(?: (.*))?\n", text, maxsplit=1, flags=re.MULTILINE) for text in TEXTS]


@pytest.mark.parametrize("case", CASES, ids=[f"{number}: {case[0].partition(chr(10))[0]}" for number, case in enumerate(CASES)])
def test_a_first_record_comes_out_as_it_is_meant(case: tuple[str, str | None, str]) -> None:
    """With the one thing that is to be said of it; a record that may be meant in several ways names them, and comes out in none."""
    head, sentence, good = case
    text = head.partition("\n")[2]
    record = parse(text)[0]
    said = None
    if isinstance(record, RecordError):
        repairs = repairs_of(record)
        said = " | ".join(repair.hint for repair in repairs) or f"{record.problems[0].message} [{record.code}]"
        repair = sure_repair(repairs)
        assert (repair is None) == (not good)
        if repair is not None:
            (record,) = parse(apply_edits(text, repair.edits))
    assert said == sentence
    if good:
        (meant,) = parse(good)
        assert isinstance(record, Record)
        assert isinstance(meant, Record)
        assert replace(record, see=None) == replace(meant, see=None)


def test_the_collection_is_large_and_few_records_are_asked_about() -> None:
    assert len(CASES) >= 200
    assert sum(not good for _, _, good in CASES) <= len(CASES) // 20


@pytest.mark.parametrize(
    ("slip", "hint"),
    [
        ("hand Ivo D16,14 H15,9,8,7,1 S9 C14,13\nplay D14 D2 D4 / D15 D6 D11", "rank 16 is 15"),
        ("hand Ivo D15,14 H15,9,8,7,1 S9 C14,13\nplay D14 D2 X4", None),
    ],
)
def test_what_the_rest_proves_is_proposed_where_one_thing_fits(slip: str, hint: str | None) -> None:
    (error,) = parse(f"diamonds 1\nplayers Ivo Jana Kim\ndealer Kim\n{slip}\n")
    assert isinstance(error, RecordError)
    repair = repair_of(error)
    assert (hint in repair.hint) if hint and repair else repair is None or "?" in repair.edits[0].text


HEAD = "diamonds 1\nplayers Hugo Ilse Juri\nround 2/6\ndealer Hugo\nhand Ilse D9,5 H10,9,8,7,6,1 S6 C6\n"


@pytest.mark.parametrize(("field", "missing"), [("showroom 12 9 14", "vault"), ("vault 5 3 6", "showroom")])
def test_half_of_the_crystals_of_a_later_round_is_refused(field: str, missing: str) -> None:
    (error,) = parse(f"{HEAD}{field}\nplay S6 S2 S10\n")
    assert isinstance(error, RecordError)
    assert error.code == "E-CRYSTALS"
    assert f"'{missing}' is missing" in error.message
    assert repair_of(error) is None


def test_a_later_round_without_crystals_is_noted() -> None:
    (record,) = parse(HEAD)
    assert isinstance(record, Record)
    assert "crystals are assumed as before the first round" in " ".join(check(record))
    (record,) = parse(f"{HEAD}showroom 2 3 2\nvault 5 3 6\n")
    assert isinstance(record, Record)
    assert "crystals" not in " ".join(check(record))


def test_both_halves_are_written_in_a_later_round() -> None:
    (record,) = parse(f"{HEAD}showroom 2 3 2\nvault 0 0 0\n")
    assert isinstance(record, Record)
    assert parse(dumps(record)) == [record]


def test_partners_who_are_named_and_do_not_sit_opposite_are_told_where_they_sit() -> None:
    (error,) = parse("diamonds 1\nplayers Maja Ida Tom Ben\nteams Maja+Ida Tom+Ben\n")
    assert isinstance(error, RecordError)
    assert "partners sit opposite each other" in str(error.problems[0].hint)
    assert repair_of(error) is None


def test_a_name_with_an_initial_that_became_two_players_is_noted() -> None:
    (record,) = parse("diamonds 1\nplayers Maja K. Tom\n")
    assert isinstance(record, Record)
    assert 'if it is one, write "Maja K." in quotes' in " ".join(check(record))
    (record,) = parse('diamonds 1\nplayers "Maja K." Tom\n')
    assert isinstance(record, Record)
    assert not check(record)


def test_the_only_hand_is_not_that_of_who_leads() -> None:
    (record,) = parse("diamonds 1; players 6; hand P1 D15,9 H12,4 S14,3 C10,8,2,1")
    assert isinstance(record, Record)
    with pytest.raises(HiddenCardsError) as caught:
        view_of(record, record.lead)
    assert caught.value.hint == "P2 leads, as P1 deals; add 'dealer P6' if P1 leads, else write the cards: hand P2 D15,9 ..."


FREE = "Ann, Bob and Cy played\nAnn: D13,11 H5 S8\nBob: D7,5 H14 S3\nCy: D15,10 H2 S{}\n"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (FREE.format(99), "E-RANK", 4),
        (FREE.format(3), "E-CARD-TWICE", 4),
        ("hi\nyou\n", "E-MAGIC", 1),
        (">d d3-1\nayers 6", "E-MAGIC", 1),  # a robbery before any card
    ],
)
def test_what_nothing_mends_has_its_own_line(text: str, code: str, line: int, tmp_path: Path) -> None:
    """A record written without the notation is told where it is wrong, and not how records begin; what is no record is told that."""
    path = tmp_path / "first.txt"
    path.write_text("\n" + text)
    answer = diamonds("check", "--fix", str(path))
    assert answer.code == 3
    assert f"{path}:{line + 1}:" in answer.err
    assert code in answer.err
    assert text.splitlines()[line - 1] in answer.err
    assert path.read_text() == "\n" + text
