"""Coverage-guided fuzzing of the reader: python -m tests.fuzz.reader MINUTES SEED. Needs atheris, which no extra installs."""

from __future__ import annotations

import sys
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("skipped: atheris is not installed")

with atheris.instrument_imports(include=["diamonds_solver.notation", "diamonds_solver.games"]):
    from .mutations import CORPUS, seeds
    from .records import read

FOUND = Path("build") / "fuzz"


def main() -> None:
    """Feeds the reader bytes until the time is over or a law is broken; what breaks it is kept in build/fuzz."""
    minutes, seed = float(sys.argv[1]), int(sys.argv[2])
    grown = FOUND / "reader"
    grown.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(seeds()):
        (grown / f"seed-{number}").write_bytes(text.encode("utf-8", "surrogateescape"))
    options = [f"-max_total_time={60 * minutes:.0f}", f"-seed={seed}", "-max_len=4096", "-timeout=20", f"-artifact_prefix={FOUND}/reader-"]
    atheris.Setup([sys.argv[0], *options, str(grown), str(CORPUS)], read)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
