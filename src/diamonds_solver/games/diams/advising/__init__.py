"""Hidden hands: what a player sees, worlds that agree with it, engines on them, advice and outlook."""
