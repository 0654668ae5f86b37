"""The game for programs that learn: numbered actions, observations as arrays, OpenSpiel, PettingZoo."""
