"""Named players, and the games that they play against each other."""
