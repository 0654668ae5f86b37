"""The records that come with the package are what their descriptions say, and their answers are right."""

from __future__ import annotations

import re

import pytest

import diamonds_solver as ds
from diamonds_solver.cli.doctor import self_test
from diamonds_solver.cli.perft import expected_counts
from diamonds_solver.games.diamonds.records.notation import EXAMPLES, dumps, example, example_path, example_text
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.solving import reference
from diamonds_solver.games.diamonds.solving.solve import perft
from diamonds_solver.games.records import description, loads_many
from diamonds_solver.notation.problems import RecordError

GOOD = [name for name in EXAMPLES if name != "broken"]


def records(name: str) -> list[Record]:
    return loads_many(example_text(name))


SUITE = {str(record.id): record for record in records("suite")}


def test_every_file_is_listed() -> None:
    assert {path.stem for path in example_path("ending").parent.glob("*.dia")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_files_explain_themselves(name: str) -> None:
    first, second, *_ = example_text(name).splitlines()
    assert first.startswith("# ")
    assert second.startswith("# ")
    assert description(example_path(name)) == first[2:]


@pytest.mark.parametrize("name", GOOD)
def test_files_are_written_as_the_program_writes(name: str) -> None:
    text = "\n".join(line for line in example_text(name).splitlines() if line and not line.startswith("#")) + "\n"
    assert text == "".join(re.sub(r"\n+", "\n", dumps(record)) for record in records(name))


@pytest.mark.parametrize("name", [name for name in GOOD if name not in ("suite", "bench")])
def test_single_examples_have_their_name_as_id(name: str) -> None:
    assert example(name).id == name


@pytest.mark.parametrize("name", [name for name in GOOD if name.startswith(("full", "teams", "perfect"))])
def test_whole_deals_are_whole(name: str) -> None:
    position = example(name).position()
    assert position.rules.players == int(name[-1])
    assert {len(hand) for hand in position.hands} == {position.rules.hand_size}
    assert position.rules.teams == name.startswith("teams")
    assert position.rules.perfect == name.startswith("perfect")


def test_broken_has_five_mistakes_of_five_kinds() -> None:
    with pytest.raises(RecordError) as caught:
        example("broken")
    assert len({problem.code for problem in caught.value.problems}) == len(caught.value.problems) == 5


def test_an_unknown_example_is_refused() -> None:
    with pytest.raises(ds.DiamondsError) as caught:
        example("../broken")
    assert caught.value.code == "E-EXAMPLE"


@pytest.mark.parametrize("name", SUITE)
def test_answers_of_the_suite(name: str) -> None:
    """By the plain Python search, so that the files do not just repeat what the C core says."""
    record = SUITE[name]
    position = record.position()
    values = reference.move_values(position)
    best = max(values.values())
    assert record.value == (best,)
    assert set(record.best) == {str(move) for move in values if values[move] == best}


@pytest.mark.parametrize("name", SUITE)
def test_counts_of_the_suite(name: str) -> None:
    record = SUITE[name]
    counts = expected_counts(record)
    assert set(range(1, len(counts) + 1)) == set(counts)
    for depth, count in counts.items():
        assert reference.perft(record.position(), depth) == perft(record.position(), depth) == count


def test_the_suite_asks_every_kind_of_question() -> None:
    assert {record.position().decision for record in SUITE.values()} == set(Decision) - {Decision.OVER}


def test_self_test_passes() -> None:
    assert set(self_test().values()) == {"ok"}
    assert set(self_test()) == set(SUITE)


def test_self_test_notices_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = example_text("suite").replace("value 5", "value 6").replace("1:3 2:6 3:10", "1:3 2:7 3:10").replace("best H10", "best H14")
    path = type("Path", (), {"open": lambda _self, _mode: __import__("io").BytesIO(wrong.encode())})()
    monkeypatch.setattr("diamonds_solver.games.diamonds.records.notation.example_path", lambda _name: path)
    results = self_test()
    assert {name for name, result in results.items() if result != "ok"} == {"two-players", "three-players", "off-suit"}
    assert "value 5, not (6" in results["two-players"]


def test_what_the_comments_say_is_true() -> None:
    """ending: every other card costs more than five points; victim: two points between the two; mid-trick: the small spade."""
    best, second, *_ = ds.solve(example("ending").position()).moves
    assert str(best.move) == "S3"
    assert second.loss is not None
    assert second.loss > 5
    victim = {str(move): value for move, value in reference.move_values(example("victim").position()).items()}
    assert victim[">P1"] - victim[">P3"] == 2
    middle = ds.solve(example("mid-trick").position())
    assert [str(move) for move in middle.best_moves] == ["S2"]


def test_public_names_are_there() -> None:
    for name in ds.__all__:
        assert getattr(ds, name) is not None
    assert set(ds.__all__) <= set(dir(ds))
    with pytest.raises(AttributeError):
        _ = ds.nothing_of_the_kind  # type: ignore[attr-defined]
