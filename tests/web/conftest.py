"""The server that the tests of a process share."""

from collections.abc import Iterator

import pytest

from .running import Running, idle, running


@pytest.fixture(scope="session")
def program() -> Iterator[Running]:
    with running() as found:
        found.open()
        yield found


@pytest.fixture(scope="module")
def server(program: Running) -> Running:
    """What the tests of another file asked is answered, or stopped."""
    idle(program)
    return program
