"""``python -m diamonds_solver`` is the command ``diamonds``."""

from __future__ import annotations

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and exits with its code. Ctrl-C while the program is still being loaded ends it without a word."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    signal.signal(signal.SIGINT, handler)
    run()


if __name__ == "__main__":
    main()
