"""What samples allow to be said: means and shares with intervals, and which move is best."""
