"""Writes the signatures of the public Python names, with the first sentence of each docstring, into docs/reference/python.md:
`python docs/make_reference.py`. A page of a code host shows them without being built; `help(ds.solve)` has the rest."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from textwrap import fill
from typing import Any

import diamonds_solver as ds

PAGE = Path(__file__).parent / "reference" / "python.md"
SECTIONS = {
    "Records and positions": (
        *("loads", "load", "load_game", "dumps", "example", "deal", "late_position"),
        *("Record", "GameRecord", "Position", "Rules", "Move", "Decision"),
    ),
    "All cards known": ("solve", "solve_all", "Solver", "Solution"),
    "Hidden hands": ("advise", "Advice", "MoveAdvice", "Verdict", "View"),
    "Live games": ("LiveGame",),
    "After the game": ("analyse", "report", "Analysis", "Judged", "Known", "PlayerSummary", "Thresholds"),
    "Before the round": ("evaluate_hand", "HandValue", "equilibrium", "Equilibrium"),
    "Errors": (
        *("DiamondsError", "RecordError", "PositionError", "RulesError", "IllegalMoveError", "HiddenCardsError", "ObjectiveError"),
        *("MissingExtraError", "AdviceInterrupted", "AnalysisInterrupted", "EvaluationInterrupted"),
    ),
}
MAIN = {
    "Record": ("of", "table", "notes", "after", "before", "is_open", "position", "decision", "seat_name"),
    "GameRecord": ("of", "played", "last"),
    "Rules": ("variant", "receiver"),
    "Position": ("start", "rules", "decision", "to_move", "is_over", "moves", "play", "points"),
    "Solver": ("clear", "solve"),
    "View": ("of", "hand", "voids", "pinned", "unseen", "moves", "passes", "count", "marginals"),
    "Advice": ("best", "fine", "rival", "has_choice", "clear", "to_dict"),
    "LiveGame": ("new", "of", "load", "save", "turn", "state", "moves", "play", "engine_step", "undo", "change", "ask", "why"),
    "HandValue": ("seat_after_dealer", "to_dict"),
}
"""Of the largest classes the members that most people need; `help` has the others."""
WIDTH = 100


def sentence(documented: Any) -> str:
    """The first sentence of a docstring, in Markdown."""
    text = " ".join((inspect.getdoc(documented) or "").split("\n\n")[0].split())
    first = re.match(r".*?[.:?!](?= [A-Z`(]|$)|.*", text)
    assert first is not None
    return re.sub(r":\w+:`~?\.?([^`]*)`|``([^`]*)``", lambda match: f"`{match[1] or match[2]}`", first[0]).rstrip(":.") + "." * bool(text)


class Shown(str):
    """A text that stands for itself in a signature."""

    def __repr__(self) -> str:
        return str(self)


def shown_default(parameter: inspect.Parameter) -> Any:
    """An empty one stays empty; of an enumeration the call that makes it is shown."""
    if parameter.default is parameter.empty:
        return parameter.empty
    return Shown(re.sub(r"<(\w+): (\d+)>", r"\1(\2)", repr(parameter.default)))


def signature(name: str, function: Any) -> str:
    """As it is called, with the types of what has to be given and of what is returned."""
    found = inspect.signature(function)
    parameters = [
        parameter.replace(
            annotation=Shown(parameter.annotation) if parameter.default is parameter.empty else parameter.empty,
            default=shown_default(parameter),
        )
        for parameter in found.parameters.values()
        if parameter.name not in ("self", "cls")
    ]
    line = f"{name}{inspect.Signature(parameters)} -> {found.return_annotation}"
    return fill(line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def members(kind: type) -> list[str]:
    """A line for its fields, and one for each public attribute and method that has a docstring, in the order of the source."""
    lines = []
    seen: set[str] = set()
    main = MAIN.get(kind.__name__)
    owners = [each for each in kind.__mro__ if each.__module__.startswith("diamonds_solver")]
    fields = [name for owner in reversed(owners) for name, what in inspect.get_annotations(owner).items() if "ClassVar" not in str(what)]
    for owner in owners:
        for name, value in vars(owner).items():
            function = getattr(value, "__func__", value)
            if name.startswith("_") or name in seen or not (isinstance(value, property) or inspect.isfunction(function)):
                continue
            seen.add(name)
            if (main is None or name in main) and function.__doc__:
                lines.append(described(name if isinstance(value, property) else call(name, function), function))
    names = [name for name in dict.fromkeys(fields) if not name.startswith("_") and name not in seen]
    return [*listed("fields", names), *lines]


def call(name: str, function: Any) -> str:
    """As it is called: parameters with their defaults, without types."""
    parameters = [
        parameter.replace(annotation=parameter.empty, default=shown_default(parameter))
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name not in ("self", "cls")
    ]
    return f"{name}{inspect.Signature(parameters)}"


def listed(title: str, names: list[str]) -> list[str]:
    line = f"- {title}: {', '.join(f'`{name}`' for name in names)}"
    return [fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)] if names else []


def described(name: str, documented: Any) -> str:
    line = f"- `{name}`" + (f": {text}" if (text := sentence(documented)) else "")
    return fill(line, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def reference() -> str:
    """What stands below the first lines of the page."""
    parts = []
    for heading, names in SECTIONS.items():
        parts.append(f"## {heading}")
        if heading == "Errors":
            parts.append("\n".join(described(name, getattr(ds, name)) for name in names))
            continue
        for name in names:
            public = getattr(ds, name)
            if isinstance(public, type):
                parts.append(f"### {name}\n\n{fill(sentence(public), WIDTH)}")
                if lines := members(public):
                    parts.append("\n".join(lines))
            else:
                parts.append(f"### {name}\n\n```text\n{signature(name, public)}\n```\n\n{fill(sentence(public), WIDTH)}")
    return "\n\n".join(parts)


def page() -> str:
    """The page with what is found now below its marker."""
    text = PAGE.read_text(encoding="utf-8")
    head, marker, _ = text.partition("<!-- names: begin -->\n")
    return f"{head}{marker}\n{reference()}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
