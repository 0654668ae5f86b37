"""The application: a fixed table of files, and questions that are answered at once or as a stream of lines.

A stream is NDJSON: objects with an ``event`` on the way, and as its last line the object that the command prints with ``--json``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from diamonds_solver.web.fields import Limits, RequestError, RequestFields
from diamonds_solver.web.jobs import BusyError, GoneError, Job, JobRunner

from .guard import Guard, refusal
from .questions import Questions, failure
from .scripts import content
from .states import as_json

_TYPES = {"css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml"}


class Page:
    """One server's page: what it serves and what it remembers."""

    def __init__(self, port: int, limits: Limits) -> None:
        self.jobs = JobRunner()
        self._questions = Questions(limits)
        routes = [Route(path, _file(name), methods=["GET"]) for path, name in _files().items()]
        routes += [Route(f"/api/{name}", self._at_once(name), methods=["POST"]) for name in self._questions.quick]
        routes += [Route(f"/api/{name}", self._in_a_stream(name), methods=["POST"]) for name in self._questions.long]
        application = Starlette(routes=routes)
        application.router.redirect_slashes = False  # a path is in the table, or there is nothing
        self.guard = Guard(application, port, limits)

    def _at_once(self, name: str) -> Callable[[Request], Any]:
        answer = self._questions.quick[name]

        async def endpoint(request: Request) -> Response:
            try:
                fields = RequestFields(await request.body())
                answered = await run_in_threadpool(_answered, answer, fields)
            except RequestError as error:
                return refusal(400, error.message)
            return Response(as_json(answered), media_type="application/json")

        return endpoint

    def _in_a_stream(self, name: str) -> Callable[[Request], Any]:
        prepare = self._questions.long[name]

        async def endpoint(request: Request) -> Any:
            body = await request.body()
            gone = asyncio.create_task(_disconnected(request.receive))
            try:
                fields = RequestFields(body)
                tab, takes_over = fields.text("tab", most=64), fields.flag("take_over")
                work = prepare(fields)
                fields.check_all_used()
                # The engines of a live game wait for no other question, and a review ends none and is ended by none.
                slot = f"game {fields.text('id')}" if name == "turn" else "review" if name == "analyse" else "question"
                job = await self.jobs.start(slot, tab, work, failure, takes_over=takes_over, is_gone=gone.done)
            except BaseException as error:
                gone.cancel()
                return _instead(error)
            return _Stream(job, gone)

        return endpoint


def _instead(error: BaseException) -> Response:
    """What a client is sent where no computation was started."""
    if isinstance(error, RequestError):
        return refusal(400, error.message)
    if isinstance(error, BusyError):
        return refusal(429, "another tab's question is being worked on: stop it there, wait, or take over")
    if isinstance(error, GoneError):
        return Response(status_code=204)
    if isinstance(error, Exception):  # in what was asked, before there is anything to work on
        return Response(as_json(failure(error)) + b"\n", media_type="application/x-ndjson")
    raise error


async def _disconnected(receive: Receive) -> None:
    """Ends when the client has gone: a quiet search writes nothing, and would not hear it when the next line is sent."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _answered(answer: Callable[[RequestFields], dict[str, Any]], fields: RequestFields) -> dict[str, Any]:
    try:
        answered = answer(fields)
    except RequestError:
        raise
    except Exception as error:
        return failure(error)
    fields.check_all_used()
    return {"ok": True, **answered}


class _Stream(Response):
    """A computation's lines, as they come. When the browser goes, the computation is told to stop."""

    def __init__(self, job: Job, gone: asyncio.Task[None]) -> None:
        """`gone` ends when the browser goes."""
        super().__init__(media_type="application/x-ndjson")
        del self.headers["content-length"]
        self._job, self._gone = job, gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._gone.add_done_callback(lambda _: self._job.stop())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while (line := await self._job.lines.get()) is not None:
                whole = line if "event" in line else {"ok": True, **line}
                await send({"type": "http.response.body", "body": as_json(whole) + b"\n", "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:  # the server ends, and waits no longer
            pass
        finally:
            self._job.stop()
            self._gone.cancel()


def _files() -> dict[str, str]:
    """The files of the page by their path. They are listed when the server starts: no name of a file comes from a request."""
    names = sorted(entry.name for entry in files(__package__).joinpath("static").iterdir() if entry.name.rpartition(".")[2] in _TYPES)
    icon = {"/favicon.ico": "icon.svg"}  # which a browser asks for before it has read what the page names
    return {"/": "index.html", **icon, **{f"/{name}": name for name in names if name != "index.html"}}


def _file(name: str) -> Callable[[Request], Any]:
    text = content(name)
    media_type = f"{_TYPES[name.rpartition('.')[2]]}; charset=utf-8"

    async def endpoint(request: Request) -> Response:
        return Response(text, media_type=media_type)

    return endpoint
