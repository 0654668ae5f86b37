"""README.md and the pages of docs/ say what is true: their transcripts and their Python run, their links lead somewhere, and the files
and names in backticks, also those in comments, are there.

In a ``console`` block a line that begins with ``$`` is a command, and what follows is what it prints, less its notes. It finds the
``dia`` blocks above it that begin with a comment such as ``# round.dia`` as files of these names. The ``python``
blocks of a page run one after the other; a comment behind a ``print`` is what it writes, lines apart by ``|``. What cannot run here
(because it needs an extra, a file or an hour) stands in a block of another kind: ``{code-block} python``, ``sh``, ``text``.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Any, NamedTuple

import pytest

import diamonds_solver as ds
from tests.program import PATIENCE, diamonds

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
BESIDE = sorted(path for folder in ("benchmarks", "csrc") for path in (ROOT / folder).rglob("*.md"))  # pages that stand beside their code
FOLDERS = ("app", "benchmarks", "csrc", "docs", "src", "tests")
FILES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix not in (".so", ".pyc")]
PATHS = {path.relative_to(ROOT).as_posix() for path in FILES} | {path.name for path in ROOT.iterdir()}
TEXTS = sorted(path for path in (*ROOT.glob("*.md"), *FILES) if path.suffix == ".md" and "results" not in path.parts)
SOURCES = [path for path in FILES if path.suffix in (".py", ".pyx", ".pxi", ".c", ".h") and path.parts[-2] != "data"]
ENDS = r"\.(?:py|pyx|c|h|js|\[ch\])"
_QUOTED = re.compile(r"`+([^`\n]+)`+")
_NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_FILE = re.compile(rf"(?<![\w./~<-])(?:(?:[\w-]+/)*[\w-]+{ENDS}(?!\w)|(?:{'|'.join(FOLDERS)}|games)/[\w/-]+(?![\w.*]))")


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in `language`."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command of a page's transcripts, the files that it finds, and what it prints."""

    command: str
    files: dict[str, str]
    output: str


def steps(page: Path) -> Iterator[Step]:
    files: dict[str, str] = {}
    for language, text in re.findall(r"^```(console|dia)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        if language == "dia":
            if name := re.match(r"# (\w+\.dia)\n", text):
                files = files | {name[1]: text}
            continue
        for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            yield Step(command, files, output)


def names(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


STEPS = [pytest.param(step, id=f"{names(page)}: {step.command}") for page in PAGES for step in steps(page)]


def pipeline(command: str) -> list[list[str]] | None:
    """The words of each program of a pipe that begins with `printf` or not and goes on with `diamonds` alone; None for anything else."""
    if re.search(r"[$`]", command):
        return None
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    programs: list[list[str]] = [[]]
    for word in lexer:
        if word == "|":
            programs.append([])
        elif set(word) <= set("|&;<>()"):
            return None
        else:
            programs[-1].append(word)
    names = [words[0] for words in programs if words]
    return programs if names in ([*["diamonds"] * len(programs)], ["printf", *["diamonds"] * (len(programs) - 1)]) else None


@pytest.mark.posix
@pytest.mark.parametrize("step", STEPS)
def test_transcript(step: Step, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What goes to either stream is in the transcript; notes are left out there. Those of README.md, and what only a shell can do, run as
    users run them; a program takes half a second to start, so the others run in this process.
    """
    for name, text in step.files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    programs = None if "README.md" in request.node.name else pipeline(step.command)
    if programs is None:
        function = f'diamonds() {{ {shlex.quote(sys.executable)} -m diamonds_solver "$@"; }}\n'
        environment = os.environ | {"PYTHONPATH": str(Path(ds.__file__).parents[1])}  # not relative: it runs in another folder
        command = ["bash", "-c", function + step.command]
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE, check=False, cwd=tmp_path, env=environment
        )
        printed = result.stdout.decode()
    else:
        monkeypatch.chdir(tmp_path)
        piped, printed = "", ""
        for words in programs:
            if words[0] == "printf":
                piped = words[1].encode().decode("unicode_escape")
                continue
            is_last = words is programs[-1]
            answer = diamonds(*words[1:], stdin=piped, together=is_last)
            piped, printed = answer.out, printed + (answer.out if is_last else answer.err)
    assert [line for line in printed.splitlines() if not line.startswith("note: ")] == step.output.splitlines()


def test_there_are_transcripts() -> None:
    assert len(list(steps(README))) >= 1


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=names)
def test_python(page: Path) -> None:
    code = "\n".join(blocks(page, "python"))
    expected = [text.strip() for comment in re.findall(r"print\(.*\)  # (.*)$", code, re.MULTILINE) for text in comment.split("|")]
    printed = io.StringIO()
    module: dict[str, Any] = {"__name__": "page"}
    with contextlib.redirect_stdout(printed):
        exec(compile(code, names(page), "exec"), module)
    assert printed.getvalue().splitlines() == expected


def agrees(sample: Any, written: Any) -> bool:
    """Whether a sample of JSON is what was written: ``{}`` stands for any object, lists may go on, numbers are rounded."""
    if isinstance(sample, dict):
        return isinstance(written, dict) and (
            not sample or (sample.keys() == written.keys() and all(agrees(sample[key], written[key]) for key in sample))
        )
    if isinstance(sample, list):
        return len(sample) <= len(written) and all(map(agrees, sample, written))
    if isinstance(sample, float):
        return bool(abs(sample - written) < 0.51 / 10 ** len(repr(sample).partition(".")[2]))
    return bool(sample == written)


@pytest.mark.parametrize(
    ("begins", "command", "source"),
    [
        ('{"id": null, "ok": true, "hand"', ("evaluate", "D15,9,3 H12,4 S7,2 C14,4,1", "-p", "4", "--seed", "1"), None),
        ('{"id": "diamoniak-draw"', ("evaluate", "--seed", "1", "-"), "diamoniak-draw"),
        ('{"id": null, "ok": true, "game": "diams"', ("evaluate", "7,7,3", "--game", "diams", "--seed", "1"), None),
        ('{"id": null, "ok": true, "game": "diamonds", "dealer"', ("equilibrium", "-"), ROOT / "docs" / "explanation" / "pass-game.md"),
    ],
)
def test_samples_of_json_are_what_commands_write(begins: str, command: tuple[str, ...], source: str | Path | None) -> None:
    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    (sample,) = (json.loads(text) for text in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL) if text.startswith(begins))
    record = blocks(source, "dia")[0] if isinstance(source, Path) else diamonds("examples", source).out if source else ""
    found = json.loads(diamonds(*command, "--json", stdin=record).out)
    assert agrees(sample | {"seconds": 0}, found | {"seconds": 0})


@pytest.mark.posix
@pytest.mark.parametrize("failing", [None, "diamonds"])
def test_ci_types_each_line_of_the_first_block(failing: str | None, tmp_path: Path) -> None:
    """With programs that write down how they are called: so the lines are read as a shell reads them, and none is left out."""
    calls, programs = tmp_path / "calls", tmp_path / "programs"
    programs.mkdir()
    for name in ("python3", "pip", "diamonds", "pytest"):
        activate = f"mkdir -p .venv/bin\necho 'echo source .venv/bin/activate >>{calls}' >.venv/bin/activate\n" if name == "python3" else ""
        (programs / name).write_text(f'#!/bin/sh\n{activate}echo {name} "$@" >>{calls}\nexit {int(name == failing)}\n')
        (programs / name).chmod(0o755)
    (tmp_path / "README.md").write_text(README.read_text(encoding="utf-8"), encoding="utf-8")
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    found = subprocess.run([ROOT / ".ci" / "as_readme"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    lines = blocks(README, "sh")[0].splitlines()
    commands = [" ".join(shlex.split(command)) for line in lines for command in line.split("&&")]
    number = len(commands) if failing is None else next(at for at, command in enumerate(commands, 1) if command.startswith(failing))
    assert calls.read_text().splitlines() == commands[:number]
    assert [line for line in lines if f"$ {line}\n" in found.stdout] == (lines if failing is None else lines[:2])
    assert found.returncode == (failing is not None)


@pytest.mark.posix
def test_ci_wants_a_block(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("```console\n$ diamonds demo\n```\n")
    assert subprocess.run([ROOT / ".ci" / "as_readme"], cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_the_repository_has_one_address() -> None:
    """Or none, as long as nothing is released: the workflow of a release wants it in both files."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("urls", {})
    cited = re.findall(r"^repository-code: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(cited) <= set(urls.values())
    assert bool(cited) == bool(urls)


@pytest.mark.parametrize(
    "page", [*PAGES, *BESIDE, *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"))], ids=names
)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:\"]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        path = page.parent / target if target else page
        assert path.exists(), target
        if anchor:
            assert anchor in anchors(path), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """Of the headings, as code hosts and the site make them."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_reference_of_python_is_what_there_is() -> None:
    """`python docs/make_reference.py` writes it anew."""
    reference = run_path(str(ROOT / "docs" / "make_reference.py"))
    assert sorted(name for names in reference["SECTIONS"].values() for name in names) == sorted(set(ds.__all__) - {"__version__"})
    page = reference["PAGE"].read_text(encoding="utf-8")
    assert page == reference["page"]()
    described = set(re.findall(r"^(?:### |- `)(\w+)", page, re.MULTILINE))
    assert described >= set(ds.__all__) - {"__version__"}, "names that the page leaves out"


@pytest.mark.posix
def test_pictures_show_what_is_printed() -> None:
    """`make pictures` makes them anew. Only their text is compared: how it is drawn is up to the version of rich."""

    def text(svg: str) -> str:
        return "".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))

    pictures = run_path(str(ROOT / "docs" / "make_pictures.py"))
    for name in pictures["PICTURES"]:
        kept = text((ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8"))
        assert "diamonds solve" in kept.replace("&#160;", " ")
        assert text(pictures["picture"](name)) == kept
    assert (ROOT / "docs" / "pictures" / "pass-game.svg").read_text(encoding="utf-8") == pictures["pass_game"]()
    assert (ROOT / "docs" / "pictures" / "table.svg").read_text(encoding="utf-8") == pictures["table"]()


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_lines_are_short(page: Path) -> None:
    """Of the prose: tables and code are as wide as they are."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert [line for line in prose.splitlines() if len(line) > 100 and not line.startswith("|")] == []


_HOW_LONG = re.compile(r"\b(seconds? or two|tenth of a second|half a minute|some seconds|takes? up to a minute)\b")


def test_prose_that_says_how_long_an_answer_takes_links_to_the_results() -> None:
    for page in PAGES:
        if page.parent.name != "results":
            paragraphs = re.split(r"\n\n|\n(?=- )", page.read_text(encoding="utf-8"))
            unfounded = [text for text in paragraphs if _HOW_LONG.search(" ".join(text.split())) and "results/" not in text]
            assert unfounded == [], page


def files_in_backticks(text: str) -> Iterator[str]:
    """Files and folders in backticks; those of any game (`GAME/..`) and patterns have no place of their own."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for name in (name for quoted in _QUOTED.findall(prose) for name in _FILE.findall(quoted) if "GAME" not in name):
        yield from [name.replace("[ch]", end) for end in "ch"] if name.endswith("[ch]") else [name.rstrip("/")]


@pytest.mark.parametrize("page", TEXTS, ids=names)
def test_a_page_names_files_that_there_are(page: Path) -> None:
    tails = {path[at:] for path in PATHS for at in (0, *(i + 1 for i, letter in enumerate(path) if letter == "/"))}
    assert [name for name in files_in_backticks(page.read_text(encoding="utf-8")) if name not in tails] == []


_RESULTS = [path for path in (*PAGES, *BESIDE) if path.parent.name == "results"]


@pytest.mark.parametrize("page", _RESULTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_table_of_results_has_its_command(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in the section, before the first one, or where a link leads; its script is there and has its options. A table between two
    comments has the command that makes it anew."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    made = run_path(str(ROOT / "benchmarks" / "update_docs.py"))["SECTIONS"]
    text = page.read_text(encoding="utf-8")
    assert "no command" not in text.lower()
    command = re.compile(r"benchmarks/\w+\.py|(?:^|`)(?:diamonds|pytest) |results/\w+\.md#", re.MULTILINE)
    start, *sections = re.split(r"^(?=##+ )", text, flags=re.MULTILINE)
    for section in sections:
        assert "|---" not in section or command.search(start + section), section.partition("\n")[0]
    for script, options in re.findall(r"python (benchmarks/\w+\.py)([^`]*)", text):
        source = (ROOT / script).read_text(encoding="utf-8")
        assert all(f'"{option}' in source for option in re.findall(r" (--[a-z-]+)", options) if option != "--help"), f"{script}{options}"
    for name, command in re.findall(r"<!-- ([\w-]+): begin -->\n(?:`(?:[^`]*?python )?([^`]*)`)?", text):
        commands = [" ".join(shlex.split(each)) for each in made.get(name, ())]
        assert name not in made or " ".join(shlex.split(command)) in commands, f"{name}: {command}"


def test_the_page_to_begin_with_leads_to_definitions() -> None:
    """Where it names a function or a class after a file, the file defines it; `Class.method` by the method."""
    page = (ROOT / "docs" / "development" / "begin.md").read_text(encoding="utf-8")
    places = re.findall(r"`([\w/]+\.(?:py|js|c|h))`, `(?:\w+\.)?(\w+)`", re.sub(r"`[\w/]+\.(py|c)`, (?=`[\w/]+\.(py|c)`)", "", page))
    lost = []
    for file, name in places:
        texts = [
            path.read_text(encoding="utf-8")
            for path in ROOT.glob(f"[sca]*/**/{file.rpartition('/')[2]}")
            if path.as_posix().endswith(f"/{file}")
        ]
        patterns = (rf"\b(def|class|function|const) {name}\b", rf"^  (async )?{name}\(", rf"^(static|int|void)\b.* {name}\(")
        if not any(re.search(pattern, text, re.MULTILINE) for pattern in patterns for text in texts):
            lost.append((file, name))
    assert len(places) > 15
    assert lost == []


def test_comments_name_what_there_is() -> None:
    """A new name leaves the old one nowhere. Those with an underscore, which are no plain words; what ends with one letter or digit may be
    one of a row, such as `place_1`."""
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES}
    there = {word for text in texts.values() for word in re.findall(r"\w+", _QUOTED.sub("", text))} | {path.stem for path in SOURCES}
    quoted = [(names(path), word) for path, text in texts.items() for words in _QUOTED.findall(text) for word in _NAME.findall(words)]
    assert sorted((path, word) for path, word in quoted if word not in there and not re.fullmatch(r"\w+_\w", word)) == []
