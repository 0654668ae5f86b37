"""Duplicate matches between named players, of any game."""
