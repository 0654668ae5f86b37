"""The page in a browser, as tests open and read it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from ..browser import Browser
from .running import Running


def opened(browser: Browser, server: Running, screen: str = "", **options: Any) -> AbstractContextManager[Any]:
    """A page of a profile of its own, which has the cookie; nothing moves longer than it has to."""
    name, _, value = server.cookie.partition("=")
    cookie = {"name": name, "value": value, "domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True, "secure": False}
    state = {"cookies": [{**cookie, "sameSite": "Strict"}], "origins": []}
    origin = f"http://{server.host}/"
    return browser.open(f"{origin}#{screen}", origin=origin, storage_state=state, reduced_motion="reduce", **options)


def expect(found: Any) -> Any:
    """As playwright's, with more patience: a machine may have other work, and a search or an opponent its time."""
    from playwright.sync_api import expect as wait_for

    wait_for.set_options(timeout=30_000)
    return wait_for(found)


def put(page: Any, text: str) -> None:
    page.locator("#record-text").fill(text)
