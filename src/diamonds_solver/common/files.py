"""The files of our users: read as the text they are, replaced whole or not at all, looked at before they are touched."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES, EISDIR
from pathlib import Path
from types import TracebackType
from typing import IO

from diamonds_solver.common.wording import printable
from diamonds_solver.errors import DiamondsError

_LOOK = 1 << 16  # bytes of a file that tell what it is
_MARK = b"\xef\xbb\xbf"  # of UTF-8

# -- reading ------------------------------------------------------------------------------------------------------------------------------

_FOREIGN = {
    b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
    b"d\0": "UTF-16 text",
    b"{\0": "UTF-16 text",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF file",
    b"PK\x03\x04": "a ZIP file, as spreadsheets are",
    b"\x1f\x8b": "a compressed file",
}
"""What a source is that begins with these bytes."""
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
"""Characters that are in no text."""
_JOINT = "\ufeff"  # the byte order mark of a file that was joined to another one, which had no newline at its end
_LINE_END = re.compile(r"\r\n|\r|\n")


class TextError(DiamondsError, ValueError):
    """Bytes that are no text in UTF-8; the message has their place (E-ENCODING, E-CONTROL)."""

    code = "E-ENCODING"


def foreign_kind(content: bytes) -> str | None:
    """What a file is, by its first bytes, that is surely not UTF-8 text: in words."""
    return next((kind for start, kind in _FOREIGN.items() if content.startswith(start)), None)


def text_lines(stream: Iterable[bytes], name: str) -> Iterator[str]:
    """The lines of a file that people give us, a few at a time, without their ends (LF, CR LF or CR) and without byte order marks.

    `stream`: a binary file. `name`: what messages call it. Raises TextError for bytes that are no text.
    """
    number, offset = 1, 0
    for data in stream:
        if offset == 0 and (kind := foreign_kind(data)):
            code, hint = ("E-ENCODING", "save the file as UTF-8") if kind.startswith("UTF") else ("E-CONTROL", "save it as text")
            raise TextError(f"{printable(name)} is {kind}, and no text in UTF-8", code=code, hint=hint)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            message = f"byte 0x{data[error.start]:02x} at offset {offset + error.start} is not UTF-8"
            raise TextError(f"{_place(name, number, before)}: {message}", hint="save the file as UTF-8") from None
        if match := CONTROL.search(text):
            message = f"control character {ord(match[0])} in the text"
            raise TextError(f"{_place(name, number, text[: match.start()])}: {message}", code="E-CONTROL", hint="is this a text file?")
        lines = _LINE_END.split(text)
        if not lines[-1]:
            del lines[-1]
        for line in lines:
            yield from filter(None, line.split(_JOINT)) if _JOINT in line else (line,)
        number, offset = number + len(lines), offset + len(data)


def _place(name: str, number: int, before: str) -> str:
    """File, line and column. `number`: of the line with which the text `before` begins."""
    *lines, last = _LINE_END.split(before)
    return f"{printable(name)}:{number + len(lines)}:{len(last.removeprefix(_JOINT)) + 1}"


def decode_text(content: bytes, name: str) -> str:
    """A file that people give us, as `text_lines` reads it, with LF as the end of each line. Raises TextError."""
    return "".join(f"{line}\n" for line in text_lines(content.splitlines(keepends=True), name))


def read_text(path: Path) -> str:
    """See `decode_text`. Raises TextError, OSError."""
    with path.open("rb") as file:
        return "".join(f"{line}\n" for line in text_lines(file, str(path)))


# -- writing ------------------------------------------------------------------------------------------------------------------------------


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


def user_folder(kind: str) -> Path:
    """The user's folder of this program for ``state`` or ``cache``, as XDG has them: a relative path is ignored. It need not exist."""
    usual = {"state": "~/.local/state", "cache": "~/.cache"}[kind]
    given = Path(os.environ.get(f"XDG_{kind.upper()}_HOME", ""))
    return (given if given.is_absolute() else Path(usual).expanduser()) / "diamonds"


def check_replaces(path: Path, what: str, start: re.Pattern[bytes]) -> None:
    """Looks at what a file of results would replace: nothing, an empty file, or an earlier one, by how it starts; devices are let be.

    `what` it would be, for the message. Raises DiamondsError (E-FILE) for a file of something else, OSError for one that cannot be read.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        begun = file.read(_LOOK)
    if begun and not start.match(begun.removeprefix(_MARK)):
        message = f"{printable(str(path))!r} is there already, and is not {what}"
        raise DiamondsError(message, code="E-FILE", hint="name another file, or move that one away")


def foreign_in(folder: Path, lock: str, ours: re.Pattern[str]) -> Path | None:
    """What is not ours where a folder of ours may be: our folders have an empty file `lock` and files whose names are `ours`, nothing else.

    The first thing that cannot be ours, be it `folder` itself (a file, a link, a folder without our lock); None where nothing is there or
    all is ours. Nothing is touched. Raises OSError for a folder that cannot be read.
    """
    if not os.path.lexists(folder):
        return None
    if folder.is_symlink() or not folder.is_dir():
        return folder
    with os.scandir(folder) as entries:
        files = {
            entry.name: entry.stat(follow_symlinks=False).st_size if entry.is_file(follow_symlinks=False) else None for entry in entries
        }
    if files.get(lock) != 0:
        return folder
    return next(
        (folder / name for name, size in sorted(files.items()) if size is None or (name != lock and not ours.fullmatch(name))), None
    )


def _replace(path: Path, chunks: Iterable[bytes]) -> None:
    import secrets  # takes long to load, and most commands write nothing

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


class LineLog:
    """A file of results that is read first and then added to, a whole line at a time; nobody else writes it meanwhile.

    with LineLog(path) as log:
        ... log.lines, log.add(line)
    """

    def __init__(self, path: Path) -> None:
        """Raises OSError for a file that cannot be read or written, TextError for one that is no text."""
        self._path = path
        self._file = path.open("ab")
        try:
            self.is_ours = lock(self._file)
            """False where another process writes the file; then nothing is read."""
            text = path.read_bytes() if self.is_ours and path.is_file() else b""  # a device may have no end
        except BaseException:
            self._file.close()
            raise
        end = text.rfind(b"\n") + 1
        try:
            self.lines = decode_text(text[:end], str(path)).splitlines()
        except TextError:
            self._file.close()
            raise
        self.rest = text[end:]
        """What follows the last whole line: that of a program that was killed."""

    def is_foreign(self, start: bytes) -> bool:
        """Whether there is no whole line, and `rest` is not the beginning of a line that begins with `start`."""
        return not self.lines and self.rest[: len(start)] != start[: len(self.rest)]

    def cut(self) -> None:
        """Takes the rest from the end of the file."""
        if self.rest:
            os.truncate(self._path, self._path.stat().st_size - len(self.rest))
            self.rest = b""

    def add(self, line: str) -> None:
        """Writes a line, which has no newline, to the end of the file. Raises OSError, which names it."""
        with naming(self._path):
            self._file.write(f"{line}\n".encode())
            self._file.flush()

    def close(self) -> None:
        with naming(self._path):
            self._file.close()

    def __enter__(self) -> LineLog:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def difference(theirs: Mapping[str, object], ours: Mapping[str, object]) -> str | None:
    """The first setting in which a file differs from what is asked for, in words that follow the file's name; None where all agree."""
    for name in (*ours, *theirs):
        if ours.get(name) != theirs.get(name):
            return f"has {name} {theirs.get(name)!r}, asked for is {ours.get(name)!r}"
    return None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """An OSError of the block names `path`; one of writing would name nothing."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def lock(file: IO[bytes]) -> bool:
    """Keeps a file for this process until it is closed; False where another one has it. A device is nobody's own.

    Raises OSError, which names the file, where its file system has no locks.
    """
    import fcntl  # not there where Python runs without POSIX

    path = Path(file.name)
    try:
        with naming(path):
            if path.is_file():
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
