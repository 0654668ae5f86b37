"""What people write: records of rounds and of whole games, read with every check, and written."""
