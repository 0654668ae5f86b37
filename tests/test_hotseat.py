"""Several people at one screen: what the terminal, lines for programs and the page hold while one of them looks has nothing that only
another one knows."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import PIPE
from typing import Any, Self
from unittest import mock

import pytest

from diamonds_solver import cli
from diamonds_solver.answers.wording import error_entries
from diamonds_solver.cli import session
from diamonds_solver.common.wording import clause
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diams.playing.live import DealtGame
from diamonds_solver.games.diams.round.rules import Kind, written
from diamonds_solver.games.diams.texts import happened
from diamonds_solver.games.records import dumps
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions

from .browser import ROOT, missing
from .test_live_machine import cards_in, hidden_from

GAMES, MOST = (300, 400) if os.environ.get("DIAMONDS_HOTSEAT") else (6, 40)
"""Games of each surface, and lines that are typed in each: DIAMONDS_HOTSEAT=1 plays more, for some minutes."""
CLEARED = "\033[3J"
COVER = re.compile(r"press Enter when nobody else looks[^>\n]*> $")
HAND = re.compile(r"your hand: .*")
NAMES = ("Ann", "Bob", "Cy", "Di")
KINDS: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("diamonds", ("human", "human"), {"rounds": 1}),
    ("diams", ("human", "human"), {}),
    ("diamoniak", ("human", "human"), {}),
    ("diamonds", ("human", "random", "human", "human"), {"rounds": 1}),
    ("diams", ("human", "human", "random"), {}),
    ("diamonds", ("human", "human", "random"), {"rounds": 1, "pass": False}),
)
SAID = ("undo", "undo", "redo", "last", "table", "hand", "record", "tricks", "moves", "points", "hint 2", "d99", "")


class Secrets:
    """What only some of the people of a game know."""

    def __init__(self) -> None:
        self.played = set[str]()
        """What all have seen, also where it was taken back."""
        self.told = set[str]()
        """What was told to somebody who may not know it."""

    def look(self, text: str, game: LiveGame, seat: int | None) -> None:
        """Searches what `seat` (None: nobody in particular) is told for cards in hands of Diamonds; of Diam's, whose cards are there more
        than once, for what others drew and laid, in the words for those who did."""
        if isinstance(game.table, DealtGame):
            self.told |= {secret for secret in _secrets(game, game.table, seat) if secret in text}
            return
        self.played |= cards_in(dumps(game.seen(None)))
        self.told |= hidden_from(game, seat) & cards_in(text) - self.played


def _secrets(game: LiveGame, table: DealtGame, seat: int | None) -> Iterator[str]:
    names = [game.seat_name(each) for each in range(game.players)]
    if game.turn is None or game.turn.seat is None:
        return  # the round is over, and open
    for step in (step for step in game.steps if isinstance(step.before, DealtGame) and step.before.record.round == table.record.round):
        actor = step.turn.seat
        if actor is None or actor == seat:
            continue
        after = step.before.tell(step.move).record.play[-1]
        if getattr(step.move, "kind", None) in (Kind.SAFE, Kind.SECURE):
            yield clause(names[actor], happened(after, names))
            yield f"{names[actor]}, {step.turn.text}: {step.move}\n"
            yield json.dumps({"seat": f"P{actor + 1}", "decision": step.turn.decision, "move": str(step.move)})[1:-1]
        elif str(step.move) == "draw" and after.turned_up and written(after.turned_up) != "X":
            yield f"{clause(names[actor], 'draws a card')}: {written(after.turned_up)}"


class Screen(StringIO):
    """All that was written and not cleared."""

    def write(self, text: str) -> int:
        if CLEARED in text:
            self.seek(0)
            self.truncate()
            text = text.rpartition(CLEARED)[2]
        return super().write(text)


def any_move(game: LiveGame, rng: random.Random) -> str:
    turn = game.turn
    assert turn is not None
    return " ".join(rng.sample(turn.pool, turn.needs)) if turn.needs else str(rng.choice(game.moves()))


def play(kind: int, seed: int, *, as_json: bool) -> tuple[int, set[str]]:
    """A game by random moves and commands; how often the screen was handed over, and what was told to somebody who may not know it."""
    name, sources, options = KINDS[kind % len(KINDS)]
    game = LiveGame.new(sources, game=name, options=options, names=NAMES[: len(sources)], seed=seed)
    rng, screen, secrets = random.Random(f"{kind} {seed}"), Screen(), Secrets()
    covers, checked, lines = 0, 0, 0

    def types() -> str:
        nonlocal covers, checked, lines
        lines += 1
        text = screen.getvalue()
        if as_json:
            new, checked = text[checked:], len(text)
            for line in filter(lambda line: line.startswith("{"), new.splitlines()):
                viewer = json.loads(line)["viewer"]
                secrets.look(line, game, None if viewer is None else int(viewer[1]) - 1)
        elif COVER.search(text):
            covers += 1
            secrets.look(text, game, None)
            secrets.told |= set(HAND.findall(text))
            return rng.choice(("\n", f"{any_move(game, rng)}\n")) if text.endswith("cards to pass> ") else "\n"
        else:
            secrets.look(text, game, game.viewer)
        if game.turn is None or lines > MOST:
            return ""
        word = rng.choice(SAID) if rng.random() < 0.25 else any_move(game, rng)
        return f"{word}\n"

    with (
        mock.patch.object(session, "is_terminal", lambda _: not as_json),
        mock.patch.object(session, "drop_typed"),
        mock.patch("sys.stdin", mock.Mock(readline=types)),
        mock.patch.dict(os.environ, TERM="xterm"),
        redirect_stdout(screen),
        redirect_stderr(screen),
    ):
        code = session.Session(game, hint_time=None, as_json=as_json, quiet=True).run()
    assert code in (cli.OK, cli.BAD_INPUT)
    return covers, secrets.told


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("as_json", [False, True], ids=["terminal", "json"])
def test_nobody_is_shown_what_only_another_knows(number: int, as_json: bool) -> None:
    covers, told = play(number, 100 + number, as_json=as_json)
    assert not told
    assert (covers > 5) == (not as_json and KINDS[number % len(KINDS)][0] != "diamoniak"), "nothing is covered where nothing is hidden"


def test_a_cover_after_a_round_has_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of Diam's that goes on into its second round: then the last hand of the first one is still there, if nothing clears it."""
    monkeypatch.setattr(f"{__name__}.MOST", 400)
    assert play(1, 101, as_json=False)[1] == set()


class Page:
    """The page's own screen of a live game in Node, which asks the program's own answers to its questions."""

    def __init__(self) -> None:
        node = shutil.which("node") or missing("node")
        self.node = subprocess.Popen([node, str(ROOT / "tests/hotseat.mjs")], stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8")
        self.questions = Questions(Limits(games=2))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.node.kill()
        self.node.communicate()

    def told(self, answer: object) -> dict[str, Any]:
        """Answers the last line, and then the page's questions, up to what it says when it waits."""
        assert self.node.stdin
        assert self.node.stdout
        while True:
            if answer is not None:
                self.node.stdin.write(f"{json.dumps(answer)}\n")
                self.node.stdin.flush()
            line = self.node.stdout.readline()
            assert line, "the page has failed"
            found: dict[str, Any] = json.loads(line)
            if "name" not in found:
                return found
            answer = self.answer(found["name"], RequestFields(json.dumps(found["body"]).encode()))

    def answer(self, name: str, fields: RequestFields) -> list[Any]:
        """The lines of an answer."""
        lines: list[Any] = []
        try:
            last = (
                self.questions.quick[name](fields)
                if name in self.questions.quick
                else self.questions.long[name](fields)(lines.append, bool)
            )
        except DiamondsError as error:
            last = {"errors": error_entries(error)}
        return [*lines, last]


def play_page(page: Page, kind: int, seed: int) -> tuple[int, set[str]]:
    """As `play`, at the page; of its waits too, when nobody looks."""
    name, sources, options = KINDS[kind % len(KINDS)]
    rng, secrets, covers = random.Random(f"{kind} {seed}"), Secrets(), 0
    begun = {"game": name, "sources": sources, "names": NAMES[: len(sources)], "seed": seed, "players": len(sources), **options}
    found = page.told(begun)
    for _ in range(MOST):
        game = page.questions._playing.find(found["id"])
        viewer = None if found["viewer"] is None else int(found["viewer"][1]) - 1
        for what, seat in (("held", viewer), ("kept", None)):
            secrets.look(found[what].replace(found["id"], ""), game, seat)  # the name is drawn at random and may begin with H7
        if game.turn is None:
            break
        if found["hand_over"] and rng.random() < 0.95:
            covers += 1
            order: dict[str, Any] = {"look": True}
        elif rng.random() < 0.1 and game.can_undo:
            order = {"act": ["undo"]}
        elif rng.random() < 0.1 and game.can_redo:
            order = {"act": ["redo"]}
        elif rng.random() < 0.05:
            order = {"act": ["move", {"move": "D99"}]}
        elif found["hand_over"]:
            continue
        else:
            order = {"act": ["move", {"move": any_move(game, rng)}]}
        found = page.told(order)
    assert page.told(0) == {"next": ""}
    return covers, secrets.told


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as found:
        assert found.told(None) == {"next": ""}
        yield found


@pytest.mark.extra
@pytest.mark.parametrize("number", range(GAMES))
def test_the_page_holds_nothing_that_only_another_knows(page: Page, number: int) -> None:
    covers, told = play_page(page, number, 100 + number)
    assert not told
    assert (covers > 5) == (KINDS[number % len(KINDS)][0] != "diamoniak"), "nothing is covered where nothing is hidden"
