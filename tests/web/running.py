"""A server of the page in a process of its own, as its users start it, and a plain client that a browser would not be."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit


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

    def get(self, path: str, cookie: str | None = None, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        """`headers`: with underscores for hyphens; a Host is sent unless one is given."""
        return self.request("GET", path, None, self.cookie if cookie is None else cookie, headers)

    def post(self, name: str, body: Any, cookie: str | None = None, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        """As the page posts, but for the headers given; an empty one is left out."""
        ours = {"Content-Type": "application/json", "Origin": f"http://{self.host}", "Sec-Fetch-Site": "same-origin"}
        ours |= {key.replace("_", "-"): value for key, value in headers.items()}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", f"/api/{name}", data, self.cookie if cookie is None else cookie, ours)

    def lines(self, name: str, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The lines of a long answer."""
        status, _, data = self.post(name, {"tab": "test", **body})
        assert status == 200, data
        return [json.loads(line) for line in data.splitlines()]

    def request(
        self, method: str, path: str, body: bytes | None, cookie: str, headers: dict[str, str]
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
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


@contextmanager
def running(*args: str, limits: str | None = None) -> Iterator[Running]:
    """`args`: further options of ``diamonds web``. `limits`: what no option sets, such as ``slowest=0.4``."""
    command = ["-m", "diamonds_solver", "web", "--no-browser", "--quiet", "--threads", "1", *args]
    if limits is not None:
        command = ["-c", f"from diamonds_solver.web.server import *; serve(listen(), Limits({limits}), print)"]
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        yield Running(process, process.stdout.readline().strip())
    finally:
        process.terminate()
        process.communicate(timeout=20)
