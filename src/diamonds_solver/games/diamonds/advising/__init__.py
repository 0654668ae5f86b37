"""Hidden hands: what a player sees, deals that agree with it, engines on them, advice and the worth of hands."""
