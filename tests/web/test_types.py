"""What is sent is what `types.js` says, to the last field, whoever sends it: the server and the phone. TypeScript reads it as literals."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver.games import find_game
from diamonds_solver.games.records import load
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.live import LiveGames
from diamonds_solver.web.questions import Questions
from diamonds_solver.web.states import game_dict, seen_dict, table_dict
from tests.browser import ROOT, node_modules
from tests.diamonds.phone import answers
from tests.test_habits import asked
from tests.test_habits import sent as sent_game
from tests.test_javascript import node

pytestmark = pytest.mark.extra

STATIC = ROOT / "src" / "diamonds_solver" / "web" / "static"
Sent = Mapping[str, Sequence[Any]]
"""By a type of `types.js`."""


def check(sent: Sent, folder: Path) -> None:
    """Fails where a value lacks a field of its type, has one more, or another kind of value in it."""
    lines = [
        f"export const {name}s: import({str(STATIC / 'types.js')!r}).{name}[] = {json.dumps(values)};" for name, values in sent.items()
    ]
    (folder / "sent.ts").write_text("\n".join(lines), encoding="utf-8")
    config = {"extends": str(ROOT / "tsconfig.json"), "compilerOptions": {"checkJs": False}, "include": ["sent.ts"], "exclude": []}
    (folder / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    node(node_modules("typescript") / "bin/tsc", "--project", folder)


def states(game: str, sources: Sequence[str], **options: Any) -> list[dict[str, Any]]:
    """A live game as it stands after each of its first moves: the person makes the first that there is."""
    playing = LiveGames(Limits())

    def asked(**fields: Any) -> dict[str, Any]:
        return playing.play(RequestFields(json.dumps(fields).encode()))

    shown = [asked(action="begin", game=game, sources=sources, seed=3, **options)]
    while len(shown) < 12 and not shown[-1]["over"]:
        turn, name = shown[-1]["turn"], shown[-1]["id"]
        if turn["source"] in ("me", "table", None):
            move = " ".join(turn["pool"][: turn["needs"]]) if turn.get("needs") else shown[-1]["moves"][0]["move"]
            shown.append(asked(action="move", id=name, move=move))
        else:
            playing.find(name).engine_step()
            shown.append(asked(action="state", id=name))
    return shown


def test_what_the_server_sends(tmp_path: Path) -> None:
    game = find_game("diamonds")
    records = [load(game.examples()[name]) for name in ("ending", "mid-trick", "game4")]
    decisions = list(game.records.decisions(load(game.examples()["game4"])))
    about = Questions(Limits()).quick["about"](RequestFields(b"{}"))
    live = states("diamonds", ["me", "normal", "normal", "normal"], rounds=2) + states("diamonds", ["me", "table", "table"], rounds=1)
    sent = {
        "About": [about],
        "Checked": [*map(table_dict, records), *map(seen_dict, decisions[:9])],
        "Game": [game_dict(load(game.examples()["game4"]), decisions)],
        "Live": live,
        "Habits": [asked(*map(sent_game, range(41))), asked()],
        "DiamsTable": [state["table"] for state in states("diams", ["me", "normal"])],
        "DiamoniakTable": [state["table"] for state in states("diamoniak", ["me", "normal"])],
    }
    check(sent, tmp_path)


def test_what_the_phone_sends(tmp_path: Path) -> None:
    game = find_game("diamonds")
    common = {"players": 4, "rounds": "2", "dealer": "1"}
    levels = [{**common, "sources": ["me", "easy", "easy", "easy"]}, {**common, "sources": ["me", "table", "table", "table"]}]
    text = game.examples()["game4"].read_text(encoding="utf-8")
    ending = game.examples()["ending"].read_text(encoding="utf-8")
    *shown, about, checked, played = answers(
        [{"ask": "clicks", "fields": fields} for fields in levels]
        + [{"ask": "about"}, {"ask": "check", "text": ending}, {"ask": "review", "text": text}]
    )
    sent = {
        "About": [about],
        "Checked": [checked, *played["tables"]],
        "Game": [played["game"]],
        "Live": [each for one in shown for each in one["shown"]],
    }
    check(sent, tmp_path)
