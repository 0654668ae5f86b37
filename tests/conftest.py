"""Hypothesis profiles. DIAMONDS_TESTS chooses: dev (default), ci, or full, which also tries other examples at each run."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("dev", max_examples=25, deadline=None, derandomize=True, database=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile("full", max_examples=2000, deadline=None, print_blob=True, database=None)
settings.load_profile(os.environ.get("DIAMONDS_TESTS", "dev"))
