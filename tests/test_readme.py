"""README.md says what is true: its transcripts and its Python run, and .ci/run runs its two commands."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of README.md in `language`."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def steps() -> list[tuple[str, str]]:
    """Each command of the transcripts with what it prints."""
    texts = [step for block in blocks("console") for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (text.partition("\n") for text in texts)]


@pytest.mark.parametrize(("command", "output"), steps(), ids=[command for command, _ in steps()])
def test_transcript(command: str, output: str) -> None:
    """What goes to either stream is in the transcript; notes are left out there."""
    function = f'diamonds() {{ {shlex.quote(sys.executable)} -m diamonds_solver "$@"; }}\n'
    result = subprocess.run(["bash", "-c", function + command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    printed = [line for line in result.stdout.decode().splitlines() if not line.startswith("note: ")]
    assert printed == output.splitlines()


def test_there_are_transcripts() -> None:
    assert len(steps()) >= 4


def test_python() -> None:
    """What a print writes is in the comment behind it, lines apart by ``|``."""
    (code,) = blocks("python")
    expected = [text.strip() for comment in re.findall(r"print\(.*\)  # (.*)$", code, re.MULTILINE) for text in comment.split("|")]
    assert expected
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue().splitlines() == expected


def test_two_commands_and_ci_runs_both() -> None:
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) == 2
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert all(f'bash -c "{command}"' in script for command in commands)


def test_links_lead_somewhere() -> None:
    documents = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for document in documents:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
