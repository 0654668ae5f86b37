"""Who may talk to the local server: its page alone. A second client tries what other pages, users and programs could."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver.web.fields import Limits
from diamonds_solver.web.guard import HEADERS, Guard

from ..browser import ROOT
from ..program import PATIENCE
from .running import Running, running

LONG = {"advise", "analyse", "evaluate", "solve"}
RECORD = "diamonds 1; players 2; hand P1 D9,2; hand P2 H4,3"


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as found:
        found.open()
        yield found


def test_the_page_itself_is_answered(server: Running) -> None:
    """The refusals below would hold, too, if nothing was answered."""
    assert server.get("/")[0] == 200
    assert server.post("check", {"text": RECORD})[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.evil.example:{port}",
        "127.0.0.1:{port}.evil.example",
        "",
    ],
)
def test_another_host_is_refused(server: Running, host: str) -> None:
    """DNS rebinding: a name of the attacker's that leads to loopback."""
    sent = host.format(port=server.port)
    # without any Host the parser of HTTP itself refuses
    assert server.get("/", Host=sent)[0] == (421 if host else 400)
    assert server.post("check", {"text": RECORD}, Host=sent, Origin=f"http://{sent}")[0] == (421 if host else 400)


@pytest.mark.parametrize(("port", "host", "status"), [(80, "localhost", 403), (80, "127.0.0.1:80", 403), (8000, "localhost", 421)])
def test_browsers_leave_out_the_port_of_http(port: int, host: str, status: int) -> None:
    """403: it is asked for the cookie next."""
    assert refusal(port, host) == status


@pytest.mark.parametrize("name", ["localhost", "LocalHost", "[::1]"])
def test_other_names_of_loopback_are_its_own(server: Running, name: str) -> None:
    host = f"{name}:{server.port}"
    assert server.get("/", Host=host)[0] == 200
    assert server.post("check", {"text": RECORD}, Host=host, Origin=f"http://{host}")[0] == 200
    assert server.post("check", {"text": RECORD}, Host=host)[0] == 403, "the origin is that of another name"


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "http://127.0.0.1", "https://127.0.0.1:{port}", "http://127.0.0.1:{port}/"]
)
def test_another_origin_is_refused(server: Running, origin: str) -> None:
    assert server.post("check", {"text": RECORD}, Origin=origin.format(port=server.port))[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_another_site_is_refused(server: Running, site: str) -> None:
    assert server.post("check", {"text": RECORD}, Sec_Fetch_Site=site)[0] == 403


def test_a_browser_that_sends_no_site_is_answered(server: Running) -> None:
    assert server.post("check", {"text": RECORD}, Sec_Fetch_Site="")[0] == 200


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_is_refused(server: Running, kind: str) -> None:
    """Forms of other pages can be sent without being asked for."""
    assert server.post("check", b'{"text": "x"}', Content_Type=kind)[0] == 415


@pytest.mark.parametrize("cookie", ["", "diamonds-{port}=guessed", "diamonds-{port}=", "diamonds=x", "\x01broken=; ;;"])
def test_without_the_cookie_nothing_is_answered(server: Running, cookie: str) -> None:
    sent = cookie.format(port=server.port)
    for path in ("/", "/page.css", "/main.js"):
        status, headers, body = server.request("GET", path, None, sent, {})
        assert status in (400, 403)  # 400: no header can have these characters
        assert b"<html" not in body
        assert "set-cookie" not in headers
    assert server.request("POST", "/api/check", b"{}", sent, {"Origin": f"http://{server.host}", "Content-Type": "application/json"})[
        0
    ] in (400, 403)


@pytest.mark.parametrize(
    "other",
    [
        'prefs={"theme": "dark"}',
        "x=hello world",
        "a[b]=c",
        "who@x=1",
        "flag",
        'x="un"closed',
        "iam/cookie=1",
        "",
        "diamonds-{port}=old",
        "x=\xe9",
    ],
)
def test_the_cookies_of_other_programs_do_not_matter(server: Running, other: str) -> None:
    """Browsers send those of all programs on this machine, whatever these take for a cookie."""
    other = other.format(port=server.port) if "port" in other else other
    for cookie in (f"{other}; {server.cookie}", f"{server.cookie}; {other}", f"{other};{server.cookie};{other}"):
        assert server.get("/", cookie=cookie)[0] == 200
    assert server.get("/", cookie=f"{other}; x{server.cookie}")[0] == 403


def test_the_code_works_once(server: Running) -> None:
    """An address is seen by others, in lists of processes and in histories."""
    path = "/?" + server.address.partition("?")[2]
    assert server.get(path, cookie="")[0] == 403
    assert server.get("/?code=guessed", cookie="")[0] == 403
    assert server.get("/?code=", cookie="")[0] == 403
    status, headers, _ = server.get(path)
    assert (status, headers["location"]) == (303, "/"), "the browser that has it opens the address once more"


def test_the_cookie_is_for_this_page_alone() -> None:
    with running() as fresh:
        status, headers, _ = fresh.get("/?" + fresh.address.partition("?")[2])
        assert (status, headers["location"]) == (303, "/")
        parts = [part.strip().lower() for part in headers["set-cookie"].split(";")]
        assert parts[0].startswith(f"diamonds-{fresh.port}=")
        assert {"httponly", "samesite=strict", "path=/"} <= set(parts)


def test_every_answer_has_the_headers(server: Running) -> None:
    for status, headers, _ in (
        server.get("/"),
        server.get("/nothing"),
        server.get("/", cookie=""),
        server.get("/", Host="x"),
        server.post("check", {}),
    ):
        for name in HEADERS:
            assert headers[name], (status, name)
        assert not [name for name in headers if name.lower().startswith("access-control")]
        assert "server" not in {name.lower() for name in headers}
    policy = server.get("/")[1]["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    assert "unsafe" not in policy


def test_all_files_of_the_page_are_small(server: Running) -> None:
    """A script comes without the comments that have lines of their own."""
    names = {path.name for path in (ROOT / "src/diamonds_solver/web/static").iterdir()} - {"htm.d.ts", "preact.d.ts", "index.html"}
    bodies = {name: server.get(f"/{name}")[2] for name in names}
    assert all(bodies.values())
    assert sum(map(len, bodies.values())) < 480_000
    assert b"// A hint in three layers" not in bodies["hint.js"]


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/..%2fapp.py",
        "/static/page.css",
        "/etc/passwd",
        "//etc/passwd",
        "/%2e%2e/app.py",
        "/index.html/..",
        "/page.css%00",
        "/page.css/",
        "/.",
        "/api",
    ],
)
def test_no_path_leads_to_a_file(server: Running, path: str) -> None:
    status, _, body = server.get(path)
    assert status == 404
    assert b"import" not in body


def test_methods(server: Running) -> None:
    headers = {"Origin": f"http://{server.host}", "Content-Type": "application/json"}
    assert server.get("/api/check")[0] == 405
    assert server.request("POST", "/", b"{}", server.cookie, headers)[0] == 405
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        assert server.request(method, "/api/check", None, server.cookie, {})[0] == 405


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"{}",
        b'{"text": 5}',
        b'{"text": "x", "more": 1}',
        b"[" * 60_000,
        b'{"text": "\xff"}',
        b'{"text": null}',
    ],
    ids=lambda body: body[:12].decode("latin-1"),
)
def test_a_body_that_the_page_would_not_send(server: Running, body: bytes) -> None:
    status, _, data = server.post("check", body)
    found = json.loads(data)
    assert status in (200, 400)
    assert found["errors"][0]["code"] in ("E-REQUEST", "E-MAGIC")


def test_a_big_body_is_refused() -> None:
    with running(limits="body=65536") as server:
        server.open()
        assert server.post("check", {"text": "x" * 65536})[0] == 413
        announced = {**_json_headers(server), "Content-Length": "999999999999"}
        assert server.request("POST", "/api/check", None, server.cookie, announced)[0] == 413
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:  # of which nobody says how big it is
            client.sendall(_head(server, "Transfer-Encoding: chunked"))
            chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
            client.sendall(chunk * 5)
            assert b" 413 " in client.recv(4096).partition(b"\r\n")[0]


def test_a_slow_client_is_cut_off() -> None:
    """By clocks of their own: a body that does not come, and a head that does not."""
    assert (Limits().head, Limits().body_seconds) == (3, 30)
    with running(limits="head=1.5, body_seconds=1.5") as server:
        server.open()
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
            client.sendall(_head(server, "Content-Length: 10") + b"{")
            assert b" 408 " in client.recv(4096).partition(b"\r\n")[0]
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: ")
            assert _is_closed(client)
        assert server.get("/")[0] == 200


def test_a_hundred_connections(server: Running) -> None:
    """Who keeps sockets open without a cookie shuts nobody out: the oldest of them make room. A friend of the page keeps its place."""
    friend = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    friend.request("GET", "/", headers={"Cookie": server.cookie})
    friend.getresponse().read()
    clients = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(100)]
    try:
        assert sum(_is_closed(client) for client in clients[:69]) == 69
        assert [server.get("/page.css")[0] for _ in range(5)] == [200] * 5
        friend.request("GET", "/", headers={"Cookie": server.cookie})
        assert friend.getresponse().status == 200
    finally:
        friend.close()
        for client in clients:
            client.close()


@pytest.mark.parametrize("header", ["Content-Length: 10", "Transfer-Encoding: chunked"])
def test_a_body_that_nobody_reads_is_refused(server: Running, header: str) -> None:
    """It might never end."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        client.sendall(_head(server, header).replace(b"POST /api/check", b"GET /"))
        with client.makefile("rb") as answer:
            assert b" 413 " in answer.read().partition(b"\r\n")[0]  # up to its end: the connection is closed


def test_what_is_no_http_is_refused_in_silence() -> None:
    with running() as fresh:
        with socket.create_connection(("127.0.0.1", fresh.port), timeout=PATIENCE) as client:
            client.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
            answer = client.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 400 ")
        for name, value in HEADERS.items():
            assert f"{name}: {value}".encode() in answer
        fresh.process.terminate()
        assert fresh.process.communicate(timeout=PATIENCE)[1] == ""


@pytest.mark.parametrize("number", ["9" * 400, "-1", "0", "1e400", "NaN", "true", '"1"'], ids=lambda text: text[:5])
@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("solve", "time_limit"),
        ("advise", "time_limit"),
        ("advise", "worlds"),
        ("analyse", "hindsight_limit"),
        ("analyse", "until"),
        ("analyse", "round"),
        ("evaluate", "samples"),
        ("game", "number"),
    ],
)
def test_a_number_that_the_page_would_not_send(server: Running, name: str, field: str, number: str) -> None:
    body = f'{{"text": "{RECORD}", "tab": "x", "{field}": {number}}}' if name in LONG else f'{{"text": "{RECORD}", "{field}": {number}}}'
    status, _, data = server.post(name, body.encode())
    assert status == 400
    assert json.loads(data)["errors"][0]["code"] == "E-REQUEST"


@pytest.mark.parametrize("value", ["9" * 400, "[]", "{}", "1e400", "-1"], ids=lambda text: text[:5])
@pytest.mark.parametrize("field", ["rounds", "players", "dealer"])
def test_an_option_that_the_page_would_not_send(server: Running, field: str, value: str) -> None:
    status, _, data = server.post("play", f'{{"action": "begin", "sources": ["me", "easy"], "{field}": {value}}}'.encode())
    assert status == 200
    assert json.loads(data)["errors"][0]["code"] != "E-INTERNAL"


@pytest.mark.posix
def test_enter_prints_an_address_for_another_browser() -> None:
    keyboard, terminal = os.openpty()
    try:
        with running(stdin=terminal) as fresh:
            fresh.open()
            cookie = fresh.cookie
            os.write(keyboard, b"\n")
            assert fresh.process.stdout is not None
            fresh.address = fresh.process.stdout.readline().strip()
            fresh.open()
            assert fresh.get("/")[0] == 200
            assert fresh.get("/", cookie=cookie)[0] == 200, "the first browser is still answered"
    finally:
        os.close(keyboard)
        os.close(terminal)


@pytest.mark.posix
def test_the_code_is_no_argument_of_the_browser(tmp_path: Path) -> None:
    """Other users can list the arguments of programs. The browser gets a file that they cannot read, and that is gone in the end."""
    program = tmp_path / "browser"
    look = f'(echo "$1"; stat -c %a "$f"; cat "$f") >{tmp_path}/new; mv {tmp_path}/new {tmp_path}/seen'
    program.write_text(f'#!/bin/sh\nf="${{1#file://}}"\n{look}\n')
    program.chmod(0o755)
    with running(browser=str(program)) as fresh:
        fresh.wait_for(tmp_path / "seen")
        argument, mode, content = (tmp_path / "seen").read_text().splitlines()
        assert argument.startswith("file:///")
        assert "code" not in argument
        assert mode == "600"
        assert fresh.address in content
    assert not Path(argument.removeprefix("file://")).exists()


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_refused_reaches_no_route(method: str) -> None:
    assert refusal(8000, "127.0.0.1:8000", method) == 403


def refusal(port: int, host: str, method: str = "GET") -> int:
    """The status of what a server at that port answers without the cookie."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        pytest.fail("a request without the cookie came through")

    async def receive() -> Any:
        pytest.fail("the body of a request without the cookie was read")

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", host.encode()), (b"origin", f"http://{host}".encode()), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": method, "path": "/api/check", "query_string": b"", "headers": headers}
    with ThreadPoolExecutor(1) as thread:  # this one may have the loop of a browser's tests
        thread.submit(asyncio.run, Guard(application, port, Limits())(scope, receive, send)).result()
    return int(sent[0]["status"])


def _json_headers(server: Running) -> dict[str, str]:
    return {"Origin": f"http://{server.host}", "Content-Type": "application/json"}


def _head(server: Running, *more: str) -> bytes:
    lines = [
        "POST /api/check HTTP/1.1",
        f"Host: {server.host}",
        f"Origin: http://{server.host}",
        "Content-Type: application/json",
        f"Cookie: {server.cookie}",
        *more,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _is_closed(client: socket.socket) -> bool:
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True
