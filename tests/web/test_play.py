"""The table in a real browser: a game by one click, by taps and by keys, on screens of all sizes; hints, companion, awards."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ..browser import Browser, accessibility_problems, overflow
from .paging import HINT, decide, expect, is_over, looks, moved, opened, record, show_game, wait
from .running import Running

pytestmark = pytest.mark.browser

CARDS = "cards => cards.map(card => card.dataset.card)"
# Of a screen that does not scroll: by how many pixels a card of the hand, a plate or a button is out of the window.
OUTSIDE = """() => Math.max(document.documentElement.scrollHeight - innerHeight, ...[...document.querySelectorAll(
    ".hand .card, .seat, .me, .acts button, .slot, .passing button")].map(one => one.getBoundingClientRect()).map(
    at => Math.max(-at.left, -at.top, at.right - innerWidth, at.bottom - innerHeight)))"""
# Which parts of the table lie on one another, but for the two rows of a hand.
OVERLAPS = """() => {
    const parts = [...document.querySelectorAll(".bar, .seat, .slot > :first-child, .passing, .dock > .log, .me, .hand .fan, .acts")];
    const boxes = parts.map(part => ({name: `${part.className} ${part.textContent}`, at: part.getBoundingClientRect()}));
    const isOn = ({at: one}, {at: other}) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    return boxes.flatMap((one, index) => boxes.slice(index + 1).filter(other => isOn(one, other))
        .filter(other => !(one.name.startsWith("fan") && other.name.startsWith("fan"))).map(other => `${one.name} / ${other.name}`)); }"""
SHIFTED = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().filter(one => !one.hadRecentInput)
    .reduce((sum, one) => sum + one.value, 0))).observe({type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 500))"""
"""How much of the page has moved by itself since it was opened (`is_new`), as browsers measure it."""
ROBBED = "diamonds 1\nplayers You Bob Cy\nhand You H9,2\nhand Bob C4 H3\nhand Cy H5,1\nlead P1\nshowroom 3 0 0\n"

SIXTEEN = "diamonds 1\nplayers You Ann\nvariant perfect\nhand You D8,7,5,2 H8,6,5,1 S7,5,3,2 C8,6,4,1\n"
SIXTEEN += "hand Ann D6,4,3,1 H7,4,3,2 S8,6,4,1 C7,5,3,2\nlead P1\n"


def begin(server: Running, text: str, *sources: str) -> str:
    return str(server.answer("play", {"action": "begin", "text": text, "sources": list(sources)})["id"])


def play_on(page: Any, press: str = "click") -> None:
    """To the end of the round."""
    for _ in range(60):
        wait(page)
        if is_over(page):
            return
        decide(page, press)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize(
    ("players", "options", "width", "height"),
    [
        pytest.param(2, {"variant": "perfect"}, 360, 560, id="2 with 16 cards", marks=pytest.mark.long),
        pytest.param(3, {}, 360, 560, id="3", marks=pytest.mark.long),
        pytest.param(4, {}, 360, 560, id="4"),
        pytest.param(5, {}, 360, 560, id="5", marks=pytest.mark.long),
        pytest.param(6, {}, 360, 560, id="6", marks=pytest.mark.long),
        pytest.param(6, {"teams": True}, 360, 560, id="6 in teams"),
        pytest.param(6, {}, 390, 740, id="6 on a larger phone", marks=pytest.mark.long),
        pytest.param(4, {}, 640, 360, id="4 on its side", marks=pytest.mark.long),
    ],
)
def test_a_round_on_a_phone_without_scrolling(
    browser: Browser, server: Running, players: int, options: dict[str, Any], width: int, height: int
) -> None:
    who_deals = {"seed": 11}  # with six players the one here, who is asked how many cards are passed
    game = {"action": "begin", "sources": ["me"] + ["easy"] * (players - 1), "rounds": 1, **who_deals, **options}
    with opened(browser, server, width=width, height=height, has_touch=True, refused=("429",)) as page:
        show_game(page, str(server.answer("play", game)["id"]))
        for _ in range(60):
            wait(page)
            if is_over(page):
                break
            assert page.evaluate(OUTSIDE) < 1
            assert page.evaluate(OVERLAPS) == []
            decide(page, "tap")
        expect(page.locator("#end-title")).to_contain_text(re.compile(" (wins?|share the victory), "))
        assert overflow(page) == 0
        assert page.evaluate(SHIFTED) < 0.1


def test_sixteen_cards_fit(browser: Browser, server: Running) -> None:
    with opened(browser, server, width=360, height=560) as page:
        show_game(page, begin(server, SIXTEEN, "me", "easy"))
        wait(page)
        assert page.evaluate(OUTSIDE) < 1
        assert page.evaluate(OVERLAPS) == []


def test_a_round_with_the_thief(browser: Browser, server: Running) -> None:
    """Chosen on the first screen: clubs then ask nobody whom to rob, and the token goes on."""
    holder = "[data-seat]:has(.token)"
    with opened(browser, server, choices={"players": "3", "pass": "no", "rounds": "1"}, width=390, height=844) as page:
        page.locator("#options summary").click()
        page.get_by_role("group", name="Clubs rob").get_by_text("who has the thief").click()
        expect(page.locator("#options summary")).to_contain_text("the thief")
        page.locator("#deal").click()
        wait(page)
        assert re.search(r"^thief \w+", record(page), re.MULTILINE)
        holders = set[str]()
        while len(holders) < 2:
            assert page.locator(".rob").count() == 0
            expect(page.locator(holder)).to_have_count(1)
            holders.add(page.locator(holder).get_attribute("data-seat"))
            decide(page)
            wait(page)
            assert not is_over(page)


def test_a_round_by_keys(browser: Browser, server: Running) -> None:
    with opened(browser, server, choices={"players": "3", "pass": "no"}) as page:
        expect(page.locator("#deal")).to_be_visible()
        page.keyboard.press("Enter")
        for number in range(6):
            if number == 3:  # the last two tricks of another game
                show_game(page, begin(server, ROBBED, "me", "easy", "easy"))
            wait(page)
            if is_over(page):
                break
            expect(page.locator(".hand button:focus, .rob:focus")).to_have_count(1)

            def move(number: int = number) -> None:
                page.keyboard.press("1" if number % 2 else "Enter")
                if page.locator(".rob:focus").count():
                    page.keyboard.press("Enter")

            moved(page, move)
        expect(page.locator("#end-title")).to_be_focused()
        expect(page.locator("#live")).to_contain_text("The game is over")
        expect(page.locator("#live")).to_contain_text(page.locator("#end-title").inner_text())


def test_a_move_is_typed(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        show_game(page, begin(server, ROBBED, "me", "easy", "easy"))
        wait(page)
        page.get_by_role("button", name="Menu").click()
        page.locator("#type-move").click()
        page.locator("#typed").fill("H2")
        moved(page, lambda: page.locator("#typed").press("Enter"))
        assert "play H2" in record(page)


def test_a_card_pressed_twice_is_played_once(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        show_game(page, begin(server, ROBBED, "me", "easy", "easy"))
        wait(page)
        moved(page, lambda: page.locator(".hand [data-card=H9]").dblclick())
        wait(page)
        expect(page.locator(".trouble")).to_have_count(0)


def test_a_card_pressed_while_others_play_is_next(browser: Browser, server: Running) -> None:
    """It waits, and is played as soon as it can be; where it may not be, as where one presses such a card, the table says why."""
    text = "diamonds 1\nplayers You Bob Cy\nhand You H9,2 S4\nhand Bob H12,13,14\nhand Cy C5,7,8\nlead You\n"
    why = "You have hearts, so you must play one"
    with opened(browser, server, pace="slow", reduced_motion="no-preference") as page:
        show_game(page, begin(server, text, "me", "easy", "easy"))
        wait(page)
        page.locator(".hand [data-card=H2]").click()
        expect(page.locator(".play[data-busy=true]")).to_be_visible()
        page.locator(".hand [data-card=S4]").click()
        expect(page.locator(".coach")).to_contain_text(why)
        page.locator(".hand [data-card=H9]").focus()
        page.locator(".hand [data-card=S4]").click(force=True)
        expect(page.locator(".coach")).to_contain_text(why)
        page.locator(".hand [data-card=H9]").click()
        expect(page.locator(".play[data-busy=true]")).to_be_visible()
        page.locator(".hand [data-card=S4]").click()
        expect(page.locator(".hand .card")).to_have_count(0)


def test_a_slip_at_a_real_table(browser: Browser, server: Running) -> None:
    """A card that contradicts an earlier one says which; that one is changed, and what fell after it is kept."""
    text = "diamonds 1\nplayers You Bob Cy\nhand You D2 H9,2\nlead Bob\n"
    with opened(browser, server, width=390, height=844) as page:
        name = begin(server, text, "me", "table", "table")
        for steps, move in enumerate(("H10", "S3", "H9", "H4")):
            server.answer("play", {"action": "move", "id": name, "steps": steps, "move": move})
        show_game(page, name)
        expect(page.locator(".telling")).to_contain_text("Cy could not follow")
        page.locator(".deck [data-card=H7]").click()
        expect(page.locator(".slip")).to_contain_text("Cy had no hearts in trick 1.")
        page.locator("#slip-keep").click()
        expect(page.locator(".slip")).to_have_count(0)
        page.locator(".deck [data-card=H7]").click()
        moved(page, page.locator("#slip-change").click)
        expect(page.locator(".telling h2")).to_have_text("What did Cy play?")
        moved(page, page.locator(".deck [data-card=H3]").click)
        expect(page.locator(".telling h2")).to_have_text("What did Cy play?")
        moved(page, page.locator(".deck [data-card=H7]").click)
        assert "play H10 H3 H9 / H4 H7" in record(page)


def test_what_happens_is_seen(browser: Browser, server: Running) -> None:
    """A card flies, a gem moves, a bubble says it; the whole trick rests on the table; a click ends the wait."""
    with opened(browser, server, pace="slow", reduced_motion="no-preference") as page:
        show_game(page, begin(server, ROBBED.replace("C4 H3", "C4,3").replace("H9,2", "H9 S2"), "me", "easy", "easy"))
        wait(page)
        page.locator(".hand [data-card=H9]").click()
        expect(page.locator(".say")).to_have_text("Bob robs you")
        expect(page.locator(".fly")).to_be_attached()
        expect(page.locator(".trick .card")).to_have_count(3)
        expect(page.locator("[data-seat='0'] .gains")).to_be_attached()
        expect(page.locator(".say")).to_have_text("You collect a crystal")
        page.keyboard.press("Space")
        expect(page.locator(".trick .card")).to_have_count(0)
        expect(page.locator(".me .pts")).to_have_text("3")


def test_whom_to_rob_lies_on_nothing_else(browser: Browser, server: Running) -> None:
    """Three victims at once, with cards on the table and places for others."""
    hands = "hand You C9,8,7\nhand Bob H4 D3,2\nhand Cy H5 S1,2\nhand Di H1 S5,6\nlead P4\nshowroom 1 3 1 3\nplay H1\n"
    with opened(browser, server, width=360, height=560, has_touch=True) as page:
        show_game(page, begin(server, f"diamonds 1\nplayers You Bob Cy Di\n{hands}", "me", "easy", "easy", "easy"))
        wait(page)
        page.locator(".hand [data-card=C9]").tap()
        expect(page.locator(".rob")).to_have_count(3)
        for size in looks(page, [(640, 360), (360, 560), (390, 844), (1280, 800)]):
            assert page.evaluate(OVERLAPS) == [], size
            assert page.evaluate(OUTSIDE) < 1, size


def test_parts_of_the_table_lie_beside_one_another(browser: Browser, server: Running) -> None:
    """In windows that are low, and in one that is zoomed in by 400 %, which is scrolled."""
    hands = "hand You D15,12,8,1 H13,8 S12,7,6 C2\n"
    with opened(browser, server) as page:
        show_game(page, begin(server, f"diamonds 1\nplayers You Ann Bob Cy\n{hands}lead Cy\nplay H4\n", "me", "table", "table", "table"))
        wait(page)
        page.get_by_role("button", name="Close the hint").click()
        for size in looks(page, [(1024, 768), (900, 640), (320, 200)]):
            assert page.evaluate(OVERLAPS) == [], size


def test_who_acts_for_the_team_and_whom_they_rob(browser: Browser, server: Running) -> None:
    """Two short lists, and a way back from the second one."""
    hands = "hand You C9\nhand Bob C4\nhand Cy C5\nhand Di C1\nlead P1\nshowroom 0 3 0 3\n"
    with opened(browser, server, width=360, height=560) as page:
        show_game(page, begin(server, f"diamonds 1\nplayers You Bob Cy Di\nteams yes\n{hands}", "me", "easy", "easy", "easy"))
        wait(page)
        moved(page, lambda: page.locator(".hand [data-card=C9]").click())
        wait(page)
        moved(page, lambda: page.locator(".rob").first.click())
        wait(page)
        who, whom = page.get_by_role("group", name="Who acts for your team?"), page.get_by_role("group", name="Who is robbed?")
        assert who.get_by_role("button").all_text_contents() == ["You act", "Cy acts"]
        who.get_by_role("button", name="Cy acts").click()
        assert whom.get_by_role("button").all_text_contents() == ["You", "Bob", "Di", "Back"]
        assert page.evaluate(OVERLAPS) == []
        whom.get_by_role("button", name="Back").click()
        who.get_by_role("button", name="You act").click()
        moved(page, lambda: whom.get_by_role("button", name="Di").click())
        wait(page)
        assert is_over(page)


def test_awards_come_one_by_one(browser: Browser, server: Running) -> None:
    """The last trick of a round: each award waits for Next, with all plates in sight; then the game's end."""
    text = "diamonds 1\nplayers You Bob Cy\nhand You H9\nhand Bob D3\nhand Cy H5\nlead P1\n"
    with opened(browser, server, pace="fast") as page:
        show_game(page, begin(server, text, "me", "easy", "easy"))
        wait(page)
        page.locator(".hand [data-card=H9]").click()
        award = page.locator(".award")
        expect(award).to_contain_text("You took the most diamonds")
        expect(award).to_contain_text("you secure a crystal")
        expect(page.locator("#awards-next")).to_be_focused()
        page.locator("#awards-next").click()
        expect(award).to_contain_text("You took the most hearts")
        expect(page.locator(".awards [aria-current=step]")).to_have_text("you +1")
        expect(page.locator(".seat").first).to_be_in_viewport()
        page.locator("#awards-skip").click()
        expect(page.locator("#end-title")).to_be_focused()
        expect(page.locator("#end-title")).to_have_text("Bob wins, 9 : 7")


def test_the_end_of_a_game_has_the_score_by_rounds(browser: Browser, server: Running) -> None:
    """Points after each round, the winner on top; once the game is reviewed, how many mistakes there were."""
    rounds = "round 1/3\ndealer Cy\nscore 10 12 9\n\nround 2/3\nscore 17 15 20\n\nround 3/3\n"
    last = "hand You H9\nhand Bob D3\nhand Cy H5\nlead You\nshowroom 7 5 4\nvault 5 5 8\n"
    own = {"one": {"seat": "P1", "kind": "lead"}, "key": "1", "mark": "?", "why": "", "weight": 1, "loss": 0.5, "rows": []}
    reviewed = {
        "game": "diamonds",
        "players": ["You", "Bob", "Cy"],
        "chance": False,
        "mistakes": [own, {**own, "mark": ""}, {**own, "one": {"seat": "P2", "kind": "lead"}}, own],
        "losses": [],
    }
    with opened(browser, server) as page:
        name = begin(server, f"diamonds 1\nplayers You Bob Cy\n\n{rounds}{last}", "me", "easy", "easy")
        show_game(page, name)
        wait(page)
        page.locator(".hand [data-card=H9]").click()
        expect(page.locator("#end-title")).to_have_text("Cy wins, 24 : 21")
        rows = [line.split() for line in page.locator(".scores").inner_text().splitlines()]
        assert rows == [
            ["points", "after", "round", "1", "2", "3", "in", "the", "vault"],
            ["Cy", "9", "20", "24", "10"],
            ["You", "10", "17", "21", "6"],
            ["Bob", "12", "15", "21", "8"],
        ]
        page.get_by_text("Table of points").click()
        expect(page.locator("details .ends tbody tr")).to_have_count(3)
        expect(page.locator("#review")).to_have_text("Review my mistakes")
        text = server.answer("play", {"action": "state", "id": name})["record"]
        page.evaluate("game => localStorage.setItem('diamonds.reviews', JSON.stringify([game]))", {**reviewed, "text": text})
        page.reload()
        expect(page.locator("#review")).to_have_text("Review my 2 mistakes")
        assert page.locator("header.bar").count() == 1, "nothing is left of what stood there before the page was loaded"


def test_two_people_hand_the_page_over(browser: Browser, server: Running) -> None:
    """Each sees the own hand after saying so, and never the other's."""
    with opened(browser, server, choices={"players": "3", "people": "2", "pass": "no", "names": "Zoe"}) as page:
        page.locator("#deal").click()
        seen: dict[str, set[str]] = {}
        for _ in range(6):
            wait(page)
            if page.locator("#look").count():
                assert page.locator(".hand .card").count() == 0, "nobody's hand is shown in between"
                expect(page.locator("#hint")).to_be_disabled()
                page.locator("#look").click()
                expect(page.locator(".hand .card").first).to_be_visible()
            name = page.locator(".me h2").inner_text()
            hand = set(page.locator(".hand .card").evaluate_all(CARDS))
            assert hand <= seen.setdefault(name, hand)
            decide(page)
        assert set(seen) == {"Zoe", "Ann"}
        assert not seen["Zoe"] & seen["Ann"]


def test_a_companion_round_with_a_mistake_undone(browser: Browser, server: Running) -> None:
    with opened(browser, server, choices={"players": "3", "pass": "no"}) as page:
        page.locator("#tile-companion").click()
        page.locator("#begin-companion").click()
        expect(page.locator(".telling h2")).to_have_text("The cards dealt to you")
        for card in ("D15", "D9", "D3", "H12", "H4", "S7", "S2", "C14", "C4", "C1"):
            page.locator(f".deck [data-card={card}]").click()
        moved(page, lambda: page.locator("#confirm").click())
        expect(page.locator(".telling h2")).to_have_text("What did Ann play?")
        moved(page, lambda: page.locator(".deck [data-card=H9]").click())
        expect(page.locator(".telling h2")).to_have_text("What did Bob play?")
        expect(page.locator(".dk").first).to_have_attribute("aria-label", "hearts")
        moved(page, lambda: page.locator(".deck [data-card=H3]").click())
        expect(page.locator(".turn-text")).to_contain_text("Follow hearts")
        moved(page, lambda: page.locator("#undo").click())
        expect(page.locator(".telling h2")).to_have_text("What did Bob play?")
        moved(page, lambda: page.locator(".deck [data-card=H14]").click())
        page.locator("#hint").click()
        expect(page.locator(HINT)).to_be_visible()
        moved(page, lambda: page.locator(".hand [data-card=H4]").click())
        text = record(page)
        assert "play H9 H14 H4" in text
        assert "H3" not in text


def test_a_game_survives_a_reload_and_the_way_back(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        page.locator("#deal").click()
        decide(page)
        wait(page)
        before = record(page)
        page.reload()
        wait(page)
        assert record(page) == before
        page.goto(f"{page.url.partition('#')[0]}#start")
        expect(page.locator("#tile-resume")).to_contain_text("trick")
        page.go_back()
        wait(page)
        assert record(page) == before


def test_a_game_is_saved_and_opened_again(browser: Browser, server: Running, tmp_path: Any) -> None:
    with opened(browser, server) as page:
        page.locator("#deal").click()
        wait(page)
        hand = page.locator(".hand .card").evaluate_all(CARDS)
        page.get_by_role("button", name="Menu").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save").click()
        file = tmp_path / "game.dia"
        saved.value.save_as(file)
        page.locator("#new-game").click()
        page.locator("#sure").click()
        page.locator("#file").set_input_files(file)
        wait(page)
        assert page.locator(".hand .card").evaluate_all(CARDS) == hand


def test_what_is_wrong_with_a_file_stands_on_the_first_screen(browser: Browser, server: Running) -> None:
    with opened(browser, server) as page:
        page.get_by_role("button", name="Paste one").click()
        page.get_by_label("Text of a record").fill("diamonds 1\nplayers 2\nhand P1 D15,99\n")
        page.locator("#open-text").click()
        expect(page.locator(".problems")).to_contain_text("Line 3")


def test_names_are_text(browser: Browser, server: Running) -> None:
    name = "<i onclick"
    text = ROBBED.replace("Bob", f'"{name}"')
    with opened(browser, server) as page:
        show_game(page, begin(server, text, "me", "easy", "easy"))
        wait(page)
        expect(page.locator(".seat h2").first).to_have_text(name)
        assert page.locator("[onclick]").count() == 0


def test_what_a_screen_reader_hears(browser: Browser, server: Running) -> None:
    with opened(browser, server, pace="fast") as page:
        show_game(page, begin(server, ROBBED, "me", "easy", "easy"))
        wait(page)
        expect(page.locator(".seat .sr").first).to_have_text("Bob: 0 in the showroom, 0 in the vault, 0 points, 2 cards")
        page.locator(".hand [data-card=H9]").click()
        expect(page.locator("#live")).to_contain_text("Bob plays 3 of hearts. Cy plays")
        assert page.locator(".hand button[tabindex='0']").count() == 1, "one stop for Tab in a hand"


def test_sound_is_off_until_it_is_wanted(browser: Browser, server: Running) -> None:
    """A card, a crystal and one's turn are heard; no file is loaded for that."""
    with opened(browser, server, width=360, height=640, pace="fast", is_new=True) as page:
        page.evaluate("""() => {
            window.tones = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
        }""")
        page.locator("#deal").click()
        decide(page)
        wait(page)
        assert page.evaluate("tones") == 0
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("group", name="Sound").get_by_role("button", name="on").click()
        assert page.evaluate("tones") == 2
        assert overflow(page) == 0
        page.keyboard.press("Escape")
        decide(page)
        wait(page)
        assert page.evaluate("tones") >= 6


def test_single_keys_can_be_switched_off(browser: Browser, server: Running) -> None:
    with opened(browser, server, is_new=True) as page:
        show_game(page, begin(server, ROBBED, "me", "easy", "easy"))
        wait(page)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("hint")
        page.get_by_role("group", name="Single keys").get_by_role("button", name="off").click()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.keyboard.press("l")
        page.keyboard.press("a")
        assert page.locator("dialog, .hint").count() == 0


def test_axe_finds_nothing(browser: Browser, server: Running) -> None:
    def finds_nothing() -> None:
        for _ in looks(page, [(1100, 800)], ("light", "dark")):
            assert accessibility_problems(page) == []

    with opened(browser, server, bypass_csp=True) as page:
        page.locator("#options summary").click()
        finds_nothing()
        page.get_by_role("button", name="The rules on one page").click()
        finds_nothing()
        page.keyboard.press("Escape")
        page.locator("#deal").click()
        decide(page)
        wait(page)
        page.get_by_role("button", name="Menu").click()
        finds_nothing()
        page.keyboard.press("Escape")
        show_game(page, begin(server, ROBBED, "me", "easy", "easy"))
        wait(page)
        page.locator("#hint").click()
        expect(page.locator(HINT)).to_be_visible()
        finds_nothing()
        page.get_by_role("button", name="Close the hint").click()
        play_on(page)
        finds_nothing()


def test_targets_are_large_and_nothing_is_cut(browser: Browser, server: Running) -> None:
    with opened(browser, server, width=360, height=640) as page:
        page.locator("#options summary").click()
        expect(page.get_by_role("group", name="Length")).to_be_in_viewport()
        low = "nodes => nodes.filter(n => n.offsetParent && n.getBoundingClientRect().height < 43.5).map(n => n.outerHTML.slice(0, 80))"
        assert page.locator("button, input, summary").evaluate_all(low) == [], "targets are 44 pixels high"
        assert overflow(page) == 0
