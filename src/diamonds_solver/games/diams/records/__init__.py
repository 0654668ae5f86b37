"""What people write: records of rounds and matches, read and written."""
