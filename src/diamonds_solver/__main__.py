"""``python -m diamonds_solver`` is the command ``diamonds``."""

from diamonds_solver.cli import main

main()
