"""Players by name, and rounds and matches between them."""
