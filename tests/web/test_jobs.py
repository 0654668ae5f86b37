"""Computations for clients that have gone: counted, not timed."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import pytest

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.records import examples
from diamonds_solver.web.app import Page
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.jobs import BusyError, Emit, GoneError, JobRunner
from diamonds_solver.web.questions import Questions

PATIENCE = 60.0
T = TypeVar("T")
SOLVE = "diamonds 1; players 2; hand P1 D4,3; hand P2 D2,1"


class Counted:
    """Work that goes on until it is told to stop, and counts how often it has begun."""

    def __init__(self) -> None:
        self.begun = 0
        self._has_begun = threading.Event()

    def __call__(self, emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
        self.begun += 1
        while not should_stop():
            threading.Event().wait(0.001)
        return {}


def run(scenario: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own, as the process may have a browser, whose loop runs in the first one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, scenario).result()


def failed(error: BaseException) -> dict[str, Any]:
    return {"error": str(error)}


def test_what_nobody_waits_for_is_not_begun() -> None:
    async def scenario() -> tuple[int, int]:
        runner, work, other = JobRunner(), Counted(), Counted()
        first = await runner.start("review", "a", work, failed)
        starts = [asyncio.create_task(runner.start("review", "a", work, failed, is_gone=lambda: True)) for _ in range(20)]
        job = await runner.start("question", "a", other, failed)  # waits for none of them
        outcomes = await asyncio.gather(*starts, return_exceptions=True)
        assert all(isinstance(outcome, GoneError) for outcome in outcomes)
        for each in (first, job):
            each.stop()
            await asyncio.wait_for(each.ended(), PATIENCE)
        return work.begun, other.begun

    assert run(scenario()) == (1, 1)


def test_a_client_that_goes_while_it_waits_for_the_one_before() -> None:
    async def scenario() -> int:
        runner, work, gone = JobRunner(), Counted(), threading.Event()

        def slow(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            answer = work(emit, should_stop)
            gone.set()  # between the end of the one before and the start of the next
            return answer

        await runner.start("review", "a", slow, failed)
        with pytest.raises(GoneError):
            await runner.start("review", "a", work, failed, is_gone=gone.is_set)
        return work.begun

    assert run(scenario()) == 1


def test_a_slot_that_another_tab_has_keeps_no_other_one_waiting() -> None:
    async def scenario() -> None:
        runner, work = JobRunner(), Counted()
        first = await runner.start("question", "a", work, failed)
        with pytest.raises(BusyError):
            await runner.start("question", "b", work, failed)
        other = await runner.start("review", "b", work, failed)
        for each in (first, other):
            each.stop()
            await asyncio.wait_for(each.ended(), PATIENCE)

    run(scenario())


# -- the application ----------------------------------------------------------------------------------------------------------------------


async def asked(page: Page, name: str, body: dict[str, Any], leaves: bool) -> list[dict[str, Any]]:
    """Asks the application; whoever `leaves` does so when the body is sent. The lines of the answer."""
    messages, sent = [{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}], bytearray()
    ends = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        if not leaves:
            await ends.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.extend(message.get("body", b""))

    scope = {
        "type": "http",
        "method": "POST",
        "path": f"/api/{name}",
        "query_string": b"",
        "headers": [],
        "root_path": "",
        "http_version": "1.1",
    }
    await page.guard._app(scope, receive, send)
    ends.set()
    return [json.loads(line) for line in bytes(sent).splitlines()]


def test_dropped_reviews_are_not_worked_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty reviews whose clients have gone, then a question: it is answered, and at most the first review has judged anything."""
    from diamonds_solver.analysis import analyse

    begun: list[int] = []
    judge = analyse.analyse

    def counted(*args: Any, **options: Any) -> Any:
        begun.append(1)
        return judge(*args, **options)

    monkeypatch.setattr(analyse, "analyse", counted)
    game = examples()["game4"].read_text(encoding="utf-8")

    async def scenario() -> dict[str, Any]:
        page = Page(1, Limits())
        drops = [asyncio.create_task(asked(page, "analyse", {"tab": "a", "text": game}, leaves=True)) for _ in range(20)]
        answer = await asked(page, "solve", {"tab": "a", "text": SOLVE}, leaves=False)
        await asyncio.wait_for(asyncio.gather(*drops), PATIENCE)
        return answer[-1]

    assert "errors" not in run(scenario())
    assert len(begun) <= 1


class Stopping:
    """Says from its call number `last` on that it is time to stop, and counts the calls after that."""

    def __init__(self, last: int) -> None:
        self._last, self._calls = last, 0
        self._changing = threading.Lock()

    def __call__(self) -> bool:
        with self._changing:
            self._calls += 1
            return self._calls >= self._last

    @property
    def late(self) -> int:
        return max(0, self._calls - self._last)


@pytest.mark.parametrize("last", [1, 2, 5, 20])
@pytest.mark.parametrize("name", ["analyse", "report", "advise", "evaluate", "solve"])
def test_work_ends_soon_after_it_was_told_to(name: str, last: int) -> None:
    """After the first yes it asks a few more times at most, and sends hardly anything: one for each layer that has to know."""
    text = examples()["full4" if name == "solve" else "advice" if name in ("advise", "evaluate") else "game4"].read_text(encoding="utf-8")
    stopping, sent = Stopping(last), list[dict[str, Any]]()
    late: list[dict[str, Any]] = []

    def emit(line: dict[str, Any]) -> None:
        (late if stopping.late else sent).append(line)

    work = Questions(Limits(seconds=5.0)).long[name](RequestFields(json.dumps({"text": text}).encode()))
    with suppress(KeyboardInterrupt, DiamondsError):  # stopped before there was an answer
        work(emit, stopping)
    assert stopping.late <= 10
    assert len(late) <= 5
