"""What a press on a card and a key mean at the table: asked of the script alone, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ..test_javascript import answered

pytestmark = pytest.mark.extra

STATE = """const live = (turn = {}, more = {}) => ({game: "diamonds", viewer: "P1", companion: false, table: {tricks_left: 3, record: {}},
    turn: {seat: "P1", source: "me", decision: "card", ...turn}, players: ["You", "Ann", "Bob"].map(name => ({name, source: "me"})),
    moves: ["D4", "C3>P2", "C3>P3"].map(move => ({move})), ...more});
const state = (change = {}) => ({live: live(), view: null, isBusy: false, raised: new Set(), queued: "", robbing: null, hint: null,
    warning: "", asked: null, trouble: null, ...change});
const plain = (value) => JSON.parse(JSON.stringify(value, (_, each) => each instanceof Set || each instanceof Map ? [...each] : each));
const robs = {card: "C3", moves: new Map([[1, "C3>P2"], [2, "C3>P3"]])};
const theirs = live({seat: "P2", source: "easy"});
const passing = live({decision: "pass", needs: 2});
const hint = {advice: null, isWorking: false, isOpen: false, isHidden: false};"""

PRESSES: dict[str, dict[str, Any]] = {
    "state(), 'D4'": {"move": "D4"},
    "state(), 'H9'": {"refuse": "H9"},
    "state(), 'C3'": {"raised": ["C3"], "robbing": {"card": "C3", "moves": [[1, "C3>P2"], [2, "C3>P3"]]}},
    "state(), 'D4', {asksFirst: true}": {"raised": ["D4"], "robbing": None},
    "state({raised: new Set(['D4'])}), 'D4', {asksFirst: true}": {"move": "D4"},
    "state({live: theirs}), 'D4'": {"queue": "D4"},
    "state({live: theirs, queued: 'D4'}), 'D4'": {"queue": ""},
    "state({live: theirs, queued: 'D4'}), 'H9'": {"queue": "H9"},
    "state({live: theirs}), 'D4', {isDouble: true}": {},
    "state({isBusy: true}), 'D4'": {"queue": "D4"},
    "state({live: {...theirs, companion: true}}), 'D4'": {},
    "state({live: live({seat: 'P2', source: 'human'})}), 'D4'": {},
    "state({live: passing}), 'D4'": {"raised": ["D4"], "hint": None},
    "state({live: passing, raised: new Set(['D4'])}), 'D4'": {"raised": [], "hint": None},
    "state({live: passing, raised: new Set(['D4', 'D5'])}), 'D6'": {"raised": ["D4", "D5"], "hint": None},
    "state({live: passing, raised: new Set(['D4']), hint}), 'D5'": {"raised": ["D4", "D5"], "isHidden": True},
    "state({asked: 'H9', trouble: {code: '', message: 'x'}}), 'D4'": {"move": "D4", "asked": None, "trouble": None},
    "state({trouble: {code: 'E-GONE'}}), 'D4'": {"move": "D4", "trouble": {"code": "E-GONE"}},
}
KEYS: dict[str, dict[str, str]] = {
    "state(), ' ', false": {"name": "skip"},
    "state(), 'Escape', false": {"name": ""},
    "state(), 'Escape', true": {"name": "stop"},
    "state({isBusy: true}), 'Escape', true": {"name": ""},
    "state({queued: 'D4', warning: 'D4', asked: '', hint}), 'Escape', false": {"name": "unqueue"},
    "state({warning: 'D4', asked: '', hint}), 'Escape', false": {"name": "unask"},
    "state({asked: '', hint}), 'Escape', false": {"name": "quiet"},
    "state({hint: {...hint, isWorking: true}}), 'Escape', false": {"name": "stop"},
    "state({hint}), 'Escape', false": {"name": "close"},
    "state({hint: {...hint, isHidden: true}}), 'Escape', false": {"name": ""},
    "state({raised: new Set(['D4'])}), 'Escape', false": {"name": "close"},
    "state(), 'a', false": {"name": "hint"},
    "state({robbing: robs}), 'a', false": {"name": "rob", "move": "C3>P2"},
    "state({robbing: robs}), 'B', false": {"name": "rob", "move": "C3>P3"},
    "state({robbing: robs, live: live({}, {players: ['You', 'Ann', 'Al'].map(name => ({name}))})}), '2', false": {
        "name": "rob",
        "move": "C3>P3",
    },
    "state({live: live({decision: 'victim'}, {moves: [{move: '>P3'}]})}), 'b', false": {"name": "rob", "move": ">P3"},
    "state(), '2', false": {"name": "number"},
    "state({isBusy: true}), '2', false": {"name": ""},
    "state({isBusy: true}), 'e', false": {"name": "explain"},
    "state(), 'x', false": {"name": ""},
    "state({live: null}), ' ', false": {"name": ""},
}


def test_what_presses_and_keys_mean() -> None:
    cases = [f"it.pressed({each})" for each in PRESSES] + [f"it.keyed({each})" for each in KEYS]
    found = answered("deciding", f"[{', '.join(cases)}].map(plain)", before=STATE)
    presses, keys = found[: len(PRESSES)], found[len(PRESSES) :]
    for (case, expected), got in zip(PRESSES.items(), presses, strict=True):
        change = got.pop("change", {})
        if "isHidden" in expected:
            change["isHidden"] = change.pop("hint")["isHidden"]
        told = {name: change[name] for name in expected if name in change}
        assert got | told == expected, case
    assert dict(zip(KEYS, keys, strict=True)) == KEYS


def test_another_game_begins_as_this_one_did() -> None:
    record = {"variant": "perfect", "teams": True, "rounds": [{"round": "1/4"}, {"round": "2/4"}]}
    asked = f"it.another(live({{}}, {{table: {{record: {json.dumps(record)}}}}}), true)"
    common = {"game": "diamonds", "players": 3, "sources": ["me"] * 3, "names": ["You", "Ann", "Bob"]}
    assert answered("deciding", asked, before=STATE) == common | {"variant": "perfect", "teams": True, "rounds": "4"}
    assert answered("deciding", "it.another(live(), false)", before=STATE) == common
