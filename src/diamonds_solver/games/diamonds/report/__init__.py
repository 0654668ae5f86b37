"""Answers about Diamonds as text."""
