"""setup.py: what an earlier build left is not packed, other compilers are refused, files are compiled side by side."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from .conftest import out_of_date

ROOT = Path(__file__).parents[1]
SETUP = ROOT / "setup.py"

pytest.importorskip("Cython.Build")
setuptools = pytest.importorskip("setuptools")


@pytest.mark.long
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
    endings = ("py", "pyi", "css", "dia", "html", "js", "json", "md", "svg")
    files = {path.relative_to(source).as_posix() for ending in endings for path in source.rglob(f"*.{ending}")}
    assert kept == files | {"py.typed"}


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of setup.py; `given` is what it tells setuptools."""
    from Cython import Build

    given: dict[str, Any] = {}
    monkeypatch.setattr(setuptools, "setup", lambda **options: given.update(options))
    monkeypatch.setattr(Build, "cythonize", lambda modules, **_: modules)
    return runpy.run_path(str(SETUP)) | {"given": given}


@pytest.mark.parametrize(
    ("kind", "program", "message"),
    [
        ("msvc", sys.executable, "compiled by gcc or clang"),
        ("unix", "no-such-compiler", "no C compiler 'no-such-compiler': install gcc or clang"),
    ],
)
def test_other_compilers_and_none_are_refused(script: dict[str, Any], kind: str, program: str, message: str) -> None:
    command = script["given"]["cmdclass"]["build_ext"](setuptools.Distribution())
    command.compiler = SimpleNamespace(compiler_type=kind, compiler_so=[program])
    with pytest.raises(Exception, match=message):
        command.build_extensions()


def test_the_files_of_an_extension_are_compiled_side_by_side(script: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files that wait for each other; the error of a third one comes out. What Cython wrote has a flag of its own."""
    both, flags = threading.Barrier(2, timeout=60), dict[str, list[str]]()

    class Compiler:
        def compile(self, sources: list[str]) -> list[str]:
            for source in sources:
                self._compile(f"{source}.o", source, ".c", [], ["-O3"], [])
            return [f"{source}.o" for source in sources]

        def _compile(self, target: str, source: str, extension: str, before: list[str], after: list[str], macros: list[str]) -> None:
            flags[source] = after
            if source == "broken":
                raise ValueError(source)
            both.wait()

    monkeypatch.setitem(script["compile_side_by_side"].__globals__, "DEBUG", False)
    compiler: Any = Compiler()
    script["compile_side_by_side"](compiler, 2)
    wrapper = "build/cython/b.c"
    assert compiler.compile(["a", wrapper]) == ["a.o", f"{wrapper}.o"]
    assert flags == {"a": ["-O3"], wrapper: ["-O3", "-O1"]}
    with pytest.raises(ValueError, match="broken"):
        compiler.compile(["broken"])


def test_an_installed_copy_that_is_older_is_noticed(tmp_path: Path) -> None:
    """Else a change of src and its test would be tried with the old code."""
    source, installed = tmp_path / "source", tmp_path / "installed"
    for folder in (source, installed):
        (folder / "games").mkdir(parents=True)
        (folder / "games" / "solve.py").write_text("value = 1\n")
    assert out_of_date(installed, source) == ""
    (source / "games" / "solve.py").write_text("value = 2\n")
    assert out_of_date(installed, source) == "games/solve.py"
    assert out_of_date(source, source) == ""
    (source / "games" / "solve.py").write_text("value = 1\n")
    (source / "new.py").write_text("")
    assert out_of_date(installed, source) == "new.py"


def test_the_steps_of_ci_fit_into_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ci = runpy.run_path(str(ROOT / ".ci" / "checks.py"), run_name="ci")
    budget = ci["BUDGET"]
    steps = ci["steps"](Path("clone"), Path("visitor"))
    assert {step.name for step in steps} == set(budget["steps"])
    assert sum(budget["steps"].values()) <= budget["all"]
    assert {need for step in steps for need in step.needs} <= set(budget["steps"])


@pytest.mark.posix
def test_ci_compiles_the_same_text_once(tmp_path: Path) -> None:
    compiler, calls = tmp_path / "compiler", tmp_path / "calls.txt"
    compiler.write_text(f'#!/bin/sh\necho "$*" >> {calls}\nexec cc "$@"\n')
    compiler.chmod(0o755)
    (tmp_path / "objects").mkdir()
    environment = os.environ | {"COMPILER": str(compiler), "OBJECTS": str(tmp_path / "objects")}

    def compiled(folder: str, *flags: str, value: int = 1) -> bytes:
        where = tmp_path / folder
        where.mkdir(exist_ok=True)
        (where / "value.h").write_text(f"enum {{ VALUE = {value} }};\n")
        (where / "unit.c").write_text('#include "value.h"\nint value(void) { return VALUE; }\n')
        command = [str(ROOT / ".ci" / "compile_once"), *flags, "-I.", f"-I{where}", "-c", "unit.c", "-o", "unit.o"]
        subprocess.run(command, cwd=where, env=environment, check=True)
        return (where / "unit.o").read_bytes()

    def times_compiled() -> int:
        return sum(" -c " in f" {call} " for call in calls.read_text().splitlines())

    first = compiled("one")
    assert (compiled("two"), times_compiled()) == (first, 1)
    assert (compiled("two", value=2) != first, times_compiled()) == (True, 2)
    assert (compiled("one", "-DOTHER") == first, times_compiled()) == (True, 3)
