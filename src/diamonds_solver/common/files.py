"""The files of our users: read as the text they are, replaced whole or not at all, looked at before they are touched. What differs
between systems in files, streams and terminals stands here."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES, EBADF, EBUSY, EINVAL, EISDIR, ENOENT, ENOLCK, ENOSYS, EOPNOTSUPP
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TextIO

from diamonds_solver.common.quantities import MOST_SEED, as_whole
from diamonds_solver.common.wording import printable
from diamonds_solver.errors import DiamondsError

_LOOK = 1 << 16  # bytes of a file that tell what it is
MARK = b"\xef\xbb\xbf"  # of UTF-8

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


ONE_A_LINE = "each object must be on its own line: 'jq -c .' puts it there"
"""A hint on what may have become of a file of JSON lines."""


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
            raise TextError(f"{printable(name)} is {kind}, not UTF-8 text", code=code, hint=hint)
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


def first_seed(path: Path, settings_of: Callable[[str], Mapping[str, Any]]) -> int | None:
    """The seed of the results in a file, by the settings that its first line has; None where there is none to read. Raises OSError."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        try:
            seed = as_whole(settings_of(next(filter(str.strip, text_lines(file, str(path))), "")).get("seed"))
        except DiamondsError:
            return None  # whoever goes on with the file says what is wrong
    return seed if type(seed) is int and 0 <= seed <= MOST_SEED else None


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
        if _is_device(path):
            with path.open("wb") as device:
                device.writelines(chunks)
        else:
            _replace(path.resolve(), chunks)  # of a link, the file that it stands for


def check_output(path: Path, is_replaced: bool = True) -> None:
    """Looks whether a file can be written, before the work that it is for. Nothing is left behind.

    `is_replaced`: by `write_whole`; else one that is there is added to. Raises OSError, which names `path`.
    """
    with naming(path):
        if not _is_device(path) and (is_replaced or not path.exists()):
            beside = _beside(path.resolve())
            beside.open("xb").close()
            beside.unlink()


def _is_device(path: Path) -> bool:
    """Whether it is there and no file. Raises OSError where it is a folder, or cannot be written."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if not path.exists():
        return False
    if not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    return not path.is_file()


def digest_of(path: Path) -> bytes | None:
    """By which `check_known` tells whether a file was written since; None where there is no file. Raises OSError."""
    return digest(path.read_bytes()) if path.is_file() else None


def digest(content: bytes) -> bytes:
    """See `digest_of`."""
    return hashlib.blake2b(content).digest()


def check_known(path: Path, known: bytes | None) -> None:
    """Nothing is replaced that was not read: raises OSError for a file that has another content than when `digest_of` looked."""
    if path.is_file() and digest_of(path) != known:
        raise OSError(EBUSY, "another program has changed this file in the meantime", str(path))


def remove_known(path: Path, known: bytes | None) -> None:
    """Removes a file, unless it has another content than when `digest_of` looked. Raises OSError."""
    if known is not None and digest_of(path) == known:
        path.unlink()


def user_folder(kind: str) -> Path:
    """The user's folder of this program for ``state`` or ``cache``, as XDG or Windows have them: a relative path is ignored. It need not
    exist. Raises OSError where nothing says who the user is, as in containers."""
    given = Path(os.environ.get(f"XDG_{kind.upper()}_HOME", ""))
    if sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local") / "diamonds" / kind
    else:
        usual = Path({"state": "~/.local/state", "cache": "~/.cache"}[kind]) / "diamonds"
    try:
        return given / "diamonds" if given.is_absolute() else usual.expanduser()
    except RuntimeError:
        raise FileNotFoundError(ENOENT, "the user has no home folder") from None


def path_text(path: object) -> str:
    """The name of a file as messages show it: in quotes, harmless on a terminal, backslashes not doubled."""
    return repr(str(path)).replace("\\\\", "\\")


def reason_of(error: OSError) -> str:
    """Why a file cannot be used; Windows says of a folder that it is read as a file only that this is not allowed."""
    if sys.platform == "win32" and error.errno == EACCES and error.filename is not None and Path(error.filename).is_dir():
        return os.strerror(EISDIR)
    return error.strerror or str(error)


def check_replaces(path: Path, what: str, start: re.Pattern[bytes]) -> None:
    """Looks at what a file of results would replace: nothing, an empty file, or an earlier one, by how it starts; devices are let be.

    `what` it would be, for the message. Raises DiamondsError (E-FILE) for a file of something else, OSError for one that cannot be read.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        begun = file.read(_LOOK)
    if begun and not start.match(begun.removeprefix(MARK)):
        message = f"{path_text(path)} already exists and is not {what}"
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


def _beside(path: Path) -> Path:
    return path.with_name(f".{os.urandom(8).hex()}.tmp")


def _replace(path: Path, chunks: Iterable[bytes]) -> None:
    beside = _beside(path)
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
    """The base of a file of results that is read first and then added to, a whole line at a time; nobody else writes it meanwhile."""

    def __init__(self, path: Path, is_read_only: bool = False) -> None:
        """`is_read_only`: as the file is, although another process may be writing it.

        Raises OSError for a file that cannot be read or written, TextError for one that is no text.
        """
        self._path, self._is_read_only = path, is_read_only
        is_new = not path.exists()
        self._file = path.open("rb" if is_read_only else "ab")
        try:
            self._is_ours = is_read_only or lock(self._file)  # False where another process writes the file; then nothing is read
            text = path.read_bytes() if self._is_ours and path.is_file() else b""  # a device may have no end
        except BaseException:
            self._file.close()
            if is_new:
                path.unlink(missing_ok=True)
            raise
        end = text.rfind(b"\n") + 1
        try:
            self._lines = decode_text(text[:end], str(path)).splitlines()
        except TextError:
            self._file.close()
            raise
        self._rest = text[end:]  # what follows the last whole line: that of a program that was killed

    def read(self, take: Callable[[str], None], error: type[DiamondsError], start: str, writer: str, foreign: str) -> None:
        """Gives each line to `take`, whose errors of the type `error` then name their line, and takes the rest from the end of the file,
        unless it is only read.

        Raises `error` where another `writer` has the file, and, with the text `foreign`, where there is no whole line, and the rest is not
        the beginning of one that begins with `start`; the file is closed then.
        """
        try:
            if not self._is_ours:
                raise error(f"{self._path}: another {writer} writes this file", hint="wait until it ends, or give another file")
            for number, line in enumerate(self._lines, 1):
                if line.strip():
                    try:
                        take(line)
                    except error as wrong:
                        raise error(f"{self._path}:{number}: {wrong.message}", hint=wrong.hint) from wrong
            if not self._lines and self._rest[: len(start)] != start.encode()[: len(self._rest)]:
                raise error(f"{self._path}:1: {foreign}", hint=ONE_A_LINE)
            if self._rest and not self._is_read_only:
                os.truncate(self._path, self._path.stat().st_size - len(self._rest))
        except BaseException:
            self.close()
            raise

    def write(self, line: str) -> None:
        """Writes a line, which has no newline, to the end of the file. Raises OSError, which names it."""
        with naming(self._path):
            self._file.write(f"{line}\n".encode())
            self._file.flush()

    def close(self) -> None:
        with naming(self._path):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def difference(theirs: Mapping[str, object], ours: Mapping[str, object]) -> str | None:
    """The first setting in which a file differs from what is asked for, in words that follow the file's name; None where all agree."""
    for name in (*ours, *theirs):
        if ours.get(name) != theirs.get(name):
            return f"has {name} {theirs.get(name)!r}, but {ours.get(name)!r} was asked for"
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

    On a file system without locks, as networks have some, that is a RuntimeWarning, and the answer is True. Raises OSError, which names the
    file.
    """
    path = Path(file.name)
    with naming(path):
        try:
            return not path.is_file() or _take_lock(file)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            text = f"{path_text(path)} cannot be locked ({error.strerror}): make sure that no other program is writing to it"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
            return True


_NO_LOCKS = (ENOLCK, ENOSYS, EOPNOTSUPP, EBADF)  # the last one where a lock needs a file that is open for reading
_LOCKED = 2**31 - 2  # the byte that Windows locks, behind the end of any file: nobody else can read what is locked


def _take_lock(file: IO[bytes]) -> bool:
    if sys.platform == "win32":
        import msvcrt

        at = file.tell()
        file.seek(_LOCKED)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def remove_locked(file: IO[bytes]) -> None:
    """Removes a file that this process has locked, and lets it go. Windows removes none that is open."""
    if sys.platform == "win32":
        file.close()
    Path(file.name).unlink()


# -- streams and terminals ----------------------------------------------------------------------------------------------------------------


def use_utf8(*streams: TextIO | None) -> None:
    """Makes streams UTF-8, for which Python takes the code page of Windows instead: records are read as UTF-8."""
    if "PYTHONIOENCODING" not in os.environ:
        for stream in streams:
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors=stream.errors)


def is_closed_pipe(error: OSError) -> bool:
    """Whether it says that nobody reads what is written."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == EINVAL)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person is at the other end. On Windows NUL is a device, too, and is taken for none."""
    return stream.isatty() and (sys.platform != "win32" or _ask_console(stream, 0))


def takes_sequences(stream: TextIO) -> bool:
    """Whether a terminal takes colours as escape sequences; a console of Windows has to be asked to."""
    return sys.platform != "win32" or _ask_console(stream, 4)  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


_CLEARING = "\033[H\033[2J\033[3J"  # the screen, and then the lines that were scrolled out of it
_TALLEST = 200  # lines of a terminal that does not tell how many it has


def clear_terminal(stream: TextIO) -> None:
    """Takes off a terminal all that was written to it; one that takes no sequences gets as many empty lines as it shows."""
    has_sequences = os.environ.get("TERM", "" if sys.platform == "win32" else "dumb") != "dumb" and takes_sequences(stream)
    stream.write(_CLEARING if has_sequences else "\n" * shutil.get_terminal_size((80, _TALLEST)).lines)
    stream.flush()


def drop_typed(stream: TextIO) -> None:
    """Forgets what was typed at a terminal before it was asked for."""
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        import termios

        termios.tcflush(stream, termios.TCIFLUSH)


def _ask_console(stream: TextIO, more: int) -> bool:
    """Whether the stream is a console of Windows, and takes `more` to its mode."""
    if sys.platform == "win32":
        import msvcrt
        from ctypes import byref, c_ulong, c_void_p, windll

        try:
            console, mode = c_void_p(msvcrt.get_osfhandle(stream.fileno())), c_ulong()
        except OSError:  # no file of the system
            return False
        is_console = bool(windll.kernel32.GetConsoleMode(console, byref(mode)))
        return is_console and (not more or bool(windll.kernel32.SetConsoleMode(console, mode.value | more)))
    return False
