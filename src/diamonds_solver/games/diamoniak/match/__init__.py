"""Players by name, and games between them."""
