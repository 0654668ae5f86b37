"""Builds the C extensions; everything else is in pyproject.toml.

Switches, by environment variable:
  DIAMONDS_SWITCHES=1                  parts of the search can be left out (solver.h): for benchmarks/ablation.py
  DIAMONDS_DEBUG=1                     the same with asserts, warnings that are errors, no optimisation to speak of, and a search that does
                                       in small positions what it otherwise does in large ones: for tests
  DIAMONDS_COVERAGE=1                  a debug build without asserts that counts what is run of it (gcov): for benchmarks/coverage_table.py
  DIAMONDS_SANITIZE=address,undefined  what gcc and clang take for -fsanitize; implies DIAMONDS_DEBUG
  DIAMONDS_NATIVE=1                    for the processor of this machine only; the default runs everywhere
"""

from __future__ import annotations

import os
import platform
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import Cython
from Cython.Build import cythonize
from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import PlatformError

ROOT = Path(__file__).parent
PACKAGE = "src/diamonds_solver"
CYTHON = Path("build/cython")
LESS_OPTIMISED = {CYTHON: "-O1"}
if platform.machine().lower() in ("x86_64", "amd64"):  # elsewhere the generic engines are those that search
    LESS_OPTIMISED |= {Path("csrc/diamonds/engines/generic"): "-O2", Path("csrc/diamonds/engines/generic_thief"): "-O2"}
SANITIZE = os.environ.get("DIAMONDS_SANITIZE", "")
COVERAGE = os.environ.get("DIAMONDS_COVERAGE") == "1"
DEBUG = COVERAGE or bool(SANITIZE) or os.environ.get("DIAMONDS_DEBUG") == "1"
SWITCHES = DEBUG or os.environ.get("DIAMONDS_SWITCHES") == "1"
NATIVE = os.environ.get("DIAMONDS_NATIVE") == "1"

# gcc leaves these three out of -Wconversion, clang does not; what Cython writes is not clean under them.
NOT_OF_CONVERSION = ["-Wno-sign-conversion", "-Wno-enum-conversion", "-Wno-implicit-int-float-conversion"]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", *NOT_OF_CONVERSION, "-Werror"]


def compiler_flags() -> tuple[list[str], list[str]]:
    """Flags for gcc and clang: to compile, to link."""
    # Without contraction doubles are the same on every machine, and so is what is drawn by them.
    compile_flags, link_flags = ["-std=c11", "-fvisibility=hidden", "-ffp-contract=off"], []
    if DEBUG:
        # Python's own flags switch the asserts off: they have to be switched on again.
        compile_flags += ["-Og", "-g", "-UNDEBUG", "-DDIAMONDS_DEBUG", *WARNINGS]
    else:
        compile_flags += ["-O3", "-g0"]  # Python's own flags may ask for debug information, three quarters of an extension's size
    if SWITCHES:
        compile_flags += ["-DDIAMONDS_SWITCHES"]
    if SANITIZE:
        # The tests in C run the faster engines under the sanitizers: here one set, which every processor runs, is enough.
        compile_flags += ["-DDIAMONDS_GENERIC", "-g1"]  # lines are all that they tell of
        sanitizer = [f"-fsanitize={SANITIZE}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
        compile_flags, link_flags = compile_flags + sanitizer, link_flags + sanitizer
    if COVERAGE:  # asserts would be branches that are never taken
        compile_flags, link_flags = [*compile_flags, "--coverage", "-fprofile-update=atomic", "-DNDEBUG"], [*link_flags, "--coverage"]
    if NATIVE:
        compile_flags += ["-march=native"]
    return compile_flags, link_flags


def compile_side_by_side(compiler: Any, jobs: int) -> None:
    """Makes a compiler of setuptools work on that many files of an extension at once; by itself it takes one after the other.

    What Cython writes is the larger part of the text and the smaller one of the work: it is compiled with less optimisation. So are the
    searches for processors from before 2013: -O3 makes them some 10 % faster and takes half as long again to compile.
    """
    compile_all, compile_one = compiler.compile, compiler._compile
    less = {CYTHON: "-O0"} if DEBUG else LESS_OPTIMISED

    def compile_files(*args: Any, **options: Any) -> Any:
        with ThreadPoolExecutor(jobs) as pool:
            running = []

            def submit(target: str, source: str, extension: str, before: list[str], after: list[str], macros: list[str]) -> None:
                flags = [less[folder] for folder in Path(source).parents if folder in less]
                running.append(pool.submit(compile_one, target, source, extension, before, [*after, *flags], macros))

            compiler._compile = submit
            objects = compile_all(*args, **options)
            for file in running:
                file.result()
        return objects

    compiler.compile = compile_files


def cythonized(modules: list[Extension]) -> list[Extension]:
    """With C in place of Cython. What this version of Cython has written since the last change is good: Cython itself would write it anew
    in each of pip's builds, which unpack a Cython that is newer than any file, and all of it would be compiled again.
    """
    written = [CYTHON / Path(module.sources[0]).with_suffix(".c") for module in modules]
    first_line = f"/* Generated by Cython {Cython.__version__} */\n".encode()
    newest = max((ROOT / path).stat().st_mtime for path in files("setup.py", "src/**/*.py[xd]", "src/**/*.pxi"))
    if all(path.exists() and path.stat().st_mtime > newest and path.read_bytes().startswith(first_line) for path in written):
        for module, path in zip(modules, written, strict=True):
            module.sources[0] = path.as_posix()
        return modules
    return list(cythonize(modules, build_dir=str(CYTHON), compiler_directives={"language_level": 3}))


class BuildExtension(build_ext):
    """Compiles on all cores, or on as many as ``--parallel`` says. Refuses compilers that cannot do it, and builds anew when flags,
    compiler or the list of sources have changed.

    Files that are newer than the extension are seen to by setuptools; a source that is gone leaves nothing newer behind. An editable
    installation shares ``build/`` with the other ways to build, where setuptools would have temporary folders.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.editable_mode:
            ordinary = Distribution().get_command_obj("build")
            ordinary.ensure_finalized()
            self.build_lib, self.build_temp = ordinary.build_platlib, ordinary.build_temp

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":  # first: it has no compiler_so
            raise PlatformError("diamonds_solver is compiled by gcc or clang, not by Microsoft's compiler: its core uses their vectors")
        if not shutil.which(self.compiler.compiler_so[0]):
            raise PlatformError(f"there is no C compiler {self.compiler.compiler_so[0]!r}: install gcc or clang, or set CC to where it is")
        compile_flags, link_flags = compiler_flags()
        stamp = Path(self.build_temp) / "built_from.txt"
        sources = (source for extension in self.extensions for source in (*extension.sources, *extension.depends))
        built_from = "\n".join([*self.compiler.compiler_so, *compile_flags, *sources])
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != built_from:
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.write_text(built_from, encoding="utf-8")
        for extension in self.extensions:
            extension.extra_compile_args = compile_flags
            extension.extra_link_args = link_flags
            extension.depends.append(str(stamp))
        jobs = self.parallel if isinstance(self.parallel, int) and self.parallel is not True else os.cpu_count()
        compile_side_by_side(self.compiler, jobs or 1)
        self.parallel = None  # one extension after the other: each has files for all cores
        super().build_extensions()


class BuildPython(build_py):
    """Takes files out of ``build/`` that an earlier build left there and this one does not make: pip packs all that it finds."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        made = {Path(output).resolve() for output in (*self.get_outputs(), *self.get_finalized_command("build_ext").get_outputs())}
        for package in {name.partition(".")[0] for name in self.packages}:
            for path in (Path(self.build_lib) / package).rglob("*"):
                if path.is_file() and path.resolve() not in made:
                    path.unlink()


def files(*patterns: str) -> list[str]:
    """The files of the patterns, relative to this one as setuptools wants them."""
    return sorted(path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern))


# C is compiled file by file; without the headers in `depends` a changed header would not rebuild anything.
def extension(name: str, *sources: str) -> Extension:
    """The module `name` of the package: its .pyx file and the C files of the patterns."""
    path = f"{PACKAGE}/{name.replace('.', '/')}"
    return Extension(
        f"diamonds_solver.{name}",
        sources=[f"{path}.pyx", *files(*sources)],
        include_dirs=["csrc"],
        depends=files("csrc/**/*.h", f"{PACKAGE}/common/*.pxd", f"{Path(path).parent}/*.pxd", f"{Path(path).parent}/*.pxi"),
    )


GAME = "games.diamonds"
RULES = ["csrc/diamonds/rules/position.c", "csrc/diamonds/rules/status.c"]
COMMON = [f"csrc/common/{name}.c" for name in ("boxes", "pages")]
ENGINES = "engines/generic*/" if SANITIZE else "engines/*/"
FOLDERS = ["", "rules/", "search/", "partition/", "engines/", ENGINES, "root/"] + ["plain/"] * SWITCHES
SOLVER = [f"csrc/diamonds/{folder}*.c" for folder in FOLDERS]
extensions = [
    extension("sampling._sampling", "csrc/common/dealer.c"),
    extension(f"{GAME}.core._solver", *COMMON, *SOLVER),
    extension(
        f"{GAME}.core._players",
        *[f"csrc/common/{name}.c" for name in ("dealer", "seeds")],
        *[
            f"csrc/diamonds/{file}.c"
            for file in ("rules/parts", "rules/position", "rules/status", "players/*", "learned/*", "seat/*", "advice/*")
        ],
    ),
    extension("games.diamoniak.core._players", "csrc/common/tree.c", "csrc/diamoniak/*/*.c"),
    extension("games.diams.core._players", "csrc/common/tree.c", "csrc/diams/rules/*.c", "csrc/diams/players/*.c"),
    extension("games.diams.core._solver", "csrc/diams/rules/*.c", "csrc/diams/search/*.c"),
]

setup(
    ext_modules=cythonized(extensions),
    cmdclass={"build_ext": BuildExtension, "build_py": BuildPython},
)
