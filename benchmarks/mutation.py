"""Mutation score of the C core: how many small errors, put into its source on purpose, do its tests find?

A mutant is one changed token or statement of a file: another relation, + for -, && for ||, a constant that is off by one, a negated
condition, a statement left out, break for continue. Comments, strings, the preprocessor and asserts are left as they are. Which mutants
are tried follows from the seed; each room gets its share, and a least number.

A mutant that compiles to the same machine code as the original is the same program and does not count, nor does one that does not compile.
The others go through the programs of tests/c that depend on the file, then through the tests of Python (--python), until one fails, crashes
or takes ten times as long as it should. A mutant of the search that changes only the nodes of tests/c/nodes.txt gives right values, but
takes more or fewer nodes for them.
"""

from __future__ import annotations

import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import click

Place = TypeVar("Place")

ROOT = Path(__file__).parents[1]
SCRATCH = ROOT / "build" / "mutation"
FLAGS = ["-std=c11", "-O1", "-DDIAMONDS_DEBUG", "-DDIAMONDS_SWITCHES", "-Icsrc", "-w"]
MEMORY = ("malloc", "calloc", "realloc", "aligned_alloc", "mmap", "munmap", "pages_use")
SLOWEST = 10
"""Times as much processor time as the original a mutant may take; the load of the machine does not matter."""

COUNTED = ("value", "crash", "time", "nodes", "alive")
"""Fates that the score is made of."""


@dataclass(frozen=True)
class Mutant:
    """One change: `old` at `offset` of the file becomes `new`."""

    path: str
    line: int
    offset: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        assert text.startswith(self.old, self.offset)
        return text[: self.offset] + self.new + text[self.offset + len(self.old) :]


@dataclass(frozen=True)
class Program:
    """A test in C: its sources, its macros and the arguments that it takes."""

    name: str
    sources: tuple[str, ...]
    macros: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    counts_nodes: bool = False
    sanitized: bool = False

    @property
    def flags(self) -> tuple[str, ...]:
        """For all its sources, and to link."""
        return ("-fsanitize=address,undefined", "-fno-sanitize-recover=all") if self.sanitized else ()

    @property
    def link_flags(self) -> tuple[str, ...]:
        """Of programs with tests/c/failing.h, which stands in for what takes memory."""
        fails = any('"failing.h"' in (ROOT / source).read_text(encoding="utf-8") for source in self.sources)
        return tuple(f"-Wl,--wrap={name}" for name in MEMORY) if fails else ()

    def flags_of(self, source: str) -> tuple[str, ...]:
        return (*self.flags, *self.macros) if source.startswith("tests/") else self.flags


def sources(*patterns: str) -> tuple[str, ...]:
    return tuple(sorted(str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern)))


CORE = sources("csrc/common/*.c", *(f"csrc/diamonds/{room}/*.c" for room in ("rules", "search", "partition", "plain")))
SOLVER = CORE + sources("csrc/diamonds/root/*.c", "csrc/diamonds/solver.c", "csrc/diamonds/perft.c")
PLAYERS = sources("csrc/diamonds/players/*.c", "csrc/diamonds/engines/select.c")


def seats(game: str) -> tuple[str, ...]:
    players, sides = game.split("-")
    return (f"-DPLAYERS={players}", f"-DSIDES={sides}")


def values(game: str) -> Program:
    return Program(f"values {game}", ("tests/c/values.c", *SOLVER), seats(game), ("tests/diamonds/data/answers.txt",), counts_nodes=True)


def laws(game: str) -> Program:
    return Program(f"laws {game}", ("tests/c/partition_laws.c", *CORE), seats(game))


def alone(name: str, extra: tuple[str, ...]) -> Program:
    return Program(name, (f"tests/c/{name}.c", *extra))


DIAMONDS = [
    alone("test_status", CORE),
    alone("test_position", CORE),
    alone("test_proofs", CORE),
    alone("test_leaf_3", CORE),
    alone("test_leaf_4t", CORE),
    *map(values, ("3-3", "2-2", "4-2")),
    laws("3-3"),
    values("6-3"),
    laws("6-3"),
    alone("solver_memory", tuple(source for source in (*SOLVER, *PLAYERS) if source != "csrc/common/tree.c")),
]
SANITIZED = ("test_proofs", "values 3-3")
DIAMONDS += [replace(program, name=f"{program.name}, sanitized", sanitized=True) for program in DIAMONDS if program.name in SANITIZED]
ROOMS: dict[str, tuple[list[Program], list[str]]] = {
    **{
        f"diamonds/{room}": (
            DIAMONDS,
            [
                "tests/diamonds/test_answers.py",
                "tests/diamonds/test_values.py",
                "tests/diamonds/test_rules.py",
                "tests/diamonds/test_threads.py",
            ],
        )
        for room in ("rules", "search", "proofs", "partition", "maxn")
    },
    "diams/rules": (
        [alone("test_diams", sources("csrc/common/*.c", "csrc/diams/*/*.c"))],
        ["tests/diams/test_core.py", "tests/diams/test_solve.py"],
    ),
    "diamoniak/rules": (
        [alone("test_diamoniak", sources("csrc/common/*.c", "csrc/diamoniak/*/*.c"))],
        ["tests/diamoniak/test_core.py"],
    ),
}
"""By folder of csrc: the programs, the quick ones first, and the tests of Python."""

# --- mutants ---

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"  # nothing to change in these
    r"|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|\d[\w.]*"
    r"|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w]",
    re.MULTILINE | re.DOTALL,
)
SWAPPED = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "+": ("-",),
    "-": ("+",),
    "+=": ("-=",),
    "-=": ("+=",),
    "++": ("--",),
    "--": ("++",),
    "&": ("|",),
    "|": ("&",),
    "|=": ("&=",),
    "&=": ("|=",),
    "<<": (">>",),
    ">>": ("<<",),
    "break": ("continue",),
    "continue": ("break",),
    "true": ("false",),
    "false": ("true",),
}
ONLY_BETWEEN = {"<", ">", "+", "-", "&", "|", "<<", ">>"}
"""Operators that are changed only between two operands."""

STATEMENT = re.compile(r"^[ \t]+([A-Za-z_*(][\w.>\[\]*()&+ -]*?(?: [-+*|&^]?=|<<=|>>=)? ?[^;=\n]*;)$", re.MULTILINE)
KEYWORDS = "return|break|continue|goto|else|case|default|do|static|const|struct|typedef|enum|unsigned|assert"
NOT_TO_BE_LEFT_OUT = re.compile(rf"(?:{KEYWORDS})\b|[A-Za-z_]\w*\*? +\*?[A-Za-z_]")
"""Declarations, and what ends a block."""


def mutants_of(path: str, text: str) -> Iterator[Mutant]:
    """All mutants of a file with that text."""
    tokens = [match for match in TOKEN.finditer(text) if not match[0].startswith(("//", "/*", '"', "'")) and "#" not in match[0]]
    asserts = [slice_of_call(text, token.end()) for token in tokens if token[0] in ("assert", "_Static_assert")]
    blank = [match.span() for match in TOKEN.finditer(text) if match[0].startswith(("//", "/*", '"')) or "#" in match[0]]

    def mutant(offset: int, old: str, new: str) -> Iterator[Mutant]:
        if not any(start <= offset < end for start, end in asserts):
            yield Mutant(path, text.count("\n", 0, offset) + 1, offset, old, new)

    for index, token in enumerate(tokens):
        word, before = token[0], tokens[index - 1][0] if index else ""
        is_operand_before = bool(re.match(r"[\w)\]]", before[-1:])) and before not in ("return", "case")
        if word in SWAPPED and (word not in ONLY_BETWEEN or is_operand_before):
            for new in SWAPPED[word]:
                yield from mutant(token.start(), word, new)
        elif re.fullmatch(r"\d+", word) and before != "[":
            for step in (1, -1):
                if int(word) + step >= 0:
                    yield from mutant(token.start(), word, str(int(word) + step))
        elif word == "if":
            start, end = slice_of_call(text, token.end())
            yield from mutant(start, text[start:end], f"(!{text[start:end]})")
        elif word == "!":
            yield from mutant(token.start(), word, "")
    for match in STATEMENT.finditer(text):
        if not NOT_TO_BE_LEFT_OUT.match(match[1]) and not any(start <= match.start(1) < end for start, end in blank):
            yield from mutant(match.start(1), match[1], ";")


def slice_of_call(text: str, offset: int) -> tuple[int, int]:
    """Where the pair of parentheses that follows begins and ends."""
    start = text.index("(", offset)
    depth = 0
    for end in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if not depth:
            return start, end + 1
    raise ValueError("no closing parenthesis")


def shares(weights: dict[str, int], number: int, least: int) -> dict[str, int]:
    """So many mutants of each room, in proportion to its weight, but never fewer than `least`."""
    total = sum(weights.values())
    return {room: min(weight, max(least, round(number * weight / total))) for room, weight in weights.items()}


# --- programs ---


class Workshop:
    """A copy of csrc and tests/c in a folder of its own, with the objects of the original."""

    def __init__(self, number: int) -> None:
        self.folder = SCRATCH / f"work{number}"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(ROOT / "csrc", self.folder / "csrc")
        shutil.copytree(ROOT / "tests" / "c", self.folder / "tests" / "c")
        self.objects: dict[tuple[str, tuple[str, ...]], Path] = {}
        self.seconds: dict[str, float] = {}
        self.output: dict[str, bytes] = {}

    def command(self, *arguments: str | Path, limit: float = 300) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["nice", "-n", "15", *arguments], cwd=self.folder, capture_output=True, timeout=limit, check=False)

    def compiled(self, source: str, flags: tuple[str, ...], out: Path) -> bool:
        return self.command("gcc", *FLAGS, *flags, "-c", source, "-o", out).returncode == 0

    def original(self, program: Program, source: str) -> Path:
        flags = program.flags_of(source)
        if (source, flags) not in self.objects:
            out = self.folder / f"{len(self.objects)}.o"
            if not self.compiled(source, flags, out):
                raise click.ClickException(f"{source} does not compile")
            self.objects[source, flags] = out
        return self.objects[source, flags]

    def linked(self, program: Program, objects: Sequence[Path]) -> Path:
        out = self.folder / "program"
        if (run := self.command("gcc", *program.flags, *program.link_flags, *objects, "-o", out, "-lm")).returncode:
            raise click.ClickException(run.stderr.decode())
        return out

    def measure(self, program: Program) -> None:
        """Runs the original: it has to pass."""
        if program.name in self.seconds:
            return
        out = self.linked(program, [self.original(program, source) for source in program.sources])
        start = os.times().children_user
        run = self.command(out, *program.arguments)
        if run.returncode:
            raise click.ClickException(f"{program.name} fails without any change: {run.stderr.decode()}")
        self.seconds[program.name] = os.times().children_user - start
        self.output[program.name] = run.stdout

    def tried(self, program: Program, mutant: Mutant, is_same: list[bool]) -> str | None:
        """What becomes of the mutant in one program: None when it passes; `is_same` gets whether each new object is the original one."""
        objects = []
        for source in program.sources:
            objects.append(self.original(program, source))
            if mutant.path not in included(source, program.flags_of(source)):
                continue
            out = self.folder / f"mutant_{source.replace('/', '_')}.o"
            if not self.compiled(source, program.flags_of(source), out):
                return "does not compile"
            is_same.append(out.read_bytes() == objects[-1].read_bytes())
            objects[-1] = out
        if not is_same or all(is_same):
            return None
        limit = math.ceil(1 + SLOWEST * self.seconds[program.name])
        out = self.linked(program, objects)
        run = self.command("bash", "-c", f'ulimit -t {limit}; exec "$0" "$@"', out, *program.arguments, limit=3600)
        if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return f"time: {program.name}"
        if run.returncode:
            return f"{'crash' if run.returncode < 0 else 'value'}: {program.name}"
        return "nodes" if program.counts_nodes and run.stdout != self.output[program.name] else None

    def fate(self, mutant: Mutant, programs: Sequence[Program]) -> str:
        """``same``, ``does not compile``, ``value: PROGRAM``, ``crash: ...``, ``time: ...``, ``nodes``, or ``alive``."""
        path = self.folder / mutant.path
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied(text), encoding="utf-8")
        is_same: list[bool] = []
        found = "alive"
        try:
            for program in programs:
                if not any(mutant.path in included(source, program.flags_of(source)) for source in program.sources):
                    continue
                if program.name not in self.seconds:
                    path.write_text(text, encoding="utf-8")
                    self.measure(program)
                    path.write_text(mutant.applied(text), encoding="utf-8")
                if program.sanitized and (found == "nodes" or (is_same and all(is_same))):
                    break  # these are slow, and it is known what becomes of it
                outcome = self.tried(program, mutant, is_same)
                if outcome == "nodes":
                    found = outcome
                elif outcome:
                    return outcome
        finally:
            path.write_text(text, encoding="utf-8")
        return "same" if is_same and all(is_same) else found


@cache
def included(source: str, flags: tuple[str, ...]) -> frozenset[str]:
    """The file and all that it includes of this repository."""
    run = subprocess.run(["gcc", *FLAGS, *flags, "-MM", source], cwd=ROOT, capture_output=True, text=True, check=True)
    names = run.stdout.replace("\\\n", " ").split(":", 1)[1].split()
    return frozenset(os.path.normpath(name) for name in names)


# --- the tests of Python ---


class Package:
    """A copy of the repository in which the package is built with one change."""

    def __init__(self, number: int) -> None:
        self.folder = SCRATCH / f"package{number}"
        self.passed: set[tuple[str, ...]] = set()
        shutil.rmtree(self.folder, ignore_errors=True)
        ignored = shutil.ignore_patterns("mutation", "coverage", "asan", "tsan", "__pycache__", ".git", ".*_cache", ".hypothesis")
        shutil.copytree(ROOT, self.folder, ignore=ignored)  # with what is built, and with the times of all files
        self.build()

    def run(self, *arguments: str, limit: float) -> int:
        """The exit code; 1 where it takes too long."""
        environment = {**os.environ, "PYTHONPATH": "src"}
        try:
            command = ["nice", "-n", "15", sys.executable, *arguments]
            return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, timeout=limit, check=False).returncode
        except subprocess.TimeoutExpired:
            return 1

    def build(self) -> None:
        if self.run("setup.py", "-q", "build_ext", "--inplace", limit=900):
            raise click.ClickException(f"the package does not build in {self.folder}")

    def write(self, path: str, text: str) -> None:
        """Writes a file of csrc; the extensions that depend on it are out of date then, and no others."""
        file = self.folder / path
        old = file.stat()
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(old.st_atime_ns, old.st_mtime_ns))
        for source in sources("csrc/**/*.c"):
            if path in included(source, ()):
                (self.folder / source).touch()

    def passes(self, tests: Sequence[str]) -> bool:
        return self.run("-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests, limit=600) == 0

    def fate(self, mutant: Mutant, tests: Sequence[str]) -> str:
        if tuple(tests) not in self.passed and not self.passes(tests):
            raise click.ClickException(f"{' '.join(tests)}: a test fails without any change")
        self.passed.add(tuple(tests))
        text = (self.folder / mutant.path).read_text(encoding="utf-8")
        self.write(mutant.path, mutant.applied(text))
        try:
            self.build()
            return "alive" if self.passes(tests) else "value: Python"
        finally:
            self.write(mutant.path, text)


# --- results ---


@dataclass(frozen=True)
class Result:
    """A mutant, the room that it is of, and what became of it."""

    room: str
    mutant: Mutant
    fate: str = ""

    def __str__(self) -> str:
        old, new = (re.sub(r"\s+", " ", text) for text in (self.mutant.old, self.mutant.new))
        change = f"`{old}` left out" if new in ("", ";") else f"`{old}` → `{new}`"
        return f"`{self.mutant.path.removeprefix('csrc/')}:{self.mutant.line}`: {change}{self.fate and ': ' + self.fate}"


def sampled(rooms: Sequence[str], number: int, least: int, seed: int) -> list[Result]:
    """Mutants to try, in random order."""
    rng = random.Random(seed)
    files = {room: [(path, (ROOT / path).read_text(encoding="utf-8")) for path in sources(f"csrc/{room}/*.[ch]")] for room in rooms}
    candidates = {room: [mutant for path, text in files[room] for mutant in mutants_of(path, text)] for room in rooms}
    counts = shares({room: len(found) for room, found in candidates.items()}, number, least)
    tasks = [Result(room, mutant) for room, count in counts.items() for mutant in rng.sample(candidates[room], count)]
    rng.shuffle(tasks)
    return tasks


def read(path: Path) -> list[Result]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Result(line["room"], Mutant(**line["mutant"]), line["fate"]) for line in lines]


def write(path: Path, results: Iterable[Result]) -> None:
    path.write_text("".join(json.dumps(asdict(result)) + "\n" for result in results), encoding="utf-8")


def report(results: Sequence[Result]) -> None:
    """Prints the table and the mutants that no test of values has found, as Markdown."""
    fates = Counter((result.room, result.fate.split(":")[0]) for result in results)
    print("| folder of `csrc` | mutants | wrong values | crash | hang | nodes alone | alive | found, % |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for room in [*ROOMS, "all"]:
        counts = [sum(n for (r, f), n in fates.items() if f == fate and room in (r, "all")) for fate in COUNTED]
        if total := sum(counts):
            print(f"| {room} | {total} | {' | '.join(map(str, counts))} | {100 * (total - counts[-1]) / total:.0f} |")
    same, broken = (sum(n for (_, f), n in fates.items() if f == fate) for fate in ("same", "does not compile"))
    print(f"\nNot counted: {same} mutants with the machine code of the original, {broken} that do not compile.")
    for fate, title in (("alive", "Alive"), ("nodes", "Found by nodes alone: the values are right")):
        if found := [replace(result, fate="") for result in results if result.fate == fate]:
            print(f"\n{title}:\n")
            print("\n".join(textwrap.fill(f"- {result}", 100, subsequent_indent="  ") for result in sorted(found, key=str)))


def side_by_side(
    place: Callable[[int], Place], work: Callable[[Place, Result], str], tasks: Sequence[Result], jobs: int, end: float
) -> Iterator[Result]:
    """The tasks with their fates, worked on in as many places at a time as there are jobs; none is started after `end`."""
    places: SimpleQueue[Place] = SimpleQueue()
    for job in range(min(jobs, len(tasks))):
        places.put(place(job))

    def result(task: Result) -> Result | None:
        free = places.get()
        try:
            return replace(task, fate=work(free, task)) if time.monotonic() < end else None
        finally:
            places.put(free)

    with ThreadPoolExecutor(jobs) as pool:
        for number, future in enumerate(as_completed([pool.submit(result, task) for task in tasks]), start=1):
            if finished := future.result():
                click.echo(f"{number}/{len(tasks)} {finished}", err=True)
                yield finished


@click.command(help=__doc__)
@click.option("--mutants", "number", default=300, show_default=True, help="How many, over all rooms.")
@click.option("--least", default=25, show_default=True, help="The fewest mutants of a room.")
@click.option("--seed", default=1, show_default=True)
@click.option("--room", "rooms", multiple=True, type=click.Choice(list(ROOMS)), help="These rooms only.")
@click.option("--jobs", default=1, show_default=True, help="Mutants at a time.")
@click.option("--python", "by_python", is_flag=True, help="Those alive go through the tests of Python, too; a minute each.")
@click.option("--again", is_flag=True, help="Tries those alive, and those found by nodes alone, once more.")
@click.option("--minutes", default=math.inf, help="Starts no mutant later: those tried by then are still a fair sample.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=SCRATCH / "results.ndjson",
    help="The results; mutants that are in it are not tried anew. Default: build/mutation/results.ndjson.",
)
def main(
    number: int, least: int, seed: int, rooms: tuple[str, ...], jobs: int, by_python: bool, again: bool, minutes: float, out: Path
) -> None:
    tasks = sampled(rooms or tuple(ROOMS), number, min(least, number), seed)
    before = {result.mutant: result for result in read(out)} if out.exists() else {}
    results = {task.mutant: before[task.mutant] for task in tasks if task.mutant in before}
    retried = ("alive", "nodes") if again else ()
    tasks = [task for task in tasks if task.mutant not in results or results[task.mutant].fate in retried]
    end = time.monotonic() + 60 * minutes
    SCRATCH.mkdir(parents=True, exist_ok=True)
    for result in side_by_side(Workshop, lambda workshop, task: workshop.fate(task.mutant, ROOMS[task.room][0]), tasks, jobs, end):
        results[result.mutant] = result
        write(out, results.values())
    alive = [result for result in results.values() if result.fate == "alive"] if by_python else []
    for result in side_by_side(Package, lambda package, task: package.fate(task.mutant, ROOMS[task.room][1]), alive, jobs, end):
        results[result.mutant] = result
        write(out, results.values())
    report(list(results.values()))


if __name__ == "__main__":
    main()
