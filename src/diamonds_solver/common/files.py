"""Files that are replaced whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EACCES, EISDIR
from pathlib import Path
from typing import IO


def write_whole(path: Path, chunks: Iterable[bytes]) -> None:
    """Writes a file that then holds all of `chunks`; after any error it is as it was before.

    The chunks go to a temporary file beside it, which takes its place in the end, so they may be read from `path` itself. A device or a
    pipe is written to instead. Raises OSError, which names `path`, and whatever `chunks` raises.
    """
    with naming(path):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                device.writelines(chunks)
        elif path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        else:
            _replace(path.resolve(), chunks)  # of a link, the file that it stands for


def _replace(path: Path, chunks: Iterable[bytes]) -> None:
    beside = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("xb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """An OSError of the block names `path`; one of writing would name nothing."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def lock(file: IO[bytes]) -> bool:
    """Keeps a file for this process until it is closed; False where another one has it. A device is nobody's own."""
    import fcntl  # not there where Python runs without POSIX

    if not Path(file.name).is_file():
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
