"""The screens Review and Practise in a real browser: a whole game in one click, its mistakes looked for again, and kept for practice."""

from __future__ import annotations

import io
import json
import shlex
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver.analysis.learner import Learner
from diamonds_solver.analysis.practice import questions, read_reviews
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.solving.verify import Checker
from diamonds_solver.games.records import examples, loads

from ..browser import Browser, accessibility_problems, overflow
from ..program import PATIENCE, diamonds
from .paging import expect, looks, opened
from .running import Running

pytestmark = pytest.mark.browser

REVIEWS = Path(__file__).parents[1] / "data" / "reviews.ndjson"
LAP = f"{examples()['diams-lap'].read_text(encoding='utf-8').rstrip()}\nplay S:6+6 =9\n"
ENDED = """diamonds 1
players 2
dealer P2
hand P1 D11 H13,11 C9
hand P2 D13,7,4 S14
lead P1
play C9 S14 D11 D13 / H11 D7 H13 D4
"""
CHANCES = [
    "Could P1 have won? Yes: from trick 1 on, with 13 or 11, whatever they play: by 1.",
    "Could P2 have won? No: best play from trick 1 on brings 12, they have 13.",
]
"""What is said of it: a draw."""
CLAIMS = [(["P1"], 2.0), (["P2"], -1.0)]
"""What their certificates prove from there on; the first crystal of the round has gone to P2 by the time P1 decides."""
DRAW = examples()["diamoniak-draw"].read_text(encoding="utf-8")


def blundered() -> str:
    """The example played to its end: the first card, C10, is a mistake, as only the small spade would do."""
    record = loads(examples()["ending"].read_text(encoding="utf-8"))
    moves = ["C10"]
    while moves:
        record = GAME.records.play(record, Move.parse(moves[0]))
        moves = list(map(str, GAME.records.legal_moves(record)))
    return str(GAME.records.write(record, "dia"))


def claim_of(proof: Path) -> tuple[list[str], float]:
    """Who is proven to gain what."""
    claim = Checker(io.BytesIO(proof.read_bytes())).check()
    return list(claim["seats"]), float(claim["value"])


def claim_by_command(page: Any, proof: Path) -> tuple[list[str], float]:
    """That of the last one who could have won, by the command that a phone shows in place of the certificate."""
    page.get_by_text("Could they have won?").tap()
    page.get_by_role("button", name="Certificate").last.tap()
    hint = page.locator(".problems span.soft")
    expect(hint).to_contain_text("a computer does: diamonds solve")
    assert overflow(page) == 0
    _, *options, name = shlex.split(hint.inner_text().partition(": ")[2])
    assert name == proof.name
    assert diamonds(*options, str(proof)).code == 0
    return claim_of(proof)


JUDGED: dict[str, bytes] = {}
"""What the server answered, by what it was asked: the same game is judged once for all tests."""


def reviewed(page: Any, text: str) -> None:
    """Opens the screen with a game, and waits until all of it is judged."""
    begun(page, text, is_whole=True)
    expect(page.locator(".work")).to_have_count(0)


def begun(page: Any, text: str, worlds: int = 2000, is_whole: bool = False) -> None:
    """The judge gets worlds in place of time: a busy machine finds the same."""

    def with_worlds(route: Any) -> None:
        asked = json.dumps({**route.request.post_data_json, "tab": "review", "worlds": worlds, "seed": 1})
        if not is_whole:
            route.continue_(post_data=asked)
            return
        if asked not in JUDGED:
            JUDGED[asked] = route.fetch(post_data=asked, timeout=1000 * PATIENCE).body()
        route.fulfill(body=JUDGED[asked], content_type="application/x-ndjson")

    page.route("**/api/analyse", with_worlds)
    page.evaluate("text => sessionStorage.setItem('diamonds.game', text)", text)
    page.evaluate("location.hash = 'review'")
    expect(page.locator(".moves")).to_be_visible()


def taken_in(page: Any) -> None:
    """The reviews of the file, on the screen Practise."""
    page.evaluate("location.hash = 'practise'")
    page.locator("input[type=file]").set_input_files(REVIEWS)
    expect(page.get_by_text("3 games taken in")).to_be_visible()


def test_a_game_is_reviewed_at_once(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        reviewed(page, blundered())
        expect(page.locator(".worst li")).to_have_count(3)
        expect(page.locator(".brd h1")).to_contain_text("Di played")
        expect(page.locator(".side .verdict")).to_contain_text("gave away about")
        expect(page.locator(".hand .card.best")).to_have_attribute("data-card", "S3")
        expect(page.locator(".hand .card.up")).to_have_attribute("data-card", "C10")
        expect(page.locator(".slot-mark")).to_have_text("?!")
        expect(page.locator(".compared tbody tr")).to_have_count(4)
        expect(page.locator(".cell.cur")).to_contain_text("?!")
        assert page.locator(".curve").get_attribute("aria-label").startswith("points given away so far: Ann ")


def test_the_judges_are_apart(browser: Browser, server: Running) -> None:
    """By what was known the other hands are hidden; in hindsight best play is played on the board when it is pointed at."""
    with opened(browser, server, "start") as page:
        reviewed(page, blundered())
        expect(page.locator(".bestplay")).to_have_count(0)
        page.get_by_role("button", name="In hindsight").click()
        expect(page.locator(".bestplay")).to_contain_text("After")
        expect(page.locator(".bestplay")).to_contain_text("trick 8:")
        steps = page.locator(".bestplay .step")
        steps.nth(1).hover()
        expect(page.locator(".brd h1")).to_have_text("Best play in hindsight")
        expect(page.locator(".trick .card")).to_have_count(3)
        page.locator(".brd h1").hover()
        expect(page.locator(".brd h1")).to_contain_text("Di played")
        page.keyboard.press("j")
        expect(page.get_by_role("button", name="Known at the time")).to_have_attribute("aria-pressed", "true")


def test_could_i_have_won(browser: Browser, server: Running) -> None:
    """One of a draw could have, the other could not: that is proven in hindsight, led to from either judge, and comes as a certificate."""
    with opened(browser, server, "start") as page:
        reviewed(page, ENDED)
        chances = page.locator(".chance")
        expect(chances).to_contain_text(CHANCES)
        page.get_by_text("Could they have won?").click()
        for _ in looks(page, ((1280, 800), (360, 640))):
            page.get_by_role("button", name="Known at the time").click()
            chances.first.get_by_role("button", name="Show me").click()
            expect(page.locator(".brd h1")).to_contain_text("Trick 1: P1 played")
            expect(page.get_by_role("button", name="In hindsight")).to_have_attribute("aria-pressed", "true")
            assert overflow(page) == 0
        for number, claim in enumerate(CLAIMS):
            with page.expect_download() as saved:
                chances.nth(number).get_by_role("button", name="Certificate").click()
            assert claim_of(Path(saved.value.path())) == claim
        assert accessibility_problems(page) == []


def test_keys(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        reviewed(page, blundered())
        current = page.locator(".cell.cur")
        page.keyboard.press("ArrowRight")
        expect(current).to_have_attribute("data-number", "2")
        page.keyboard.press("End")
        expect(page.locator(".brd h1")).to_have_text("The end of the game")
        page.keyboard.press("Home")
        expect(current).to_have_attribute("data-number", "1")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("n")
        expect(current).to_have_attribute("data-number", "3")
        page.keyboard.press("p")
        expect(current).to_have_attribute("data-number", "1")
        page.keyboard.press("b")
        expect(page.locator("#retry")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#retry")).to_have_count(0)


def test_a_better_card_is_found(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        reviewed(page, blundered())
        page.locator("#find-better").click()
        expect(page.locator("#retry")).to_contain_text("Find a better card for Di.")
        expect(page.locator(".hand .v")).to_have_count(0)
        expect(page.locator(".slot .card")).to_have_count(0)
        page.locator(".hand [data-card=C10]").click()
        expect(page.locator("#retry")).to_contain_text("No:")
        page.get_by_role("button", name="Try again").click()
        page.locator(".hand [data-card=S3]").click()
        expect(page.locator("#retry")).to_contain_text("Right:")
        page.locator("#next-retry").click()
        expect(page.locator("#retry")).to_contain_text("Find a better card for Bob.")
        page.locator("#show-answer").click()
        expect(page.locator("#retry")).to_have_count(0)


def test_a_review_that_is_stopped_goes_on(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        begun(page, examples()["game4"].read_text(encoding="utf-8"))
        page.locator("#stop").click()
        page.locator("#go-on").click()
        expect(page.locator("#stop")).to_be_visible()


def test_a_review_ends_when_the_screen_is_left(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        begun(page, examples()["game4"].read_text(encoding="utf-8"))
        expect(page.locator("#stop")).to_be_visible()
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/analyse")):
            page.evaluate("location.hash = 'start'")


@pytest.mark.parametrize("text", [LAP, DRAW], ids=["diams", "diamoniak"])
def test_other_games(browser: Browser, server: Running, text: str) -> None:
    with opened(browser, server, "start", bypass_csp=True) as page:
        reviewed(page, text)
        expect(page.locator(".brd .felt.pieces .seat").first).to_be_visible()
        expect(page.locator(".compared tbody tr").first).to_be_visible()
        for size in looks(page, [(1280, 800), (360, 640)]):
            assert (overflow(page), accessibility_problems(page)) == (0, []), size


def test_a_mistake_in_the_record_is_told(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        page.evaluate("sessionStorage.setItem('diamonds.game', 'diamonds 1; players 9')")
        page.evaluate("location.hash = 'review'")
        expect(page.locator(".problems")).to_contain_text("E-PLAYERS")


# -- Practise


def test_a_review_is_kept_for_practice(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        reviewed(page, blundered())
        page.locator("#practise").click()
        page.locator("#player").select_option("Di")
        expect(page.locator("#question")).to_contain_text("Find a better card than")
        page.locator(".hand [data-card=S3]").click()
        expect(page.locator("#answer")).to_contain_text("Right:")
        expect(page.locator("#answer")).to_contain_text("Again in 3 days.")
        expect(page.locator(".hand .card.best")).to_have_attribute("data-card", "S3")
        page.locator("#next").click()
        expect(page.locator("#rest")).to_contain_text("1 of 1 right.")
        page.reload()
        page.set_viewport_size({"width": 360, "height": 640})
        expect(page.locator("#rest")).to_be_in_viewport(ratio=1)
        expect(page.locator("#rest")).to_contain_text("Nothing is due.")
        page.locator("#all").click()
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator("#question p")).to_be_in_viewport(ratio=1)
        kept = page.evaluate("JSON.parse(localStorage.getItem('diamonds.practice'))")
        assert [(item["box"], item["right"]) for item in kept["positions"].values()] == [(1, 1)]


def test_practice_knows_of_a_review_that_is_left(browser: Browser, server: Running) -> None:
    """Before its end: what is judged by then is there."""
    with opened(browser, server, "start") as page:
        begun(page, blundered())
        expect(page.locator(".worst .cell").first).to_be_visible()
        page.evaluate("location.hash = 'practise'")
        expect(page.locator(".rev.practise")).to_be_visible()


def test_practice_of_page_and_command_know_each_other(browser: Browser, server: Running, tmp_path: Path) -> None:
    """Whatever was answered here is not due there, and the other way round."""
    reviews = read_reviews(REVIEWS.read_text(encoding="utf-8"), "reviews")
    keys = [question.key for question in questions(reviews, "Di")]
    progress = Learner({}).answered(keys[1], True, date.today())
    path = tmp_path / "practice.json"
    path.write_text(progress.dumps(), encoding="utf-8")
    with opened(browser, server, "start") as page:
        taken_in(page)
        page.locator("#player").select_option("Di")
        expect(page.get_by_text("5 to go")).to_be_visible()
        page.locator("input[type=file]").set_input_files(path)
        expect(page.get_by_text("4 to go")).to_be_visible()
        page.locator("#show-answer").click()
        expect(page.locator("#answer")).to_be_visible()
        with page.expect_download() as saved:
            page.locator("#save-answers").click()
        found = Learner.loads(Path(saved.value.path()).read_text(encoding="utf-8"), "saved")
        assert found == progress.answered(keys[0], False, date.today())


def test_reviews_of_many_games_are_taken_in(browser: Browser, server: Running) -> None:
    with opened(browser, server, "start") as page:
        page.evaluate("location.hash = 'practise'")
        expect(page.get_by_text("Review a game first")).to_be_visible()
        taken_in(page)
        page.locator("#player").select_option("Di")
        expect(page.get_by_text("5 to go")).to_be_visible()
        expect(page.locator("#question")).to_contain_text("gave away about 1.1")
        page.locator("#skip").click()
        expect(page.get_by_text("4 to go")).to_be_visible()
        page.locator("#show-answer").click()
        expect(page.locator("#answer")).to_contain_text("Again in 1 day.")
        expect(page.locator(".losses tbody tr").first).to_be_visible()
        page.locator("#player").select_option("Bob")
        page.locator(".hand [data-card='10']").first.click()
        for card in ("6", "2*", "2"):
            page.locator(f".mk [data-card='{card}']").first.click()
        page.locator(".turns [data-move='10=6+2*+2']").click()
        expect(page.locator("#answer")).to_contain_text("Right:")


def test_a_file_that_is_no_review_is_told(browser: Browser, server: Running, tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text("my notes", encoding="utf-8")
    with opened(browser, server, "start") as page:
        page.evaluate("location.hash = 'practise'")
        page.locator("input[type=file]").set_input_files(path)
        expect(page.locator(".problems")).to_contain_text("notes.json: this is not a review")


# -- how it looks to whoever uses it


IN_SIGHT = """names => names.filter(name => {
  const box = document.querySelector(name).getBoundingClientRect();
  const isHit = [box.left + 3, box.right - 3].every(x => document.elementFromPoint(x, (box.top + box.bottom) / 2)?.closest(name));
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth || box.height < 20 || !isHit;
})"""
"""Which elements are not, or not wholly, in the window."""


def test_all_of_a_review_is_in_one_window(browser: Browser, server: Running) -> None:
    """Table, what cost most, verdict, list of moves and curve, in a game of four rounds; the list alone is scrolled."""
    parts = [".brd", ".hand .card", ".worst", ".verdict", ".moves thead th", ".course .cur", "#practise", "#find-better", ".curve"]
    with opened(browser, server, "start", width=1280) as page:
        begun(page, examples()["game4"].read_text(encoding="utf-8"), worlds=50)
        expect(page.locator(".worst li")).to_have_count(3, timeout=1000 * PATIENCE)
        for number in (1, 12, 30, 44):
            for size in looks(page, ((1024, 768), (1280, 800))):
                page.locator(f".cell[data-number='{number}']").click()
                expect(page.locator(".brd h1")).to_be_visible()
                assert page.evaluate(IN_SIGHT, parts) == [], (number, size)
                assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page is not scrolled"
                assert page.evaluate("document.querySelector('.side').scrollHeight <= document.querySelector('.side').clientHeight")
                assert page.locator(".course").bounding_box()["height"] >= 5 * 30
                page.keyboard.press("ArrowRight")
                expect(page.locator(".cell.cur")).to_have_attribute("data-number", str(number + 1))
                assert page.evaluate(IN_SIGHT, [".course .cur"]) == []


def test_it_fits_and_axe_finds_nothing(browser: Browser, server: Running) -> None:
    def fits() -> None:
        for size in looks(page, ((360, 800), (768, 800), (1280, 800))):
            assert overflow(page) == 0, size
        for _ in looks(page, ((1100, 800),), ("light", "dark")):
            assert accessibility_problems(page) == []

    with opened(browser, server, "start", bypass_csp=True) as page:
        reviewed(page, blundered())
        fits()
        page.locator("#find-better").click()
        expect(page.locator("#retry")).to_be_visible()
        fits()
        taken_in(page)
        fits()


def test_a_bar_says_how_one_stands(browser: Browser, server: Running) -> None:
    """At every step, also at the end; what the move gave away is told apart. While something better is looked for it is empty."""
    sizes = ((1280, 800), (390, 844), (360, 640))
    with opened(browser, server, "start") as page:
        reviewed(page, blundered())
        bar = page.get_by_role("meter", name="Di stands at")
        for _ in looks(page, sizes):
            expect(bar).to_be_in_viewport()
        expect(bar.locator(".lost")).to_have_count(1)
        loss = page.locator(".compared .was td").nth(1).inner_text()
        assert float(loss.replace("−", "-")) == pytest.approx(float(page.locator(".look b").inner_text().replace("−", "-")))
        page.keyboard.press("b")
        expect(bar.locator("i")).to_have_count(0)
        expect(page.locator(".said")).to_have_text("What would have been better?")  # not what it was
        page.keyboard.press("Escape")
        page.keyboard.press("End")
        for _, height in looks(page, sizes):
            expect(page.locator(".look")).to_be_in_viewport()
            assert overflow(page) == 0
            curve = page.locator(".curve").bounding_box()
            assert curve["y"] + curve["height"] <= height + 1


def test_the_days_are_those_of_the_command(server: Running) -> None:
    from diamonds_solver.analysis.learner import DAYS

    assert tuple(json.loads(server.post("about", {})[2])["practice_days"]) == DAYS
