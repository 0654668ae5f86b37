"""Exact chances to win: within some turns, or to the end."""
