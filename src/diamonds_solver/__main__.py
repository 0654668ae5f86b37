"""``python -m diamonds_solver`` is the command ``diamonds``."""

from .cli import main

main()
