"""The JavaScript of the pages, checked by TypeScript's compiler and by eslint, as there is no build step that would do it; and what
functions of it answer."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from diamonds_solver import loads
from diamonds_solver.games.diamonds.round.rules import card_of

from .browser import ROOT, missing, node_modules

pytestmark = pytest.mark.extra

SCRIPTS = sorted((ROOT / "src").rglob("*.js"))
COMMANDS = {
    "typescript": ("bin/tsc", "--project", str(ROOT / "tsconfig.json")),
    "eslint": ("bin/eslint.js", "app", "src", "tests/verify.js"),
}


def node(*arguments: object) -> str:
    program = shutil.which("node") or missing("node")
    run = subprocess.run([program, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def answered(module: str, expression: str, before: str = "") -> Any:
    """What an expression of a module of the page, `it`, is."""
    path = ROOT / "src/diamonds_solver/web/static" / f"{module}.js"
    code = f"{before}; const it = await import({path.as_uri()!r}); console.log(JSON.stringify({expression}))"
    return json.loads(node("--input-type=module", "-e", code))


@pytest.mark.parametrize("package", COMMANDS)
def test_scripts_pass(package: str) -> None:
    if not SCRIPTS:
        pytest.skip("there is no script yet")
    program, *arguments = COMMANDS[package]
    node(node_modules(package) / program, *arguments)


@pytest.mark.parametrize(
    ("people", "why"),
    [
        (["me", "easy"], ""),
        (["human", "human"], "Several people play here: nobody is helped unasked."),
        (["easy", "easy"], "Nobody plays here but the program."),
    ],
)
def test_who_is_helped_unasked(people: list[str], why: str) -> None:
    live = {"companion": False, "players": [{"source": each} for each in people], "table": {"vault": []}}
    assert answered("modes", f"it.withoutModes({json.dumps(live)}, false)") == why


@pytest.mark.parametrize(("last", "heading"), [(0, "Given away a round: 3.0, now 2.0"), (5, "Given away a round: 3.0, 5 weeks ago 2.0")])
def test_now_is_this_week(last: int, heading: str) -> None:
    weeks = [{"week": 9, "lost": 3}, {"week": last, "lost": 2}]
    assert answered("record", f"it.Weeks({{weeks: {json.dumps(weeks)}}})[0].props.children.join('')") == heading


def test_a_chance_that_is_rounded_to_0_has_no_sign() -> None:
    assert answered("words", "[-0.0004, 0, -0.042, 0.5].map((chance) => it.plain(chance, true))") == ["0.0 %", "0.0 %", "−4.2 %", "50.0 %"]


def test_a_week_gives_nothing_away_below_0() -> None:
    """By chance an estimate can be."""
    assert answered("record", "it.weeksOf([{game: {when: 0, rounds: 2}, lost: -0.3}], 0)") == [{"week": 0, "lost": 0}]


@pytest.mark.parametrize(
    ("hand", "drawn"),
    [
        ({"P1": "D15,9 +1"}, {"P1": "D15,9 +1", "P2": "+3"}),
        ({"P1": "D15", "P2": "H4"}, {"P1": "D15", "P2": "H4"}),
        ({}, {}),
    ],
)
def test_hands_that_a_record_does_not_tell_are_set_up_as_unknown_cards(hand: dict[str, str], drawn: dict[str, str]) -> None:
    record = {"players": 2, "hand": hand}
    assert answered("setup", f"it.draftOf({{state: {{record: {json.dumps(record)}}}}})") == record | {"hand": drawn}


def test_an_example_that_is_not_there_is_no_page_of_an_error() -> None:
    fetched = "globalThis.fetch = async (name) => ({ok: name === 'game4.dia', text: async () => name})"
    examples = answered("../../../../app/about", "(await it.aboutPhone()).examples", before=fetched)
    assert [(each["name"], each["text"]) for each in examples] == [("game4", "game4.dia")]


STORE = """const store = (kept = {}, refuse = () => false) => ({kept, getItem: (name) => (refuse("get") ? fail() : kept[name] ?? null),
    setItem: (name, value) => (refuse("set") ? fail() : (kept[name] = value)),
    removeItem: (name) => (refuse("remove") ? fail() : delete kept[name])});
const fail = () => { throw new DOMException("refused", "QuotaExceededError"); };
const said = [];
const place = {replaceChildren: (text) => said.push(text)};
globalThis.document = {getElementById: (id) => (id === "notice" ? place : null), createElement: () => ({addEventListener() {}})};"""


@pytest.mark.parametrize("refused", [["set"], ["get", "set", "remove"]])
def test_what_is_not_kept_holds_for_the_page_and_is_told_once(refused: list[str]) -> None:
    before = f"{STORE}; globalThis.localStorage = globalThis.sessionStorage = store({{}}, (what) => {refused}.includes(what))"
    asked = "[it.keepSetting('pace', 'fast'), it.keepInTab('table', 'a'), it.setting('pace', 'slow'), it.tabSetting('table'), said.length]"
    assert answered("storage", asked, before) == [False, False, "fast", "a", 1]


@pytest.mark.parametrize(
    ("name", "value", "module", "asked", "found"),
    [
        ("played", [None, {}, 3, "x"], "record", "it.recordSummary()", "Games and points against each level"),
        ("games", [None, {"id": "a"}, {"id": "a", "text": "", "steps": 1, "title": "x", "when": 0}], "kept", "it.keptGames().length", 1),
        ("games", {"id": "a"}, "kept", "it.keptGames()", []),
        ("reviews", [None, {}, {"mistakes": [{}]}], "mistakes", "it.reviewedGames()", []),
        ("practice", {"positions": {"k": None, "l": {"box": "x"}}}, "mistakes", "it.takeProgress('{}')", False),
        ("days", {"2026-11-26": None, "2026-11-27": {}}, "daily", "it.dayPlayed('')", ""),
        ("purposes", ["x"], "daily", "it.dayPlayed('x')", ""),
        ("purposes", {"x": 3, "y": "day 2026-11-26"}, "daily", "[it.dayPlayed('x'), it.dayPlayed('y')]", ["", "2026-11-26"]),
        ("taps", {"id": "a", "steps": 1, "cards": 3}, "kept", "it.keptTaps('a', 1)", []),
    ],
)
def test_a_broken_value_is_none(name: str, value: object, module: str, asked: str, found: object) -> None:
    kept = json.dumps({f"diamonds.{name}": json.dumps(value)})
    assert answered(module, asked, f"{STORE}; globalThis.localStorage = store({kept})") == found


def test_names_of_other_pages_are_left_to_them() -> None:
    """What an earlier version kept by a plain name goes on by one of our own; what may be another page's stays as it is."""
    days = json.dumps({"2026-11-26": {"points": 3, "solver": 4, "text": "x"}})
    kept = {"days": days, "theme": "dark", "games": '["another page"]', "mode": "kiosk", "diamonds.pace": "slow", "pace": "fast"}
    before = f"{STORE}; globalThis.localStorage = store({json.dumps(kept)})"
    del kept["days"]
    assert answered("storage", "localStorage.kept", before) == kept | {"diamonds.days": days, "diamonds.theme": "dark"}


def test_copying_without_https_says_so() -> None:
    before = f"{STORE}; Object.defineProperty(globalThis, 'navigator', {{value: {{}}}}); globalThis.setTimeout = () => 0"
    button = "{props: {text: () => ''}, setState: (state) => said.push(state.said)}"
    assert answered("ui", f"[await it.CopyButton.prototype.copy.call({button}), said][1]", before) == ["Not copied: select the text"]


@pytest.mark.parametrize(
    ("content", "found"), [([82, 101, 110, 195, 169], "René"), ([82, 101, 110, 233], "E-ENCODING: save the file as UTF-8")]
)
def test_a_file_in_another_encoding_is_refused(content: list[int], found: str) -> None:
    asked = (
        f"await it.textOf(new File([new Uint8Array({content})], 'a.dia')).catch(({{problems: [one]}}) => `${{one.code}}: ${{one.hint}}`)"
    )
    assert answered("api", asked, "globalThis.File ??= (await import('node:buffer')).File") == found


LINKS = {
    "20261120/ERS.9/Mira": ("2026-11-20", ["D5", "H3", "H4", ">P2"]),
    "1123456789//": ("1-123456789", []),
    "2123456789//": ("2-123456789", []),
    "2123456789/2ABCDEFGHZ8/A": ("2-123456789", ["D1+D2", "D3+D4", "D5+D6", "D7+D8", "H11>P1"]),
    "2123456789/1ABCDZ/A": ("2-123456789", ["D1", "D2", "D3", "D4", "H11"]),
}
"""Links of rounds, the first of which were made before there was a pass, and what they carry."""


def test_links_of_rounds() -> None:
    read = answered("beat", f"{json.dumps([*LINKS])}.map(it.readChallenge).map(found => ({{ ...found, code: it.codeOf(found) }}))")
    assert {each["code"]: (each["day"], each["moves"]) for each in read} == LINKS


def test_a_pass_moves_cards_to_the_left() -> None:
    """The record of a round with a pass has the hands after it."""
    passes = answered("daily", "it.handsOf('2-123456789').map((cards) => cards.slice(0, 2).join('+'))")
    before, after = answered("daily", f"[[], {json.dumps(passes)}].map((moves) => it.recordOf('2-123456789', moves))")
    assert "phase choose" in before
    assert "pass 2" in after
    records = [loads(text) for text in (before, after)]
    for seat, cards in enumerate(passes):
        gave = set(map(card_of, cards.split("+")))
        assert gave <= set(records[0].hands[seat].known)
        assert gave <= set(records[1].hands[(seat + 1) % 4].known)


@pytest.mark.parametrize(("worlds", "text"), [(0, "no deal had to be tried"), (1, "1 possible deal"), (400, "400 possible deals")])
def test_what_a_hint_rests_on(worlds: int, text: str) -> None:
    assert answered("hint", f"it.basisText({{ exact: false, worlds: {worlds} }})") == text
