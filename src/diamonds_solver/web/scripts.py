"""The page's files as they are sent, and its modules as one script, which a report has in it."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_COMMENTS = re.compile(r"^ *(?:/\*\*(?:[^*]|\*[^/])*\*/ *|//.*)\n", re.MULTILINE)
"""Comments of a script that have lines of their own, which is a fifth of it."""

_IMPORT = re.compile(r"^import (?:(\w+)|\{ ([^}]*) \}) from \"\./(\w+)\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
_LIST = re.compile(r"^(.*?)export ?\{ ?([^}]*?) ?\};?$", re.MULTILINE)


@cache
def content(name: str) -> str:
    """A file of the page, without what only its writers read."""
    text = files(__package__).joinpath("static", name).read_text(encoding="utf-8")
    return _COMMENTS.sub("", text) if name.endswith(".js") else text


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
