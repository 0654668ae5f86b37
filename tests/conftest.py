"""Hypothesis profiles. DIAMONDS_TESTS chooses: dev (default), ci, or full, which also tries other examples at each run."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"

settings.register_profile("dev", max_examples=25, deadline=None, derandomize=True, database=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile("full", max_examples=2000, deadline=None, print_blob=True, database=None)
settings.load_profile(os.environ.get("DIAMONDS_TESTS", "dev"))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT as in a program in the foreground; a shell's background jobs inherit one that is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a script of benchmarks/ by name."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return import_module
