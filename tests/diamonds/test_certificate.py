"""Certificates: they prove what `solve` says, and nothing that is not so."""

from __future__ import annotations

import ast
import io
import json
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver import cli
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Table
from diamonds_solver.games.diamonds.round.rules import Rules, cards_of
from diamonds_solver.games.diamonds.solving import verify
from diamonds_solver.games.diamonds.solving.certificate import certificate, claim_lines, state_of
from diamonds_solver.games.diamonds.solving.reference import maxn_value, move_values, objective_weights, paranoid_value
from diamonds_solver.games.diamonds.solving.solve import Model, Objective, Solver
from diamonds_solver.games.diamonds.solving.verify import CertificateError, Checker
from diamonds_solver.games.records import loads
from tests.browser import ROOT, missing
from tests.program import PATIENCE, Terminal, diamonds

from .positions import ALL_RULES, THIEF_RULES, random_position
from .test_answers import CASES, PROVEN, proofs

CHECKER = Path(verify.__file__)
QUESTIONS: list[tuple[Model, Objective]] = [("paranoid", "margin"), ("paranoid", "points"), ("maxn", "points")]
SMALL = 1 << 20
TAMPERED = 3000
WHOLE_DEAL = Position.start(Rules(2), ["D7 H13,9 S14,9 C9,8,5,3,2", "D15,8,5 H14,11 S13,11 C12,6,4"], leader=1)
DIAMS = example_path("full2").parents[2] / "diams" / "data" / "diams-round.dia"
TWO_PLAYERS = str(example_path("full2"))


def made(position: Position, model: Model = "paranoid", objective: Objective = "margin") -> bytes:
    solution = Solver(SMALL).solve(position, model=model, objective=objective, all_moves=False)
    return certificate(position, solution, memory=SMALL)


def checked(text: bytes) -> dict[str, object]:
    return Checker(io.BytesIO(text)).check()


def agree(position: Position, model: Model, objective: Objective) -> bool:
    """Whether the checker proves the value that the solver gives."""
    value = Solver(SMALL).solve(position, model=model, objective=objective, all_moves=False).value
    return checked(made(position, model, objective))["value"] == value


# -- what is true is proven: of fixed positions by test_answers.py -----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_endings(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(100):
        position = random_position(rng, rng.choice(THIEF_RULES) if number % 2 else None)
        model, objective = QUESTIONS[number % len(QUESTIONS)]
        assert agree(position, model, objective), position


CLUBS_OF_SIX = Position(
    Table(Rules(6, teams=True), 4, 2, (5, 6, 3, 6, 6, 6), (0,) * 6, ((0,) * 4,) * 6, winners=frozenset(range(6))),
    tuple(map(cards_of, ("C7,4", "C14,3", "C6,1", "S6 C15", "S9,8", "C11,2"))),
)
"""In the last trick up to five clubs rob any of five players each, which leads to the same crystals by many ways."""


@pytest.mark.parametrize("most", [None, pytest.param(2000, marks=pytest.mark.long)])
def test_last_tricks_are_walked_once(most: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what is kept within them there are 250,000 moves; what is forgotten is found again."""
    if most is not None:
        monkeypatch.setattr(verify, "MOST_LAST", most)
    text = made(CLUBS_OF_SIX)
    count, play = Counter[str](), verify.Rules.play

    def counted(rules: verify.Rules, state: verify.State, move: verify.Move) -> verify.State:
        count["moves"] += 1
        return play(rules, state, move)

    monkeypatch.setattr(verify.Rules, "play", counted)
    assert checked(text)["value"] == -4
    assert most is not None or 0 < count["moves"] < 100_000


# -- what is not so is not proven ---------------------------------------------------------------------------------------------------------


class _Strategist(Checker):
    """A checker that gets random moves."""

    def __init__(self, position: Position, rng: random.Random) -> None:
        super().__init__(io.BytesIO())
        self.rules, self._rng = verify.Rules(position.rules.players, position.rules.teams), rng

    def next_move(self, state: verify.State) -> verify.Move:
        return self._rng.choice(self.rules.moves(state, False)[1])


@pytest.mark.parametrize("seed", range(24))
def test_no_strategy_proves_more_than_the_value(seed: int) -> None:
    """From far below the goal up: positions that count as the same share what was proven of one of them."""
    rng = random.Random(seed)
    position = random_position(rng, ALL_RULES[seed % len(ALL_RULES)], 2)
    sides, side = len(position.rules.sides), position.rules.side_of(position.to_move)
    weights = list(objective_weights(sides, side, "margin")[0])
    value = paranoid_value(position, weights, side)
    for heroes, sign in (({side}, 1), (set(range(sides)) - {side}, -1)):
        walk = _Strategist(position, rng)
        walk.weights, walk.heroes = [sign * weight for weight in weights], heroes
        for goal in range(sign * value - 6 * sides, sign * value + 2):
            walk.goal = goal
            assert walk.reach(state_of(position)) <= sign * value


def claimed(text: bytes) -> Position:
    """The position of a certificate's claim."""
    fields: dict[str, list[str]] = {}
    for line in text.decode("ascii").splitlines():
        words = [word for word in line.split() if word != "-"]
        name = " ".join(words[:2]) if words[0] in ("hand", "taken") else words[0]
        fields.setdefault(name, words[len(name.split()) :])
    robber, is_thief = fields["robber"][-1:], len(fields["robber"]) == 2
    rules = Rules(int(fields["players"][0]), teams=fields["teams"] == ["yes"], thief=is_thief)
    names = [f"P{seat + 1}" for seat in range(rules.players)]
    seats = {name: names.index(name) for name in names}
    hands = [cards_of(fields[f"hand {name}"]) for name in names]
    trick = tuple(card for name in fields["trick"] for card in cards_of([name]))
    taken = tuple(tuple(map(int, fields[f"taken {name}"])) for name in names)
    table = Table(
        rules,
        leader=seats[fields["leader"][0]],
        tricks_left=-(-(sum(map(len, hands)) + len(trick)) // rules.trick_size),
        showroom=tuple(map(int, fields["showroom"])),
        vault=(0,) * rules.players,
        taken=taken,  # type: ignore[arg-type]
        winners=frozenset(seats[name] for name in fields["winners"]),
        cards=trick,
        robber=seats[robber[0]] if robber and not is_thief else None,
        thief=seats[robber[0]] if is_thief else None,
        award="DHSC".index(fields["award"][0]),
    )
    return Position(table, tuple(hands))


def is_true(text: bytes, found: dict[str, object]) -> bool:
    """Whether the reference, too, finds the value that a certificate proves."""
    position = claimed(text)
    if found["model"] == "maxn":
        return maxn_value(position) == found["value"]
    return max(move_values(position, str(found["objective"])).values()) == found["value"]


VICTIMS: list[tuple[Position, bytes]] = []


def originals() -> list[tuple[Position, bytes]]:
    """Positions of several kinds with certificates; made once."""
    if not VICTIMS:
        rng = random.Random(11)
        for number in range(18):
            position = random_position(rng, ALL_RULES[number % len(ALL_RULES)], 2)
            VICTIMS.append((position, made(position, *QUESTIONS[number % len(QUESTIONS)])))
    return VICTIMS


def test_claims_are_read_as_they_are_written() -> None:
    for position, text in originals():
        assert claim_lines(claimed(text)) == claim_lines(position)


def _another(line: bytes, rng: random.Random) -> bytes:
    """A line with one character, one number or one word changed."""
    kind = rng.choice(["character", "number", "word"])
    if kind == "character":
        at = rng.randrange(len(line))
        return line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :]
    words = line.split(b" ")
    numbers = [b"0", b"1", b"2", b"3", b"-1", b"7", b"03", b"99999999999999999999", b"1" * 600]
    cards = [b"D1", b"H15", b"S7", b"C3", b"C16", b"X2", b"P1", b"P2", b">P1", b"yes", b"points", b"-", b""]
    words[rng.randrange(len(words))] = rng.choice(numbers if kind == "number" else cards)
    return b" ".join(words)


def tampered(text: bytes, rng: random.Random) -> bytes:
    """The certificate with one or two things changed, half of them in the claim."""
    lines = text.split(b"\n")[:-1]
    for _ in range(rng.randint(1, 2)):
        at, other = (rng.randrange(min(len(lines), rng.choice([20, 1 << 20]))) for _ in range(2))
        match rng.choice(["change", "change", "copy", "drop", "double", "exchange", "truncate"]):
            case "change":
                lines[at] = _another(lines[at] or b" ", rng)
            case "copy":
                lines[at] = lines[other]
            case "drop":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "exchange":
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                del lines[at:]
        lines = lines or [b""]
    return b"".join(line + b"\n" for line in lines)


@given(original=st.integers(0, 17), rng=st.randoms(use_true_random=False))
def test_tampering(original: int, rng: random.Random) -> None:
    """Whatever is changed: the checker refuses, or what it then proves is so."""
    changed = tampered(originals()[original][1], rng)
    try:
        found = checked(changed)
    except CertificateError as error:
        assert 1 <= error.args[0] <= changed.count(b"\n") + 2
    else:
        assert is_true(changed, found)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text.replace(b"\nvalue 7\n", b"\nvalue 8\n"), 1),
        (lambda text: text.replace(b"\nvalue 7\n", b"\nvalue 6\n"), 1),
        (lambda text: text + b"D1\n", 1),
        (lambda text: text.replace(b"at least\nC6\n", b"at least\nC6\nC6\n"), 1),
        (lambda text: text[: len(text) // 2], 3),
        (lambda text: text.replace(b"at least\n", b"at least\n\xff\n"), 3),
        (lambda text: text.replace(b"showroom 3", b"showroom " + b"9" * 5000), 3),
        (lambda text: text.replace(b"hand P1 D7", b"hand P1 H14"), 3),
        (lambda text: text.replace(b"leader P2", b"leader P3"), 3),
        (lambda text: text.replace(b"\n", b"\r\n"), 3),
        (lambda text: b"", 3),
    ],
)
def test_exit_codes_of_a_changed_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[bytes], bytes], code: int
) -> None:
    original = made(WHOLE_DEAL)
    assert change(original) != original
    path = tmp_path / "changed"
    path.write_bytes(change(original))
    assert verify.main([str(path)]) == code
    assert capsys.readouterr().err.startswith(f"{path}:")


def test_an_award_is_pending_after_the_last_robbery_alone() -> None:
    position = loads("diamonds 1; players 3; lead P1; hand P1 C3; hand P2 C1; hand P3 C2; play C3 C1 C2").position()
    text = made(position)
    both = [text, text.replace(b"award D", b"award C")]
    assert [proven_by_python(each).keys() for each in both] == [{"model", "objective", "value"}, {"line"}]
    assert ["line" in each for each in proven_by_javascript(both)] == [False, True]


def test_line_ends_of_another_system_are_named() -> None:
    with pytest.raises(CertificateError, match="this one with CR LF"):
        checked(made(WHOLE_DEAL).replace(b"\n", b"\r\n"))


# -- the checker alone --------------------------------------------------------------------------------------------------------------------


def test_the_checker_is_short_and_imports_nothing_of_the_package() -> None:
    source = CHECKER.read_text(encoding="utf-8")
    imported = {
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported == {"re", "sys", "functools", "pathlib"}
    assert len(source.splitlines()) <= 320


def test_a_copy_of_the_checker_runs_alone(tmp_path: Path) -> None:
    proof, copy = tmp_path / "proof", tmp_path / "copy.py"
    shutil.copy(CHECKER, copy)
    assert diamonds("solve", "--no-moves", "--quiet", "--proof", str(proof), TWO_PLAYERS).code == 0
    command = [sys.executable, "-I", str(copy)]
    right = subprocess.run([*command, str(proof)], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert right.stdout.startswith("proven: seats ['P2'], model paranoid, objective margin, value 7.0, ")
    proof.write_bytes(proof.read_bytes().replace(b"value 7", b"value 8"))
    wrong = subprocess.run([*command, str(proof)], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (wrong.returncode, wrong.stdout) == (cli.NO, "")
    assert subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE).returncode == cli.USAGE
    assert subprocess.run([*command, "none"], cwd=tmp_path, capture_output=True, check=False, timeout=PATIENCE).returncode == cli.BAD_INPUT


def test_the_example_of_the_page_is_what_is_written() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "certificate.md").read_text(encoding="utf-8")
    (record,) = re.findall(r"^`(diamonds 1;.*)`$", page, re.MULTILINE)
    (example,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    position = loads(record).position()
    assert made(position).decode("ascii") == example


# -- the second checker -------------------------------------------------------------------------------------------------------------------
# tests/verify.js, which shares nothing with the first.


def proven_by_javascript(texts: list[bytes]) -> list[dict[str, object]]:
    node = shutil.which("node") or missing("node")
    questions = json.dumps([text.decode("latin-1") for text in texts])
    run = subprocess.run(
        [node, "tests/verify.mjs"], input=questions, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    found: list[dict[str, object]] = json.loads(run.stdout)
    return found


def proven_by_python(text: bytes) -> dict[str, object]:
    try:
        found = checked(text)
    except CertificateError as error:
        return {"line": error.args[0]}
    value = found["value"]
    return {"model": found["model"], "objective": found["objective"], "value": list(value) if isinstance(value, tuple) else [value]}


@pytest.mark.extra
def test_the_second_checker_refuses_what_the_first_does() -> None:
    rng, texts = random.Random(8), [*(text for _, _, text in proofs(CASES[PROVEN])), made(WHOLE_DEAL)]
    changed = [tampered(rng.choice(texts), rng) for _ in range(TAMPERED)]
    found, expected = proven_by_javascript(changed), [proven_by_python(text) for text in changed]
    for text, ours, theirs in zip(changed, expected, found, strict=True):
        assert ours.get("value") == theirs.get("value"), text.decode("latin-1")
    assert sum("value" in each for each in found) < TAMPERED // 10


# -- the commands -------------------------------------------------------------------------------------------------------------------------


def test_verify_says_what_is_proven_and_of_which_record(tmp_path: Path) -> None:
    proof = str(tmp_path / "proof")
    assert diamonds("solve", "--no-moves", "--proof", proof, TWO_PLAYERS).code == 0
    assert diamonds("verify", proof, TWO_PLAYERS).out.startswith("proven: the margin of P2 is worth +7; ")
    assert json.loads(diamonds("verify", "--json", "-", stdin=Path(proof).read_bytes()).out)["value"] == 7
    other = diamonds("verify", proof, str(example_path("ending")))
    assert other.code == cli.NO
    assert other.err.startswith(f"{proof}:2: not proven: the certificate is about another position")
    assert diamonds("verify", proof, "diamonds 1; players 7").code == cli.BAD_INPUT
    assert diamonds("verify", str(example_path("ending"))).code == cli.BAD_INPUT
    assert json.loads(diamonds("verify", "--json", str(example_path("ending"))).out)["errors"][0]["line"] == 1
    assert diamonds("verify").code == cli.USAGE


def test_a_decision_of_the_play(tmp_path: Path) -> None:
    proof, record = str(tmp_path / "proof"), "diamonds 1; players 2; hand P1 D4,3; hand P2 D2,1; lead P1; play D4 D2"
    assert diamonds("solve", "--at", "2", "--quiet", "--proof", proof, record).code == 0
    assert diamonds("verify", proof, record.replace("play D4 D2", "play D4")).code == 0
    assert diamonds("verify", proof, record).code == cli.NO


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        ([TWO_PLAYERS, TWO_PLAYERS], cli.USAGE, "one record"),
        (["--all", TWO_PLAYERS], cli.USAGE, "excludes --all"),
        (["--no-moves", "--nodes", "1", str(example_path("full4"))], cli.BAD_INPUT, "[E-PROOF]"),
        (["--nodes", "1", str(DIAMS)], cli.BAD_INPUT, "[E-GAME]"),
    ],
)
def test_what_has_no_certificate(tmp_path: Path, args: list[str], code: int, says: str) -> None:
    proof = tmp_path / "proof"
    answer = diamonds("solve", "--proof", str(proof), *args)
    assert answer.code == code
    assert says in answer.err
    assert not proof.exists()


def test_a_large_certificate_is_refused_with_its_size() -> None:
    solution = Solver(SMALL).solve(WHOLE_DEAL)
    with pytest.raises(DiamondsError, match=r"with [0-9]+ positions [0-9.]+ % is done, so it may need up to about [0-9,]+") as refusal:
        certificate(WHOLE_DEAL, solution, memory=SMALL, most_positions=20)
    assert refusal.value.code == "E-PROOF"


@pytest.mark.posix
@pytest.mark.long
def test_ctrl_c_leaves_no_file(tmp_path: Path, interruptible: None) -> None:
    proof = tmp_path / "proof"
    record = diamonds("deal", "-p", "4", "--cards", "7", "--seed", "3", "-q", "--one-line").out
    terminal = Terminal("solve", "--no-moves", "--proof", str(proof), record)
    shown = terminal.until("positions written")
    terminal.interrupt()
    shown += terminal.rest()
    assert terminal.end() == cli.INTERRUPTED, shown
    assert not list(tmp_path.iterdir())
