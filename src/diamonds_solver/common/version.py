"""The version of the program, and its build."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

# -- the version --------------------------------------------------------------------------------------------------------------------------
# Which version of the program this is; pyproject.toml reads it here.

__version__ = "0.1.0"


# -- the build ----------------------------------------------------------------------------------------------------------------------------
# The version alone does not say which build this is while one is in development.


_PACKAGE = Path(__file__).parents[1]
_NOT_COUNTED = "cli"  # what commands print changes no result


@cache
def build_id() -> str:
    """12 hexadecimal digits of a hash over the package's Python modules, those of the commands left out, and its compiled extensions.

    Another id does not mean other results: compiled anew from the same sources, an extension may differ in bytes without any meaning.
    """
    return files_id(_PACKAGE)


def files_id(package: Path) -> str:
    """The id of the package in this folder."""
    total = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package)
        if name.parts[0] != _NOT_COUNTED and (name.suffix == ".py" or name.name.endswith(EXTENSION_SUFFIXES[0])):
            total.update(f"{name.as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:12]
