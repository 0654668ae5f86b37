"""Players by name, and the rounds and matches between them."""
