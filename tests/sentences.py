"""Every sentence that the program can say: messages, hints, notes, help texts, the page and the phone.

    python -m tests.sentences              all of them, each with its place: to be read from top to bottom
    python -m tests.sentences WORD         those with a word in them

Texts of people who play and of programs are apart: JSON keys, names of options and styles are no sentences.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "diamonds_solver"
_SCRIPT_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', re.DOTALL)
_MARKUP_TEXT = re.compile(r">([^<>{}]*[a-z][^<>{}]*)<")
_COMMENT = re.compile(r"^\s*(?://|/?\*).*$", re.MULTILINE)
_CODE = re.compile(r"[{}()\[\]]|=>|===|&&|^[\w./:-]+$|^\s*[.#]?[\w-]+(?:\s+[.#>][\w-]+)*\s*$")


class Sentence(NamedTuple):
    """A text, with ``{...}`` for what is filled in, and where it stands."""

    path: Path
    line: int
    text: str


def sentences() -> Iterator[Sentence]:
    """All of them, by file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from of_python(path)
    for folder in (PACKAGE / "web" / "static", ROOT / "app"):
        for path in sorted(folder.glob("*.js")):
            if path.name not in ("preact.js", "htm.js"):
                yield from of_script(path)
    for path in sorted([*PACKAGE.rglob("*.html"), *(ROOT / "app").glob("*.html")]):
        yield from _of_matches(path, path.read_text(encoding="utf-8"), _MARKUP_TEXT)


def of_python(path: Path) -> Iterator[Sentence]:
    """Strings of two words or more, those of f-strings as one, and the docstrings that click shows as help."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    parts = {id(child) for node in nodes if isinstance(node, ast.JoinedStr) for child in ast.walk(node) if child is not node}
    bodies = [body for node in nodes if isinstance(body := getattr(node, "body", None), list)]
    documented = {id(after.value) for body in bodies for after in body if isinstance(after, ast.Expr)}
    documented -= {id(node.body[0].value) for node in nodes if _is_command(node)}  # type: ignore[attr-defined]
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{...}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if id(node) not in parts and id(node) not in documented and _is_sentence(text):
            yield Sentence(path, node.lineno, " ".join(text.split()))


def of_script(path: Path) -> Iterator[Sentence]:
    """Strings of two words or more in a script of the page, and the text between its tags."""
    text = _COMMENT.sub(lambda match: " " * len(match[0]), path.read_text(encoding="utf-8"))
    for found in _SCRIPT_TEXT.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[2] is not None and "<" in found[2]:
            yield from _of_matches(path, found[2], _MARKUP_TEXT, line)
        else:
            inside = found[1] if found[1] is not None else re.sub(r"\$\{[^{}]*\}", "{...}", found[2] or "")
            if _is_sentence(inside) and not _CODE.search(inside.replace("{...}", "")):
                yield Sentence(path, line, " ".join(inside.split()))


def _of_matches(path: Path, text: str, pattern: re.Pattern[str], first: int = 1) -> Iterator[Sentence]:
    for found in pattern.finditer(text):
        if _is_sentence(found[1]):
            yield Sentence(path, first + text.count("\n", 0, found.start()), " ".join(found[1].split()))


def _is_command(node: ast.AST) -> bool:
    """Whether this is a function whose docstring click shows."""
    return (
        isinstance(node, ast.FunctionDef)
        and ast.get_docstring(node) is not None
        and any("command" in ast.unparse(each) for each in node.decorator_list)
    )


def _is_sentence(text: str) -> bool:
    words = re.findall(r"[^\W\d_]{2,}", text.replace("{...}", " "))
    return len(words) >= 2 and " " in text.strip() and "(?" not in text and not text.startswith((".", "#", "/"))


def main() -> None:
    word = sys.argv[1].casefold() if len(sys.argv) > 1 else ""
    for sentence in sentences():
        if word in sentence.text.casefold():
            print(f"{sentence.path.relative_to(ROOT)}:{sentence.line}: {sentence.text}")


if __name__ == "__main__":
    main()
