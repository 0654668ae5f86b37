"""Tables of weights as macros of C headers, which fits write anew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from diamonds_solver.common.files import write_whole

_DIGITS, _BACKSLASH_AT = 4, 139


def macro(name: str, parts: Sequence[NDArray[Any]]) -> str:
    """A struct of arrays, of one dimension or two, as the value of a macro."""
    lines = [f"#define {name}", "    {"]
    for part in parts:
        rows = [f"{{{', '.join(map(_number, row))}}}," for row in part.reshape(-1, part.shape[-1]).tolist()]
        lines += [f"        {rows[0]}"] if part.ndim == 1 else ["        {", *(f"            {row}" for row in rows), "        },"]
    return "\n".join([f"{line:{_BACKSLASH_AT}}\\" for line in lines] + ["    }"])


def _number(number: float) -> str:
    """As C writes a float."""
    text = f"{number:.{_DIGITS}g}"
    return f"{text}f" if "." in text or "e" in text else f"{text}.0f"


def write_macro(header: Path, name: str, text: str, comment: str = "") -> None:
    """Puts a macro, with a comment before it where there is one, into a header in place of the one that is there."""
    blocks = header.read_text(encoding="utf-8").split("\n\n")
    index = next(i for i, block in enumerate(blocks) if f"#define {name} " in block)
    blocks[index] = f"{comment}\n{text}" if comment else text
    write_whole(header, ["\n\n".join(blocks).encode()])
