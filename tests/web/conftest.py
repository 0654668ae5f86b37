"""The server that the tests of a file share."""

from collections.abc import Iterator

import pytest

from .running import Running, running


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as found:
        found.open()
        yield found
