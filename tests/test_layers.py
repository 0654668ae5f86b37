"""The import rule of docs/development/architecture.md, held against the source files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "diamonds_solver"
CSRC = ROOT / "csrc"
ARCHITECTURE = ROOT / "docs" / "development" / "architecture.md"
MOST_SOURCES = 12  # in one folder; a reader should see a room at a glance
LEAST_LINES, MOST_LINES = 50, 700  # of a file of a game
GAMES = sorted(folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists())

Rule = Mapping[str, frozenset[str]]
"""What a room may import, by room: every room below it."""


# -- the rule as the page has it ----------------------------------------------------------------------------------------------------------


def read_rules() -> dict[str, Rule]:
    """The rules of the page's block ``import-rule``, by what stands before the colon of their lines.

    ``a < b, c < d; b < e`` says that b and c may import a, d may import all three, e may import b and a.
    """
    block = re.search(r"^```import-rule\n(.*?)^```", ARCHITECTURE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block, "the page has no rule"
    chains: dict[str, list[str]] = {}
    for line in block[1].splitlines():
        name, _, rest = line.partition(":")
        chains.setdefault(name.strip(), []).extend(rest.split(";"))
    return {name: closed(parts) for name, parts in chains.items()}


def closed(chains: Iterable[str]) -> Rule:
    """The rooms below each room, those below them included."""
    below: dict[str, set[str]] = {}
    for chain in chains:
        levels = [[room.strip() for room in level.split(",")] for level in chain.split("<")]
        for rooms in levels:
            for room in rooms:
                below.setdefault(room, set())
        for lower, upper in pairwise(levels):
            for room in upper:
                below[room].update(lower)
    order = list(TopologicalSorter(below).static_order())
    for room in order:
        for other in tuple(below[room]):
            below[room] |= below[other]
    return {room: frozenset(lower) for room, lower in below.items()}


RULES = read_rules()


# -- Python -------------------------------------------------------------------------------------------------------------------------------


def module_name(path: Path) -> str:
    """``games.diamonds.solving.solve`` for a file of the package; the package itself is the empty name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The modules of this package that a file imports, as module_name gives them; also inside functions, and for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: list[str] = []
    package = list(path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += (a.name.removeprefix("diamonds_solver.") for a in node.names if a.name.startswith("diamonds_solver."))
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".") if node.module else []
            if node.level:
                base = [*package[: len(package) + 1 - node.level], *module]
            elif module[:1] == ["diamonds_solver"]:
                base = module[1:]
            else:
                continue
            for alias in node.names:
                full = ".".join([*base, alias.name])
                is_extension = list(PACKAGE.joinpath(*base).glob(f"{alias.name}.pyx"))
                found.append(full if full in MODULES or is_extension else ".".join(base))
    return tuple(found)


def room_of(name: str) -> str:
    """``games`` for what knows all games, ``games.diamonds`` for a module of that game, else the folder or file at the top."""
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] == "games" and parts[1:2] and parts[1] in GAMES else parts[0]


def may_import(name: str, imported: str) -> bool:
    """Whether the order of the rooms allows it. Inside a room the only rule is that there is no circle; the files of a game have an order
    of their own, which is tested apart, for all paths.
    """
    room, other = room_of(name), room_of(imported)
    game = room.partition(".")[2]
    if room == other:
        return True
    if other.partition(".")[2]:  # only the list of games, and commands of one game, look into one
        return room == "cli" and name.removeprefix("cli.") in ONE_GAME
    return other in RULES["the package"]["games" if game else room] or (bool(game) and other == "game")


ONE_GAME = {"perft", "bench", "doctor", "demo", "examples", "equilibrium", "verify"}
"""Commands that may name the game they are of."""


@pytest.mark.parametrize("name", [name for name in MODULES if name not in ("", "__main__")])
def test_imports_go_down(name: str) -> None:
    wrong = {imported for imported in imports(MODULES[name]) if imported != name and not may_import(name, imported)}
    assert not wrong


@cache
def graph() -> dict[str, set[str]]:
    """What each module imports: by ``lazy`` nothing, which is how ``game.py`` names functions of files above it."""
    return {name: {other for other in imports(path) if other not in ("", name)} for name, path in MODULES.items() if name}


def test_no_module_is_in_a_circle() -> None:
    """Types included: what is only imported for a type checker counts, too."""
    try:
        list(TopologicalSorter(graph()).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_the_walk_sees_imports() -> None:
    """The tests above would pass, too, if no import were found."""
    assert graph()["games.diamonds.round.position"] >= {
        "errors",
        "games.diamonds.round.picture",
        "games.diamonds.round.public",
        "games.diamonds.round.rules",
    }
    assert "games.diamonds.core._solver" in graph()["games.diamonds.solving.solve"]


def test_the_rule_forbids() -> None:
    assert not may_import("common.parallel", "games.records")
    assert not may_import("game.game", "search.engine")
    assert not may_import("games.diams.advising.view", "advice.ask")
    assert not may_import("games.diams.advising.view", "games.diamonds.advising.view")
    assert not may_import("arena.matches", "games.diamonds.playing.match")
    assert not may_import("cli.advise", "games.diamonds.advising.view")
    assert not may_import("cli.solve", "games.diamonds.solving.solve")
    assert may_import("cli.perft", "games.diamonds.solving.solve")
    assert may_import("games.diamonds.advising.view", "sampling.dealer")


# -- the files of a game ------------------------------------------------------------------------------------------------------------------


def subject(name: str) -> str:
    """``solve`` for ``games.diamonds.solving.solve``, ``core`` for ``games.diamonds.core.layout``."""
    return name.split(".")[2]


def reached(start: str, imported: Mapping[str, set[str]]) -> set[str]:
    """All modules of the same game that a module loads, by any path."""
    new, known = [start], set[str]()
    while new:
        name = new.pop()
        known.add(name)
        new.extend(other for other in imported.get(name, ()) if room_of(other) == room_of(start) and other not in known)
    return known - {start}


def plan(name: str) -> Rule:
    """The rule for the game of a module: of rooms where it has any, else of files."""
    has_rooms = (PACKAGE / "games" / name.split(".")[1] / "round").is_dir()
    return RULES["a game of rooms" if has_rooms else "a game of files"]


def above(name: str, imported: Mapping[str, set[str]]) -> set[str]:
    """What a module of a game reaches though the page has it further to the right."""
    own = subject(name)
    return {other for other in reached(name, imported) if own in plan(name).get(subject(other), ())}


FILES = [name for name in MODULES if name.count(".") >= 2 and room_of(name) != "games"]
WHOLE = [name for name in FILES if MODULES[name].name != "__init__.py"]


@pytest.mark.parametrize("name", [name for name in FILES if subject(name) in plan(name)])
def test_a_subject_reaches_nothing_above_it(name: str) -> None:
    assert not above(name, graph())


def test_the_order_of_subjects_forbids_detours() -> None:
    graph = {"games.whist.notation": {"games.whist.fields"}, "games.whist.fields": {"games.whist.engines"}}
    assert above("games.whist.notation", graph) == {"games.whist.engines"}
    graph = {"games.diamonds.records.fields": {"games.diamonds.deal"}, "games.diamonds.deal": {"games.diamonds.core.layout"}}
    assert above("games.diamonds.records.fields", graph) == {"games.diamonds.deal"}


def test_the_page_orders_what_there_is() -> None:
    """All rooms, and no more."""
    for rule in (RULES["a game of rooms"], RULES["a game of files"]):
        assert set(rule) <= {subject(name) for name in FILES if plan(name) is rule}
    rooms = {subject(name) for name in FILES if plan(name) is RULES["a game of rooms"]}
    assert rooms == set(RULES["a game of rooms"])


@pytest.mark.parametrize("game", GAMES)
def test_no_room_is_in_a_circle(game: str) -> None:
    files = [name for name in FILES if name.split(".")[1] == game]
    rooms: dict[str, set[str]] = {}
    for name in files:
        rooms.setdefault(subject(name), set()).update({subject(other) for other in graph()[name] if other in FILES} - {subject(name)})
    list(TopologicalSorter(rooms).static_order())


@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_a_game_loads_its_rules_alone(game: str) -> None:
    """Everything else is loaded when a function of it is called, so that commands start fast."""
    tree = ast.parse(MODULES[f"games.{game}.game"].read_text(encoding="utf-8"))
    loaded = {node.module for node in tree.body if isinstance(node, ast.ImportFrom) and node.level}
    assert loaded <= {"rules", "round.rules"}


@pytest.mark.parametrize("game", GAMES)
def test_type_checkers_see_the_modules_that_are_loaded_late(game: str) -> None:
    tree = ast.parse(MODULES[f"games.{game}.game"].read_text(encoding="utf-8"))
    (branch,) = [node for node in tree.body if isinstance(node, ast.If)]
    calls = [node for node in ast.walk(ast.Module(branch.orelse, [])) if isinstance(node, ast.Call)]
    late = {node.value for call in calls for node in ast.walk(call) if isinstance(node, ast.Constant)}
    shown = {
        ".".join(part for part in (node.module, alias.name) if part)
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert late == shown


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_of_a_game_is_a_whole_subject(name: str) -> None:
    lines = len(MODULES[name].read_text(encoding="utf-8").splitlines())
    is_import_path = re.search(r"\.learning\.(\w+_v0|openspiel)$", name) is not None
    assert lines >= LEAST_LINES or is_import_path
    assert lines <= MOST_LINES


def test_no_file_holds_two_ideas() -> None:
    files = [path for folder in ("src", "tests", "benchmarks", "docs") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 400
    assert not {path.name for path in files if path.read_text(encoding="utf-8").count("\n") > MOST_LINES}


EXTRAS = {"pyspiel", "open_spiel", "pettingzoo", "gymnasium", "pyarrow", "dask", "distributed", "matplotlib"}


@pytest.mark.parametrize("name", MODULES)
def test_what_an_extra_brings_is_not_needed_to_load_a_module(name: str) -> None:
    """Modules that are for an extra import it within a ``try``, which says what to install."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    heads = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    heads += [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert not EXTRAS & {head.partition(".")[0] for head in heads}


@pytest.mark.parametrize("folder", sorted({path.parent.name for name in FILES if (path := MODULES[name]).name == "__init__.py"} - {*GAMES}))
def test_a_folder_of_a_game_has_a_row(folder: str) -> None:
    assert re.search(rf"^\|[^|]*`{folder}/`", ARCHITECTURE.read_text(encoding="utf-8"), re.MULTILINE)


def test_games_do_not_know_each_other() -> None:
    assert "diamonds" in GAMES
    for name, path in MODULES.items():
        own = room_of(name).partition(".")[2]
        if own:
            assert not {other for other in map(room_of, imports(path)) if other.startswith("games.") and other != f"games.{own}"}, name


def test_rooms_are_small_and_have_a_caption() -> None:
    folders = {path.parent for path in MODULES.values()}
    for folder in folders:
        own = [path for path in folder.iterdir() if path.suffix in (".py", ".pyx") and path.stem != "__init__"]
        is_game_of_files = (folder / "game.py").exists() and not (folder / "round").is_dir()
        if folder.name != "cli" and not is_game_of_files:  # a command is found by its name, a file of a small game by its subject
            assert len(own) <= MOST_SOURCES, folder.name
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))), folder.name


# -- C ------------------------------------------------------------------------------------------------------------------------------------

PLAYER_HEADERS = {
    *(f"diamonds/players/{name}.h" for name in ("worlds", "sight", "policy", "model", "net", "passing", "utility", "playout", "ismcts")),
    *(
        f"diamonds/{name}.h"
        for name in ("learned/passnet", "learned/inputs", "learned/playnet", "seat/beliefs", "seat/round", "advice/recommend", "advice/why")
    ),
    *("common/rng.h", "common/seeds.h", "diamonds/rules/cards.h", "diamonds/rules/parts.h", "diamonds/rules/position.h"),
}


OTHER_HEADERS = {
    *(f"diamoniak/{name}.h" for name in ("rules/state", "players/policy", "players/estimate", "players/turn", "players/mcts")),
    *(
        f"diams/{name}.h"
        for name in ("rules/state", "players/policy", "players/worlds", "rules/goal", "search/alphabeta", "players/ismcts")
    ),
}


def includes(path: Path) -> list[str]:
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)


def c_room(name: str) -> str:
    """The room of a C file, by its name from csrc on: ``common``, a folder of the game, or ``solver`` beside these folders."""
    parts = name.split("/")
    return "common" if parts[0] == "common" else parts[1] if len(parts) > 2 else "solver"


C_SOURCES = {path.relative_to(CSRC).as_posix(): path for path in sorted(CSRC.rglob("*.[ch]"))}


@pytest.mark.parametrize("name", C_SOURCES)
def test_c_includes_go_down(name: str) -> None:
    room = c_room(name)
    above = {other for other in includes(C_SOURCES[name]) if c_room(other) not in {room, *RULES["csrc"][room]}}
    assert not above


def test_no_c_function_is_declared_ahead_of_another_file() -> None:
    """What calls itself stands in one file: a `static` prototype has its body below."""
    for name, path in C_SOURCES.items():
        text = path.read_text(encoding="utf-8")
        for function in re.findall(r"^static [^;={}()]*?(\w+)\([^;{]*\);$", text, re.MULTILINE):
            assert re.search(rf"^static [^;={{}}()]*\b{function}\([^;{{]*\)\s*\{{", text, re.MULTILINE), f"{name}: {function}"


def test_a_c_folder_can_be_seen_at_a_glance() -> None:
    folders = {path.parent for path in C_SOURCES.values()}
    assert not {folder.name for folder in folders if len({path.stem for path in folder.glob("*.[ch]")}) > MOST_SOURCES}


def test_the_page_of_the_c_core_has_every_source() -> None:
    page = (CSRC / "README.md").read_text(encoding="utf-8")
    shared, _, rest = page.partition("## Diamoniak and Diam's")
    diamoniak, _, diams = rest.partition("`diams/`")
    told = {"diamoniak": diamoniak, "diams": diams}
    for path in sorted(CSRC.rglob("*.[ch]")):
        game, *folders, name = path.relative_to(CSRC).parts
        if len(folders) < 2:  # those of the engines, one for each game, are a folder's
            named = rf"\b{path.stem}\b" if game not in told else rf"{folders[0]}/{path.stem}\.|`{name}`"
            assert re.search(named, told.get(game, shared)), f"csrc/README.md does not tell of {path.relative_to(CSRC)}"


def test_c_includes_are_written_from_the_root_of_csrc() -> None:
    for path in sorted(CSRC.rglob("*.[ch]")):
        for name in includes(path):
            assert (CSRC / name).is_file(), f"{path.name} includes {name}"


def test_cython_declares_the_listed_headers_alone() -> None:
    files = [*PACKAGE.rglob("*.pxd"), *PACKAGE.rglob("*.pxi"), *PACKAGE.rglob("*.pyx")]
    assert files
    headers = {name for path in files for name in re.findall(r'cdef extern from "([^"<]+)"', path.read_text(encoding="utf-8"))}
    assert "diamonds/solver.h" in headers
    assert headers <= {*OTHER_HEADERS, "diamonds/solver.h", "common/dealer.h", "diamonds/rules/status.h", *PLAYER_HEADERS}


def test_a_header_that_games_share_is_declared_once() -> None:
    declared = [
        name
        for path in PACKAGE.rglob("*.pxd")
        for name in re.findall(r'cdef extern from "(common/[^"]+)"', path.read_text(encoding="utf-8"))
    ]
    assert "common/rng.h" in declared
    assert len(declared) == len(set(declared))


MOST_NAMESAKES = 24
OF_THE_CORE = {"NONE", "MOST_PLAYERS", "SCREENING", "SUITS"}
"""Numbers of csrc, which both languages have to know, and the letters of suits."""


def constants(paths: Iterable[Path], pattern: str) -> dict[str, set[str]]:
    """What stands behind constants of the files, by their names: numbers without what sets their digits apart."""
    found: dict[str, set[str]] = {}
    for path in paths:
        for names, value in re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE):
            for name in re.findall(r"[A-Z][A-Z0-9_]+", names):
                found.setdefault(name, set()).add(re.sub(r"(?<=\d)_|(?<=\d)n\b|;| *(//|#).*", "", value).strip())
    return found


def test_what_python_and_the_phone_share_stands_once() -> None:
    """In src/diamonds_solver/facts.js: few constants of the two are namesakes, and none of these has one number."""
    phone = constants((ROOT / "app").glob("*.js"), r"^(?:export )?const (\w+|\[[\w, ]+\]) = (.*)$")
    python = constants((ROOT / "src").rglob("*.py"), r"^(_?[A-Z][A-Z0-9_]*(?:, _?[A-Z][A-Z0-9_]*)*)(?:: [^=\n]+)? = (.*)$")
    assert "NONE" in phone
    assert "GUARD" in python
    namesakes = phone.keys() & python.keys()
    assert len(namesakes) <= MOST_NAMESAKES, sorted(namesakes)
    assert {name for name in namesakes if phone[name] & python[name]} <= OF_THE_CORE
