"""Files and names in backticks, in pages and in comments, are those of the sources: a move or a new name leaves none behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("app", "benchmarks", "csrc", "docs", "src", "tests")
FILES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix not in (".so", ".pyc")]
PATHS = {path.relative_to(ROOT).as_posix() for path in FILES} | {path.name for path in ROOT.iterdir()}
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *FILES) if path.suffix == ".md" and "results" not in path.parts)
SOURCES = [path for path in FILES if path.suffix in (".py", ".pyx", ".pxi", ".c", ".h") and path.parts[-2] != "data"]
ENDS = r"\.(?:py|pyx|c|h|js|\[ch\])"
_QUOTED = re.compile(r"`+([^`\n]+)`+")
_NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_FILE = re.compile(rf"(?<![\w./~<-])(?:(?:[\w-]+/)*[\w-]+{ENDS}(?!\w)|(?:{'|'.join(FOLDERS)}|games)/[\w/-]+(?![\w.*]))")


def names(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def told_files(text: str) -> Iterator[str]:
    """Files and folders in backticks; those of any game (`GAME/..`) and patterns have no place of their own."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for name in (name for quoted in _QUOTED.findall(prose) for name in _FILE.findall(quoted) if "GAME" not in name):
        yield from [name.replace("[ch]", end) for end in "ch"] if name.endswith("[ch]") else [name.rstrip("/")]


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_a_page_names_files_that_there_are(page: Path) -> None:
    tails = {path[at:] for path in PATHS for at in (0, *(i + 1 for i, letter in enumerate(path) if letter == "/"))}
    assert [name for name in told_files(page.read_text(encoding="utf-8")) if name not in tails] == []


def test_comments_name_what_there_is() -> None:
    """Names with an underscore, which are no plain words; what ends with one letter or digit may be one of a row, such as `place_1`."""
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES}
    there = {word for text in texts.values() for word in re.findall(r"\w+", _QUOTED.sub("", text))} | {path.stem for path in SOURCES}
    quoted = [(names(path), word) for path, text in texts.items() for words in _QUOTED.findall(text) for word in _NAME.findall(words)]
    assert sorted((path, word) for path, word in quoted if word not in there and not re.fullmatch(r"\w+_\w", word)) == []
