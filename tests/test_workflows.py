"""The workflows, which only GitHub can run, name what is there; their syntax is for `make lint`. And the site that one of them publishes
can be read without a network."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from diamonds_solver.cli import COMMANDS

ROOT = Path(__file__).parents[1]
WORKFLOWS = {
    path.name: re.sub(r"(^| )#.*", "", path.read_text("utf-8"), flags=re.MULTILINE) for path in (ROOT / ".github/workflows").glob("*.yml")
}
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_names_what_there_is(name: str) -> None:
    text = WORKFLOWS[name]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {target for target in re.findall(r"\bmake ([a-z-]+)", text) if not re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)} == set()
    assert {extra for group in re.findall(r"\[([a-z,]+)\]['\"]", text) for extra in group.split(",")} <= extras.keys()
    assert set(re.findall(r"\bdiamonds ([a-z]+)", text)) <= COMMANDS.keys()
    assert [path for path in re.findall(r"(?<![\w/.])(?:\.ci|benchmarks|src)/[\w/.-]+", text) if not (ROOT / path).exists()] == []
    assert {path for path in re.findall(r"uses: \$/(\S+)", text) if not (ROOT / path).exists()} == set()
    assert {path for path in re.findall(r"path: build/(\w+)", text) if not re.search(rf"build/{path}\b", MAKEFILE)} == set()


@pytest.mark.parametrize(
    ("page", "is_fine"),
    [
        ('<link rel="stylesheet" href="style.css"><a href="page.html?v=1#top">here</a> <a href="https://example.org">elsewhere</a>', True),
        ('<script async="async" src="https://example.org/script.js"></script>', False),
        ('<img alt="" src="/style.css">', False),
        ('<a class="reference" href="missing.html">nowhere</a>', False),
    ],
)
def test_a_site_that_needs_a_network_is_refused(page: str, is_fine: bool, tmp_path: Path) -> None:
    errors = pytest.importorskip("sphinx.errors")
    pytest.importorskip("myst_parser")
    check = runpy.run_path(str(ROOT / "docs" / "conf.py"))["works_offline"]
    (tmp_path / "style.css").write_text("a { background: url(data:image/png) }")
    (tmp_path / "page.html").write_text(page)
    site = SimpleNamespace(outdir=str(tmp_path))
    if is_fine:
        check(site, None)
        (tmp_path / "style.css").write_text("@import url('https://example.org/font.css')")
    with pytest.raises(errors.SphinxError, match="network"):
        check(site, None)
