"""A game in progress: who decides next, what can be entered, what happens."""
