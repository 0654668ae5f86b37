"""Who may talk to the server: its own page alone. Any web page that a browser has open can try an address on loopback, and so can other
users of the machine; every request is therefore held against the rules below before anything else looks at it.

Starlette's TrustedHostMiddleware does not look at the port and answers 400, so the host is checked here.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import secrets
from collections.abc import MutableMapping
from html import escape
from typing import Any

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from diamonds_solver.web.fields import Limits

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
"""Of every answer, refusals included."""

_USUAL_PORT = 80  # of HTTP
_ASK_AGAIN = "This page is open to one browser. For this one, press Enter where 'diamonds web' runs and open the address that it prints."


_GO_ON = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/"><title>Diamonds</title>'

_REFUSED_STYLE = "body{font:18px/1.5 system-ui,sans-serif;max-width:32em;margin:15vh auto;padding:0 20px}:root{color-scheme:light dark}"
_REFUSED = (
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    f"<title>Diamonds</title><style>{_REFUSED_STYLE}</style><main><h1>Diamonds</h1><p>"
)
_REFUSED_HASH = base64.b64encode(hashlib.sha256(_REFUSED_STYLE.encode()).digest()).decode()


class RefusedError(Exception):
    """A request that is not answered."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Guard:
    """Lets through what the server's own page asks; everything else is refused, and no part of it reaches the application."""

    def __init__(self, app: ASGIApp, port: int, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        names = ("127.0.0.1", "localhost", "[::1]")
        self._hosts = {f"{name}:{port}" for name in names} | set(names if port == _USUAL_PORT else ())  # which browsers leave out
        self._cookie = f"diamonds-{port}"  # browsers share cookies between ports
        self._key = secrets.token_urlsafe(32)
        self._origin = f"http://127.0.0.1:{port}"
        self._code: str | None = None
        self.friends: set[tuple[str, int]] = set()
        """Addresses of clients whose connection has sent the cookie."""

    def new_address(self) -> str:
        """An address to open, with a code that can be exchanged once for the cookie, as addresses are seen by others; from any thread.

        The code before it is no longer valid.
        """
        self._code = code = secrets.token_urlsafe(24)
        return f"{self._origin}/?code={code}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        send = _with_headers(send)
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if scope["method"] != "POST":
                _check_no_body(headers)
            if scope["method"] == "GET" and "code" in (query := QueryParams(scope["query_string"])):
                await self._exchange(query["code"], headers)(scope, receive, send)
                return
            self._check_cookie(headers)
            if scope.get("client"):
                self.friends.add(tuple(scope["client"]))
            if scope["method"] == "POST":
                self._check_post(headers)
                receive = await self._read_body(headers, receive)
        except RefusedError as refusal:
            await _refuse(refusal, scope["method"])(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _check_host(self, headers: Headers) -> None:
        """The exact name, or a name that an attacker points at loopback would do (DNS rebinding)."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise RefusedError(421, "the request names another host than this server")

    def _exchange(self, code: str, headers: Headers) -> Response:
        """The cookie for the code, and an address without it, so that it stands in no history."""
        if self._code is not None and secrets.compare_digest(code.encode(), self._code.encode()):
            self._code = None
            # A redirection of a link on another page, a file among them, counts as that page's, and the cookie would not be sent.
            is_link = headers.get("sec-fetch-site", "none") != "none"
            response = HTMLResponse(_GO_ON) if is_link else RedirectResponse("/", 303)
            response.set_cookie(self._cookie, self._key, path="/", httponly=True, samesite="strict")
            return response
        self._check_cookie(headers)  # an address opened once more by the browser that has exchanged it
        return RedirectResponse("/", 303)

    def _check_cookie(self, headers: Headers) -> None:
        """Every program on loopback gets the cookies of all others, in whatever they take for a form: between semicolons, ours is ours."""
        own = f"{self._cookie}={self._key}".encode()
        sent = [each.strip().encode() for text in headers.getlist("cookie") for each in text.split(";")]
        if not any(secrets.compare_digest(each, own) for each in sent):
            raise RefusedError(403, _ASK_AGAIN)

    def _check_post(self, headers: Headers) -> None:
        origins = headers.getlist("origin")
        if len(origins) != 1 or origins[0] != f"http://{headers['host']}":
            raise RefusedError(403, "this request comes from another page")
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise RefusedError(403, "this request comes from another site")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise RefusedError(415, "the body must be application/json")

    async def _read_body(self, headers: Headers, receive: Receive) -> Receive:
        """The whole body, read here against the limits; gives a `receive` that tells it and then waits for the end of the connection."""
        most = self._limits.body
        announced = headers.get("content-length", "0")
        if not announced.isdecimal() or int(announced) > most:
            raise RefusedError(413, f"the body has more than {most} bytes")
        body, more = bytearray(), True
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise RefusedError(400, "the connection ended before the body")
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        raise RefusedError(413, f"the body has more than {most} bytes")
        except TimeoutError:
            raise RefusedError(408, f"the body took longer than {self._limits.body_seconds:g} seconds") from None
        is_told = False

        async def tell() -> Message:
            nonlocal is_told
            if is_told:
                return await receive()
            is_told = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return tell


def _check_no_body(headers: Headers) -> None:
    """Nobody would read it, and it might never end."""
    if "transfer-encoding" in headers or headers.get("content-length", "0").strip("0"):
        raise RefusedError(413, "only POST has a body")


def refusal(status: int, message: str) -> Response:
    """What a script gets in place of an answer."""
    body: dict[str, Any] = {"ok": False, "errors": [{"code": "E-REQUEST", "message": message, "hint": None}]}
    return Response(json.dumps(body), status, media_type="application/json", headers={"connection": "close"})


def _refuse(refused: RefusedError, method: str) -> Response:
    """What was not read of the body stands in the way of the next request: the connection ends."""
    if method == "POST":
        return refusal(refused.status, refused.message)
    policy = f"default-src 'none'; style-src 'sha256-{_REFUSED_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return HTMLResponse(
        f"{_REFUSED}{escape(refused.message)}</p></main></html>\n",
        refused.status,
        headers={"connection": "close", "content-security-policy": policy},
    )


def _with_headers(send: Send) -> Send:
    async def wrapped(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return wrapped
