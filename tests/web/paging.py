"""The page in a browser, as tests open and read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from ..browser import Browser
from ..program import PATIENCE
from .running import Running

READY = ".play[data-busy=false] .me.turn, .over, #look"
"""On the table: somebody here has to decide, or the round is over."""
HINT = ".hint[aria-busy=false]"
"""The sheet of a hint that is there."""
SHOWN = {"width", "height", "scheme", "refused", "kept", "reduced_motion", "bypass_csp", "storage_state", "script"}
"""What a page of an earlier test can be given anew."""
CORNER = {"x": 8, "y": 10}
"""Of a card of the hand, on which the next one may lie, or a row of them."""
DEALT = """const ask = fetch;
globalThis.fetch = (url, options) => {
    if (url === "/api/play" && options.body.includes('"begin"')) options.body = JSON.stringify({seed: 1, ...JSON.parse(options.body)});
    return ask(url, options); };"""
"""A game that a test begins by pressing is that of a seed."""


def cookie_of(server: Running) -> dict[str, Any]:
    """As playwright's contexts take it."""
    name, _, value = server.cookie.partition("=")
    where = {"domain": "127.0.0.1", "path": "/", "expires": -1}
    return {"name": name, "value": value, **where, "httpOnly": True, "secure": False, "sameSite": "Strict"}


def opened(browser: Browser, server: Running, screen: str = "", *, is_new: bool = False, **options: Any) -> AbstractContextManager[Any]:
    """A page as in a profile of its own, which has the cookie; nothing moves longer than it has to. `pace`: as the menu of a game has it;
    `choices`: what was chosen before under Options of the first screen; `is_new`: none of an earlier test, for what several tabs do and
    what a page keeps until it is closed.
    """
    origin = f"http://{server.host}/"
    choices = {"level": "easy", "rounds": "1", **options.pop("choices", {})}
    kept = {"diamonds.pace": options.pop("pace", "instant"), "diamonds.start": json.dumps(choices)}
    # What the page of another test began may still be worked on: the page asks again, and only the console says so.
    options = {"reduced_motion": "reduce", **options, "refused": (*options.get("refused", ()), "status of 429")}
    options |= {"storage_state": {"cookies": [cookie_of(server)], "origins": []}, "kept": kept, "script": DEALT}
    if is_new or options.keys() - SHOWN:
        return browser.open(f"{origin}#{screen}", origin=origin, **options)
    return browser.show(f"{origin}#{screen}", **options)


def looks(page: Any, sizes: Sequence[tuple[int, int]], schemes: tuple[str, ...] = ("light",)) -> Iterator[tuple[int, int]]:
    """Shows the page in each size and each scheme, in turn: opening it anew takes a second of a processor."""
    for place in range(max(len(sizes), len(schemes))):
        width, height = sizes[place % len(sizes)]
        page.emulate_media(color_scheme=schemes[place % len(schemes)])
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def expect(found: Any) -> Any:
    """As playwright's, with more patience: a machine may have other work, and a search or an opponent its time."""
    from playwright.sync_api import expect as wait_for

    wait_for.set_options(timeout=1000 * PATIENCE)
    return wait_for(found)


def put(page: Any, text: str) -> None:
    page.locator("#record-text").fill(text)


def more(page: Any, item: str) -> None:
    """Something of the screen Solve that is behind its button More."""
    page.locator(".ctl .more").click()
    page.locator(f"#{item}").click()


def put_position(page: Any, text: str) -> None:
    """Shows a record on the screen Solve."""
    more(page, "show-record")
    page.locator("#record-text").fill(text)
    page.locator("#open-text").click()


def answer_with(page: Any, name: str, *lines: dict[str, Any]) -> None:
    """From now on the page gets these lines for a long question of this name, in place of what the server works out."""
    body = "".join(f"{json.dumps(line)}\n" for line in lines)
    page.route(f"**/api/{name}", lambda route: route.fulfill(body=body, content_type="application/x-ndjson"))


# -- the table


def show_game(page: Any, name: str) -> None:
    """Goes to the table of a game that the server has begun."""
    if page.url.endswith("#play"):
        page.goto(f"{page.url.partition('#')[0]}#record")
        expect(page.locator(".play")).to_have_count(0)
    page.evaluate("id => sessionStorage.setItem('diamonds.table', id)", name)
    page.goto(f"{page.url.partition('#')[0]}#play")
    expect(page.locator(".play h1")).to_be_visible()


def wait(page: Any) -> None:
    """Until somebody here has to decide, or the round is over."""
    expect(page.locator(READY).first).to_be_visible()


def record(page: Any) -> str:
    """The record of the game that is shown, from its menu."""
    page.get_by_role("button", name="Menu").click()
    page.locator("#show-record").click()
    text = str(page.locator("#record-text").input_value())
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return text


def moved(page: Any, move: Any) -> None:
    """Makes a move, and waits until the table shows more than before."""
    steps = page.locator(".play").get_attribute("data-steps")
    move()
    expect(page.locator(f".play[data-steps='{steps}']")).to_have_count(0)


def choose(page: Any, button: Any, press: str) -> None:
    """A button that makes a move; or one that leads on to a second list, and then the first one of that."""
    leads_on = button.evaluate("button => button.matches('.counts button:not([data-move])')")
    getattr(button, press)()
    if leads_on:
        getattr(page.get_by_role("group", name="Who is robbed?").get_by_role("button").first, press)()


def asks_whom(page: Any, steps: str) -> bool:
    """Whether a card that was pressed at that step waits to be told whom it robs; else it has been played. A choice of the step after it is
    not meant, however soon that comes."""
    script = """steps => document.querySelector(".play")?.dataset.steps !== steps ? "played"
        : document.querySelector(".rob, .counts button") ? "asks" : null"""
    return bool(page.wait_for_function(script, arg=steps).json_value() == "asks")


def decide(page: Any, press: str = "click") -> None:
    """Makes the first move that there is, by clicks or taps."""
    wait(page)

    def move() -> None:
        if page.locator(".passing:not(.counts)").count():
            while page.locator("#confirm:disabled").count():
                getattr(page.locator(".hand button[aria-pressed=false]").last, press)(position=CORNER)
            getattr(page.locator("#confirm"), press)()
            return
        is_robbing = bool(page.locator(".rob, .counts button").count())
        if not is_robbing:
            steps = page.locator(".play").get_attribute("data-steps")
            getattr(page.locator(".hand button:not([aria-disabled])").first, press)(position=CORNER)
            is_robbing = asks_whom(page, steps)
        if is_robbing:
            choose(page, page.locator(".rob, .counts button").first, press)

    moved(page, move)


def is_over(page: Any) -> bool:
    return bool(page.locator("#end-title").count())
