"""What holds for every source, good or bad: laws of the reader and of every command that reads records."""

from __future__ import annotations

import io
import json
import random
import re
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from diamonds_solver import cli
from diamonds_solver.common.wording import printable
from diamonds_solver.games import find_game
from diamonds_solver.games.records import dumps, iter_records, loads
from diamonds_solver.notation.problems import Problem, RecordError
from tests.program import diamonds

from .mutations import ROOT, mutant

TINY = "--worlds 2 --seed 1 --threads 1 -q"
COMMANDS = (
    "check",
    "check --json",
    "show",
    "show --json",
    "show --tricks -q",
    "convert --to dia",
    "convert --to line",
    "convert --to json",
    "solve --nodes 3000 --memory 1M --threads 1 -q",
    "solve --nodes 300 --memory 1M --threads 1 -q --json --all",
    "solve --nodes 300 --memory 1M --threads 1 --suite",
    "solve --nodes 300 --memory 1M --threads 1 --model maxn --objective points --json",
    f"advise --engine playout {TINY}",
    f"advise --engine ismcts:simulations=40 --json {TINY}",
    "advise --engine exact --time-limit 50ms --seed 1 --threads 1",
    "advise --time-limit 50ms --objective win --seed 1 --threads 1 --json",
    f"analyse --hindsight-limit 100ms --engine playout {TINY}",
    f"analyse --hindsight-limit 100ms --engine playout --json {TINY}",
    "analyse --hindsight-only --hindsight-limit 100ms --csv --threads 1 -q",
    f"report --hindsight-limit 100ms --engine playout {TINY}",
    "perft --depth 1",
    "evaluate --samples 2 --seed 1 --threads 1 -q",
    "evaluate --samples 2 --seed 1 --threads 1 --json",
    "table make --nodes 300 --threads 1 -q",
    "table make --ask advise --engine playout --worlds 2 --seed 1 --threads 1 -q",
    "table make --ask evaluate --worlds 2 --seed 1 --threads 1 -q",
    "equilibrium --time-limit 50ms --memory 1M --seed 1 --threads 1 --no-single",
    "play --seed 1 --level random --hint-time 50ms",
)
READERS = ("check", "show", "convert")  # that take every good record
NOT_YET = frozenset({"E-PHASE"})  # said of a good record, too: a command comes too early
CODES = (cli.OK, cli.NO, cli.USAGE, cli.BAD_INPUT, cli.LIMIT)


class LawError(AssertionError):
    """A law that does not hold. `kind` says which one, the same for all sources that break it in the same way."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}\n{detail}")
        self.kind = kind


def require(law: bool, kind: str, detail: object = "") -> None:
    if not law:
        raise LawError(kind, str(detail))


@cache
def known_codes(of_records: bool = False) -> frozenset[str]:
    """The codes of errors.md: all, or those by which a record is bad."""
    page = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^\| `(E-[A-Z-]+)` \|", page.partition("## Everything else")[0] if of_records else page, re.MULTILINE))


# -- the reader ---------------------------------------------------------------------------------------------------------------------------


def read(source: bytes) -> list[Any]:
    """The records and errors of a source, each held against the laws of the reader."""
    try:
        items = list(iter_records(io.BytesIO(source), "mutant"))
    except Exception as error:
        raise LawError(f"reader: {type(error).__name__}: {_shape(str(error))}") from error
    lines = re.split(r"\r\n|\r|\n", source.decode("utf-8", "replace").removeprefix("\ufeff"))
    for item in items:
        if isinstance(item, RecordError):
            require(0 < len(item.problems) <= 20, "reader: an error without problems, or with too many")
            for problem in item.problems:
                _check_place(problem, lines)
        else:
            _check_round_trip(item)
    return items


def _check_place(problem: Problem, lines: list[str]) -> None:
    text = problem.format()
    require(problem.code in known_codes(), f"place: {problem.code} is not in errors.md")
    require(problem.code != "E-INTERNAL", f"reader: {_shape(problem.message)}", text)
    require(printable(text.replace("\n", "")) == text.replace("\n", ""), f"place: control characters, {problem.code}", ascii(text))
    json.dumps(problem.to_dict(), allow_nan=False)
    require(1 <= problem.line <= len(lines), f"place: line, {problem.code}", text)
    if problem.path is None:
        line = lines[problem.line - 1].removeprefix("\ufeff")  # of a file that was joined to another one
        require(1 <= problem.column <= len(line) + 1, f"place: column, {problem.code}", text)
        first = problem.column - 1 - problem.caret
        is_same = problem.source.isascii() is False or line[first : first + len(problem.source)] == problem.source
        require(is_same, f"place: another source, {problem.code}", text)
    if problem.source and problem.source.isascii():
        rows = text.split("\n")
        at = rows[2].index("^")
        require(rows[2].strip("^ ") == "|", f"place: caret, {problem.code}", text)
        under = problem.source[problem.caret : problem.caret + 1]
        if under.isprintable() and under.strip():
            require(rows[1][at : at + 1] == under, f"place: caret, {problem.code}", text)


def _check_round_trip(record: Any) -> None:
    game = find_game(record.game)
    for form in ("dia", "line", "json"):
        text = dumps(record, form)
        try:
            again = loads(text)
        except RecordError as error:
            raise LawError(f"round trip: {form} is refused, {error.code}", f"{text}\n{error}") from None
        require(again == record, f"round trip: another record, {form}", text)
        require(dumps(again, form) == text, f"round trip: another text, {form}", text)
        require(_state(game, again) == _state(game, record), f"round trip: another state, {form}", text)


def _state(game: Any, record: Any) -> object:
    state = game.records.state(record)
    return json.dumps(state, allow_nan=False, sort_keys=True)


# -- the commands -------------------------------------------------------------------------------------------------------------------------


def check_answer(arguments: list[str], answer: tuple[int, str, str]) -> None:
    """The laws of one answer, whatever was asked."""
    code, out, err = answer
    name = arguments[0]
    require("internal error" not in err, f"{name}: {_shape(err.partition('internal error')[2].partition(chr(10))[0])}", err)
    require("E-INTERNAL" not in out + err, f"{name}: E-INTERNAL", out + err)
    require("Traceback" not in out + err, f"{name}: a traceback", err)
    require(code in CODES, f"{name}: exit code {code}", err)
    require(code == cli.OK or bool(out + err), f"{name}: exit code {code} without a word")
    if "--json" in arguments and name != "play":
        for line in out.splitlines():
            try:
                json.loads(line, parse_constant=_refuse)
            except ValueError as error:
                raise LawError(f"{name}: no strict JSON", f"{error}\n{line}") from None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _shape(message: str) -> str:
    """A message without what differs from source to source."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|[0-9]+", "_", message).strip()[:100]


def check_commands(source: bytes, items: list[Any], commands: tuple[str, ...]) -> None:
    """Whatever reader() makes of a source, the commands make of it, too: a bad record is bad for all of them, a good one for none."""
    is_good = bool(items) and not any(isinstance(item, RecordError) for item in items)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.dia"
        path.write_bytes(source)
        ours = diamonds("check", "--json", str(path))
        for command in commands:
            arguments = [*command.split(), str(path)]
            name = arguments[0]
            answer = diamonds(*arguments, stdin="1\nhint\n2\nundo\n?\n")
            check_answer(arguments, answer)
            require(is_good or answer[0] in (cli.BAD_INPUT, cli.USAGE), f"{name}: takes a bad record", answer)
            if ours[0] == cli.OK and name in READERS:
                require(answer[0] in (cli.OK, cli.USAGE), f"{name}: refuses a good record", answer[2])
            if ours[0] == cli.OK:
                codes = set(re.findall(r"E-[A-Z]+(?:-[A-Z]+)*", answer[2] + answer[1] * bool(answer[0]))) & known_codes(of_records=True)
                require(codes <= NOT_YET, f"{name}: calls a good record bad: {sorted(codes - NOT_YET)}", answer)


# -- cases --------------------------------------------------------------------------------------------------------------------------------


def check_source(source: str, commands: tuple[str, ...] = COMMANDS) -> Counter[str]:
    """Holds a source against all laws; what it came to. Raises LawError."""
    data = source.encode("utf-8", "surrogateescape")
    items = read(data)
    bad = sum(isinstance(item, RecordError) for item in items)
    check_commands(data, items, commands)
    return Counter({"sources": 1, "good records": len(items) - bad, "bad records": bad, "commands": len(commands) + 1})


def case(number: int, seed: int) -> tuple[str, tuple[str, ...]]:
    """Mutant number `number` of a seed, and the commands that it goes through."""
    rng = random.Random(f"{seed} {number}")
    return mutant(rng), tuple(rng.sample(COMMANDS, 2))
