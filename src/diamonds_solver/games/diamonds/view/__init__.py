"""What one seat knows, and the deals that agree with it."""
