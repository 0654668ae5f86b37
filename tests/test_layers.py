"""The import rule of docs/development/architecture.md, held against the source files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "diamonds_solver"
CSRC = ROOT / "csrc"

LAYERS = {
    "build": -1,
    "errors": 0,
    "quantities": 0,
    "wording": 0,
    "files": 0,
    "parallel": 0,
    "samples": 0,
    "stats": 0,
    "estimates": 0,
    "game": 0,
    "_sampling": 0,
    "sampling": 1,
    "collect": 1,
    "games": 2,
    "arena": 1,
    "arenalog": 2,
    "advice": 3,
    "adviser": 4,
    "questions": 3,
    "report": 4,
    "hand_report": 4,
    "cli": 5,
}
GAME_LAYERS = {
    "cards": 0,
    "rules": 1,
    "table": 2,
    "position": 3,
    "reference": 4,
    "record": 4,
    "_core": 4,
    "_players": 4,
    "layout": 5,
    "solution": 5,
    "notation": 5,
    "answers": 6,
    "solve": 7,
    "deal": 6,
    "diagram": 6,
    "examples": 6,
    "actions": 6,
    "knowledge": 6,
    "contradiction": 7,
    "view": 8,
    "worlds": 9,
    "openspiel": 10,
    "playerkinds": 11,
    "clairvoyant": 12,
    "spielplayer": 12,
    "players": 13,
    "match": 14,
    "engines": 10,
    "account": 4,
    "why": 11,
    "passing": 9,
    "outlook": 10,
    "rounds": 11,
    "bestpass": 12,
    "handtable": 11,
    "handvalue": 12,
    "evaluate": 13,
    "bench": 8,
}
GAME = "games.diamonds"
PLAYER_HEADERS = {
    *(f"diamonds/players/{name}.h" for name in ("worlds", "policy", "passing", "utility", "playout", "ismcts")),
    *("common/rng.h", "diamonds/cards.h", "diamonds/position.h"),
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    """``games.diamonds.solve`` for a file of the package; the package itself is the empty name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def type_checking_only(tree: ast.Module) -> set[ast.AST]:
    """The statements under ``if TYPE_CHECKING``."""
    blocks = (node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    return {inner for block in blocks for inner in ast.walk(block)}


def imports(path: Path) -> Iterator[str]:
    """What a file imports of this package, as module_name gives it; also imports inside functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = module_name(path).split(".") if path.name == "__init__.py" else module_name(path).split(".")[:-1]
    package = [part for part in package if part]
    skipped = type_checking_only(tree)
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (a.name.removeprefix("diamonds_solver.") for a in node.names if a.name.startswith("diamonds_solver."))
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                base = package[: len(package) + 1 - node.level]
            elif module.split(".")[0] == "diamonds_solver":
                base, module = [], module.partition(".")[2]
            else:
                continue
            base = [*base, *filter(None, module.split("."))]
            for alias in node.names:
                full = [*base, alias.name]
                is_module = (PACKAGE.joinpath(*full)).is_dir() or list(PACKAGE.joinpath(*full[:-1]).glob(f"{full[-1]}.py*"))
                yield ".".join(full if is_module else base)


def game_layer(name: str) -> int | None:
    """The layer of a module of the game, None for one outside and for the game's own __init__."""
    rest = name.removeprefix(GAME).removeprefix(".")
    return GAME_LAYERS[rest.split(".")[0]] if name.startswith(GAME) and rest else None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: module_name(path) or "package")
def test_imports_go_down(path: Path) -> None:
    name = module_name(path)
    if name in ("", "__main__"):  # the package names its contents; running it means running cli
        return
    top, own_game_layer = LAYERS[name.split(".")[0]], game_layer(name)
    for imported in imports(path):
        if imported == "":  # the package itself, for its version
            assert name.startswith(("cli", "arenalog"))
            continue
        imported_top = LAYERS[imported.split(".")[0]]
        assert imported_top <= top, f"{name} imports {imported}"
        imported_game_layer = game_layer(imported)
        if own_game_layer is not None and imported_game_layer is not None and name.split(".")[2] != imported.split(".")[2]:
            assert imported_game_layer < own_game_layer, f"{name} imports {imported}"


def test_the_walk_sees_imports() -> None:
    """The test above would pass, too, if no import were found."""
    found = set(imports(PACKAGE / "games" / "diamonds" / "position.py"))
    assert found == {"errors", f"{GAME}.cards", f"{GAME}.rules", f"{GAME}.table"}
    assert f"{GAME}.notation" in set(imports(PACKAGE / "cli" / "inputs.py"))


def test_games_do_not_know_each_other() -> None:
    games = [folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()]
    assert "diamonds" in games
    for path in (PACKAGE / "games").rglob("*.py"):
        own = path.relative_to(PACKAGE / "games").parts[0]
        others = {f"games.{game}" for game in games if game != own}
        assert not {imported for imported in imports(path) if ".".join(imported.split(".")[:2]) in others}


def includes(path: Path) -> list[str]:
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)


def test_common_c_code_knows_no_game() -> None:
    sources = sorted((CSRC / "common").glob("*.[ch]"))
    assert sources
    for path in sources:
        assert all(name.startswith("common/") for name in includes(path)), path.name


def test_players_and_solver_do_not_know_each_other() -> None:
    shared = {"diamonds/cards.h", "diamonds/position.h"}
    for path in sorted((CSRC / "diamonds").rglob("*.[ch]")):
        game_headers = {name for name in includes(path) if name.startswith("diamonds/")}
        is_player = path.parent.name == "players"
        assert all(name in shared or name.startswith("diamonds/players/") == is_player for name in game_headers), path.name


def test_c_includes_are_written_from_the_root_of_csrc() -> None:
    for path in sorted(CSRC.rglob("*.[ch]")):
        for name in includes(path):
            assert (CSRC / name).is_file(), f"{path.name} includes {name}"


def test_cython_sees_only_the_public_header() -> None:
    files = [*PACKAGE.rglob("*.pxd"), *PACKAGE.rglob("*.pxi"), *PACKAGE.rglob("*.pyx")]
    assert files
    headers = {name for path in files for name in re.findall(r'cdef extern from "([^"<]+)"', path.read_text(encoding="utf-8"))}
    assert "diamonds/solver.h" in headers
    assert headers <= {"diamonds/solver.h", "common/dealer.h", "common/status.h", *PLAYER_HEADERS}
