"""Exactly uniform random deals of items to receivers."""
