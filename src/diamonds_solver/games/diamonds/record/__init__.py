"""What one record says, and records dealt at random."""
