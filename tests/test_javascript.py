"""The JavaScript of the pages, checked by TypeScript's compiler and by eslint: there is no build step that would do it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from .browser import ROOT, missing, node_modules

pytestmark = pytest.mark.extra

SCRIPTS = sorted((ROOT / "src").rglob("*.js"))
COMMANDS = {"typescript": ("bin/tsc", "--project", str(ROOT / "tsconfig.json")), "eslint": ("bin/eslint.js", "app", "src")}


@pytest.mark.parametrize("package", COMMANDS)
def test_scripts_pass(package: str) -> None:
    if not SCRIPTS:
        pytest.skip("there is no script yet")
    node = shutil.which("node") or missing("node")
    program, *arguments = COMMANDS[package]
    run = subprocess.run([node, node_modules(package) / program, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
