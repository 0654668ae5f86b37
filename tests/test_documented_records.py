"""Every record of the docs and every example goes through every command that takes records: none fails, and they agree on what is good."""

from __future__ import annotations

import io
import re
import shlex

import pytest

from diamonds_solver import cli
from diamonds_solver.cli.inputs import is_record
from diamonds_solver.games.records import dumps, examples, iter_records
from diamonds_solver.notation.problems import RecordError
from tests.test_readme import PAGES, blocks, steps

ADVICE = ["--worlds", "2", "--seed", "1", "--threads", "1", "-q"]
REVIEW = [*ADVICE, "--engine", "playout", "--hindsight-limit", "10ms"]
COMMANDS = {
    "show": ["show", "-q"],
    "tricks": ["show", "-q", "--tricks"],
    "state": ["show", "-q", "--json"],
    "convert": ["convert", "--to", "json"],
    "solve": ["solve", "-q", "--nodes", "200", "--threads", "1"],
    "solve all": ["solve", "-q", "--nodes", "200", "--threads", "1", "--all"],
    "advise": ["advise", *ADVICE, "--engine", "playout"],
    "table": ["table", "make", "-q", "--nodes", "200", "--threads", "1"],
    "analyse": ["analyse", *REVIEW, "--json"],
    "report": ["report", *REVIEW],
}
LONG = {"show", "solve", "advise", "analyse", "report"}
"""The first two are contained in others of the list."""
CANNOT = {"E-HIDDEN", "E-PHASE", "E-OVER", "E-TURN", "E-EMPTY", "E-SEE"}
"""What good records do not have that a command needs: open hands, a decision, something played, a player whose knowledge it is."""


def texts() -> list[str]:
    """Every record of the docs, and of the examples but for the two long suites, each once."""
    found = [text for page in PAGES for language in ("dia", "json") for text in blocks(page, language)]
    found += [word for page in PAGES for step in steps(page) for word in _words(step.command) if is_record(word)]
    found += re.findall(r"^\| `E-[A-Z-]+` \|[^|]*\| `([^`|]*)` \|$", _page("errors.md"), re.MULTILINE)
    found += [path.read_text("utf-8") for name, path in examples().items() if name not in ("suite", "bench")]
    return list(dict.fromkeys(one for text in found for one in _split(text)))


def _page(name: str) -> str:
    return next(page for page in PAGES if page.name == name).read_text("utf-8")


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quote that goes on
        return []


def _split(text: str) -> list[str]:
    """The good records of a text one by one, in their standard form; with a bad one, the text."""
    items = list(iter_records(io.BytesIO(text.encode())))
    good = [item for item in items if not isinstance(item, RecordError)]
    return [text] if len(good) < len(items) else [dumps(item, "line") for item in good]


@pytest.fixture(scope="module")
def is_good() -> dict[str, bool]:
    """Of each text whether `check` has nothing against it."""
    return {text: cli.run(["check", "-q", text]) == cli.OK for text in texts()}


def test_there_are_records_of_all_games(is_good: dict[str, bool]) -> None:
    games = {text.split()[0] for text, good in is_good.items() if good}
    assert games >= {"diamonds", "diams", "diamoniak"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long if name in LONG else ()) for name in COMMANDS])
def test_no_command_fails(name: str, is_good: dict[str, bool], capsys: pytest.CaptureFixture[str]) -> None:
    """DIAMONDS_DEBUG=1 (conftest.py) raises what would be an internal error."""
    wrong = []
    for text, good in is_good.items():
        if name == "tricks" and not text.startswith("diamonds"):
            continue  # the other games have none
        code = cli.run([*COMMANDS[name], text])
        said = capsys.readouterr()
        codes = set(re.findall(r"\[(E-[A-Z-]+)\]", said.err)) | set(re.findall(r'"code": "(E-[A-Z-]+)"', said.out))
        if code not in (cli.OK, cli.BAD_INPUT, cli.LIMIT) or (good and not codes <= CANNOT) or (not good and code == cli.OK):
            wrong.append((text, code, codes, said.err[:300]))
    assert wrong == []
