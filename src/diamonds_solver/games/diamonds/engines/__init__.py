"""A decision of one player valued sample by sample, and why one move is better than another."""
