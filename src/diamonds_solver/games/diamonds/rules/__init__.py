"""The game in plain Python: cards, what lies open to all, positions, scores, exhaustive search."""
