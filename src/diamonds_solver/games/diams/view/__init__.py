"""What a player knows, and the worlds that agree with it."""
