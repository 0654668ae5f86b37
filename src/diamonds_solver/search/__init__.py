"""Ways to find out what moves are worth, for any game."""
