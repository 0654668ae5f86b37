"""People's own comments: kept wherever a record is written anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from diamonds_solver.cli import main
from diamonds_solver.games.records import dumps, examples, loads, with_comments
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.notation.text import comment_of

MINE = """\
# Friday
diamonds 1
players Ann Bob Cy # Cy deals badly
dealer Bob
teams no   # nobody has a partner
# the hands
hand Cy D14,4
hand ann D15,3
hand Bob D2,1 # poor Bob
# now it begins
play 1. Cy: D14 D15 # a slip
play D2 = Ann
# the second trick
play 2. Ann: D3
play D1 D4 # the end
x-note hello # mine
# what a game
"""
# A comment at a field that is not written stands before the next one that is; here that was Cy's hand.
WRITTEN = """\
# Friday
diamonds 1
players Ann Bob Cy  # Cy deals badly
dealer Bob
hand Ann D15,3
hand Bob D2,1  # poor Bob
# nobody has a partner
# the hands
hand Cy D14,4
lead Cy
# now it begins
play D14 D15  # a slip
play D2
# the second trick
play / D3 D1 D4  # the end
x-note hello  # mine
# what a game
"""


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(args)
    return int(caught.value.code or 0)


def comments(text: str) -> list[str]:
    return sorted(line[start:].rstrip() for line in text.splitlines() if (start := comment_of(line)) is not None)


def test_every_comment_stays_at_its_field() -> None:
    text = with_comments(dumps(loads(MINE)), loads(MINE))
    assert text == WRITTEN
    assert with_comments(dumps(loads(text)), loads(text)) == text


@pytest.mark.parametrize("line", ["#1 D4 D14", "# D4 D14", "# 1. d4 d14", "# trick 1: D4 D14", "#2) ♦4 C3>P1"])
def test_a_comment_that_is_a_trick_is_noted(line: str) -> None:
    """Who writes ``#1`` for the first trick does not lose it without a word."""
    record = loads(f"diamonds 1\nplayers 2\nhand P1 D14,5\nhand P2 S14 D4\n{line}\n")
    assert len([note for note in record.notes() if "is a comment, so its cards are not played" in note]) == 1


@pytest.mark.parametrize("line", ["# D4", "# D4 would be better", "# 1", "# Saturday", "#"])
def test_other_comments_are_not(line: str) -> None:
    record = loads(f"diamonds 1\nplayers 2\nhand P1 D14,5\nhand P2 S14 D4\n{line}\n")
    assert not any("is a comment" in note for note in record.notes())


def test_convert_onto_the_file_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.dia"
    path.write_text(f"{MINE}\n# Saturday\ndiamonds 1; players 2 # short\n", encoding="utf-8")
    assert run("convert", str(path), "-o", str(path)) == 0
    text = path.read_text(encoding="utf-8")
    assert comments(text) == comments(f"{MINE}# Saturday\n# short\n")
    assert text.endswith("# what a game\n\n# Saturday\ndiamonds 1\nplayers 2  # short\n")


@pytest.mark.parametrize("form", ["line", "json"])
def test_a_form_without_room_for_comments_says_so(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.dia"
    path.write_text(MINE, encoding="utf-8")
    assert run("convert", str(path), "--to", form, "-o", str(path)) == 2
    assert path.read_text(encoding="utf-8") == MINE
    assert "the file has comments" in capsys.readouterr().err
    other = tmp_path / "other"
    assert run("convert", str(path), "--to", form, "-o", str(other)) == 0
    assert "has no place for comments" in capsys.readouterr().err
    assert loads(other.read_text(encoding="utf-8")) == loads(MINE)


def test_annotate_keeps_them_and_replaces_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.dia"
    path.write_text(MINE, encoding="utf-8")
    for _ in range(2):
        assert run("analyse", str(path), "--hindsight-only", "-q", "--annotate", str(path)) == 0
    text = path.read_text(encoding="utf-8")
    own = [comment for comment in comments(text) if "hindsight loss" not in comment]
    assert own == comments(MINE)
    assert len(comments(text)) == len(own) + 6


def test_a_saved_game_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "game.dia"
    game = LiveGame.new(["me", "table", "table"], names=["Ann", "Bob", "Cy"])
    game.save(path)
    path.write_text(path.read_text(encoding="utf-8").replace("players", "# at Ann's\nplayers", 1), encoding="utf-8")
    loaded = LiveGame.load(path)
    loaded.save(path)
    assert "# at Ann's\nplayers" in path.read_text(encoding="utf-8")


def readable() -> Iterator[str]:
    for name, path in examples().items():
        if not name.endswith(("broken", "suite", "bench")):
            yield path.read_text(encoding="utf-8")


def test_comments_at_random_places_are_all_kept() -> None:
    """In every game: beside any line, between any two, and in the middle of a play."""
    chance = random.Random(7)
    for source in readable():
        for _ in range(3):
            lines = []
            number = 0
            for line in source.splitlines():
                key, *words = line.split(" ")
                if key == "play" and len(words) > 6 and chance.random() < 0.5:
                    at = chance.randrange(3, len(words))
                    lines.append(" ".join([key, *words[:at]]) + f" # {(number := number + 1)}")
                    line = " ".join([key, *words[at:]])
                if chance.random() < 0.1:
                    lines.append(f"# {(number := number + 1)}")
                if chance.random() < 0.1 and line and "#" not in line:
                    line += f" # {(number := number + 1)}"
                lines.append(line)
            text = "\n".join(lines)
            record = loads(text)
            written = with_comments(dumps(record), record)
            assert comments(written) == comments(text)
            assert loads(written) == record
            assert with_comments(dumps(loads(written)), loads(written)) == written
