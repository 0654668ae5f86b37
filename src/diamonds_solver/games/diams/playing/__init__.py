"""Games in progress: who plays, live games, and a companion at a real table."""
