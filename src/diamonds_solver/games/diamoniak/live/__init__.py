"""A game that is going on: who decides next, what can be told, what happens."""
