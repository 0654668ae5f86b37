"""Any ``game.NumberedGame`` for programs that learn: observations as one array, PettingZoo, OpenSpiel."""
