"""People's files: what is there is looked at before it is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from diamonds_solver.common.files import user_folder
from diamonds_solver.live.live_game import LiveGame
from tests.program import Terminal, assert_plain_error, diamonds

TABLE = ("table", "make", "--deals", "2", "-p", "2", "--cards", "2", "--seed", "2", "-q")
GAME = "diamonds 1; players 2; lead P1; hand P1 D4,3 H2,1; hand P2 D2,1 S2,1; play D4 D2 D3 D1"


def tree(folder: Path) -> dict[str, bytes | str | None]:
    """All that is below a folder: the bytes of files, the targets of links."""
    return {
        str(path.relative_to(folder)): str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


# -- folders that are named after a file --------------------------------------------------------------------------------------------------


def foreign_empty(parts: Path) -> None:
    parts.mkdir()


def foreign_file(parts: Path) -> None:
    parts.write_text("a file")


def foreign_link(parts: Path) -> None:
    parts.with_name("scratch").mkdir()
    parts.symlink_to("scratch")


def foreign_dangling_link(parts: Path) -> None:
    parts.symlink_to("nowhere")


def foreign_notes(parts: Path) -> None:
    (parts / "sub").mkdir(parents=True)
    (parts / "notes.txt").write_text("my notes")
    (parts / "sub" / "y").write_text("x")


def foreign_part(parts: Path) -> None:
    parts.mkdir()
    (parts / "left.part").write_text("a part of a bicycle")


def foreign_lock(parts: Path) -> None:
    parts.mkdir()
    (parts / "lock").write_text("of my door")


def foreign_among_ours(parts: Path) -> None:
    parts.mkdir()
    (parts / "lock").write_text("")
    (parts / "notes.txt").write_text("my notes")


def foreign_link_among_ours(parts: Path) -> None:
    parts.mkdir()
    (parts / "lock").write_text("")
    parts.with_name("mine").write_text("my notes")
    (parts / "table.json").symlink_to(parts.with_name("mine"))


@pytest.mark.posix
@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "force"])
@pytest.mark.parametrize(
    "make",
    [
        foreign_empty,
        foreign_file,
        foreign_link,
        foreign_dangling_link,
        foreign_notes,
        foreign_part,
        foreign_lock,
        foreign_among_ours,
        foreign_link_among_ours,
    ],
)
def test_no_table_touches_what_no_table_made(make: object, force: tuple[str, ...], tmp_path: Path) -> None:
    assert callable(make)
    make(tmp_path / "a.csv.parts")
    before = tree(tmp_path)
    answer = diamonds(*TABLE, "-o", str(tmp_path / "a.csv"), *force)
    assert_plain_error(answer, 3)
    assert "E-TABLE" in answer.err
    assert tree(tmp_path) == before


def test_what_is_put_there_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from diamonds_solver.tables.store import CsvFormat

    join = CsvFormat.join

    def joined(self: CsvFormat, *args: object) -> object:
        (tmp_path / "a.csv.parts" / "notes.txt").write_text("my notes")
        return join(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(CsvFormat, "join", joined)
    assert diamonds(*TABLE, "-o", str(tmp_path / "a.csv")).code == 0
    assert (tmp_path / "a.csv").read_bytes().startswith(b"key,")
    assert list((tmp_path / "a.csv.parts").iterdir()) == [tmp_path / "a.csv.parts" / "notes.txt"]


# -- results in place of something else ---------------------------------------------------------------------------------------------------

WRITES = {
    "convert": ("convert", GAME, "-o"),
    "annotate": ("analyse", GAME, "--hindsight-only", "-q", "--annotate"),
    "html": ("analyse", GAME, "--hindsight-only", "-q", "--html"),
    "report": ("report", GAME, "--hindsight-only", "-q", "-o"),
    "proof": ("solve", GAME, "-q", "--proof"),
    "analyses": ("analyse", GAME, "--hindsight-only", "-q", "-o"),
    "arena": ("arena", "random", "greedy", "--deals", "1", "-p", "2", "-q", "--seed", "1", "-o"),
    "save": ("play", "--seed", "1", "--save"),
    "new": ("new", "-o"),
}


@pytest.mark.parametrize("name", WRITES)
def test_results_replace_no_other_file(name: str, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.write_text("# Friday\nbread, milk\n")
    before = out.read_bytes()
    answer = diamonds(*WRITES[name], str(out))
    assert answer.code in (2, 3), answer.err
    assert answer.out == ""
    assert out.read_bytes() == before


@pytest.mark.parametrize("name", sorted(WRITES.keys() - {"new", "analyses", "arena", "save"}))
def test_results_replace_earlier_ones(name: str, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    first = diamonds(*WRITES[name], str(out))
    assert first.code == 0, first.err
    assert diamonds(*WRITES[name], str(out)).code == 0
    out.write_text("")
    assert diamonds(*WRITES[name], str(out)).code == 0
    assert out.stat().st_size > 0


@pytest.mark.parametrize("name", ["html", "report", "proof", "analyses"])
def test_no_result_of_another_kind_replaces_a_record(name: str, tmp_path: Path) -> None:
    out = tmp_path / "game.dia"
    out.write_text(GAME)
    assert_plain_error(diamonds(*[str(out) if arg == GAME else arg for arg in WRITES[name]], str(out)), 3)
    assert out.read_text() == GAME


# -- the user's folders -------------------------------------------------------------------------------------------------------------------


@pytest.mark.posix
@pytest.mark.parametrize(("kind", "usual"), [("state", ".local/state"), ("cache", ".cache")])
@pytest.mark.parametrize("given", ["", "rel/dir", ".", "~/x"])
def test_a_relative_path_of_xdg_is_ignored(kind: str, usual: str, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", given)
    assert user_folder(kind) == tmp_path / usual / "diamonds"
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path / "abs"))
    assert user_folder(kind) == tmp_path / "abs" / "diamonds"


@pytest.mark.posix
def test_games_that_were_left_make_room_for_one_another_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "diamonds"
    folder.mkdir()
    game = LiveGame.new(["me", "easy"], seed=1)
    for number in range(25):
        game.save(folder / f"20200101-000000-{number:02}.dia")
    mine = {"aunt.dia": game.dumps(), "20200101-000000-1.dia.txt": "", "20190101-000000-7.dia": GAME}
    for name, text in mine.items():
        (folder / name).write_text(text)
    terminal = Terminal("play", "-p", "2", "--no-pass", "--seed", "1", "--dealer", "P2")
    terminal.until("card to play> ")
    terminal.type("quit\n")
    terminal.rest()
    assert terminal.end() == 0
    assert {name: (folder / name).read_text() for name in mine} == mine
    assert len(list(folder.glob("20200101-*.dia"))) == 20
