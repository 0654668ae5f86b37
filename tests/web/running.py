"""A server of the page in a process of its own, as its users start it, and a plain client that a browser would not be."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from diamonds_solver.games.records import examples
from tests.program import PATIENCE


def sound(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer, which says whether it is one."""
    assert answer["ok"] == ("errors" not in answer)
    return answer


class Running:
    """A server that runs, and the cookie of the one client that it answers."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        self.port = urlsplit(address).port or 0
        self.cookie = ""

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def open(self) -> None:
        """Exchanges the address's code for the cookie, as the browser does."""
        status, headers, _ = self.get(f"/?{urlsplit(self.address).query}", cookie="")
        assert status == 303
        self.cookie = headers["set-cookie"].partition(";")[0]

    def wait_for(self, path: Path) -> None:
        """Fails without this file in the end."""
        ends = time.monotonic() + PATIENCE
        while not path.exists():
            assert time.monotonic() < ends, path
            time.sleep(0.02)

    def get(self, path: str, cookie: str | None = None, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        """`headers`: with underscores for hyphens; a Host is sent unless one is given."""
        return self.request("GET", path, None, self.cookie if cookie is None else cookie, headers)

    def post(self, name: str, body: Any, cookie: str | None = None, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        """As the page posts, but for the headers given; an empty one is left out."""
        ours = {"Content-Type": "application/json", "Origin": f"http://{self.host}", "Sec-Fetch-Site": "same-origin"}
        ours |= {key.replace("_", "-"): value for key, value in headers.items()}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", f"/api/{name}", data, self.cookie if cookie is None else cookie, ours)

    def answer(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """A quick answer."""
        return sound(json.loads(self.post(name, body)[2]))

    def lines(self, name: str, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The lines of a long answer."""
        status, _, data = self.post(name, {"tab": "test", **body})
        assert status == 200, data
        *events, last = map(json.loads, data.splitlines())
        return [*events, sound(last)]

    def request(
        self, method: str, path: str, body: bytes | None, cookie: str, headers: dict[str, str]
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True)
            sent = {"Host": self.host, **{key.replace("_", "-"): value for key, value in headers.items()}}
            if cookie:
                sent["Cookie"] = cookie
            if body is not None:
                sent.setdefault("Content-Length", str(len(body)))
            for key, value in sent.items():
                if value:
                    connection.putheader(key, value)
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()


class Stream:
    """A long question whose answer is read line by line."""

    def __init__(self, server: Running, name: str, tab: str, body: dict[str, Any]) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        headers = {"Origin": f"http://{server.host}", "Content-Type": "application/json", "Cookie": server.cookie}
        self._connection.request("POST", f"/api/{name}", json.dumps({"tab": tab, **body}), headers)
        self._response = self._connection.getresponse()
        self.status = self._response.status

    def line(self) -> dict[str, Any]:
        found = self._response.readline()
        return json.loads(found) if found else {}

    def close(self) -> None:
        self._response.close()
        self._connection.close()


def example(name: str) -> str:
    return examples()[name].read_text(encoding="utf-8")


def idle(server: Running) -> None:
    """Waits until another tab may ask."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        stream = Stream(server, "solve", "idle", {"text": example("ending")})
        while stream.line():
            pass
        stream.close()
        if stream.status == 200:
            return
    raise AssertionError("the computation did not end")


@contextmanager
def running(*args: str, limits: str | None = None, browser: str | None = None, stdin: int = subprocess.DEVNULL) -> Iterator[Running]:
    """`args`: further options of ``diamonds web``. `limits`: what no option sets, such as ``head=0.4``. `browser`: a program that is
    started with what to open.
    """
    # A free port each: the usual one would go to the server of another test as soon as this one's ends.
    command = ["-m", "diamonds_solver", "web", "--quiet", "--threads", "1", "--port", "0", *args]
    command += ["--no-browser"] if browser is None else []
    if limits is not None:
        command = ["-c", f"from diamonds_solver.web.server import *; serve(listen(), Limits({limits}), lambda address: print(address()))"]
    process = subprocess.Popen(
        [sys.executable, *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **({"BROWSER": browser, "DISPLAY": ":0"} if browser else {})},
    )
    try:
        assert process.stdout is not None
        yield Running(process, process.stdout.readline().strip())
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
