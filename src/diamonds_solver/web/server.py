"""The server process: a socket on loopback, slow and superfluous connections closed, an orderly end."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from diamonds_solver.web.fields import Limits

from .app import Page
from .guard import HEADERS, Guard

LOOPBACK = "127.0.0.1"


def listen(port: int = 0) -> socket.socket:
    """A socket on loopback; port 0 is a random free one.

    Raises OSError where the port is taken.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # On Windows SO_REUSEADDR would let two programs have one port.
        listener.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        listener.bind((LOOPBACK, port))
        listener.listen(64)
    except OSError:
        listener.close()
        raise
    return listener


def serve(listener: socket.socket, limits: Limits, on_start: Callable[[Callable[[], str]], None]) -> None:
    """Serves the page until Ctrl-C or SIGTERM.

    `on_start` is called once connections are accepted, with a function that gives a new address to open, each time for one more browser.

    Raises KeyboardInterrupt on Ctrl-C, when searches and connections have ended.
    """
    asyncio.run(_serve(listener, limits, on_start))


async def _serve(listener: socket.socket, limits: Limits, on_start: Callable[[Callable[[], str]], None]) -> None:
    port = listener.getsockname()[1]
    page = Page(port, limits)
    config = uvicorn.Config(
        page.guard,
        http=_protocol(limits, page.guard),
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level="error" if os.environ.get("DIAMONDS_DEBUG") == "1" else "critical",  # anybody can send what is no HTTP
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    on_start(page.guard.new_address)  # the socket listens already: what comes early waits
    await _Server(config, page).serve(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, page: Page) -> None:
        super().__init__(config)
        self._page = page

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal ends the search first, or its answer would be waited for."""
        self._page.jobs.stop()
        super().handle_exit(sig, frame)


def _protocol(limits: Limits, guard: Guard) -> type[asyncio.Protocol]:
    """A connection that is closed when there are too many, and when the head of a request does not come; uvicorn has neither limit."""
    connections: dict[Connection, None] = {}  # the oldest first

    class Connection(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            connections[self] = None
            self._watch_head()
            if len(connections) > limits.connections:
                next((each for each in connections if each.client not in guard.friends), self).drop()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def drop(self) -> None:
            self._forget()
            self.transport.abort()

        def send_400_response(self, msg: str) -> None:
            """As uvicorn's, with the headers of every answer."""
            if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # an answer has begun
                self.drop()
                return
            headers = [*HEADERS.items(), ("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
            for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=msg.encode()), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event))
            self.transport.close()

        def _watch_head(self) -> None:
            if self.conn.their_state is not h11.IDLE:  # the head is there; the body has a clock of its own
                self._forget_deadline()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(limits.head, self.drop)

        def _forget(self) -> None:
            self._forget_deadline()
            connections.pop(self, None)
            guard.friends.discard(self.client)

        def _forget_deadline(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return Connection
