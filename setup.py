"""Builds the C extensions; everything else is in pyproject.toml.

Switches, by environment variable:
  DIAMONDS_DEBUG=1                     asserts on, all warnings are errors, no optimisation to speak of
  DIAMONDS_SANITIZE=address,undefined  what gcc and clang take for -fsanitize; implies DIAMONDS_DEBUG
  DIAMONDS_NATIVE=1                    for the processor of this machine only; the default runs everywhere
"""

from __future__ import annotations

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
PACKAGE = "src/diamonds_solver/games/diamonds"
SANITIZE = os.environ.get("DIAMONDS_SANITIZE", "")
DEBUG = bool(SANITIZE) or os.environ.get("DIAMONDS_DEBUG") == "1"
NATIVE = os.environ.get("DIAMONDS_NATIVE") == "1"

# gcc leaves -Wsign-conversion out of -Wconversion, clang does not; what Cython writes is not clean under it.
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wno-sign-conversion", "-Werror"]


def unix_flags() -> tuple[list[str], list[str]]:
    """Flags for gcc and clang: to compile, to link."""
    compile_flags, link_flags = ["-std=c11", "-fvisibility=hidden", "-ffp-contract=off"], []
    if DEBUG:
        # Python's own flags switch the asserts off: they have to be switched on again.
        compile_flags += ["-O1", "-g", "-UNDEBUG", "-DDIAMONDS_DEBUG", *WARNINGS]
    else:
        compile_flags += ["-O3"]
    if SANITIZE:
        sanitizer = [f"-fsanitize={SANITIZE}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
        compile_flags, link_flags = compile_flags + sanitizer, link_flags + sanitizer
    if NATIVE:
        compile_flags += ["-march=native"]
    return compile_flags, link_flags


def msvc_flags() -> tuple[list[str], list[str]]:
    """Flags for Microsoft's compiler: to compile, to link."""
    return ["/std:c11", *(["/Od", "/Zi", "/UNDEBUG", "/DDIAMONDS_DEBUG", "/W4"] if DEBUG else ["/O2"])], []


class BuildExtension(build_ext):
    """Chooses the flags once the compiler is known, and builds anew when they have changed."""

    def build_extensions(self) -> None:
        compile_flags, link_flags = msvc_flags() if self.compiler.compiler_type == "msvc" else unix_flags()
        stamp = Path(self.build_temp) / "flags.txt"
        flags = " ".join(compile_flags)
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != flags:
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.write_text(flags, encoding="utf-8")
        for extension in self.extensions:
            extension.extra_compile_args = compile_flags
            extension.extra_link_args = link_flags
            extension.depends.append(str(stamp))
        super().build_extensions()


def files(*patterns: str) -> list[str]:
    """The files of the patterns, relative to this one as setuptools wants them."""
    return sorted(path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern))


def extension(name: str, *sources: str) -> Extension:
    """A module of the game from its .pyx and the C files of the patterns; without `depends` a changed header would not rebuild anything."""
    return Extension(
        f"diamonds_solver.games.diamonds.{name}",
        sources=[f"{PACKAGE}/{name}.pyx", *files(*sources)],
        include_dirs=["csrc"],
        depends=files("csrc/**/*.[ch]", "src/**/*.pyx", "src/**/*.pxd"),
    )


extensions = [
    extension("_core", "csrc/common/*.c", "csrc/diamonds/*.c", "csrc/diamonds/engines/*.c"),
    extension("_players", "csrc/common/status.c", "csrc/diamonds/position.c", "csrc/diamonds/players/*.c"),
]

setup(
    ext_modules=cythonize(extensions, build_dir="build/cython", compiler_directives={"language_level": 3}),
    cmdclass={"build_ext": BuildExtension},
)
