"""Exact values of all moves, all cards open."""
