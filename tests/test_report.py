"""The page about a game: whole, harmless, and the same with and without its script."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import diamonds_solver as ds
from diamonds_solver.analysis.results import MARKS, Analysis, Mark
from diamonds_solver.answers.analysis import analysis_text
from diamonds_solver.answers.curves import Curve, Flag, chart
from diamonds_solver.answers.page import report_html
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.records.game_record import GameRecord
from diamonds_solver.games.records import load
from tests.browser import Browser, accessibility_problems, overflow

EVIL = ("</script><script>document.title='x'</script>", 'A & "B" <img src=x onerror=alert(1)>', "Cy", "Di")
VOID = {"meta", "link", "br", "img", "input", "col"}
OPTIONAL = {"td", "th", "tr", "dt", "dd"}
"""Elements whose end need not be written."""


class Outline(HTMLParser):
    """The elements of a page, and whether they are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID | OPTIONAL:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in OPTIONAL:
            return
        assert self.open, tag
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    """A game of two short rounds, played at random."""
    rounds = tuple(replace(random_round(seed), round=(seed, 2), names=("Ann", "Bob", "Cy", "Di"), id="two rounds") for seed in (1, 2))
    game = GameRecord(rounds[0].rules, rounds, rounds[0].names, "two rounds")
    return ds.analyse(game, engine="playout", worlds=12, seed=3)


def random_round(seed: int) -> ds.Record:
    rng = np.random.default_rng(seed)
    record = ds.Record.of(ds.late_position(ds.Rules(4), 4, rng))
    while moves := record.position().moves():
        record = replace(record, play=(*record.play, moves[rng.integers(len(moves))]))
    return record


@pytest.fixture(scope="module")
def marked(analysis: Analysis) -> Analysis:
    """The same with marks at known places: with few samples they would be anywhere."""
    places: dict[int, Mark] = dict(zip([one.number for one in analysis if one.known][2::6], MARKS, strict=False))
    assert len(places) == 3
    judged = tuple(replace(one, mark=places.get(one.number, "")) for one in analysis)
    return replace(analysis, judged=judged)


@pytest.fixture(scope="module")
def page(marked: Analysis, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "game.html"
    ds.report(marked, path)
    return path


def test_page_is_whole_and_asks_for_nothing(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    outline = Outline(text)
    assert not [
        found for found in (*outline.all("link"), *outline.all("img"), *outline.all("script")) if found.get("src") or found.get("href")
    ]
    addresses = [found.get("href") or "" for found in (*outline.all("a"), *outline.all("use"))]
    assert all(address.startswith("#") for address in addresses)
    ids = [attributes["id"] for _, attributes in outline.elements if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert {address[1:] for address in addresses} <= set(ids)
    assert not [attributes for _, attributes in outline.elements if "style" in attributes]
    assert not [name for _, attributes in outline.elements for name in attributes if name.startswith("on")]


def test_policy_allows_this_style_and_script_alone(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        content = re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.DOTALL)
        assert len(content) == 1
        digest = base64.b64encode(hashlib.sha256(content[0].encode()).digest()).decode()
        assert f"{directive} &#39;sha256-{digest}&#39;" in policy[1]
    assert "default-src &#39;none&#39;" in policy[1]


def test_every_decision_is_there_with_both_judges(page: Path, marked: Analysis) -> None:
    articles = re.findall(r'<article id="d(\d+)"(.*?)</article>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert [int(number) for number, _ in articles] == [one.number for one in marked]
    for one, (_, article) in zip(marked, articles, strict=True):
        assert article.count("<section") == 2
        known, opened = article[article.index('"side side-known"') :].split('"side side-open"')
        assert known.count('role="img"') == opened.count('role="img"') == 1
        if one.forced:
            assert "There was no choice." in known
            assert "<tbody>" not in article
        else:
            assert one.known is not None
            assert one.hindsight is not None
            assert known.count("<tr") in (1 + min(10, len(one.known.advice.moves)), 12)
            shown = {move for move, value in one.hindsight.moves if value is not None} | {one.move}
            assert opened.count("<tr") in (1 + min(10, len(shown)), 12)


def test_page_says_how_it_was_made(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for fact in ("playout", "12 worlds", "seed 3", f"diamonds {ds.__version__}"):
        assert fact in text


def test_pictures_share_what_is_equal(page: Path, analysis: Analysis) -> None:
    text = page.read_text(encoding="utf-8")
    pictures = re.findall(r'<div class="look">.*?</div>', text, re.DOTALL)
    assert len(pictures) == 2 * len(analysis)
    assert sum(map(len, pictures)) / len(pictures) < 1_500
    assert text.count('fill="#0423e4"') < 60


def renamed(analysis: Analysis, names: tuple[str, ...]) -> Analysis:
    def with_names(record: Any) -> Any:
        return replace(record, names=names)

    record = analysis.record
    assert isinstance(record, GameRecord)
    record = replace(record, names=names, rounds=tuple(map(with_names, record.rounds)))
    players = tuple(replace(player, name=names[player.seat]) for player in analysis.players)
    judged = tuple(replace(one, record=with_names(one.record)) for one in analysis)
    return replace(analysis, record=record, players=players, judged=judged)


def test_names_are_data(analysis: Analysis) -> None:
    evil = renamed(analysis, EVIL)
    for text, scripts in ((report_html(evil), 1), (evil._repr_html_(), 0)):
        outline = Outline(text)
        assert len(outline.all("script")) == scripts
        assert not outline.all("img")
        assert not [name for _, attributes in outline.elements for name in attributes if name.startswith("on")]


def test_report_judges_a_record(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    text = ds.report(ds.example("ending"), known=False)
    written: object = ds.report(ds.example("ending"), path, known=False)
    assert (written, path.read_text(encoding="utf-8")) == (None, text)
    with pytest.raises(TypeError, match="worlds"):
        ds.report(ds.analyse(ds.example("ending"), known=False), worlds=3)


def test_a_game_without_tricks_and_hindsight() -> None:
    record = load(find_game("diamoniak").examples()["diamoniak-game"])
    text = report_html(ds.analyse(record, worlds=2, seed=1, engine="playout", players=[1]))
    Outline(text)
    assert text.count("<article") == 2
    assert 'class="side side-open"' not in text
    assert 'role="tablist"' not in text
    unjudged = report_html(ds.analyse(record, known=False))
    Outline(unjudged)
    assert 'data-judge=""' in unjudged


def test_moves_that_have_words_are_told_in_words() -> None:
    """In the text and on the page; the notation stands beside them, and is not the only name of a move."""
    game = find_game("diams")
    analysis = ds.analyse(load(game.examples()["diams-round"]), known=False, hindsight_limit=20.0)
    page, text = report_html(analysis), analysis_text(game, analysis)
    assert '<span title="safe:5+5+5">Lay in the safe: 5 + 5 + 5</span>' in page
    assert not re.search(r">\s*(safe:|=\d|draw<|open<)", re.sub(r"<pre.*?</pre>", "", page, flags=re.DOTALL))
    assert "Lay in the safe: 5 + 5 + 5" in text
    assert "[safe:5+5+5]" in text


def test_curves_keep_to_the_scale_and_names_apart() -> None:
    curves = [Curve(name, (0.0, None, 3.0, 3.0)) for name in ("Ann", "Bob", "<Cy>")]
    svg = chart(curves, [(0, "Round 1")], [Flag(2, 1, "??", "#d3", "Bob: blunder")], "points")
    assert "<Cy>" not in svg
    ys = [float(y) for y in re.findall(r'<text x="738" y="([\d.]+)"', svg)]
    assert len(ys) == 3
    assert all(later - earlier >= 15 for earlier, later in pairwise(ys))
    assert chart([Curve("Ann", (None, None))], [], [], "nothing known").count("<path") >= 2


# -- in a browser -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_stepping_by_keys_and_buttons(browser: Browser, page: Path, marked: Analysis) -> None:
    from playwright.sync_api import expect

    numbers = [one.number for one in marked]
    marks = [one.number for one in marked if one.mark]
    with browser.open(page.as_uri()) as tab:
        now = tab.locator("article.now")
        expect(now).to_have_id(f"d{numbers[0]}")
        tab.keyboard.press("ArrowRight")
        tab.keyboard.press("ArrowRight")
        expect(now).to_have_id(f"d{numbers[2]}")
        tab.keyboard.press("ArrowLeft")
        expect(now).to_have_id(f"d{numbers[1]}")
        tab.keyboard.press("End")
        expect(now).to_have_id(f"d{numbers[-1]}")
        expect(tab.locator("#at")).to_have_text(f"{len(numbers)} / {len(numbers)}")
        tab.keyboard.press("Home")
        tab.keyboard.press("n")
        expect(now).to_have_id(f"d{marks[0]}")
        tab.get_by_role("button", name="Next mistake").click()
        expect(now).to_have_id(f"d{marks[1]}")
        tab.keyboard.press("p")
        expect(now).to_have_id(f"d{marks[0]}")
        expect(tab.locator("#said")).to_contain_text(marked.record.seat_name(next(o for o in marked if o.number == marks[0]).seat))
        tab.locator(f".play a[href='#d{numbers[7]}']").click()
        expect(now).to_have_id(f"d{numbers[7]}")
        expect(tab.locator("article:visible")).to_have_count(1)
        assert tab.url.endswith(f"#d{numbers[7]}")
        cards = tab.locator("article.now .side-known use")
        assert cards.count() >= 1 + marked.record.players
        assert all(box and box["width"] > 0 for box in (cards.nth(place).bounding_box() for place in range(cards.count())))


@pytest.mark.browser
def test_tabs_never_mix_the_judges(browser: Browser, page: Path, marked: Analysis) -> None:
    from playwright.sync_api import expect

    one = next(one for one in marked if one.known is not None and one.hindsight is not None and len(one.hindsight.moves) > 1)
    with browser.open(f"{page.as_uri()}#d{one.number}", origin=page.as_uri()) as tab:
        known, opened = tab.locator("article.now .side-known.side"), tab.locator("article.now .side-open.side")
        expect(known).to_be_visible()
        expect(opened).to_be_hidden()
        assert one.known is not None
        best = re.sub(r"^([DHSC])(\d+)", r"\2\1", str(one.known.best[0]))
        expect(known.locator("tbody tr.best th").first).to_have_text(best)
        expect(known.locator("tr.played")).to_have_count(1)
        tab.get_by_role("tab", name="In hindsight").click()
        expect(known).to_be_hidden()
        expect(opened).to_be_visible()
        assert one.hindsight is not None
        expect(opened.locator("tbody tr.best")).to_have_count(min(12, len(one.hindsight.best)))
        expect(tab.locator("figure.side-known")).to_be_hidden()
        tab.keyboard.press("ArrowLeft")
        expect(tab.get_by_role("tab", name="Known at the time")).to_be_focused()
        expect(known).to_be_visible()
        tab.keyboard.press("t")
        expect(opened).to_be_visible()


@pytest.mark.browser
def test_readable_without_javascript(browser: Browser, page: Path, marked: Analysis) -> None:
    from playwright.sync_api import expect

    with browser.open(page.as_uri(), javascript=False) as tab:
        expect(tab.locator("article:visible")).to_have_count(len(marked))
        expect(tab.locator("article").first.locator(".side:visible")).to_have_count(2)
        expect(tab.locator(".controls")).to_be_hidden()
        expect(tab.locator("figure:visible")).to_have_count(2)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1400, "dark")])
def test_fits_and_is_accessible(browser: Browser, page: Path, width: int, scheme: str) -> None:
    with browser.open(page.as_uri(), width=width, scheme=scheme, bypass_csp=True) as tab:
        assert overflow(tab) <= 0
        assert accessibility_problems(tab) == []
        tab.get_by_role("tab", name="In hindsight").click()
        assert overflow(tab) <= 0
        assert accessibility_problems(tab) == []


@pytest.mark.browser
@pytest.mark.parametrize("key", ["n", "ArrowRight", "t"])
def test_keys_scroll_to_the_decision(browser: Browser, page: Path, key: str) -> None:
    """Also where the keys are pressed at the head of the page, far above it."""
    from playwright.sync_api import expect

    with browser.open(page.as_uri(), width=1400, height=500) as tab:
        tab.evaluate("scrollTo(0, 0)")
        expect(tab.locator("article.now h3")).not_to_be_in_viewport()
        tab.keyboard.press(key)
        expect(tab.locator("article.now h3")).to_be_in_viewport()


@pytest.mark.browser
def test_curves_are_named_where_their_ends_are_scrolled_off(browser: Browser, page: Path, marked: Analysis) -> None:
    for width in (480, 1400):
        with browser.open(page.as_uri(), width=width) as tab:
            keys = tab.locator(".course:visible .keys").first
            assert keys.is_visible() == (width == 480)
            if keys.is_visible():
                assert all(marked.record.seat_name(seat) in keys.inner_text() for seat in range(marked.record.players))


@pytest.mark.browser
@pytest.mark.parametrize("width", [640, 760])
def test_nothing_is_cut_on_paper(browser: Browser, page: Path, width: int) -> None:
    """The width of a sheet of A5 and of A4 without its margins, about."""
    with browser.open(page.as_uri(), width=width) as tab:
        tab.emulate_media(media="print")
        inner = "document.documentElement.clientWidth"
        right = f"[...document.querySelectorAll('.moves svg, .moves td, .chart')].map((x) => x.getBoundingClientRect().right - {inner})"
        assert max(tab.evaluate(right)) <= 0


def test_colours_are_those_of_the_page(page: Path) -> None:
    tokens = (Path(ds.__file__).parent / "web" / "static" / "tokens.css").read_text(encoding="utf-8")
    assert tokens in page.read_text(encoding="utf-8")


@pytest.mark.browser
def test_light_and_dark(browser: Browser, page: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    with browser.open(page.as_uri(), scheme="dark") as tab:
        dark = tab.evaluate(colour)
        tab.get_by_role("button", name="Dark").click()
        light = tab.evaluate(colour)
        assert dark != light
    with browser.open(page.as_uri(), scheme="light") as tab:
        assert tab.evaluate(colour) == light


@pytest.mark.browser
def test_a_name_is_no_script_in_a_browser(browser: Browser, analysis: Analysis, tmp_path: Path) -> None:
    path = tmp_path / "evil.html"
    ds.report(renamed(analysis, EVIL), path)
    with browser.open(path.as_uri()) as tab:
        assert tab.title() != "x"


def test_a_judgement_of_one_sample_has_no_interval() -> None:
    page = ds.report(random_round(1), engine="playout", worlds=1, seed=3)
    assert " lost " in page
    assert "inf" not in re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
