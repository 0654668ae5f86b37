"""A game looked back at as one file: whole, harmless, and with all that the page's Review shows."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import diamonds_solver as ds
from diamonds_solver.analysis.results import MARKS, Analysis, Mark
from diamonds_solver.answers.analysis import analysis_text
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.records.game_record import GameRecord
from diamonds_solver.games.records import load
from diamonds_solver.web.report import report_html
from diamonds_solver.web.scripts import content
from tests.browser import Browser, accessibility_problems, overflow

EVIL = ("</script><script>document.title='x'</script>", 'A & "B" <img src=x onerror=alert(1)>', "Cy", "Di")


class Outline(HTMLParser):
    """The elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def data_of(page: str) -> dict[str, Any]:
    """What the script of a page shows."""
    packed = re.search(r'id="data">([^<]*)<', page)
    assert packed
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return data


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
    given = {name for _, attributes in outline.elements for name in attributes}
    assert not [name for name in given if name in ("src", "href", "style") or name.startswith("on")]
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)


def test_policy_allows_this_style_and_script_alone(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    for tag, directive in (("style", "style-src"), ('script type="module"', "script-src")):
        content = re.findall(rf"<{tag}>(.*?)</{tag.split()[0]}>", text, re.DOTALL)
        assert len(content) == 1
        digest = base64.b64encode(hashlib.sha256(content[0].encode()).digest()).decode()
        assert f"{directive} &#39;sha256-{digest}&#39;" in policy[1]
    assert "default-src &#39;none&#39;" in policy[1]


def test_every_decision_is_there_with_both_judges(page: Path, marked: Analysis) -> None:
    data = data_of(page.read_text(encoding="utf-8"))
    assert [one["decision"] for one in data["judged"]] == [one.to_dict() for one in marked]
    assert [one["number"] for one in data["game"]["decisions"]] == [one.number for one in marked]
    assert [len(tables) for tables in data["tables"]] == [2] * len(marked) + [1]
    assert all({move["move"] for move in own["moves"]} >= {str(one.move)} for (_, own), one in zip(data["tables"], marked, strict=False))
    assert data["points"][-1] == list(find_game("diamonds").records.points(marked.record) or ())


def test_what_a_player_could_not_know_is_not_in_what_the_player_saw(page: Path, marked: Analysis) -> None:
    data = data_of(page.read_text(encoding="utf-8"))
    for one, (opened, own) in zip(marked, data["tables"], strict=False):
        others = [seat for seat in range(4) if seat != one.seat]
        assert all(re.fullmatch(r"\+\d|", own["state"]["hands"][seat]) for seat in others)
        assert own["state"]["hands"][one.seat] == opened["state"]["hands"][one.seat]


def test_marks_in_hindsight_are_those_of_a_review_by_hindsight_alone(analysis: Analysis) -> None:
    alone = ds.analyse(analysis.record, known=False)
    found = [one["hindsight_mark"] for one in data_of(report_html(analysis))["judged"]]
    assert found == [one.mark for one in alone] == [one["hindsight_mark"] for one in data_of(report_html(alone))["judged"]]
    assert any(found)


def test_page_says_how_it_was_made(page: Path) -> None:
    facts = " ".join(text for _, text in data_of(page.read_text(encoding="utf-8"))["facts"])
    for fact in ("playout", "12 worlds", "seed 3", f"diamonds {ds.__version__}"):
        assert fact in facts


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
    for text, scripts in ((report_html(evil), 2), (evil._repr_html_(), 0)):
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


def test_a_judge_that_was_not_asked_is_not_offered() -> None:
    record = load(find_game("diamoniak").examples()["diamoniak-game"])
    data = data_of(report_html(ds.analyse(record, worlds=2, seed=1, engine="playout", players=[1])))
    assert [one["decision"]["seat"] for one in data["judged"]] == ["P2", "P2"]
    assert (data["about"]["review"]["first"], data["game"]["hindsight"]) == ("known", False)
    assert data["tables"][0][0]["state"]["pile"]
    alone = data_of(ds.report(random_round(1), known=False))
    assert (alone["about"]["review"]["first"], alone["game"]["hindsight"]) == ("hindsight", True)
    assert "known" in alone["about"]["without"]


def test_moves_that_have_words_are_told_in_words() -> None:
    """In the text and on the page; the notation stands beside them, and is not the only name of a move."""
    game = find_game("diams")
    analysis = ds.analyse(load(game.examples()["diams-round"]), known=False, hindsight_limit=20.0)
    page, text = report_html(analysis), analysis_text(game, analysis)
    told = {each["move"]: each for one in data_of(page)["judged"] for each in one["words"]}
    assert (told["safe:5+5+5"]["group"], told["safe:5+5+5"]["words"]) == ("Lay in the safe", "5 + 5 + 5")
    assert {move for one in data_of(page)["judged"] for move in (one["decision"]["hindsight"] or {"best": []})["best"]} <= told.keys()
    assert "Lay in the safe: 5 + 5 + 5" in text
    assert "[safe:5+5+5]" in text


def test_colours_are_those_of_the_page(page: Path) -> None:
    assert content("tokens.css") in page.read_text(encoding="utf-8")


# -- in a browser -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_stepping_by_keys_and_buttons(browser: Browser, page: Path, marked: Analysis) -> None:
    from playwright.sync_api import expect

    last, marks = marked[-1].number, [one.number for one in marked if one.mark]
    with browser.open(page.as_uri()) as tab:
        now = tab.locator(".course .cur")
        expect(now).to_have_attribute("data-number", str(marks[0]))  # it begins with the first mistake
        tab.keyboard.press("Home")
        tab.keyboard.press("ArrowRight")
        expect(now).to_have_attribute("data-number", "2")
        tab.keyboard.press("End")
        tab.get_by_role("button", name="Back").click()
        expect(now).to_have_attribute("data-number", str(last))
        tab.keyboard.press("Home")
        tab.get_by_role("button", name="Next mistake").click()
        expect(now).to_have_attribute("data-number", str(next(number for number in marks if number > 1)))
        tab.get_by_role("button", name="Find better").click()
        expect(tab.locator("#retry")).to_contain_text("Find a better card")
    with browser.open(f"{page.as_uri()}#d{last}", origin=page.as_uri()) as tab:
        expect(tab.locator(".course .cur")).to_have_attribute("data-number", str(last))


@pytest.mark.browser
def test_it_opens_with_the_story_and_leads_to_its_moments(browser: Browser, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    path = tmp_path / "round.html"
    ds.report(random_round(3), path, engine="exact", worlds=300, seed=1)
    with browser.open(path.as_uri()) as tab:
        story = tab.get_by_role("region", name="Story")
        expect(story.locator(".race path").first).to_be_visible()
        expect(story.get_by_role("row")).to_have_count(5)
        moment = story.locator(".moments .worst").first
        expect(moment).to_contain_text("gave away about")
        moment.get_by_role("button", name="Look").click()
        expect(tab.locator(".course .cur")).to_have_attribute("data-number", re.sub(r".*#d", "", tab.url))
        expect(tab.locator(".judgement")).to_contain_text("gave away about")


@pytest.mark.browser
def test_the_judges_are_never_mixed(browser: Browser, page: Path, marked: Analysis) -> None:
    from playwright.sync_api import expect

    one = next(one for one in marked if one.known is not None and one.hindsight is not None and one.hindsight.loss)
    with browser.open(f"{page.as_uri()}#d{one.number}", origin=page.as_uri()) as tab:
        expect(tab.locator(".side .limits").first).to_be_attached()
        tab.get_by_role("button", name="In hindsight").click()
        expect(tab.locator(".side .limits")).to_have_count(0)
        expect(tab.locator(".judgement")).to_contain_text("gave away about")
        expect(tab.locator(".bestplay")).to_be_visible()
        expect(tab.locator(".bestplay button")).to_have_count(0)


@pytest.mark.browser
def test_readable_without_javascript(browser: Browser, page: Path, marked: Analysis) -> None:
    from playwright.sync_api import expect

    with browser.open(page.as_uri(), java_script_enabled=False) as tab:
        shown = tab.locator("noscript pre")
        expect(shown).to_be_visible()
        assert analysis_text(find_game("diamonds"), marked) in shown.inner_text()


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1400, "dark")])
def test_fits_and_is_accessible(browser: Browser, page: Path, width: int, scheme: str) -> None:
    with browser.open(page.as_uri(), width=width, scheme=scheme, bypass_csp=True) as tab:
        for judge in ("Known at the time", "In hindsight"):
            tab.get_by_role("button", name=judge).click()
            assert overflow(tab) <= 0
            assert accessibility_problems(tab) == []
        lightness = "getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).reduce((sum, each) => sum + Number(each), 0)"
        assert (tab.evaluate(lightness) > 384) == (scheme == "light")


@pytest.mark.browser
def test_the_marked_decisions_are_on_paper(browser: Browser, page: Path, marked: Analysis) -> None:
    """On a sheet of A5, about, nothing of them is cut."""
    from playwright.sync_api import expect

    with browser.open(page.as_uri(), width=640) as tab:
        tab.locator(".course").wait_for()
        tab.emulate_media(media="print")
        expect(tab.locator(".rev")).to_be_hidden()
        expect(tab.locator(".report-paper article:visible")).to_have_count(len(marked.marked))
        expect(tab.locator(".report-paper article").first).to_contain_text("gave away about")
        right = "[...document.querySelectorAll('td, svg')].map((x) => x.getBoundingClientRect().right - innerWidth)"
        assert max(tab.evaluate(right)) <= 0


@pytest.mark.browser
def test_a_name_is_no_script_in_a_browser(browser: Browser, analysis: Analysis, tmp_path: Path) -> None:
    path = tmp_path / "evil.html"
    ds.report(renamed(analysis, EVIL), path)
    with browser.open(path.as_uri()) as tab:
        tab.locator(".course").wait_for()
        assert tab.title() != "x"
        assert tab.locator("img").count() == 0


def test_a_judgement_of_one_sample_has_no_interval() -> None:
    data = data_of(ds.report(random_round(1), engine="playout", worlds=1, seed=3))
    known = [one["decision"]["known"] for one in data["judged"] if one["decision"]["known"]]
    assert known
    assert all(one["interval"] in ([0, 0], [None, None]) for one in known)
