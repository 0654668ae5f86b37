"""Games in progress: who plays, duplicate matches, live games."""
