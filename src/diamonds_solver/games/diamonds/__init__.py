"""Diamonds (Stronghold Games, 2014): rules, records and the exact solver."""
