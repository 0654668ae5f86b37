"""The style sheets of the page: a class belongs to one component, as each section of a sheet says whose it is."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from .browser import ROOT

STATIC = ROOT / "src/diamonds_solver/web/static"
SHEETS = ("table.css", "page.css", "review.css")
SCRIPTS = [path for path in sorted(STATIC.glob("*.js")) if path.name not in ("preact.js", "htm.js", "motion.js")]
HEADING = re.compile(r"/\* == ([^:*]+): ([^*]+?) \*/")
"""``/* == hint: hint.js */``: up to the next heading the rules are of classes that these scripts write. ``all``: parts that any may use."""


def quoted(code: str) -> str:
    """The texts of a JavaScript expression: its strings, and its templates but for what they insert, of which again the texts."""
    found, at = list[str](), 0
    while at < len(code):
        if code[at] in "\"'":
            end = code.index(code[at], at + 1)
            found.append(code[at + 1 : end])
            at = end
        elif code[at] == "`":
            text, at = "", at + 1
            while code[at] != "`":
                if code.startswith("${", at):
                    end = closing(code, at + 1)
                    text += f" {quoted(code[at + 2 : end])} "
                    at = end
                else:
                    text += code[at]
                at += 1
            found.append(text)
        at += 1
    return " ".join(found)


def closing(code: str, at: int) -> int:
    """Where the brace at `at` is closed."""
    depth = 0
    for place in range(at, len(code)):
        depth += {"{": 1, "}": -1}.get(code[place], 0)
        if not depth:
            return place
    raise AssertionError(code[at : at + 80])


def written(code: str) -> set[str]:
    """The classes that a script gives to what it draws."""
    names = set[str]()
    for found in re.finditer(r"""\b(?:(?:class|kind|className|classes) ?=|kind:) ?("[^"]*"|\$\{|`)""", code):
        begins = found.start(1)
        if found[1] == "${":
            text = quoted(code[begins + 2 : closing(code, begins + 1)])
        elif found[1] == "`":
            text = quoted(code[begins : code.index("\n", begins)].rstrip(";"))
        else:
            text = found[1][1:-1]
        names |= set(re.findall(r"(?<![\w-])[A-Za-z][\w-]*(?![\w-])", text))
    return names


def sections(sheet: Path) -> list[tuple[str, str, str]]:
    """Name, scripts and rules of each section."""
    _, *parts = HEADING.split(sheet.read_text(encoding="utf-8"))
    return list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))


def styled(rules: str) -> set[str]:
    """The classes with a rule of their own, wherever they stand."""
    text = re.sub(r"/\*.*?\*/|url\(\"[^\"]*\"\)", "", rules, flags=re.DOTALL)
    selectors = [each.strip() for found in re.findall(r"([^{};]+)\{", text) for each in re.split(r",(?![^(]*\))", found)]
    return {found[1] for each in selectors if (found := re.fullmatch(r"\.([\w-]+)(::?[\w-]+(\([^)]*\))?)*", each))}


def test_texts_of_an_expression() -> None:
    assert quoted('`seat s${place} ${isTurn ? "turn" : `${"deep"} x`}`').split() == ["seat", "s", "turn", "deep", "x"]


def test_a_class_with_a_rule_of_its_own_is_of_one_component() -> None:
    """Else a rule for the one changes the looks of the other: a plate was drawn as a safe once."""
    writers, owners = defaultdict[str, set[str]](set), dict[str, str]()
    for script in SCRIPTS:
        for name in written(script.read_text(encoding="utf-8")):
            writers[name].add(script.name)
    wrong = list[str]()
    for sheet in SHEETS:
        for component, scripts, rules in sections(STATIC / sheet):
            for name in styled(rules):
                if owners.setdefault(name, component) != component:
                    wrong.append(f".{name} is styled as {owners[name]} and as {component}")
                if scripts != "all" and (others := writers[name] - set(scripts.split(", "))):
                    wrong.append(f".{name} of {component} is written by {', '.join(sorted(others))}")
    assert wrong == []
    assert {"seat", "hint", "card"} <= owners.keys()
