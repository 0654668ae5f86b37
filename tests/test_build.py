"""setup.py: what an earlier build left behind is not packed, and compilers that cannot do it are refused."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SETUP = ROOT / "setup.py"

pytest.importorskip("Cython.Build")
setuptools = pytest.importorskip("setuptools")


def test_files_of_an_older_version_are_not_packed(tmp_path: Path) -> None:
    package = tmp_path / "diamonds_solver"
    stale = [package / "gone.py", package / "games" / "diamonds" / "data" / "gone.dia", package / "gone" / "__init__.py"]
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    other = tmp_path / "other.txt"
    other.write_text("")
    subprocess.run([sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path)], cwd=ROOT, timeout=120, check=True)
    assert other.exists()
    kept = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    source = ROOT / "src" / "diamonds_solver"
    files = {path.relative_to(source).as_posix() for ending in ("py", "pyi", "dia", "json") for path in source.rglob(f"*.{ending}")}
    assert kept == files | {"py.typed"}


def test_other_compilers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from Cython import Build

    given: dict[str, Any] = {}
    monkeypatch.setattr(setuptools, "setup", lambda **options: given.update(options))
    monkeypatch.setattr(Build, "cythonize", lambda modules, **_: modules)
    runpy.run_path(str(SETUP))
    command = given["cmdclass"]["build_ext"](setuptools.Distribution())
    command.compiler = SimpleNamespace(compiler_type="msvc")
    with pytest.raises(Exception, match="compiled by gcc or clang"):
        command.build_extensions()
