"""The page's files as they are sent, and its modules as one script, which a report has in it. As a program, for the page for phones: writes
such files into a folder, from where scripts find what lies beside them there."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

_READ_BY_WRITERS = {
    ".js": (
        (re.compile(r"^ *(?:/\*\*(?:[^*]|\*[^/])*\*/ *|//.*)\n", re.MULTILINE), ""),
        (re.compile(r"/\*\* @type[^*]*\*/ ?"), ""),
        (re.compile(r"(?<=[,;{]) // [^\"`\n]*$", re.MULTILINE), ""),
        (re.compile(r"^ +|^\n", re.MULTILINE), ""),
    ),
    ".css": (
        (re.compile(r"^/\*[^*]*\*/\n", re.MULTILINE), ""),
        (re.compile(r"^ +", re.MULTILINE), ""),
        (re.compile(r" *\{ "), "{"),
        (re.compile(r"; "), ";"),
        (re.compile(r" \}"), "}"),
    ),
}
"""Comments, what tells type checkers of a value, indentation: what stands for it in files of each kind. It is a third of a script."""

_IMPORT = re.compile(r"^import (?:(\w+)|\{ ([^}]*) \}) from \"\./(\w+)\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
_LIST = re.compile(r"^(.*?)export ?\{ ?([^}]*?) ?\};?$", re.MULTILINE)


def without_comments(text: str, kind: str) -> str:
    """A script or a style sheet without what only its writers read; `kind`: ``.js``, ``.css`` or another one."""
    for what, instead in _READ_BY_WRITERS.get(kind, ()):
        text = what.sub(instead, text)
    return text


@cache
def content(name: str) -> str:
    """A file of the page."""
    return without_comments(files(__package__).joinpath("static", name).read_text(encoding="utf-8"), Path(name).suffix)


@cache
def bundle(name: str) -> str:
    """A module with all that it imports, which needs no other file: each module a function that is called once, the last one as it is."""
    modules: dict[str, str] = {}
    _collect(name, modules)
    return "".join(modules.values())


def _collect(name: str, modules: dict[str, str], *, is_last: bool = True) -> None:
    """Adds a module, after those that it imports."""
    text = content(f"{name}.js")
    for needed in _IMPORT.finditer(text):
        if needed[3] not in modules:
            _collect(needed[3], modules, is_last=False)
    text = _IMPORT.sub(lambda found: f"const {{ {_renamed(found[2]) if found[2] else f'default: {found[1]}'} }} = ${found[3]};\n", text)
    given = _EXPORT.findall(text)
    given += [_renamed(part, is_export=True) for lists in _LIST.findall(text) for part in [lists[1]]]
    text = _LIST.sub(r"\1", _EXPORT.sub("", text)).replace("export default ", "const $default = ")
    given += ["default: $default"] if "const $default" in text else []
    modules[name] = text if is_last else f"const ${name} = (() => {{\n{text}\nreturn {{ {', '.join(given)} }};\n}})();\n"


def _renamed(names: str, *, is_export: bool = False) -> str:
    """``a, b as c`` as an object has it."""
    pairs = (each.split(" as ") for each in re.split(", ?", names))
    return ", ".join(pair[0] if len(pair) == 1 else ": ".join(reversed(pair) if is_export else pair) for pair in pairs)


def _main(folder: str, *paths: str) -> None:
    for path in map(Path, paths):
        text = without_comments(path.read_text(encoding="utf-8"), path.suffix).replace('"../src/diamonds_solver/', '"./')
        Path(folder, path.name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _main(*sys.argv[1:])
