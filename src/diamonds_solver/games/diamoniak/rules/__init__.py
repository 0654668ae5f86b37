"""The game in plain Python."""
