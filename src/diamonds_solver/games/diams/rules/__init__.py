"""The game on its own: cards, moves, states, and what the end is worth."""
