"""Before the play: what a hand may bring, and which cards to pass."""
