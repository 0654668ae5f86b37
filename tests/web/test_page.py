"""The page in a real browser: games by taps and by keys, a table set up and solved, and how it looks to whoever uses it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.records import examples, loads

from ..browser import Browser, accessibility_problems, overflow
from .paging import expect, opened, put
from .running import Running, running

pytestmark = pytest.mark.browser

ENDING = examples()["ending"].read_text(encoding="utf-8")
HIDDEN = examples()["advice"].read_text(encoding="utf-8")
SCREENS = ("table", "position", "game", "hand")


def blundered() -> str:
    """The example played to its end: the first card is a blunder, as only the small spade would do."""
    record = loads(ENDING)
    moves = ["C10"]
    while moves:
        record = GAME.play(record, Move.parse(moves[0]))
        moves = list(map(str, GAME.legal_moves(record)))
    return str(GAME.write(record))


# -- the address


def test_the_address_opens_once_and_leaves_the_bar(browser: Browser) -> None:
    with running() as fresh:
        with browser.open(fresh.address, origin=f"http://{fresh.host}/") as page:
            expect(page.locator("#begin")).to_be_visible()
            assert page.url == f"http://{fresh.host}/"
            page.go_back()
            assert "code" not in page.url
        status, _, body = fresh.get("/?" + fresh.address.partition("?")[2], cookie="")
        assert status == 403
        assert b"anew" in body


# -- Table


def test_a_game_of_four_by_taps(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position", has_touch=True) as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.get_by_role("link", name="Table").tap()
        page.locator("#go-on").tap()
        for _ in range(40):
            expect(page.locator(".mine .turn, .mine.turn, .score").first).to_be_visible()
            if page.locator(".score").count():
                break
            before = page.locator("#record-text").input_value()
            choice = page.locator(".victims button, .choices button, .mine button.card")
            choice.first.tap()
            if page.locator(".victims button").count():
                page.locator(".victims button").first.tap()
            expect(page.locator("#record-text")).not_to_have_value(before)  # until then the page shows what was
        expect(page.locator(".score")).to_contain_text("points")
        expect(page.locator(".score")).to_contain_text("victory" if "victory" in page.locator(".score").inner_text() else "wins")
        assert page.locator("#record-text").input_value().count("/") == 3, "four tricks were played"


def test_a_game_of_four_by_keys(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.get_by_role("link", name="Table").press("Enter")
        page.locator("#go-on").press("Enter")
        for _ in range(60):
            expect(page.locator(".mine.turn, .score, .choices button").first).to_be_visible()
            if page.locator(".score").count():
                break
            expect(page.locator(".mine button:focus, .choices button:focus, .victims button:focus")).to_have_count(1)
            before = page.locator("#record-text").input_value()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            if page.locator(".victims button").count():
                page.keyboard.press("Enter")
            expect(page.locator("#record-text")).not_to_have_value(before)  # until then the page shows what was
        expect(page.locator(".turn-text")).to_have_text("The game is over.")


def test_a_whole_round_is_typed(browser: Browser, server: Running) -> None:
    """From the pass to the score, with a hint in between; no card of another hand is on the page before it falls."""
    with opened(browser, server, "table") as page:
        answers: list[str] = []
        page.on("response", lambda response: answers.append(response.url) if "/api/" in response.url else None)
        page.get_by_label("players", exact=True).select_option("2")
        page.locator("#begin").click()
        for _ in range(40):
            expect(page.locator(".mine.turn, .score").first).to_be_visible()
            if page.locator(".score").count():
                break
            text = page.locator(".turn-text").inner_text()
            field = page.get_by_label("move", exact=True)
            if "how many" in text:
                field.fill("2")
            elif "pass" in text:
                cards = page.locator(".mine .card").evaluate_all("cards => cards.map(card => card.dataset.card)")
                count = int(re.search(r"Choose (\d)", page.locator(".mine").inner_text())[1])  # type: ignore[index]
                field.fill(" ".join(cards[:count]))
            elif page.locator(".choices button").count():
                field.fill(page.locator(".choices button").first.get_attribute("data-move"))
            else:
                card = page.locator(".mine button.card").first.get_attribute("data-card")
                field.fill(card)
            steps = page.locator("#record-text").input_value()
            field.press("Enter")
            if page.locator(".trouble").inner_text():
                field.fill(f"{card}>P2")
                field.press("Enter")
            expect(page.locator("#record-text")).not_to_have_value(steps)
        expect(page.locator(".turn-text")).to_have_text("The game is over.")


@pytest.mark.long
def test_two_people_hand_the_page_over(browser: Browser, server: Running) -> None:
    """Each sees the own hand after saying so, and never the other's; opponents have levels of their own."""
    with opened(browser, server, "table") as page:
        page.get_by_label("players", exact=True).select_option("3")
        page.get_by_label("pass").select_option("no")
        page.get_by_label("who plays for player 2").select_option("person")
        page.get_by_label("who plays for player 3").select_option("easy")
        page.get_by_label("name of player 2").fill("Zoe")
        page.locator("#begin").click()
        seen: dict[str, set[str]] = {}
        for _ in range(6):
            expect(page.locator("#look, .mine.turn").first).to_be_visible()
            if page.locator("#look").count():
                assert page.locator(".mine, button.card").count() == 0, "nobody's hand is shown in between"
                expect(page.locator("#hint")).to_be_disabled()
                expect(page.locator("#live")).to_contain_text("turn")
                page.locator("#look").click()
                expect(page.locator(".mine.turn")).to_be_visible()
            name = page.locator(".mine h3").inner_text()
            hand = set(page.locator(".mine .card").evaluate_all("cards => cards.map(card => card.dataset.card)"))
            assert hand <= seen.setdefault(name, hand)
            before = page.locator("#record-text").input_value()
            page.locator(".choices button, .mine button.card").first.click()
            if page.locator(".victims button").count():
                page.locator(".victims button").first.click()
            expect(page.locator("#record-text")).not_to_have_value(before)
        assert set(seen) == {"Ann", "Zoe"}
        assert not seen["Ann"] & seen["Zoe"]


def test_a_hint_is_hidden_until_asked(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.get_by_role("link", name="Table").click()
        page.locator("#go-on").click()
        expect(page.locator(".mine.turn")).to_be_visible()
        assert page.locator(".worth").count() == 0
        page.keyboard.press("a")
        expect(page.locator(".verdict")).to_be_visible()
        expect(page.locator(".mine .worth").first).to_be_visible()
        expect(page.locator("#live")).to_contain_text("worlds")
        page.keyboard.press("z")
        assert page.locator(".mine .worth").count() == 0
        expect(page.locator(".verdict")).to_be_hidden()


def test_a_companion_round_with_a_mistake_undone(browser: Browser, server: Running) -> None:
    with opened(browser, server, "table") as page:
        page.locator("[data-mode=companion]").click()
        page.get_by_label("players", exact=True).select_option("3")
        page.get_by_label("pass").select_option("no")
        page.locator("#begin").click()
        expect(page.locator(".turn-text")).to_contain_text("the cards dealt to you")
        for card in ("D15", "D9", "D3", "H12", "H4", "S7", "S2", "C14", "C4", "C1"):
            page.locator(f".picker [data-card={card}]").click()
        page.locator("#confirm").click()
        expect(page.locator(".turn-text")).to_contain_text("Bob")
        page.locator(".picker [data-card=H9]").click()
        expect(page.locator(".turn-text")).to_contain_text("Cy")
        page.locator(".picker [data-card=H3]").click()
        expect(page.locator(".turn-text")).to_contain_text("Your turn")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".turn-text")).to_contain_text("Cy")
        page.locator(".picker [data-card=H14]").click()
        expect(page.locator(".turn-text")).to_contain_text("Your turn")
        page.get_by_label("think").select_option("1")
        page.locator("#hint").click()
        expect(page.locator(".verdict")).to_be_visible()
        expect(page.locator(".mine .best .worth")).to_be_visible()
        page.locator(".mine [data-card=H4]").click()
        expect(page.locator(".last")).to_contain_text("to Cy")
        text = page.locator("#record-text").input_value()
        assert "play H9 H14 H4" in text
        assert "H3" not in text


def test_a_game_survives_a_reload_and_the_way_back(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.get_by_role("link", name="Table").click()
        page.locator("#go-on").click()
        expect(page.locator(".mine.turn")).to_be_visible()
        before = page.locator("#record-text").input_value()
        page.reload()
        expect(page.locator(".mine.turn")).to_be_visible()
        assert page.locator("#record-text").input_value() == before
        page.get_by_role("link", name="Hand").click()
        expect(page.locator("#evaluate")).to_be_visible()
        page.go_back()
        expect(page.locator(".mine.turn")).to_be_visible()
        assert page.title().startswith("Table")


def test_a_game_in_two_tabs(browser: Browser, server: Running) -> None:
    """A move made in one window is not made on top of what the other has not seen."""
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.get_by_role("link", name="Table").click()
        page.locator("#go-on").click()
        expect(page.locator(".mine.turn")).to_be_visible()
        kept = page.evaluate("sessionStorage.getItem('table')")
        other = page.context.new_page()
        other.add_init_script(f"sessionStorage.setItem('table', {json.dumps(kept)})")
        other.goto(page.url)
        expect(other.locator(".mine.turn")).to_be_visible()
        page.locator(".mine button.card").first.click()
        expect(page.locator("#record-text")).to_have_value(re.compile("\nplay "))
        other.locator(".mine button.card").first.click()
        expect(other.locator(".trouble")).to_contain_text("another window")


# -- Position


def test_a_position_is_set_up_and_solved(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.get_by_role("button", name="Set up").click()
        page.get_by_label("players", exact=True).select_option("2")
        for receiver, cards in (("Ann", ("D9", "C2", "H7", "S5")), ("Bob", ("H4", "C15", "S12", "D3"))):
            page.locator(".receivers button", has_text=receiver).click()
            for card in cards:
                page.locator(f".grid [data-key={card}]").click()
        expect(page.locator(".problems li")).to_have_count(0)
        text = page.locator("#record-text").input_value()
        assert "hand Ann D9 H7 S5 C2" in text
        page.locator("#solve").click()
        expect(page.locator(".verdict")).to_contain_text("Best:")
        page.get_by_role("button", name="Set up").click()
        assert page.locator(".seat.turn .worth").count() == 4, "a value on every card"
        page.get_by_role("button", name="the next move of the line").click()
        expect(page.locator(".steps")).to_contain_text("1 of")
        expect(page.locator("#record-text")).to_have_value(re.compile("\nplay "))
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#record-text")).not_to_have_value(re.compile("\nplay "))


def test_a_mistake_is_shown_at_its_place(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        put(page, "diamonds 1\nplayers 2\nhand P1 D15,9\nhand P2 D15,2\n")
        expect(page.locator(".problems")).to_contain_text("D15 is in the hand of P1 already")
        page.locator(".problems .place").click()
        chosen = "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"
        assert page.evaluate(chosen) == "D15"
        put(page, "diamonds 1\nplayers 2\nhand P1 D15,9\nhand P2 D1,2\n")
        expect(page.locator(".problems li")).to_have_count(0)


def test_advice_comes_in_parts_and_is_stopped(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        put(page, HIDDEN)
        expect(page.locator(".turn-text")).to_have_text("Bob is to move.")
        expect(page.locator("#solve")).to_be_disabled()
        page.locator("#advise").click()
        expect(page.locator(".values tbody tr").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".status")).to_contain_text("stopped")
        assert page.locator(".values tbody tr").count() == 6, "what was known stays"
        page.locator("#advise").click()
        expect(page.locator(".verdict")).to_contain_text("12 of diamonds")


def test_names_are_text(browser: Browser, server: Running) -> None:
    name = "<i onclick"
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        put(page, f'diamonds 1\nplayers "{name}" Bob\nhand P1 D15,9\nhand P2 D1,2\n')
        expect(page.locator(".seat h3").first).to_have_text(name)
        assert page.locator("main i").count() == 0


def test_a_record_is_saved_copied_opened_and_dropped(browser: Browser, server: Running, tmp_path: Path) -> None:
    with opened(browser, server, "position", permissions=["clipboard-read", "clipboard-write"]) as page:
        expect(page.locator(".seat").first).to_be_visible()
        text = page.locator("#record-text").input_value()
        page.get_by_role("button", name="Copy").click()
        expect(page.locator("#live")).to_have_text("copied")
        assert page.evaluate("navigator.clipboard.readText()") == text
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save", exact=True).click()
        file = tmp_path / saved.value.suggested_filename
        saved.value.save_as(file)
        assert file.suffix == ".dia"
        assert file.read_text(encoding="utf-8") == text
        file.write_text(HIDDEN, encoding="utf-8")
        page.locator(".record input[type=file]").set_input_files(file)
        expect(page.locator(".turn-text")).to_have_text("Bob is to move.")
        assert page.locator("#record-text").input_value() == HIDDEN
        drop(page, "files", ENDING)
        expect(page.locator(".turn-text")).to_have_text("Di is to move.")
        drop(page, "text", HIDDEN)
        expect(page.locator(".turn-text")).to_have_text("Bob is to move.")
        drop(page, "files", "#" * 70_000)
        expect(page.locator(".problems")).to_contain_text("too long")


def drop(page: Any, kind: str, text: str) -> None:
    """Drops a file, or a text that was dragged, on the record."""
    page.evaluate(
        """([kind, text]) => {
            const moved = new DataTransfer();
            if (kind === "files") moved.items.add(new File([text], "game.dia"));
            else moved.setData("text/plain", text);
            const box = document.querySelector(".record");
            const how = { dataTransfer: moved, bubbles: true, cancelable: true };
            for (const name of ["dragover", "drop"]) box.dispatchEvent(new DragEvent(name, how));
        }""",
        [kind, text],
    )


def test_a_game_is_saved_and_opened_again(browser: Browser, server: Running, tmp_path: Path) -> None:
    with opened(browser, server, "table") as page:
        page.get_by_label("players", exact=True).select_option("2")
        page.get_by_label("pass").select_option("no")
        page.locator("#begin").click()
        expect(page.locator(".mine.turn")).to_be_visible()
        cards = "cards => cards.map(card => card.dataset.card)"
        hand = page.locator(".mine .card").evaluate_all(cards)
        with page.expect_download() as saved:
            page.locator(".toolbar").get_by_role("button", name="Save").click()
        file = tmp_path / "game.dia"
        saved.value.save_as(file)
        page.locator("#new-game").click()
        page.locator("#saved-file").set_input_files(file)
        expect(page.locator(".mine.turn")).to_be_visible()
        assert page.locator(".mine .card").evaluate_all(cards) == hand


def test_a_broken_record_is_told_beside_the_game(browser: Browser, server: Running) -> None:
    """The record stands far below the table: above it stands that it has a mistake, until it has none."""
    with opened(browser, server, "game") as page:
        expect(page.locator(".chip").first).to_be_visible()
        put(page, "nonsense")
        expect(page.locator(".turn-text")).to_have_text("The record below has a mistake; this is the game before.")
        expect(page.locator("#review-game")).to_be_disabled()
        put(page, blundered())
        expect(page.locator(".turn-text")).to_contain_text("plays 10 of clubs")
        expect(page.locator("#review-game")).to_be_enabled()


def test_a_review_that_ran_out_of_time_goes_on(browser: Browser, server: Running) -> None:
    """What was proven stays, and the next question is of the decisions before it; here the server seems slow twice."""
    asked: list[Any] = []

    def answer(route: Any) -> None:
        asked.append(route.request.post_data_json)
        if len(asked) == 3:
            route.continue_()
            return
        loss = {"value": 0, "best": ["S13"], "loss": 0, "exact": True, "bounds": [0, 0], "moves": [], "line": [], "points": [0, 0, 0]}
        said = {"number": asked[0]["until"], "seat": "P1", "forced": False, "hindsight": loss, "known": None, "mark": ""}
        decisions = [said] if len(asked) == 1 else []
        lines = [{"event": "start"}, {"decisions": decisions, "players": [], "seconds": 20.0, "whole": True}]
        route.fulfill(body="".join(f"{json.dumps(line)}\n" for line in lines))

    with opened(browser, server, "game") as page:
        expect(page.locator(".chip").first).to_be_visible()
        put(page, blundered())
        expect(page.locator(".chip")).to_have_count(len(list(GAME.decisions(loads(blundered())))))
        page.route("**/api/analyse", answer)
        expect(page.get_by_label("at most", exact=True)).to_have_value("20")
        page.locator("#review-game").click()
        expect(page.locator(".toolbar .status")).to_contain_text("the time is up")
        expect(page.locator("#review-game")).to_have_text("Go on")
        page.locator("#review-game").click()
        expect(page.locator(".chip.marked")).not_to_have_count(0)
        expect(page.locator("#review-game")).to_have_text("Review")
        assert asked[0]["until"] > asked[1]["until"] == asked[2]["until"]


# -- Hand


def test_a_hand_is_evaluated(browser: Browser, server: Running) -> None:
    with opened(browser, server, "hand") as page:
        page.get_by_label("hand", exact=True).fill("D15,9,3 H12,4 S7,2 C14,4,1")
        page.get_by_label("hand", exact=True).press("Enter")
        page.locator("#evaluate").click()
        expect(page.locator(".verdict")).to_contain_text("Better than")
        expect(page.get_by_role("heading", name="Pass 3")).to_be_visible()


def test_a_hand_of_another_game_by_clicks(browser: Browser, server: Running) -> None:
    """Three cards, of which two are alike: pressed, taken back, typed wrongly, evaluated."""
    with opened(browser, server, "hand", width=360, height=740, bypass_csp=True) as page:
        game = page.get_by_label("game", exact=True)
        assert "Diamoniak" not in game.inner_text(), "a game without hands to evaluate"
        game.select_option("diams")
        page.get_by_role("button", name="9", exact=True).click()
        page.get_by_role("button", name="9", exact=True).click()
        page.get_by_role("button", name="T", exact=True).click()
        expect(page.get_by_label("hand", exact=True)).to_have_value("9,9,T")
        expect(page.get_by_role("button", name="8", exact=True)).to_be_disabled()
        page.get_by_role("button", name="take back T").click()
        expect(page.locator("#evaluate")).to_be_disabled()
        page.get_by_label("hand", exact=True).fill("nonsense 9 9* t t")
        expect(page.locator(".turn-text")).to_have_text("3 of 3 cards")
        page.get_by_label("players", exact=True).select_option("3")
        page.get_by_label("begins", exact=True).select_option("2")
        page.locator("#evaluate").click()
        expect(page.locator(".told-text")).to_contain_text("the hand 9*,9,T of 3 players; P2 begins")
        assert overflow(page) == 0
        assert accessibility_problems(page) == []


# -- how it looks


@pytest.mark.parametrize("screen", SCREENS)
def test_it_fits_a_phone_and_a_large_zoom(browser: Browser, server: Running, screen: str) -> None:
    with opened(browser, server, screen, width=360, height=640) as page:
        expect(page.locator(".panel").first).to_be_visible()
        assert overflow(page) == 0
        low = "nodes => nodes.filter(n => n.offsetParent && n.getBoundingClientRect().height < 43.5).map(n => n.outerHTML.slice(0, 80))"
        assert page.locator("button:not(.plain), select, input:not(.unseen), .tabs a").evaluate_all(low) == [], "targets are 44 pixels high"
    with opened(browser, server, screen, width=550, height=400, device_scale_factor=2) as page:  # 1100 by 800 at 200 %
        expect(page.locator(".panel").first).to_be_visible()
        assert overflow(page) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(browser: Browser, server: Running, screen: str, scheme: str) -> None:
    with opened(browser, server, screen, scheme=scheme, bypass_csp=True) as page:
        expect(page.locator(".panel").first).to_be_visible()
        if screen == "position":
            page.locator("#solve").click()
            expect(page.locator(".verdict")).to_be_visible()
        if screen == "game":
            put(page, blundered())
            expect(page.locator(".chip").first).to_contain_text("Di")
            page.locator("#review-game").click()
            expect(page.locator(".curve")).to_be_visible()
        assert accessibility_problems(page) == []


def test_keys_can_be_switched_off(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.locator("#record-text").focus()
        page.keyboard.press("End")
        page.keyboard.press("s")
        assert page.locator("#record-text").input_value().endswith("s") or "s" in page.locator("#record-text").input_value()
        assert page.locator(".verdict").count() == 0, "keys are dead in a field"
        page.get_by_role("button", name="Undo").click()
        page.locator(".turn-text").click()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("solve")
        page.get_by_label("single keys").select_option("off")
        page.keyboard.press("Escape")
        page.keyboard.press("s")
        page.wait_for_timeout(200)
        assert page.locator(".values").count() == 0


def test_what_a_screen_reader_hears(browser: Browser, server: Running) -> None:
    with opened(browser, server, "position") as page:
        expect(page.locator(".seat").first).to_be_visible()
        page.locator("#solve").click()
        expect(page.locator("#live")).to_contain_text("Best: S3")
        best = page.get_by_role("button", name=re.compile("^3 of spades, value .*, best$"))
        expect(best).to_have_count(1)
        stops = page.locator(".seat.turn .hand button[tabindex='0']")
        assert stops.count() == 1, "one stop for Tab in a hand"


# -- Game


def test_a_game_is_reviewed_and_a_mistake_retried(browser: Browser, server: Running) -> None:
    """A short game in which the first card is a blunder: only the small spade would do."""
    blunder = blundered()
    with opened(browser, server, "game") as page:
        expect(page.locator(".chip").first).to_be_visible()
        put(page, blunder)
        expect(page.locator(".turn-text")).to_contain_text("trick 1")
        expect(page.locator(".chip").first).to_contain_text("Di")
        page.locator("#review-game").click()
        expect(page.locator(".chip.marked").first).to_contain_text("??")
        expect(page.locator(".curve")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile("^Di "))).to_contain_text("??")
        page.keyboard.press("End")
        expect(page.locator(".turn-text")).to_have_text("The end of the game.")
        page.keyboard.press("Home")
        expect(page.locator(".verdict")).to_contain_text("best was 3 of spades")
        expect(page.locator(".line")).to_be_visible()
        page.locator("#retry").click()
        expect(page.locator(".turn-text")).to_contain_text("what else?")
        assert page.locator(".worth").count() == 0, "the answer is not shown"
        page.locator(".seat.turn [data-card=D2]").click()
        expect(page.locator(".verdict")).to_contain_text("Try again")
        page.locator(".seat.turn [data-card=S3]").click()
        expect(page.locator(".verdict")).to_contain_text("Right")
        page.keyboard.press("Escape")
        page.get_by_role("tab", name="As known then").click()
        expect(page.locator(".side, .answer").last).to_contain_text("could know")
        expect(page.get_by_text("Not reviewed yet.").first).to_be_visible()
        page.locator("#review-game").click()
        expect(page.locator(".status").first).to_contain_text(" s")
        expect(page.locator("svg.curve .loss").first).to_be_attached()
        assert page.locator("svg.curve .course").count() == 0, "where best play led with all cards open is the other judge's"
        page.locator(".chip").first.click()
        expect(page.locator(".verdict")).to_contain_text("Loses")
