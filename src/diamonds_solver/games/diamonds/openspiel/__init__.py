"""The game for OpenSpiel."""
