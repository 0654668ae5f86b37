"""The page for phones, as `make app` leaves it: in a real Chromium of a phone's size, from a server that knows nothing but files."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import numpy as np
import pytest

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules, card_name
from diamonds_solver.games.diamonds.solving.solve import solve
from diamonds_solver.games.records import loads
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.sampling._sampling import CDealer

from ..browser import ROOT, Browser, accessibility_problems, missing, overflow
from .paging import asks_whom, choose, expect, more, opened
from .running import running
from .test_beat import PASSED_ON, PLAY_LAST
from .test_daily import PLAY_FIRST
from .test_learn import check, play_by_texts
from .test_page_goes_on import second_tab
from .test_review import CHANCES, CLAIMS, ENDED, claim_by_command

pytestmark = pytest.mark.browser

APP = ROOT / "build" / "app"
MOST_BYTES = 1_080_000
PATIENCE = 60_000
DEALT = """let drawn = 0;
crypto.getRandomValues = numbers => { for (const place of numbers.keys()) numbers[place] = 2654435761 * (drawn += 1); return numbers; };"""
"""No deal is left to chance."""

TODAY = "import('./daily.js').then(({ today }) => today())"
HINT_OF_THE_DAY = """async () => {
    const [{ bodyOf }, { ask, Question }] = await Promise.all([import("./daily.js"), import("./api.js")]);
    const { id } = await ask("play", { action: "begin", ...bodyOf("2026-11-26") });
    await Question.ask("turn", { id, seat: "" }, () => {});
    const { moves } = await Question.ask("hint", { id, seat: "" }, () => {});
    return Object.fromEntries(moves.map(({ move, mark }) => [move, mark]));
}"""

TRIED = """async () => {
    const { ask } = await import("./api.js");
    const { record: text, players } = await ask("play", { action: "state", id: sessionStorage.getItem("diamonds.table") });
    const own = (await ask("game", { text })).decisions.filter(({ seat, forced, trick }) => seat === "P1" && !forced && trick);
    return Promise.all(own.map(async ({ number, decision, move }) => {
        const { turn, moves } = await ask("play", { action: "begin", text, number, sources: players.map(({ source }) => source) });
        return turn.decision === decision && moves.some((each) => each.move === move);
    }));
}"""
"""Whether each decision of the play that had a choice is there again when it is tried again."""


class Quiet(SimpleHTTPRequestHandler):
    sent: ClassVar[list[str]] = []
    """The files that were sent, without those which the browser had and only asked about."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        if code == HTTPStatus.OK:
            self.sent.append(self.path)


@contextmanager
def serving(folder: Path) -> Iterator[ThreadingHTTPServer]:
    if not (APP / "sw.js").exists():
        missing("build/app: make app")
    Quiet.sent.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    with serving(APP) as server:
        yield server


@pytest.fixture
def page(server: ThreadingHTTPServer, browser: Browser) -> Iterator[Any]:
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with browser.open(address, width=390, height=844, has_touch=True, script=DEALT) as page:
        page.set_default_timeout(PATIENCE)
        page.locator("#deal").wait_for()
        yield page


class Table:
    """A round that is played beside the phone: what happens, always the first move that there is, is tapped."""

    def __init__(self, page: Any, players: int, seed: int) -> None:
        self.page = page
        self.position = deal(Rules(players), np.random.default_rng(seed))
        self.taps = 0

    def tap(self, found: Any) -> None:
        self.taps += 1
        found.tap()

    def begin(self) -> None:
        """Taps who plays and the cards; one card goes to the left, and one comes from the right."""
        page, rules, leader = self.page, self.position.rules, self.position.table.leader
        page.evaluate("localStorage.setItem('diamonds.pace', 'instant')")
        page.locator("#tile-companion").tap()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("group", name="Players").locator(f'[data-value="{rules.players}"]').tap()
        sheet.get_by_role("group", name="Deals first").locator(f'[data-value="{(leader - 1) % rules.players + 1}"]').tap()
        page.locator("#begin-companion").tap()
        gives, gets = (min(self.position.hands[seat]) for seat in (1, 0))
        self.tell([card for card in self.position.hands[0] if card != gets] + [gives])
        self.step(lambda: self.tap(page.locator('[data-move="1"]')))
        expect(page.locator(".hint h2 .k").first).to_be_visible()  # which card to pass
        self.tap(page.locator(f'.hand [data-card="{card_name(gives)}"]'))
        self.step(lambda: self.tap(page.locator("#confirm")))
        self.tell([gets])

    def tell(self, cards: list[int]) -> None:
        for card in cards:
            self.tap(self.page.locator(f'.deck [data-card="{card_name(card)}"]'))
        self.step(lambda: self.tap(self.page.locator("#confirm")))

    def step(self, make: Any) -> None:
        steps = self.page.locator("main.play").get_attribute("data-steps")
        make()
        expect(self.page.locator(f"main.play[data-steps='{steps}']")).to_have_count(0)
        self.page.locator('main.play[data-busy="false"]').wait_for()

    def play(self, move: Move) -> None:
        others = [other for other in self.position.moves() if other.card == move.card]
        place = ".hand" if self.position.to_move == 0 else ".deck"

        def make() -> None:
            if move.card is not None:
                self.tap(self.page.locator(f'{place} [data-card="{card_name(move.card)}"]'))
            if len(others) > 1 and self.page.locator(".rob").count():
                self.tap(self.page.locator(f'[data-victim="{move.victim}"]'))
            elif len(others) > 1:
                self.tap(self.page.locator(f'[data-move="{move}"]'))

        self.step(make)
        self.position = self.position.play(move)

    def play_until(self, cards: int) -> None:
        """Moves until the hand at the phone has that many cards left and has to decide, or to the end of the round."""
        while not self.position.is_over and (self.position.to_move != 0 or len(self.position.hands[0]) > cards):
            self.play(self.position.moves()[0])


def test_the_download_is_small() -> None:
    if not APP.exists():
        missing("build/app: make app")
    assert sum(path.stat().st_size for path in APP.iterdir()) <= MOST_BYTES


def test_every_module_is_there() -> None:
    """Those of the other page that are shared bring no further ones with them."""
    if not APP.exists():
        missing("build/app: make app")
    scripts = [re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL) for path in APP.glob("*.js")]
    named = {name for script in scripts for name in re.findall(r'(?:from |import\()"(?:\./|page/)([^"]+)"', script)}
    assert {"board.js", "play.js", "solve.js"} <= named
    assert named - {"pass.js"} <= {path.name for path in APP.iterdir()}, "the screen Pass is not there"


def test_a_round_at_the_table(page: Any) -> None:
    """A hint comes by itself, a slip is undone, a closed tab goes on, and at the end the points are those of the rules. It takes few taps:
    10 cards dealt, one each way, 40 cards and whom clubs rob.
    """
    table = Table(page, 4, seed=3)
    table.begin()
    table.play_until(7)
    expect(page.locator(".hint[aria-busy=false]")).to_be_visible()
    legal = {card_name(move.card) for move in table.position.moves() if move.card is not None}
    assert {card.get_attribute("data-card") for card in page.locator(".hand button:not([aria-disabled])").all()} == legal
    assert overflow(page) == 0
    assert accessibility_problems(page) == []
    before, taps = table.position, table.taps
    table.play(table.position.moves()[-1])
    assert accessibility_problems(page) == []
    assert page.locator(".hand .card").count() == 6, "one's own hand is in sight while others play"
    table.step(lambda: page.locator("#undo").tap())
    table.position, table.taps = before, taps
    page.reload()
    expect(page.locator(".hint")).to_be_visible()
    table.play_until(0)
    assert table.taps <= 62
    page.locator("#next-round").wait_for()
    rows = page.locator(".ends tbody tr")
    totals = {row.locator("th").text_content(): int(row.locator("td").last.text_content()) for row in rows.all()}
    assert [totals[name] for name in ("You", "Ann", "Bob", "Cy")] == list(table.position.table.points())
    page.locator("#next-round").tap()
    expect(page.locator(".telling h2")).to_have_text("The cards dealt to you")


def test_without_a_network(page: Any, server: ThreadingHTTPServer) -> None:
    """After the first visit the page comes from the phone, advice included."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    table = Table(page, 4, seed=6)
    table.begin()
    table.play_until(9)
    expect(page.locator(".hint[aria-busy=false] h2")).to_be_visible()
    page.evaluate("location.hash = 'start'")
    game = Play(page)
    game.begin(2, "alone", "normal")
    game.tap()
    page.evaluate("location.hash = 'solve'")
    page.locator(".oh .best").first.wait_for()


def test_a_new_version_is_told_and_loaded(browser: Browser, tmp_path: Path) -> None:
    """All of it, whatever the browser has kept of the old one; other pages' caches stay. A first visit gets each file once."""
    folder = tmp_path / "app"

    def publish(title: str) -> None:
        shutil.copytree(APP, folder, dirs_exist_ok=True)
        for name, old, new in (("start.js", "What shall we play?", title), ("sw.js", "`${OURS}", f"`${{OURS}}{title}-")):
            path = folder / name
            path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        for path in folder.iterdir():
            os.utime(path, (1e9 + len(title), 1e9 + len(title)))  # so old that browsers take their own copy without asking

    with serving(folder) as server:
        publish("one")
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        with browser.open(address, width=390, height=844) as page:
            expect(page.get_by_role("heading", name="one")).to_be_visible()
            sent = Counter(Quiet.sent)
            assert len(sent) > 60
            assert set(sent.values()) == {1}
            page.evaluate("caches.open('another-app')")
            publish("second")
            page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
            page.locator("#notice button").click()
            expect(page.get_by_role("heading", name="second")).to_be_visible()
            publish("the third")
            page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
            expect(page.locator("#notice")).to_contain_text("new version")
            page.reload()
            expect(page.get_by_role("heading", name="the third")).to_be_visible()
            names = page.evaluate("caches.keys()")
            assert [name.partition("-")[0] for name in names] == ["another", "diamonds"]


def test_what_cannot_be(page: Any) -> None:
    """What was told contradicts itself, which the hint says: the other player, who holds all spades, follows spades with a club."""
    mine = [16 * suit + rank for suit in (0, 1) for rank in range(1, 9)]
    played = [{"move": [card, 255, 255]} for card in (33, 1, 49)]
    rules = {"teams": False, "perfect": True, "rounds": 1, "passes": False, "dealer": 0, "names": ["You", "Ann"], "levels": ["me", "table"]}
    text = json.dumps({**rules, "seed": 1, "steps": [{"hand": mine}, *played], "undone": []})
    kept = json.dumps([{"id": "kept", "text": text, "steps": 4, "title": "kept", "when": 0}])
    page.evaluate("kept => localStorage.setItem('diamonds.games', kept)", kept)
    page.reload()
    page.locator("#tile-resume").tap()
    expect(page.locator(".hint .problems")).to_contain_text("No deal agrees with what was seen")


# -- play and solve -----------------------------------------------------------------------------------------------------------------------


class Play:
    """A game against the program, played by taps: any card that may be played."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def begin(self, players: int, kind: str, level: str) -> None:
        page = self.page
        page.evaluate("localStorage.setItem('diamonds.pace', 'instant')")
        page.locator("#options summary").tap()
        page.get_by_role("group", name="Players").locator(f'[data-value="{players}"]').tap()
        page.get_by_role("group", name="Others").locator(f'[data-value="{level}"]').tap()
        if kind == "teams":
            page.get_by_role("group", name="Teams").locator('[data-value="yes"]').tap()
        if kind == "perfect":
            page.get_by_role("group", name="Cards").locator('[data-value="perfect"]').tap()
        if kind == "thief":
            page.get_by_role("group", name="Clubs rob").get_by_text("who has the thief").tap()
        page.locator("#deal").tap()
        self.wait()

    def wait(self) -> None:
        self.page.locator('main.play[data-busy="false"]').wait_for()

    @property
    def steps(self) -> int:
        return int(self.page.locator("main.play").get_attribute("data-steps"))

    def tap(self) -> None:
        """One decision."""
        page, before = self.page, self.steps
        if page.locator(".counts button").count():
            choose(page, page.locator(".counts button").last, "tap")
        elif page.locator(".passing .hole").count():
            for _ in range(page.locator(".passing .hole").count()):
                page.locator('.hand button[aria-pressed="false"]').first.tap()
            page.locator("#confirm").tap()
        else:
            is_robbing = bool(page.locator(".rob").count())
            if not is_robbing:
                page.locator(".hand button:not([aria-disabled])").first.tap()
                is_robbing = asks_whom(page, str(before))
            if is_robbing:
                page.locator(".rob").first.tap()
        page.wait_for_function(
            "before => document.querySelector('#end-title') || Number(document.querySelector('main.play').dataset.steps) > before",
            arg=before,
        )
        self.wait()

    def is_round_over(self) -> bool:
        return bool(self.page.locator("#next-round").count())

    def kept(self) -> dict[str, Any]:
        """The game as the browser keeps it."""
        found: dict[str, Any] = json.loads(self.page.evaluate("JSON.parse(localStorage.getItem('diamonds.games'))[0].text"))
        return found


def replayed(game: dict[str, Any], rules: Rules) -> Position:
    """The first round of a kept game, by the program's rules: its cards dealt anew, its passes and its moves."""
    size, deck = rules.hand_size, sorted(rules.deck)
    rest = len(deck) - size * rules.players
    needs = np.array([size] * rules.players + [rest] * (rest > 0), np.uint8)
    none = np.empty(0, np.uint8)
    rows = np.zeros((1, len(deck)), np.uint8)
    CDealer(np.ones((len(deck), len(needs))), needs, none, none).deal(game["seed"], 1, rows)
    hands = [{card for card, seat in zip(deck, rows[0].tolist(), strict=True) if seat == own} for own in range(rules.players)]
    passes = [step["pass"] for step in game["steps"] if "pass" in step]
    for index, cards in enumerate(passes):
        giver = (game["dealer"] + 1 + index) % rules.players
        hands[giver] -= set(cards)
        hands[rules.receiver(giver)] |= set(cards)
    dealer = game["dealer"]
    record = Record(rules=rules, hands=(), tricks=size // rules.plays_per_trick, lead=(dealer + 1) % rules.players, dealer=dealer)
    position = Position(record.start_table(), tuple(map(frozenset, hands)))
    for step in game["steps"]:
        if "move" in step:
            move = Move(*(None if field == 255 else field for field in step["move"]))
            assert move in position.moves()
            position = position.play(move)
    return position


def ended(game: Play, rules: Rules) -> Position:
    """How a round ends by the rules: the points that are shown are those."""
    position = replayed(game.kept(), rules)
    assert position.is_over
    rows = game.page.locator(".ends tbody tr")
    totals = {row.locator("th").text_content(): int(row.locator("td").last.text_content()) for row in rows.all()}
    names = ["You", "Ann", "Bob", "Cy", "Di", "Eve"][: rules.players]
    assert [totals[name] for name in names] == list(position.table.points())
    return position


@pytest.mark.parametrize(
    ("players", "kind", "level"),
    [
        pytest.param(2, "alone", "normal", marks=pytest.mark.nightly),
        pytest.param(3, "alone", "easy", marks=pytest.mark.nightly),
        (4, "thief", "normal"),
        pytest.param(4, "teams", "normal", marks=pytest.mark.nightly),
        pytest.param(5, "perfect", "easy", marks=pytest.mark.nightly),
        (6, "teams", "easy"),
    ],
    ids=["2", "3", "thief4", "teams4", "perfect5", "teams6"],
)
def test_a_round_against_the_program(page: Any, players: int, kind: str, level: str) -> None:
    """Played by taps to its end: the points are those of the rules, and the next round begins, the thief token where it was."""
    game = Play(page)
    game.begin(players, kind, level)
    assert overflow(page) == 0
    while not game.is_round_over():
        game.tap()
    rules = Rules(players, teams=kind == "teams", perfect=kind == "perfect", thief=kind == "thief")
    position = ended(game, rules)
    page.locator("#next-round").tap()
    page.get_by_text("round 2 of").wait_for()
    holders = [int(token.get_attribute("data-seat")) for token in page.locator("[data-seat]:has(.token)").all()]
    assert holders == [position.table.thief] * rules.thief


def test_a_game_goes_on(page: Any, server: ThreadingHTTPServer) -> None:
    """Undone, loaded anew, and in a tab that was opened later: the game is where it was. A hint comes for the pass and for a card."""
    game = Play(page)
    game.begin(3, "alone", "normal")
    while page.locator(".passing .hole").count() == 0:
        game.tap()
    page.locator("#hint").tap()
    page.locator(".hint h2 .k").first.wait_for()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Close the hint").tap()
    for _ in range(3):
        game.tap()
    hand = page.locator(".hand button").count()
    game.tap()
    page.locator("#undo").tap()
    page.wait_for_function("cards => document.querySelectorAll('.hand button').length === cards", arg=hand)
    game.wait()
    expect(page.locator(".log .old")).to_have_count(0)
    assert accessibility_problems(page) == []
    steps = game.steps
    page.reload()
    game.wait()
    assert (game.steps, page.locator(".hand button").count()) == (steps, hand)
    page.locator("#hint").tap()
    page.locator(".hint h2").get_by_text(re.compile("Play|Pass|only|fine|Probably")).wait_for()
    page.evaluate("sessionStorage.clear()")
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
    page.locator("#tile-resume").tap()
    game.wait()
    assert game.steps == steps
    other = second_tab(page)
    tabs = (Play(other), game)
    for one, two in (tabs, tabs[::-1]):
        two.wait()
        one.tap()
        expect(two.page.locator(".trouble")).to_contain_text("This game goes on in another tab.")
        two.wait()
        assert one.steps == two.steps > steps
        assert two.page.locator(".hand .card").count() == one.page.locator(".hand .card").count()


def test_the_end_has_the_score_by_rounds(page: Any) -> None:
    play = """async () => {
        const { ask, Question } = await import("./api.js");
        const body = { players: 3, sources: ["me", "easy", "easy"], names: ["You", "Ann", "Bob"], pass: "no", rounds: "2" };
        let live = await ask("play", { action: "begin", ...body });
        while (live.turn) {
            const { id, steps, turn, moves } = live;
            const move = turn.decision === "next" ? "next" : turn.source === "me" ? moves[0].move : "";
            live = move ? await ask("play", { action: "move", id, steps, move }) : await Question.ask("turn", { id, seat: "" }, () => {});
        }
        sessionStorage.setItem("diamonds.table", live.id);
        location.hash = "play";
        return live.score.points;
    }"""
    points = page.evaluate(play)
    rows = page.locator(".scores tbody tr")
    expect(rows).to_have_count(3)
    assert page.locator(".scores th[scope=col]").all_inner_texts() == ["1", "2", "in the vault"]
    totals = {row.locator("th").inner_text(): int(row.locator("td").nth(1).inner_text()) for row in rows.all()}
    assert totals == dict(zip(("You", "Ann", "Bob"), points, strict=True))


def test_names_are_those_of_the_program(page: Any) -> None:
    """What a player may be called: one table, tried on the phone and in Python."""
    plain = ["Bob", "Zoë", "O'Neil", "Jean Luc", "😀", "李", "שלום", "x" * 60, '"Bo"', "a#b", "#a", "N", "T?"]
    refused = ["", " Bob", "Bob ", "You", "P3", "p12", "17", "1.", "-", "?", ">", "H5", "15d", "S14", *(f"a{mark}b" for mark in ">:=/,;")]
    refused += ["<b>", "👩\u200d👩\u200d👧", "a\u00a0b", "a\tb", "\u200bB", "a\u2028b"]
    begin = """names => Promise.all(names.map(async name => {
        const { ask } = await import("./api.js");
        const body = { action: "begin", players: 2, sources: ["me", "easy"], names: ["You", name] };
        return ask("play", body).then(() => true, () => false); }))"""
    for names, is_taken in ((plain, True), (refused, False)):
        assert dict(zip(names, page.evaluate(begin, names), strict=True)) == dict.fromkeys(names, is_taken)
        for name in names:
            with nullcontext() if is_taken else pytest.raises(DiamondsError):
                LiveGame.new(["me", "easy"], names=["You", name], seed=1)


@pytest.mark.parametrize("what", ["'setItem'", "..."], ids=["full", "refused"])
def test_a_browser_that_keeps_nothing(page: Any, what: str) -> None:
    """The game is played, and it is said once that nothing is kept; what is chosen holds."""
    fail = "() => { throw new DOMException('refused', 'QuotaExceededError'); }"
    refused = f"for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {{get: {fail}}})"
    page.add_init_script(refused if what == "..." else f"Storage.prototype.setItem = {fail}")
    page.reload()
    page.locator("#options summary").tap()
    page.get_by_role("group", name="Length").locator('[data-value="1"]').tap()
    expect(page.locator("#notice")).to_contain_text("kept only until this page is closed")
    page.locator("#notice button").tap()
    page.locator("#deal").tap()
    game = Play(page)
    game.wait()
    game.tap()
    expect(page.locator("#notice")).to_be_empty()
    page.evaluate("location.hash = 'start'")
    page.locator("#tile-resume").tap()
    game.wait()


def test_the_first_round(page: Any) -> None:
    """The lesson of the page: its seven cards a hand, and what each move does as the phone's core says."""
    page.evaluate("localStorage.setItem('diamonds.pace', 'instant')")
    page.locator("#tile-learn").tap()
    check(play_by_texts(page))
    page.locator("#whole-round").tap()
    page.locator("#explain").wait_for()


def test_a_strong_player(page: Any) -> None:
    """It thinks beside the page, which goes on by itself when it has decided."""
    game = Play(page)
    game.begin(3, "alone", "strong")
    for _ in range(3):
        game.tap()
    assert game.steps >= 3


def test_solving(page: Any) -> None:
    """Hands given by taps: the value of every card and the best line are those of the program. A mistake is said, and moves go back."""
    page.locator("#tile-solve").tap()
    page.locator(".oh .best").first.wait_for()
    assert overflow(page) == 0
    assert accessibility_problems(page) == []
    page.locator("#set-up").tap()
    page.locator(".rules summary").tap()
    page.get_by_role("group", name="Players").get_by_text("3", exact=True).tap()
    hands = ["D15 H2 S9", "D3 H12 C15", "D9 S14 C4"]
    for name, hand in zip(["Ann", "Bob", "Cy"], hands, strict=True):
        page.get_by_role("group", name="Give cards to").get_by_text(name).tap()
        for card in hand.split():
            page.locator(f'.deck [data-card="{card}"]').tap()
    page.get_by_role("alert").wait_for(state="detached")
    page.locator('.deck [data-card="D1"]').tap()
    page.get_by_text("Cy has 4 cards, the others have 3: everybody needs as many").wait_for()
    page.locator('.deck [data-card="D1"]').tap()
    page.get_by_role("group", name="Cy").get_by_text("leads").tap()
    page.locator("#done").tap()
    page.locator(".oh .best").first.wait_for()
    more(page, "show-record")
    text = page.locator("#record-text").input_value()
    page.get_by_role("button", name="Close").tap()
    record = loads(text, "<phone>")
    assert [" ".join(sorted(map(card_name, hand.known))) for hand in record.hands] == [" ".join(sorted(hand.split())) for hand in hands]
    solution = solve(record.position())
    moves = solution.to_dict()["moves"]
    expected = {row["move"]: f"{row['value']:.2f}".removesuffix(".00").replace("-", "−") for row in moves}
    shown = {
        card.get_attribute("data-card"): card.locator(".v").text_content().lstrip("+")
        for card in page.locator(".oh.turn .hand .card").all()
    }
    assert shown == expected
    line = list(map(str, solution.line))
    for _ in line:
        page.get_by_role("button", name="The next move of best play").tap()
    page.get_by_role("heading", name="The round is over").wait_for()
    points = record.position()
    for move in solution.line:
        points = points.play(move)
    shown_points = [page.locator(f".oh[data-seat='{seat}'] .now").text_content() for seat in range(3)]
    assert [int(text.split()[0]) for text in shown_points] == list(points.table.points())


def test_a_random_ending(page: Any) -> None:
    """Dealt with one tap, it is solved by itself."""
    page.locator("#tile-solve").tap()
    page.locator("#set-up").tap()
    page.get_by_role("button", name="Random ending").tap()
    page.locator(".oh.turn .best").first.wait_for()
    more(page, "show-record")
    record = loads(page.locator("#record-text").input_value(), "<phone>")
    assert {len(hand.known) for hand in record.hands} == {4}


@pytest.mark.long
def test_a_whole_review(page: Any) -> None:
    """The example game: in hindsight first, then by what was known, to the end; its mistakes are practised."""
    page.set_default_timeout(15 * PATIENCE)
    page.evaluate("location.hash = 'review'")
    page.locator(".cell .m").first.wait_for()
    assert page.get_by_role("button", name="In hindsight").get_attribute("aria-pressed") == "true"
    assert overflow(page) == 0
    page.locator(".work").wait_for(state="detached")  # all of it is judged
    assert page.locator(".problems").count() == 0
    asked = "Could Bob have beaten all others together? No: best play from round 4, trick 1 on brings 22, they have 37 on average."
    expect(page.locator(".chance").first).to_contain_text(asked)
    marks = page.locator(".course .m").count()
    page.get_by_role("button", name="Known at the time").tap()
    expect(page.locator(".side")).to_contain_text("an eighth of the work of a hint")
    expect(page.locator(".verdict p").first).not_to_contain_text("Not judged")
    page.locator("#next-mistake").tap()
    expect(page.locator(".verdict p").first).to_contain_text("gave away")
    assert page.locator(".course .m").count() != marks, "two judges"
    assert accessibility_problems(page) == []
    page.locator("#practise").tap()
    page.locator("#question").wait_for()
    page.locator("#show-answer").tap()
    expect(page.locator("#answer")).to_contain_text("Again in 1 day")
    assert overflow(page) == 0
    assert accessibility_problems(page) == []


def test_a_finished_game(page: Any, tmp_path: Path) -> None:
    """It counts once. Two tabs have shown it: both the same game. Its decisions are judged, and played again with the same cards.
    In its review what was known is judged of one's own decisions alone. Then that of a record: could they have won, by which
    certificate, what speaks for a better card; and what cannot be looked back at."""
    game = Play(page)
    page.locator("#options summary").tap()
    page.get_by_role("group", name="Length").locator('[data-value="1"]').tap()
    page.locator("#options summary").tap()
    game.begin(2, "alone", "easy")
    other = page.context.new_page()
    other.goto(page.url.partition("#")[0])
    other.locator("#tile-resume").tap()
    expect(other.locator("main.play")).to_have_attribute("data-steps", str(game.steps))
    while not page.locator("#end-title").count():
        game.tap()
    expect(other.locator("main.play")).to_have_attribute("data-steps", str(game.steps))
    ended(game, Rules(2))
    page.reload()
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator(".moments h3")).to_have_text("Your moments")
    again = page.evaluate(TRIED)
    assert again
    assert all(again)
    page.locator("#review").tap()
    page.locator(".course .cur").wait_for()
    page.locator(".work").wait_for(state="detached")
    assert page.locator(".side .problems").count() == 0
    page.get_by_role("button", name="Known at the time").tap()
    own = page.evaluate("JSON.parse(localStorage.getItem('diamonds.reviews')).at(-1).losses.map((each) => Object.keys(each).length)")
    assert own[0] > 0
    assert own[1] == 0
    page.reload()
    page.locator(".course .cur").wait_for()
    page.evaluate("text => sessionStorage.setItem('diamonds.game', text)", ENDED)
    page.evaluate("location.hash = 'start'")
    page.locator("#deal").wait_for()
    expect(page.locator("#tile-resume")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('diamonds.played')).length") == 1
    page.evaluate("location.hash = 'review'")
    expect(page.locator(".chance")).to_contain_text(CHANCES)
    assert claim_by_command(page, tmp_path / "could.proof") == CLAIMS[1]
    page.get_by_role("button", name="Known at the time").tap()
    page.locator("#next-mistake").tap()
    expect(page.locator(".judgement")).to_contain_text(re.compile(r"Compared with .+, .+ (brings|costs) \d"))
    page.evaluate("text => sessionStorage.setItem('diamonds.game', text)", ENDED.replace("lead", "vault 1 2\nlead"))
    page.reload()
    expect(page.locator(".problems")).to_contain_text("looked back at from its first card")


def test_the_deal_of_the_day_is_that_of_the_page(page: Any, browser: Browser) -> None:
    """The same cards, and others who answer the same cards with the same moves; each reads the other's link."""
    with running() as program:
        program.open()
        with opened(browser, program) as other:
            assert page.evaluate(PLAY_FIRST, "2026-11-26") == other.evaluate(PLAY_FIRST, "2026-11-26")
            level = "import('./daily.js').then(({ levelPoints }) => levelPoints('2026-11-26', 'normal'))"
            assert page.evaluate(level) == other.evaluate(level), "also at one's own seat"
            for day, rows in {"2026-11-26": 10, PASSED_ON: 11}.items():
                rounds = [(one, one.evaluate(PLAY_LAST, day)) for one in (page, other)]
                first = rounds[1][1]
                assert {**rounds[0][1], "record": ""} == {**first, "record": ""}
                for one, mine in rounds:
                    days = json.dumps({day: {"points": mine["points"], "solver": 9, "text": mine["record"]}})
                    one.evaluate("days => localStorage.setItem('diamonds.days', days)", days)
                    one.evaluate("code => { location.hash = `beat/${code}`; }", first["code"])
                    expect(one.locator("h1")).to_have_text("Level with Mira")
                    expect(one.locator(".beat-lines li")).to_have_count(rows)
            mine = page.evaluate(PLAY_LAST.replace("slice(-needs)", "slice(0, needs)"), PASSED_ON)
            days = json.dumps({PASSED_ON: {"points": mine["points"], "solver": 9, "text": mine["record"]}})
            page.evaluate("days => localStorage.setItem('diamonds.days', days)", days)
            page.evaluate("location.hash = 'start'")
            page.evaluate("code => { location.hash = `beat/${code}`; }", first["code"])
            expect(page.get_by_role("status").filter(has_text="you passed")).to_have_text(re.compile("worth about|as good as"))
            page.evaluate("location.hash = 'start'")
    page.locator("#day").tap()
    page.locator('main.play[data-busy="false"] .me.turn').wait_for()


def test_cards_are_tinted_by_the_hint(page: Any) -> None:
    """While I play, on the phone: the hint of each move comes with its mark, in the background, and the game is played on."""
    page.evaluate("localStorage.setItem('diamonds.mode', 'shade'); localStorage.setItem('diamonds.pace', 'instant')")
    marks = page.evaluate(HINT_OF_THE_DAY)
    assert marks
    assert set(marks.values()) <= {"", "?!", "?", "??"}
    page.evaluate(
        "days => localStorage.setItem('diamonds.days', days)", json.dumps({page.evaluate(TODAY): {"points": 9, "solver": 9, "text": ""}})
    )
    page.evaluate("location.hash = 'daily'")
    page.locator("#day-again").tap()
    expect(page.locator("#mode")).to_have_text("shade")
    page.locator('main.play[data-busy="false"] .me.turn').wait_for()
    steps = page.locator("main.play").get_attribute("data-steps")
    page.locator(".hand button:not([aria-disabled])").first.tap()
    expect(page.locator(f"main.play[data-steps='{steps}']")).to_have_count(0)
    assert overflow(page) == 0
