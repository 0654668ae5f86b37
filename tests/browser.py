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
    """One Chromium, in which every page has its own profile."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium

    @contextmanager
    def open(
        self,
        address: str,
        *,
        width: int = 1100,
        height: int = 800,
        scheme: str = "light",
        javascript: bool = True,
        origin: str | None = None,
        refused: tuple[str, ...] = (),
        **options: Any,
    ) -> Iterator[Any]:
        """The page at `address`, as a playwright ``Page``.

        On leaving, the console must have been silent and every request must have gone to `origin`, by default to the address itself.
        `refused`: parts of console messages that the test provokes. `options` go to playwright's ``new_context``.
        """
        context = self._chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=javascript, **options
        )
        said, asked = list[str](), list[str]()
        try:
            page = context.new_page()
            page.set_default_timeout(1000 * PATIENCE)
            page.on("console", lambda message: said.append(f"{message.text} {message.location['url']}"))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(address)
            yield page
        finally:
            context.close()
        unexpected = [text for text in said if not any(part in text for part in refused)]
        assert not unexpected, unexpected
        assert [url for url in asked if not url.startswith((address, origin or address, "data:", "blob:"))] == []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium that is started once: conftest.py makes it known, as there can be one playwright only."""
    path = os.environ.get("DIAMONDS_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright (pip install '.[browser]')")
    if path is None:
        missing("chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield Browser(chromium)
        chromium.close()


def overflow(page: Any) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def accessibility_problems(page: Any) -> list[str]:
    """What axe finds, a line for each element. A page with a content security policy needs ``bypass_csp=True`` at `Browser.open`."""
    page.evaluate((node_modules("axe-core") / "axe.min.js").read_text(encoding="utf-8"))
    violations = page.evaluate("async () => (await axe.run()).violations")
    return [f"{found['id']}: {found['help']}: {node['html'][:200]}" for found in violations for node in found["nodes"]]
