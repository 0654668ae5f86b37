"""What one text says of a round."""
