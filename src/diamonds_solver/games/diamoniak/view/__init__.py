"""What a player knows: everything but the order of the pile."""
