"""A headless Chromium for the tests of pages, and the Node packages that check what pages are made of.

    from tests.browser import Browser

    pytestmark = pytest.mark.browser

    def test_title(browser: Browser) -> None:
        with browser.open(address, width=360) as page:
            expect(page.get_by_role("heading", level=1)).to_have_text("...")

A page that writes to the console, fails or asks for anything from elsewhere fails its test. Where no Chromium or no playwright is found the
tests are skipped; with DIAMONDS_BROWSER=1 they fail. A browser is looked for as DIAMONDS_CHROMIUM, then on the path: first
chromium-headless-shell, which has no windows to draw and is quicker.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.program import PATIENCE

ROOT = Path(__file__).parents[1]
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
KEPT = """kept => { if (location.origin !== "null" && !localStorage.length) Object.assign(localStorage, kept); }"""
RENEWED = """kept => {
    for (const store of [localStorage, sessionStorage]) store.clear();
    Object.assign(localStorage, kept);
    for (const id of ["live", "notice", "connection"]) document.getElementById(id).replaceChildren();
    document.activeElement?.blur();
    scrollTo(0, 0); }"""
BETWEEN = "#record"
"""A screen on which nothing goes on."""


def missing(what: str) -> NoReturn:
    """Skips a test for want of something, or fails it where it has to be there."""
    if os.environ.get("DIAMONDS_BROWSER") == "1":
        pytest.fail(f"{what} is not there, and DIAMONDS_BROWSER=1 wants it")
    pytest.skip(f"{what} is not there")


def node_modules(package: str) -> Path:
    """The folder of a Node package: in DIAMONDS_NODE_MODULES, in the repository (`npm install`), or beside the `tsc` on the path."""
    compiler = shutil.which("tsc")
    named = os.environ.get("DIAMONDS_NODE_MODULES")
    folders = [Path(named)] if named else []
    folders += [ROOT / "node_modules", *([Path(compiler).parent.parent] if compiler else [])]
    found = next((folder / package for folder in folders if (folder / package).is_dir()), None)
    return found or missing(f"the Node package {package}, which 'npm install' brings,")


class Browser:
    """One Chromium, in which every page has its own profile, but for those that are shown again."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium
        self._left = dict[tuple[str, bool], Page]()

    @contextmanager
    def open(
        self,
        address: str,
        *,
        width: int = 1100,
        height: int = 800,
        scheme: str = "light",
        origin: str | None = None,
        refused: tuple[str, ...] = (),
        kept: dict[str, str] | None = None,
        script: str = "",
        **options: Any,
    ) -> Iterator[Any]:
        """The page at `address`, as a playwright ``Page``.

        On leaving, the console must have been silent and every request must have gone to `origin`, by default to the address itself.
        `refused`: parts of console messages that the test provokes. `kept`: what the browser has kept of earlier visits. `script` is run
        before those of a page. `options` go to playwright's ``new_context``.
        """
        size = {"width": width, "height": height}
        opened = Page(self._chromium, address, kept or {}, script, viewport=size, color_scheme=scheme, **options)
        with opened.closing():
            yield opened.page
        opened.check((address, origin or address), refused)

    @contextmanager
    def show(
        self,
        address: str,
        *,
        width: int = 1100,
        height: int = 800,
        scheme: str = "light",
        refused: tuple[str, ...] = (),
        kept: dict[str, str],
        script: str = "",
        **options: Any,
    ) -> Iterator[Any]:
        """As `open`, of a page whose screens follow the fragment of its address: that of an earlier test, which is not loaded again. What
        it has kept and what stands in its corners is as in a new one. `options`: `reduced_motion`, `bypass_csp` and `storage_state`.
        """
        origin, reduced = address.partition("#")[0], options["reduced_motion"]
        key = (origin, options.get("bypass_csp", False))
        opened = self._left.pop(key, None)
        if opened is None:
            size = {"width": width, "height": height}
            opened = Page(self._chromium, address, kept, script, viewport=size, color_scheme=scheme, **options)
        else:
            with opened.closing(only_failed=True):
                opened.page.set_viewport_size({"width": width, "height": height})
                opened.page.emulate_media(color_scheme=scheme, reduced_motion=reduced)
                opened.page.evaluate(RENEWED, kept)
                opened.page.goto(address)
        with opened.closing(only_failed=True):
            yield opened.page
            opened.leave(f"{origin}{BETWEEN}")
        opened.check((origin,), refused)
        self._left[key] = opened


class Page:
    """A page in a profile of its own, and what it said and asked for."""

    def __init__(self, chromium: Any, address: str, kept: dict[str, str], script: str, **options: Any) -> None:
        self.said, self.asked = list[str](), list[str]()
        self._context = chromium.new_context(**options)
        with self.closing(only_failed=True):
            # playwright's storage_state would open another page for what is kept, in another process
            self._context.add_init_script(f"({KEPT})({json.dumps(kept)}); {script}")
            self.page = self._context.new_page()
            self.page.set_default_timeout(1000 * PATIENCE)
            self.page.on("console", lambda message: self.said.append(f"{message.text} {message.location['url']}"))
            self.page.on("pageerror", lambda error: self.said.append(str(error)))
            self.page.on("request", lambda request: self.asked.append(request.url))
            self.page.goto(address)

    @contextmanager
    def closing(self, only_failed: bool = False) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._context.close()
            raise
        if not only_failed:
            self._context.close()

    def leave(self, address: str) -> None:
        """Ends what the page does, on another screen."""
        for other in self._context.pages:
            if other is not self.page:
                other.close()
        self.page.unroute_all()
        self.page.mouse.move(0, 0)
        self.page.goto(address)
        self.page.wait_for_function("() => document.querySelector('main h1')?.textContent === 'My record'")

    def check(self, origins: tuple[str, ...], refused: tuple[str, ...]) -> None:
        said, asked = self.said[:], self.asked[:]
        self.said.clear()
        self.asked.clear()
        unexpected = [text for text in said if not any(part in text for part in refused)]
        assert not unexpected, unexpected
        assert [url for url in asked if not url.startswith((*origins, "data:", "blob:"))] == []


@contextmanager
def chromium() -> Iterator[Any]:
    """A Chromium that runs, of playwright."""
    path = os.environ.get("DIAMONDS_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright (pip install '.[browser]')")
    if path is None:
        missing("chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium that is started once: conftest.py makes it known, as there can be one playwright only."""
    with chromium() as launched:
        yield Browser(launched)


def overflow(page: Any) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def accessibility_problems(page: Any) -> list[str]:
    """What axe finds, a line for each element. A page with a content security policy needs ``bypass_csp=True`` at `Browser.open`."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((node_modules("axe-core") / "axe.min.js").read_text(encoding="utf-8"))
    violations = page.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
    return [f"{found['id']}: {found['help']}: {node['html'][:200]}" for found in violations for node in found["nodes"]]
