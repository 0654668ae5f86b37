"""What one text says."""
