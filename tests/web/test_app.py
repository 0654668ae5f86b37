"""The page for phones, as `make app` leaves it: in a real Chromium of a phone's size, from a server that knows nothing but files."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import numpy as np
import pytest

from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.public import Move
from diamonds_solver.games.diamonds.rules import Rules, card_name

from ..browser import ROOT, Browser, accessibility_problems, missing, overflow

pytestmark = pytest.mark.browser

APP = ROOT / "build" / "app"
MOST_BYTES = 1 << 20
PATIENCE = 60_000


class Quiet(SimpleHTTPRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Says nothing."""


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    if not (APP / "sw.js").exists():
        missing("build/app: make app")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(APP)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def phone(server: ThreadingHTTPServer, browser: Browser) -> Iterator[Any]:
    with browser.open(f"http://127.0.0.1:{server.server_address[1]}/", width=390, height=844, has_touch=True) as page:
        page.set_default_timeout(PATIENCE)
        yield page


class Table:
    """A round that is played at random beside the phone: what happens is tapped."""

    def __init__(self, page: Any, players: int, seed: int) -> None:
        self.page, self.rng = page, random.Random(seed)
        self.position = deal(Rules(players), np.random.default_rng(seed))

    def begin(self) -> None:
        """Taps who plays and the cards; one card goes to the left, and one comes from the right."""
        rules = self.position.rules
        page, leader = self.page, self.position.table.leader
        page.get_by_role("group", name="Players").get_by_text(str(rules.players), exact=True).tap()
        dealer = (leader - 1) % rules.players
        page.locator(f'[aria-label="Dealer"] [data-value="{dealer}"]').tap()
        page.get_by_role("button", name="Begin").tap()
        gives, gets = (min(self.position.hands[seat]) for seat in (1, 0))
        dealt = [card for card in self.position.hands[0] if card != gets] + [gives]
        self.tap_all(dealt)
        page.get_by_role("button", name="These are my cards").tap()
        self.tap_all([gives])
        page.get_by_role("button", name="Passed").tap()
        self.tap_all([gets])
        page.get_by_role("button", name="Begin the round").tap()

    def tap_all(self, cards: list[int]) -> None:
        for card in cards:
            self.page.locator(f'[data-card="{card_name(card)}"].pick').tap()

    def play(self, move: Move) -> None:
        seat, before = self.position.to_move, self.position
        if move.card is not None:
            self.tap_all([move.card])
        others = [other for other in before.moves() if other.card == move.card]
        if len(others) > 1:
            fields = "-".join("255" if field is None else str(field) for field in move)
            self.page.locator(f'[data-move="{fields}"]').tap()
        self.position = before.play(move)
        assert seat == before.to_move

    def play_until(self, cards: int) -> None:
        """Random moves until so many cards are left in the hand at the phone and it has to decide, or to the end of the round."""
        while not self.position.is_over and (self.position.to_move != 0 or len(self.position.hands[0]) > cards):
            self.play(self.rng.choice(self.position.moves()))


def test_the_download_is_small() -> None:
    if not APP.exists():
        missing("build/app: make app")
    assert sum(path.stat().st_size for path in APP.iterdir()) <= MOST_BYTES


def test_every_module_is_there() -> None:
    """Those of the other page that are shared bring no further ones with them."""
    if not APP.exists():
        missing("build/app: make app")
    named = {name for path in APP.glob("*.js") for name in re.findall(r'from "(?:\./|page/)([^"]+)"', path.read_text(encoding="utf-8"))}
    assert "board.js" in named
    assert named <= {path.name for path in APP.iterdir()}


def test_a_round_at_the_table(phone: Any) -> None:
    """Advice comes by itself, a slip is undone, a closed tab goes on, and at the end the points are those of the rules."""
    table = Table(phone, 3, seed=5)
    table.begin()
    table.play_until(7)
    phone.locator('[data-advice="20"], [data-advice="40"]').first.wait_for()
    legal = {card_name(move.card) for move in table.position.moves() if move.card is not None}
    shown = phone.locator(".moves tbody tr td:first-child .k")
    assert len(legal) == shown.count()
    assert overflow(phone) == 0
    assert accessibility_problems(phone) == []
    before = table.position
    table.play(table.position.moves()[0])
    phone.get_by_role("button", name="Undo the last tap").tap()
    table.position = before
    phone.reload()
    phone.locator("[data-advice]").wait_for()
    table.play_until(0)
    phone.get_by_text("Round 1 is over").wait_for()
    points = [int(cell) for cell in phone.locator(".moves tbody td:last-child").all_text_contents()]
    assert points == list(table.position.table.points())
    phone.get_by_role("button", name="Next round").tap()
    phone.get_by_text("Your cards: 0 of 10").wait_for()


def test_without_a_network(phone: Any, server: ThreadingHTTPServer) -> None:
    """After the first visit the page comes from the phone, advice included."""
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.context.set_offline(True)
    phone.reload()
    table = Table(phone, 4, seed=6)
    table.begin()
    table.play_until(9)
    phone.locator('.moves [class="best"]').wait_for()
    assert phone.locator("[data-advice] p").first.text_content()


def test_what_cannot_be(phone: Any) -> None:
    """Taps that contradict each other are said to: the other player, who holds all spades, follows spades with a club."""
    mine = [16 * suit + rank for suit in (0, 1) for rank in range(1, 9)]
    played = [{"move": [card, 255, 255]} for card in (33, 1, 49)]
    rules = {"players": 2, "teams": False, "perfect": True, "dealer": 0}
    kept = json.dumps({"rules": rules, "steps": [{"hand": mine}, {"gave": [], "got": []}, *played]})
    phone.get_by_role("button", name="Begin").wait_for()
    phone.evaluate("kept => localStorage.setItem('diamonds-companion', kept)", kept)
    phone.reload()
    phone.get_by_text("no deal agrees with what was seen").wait_for()
