"""Exact values of open hands."""
