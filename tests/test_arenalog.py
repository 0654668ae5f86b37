"""The file of an arena: what its lines say, and when it is gone on with."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import diamonds_solver
from diamonds_solver.arena.log import ArenaFileError, ArenaLog, line_of, seed_of
from diamonds_solver.arena.matches import Deal, Job, play_deals
from diamonds_solver.common.version import build_id, files_id

from .toy_contest import ToyContest, jobs


def played_deals(contest: ToyContest, todo: list[Job], reverse: bool = False) -> Iterator[Deal]:
    for deal in play_deals(contest, todo, reverse=reverse):
        assert isinstance(deal, Deal)
        yield deal


def test_lines_tell_everything(tmp_path: Path) -> None:
    contest, path = ToyContest(3), tmp_path / "results.ndjson"
    played = list(played_deals(contest, jobs(3)))
    with ArenaLog(path, contest.settings()) as log:
        for deal in played:
            log.add(deal)
    first = json.loads(path.read_text().splitlines()[0])
    assert list(first) == ["arena", "version", "build", "settings", "a", "b", "deal", "games", "ms"]
    assert (first["settings"], first["a"], first["b"], first["deal"]) == ({"toy": 3, "seed": 3}, "good", "bad", 0)
    assert [list(game) for game in first["games"]] == [["sides", "points", "wins"]] * 3
    assert first["ms"] == {"a": [1.0, 2.0, 3.0], "b": [2.0, 3.0, 1.0, 3.0, 1.0, 2.0]}
    with ArenaLog(path, contest.settings()) as log:
        assert list(log.deals.values()) == played


@pytest.mark.posix
def test_a_full_disk_names_the_file() -> None:
    contest, full = ToyContest(3), "/dev/full"
    deal = next(played_deals(contest, jobs(1)))
    with pytest.raises(OSError, match="No space left") as caught, ArenaLog(Path(full), contest.settings()) as log:
        log.add(deal)
    assert caught.value.filename == full


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    contest, path = ToyContest(3), tmp_path / "results.ndjson"
    lines = [line_of(deal, contest.settings()) + "\n" for deal in played_deals(contest, jobs(3))]
    path.write_text("".join(lines)[:-40])
    with ArenaLog(path, contest.settings()) as log:
        assert [job.deal for job in log.deals] == [0, 1]
        for deal in played_deals(contest, jobs(3)[2:]):
            log.add(deal)
    assert path.read_text() == "".join(lines)


def test_deals_without_the_games_asked_for_are_played_again(tmp_path: Path) -> None:
    contest, path = ToyContest(3), tmp_path / "results.ndjson"
    with ArenaLog(path, contest.settings()) as log:
        for deal in played_deals(contest, jobs(2)):
            log.add(deal)
    with ArenaLog(path, contest.settings(), reverse=True) as log:
        assert not log.deals
        for deal in played_deals(contest, jobs(2), reverse=True):
            log.add(deal)
    for reverse in (False, True):
        with ArenaLog(path, contest.settings(), reverse) as log:
            assert [len(deal.games) for deal in log.deals.values()] == [6 if reverse else 3] * 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"settings": {"toy": 3, "seed": 4}}, "the file has seed 4, but 3 was asked for"),
        ({"settings": {"seed": 3}}, "the file has toy None, but 3 was asked for"),
        ({"settings": {"toy": 3, "seed": 3, "more": 1}}, "the file has more 1, but None was asked for"),
        ({"build": "0123"}, "the file is from another build of the program: version 0.1.0, build 0123; this is version"),
        ({"build": None}, "the file is from another build"),
        ({"settings": None}, "not a line of arena results"),
        ({"a": 7}, "not a line of arena results"),
        ({"games": []}, "not a line of arena results"),
        ({"games": [{"sides": "AB", "points": [1], "wins": [1, 0]}]}, "not a line of arena results"),
        ({"ms": None}, "not a line of arena results"),
        ({"ms": {"a": [1], "b": [math.nan]}}, "not a line of arena results"),
        ({"ms": {"a": [-1], "b": [1]}}, "not a line of arena results"),
        ({"deal": math.inf}, "not a line of arena results"),
        ({"games": [{"sides": sides, "points": [1, math.nan, 2], "wins": [1, 0, 0]} for sides in ("ABB", "BAB", "BBA")]}, "not a line of"),
    ],
)
def test_files_that_do_not_fit(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    contest, path = ToyContest(3), tmp_path / "results.ndjson"
    line = line_of(next(played_deals(contest, jobs(1))), contest.settings())
    path.write_text(line + "\n" + json.dumps(json.loads(line) | change) + "\n")
    before = path.read_bytes()
    with pytest.raises(ArenaFileError) as caught:
        ArenaLog(path, contest.settings())
    assert "results.ndjson:2: " in caught.value.message
    assert message in caught.value.message
    assert caught.value.code == "E-ARENA"
    assert path.read_bytes() == before


def test_files_of_another_build_on_demand(tmp_path: Path) -> None:
    contest, path = ToyContest(3), tmp_path / "results.ndjson"
    first, second, third = (line_of(deal, contest.settings()) for deal in played_deals(contest, jobs(3)))
    older = {key: value for key, value in json.loads(second).items() if key != "build"}
    path.write_text("\n".join([first.replace(build_id(), "0123"), json.dumps(older), third, ""]))
    with pytest.raises(ArenaFileError) as caught:
        ArenaLog(path, contest.settings())
    assert "--any-build" in (caught.value.hint or "")
    with ArenaLog(path, contest.settings(), any_build=True) as log:
        assert list(log.builds.values()) == ["0123", "", build_id()]
        assert [job.deal for job in log.deals] == [0, 1, 2]


def test_the_build_is_that_of_the_code_that_plays(tmp_path: Path) -> None:
    (tmp_path / "cli").mkdir()
    engine, command, extension = tmp_path / "engine.py", tmp_path / "cli" / "play.py", tmp_path / f"_core{EXTENSION_SUFFIXES[0]}"
    found = set()
    for path, text in [(engine, "1"), (engine, "2"), (extension, "a"), (extension, "b"), (tmp_path / "moved.py", "2")]:
        path.write_text(text)
        found.add(files_id(tmp_path))
    assert len(found) == 5
    command.write_text("3")
    (tmp_path / "notes.txt").write_text("4")
    assert files_id(tmp_path) in found
    assert build_id() == files_id(Path(diamonds_solver.__file__).parent)


@pytest.mark.parametrize("text", ["no newline, no results", "5\n", '{"settings": {}}\n', '{"arena": 1}\n', "[" * 100_000 + "\n"])
def test_other_files_are_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(ArenaFileError, match="not a line of arena results"):
        ArenaLog(path, {})
    assert path.read_text() == text
    assert seed_of(path) is None


def test_the_seed_of_a_file(tmp_path: Path) -> None:
    contest, path = ToyContest(3), tmp_path / "results.ndjson"
    assert seed_of(path) is None
    path.write_text(line_of(next(played_deals(contest, jobs(1))), contest.settings()) + "\n")
    assert seed_of(path) == 3


@pytest.mark.parametrize("seed", [-5, 1 << 62, True, 1.5, "3", None])
def test_what_is_no_seed(tmp_path: Path, seed: object) -> None:
    path = tmp_path / "results.ndjson"
    path.write_text(json.dumps({"arena": 1, "settings": {"seed": seed}}) + "\n")
    assert seed_of(path) is None


def test_a_device_is_not_read() -> None:
    with ArenaLog(Path(os.devnull), {}) as log:
        assert not log.deals
