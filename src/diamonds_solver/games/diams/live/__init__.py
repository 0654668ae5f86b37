"""A game that is going on: who decides next, what can be told, what a seat may know of it."""
