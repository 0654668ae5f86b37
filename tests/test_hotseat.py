"""Several people at one screen: what the terminal, lines for programs and the page hold while one of them looks has nothing that only
another one knows."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any
from unittest import mock

import pytest

from diamonds_solver import cli
from diamonds_solver.cli import session
from diamonds_solver.common.wording import clause
from diamonds_solver.games.diams.playing.live import DealtGame
from diamonds_solver.games.diams.round.rules import Kind, written
from diamonds_solver.games.diams.texts import happened
from diamonds_solver.live.live_game import LiveGame

from .test_live_machine import cards_in, hidden_from

GAMES, MOST = (300, 400) if os.environ.get("DIAMONDS_HOTSEAT") else (6, 50)
"""Games of each surface, and lines that are typed in each: DIAMONDS_HOTSEAT=1 plays more, for some minutes."""
CLEARED = "\033[3J"
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


def secrets_in(text: str, game: LiveGame, seat: int | None) -> set[str]:
    """What a text tells that `seat` (None: nobody) may not know: cards in hands of Diamonds; in Diam's, whose cards are there more than
    once, what others drew and laid, in the words for those who did."""
    if not isinstance(game.table, DealtGame):
        return hidden_from(game, seat) & cards_in(text)
    return {secret for secret in _secrets(game, game.table, seat) if secret in text}


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
    rng, screen, told = random.Random(f"{kind} {seed}"), Screen(), set[str]()
    covers, checked, lines = 0, 0, 0

    def types() -> str:
        nonlocal covers, checked, lines
        lines += 1
        text = screen.getvalue()
        if as_json:
            new, checked = text[checked:], len(text)
            for line in filter(lambda line: line.startswith("{"), new.splitlines()):
                viewer = json.loads(line)["viewer"]
                told.update(secrets_in(line, game, None if viewer is None else int(viewer[1]) - 1))
        elif text.endswith("looks> "):
            covers += 1
            told.update(secrets_in(text, game, None) | set(HAND.findall(text)))
            return "\n"
        else:
            told.update(secrets_in(text, game, game.viewer))
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
    return covers, told


@pytest.mark.parametrize("as_json", [False, True], ids=["terminal", "json"])
def test_nobody_is_shown_what_only_another_knows(as_json: bool) -> None:
    covers = 0
    for number in range(GAMES):
        found, told = play(number, 100 + number, as_json=as_json)
        assert not told, (number, told)
        covers += found
    assert as_json or covers > 10 * GAMES // 3
