"""Answers as text and as pages, for any game."""
