"""Cells of tables that spreadsheets read."""

from __future__ import annotations

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """`text` such that no spreadsheet takes it for a formula: a name that somebody typed must not compute anything."""
    return f"'{text}" if text.startswith(_FORMULA) else text
